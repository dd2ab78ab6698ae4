"""The report of an event's penalties: a row each, in order of time, the lifted too; and how many of each kind stand."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from datetime import datetime

from toolkit.exchange.spreadsheet import text_cell
from toolkit.languages import Message, Sayable
from toolkit.tournament.facts import PenaltyGiven, SanctionGiven, SanctionKind, SanctionLifted
from toolkit.tournament.games import game_of
from toolkit.tournament.infractions import Ethics
from toolkit.tournament.log import LogEntry, PlayerNames, author_name
from toolkit.tournament.sanctions import (
    SANCTIONS,
    is_accumulated,
    is_deviation,
    ordinal_of,
    penalty_of,
    reason_of,
    row_of,
)
from toolkit.tournament.state import round_title
from toolkit.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRowView:
    """A penalty as the VEKN asks for it.

    Attributes:
        proposed: the ladder's proposal, if the judge gave another penalty. `note` is then the reason.
        ethics: `owed`, `may` or `no`; a disqualification by accumulation owes no report.
        includes_warning: whether a warning is included: in a disqualification not reached by climbing alone.
        goes_to_vekn: whether it goes into the VEKN's records. Cautions do not, except 2.2.
    """

    number: int
    player: str
    vekn: str
    infraction: str
    grade: str
    penalty: str
    proposed: str
    offence: int
    round: str
    table: int | None
    time: str
    judge: str
    note: str
    game: str
    lifted: str
    ethics: str
    by_accumulation: bool
    includes_warning: bool
    goes_to_vekn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyReportView:
    """Every penalty of an event, and how many of each kind stand."""

    penalties: tuple[PenaltyRowView, ...]
    cautions: int
    warnings: int
    standings_adjustments: int
    disqualifications: int


def show_penalties(tournament: Tournament) -> PenaltyReportView:
    """The report of an event.

    Rule: JG 1.2.2.
    """
    counts = Counter(given.kind for given in tournament.sanctions.values())
    return PenaltyReportView(
        penalties=tuple(_rows(tournament)),
        cautions=counts[SanctionKind.CAUTION],
        warnings=counts[SanctionKind.WARNING],
        standings_adjustments=counts[SanctionKind.ADJUSTMENT],
        disqualifications=counts[SanctionKind.DISQUALIFICATION],
    )


def counts_told(report: PenaltyReportView) -> Message:
    """How many of each kind stand."""
    return Message(
        "Cautions %(cautions)s, warnings %(warnings)s, standings adjustments %(adjustments)s, "
        "disqualifications %(out)s",
        cautions=report.cautions,
        warnings=report.warnings,
        adjustments=report.standings_adjustments,
        out=report.disqualifications,
    )


def details(row: PenaltyRowView) -> list[Sayable | str]:
    """The further facts of a penalty, in the report's order: sentences for any language."""
    place: Sayable | str = row.round
    if row.table is not None:
        place = Message("table %(number)s in %(round)s", number=row.table, round=row.round)
    parts = (
        row.time,
        place,
        Message("the infraction calls for: %(kind)s", kind=row.grade) if row.grade != row.penalty else "",
        Message("the ladder proposed: %(kind)s", kind=row.proposed) if row.proposed else "",
        ordinal_of(row.offence) if row.offence > 1 else "",
        Message("Judge: %(name)s", name=author_name(row.judge)) if row.judge else "",
        row.note,
        Message("costs a victory point of: %(round)s", round=row.game) if row.game else "",
        Message("includes a warning") if row.includes_warning else "",
        Message("by accumulation") if row.by_accumulation else "",
        _ETHICS.get(row.ethics, ""),
        Message("revoked: %(reason)s", reason=row.lifted) if row.lifted else "",
    )
    return [part for part in parts if part]


_ETHICS = {
    Ethics.OWED.value: Message("The VEKN Ethics Committee gets a written report."),
    Ethics.MAY.value: Message("If it is grave, the VEKN Ethics Committee gets a report."),
}


def render_penalties(tournament: Tournament) -> str:
    """The report as CSV, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(field.name.replace("_", " ") for field in fields(PenaltyRowView))
    for row in show_penalties(tournament).penalties:
        writer.writerow(text_cell(value) if isinstance(value, str) else value for value in astuple(row))
    return "\ufeff" + out.getvalue()


def _rows(tournament: Tournament) -> Iterator[PenaltyRowView]:
    entries = [entry for entry in tournament.log if entry.number not in tournament.undone]
    lifted = {entry.fact.sanction: entry for entry in entries if isinstance(entry.fact, SanctionLifted)}
    for entry in entries:
        if isinstance(entry.fact, SanctionGiven | PenaltyGiven):
            given = penalty_of(entry.fact)
            yield _row(tournament, given, entry, lifted.get(given.sanction))


def _row(tournament: Tournament, given: PenaltyGiven, entry: LogEntry, lifted: LogEntry | None) -> PenaltyRowView:
    row, player = row_of(given), tournament.players.get(given.player or 0)
    game = None if lifted else game_of(tournament, given)
    is_recorded = given.kind not in (SanctionKind.NONE, SanctionKind.CAUTION) or bool(row and row.number == "2.2")
    return PenaltyRowView(
        number=given.sanction,
        player=Message("%(name)s (not playing)", name=given.person)
        if given.player is None
        else PlayerNames(tournament)(given.player),
        vekn=player.vekn if player else "",
        infraction=reason_of(given),
        grade=Message(SANCTIONS[given.given]),
        penalty=Message(SANCTIONS[given.kind]),
        proposed=Message(SANCTIONS[given.proposed]) if is_deviation(given) else "",
        offence=given.offence,
        round="" if given.round is None else round_title(given.round),
        table=given.table,
        time=_local(tournament, entry.at),
        judge=given.judge or entry.by,
        note=given.note,
        game="" if game is None else round_title(game),
        lifted=_told(tournament, lifted),
        ethics=row.ethics.value if row and not is_accumulated(given) else Ethics.NO.value,
        by_accumulation=is_accumulated(given),
        includes_warning=given.kind is SanctionKind.DISQUALIFICATION and not is_accumulated(given),
        goes_to_vekn=is_recorded and lifted is None,
    )


def _told(tournament: Tournament, lifted: LogEntry | None) -> str:
    if lifted is None or not isinstance(lifted.fact, SanctionLifted):
        return ""
    return f"{_local(tournament, lifted.at)}: {lifted.fact.reason}"


def _local(tournament: Tournament, at: datetime) -> str:
    return f"{at.astimezone(tournament.settings.zone):%Y-%m-%d %H:%M %Z}"
