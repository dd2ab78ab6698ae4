"""The vocabulary in which a fact declares what it touches, who sees it, and what of it is personal.

Every list of facts elsewhere is read from these declarations (`Fact.DECLARED`), which `stored` asks for:

- what it **touches**: two changes collide if they touch the same thing, or one touches a thing within the other's;
- who it is **seen by**: the pages that may show something else after it;
- what of it is **personal**: the texts that go when the player whom it is about is forgotten.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any

# A thing that facts touch, as a path: `("event", "player", 3)` lies within `("event", "player")` and `("event",)`.
type Thing = tuple[str | int, ...]
# The things that a fact touches.
type Touch = Callable[[Any], Iterable[Thing]]
# A part of an event that pages show: what many show at once, a table (its round and number), a player, or a call.
type Part = Topic | tuple[str | int, ...]
# The parts that a fact may change.
type Sight = Topic | Callable[[Any], Iterable[Part]]


class Topic(StrEnum):
    """A subject that many pages show at once.

    Attributes:
        CLOCK: the round's, which every page of the room shows; CLOCKS are those of single tables.
    """

    ROOM = "room"
    ANNOUNCEMENTS = "announcements"
    CLOCK = "clock"
    RESULTS = "results"
    PLAYERS = "players"
    CLOCKS = "clocks"
    CALLS = "calls"
    OFFICIALS = "officials"


class Undoing(StrEnum):
    """The way to undo a fact.

    Attributes:
        WITH_PODS: as usual, and with the pods of a draft, which it stands on; WITH_DRAFT with their running draft.
        BY_NUMBER: where it is named; it is never "the last change".
        NOT_CREATION: never, nor is what follows; each says why.
    """

    USUAL = "usual"
    WITH_PODS = "with_pods"
    WITH_DRAFT = "with_draft"
    BY_NUMBER = "by_number"
    NOT_CREATION = "not_creation"
    NOT_HANDOVER = "not_handover"
    NOT_FORGETTING = "not_forgetting"
    NOT_DRAW = "not_draw"


class Randomness(StrEnum):
    """Whether chance may be behind a fact.

    Attributes:
        COMMITTED: it is drawn from the committed seed where that is known.
        AT_TABLE: it is drawn, but never from the committed seed.
    """

    NONE = "none"
    COMMITTED = "committed"
    AT_TABLE = "at_table"


class Occasion(StrEnum):
    """When people outside the event's pages are notified."""

    SIGN_UP = "sign_up"
    PLACE = "place"
    CHECK_IN = "check_in"
    ROUND = "round"
    TIME_UP = "time_up"
    FINAL = "final"
    RESULT = "result"
    ANNOUNCEMENT = "announcement"
    JUDGE_CALL = "judge_call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """The properties of a kind of fact.

    Attributes:
        personal: paths of fields, such as `verdict/problems`; of values with a player of their own, theirs alone.
        stays: the other texts of a fact about a player, each with the reason why it outlives a forgetting.
        numbers: the field by which it gives a number that is never given again.
        is_profile: its texts say who one person is: another of the same name is a namesake.
        frees_place: a waiting person may get a place after it.
        moves_points: it gives points or takes them, so that it may correct what was decided. Others decide anew by
            themselves, such as a finalist who leaves.
        is_taken_when_closed: a log that was closed for another laptop takes it.
    """

    touches: tuple[Touch, ...]
    seen_by: tuple[Sight, ...]
    personal: tuple[str, ...]
    stays: Mapping[str, str]
    undoing: Undoing
    randomness: Randomness
    notifies: Occasion | None
    numbers: str
    is_profile: bool
    frees_place: bool
    moves_points: bool
    is_taken_when_closed: bool

    def touched(self, fact: Any) -> frozenset[Thing]:
        """The things that a fact of this kind touches."""
        return frozenset(thing for touch in self.touches for thing in touch(fact))

    def parts(self, fact: Any) -> list[Part]:
        """The parts of pages that a fact of this kind may change."""
        parts: list[Part] = []
        for sight in self.seen_by:
            if isinstance(sight, Topic):
                parts.append(sight)
            else:
                parts.extend(sight(fact))
        return parts


def collide(mine: frozenset[Thing], theirs: frozenset[Thing]) -> bool:
    """Whether a thing of the one is, or lies within, a thing of the other."""
    return not (mine.isdisjoint(_around(theirs)) and theirs.isdisjoint(_around(mine)))


def _around(things: Iterable[Thing]) -> set[Thing]:
    """The things, and those that they lie within."""
    return {thing[:length] for thing in things for length in range(len(thing) + 1)}


# --- What a fact touches ---

EVENT: Thing = ("event",)
# What stands for further things, which are known from the tournament: the table of a seat, what an entry touched.
SEAT_OF, ENTRY = "seat of", "entry"


def table_of(round_number: int, table: int) -> Thing:
    """A table in its round."""
    return (*EVENT, "table", round_number, table)


def entry_of(number: int) -> Thing:
    """An entry of the log."""
    return (ENTRY, number)


def nothing(_: Any) -> Iterable[Thing]:
    """Nothing: the change collides with no other."""
    return ()


def whole_log(_: Any) -> Iterable[Thing]:
    """Everything: the log itself begins, ends or continues."""
    return ((),)


def whole_event(_: Any) -> Iterable[Thing]:
    """Everything that is played: players, tables, check-in, final, pools; no fee, call, clock, report or recursion."""
    return (EVENT,)


def settings(_: Any) -> Iterable[Thing]:
    """The settings, and all that depends on them; wishes for seats do not."""
    within = ("settings", "player", "table", "check-in", "pool", "phase", "final")
    return (*((*EVENT, name) for name in within), ("clock",), ("fee",), ("sign-up",), ("report",))


def on_player(fact: Any) -> Iterable[Thing]:
    """The player, but not their seat."""
    return ((*EVENT, "player", fact.player or 0),)


def on_seated_player(fact: Any) -> Iterable[Thing]:
    """The player, and the table at which they sit in the round that is played."""
    return (*on_player(fact), (SEAT_OF, fact.player))


def on_all_of_player(fact: Any) -> Iterable[Thing]:
    """The player with everything that is kept of them: fee, wishes, product, pool."""
    player = fact.player
    return (
        (*EVENT, "player", player),
        (*EVENT, "wish", player),
        (*EVENT, "product", player),
        (*EVENT, "pool", player),
        ("fee", player),
    )


def on_players(fact: Any) -> Iterable[Thing]:
    """Each of the players."""
    return ((*EVENT, "player", player) for player in fact.players)


def on_judged_players(fact: Any) -> Iterable[Thing]:
    """The players whose lists are judged."""
    return ((*EVENT, "player", deck.player) for deck in fact.decks)


def on_replaced_player(fact: Any) -> Iterable[Thing]:
    """The player who has lost the seat, where there is one."""
    return () if fact.instead_of is None else ((*EVENT, "player", fact.instead_of),)


def on_wish(fact: Any) -> Iterable[Thing]:
    """The player's wish for a seat."""
    return ((*EVENT, "wish", fact.player),)


