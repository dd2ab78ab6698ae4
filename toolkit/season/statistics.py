"""Statistics over the games of finished events: seats, endings, clans and disciplines, predator and prey, cards.

Every figure has its n. A share is given with its Wilson interval, and from `least` cases on only: below that,
counts say more than a percentage. Preliminary rounds and finals are kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from toolkit.cards.model import CryptCard
from toolkit.decks.figures import DISCIPLINES
from toolkit.decks.model import Deck
from toolkit.languages import natural_key
from toolkit.scoring import Fate, Halves, parse_events
from toolkit.scoring.events import Oust, OustTogether
from toolkit.tournament.decks import deck_for, final_deck
from toolkit.tournament.games import counted_final, counted_rounds
from toolkit.tournament.standings import finalists, round_scores, winner
from toolkit.tournament.state import Round, State, SubmittedDeck, TableResult

# A share of fewer cases is not given; nobody may ask for less than the second.
LEAST, FEWEST = 20, 5
# 95 % of a normal distribution lie within so many deviations.
_DEVIATIONS = 1.959964
# What a crypt is of no clan of which half is, and a deck of no two disciplines that half of the crypt has.
MIXED = "mixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """`count` of `of`; the share with its interval, from 0 to 1, where there are enough cases for one."""

    count: int
    of: int
    share: float | None = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def given(cls, count: int, of: int, least: int) -> Share:
        """The share, from `least` cases on."""
        if of < least:
            return cls(count=count, of=of)
        low, high = wilson(count, of)
        return cls(count=count, of=of, share=count / of, low=low, high=high)


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score.

    >>> [f"{100 * end:.1f}" for end in wilson(6, 20)], [f"{100 * end:.1f}" for end in wilson(60, 200)]
    (['14.5', '51.9'], ['24.1', '36.7'])
    """
    share, square = count / of, _DEVIATIONS**2
    middle = share + square / (2 * of)
    half = _DEVIATIONS * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max((middle - half) / (1 + square / of), 0.0), min((middle + half) / (1 + square / of), 1.0)


# --- Subject ---


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckKind:
    """The kind of a list: its clan, its pair of disciplines, and the copies of each card by name.

    Attributes:
        archetype: what an official called it; "" without one.
    """

    clan: str
    pair: str
    cards: Mapping[str, int]
    archetype: str = ""


def kind_of(deck: Deck) -> DeckKind:
    """The kind of a deck.

    The clan is the one of most crypt copies, where at least half of them have it and no other has as many. The pair are
    the two disciplines that most copies have at any level, where at least half have each; superior ones first where as
    many do.
    """
    clans, levels, superior = Counter[str](), Counter[str](), Counter[str]()
    cards = Counter[str]()
    crypt = 0
    for entry in (*deck.crypt, *deck.library):
        cards[entry.card.unique_name] += entry.count
        if isinstance(entry.card, CryptCard):
            crypt += entry.count
            clans[entry.card.clan] += entry.count
            for trigram in entry.card.disciplines:
                levels[trigram.lower()] += entry.count
                superior[trigram.lower()] += entry.count if trigram.isupper() else 0
    return DeckKind(clan=_clan(clans, crypt), pair=_pair(levels, superior, crypt), cards=cards)


def leading_clans(deck: Deck) -> frozenset[str]:
    """The clans of most crypt copies: several if as many have them."""
    clans = Counter[str]()
    for entry in deck.crypt:
        if isinstance(entry.card, CryptCard):
            clans[entry.card.clan] += entry.count
    return frozenset(_leading(clans))


def _leading(clans: Counter[str]) -> list[str]:
    most = max(clans.values(), default=0)
    return [clan for clan, copies in clans.items() if copies == most]


def _clan(clans: Counter[str], crypt: int) -> str:
    first = [clan for clan in _leading(clans) if 2 * clans[clan] >= crypt]
    return first[0] if len(first) == 1 else MIXED


