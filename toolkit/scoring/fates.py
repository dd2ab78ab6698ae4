"""Whether a table's points go with the way each seat left its game, told without the order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.scoring.events import Event, Oust, OustTogether, Remove, TimeCalled, Withdraw
from toolkit.scoring.points import check_table_size
from toolkit.scoring.reachable import Line
from toolkit.scoring.ring import Fate, Ring


def story_of(line: Line, fates: Sequence[Fate]) -> tuple[Event, ...] | None:
    """A game in which every seat leaves as `fates` says and gets what `line` (halves) says; None when there is none.

    >>> story_of((8, 1, 0, 0, 0), (Fate.LAST, Fate.WITHDREW, Fate.OUSTED, Fate.OUSTED, Fate.OUSTED))[0]
    Withdraw(seat=1)

    Raises:
        WrongTableSize: fewer than three seats or more than five.
    """
    check_table_size(len(line))
    if len(fates) != len(line):
        return None
    paths: list[tuple[Ring, tuple[Event, ...]]] = [(Ring.start(len(line)), ())]
    met: set[Ring] = set()
    while paths:
        ring, events = paths.pop()
        if ring.is_over:
            if ring.points == line and ring.fates == tuple(fates):
                return events
        elif ring not in met:
            met.add(ring)
            paths.extend((ring.after(event), (*events, event)) for event in _moves(ring, fates))
    return None


def _moves(ring: Ring, fates: Sequence[Fate]) -> Iterator[Event]:
    # Pushed in this order and taken from the back, so that an ordinary oust is tried before anything rarer.
    if all(fates[seat] is Fate.OUSTED for seat in ring.remaining):
        yield OustTogether(tuple(Oust(ring.predator(seat), seat) for seat in ring.remaining))
    if all(fates[seat] is Fate.TIME for seat in ring.remaining):
        yield TimeCalled()
    for seat in ring.remaining:
        if fates[seat] is Fate.REMOVED:
            yield Remove(seat)
            if ring.points[seat]:
                yield Remove(seat, is_struck=True)
        elif fates[seat] is Fate.WITHDREW:
            yield Withdraw(seat)
        elif fates[seat] is Fate.OUSTED:
            yield Oust(ring.predator(seat), seat)
