"""Sending a finished event to Archon: what stops it, the calls that are left, and a run of them with its receipt."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.errors import Conflict, Invalid, ToolkitError
from toolkit.exchange.archon.app_json import CANNOT_READ, members_in
from toolkit.exchange.archon.sending import (
    CATEGORIES,
    ArchonCall,
    PenaltyWords,
    SentDeck,
    SentEvent,
    calls_left,
    cannot_be_sent,
    check_new,
    empty_shell,
    format_of,
    next_call,
    sent_event,
    shell_differs,
)
from toolkit.languages import Listed, Message
from toolkit.services.events.archon import (
    Archon,
    ArchonRefused,
    ArchonUnreachable,
    alone,
    keep_private,
    kept_private,
    lacking_nothing,
)
from toolkit.services.events.reports import case_of, check_reported
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament import event as settings
from toolkit.tournament.receivers import (
    Output,
    ResultWay,
    check_way,
    left_out_of_archive,
    note_archon,
    output_state,
    played_list,
)
from toolkit.tournament.tournament import Tournament

# An answer that shows the event has all of these.
_SHOWN = ("uid", "state", "players", "rounds", "finals", "winner", "standings")
_LONGEST_WORDS = 500
_LISTS = "lists.json"


class NotSendable(Conflict):
    """An event that Archon cannot take, or whose event at Archon does not fit.

    Attributes:
        problems: all that stops it.
    """

    code = "not_sendable"

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(Message("It cannot be sent to Archon: %(list)s", list=Listed(self.problems, between=" ")))


class BadCode(Invalid):
    """A text that names no event of Archon."""

    code = "bad_archon_code"


class BadPenalty(Invalid):
    """A penalty's category or words for Archon that it would not take."""

    code = "bad_archon_penalty"


def archon_code(written: str) -> str:
    """The code or uid of an event in a text: itself, or the address of its page at Archon.

    Raises:
        BadCode: it names none.
    """
    match = re.fullmatch(r"(?:https?://\S+/(?:t|tournaments)/)?([0-9A-Za-z][0-9A-Za-z-]{0,39})/?", written.strip())
    if not match:
        raise BadCode(
            Message(
                "“%(written)s” is not an event of Archon. Write its code, its uid or the address of its page.",
                written=written[:60],
            )
        )
    return match[1]


def penalty_words(category: str, text: str) -> PenaltyWords:
    """The typed words of a penalty; a category may be followed by `/` and a subcategory.

    Raises:
        BadPenalty: there is no such category, or there are no words.
    """
    first, _, second = category.strip().partition("/")
    if first not in CATEGORIES or not re.fullmatch(r"[a-z_]{0,40}", second):
        raise BadPenalty(
            Message(
                "“%(written)s” is not a category of Archon. Use one of these: %(list)s.",
                written=category[:60],
                list=Listed(CATEGORIES),
            )
        )
    if not text.strip() or len(text) > _LONGEST_WORDS:
        raise BadPenalty(
            Message("Write 1 to %(number)s characters about the penalty: Archon shows them.", number=_LONGEST_WORDS)
        )
    return PenaltyWords(first, text.strip(), second)


def problems_of(tournament: Tournament, cards: Callable[[], CardDatabase]) -> tuple[str, ...]:
    """All that stops the event from being sent, whatever Archon has.

    Raises:
        Refused: the event is a rehearsal, or its result went out by another way.
    """
    check_reported(tournament)
    check_way(tournament, ResultWay.ARCHON)
    state = output_state(case_of(tournament, cards), Output.ARCHONDATA)
    return (
        *(fault.finding.message for fault in state.blocking),
        *cannot_be_sent(tournament),
        *_unreadable_lists(tournament, cards),
    )


def _unreadable_lists(tournament: Tournament, cards: Callable[[], CardDatabase]) -> Iterator[Message]:
    for name, text in _lists(tournament).values():
        if lines := [item.text for item in read(text, cards()).unresolved]:
            yield Message(
                "The list of %(name)s has lines that name no card: %(list)s.",
                name=name,
                list=Listed((line[:60] for line in lines), most=3, between="; "),
            )


def _lists(tournament: Tournament) -> dict[int, tuple[str, str]]:
    """The names and lists of the winner and of the players who agreed, by number."""
    if format_of(tournament.settings) == "Storyline":
        return {}
    return {
        number: (player.name, deck.text)
        for number, player in tournament.players.items()
        if left_out_of_archive(tournament, player) is None and (deck := played_list(tournament, number)) is not None
    }


def _decks(tournament: Tournament, cards: Callable[[], CardDatabase]) -> dict[int, SentDeck]:
    decks = {}
    for number, (name, text) in _lists(tournament).items():
        deck = read(text, cards()).deck
        counts = {str(entry.card.id): entry.count for entry in deck.entries}
        # A list that names no author is its player's, as in the archive of winning decks.
        decks[number] = SentDeck(deck.name, counts, is_own=deck.author.strip() in ("", name))
    return decks


