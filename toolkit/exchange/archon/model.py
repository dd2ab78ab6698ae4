"""The typed content of an Archon workbook, and an event in that shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from toolkit.exchange.archondata import plain_line
from toolkit.scoring import Halves
from toolkit.tournament.configuration import Configuration, EventKind, EventRuleSet, Official
from toolkit.tournament.facts import (
    NoteAdded,
    PenaltyGiven,
    ResultEntered,
    SanctionGiven,
    SanctionKind,
    SanctionLifted,
)
from toolkit.tournament.games import counted_rounds
from toolkit.tournament.log import describe
from toolkit.tournament.receivers import has_number
from toolkit.tournament.standings import final_scores, ranking, round_scores, standings
from toolkit.tournament.state import PlayerStatus, Round, State
from toolkit.tournament.tournament import Tournament

SHEETS = (
    *("Instructions", "Tournament Info", "Methuselahs", "Standings", "Round 1", "Round 2", "Round 3", "Final Round"),
    *("Override", "VEKN Report", "Notes", "Optimal Seating 3R+F", "Optimal Seating 2R+F", "TPMatrix"),
)
MOST_PLAYERS = 300
MOST_NOTES = 200
OUT, UNAVAILABLE = "DQ", "Unavailable"
FINAL_WORD = "F"
# How the workbook calls the kinds that it has, with what it adds to the coefficient of the rating.
LEVELS = {
    EventKind.STANDARD_CONSTRUCTED: ("Standard Constructed", 0.0),
    EventKind.LIMITED: ("Limited", 0.0),
    EventKind.CONTINENTAL_QUALIFIER: ("Continental Qualifier", 0.25),
    EventKind.NATIONAL_CHAMPIONSHIP: ("National Championship", 0.25),
    EventKind.CONTINENTAL_CHAMPIONSHIP: ("Continental Championship", 1.0),
    EventKind.NATIONAL_QUALIFIER: ("National Qualifier", 0.0),
    EventKind.STORYLINE: ("Storyline", 0.0),
    EventKind.DEMO: ("Demo", 0.0),
    EventKind.UNSANCTIONED: ("Unsanctioned Tournament", 0.0),
    EventKind.GRAND_PRIX: ("Grand Prix", 0.0),
}
_SAME_LEVEL = {
    EventKind.OWN_STORYLINE: EventKind.STORYLINE,
    EventKind.LIMITED_NATIONAL: EventKind.NATIONAL_CHAMPIONSHIP,
    EventKind.LIMITED_CONTINENTAL: EventKind.CONTINENTAL_CHAMPIONSHIP,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlayer:
    """A row of the players; they are numbered from 1 without gaps.

    Attributes:
        flag: `DQ`, `Unavailable` for the final, or "".
        toss: the place in the toss, from 1; 0 without one.
    """

    first: str
    last: str
    city: str = ""
    vekn: str = ""
    flag: str = ""
    toss: int = 0


@dataclass(frozen=True, slots=True)
class BookSeat:
    """A seat: the player's number and what they have, adjustments included; below 0 it is a proxy player's.

    The number -1 is the first of the book's proxies.
    """

    player: int
    victory_points: Halves


type BookTable = tuple[BookSeat, ...]


@dataclass(frozen=True, slots=True)
class Override:
    """A table whose points no game ends with, and why they stand; `round` is `F` for the final."""

    round: str
    table: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """All that is typed; what follows from it is computed."""

    name: str
    date: date | None = None
    organizer: str = ""
    organizer_vekn: str = ""
    city: str = ""
    is_limited: bool = False
    level: str = LEVELS[EventKind.STANDARD_CONSTRUCTED][0]
    warnings: int = 0
    disqualifications: int = 0
    judges: tuple[Official, ...] = ()
    players: tuple[BookPlayer, ...] = ()
    proxies: tuple[str, ...] = ()
    rounds: tuple[tuple[BookTable, ...], ...] = ()
    final: BookTable = ()
    overrides: tuple[Override, ...] = ()
    notes: tuple[str, ...] = ()


def book_of(tournament: Tournament) -> Book:
    """A finished event as it is typed in."""
    settings = tournament.settings
    numbers = numbers_of(tournament)
    kinds = [given.kind for given in tournament.sanctions.values()]
    return Book(
        name=plain_line(settings.name),
        date=settings.date,
        organizer=plain_line(settings.organizer),
        organizer_vekn=settings.organizer_vekn,
        city=plain_line(settings.place),
        is_limited=settings.rule_set is EventRuleSet.LIMITED,
        level=level_of(settings),
        warnings=kinds.count(SanctionKind.WARNING),
        disqualifications=kinds.count(SanctionKind.DISQUALIFICATION),
        judges=_judges(settings),
        players=tuple(_players(tournament, numbers)),
        rounds=tuple(tuple(_tables(tournament, round_, numbers)) for round_ in counted_rounds(tournament)),
        final=_final(tournament, numbers),
        overrides=tuple(_overrides(tournament)),
        notes=tuple(_notes(tournament))[:MOST_NOTES],
    )


def level_of(settings: Configuration) -> str:
    """The workbook's name for the kind of event."""
    kind = _SAME_LEVEL.get(settings.kind, settings.kind)
    return LEVELS.get(kind, LEVELS[EventKind.STANDARD_CONSTRUCTED])[0]


