"""The table of a league: the points of each event, the best results that count, and the order.

Points are exact fractions and ordered as such; they are shown to hundredths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType

from toolkit.errors import Invalid
from toolkit.languages import Count, Listed, Message, NameOf, Ordinal, Sayable, sort_key
from toolkit.scoring import Halves
from toolkit.season.events import SeasonEvent, SeasonResult
from toolkit.season.persons import Circle, PeopleOfEvents, Person, PersonId, ids_in, people_of
from toolkit.season.rules import Disqualified, Exact, LeagueRules, PointsBy, TieBreak, Ties, TieScope, exact, figure
from toolkit.tournament.configuration import EventKind


class NoEvent(Invalid):
    """A league without an event."""

    code = "no_event"


class WhyNot(StrEnum):
    """Why an event does not count in a league."""

    NOT_IN_SEASON = "not_in_season"
    FEW_PLAYERS = "few_players"
    OTHER_KIND = "other_kind"
    NOT_RATED = "not_rated"
    IN_NO_PART = "in_no_part"
    WITHHELD = "withheld"

    @property
    def sentence(self) -> Message:
        """The reason in a sentence."""
        return _WHY_NOT[self]


_WHY_NOT = {
    WhyNot.NOT_IN_SEASON: Message("Not in the season."),
    WhyNot.FEW_PLAYERS: Message("Too few players."),
    WhyNot.OTHER_KIND: Message("Not a kind of event that counts."),
    WhyNot.NOT_RATED: Message("Not a rated event."),
    WhyNot.IN_NO_PART: Message("In no part of this league."),
    WhyNot.WITHHELD: Message("Its results are not public yet."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEvent:
    """An event of a league, numbered from 1 in its order.

    Attributes:
        why_not: the reason why it does not count.
        weight: the factor of its points.
    """

    number: int
    event: SeasonEvent
    why_not: WhyNot | None = None
    weight: Exact = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResult:
    """A person's result of one event.

    Attributes:
        event: its number in the league.
        kind: of the event.
        place: None for a disqualification, and after one that bars.
        points: None where the league has none.
        victory_points: in halves; with `game_wins` as the rules take them, with or without the final's.
        counts: whether it is one of the best that the rules ask for.
        source: the result as the event has it.
    """

    event: int
    source: SeasonResult
    kind: EventKind
    place: int | None
    points: Exact | None
    game_wins: int
    victory_points: Halves
    tournament_points: int
    is_winner: bool = False
    is_finalist: bool = False
    is_disqualified: bool = False
    is_barred: bool = False
    counts: bool = False

    @property
    def is_result(self) -> bool:
        """Whether it is an event of that person: neither a disqualification nor barred by one."""
        return not self.is_disqualified and not self.is_barred


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    """A line of the table; its totals are over the results that count.

    Attributes:
        rank: shared by equals; None below the minimum of events.
        points: with what is added for playing and organizing; None where the league has none.
        organized: numbers of events organized or judged without playing.
        results: in the order of the events.
    """

    rank: int | None
    person: Person
    points: Exact | None
    game_wins: int
    victory_points: Halves
    tournament_points: int
    wins: int
    finals: int
    events: int
    organized: tuple[int, ...]
    results: tuple[LeagueResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueWarning:
    """A sentence about a point that needs a look."""

    code: str
    sentence: Sayable | str

    @property
    def names_numbers(self) -> bool:
        """Whether the sentence has VEKN numbers in it."""
        return self.code in ("name_differs", "same_name")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """A league's table.

    Attributes:
        lines: those with a rank, best first.
        below_minimum: those who have played too few events.
        circles: of its events; none where all of them are joined by number.
    """

    rules: LeagueRules
    events: tuple[LeagueEvent, ...]
    lines: tuple[LeagueLine, ...]
    below_minimum: tuple[LeagueLine, ...]
    warnings: tuple[LeagueWarning, ...]
    circles: tuple[Circle, ...] = ()


def score_league(
    rules: LeagueRules,
    events: Sequence[SeasonEvent],
    *,
    parts: Sequence[LeagueRules] | None = None,
    circles: Sequence[Circle] = (),
    weights: Mapping[str, Fraction] = MappingProxyType({}),
) -> LeagueTable:
    """The table of a league over events, each of them once and in their order.

    Args:
        rules: of the league.
        events: those of the league; of a meta-league those of all its parts.
        parts: the rules of the parts of a meta-league, which say what is an event of theirs; else those in `rules`.
        circles: of events that are not all joined by number, with their merges in place of the rules'.
        weights: of single events by identity, in place of the rules' for their kind.

    Raises:
        NoEvent: there is none.
    """
    if not events:
        raise NoEvent(Message("The league has no event."))
    inner = [part for part in rules.parts if isinstance(part, LeagueRules)] if parts is None else parts
    listed = tuple(
        LeagueEvent(
            number=number,
            event=event,
            why_not=_why_not(rules, inner, event),
            weight=_weight(rules, event, weights),
        )
        for number, event in enumerate(events, start=1)
    )
    people = people_of(events, rules.same_person, circles=circles)
    results_by_person: dict[PersonId, list[LeagueResult]] = {}
    organized: dict[PersonId, list[int]] = {}
    warnings = [*_of_events(rules, listed)]
    for entry in listed:
        if entry.why_not is not None:
            continue
        results, twice = _results(rules, entry, people)
        warnings += twice
        for id, result in results.items():
            earlier = results_by_person.setdefault(id, [])
            is_barred = rules.disqualified is Disqualified.BARRED and any(before.is_disqualified for before in earlier)
            earlier.append(_barred(result) if is_barred else result)
        for official in (entry.event.organizer, entry.event.head_judge):
            person = people.official(official, entry.event.identity)
            if person is not None and person.id not in results and entry.number not in organized.get(person.id, ()):
                organized.setdefault(person.id, []).append(entry.number)
    lines = [
        _line(rules, people.by_id[id], results_by_person.get(id, []), tuple(organized.get(id, ())))
        for id in dict.fromkeys((*results_by_person, *(organized if rules.organizing else ())))
    ]
    enough = [line for line in lines if line.events >= rules.minimum_events]
    fewer = [line for line in lines if line.events < rules.minimum_events]
    return LeagueTable(
        rules=rules,
        events=listed,
        lines=tuple(_ranked(rules, enough)),
        below_minimum=tuple(replace(line, rank=None) for line in _ranked(rules, fewer)),
        warnings=(*warnings, *_of_people([people.by_id[id] for id in results_by_person])),
        circles=tuple(circles),
    )


def _weight(rules: LeagueRules, event: SeasonEvent, weights: Mapping[str, Fraction]) -> Exact:
    if rules.points is PointsBy.SCORE:
        return 1
    return exact(weights.get(event.identity, rules.weights.get(event.kind, Fraction(1))))


def _why_not(rules: LeagueRules, parts: Sequence[LeagueRules], event: SeasonEvent) -> WhyNot | None:
    reason = _why_not_here(rules, event)
    if reason is None and parts and all(_why_not_here(part, event) is not None for part in parts):
        return WhyNot.IN_NO_PART
    return reason


def _why_not_here(rules: LeagueRules, event: SeasonEvent) -> WhyNot | None:
    if event.is_withheld:
        return WhyNot.WITHHELD
    if not rules.is_in_season(event.date):
        return WhyNot.NOT_IN_SEASON
    if event.players < rules.players_at_least:
        return WhyNot.FEW_PLAYERS
    if rules.kinds is not None and event.kind not in rules.kinds:
        return WhyNot.OTHER_KIND
    return WhyNot.NOT_RATED if rules.rated_only and event.not_rated is not None else None


def _results(
    rules: LeagueRules, entry: LeagueEvent, people: PeopleOfEvents
) -> tuple[dict[PersonId, LeagueResult], list[LeagueWarning]]:
    """The result of each person in an event; of two results of one person, the better one."""
    by_place = _place_points(rules, entry.event) if rules.points is PointsBy.PLACE else {}
    by_person: dict[PersonId, LeagueResult] = {}
    warnings = []
    for result in entry.event.results:
        person = people.person(entry.event, result)
        id = person.ids[0]
        if id in by_person:
            warnings.append(
                LeagueWarning(
                    code="twice_in_event",
                    sentence=Message(
                        "%(name)s is twice in “%(event)s”: only the better result counts.",
                        name=NameOf(person.name, person),
                        event=NameOf(entry.event.name, entry.event),
                    ),
                )
            )
            continue  # results come best first
        by_person[id] = _result(rules, entry, result, by_place)
    return by_person, warnings


def _result(
    rules: LeagueRules, entry: LeagueEvent, result: SeasonResult, by_place: Mapping[int, Exact]
) -> LeagueResult:
    points: Exact | None
    if result.is_disqualified:
        points = None if rules.points is PointsBy.SCORE else 0
    elif rules.points is PointsBy.RTP:
        points = result.rating_points
    else:
        points = by_place.get(result.number)
    return LeagueResult(
        event=entry.number,
        source=result,
        kind=entry.event.kind,
        place=result.place,
        points=points if points is None or entry.weight == 1 else exact(Fraction(points * entry.weight)),
        game_wins=result.all_game_wins if rules.has_final else result.game_wins,
        victory_points=result.all_victory_points if rules.has_final else result.victory_points,
        tournament_points=result.tournament_points,
        is_winner=result.is_winner,
        is_finalist=result.is_finalist,
        is_disqualified=result.is_disqualified,
        counts=not result.is_disqualified,
    )


def _barred(result: LeagueResult) -> LeagueResult:
    points = None if result.points is None else 0
    return LeagueResult(
        event=result.event,
        source=result.source,
        kind=result.kind,
        place=result.place,
        points=points,
        game_wins=0,
        victory_points=0,
        tournament_points=0,
        is_disqualified=result.is_disqualified,
        is_barred=True,
    )


def _place_points(rules: LeagueRules, event: SeasonEvent) -> dict[int, Exact]:
    """The points of each player by number: those who share a place share what the places they occupy are worth."""
    points_by_number: dict[int, Exact] = {}
    first = 0
    placed = sorted((result for result in event.results if result.place is not None), key=_place)
    for _, group in groupby(placed, key=_place):
        same = [*group]
        worth = [_worth(rules, place) for place in range(first, first + len(same))]
        points = worth[0] if rules.ties is Ties.BEST else sum(worth, Fraction(0)) / len(worth)
        points_by_number.update(dict.fromkeys((result.number for result in same), exact(points)))
        first += len(same)
    return points_by_number


def _place(result: SeasonResult) -> int:
    return result.place or 0


def _worth(rules: LeagueRules, place: int) -> Fraction:
    return rules.table[place] if place < len(rules.table) else rules.others


def _line(rules: LeagueRules, person: Person, results: list[LeagueResult], organized: tuple[int, ...]) -> LeagueLine:
    """The line of a person, without its rank."""
    real = [result for result in results if result.is_result]
    counting = _counting(rules, real)
    chosen = {result.event for result in counting}
    wins, halves, places, first, finals = 0, 0, 0, 0, 0
    for result in counting:
        wins += result.game_wins
        halves += result.victory_points
        places += result.tournament_points
        first += result.is_winner
        finals += result.is_finalist
    return LeagueLine(
        rank=None,
        person=person,
        points=None if rules.points is PointsBy.SCORE else _points(rules, real, counting, len(organized)),
        game_wins=wins,
        victory_points=halves,
        tournament_points=places,
        wins=first,
        finals=finals,
        events=len(real),
        organized=organized,
        results=tuple(
            replace(result, counts=False) if result.counts and result.event not in chosen else result
            for result in results
        ),
    )


def _counting(rules: LeagueRules, results: list[LeagueResult]) -> list[LeagueResult]:
    """The best results that the rules ask for: of each kind, and of all."""
    if not rules.best_of:
        return results if rules.best is None else sorted(results, key=_merit)[: rules.best]
    taken: Counter[EventKind] = Counter()
    counting: list[LeagueResult] = []
    for result in sorted(results, key=_merit):
        if taken[result.kind] < rules.best_of.get(result.kind, len(results)):
            taken[result.kind] += 1
            counting.append(result)
    return counting[: rules.best]


def _points(
    rules: LeagueRules, results: Sequence[LeagueResult], counting: Iterable[LeagueResult], organized: int
) -> Exact:
    points = exact(rules.attendance * len(results) + rules.organizing * organized)
    for result in counting:
        points += result.points or 0
    return exact(Fraction(points))


def points_after(table: LeagueTable, line: LeagueLine, event: int) -> Exact:
    """A line's points after the event of that number: the best so far, and the additions."""
    results = [result for result in line.results if result.event <= event and result.is_result]
    organized = sum(number <= event for number in line.organized)
    return _points(table.rules, results, _counting(table.rules, results), organized)