def _pair(levels: Counter[str], superior: Counter[str], crypt: int) -> str:
    first = sorted(levels, key=lambda trigram: (-levels[trigram], -superior[trigram], trigram))[:2]
    if len(first) < 2 or 2 * levels[first[1]] < crypt:
        return MIXED
    return " / ".join(sorted(DISCIPLINES.get(trigram, trigram) for trigram in first))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSeat:
    """A seat of a game: its player, deck, neighbours and fate.

    Attributes:
        round: 0 for the final.
        kind: of the deck, where its list may be seen; `predator` and `prey` of those who sat beside it at the start.
        fate: how the player left, where the result was told so; None otherwise.
        ousted: whether the player ousted the prey of the start; None where the order of ousts is not known.
        has_won: whether it is the winner's seat of the final.
    """

    round: int
    table: int
    seat: int
    size: int
    player: int
    name: str
    vekn: str
    victory_points: Halves
    game_win: int
    fate: Fate | None
    kind: DeckKind | None
    predator: DeckKind | None
    prey: DeckKind | None
    ousted: bool | None
    has_won: bool = False

    @property
    def is_final(self) -> bool:
        """Whether the game is a final."""
        return self.round == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeck:
    """A list that was played: its kind, whether its player was in the final, and whether they won."""

    kind: DeckKind
    is_in_final: bool
    is_winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGames:
    """The games of one event: its seats, game by game, and the lists of it that may be seen."""

    name: str
    seats: tuple[PlayedSeat, ...]
    decks: tuple[PlayedDeck, ...]


def games_of_event(
    state: State, read: Callable[[str], DeckKind | None], *, lists: Collection[int] | None = None
) -> EventGames:
    """The games of an event that count.

    `read` says what a list is, None where it is none; `lists` are the players whose may be seen, None all lists.
    """
    final = counted_final(state)
    rounds = [*counted_rounds(state), *([final] if final is not None and final.is_complete else [])]
    kinds: dict[tuple[int, str], DeckKind | None] = {}

    def kind(number: int, round_: Round) -> DeckKind | None:
        deck = _deck(state, number, round_) if lists is None or number in lists else None
        if deck is None:
            return None
        key = number, deck.text
        if key not in kinds:
            read_kind = read(deck.text)
            kinds[key] = read_kind and replace(read_kind, archetype=deck.archetype)
        return kinds[key]

    seats = tuple(
        seat
        for round_ in rounds
        for table, players in round_.numbered()
        if round_.is_settled(table)
        for seat in _seats(state, round_, table, players, kind)
    )
    in_final, won = _final_decks(state, final), winner(state)
    decks = (
        PlayedDeck(
            kind=played_kind, is_in_final=key in in_final, is_winner=key[0] == won and (key in in_final or not in_final)
        )
        for key, played_kind in kinds.items()
        if played_kind is not None
    )
    return EventGames(name=state.settings.name, seats=seats, decks=tuple(decks))


def _final_decks(state: State, final: Round | None) -> set[tuple[int, str]]:
    """The lists that were played in the final, by player."""
    if final is None:
        return set()
    decks = ((number, _deck(state, number, final)) for number in finalists(state))
    return {(number, deck.text) for number, deck in decks if deck is not None}


def _deck(state: State, number: int, round_: Round) -> SubmittedDeck | None:
    if number < 0:
        return None
    return final_deck(state, number) if round_.is_final else deck_for(state, state.player(number), round_.number)


def _seats(
    state: State,
    round_: Round,
    table: int,
    players: Sequence[int],
    kind: Callable[[int, Round], DeckKind | None],
) -> Iterator[PlayedSeat]:
    scores, kinds = round_scores(state, round_), [kind(player, round_) for player in players]
    pairs, first = _ousts(round_.results[table], len(players)), winner(state) if round_.is_final else None
    for place, player in enumerate(players):
        if player not in scores:
            continue  # a proxy player's points are nobody's
        entrant, score = state.player(player), scores[player]
        prey = (place + 1) % len(players)
        yield PlayedSeat(
            round=round_.number,
            table=table,
            seat=place + 1,
            size=len(players),
            player=player,
            name=entrant.name,
            vekn=entrant.vekn,
            victory_points=score.victory_points,
            game_win=score.game_wins,
            fate=round_.scores[player].fate,
            kind=kinds[place],
            predator=kinds[place - 1],
            prey=kinds[prey],
            ousted=None if pairs is None else (place, prey) in pairs,
            has_won=player == first,
        )


def _ousts(result: TableResult, seats: int) -> set[tuple[int, int]] | None:
    """The ousts as pairs of places, predator first; None without a known order."""
    if not result.events:
        return None
    pairs: set[tuple[int, int]] = set()
    for event in parse_events(result.events, "ABCDE"[:seats]):
        ousts = event.ousts if isinstance(event, OustTogether) else (event,) if isinstance(event, Oust) else ()
        pairs |= {(oust.predator, oust.prey) for oust in ousts}
    return pairs


# --- What comes out ---


