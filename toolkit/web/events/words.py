"""The event in the words of whoever reads: its closed sets, its stage, what to do next and what stands before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l

from toolkit.scoring import Fate
from toolkit.tournament import checkin, configuration, sanctions
from toolkit.tournament.facts import FINAL
from toolkit.tournament.handover import refusal
from toolkit.tournament.history import describe_change, last_change
from toolkit.tournament.importing import ImportAction
from toolkit.tournament.limited.phases import next_phase
from toolkit.tournament.limited.plan import phase_words
from toolkit.tournament.receivers import CHECKS, ReceiverFault, Since
from toolkit.tournament.rounds import next_round_number, not_seen, total_rounds
from toolkit.tournament.standings import winner
from toolkit.tournament.state import PlayerStatus, Round, State
from toolkit.tournament.steps import LIST_FAULTS, Blocker, NextStep, next_step
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.clocks import jump_words
from toolkit.web.base.i18n import said

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """What to do next: in words, and the page where it is done; `drafts`: the button seats the round by itself."""

    text: str
    action: str
    endpoint: str
    round: int | None = None
    drafts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """Name, stage and next step of an event; the last change, and how many entries its undoing takes back.

    Attributes:
        gone: why nothing more can be entered here.
        jumped: that this computer's clock is no longer what it was, and what to do.
    """

    name: str
    stage: str
    next: Next
    last: str
    undoes: int
    gone: str
    jumped: str


def headline(tournament: Tournament) -> Headline:
    """What the console's head says."""
    last = last_change(tournament)
    return Headline(
        name=tournament.settings.name,
        stage=stage_words(tournament),
        next=next_words(tournament),
        last=said(describe_change(tournament, last)) if last else "",
        undoes=0 if tournament.gone else len(last),
        gone=said(refusal(tournament.gone).message) if tournament.gone else "",
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
        return said(phase_words(state.limited.current.phase))
    return gettext("Registration")


def round_words(number: int) -> str:
    """'Round 2', or 'Final'."""
    return gettext("Final") if number == FINAL else gettext("Round %(number)s", number=number)


def next_words(state: State) -> Next:
    """The one thing to do now."""
    if state.settings.is_template:
        return Next(
            text=gettext("A template: events are made from it."),
            action=gettext("New event from this template"),
            endpoint="again",
        )
    if _lacks_product(state):
        return Next(
            text=gettext("Sealed or draft: each player's product is not planned yet."),
            action=gettext("Plan the product"),
            endpoint="limited",
        )
    if not state.players:
        return Next(text=gettext("No players registered yet."), action=gettext("Add players"), endpoint="players")
    current = state.current_round
    if current is not None and not state.is_finished:
        return _results_next(current)
    step = next_step(state)
    if step is NextStep.ROUND:
        return _round_next(state)
    if step is NextStep.FINAL:
        return _final_next(state)
    if step is NextStep.FINISH:
        return Next(
            text=gettext("Everything is played. Check the standings, then close the event."),
            action=gettext("Standings"),
            endpoint="standings",
        )
    return _finished_next(state)


def _lacks_product(state: State) -> bool:
    """Whether a limited event has no plan and no figures of its product: decks could not be judged."""
    settings = state.settings
    is_planned = state.limited.plan is not None or settings.boosters or settings.has_starters
    return settings.rule_set is configuration.EventRuleSet.LIMITED and not (is_planned or state.rounds)


def _results_next(current: Round) -> Next:
    left = len(current.unsettled)
    text = ngettext("%(num)d table has no result yet.", "%(num)d tables have no result yet.", left)
    return Next(text=text, action=gettext("Enter results"), endpoint="results", round=current.number)


def _round_next(state: State) -> Next:
    number = next_round_number(state)
    if not state.rounds and (phase := next_phase(state)) is not None:
        text = gettext("Before round 1: %(phase)s.", phase=said(phase_words(phase)))
        return Next(text=text, action=gettext("Limited"), endpoint="limited")
    if len(state.rounds) >= number:
        return Next(
            text=gettext("Round %(number)s has a draft: check it, then publish it.", number=number),
            action=gettext("View the draft"),
            endpoint="seats",
            round=number,
        )
    if not checkin.is_taken(state):
        text = gettext("Open check-in for round %(number)s, or seat all registered players.", number=number)
        if not_seen(state):
            text = gettext("Open check-in for round %(number)s, or seat those who were there last.", number=number)
        elif number > 1:
            return _ready(number)
        return Next(
            text=text,
            action=gettext("Check in"),
            endpoint="checkin",
        )
    if checkin.is_check_in_open(state) and checkin.missing(state):
        here, everybody = len(checkin.here(state)), len(state.active)
        return Next(
            text=gettext(
                "Check-in for round %(number)s is open: %(here)s of %(all)s checked in.",
                number=number,
                here=here,
                all=everybody,
            ),
            action=gettext("Check in"),
            endpoint="checkin",
        )
    return _ready(number)


def _ready(number: int) -> Next:
    return Next(
        text=gettext("Round %(number)s is ready to be seated.", number=number),
        action=gettext("Seat round %(number)s", number=number),
        endpoint="rounds",
        drafts=True,
    )


def _final_next(state: State) -> Next:
    text = gettext("All rounds are played: confirm the finalists.")
    if state.final is not None:
        text = gettext("The final is being seated.")
    return Next(text=text, action=gettext("Go to the final"), endpoint="final")


def _finished_next(state: State) -> Next:
    first, ended = winner(state), state.ended_early
    if ended is not None and not ended.nature:
        text = gettext("The event ended early: its report to the VEKN is due.")
        return Next(text=text, action=gettext("Write it"), endpoint="standings")
    text = gettext("%(name)s has won.", name=state.players[first].name) if first else gettext("The event is finished.")
    return Next(text=text, action=gettext("Reports"), endpoint="report")


def settling_page(blocker: Blocker) -> str:
    """The page of the console on which a blocker is settled."""
    if blocker.table is not None and blocker.code in ("result_missing", "players_changed", "unconfirmed", "disputed"):
        return "table"
    if blocker.code in LIST_FAULTS:
        return "player" if blocker.player is not None else "desk"
    if blocker.code in ("not_here", "not_checked_in", "not_seen"):
        return "checkin"
    if blocker.code == "unpaid":
        return "fees"
    if blocker.code == "number_claimed":
        return "signup"
    if blocker.code in ("toss_needed", "final_seats", "too_few_finalists", "final_missing"):
        return "final"
    if field := _MENDED.get(blocker.code):
        return "players" if field in ("vekn", "players") else "settings"
    return "rounds"


# Where it goes on after a refusal that no field is the reason of, by its code.
_WAYS = {
    "check_in_closed": ("checkin", _l("Check in")),
    **dict.fromkeys(
        ("no_draft", "not_published", "no_further_round", "unseatable", "not_seated"), ("rounds", _l("Rounds"))
    ),
    **dict.fromkeys(("has_left", "unknown_player", "too_few_players"), ("players", _l("Players"))),
    **dict.fromkeys(("results_missing", "result_missing", "players_changed"), ("desk", _l("Desk"))),
    **dict.fromkeys(
        ("toss_needed", "final_not_open", "final_opened", "final_seats", "final_seated"), ("final", _l("Final"))
    ),
    **dict.fromkeys(("finished", "not_finished", "rounds_missing"), ("standings", _l("Standings"))),
    "no_fee": ("fees", _l("Fees")),
    **dict.fromkeys(("not_committed", "chances_off"), ("settings", _l("Settings"))),
}


def settling_refusal(code: str) -> tuple[str, str] | None:
    """The page of the console that leads on from a refusal of that code, and its word; None where it is another."""
    found = _WAYS.get(code)
    return (found[0], str(found[1])) if found else None


def settling_field(blocker: Blocker) -> str | None:
    """The field of the settings in which a blocker is settled."""
    return _MENDED[blocker.code] if settling_page(blocker) == "settings" else None


# What the reports will ask for is mended long before they are written.
_MENDED = {check.code: check.field for check in CHECKS if check.field and check.since < Since.FINISH}


def faults_by_field(faults: Iterable[ReceiverFault]) -> dict[str, str]:
    """What receivers will say, in a few sentences for each field that mends it."""
    told: dict[str, list[str]] = {}
    for fault in faults:
        told.setdefault(fault.field, []).append(said(fault.finding.message))
    return {field: " ".join(dict.fromkeys(sentences)) for field, sentences in told.items()}


def table_words(state: State, round_: Round, table: int) -> str:
    """'Table 3', or what the table is called; the final has one table."""
    if round_.is_final:
        return round_words(round_.number)
    return gettext("Table %(number)s", number=state.settings.table_name(table))


def table_title(state: State, round_: Round, table: int) -> str:
    """'Round 1: Table 3', or 'Final'."""
    words = table_words(state, round_, table)
    return words if round_.is_final else f"{round_words(round_.number)}{gettext(': ')}{words}"
