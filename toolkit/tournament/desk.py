"""The meaning of a line typed at the desk: one field for players, tables and results.

    anna            here; again: it is asked    12              go to table 12
    anna -          leaves                      21110           the result of the table that is open
    anna +          is back                     3 21110         the result of table 3
    anna =          list handed in              3 A>B C! time   who left, in the notation of `toolkit.scoring`
    anna $          fee paid                    final 21110     the final's result, while it is played
                                                1:3 21110       the result of table 3 of round 1

A name is an intent, and never switches back what somebody said before (`stands`): that is only asked (`not_after_all`).

Case, accents and strokes do not count, and as many letters will do as tell a name apart. Halves are `2.5`, `2½` or
`2h`, with or without blanks between the seats. A scanner types an address: a player's card means that they are here,
a slip or the page of a table that table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from toolkit.languages import Listed, Message, Points
from toolkit.scoring import Halves, parse_events, render_victory_points
from toolkit.scoring.events import TIME_CALLED, Remove
from toolkit.tournament import checkin
from toolkit.tournament.decks import ALL_ROUNDS
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import FINAL, Fact, FeeMarked, FeeStatus, PaperListTaken, PlayersCheckedIn
from toolkit.tournament.players import search_key
from toolkit.tournament.results import enter_result
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.state import Player, Round, State, round_heading

# So much may be typed: an address, or a long story.
LONGEST_TYPED = 500
# So many are named where a name may be several people's.
MOST_NAMED = 6


class Verb(StrEnum):
    """The meaning of a sign or a word beside a player's name."""

    LEAVE = "leave"
    RETURN = "return"
    LIST = "list"
    PAID = "paid"


# Beside a name, before or behind it.
SIGNS: Mapping[str, Verb] = {
    "-": Verb.LEAVE,
    "−": Verb.LEAVE,
    "+": Verb.RETURN,
    "=": Verb.LIST,
    "$": Verb.PAID,
    "€": Verb.PAID,
}


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round, `FINAL` for the final."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Presence:
    """A player is here for the next round, or is not."""

    player: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class Dropping:
    """A player leaves the event."""

    player: int


@dataclass(frozen=True, slots=True)
class Returning:
    """A player who left is back."""

    player: int


@dataclass(frozen=True, slots=True)
class ListOnPaper:
    """A player's list came in, or is not here after all; `deck_round` of a multi-deck event."""

    player: int
    deck_round: int | None
    is_here: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """A player has paid the fee, or has not after all."""

    player: int
    is_paid: bool