def _merit(result: LeagueResult) -> tuple[Exact, int, Halves, int, int]:
    """Best first; of equals the earlier event."""
    return -(result.points or 0), -result.game_wins, -result.victory_points, -result.tournament_points, result.event


def _ranked(rules: LeagueRules, lines: Iterable[LeagueLine]) -> list[LeagueLine]:
    """The lines in their order, each with its rank."""
    keyed = [(_order(rules, line), sort_key(line.person.name), line.person.id, line) for line in lines]
    keyed.sort(key=itemgetter(0, 1, 2))
    ranked: list[LeagueLine] = []
    rank, before = 0, None
    for place, (order, _, _, line) in enumerate(keyed, start=1):
        if order != before:
            rank, before = place, order
        ranked.append(replace(line, rank=rank))
    return ranked


def _order(rules: LeagueRules, line: LeagueLine) -> tuple[Exact, ...]:
    if rules.tie_scope is TieScope.ALL:
        over = [result for result in line.results if result.is_result]
        return (-(line.points or 0), *(_OVER_ALL[tie](over, line) for tie in rules.tie_breaks))
    return (-(line.points or 0), *(_COUNTED[tie](line) for tie in rules.tie_breaks))


def _best_place(results: Iterable[LeagueResult]) -> int:
    # Who has no result stands after everybody who has.
    return min((result.place for result in results if result.place is not None), default=1_000_000)


