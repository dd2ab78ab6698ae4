"""The pieces of a seating, the number of tables for a number of players, and numbers that cannot be seated.

Numbers that cannot be seated at once (6, 7, 11) play more rounds than each plays games: all players end with the same
number of games, in the fewest rounds.

Rule: VEKN tournament rules 3.1.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache

from toolkit.errors import Invalid
from toolkit.languages import AND, Count, Listed, Message, Whole
from toolkit.seating.dice import Dice

# Called with the share of a search that is done, from 0 to 1.
type Progress = Callable[[float], None]
type Player = Hashable
type Table = tuple[Player, ...]
type Round = tuple[Table, ...]

FEWEST_PLAYERS = 4
MOST_PLAYERS = 20_000
MOST_ROUNDS = 10
STAGGERED = frozenset({6, 7, 11})
SIZES = (4, 5)
# Moves tried for a second of budget: a fixed rate, so that a budget in seconds means the same search on every machine.
MOVES_PER_SECOND = 1_500_000
_MOST_STRUCTURES = 60
_MOST_NAMED = 8


class ImpossibleSeating(Invalid):
    """No seating can be what was asked for."""

    code = "impossible_seating"


class BadHistory(Invalid):
    """The rounds given could not have been played."""

    code = "bad_history"


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
            Message("%(players)s cannot be seated at once: tables take four or five.", players=count_players(players)),
            rule="VEKN 3.1.2",
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


@cache
def structures(total: int, players: int, longest: int) -> tuple[tuple[int, ...], ...]:
    """Ways to share `total` games out on rounds of seatable crowds, in the fewest rounds; larger rounds first.

    >>> structures(22, 11, 2)
    ((10, 8, 4), (9, 9, 4), (9, 8, 5))

    Args:
        total: games owed to all players together.
        players: at most so many in a round.
        longest: the most games that one player is owed: at least so many rounds.

    Raises:
        ImpossibleSeating: when no number of rounds does it.
    """
    crowds = [count for count in range(players, 3, -1) if can_be_seated(count)]

    def share(left: int, rounds: int, largest: int) -> list[tuple[int, ...]]:
        if rounds == 0:
            return [()] if left == 0 else []
        shapes = []
        for count in crowds:
            if count <= largest and count + 4 * (rounds - 1) <= left <= count * rounds:
                shapes += [(count, *rest) for rest in share(left - count, rounds - 1, count)]
                if len(shapes) >= _MOST_STRUCTURES:
                    break
        return shapes

    for rounds in range(max(1, longest), total // 4 + 1):
        if shapes := share(total, rounds, players):
            return tuple(shapes)
    if players in STAGGERED and total == players * longest:
        raise ImpossibleSeating(instead_of_one_round(players), rule="VEKN 3.1.2")
    raise ImpossibleSeating(
        Message(
            "%(players)s cannot all play equally often in %(games)s: have one player sit out, or plan one more round.",
            players=count_players(players),
            games=Count(longest, "%(num)d more game", "%(num)d more games"),
        ),
        rule="VEKN 3.1.2",
    )


def to_full_tables(players: int) -> tuple[int, int]:
    """How many more would fill tables, and how many fewer."""
    more = next(count for count in range(1, FEWEST_PLAYERS) if can_be_seated(players + count))
    fewer = next(count for count in range(1, FEWEST_PLAYERS) if can_be_seated(players - count))
    return more, fewer


def instead_of_one_round(players: int) -> Message:
    """The choices of 6, 7 or 11 players who want to play one round.

    >>> instead_of_one_round(7)
    '7 players do not fill tables of four and five: play 2 games each in 3 rounds of 5, 5 and 4 seats, \
let 2 sit out, or find 1 more.'
    """
    sizes = structures(2 * players, players, 2)[0]
    more, fewer = to_full_tables(players)
    return Message(
        "%(players)s do not fill tables of four and five. Find %(more)s more, leave out %(fewer)s, or "
        "play 2 games each in %(rounds)s of %(seats)s seats.",
        players=count_players(players),
        rounds=count_rounds(len(sizes)),
        seats=Listed(sizes, AND),
        fewer=fewer,
        more=more,
    )


def crowds_for(structure: Sequence[int], owed: Sequence[int], dice: Dice) -> list[list[int]]:
    """Who plays each round: a random choice in which each player gets the games owed.

    In each round those play who are owed the most games, ties drawn; so nobody is left over in the end.
    """
    left = list(owed)
    order = list(structure)
    dice.shuffle(order)
    rounds = []
    for count in order:
        people = list(range(len(left)))
        dice.shuffle(people)
        people.sort(key=lambda player: -left[player])
        crowd = sorted(people[:count])
        for player in crowd:
            left[player] -= 1
        rounds.append(crowd)
    return rounds


def check_players(players: Sequence[Player]) -> None:
    """Refuse fewer than four players, too many, and the same one twice.

    Raises:
        ImpossibleSeating: with the sentence that says why.
    """
    check_count(len(players))
    twice = [player for player, count in Counter(players).items() if count > 1]
    if twice:
        raise ImpossibleSeating(
            Message("Named more than once: %(names)s.", names=listed(twice)), code="duplicate_player"
        )


def check_count(players: int) -> None:
    """Refuse fewer players than a table takes, and more than are seated at once.

    Raises:
        ImpossibleSeating: with their number.
    """
    if players < FEWEST_PLAYERS:
        raise ImpossibleSeating(
            Message("%(players)s: a table takes at least four.", players=count_players(players)),
            code="too_few_players",
            rule="VEKN 3.1.2",
        )
    if players > MOST_PLAYERS:
        raise ImpossibleSeating(
            Message(
                "%(number)s players are more than the %(other)s that are seated at once.",
                number=Whole(players),
                other=Whole(MOST_PLAYERS),
            ),
            code="too_many_players",
        )


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that no event has.

    Raises:
        ImpossibleSeating: below 1 or above the limit.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ImpossibleSeating(
            Message(
                "%(rounds)s: an event has from 1 to %(number)s preliminary rounds.",
                rounds=count_rounds(rounds),
                number=MOST_ROUNDS,
            ),
            code="bad_rounds",
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
            raise BadHistory(Message("Round %(number)s has no table.", number=number))
        seen: dict[Player, int] = {}
        for place, table in enumerate(tables, 1):
            if not any_size and len(table) not in SIZES:
                raise BadHistory(odd_table(number, place, table), rule="VEKN 3.1.2")
            for player in table:
                if player in seen:
                    raise BadHistory(
                        Message(
                            "Round %(number)s seats %(name)s twice, at tables %(other)s and %(more)s.",
                            number=number,
                            name=player,
                            other=seen[player],
                            more=place,
                        )
                    )
                seen[player] = place


def odd_table(number: int, place: int, table: Table) -> Message:
    """The fault of a table that has neither four nor five players."""
    return Message(
        "Round %(number)s, table %(other)s has %(players)s: a table has four or five.",
        number=number,
        other=place,
        players=count_players(len(table)),
    )


def count_players(number: int) -> Count:
    """`1 player`, `2 players`."""
    return Count(number, "%(num)d player", "%(num)d players")


def count_rounds(number: int) -> Count:
    """`1 round`, `2 rounds`."""
    return Count(number, "%(num)d round", "%(num)d rounds")


def listed(names: Iterable[object]) -> Listed:
    """`a, b and c`; a long list is cut with the number of those left out."""
    return Listed(names, AND, most=_MOST_NAMED)