@dataclass(frozen=True, slots=True)
class GoTo:
    """A table is looked at; `typed` is what stays in the field, because a result stands there already."""

    place: RoundTable
    typed: str = ""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A table's victory points, in seat order."""

    place: RoundTable
    victory_points: tuple[Halves, ...]


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A result typed as the order in which seats left a table, in the notation of events."""

    place: RoundTable
    events: str


# What a player is or is not.
type Switch = Presence | ListOnPaper | Payment
type Meaning = Presence | Dropping | Returning | ListOnPaper | Payment | GoTo | ResultLine | TypedResult


class Unclear(BadValue):
    """The line means nothing here, or several players."""

    code = "unclear"

    def __init__(self, message: str, *, code: str | None = None, players: Sequence[Player] = ()) -> None:
        super().__init__(message, code=code)
        self.players = tuple(players)


def stands(state: State, meaning: Switch) -> bool:
    """Whether it was said before that a player is here, has paid, or that their list came in on paper."""
    match meaning:
        case Presence(player=player):
            return player in checkin.expected(state)
        case ListOnPaper(player=player, deck_round=deck_round):
            return (deck_round or ALL_ROUNDS) in state.player(player).paper_lists
        case Payment(player=player):
            mark = state.fees.get(player)
            return mark is not None and mark.status is FeeStatus.PAID


def not_after_all(meaning: Switch) -> Switch:
    """The opposite of what was said."""
    return replace(meaning, is_paid=False) if isinstance(meaning, Payment) else replace(meaning, is_here=False)


def says_so(fact: Fact, meaning: Switch) -> bool:
    """Whether an entry of the log is one that says the same."""
    match fact, meaning:
        case PlayersCheckedIn(players=players), Presence(player=player):
            return player in players
        case PaperListTaken(is_here=True), ListOnPaper():
            return (fact.player, fact.deck_round) == (meaning.player, meaning.deck_round)
        case FeeMarked(status=FeeStatus.PAID), Payment(player=player):
            return fact.player == player
    return False


def is_scanned(typed: str) -> bool:
    """Whether a scanner has typed it: it reads a card twice as easily as once, so that means nothing more.

    A slash in front alone is the key that leads to the field, pressed in it.
    """
    return "/" in typed.strip()[1:]


def round_at_desk(state: State) -> Round | None:
    """The round whose results are entered: the one that is played, else the last that players have seen."""
    current = state.current_round or state.final_round
    return current or (state.rounds[state.published - 1] if state.published else None)


def meaning_of(
    state: State,
    typed: str,
    *,
    event: str = "",
    at: RoundTable | None = None,
    words: Mapping[str, Verb] | None = None,
    number: int | None = None,
) -> Meaning:
    """The meaning of a typed line in the present state of the event.

    `event` is the event's id, by which the addresses of its cards are known; `at` the table that is open; `words` say
    beside a name what the signs say. `number` is the round whose page is typed on: tables are its tables, and a name
    finds the player's seat while results are missing. Without it, tables are those of the round at the desk.

    Raises:
        Unclear: nobody, several players, no such table, or another event's card.
        ImpossibleScores: events that cannot be read.
        UnknownRound, UnknownTable: a slip of a round or table that there is not.
    """
    text = " ".join(typed[:LONGEST_TYPED].split())
    if not is_scanned(text):
        text = text.removeprefix("/").lstrip()
    if not text:
        raise Unclear(Message("Type a name, a table or a result."), code="nothing_typed")
    if (scanned := _scanned(state, text, event)) is not None:
        return scanned
    if (elsewhere := _OF_ROUND.match(text)) is not None:
        number, text, at = _round_called(state, elsewhere["round"]), text[elsewhere.end() :], None
    round_ = _published(state, number) or round_at_desk(state)
    return _result_or_table(state, text, at, round_) or _about_player(state, text, words or {}, number)


# Before a table of a round: `1:2 30110`.
_OF_ROUND = re.compile(r"(?P<round>\d{1,2}|final|finale)\s?:\s?(?=\S)", re.IGNORECASE)


def _round_called(state: State, text: str) -> int:
    number = int(text) if text.isdigit() else FINAL
    if _published(state, number) is None:
        raise Unclear(
            Message("%(round)s has not been published yet.", round=round_heading(number)), code="not_published"
        )
    return number


def _published(state: State, number: int | None) -> Round | None:
    """The round of that number, once players have seen it."""
    if number is None:
        return None
    if number == FINAL:
        return state.final_round
    return state.rounds[number - 1] if 0 < number <= state.published else None


# Cards and slips

_ADDRESS = re.compile(
    r"/tournaments/(?P<event>[^/\s]+)/"
    r"(?:players/(?P<player>\d{1,6})|(?:console/)?rounds/(?P<round>\d{1,2}|final)/tables/(?P<table>\d{1,5}))(?![^/?#\s])"
)


def _scanned(state: State, text: str, event: str) -> Meaning | None:
    if not is_scanned(text):
        return None
    match = _ADDRESS.search(text)
    if match is None or match["event"] != event:
        if not text.startswith(("http:", "https:", "/")):
            return None
        raise Unclear(Message("This card or slip is not of this event."), code="other_event")
    if match["player"]:
        player = state.player(int(match["player"]))
        seated = _seat_of(state, player)
        return GoTo(seated) if seated and not checkin.is_taken(state) else Presence(player.number, is_here=True)
    number = FINAL if match["round"] == "final" else int(match["round"])
    state.round(number).table(int(match["table"]))
    return GoTo(RoundTable(number, int(match["table"])))


# Tables and results

_HALF = r"(?:[.,]5|[.,½h])"
_POINT = re.compile(rf"(?P<whole>\d?)(?P<half>{_HALF})|(?P<digit>\d)")
_FIGURES = re.compile(r"\d[\d.,½h\s]*")
# The final's table, as the languages of the pages call it.
_FINAL_CALLED = frozenset({"final", "finale"})
_STORY = re.compile(rf"[>!]|^(?:{'|'.join(TIME_CALLED)})$|^(?:concede|removed)\b", re.IGNORECASE)


def _result_or_table(state: State, text: str, at: RoundTable | None, round_: Round | None) -> Meaning | None:
    here = at or _final_s_table(round_)
    if (
        here is not None
        and not _is_table_and_story(state, text, round_)
        and (result := _result(state, text, here)) is not None
    ):
        return result if at is not None else _kept(state, result, text)
    head, _, rest = text.partition(" ")
    place = _table_called(state, text, round_) or _table_called(state, head, round_)
    if place is None:
        if not head.isascii() or not head.isdigit() or len(head) > 5:
            if at is not None and _FIGURES.fullmatch(text):
                raise unreadable(state, at)
            if _is_story_alone(text):
                raise Unclear(Message("Which table? Type its number first."), code="which_table")
            return None
        raise _no_such_table(state, head, here, round_)
    if _table_called(state, text, round_) is not None:
        return GoTo(place)
    result = _result(state, rest, place)
    if result is None:
        if head.isascii() and head.isdigit():
            raise unreadable(state, place)
        return None
    return result if place == at else _kept(state, result, rest)


def _final_s_table(round_: Round | None) -> RoundTable | None:
    """The only table there is while the final's result is entered."""
    return RoundTable(FINAL, 1) if round_ is not None and round_.number == FINAL else None