def on_wishes(fact: Any) -> Iterable[Thing]:
    """The wishes of the player and of the others."""
    return ((*EVENT, "wish", player) for player in (fact.player, *fact.others))


def on_table(fact: Any) -> Iterable[Thing]:
    """The table in its round."""
    return (table_of(fact.round, fact.table),)


def on_check_in(fact: Any) -> Iterable[Thing]:
    """The check-in for a round."""
    return ((*EVENT, "check-in", fact.round),)


def on_final(_: Any) -> Iterable[Thing]:
    """The finalists, and all that happens before the final begins."""
    return ((*EVENT, "final"),)


def on_finalist(fact: Any) -> Iterable[Thing]:
    """A finalist: the deck they play, the cards they show."""
    return (*on_player(fact), (*EVENT, "final", "deck", fact.player))


def on_final_row(fact: Any) -> Iterable[Thing]:
    """The row in which finalists choose their seats, and the one who chooses."""
    return (*on_player(fact), (*EVENT, "final", "row"))


def on_sanction(fact: Any) -> Iterable[Thing]:
    """A sanction that was given."""
    return ((*EVENT, "sanction", fact.sanction),)


def on_product(fact: Any) -> Iterable[Thing]:
    """The product of the player."""
    return ((*EVENT, "product", fact.player),)


def on_products(fact: Any) -> Iterable[Thing]:
    """The product of each of the players."""
    return ((*EVENT, "product", player) for player in fact.players)


