"""Who waits for an answer, and in which order they get it."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from tests import LONG
from toolkit.web.serving.queue import IN_A_ROW, LOOKS_AT_ONCE, Lanes, Precedence


def waiting(*requests: str) -> Lanes:
    """A queue of requests, each its method and a name: "GET a"."""
    lanes = Lanes()
    for request in requests:
        lanes.append(channel(request))
    return lanes


def channel(request: str) -> Any:
    method, _, name = request.partition(" ")
    return SimpleNamespace(name=name, requests=[SimpleNamespace(command=method)] if method else [])


def order(lanes: Lanes) -> str:
    found = ""
    while lanes:
        found += lanes.popleft().name
    return found


@pytest.mark.parametrize(
    ("requests", "answered"),
    [
        (["GET a", "GET b", "HEAD c"], "abc"),
        (["POST a", "POST b"], "ab"),
        (["GET a", "GET b", "POST c", "GET d", "DELETE e", "OPTIONS f"], "ceabdf"),
        ([" a", "GET b", "BREW c"], "acb"),
    ],
)
def test_whoever_does_something_goes_first_and_else_whoever_came_first(requests: list[str], answered: str) -> None:
    assert order(waiting(*requests)) == answered


def test_nobody_waits_for_ever() -> None:
    lanes = waiting("GET x", "GET y", *["POST ."] * (3 * IN_A_ROW))
    assert len(lanes) == 3 * IN_A_ROW + 2
    assert order(lanes) == "." * IN_A_ROW + "x" + "." * IN_A_ROW + "y" + "." * IN_A_ROW
    assert len(lanes) == 0


def test_what_comes_later_finds_its_place() -> None:
    lanes = waiting("GET a", "GET b")
    assert lanes.popleft().name == "a"
    lanes.append(channel("POST c"))
    assert order(lanes) == "cb"


@pytest.mark.parametrize(
    ("served", "has_room"),
    [
        ([], True),
        (["GET"], True),
        (["GET"] * LOOKS_AT_ONCE, False),
        (["POST"], False),
        (["GET", "DELETE"], False),
        ([""], False),
    ],
)
def test_a_look_begins_beside_one_other_look_and_no_change(served: list[str], has_room: bool) -> None:
    precedence = Precedence(patience=1.0, clock=lambda: 0.0)
    with ExitStack() as stack:
        for request in served:
            stack.enter_context(precedence.serving(channel(request)))
        assert precedence.has_room(0.0) is has_room
    assert precedence.has_room(0.0)


class Clock:
    """The time, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_takes_long_keeps_nobody_waiting() -> None:
    clock = Clock()
    precedence = Precedence(patience=1.0, clock=clock)
    with ExitStack() as stack:
        for request in ("GET a", "GET b", "POST c"):
            stack.enter_context(precedence.serving(channel(request)))
        clock.now = 0.9
        assert not precedence.has_room(0.9)
        clock.now = 1.0
        assert precedence.has_room(1.0)


def test_whoever_waited_long_waits_for_no_change_but_for_other_looks() -> None:
    clock = Clock()
    precedence = Precedence(patience=1.0, clock=clock)
    with ExitStack() as stack:
        clock.now = 5.0
        stack.enter_context(precedence.serving(channel("POST a")))
        assert [precedence.has_room(came) for came in (4.1, 4.0)] == [False, True]
    with ExitStack() as stack:
        for request in ["GET b"] * LOOKS_AT_ONCE:
            stack.enter_context(precedence.serving(channel(request)))
        assert not precedence.has_room(4.0)


def test_a_change_waits_for_nobody_and_a_look_not_for_ever() -> None:
    precedence = Precedence(patience=0.001)
    with ExitStack() as stack:
        for request in ("POST a", "GET b", "POST c", "GET d", "GET e", "GET f"):
            stack.enter_context(precedence.serving(channel(request)))


def test_a_look_begins_when_the_change_is_done() -> None:
    asked, drawn = threading.Semaphore(0), threading.Event()

    def clock() -> float:
        asked.release()
        return 0.0

    def look() -> None:
        with precedence.serving(channel("GET a")):
            drawn.set()
        asked.release(12)

    precedence = Precedence(patience=0.001, clock=clock)
    thread = threading.Thread(target=look)
    with precedence.serving(channel("POST b")):
        thread.start()
        for _ in range(12):  # two by the change; the look asks again and again, each time in vain
            assert asked.acquire(timeout=LONG)
        assert not drawn.is_set()
    thread.join(LONG)
    assert drawn.is_set()


def test_a_look_that_failed_makes_room() -> None:
    precedence = Precedence(patience=1.0, clock=lambda: 0.0)
    with pytest.raises(OSError, match="gone"), precedence.serving(channel("POST a")):
        raise OSError("gone")
    assert precedence.has_room(0.0)
