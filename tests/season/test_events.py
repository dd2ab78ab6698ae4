from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.exchange.events import FILE, going_on, prague
from tests.season.events import event_b, season, source
from tests.tournament.organizer import Organizer, before_final
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.events import (
    BadFile,
    NotFinished,
    NotRated,
    RatingList,
    from_kept,
    kept_form,
    one_of_each,
    season_event,
    source_of_file,
    with_results,
)
from toolkit.tournament import SanctionKind, fold


def results(event) -> dict[int, tuple[int | None, int]]:
    return {one.number: (one.place, one.rating_points) for one in event.results}


def test_places_and_points_are_those_of_the_spec_s_file() -> None:
    # As specified for archondata: rank and RtP of the thirteen.
    expected = {9: (1, 125), 11: (2, 52), 2: (2, 52), 4: (2, 48), 6: (2, 52), 12: (6, 21), 3: (7, 13), 7: (8, 13)}
    expected |= {1: (9, 13), 10: (9, 13), 13: (9, 13), 8: (12, 9), 5: (13, 9)}
    assert results(season_event(prague())) == expected


def test_a_whole_event_replaces_its_results_however_often_they_were_corrected() -> None:
    whole = source(event_b(), "b.json")
    whole = replace(whole, event=replace(whole.event, vekn_event="7"))
    reported = replace(whole.event, identity="results", is_results_only=True, entries=10_000)
    chosen = one_of_each([replace(whole, event=reported, tournament=None), whole])
    assert ([one.name for one in chosen.sources], chosen.conflicts) == (["b.json"], [])
    assert not chosen.events[0].is_results_only


def test_who_registered_and_never_came_does_not_count() -> None:
    event = season_event(event_b())
    assert event.players == 10
    assert 11 not in results(event)
    assert next(one for one in event.results if one.place == 1).number == 3, "the fourth seed won"


def test_the_identity_is_the_hash_of_the_first_entry_of_the_file() -> None:
    import hashlib

    first = json.loads(FILE.read_bytes())["entries"][0]
    text = json.dumps(first, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert season_event(prague()).identity == hashlib.sha256(text.encode()).hexdigest()


def test_a_disqualified_player_has_no_place_and_the_others_move_up() -> None:
    organizer = going_on(prague())
    organizer.reopen("late")
    organizer.sanction_player(12, SanctionKind.DISQUALIFICATION, rule="JG 3.9", judge="Jo")
    organizer.finish()
    event = season_event(organizer.tournament)
    assert (event.players, results(event)[12], results(event)[3][0]) == (13, (None, 0), 6)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"kind": "unsanctioned"}, NotRated.UNSANCTIONED),
        ({"sets": ["Jyhad"]}, NotRated.SETS),
        ({"date": None}, NotRated.NO_DATE),
        ({}, None),
    ],
)
def test_an_event_says_why_it_is_not_rated(settings, reason) -> None:
    organizer = going_on(prague())
    organizer.reopen("settings")
    organizer.configure(settings)
    organizer.finish()
    assert season_event(organizer.tournament).not_rated is reason


def test_without_a_final_or_with_seven_players_nothing_is_rated() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5])
    organizer.result(1, 4, 1, 0, 0, 0)
    organizer.finish()
    event = season_event(organizer.tournament)
    assert str(event.not_rated.sentence) == "Not rated: no final."
    assert results(event)[1] == (1, 29), "no bonus without a final"
    assert (event.results[0].is_winner, event.results[0].all_game_wins) == (True, 1), "no final, no game win for it"
    assert replace(event, has_final=True).not_rated is NotRated.FEW_PLAYERS


def test_the_list_is_the_rule_set_and_where_it_is_played() -> None:
    event = season_event(prague())
    assert event.list is RatingList.CONSTRUCTED_ONSITE
    assert replace(event, is_online=True, is_limited=True).list is RatingList.LIMITED_ONLINE


