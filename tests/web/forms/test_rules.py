"""What a tournament rule refuses names the rule, and the rule is one tap away; for officials and for players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask import Flask
from markupsafe import escape

from tests.web.apps import app_on
from tests.web.lists import WINNER
from toolkit.game.rules import rules
from toolkit.services.events import draws
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, final, players, results
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link


class Event:
    """Ten players, one round; of two tables each winner has five points, the others are tied."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            self.context, self.key = stores.current_context(), stores.current_entry_key()
        self.id = create(self.context, Configuration(name="Lyon", rounds=1), by="Test").id
        self.work = UnitOfWork(context=self.context, id=self.id, by="Test")
        self.organizer, self.anybody = app.test_client(), app.test_client()
        self.organizer.get(organizer_link(self.key))
        add_players(self.work, [Registration(name=f"Player {number}") for number in range(1, 11)])
        draft_seating(self.work, seconds=0.1, publish=True)

    def settle(self) -> None:
        for table in (1, 2):
            self.work.change(results.enter_result, 1, table, victory_points=("5", "0", "0", "0", "0"))

    def console(self, path: str, **form: str) -> str:
        return self.organizer.post(f"/tournaments/{self.id}/console{path}", data=form).text

    def player(self, path: str, **form: str) -> str:
        own = links.player_path(self.id, 1, links.key_of(self.context, self.id))
        return self.anybody.post(f"{own}{path}", data=form).text


@pytest.fixture
def event(sqlite_url: str) -> Iterator[Event]:
    yield from map(Event, app_on(sqlite_url, RATELIMIT_ENABLED=False, PROPAGATE_EXCEPTIONS=False))


def link(rule: str) -> str:
    return f'<a class="rule" href="/help/rules#{rule.lower().replace(" ", "-").replace(".", "-")}">{rule}</a>'


POINTS = {f"vp{seat}": "2" for seat in range(1, 6)}


SETTINGS = {
    **{"name": "Lyon", "rounds": "1", "minutes": "120", "final_minutes": "120", "has_final": "1"},
    **{
        "final_deck": "best_round",
        "kind": "standard_constructed",
        "decks_in_archive": "nobody",
        "standings_seen_by": "everybody",
    },
    **{"lists_seen_by": "nobody", "rule_set": "constructed"},
}
WITHOUT_FINAL = {name: value for name, value in SETTINGS.items() if name != "has_final"}