def on_pool(fact: Any) -> Iterable[Thing]:
    """The pool of the player, and the player."""
    return (*on_player(fact), (*EVENT, "pool", fact.player))


def on_plan(fact: Any) -> Iterable[Thing]:
    """The plan of a limited event, and with it all that is played; or a player's own pool."""
    return (EVENT,) if fact.player is None else on_pool(fact)


def on_phase(_: Any) -> Iterable[Thing]:
    """The phase of a limited event, in every pod."""
    return ((*EVENT, "phase"),)


def on_pod(fact: Any) -> Iterable[Thing]:
    """A pod; or the phase in every pod."""
    return ((*EVENT, "phase"),) if fact.pod is None else ((*EVENT, "phase", "pod", fact.pod),)


def on_recursions(fact: Any) -> Iterable[Thing]:
    """The number of recursions that the player has used in the round."""
    return (("recursions", fact.round, fact.player),)


def on_fee(fact: Any) -> Iterable[Thing]:
    """The player's fee."""
    return (("fee", fact.player),)


def on_sign_ups(_: Any) -> Iterable[Thing]:
    """The line of those who signed up, which is one: who comes first in it has the place."""
    return (("sign-up",),)


def on_clock(fact: Any) -> Iterable[Thing]:
    """The clock of a round, or that of one table alone."""
    return (("clock", fact.round, fact.table or 0),)


def on_clocks(fact: Any) -> Iterable[Thing]:
    """Every clock of a round."""
    return (("clock", fact.round),)


def on_final_clocks(_: Any) -> Iterable[Thing]:
    """Every clock of the final, which is round 0."""
    return (("clock", 0),)


def on_call(fact: Any) -> Iterable[Thing]:
    """A call for a judge."""
    return (("call", fact.call),)


def on_announcement(fact: Any) -> Iterable[Thing]:
    """An announcement that was made."""
    return (("announcement", fact.announcement),)


def on_checks(fact: Any) -> Iterable[Thing]:
    """The draw of a round's deck checks, and the check of each player drawn."""
    return (("deck check", fact.round), *(("deck check of", fact.round, player) for player in fact.players))


def on_check(fact: Any) -> Iterable[Thing]:
    """The check of a player's deck in a round."""
    return (("deck check of", fact.round, fact.player),)


def on_report(fact: Any) -> Iterable[Thing]:
    """One of the reports."""
    return (("report", fact.to),)


def on_reports(_: Any) -> Iterable[Thing]:
    """Every report."""
    return (("report",),)


def on_early_end(_: Any) -> Iterable[Thing]:
    """The head judge's report of an early end."""
    return (("report", "early end"),)


def on_calendar(_: Any) -> Iterable[Thing]:
    """The known content of the calendar's entry."""
    return (("calendar",),)


def on_raffles(_: Any) -> Iterable[Thing]:
    """Every raffle: the second of two draws at once would be one raffle too many."""
    return (("raffle",),)


def on_raffle(fact: Any) -> Iterable[Thing]:
    """A raffle that was drawn."""
    return (("raffle", fact.raffle),)


def on_prizes(_: Any) -> Iterable[Thing]:
    """The prizes of a shared place."""
    return (("prizes",),)


def on_seed(_: Any) -> Iterable[Thing]:
    """The seed behind all draws."""
    return (("draw",),)


def on_draw(fact: Any) -> Iterable[Thing]:
    """A draw from the committed seed."""
    return (("draw", fact.purpose),)


def by_lot(fact: Any) -> Iterable[Thing]:
    """A draw, whether or not from the committed seed: it would be another one had the seed been committed before."""
    return (("draw", fact.NAME),)


def on_entries(fact: Any) -> Iterable[Thing]:
    """Entries of the log, and what they touch."""
    return map(entry_of, fact.entries)


# --- Who sees a fact ---

EVERYBODY, OFFICIALS, LISTED_PLAYERS, LISTED_RESULTS = Topic.ROOM, Topic.OFFICIALS, Topic.PLAYERS, Topic.RESULTS
JUDGES_CALLED = Topic.CALLS
# What every page of the room shows, in a share that is the same for all.
ANNOUNCED, ROUND_CLOCK = Topic.ANNOUNCEMENTS, Topic.CLOCK


