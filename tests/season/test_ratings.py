from __future__ import annotations

import datetime
import math
import random
from dataclasses import replace

from tests.season.events import event_b, season
from toolkit.scoring import Finish, Level, rating_points
from toolkit.season.events import RatingList, SeasonEvent, SeasonResult, season_event
from toolkit.season.ratings import months_before, rate
from toolkit.tournament.configuration import EventKind


def event(day: str, points: dict[str, int], **more) -> SeasonEvent:
    """A rated event of that day with the points of each player by number."""
    results = [
        SeasonResult(number=place, name=f"P{vekn}", vekn=vekn, place=place, rank_before=place, rating_points=figure)
        for place, (vekn, figure) in enumerate(points.items(), start=1)
    ]
    known = {"kind": EventKind.STANDARD_CONSTRUCTED, "has_final": True, "players": 13, "entries": 1, **more}
    date = datetime.date.fromisoformat(day)
    return SeasonEvent(identity=f"{day} {points}", name=f"Event {day}", date=date, results=tuple(results), **known)


def career(*pairs: tuple[str, int]) -> list[SeasonEvent]:
    return sorted((event(day, {"1000001": points}) for day, points in pairs), key=lambda one: one.order)


def test_the_worked_example() -> None:
    rest = [163, 121, 90, 60, 52, 48, 33, 21, 9]
    days = [f"2026-{month:02}-10" for month in range(1, 10)]
    events = career(("2025-05-22", 40), ("2025-05-23", 12), *zip(days, rest, strict=True))
    (line,) = rate(events, on=datetime.date(2026, 11, 22)).rated
    assert line.rating == 588
    shown = [one.result.rating_points for one in line.results]
    assert (shown, [one.counts for one in line.results]) == (
        [163, 121, 90, 60, 52, 48, 33, 21, 12, 9],
        [True] * 8 + [False] * 2,
    )


def test_a_month_that_is_shorter_ends_on_its_last_day() -> None:
    assert months_before(datetime.date(2026, 8, 31), 18) == datetime.date(2025, 2, 28)
    assert months_before(datetime.date(2028, 8, 30), 6) == datetime.date(2028, 2, 29)
    assert months_before(datetime.date(2026, 1, 15), 12) == datetime.date(2025, 1, 15)
    assert months_before(datetime.date(1, 6, 1), 6) == months_before(datetime.date(1, 1, 1), 18) == datetime.date.min


def test_of_equal_results_the_later_event_counts() -> None:
    days = [f"2026-{month:02}-10" for month in range(1, 10)]
    (line,) = rate(career(*((day, 20) for day in days)), on=datetime.date(2026, 11, 22)).rated
    assert [one.event.date.isoformat() for one in line.results if not one.counts] == ["2026-01-10"]


def test_who_has_not_played_for_a_year_keeps_the_rating_and_has_no_rank() -> None:
    events = [event("2025-11-22", {"1000001": 90}), event("2025-11-23", {"1000002": 9})]
    table = rate(events, on=datetime.date(2026, 11, 22))
    assert [(one.person.key, one.rank, one.rating, one.is_active) for one in table.rated] == [
        ("1000002", 1, 9, True),
        ("1000001", None, 90, False),
    ]


def test_equal_ratings_share_a_rank() -> None:
    table = rate([event("2026-11-01", {"1": 9, "2": 30, "3": 30})], on=datetime.date(2026, 11, 22))
    assert [(one.person.key, one.rank) for one in table.rated] == [("2", 1), ("3", 1), ("1", 3)]


def test_the_four_lists_are_apart() -> None:
    online = event("2026-11-01", {"1": 9}, is_online=True)
    limited = event("2026-11-02", {"1": 13}, is_limited=True)
    day = datetime.date(2026, 11, 22)
    assert not rate([online, limited], on=day).rated
    assert rate([online, limited], on=day, list=RatingList.CONSTRUCTED_ONLINE).rated[0].rating == 9
    assert rate([online, limited], on=day, list=RatingList.LIMITED_ONSITE).rated[0].rating == 13


