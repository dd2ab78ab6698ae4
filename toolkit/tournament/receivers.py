"""The reports that a finished event owes, their deadlines, and each receiver's checks, made as early as possible.

One table (`CHECKS`) holds everything that the VEKN's site, the archive of winning decks and the workbook's readers
refuse or look at twice. Nothing of it stops an event: a fault blocks the report that it would be refused in.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Self

from toolkit.languages import N_, Count, Listed, Message
from toolkit.tournament import checkin
from toolkit.tournament.configuration import DecksInArchive, EventRuleSet
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import ArchonRead, ArchonSent, CalendarRead, Fact, ReportTicked, ResultSent
from toolkit.tournament.games import counted_rounds
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.players import VEKN_DIGITS
from toolkit.tournament.questions import accepts_decklists, is_reported
from toolkit.tournament.standings import players_who_played, standings, winner
from toolkit.tournament.state import OnCalendar, Player, PlayerStatus, State, SubmittedDeck, evolve

if TYPE_CHECKING:
    from toolkit.decks.model import Reading

# Days after the last one by which the VEKN wants the result, and from which on the event is delinquent (VEKN 9.2).
DUE_AFTER = datetime.timedelta(days=8)
# So many names stand in one sentence.
_NAMED = 12
_FEWEST_RATED = 8
# Below this the archive takes no list.
_FEWEST_FOR_ARCHIVE = 10
# A card that came out less long ago may be missing in the archive's list of cards.
_NEW = datetime.timedelta(days=30)
# What the Archon workbook has room for.
_WORKBOOK_ROUNDS = (2, 3)
_WORKBOOK_PLAYERS = 300
# As many as its name MPlayerNo covers (rows 7 to 206), by which it reckons.
_WORKBOOK_COVERED = 200
_WORKBOOK_SEATS = (4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportKind:
    """A row of the reports.

    Attributes:
        title, hint: its heading on the page, and the receiver and the way there; "" without a hint.
        media_type, ending: of its file; `is_binary` for a file that is not a text.
        is_owed: whether each event owes it or is asked for it, so that it is ticked when it is out.
        is_result: whether outsiders would take it for a result, so that a rehearsal has none.
        is_public: whether everyone may have it who may see the event, or its points if `shows_points`.
        can_be_draft: whether it may be written although its receiver would refuse it.
        is_copied: whether the page shows its text to be copied; `has_dialects` adds files with the marks of chats.
        is_named_by_event: whether its file is called by the event's number on the VEKN's calendar.
    """

    title: str
    hint: str = ""
    media_type: str = "text/plain"
    ending: str = "txt"
    is_binary: bool = False
    is_owed: bool = False
    is_result: bool = False
    is_public: bool = False
    shows_points: bool = True
    can_be_draft: bool = False
    is_copied: bool = False
    has_dialects: bool = False
    is_named_by_event: bool = False


class Output(StrEnum):
    """The reports, in the order of the page; `toolkit/services/events/reports.py` has their writers."""

    kind: ReportKind

    ARCHONDATA = (
        "archondata",
        ReportKind(
            title=N_("Result for the VEKN (archondata)"),
            hint=N_("One line that the VEKN's calendar takes from programs."),
            is_owed=True,
            is_result=True,
            can_be_draft=True,
            is_copied=True,
        ),
    )
    WORKBOOK = (
        "workbook",
        ReportKind(
            title=N_("Archon workbook"),
            hint=N_(
                "For the upload on vekn.net and for programs that read an Archon. The upload was never tried with "
                "a file made here. The safe choice: give the original workbook here, and it is filled in."
            ),
            media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ending="xlsx",
            is_binary=True,
            is_result=True,
        ),
    )
    POST = (
        "post",
        ReportKind(
            title=N_("Winning deck for the archive"),
            hint=N_("Post it in the VEKN forum “Event Reports and TWD”, after the result was sent."),
            is_owed=True,
            is_result=True,
            can_be_draft=True,
            is_copied=True,
            is_named_by_event=True,
        ),
    )
    DECKS = (
        "decks",
        ReportKind(
            title=N_("All decks of the event"),
            hint=N_("For the analysts: the lists of all players who agree, with the workbook."),
            media_type="application/zip",
            ending="zip",
            is_binary=True,
            is_owed=True,
            is_result=True,
            is_named_by_event=True,
        ),
    )
    STANDINGS = (
        "standings",
        ReportKind(title=N_("Standings"), media_type="text/csv", ending="csv", is_owed=True, is_public=True),
    )
    ROUNDS = (
        "rounds",
        ReportKind(title=N_("Rounds and seats"), media_type="text/csv", ending="csv", is_public=True),
    )
    TEXT = (
        "text",
        ReportKind(
            title=N_("Result for chats and forums"), is_owed=True, is_public=True, is_copied=True, has_dialects=True
        ),
    )
    CALENDAR = (
        "calendar",
        ReportKind(title=N_("Calendar"), media_type="text/calendar", ending="ics", is_public=True, shows_points=False),
    )

    def __new__(cls, name: str, kind: ReportKind) -> Self:
        """The name is the value by which it is stored and asked for."""
        output = str.__new__(cls, name)
        output._value_ = name
        output.kind = kind
        return output

    @classmethod
    def named(cls, name: str) -> Output | None:
        """The report of that name; None without one."""
        return next((output for output in cls if output.value == name), None)


def outputs_of(state: State) -> tuple[Output, ...]:
    """The outputs that this event has: the archive takes no winner of a limited one."""
    gone = _unasked(state) | ({Output.POST} if _is_limited(state) else frozenset())
    return tuple(output for output in Output if output not in gone)


def _unasked(state: State) -> frozenset[Output]:
    """The outputs that do not apply: without decklists those of decks, and of an unreported event all but files."""
    decks = frozenset({Output.POST, Output.DECKS})
    if not is_reported(state):
        return decks | {Output.ARCHONDATA}
    return frozenset() if accepts_decklists(state) else decks


def owed(state: State) -> tuple[Output, ...]:
    """The outputs that this event owes; none if it is not reported."""
    return tuple(output for output in outputs_of(state) if output.kind.is_owed) if is_reported(state) else ()


def _is_limited(state: State) -> bool:
    return state.settings.rule_set is EventRuleSet.LIMITED or state.settings.kind.is_limited


class Since(IntEnum):
    """From when on a fault stands before the next step; beside the field that mends it, it does once it is known."""

    CHECK_IN = 0
    ROUND_1 = 1
    FINISH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEvent:
    """An event, and the winner's list as it was read where that was done.

    Attributes:
        is_registering: whoever is registered is taken for somebody who plays.
        player: who alone is asked about; None for everybody.
    """

    state: State
    reading: Reading | None = None
    is_registering: bool = False
    player: int | None = None

    def is_about(self, player: Player) -> bool:
        """Whether that player is asked about."""
        return self.player in (None, player.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A check's finding, its players, and where it is mended if not in its check's `field`."""

    message: str
    players: tuple[int, ...] = ()
    field: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A row of the table.

    Attributes:
        field: where it is mended: a setting, `players`, `vekn`, `deck`, `results`; "" where nothing can be.
        blocks: the outputs that the receiver would refuse; `warns` those beside which it is said.
        is_reported: asked of an event alone that is reported to the VEKN.
    """

    code: str
    field: str
    since: Since
    find: Callable[[CheckedEvent], Finding | None]
    blocks: frozenset[Output] = frozenset()
    warns: frozenset[Output] = frozenset()
    is_reported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverFault:
    """A check that found something."""

    check: Check
    finding: Finding

    @property
    def code(self) -> str:
        """The check's."""
        return self.check.code

    @property
    def field(self) -> str:
        """The place where it is mended: the finding's own, or the check's."""
        return self.check.field if self.finding.field is None else self.finding.field


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputState:
    """The state of one output: its faults, those that block it first."""

    to: Output
    faults: tuple[ReceiverFault, ...]

    @property
    def is_blocked(self) -> bool:
        """Whether its receiver would refuse it."""
        return any(self.to in fault.check.blocks for fault in self.faults)

    @property
    def word(self) -> str:
        """`ready`, `warnings` or `blocked`."""
        return "blocked" if self.is_blocked else "warnings" if self.faults else "ready"

    @property
    def blocking(self) -> tuple[ReceiverFault, ...]:
        """The faults that block the output."""
        return tuple(fault for fault in self.faults if self.to in fault.check.blocks)


