"""The event itself: created, configured, finished, opened again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from unicodedata import category

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.tournament.configuration import Configuration, DecksInArchive, EventRuleSet
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import (
    ConfigurationChanged,
    EarlyEndReported,
    Fact,
    NoteAdded,
    SettingChange,
    TournamentCreated,
    TournamentFinished,
    TournamentReopened,
)
from toolkit.tournament.log import GONE, LogEntry, PlayerNames, because, folds
from toolkit.tournament.settings import (
    SETTINGS,
    changed,
    check_configuration,
    check_v5,
    check_years,
    setting_name,
    setting_words,
    stored,
    tidied,
)
from toolkit.tournament.state import EarlyEnd, State, evolve

LONGEST_TEXT = 2000
# Since this day a changed table asks for its result again, a proxy player's points count, and seeds stay.
RULES_OF = date(2026, 11, 29)


def create(configuration: Configuration) -> list[Fact]:
    """A new event.

    Raises:
        BadValue: a setting that no event can have.
    """
    configuration = tidied(configuration)
    check_configuration(configuration)
    check_years(configuration)
    check_v5(configuration)
    return [TournamentCreated(configuration=configuration, rules_of=RULES_OF)]


def configure(state: State, changes: dict[str, Any]) -> list[Fact]:
    """Change settings, each given as its JSON value; what is as it was is left out.

    Raises:
        BadValue: an unknown setting, or a value it cannot take.
        Refused: too late to change it.

    Rule: VEKN 3.1.5a, 3.1.6 (announced before the first round).
    """
    configuration = state.settings
    # The kind has the last word on level and sanction, the answer about decklists on whether they are required.
    asked = sorted(changes, key=lambda name: name in ("kind", "decklists"))
    for name in asked:
        configuration = changed(configuration, name, changes[name])
    new = {name: stored(configuration, name) for name in asked}
    new = {name: value for name, value in new.items() if value != stored(state.settings, name)}
    if "kind" in changes and new.keys() & {"level", "is_sanctioned", "rule_set"}:
        new["kind"] = stored(configuration, "kind")
    check_configuration(configuration)
    if new.keys() & {"date", "last_day", "fees", "sign_up"}:
        check_years(configuration)
    if new.keys() & {"kind", "level", "rule_set", "is_sanctioned"}:
        check_v5(configuration)
    late = [name for name, row in SETTINGS.items() if row.settled and name in new]
    if late and state.published:
        raise Refused(
            Message("“%(name)s” is announced before round 1: it cannot change now.", name=setting_name(late[0])),
            code="too_late",
            rule=SETTINGS[late[0]].settled,
        )
    if new.get("decks_in_archive") == DecksInArchive.EVERYBODY.value and state.published:
        raise Refused(
            Message("That all lists go into the archive is announced before round 1: it cannot change now."),
            code="not_announced",
        )
    if "is_rehearsal" in new:
        raise Refused(Message("An event is a rehearsal from its beginning, or it is none."), code="rehearsal_fixed")
    if new.get("is_template") and state.published:
        raise Refused(
            Message("An event that has begun cannot become a template. Use “The same event again” instead."),
            code="template_begun",
        )
    _check_rounds(state, configuration)
    if state.limited.given and new.get("rule_set", EventRuleSet.LIMITED.value) != EventRuleSet.LIMITED.value:
        raise Refused(
            Message("Product was given out: the event stays a limited one."), code="limited_begun", rule="VEKN 7"
        )
    return [ConfigurationChanged(changes=tuple(SettingChange.to(*item) for item in new.items()))] if new else []


def throw_away(state: State) -> list[Fact]:
    """Take a rehearsal out of every list; its log stays, so that this can be undone.

    Raises:
        BadValue: it is no rehearsal.
    """
    return configure(state, {"is_thrown_away": True})


def _check_rounds(state: State, configuration: Configuration) -> None:
    if state.plan is None and configuration.rounds < state.published:
        raise Refused(
            Count(
                state.published,
                "%(num)d round has been published already.",
                "%(num)d rounds have been published already.",
            ),
            code="rounds_played",
        )


def reopen(state: State, reason: str) -> list[Fact]:
    """Open a finished event again.

    Raises:
        Refused: it is not finished.
        BadValue: no reason.
    """
    if not state.is_finished:
        raise Refused(Message("The event is not finished."), code="not_finished")
    return [TournamentReopened(reason=check_text(reason, is_required=True), rules_of=RULES_OF)]


def report_early_end(state: State, *, nature: str, decision: str, safety: str = "") -> list[Fact]:
    """Record the head judge's report of an early end; a second report replaces the first.

    Raises:
        Refused: the event did not end early.
        BadValue: what happened or how it was decided is missing.

    Rule: JG 5.3 A.4.
    """
    if state.ended_early is None:
        raise Refused(Message("The event did not end early."), code="not_ended_early", rule="JG 5.3")
    for name, text in {"nature": nature, "decision": decision}.items():
        if not text.strip():
            raise BadValue(Message("This cannot be left empty."), code=f"{name}_needed", rule="JG 5.3")
    return [
        EarlyEndReported(nature=check_text(nature), decision=check_text(decision), safety=check_text(safety)),
    ]


def add_note(state: State, text: str) -> list[Fact]:
    """A remark for the log.

    Raises:
        BadValue: an empty or endless one.
    """
    return [NoteAdded(text=check_text(text, is_required=True))]


def check_text(text: str, *, is_required: bool = False) -> str:
    """A remark or a reason, trimmed.

    Raises:
        BadValue: nothing where something is needed, or too much.
    """
    trimmed = shown_text(text).strip()
    if is_required and not trimmed:
        raise BadValue(Message("A reason is needed: write one."), code="reason_needed")
    if len(trimmed) > LONGEST_TEXT:
        raise BadValue(
            Message("That text is longer than %(number)s characters.", number=LONGEST_TEXT), code="text_too_long"
        )
    return trimmed


def shown_text(text: str) -> str:
    """The text without control and half characters: what is pasted brings page feeds and worse, which no page shows."""
    return "".join(character for character in text if character in "\n\t" or category(character) not in ("Cc", "Cs"))


def check_running(state: State) -> None:
    """Refuse what only makes sense before the end.

    Raises:
        Refused: the event is finished.
    """
    if state.is_finished:
        raise Refused(Message("The event is finished: open it again first."), code="finished")


def _before(names: PlayerNames, fact: ConfigurationChanged, name: str) -> list[Any]:
    """The value of a setting before its change; nothing where that is not known."""
    for earlier in names.earlier(fact):
        if isinstance(earlier, TournamentCreated):
            return [stored(earlier.configuration, name)]
        if isinstance(earlier, ConfigurationChanged):
            for change in earlier.changes:
                if change.name == name:
                    return [change.loaded()]
    return []


def _changes_sentence(names: PlayerNames, fact: ConfigurationChanged) -> Sayable:
    changes = [
        setting_words(change.name, change.loaded(), *_before(names, fact, change.name)) for change in fact.changes
    ]
    return Message("Changed the settings. %(list)s.", list=Listed(changes, between="; "))


@folds(TournamentCreated, lambda _, fact: Message("Created “%(name)s”.", name=fact.configuration.name))
def _created(state: State, fact: TournamentCreated, entry: LogEntry) -> State:
    if state.configuration is not None:
        raise Refused(Message("The tournament has been created already."), code="created_twice")
    check_configuration(fact.configuration)
    return evolve(state, configuration=fact.configuration, rules_of=fact.rules_of)


@folds(ConfigurationChanged, _changes_sentence)
def _configured(state: State, fact: ConfigurationChanged, entry: LogEntry) -> State:
    configuration = state.settings
    for change in fact.changes:
        configuration = changed(configuration, change.name, change.loaded())
    check_configuration(configuration)
    return evolve(state, configuration=configuration)


def _finished_sentence(names: PlayerNames, fact: TournamentFinished) -> Sayable:
    if fact.is_early:
        return because(Message("Ended the event early."), fact.reason)
    return Message("Finished the event.")


@folds(TournamentFinished, _finished_sentence)
def _finished(state: State, fact: TournamentFinished, entry: LogEntry) -> State:
    check_running(state)
    early = EarlyEnd(reason=fact.reason, at=entry.at) if fact.is_early else None
    return evolve(state, is_finished=True, ended_early=early)


@folds(EarlyEndReported, lambda _, fact: Message("Wrote the report of the early end."))
def _reported(state: State, fact: EarlyEndReported, entry: LogEntry) -> State:
    if state.ended_early is None:
        return state
    report = replace(state.ended_early, nature=fact.nature, decision=fact.decision, safety=fact.safety)
    return evolve(state, ended_early=report)


@folds(TournamentReopened, lambda _, fact: because(Message("Opened the event again."), fact.reason))
def _reopened(state: State, fact: TournamentReopened, entry: LogEntry) -> State:
    return evolve(state, is_finished=False, ended_early=None, rules_of=fact.rules_of or state.rules_of)


@folds(NoteAdded, lambda _, fact: Message("Note: %(name)s", name=fact.text or GONE))
def _noted(state: State, fact: NoteAdded, entry: LogEntry) -> State:
    return state