_COUNTED: Mapping[TieBreak, Callable[[LeagueLine], int]] = {
    TieBreak.GAME_WINS: lambda line: -line.game_wins,
    TieBreak.VICTORY_POINTS: lambda line: -line.victory_points,
    TieBreak.TOURNAMENT_POINTS: lambda line: -line.tournament_points,
    TieBreak.WINS: lambda line: -line.wins,
    TieBreak.FINALS: lambda line: -line.finals,
    TieBreak.BEST_PLACE: lambda line: _best_place(result for result in line.results if result.counts),
    TieBreak.EVENTS: lambda line: -line.events,
}
_OVER_ALL: Mapping[TieBreak, Callable[[list[LeagueResult], LeagueLine], int]] = {
    TieBreak.GAME_WINS: lambda over, _: -sum(result.game_wins for result in over),
    TieBreak.VICTORY_POINTS: lambda over, _: -sum(result.victory_points for result in over),
    TieBreak.TOURNAMENT_POINTS: lambda over, _: -sum(result.tournament_points for result in over),
    TieBreak.WINS: lambda over, _: -sum(result.is_winner for result in over),
    TieBreak.FINALS: lambda over, _: -sum(result.is_finalist for result in over),
    TieBreak.BEST_PLACE: lambda over, _: _best_place(over),
    TieBreak.EVENTS: lambda _, line: -line.events,
}