def tick_report(state: State, to: Output, *, is_out: bool = True) -> list[Fact]:
    """Note that a report was sent or handed on, or take that back; nothing where it is noted so already.

    Raises:
        Refused: the event is not finished.
    """
    _check_finished(state)
    return [] if (to.value in state.reports_out) is is_out else [ReportTicked(to=to.value, is_out=is_out)]


def _check_finished(state: State) -> None:
    if not state.is_finished:
        raise Refused(Message("The event is not finished."), code="not_finished")


def _ticked_sentence(names: PlayerNames, fact: ReportTicked) -> Message:
    output = Output.named(fact.to)
    what = Message(output.kind.title) if output else fact.to
    if fact.is_out:
        return Message("Done: %(name)s.", name=what)
    return Message("Not done after all: %(name)s.", name=what)


@folds(ReportTicked, _ticked_sentence)
def _ticked(state: State, fact: ReportTicked, entry: LogEntry) -> State:
    others = {to: at for to, at in state.reports_out.items() if to != fact.to}
    return evolve(state, reports_out={**others, fact.to: entry.at} if fact.is_out else others)


@dataclass(frozen=True, slots=True)
class _Contract:
    """A receiver's name, and the day on which its calls were last compared with its source or a client that runs."""

    name: str
    looked_at: datetime.date