def test_what_is_not_rated_is_shown_with_its_reason_and_counts_for_nobody() -> None:
    table = rate([event("2026-11-01", {"1": 9}, has_final=False)], on=datetime.date(2026, 11, 22))
    assert not table.rated
    assert [str(one.not_rated.sentence) for one in table.events] == ["Not rated: no final."]


def test_a_result_without_a_number_is_named_and_not_rated() -> None:
    known = season_event(event_b())
    results = [replace(one, vekn="") if one.number in (3, 4) else one for one in known.results]
    table = rate([replace(known, results=tuple(results))], on=datetime.date(2026, 12, 1))
    assert len(table.rated) == 8
    assert [str(one) for one in table.notes] == ["2 results without a VEKN number: not rated (Player Nr3, Player Nr4)."]


def test_the_ratings_of_the_spec_s_three_events() -> None:
    table = rate([one.event for one in season()], on=datetime.date(2026, 12, 31))
    found = {one.person.key[-2:]: one.rating for one in table.rated}
    assert [found[key] for key in ("09", "03", "02", "06", "08", "01", "10", "11")] == [
        229,
        159,
        111,
        107,
        73,
        66,
        51,
        52,
    ]


# A reckoner of its own: it counts months on its fingers, and adds up by hand.
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def earlier(day: datetime.date, months: int) -> datetime.date:
    year, month = day.year, day.month
    for _ in range(months):
        year, month = (year - 1, 12) if month == 1 else (year, month - 1)
    is_leap = (year % 4 == 0 and year % 100 != 0) or year % 400 == 0
    last = 29 if month == 2 and is_leap else LENGTHS[month - 1]
    return datetime.date(year, month, day.day if day.day <= last else last)


def reckoned(pairs: list[tuple[datetime.date, int]], on: datetime.date) -> tuple[int, bool] | None:
    inside = [(points, day) for day, points in pairs if earlier(on, 18) < day <= on]
    total = 0
    for points, _ in sorted(inside)[::-1][:8]:
        total += points
    return (total, any(day > earlier(on, 12) for _, day in inside)) if inside else None


def test_random_careers_are_rated_as_somebody_else_reckons() -> None:
    dice = random.Random(25)
    edges = [
        datetime.date(2024, 2, 29),
        datetime.date(2026, 8, 31),
        datetime.date(2025, 2, 28),
        datetime.date(2026, 12, 31),
    ]
    for _ in range(300):
        on = dice.choice(edges) + datetime.timedelta(days=dice.choice([0, 0, 1, -1]))
        near = [earlier(on, 18), earlier(on, 12), on]
        days = {dice.choice(near) + datetime.timedelta(days=dice.randint(-2, 2)) for _ in range(4)}
        days |= {on - datetime.timedelta(days=dice.randint(0, 700)) for _ in range(dice.randint(0, 12))}
        pairs = [(day, dice.randint(5, 300)) for day in sorted(days)]
        table = rate(career(*((day.isoformat(), points) for day, points in pairs)), on=on)
        expected = reckoned(pairs, on)
        assert [(one.rating, one.is_active) for one in table.rated] == ([] if expected is None else [expected])


def test_points_are_those_of_the_peer_s_formula() -> None:
    # 5 + 4 VP + 8 GW, and the bonus by logarithms in floating point, as the VEKN's present app reckons them.
    adds = {Level.STANDARD: 0, Level.NATIONAL: 0.25, Level.CONTINENTAL: 1}
    bonuses = {Finish.WINNER: 90, Finish.FINALIST: 30, Finish.OTHER: 0}
    seen = 0
    for players in range(8, 405):
        for level, added in adds.items():
            for finish, most in bonuses.items():
                for halves, wins in ((0, 0), (3, 0), (10, 2), (24, 4)):
                    bonus = most * (math.log(players**2, 15) - 1 + added)
                    expected = int(5 + 4 * (halves / 2) + 8 * wins + math.floor(bonus + 0.5))
                    assert rating_points(halves, wins, players=players, finish=finish, level=level) == expected
                    seen += 1
    assert seen == 14_292
