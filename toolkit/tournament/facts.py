"""The facts of a tournament's log: one frozen dataclass per fact.

A fact says what happened, never what follows from it: points, standings and finalists are computed from the
facts. Times and authors belong to the log's entry. The stored form names the fact and its version; it is read strictly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, dataclass_transform

from toolkit.languages import Message
from toolkit.scoring import Fate, Halves
from toolkit.tournament.codec import added, decode, encode, version_of
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.declarations import (
    ANNOUNCED,
    EVERYBODY,
    JUDGES_CALLED,
    LISTED_PLAYERS,
    LISTED_RESULTS,
    OFFICIALS,
    ROUND_CLOCK,
    Declaration,
    Occasion,
    Randomness,
    Sight,
    Touch,
    Undoing,
    by_lot,
    called_from,
    caller_page,
    check_texts,
    clock_pages,
    draw_pages,
    nothing,
    on_all_of_player,
    on_announcement,
    on_calendar,
    on_call,
    on_check,
    on_check_in,
    on_checks,
    on_clock,
    on_clocks,
    on_draw,
    on_early_end,
    on_entries,
    on_fee,
    on_final,
    on_final_clocks,
    on_final_row,
    on_finalist,
    on_judged_players,
    on_player,
    on_players,
    on_prizes,
    on_raffle,
    on_raffles,
    on_replaced_player,
    on_report,
    on_reports,
    on_sanction,
    on_seated_player,
    on_seed,
    on_sign_ups,
    on_table,
    on_wish,
    on_wishes,
    own_page,
    own_pages,
    round_pages,
    round_seats,
    scored_pages,
    settings,
    table_page,
    whole_event,
    whole_log,
)
from toolkit.tournament.errors import DamagedFact, NewerFact
from toolkit.tournament.kernel import frozen, stored_name

# The final is played after the rounds, which are numbered from 1; where a round is named, 0 names the final.
FINAL = 0

KINDS: dict[str, type[Fact]] = {}

# The stored form of an entry says beside its fact how far one clock was ahead of the other (`LogEntry.drift`).
DRIFT = "drift"
_BESIDE = ("fact", "version", DRIFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The base of every fact."""

    VERSION: ClassVar[int] = 1
    NAME: ClassVar[str] = ""
    DECLARED: ClassVar[Declaration]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def stored[F: Fact](
    *,
    touches: Touch | tuple[Touch, ...],
    seen_by: Sight | tuple[Sight, ...],
    personal: tuple[str, ...],
    stays: Mapping[str, str] = MappingProxyType({}),
    undoing: Undoing = Undoing.USUAL,
    randomness: Randomness = Randomness.NONE,
    notifies: Occasion | None = None,
    numbers: str = "",
    is_profile: bool = False,
    frees_place: bool = False,
    moves_points: bool = False,
    is_taken_when_closed: bool = False,
) -> Callable[[type[F]], type[F]]:
    """Decorator: make a frozen dataclass of a fact, and give it its stored name, taken from the class.

    It declares what the fact touches, who sees it and what of it is personal (`toolkit.tournament.declarations`). The
    rest is said where it is not the usual.

    Raises:
        TypeError: it leaves open whether a text about a player is personal.
    """
    declared = Declaration(
        touches=touches if isinstance(touches, tuple) else (touches,),
        seen_by=seen_by if isinstance(seen_by, tuple) else (seen_by,),
        personal=personal,
        stays=stays,
        undoing=undoing,
        randomness=randomness,
        notifies=notifies,
        numbers=numbers,
        is_profile=is_profile,
        frees_place=frees_place,
        moves_points=moves_points,
        is_taken_when_closed=is_taken_when_closed,
    )

    def register(kind: type[F]) -> type[F]:
        made = frozen(kind)
        check_texts(made, declared)
        made.NAME = stored_name(made)
        made.DECLARED = declared
        KINDS[made.NAME] = made
        return made

    return register


def fact_to_dict(fact: Fact) -> dict[str, Any]:
    """The stored form: its name, its version, then its fields, as JSON values."""
    return {"fact": fact.NAME, "version": version_of(fact), **encode(fact)}


def fact_from_dict(value: Any) -> Fact:
    """The fact of a stored form.

    Raises:
        DamagedFact: not a fact, or not exactly its fields.
        NewerFact: of a kind or version that this program does not know.
    """
    if not isinstance(value, dict) or not isinstance(value.get("fact"), str) or type(value.get("version")) is not int:
        raise DamagedFact(Message("A fact has a name and a version."))
    kind = KINDS.get(value["fact"])
    if kind is None or value["version"] > kind.VERSION:
        raise NewerFact(
            Message(
                "This program does not know “%(name)s” of version %(number)s: update it.",
                name=value["fact"][:40],
                number=value["version"],
            )
        )
    if value["version"] < 1:
        raise DamagedFact(
            Message("“%(name)s” never had a version %(number)s.", name=kind.NAME, number=value["version"])
        )
    return decode(kind, {name: part for name, part in value.items() if name not in _BESIDE})