class ResultWay(StrEnum):
    """A way by which this program sends a result; only one is taken for an event.

    Archon sends the result on to vekn.net, which takes it once.
    """

    VEKN = "vekn"
    ARCHON = "archon"

    @property
    def receiver(self) -> str:
        """The receiver's name."""
        return _CONTRACTS[self].name

    @property
    def looked_at(self) -> datetime.date:
        """The day on which the receiver's calls were last looked at."""
        return _CONTRACTS[self].looked_at


_CONTRACTS = {
    ResultWay.VEKN: _Contract("vekn.net", datetime.date(2026, 11, 24)),
    ResultWay.ARCHON: _Contract("Archon", datetime.date(2026, 11, 29)),
}


def check_way(state: State, way: ResultWay) -> None:
    """Refuse a second way.

    Raises:
        Refused: the result went out by another one.
    """
    if state.sent_by not in ("", way):
        name = ResultWay(state.sent_by).receiver
        message = Message("The result went out the other way already: %(name)s.", name=name)
        raise Refused(message, code="other_way")


def note_sent(state: State, *, event: str, checksum: str) -> list[Fact]:
    """Note that the VEKN's site has taken the result.

    Raises:
        Refused: the event is not finished, or its result went out by another way.
    """
    _check_finished(state)
    check_way(state, ResultWay.VEKN)
    return [ResultSent(event=event, checksum=checksum)]


def _sent_sentence(names: PlayerNames, fact: ResultSent) -> Message:
    return Message("Result sent to vekn.net: event %(number)s.", number=fact.event)


@folds(ResultSent, _sent_sentence)
def _sent(state: State, fact: ResultSent, entry: LogEntry) -> State:
    out = {**state.reports_out, Output.ARCHONDATA.value: entry.at}
    return evolve(state, reports_out=out, sent_by=ResultWay.VEKN.value)


def note_archon(
    state: State, *, uid: str, code: str, steps: int, done: int, checksum: str, stopped: str = ""
) -> list[Fact]:
    """Note what a run of sending the event to Archon came to; nothing where none of it was left.

    Raises:
        Refused: the event is not finished, or its result went out by another way.
    """
    _check_finished(state)
    check_way(state, ResultWay.ARCHON)
    if not steps and (stopped or Output.ARCHONDATA.value in state.reports_out):
        return []
    return [ArchonSent(uid=uid, code=code, steps=steps, done=done, checksum=checksum, stopped=stopped)]


def _archon_read_sentence(names: PlayerNames, fact: ArchonRead) -> Message:
    return Message(
        "Read from Archon: event %(code)s (%(uid)s), SHA-256 %(checksum)s.",
        code=fact.code or "-",
        uid=fact.uid,
        checksum=fact.checksum,
    )


@folds(ArchonRead, _archon_read_sentence)
def _archon_read(state: State, fact: ArchonRead, entry: LogEntry) -> State:
    return evolve(state, sent_by=ResultWay.ARCHON.value, archon_uid=fact.uid)


def _archon_sentence(names: PlayerNames, fact: ArchonSent) -> Message:
    if not fact.stopped:
        return Message("Result sent to Archon: event %(code)s.", code=fact.code or fact.uid)
    return Message(
        "Sending to Archon stopped after %(done)s of %(steps)s steps: event %(code)s.",
        done=fact.done,
        steps=fact.steps,
        code=fact.code or fact.uid,
    )


@folds(ArchonSent, _archon_sentence)
def _archon_sent(state: State, fact: ArchonSent, entry: LogEntry) -> State:
    if fact.stopped and not fact.done and not state.sent_by:
        return evolve(state, archon_uid=fact.uid)
    is_out = {} if fact.stopped else {Output.ARCHONDATA.value: entry.at}
    return evolve(
        state, reports_out={**state.reports_out, **is_out}, sent_by=ResultWay.ARCHON.value, archon_uid=fact.uid
    )


def note_calendar(state: State, *, event: str, day: str, rounds: int) -> list[Fact]:
    """Note what the VEKN's calendar says of the event; nothing where that is known."""
    calendar = OnCalendar(event=event, day=day, rounds=rounds)
    return [] if calendar == state.on_calendar else [CalendarRead(event=event, day=day, rounds=rounds)]


def _calendar_sentence(names: PlayerNames, fact: CalendarRead) -> Message:
    return Message(
        "The VEKN's calendar has event %(number)s on %(day)s, with %(rounds)s rounds, the final among them.",
        number=fact.event,
        day=fact.day or "-",
        rounds=fact.rounds or "-",
    )


@folds(CalendarRead, _calendar_sentence)
def _read(state: State, fact: CalendarRead, entry: LogEntry) -> State:
    return evolve(state, on_calendar=OnCalendar(event=fact.event, day=fact.day, rounds=fact.rounds))


def calendar_of(state: State) -> OnCalendar | None:
    """The VEKN's calendar entry of the event of this number; None where it was not read."""
    calendar = state.on_calendar
    return calendar if calendar is not None and calendar.event == state.settings.vekn_event else None


