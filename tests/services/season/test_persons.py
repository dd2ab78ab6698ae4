"""A person over events: their history, read from the events that name their number; and forgetting them everywhere."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest

from tests.exchange.events import prague
from tests.season.events import event_b, event_c
from tests.services.lifecycle.test_forgetting import but_the_report
from tests.tournament.organizer import Organizer
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.criteria import PRESETS, TieRule
from toolkit.season.events import RatingList
from toolkit.season.rules import rules_from
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.forgetting import forget_player
from toolkit.services.lifecycle.tournaments import export_tournament, import_tournament
from toolkit.services.season import leagues, persons
from toolkit.services.season.events import ask_about_new_events, ids_with
from toolkit.services.season.leagues import count_event, merge_persons, ratings
from toolkit.services.season.persons import UnknownPerson, forget_person, history_of
from toolkit.services.season.weekends import new_weekend
from toolkit.services.server.verification import verify_export
from toolkit.storage import Draft
from toolkit.tournament import Tournament, players, signup


def kept(context: Context, made: Tournament) -> str:
    return import_tournament(context, render_tournament(made).encode()).id


def without_numbers() -> Tournament:
    """A round of five whom nobody gave a number, and which ended early."""
    organizer = Organizer(name="Club night", has_final=False, rounds=1)
    for name in ("Player Nr13", "Ada", "Ben", "Cleo", "Dan"):
        organizer.add_player(name)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    return organizer.tournament


def test_only_events_that_name_a_number_are_read(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c = (kept(context, one) for one in (prague(), event_b(), event_c()))
    assert ids_with(context, ["1000012"]) == [a]
    assert set(ids_with(context, ["1000010"])) == {a, b}
    read = history_of(context, "1000010")
    assert [one.name for one in read.events] == ["Prague Cup II", "Prague Cup"]
    monkeypatch.setattr(persons, "ids_with", lambda *_: [a, b, c])
    assert history_of(context, "1000010") == read
    monkeypatch.setattr(context.store, "digests", lambda _: {})
    assert set(ids_with(context, ["1000012"])) == {a, b, c}


def test_where_names_are_persons_every_event_is_read(context: Context) -> None:
    kept(context, prague()), kept(context, without_numbers())
    assert [one.name for one in history_of(context, "name:player nr13").events] == ["Club night"]
    assert len(history_of(context, "1000013").events) == 1
    merge_persons(context, "1000013", "name:player nr13", by="Ann")
    assert {one.name for one in history_of(context, "1000013").events} == {"Club night", "Prague Cup"}


def league_of(context: Context, *events: str) -> str:
    """A league that knows player 13 by further keys: by its rules, those of a part, and by hand."""
    rules = rules_from(
        {
            "same_person": [["1000013", "name:nr thirteen"]],
            "parts": [{"same_person": [["name:nr 13 of prague", "1000013"]]}],
        }
    )
    id = leagues.new_league(context, "Season", rules, by="Ann")
    for event in events:
        leagues.add_stored(context, id, event, by="Ann", is_own=True)
    leagues.merge_in_league(context, id, "1000013", "name:nr 13", by="Ann")
    merge_persons(context, "1000013", "name:player 13 of brno", by="Ann")
    return id


KEYS_OF_13 = re.compile("1000013|thirteen|13 of prague|nr 13|13 of brno|Nr13")


@pytest.mark.parametrize("is_everywhere", [True, False])
def test_who_is_forgotten_is_so_in_leagues_and_merges_and_no_points_change(
    context: Context, is_everywhere: bool
) -> None:
    a = kept(context, prague())
    league = league_of(context, a)
    before = [(line.rank, line.points) for line in leagues.table_of(context, league).lines]
    assert KEYS_OF_13.search(but_the_report(context))
    if is_everywhere:
        forget_person(context, "1000013", by="Odile")
    else:
        forget_player(UnitOfWork(context=context, id=a, by="Odile"), 13)
    assert KEYS_OF_13.findall(but_the_report(context)) == []
    again = Context(context.store, now=context.now)
    assert [(line.rank, line.points) for line in leagues.table_of(again, league).lines] == before


def test_a_leagues_file_names_nobody_whom_only_a_report_names(context: Context) -> None:
    a = kept(context, prague())
    league = leagues.new_league(context, "Season", rules_from({}), by="Ann")
    leagues.add_stored(context, league, a, by="Ann", is_own=True)
    forget_person(context, "1000013", by="Odile")
    assert KEYS_OF_13.search(export_tournament(context, a))
    content = leagues.export_league(context, league)
    assert KEYS_OF_13.findall(content) == []
    exported = json.dumps(json.loads(content)["events"][0]).encode()
    assert list(verify_export(exported).faults) == []


def test_a_key_that_another_event_knows_stays_until_that_has_forgotten_it(context: Context) -> None:
    a, b = (kept(context, one) for one in (prague(), event_b()))
    merge_persons(context, "1000010", "name:player ten", by="Ann")
    forget_player(UnitOfWork(context=context, id=a, by="Odile"), 10)
    assert leagues.store_merges(context) == (("1000010", "name:player ten"),)
    forget_player(UnitOfWork(context=context, id=b, by="Odile"), 10)
    assert not re.search("1000010|player ten", but_the_report(context))


def test_a_namesake_keeps_what_they_are_merged_with(context: Context) -> None:
    a, _ = kept(context, prague()), kept(context, without_numbers())
    merge_persons(context, "name:player nr13", "7654321", by="Ann")
    assert forget_person(context, "1000013", by="Odile").events == (a,)
    assert leagues.store_merges(context) == (("name:player nr13", "7654321"),)


def test_a_key_that_only_merges_know_is_forgotten(context: Context) -> None:
    merge_persons(context, "7654321", "name:zoe lambert", by="Ann")
    merge_persons(context, "1000001", "name:ada", by="Ann")
    with pytest.raises(UnknownPerson):
        forget_person(context, "7654320", by="Odile")
    assert forget_person(context, "name:Zoe Lambert", by="Odile").events == ()
    assert not re.search("7654321|zoe", but_the_report(context))
    assert leagues.store_merges(context)[1] == ("1000001", "name:ada")


def test_a_weekend_forgets_who_declined_was_tossed_for_or_asked(context: Context) -> None:
    kept(context, prague())
    id = new_weekend(context, "Prague", next(iter(PRESETS.values())), ties=TieRule.TOSSED, by="Ann")
    said = {
        "person_declined": {"person": "1000013"},
        "tie_tossed": {"row": 1, "event": "a", "order": ["1000012", "1000013"], "seed": 1},
        "next_asked": {"row": 1, "event": "a", "names": ["Player Nr12", "Player Nr13"]},
    }
    with context.weekends.turn(id) as turn:
        turn.append([Draft(at=context.now(), by="Ann", kind=kind, payload=one) for kind, one in said.items()])
    forget_person(context, "1000013", by="Odile")
    weekend = context.weekends.look(id).state
    assert re.fullmatch(r"name:withdrawn \d+", weekend.declined[0])
    assert weekend.tosses[1, "a"] == ("1000012", weekend.declined[0])
    assert KEYS_OF_13.findall(but_the_report(context)) == []


def test_who_only_signed_up_or_was_taken_off_the_list_is_forgotten(work: UnitOfWork) -> None:
    work.change(players.add_player, "Zoe Lambert", vekn="7654321")
    work.change(players.remove_player, 13)
    work.change(signup.set_sign_up, work.context.now(), capacity=12)
    work.change(signup.sign_up, work.context.now(), name="Zoe Lambert", vekn="7654321", contact="zoe@example.org")
    assert forget_person(work.context, "7654321", by="Odile").events == (work.id,)
    assert not re.search("7654321|zoe", but_the_report(work.context), re.IGNORECASE)


def test_new_events_are_asked_about_and_those_of_before_count(context: Context) -> None:
    def rated() -> list[str]:
        table, _ = ratings(context, on=date(2026, 12, 31), list=RatingList.CONSTRUCTED_ONSITE)
        return [event.name for event in table.events]

    before = kept(context, prague())
    ask_about_new_events(context)
    after = kept(context, event_b())
    assert rated() == ["Prague Cup"]
    count_event(context, after, by="Root")
    assert rated() == ["Prague Cup", "Prague Cup II"]
    count_event(context, before, counts=False, by="Root")
    assert rated() == ["Prague Cup II"]
    ask_about_new_events(context)
    assert rated() == ["Prague Cup II"]