def _kept(state: State, result: ResultLine | TypedResult, typed: str) -> Meaning:
    """A result for a table that is not open: where one stands already, it is looked at first, if another can be."""
    place = result.place
    if not state.round(place.round).is_settled(place.table):
        return result
    if isinstance(result, TypedResult):
        enter_result(state, place.round, place.table, events=result.events)
    else:
        enter_result(
            state, place.round, place.table, victory_points=[*map(render_victory_points, result.victory_points)]
        )
    return GoTo(place, typed=typed)


def _is_table_and_story(state: State, text: str, round_: Round | None) -> bool:
    """Whether a table's name is before a story, so that the open table is not meant."""
    head, _, rest = text.partition(" ")
    return bool(_STORY.search(rest)) and rest[0] not in ">!&" and _table_called(state, head, round_) is not None


def _result(state: State, text: str, place: RoundTable) -> ResultLine | TypedResult | None:
    if is_story(text):
        parse_events(text)
        return TypedResult(place, text)
    points = read_points(text, len(state.round(place.round).table(place.table)))
    return None if points is None else ResultLine(place, points)


def is_story(text: str) -> bool:
    """Whether a line says who left rather than points: `A>B C! time`."""
    return bool(_STORY.search(text))


def removes(story: str) -> bool:
    """Whether a result removes a player from the game, which only a judge may do."""
    return any(isinstance(event, Remove) for event in parse_events(story))


def read_points(text: str, seats: int) -> tuple[Halves, ...] | None:
    """The victory points of so many seats, in halves; None where the text is something else.

    >>> read_points("21110", 5), read_points("2.5 .5 0 1", 4), read_points("2h½01", 4), read_points("12", 5)
    ((4, 2, 2, 2, 0), (5, 1, 0, 2), (5, 1, 0, 2), None)
    """
    parts = [part.removesuffix(".0").removesuffix(",0") for part in text.split()]
    is_split = seats == 1 or len(parts) > 1
    matches = [_POINT.fullmatch(part) for part in parts] if is_split else list(_POINT.finditer(text))
    if (
        len(matches) != seats
        or not all(matches)
        or (not is_split and "".join(match[0] for match in matches if match) != text)
    ):
        return None
    return tuple(2 * int(match["digit"] or match["whole"] or 0) + bool(match["half"]) for match in matches if match)


def _table_called(state: State, text: str, round_: Round | None) -> RoundTable | None:
    """The table of that name or number in the round; the final's also by that word."""
    if round_ is None:
        return None
    names = {search_key(state.settings.table_name(table)): table for table, _ in round_.numbered()}
    number = names.get(search_key(text)) if round_.number != FINAL else None
    if round_.number == FINAL and search_key(text) in _FINAL_CALLED:
        number = 1
    if number is None and text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) <= len(round_.tables):
        number = int(text)
    return None if number is None else RoundTable(round_.number, number)


def _no_such_table(state: State, text: str, at: RoundTable | None, round_: Round | None) -> Unclear:
    if at is not None and len(text) > len(str(len(state.round(at.round).tables))):
        return unreadable(state, at)
    if round_ is None:
        return Unclear(Message("No round has been published yet."), code="no_round")
    return Unclear(
        Message(
            "%(round)s has no table %(number)s: its tables are 1 to %(other)s.",
            round=round_.heading,
            number=text,
            other=len(round_.tables),
        ),
        code="unknown_table",
    )


def _is_story_alone(text: str) -> bool:
    """Whether this is the story of a game without its table."""
    return bool(re.match(rf"[A-Ea-e1-5]\s*[>!]|(?:{'|'.join(TIME_CALLED)})$|concede:|removed:", text))