def rounds_differ(state: State, calendar: OnCalendar) -> Message | None:
    """The warning that the calendar's number of rounds differs from those played or planned; None if it does not."""
    settings = state.settings
    if not calendar.rounds:
        return None
    if state.is_finished:
        rounds = preliminary_rounds(state) + has_played_final(state)
        return (
            Message(
                "The calendar has %(number)s rounds with the final, here there were %(other)s: correct it there first.",
                number=calendar.rounds,
                other=rounds,
            )
            if rounds != calendar.rounds
            else None
        )
    planned = settings.rounds + settings.has_final
    if planned == calendar.rounds:
        return None
    return Message(
        "The calendar has %(number)s rounds with the final, the settings have %(other)s: correct one of them.",
        number=calendar.rounds,
        other=planned,
    )


def day_differs(state: State, calendar: OnCalendar) -> Message | None:
    """The warning that the calendar has the event on another day; None if it has not."""
    day = state.settings.date
    if not calendar.day or day is None or calendar.day == day.isoformat():
        return None
    return Message("The calendar has it on %(day)s, here it is on %(other)s.", day=calendar.day, other=day)


def as_reported[S: State](state: S) -> S:
    """The event as the VEKN is told of it: those whom only its report may name any more have their names in it."""
    waiting = {number: identity for number, identity in state.forgotten.items() if identity is not None}
    if not waiting:
        return state
    players = {
        number: replace(
            state.players[number],
            name=identity.name,
            first=identity.first,
            last=identity.last,
            vekn=state.players[number].vekn or identity.vekn,
            city=state.players[number].city or identity.city,
        )
        for number, identity in waiting.items()
    }
    return evolve(state, players={**state.players, **players})


def due_day(state: State) -> datetime.date | None:
    """The day by which the result is owed; None without a day of the event, or if it is not reported.

    Rule: VEKN 9.2.
    """
    if not is_reported(state):
        return None
    last = state.settings.last_day or state.settings.date
    return last + DUE_AFTER if last else None


def preliminary_rounds(state: State) -> int:
    """How many rounds before the final were played; of a staggered event, how many each player played."""
    if state.plan is None:
        return len(counted_rounds(state))
    return max((row.rounds for row in standings(state)), default=0)


def has_played_final(state: State) -> bool:
    """Whether the event has a final with a result that counts."""
    return state.settings.has_final and winner(state) is not None


def winners_list(state: State) -> SubmittedDeck | None:
    """The list that the winner played last."""
    first = winner(state)
    return played_list(state, first) if first is not None else None


def played_list(state: State, number: int) -> SubmittedDeck | None:
    """The list that a player played last: of several, the one of the final."""
    decks = state.players[number].lists
    chosen = state.final.deck_rounds.get(number, 0) if state.final is not None else 0
    return decks.get(chosen) or decks.get(0) or (decks[max(decks)] if decks else None)


class LeftOut(StrEnum):
    """Why a player's list is not in the archive of all decks."""

    NO_DECK = "no_deck"
    NO_VEKN = "no_vekn"
    NOT_AGREED = "not_agreed"
    DISQUALIFIED = "disqualified"


_LEFT_OUT = {
    LeftOut.NO_DECK: N_("Without a list: %(list)s."),
    LeftOut.NO_VEKN: N_("Without a VEKN number: %(list)s."),
    LeftOut.NOT_AGREED: N_("Without consent: %(list)s."),
    LeftOut.DISQUALIFIED: N_("Disqualified: %(list)s."),
}


def left_out_of_archive(state: State, player: Player) -> LeftOut | None:
    """Why a player's list stays out of the archive of all decks; None for one that goes in.

    A no is always a no; the winner's, which the post shows anyway, needs no consent. Readers join lists with ranks,
    and the disqualified have none.
    """
    if player.status is PlayerStatus.DISQUALIFIED:
        return LeftOut.DISQUALIFIED
    if not player.lists:
        return LeftOut.NO_DECK
    if not has_number(player):
        return LeftOut.NO_VEKN
    asked, answer = state.settings.decks_in_archive, player.agrees_to_archive
    does_agree = answer is True and asked is not DecksInArchive.NOBODY
    if player.number == winner(state) or does_agree or (asked is DecksInArchive.EVERYBODY and answer is None):
        return None
    return LeftOut.NOT_AGREED


def has_number(player: Player) -> bool:
    """Whether the player's VEKN number is one."""
    return len(player.vekn) == VEKN_DIGITS and player.vekn.isdecimal()


def early_faults(state: State) -> Iterator[ReceiverFault]:
    """The faults of the reports to come, before the next step, while they can still be mended."""
    if is_reported(state):
        now = Since.ROUND_1 if state.published else Since.CHECK_IN
        yield from _found(CheckedEvent(state=state), now)


def known_faults(state: State, player: int | None = None) -> Iterator[ReceiverFault]:
    """The faults known by now that a field or a list mends: from the first registration on.

    Of a `player` only what concerns them, and named alone where others lack the same.
    """
    if not is_reported(state) or state.settings.is_template:
        return
    unasked = _unasked(state)
    for fault in _found(replace(checked_event(state), player=player), Since.FINISH):
        if fault.check.blocks | fault.check.warns <= unasked:
            continue
        if fault.field not in ("", "deck", "results") and player in (None, *fault.finding.players):
            yield fault


