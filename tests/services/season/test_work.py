"""Requests for leagues and weekends that come again, with the same or something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit.season import league_log
from toolkit.season.criteria import PRESETS, TieRule
from toolkit.season.rules import PRESETS as RULES
from toolkit.season.rules import LeagueRules
from toolkit.services.kernel.context import PERSONS, Context
from toolkit.services.kernel.unit_of_work import id_for
from toolkit.services.season.leagues import merge_persons, new_league, undo_merge
from toolkit.services.season.weekends import new_weekend
from toolkit.services.season.work import LeagueWork, PersonsWork
from toolkit.storage import Draft, Request
from toolkit.storage.log import ReusedKey


@pytest.fixture
def league(context: Context) -> str:
    return new_league(context, "Prague", LeagueRules(), by="Ann", key="new")


def test_a_change_that_is_sent_again_is_made_once(context: Context, league: str) -> None:
    work = LeagueWork(context=context, id=league, by="Ann", key="k")
    assert work.change(league_log.add_event, "a").number == 2
    assert work.change(league_log.add_event, "a").number == 2
    for other in (
        lambda: work.change(league_log.add_event, "b"),
        lambda: work.change(league_log.add_event, "a", file="a.json"),
        lambda: work.change(league_log.remove_event, "a"),
    ):
        with pytest.raises(ReusedKey):
            other()


def test_merges_of_the_store_are_taken_back_once(context: Context) -> None:
    for other in ("name:a", "name:b"):
        merge_persons(context, "1000001", other, by="Ann")
    undo_merge(context, by="Ann", key="k")
    assert undo_merge(context, by="Ann", key="k").undone == {2}
    with pytest.raises(ReusedKey):
        undo_merge(context, 1, by="Ann", key="k")


def test_what_is_begun_twice_with_one_key_is_the_same(context: Context, league: str) -> None:
    assert new_league(context, "Prague", LeagueRules(), by="Ann", key="new") == league
    weekend = new_weekend(context, "Lyon", PRESETS["2022"], ties=TieRule.TOSSED, by="Ann", key="new")
    assert new_weekend(context, "Lyon", PRESETS["2022"], ties=TieRule.TOSSED, by="Ann", key="new") == weekend
    others: tuple[Callable[[], str], ...] = (
        lambda: new_league(context, "Brno", LeagueRules(), by="Ann", key="new"),
        lambda: new_league(context, "Prague", RULES["grand-prix"], by="Ann", key="new"),
        lambda: new_weekend(context, "Lyon", PRESETS["2022"], ties=TieRule.ALL_IN, by="Ann", key="new"),
    )
    for other in others:
        with pytest.raises(ReusedKey):
            other()


def test_a_key_of_a_version_that_kept_no_digest_is_known_again(context: Context, league: str) -> None:
    added = Draft(at=context.now(), by="Ann", kind="event_added", payload={"event": "a"})
    with context.leagues.turn(league) as turn:
        turn.append([added], request=Request(key="k", digest=""))
    assert LeagueWork(context=context, id=league, by="Ann", key="k").change(league_log.undo).events == {"a": ""}


def test_a_league_that_an_earlier_version_began_is_found_again(context: Context) -> None:
    id, at = id_for(("league", "new")), context.now()
    with context.leagues.creating(id, created=at) as turn:
        turn.append([Draft(at=at, by="Ann", kind="league_created", payload={"name": "Prague", "rules": {}})])
    assert new_league(context, "Prague", LeagueRules(), by="Ann", key="new") == id


def test_the_log_of_the_store_begins_with_its_first_entry(context: Context) -> None:
    work = PersonsWork(context=context, id=PERSONS, by="Ann")
    assert work.change(league_log.count_event, "a", counts=False).removed == {"a"}
    assert work.change(league_log.count_event, "a", counts=True).removed == frozenset()
