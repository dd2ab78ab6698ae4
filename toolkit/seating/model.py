"""What a seating is made of, how many tables a number of players gives, and what cannot be seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolkit.errors import Invalid

if TYPE_CHECKING:
    from toolkit.seating.bounds import Bounds
    from toolkit.seating.criteria import Criteria

type Player = Hashable
type Table = tuple[Player, ...]
type Round = tuple[Table, ...]

FEWEST_PLAYERS = 4
MOST_PLAYERS = 20_000
MOST_ROUNDS = 10
STAGGERED = frozenset({6, 7, 11})
SIZES = (4, 5)


class ImpossibleSeating(Invalid):
    """No seating can be what was asked for."""

    code = "impossible_seating"


class BadHistory(Invalid):
    """The rounds given are not rounds that anybody could have played."""

    code = "bad_history"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The rounds of an event: those already played and those planned, with what they are worth.

    Attributes:
        rounds: every round in order, history first; tables of players in seat order.
        sitting_out: for each round, the players of the event who do not play it.
        played: how many of the rounds were given as history.
        criteria: the nine criteria over all rounds.
        bounds: for each criterion the least that is possible, where that is known.
        seed: the number that the draw came from.
        steps: moves that the search tried; 0 when a shipped chart or a construction was used.
        unmet: wishes that are not met, a sentence each.
    """

    rounds: tuple[Round, ...]
    sitting_out: tuple[tuple[Player, ...], ...]
    played: int
    criteria: Criteria
    bounds: Bounds
    seed: int
    steps: int = 0
    unmet: tuple[str, ...] = field(default=())

    @property
    def is_optimal(self) -> bool:
        """No other seating of these players for these rounds can be better, and that is proven."""
        return not self.unmet and self.bounds.are_met_by(self.criteria)

    @property
    def next_round(self) -> Round:
        """The first round that has not been played."""
        return self.rounds[self.played]


def can_be_seated(players: int) -> bool:
    """Whether that many players fill tables of four and five."""
    return players >= FEWEST_PLAYERS and players not in STAGGERED


def table_sizes(players: int) -> tuple[int, ...]:
    """Sizes of the tables, fives first: as many fives as possible.

    >>> table_sizes(13)
    (5, 4, 4)

    Raises:
        ImpossibleSeating: for 1, 2, 3, 6, 7 and 11 players.
    """
    if not can_be_seated(players):
        raise ImpossibleSeating(
            f"{count_of(players, 'player')} cannot be seated at once: tables take four or five.", rule="VEKN 3.1.2"
        )
    fours = -players % 5
    return (5,) * ((players - 4 * fours) // 5) + (4,) * fours


def into_tables(players: Sequence[Player]) -> Round:
    """The players in that order, laid on tables of five and then of four."""
    tables = []
    start = 0
    for size in table_sizes(len(players)):
        tables.append(tuple(players[start : start + size]))
        start += size
    return tuple(tables)


def as_rounds(rounds: Iterable[Iterable[Iterable[Player]]]) -> tuple[Round, ...]:
    """The same rounds as tuples."""
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)


def everybody(rounds: Iterable[Round]) -> list[Player]:
    """Every player seated at least once, in order of first appearance."""
    return list(dict.fromkeys(player for tables in rounds for table in tables for player in table))


def sitting_out(rounds: Iterable[Round], players: Iterable[Player]) -> tuple[tuple[Player, ...], ...]:
    """For each round, those of `players` who do not play it."""
    players = list(players)
    answer = []
    for tables in rounds:
        seated = {player for table in tables for player in table}
        answer.append(tuple(player for player in players if player not in seated))
    return tuple(answer)


def check_players(players: Sequence[Player]) -> None:
    """Refuse fewer than four players, too many, and the same one twice.

    Raises:
        ImpossibleSeating: with the sentence that says why.
    """
    if len(players) < FEWEST_PLAYERS:
        raise ImpossibleSeating(
            f"{count_of(len(players), 'player')}: a table takes at least four.",
            code="too_few_players",
            rule="VEKN 3.1.2",
        )
    if len(players) > MOST_PLAYERS:
        raise ImpossibleSeating(
            f"{len(players):,} players are more than the {MOST_PLAYERS:,} that are seated at once.",
            code="too_many_players",
        )
    twice = [player for player, count in Counter(players).items() if count > 1]
    if twice:
        raise ImpossibleSeating(f"Named more than once: {listing(twice)}.", code="duplicate_player")


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that no event has.

    Raises:
        ImpossibleSeating: below 1 or above the limit.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ImpossibleSeating(
            f"{count_of(rounds, 'round')}: an event has from 1 to {MOST_ROUNDS} preliminary rounds.", code="bad_rounds"
        )


def check_history(rounds: Sequence[Round], *, any_size: bool = False) -> None:
    """Refuse rounds with a table of the wrong size or a player in two places.

    Args:
        rounds: the rounds, tables in seat order.
        any_size: let tables of other sizes than four and five pass, as they occur while somebody moves players about.

    Raises:
        BadHistory: naming round and table.
    """
    for number, tables in enumerate(rounds, 1):
        if not tables:
            raise BadHistory(f"Round {number} has no table.")
        seen: dict[Player, int] = {}
        for place, table in enumerate(tables, 1):
            if not any_size and len(table) not in SIZES:
                raise BadHistory(
                    f"Round {number}, table {place} has {count_of(len(table), 'player')}: a table has four or five.",
                    rule="VEKN 3.1.2",
                )
            for player in table:
                if player in seen:
                    raise BadHistory(f"Round {number} seats {player} twice, at tables {seen[player]} and {place}.")
                seen[player] = place


def count_of(number: int, noun: str) -> str:
    """`1 player`, `2 players`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listing(names: Collection[object], *, limit: int = 8) -> str:
    """`a, b and c`; a long list is cut with the number of those left out."""
    texts = [str(name) for name in names]
    if len(texts) > limit:
        texts = [*texts[:limit], f"{len(texts) - limit} more"]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