def checked_event(state: State, reading: Reading | None = None) -> CheckedEvent:
    """The event as its receivers see it: as long as it runs, whoever is registered is taken for somebody who plays."""
    return CheckedEvent(state=state, reading=reading, is_registering=not state.is_finished)


def checklist(case: CheckedEvent) -> tuple[OutputState, ...]:
    """Every output of this event, and what its receiver would say."""
    faults = [*_found(case, Since.FINISH)]
    return tuple(_state(output, faults) for output in outputs_of(case.state))


def output_state(case: CheckedEvent, output: Output) -> OutputState:
    """The state of an output by its receiver's checks, owed or not."""
    return _state(output, [*_found(case, Since.FINISH)])


def _state(output: Output, faults: Sequence[ReceiverFault]) -> OutputState:
    return OutputState(
        to=output,
        faults=(
            *(fault for fault in faults if output in fault.check.blocks),
            *(fault for fault in faults if output in fault.check.warns),
        ),
    )


def _found(case: CheckedEvent, now: Since) -> Iterator[ReceiverFault]:
    for check in CHECKS:
        if check.since > now or (check.is_reported and not is_reported(case.state)):
            continue
        if (finding := check.find(case)) is not None:
            yield ReceiverFault(check=check, finding=finding)


def _playing(state: State) -> list[Player]:
    """The players who sat in a round, or are checked in for the next."""
    sat = {number for round_ in state.rounds if round_.is_published for number in round_.played_by}
    here = frozenset() if state.is_finished else checkin.here(state)
    # Whoever was checked in may have been taken out of the list since.
    return [state.players[number] for number in sorted((sat | here) & state.players.keys())]


def _asked(case: CheckedEvent) -> list[Player]:
    """Whose number the VEKN will ask for; of those who were forgotten, the number that waits for the report."""
    coming = case.state.active if case.is_registering else ()
    everybody = {player.number: player for player in (*_playing(case.state), *coming)}
    for number, identity in case.state.forgotten.items():
        if number in everybody and not everybody[number].vekn:
            if identity is None:
                del everybody[number]
            else:
                everybody[number] = replace(everybody[number], vekn=identity.vekn)
    return [*everybody.values()]


def _forgotten(case: CheckedEvent) -> Finding | None:
    gone = {number for number, identity in case.state.forgotten.items() if identity is None}
    if not gone:
        return None
    return _of(
        [player for player in _playing(case.state) if player.number in gone and not player.vekn],
        lambda names: Message("Forgotten, and reported without a name and a number: %(list)s.", list=names),
    )


def _forgotten_once_sent(case: CheckedEvent) -> Finding | None:
    waiting = sorted(number for number, identity in case.state.forgotten.items() if identity is not None)
    return _of(
        [case.state.players[number] for number in waiting],
        lambda names: Message(
            "Only this report still names %(list)s. They are forgotten for good once it is ticked as sent, or 365 days "
            "after the event.",
            list=names,
        ),
    )


def _of(players: list[Player], message: Callable[[Listed], str], names: list[str] | None = None) -> Finding | None:
    if not players:
        return None
    listed = Listed(names or [player.name for player in players], most=_NAMED)
    return Finding(message=message(listed), players=tuple(player.number for player in players))


def _no_vekn(case: CheckedEvent) -> Finding | None:
    without = [player for player in _asked(case) if not player.vekn and case.is_about(player)]
    return _of(without, lambda names: Message("Without a VEKN number: %(list)s.", list=names))


def _bad_vekn(case: CheckedEvent) -> Finding | None:
    odd = [player for player in _asked(case) if player.vekn and not has_number(player) and case.is_about(player)]
    return _of(
        odd,
        lambda names: Message("A VEKN number has %(number)s digits: %(list)s.", number=VEKN_DIGITS, list=names),
        [f"{player.name} ({player.vekn})" for player in odd],
    )


def _double_vekn(case: CheckedEvent) -> Finding | None:
    """Two who have one number, zeros in front aside."""
    holders: dict[int, list[Player]] = {}
    for player in _asked(case):
        if player.vekn.isdecimal():
            holders.setdefault(int(player.vekn), []).append(player)
    double = [player for same in holders.values() if len(same) > 1 for player in same]
    return _of(
        double,
        lambda names: Message("Two players have one VEKN number: %(list)s.", list=names),
        [f"{player.name} ({player.vekn})" for player in double],
    )


def _rounds_differ(case: CheckedEvent) -> Finding | None:
    calendar = calendar_of(case.state)
    message = rounds_differ(case.state, calendar) if calendar is not None else None
    return Finding(message=message) if message is not None else None


def _day_differs(case: CheckedEvent) -> Finding | None:
    calendar = calendar_of(case.state)
    message = day_differs(case.state, calendar) if calendar is not None else None
    return Finding(message=message) if message is not None else None