# --- The event itself: what it is called, its settings, its beginning and end ---


@stored(touches=whole_log, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_CREATION)
class TournamentCreated(Fact):
    """The first fact of every log.

    Attributes:
        rules_of: the day of the rules by which results are read; None of an event that an older program created.
    """

    VERSION: ClassVar[int] = 4

    configuration: Configuration
    rules_of: date | None = added(None, since=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """A setting and its new value; the value is JSON text, for it may be of any type."""

    name: str
    value: str

    @classmethod
    def to(cls, name: str, value: Any) -> SettingChange:
        """The change of `name` to a JSON value."""
        return cls(name=name, value=json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def loaded(self) -> Any:
        """The JSON value.

        Raises:
            DamagedFact: not JSON.
        """
        try:
            return json.loads(self.value)
        except (ValueError, RecursionError) as error:
            raise DamagedFact(Message("The value of “%(name)s” cannot be read.", name=self.name[:40])) from error


@stored(touches=settings, seen_by=EVERYBODY, personal=())
class ConfigurationChanged(Fact):
    """Some settings of the event were changed."""

    changes: tuple[SettingChange, ...]


@stored(touches=(whole_event, on_reports), seen_by=EVERYBODY, personal=(), notifies=Occasion.RESULT)
class TournamentFinished(Fact):
    """The organizer closed the event; its result stands.

    Attributes:
        is_early: it ended before everything was played, for the `reason`: what was played whole counts.
    """

    VERSION: ClassVar[int] = 2

    is_early: bool = added(False)
    reason: str = added("")


@stored(touches=on_early_end, seen_by=EVERYBODY, personal=())
class EarlyEndReported(Fact):
    """The head judge wrote to the VEKN why the event ended early: what happened, how it was decided, who was in danger.

    `safety` is empty where there is nothing to tell.
    """

    nature: str
    decision: str
    safety: str


@stored(touches=on_report, seen_by=OFFICIALS, personal=())
class ReportTicked(Fact):
    """A report was sent or handed on, or is said not to be after all.

    Attributes:
        to: which one (`toolkit.tournament.receivers.Output`).
    """

    to: str
    is_out: bool = True


@stored(touches=on_reports, seen_by=OFFICIALS, personal=())
class ResultSent(Fact):
    """The result was sent to the VEKN's site, which took it.

    Attributes:
        event: its number on the calendar.
        checksum: of the line that was sent (SHA-256, hexadecimal).
    """

    event: str
    checksum: str


@stored(touches=on_reports, seen_by=OFFICIALS, personal=())
class ArchonRead(Fact):
    """The event was read from Archon, which has its result.

    Attributes:
        uid, code: Archon's of the event.
        checksum: of the bytes that were read (SHA-256, hexadecimal).
    """

    uid: str
    code: str
    checksum: str


@stored(touches=on_reports, seen_by=OFFICIALS, personal=())
class ArchonSent(Fact):
    """A run of sending the event to Archon is over, at its end or before.

    Attributes:
        uid, code: Archon's of the event.
        steps: the calls that were left when it began; `done` those that Archon took.
        checksum: of those calls (SHA-256, hexadecimal).
        stopped: the code of what stopped it; "" where it came to its end.
    """

    uid: str
    code: str
    steps: int
    done: int
    checksum: str
    stopped: str = ""


@stored(touches=on_calendar, seen_by=OFFICIALS, personal=())
class CalendarRead(Fact):
    """The event was looked up in the VEKN's calendar.

    Attributes:
        event: its number there.
        day: as ISO, "" where it does not say; `rounds` with the final, 0 where it does not say.
    """

    event: str
    day: str = ""
    rounds: int = 0


@stored(touches=(whole_event, on_reports), seen_by=EVERYBODY, personal=())
class TournamentReopened(Fact):
    """The organizer opened the event again: results are read by the rules of a day, as in `TournamentCreated`."""

    VERSION: ClassVar[int] = 2

    reason: str
    rules_of: date | None = added(None)


@stored(touches=nothing, seen_by=OFFICIALS, personal=())
class NoteAdded(Fact):
    """A remark for the log."""

    text: str


# --- Who plays, and with what deck ---


@stored(
    touches=on_player,
    seen_by=(own_page, LISTED_PLAYERS, JUDGES_CALLED),  # undone, it takes a caller's name away
    personal=("name", "first", "last", "vekn", "city", "country"),
    numbers="player",
    is_profile=True,
)
class PlayerAdded(Fact):
    """A player is registered; `player` is the number that names them in this tournament."""

    VERSION: ClassVar[int] = 2

    player: int
    name: str
    vekn: str = ""
    city: str = ""
    country: str = ""
    first: str = added("")
    last: str = added("")
    agrees_to_archive: bool | None = added(None)


@stored(
    touches=on_seated_player,
    seen_by=EVERYBODY,
    personal=("name", "first", "last", "vekn", "city", "country"),
    is_profile=True,
)
class PlayerChanged(Fact):
    """A player's name, number or other data was corrected."""

    VERSION: ClassVar[int] = 2

    player: int
    name: str
    vekn: str
    city: str
    country: str
    first: str = added("")
    last: str = added("")
    agrees_to_archive: bool | None = added(None)


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=("reason",), frees_place=True)
class PlayerDropped(Fact):
    """A player leaves. `during`: the round that they were seated for (`FINAL` for the final), None between rounds."""

    player: int
    during: int | None
    reason: str = ""


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=("reason",), frees_place=True, moves_points=True)
class PlayerDisqualified(Fact):
    """A player is out of the standings."""

    player: int
    during: int | None
    reason: str


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=("reason",), moves_points=True)
class PlayerReturned(Fact):
    """A player who left, or whose disqualification was lifted, is in again."""

    player: int
    reason: str = ""