def unreadable(state: State, place: RoundTable) -> Unclear:
    """The refusal of a line that is neither a figure for each seat of a table nor a story."""
    seats = len(state.round(place.round).table(place.table))
    return Unclear(
        Message(
            "Table %(table)s has %(number)s seats: type a figure for each, such as %(sample)s, or who left, such as "
            "%(story)s.",
            table=state.settings.table_name(place.table) if place.round != FINAL else 1,
            number=seats,
            sample=f"2{'1' * (seats - 2)}0",
            story="A>B C! time",
        ),
        code="wrong_seats",
    )


def standing_line(state: State, place: RoundTable) -> Listed:
    """The points that stand at a table, in seat order."""
    round_ = state.round(place.round)
    scores = [round_.scores.get(player) for player in round_.table(place.table)]
    return Listed((Points(score.victory_points) for score in scores if score), between=" ")


# Players


def _about_player(state: State, text: str, words: Mapping[str, Verb], number: int | None) -> Meaning:
    name, verb = _with_verb(state, text, words)
    player = find_at_desk(state, name, wants_back=verb is Verb.RETURN)
    match verb:
        case Verb.LEAVE:
            return Dropping(player.number)
        case Verb.RETURN:
            return Returning(player.number)
        case Verb.LIST:
            deck_round = next_round_number(state) if state.settings.is_multideck else None
            return ListOnPaper(player.number, deck_round, is_here=True)
        case Verb.PAID:
            return Payment(player.number, is_paid=True)
    if (seated := _seat_in(_published(state, number), player)) is not None:
        return GoTo(seated)
    seated = _seat_of(state, player)
    if seated is not None and not checkin.is_taken(state):
        return GoTo(seated)
    return Presence(player.number, is_here=True)


def _seat_in(round_: Round | None, player: Player) -> RoundTable | None:
    """The table of a player in a round that still misses results."""
    if round_ is None or not round_.unsettled or player.number not in round_.seats:
        return None
    return RoundTable(round_.number, round_.seats[player.number][0])


def _seat_of(state: State, player: Player) -> RoundTable | None:
    """The table of a player in the round that is played."""
    round_ = state.current_round
    if round_ is None or player.number not in round_.seats:
        return None
    return RoundTable(round_.number, round_.seats[player.number][0])


def _with_verb(state: State, text: str, words: Mapping[str, Verb]) -> tuple[str, Verb | None]:
    """The name, and what is said of the player; a word that is part of a name is the name's."""
    for name, sign in ((text[:-1], text[-1]), (text[1:], text[0])):
        if sign in SIGNS and name.strip():
            return name.strip(), SIGNS[sign]
    name, _, word = text.rpartition(" ")
    verb = words.get(search_key(word)) if name else None
    return (text, None) if verb is None or _matches(state, text) else (name, verb)


def find_at_desk(state: State, text: str, *, wants_back: bool = False) -> Player:
    """The one player meant by letters of the name, a VEKN number, or `@` and the player's number.

    Of several, the one who has not left; where somebody is wanted back, the one who has.

    Raises:
        Unclear: nobody, or several.
    """
    if re.fullmatch(r"@\d{1,6}", text):
        return state.player(int(text[1:]))
    matches = _matches(state, text)
    likely = [player for player in matches if player.is_active is not wants_back]
    if len(likely) == 1 or len(matches) == 1:
        return (likely or matches)[0]
    if not matches and (sign := re.search("[$€]", text)):
        raise Unclear(
            Message(
                "Write only “%(sign)s” after the name. Enter other fees or ways to pay under Fees.",
                sign=sign.group(),
            ),
            code="unknown_player",
        )
    if not matches:
        raise Unclear(Message("No player is called “%(name)s”.", name=text[:60]), code="unknown_player")
    named = [player.name for player in matches[:MOST_NAMED]]
    raise Unclear(
        Message("“%(name)s” may be several players: %(list)s. Type more letters.", name=text[:60], list=Listed(named)),
        code="ambiguous_player",
        players=matches[:MOST_NAMED],
    )


def _matches(state: State, text: str) -> list[Player]:
    """The players of that name, by the strictest reading that finds any: whole, by beginnings, by any letters."""
    number = text.removeprefix("#")
    if number.isascii() and number.isdigit():
        return [player for player in state.players.values() if player.vekn == number]
    key = search_key(text)
    wanted = key.split()
    names = [(player, search_key(player.name)) for player in state.players.values()]
    readings = (
        lambda name: name == key,
        lambda name: all(any(part.startswith(word) for part in re.split(r"[\s-]", name)) for word in wanted),
        lambda name: key in name,
    )
    for reads in readings:
        if wanted and (matches := [player for player, name in names if reads(name)]):
            return matches
    return []