@dataclass(slots=True)
class _Sums:
    games: int = 0
    wins: int = 0
    finals_won: int = 0
    points: Halves = 0
    fates_known: int = 0
    fates: Counter[Fate] = field(default_factory=Counter)

    def add(self, seat: PlayedSeat) -> None:
        self.games += 1
        self.wins += seat.game_win
        self.finals_won += seat.has_won
        self.points += seat.victory_points
        if seat.fate is not None:
            self.fates_known += 1
            self.fates[seat.fate] += 1

    @property
    def mean(self) -> float:
        return self.points / 2 / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCounts:
    """A seat of tables of one size: how its games ended.

    Attributes:
        ousted: ousts in the games with a known end for each player.
        won: finals won from this seat, with or without a game win; null before the final.
    """

    is_final: bool
    size: int
    seat: int
    games: int
    game_wins: Share
    victory_points: float
    ousted: Share
    won: Share | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingLine:
    """The endings of games of one size, of those with known endings: `games` of `of`.

    Attributes:
        games: number of games with known endings.
        of: number of all games.
        time_outs: games ended by time. `withdrawals` and `removals` are games with a withdrawal, or a removed player.
        withdrawn, removed: number of players who did.
    """

    is_final: bool
    size: int
    games: int
    of: int
    time_outs: Share
    withdrawals: Share
    removals: Share
    withdrawn: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A clan, a pair of disciplines, an archetype: lists, games before the final and their wins, finals, events won."""

    name: str
    decks: int
    games: int
    game_wins: Share
    victory_points: float
    in_final: Share
    won: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingLine:
    """A clan that sat before another at the start, as its predator: games before the final.

    Attributes:
        ousted: games in which the predator ousted the prey, if the order of ousts is known.
    """

    predator: str
    prey: str
    games: int
    game_wins: Share
    victory_points: float
    prey_game_wins: Share
    prey_victory_points: float
    ousted: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """A card: copies, lists with it, and how many of those were in a final.

    Attributes:
        decks: number of lists with it.
        in_final: number of those lists in a final.
    """

    name: str
    copies: int
    decks: int
    in_final: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """All figures of some events.

    Attributes:
        least: minimum number of cases for a share.
        games, finals: their number; `decks` is the number of public lists.
        archetypes: archetypes of the lists for which an official named one.
        cards: the cards in most lists.
    """

    events: int
    games: int
    finals: int
    decks: int
    least: int
    seats: list[SeatCounts]
    endings: list[EndingLine]
    clans: list[KindLine]
    pairs: list[KindLine]
    archetypes: list[KindLine]
    meetings: list[MeetingLine]
    cards: list[CardLine]


# So many cards are named.
_CARDS = 50


def statistics_of(events: Iterable[EventGames], *, least: int = LEAST) -> Statistics:
    """The figures of these events; a share from `least` cases on, and never below five."""
    counted, enough = list(events), max(least, FEWEST)
    games = [game for event in counted for game in _games(event)]
    decks = [deck for event in counted for deck in event.decks]
    before = [seat for game in games for seat in game if not seat.is_final]
    finals = sum(game[0].is_final for game in games)
    return Statistics(
        events=len(counted),
        games=len(games) - finals,
        finals=finals,
        decks=len(decks),
        least=enough,
        seats=_seat_lines([seat for game in games for seat in game], enough),
        endings=_ending_lines(games, enough),
        clans=_kind_lines(before, decks, lambda kind: kind.clan, enough),
        pairs=_kind_lines(before, decks, lambda kind: kind.pair, enough),
        archetypes=_kind_lines(before, decks, lambda kind: kind.archetype, enough),
        meetings=_meeting_lines(before, enough),
        cards=_card_lines(decks),
    )


def _games(event: EventGames) -> Iterable[list[PlayedSeat]]:
    seats_by_table: dict[tuple[int, int], list[PlayedSeat]] = {}
    for seat in event.seats:
        seats_by_table.setdefault((seat.round, seat.table), []).append(seat)
    return seats_by_table.values()


def _seat_lines(seats: Iterable[PlayedSeat], least: int) -> list[SeatCounts]:
    sums: dict[tuple[bool, int, int], _Sums] = {}
    for seat in seats:
        sums.setdefault((seat.is_final, seat.size, seat.seat), _Sums()).add(seat)
    return [
        SeatCounts(
            is_final=is_final,
            size=size,
            seat=number,
            games=totals.games,
            game_wins=Share.given(totals.wins, totals.games, least),
            victory_points=totals.mean,
            ousted=Share.given(totals.fates[Fate.OUSTED], totals.fates_known, least),
            won=Share.given(totals.finals_won, totals.games, least) if is_final else None,
        )
        for (is_final, size, number), totals in sorted(sums.items())
    ]


def _ending_lines(games: Iterable[Sequence[PlayedSeat]], least: int) -> list[EndingLine]:
    every = Counter[tuple[bool, int]]()
    fates_by_table: dict[tuple[bool, int], list[Counter[Fate]]] = {}
    for game in games:
        key = game[0].is_final, game[0].size
        every[key] += 1
        fates = [seat.fate for seat in game if seat.fate is not None]
        if len(fates) == len(game):
            fates_by_table.setdefault(key, []).append(Counter(fates))
    return [_ending_line(key, of, fates_by_table.get(key, []), least) for key, of in sorted(every.items())]


def _ending_line(key: tuple[bool, int], of: int, fates_by_table: Sequence[Counter[Fate]], least: int) -> EndingLine:
    def share(fate: Fate) -> Share:
        return Share.given(sum(bool(fates[fate]) for fates in fates_by_table), len(fates_by_table), least)

    return EndingLine(
        is_final=key[0],
        size=key[1],
        games=len(fates_by_table),
        of=of,
        time_outs=share(Fate.TIME),
        withdrawals=share(Fate.WITHDREW),
        removals=share(Fate.REMOVED),
        withdrawn=sum(fates[Fate.WITHDREW] for fates in fates_by_table),
        removed=sum(fates[Fate.REMOVED] for fates in fates_by_table),
    )


def _kind_lines(
    seats: Iterable[PlayedSeat], decks: Iterable[PlayedDeck], named: Callable[[DeckKind], str], least: int
) -> list[KindLine]:
    sums: dict[str, _Sums] = {}
    lists: dict[str, list[PlayedDeck]] = {}
    for deck in decks:
        if name := named(deck.kind):
            lists.setdefault(name, []).append(deck)
    for seat in seats:
        if seat.kind is not None:
            sums.setdefault(named(seat.kind), _Sums()).add(seat)
    lines = []
    for name, mine in lists.items():
        totals = sums.get(name, _Sums())
        lines.append(
            KindLine(
                name=name,
                decks=len(mine),
                games=totals.games,
                game_wins=Share.given(totals.wins, totals.games, least),
                victory_points=totals.mean,
                in_final=Share.given(sum(deck.is_in_final for deck in mine), len(mine), least),
                won=Share.given(sum(deck.is_winner for deck in mine), len(mine), least),
            )
        )
    return sorted(lines, key=lambda line: (-line.decks, natural_key(line.name)))


def _meeting_lines(seats: Iterable[PlayedSeat], least: int) -> list[MeetingLine]:
    predators: dict[tuple[str, str], _Sums] = {}
    preys: dict[tuple[str, str], _Sums] = {}
    ousts: dict[tuple[str, str], list[bool]] = {}
    for seat in seats:
        if seat.kind is not None and seat.prey is not None:
            pair = seat.kind.clan, seat.prey.clan
            predators.setdefault(pair, _Sums()).add(seat)
            if seat.ousted is not None:
                ousts.setdefault(pair, []).append(seat.ousted)
        if seat.kind is not None and seat.predator is not None:
            preys.setdefault((seat.predator.clan, seat.kind.clan), _Sums()).add(seat)
    lines = []
    for pair, totals in predators.items():
        other, outcomes = preys.get(pair, _Sums()), ousts.get(pair, [])
        lines.append(
            MeetingLine(
                predator=pair[0],
                prey=pair[1],
                games=totals.games,
                game_wins=Share.given(totals.wins, totals.games, least),
                victory_points=totals.mean,
                prey_game_wins=Share.given(other.wins, other.games, least),
                prey_victory_points=other.mean,
                ousted=Share.given(sum(outcomes), len(outcomes), least),
            )
        )
    return sorted(lines, key=lambda line: (-line.games, natural_key(line.predator), natural_key(line.prey)))


def _card_lines(decks: Iterable[PlayedDeck]) -> list[CardLine]:
    copies, lists, finals = Counter[str](), Counter[str](), Counter[str]()
    for deck in decks:
        copies.update(deck.kind.cards)
        lists.update(deck.kind.cards.keys())
        finals.update(deck.kind.cards.keys() if deck.is_in_final else ())
    first = sorted(lists, key=lambda name: (-lists[name], -copies[name], natural_key(name)))[:_CARDS]
    return [CardLine(name=name, copies=copies[name], decks=lists[name], in_final=finals[name]) for name in first]