@stored(touches=on_all_of_player, seen_by=EVERYBODY, personal=(), frees_place=True)
class PlayerRemoved(Fact):
    """A registration was a mistake: the player never sat at a table."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedIdentity:
    """A player's identity for the report to the VEKN; empty texts once the report is out."""

    name: str = ""
    first: str = ""
    last: str = ""
    vekn: str = ""
    city: str = ""


@stored(
    touches=on_seated_player,
    seen_by=EVERYBODY,
    personal=("reported",),
    undoing=Undoing.NOT_FORGETTING,
    is_profile=True,
    is_taken_when_closed=True,
)
class PlayerForgotten(Fact):
    """A player's identity was taken out of the log, from the entries before this one as well.

    Attributes:
        player: 0 for who had only signed up.
        keeps_identity: whether the first entry stayed as it was, and with it the identity of the event. Of a log that
            does not say, it is not known.
        withdrawn: the number by which somebody who was forgotten in all events of a store is one person over them; 0
            for whom this event alone has forgotten.
        reported: what the report to the VEKN still needs; it is forgotten when that is sent (`forgetting.waits_until`).
    """

    VERSION: ClassVar[int] = 4

    player: int
    keeps_identity: bool = added(False)
    withdrawn: int = added(0)
    reported: ReportedIdentity | None = added(None, since=4)


@stored(touches=on_wish, seen_by=EVERYBODY, personal=())
class SeatFixed(Fact):
    """A player always sits at this table and in this seat, near the door, or no longer at a certain place."""

    VERSION: ClassVar[int] = 2

    player: int
    table: int | None
    seat: int | None = added(None)
    near_door: bool = added(False)


@stored(touches=on_wishes, seen_by=EVERYBODY, personal=())
class PlayersKeptApart(Fact):
    """A player is to share no table with these others: whom an earlier fact named and this one does not, they may."""

    player: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckVerdict:
    """The verdict on a decklist, as of the event's date.

    Attributes:
        date: as of when, ISO; `card_data` the date of the card data it was judged by.
        problems: a sentence for each fault; in logs of before also the advice, behind them.
        advice: a sentence for each remark that makes no list illegal.
        has_cards: it names a card at all; a text without one is no list.
    """

    is_legal: bool
    rule_set: str = ""
    date: str = ""
    card_data: str = ""
    deck_name: str = ""
    problems: tuple[str, ...] = ()
    has_cards: bool = added(True, since=3)
    advice: tuple[str, ...] = added((), since=4)


_JUDGED_BY = {f"verdict/{name}": "what a list was judged by" for name in ("rule_set", "date", "card_data")}


@stored(
    touches=on_seated_player,
    seen_by=(own_page, LISTED_PLAYERS),
    personal=("text", "reason", "verdict/deck_name", "verdict/problems", "verdict/advice"),
    stays=_JUDGED_BY,
)
class DeckSubmitted(Fact):
    """A list came in, for `deck_round` of a multi-deck event or (None) for all rounds; `reason`: a judge changed it.

    Attributes:
        is_after_event: it was never asked for, and came when the event was over.
    """

    VERSION: ClassVar[int] = 4

    player: int
    deck_round: int | None
    text: str
    verdict: DeckVerdict
    reason: str = ""
    is_after_event: bool = added(False)


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=())
class PaperListTaken(Fact):
    """A player's list came in on paper, for `deck_round` or (None) for all rounds; or (not `is_here`) went back."""

    player: int
    deck_round: int | None
    is_here: bool = True


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=("archetype",))
class ArchetypeSet(Fact):
    """An official named the kind of deck of a player's list, for `deck_round` or (None) for all rounds; "" for none."""

    player: int
    deck_round: int | None
    archetype: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDeck:
    """The new verdict on a list that was handed in, and whether it was legal before."""

    player: int
    deck_round: int | None
    was_legal: bool
    verdict: DeckVerdict


@stored(
    touches=on_judged_players,
    seen_by=EVERYBODY,
    personal=("decks/verdict/deck_name", "decks/verdict/problems", "decks/verdict/advice"),
    stays={f"decks/{path}": why for path, why in _JUDGED_BY.items()},
)
class DecksJudged(Fact):
    """The lists that were handed in are judged anew: the event's day, format or rules are others."""

    VERSION: ClassVar[int] = 4

    decks: tuple[JudgedDeck, ...]


