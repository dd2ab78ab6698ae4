"""Every score line that a game can end with, each with the shortest game that does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations

from toolkit.scoring.events import Event, Oust, OustTogether, Remove, TimeCalled, Withdraw
from toolkit.scoring.points import Halves
from toolkit.scoring.ring import Ring

type Line = tuple[Halves, ...]


class LineKind(StrEnum):
    """The least that a game must contain to end with a line."""

    PLAIN = "plain"
    WITHDRAWAL = "withdrawal"
    SIMULTANEOUS = "simultaneous"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Story:
    """One game: its events in order, and how rare they are."""

    kind: LineKind
    events: tuple[Event, ...]

    @property
    def length(self) -> tuple[int, int]:
        """Fewer events first, then fewer withdrawals among them."""
        return len(self.events), sum(isinstance(event, Withdraw) for event in self.events)


@cache
def legal_lines(seats: int, removed: frozenset[int] = frozenset()) -> Mapping[Line, Story]:
    """Every line that a game of `seats` can end with, the seats in `removed` taken out by a judge on the way.

    Counted once and kept: 148 lines for four seats, 777 for five.
    """
    lines: dict[Line, Story] = {}
    for kind in (LineKind.PLAIN, LineKind.WITHDRAWAL, LineKind.SIMULTANEOUS):
        for line, story in _endings(seats, kind, removed).items():
            lines.setdefault(line, story)
    return lines


def _endings(seats: int, kind: LineKind, removed: frozenset[int]) -> dict[Line, Story]:
    endings: dict[Line, Story] = {}
    layer = {_key(ring): (ring, Story(kind, ())) for ring in (Ring.start(seats),)}
    while layer:
        following: dict[tuple[tuple[int, ...], Line], tuple[Ring, Story]] = {}
        for ring, story in layer.values():
            for event in _moves(ring, kind, removed):
                after, longer = ring.after(event), Story(kind, (*story.events, event))
                if not after.is_over:
                    _keep_shorter(following, _key(after), (after, longer))
                elif removed <= _removed_in(longer) and _is_shorter(longer, endings.get(after.points)):
                    endings[after.points] = longer
        layer = following
    return endings


def _key(ring: Ring) -> tuple[tuple[int, ...], Line]:
    return ring.remaining, ring.points


def _keep_shorter[K](best: dict[K, tuple[Ring, Story]], key: K, game: tuple[Ring, Story]) -> None:
    if key not in best or game[1].length < best[key][1].length:
        best[key] = game


def _is_shorter(story: Story, shortest: Story | None) -> bool:
    return shortest is None or story.length < shortest.length


def _removed_in(story: Story) -> frozenset[int]:
    return frozenset(event.seat for event in story.events if isinstance(event, Remove))


def _moves(ring: Ring, kind: LineKind, removed: frozenset[int]) -> Iterator[Event]:
    for seat in ring.remaining:
        if seat in removed:
            yield Remove(seat)
            if ring.points[seat]:
                yield Remove(seat, is_struck=True)
        else:
            yield Oust(ring.predator(seat), seat)
            if kind is not LineKind.PLAIN:
                yield Withdraw(seat)
    if removed.isdisjoint(ring.remaining):
        yield TimeCalled()
    if kind is LineKind.SIMULTANEOUS:
        ousted = [seat for seat in ring.remaining if seat not in removed]
        for together in (seats for count in range(2, len(ousted) + 1) for seats in combinations(ousted, count)):
            yield OustTogether(tuple(Oust(ring.predator(seat), seat) for seat in together))
