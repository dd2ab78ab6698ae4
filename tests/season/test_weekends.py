"""Championship weekends: the worked cases of season.md 3, ties, declined places, and what holds of any weekend."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence

import pytest

from toolkit.season.criteria import PRESETS, BadWeekend, Criterion, EventRole, Take, TieRule, rows_from, rows_json
from toolkit.season.events import SeasonEvent, SeasonResult
from toolkit.season.log import SeasonEntry, SeasonFact
from toolkit.season.weekend_log import NotInWeekend, NotYet, Weekend, create, fold, link_event, set_rows, undo
from toolkit.season.weekends import (
    Qualification,
    WeekendEvent,
    ask_next,
    check_day_2,
    decline,
    qualification,
    start_day_2,
    toss,
)
from toolkit.tournament.configuration import EventKind

DAY = datetime.date(2026, 8, 20)


def event(
    id: str, order: Sequence[str], *, finalists: int = 5, tied: Sequence[int] = (), out: Sequence[str] = ()
) -> SeasonEvent:
    """An event in this order; `tied` are places that share the rank of the one before, `out` was disqualified."""
    results, rank = [], 0
    for place, name in enumerate(order, 1):
        rank = rank if place in tied else place
        is_final = place <= finalists
        results.append(
            SeasonResult(
                number=place,
                name=name,
                vekn=name if name.isdigit() else "",
                place=None if name in out else (1 if place == 1 else 2 if is_final else place),
                rank_before=None if name in out else rank,
                final_victory_points=0 if is_final else None,
                is_winner=place == 1,
                won_final=place == 1 and finalists > 0,
            )
        )
    return SeasonEvent(
        identity=id, id=id, entries=1, name=id, date=DAY, kind=EventKind.GRAND_PRIX, has_final=True,
        players=len(order), results=tuple(results),
    )  # fmt: skip


DAY_1 = ["G3", "L2", *(f"D{number}" for number in range(1, 60))]


def worked(day_1: SeasonEvent | None = None) -> list[WeekendEvent]:
    """5 Grand Prix winners; G1 is in the LCQ's final, G2 plays it; day 1 in order G3 L2 D1 D2 ..."""
    prix = [event(f"gp{number}", [f"G{number}", "X1", "X2", "X3", "X4"]) for number in range(1, 6)]
    lcq = event("lcq", ["G1", "L2", "L3", "L4", "L5", "G2", "X1"])
    return [
        *(WeekendEvent(event=one, role=EventRole.GRAND_PRIX, is_ready=True) for one in prix),
        WeekendEvent(event=lcq, role=EventRole.LCQ, is_ready=True),
        WeekendEvent(event=day_1 or event("day1", DAY_1), role=EventRole.DAY_1, is_ready=True),
    ]


def weekend(
    rows: Sequence[Criterion], events: Sequence[WeekendEvent] = (), *, ties: TieRule = TieRule.TOSSED
) -> Weekend:
    made = after(Weekend(), create("EC 2026", rows, ties=ties))
    for one in events:
        made = after(made, link_event(made, one.event.id, one.role))
    return made


def after(made: Weekend, facts: Sequence[SeasonFact]) -> Weekend:
    at = datetime.datetime(2026, 8, 20, tzinfo=datetime.UTC)
    return fold(
        made, [SeasonEntry(number=made.number + n, at=at, by="Ann", fact=one) for n, one in enumerate(facts, 1)]
    )


def names(known: Qualification) -> list[str]:
    return [one.person.name for one in known.qualified]


def passing(rows: Sequence[Criterion]) -> list[Criterion]:
    return list(rows_from([{**row, "passes_down": True} for row in rows_json(rows)]))