@pytest.mark.parametrize(
    ("path", "form", "rule"),
    [
        ("/rounds/1/tables/1/points", POINTS, "VEKN 3.7"),
        ("/settings", WITHOUT_FINAL, "VEKN 3.1.6"),
        ("/settings", {**SETTINGS, "is_multideck": "1"}, "VEKN 3.1.5"),
        ("/settings", {**SETTINGS, "final_deck": "free_choice"}, "VEKN 3.1.5a"),
        ("/players/1/remove", {}, "VEKN 3.1.4"),
        ("/players/add", {"name": "Odile", "vekn": "1000001"}, "VEKN 1.2"),
        ("/players/2/change", {"name": "Odile", "vekn": "1000001"}, "VEKN 1.2"),
    ],
)
def test_an_organizer_gets_the_rule_during_a_round(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    event.work.change(players.change_player, 1, vekn="1000001")
    assert link(rule) in event.console(path, **form)


def test_a_rule_stands_in_the_sentence_that_the_field_is_described_by(event: Event) -> None:
    event.work.change(players.change_player, 1, vekn="1000001")
    page = event.console("/players/add", name="Odile", vekn="1000001")
    (beside,) = re.findall(r'<p class="error" id="vekn-error">(.*?)</p>', page)
    assert beside == f"Player 1 has the VEKN number 1000001 already. {link('VEKN 1.2')}"
    assert 'aria-describedby="vekn-error' in page


def test_what_was_typed_is_no_markup_in_a_sentence_with_a_rule(event: Event) -> None:
    event.work.change(players.change_player, 1, name="<b>Odile</b>", vekn="1000001")
    assert "&lt;b&gt;Odile&lt;/b&gt; has the VEKN number" in event.console("/players/add", name="Odile", vekn="1000001")


@pytest.mark.parametrize(("told", "row"), [("A>B A>C A>D A>E", "GAP-03"), ("A>B", "GAP-02"), ("time time", "GAP-06")])
def test_a_game_that_cannot_be_names_the_row_of_the_game(event: Event, told: str, row: str) -> None:
    page = event.organizer.get(f"/tournaments/{event.id}/console/rounds/1/tables/1?events={quote(told)}%20A>B").text
    assert f'<a class="rule" href="/guide/rules/{row}" title="{escape(rules()[row].text)}">Rule</a>' in page


@pytest.mark.parametrize(
    ("path", "form", "rule"),
    [
        ("/seating", {"players": "3", "rounds": "3"}, "VEKN 3.1.2"),
        ("/", {"text": f"{WINNER}2x Nana Buruku (G4)\n2x Gilbert Duane (G1)\n"}, "Rulebook 1.2.1"),
        ("/", {"text": "4x Nana Buruku\n60x Govern the Unaligned"}, "VEKN 6.2"),
        ("/", {"text": "4x Nana Buruku", "format": "casual", "players": "5"}, "Game outline I.A.1.a"),
    ],
)
def test_anybody_gets_the_rule_of_a_deck_or_a_seating(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    assert link(rule) in event.anybody.post(path, data=form).text


def test_a_program_gets_the_rule_and_where_to_read_it(event: Event) -> None:
    api, deck = f"/api/v1/tournaments/{event.id}", {"text": "4x Nana Buruku"}
    points = {"victory_points": ["2", "2", "2", "2", "2"]}
    refused = event.organizer.put(f"{api}/rounds/1/tables/1/result", json=points).json or {}
    assert (refused["rule"], refused["rule_url"]) == ("VEKN 3.7", "/help/rules#vekn-3-7")
    unknown = event.organizer.get(f"{api}/rounds/9").json or {}
    assert (unknown["rule"], "rule_url" in unknown) == (None, False)
    problems = (event.anybody.post("/api/v1/decks/check", json=deck).json or {})["problems"]
    assert ("VEKN 6.2", "/help/rules#vekn-6-2") in {(one["rule"], one["rule_url"]) for one in problems}


def test_what_stands_before_a_step_names_its_rule_to_a_program(event: Event) -> None:
    event.settle()
    blockers = (event.organizer.get(f"/api/v1/tournaments/{event.id}").json or {})["blockers"]
    named = {(one["rule"], one["rule_url"]) for one in blockers if one["severity"] == "error"}
    assert named == {("VEKN 3.1", "/help/rules#vekn-3-1")}


@pytest.mark.parametrize(
    ("path", "form", "rule"),
    [("/final/open", {}, "VEKN 3.1"), ("/final/tossed", {"players": "1 2 3"}, "VEKN 3.1")],
)
def test_an_organizer_gets_the_rule_before_the_final(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    event.settle()
    assert link(rule) in event.console(path, **form)


def test_an_organizer_gets_the_rule_while_names_are_placed(event: Event) -> None:
    event.settle()
    draws.toss(event.work)
    event.work.change(final.open_final)
    last = str(event.work.look().final.finalists[0])
    assert link("VEKN 3.1.3") in event.console("/final/place", player=last, position="0")
    assert link("VEKN 3.1.3") in event.console("/final/first", player=last)


@pytest.mark.parametrize(("path", "form", "rule"), [("/deck", {"text": WINNER}, "VEKN 3.1.5")])
def test_a_player_gets_the_rule(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    assert link(rule) in event.player(path, **form)


def test_a_player_gets_the_rule_of_impossible_points(event: Event) -> None:
    assert link("VEKN 3.7") in event.player("/rounds/1/points", **POINTS)
