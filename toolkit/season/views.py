"""Leagues and ratings as every door shows them: views, CSV, and text for chats.

`with_numbers` is for officials: people other than they see no VEKN number, neither as a number nor as a key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import EllipsisType
from typing import Any

from toolkit.exchange.result_text import Dialect, render_places
from toolkit.exchange.spreadsheet import render_table
from toolkit.languages import ENGLISH, Count, Message, Points, Words, say
from toolkit.scoring import victory_points_number
from toolkit.season.events import SeasonEvent
from toolkit.season.leagues import LeagueEvent, LeagueLine, LeagueResult, LeagueTable
from toolkit.season.ratings import Rated, RatingTable
from toolkit.season.rules import Exact, PointsBy, figure, hundredths_of, number_json, rules_json, without_persons
from toolkit.views import ViewOf, json_values

# So many places of a text for chats.
_PLACES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEventView:
    """An event of a league.

    Attributes:
        event: its number in the league, from 1.
        date: ISO, or null.
        players: number of players who played a round.
        why: the reason why it does not count or is not rated; "" without one.
        checksum: SHA-256 of the first entry of its log, the same in every copy of the event.
        running: whether it is still running; its complete rounds count.
        source: `results` for an event by its results only; else left out.
        weight: the factor of its points; left out where it is 1.
    """

    event: int
    name: str
    date: str | None
    players: int
    rated: bool
    counts: bool
    why: str
    checksum: str
    id: str
    running: bool
    source: str | EllipsisType = ...
    weight: float | EllipsisType = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResultView:
    """A player's result in an event; `points` to hundredths, null in a league without points."""

    event: int
    place: int | None
    points: float | None
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLineView(ViewOf[LeagueLine]):
    """A line of a league's table; totals are over the results that count.

    Attributes:
        rank: the rank; null below the minimum of events.
        person: the VEKN number, or `name:` and the folded name; with `vekn` null for people other than officials.
        events: total number of results.
        organized: numbers of events organized or judged without playing.
        points: with what is added for playing and organizing; null in a league without points.
    """

    rank: int | None
    person: str | None
    name: str
    vekn: str | None
    points: float | None
    game_wins: int
    victory_points: float
    tournament_points: int
    wins: int
    finals: int
    events: int
    organized: tuple[int, ...]
    results: tuple[LeagueResultView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWarningView:
    """A point that needs a look."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueView:
    """A league's table.

    Attributes:
        rules: the rules that differ from the default, by name.
    """

    league: str
    rules: Mapping[str, Any]
    events: tuple[LeagueEventView, ...]
    standings: tuple[LeagueLineView, ...]
    below_minimum: tuple[LeagueLineView, ...]
    warnings: tuple[SeasonWarningView, ...]


def show_league(table: LeagueTable, *, name: str = "", with_numbers: bool = True) -> LeagueView:
    """The table for programs; without numbers no warnings either, which name them."""
    line = partial(_line, with_numbers=with_numbers)
    warnings = table.warnings if with_numbers else ()
    return LeagueView(
        league=table.rules.name or name,
        rules=rules_json(table.rules if with_numbers else without_persons(table.rules)),
        events=tuple(map(_event, table.events)),
        standings=tuple(map(line, table.lines)),
        below_minimum=tuple(map(line, table.below_minimum)),
        warnings=tuple(SeasonWarningView(code=warning.code, message=str(warning.sentence)) for warning in warnings),
    )


def _event(entry: LeagueEvent) -> LeagueEventView:
    event = entry.event
    why = entry.why_not.sentence if entry.why_not else event.not_rated.sentence if event.not_rated else ""
    return LeagueEventView(
        event=entry.number,
        name=event.name,
        date=event.date.isoformat() if event.date else None,
        players=event.players,
        rated=event.not_rated is None,
        counts=entry.why_not is None,
        why=str(why),
        checksum=event.identity,
        id=event.id,
        running=event.is_running,
        source="results" if event.is_results_only else ...,
        weight=number_json(Fraction(entry.weight)) if entry.weight != 1 else ...,
    )


def _line(line: LeagueLine, *, with_numbers: bool) -> LeagueLineView:
    return LeagueLineView.of(
        line,
        person=line.person.key if with_numbers else None,
        name=line.person.name,
        vekn=line.person.vekn if with_numbers else None,
        points=_number(line.points),
        victory_points=victory_points_number(line.victory_points),
        results=tuple(
            LeagueResultView(
                event=result.event, place=result.place, points=_number(result.points), counted=result.counts
            )
            for result in line.results
        ),
    )


def _number(points: Exact | None) -> float | None:
    if points is None:
        return None
    whole, part = divmod(hundredths_of(points), 100)
    return whole if not part else hundredths_of(points) / 100


def league_json(table: LeagueTable, *, name: str = "", with_numbers: bool = True) -> str:
    """The table as a JSON text."""
    view = show_league(table, name=name, with_numbers=with_numbers)
    return json.dumps(json_values(view), ensure_ascii=False, indent=2) + "\n"


LEAGUE_HEADERS = ("rank", "name", "vekn", "points", "game_wins", "victory_points", "tournament_points", "events")


def league_csv(table: LeagueTable, *, with_numbers: bool = True) -> str:
    """One line a player with a column for each event; below the minimum of events the rank is empty."""
    columns = [f"{entry.number} {entry.event.name}" for entry in table.events]
    rows = [_cells(table, line, with_numbers=with_numbers) for line in (*table.lines, *table.below_minimum)]
    return render_table((*LEAGUE_HEADERS, *columns), rows)


def _cells(table: LeagueTable, line: LeagueLine, *, with_numbers: bool) -> list[str | float]:
    by_event = {result.event: result for result in line.results}
    return [
        "" if line.rank is None else line.rank,
        line.person.name,
        line.person.vekn if with_numbers else "",
        *_cell(line.points),
        line.game_wins,
        victory_points_number(line.victory_points),
        line.tournament_points,
        line.events,
        *(_result_cell(table, by_event.get(entry.number)) for entry in table.events),
    ]


def _cell(points: Exact | None) -> list[str | float]:
    number = _number(points)
    return ["" if number is None else number]


def _result_cell(table: LeagueTable, result: LeagueResult | None) -> str | float:
    if result is None:
        return ""
    if table.rules.points is PointsBy.SCORE:
        return result.place or ""
    return _cell(result.points)[0]


def league_text(
    table: LeagueTable, dialect: Dialect = Dialect.PLAIN, words: Words = ENGLISH, *, name: str = "", url: str = ""
) -> str:
    """The first places for a chat or a forum, in at most 2,000 characters."""
    counted = sum(entry.why_not is None for entry in table.events)
    under = say(Count(counted, "League standings after %(num)d event", "League standings after %(num)d events"), words)
    rows = [(f"{line.rank}.", line.person.name, score_words(table, line, words)) for line in table.lines[:_PLACES]]
    return render_places(table.rules.name or name, under, rows, dialect, words, url=url)


def score_words(table: LeagueTable, line: LeagueLine, words: Words = ENGLISH) -> str:
    """The score of a line, in short: its points, or game wins and victory points where there are none."""
    if line.points is None:
        return f"{line.game_wins} GW {say(Points(line.victory_points), words)} VP"
    return say(Message("%(number)s points", number=figure(line.points)), words)


# Ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedEventView:
    """An event of a rating list; `why` it is not rated, "" where it is."""

    event: int
    id: str
    name: str
    date: str | None
    players: int
    rated: bool
    why: str
    checksum: str
    source: str | EllipsisType = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedResultView:
    """A result inside the window; `counted` as one of the best eight."""

    event: int
    place: int | None
    points: int
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedView:
    """A player of a rating list; `rank` null for who is not active.

    `person` and `vekn` are null for all but the administrator.
    """

    rank: int | None
    active: bool
    person: str | None
    name: str
    vekn: str | None
    country: str
    rating: int
    results: tuple[RatedResultView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingView:
    """A rating list on a day; events after `since` count.

    Attributes:
        notes: results that do not count, and contradictions between the sources.
    """

    list_: str = field(metadata={"key": "list"})
    on: str
    since: str
    events: tuple[RatedEventView, ...]
    players: tuple[RatedView, ...]
    notes: tuple[str, ...]


def show_ratings(table: RatingTable, *, with_numbers: bool = True) -> RatingView:
    """A list for programs."""
    numbers = {event.identity: number for number, event in enumerate(table.events, start=1)}
    return RatingView(
        list_=table.list.value,
        on=table.on.isoformat(),
        since=table.since.isoformat(),
        events=tuple(_rated_event(number, event) for number, event in enumerate(table.events, start=1)),
        players=tuple(_rated(rated, numbers, with_numbers=with_numbers) for rated in table.rated),
        notes=tuple(map(str, table.notes)),
    )


def _rated_event(number: int, event: SeasonEvent) -> RatedEventView:
    return RatedEventView(
        event=number,
        id=event.id,
        name=event.name,
        date=event.date.isoformat() if event.date else None,
        players=event.players,
        rated=event.not_rated is None,
        why=str(event.not_rated.sentence) if event.not_rated else "",
        checksum=event.identity,
        source="results" if event.is_results_only else ...,
    )


def _rated(rated: Rated, numbers: Mapping[str, int], *, with_numbers: bool) -> RatedView:
    return RatedView(
        rank=rated.rank,
        active=rated.is_active,
        person=rated.person.key if with_numbers else None,
        name=rated.person.name,
        vekn=rated.person.vekn if with_numbers else None,
        country=rated.person.country,
        rating=rated.rating,
        results=tuple(
            RatedResultView(
                event=numbers[result.event.identity],
                place=result.result.place,
                points=result.result.rating_points,
                counted=result.counts,
            )
            for result in rated.results
        ),
    )


RATING_HEADERS = ("rank", "name", "vekn", "country", "rating", "active", "event", "date", "place", "points", "counted")


def rating_csv(table: RatingTable, *, with_numbers: bool = True) -> str:
    """One line for each result inside the window, the best first."""
    rows: list[Sequence[str | float]] = [
        [
            "" if rated.rank is None else rated.rank,
            rated.person.name,
            rated.person.vekn if with_numbers else "",
            rated.person.country,
            rated.rating,
            "yes" if rated.is_active else "no",
            result.event.name,
            result.event.date.isoformat() if result.event.date else "",
            result.result.place or "",
            result.result.rating_points,
            "yes" if result.counts else "no",
        ]
        for rated in table.rated
        for result in rated.results
    ]
    return render_table(RATING_HEADERS, rows)