def test_by_the_rule_of_2022_there_are_49() -> None:
    found = qualification(weekend(PRESETS["2022"]), worked())
    assert names(found) == [*(f"G{n}" for n in range(1, 6)), "L2", "L3", "L4", "L5", *(f"D{n}" for n in range(1, 41))]
    last = found.qualified[-1]
    assert (last.person.name, last.row, last.event, last.place, last.day) == ("D40", 3, "day1", 42, "2026-08-20")
    first_out = found.others[0]
    assert (first_out.person.name, first_out.short) == ("D41", 1)


def test_by_the_rule_of_2018_there_are_47() -> None:
    found = qualification(weekend(PRESETS["2018-europe"]), worked())
    assert len(found.qualified) == 47
    assert names(found)[-1] == "D38"
    assert len(qualification(weekend(PRESETS["2018-north-america"]), worked()).qualified) == 5 + 4 + 23


def test_a_declined_place_is_free_until_the_next_is_asked() -> None:
    events = worked()
    made = weekend(passing(PRESETS["2022"]), events)
    made = after(made, decline(made, qualification(made, events), "name:d7"))
    found = qualification(made, events)
    assert (len(found.qualified), "D7" in names(found), found.free) == (48, False, {(3, "day1"): 1})
    made = after(made, ask_next(made, found, events))
    asked = qualification(made, events)
    assert (names(asked)[-1], len(asked.qualified), asked.free) == ("D41", 49, {})
    with pytest.raises(NotInWeekend, match="No place is free"):
        ask_next(made, asked, events)


def test_a_place_that_does_not_pass_down_is_never_filled() -> None:
    events = worked()
    made = weekend(PRESETS["2022"], events)
    made = after(made, decline(made, qualification(made, events), "name:d7"))
    found = qualification(made, events)
    assert (len(found.qualified), found.free) == (48, {})
    with pytest.raises(NotInWeekend):
        ask_next(made, found, events)
    assert "D7" in names(qualification(after(made, undo(made)), events))


def test_a_tie_across_the_line_waits_for_its_toss() -> None:
    events = worked(event("day1", DAY_1, tied=(42, 43, 44)))  # D39 to D42 share the rank of 41st
    made = weekend(PRESETS["2022"], events)
    found = qualification(made, events)
    assert [one.name for one in found.to_toss[3, "day1"]] == ["D39", "D40", "D41", "D42"]
    assert names(found)[-1] == "D38"
    with pytest.raises(NotYet, match="waits for its toss"):
        check_day_2(made, found, events)
    tossed = qualification(after(made, toss(made, found, seed=7)), events)
    assert (len(tossed.qualified), tossed.to_toss) == (49, {})
    assert set(names(tossed)[-2:]) < {"D39", "D40", "D41", "D42"}


def test_all_of_a_tie_are_in_where_that_was_announced() -> None:
    events = worked(event("day1", DAY_1, tied=(42, 43, 44)))
    assert len(qualification(weekend(PRESETS["2022"], ties=TieRule.ALL_IN), events).qualified) == 51


def test_who_was_disqualified_anywhere_is_never_in() -> None:
    found = qualification(weekend(PRESETS["2022"]), worked(event("day1", DAY_1, out=("L2", "D1"))))
    assert not {"L2", "D1"} & set(names(found))
    assert names(found)[-1] == "D41"


def test_game_wins_victory_points_and_names() -> None:
    rows = rows_from(
        [
            {"role": "side", "take": "named", "persons": ["Ann"]},
            {"role": "lcq", "take": "game_wins_at_least", "n": 1},
            {"role": "day_1", "take": "victory_points_at_least", "n": 1.5},
        ]
    )
    one = SeasonResult(number=1, name="Bo", place=1, rank_before=1, game_wins=1)
    two = SeasonResult(number=2, name="Cy", place=2, rank_before=2, victory_points=3)
    three = SeasonResult(number=3, name="Di", place=3, rank_before=3, victory_points=2)
    both = SeasonEvent(
        identity="e", id="e", entries=1, name="e", date=DAY, kind=EventKind.GRAND_PRIX, has_final=False, players=3,
        results=(one, two, three),
    )  # fmt: skip
    events = [WeekendEvent(event=both, role=role, is_ready=True) for role in (EventRole.LCQ, EventRole.DAY_1)]
    assert names(qualification(weekend(rows), events)) == ["Ann", "Bo", "Cy"]


