"""Ratings: of each player the best eight events of eighteen months, in four lists.

An estimate of the VEKN's own list: it knows the events that it is made from, and no others.
"""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.languages import Count, Listed, Message, NameOf, Sayable
from toolkit.scoring import player_rating
from toolkit.scoring.rating import COUNTED_EVENTS
from toolkit.season.events import RatingList, SeasonEvent, SeasonResult
from toolkit.season.persons import Person, people_of

# Months of the window, and those after which nobody without a rated round is ranked.
WINDOW = 18
ACTIVE = 12

# Where the sources contradict each other, and what is done here.
CONTRADICTIONS = (
    Message(
        "VEKN A.2.1 adds nothing for a qualifier, and its worked example adds 0.25 (50 players: 193 instead of 170): "
        "the rule counts. The Archon workbook adds 0.25 to a continental qualifier."
    ),
    Message("The same example has an error in its sum: log15(2500) is 2.889; minus 1 and plus 0.25 gives 2.139."),
    Message("The Archon workbook does not round, and counts every name on its list; here players with a round count."),
    Message("This is an estimate of the VEKN's list. It knows only the events that are listed here."),
)
MOST_NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedResult:
    """One event of one player inside the window; `counts` as one of the best eight."""

    event: SeasonEvent
    result: SeasonResult
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A line of a list.

    Attributes:
        rank: shared by equals; None for who is not ranked.
        is_active: whether there was a rated round in the last twelve months.
        results: the best first; of equals the later.
    """

    rank: int | None
    person: Person
    rating: int
    is_active: bool
    results: tuple[RatedResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTable:
    """One of the four lists on a day.

    Attributes:
        since: the last day before the window.
        rated: ranked players first, then those who are not active.
        events: of this list up to that day, whether or not they are rated.
        notes: results and events that do not count, in sentences.
    """

    list: RatingList
    on: datetime.date
    since: datetime.date
    rated: tuple[Rated, ...]
    events: tuple[SeasonEvent, ...]
    notes: tuple[Sayable, ...]


def months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day so many months earlier, or the last one of a shorter month; never before the first day there is.

    >>> months_before(datetime.date(2026, 8, 31), 18)
    datetime.date(2025, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if year < datetime.MINYEAR:
        return datetime.date.min
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def rate(
    events: Sequence[SeasonEvent],
    *,
    on: datetime.date,
    list: RatingList = RatingList.CONSTRUCTED_ONSITE,
    merges: Iterable[Iterable[str]] = (),
) -> RatingTable:
    """A list on a day, from events in their order, each of them once.

    Rule: VEKN A.1, A.2.
    """
    since, active_since = months_before(on, WINDOW), months_before(on, ACTIVE)
    of_list = [event for event in events if event.list is list and (event.date is None or event.date <= on)]
    listed = [event for event in of_list if event.date is None or event.date > since]
    within = [event for event in listed if event.not_rated is None]
    people = people_of(within, merges)
    careers: dict[str, dict[str, RatedResult]] = {}
    without = []
    for event in within:
        for result in event.results:
            person = people.person(event, result)
            if result.is_disqualified:
                continue
            if person.is_known_by_name:
                without.append(NameOf(result.name, (event, result)))
                continue
            career = careers.setdefault(person.key, {})
            earlier = career.get(event.identity)
            if earlier is None or earlier.result.rating_points < result.rating_points:
                career[event.identity] = RatedResult(event=event, result=result, counts=False)
    lines = [_rated(people.by_key[key], [*career.values()], active_since) for key, career in careers.items()]
    return RatingTable(
        list=list,
        on=on,
        since=since,
        rated=_ranked(lines),
        events=tuple(listed),
        notes=tuple(_notes(without)),
    )


def _rated(person: Person, career: list[RatedResult], active_since: datetime.date) -> Rated:
    best = sorted(career, key=lambda rated: (rated.result.rating_points, rated.event.order), reverse=True)
    return Rated(
        rank=None,
        person=person,
        rating=player_rating(rated.result.rating_points for rated in best),
        is_active=any(rated.event.date is not None and rated.event.date > active_since for rated in best),
        results=tuple(
            RatedResult(event=rated.event, result=rated.result, counts=place < COUNTED_EVENTS)
            for place, rated in enumerate(best)
        ),
    )


def _ranked(lines: list[Rated]) -> tuple[Rated, ...]:
    ordered = sorted(lines, key=lambda line: (not line.is_active, -line.rating, line.person.name, line.person.key))
    ranked: list[Rated] = []
    rank = 0
    for place, line in enumerate(ordered, start=1):
        if not ranked or ranked[-1].rating != line.rating:
            rank = place
        ranked.append(
            Rated(
                rank=rank if line.is_active else None,
                person=line.person,
                rating=line.rating,
                is_active=line.is_active,
                results=line.results,
            )
        )
    return tuple(ranked)


def _notes(without: list[NameOf]) -> Iterable[Sayable]:
    if without:
        yield Message(
            "%(results)s without a VEKN number: not rated (%(names)s).",
            results=Count(len(without), "%(num)d result", "%(num)d results"),
            names=Listed(dict.fromkeys(without), most=MOST_NAMED),
        )