def prepared(
    tournament: Tournament,
    cards: Callable[[], CardDatabase],
    *,
    uid: str = "",
    words: Mapping[int, PenaltyWords] | None = None,
) -> SentEvent:
    """The event as it is sent.

    Raises:
        Refused: the event is a rehearsal, or its result went out by another way.
        NotSendable: Archon cannot take it.
    """
    if problems := problems_of(tournament, cards):
        raise NotSendable(problems)
    return sent_event(tournament, uid, decks=_decks(tournament, cards), words=words)


def dry_run(
    tournament: Tournament,
    cards: Callable[[], CardDatabase],
    *,
    words: Mapping[int, PenaltyWords] | None = None,
) -> list[ArchonCall]:
    """Every call for an empty event at Archon, without asking it: also the list to do by hand.

    Raises:
        Refused: the event is a rehearsal, or its result went out by another way.
        NotSendable: Archon cannot take it.
    """
    event = prepared(tournament, cards, uid=tournament.archon_uid, words=words)
    return calls_left(event, empty_shell(event))


# --- A run ---


@dataclass(slots=True)
class _AtArchon:
    """The event as Archon has it, and its ids of the players by VEKN number."""

    values: Mapping[str, Any]
    uids: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentToArchon:
    """A run that came to its end.

    Attributes:
        change: the receipt in the log; None where nothing was left.
        steps: the calls that Archon took; `left` those that are left.
        is_over: whether the event is over at Archon.
    """

    change: Change | None
    steps: int
    left: int
    is_over: bool


def compare_with_archon(
    work: UnitOfWork, client: Archon, code: str, cards: Callable[[], CardDatabase], words: Mapping[int, PenaltyWords]
) -> list[ArchonCall]:
    """The calls that are left by what Archon shows of the event; nothing is sent.

    Raises:
        NotSendable: Archon cannot take it, or has another event.
        ArchonDiffers: Archon has something else than the event.
        ArchonRefused, ArchonUnreachable: there is no answer to go by.
    """
    there = _look(client, code)
    event = _fitting(work.look(), cards, there, words)
    lists = _lists_taken(client, work.id)
    return _readable(lambda: calls_left(event, there.values, there.uids, lists))


def send_event(
    work: UnitOfWork,
    client: Archon,
    code: str,
    cards: Callable[[], CardDatabase],
    *,
    words: Mapping[int, PenaltyWords] | None = None,
    with_end: bool = False,
    most: int | None = None,
    report: Callable[[ArchonCall], None] = lambda _: None,
) -> SentToArchon:
    """Make the calls that are left, one after the other, and note in the log what came of it.

    What Archon shows is looked at before each call, so that a run that broke off is gone on with, and nothing is sent
    twice. The call that ends the event is made only `with_end`: ratings move, and it cannot be taken back. `most` calls
    are made in one run.

    Raises:
        NotSendable, BadPenalty: nothing was sent.
        ArchonDiffers, ArchonRefused, ArchonUnreachable: the run stopped there.
        OutcomeUnknown: no answer came; the next run looks first.
        ArchonBusy: another run of the event goes on.
    """
    with alone(client.folder, work.id):
        there = _look(client, code)
        event = _fitting(work.look(), cards, there, words or {})
        lists = _lists_taken(client, work.id)
        left = _readable(lambda: calls_left(event, there.values, there.uids, lists))
        _check_typed(event)
        return _Sending(work, client, event, there, left, report, set(lists)).go(with_end=with_end, most=most)