@stored(touches=(on_checks, by_lot), seen_by=OFFICIALS, personal=(), randomness=Randomness.COMMITTED)
class DeckChecksDrawn(Fact):
    """Whose decks are checked in a round, in the order in which they were drawn; `seed` None under a commitment."""

    round: int
    players: tuple[int, ...]
    seed: int | None


@stored(touches=on_check, seen_by=OFFICIALS, personal=("note",), stays={"infraction": "a row of the judges' guide"})
class DeckCheckNoted(Fact):
    """The finding of a deck check: the key of a row of the judges' guide, or "" where the deck was in order."""

    round: int
    player: int
    infraction: str = ""
    note: str = ""


class FeeStatus(StrEnum):
    """How a player's fee stands."""

    UNPAID = "unpaid"
    PAID = "paid"
    WAIVED = "waived"
    REFUNDED = "refunded"


class PaidBy(StrEnum):
    """How a fee came in, or went back."""

    CASH = "cash"
    TRANSFER = "transfer"
    OTHER = "other"


@stored(
    touches=on_fee,
    seen_by=own_page,
    personal=("note",),
    stays={"currency": "the event's", "rate": "of the event's own list, by which its sums are computed"},
)
class FeeMarked(Fact):
    """How a player's fee stands from now on.

    Attributes:
        rate: name of the reduced fee; "" for the full fee.
        amount: hundredths of `currency`: what was paid, waived or given back; 0 while it is unpaid.
        paid_by: None where nothing was paid.
    """

    player: int
    status: FeeStatus
    currency: str
    rate: str = ""
    amount: int = 0
    paid_by: PaidBy | None = None
    note: str = ""


# --- Where everybody sits, round by round ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """One table: players in play order."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """One round of a staggered event: its tables and who sits out."""

    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]


@stored(touches=whole_event, seen_by=EVERYBODY, personal=())
class StructurePlanned(Fact):
    """All rounds of a staggered event were planned at once."""

    rounds: tuple[PlannedRound, ...]
    seed: int


@stored(touches=(whole_event, by_lot), seen_by=(round_seats, OFFICIALS), personal=(), randomness=Randomness.COMMITTED)
class RoundDrafted(Fact):
    """A seating that players do not see yet; drafted again, it replaces the draft."""

    round: int
    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]
    seed: int | None


@stored(touches=whole_event, seen_by=EVERYBODY, personal=(), notifies=Occasion.ROUND)
class RoundPublished(Fact):
    """Players see their seats; `reason`: why, although decklists are missing or not legal."""

    VERSION: ClassVar[int] = 2

    round: int
    reason: str = added("")


@stored(touches=(whole_event, on_clocks), seen_by=(round_seats, OFFICIALS), personal=(), moves_points=True)
class SeatsChanged(Fact):
    """The seats of a round were edited by hand; every score stays with its player."""

    round: int
    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]
    reason: str = ""


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=())
class SeatReportedEmpty(Fact):
    """A player is not in their seat as the round begins."""

    round: int
    player: int


@stored(touches=on_seated_player, seen_by=EVERYBODY, personal=())
class SeatTaken(Fact):
    """A player whose seat was reported empty has come."""

    round: int
    player: int


@stored(touches=(on_table, on_replaced_player), seen_by=EVERYBODY, personal=(), is_profile=True, moves_points=True)
class ProxySeated(Fact):
    """An official sits in a vacant seat, without being a player of the event.

    Attributes:
        proxy: the number that names them at their table, below 0.
        instead_of: whoever left and has lost the seat; None where it was empty.
    """

    round: int
    table: int
    seat: int
    proxy: int
    name: str
    instead_of: int | None = None


@stored(touches=(whole_event, on_clocks), seen_by=(round_pages, OFFICIALS), personal=(), moves_points=True)
class RoundCancelled(Fact):
    """A round is taken back, results and all; one that is not the last keeps its number, and counts for nothing."""

    VERSION: ClassVar[int] = 2

    round: int
    reason: str
    keeps_number: bool = added(False)


# --- Draws that anybody can verify ---


@stored(touches=on_seed, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_DRAW)
class SeedCommitted(Fact):
    """Everybody was shown the hash of the seed that the event's draws come from (`toolkit.tournament.draws`).

    Attributes:
        event: the event's identity, as it was then.
        commitment: the hash, in hex.
    """

    event: str
    commitment: str


class DrawKind(StrEnum):
    """A kind of draw from the committed seed: the beginning of the draw's purpose."""

    ROUND = "round"
    CHECK = "check"
    RAFFLE = "raffle"
    TOSS = "toss"
    FIRST_PLAYER = "final first"
    PODS = "pods"
    SWAP_KEEP = "swap keep"
    SWAP = "swap"