def _winner_vekn(case: CheckedEvent) -> Finding | None:
    first = winner(case.state)
    if first is None or has_number(player := case.state.player(first)):
        return None
    message = Message("The archive looks the winner up by VEKN number: %(name)s has none.", name=player.name)
    return Finding(message=message, players=(first,))


def _result_first(case: CheckedEvent) -> Finding | None:
    if winner(case.state) is None or Output.ARCHONDATA.value in case.state.reports_out:
        return None
    return Finding(message=Message("Send the result first: the archive asks the calendar who has won."))


def _no_event_id(case: CheckedEvent) -> Finding | None:
    if case.state.settings.vekn_event:
        return None
    return Finding(message=Message("The settings do not say the event's number on the VEKN's calendar."))


def _no_date(case: CheckedEvent) -> Finding | None:
    if case.state.settings.date:
        return None
    return Finding(message=Message("The settings do not say the event's day."))


def _no_place(case: CheckedEvent) -> Finding | None:
    settings = case.state.settings
    has_place = bool(settings.place or settings.venue)
    if settings.is_online or (has_place and settings.country):
        return None
    return Finding(
        message=Message("The settings do not say the event's city and country."),
        field="country" if has_place else "place",
    )


def _not_finished(case: CheckedEvent) -> Finding | None:
    if not case.state.is_finished:
        return Finding(message=Message("The event is not finished."))
    return Finding(message=Message("The event has no winner.")) if winner(case.state) is None else None


def _no_deck(case: CheckedEvent) -> Finding | None:
    first = winner(case.state)
    if first is None or winners_list(case.state) is not None or _is_limited(case.state):
        return None
    name = case.state.player(first).name
    return Finding(message=Message("%(name)s has won and has handed in no list.", name=name), players=(first,))


def _deck_unread(case: CheckedEvent) -> Finding | None:
    first, reading = winner(case.state), case.reading
    if first is None or reading is None:
        return None
    lines = [item.text for item in reading.unresolved]
    if not lines and reading.deck.crypt and reading.deck.library:
        return None
    message = Message("The winner's list has no crypt or no library.")
    if lines:
        message = Message(
            "The winner's list has lines that name no card: %(list)s.",
            list=Listed((line[:60] for line in lines), most=3, between="; "),
        )
    return Finding(message=message, players=(first,))


def _new_cards(case: CheckedEvent) -> Finding | None:
    """Cards that came out so shortly before the event that the archive's list of cards may lack them."""
    settings, reading = case.state.settings, case.reading
    last = settings.last_day or settings.date
    if reading is None or last is None:
        return None
    entries = (*reading.deck.crypt, *reading.deck.library)
    new = {entry.card.unique_name for entry in entries if entry.card.released and last - entry.card.released < _NEW}
    if not new:
        return None
    return Finding(message=Message("The archive may not know these new cards yet: %(list)s.", list=Listed(sorted(new))))


def _deck_illegal(case: CheckedEvent) -> Finding | None:
    first, deck = winner(case.state), winners_list(case.state)
    if first is None or deck is None or deck.verdict.is_legal:
        return None
    name = case.state.player(first).name
    message = Message("The list of %(name)s is not legal.", name=name)
    if deck.verdict.problems:
        message = Message("%(name)s's list is not legal: %(sentence)s", name=name, sentence=deck.verdict.problems[0])
    return Finding(message=message, players=(first,))


def _expected(case: CheckedEvent) -> int:
    """How many have played; before round 1 those who are here, or may still come; 0 where it is too early to ask."""
    state = case.state
    if state.is_finished or state.published:
        return players_who_played(state) or len(_playing(state))
    if checkin.is_taken(state) and not checkin.is_check_in_open(state):
        return len(checkin.here(state))
    is_near = checkin.is_taken(state) or bool(state.rounds)
    return len(state.active) if is_near or case.is_registering else 0


def _not_rated(case: CheckedEvent) -> Finding | None:
    if case.state.settings.sets:
        return Finding(
            message=Message("Restricted card sets: the event gives no rating points (VEKN 6.1.1)."), field="sets"
        )
    players = _expected(case)
    if not 0 < players < _FEWEST_RATED:
        return None
    message = Count(
        players,
        "%(num)d player: the VEKN rates events of %(number)s or more.",
        "%(num)d players: the VEKN rates events of %(number)s or more.",
        number=_FEWEST_RATED,
    )
    return Finding(message=message, field=_where_players_come(case.state))


def _where_players_come(state: State) -> str:
    return "" if state.is_finished else "players"


def _no_final(case: CheckedEvent) -> Finding | None:
    if not case.state.is_finished or winner(case.state) is None or has_played_final(case.state):
        return None
    return Finding(message=Message("No final was played: the archive takes lists of events with a final."))


