"""From who left and how, in order, to the points of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.languages import Message, Sayable
from toolkit.scoring.events import LETTERS, Event, describe_event, parse_events
from toolkit.scoring.points import Halves, ImpossibleScores, TableScore, check_table_size, score_table
from toolkit.scoring.ring import Fate, Ring


@dataclass(frozen=True, slots=True)
class Scores:
    """A game that ended: one fate and one score per seat, in seat order, and the events that led there."""

    seats: tuple[str, ...]
    fates: tuple[Fate, ...]
    events: tuple[Event, ...]
    score: TableScore

    @property
    def victory_points(self) -> tuple[Halves, ...]:
        """Halves, in seat order."""
        return self.score.victory_points

    @property
    def removed(self) -> frozenset[int]:
        """Seats that a judge removed."""
        return frozenset(seat for seat, fate in enumerate(self.fates) if fate is Fate.REMOVED)

    def sentences(self) -> list[Sayable]:
        """The history, one event each."""
        return [describe_event(event, self.seats) for event in self.events]


def outcome(seats: int | Sequence[str], events: str | Iterable[str | Event]) -> Scores:
    """The scores of a game told event by event; `seats` is their number (then A, B, C …) or their names.

    >>> outcome(4, "A>B, D!, time").victory_points
    (3, 0, 1, 1)

    Raises:
        WrongTableSize: not three to five seats.
        ImpossibleScores: an event that cannot be read or cannot happen then, or a game without an end.

    Rule: VEKN 3.5, 3.6, 3.7; JG 1.1.4.
    """
    names = tuple(LETTERS[:seats] if isinstance(seats, int) else seats)
    check_table_size(seats if isinstance(seats, int) else len(names))
    if len({name.casefold() for name in names}) < len(names):
        raise ImpossibleScores(Message("Two seats of this table have the same name."), code="same_name")
    read = _read(events, names)
    ring = Ring.start(len(names))
    for number, event in enumerate(read, start=1):
        ring = _next(ring, event, number, names)
    ring.check_over(names)
    return Scores(names, ring.fates, read, score_table(ring.points))


def _read(events: str | Iterable[str | Event], names: Sequence[str]) -> tuple[Event, ...]:
    if isinstance(events, str):
        return parse_events(events, names)
    return tuple(
        read for event in events for read in (parse_events([event], names) if isinstance(event, str) else (event,))
    )


def _next(ring: Ring, event: Event, number: int, names: Sequence[str]) -> Ring:
    try:
        return ring.after(event, names)
    except ImpossibleScores as error:
        sentence = describe_event(event, names)
        raise ImpossibleScores(
            Message(
                "Event %(number)s, “%(written)s”, cannot be: %(sentence)s",
                number=number,
                written=sentence,
                sentence=error.message,
            ),
            code=error.code,
            rule=error.rule,
        ) from error