def draw_kind(purpose: str) -> DrawKind | None:
    """The kind of a draw with that purpose; None for a purpose that this program does not know, or "".

    >>> draw_kind("round 1b"), draw_kind("swap keep"), draw_kind("")
    (<DrawKind.ROUND: 'round'>, <DrawKind.SWAP_KEEP: 'swap keep'>, None)
    """
    return next((kind for kind in DrawKind if purpose.startswith(kind)), None)


@stored(touches=on_draw, seen_by=draw_pages, personal=(), undoing=Undoing.NOT_DRAW)
class DrawMade(Fact):
    """A draw from the committed seed; what it led to follows as a fact of its own.

    Attributes:
        purpose: `round 1`, `toss`, `final first`, `check 1`; a repetition is `round 1b`, for a `reason`.
        word: said in the room after the commitment, or "".
        players: the candidates, ascending; `order` the order in which they were drawn.
        draw: the hash of the draw, in hex.
        chart: of a round, the checksum of the whole plan when nothing was played; `history` that of the rounds before.
        steps: of a round, the moves that its search was given; `program` the version that searched.
        apart: of a round, who was to share no table besides the players' settings.
        is_searched: seats follow from a search, on top of other rounds or for wishes, and not from the order alone.
    """

    purpose: str
    word: str
    players: tuple[int, ...]
    order: tuple[int, ...]
    draw: str
    reason: str = ""
    chart: str = ""
    history: str = ""
    steps: int = 0
    program: str = ""
    apart: tuple[tuple[int, ...], ...] = ()
    is_searched: bool = False

    @property
    def is_of_seats(self) -> bool:
        """Whether it draws the seats of a round."""
        return draw_kind(self.purpose) is DrawKind.ROUND


@stored(touches=on_seed, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_DRAW)
class SeedRevealed(Fact):
    """The seed behind the commitment was revealed: later draws cannot be verified."""

    seed: str


# --- Who is here for a round ---


@stored(touches=on_check_in, seen_by=EVERYBODY, personal=(), notifies=Occasion.CHECK_IN)
class CheckInOpened(Fact):
    """Players may say that they are here for a round: from now on it seats those who are."""

    round: int


@stored(touches=on_check_in, seen_by=EVERYBODY, personal=())
class CheckInClosed(Fact):
    """Players may no longer check themselves in; who is here stays here."""

    round: int


@stored(touches=on_players, seen_by=(own_pages, LISTED_PLAYERS), personal=())
class PlayersCheckedIn(Fact):
    """Players are here for a round."""

    round: int
    players: tuple[int, ...]


@stored(touches=on_players, seen_by=EVERYBODY, personal=())
class PlayersSeen(Fact):
    """Players who had missed a round are here again, where no check-in asks for it."""

    players: tuple[int, ...]


@stored(touches=on_players, seen_by=(own_pages, LISTED_PLAYERS), personal=())
class PlayersCheckedOut(Fact):
    """Players are not here for a round after all."""

    round: int
    players: tuple[int, ...]


# --- How the tables ended ---


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScore:
    """A player's score at a table: halves, before any adjustment, and how they left the game if known."""

    player: int
    victory_points: Halves
    fate: Fate | None = None


@stored(
    touches=on_table,
    seen_by=(table_page, scored_pages, LISTED_RESULTS),
    personal=(),
    stays=dict.fromkeys(("events", "reason", "card"), "of a table: it goes where it names them"),
    moves_points=True,
)
class ResultEntered(Fact):
    """A table's result, in seat order; entered again, it corrects the one before.

    Attributes:
        events: the game told in order, where it was, in scoring's notation with A for the first seat.
        by_player: the player of the table who entered it; None for an official.
        reason: why it stands although no game ends so; `card` the card that moved the points.
        before: what stood there for these players, where it is a correction.
    """

    VERSION: ClassVar[int] = 2

    round: int
    table: int
    scores: tuple[SeatScore, ...]
    events: tuple[str, ...] = ()
    by_player: int | None = None
    reason: str = ""
    card: str = ""
    before: tuple[SeatScore, ...] = added(())


@stored(
    touches=on_table,
    seen_by=EVERYBODY,
    personal=(),
    stays={"events": "of a table: it goes where it names them"},
    undoing=Undoing.BY_NUMBER,
)
class ResultDisputed(Fact):
    """A player's result that does not count: it came late, or an official or another player agreed with another one.

    Attributes:
        events: as in `ResultEntered`.
        typed_at: when it was typed, by a phone that had no network then (aware UTC).
    """

    round: int
    table: int
    scores: tuple[SeatScore, ...]
    by_player: int
    events: tuple[str, ...] = ()
    typed_at: datetime | None = None


@stored(touches=on_table, seen_by=EVERYBODY, personal=())
class DisputeDropped(Fact):
    """An official dropped the results that players sent for a table."""

    round: int
    table: int


@stored(touches=on_table, seen_by=(table_page, LISTED_RESULTS), personal=())
class ResultConfirmed(Fact):
    """Another player of the table agrees."""

    round: int
    table: int
    player: int


