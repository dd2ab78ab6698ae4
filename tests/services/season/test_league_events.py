"""Events of leagues: whether they are reported where nobody has answered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from tests.exchange.events import FILE
from tests.season.events import event_b, event_c
from tests.services.season.test_results import EVENT
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season import league_log
from toolkit.season.league_log import BadLeague, NoSuchEntry
from toolkit.season.leagues import NoEvent
from toolkit.season.rules import LeagueRules
from toolkit.services.kernel.context import Context
from toolkit.services.lifecycle.tournaments import create, import_tournament
from toolkit.services.season.leagues import (
    add_stored,
    as_league_event,
    export_league,
    import_league,
    list_leagues,
    new_league,
    remove_event,
    set_some_rules,
    table_of,
    weigh_event,
)
from toolkit.services.season.results import enter_results
from toolkit.services.season.work import LeagueWork
from toolkit.tournament import Configuration
from toolkit.tournament.configuration import EventKind
from toolkit.tournament.questions import is_reported


def answers(context: Context, league: str, **settings: object) -> tuple[bool, bool]:
    """Whether an event is reported before and after the league has it."""
    id = create(context, Configuration(name="Evening", **settings), by="Ann").id

    def answer() -> bool:
        return is_reported(as_league_event(context, id, context.tournaments.look(id).state))

    before = answer()
    add_stored(context, league, id, by="Ann", is_own=True)
    assert is_reported(context.tournaments.look(id).state) is before  # for programs nothing changes
    return before, answer()


@pytest.mark.parametrize(
    ("settings", "reported"),
    [
        ({}, (True, False)),
        ({"vekn_event": "12345"}, (True, True)),
        ({"is_reported": True}, (True, True)),
        ({"is_reported": False}, (False, False)),
        ({"is_sanctioned": False}, (False, False)),
    ],
)
def test_a_league_s_event_without_a_number_is_not_reported(
    context: Context, settings: dict[str, object], reported: tuple[bool, bool]
) -> None:
    league = new_league(context, "Evenings", LeagueRules(), by="Ann")
    assert answers(context, league, **settings) == reported


def test_an_event_that_leaves_its_league_is_reported_again(context: Context) -> None:
    league = new_league(context, "Evenings", LeagueRules(), by="Ann")
    id = create(context, Configuration(name="Evening"), by="Ann").id
    for operation, reported in ((league_log.add_event, False), (league_log.remove_event, True)):
        LeagueWork(context=context, id=league, by="Ann").change(operation, id)
        assert is_reported(as_league_event(context, id, context.tournaments.look(id).state)) is reported


def test_leagues_are_read_again_only_after_one_of_them_has_changed(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_league(context, "Evenings", LeagueRules(), by="Ann")
    id = create(context, Configuration(name="Evening"), by="Ann").id
    read, streams = [], context.leagues.streams
    monkeypatch.setattr(context.leagues, "streams", lambda: read.append("leagues") or streams())
    for name in ("Mornings", "Nights"):
        for _ in range(3):
            assert is_reported(as_league_event(context, id, context.tournaments.look(id).state))
        new_league(context, name, LeagueRules(), by="Ann")
    assert len(read) == 2


@pytest.fixture
def cups(context: Context) -> list[str]:
    """“Prague Cup” of 21 November 2026, II of the 28th, III of 5 December; IV of the 12th is by results only."""
    texts = [FILE.read_bytes(), *(render_tournament(event).encode() for event in (event_b(), event_c()))]
    fourth = replace(EVENT, name="Prague Cup IV", date=date(2026, 12, 12), kind=EventKind.GRAND_PRIX)
    events = [import_tournament(context, text).id for text in texts]
    return [*events, enter_results(context, fourth, by="Ann")]


def numbers(context: Context, league: str) -> list[str]:
    """The last word of the name of each event in the table."""
    return [entry.event.name.split()[-1] for entry in table_of(context, league).events]


@pytest.mark.parametrize(
    ("rules", "taken"),
    [
        ({"takes": "prague cup i"}, ["II", "III", "IV"]),
        ({"takes": "*", "last": date(2026, 11, 28)}, ["Cup", "II"]),
        ({"takes": "*", "kinds": (EventKind.GRAND_PRIX,)}, ["IV"]),
    ],
)
def test_a_rule_takes_the_finished_events_of_a_name_a_season_and_a_kind(context: Context, cups, rules, taken) -> None:
    create(context, Configuration(name="Prague Cup V", date=date(2026, 11, 28), kind=EventKind.GRAND_PRIX), by="Ann")
    league = new_league(context, "Prague", LeagueRules(**rules), by="Ann")
    assert numbers(context, league) == taken
    assert [listed.events for listed in list_leagues(context)] == [len(taken)]


def test_an_event_comes_by_the_rule_and_by_hand_once_and_leaves_for_good(context: Context, cups) -> None:
    league = new_league(context, "Prague", LeagueRules(takes="Cup"), by="Ann")
    add_stored(context, league, cups[0], by="Ann", is_own=True)
    assert numbers(context, league) == ["Cup", "II", "III", "IV"]
    remove_event(context, league, cups[2], by="Ann")
    assert numbers(context, league) == ["Cup", "II", "IV"]
    with pytest.raises(NoSuchEntry):
        remove_event(context, league, cups[2], by="Ann")
    add_stored(context, league, cups[2], by="Ann", is_own=True)
    assert numbers(context, league) == ["Cup", "II", "III", "IV"]


def test_a_rule_that_fits_no_event_leaves_the_league_empty(context: Context, cups) -> None:
    league = new_league(context, "Brno", LeagueRules(takes="Brno"), by="Ann")
    with pytest.raises(NoEvent):
        table_of(context, league)


def test_an_event_of_a_weight_goes_with_the_export_of_its_league(context: Context, cups) -> None:
    league = new_league(context, "Prague", LeagueRules(takes="*"), by="Ann")
    before = {line.person.name: line.points for line in table_of(context, league).lines}
    for place, weight in ((0, Fraction(2)), (3, Fraction(3, 2))):
        weigh_event(context, league, cups[place], weight, by="Ann")
    after = table_of(context, league)
    assert before["Player Nr9"] + 125 == {line.person.name: line.points for line in after.lines}["Player Nr9"]
    again = import_league(context, export_league(context, league).encode(), by="Bo")
    assert [entry.weight for entry in table_of(context, again).events] == [2, 1, 1, Fraction(3, 2)]
    assert [line.points for line in table_of(context, again).lines] == [line.points for line in after.lines]
    set_some_rules(context, league, {"points": "score"}, by="Ann")
    assert import_league(context, export_league(context, league).encode(), by="Cy"), "its weights have no use"


def test_an_event_that_a_league_does_not_have_has_no_weight(context: Context, cups) -> None:
    league = new_league(context, "Prague", LeagueRules(), by="Ann")
    with pytest.raises(NoSuchEntry):
        weigh_event(context, league, cups[0], Fraction(2), by="Ann")
    set_some_rules(context, league, {"points": "score", "takes": "*"}, by="Ann")
    with pytest.raises(BadLeague, match="no points"):
        weigh_event(context, league, cups[0], Fraction(2), by="Ann")
