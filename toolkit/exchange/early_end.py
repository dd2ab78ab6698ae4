"""The head judge's report of an event that ended early: the four points that the VEKN asks for.

Rule: JG 5.3 A.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.scoring import render_victory_points
from toolkit.tournament.games import whole_rounds
from toolkit.tournament.standings import not_ranked, standings
from toolkit.tournament.state import EarlyEnd, State
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEndReportView(ViewOf[EarlyEnd]):
    """The report: what the head judge wrote, and the whole text; all empty while the event has not ended early."""

    nature: str
    decision: str
    safety: str
    text: str


def show_early_end(state: State, say: Callable[[Sayable], str] = str) -> EarlyEndReportView:
    """The report as far as it is written, the whole text in the language of `say`."""
    ended = state.ended_early
    if ended is None:
        return EarlyEndReportView(nature="", decision="", safety="", text="")
    lines = (say(line) if isinstance(line, Sayable) else line for line in _lines(state, ended))
    return EarlyEndReportView.of(ended, text="\n".join(lines) + "\n")


def _lines(state: State, ended: EarlyEnd) -> Iterator[Sayable | str]:
    settings = state.settings
    day = settings.date.isoformat() if settings.date else ""
    at = ended.at.astimezone(settings.zone)
    yield Message("Report of an early end (JG 5.3)")
    yield " · ".join(filter(None, (settings.name, day, settings.venue, settings.place, settings.country)))
    if settings.vekn_event:
        yield Message("VEKN event: %(number)s", number=settings.vekn_event)
    yield Message("Head judge: %(name)s", name=settings.head_judge or "-")
    yield Message("Ended early, %(time)s: %(reason)s", time=f"{at:%Y-%m-%d %H:%M %Z}", reason=ended.reason)
    yield from ("", Message("1. What happened"), ended.nature or "-")
    yield from ("", Message("2. How it was decided"), ended.decision or "-")
    yield from ("", Message("3. Standings when the event ended"), *_standings(state))
    nothing = Message("Nothing to report.") if ended.nature else "-"
    yield from ("", Message("4. Safety, and misconduct of others"), ended.safety or nothing)


def _standings(state: State) -> Iterator[Sayable | str]:
    whole = len(whole_rounds(state))
    yield Count(
        whole,
        "%(num)d complete round counts. There is no winner.",
        "%(num)d complete rounds count. There is no winner.",
    )
    for row in standings(state):
        if row.rank is not None:
            points = render_victory_points(row.victory_points)
            vekn = f" ({row.player.vekn})" if row.player.vekn else ""
            figures = f"{row.game_wins} GW {points} VP {row.tournament_points} TP"
            yield f"{row.rank}. {row.player.name}{vekn}: {figures}"
    below = not_ranked(state)
    for heading, players in ((below.heading, below.players), (Message("Disqualified"), below.disqualified)):
        if players:
            names = Listed(player.name for player in players)
            yield Message("%(heading)s: %(list)s", heading=heading, list=names)
