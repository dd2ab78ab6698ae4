"""What organizers ask for on top of the criteria: a fixed seat or table, players kept apart.

Wishes rank below R1 and above R2: they are met where that is possible without repeating a predator and prey, and what
is not met is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from toolkit.seating.model import ImpossibleSeating, Player, Round, count_of, listing


class BadWish(ImpossibleSeating):
    """A wish that contradicts another one, or that no table can grant.

    Attributes:
        about: which of the fields of `Wishes` it stands in.
    """

    code = "bad_wish"

    def __init__(self, message: str, *, about: Literal["apart", "places"], code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.about = about


@dataclass(frozen=True, slots=True)
class Place:
    """A table, a seat, or both, from 1; None leaves it open."""

    table: int | None = None
    seat: int | None = None

    def __str__(self) -> str:
        parts = [f"{name} {number}" for name, number in (("table", self.table), ("seat", self.seat)) if number]
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Wishes for every round to be planned.

    Attributes:
        apart: groups of players no two of whom should share a table.
        places: where a player should always sit.
    """

    apart: tuple[tuple[Player, ...], ...] = ()
    places: Mapping[Player, Place] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.apart or self.places)

    def pairs(self) -> list[tuple[Player, Player]]:
        """Every pair that should be kept apart, once."""
        found: dict[frozenset[Player], tuple[Player, Player]] = {}
        for group in self.apart:
            for place, one in enumerate(group):
                for other in group[place + 1 :]:
                    found[frozenset((one, other))] = (one, other)
        return list(found.values())


def check_wishes(wishes: Wishes, players: Sequence[Player], sizes: Sequence[int]) -> None:
    """Refuse wishes about unknown players and wishes that contradict each other.

    Args:
        wishes: the wishes.
        players: who can be named.
        sizes: of the tables of a round, in order.

    Raises:
        BadWish: with the sentence.
    """
    known = set(players)
    apart = [name for group in wishes.apart for name in group if name not in known]
    places = [name for name in wishes.places if name not in known]
    if apart or places:
        raise BadWish(
            f"Wished for, but not among the players: {listing(dict.fromkeys([*apart, *places]))}.",
            about="apart" if apart else "places",
            code="unknown_player",
        )
    for group in wishes.apart:
        if len(set(group)) < max(2, len(group)):
            raise BadWish(f"To keep {listing(group)} apart takes two different players.", about="apart")
    _check_places(wishes.places, sizes)
    for one, other in wishes.pairs():
        tables = [wishes.places[player].table for player in (one, other) if player in wishes.places]
        if len(tables) == 2 and tables[0] is not None and tables[0] == tables[1]:
            raise BadWish(
                f"{one} and {other} should be kept apart, but both should sit at table {tables[0]}.", about="apart"
            )


def _check_places(places: Mapping[Player, Place], sizes: Sequence[int]) -> None:
    holders: dict[Place, Player] = {}
    crowd: dict[int, list[Player]] = {}
    for player, place in places.items():
        if place.table is not None and not 1 <= place.table <= len(sizes):
            raise BadWish(f"{player} should sit at table {place.table}, but there {_are(len(sizes))}.", about="places")
        most = sizes[place.table - 1] if place.table is not None else max(sizes)
        if place.seat is not None and not 1 <= place.seat <= most:
            where = f"table {place.table} has" if place.table is not None else "tables have"
            raise BadWish(
                f"{player} should sit in seat {place.seat}, but {where} {count_of(most, 'seat')}.", about="places"
            )
        if place.table is not None:
            crowd.setdefault(place.table, []).append(player)
            if place.seat is not None and holders.setdefault(place, player) != player:
                raise BadWish(f"{holders[place]} and {player} should both sit at {place}.", about="places")
            if len(crowd[place.table]) > most:
                names = listing(crowd[place.table])
                raise BadWish(
                    f"{names} should all sit at table {place.table}, which has {count_of(most, 'seat')}.",
                    about="places",
                )
    for seat in range(1, 6):
        holding = [player for player, place in places.items() if place.seat == seat]
        tables = sum(size >= seat for size in sizes)
        if len(holding) > tables:
            raise BadWish(
                f"{listing(holding)} should all sit in seat {seat}, but only {tables} of them can.", about="places"
            )


def unmet(wishes: Wishes, rounds: Iterable[Round], *, first: int = 1) -> tuple[str, ...]:
    """A sentence for every wish that a round does not meet; the first of `rounds` has number `first`."""
    found = []
    for number, tables in enumerate(rounds, first):
        seat_of = {
            player: Place(table, seat)
            for table, seated in enumerate(tables, 1)
            for seat, player in enumerate(seated, 1)
        }
        for one, other in wishes.pairs():
            here, there = seat_of.get(one), seat_of.get(other)
            if here and there and here.table == there.table:
                found.append(f"{one} and {other} share table {here.table} in round {number}.")
        for player, place in wishes.places.items():
            given = seat_of.get(player)
            if given and (
                (place.table is not None and place.table != given.table)
                or (place.seat is not None and place.seat != given.seat)
            ):
                found.append(f"{player} sits at {given} in round {number} instead of {place}.")
    return tuple(found)


def _are(tables: int) -> str:
    return f"is only {tables} table" if tables == 1 else f"are only {tables} tables"
