"""Prizes: what is given away for a place, a game win or by raffle, and who gets what.

A disqualified player has no place, so the next moves up (JG 1.1.4); what was earned before, a game win at a time or in
a raffle, stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from toolkit.languages import Listed, Message, Sayable
from toolkit.languages.countries import country_code
from toolkit.tournament.codec import encode
from toolkit.tournament.configuration import Prize, PrizeFor, check_prize
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import configure
from toolkit.tournament.facts import CategoryDecided, Fact, PrizesDecided, SanctionKind
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.players import search_key
from toolkit.tournament.sanctions import is_accumulated
from toolkit.tournament.standings import final_scores, scores_by_round, standings
from toolkit.tournament.state import Raffle, State, evolve

# Before a colon, what a prize is for, as the languages of the pages call it; else it is a place.
_RAFFLE = frozenset({"raffle", "tombola", "sorteo", "sorteio", "rifa", "lotteria"})
_GAME_WIN = frozenset({"gw", "game win", "each game win"})
# As names are compared.
_NEWCOMER = frozenset(
    {
        *("newcomer", "newcomers", "debutant", "debutante", "nouveau", "nouvelle"),
        *("novato", "novata", "principiante", "estreante", "esordiente"),
    }
)
_CATEGORY = re.compile(r"(?:best|mejor|melhor|meilleure?|migliore?)\s+(?P<category>.+)", re.IGNORECASE)
_LINE = re.compile(r"(?P<basis>[^:]+):\s*(?:(?P<count>\d{1,4})\s*[x×]\s*)?(?P<name>.+)")
_PLACES = re.compile(r"(?P<first>\d{1,4})(?:\s*[-–]\s*(?P<last>\d{1,4}))?")


def read_prizes(lines: Iterable[str]) -> tuple[Prize, ...]:
    """Prizes as they are written: `1: Playmat`, `2-5: 3 x Booster`, `Raffle: 10 x Promo`, `GW: Booster`.

    The best of a category is `Best newcomer: Playmat`; a country or a city of players is known as one.

    Raises:
        BadValue: lines that are none, all of which are named.
    """
    prizes, wrong = list[Prize](), list[str]()
    for line in filter(None, map(str.strip, lines)):
        try:
            prizes.append(_read(line))
            check_prize(prizes[-1])
        except BadValue as error:
            wrong.append(error.message)
    if wrong:
        raise BadValue(Listed(wrong, most=10, between=" "), code="bad_prizes")
    return tuple(prizes)


def _read(line: str) -> Prize:
    match = _LINE.fullmatch(line)
    basis = " ".join(match["basis"].casefold().split()) if match else ""
    places = _PLACES.fullmatch(basis)
    best = _CATEGORY.fullmatch(" ".join(match["basis"].split())) if match else None
    if match is None or not (places or best or basis in _RAFFLE or basis in _GAME_WIN):
        raise BadValue(
            Message(
                "“%(written)s”: write places, “raffle”, “GW” or “best newcomer”, a colon, and the prize.",
                written=line[:60],
            ),
            code="bad_prizes",
        )
    count, name = int(match["count"] or 1), " ".join(match["name"].split())
    if best is not None:
        return Prize(name=name, count=count, basis=PrizeFor.CATEGORY, category=best["category"])
    if places is None:
        return Prize(name=name, count=count, basis=PrizeFor.RAFFLE if basis in _RAFFLE else PrizeFor.GAME_WIN)
    first = int(places["first"])
    return Prize(name=name, count=count, basis=PrizeFor.PLACE, first=first, last=int(places["last"] or first))


def write_prize(prize: Prize) -> str:
    """The line that `read_prizes` reads as this prize.

    >>> write_prize(read_prizes(["2 - 5 : 3x Booster"])[0])
    '2-5: 3 x Booster'
    """
    places = str(prize.first) if prize.first == prize.last else f"{prize.first}-{prize.last}"
    basis = {
        PrizeFor.PLACE: places,
        PrizeFor.RAFFLE: "Raffle",
        PrizeFor.GAME_WIN: "GW",
        PrizeFor.CATEGORY: f"Best {prize.category}",
    }[prize.basis]
    return f"{basis}: {f'{prize.count} x ' if prize.count > 1 else ''}{prize.name}"


def set_prizes(state: State, lines: Sequence[str]) -> list[Fact]:
    """Say what is given away: the whole list, a line each; none for nothing.

    Raises:
        BadValue: lines that are no prizes.
    """
    return configure(state, {"prizes": [encode(prize) for prize in read_prizes(lines)]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A prize of a player: count, name and reason."""

    player: int
    count: int
    name: str
    why: Sayable


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPlace:
    """Players who share a place whose prizes differ: a person decides who gets what.

    Attributes:
        prizes: those of all their places, best place first, each with how many of it.
    """

    first: int
    last: int
    players: tuple[int, ...]
    prizes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """The prizes of each player at present, in the order of handing out, and those still to be decided.

    Attributes:
        notes: the disqualified players who keep what they have earned, and the open categories, a sentence each.
        open_categories: those whose best player is to be named.
    """

    given: tuple[Given, ...]
    shared: tuple[SharedPlace, ...]
    notes: tuple[Sayable, ...]
    open_categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """The players of a category, by number; `doubtful` those who may be in it."""

    known: frozenset[int]
    doubtful: frozenset[int] = frozenset()