def _few_decks(case: CheckedEvent) -> Finding | None:
    state = case.state
    played = {number for round_ in counted_rounds(state) for number in round_.played_by} & state.players.keys()
    reasons = {number: left_out_of_archive(state, state.players[number]) for number in sorted(played)}
    out = {
        why: [number for number, reason in reasons.items() if reason is why]
        for why in LeftOut
        if why in reasons.values()
    }
    if not out:
        return None
    left = [number for numbers in out.values() for number in numbers]
    sentences = [
        Message(_LEFT_OUT[why], list=Listed((state.players[number].name for number in numbers), most=_NAMED))
        for why, numbers in out.items()
    ]
    message = Message(
        "%(number)s of %(other)s lists will be in the archive of all decks. %(list)s",
        number=len(played) - len(left),
        other=len(played),
        list=Listed(sentences, between=" "),
    )
    mends = "decks_in_archive" if LeftOut.NOT_AGREED in out else "deck"
    return Finding(message=message, players=tuple(left), field=mends)


def _few_for_archive(case: CheckedEvent) -> Finding | None:
    state = case.state
    players = _expected(case)
    # Before the end the next threshold alone.
    fewest = 0 if state.is_finished else _FEWEST_RATED - 1
    if not fewest < players < _FEWEST_FOR_ARCHIVE:
        return None
    message = Count(
        players,
        "%(num)d player: the archive takes lists of events with %(number)s or more.",
        "%(num)d players: the archive takes lists of events with %(number)s or more.",
        number=_FEWEST_FOR_ARCHIVE,
    )
    return Finding(message=message, field=_where_players_come(state))


def _limited_name(case: CheckedEvent) -> Finding | None:
    settings = case.state.settings
    if _is_limited(case.state):
        return Finding(
            message=Message("The archive takes no lists of limited events."),
            field="kind" if settings.kind.is_limited else "rule_set",
        )
    if "limited" not in settings.name.casefold():
        return None
    return Finding(message=Message("The archive takes an event for a limited one whose name has “limited” in it."))


def _hash_in_header(case: CheckedEvent) -> Finding | None:
    settings, first = case.state.settings, winner(case.state)
    name = case.state.player(first).name if first is not None else ""
    deck = case.reading.deck.name if case.reading else ""
    fields = {"name": settings.name, "place": settings.place, "venue": settings.venue, "players": name, "deck": deck}
    marked = [field for field, text in fields.items() if "#" in text]
    if not marked:
        return None
    message = Message(
        "The archive cuts a line at its first “#”: %(list)s.", list=Listed(fields[name] for name in marked)
    )
    is_players = marked[0] in ("players", "deck")
    return Finding(message=message, players=(first,) if first is not None and is_players else (), field=marked[0])


# What the archive's reader takes for the beginning of the crypt.
_CRYPT_HEAD = re.compile(r"\s*crypt\s*[:(]", re.IGNORECASE)


def _crypt_in_description(case: CheckedEvent) -> Finding | None:
    text = case.reading.deck.description if case.reading else ""
    line = next((line for line in text.splitlines() if _CRYPT_HEAD.match(line)), None)
    if line is None:
        return None
    message = Message("The archive takes a line of the description for the crypt's: %(text)s", text=line.strip()[:60])
    return Finding(message=message)


def _comma_in_cell(case: CheckedEvent) -> Finding | None:
    settings = case.state.settings
    fields = {"name": settings.name, "place": settings.place}
    parted = [field for field, text in fields.items() if "," in text and case.player is None]
    people = [player for player in _asked(case) if "," in player.name and case.is_about(player)]
    if not parted and not people:
        return None
    texts = [*(fields[field] for field in parted), *(player.name for player in people)]
    return Finding(
        message=Message("VDB parts cells at commas: %(list)s.", list=Listed(texts, most=_NAMED, between="; ")),
        players=tuple(player.number for player in people),
        field=parted[0] if parted else None,
    )


def _workbook_rounds(case: CheckedEvent) -> Finding | None:
    state = case.state
    rounds = preliminary_rounds(state) if state.is_finished else state.settings.rounds
    if rounds in _WORKBOOK_ROUNDS:
        return None
    message = Message(
        "The Archon workbook has room for two or three rounds before the final, not %(number)s: send archondata.",
        number=rounds,
    )
    return Finding(message=message, field="" if state.is_finished else "rounds")


def _workbook_final(case: CheckedEvent) -> Finding | None:
    if not case.state.is_finished or winner(case.state) is None or has_played_final(case.state):
        return None
    return Finding(message=Message("The Archon workbook knows no event without a final: send archondata."))


def _workbook_staggered(case: CheckedEvent) -> Finding | None:
    if len(counted_rounds(case.state)) <= preliminary_rounds(case.state):
        return None
    return Finding(
        message=Message("The Archon workbook has no room for the rounds of a staggered event: send archondata.")
    )


def _workbook_seats(case: CheckedEvent) -> Finding | None:
    odd = [
        round_.number
        for round_ in counted_rounds(case.state)
        if any(len(players) not in _WORKBOOK_SEATS for players in round_.player_tables)
    ]
    if not odd:
        return None
    message = Message(
        "The Archon workbook has tables of four and five players only, not those of round %(list)s: send archondata.",
        list=Listed(odd),
    )
    return Finding(message=message)