def test_what_is_refused() -> None:
    events = worked()
    made = weekend(PRESETS["2022"], events)
    with pytest.raises(BadWeekend, match="has this already: Day 1"):
        link_event(made, "other", EventRole.DAY_1)
    waiting = [WeekendEvent(event=one.event, role=one.role, is_ready=one.role is not EventRole.DAY_1) for one in events]
    with pytest.raises(NotYet, match="Not over yet: Day 1"):
        start_day_2(made, qualification(made, waiting), waiting, "new")
    without = weekend(PRESETS["2022"], events[:-1])
    with pytest.raises(BadWeekend, match="Row 3: the weekend has no event for it"):
        check_day_2(without, qualification(without, events[:-1]), events[:-1])
    with pytest.raises(BadWeekend, match="Row 1: “places” is not known"):
        rows_from([{"role": "lcq", "take": "winner", "places": 3}])
    for bad in ({"role": "lcq", "take": "first_n"}, {"role": "?", "take": "winner"}, {"take": "winner"}, 3):
        with pytest.raises(BadWeekend, match="Row 1"):
            rows_from([bad])
    with pytest.raises(BadWeekend, match="has a name"):
        create("  ", PRESETS["2022"])


def test_nothing_is_decided_once_day_2_is_made() -> None:
    events = worked()
    made = weekend(PRESETS["2022"], events)
    made = after(made, start_day_2(made, qualification(made, events), events, "day2"))
    assert made.events["day2"] is EventRole.DAY_2
    with pytest.raises(NotYet, match="Day 2 has been created"):
        set_rows(made, PRESETS["2018-europe"])
    with pytest.raises(NotYet):
        decline(made, qualification(made, events), "name:d1")


@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_in_twice_or_without_a_row_and_nothing_fills_by_itself(seed: int) -> None:
    dice = random.Random(seed)
    people = [str(1_000_000 + number) for number in range(60)]
    roles = [EventRole.GRAND_PRIX] * dice.randint(1, 4) + [EventRole.LCQ, EventRole.DAY_1]
    events = []
    for number, role in enumerate(roles):
        order = dice.sample(people, dice.randint(5, 60))
        out = dice.sample(order[1:], dice.randint(0, 2))
        made = event(f"e{number}", order, tied=[p for p in range(2, len(order)) if dice.random() < 0.3], out=out)
        events.append(WeekendEvent(event=made, role=role, is_ready=True))
    kinds = {EventRole.GRAND_PRIX: Take.WINNER, EventRole.LCQ: Take.FINALISTS, EventRole.DAY_1: Take.FIRST_N}
    rows = [
        Criterion(role=role, take=take, n=dice.randint(1, 20), skips_qualified=dice.random() < 0.5)
        for role, take in kinds.items()
    ]
    one = weekend(rows, events, ties=dice.choice(list(TieRule)))
    known = qualification(one, events)
    if known.to_toss:
        one = after(one, toss(one, known, seed))
        known = qualification(one, events)
    keys = [entry.person.key for entry in known.qualified]
    barred = {result.vekn for each in events for result in each.event.results if result.is_disqualified}
    assert len(keys) == len(set(keys))
    assert all(1 <= entry.row <= len(rows) for entry in known.qualified)
    assert not barred & set(keys)
    gone = dice.choice(keys)
    later = qualification(after(one, decline(one, known, gone)), events)
    assert [entry.person.key for entry in later.qualified if entry.row != 3] == [
        entry.person.key for entry in known.qualified if entry.row != 3 and entry.person.key != gone
    ]
    assert len(later.qualified) <= len(known.qualified)
    assert gone not in [entry.person.key for entry in later.qualified]