def numbers_of(state: State) -> dict[int, int]:
    """Player to row, from 1 without gaps: who sat in a round."""
    played = {number for round_ in counted_rounds(state) for number in round_.seats}
    return {number: place for place, number in enumerate(sorted(played), start=1)}


def _judges(settings: Configuration) -> tuple[Official, ...]:
    head = (Official(name=settings.head_judge, vekn=settings.head_judge_vekn),) if settings.head_judge else ()
    return tuple(
        Official(name=plain_line(official.name), vekn=official.vekn) for official in (*head, *settings.assistants)
    )


def _players(state: State, numbers: dict[int, int]) -> Iterator[BookPlayer]:
    rows = {row.player.number: row for row in standings(state)}
    finalists = {seat.player for seat in _final(state, numbers)}
    # Whoever stood before a finalist as the final was cut, and did not play it.
    seeds = [number for entry in ranking(state) if isinstance(number := entry.total.player, int)]
    last = max((place for place, number in enumerate(seeds) if numbers.get(number) in finalists), default=0)
    before = set(seeds[:last])
    for number, row in numbers.items():
        player = state.players[number]
        first, family = player.first_and_last
        flag = OUT if player.status is PlayerStatus.DISQUALIFIED else ""
        is_asked = number in state.unavailable or (not player.is_active and number in before)
        if not flag and row not in finalists and is_asked:
            flag = UNAVAILABLE
        yield BookPlayer(
            first=plain_line(first),
            last=plain_line(family),
            city=plain_line(player.city),
            vekn=player.vekn if has_number(player) else "",
            flag=flag,
            toss=rows[number].toss if number in rows else 0,
        )


def _tables(state: State, round_: Round, numbers: dict[int, int]) -> Iterator[BookTable]:
    scores = round_scores(state, round_)
    for _, players in round_.numbered():
        yield tuple(
            BookSeat(numbers[player], scores[player].victory_points if player in scores else 0)
            for player in players
            if player in numbers
        )


def _final(state: State, numbers: dict[int, int]) -> BookTable:
    scores, round_ = final_scores(state), state.final_round
    if round_ is None:
        return ()
    return tuple(
        BookSeat(numbers[player], scores[player].victory_points)
        for player in round_.table(1)
        if player in scores and player in numbers
    )


def is_whole(table: BookTable) -> bool:
    """Whether the points are those of a whole game: rounded up seat by seat they are as many as the seats."""
    return sum(-(-seat.victory_points // 2) for seat in table) == len(table)


def _overrides(state: State) -> Iterator[Override]:
    numbers = numbers_of(state)
    final = [state.final_round] if state.final_round is not None else []
    for place, round_ in enumerate([*counted_rounds(state), *final], start=1):
        for number, table in enumerate(_tables(state, round_, numbers), start=1):
            if table and not is_whole(table):
                result = round_.results.get(number)
                reason = plain_line(result.reason) if result and result.reason else "Standings adjustment"
                yield Override(FINAL_WORD if round_.is_final else str(place), number, reason)


def _notes(tournament: Tournament) -> Iterator[str]:
    for entry in tournament.log:
        fact = entry.fact
        is_told = isinstance(fact, PenaltyGiven | SanctionGiven | SanctionLifted | NoteAdded)
        if isinstance(fact, ResultEntered):
            is_told = bool(fact.before or fact.reason)
        if is_told and entry.number not in tournament.undone:
            yield plain_line(str(describe(tournament, fact)))