def page_of(player: int | None) -> Part:
    """The page of a player."""
    return ("player", player or 0)


def table_page_of(round_number: int, table: int) -> Part:
    """The page of a table, and what those who sit there see of it."""
    return ("table", round_number, table)


def seats_of(round_number: int) -> Part:
    """The seats of a round, which every page of the room shows once they are published."""
    return ("seats", round_number)


def round_of(number: int) -> Part:
    """All that pages show of a round: every page once it was published, until then the officials' alone."""
    return ("round", number)


def call_of(call: int) -> Part:
    """The page that a call for a judge came from."""
    return ("call", call)


def own_page(fact: Any) -> Iterable[Part]:
    """The player's own page."""
    return (page_of(fact.player),)


def own_pages(fact: Any) -> Iterable[Part]:
    """The own page of each of the players."""
    return map(page_of, fact.players)


def scored_pages(fact: Any) -> Iterable[Part]:
    """The own page of each player who has a score."""
    return (page_of(score.player) for score in fact.scores)


def table_page(fact: Any) -> Iterable[Part]:
    """The table, and those who sit there."""
    return (table_page_of(fact.round, fact.table),)


def round_seats(fact: Any) -> Iterable[Part]:
    """The seats of the round."""
    return (seats_of(fact.round),)


def round_pages(fact: Any) -> Iterable[Part]:
    """All that pages show of the round."""
    return (round_of(fact.round),)


def draw_pages(fact: Any) -> Iterable[Part]:
    """Every page; the officials' for a draw of seats, which is public once these are published."""
    return (Topic.OFFICIALS if fact.is_of_seats else Topic.ROOM,)


def clock_pages(fact: Any) -> Iterable[Part]:
    """The pages that show a clock: every page for a round's, those of the table and of all clocks for a table's own."""
    return (Topic.CLOCK,) if fact.table is None else (table_page_of(fact.round, fact.table), Topic.CLOCKS)


def calling_page(fact: Any) -> Part:
    """The page of the table that calls a judge, or of the player."""
    is_at_table = fact.round is not None and fact.table is not None
    return table_page_of(fact.round, fact.table) if is_at_table else page_of(fact.player)


def caller_page(fact: Any) -> Iterable[Part]:
    """The table that calls a judge, or the player."""
    return (calling_page(fact),)


def called_from(fact: Any) -> Iterable[Part]:
    """The page that an earlier call came from."""
    return (call_of(fact.call),)


# --- What of a fact is personal ---

# By which number a fact is about a player: their own, or that of what they were given, or asked for.
SUBJECTS = ("player", "sanction", "call", "sign_up")


@cache
def _leaves_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a stored type that hold no further fields, each by its path and type; of those in a list, one."""
    if isinstance(kind, typing.TypeAliasType):
        return _leaves_of(kind.__value__)
    if parts := typing.get_args(kind):
        return tuple(leaf for part in parts for leaf in _leaves_of(part))
    if not is_dataclass(kind):
        return (("", kind),)
    hints = typing.get_type_hints(kind)
    inner = ((field.name, leaf) for field in fields(kind) for leaf in _leaves_of(hints[field.name]))
    return tuple((f"{name}/{path}" if path else name, leaf) for name, (path, leaf) in inner)


def check_texts(kind: type, declared: Declaration) -> None:
    """Make sure that every free text of a fact about a player is said to be personal, or to stay.

    Raises:
        TypeError: one is neither, or there is no such text.
    """
    leaves = _leaves_of(kind)
    texts = [path for path, leaf in leaves if leaf is str]
    named = (*declared.personal, *declared.stays)
    if unknown := [path for path in named if not any(_is_within(text, path) for text in texts)]:
        raise TypeError(f"{kind.__name__} has no text {', '.join(unknown)}.")
    unsaid = [text for text in texts if not any(_is_within(text, path) for path in named)]
    if unsaid and any(path in SUBJECTS or path.endswith("/player") for path, _ in leaves):
        text = f"{kind.__name__}.{unsaid[0]}"
        raise TypeError(f"{text} is a text about a player: name it in `personal`, or in `stays` with a reason.")


def _is_within(text: str, path: str) -> bool:
    return text == path or text.startswith(f"{path}/")
