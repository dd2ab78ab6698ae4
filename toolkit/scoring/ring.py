"""The ring of seats still in a game: who is whose predator, and what each event pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolkit.languages import AND, Listed, Message
from toolkit.scoring.events import (
    LETTERS,
    Concede,
    Event,
    Oust,
    OustTogether,
    Remove,
    TimeCalled,
    Withdraw,
)
from toolkit.scoring.points import Halves, ImpossibleScores


class Fate(StrEnum):
    """How a seat left its game."""

    IN = "in"
    OUSTED = "ousted"
    WITHDREW = "withdrew"
    TIME = "time"
    LAST = "last"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Ring:
    """A game between two events: seats still in, in play order; points and fate per seat, in seat order."""

    remaining: tuple[int, ...]
    points: tuple[Halves, ...]
    fates: tuple[Fate, ...]
    is_over: bool = False

    @classmethod
    def start(cls, seats: int) -> Ring:
        """The ring before any departure."""
        return cls(tuple(range(seats)), (0,) * seats, (Fate.IN,) * seats)

    def predator(self, seat: int) -> int:
        """The seat that `seat` pays when ousted now."""
        return self.remaining[self.remaining.index(seat) - 1]

    def after(self, event: Event, names: Sequence[str] = LETTERS) -> Ring:
        """The ring after `event`, the end of the game included when only one seat or none is left.

        Raises:
            ImpossibleScores: the event cannot happen now, with the reason.
        """
        if self.is_over:
            ended_by = "GAP-06" if Fate.TIME in self.fates else "GAP-03"
            raise ImpossibleScores(
                Message("The game is over: nothing can happen after its end."), code="game_over", rule=ended_by
            )
        match event:
            case Oust():
                return self._oust((event,), names)
            case OustTogether():
                return self._oust(event.ousts, names)
            case Withdraw():
                self._check_in(event.seat, names)
                return self._leave({event.seat: Fate.WITHDREW}, {event.seat: 1})
            case Remove():
                self._check_in(event.seat, names)
                struck = -self.points[event.seat] if event.is_struck else 0
                return self._leave({event.seat: Fate.REMOVED}, {event.seat: struck})
            case Concede():
                return self._concede(event, names)
            case TimeCalled():
                return self._call_time()

    def _check_in(self, seat: int, names: Sequence[str]) -> None:
        if seat not in self.remaining:
            raise ImpossibleScores(
                Message("%(name)s has left the game already.", name=names[seat]), code="already_left", rule="GAP-02"
            )

    def _oust(self, ousts: Sequence[Oust], names: Sequence[str]) -> Ring:
        paid: dict[int, Halves] = {}
        fates: dict[int, Fate] = {}
        for oust in ousts:
            self._check_oust(oust, names)
            if oust.prey in fates:
                raise ImpossibleScores(
                    Message("%(name)s cannot be ousted twice.", name=names[oust.prey]),
                    code="already_left",
                    rule="GAP-02",
                )
            fates[oust.prey] = Fate.OUSTED
            paid[oust.predator] = 2  # nobody has two preys at one moment
        return self._leave(fates, paid)

    def _check_oust(self, oust: Oust, names: Sequence[str]) -> None:
        self._check_in(oust.prey, names)
        predator = self.predator(oust.prey)
        if predator != oust.predator:
            raise ImpossibleScores(
                Message(
                    "%(one)s is not the predator of %(two)s at that point. %(name)s is, and gets the "
                    "victory point in any case.",
                    one=names[oust.predator],
                    two=names[oust.prey],
                    name=names[predator],
                ),
                code="not_the_predator",
                rule="VEKN 3.7",
            )

    def _concede(self, event: Concede, names: Sequence[str]) -> Ring:
        self._check_in(event.seat, names)
        ring = self
        while not ring.is_over:
            place = ring.remaining.index(event.seat)
            prey = ring.remaining[(place + 1) % len(ring.remaining)]
            ring = ring._oust((Oust(event.seat, prey),), names)
        return ring

    def _call_time(self) -> Ring:
        fates, paid = dict.fromkeys(self.remaining, Fate.TIME), dict.fromkeys(self.remaining, 1)
        return self._changed((), fates, paid, is_over=True)

    def _leave(self, fates: dict[int, Fate], paid: dict[int, Halves]) -> Ring:
        remaining = tuple(seat for seat in self.remaining if seat not in fates)
        if len(remaining) == 1:
            last = remaining[0]
            return self._changed((), fates | {last: Fate.LAST}, paid | {last: paid.get(last, 0) + 2}, is_over=True)
        return self._changed(remaining, fates, paid, is_over=not remaining)

    def _changed(
        self, remaining: tuple[int, ...], fates: dict[int, Fate], paid: dict[int, Halves], *, is_over: bool
    ) -> Ring:
        return Ring(
            remaining,
            tuple(points + paid.get(seat, 0) for seat, points in enumerate(self.points)),
            tuple(fates.get(seat, fate) for seat, fate in enumerate(self.fates)),
            is_over,
        )

    def check_over(self, names: Sequence[str] = LETTERS) -> None:
        """Refuse a game that has not ended.

        Raises:
            ImpossibleScores: two or more seats are still in.
        """
        if not self.is_over:
            still = Listed((names[seat] for seat in self.remaining), AND)
            raise ImpossibleScores(
                Message("%(list)s are still in. Enter who left, or that time was called.", list=still),
                code="not_over",
                rule="VEKN 3.7",
            )