@stored(touches=on_table, seen_by=(table_page, LISTED_RESULTS), personal=())
class ResultLocked(Fact):
    """An official says that the result stands: players can no longer change it."""

    round: int
    table: int


@stored(touches=on_table, seen_by=(table_page, LISTED_RESULTS), personal=())
class ResultUnlocked(Fact):
    """Players can change the result again."""

    round: int
    table: int


@stored(touches=on_table, seen_by=EVERYBODY, personal=(), moves_points=True)
class ResultCleared(Fact):
    """A result was entered at the wrong table, or too early."""

    round: int
    table: int


# --- What the judges gave, and lifted ---


class SanctionKind(StrEnum):
    """From the lightest to the heaviest; a judge who leaves the standard penalty may give none at all."""

    NONE = "none"
    CAUTION = "caution"
    WARNING = "warning"
    ADJUSTMENT = "standings_adjustment"
    DISQUALIFICATION = "disqualification"


class OldSanctionKind(StrEnum):
    """The kinds as older programs wrote them."""

    CAUTION = "caution"
    WARNING = "warning"
    ADJUSTMENT = "score_adjustment"
    DISQUALIFICATION = "disqualification"


@stored(
    touches=on_player,
    seen_by=OFFICIALS,
    personal=("rule", "note"),
    stays={"judge": "another person"},
    numbers="sanction",
    moves_points=True,
)
class SanctionGiven(Fact):
    """A judge sanctioned a player: as older programs wrote it, with the game of an adjustment fixed when it was given.

    Attributes:
        given: what the infraction called for; `kind` what it became by escalation.
        round: the game during which or after which it was given (None before the first round).
        applies_to: for an adjustment, the round whose game loses a victory point.
    """

    sanction: int
    player: int
    kind: OldSanctionKind
    given: OldSanctionKind
    rule: str
    round: int | None
    applies_to: int | None = None
    judge: str = ""
    note: str = ""


@stored(
    touches=on_player,
    seen_by=OFFICIALS,
    personal=("rule", "note"),
    stays={
        "infraction": "a row of the judges' guide",
        "edition": "the judges' guide",
        "person": "a person who does not play",
        "judge": "another person",
    },
    numbers="sanction",
    moves_points=True,
)
class PenaltyGiven(Fact):
    """A judge penalizes a player, or a person who does not play.

    Attributes:
        player: None for who does not play, who is named by `person`.
        infraction: the key of the row of the judges' guide; "" where `rule` says in words what it is for.
        given: what the infraction calls for; `proposed` what the ladder made of it, `kind` what the judge gave.
        offence: which one of its kind it was, from 1.
        has_weighed: an infraction that climbs only then weighed on the game.
        round: the last round that players had seen, None before the first; `table` where the player sat in it.
        applies_to: the game that the judge named for an adjustment; else it is found when the standings are read.
        is_earlier: given in the final, for what happened before it.
        edition: the text of the judges' guide.
    """

    sanction: int
    player: int | None
    person: str = ""
    infraction: str = ""
    rule: str = ""
    given: SanctionKind
    proposed: SanctionKind
    kind: SanctionKind
    offence: int = 1
    has_weighed: bool = False
    round: int | None
    table: int | None
    applies_to: int | None = None
    is_earlier: bool = False
    judge: str = ""
    note: str = ""
    edition: str


@stored(touches=on_sanction, seen_by=OFFICIALS, personal=("reason",), moves_points=True)
class SanctionLifted(Fact):
    """A sanction is taken back."""

    sanction: int
    reason: str


# --- The clocks of rounds and tables ---


@stored(touches=on_clocks, seen_by=ROUND_CLOCK, personal=(), notifies=Occasion.TIME_UP)
class ClockStarted(Fact):
    """The clock of a round runs from the time of this entry."""

    round: int
    seconds: int


@stored(touches=on_clock, seen_by=clock_pages, personal=())
class ClockPaused(Fact):
    """The clock of a round, or of one table, stands."""

    round: int
    table: int | None = None


@stored(touches=on_clock, seen_by=clock_pages, personal=(), notifies=Occasion.TIME_UP)
class ClockResumed(Fact):
    """It runs again."""

    round: int
    table: int | None = None


@stored(touches=on_clock, seen_by=clock_pages, personal=(), notifies=Occasion.TIME_UP)
class ClockExtended(Fact):
    """A round, or one table, has more time (less, when negative)."""

    round: int
    table: int | None
    seconds: int
    reason: str = ""


@stored(touches=on_clocks, seen_by=ROUND_CLOCK, personal=())
class ClockStopped(Fact):
    """Time is called, or the clock was started by mistake."""

    round: int


# --- A table calls a judge; a judge takes the call, and closes it, unless the table takes it back ---