# The players of categories by their names as they are compared, as far as the event itself does not tell.
type KnownMembers = Mapping[str, Members]
NO_MEMBERS: KnownMembers = MappingProxyType({})


def allocation(state: State, members: KnownMembers = NO_MEMBERS) -> Allocation:
    """The prizes of each player: by place, for game wins, as the best of a category, and by raffle."""
    given: list[Given] = []
    shared: list[SharedPlace] = []
    for first, tied in _places(state):
        last = first + len(tied) - 1
        of_places = [_prizes_of(state, place) for place in range(first, last + 1)]
        order = _decided(state, tied)
        if order is None and any(prizes != of_places[0] for prizes in of_places):
            pooled = tuple((prize.count, prize.name) for prizes in of_places for prize in prizes)
            shared.append(SharedPlace(first=first, last=last, players=tied, prizes=pooled))
            continue
        for offset, (number, prizes) in enumerate(zip(order or tied, of_places, strict=True)):
            place = first + offset if order or first == last else first
            why = Message("place %(number)s", number=place)
            given += [Given(player=number, count=prize.count, name=prize.name, why=why) for prize in prizes]
    given += _earned(state)
    of_categories = [(prize, best_of(state, prize.category, members)) for prize in _of_categories(state)]
    for prize, best in of_categories:
        if best is not None:
            why = Message("best %(category)s", category=prize.category)
            given.append(Given(player=best, count=prize.count, name=prize.name, why=why))
    for raffle in state.raffles:
        given += _drawn(raffle)
    named = tuple(dict.fromkeys(prize.category for prize, best in of_categories if best is None))
    open_notes = (Message("Best %(category)s: name the player.", category=category) for category in named)
    return Allocation(
        given=tuple(given), shared=tuple(shared), notes=(*kept_notes(state), *open_notes), open_categories=named
    )


def _of_categories(state: State) -> list[Prize]:
    return [prize for prize in state.settings.prizes if prize.basis is PrizeFor.CATEGORY]


def unnamed_categories(state: State) -> tuple[str, ...]:
    """The categories of prizes whose best player nobody has named, each once."""
    named = dict.fromkeys(prize.category for prize in _of_categories(state))
    return tuple(category for category in named if search_key(category) not in state.best_of)


def is_newcomer(category: str) -> bool:
    """Whether a category is that of players at their first event, as the languages of the pages call it."""
    return search_key(category) in _NEWCOMER


def best_of(state: State, category: str, members: KnownMembers = NO_MEMBERS) -> int | None:
    """The best player of a category: as named, else the one of its players with the best place; None if unknown.

    Of players who share that place none is the best, and nobody behind a player who may be of the category.
    """
    named = state.best_of.get(search_key(category))
    if named in state.players:
        return named
    of_category = members.get(search_key(category)) or _of_place(state, category)
    rows = [
        row
        for row in standings(state)
        if row.rank is not None and row.player.number in of_category.known | of_category.doubtful
    ]
    best = [row.player.number for row in rows if row.rank == rows[0].rank]
    return best[0] if len(best) == 1 and best[0] in of_category.known else None