def _workbook_players(case: CheckedEvent) -> Finding | None:
    played = players_who_played(case.state)
    if played <= _WORKBOOK_PLAYERS:
        return None
    message = Message(
        "The Archon workbook has room for %(number)s players, not %(other)s: send archondata.",
        number=_WORKBOOK_PLAYERS,
        other=played,
    )
    return Finding(message=message)


def _workbook_covered(case: CheckedEvent) -> Finding | None:
    played = players_who_played(case.state)
    if not _WORKBOOK_COVERED < played <= _WORKBOOK_PLAYERS:
        return None
    message = Message(
        "The Archon workbook reckons with %(number)s players: look its figures over, here are %(other)s.",
        number=_WORKBOOK_COVERED,
        other=played,
    )
    return Finding(message=message)


_ARCHON, _BOOK, _POST, _DECKS = Output.ARCHONDATA, Output.WORKBOOK, Output.POST, Output.DECKS


def _row(
    code: str,
    field: str,
    since: Since,
    find: Callable[[CheckedEvent], Finding | None],
    blocks: tuple[Output, ...] = (),
    warns: tuple[Output, ...] = (),
    *,
    is_reported: bool = False,
) -> Check:
    return Check(
        code=code,
        field=field,
        since=since,
        find=find,
        blocks=frozenset(blocks),
        warns=frozenset(warns),
        is_reported=is_reported,
    )


CHECKS: tuple[Check, ...] = (
    _row("not_finished", "results", Since.FINISH, _not_finished, (_ARCHON, _BOOK, _POST, _DECKS)),
    _row("no_vekn", "vekn", Since.CHECK_IN, _no_vekn, (_ARCHON,), (_BOOK, _DECKS), is_reported=True),
    _row("bad_vekn", "vekn", Since.CHECK_IN, _bad_vekn, (_ARCHON,), (_BOOK, _DECKS), is_reported=True),
    _row("double_vekn", "vekn", Since.CHECK_IN, _double_vekn, (_ARCHON,), (_BOOK, _DECKS), is_reported=True),
    _row("rounds_differ", "rounds", Since.CHECK_IN, _rounds_differ, (), (_ARCHON,), is_reported=True),
    _row("day_differs", "date", Since.CHECK_IN, _day_differs, (), (_POST,), is_reported=True),
    _row("no_event_id", "vekn_event", Since.ROUND_1, _no_event_id, (_POST,), (_ARCHON,), is_reported=True),
    _row("no_date", "date", Since.ROUND_1, _no_date, (_POST, _BOOK, Output.CALENDAR)),
    _row("no_place", "place", Since.ROUND_1, _no_place, (_POST,)),
    _row("no_deck", "deck", Since.FINISH, _no_deck, (_POST,)),
    _row("deck_unread", "deck", Since.FINISH, _deck_unread, (_POST,)),
    _row("deck_illegal", "deck", Since.FINISH, _deck_illegal, (), (_POST,)),
    _row("new_cards", "", Since.FINISH, _new_cards, (), (_POST,)),
    _row("winner_vekn", "vekn", Since.FINISH, _winner_vekn, (), (_POST,), is_reported=True),
    _row("result_first", "", Since.FINISH, _result_first, (), (_POST,), is_reported=True),
    _row("not_rated", "players", Since.CHECK_IN, _not_rated, (), (_ARCHON,), is_reported=True),
    _row("forgotten", "", Since.FINISH, _forgotten, (), (_ARCHON, _BOOK), is_reported=True),
    _row("forgotten_once_sent", "", Since.FINISH, _forgotten_once_sent, (), (_ARCHON,), is_reported=True),
    _row("no_final", "", Since.FINISH, _no_final, (), (_POST,)),
    _row("few_for_archive", "", Since.FINISH, _few_for_archive, (), (_POST,)),
    _row("limited_name", "name", Since.FINISH, _limited_name, (), (_POST,)),
    _row("hash_in_header", "name", Since.FINISH, _hash_in_header, (), (_POST,)),
    _row("crypt_in_description", "deck", Since.FINISH, _crypt_in_description, (), (_POST,)),
    _row("few_decks", "deck", Since.FINISH, _few_decks, (), (_DECKS,)),
    _row("comma_in_cell", "players", Since.FINISH, _comma_in_cell, (), (_BOOK, _DECKS)),
    _row("workbook_rounds", "", Since.FINISH, _workbook_rounds, (_BOOK, _DECKS)),
    _row("workbook_final", "", Since.FINISH, _workbook_final, (_BOOK, _DECKS)),
    _row("workbook_staggered", "", Since.FINISH, _workbook_staggered, (_BOOK, _DECKS)),
    _row("workbook_seats", "", Since.FINISH, _workbook_seats, (_BOOK, _DECKS)),
    _row("workbook_players", "", Since.FINISH, _workbook_players, (_BOOK, _DECKS)),
    _row("workbook_covered", "", Since.FINISH, _workbook_covered, (), (_BOOK,)),
)