@stored(
    touches=on_call,
    seen_by=(caller_page, JUDGES_CALLED),
    personal=("reason",),
    undoing=Undoing.BY_NUMBER,
    numbers="call",
    notifies=Occasion.JUDGE_CALL,
)
class JudgeCalled(Fact):
    """A table, or a player who has no seat, asks for a judge.

    Attributes:
        call: the number that names it, from 1.
        round: with `table` where to go; both None for a player without a seat.
        player: who called, where that is known.
    """

    call: int
    round: int | None
    table: int | None
    player: int | None
    reason: str = ""


@stored(
    touches=on_call,
    seen_by=(called_from, JUDGES_CALLED),
    personal=(),
    stays={"judge": "another person"},
    undoing=Undoing.BY_NUMBER,
)
class JudgeCallTaken(Fact):
    """A judge is on the way."""

    call: int
    judge: str


@stored(touches=on_call, seen_by=(called_from, JUDGES_CALLED), personal=(), undoing=Undoing.BY_NUMBER)
class JudgeCallTakenBack(Fact):
    """The caller needs no judge any more."""

    call: int


@stored(touches=on_call, seen_by=(called_from, JUDGES_CALLED), personal=("note",), undoing=Undoing.BY_NUMBER)
class JudgeCallClosed(Fact):
    """The call has been answered."""

    call: int
    note: str = ""


# --- What the organizer tells everybody ---


@stored(touches=nothing, seen_by=ANNOUNCED, personal=(), numbers="announcement", notifies=Occasion.ANNOUNCEMENT)
class AnnouncementMade(Fact):
    """A line for the wall and every phone; `announcement` is its number, from 1."""

    announcement: int
    text: str


@stored(touches=on_announcement, seen_by=ANNOUNCED, personal=())
class AnnouncementWithdrawn(Fact):
    """It is no longer shown."""

    announcement: int


@stored(touches=nothing, seen_by=OFFICIALS, personal=(), undoing=Undoing.BY_NUMBER)
class MailBegun(Fact):
    """Players are mailed, one by one; their addresses are in no entry of the log but their own sign-ups."""

    mail: int
    players: tuple[int, ...]


@stored(touches=nothing, seen_by=OFFICIALS, personal=(), undoing=Undoing.BY_NUMBER)
class MailSent(Fact):
    """The mail server took a mail for each of the players, but for those who are `unsent`."""

    mail: int
    unsent: tuple[int, ...] = ()


# --- From the cut to the first player of the final ---


@stored(touches=(whole_event, by_lot), seen_by=EVERYBODY, personal=(), randomness=Randomness.COMMITTED)
class TossMade(Fact):
    """The order of tied players; `seed` None when it was tossed by hand."""

    players: tuple[int, ...]
    seed: int | None
    how: str = ""


@stored(touches=(on_player, on_final), seen_by=EVERYBODY, personal=("reason",))
class FinalistUnavailable(Fact):
    """A player cannot play the final: the next in the standings moves up."""

    player: int
    reason: str = ""


@stored(touches=(on_player, on_final), seen_by=EVERYBODY, personal=())
class FinalistAvailable(Fact):
    """A player can play the final after all."""

    player: int


@stored(touches=whole_event, seen_by=EVERYBODY, personal=())
class FinalOpened(Fact):
    """The cut: who plays the final, by seed."""

    finalists: tuple[int, ...]


@stored(touches=on_finalist, seen_by=EVERYBODY, personal=(), randomness=Randomness.AT_TABLE)
class FinalDeckDecided(Fact):
    """Which round's deck a finalist of a multi-deck event plays; `tied`: the best rounds it was drawn from."""

    player: int
    deck_round: int
    tied: tuple[int, ...] = ()
    seed: int | None = None


@stored(touches=on_finalist, seen_by=EVERYBODY, personal=("cards",), randomness=Randomness.AT_TABLE)
class CryptCardsShown(Fact):
    """Three crypt cards of a finalist, drawn and shown before the seats are chosen."""

    player: int
    cards: tuple[str, ...]
    seed: int | None = None


@stored(touches=on_final_row, seen_by=EVERYBODY, personal=())
class FinalistPlaced(Fact):
    """A finalist puts their name into the row, before the name that stands at `position` (from 0)."""

    player: int
    position: int


@stored(
    touches=(whole_event, by_lot),
    seen_by=EVERYBODY,
    personal=(),
    randomness=Randomness.COMMITTED,
    notifies=Occasion.FINAL,
)
class FirstPlayerDrawn(Fact):
    """The first player, and with that the order of the seats."""

    player: int
    seed: int | None


@stored(touches=(whole_event, on_final_clocks), seen_by=EVERYBODY, personal=())
class FinalCancelled(Fact):
    """The final is taken back to before the cut, result and all."""

    reason: str


# --- Who signed themselves up ---


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpAnswer:
    """The answer to a question of the organizer, with the question as it was."""

    question: str
    text: str


