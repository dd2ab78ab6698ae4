"""The event in the words of whoever reads: its closed sets, its stage, what to do next and what stands before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.scoring import Fate
from toolkit.scoring.standings import shared_places
from toolkit.tournament import configuration, sanctions
from toolkit.tournament.facts import FINAL
from toolkit.tournament.handover import refusal
from toolkit.tournament.history import describe_change, last_change
from toolkit.tournament.importing import ImportAction
from toolkit.tournament.limited.plan import phase_words
from toolkit.tournament.receivers import CHECKS, ReceiverFault, Since
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.staggered import how_all_play, plan_sentences
from toolkit.tournament.standings import Standing, has_final
from toolkit.tournament.state import PlayerStatus, Round, State
from toolkit.tournament.steps import LIST_FAULTS, Blocker
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.clocks import jump_words
from toolkit.web.base.i18n import translated

RULE_SETS = {rules: _l(name) for rules, name in configuration.RULE_SETS.items()}
STATUSES = {
    PlayerStatus.ACTIVE: _l("Active"),
    PlayerStatus.DROPPED: _l("Dropped"),
    PlayerStatus.DISQUALIFIED: _l("Disqualified"),
}
SANCTIONS = {kind: _l(name) for kind, name in sanctions.SANCTIONS.items()}
IMPORTS = {
    ImportAction.ADD: _l("New"),
    ImportAction.DOUBT: _l("Doubtful"),
    ImportAction.UPDATE: _l("Updated"),
    ImportAction.SKIP: _l("Already registered"),
    ImportAction.FAULT: _l("Skipped"),
}
IMPORTED_TWICE = _l("Named twice")
FATES = {
    Fate.IN: _l("in"),
    Fate.OUSTED: _l("ousted"),
    Fate.WITHDREW: _l("withdrew"),
    Fate.TIME: _l("time"),
    Fate.LAST: _l("last standing"),
    Fate.REMOVED: _l("removed"),
}


def stage_of(stage: str) -> str:
    """The stage that the summary of an event names."""
    if stage.startswith("round "):
        return gettext("Round %(number)s", number=stage.removeprefix("round "))
    known = {
        "registration": gettext("Registration"),
        "between rounds": gettext("Between rounds"),
        "final": gettext("Final"),
        "finished": gettext("Finished"),
    }
    return known.get(stage, stage)


def plan_words(state: State) -> list[str]:
    """The plan of an event whose players do not all sit at once, in sentences; before it is made, with the choices."""
    return [translated(sentence) for sentence in (*plan_sentences(state), how_all_play(state)) if sentence is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """The last change of an event, and how many entries its undoing takes back.

    Attributes:
        gone: why nothing more can be entered here.
        jumped: that this computer's clock is no longer what it was, and what to do.
    """

    last: str
    undoes: int
    gone: str
    jumped: str


def headline(tournament: Tournament) -> Headline:
    """The words of the console's head."""
    last = last_change(tournament)
    return Headline(
        last=translated(describe_change(tournament, last)) if last else "",
        undoes=0 if tournament.gone else len(last),
        gone=translated(refusal(tournament.gone).message) if tournament.gone else "",
        jumped=jump_words(),
    )


def stage_words(state: State) -> str:
    """How far the event has come, in a few words."""
    if state.is_finished:
        return gettext("Finished")
    if state.final is not None:
        return gettext("Final")
    if state.current_round is not None:
        return gettext("Round %(number)s of %(total)s", number=state.current_round.number, total=total_rounds(state))
    if state.published:
        return gettext("After round %(number)s of %(total)s", number=state.published, total=total_rounds(state))
    if state.limited.current is not None:
        return translated(phase_words(state.limited.current.phase))
    return gettext("Registration")


def round_words(number: int) -> str:
    """'Round 2', or 'Final'."""
    return gettext("Final") if number == FINAL else gettext("Round %(number)s", number=number)


# Codes of blockers -> the page that settles them.
_SETTLED_ON = {
    **dict.fromkeys(("result_missing", "players_changed", "unconfirmed", "disputed", "carried"), "table"),
    **dict.fromkeys(("not_here", "away", "not_checked_in", "not_seen"), "players"),
    "unpaid": "fees",
    "number_claimed": "signup",
    **dict.fromkeys(("toss_needed", "final_seats", "too_few_finalists", "final_missing"), "final"),
}


def settling_page(blocker: Blocker) -> tuple[str, dict[str, object]]:
    """The page of the console that settles a blocker, and the parts of its address; "" where the round's page does."""
    if blocker.code in LIST_FAULTS:
        is_one = blocker.player is not None
        return ("player", {"player": blocker.player}) if is_one else ("players", {"show": "lists"})
    if blocker.code in _SETTLED_ON:
        page = _SETTLED_ON[blocker.code]
        if page == "table" and blocker.table is None:
            return "round", {"number": blocker.round}
        return page, {"number": blocker.round, "table": blocker.table} if page == "table" else {}
    if field := _MENDED.get(blocker.code):
        return ("players", {}) if field in ("vekn", "players") else ("settings", {"_anchor": field})
    return "", {}


# The page that leads on from a refusal without a field, by its code: the page, its word.
_WAYS = {
    "check_in_closed": ("players", _l("Players")),
    **dict.fromkeys(("no_draft", "not_published", "no_further_round", "unseatable", "not_seated"), ("", _l("Rounds"))),
    **dict.fromkeys(("has_left", "unknown_player", "too_few_players"), ("players", _l("Players"))),
    **dict.fromkeys(("results_missing", "result_missing", "players_changed"), ("", _l("Results"))),
    **dict.fromkeys(
        ("toss_needed", "final_not_open", "final_opened", "final_seats", "final_seated"), ("final", _l("Final"))
    ),
    **dict.fromkeys(("finished", "not_finished", "rounds_missing"), ("standings", _l("Standings"))),
    "no_fee": ("fees", _l("Fees")),
    **dict.fromkeys(("not_committed", "chances_off"), ("settings", _l("Settings"))),
}


def settling_refusal(code: str) -> tuple[str, str] | None:
    """The page that leads on from a refusal of that code ("": the current round's), and its word; None without one."""
    way = _WAYS.get(code)
    return (way[0], str(way[1])) if way else None


# What the reports will ask for is mended long before they are written.
_MENDED = {check.code: check.field for check in CHECKS if check.field and check.since < Since.FINISH}


def faults_by_field(faults: Iterable[ReceiverFault]) -> dict[str, str]:
    """The expected answers of receivers, in a few sentences for each field that mends them."""
    by_field: dict[str, list[str]] = {}
    for fault in faults:
        by_field.setdefault(fault.field, []).append(translated(fault.finding.message))
    return {field: " ".join(dict.fromkeys(sentences)) for field, sentences in by_field.items()}


def shared_words(rows: Sequence[Standing]) -> str:
    """Why several players of the standings have one place; "" where none do."""
    sentence = shared_places([row.rank for row in rows if row.rank], with_final=has_final(rows))
    return translated(sentence) if sentence else ""


def table_words(state: State, round_: Round, table: int) -> str:
    """'Table 3', or what the table is called; the final has one table."""
    if round_.is_final:
        return round_words(round_.number)
    return gettext("Table %(number)s", number=state.settings.table_name(table))


def table_title(state: State, round_: Round, table: int) -> str:
    """'Round 1: Table 3', or 'Final'."""
    words = table_words(state, round_, table)
    return words if round_.is_final else f"{round_words(round_.number)}{gettext(': ')}{words}"