def _of_place(state: State, category: str) -> Members:
    """The players of a country or a city."""
    country, key = country_code(category), search_key(category)
    players = state.players.values()
    return Members(
        known=frozenset(
            player.number
            for player in players
            if search_key(player.city) == key or (country and player.country == country)
        )
    )


def decide_category(state: State, category: str, player: int) -> list[Fact]:
    """Name the best player of a category of the prizes.

    Raises:
        UnknownPlayer: no such player.
        BadValue: no prize is for that category.
    """
    number, key = state.player(player).number, search_key(category)
    known = {search_key(prize.category): prize.category for prize in _of_categories(state)}
    if key not in known:
        raise BadValue(
            Message("No prize is for the best “%(category)s”.", category=category.strip()[:40]), code="bad_category"
        )
    return [] if state.best_of.get(key) == number else [CategoryDecided(category=known[key], player=number)]


@folds(
    CategoryDecided,
    lambda names, fact: Message("Best %(category)s: %(name)s.", category=fact.category, name=names(fact.player)),
)
def _named_best(state: State, fact: CategoryDecided, entry: LogEntry) -> State:
    state.player(fact.player)
    return evolve(state, best_of={**state.best_of, search_key(fact.category): fact.player})


def kept_notes(state: State) -> Iterator[Message]:
    """The players who climbed to a disqualification: they keep the prizes that they have earned.

    Rule: JG 1.2.1.
    """
    if not state.settings.prizes:
        return
    for given in state.sanctions.values():
        if given.player is not None and given.kind is SanctionKind.DISQUALIFICATION and is_accumulated(given):
            yield Message(
                "%(name)s was disqualified by accumulation and keeps the prizes already earned (JG 1.2.1).",
                name=state.player(given.player).name,
            )


def _places(state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each place with those who share it, best first, as far down as there are prizes."""
    lowest = max((prize.last for prize in state.settings.prizes if prize.basis is PrizeFor.PLACE), default=0)
    rows = [row for row in standings(state) if row.rank is not None]
    first = 1
    for _, tied in groupby(rows, key=lambda row: row.rank):
        numbers = tuple(row.player.number for row in tied)
        if first > lowest:
            return
        yield first, numbers
        first += len(numbers)


def _prizes_of(state: State, place: int) -> list[Prize]:
    return [
        prize for prize in state.settings.prizes if prize.basis is PrizeFor.PLACE and prize.first <= place <= prize.last
    ]


def _decided(state: State, tied: Sequence[int]) -> tuple[int, ...] | None:
    return next((order for order in reversed(state.prize_orders) if set(order) == set(tied) and len(tied) > 1), None)


def _earned(state: State) -> Iterator[Given]:
    prizes = [prize for prize in state.settings.prizes if prize.basis is PrizeFor.GAME_WIN]
    if not prizes:
        return
    wins = Counter[int]()
    for scores in (*scores_by_round(state).values(), final_scores(state)):
        wins.update({number: score.game_wins for number, score in scores.items() if score.game_wins})
    for number, won in sorted(wins.items()):
        for prize in prizes:
            why = Message("game wins: %(number)s", number=won)
            yield Given(player=number, count=won * prize.count, name=prize.name, why=why)


def _drawn(raffle: Raffle) -> Iterator[Given]:
    why = Message("raffle %(number)s", number=raffle.number)
    for number in raffle.winners:
        yield Given(player=number, count=1, name=raffle.prize, why=why)


def decide_prizes(state: State, players: Sequence[int]) -> list[Fact]:
    """Order players who share a place: the first gets the prizes of the best of their places, and so on.

    Raises:
        UnknownPlayer: no such player.
        Refused: these do not share a place.
    """
    order = tuple(state.player(number).number for number in players)
    if not any(set(order) == set(tied) and len(order) == len(tied) > 1 for _, tied in _places(state)):
        raise Refused(Message("Name all who share a place, each once, the first to choose first."), code="not_tied")
    return [] if _decided(state, order) == order else [PrizesDecided(players=order)]


def _decided_sentence(names: PlayerNames, fact: PrizesDecided) -> Sayable:
    return Message("Prizes of a shared place in this order: %(list)s.", list=Listed(map(names, fact.players)))


@folds(PrizesDecided, _decided_sentence)
def _ordered(state: State, fact: PrizesDecided, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    return evolve(state, prize_orders=(*state.prize_orders, fact.players))