@dataclass(slots=True)
class _Sending:
    work: UnitOfWork
    client: Archon
    event: SentEvent
    there: _AtArchon
    left: Sequence[ArchonCall]
    report: Callable[[ArchonCall], None]
    made: set[str]
    done: int = 0

    def go(self, *, with_end: bool, most: int | None) -> SentToArchon:
        before: ArchonCall | None = None
        try:
            while (call := self.next()) is not None and self.may_make(call, with_end=with_end, most=most):
                check_new(call, before)
                self.report(call)
                self.there = self.carried_out(call)
                before = call
        except ToolkitError as error:
            self.note(stopped=error.code)
            raise
        if call is not None:
            left = len(self.left) - self.done
            return SentToArchon(change=self.note(stopped="not_ended"), steps=self.done, left=left, is_over=False)
        change = self.note()
        self.client.hand_back()
        _keep_lists(self.client, self.work.id, ())
        self.fill_number()
        return SentToArchon(change=change, steps=self.done, left=0, is_over=True)

    def may_make(self, call: ArchonCall, *, with_end: bool, most: int | None) -> bool:
        """Whether the call may be made in this run."""
        return (with_end or not call.is_last) and (most is None or self.done < most)

    def next(self) -> ArchonCall | None:
        return _readable(lambda: next_call(self.event, self.there.values, self.there.uids, self.made))

    def carried_out(self, call: ArchonCall) -> _AtArchon:
        """The event as Archon has it after a call."""
        answer = self.client.change(call.path, call.body, step=call.words)
        self.done += 1
        if call.key:
            self.made.add(call.key)
            _keep_lists(self.client, self.work.id, self.made)
        if "rows" in call.body:
            _check_registered(answer)
        elif isinstance(answer, dict) and "rounds" in answer:
            return _AtArchon(lacking_nothing(answer, *_SHOWN), self.there.uids)
        try:
            return _look(self.client, self.event.uid)
        except ArchonUnreachable as error:
            message = Message("Archon took this step and does not answer now: %(step)s", step=call.words)
            raise ArchonUnreachable(message) from error

    def note(self, *, stopped: str = "") -> Change | None:
        """Write the receipt, if anything was left; what others changed meanwhile does not keep it out."""
        plan = json.dumps([[call.path, call.body] for call in self.left], sort_keys=True)
        own = UnitOfWork(context=self.work.context, id=self.work.id, by=self.work.by)
        change = own.change(
            note_archon,
            uid=self.event.uid,
            code=str(self.there.values.get("event_code") or ""),
            steps=len(self.left),
            done=self.done,
            checksum=hashlib.sha256(plan.encode()).hexdigest(),
            stopped=stopped,
        )
        return change if change.entries else None

    def fill_number(self) -> None:
        """Fill in the number on the VEKN's calendar, where the settings have none and Archon says it."""
        own = UnitOfWork(context=self.work.context, id=self.work.id, by=self.work.by)
        number = str((self.there.values.get("external_ids") or {}).get("vekn") or "")
        if number.isascii() and number.isdecimal() and not own.look().settings.vekn_event:
            own.change(settings.configure, {"vekn_event": number})


def _lists_taken(client: Archon, id: str) -> list[str]:
    """The keys of the lists that Archon took in earlier runs; it does not show them before the event's end."""
    kept: list[str] = json.loads(kept_private(client.folder, _LISTS) or b"{}").get(id, [])
    return kept


def _keep_lists(client: Archon, id: str, keys: Iterable[str]) -> None:
    kept = json.loads(kept_private(client.folder, _LISTS) or b"{}") | {id: sorted(k for k in keys if k[:4] == "deck")}
    keep_private(client.folder, _LISTS, json.dumps({event: lists for event, lists in kept.items() if lists}).encode())


def _look(client: Archon, code: str) -> _AtArchon:
    values = lacking_nothing(client.event(code).values, *_SHOWN)
    if not values["players"]:
        return _AtArchon(values, {})
    members = _readable(lambda: members_in(client.members_of(str(values["uid"]))))
    return _AtArchon(values, {member.vekn: uid for uid, member in members.items() if member.vekn})


def _readable[T](asked: Callable[[], T]) -> T:
    """The value.

    Raises:
        ArchonUnreachable: Archon's answer has a value of another kind than expected.
    """
    try:
        return asked()
    except CANNOT_READ as error:
        message = Message("A value in Archon's answer cannot be read: %(what)s", what=str(error)[:100])
        raise ArchonUnreachable(message) from None


def _fitting(
    tournament: Tournament, cards: Callable[[], CardDatabase], there: _AtArchon, words: Mapping[int, PenaltyWords]
) -> SentEvent:
    event = prepared(tournament, cards, uid=str(there.values["uid"]), words=words)
    problems: list[str] = list(_readable(lambda: list(shell_differs(tournament, there.values))))
    if tournament.archon_uid not in ("", event.uid):
        problems.append(Message("This event was sent to another event of Archon before."))
    if problems:
        raise NotSendable(problems)
    return event


def _check_typed(event: SentEvent) -> None:
    """Refuse a penalty without a category and words.

    Raises:
        BadPenalty: one lacks them.
    """
    for penalty in event.penalties:
        if penalty.sanction not in event.words:
            raise BadPenalty(
                Message(
                    "Type a category and words for the penalty %(number)s of %(name)s: Archon never gets the judge's.",
                    number=penalty.sanction,
                    name=event.name(penalty.player),
                )
            )


def _check_registered(answer: Any) -> None:
    """Refuse to go on without a player.

    Raises:
        ArchonRefused: Archon did not register one.
    """
    if not isinstance(answer, dict):
        return
    missing = [str(row.get("name")) for row in answer.get("unmatched") or ()]
    failed = [str(row.get("reason")) for row in answer.get("failed") or ()]
    if missing:
        raise ArchonRefused(Message("Archon does not know these VEKN numbers: %(list)s.", list=Listed(missing)))
    if failed:
        raise ArchonRefused(Message("Archon did not register a player: %(list)s.", list=Listed(failed)))