# What somebody should look at


def _of_events(rules: LeagueRules, listed: Iterable[LeagueEvent]) -> Iterator[LeagueWarning]:
    for entry in listed:
        name = NameOf(entry.event.name, entry.event)
        if entry.why_not is WhyNot.NOT_IN_SEASON:
            sentence = Message("“%(name)s” is not in the season and does not count.", name=name)
            yield LeagueWarning(code=entry.why_not.value, sentence=sentence)
        elif entry.why_not is WhyNot.FEW_PLAYERS:
            sentence = Message(
                "“%(name)s” does not count: %(players)s, and the minimum is %(number)s.",
                name=name,
                players=Count(entry.event.players, "%(num)d player", "%(num)d players"),
                number=rules.players_at_least,
            )
            yield LeagueWarning(code=entry.why_not.value, sentence=sentence)
        if entry.event.is_running and not entry.event.is_withheld:
            sentence = Message("“%(name)s” is not finished: its whole rounds count so far.", name=name)
            yield LeagueWarning(code="not_finished", sentence=sentence)


def _of_people(people: Iterable[Person]) -> Iterator[LeagueWarning]:
    names: dict[str, list[Person]] = {}
    people = sorted(people, key=lambda person: (sort_key(person.name), person.id))
    joined = [NameOf(one.name, one) for one in people if one.is_known_by_name and not one.is_of_others]
    if joined:
        sentence = Message("Without a VEKN number, results are joined by the name: %(names)s.", names=_and(joined))
        yield LeagueWarning(code="no_number", sentence=sentence)
    for person in people:
        names.setdefault(sort_key(person.name), []).append(person)
        if person.changed_name:
            sentence = Message(
                "The number %(number)s belongs to names that share no word: %(names)s.",
                number=person.vekn,
                names=_and(NameOf(name, person) for name in person.spellings),
            )
            yield LeagueWarning(code="name_differs", sentence=sentence)
    for same in names.values():
        if len(same) > 1:
            sentence = Message(
                "%(name)s is in the standings more than once (%(keys)s): merge them if they are one person.",
                name=NameOf(same[0].name, same[0]),
                keys=_and(person.key for person in same),
            )
            yield LeagueWarning(code="same_name", sentence=sentence)


