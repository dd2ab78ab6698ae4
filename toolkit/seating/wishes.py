"""Wishes of organizers on top of the criteria: a fixed seat or table, players kept apart.

Wishes rank below R1 and above R2: they are met where that is possible without repeating a predator and prey.
Unmet wishes are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from toolkit.languages import N_, Count, Listed, Message
from toolkit.seating.model import ImpossibleSeating, Player, Round, listed


class BadWish(ImpossibleSeating):
    """A wish that contradicts another one, or that no table can grant.

    Attributes:
        about: which of the fields of `Wishes` it stands in.
    """

    code = "bad_wish"

    def __init__(self, message: Message, *, about: Literal["apart", "places"], code: str | None = None) -> None:
        super().__init__(message, code=code, field=about)
        self.about = about


@dataclass(frozen=True, slots=True)
class WishedPlace:
    """A table, a seat, or both, from 1; None leaves it open."""

    table: int | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> Listed:
        """`table 2, seat 3`, as far as it is not open."""
        parts = []
        if self.table:
            parts.append(Message("table %(number)s", number=self.table))
        if self.seat:
            parts.append(Message("seat %(number)s", number=self.seat))
        return Listed(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Wishes for every round to be planned.

    Attributes:
        apart: groups of players no two of whom should share a table.
        places: where a player should always sit.
    """

    apart: tuple[tuple[Player, ...], ...] = ()
    places: Mapping[Player, WishedPlace] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.apart or self.places)

    def pairs(self) -> list[tuple[Player, Player]]:
        """Every pair that should be kept apart, once."""
        pairs: dict[frozenset[Player], tuple[Player, Player]] = {}
        for group in self.apart:
            for place, player in enumerate(group):
                for other in group[place + 1 :]:
                    pairs[frozenset((player, other))] = (player, other)
        return list(pairs.values())


def check_wishes(wishes: Wishes, players: Sequence[Player], sizes: Sequence[int]) -> None:
    """Refuse wishes about unknown players and wishes that contradict each other.

    Args:
        wishes: the wishes.
        players: who can be named.
        sizes: of the tables of a round, in order.

    Raises:
        BadWish: with the sentence.
    """
    members = set(players)
    apart = [name for group in wishes.apart for name in group if name not in members]
    places = [name for name in wishes.places if name not in members]
    if apart or places:
        raise BadWish(
            Message(
                "Wished for, but not among the players: %(names)s.", names=listed(dict.fromkeys([*apart, *places]))
            ),
            about="apart" if apart else "places",
            code="unknown_player",
        )
    for group in wishes.apart:
        if len(set(group)) < max(2, len(group)):
            raise BadWish(
                Message("To keep %(names)s apart takes two different players.", names=listed(group)), about="apart"
            )
    _check_places(wishes.places, sizes)
    for first, second in wishes.pairs():
        tables = [wishes.places[player].table for player in (first, second) if player in wishes.places]
        if len(tables) == 2 and tables[0] is not None and tables[0] == tables[1]:
            raise BadWish(
                Message(
                    "%(one)s and %(two)s should be kept apart, but both should sit at table %(number)s.",
                    one=first,
                    two=second,
                    number=tables[0],
                ),
                about="apart",
            )


def _check_places(places: Mapping[Player, WishedPlace], sizes: Sequence[int]) -> None:
    holders: dict[WishedPlace, Player] = {}
    crowd: dict[int, list[Player]] = {}
    for player, place in places.items():
        _check_place(player, place, sizes)
        if place.table is None:
            continue
        seated = crowd.setdefault(place.table, [])
        seated.append(player)
        if place.seat is not None and (holder := holders.setdefault(place, player)) != player:
            sentence = Message(
                "%(one)s and %(two)s should both sit at %(place)s.", one=holder, two=player, place=place.words
            )
            raise BadWish(sentence, about="places")
        if len(seated) > (most := sizes[place.table - 1]):
            raise BadWish(
                Message(
                    "%(names)s should all sit at table %(number)s, which has %(seats)s.",
                    names=listed(seated),
                    number=place.table,
                    seats=_seats(most),
                ),
                about="places",
            )
    for seat in range(1, 6):
        holding = [player for player, place in places.items() if place.seat == seat]
        tables = sum(size >= seat for size in sizes)
        if len(holding) > tables:
            raise BadWish(
                Message(
                    "%(names)s should all sit in seat %(number)s, but only %(other)s of them can.",
                    names=listed(holding),
                    number=seat,
                    other=tables,
                ),
                about="places",
            )


def _check_place(player: Player, place: WishedPlace, sizes: Sequence[int]) -> None:
    if place.table is not None and not 1 <= place.table <= len(sizes):
        there = (
            N_("%(name)s should sit at table %(number)s, but there is only %(tables)s.")
            if len(sizes) == 1
            else N_("%(name)s should sit at table %(number)s, but there are only %(tables)s.")
        )
        tables = Count(len(sizes), "%(num)d table", "%(num)d tables")
        raise BadWish(Message(there, name=player, number=place.table, tables=tables), about="places")
    most = sizes[place.table - 1] if place.table is not None else max(sizes)
    if place.seat is not None and not 1 <= place.seat <= most:
        where = (
            N_("%(name)s should sit in seat %(number)s, but tables have %(seats)s.")
            if place.table is None
            else N_("%(name)s should sit in seat %(number)s, but table %(other)s has %(seats)s.")
        )
        sentence = Message(where, name=player, number=place.seat, other=place.table, seats=_seats(most))
        raise BadWish(sentence, about="places")


def _seats(number: int) -> Count:
    return Count(number, "%(num)d seat", "%(num)d seats")


def unmet(wishes: Wishes, rounds: Iterable[Round], *, first: int = 1) -> tuple[Message, ...]:
    """A sentence for every wish that a round does not meet; the first of `rounds` has number `first`."""
    sentences = []
    for number, tables in enumerate(rounds, first):
        seat_of = {
            player: WishedPlace(table, seat)
            for table, seated in enumerate(tables, 1)
            for seat, player in enumerate(seated, 1)
        }
        for member, other in wishes.pairs():
            here, there = seat_of.get(member), seat_of.get(other)
            if here and there and here.table == there.table:
                sentences.append(
                    Message(
                        "%(one)s and %(two)s share table %(number)s in round %(other)s.",
                        one=member,
                        two=other,
                        number=here.table,
                        other=number,
                    )
                )
        for player, place in wishes.places.items():
            given = seat_of.get(player)
            if given and (
                (place.table is not None and place.table != given.table)
                or (place.seat is not None and place.seat != given.seat)
            ):
                sentences.append(
                    Message(
                        "%(name)s sits at %(place)s in round %(number)s instead of %(wished)s.",
                        name=player,
                        place=given.words,
                        number=number,
                        wished=place.words,
                    )
                )
    return tuple(sentences)
