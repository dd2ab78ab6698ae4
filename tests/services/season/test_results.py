"""Events by their results only: what counts them, what replaces them, and who is forgotten in them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.exchange.events import announced
from tests.exchange.test_results import FOLDER
from toolkit.exchange.results.model import BadResults, EventResults
from toolkit.exchange.results.reading import read_results
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.events import RatingList
from toolkit.season.leagues import NoEvent
from toolkit.season.results_log import ResultsRemoved
from toolkit.season.rules import LeagueRules
from toolkit.season.views import show_league, show_ratings
from toolkit.services.kernel.context import Context
from toolkit.services.lifecycle.tournaments import EventHere, import_tournament
from toolkit.services.season import leagues, results
from toolkit.services.season.persons import forget_person, history_of

EVENT = read_results((FOLDER / "results.csv").read_bytes())
NO_FINAL = tuple(replace(row, final_victory_points=None) for row in EVENT.rows)
DAY = date(2026, 11, 22)


def entered(context: Context, event: EventResults = EVENT) -> str:
    return results.enter_results(context, event, by="Ann")


def rated(context: Context) -> dict[str, int]:
    table, _ = leagues.ratings(context, on=DAY, list=RatingList.CONSTRUCTED_ONSITE)
    return {line.person.name: line.rating for line in table.rated}


def test_they_count_in_the_ratings_and_are_marked(context: Context) -> None:
    entered(context)
    assert [*rated(context).values()] == [116, 66, 34, 34, 32, 9, 5, 5, 5]
    table, _ = leagues.ratings(context, on=DAY, list=RatingList.CONSTRUCTED_ONSITE)
    assert show_ratings(table).events[0].source == "results"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"has_final": False, "rows": NO_FINAL}, "no final"),
        ({"rows": EVENT.rows[:6], "rounds": 0}, "fewer than 8"),
        ({"rows": (*EVENT.rows[:8], replace(EVENT.rows[8], victory_points=None), EVENT.rows[9])}, "are unknown"),
    ],
)
def test_an_event_that_is_not_rated_says_why(context: Context, changes: dict[str, object], why: str) -> None:
    view = results.show_results(context, entered(context, replace(EVENT, **changes)))
    assert why in view.why
    assert rated(context) == {}


def test_they_count_in_a_league_and_go_with_its_export(context: Context) -> None:
    league = leagues.new_league(context, "Coast", LeagueRules(), by="Ann")
    leagues.add_stored(context, league, entered(context), by="Ann", is_own=False)
    table = show_league(leagues.table_of(context, league))
    assert [(line.name, line.points) for line in table.standings[:2]] == [("Rasheed Olm", 116), ("Ilva Brandt", 66)]
    assert table.events[0].source == "results"
    text = leagues.export_league(context, league)
    results.remove_results(context, next(iter(leagues.look(context, league).events)), by="Ann")
    with pytest.raises(NoEvent):
        leagues.table_of(context, league)
    for by in ("Bo", "Cy"):  # the second time its event is here already
        again = leagues.table_of(context, leagues.import_league(context, text.encode(), by=by))
        assert [line.points for line in show_league(again).standings[:2]] == [116, 66]


def test_a_person_s_history_has_them_without_seats(context: Context) -> None:
    entered(context)
    (event,) = history_of(context, "9990009").events
    assert (event.place, event.points, event.sat, event.source) == (1, 116, (), "results")


def test_a_correction_and_a_removal_can_be_taken_back(context: Context) -> None:
    id = entered(context)
    results.correct_results(context, id, replace(EVENT, name="Harbour Open"), by="Bo")
    assert results.show_results(context, id).name == "Harbour Open"
    results.remove_results(context, id, by="Bo")
    assert rated(context) == {}
    for name in ("Harbour Open", "Harbour Cup"):
        results.undo_results(context, id, by="Bo")
        assert results.show_results(context, id).name == name
    assert len(rated(context)) == 9


def test_a_correction_is_checked_as_the_first_results_are(context: Context) -> None:
    id = entered(context)
    with pytest.raises(BadResults):
        results.correct_results(context, id, replace(EVENT, name=""), by="Bo")
    results.correct_results(context, id, EVENT, by="Bo")
    assert results.look(context, id).number == 1
    results.remove_results(context, id, by="Bo")
    with pytest.raises(ResultsRemoved):
        results.correct_results(context, id, replace(EVENT, name="Harbour Open"), by="Bo")


def test_nothing_is_entered_of_what_contradicts_itself(context: Context) -> None:
    with pytest.raises(BadResults):
        entered(context, replace(EVENT, name=""))
    assert results.list_results(context) == []


def test_the_same_event_given_twice_is_said(context: Context) -> None:
    id = entered(context)
    with pytest.raises(EventHere, match=id):
        entered(context, replace(EVENT, name="Harbor Cup"))
    kept = results.enter_results(context, replace(EVENT, vekn_event="99902"), by="Ann", key="k")
    assert results.enter_results(context, replace(EVENT, vekn_event="99902"), by="Ann", key="k") == kept


def test_a_whole_event_of_the_same_number_replaces_them(context: Context) -> None:
    id = entered(context, replace(EVENT, vekn_event="13999"))
    organizer = announced()
    organizer.finish()
    whole = import_tournament(context, render_tournament(organizer.tournament).encode()).id
    assert "Rasheed Olm" not in rated(context)
    assert len(rated(context)) == 13
    assert results.show_results(context, id).whole == whole
    with pytest.raises(EventHere, match="This event is here already"):
        entered(context, replace(EVENT, vekn_event="13999", name="Another", archon_code="X"))


def test_a_forgotten_person_is_forgotten_in_them(context: Context) -> None:
    id = entered(context)
    forget_person(context, "9990009", by="Ann")
    first = results.show_results(context, id).results[0]
    assert (first.name.startswith("Withdrawn "), first.vekn, first.rating_points) == (True, "", 116)
    later = results.show_results(context, entered(context, replace(EVENT, vekn_event="99903", name="Next")))
    assert later.results[0].name == first.name
    results.correct_results(context, id, EVENT, by="Bo")
    assert results.show_results(context, id).results[0].name == first.name
