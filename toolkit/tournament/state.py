"""The tournament as its facts leave it: players, rounds, results, sanctions, the final.

Everything is frozen: a further fact makes a new state that shares what did not change. Points and standings are not
kept here but computed from it (`toolkit.tournament.standings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum
from functools import cache, cached_property
from typing import Any, cast

from toolkit.languages import Message
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.errors import (
    Refused,
    UnknownAnnouncement,
    UnknownCall,
    UnknownPlayer,
    UnknownRound,
    UnknownSanction,
    UnknownTable,
)
from toolkit.tournament.facts import (
    FINAL,
    DeckVerdict,
    DrawMade,
    FeeStatus,
    PaidBy,
    PenaltyGiven,
    RafflePool,
    ReportedIdentity,
    SeatScore,
    StructurePlanned,
)
from toolkit.tournament.limited.state import Limited


class PlayerStatus(StrEnum):
    """Whether a player plays on."""

    ACTIVE = "active"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


class Memo:
    """Values computed from one value and kept as long as it is, each under its name."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[str, object] = {}

    def once[T](self, name: str, compute: Callable[[], T]) -> T:
        """The value of `compute`, made at the first call."""
        if (kept := self._kept.get(name)) is None:
            kept = self._kept[name] = compute()
        return cast(T, kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedDeck:
    """A submitted list and what the deck side said of it; `changes` counts its changes once it was locked.

    Attributes:
        changed_by: the author of the last of them, as the log names authors.
        after_event: when it came, if that was after the event.
        archetype: what kind of deck an official called it; it stays when the list is changed.
    """

    text: str
    verdict: DeckVerdict
    changes: int = 0
    changed_by: str = ""
    after_event: datetime | None = None
    archetype: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player of this tournament.

    Attributes:
        first, last: the parts of the name, where somebody said them; `first_and_last` where nobody did.
        country: ISO 3166 alpha-2 code, or the text as typed if it is not a country.
        agrees_to_archive: to the list in the archive of all decks; None for who was not asked.
        joined_after: rounds that had been published when the player was added: more than 0 for a late arrival.
        registered_at: when the player was added, or signed up before that.
        back_after: rounds that had been published when the player was last said to be back; None where nobody did.
        left_during: the round whose game the player left, where they were seated for it; None otherwise.
        left_after: rounds that were whole when the player dropped; None for who has not.
        fixed_table, fixed_seat, is_near_door: where the player is to sit in every round; `apart` from whom.
        decks: by the round they are for; 0 holds the one for all rounds.
        paper_lists: the same rounds, for lists that came in on paper.
    """

    number: int
    name: str
    vekn: str = ""
    city: str = ""
    country: str = ""
    first: str = ""
    last: str = ""
    agrees_to_archive: bool | None = None
    status: PlayerStatus = PlayerStatus.ACTIVE
    joined_after: int = 0
    registered_at: datetime | None = field(default=None, compare=False)
    back_after: int | None = None
    left_during: int | None = None
    left_after: int | None = None
    fixed_table: int | None = None
    fixed_seat: int | None = None
    is_near_door: bool = False
    apart: frozenset[int] = frozenset()
    decks: Mapping[int, SubmittedDeck] = field(default_factory=dict)
    paper_lists: frozenset[int] = frozenset()

    @property
    def lists(self) -> Mapping[int, SubmittedDeck]:
        """The decks that are lists: a text without cards was never handed in."""
        return {key: deck for key, deck in self.decks.items() if deck.verdict.has_cards}

    @property
    def has_any_list(self) -> bool:
        """Whether a list came in for any round, typed or on paper."""
        return bool(self.lists or self.paper_lists)

    @property
    def first_and_last(self) -> tuple[str, str]:
        """The parts of the name; where they are not given, its first word and the rest."""
        if self.first or self.last:
            return self.first, self.last
        first, _, last = self.name.partition(" ")
        return first, last

    @property
    def is_active(self) -> bool:
        """Whether the player can be seated."""
        return self.status is PlayerStatus.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeMark:
    """How a player's fee was marked last, and when (aware UTC); `amount` in hundredths, as the fact has it."""

    status: FeeStatus
    rate: str
    amount: int
    paid_by: PaidBy | None
    note: str
    at: datetime

    @property
    def is_payment(self) -> bool:
        """Whether something came in, be it that it went back again."""
        return self.status in (FeeStatus.PAID, FeeStatus.REFUNDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherResult:
    """A result of a player beside the one that counts: it was replaced, or it came when it could not count any more.

    Attributes:
        events: the game told in order, where it was.
        typed_at, sent_at: when it was typed and when it arrived (aware UTC), of one that came too late to count.
    """

    by_player: int
    scores: tuple[SeatScore, ...]
    events: tuple[str, ...] = ()
    typed_at: datetime | None = None
    sent_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """How a table's result came to be; the scores that count lie with the players.

    Attributes:
        scores: as they were entered, in seat order.
        entered_by: the name in the log; `by_player` the player of the table, None for an official.
        disputes: the result of another player that this one replaced, until another confirms it or an official decides.
        is_unlocked: an official let the players change it again.
        is_carried: seats or points changed since it was entered, and by the older rules it counts all the same.
    """

    scores: tuple[SeatScore, ...]
    events: tuple[str, ...]
    entered_by: str
    entered_at: datetime
    by_player: int | None
    reason: str
    card: str
    confirmed_by: int | None = None
    is_locked: bool = False
    is_unlocked: bool = False
    disputes: OtherResult | None = None
    is_carried: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """The players it was entered for, in seat order."""
        return tuple([score.player for score in self.scores])

    @property
    def is_confirmed(self) -> bool:
        """Whether it is more than what one player of the table said."""
        return self.by_player is None or self.confirmed_by is not None or self.is_locked


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """The span in which a clock was paused (`LogEntry.moment`); `until` None while it stands."""

    since: datetime
    until: datetime | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The state of a round's clock; `toolkit.tournament.clock` reads it.

    Attributes:
        started_at: by the clock of what lasts (`LogEntry.moment`), as the other moments; `began_at` by the time of day.
    """

    seconds: int = 0
    started_at: datetime | None = None
    began_at: datetime | None = None
    stopped_at: datetime | None = None
    extension: int = 0
    table_extensions: Mapping[int, int] = field(default_factory=dict)
    pauses: tuple[Pause, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round, or the final (number 0): players in seat order, table by table.

    Proxy players sit at `tables` by numbers below 0, and are nowhere else: no player, no score of their own.

    Attributes:
        scores: what each player got at their table, wherever they sit now.
        results: by the number of the table, from 1.
        disputes: by table, the results that players sent and that do not count, until an official decides.
        empty: whose seats were reported empty.
        replaced: who left and lost the seat to a proxy player: a game without a point.
        is_cancelled: it was taken back while later rounds stayed: it has no tables any more, and keeps its number.
    """

    number: int
    tables: tuple[tuple[int, ...], ...]
    sitting_out: tuple[int, ...] = ()
    seed: int | None = None
    is_published: bool = False
    scores: Mapping[int, SeatScore] = field(default_factory=dict)
    results: Mapping[int, TableResult] = field(default_factory=dict)
    disputes: Mapping[int, tuple[OtherResult, ...]] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    empty: frozenset[int] = frozenset()
    replaced: frozenset[int] = frozenset()
    is_cancelled: bool = False

    @cached_property
    def memo(self) -> Memo:
        """The values computed from this round alone."""
        return Memo()

    @property
    def is_final(self) -> bool:
        """Whether this is the final."""
        return self.number == FINAL

    @property
    def title(self) -> Message:
        """'round 2' or 'the final'."""
        return round_title(self.number)

    @property
    def heading(self) -> Message:
        """'Round 2' or 'The final'."""
        return round_heading(self.number)

    @cached_property
    def seats(self) -> Mapping[int, tuple[int, int]]:
        """Player to table and seat, both from 1."""
        return {
            player: (table, seat)
            for table, players in self.numbered()
            for seat, player in enumerate(players, 1)
            if player > 0
        }

    @cached_property
    def played_by(self) -> frozenset[int]:
        """Whose game this is: those who sit here, and those who lost their seat to a proxy player."""
        return frozenset(self.seats) | self.replaced

    @cached_property
    def player_tables(self) -> tuple[tuple[int, ...], ...]:
        """The tables as the nine criteria and the history see them: without proxy players."""
        if all(player > 0 for players in self.tables for player in players):
            return self.tables
        return tuple(tuple(player for player in players if player > 0) for players in self.tables)

    def numbered(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each table's number, from 1, and its players."""
        return enumerate(self.tables, start=1)

    def table(self, number: int) -> tuple[int, ...]:
        """The players of a table, in seat order.

        Raises:
            UnknownTable: no such table in this round.
        """
        if self.is_cancelled:
            raise UnknownTable(Message("%(round)s was cancelled.", round=self.heading), code="cancelled")
        if not 1 <= number <= len(self.tables):
            raise UnknownTable(
                Message(
                    "%(round)s has no table %(number)s: its tables are 1 to %(other)s.",
                    round=self.heading,
                    number=number,
                    other=len(self.tables),
                )
            )
        return self.tables[number - 1]

    def is_settled(self, table: int) -> bool:
        """Whether exactly the players who sit there now have exactly the scores that were entered for them."""
        result = self.results.get(table)
        return (
            result is not None
            and result.players == self.tables[table - 1]
            and all(self.scores.get(score.player) == score for score in result.scores)
        )

    @cached_property
    def unsettled(self) -> tuple[int, ...]:
        """Tables without a result, or whose players or points have changed since."""
        return tuple(table for table, _ in self.numbered() if not self.is_settled(table))

    @cached_property
    def lines(self) -> tuple[tuple[SeatScore, ...], ...]:
        """The results that count, as they were entered: of settled tables, then those that wait for new tables."""
        settled = [self.results[table].scores for table, _ in self.numbered() if self.is_settled(table)]
        return (*settled, *self.waiting)

    @cached_property
    def waiting(self) -> tuple[tuple[SeatScore, ...], ...]:
        """The results whose players sit elsewhere by now, and each of whom still has the score that was entered."""
        return tuple(
            result.scores
            for table, result in self.results.items()
            if not (table <= len(self.tables) and self.is_settled(table))
            and all(self.scores.get(score.player) == score for score in result.scores)
        )

    @cached_property
    def carried(self) -> tuple[SeatScore, ...]:
        """The scores of players whose table has no result of theirs: entered where they sat before."""
        return tuple(
            self.scores[player]
            for table in self.unsettled
            for player in self.tables[table - 1]
            if player in self.scores
        )

    @property
    def is_complete(self) -> bool:
        """Whether every table has its result."""
        return self.is_published and not self.unsettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The final before and while it is played; its table is `State.final_round`.

    Attributes:
        finalists: by seed; `unavailable` who was asked and cannot play.
        row: names placed so far, left to right.
        placed: who has placed, in the order in which they did.
    """

    finalists: tuple[int, ...]
    row: tuple[int, ...] = ()
    placed: tuple[int, ...] = ()
    crypt_cards: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    deck_rounds: Mapping[int, int] = field(default_factory=dict)
    first_player: int | None = None

    @property
    def next_to_place(self) -> int | None:
        """Whose turn it is to place: from the lowest seed to the highest; None when all have."""
        return next((player for player in reversed(self.finalists) if player not in self.row), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A judge call that is open.

    Attributes:
        round: with `table` where the judge is awaited; both None for a player without a seat.
        player: who called, where that is known.
        at: the time of day; `moment` and `taken_at` by the clock of what lasts (`LogEntry.moment`).
        taken_by: the judge who is on the way; "" while nobody is.
    """

    number: int
    round: int | None
    table: int | None
    player: int | None
    reason: str
    at: datetime
    moment: datetime
    taken_by: str = ""
    taken_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A line that all are shown."""

    number: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChecks:
    """Whose decks were drawn for a check in a round, in their order, by which seed; None for the committed one.

    Attributes:
        found: what each check found: the key of a row of the judges' guide, or "" for a deck in order; and a note.
    """

    round: int
    seed: int | None
    players: tuple[int, ...]
    found: Mapping[int, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEnd:
    """An end of the event before all was played: why, and when (aware UTC).

    Attributes:
        nature, decision, safety: of the head judge's report to the VEKN; empty until it is written.
    """

    reason: str
    at: datetime
    nature: str = ""
    decision: str = ""
    safety: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """The hash that was shown of the event's seed, the event's identity in it, and when (aware UTC).

    Attributes:
        seed: once it was revealed, else "".
    """

    event: str
    commitment: str
    at: datetime
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnCalendar:
    """The last reading of the event in the VEKN's calendar; `day` "" and `rounds` 0 where it gives none.

    Attributes:
        rounds: with the final.
    """

    event: str
    day: str = ""
    rounds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Why a log is closed: handed over, with the digest of a code; or superseded, by a log like it up to an entry.

    Attributes:
        epoch: that of whoever goes on with it.
        is_copy: it was handed over elsewhere, and its copy restored here.
    """

    epoch: int
    code: str = ""
    is_copy: bool = False
    after: int | None = None


class SignUpStatus(StrEnum):
    """How a sign-up stands."""

    REGISTERED = "registered"
    WAITING = "waiting"
    OFFERED = "offered"
    DECLINED = "declined"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUp:
    """A person's sign-up and its status.

    Attributes:
        player: their number once they have a place.
        turn: by which those who wait are in line; `until` when an offer lapses (aware UTC).
        has_lapsed: an offer to them did.
        claims: a VEKN number that another has and they say is theirs, until it is decided; "" for none.
        answers: to the organizer's questions, as they were then.
        shows_name: they agree to be named among those who come.
        language: code of the language that they read the form in; "" if unknown.
    """

    number: int
    name: str
    vekn: str
    country: str
    contact: str
    agrees_to_archive: bool | None
    turn: int
    at: datetime
    status: SignUpStatus = SignUpStatus.WAITING
    player: int | None = None
    until: datetime | None = None
    has_lapsed: bool = False
    claims: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    shows_name: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMail:
    """A mail to players.

    Attributes:
        at: when it was begun.
        unsent: players whose mail the server did not take for certain; None while that is not known.
    """

    number: int
    players: tuple[int, ...]
    at: datetime
    unsent: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raffle:
    """A raffle as it was drawn, all candidates in their order; `passed` are those who were not here for their prize.

    It was drawn at a moment of the clock of what lasts (`LogEntry.moment`).
    """

    number: int
    pool: RafflePool
    order: tuple[int, ...]
    count: int
    prize: str
    seed: int | None
    at: datetime
    passed: frozenset[int] = frozenset()

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have the prize, in the order in which they were drawn."""
        return tuple(number for number in self.order if number not in self.passed)[: self.count]

    @property
    def has_more(self) -> bool:
        """Whether another player can be drawn for an absent one."""
        return len(self.order) - len(self.passed) > self.count


@dataclass(frozen=True, kw_only=True)
class State:
    """A tournament after some facts. Operations read this; facts are folded into it.

    Attributes:
        proxies: officials who sit or sat as proxy players, by their numbers.
        checked_in: who is here, for each round whose check-in was opened.
        open_check_in: the round that players may check themselves in for.
        cancelled: the round that was taken back last after players had seen it, as it was.
        deck_checks: the draws of random deck checks, in their order.
        commitment: of the seed that draws come from, where one was shown; `draws` those that were made from it, ever.
        forgotten: players who were forgotten, each with what the report to the VEKN still needs of them; else None.
        reports_out: which reports were sent or handed on, and when.
        fees: how the fee of each player stands that was marked; who is not in it has not paid.
        sent_by: the way by which the result goes out (`toolkit.tournament.receivers.ResultWay`), "" before it does.
        archon_uid: Archon's id of the event, where it was read from there or sent.
        on_calendar: what the VEKN's calendar said of the event when somebody last asked it.
        sign_ups: by the number that each was given when it came in.
        raffles: in their order; `prize_orders` how those who share a place were ordered for their prizes.
        best_of: the players who were named the best of a category, by its name as it is compared.
        rules_of: the day of the rules by which results are read; None for those of older programs.
        epoch: how many laptops have written the log so far; `gone` where none goes on with it here.
    """

    configuration: Configuration | None = None
    rules_of: date | None = None
    players: Mapping[int, Player] = field(default_factory=dict)
    players_ever: int = 0
    proxies: Mapping[int, Player] = field(default_factory=dict)
    vekns: Mapping[str, int] = field(default_factory=dict)
    forgotten: Mapping[int, ReportedIdentity | None] = field(default_factory=dict)
    checked_in: Mapping[int, frozenset[int]] = field(default_factory=dict)
    open_check_in: int | None = None
    rounds: tuple[Round, ...] = ()
    cancelled: Round | None = None
    plan: StructurePlanned | None = None
    sanctions: Mapping[int, PenaltyGiven] = field(default_factory=dict)
    sanctions_ever: int = 0
    tosses: tuple[tuple[int, ...], ...] = ()
    unavailable: frozenset[int] = frozenset()
    final: Final | None = None
    final_round: Round | None = None
    deck_checks: tuple[DeckChecks, ...] = ()
    commitment: Commitment | None = None
    draws: tuple[DrawMade, ...] = ()
    is_finished: bool = False
    reports_out: Mapping[str, datetime] = field(default_factory=dict)
    sent_by: str = ""
    archon_uid: str = ""
    on_calendar: OnCalendar | None = None
    ended_early: EarlyEnd | None = None
    calls: Mapping[int, Call] = field(default_factory=dict)
    calls_ever: int = 0
    announcements: Mapping[int, Announcement] = field(default_factory=dict)
    mails: Mapping[int, PlayerMail] = field(default_factory=dict)
    announcements_ever: int = 0
    fees: Mapping[int, FeeMark] = field(default_factory=dict)
    sign_ups: Mapping[int, SignUp] = field(default_factory=dict)
    sign_ups_ever: int = 0
    raffles: tuple[Raffle, ...] = ()
    prize_orders: tuple[tuple[int, ...], ...] = ()
    best_of: Mapping[str, int] = field(default_factory=dict)
    epoch: int = 1
    gone: Gone | None = None
    limited: Limited = field(default_factory=Limited)

    @property
    def settings(self) -> Configuration:
        """The configuration.

        Raises:
            Refused: the log does not begin with the creation of the event.
        """
        if self.configuration is None:
            raise Refused(Message("The tournament has not been created."), code="not_created")
        return self.configuration

    def player(self, number: int) -> Player:
        """The player of that number; the proxy player of one below 0.

        Raises:
            UnknownPlayer: nobody has it.
        """
        player = self.players.get(number) if number > 0 else self.proxies.get(number)
        if player is None:
            raise UnknownPlayer(Message("There is no player %(number)s in this tournament.", number=number))
        return player

    def round(self, number: int) -> Round:
        """The round of that number, `FINAL` for the final.

        Raises:
            UnknownRound: not drafted yet.
        """
        if number == FINAL and self.final_round is not None:
            return self.final_round
        if number == FINAL:
            raise UnknownRound(Message("There is no final yet."))
        if not 1 <= number <= len(self.rounds):
            raise UnknownRound(Message("There is no %(round)s yet.", round=round_title(number)))
        return self.rounds[number - 1]

    def sanction(self, number: int) -> PenaltyGiven:
        """The sanction of that number.

        Raises:
            UnknownSanction: never given, or lifted.
        """
        sanction = self.sanctions.get(number)
        if sanction is None:
            raise UnknownSanction(Message("There is no sanction %(number)s.", number=number))
        return sanction

    def call(self, number: int) -> Call:
        """The open judge call of that number.

        Raises:
            UnknownCall: none is open.
        """
        call = self.calls.get(number)
        if call is None:
            raise UnknownCall(Message("There is no open call %(number)s.", number=number))
        return call

    def announcement(self, number: int) -> Announcement:
        """The announcement of that number.

        Raises:
            UnknownAnnouncement: it is not shown.
        """
        announcement = self.announcements.get(number)
        if announcement is None:
            raise UnknownAnnouncement(Message("There is no announcement %(number)s.", number=number))
        return announcement

    @cached_property
    def memo(self) -> Memo:
        """The values computed from this state, e.g. the standings; another state has its own."""
        return Memo()

    @property
    def checked(self) -> frozenset[int]:
        """Whose decks were drawn for a check."""
        return frozenset(player for drawn in self.deck_checks for player in drawn.players)

    @property
    def published(self) -> int:
        """How many preliminary rounds players have seen."""
        return sum(entry.is_published for entry in self.rounds)

    @property
    def current_round(self) -> Round | None:
        """The round, or the final, that is published and still lacks results."""
        rounds = (*self.rounds, self.final_round) if self.final_round else self.rounds
        return next((entry for entry in rounds if entry.is_published and not entry.is_complete), None)

    @property
    def active(self) -> tuple[Player, ...]:
        """Players who can be seated, by number."""
        return tuple(player for _, player in sorted(self.players.items()) if player.is_active)


@cache
def _pieces_of(kind: Any) -> frozenset[str]:
    return frozenset(piece.name for piece in fields(kind))


def evolve[S: Round | State](value: S, **changes: Any) -> S:
    """`dataclasses.replace` for the two that change with nearly every fact, several times as fast.

    What was computed from the old value (and kept with it) is left behind.
    """
    kind: Any = type(value)
    pieces = _pieces_of(kind)
    if not changes.keys() <= pieces:
        raise TypeError(f"{kind.__name__} has no {sorted(changes.keys() - pieces)}")
    changed: S = object.__new__(kind)
    old = value.__dict__
    changed.__dict__.update({name: old[name] for name in pieces} if len(old) > len(pieces) else old, **changes)
    return changed


def round_title(number: int) -> Message:
    """'round 2' or 'the final', with its article where a language has one: a calendar's entry has none."""
    return Message("the final") if number == FINAL else Message("round %(round)s", round=number)


def round_heading(number: int) -> Message:
    """'Round 2' or 'The final', as a sentence begins."""
    return Message("The final") if number == FINAL else Message("Round %(number)s", number=number)


def with_round(state: State, round_: Round) -> State:
    """The state with one of its rounds, or the final, replaced."""
    if round_.number == FINAL:
        return evolve(state, final_round=round_)
    rounds = list(state.rounds)
    rounds[round_.number - 1] = round_
    return evolve(state, rounds=tuple(rounds))
