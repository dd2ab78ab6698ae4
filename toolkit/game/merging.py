"""Two operations given at once: whether both can be carried out, in either order.

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
     "edge_holders_before", "edge_ever_held", "effects_used", "events_played", "lapsed", "answerable"}
)  # fmt: skip


def is_independent(theirs: frozenset[str], now: GameState, order: Operation) -> bool:
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
        old, new = before.cards.get(card_id), after.cards.get(card_id)
        if old is None or new is None:
            yield f"card:{card_id}"
        elif old is not new:
            yield from _fields(f"card:{card_id}", old, new)
    yield from _fields("turn", before.step, after.step)
    for at, (frame, then) in enumerate(zip(before.frames, after.frames, strict=False)):
        if frame is not then:
            yield from _fields(f"frame:{at}", frame, then)


def moment_of(state: GameState) -> tuple[object, ...]:
    """The decision under way: the active phase, what goes on inside it, at which range, the open window."""
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
        old, new = getattr(before, item.name), getattr(after, item.name)
        if old is new or old == new:
            continue
        name = f"{place}.{item.name}"
        if isinstance(old, Window) and isinstance(new, Window) and old.name == new.name:
            yield from (f"{name}.{seat}" for seat in set(old.passed) ^ set(new.passed))
        elif isinstance(old, frozenset) and isinstance(new, frozenset):
            yield from (f"{name}.{part}" for part in old ^ new)
        elif isinstance(old, tuple) and isinstance(new, tuple):
            yield from _rows(name, old, new)
        else:
            yield name


def _rows(name: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Iterator[str]:
    """The sides of a combat that changed; of answers in the order in which they came, those that came or went."""
    if len(old) == len(new) and all(is_dataclass(part) for part in (*old, *new)):
        yield from (f"{name}.{at}" for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
    else:
        yield from (f"{name}.{part}" for part in {*old} ^ {*new})
