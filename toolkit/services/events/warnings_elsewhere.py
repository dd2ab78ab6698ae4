"""The warnings of a person in other events of the store: context for the judge, and no step of the ladder.

Of other events only those count where the asker is a judge, too.

Rule: JG 1.2.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from toolkit.languages import AND, Listed, Message, Sayable
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.recent import Recent
from toolkit.tournament.infractions import Infraction
from toolkit.tournament.sanctions import Warned, warnings_in

# So many events are named, the newest first.
_NAMED = 3

# By store, log and its last entry: what an event warned whom for does not change with anything else.
_KEPT: Recent[tuple[str, str, int], tuple[Warned, ...]] = Recent(2_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarningElsewhere:
    """An event in which a person was warned for the same infraction; its day as it is written, "" without one."""

    event: str
    name: str
    date: str


def warnings_elsewhere(
    context: Context, id: str, vekn: str, row: Infraction | None, *, may_judge: Callable[[str], bool]
) -> tuple[WarningElsewhere, ...]:
    """The other events in which the person of that VEKN number was warned for a row of the guide, the newest first.

    `may_judge`: whether the asker may see the penalties of an event.
    """
    if not vekn or row is None:
        return ()
    warnings = _found(context, id, Warned(vekn=vekn, infraction=row.key), may_judge)
    return tuple(sorted(warnings, key=_day, reverse=True))


def _day(warning: WarningElsewhere) -> str:
    return warning.date


def _found(context: Context, id: str, wanted: Warned, may_judge: Callable[[str], bool]) -> Iterator[WarningElsewhere]:
    with_penalties = context.store.streams_holding(("penalty_given", "sanction_given"))
    for stream in context.tournaments.streams():
        if stream.id == id or stream.id not in with_penalties or not may_judge(stream.id):
            continue
        if wanted in _warned(context, stream.id, stream.head):
            settings = context.tournaments.look(stream.id).state.settings
            day = settings.date.isoformat() if settings.date else ""
            yield WarningElsewhere(event=stream.id, name=settings.name, date=day)


def _warned(context: Context, stream: str, head: int) -> tuple[Warned, ...]:
    key = (str(context.store.url), stream, head)
    kept = _KEPT.get(key)
    return _KEPT.keep(key, warnings_in(context.tournaments.look(stream).state)) if kept is None else kept


def elsewhere_told(warnings: tuple[WarningElsewhere, ...]) -> Sayable | None:
    """The sentence for a judge; None where there is nothing to say."""
    if not warnings:
        return None
    named = [_named(warning) for warning in warnings]
    return Message(
        "Warned for this before, in %(list)s: one warning, for context. It climbs no step here.",
        list=Listed(named, AND, most=_NAMED),
    )


def _named(warning: WarningElsewhere) -> str:
    if not warning.date:
        return warning.name
    return Message("%(words)s (%(figures)s)", words=warning.name, figures=date.fromisoformat(warning.date))
