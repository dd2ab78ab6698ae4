"""A game looked at from its end: who ousted whom, how long it was, the biggest bleed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.game.draft import predator_of
from toolkit.game.engine import Applied, in_force
from toolkit.game.events import Happening
from toolkit.game.new import StartGame
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.record import Game
from toolkit.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Bleed:
    """Pool burned by a bleed: the bleeding seat, the bled seat, the amount, the turn."""

    seat: str
    prey: str
    amount: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Departed:
    """A Methuselah that left: the turn and the way; `by` is the ousting seat, "" without one."""

    seat: str
    how: Happening
    turn: int
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """The summary of a finished game.

    Attributes:
        order: the seats clockwise from who had the first turn.
        turns: how many were begun.
        left: who left before the end, in order.
        biggest: the bleed that burned most pool, the first of equals; None without any.
        bled: the pool that each seat's bleeds burned in all, by its name.
    """

    order: tuple[str, ...]
    turns: int
    left: tuple[Departed, ...]
    biggest: Bleed | None
    bled: dict[str, int]


_LEAVING = (
    Happening.METHUSELAH_OUSTED,
    Happening.METHUSELAH_WITHDREW,
    Happening.METHUSELAH_DISQUALIFIED,
)


def summarized(game: Game) -> GameSummary:
    """The summary of a game as far as it was played."""
    seats = tuple(game.start.seats)
    first = next((order.first for order, _ in game.done if isinstance(order, StartGame)), seats[0])
    begin = seats.index(first)
    bleeds = list(_bleeds(game))
    bled = dict.fromkeys(seats, 0)
    for bleed in bleeds:
        bled[bleed.seat] += bleed.amount
    return GameSummary(
        order=seats[begin:] + seats[:begin],
        turns=game.state.step.turn,
        left=tuple(
            Departed(seat=event.seat, how=event.kind, turn=event.turn, by=event.detail if _is_oust(event.kind) else "")
            for event in game.events
            if event.kind in _LEAVING
        ),
        biggest=max(bleeds, key=lambda bleed: bleed.amount, default=None),
        bled=bled,
    )


def _is_oust(kind: Happening) -> bool:
    return kind is Happening.METHUSELAH_OUSTED


def _bleeds(game: Game) -> Iterator[Bleed]:
    before = game.start
    for order, applied in in_force(game.done):
        yield from bleeds(order, before, applied)
        before = applied.state


def bleeds(order: Operation, before: GameState, applied: Applied) -> Iterator[Bleed]:
    """Every movement of pool that a bleed brought about in an operation."""
    for moved in applied.ledger:
        kind, _, prey = moved.source.partition(":")
        if moved.why == "bleed" and kind == "pool":
            seat = _bleeding_seat(order, before, prey)
            yield Bleed(seat=seat, prey=prey, amount=moved.amount, turn=before.step.turn)


def _bleeding_seat(order: Operation, before: GameState, prey: str) -> str:
    """The active Methuselah; where all note their bleeds in a shared turn, who noted it, or the predator of who did."""
    if not (before.options.is_phased and isinstance(order, UseEffect) and order.why == "bleed"):
        return before.step.seat
    return order.seat if order.seat != prey else predator_of(before, prey)
