"""What two operations given at once have to do with each other: whether both can stand, in whatever order they came.

Everybody at a table gives orders from a screen that is a moment old. An order that touches nothing that has changed
since, and that the rules still accept, is carried out as if it had come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from toolkit.game.blocking import PassAhead
from toolkit.game.engine import carry
from toolkit.game.judge import Correct, Note
from toolkit.game.operation import Operation
from toolkit.game.record import Redo, Undo
from toolkit.game.state import GameState, Window
from toolkit.game.windows import NoPlays, PassImpulse, window_name

# What is being decided: an answer to it is an answer to nothing else.
MOMENT = "moment"
# Figures that follow from what is touched, or that say only how much has been done.
_DERIVED = frozenset(
    {"options", "seats", "cards", "step", "frames", "sequence", "serial", "bank", "removed", "edge_holders",
     "edge_holders_before", "edge_ever_held", "effects_used", "events_played", "lapsed"}
)  # fmt: skip


def stands_apart(theirs: frozenset[str], now: GameState, order: Operation) -> bool:
    """Whether an order touches nothing of what others touched since it was given; `now` is the state after them.

    Raises:
        IllegalOperation: the rules refuse it in this state.
    """
    mine = touched(now, carry(now, order).state)
    if answers(now, order):
        mine |= {MOMENT}
        # What was played since begins the order anew: nobody has passed on it.
        if _passes(order) and any(name.startswith(("frame:", "card:")) for name in theirs):
            return False
    return mine.isdisjoint(theirs)


def _passes(order: Operation) -> bool:
    """Whether an order passes on what is played so far."""
    return isinstance(order, NoPlays | PassImpulse) or (isinstance(order, PassAhead) and order.until == "step")


def answers(now: GameState, order: Operation) -> bool:
    """Whether an order answers what is asked: in what goes on all but notes, corrections and undos; else a pass."""
    if isinstance(order, Note | Correct | Undo | Redo):
        return False
    return bool(now.frames) or isinstance(order, NoPlays | PassImpulse)


def touched(before: GameState, after: GameState) -> frozenset[str]:
    """Each figure in which two states differ: a Methuselah's pool, a card's place, whose phase it is, a vote cast."""
    return frozenset(_touched(before, after))


def _touched(before: GameState, after: GameState) -> Iterator[str]:
    for item in fields(GameState):
        if item.name not in _DERIVED and getattr(before, item.name) != getattr(after, item.name):
            yield item.name
    if moment_of(before) != moment_of(after):
        yield MOMENT
    for name in before.seats:
        yield from _fields(f"seat:{name}", before.seats[name], after.seats[name])
    for card_id in {**before.cards, **after.cards}:
        one, other = before.cards.get(card_id), after.cards.get(card_id)
        if one is None or other is None:
            yield f"card:{card_id}"
        elif one is not other:
            yield from _fields(f"card:{card_id}", one, other)
    yield from _fields("turn", before.step, after.step)
    for at, (frame, then) in enumerate(zip(before.frames, after.frames, strict=False)):
        if frame is not then:
            yield from _fields(f"frame:{at}", frame, then)


def moment_of(state: GameState) -> tuple[object, ...]:
    """What is being decided: whose phase it is, what goes on inside it, at which range, which window is open."""
    step = state.step
    going_on = tuple(
        (type(frame).__name__, getattr(frame, "round", 0), getattr(frame, "range", "")) for frame in state.frames
    )
    return (step.turn, step.seat, step.phase, going_on, window_name(state))


def _fields(place: str, before: Any, after: Any) -> Iterator[str]:
    """The fields in which two pieces differ; of a set or a row of answers, those that came and went."""
    if type(before) is not type(after):
        yield place
        return
    for item in fields(before):
        one, other = getattr(before, item.name), getattr(after, item.name)
        if one is other or one == other:
            continue
        name = f"{place}.{item.name}"
        if isinstance(one, Window) and isinstance(other, Window) and one.name == other.name:
            yield from (f"{name}.{seat}" for seat in set(one.passed) ^ set(other.passed))
        elif isinstance(one, frozenset) and isinstance(other, frozenset):
            yield from (f"{name}.{part}" for part in one ^ other)
        elif isinstance(one, tuple) and isinstance(other, tuple):
            yield from _rows(name, one, other)
        else:
            yield name


def _rows(name: str, one: tuple[Any, ...], other: tuple[Any, ...]) -> Iterator[str]:
    """Of sides of a combat, which of them; of answers in the order in which they came, which came."""
    if len(one) == len(other) and all(is_dataclass(part) for part in (*one, *other)):
        yield from (f"{name}.{at}" for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    else:
        yield from (f"{name}.{part}" for part in {*one} ^ {*other})