def test_of_an_event_that_runs_its_whole_rounds_count_when_they_are_asked_for() -> None:
    organizer = before_final()
    organizer.clear_result(2, 2)
    with pytest.raises(NotFinished, match="not finished"):
        season_event(organizer.tournament)
    event = season_event(organizer.tournament, may_run=True)
    assert event.is_running
    assert {one.number: one.victory_points for one in event.results}[1] == 6, "three points of round 1 alone"


def test_what_is_kept_comes_back_and_another_version_s_does_not() -> None:
    event = season_event(event_b(), id="b")
    kept = json.loads(json.dumps(kept_form(event)))
    assert from_kept(kept) == event
    assert from_kept([0, *kept[1:]]) is None


def test_a_file_is_read_by_its_log_alone() -> None:
    content = json.loads(FILE.read_bytes())
    content["standings"] = []
    assert results(source_of_file("a.json", json.dumps(content).encode()).event) == results(season_event(prague()))


def test_an_altered_file_is_named() -> None:
    content = FILE.read_text().replace('"name": "Player Nr9"', '"name": "Player Nr8"', 1)
    with pytest.raises(
        BadFile, match=r"a\.json: This export was changed after it was written: its log does not"
    ) as caught:
        source_of_file("a.json", content.encode())
    assert caught.value.code == "damaged_export"


def test_the_same_event_twice_counts_once_and_the_longer_log_wins() -> None:
    organizer = going_on(prague())
    organizer.add_note("handed in")
    longer = source(organizer.tournament, "later.json")
    for sources in ([source(prague(), "a.json"), longer], [longer, source(prague(), "a.json")]):
        chosen = one_of_each(sources)
        assert [one.name for one in chosen.sources] == ["later.json"]
        assert not chosen.conflicts


def test_two_versions_of_an_event_are_named() -> None:
    one, other = going_on(prague()), going_on(prague())
    one.add_note("one")
    other.add_note("other")
    chosen = one_of_each([source(one.tournament, "one.json"), source(other.tournament, "other.json")])
    (conflict,) = chosen.conflicts
    assert conflict.code == "two_versions"
    assert str(conflict) == (
        "one.json and other.json are two versions of “Prague Cup”, and neither goes on from the other: leave one out."
    )


def test_an_event_that_was_typed_twice_is_found_by_its_number_on_the_calendar() -> None:
    first, second, _ = season()
    twice = [replace(one, event=replace(one.event, vekn_event="13999")) for one in (first, second)]
    chosen = one_of_each(twice)
    assert len(chosen.events) == 1
    assert "the same number on the VEKN's calendar, 13999" in str(chosen.conflicts[0])


def test_a_forgotten_player_does_not_make_two_versions_of_an_event() -> None:
    organizer = going_on(prague())
    organizer.add_note("Player Nr5 left early")
    forgotten = organizer.tournament
    from toolkit.season.events import goes_on
    from toolkit.tournament import fold
    from toolkit.tournament.facts import PlayerAdded, PlayerForgotten

    blank = [
        replace(entry, fact=replace(entry.fact, name="Withdrawn 5", vekn=""))
        if isinstance(entry.fact, PlayerAdded) and entry.fact.player == 5
        else entry
        for entry in forgotten.log
    ]
    last = replace(blank[-1], number=len(blank) + 1, fact=PlayerForgotten(player=5))
    assert goes_on([*fold(blank).log, last], list(prague().log))
    assert not goes_on(list(fold(blank).log), list(prague().log))


def test_the_players_with_results_are_known_from_the_rounds_alone() -> None:
    out = before_final()
    out.sanction_player(6, infraction="cheating")
    for whole in (event_b(), prague(), out.tournament):
        log = list(whole.log)
        for number in (*range(2, len(log), 3), len(log)):
            event = fold(log[:number])
            of_season = season_event(event, may_run=True).results
            assert with_results(event) == {result.number for result in of_season}, number


def test_events_are_ordered_by_day_then_name() -> None:
    sources = season()
    assert [one.name for one in one_of_each(reversed(sources)).sources] == ["a.json", "b.json", "c.json"]
    assert render_tournament(sources[0].tournament()) == render_tournament(prague())