def _and(items: Iterable[str]) -> Sayable:
    return Listed(items, most=12)


# For who stands in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The position of a person in a league.

    Attributes:
        rank: None below the minimum of events, of which `missing` are still to be played.
        behind: points behind the one before; None for the first, and where the league has no points.
        before: the rank of the one before.
    """

    rank: int | None
    missing: int
    behind: Exact | None
    before: int | None

    @property
    def sentence(self) -> Sayable:
        """It in a sentence."""
        if self.rank is None:
            return Count(
                self.missing,
                "You need %(num)d more event for a rank.",
                "You need %(num)d more events for a rank.",
            )
        place = Ordinal(self.rank)
        if self.behind is None or self.before is None:
            return Message("You are %(place)s.", place=place)
        return Message(
            "You are %(place)s, %(points)s points behind %(other)s.",
            place=place,
            points=figure(self.behind),
            other=Ordinal(self.before),
        )


def position_of(table: LeagueTable, key: str, event: str = "") -> Position | None:
    """The position of the person with a key; None for a person who is not in the table.

    `event`: the identity of the event that has them under that key.
    """
    ids = set(ids_in(table.circles, event, key))
    for line in table.below_minimum:
        if not ids.isdisjoint(line.person.ids):
            return Position(rank=None, missing=table.rules.minimum_events - line.events, behind=None, before=None)
    ahead = None
    for place, line in enumerate(table.lines):
        if place and table.lines[place - 1].rank != line.rank:
            ahead = table.lines[place - 1]
        if not ids.isdisjoint(line.person.ids):
            behind = None
            if ahead is not None and ahead.points is not None and line.points is not None:
                behind = ahead.points - line.points
            return Position(rank=line.rank, missing=0, behind=behind, before=ahead.rank if ahead else None)
    return None
