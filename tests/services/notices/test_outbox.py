"""What waits to be sent: when it is tried again; no clock but one that is given."""

from __future__ import annotations

from toolkit.services.notices.outbox import Answer, Outbox

ADDRESS = "discord://1234567890/very-secret-token-abcd"


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def tries(*answers: Answer) -> tuple[Outbox, list[float], Clock]:
    """What was put aside once, and answered so; when it was tried is noted, until nothing is due any more."""
    clock, at, left = Clock(), list[float](), list(answers)

    def sender() -> Answer:
        at.append(clock.now)
        return left.pop(0) if len(left) > 1 else left[0]

    box = Outbox()
    box.put("lyon", ADDRESS, sender, now=0)
    while (due := box.next_due()) is not None:
        clock.now = max(clock.now, due)
        box.run(clock)
    return box, at, clock


def test_what_is_sent_is_sent_once() -> None:
    box, at, _ = tries(Answer())
    assert (at, box.errors) == ([0], {})


def test_a_failure_is_tried_again_after_5_30_and_120_seconds_and_then_named() -> None:
    box, at, _ = tries(Answer("it answered 500"))
    assert at == [0, 5, 35, 155]
    assert box.errors == {("lyon", ADDRESS): "it answered 500"}


def test_429_is_tried_again_when_it_says() -> None:
    box, at, _ = tries(Answer("it answered 429", 42.0), Answer())
    assert (at, box.errors) == ([0, 42], {})


def test_too_much_at_once_is_dropped_and_said() -> None:
    box = Outbox()
    for _ in range(2_001):
        box.put("lyon", ADDRESS, Answer, now=0)
    assert box.errors == {("lyon", ADDRESS): "too much waits to be sent"}


def test_what_is_put_once_waits_once() -> None:
    box, sent = Outbox(), list[str]()
    for event in ("lyon", "lyon", "metz"):
        box.put(event, ADDRESS, lambda: sent.append("") or Answer(), now=0, is_once=True)
    assert (box.run(Clock()), box.next_due()) == (2, None)