@stored(
    touches=on_sign_ups,
    seen_by=EVERYBODY,
    personal=("name", "vekn", "country", "contact", "claims", "answers/text", "language"),
    stays={"answers/question": "a question of the organizer"},
    numbers="sign_up",
    is_profile=True,
    notifies=Occasion.SIGN_UP,
)
class SignedUp(Fact):
    """A person signed up; with a place, the facts of a player follow, else they wait.

    Attributes:
        claims: a VEKN number that another has and they say is theirs.
        shows_name: they agree to be named among those who come.
        language: code of the language that they read the form in; "" if unknown.
    """

    VERSION: ClassVar[int] = 5

    sign_up: int
    name: str
    vekn: str = ""
    country: str = ""
    contact: str = ""
    agrees_to_archive: bool | None = None
    is_namesake: bool = False
    claims: str = added("")
    answers: tuple[SignUpAnswer, ...] = added((), since=4)
    shows_name: bool = added(False, since=4)
    language: str = added("", since=5)


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=())
class SignUpRegistered(Fact):
    """A sign-up has a place, as that player."""

    sign_up: int
    player: int


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=(), notifies=Occasion.PLACE)
class PlaceOffered(Fact):
    """A place is offered to who is first in line, until a time (UTC)."""

    sign_up: int
    until: datetime


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=())
class OfferLapsed(Fact):
    """Nobody answered an offer in time: they are last in line."""

    sign_up: int


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=())
class SignUpDeclined(Fact):
    """A sign-up declines the offered place."""

    sign_up: int


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=())
class SignUpCancelled(Fact):
    """A sign-up is cancelled."""

    sign_up: int


@stored(touches=on_sign_ups, seen_by=EVERYBODY, personal=())
class NumberClaimDecided(Fact):
    """Whether who signed up gets the VEKN number that they claim, or it stays with the other."""

    sign_up: int
    is_granted: bool


# --- What is given away ---


class RafflePool(StrEnum):
    """The pool of a raffle."""

    EVERYBODY = "everybody"
    NOT_IN_FINAL = "not_in_final"
    GAME_WINNERS = "game_winners"
    NO_GAME_WIN = "no_game_win"
    NO_VICTORY_POINT = "no_victory_point"
    CHECKED_IN = "checked_in"
    NAMED = "named"


@stored(touches=(on_raffles, by_lot), seen_by=EVERYBODY, personal=(), randomness=Randomness.COMMITTED)
class RaffleDrawn(Fact):
    """Players were drawn for a prize: of `order`, all candidates as they were drawn, the first `count`.

    Attributes:
        raffle: its number, from 1.
        is_again: those who had won in an earlier raffle were in it too.
        is_here: only those who were here; `with_officials`: judges and the organizer were in it too.
        seed: None under a commitment.
    """

    raffle: int
    pool: RafflePool
    order: tuple[int, ...]
    count: int
    prize: str = ""
    is_again: bool = False
    is_here: bool = False
    with_officials: bool = False
    seed: int | None = None


@stored(touches=on_raffle, seen_by=EVERYBODY, personal=())
class RafflePassed(Fact):
    """A drawn player is not here: the next in the order of that raffle has the prize."""

    raffle: int
    player: int


@stored(touches=on_prizes, seen_by=OFFICIALS, personal=())
class PrizesDecided(Fact):
    """In which order players who share a place choose or get the prizes of their places."""

    players: tuple[int, ...]


@stored(touches=on_prizes, seen_by=OFFICIALS, personal=(), stays={"category": "a category of the organizer"})
class CategoryDecided(Fact):
    """The player who is the best of a category of the prizes."""

    category: str
    player: int


# --- Which laptop the log is written on ---


@stored(touches=whole_log, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_HANDOVER)
class HandedOver(Fact):
    """The log is closed here: another laptop goes on with it. `epoch` is the one that ends; `code` a digest."""

    epoch: int
    code: str


@stored(touches=whole_log, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_HANDOVER, is_taken_when_closed=True)
class CopyRestored(Fact):
    """A log that was handed over is kept here as a copy: the code opens this one, and not the one that gave it away."""


@stored(touches=whole_log, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_HANDOVER, is_taken_when_closed=True)
class TakenOver(Fact):
    """The log goes on here, in a new epoch; `is_lost`: it was not handed over, the other laptop is gone."""

    epoch: int
    is_lost: bool = False


@stored(touches=whole_log, seen_by=EVERYBODY, personal=(), undoing=Undoing.NOT_HANDOVER)
class Superseded(Fact):
    """The log is closed here: it goes on elsewhere, in a later epoch, as it was after an entry."""

    epoch: int
    after: int


# --- What the log says of itself: entries undone and done again ---


@stored(touches=on_entries, seen_by=EVERYBODY, personal=(), undoing=Undoing.BY_NUMBER)
class EntriesUndone(Fact):
    """Entries of the log no longer count; they stay readable."""

    entries: tuple[int, ...]
    reason: str = ""


@stored(touches=on_entries, seen_by=EVERYBODY, personal=(), undoing=Undoing.BY_NUMBER)
class EntriesRedone(Fact):
    """Undone entries count again."""

    entries: tuple[int, ...]
    reason: str = ""
