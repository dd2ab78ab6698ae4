"""A league's events and rules as a form: ticks, a rule, weights, and a first league in ten actions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.season.events import event_b, event_c
from tests.services.season.test_results import EVENT
from tests.web.forms.drawn import Form, forms_of
from tests.web.pages import text_of
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.services.season import results
from toolkit.services.season.results import enter_results
from toolkit.tournament.configuration import EventKind
from toolkit.web.base import stores


@pytest.fixture
def cups(app: Flask) -> list[str]:
    """Three played events of 2026, and a Grand Prix of which only the results are known."""
    texts = [FILE.read_bytes(), *(render_tournament(event).encode() for event in (event_b(), event_c()))]
    fourth = replace(EVENT, name="Harbour Cup", date=date(2026, 12, 12), kind=EventKind.GRAND_PRIX)
    with app.app_context():
        context = stores.current_context()
        events = [import_tournament(context, text).id for text in texts]
        return [*events, enter_results(context, fourth, by="Ann")]


@pytest.fixture
def page(organizer: FlaskClient, cups: list[str]) -> str:
    """The page of events and rules of a league with points by place, and all four events."""
    address = str(organizer.post("/leagues", data={"name": "Coast", "preset": "grand-prix"}).location)
    assert organizer.post(address, data={"do": "add", "event": cups}).status_code == 303
    return address


def rules_of(organizer: FlaskClient, page: str) -> dict[str, object]:
    return organizer.get(f"/api/v1{page.removesuffix('/edit')}").json["rules"]


def form_of(organizer: FlaskClient, page: str, do: str, field: str = "do") -> Form:
    forms = [form for form in forms_of(organizer.get(page).text) if form.sent.get("do") == do and field in form.sent]
    return forms[0]


PLACE = {"points": "place", "table": [25, 15, 15, 15, 15, 10, 9, 8, 7, 6]}


@pytest.mark.parametrize("sent", [{"do": "set", "best": "3"}, {"do": "rules", "rules": '{"best": 3}'}])
def test_rules_that_are_not_named_stay(organizer: FlaskClient, page: str, sent: dict[str, str]) -> None:
    assert organizer.post(page, data=sent).status_code == 303
    assert rules_of(organizer, page) == {**PLACE, "best": 3}
    assert "Coast" in organizer.get(page).text


def test_null_in_the_json_resets_a_rule(organizer: FlaskClient, page: str) -> None:
    organizer.post(page, data={"do": "rules", "rules": '{"points": null, "table": null}'})
    assert rules_of(organizer, page) == {}


def test_the_form_as_it_is_drawn_changes_nothing(organizer: FlaskClient, page: str) -> None:
    sent = {"best_of-grand_prix": "2", "weights-grand_prix": "1.5", "kinds": ["limited", "grand_prix"], "best": "3"}
    organizer.post(page, data={"do": "set", "by_kind": "1", "from": "2026-01-01", "others": "2.5", **sent})
    rules = rules_of(organizer, page)
    assert rules["best_of"] == {"grand_prix": 2}
    assert rules["kinds"] == ["limited", "grand_prix"]
    drawn = form_of(organizer, page, "set", "by_kind")
    ticked = [field.value for field in drawn.fields if field.name == "kinds"]
    organizer.post(page, data={**drawn.sent, "kinds": ticked})
    assert rules_of(organizer, page) == rules


def test_points_by_place_without_a_table_have_the_usual_one(organizer: FlaskClient, page: str) -> None:
    organizer.post(page, data={"do": "set", "points": "rtp", "table": ""})
    assert rules_of(organizer, page) == {}
    organizer.post(page, data={"do": "set", "points": "place", "table": " "})
    assert rules_of(organizer, page) == PLACE
    organizer.post(page, data={"do": "set", "points": "place", "table": "3, 2 1"})
    assert rules_of(organizer, page)["table"] == [3, 2, 1]
    organizer.post(page, data={"do": "set", "points": "place"})
    assert rules_of(organizer, page)["table"] == [3, 2, 1]


@pytest.mark.parametrize(
    ("sent", "beside", "said"),
    [
        ({"best": "0"}, "best", "The rule “best” cannot be 0."),
        ({"table": "1 x"}, "table", "The rule “table” cannot be"),
        ({"from": "2026-02-02", "to": "2026-02-01"}, "to", "The season ends before it begins."),
        ({"name": " "}, "name", "A league needs a name."),
        ({"by_kind": "1", "weights-grand_prix": "0"}, "", "The rule “weights” cannot be"),
        ({"by_kind": "1", "best_of-grand_prix": "two"}, "", "The rule “best_of” cannot be"),
        ({"by_kind": "1", "kinds": "grand"}, "", "The rule “kinds” cannot be"),
        ({"others": "0.0000001"}, "", "A figure of the rules has at most 6 decimals."),
    ],
)
def test_a_rule_of_nonsense_is_refused_beside_its_field(organizer: FlaskClient, page: str, sent, beside, said) -> None:
    before = rules_of(organizer, page)
    answer = organizer.post(page, data={"do": "set", **sent})
    assert (answer.status_code, said in unescape(answer.text)) == (422, True)
    assert not beside or f'id="{beside}-error"' in answer.text
    assert rules_of(organizer, page) == before


def test_an_event_is_ticked_by_day_place_and_players(organizer: FlaskClient, cups: list[str]) -> None:
    address = str(organizer.post("/leagues", data={"name": "Coast", "preset": "rtp"}).location)
    listed = text_of(organizer.get(address))
    assert "Prague Cup 21 November 2026 · Prague · 13 players" in listed
    assert "Harbour Cup 12 December 2026 · Gdynia · 10 players results only" in listed
    answer = organizer.post(address, data={"do": "add", "event": [cups[0], "nowhere"]})
    assert answer.status_code == 404


def test_the_rule_adds_events_and_the_page_marks_them(organizer: FlaskClient, cups: list[str]) -> None:
    address = str(organizer.post("/leagues", data={"name": "Coast", "preset": "rtp"}).location)
    organizer.post(address, data={"do": "set", "takes": "Prague Cup I"})
    assert text_of(organizer.get(address)).count("by the rule") == 2
    table = organizer.get(address.removesuffix("/edit")).text
    assert [cup in table for cup in cups] == [False, True, True, False]
    organizer.post(address, data={"do": "remove", "event": cups[1]})
    assert text_of(organizer.get(address)).count("by the rule") == 1
    assert "has such a name yet" not in organizer.get(address).text
    organizer.post(address, data={"do": "set", "takes": "Brno"})
    shown = organizer.get(address).text
    assert "The league has no event." in shown
    assert "No event of the league has such a name yet." in shown


def test_a_weight_multiplies_the_points_of_an_event(organizer: FlaskClient, page: str, cups: list[str]) -> None:
    standings = f"/api/v1{page.removesuffix('/edit')}/standings"
    assert organizer.post(page, data={"do": "weigh", f"weight-{cups[0]}": "2"}).status_code == 303
    first = organizer.get(standings).json
    assert (first["events"][0]["weight"], first["standings"][0]["results"][0]["points"]) == (2, 50)
    for nonsense in ("0", "-1", "much", "1e9", "nan"):
        answer = organizer.post(page, data={"do": "weigh", f"weight-{cups[0]}": nonsense})
        assert (answer.status_code, "A weight is a number above 0, at most 100." in answer.text) == (422, True)
    organizer.post(page, data={"do": "weigh", f"weight-{cups[0]}": ""})
    assert "weight" not in organizer.get(standings).json["events"][0]


def test_an_event_that_is_withdrawn_leaves_the_league_and_is_named_by_its_id(
    organizer: FlaskClient, page: str, cups: list[str]
) -> None:
    with organizer.application.app_context():
        context = stores.current_context()
        results.remove_results(context, cups[3], by="Ann")
    assert cups[3] in organizer.get(page).text
    assert "Harbour Cup" not in organizer.get(page.removesuffix("/edit")).text


def test_a_program_sets_some_rules_and_a_weight(organizer: FlaskClient, page: str, cups: list[str]) -> None:
    league = f"/api/v1{page.removesuffix('/edit')}"
    assert organizer.patch(f"{league}/rules", json={"rules": {"best": 3}}).json["rules"] == {**PLACE, "best": 3}
    assert organizer.patch(f"{league}/rules", json={"rules": {"bets": None}}).status_code == 422
    weighed = organizer.put(f"{league}/events/{cups[1]}/weight", json={"weight": 1.5}).json
    assert weighed["weights"] == {cups[1]: 1.5}
    assert organizer.put(f"{league}/events/nowhere/weight", json={"weight": 1.5}).status_code == 404
    assert organizer.put(f"{league}/events/{cups[1]}/weight", json={"weight": 0}).status_code == 422
    organizer.patch(f"{league}/rules", json={"rules": {"takes": "Cup"}})
    organizer.delete(f"{league}/events/{cups[1]}")
    assert organizer.get(league).json["taken"] == []


def test_a_figure_says_what_it_is_made_of(organizer: FlaskClient, page: str, cups: list[str]) -> None:
    organizer.post(page, data={"do": "set", "points": "rtp", "best": "2"})
    organizer.patch(f"/api/v1{page.removesuffix('/edit')}/rules", json={"rules": {"attendance": 1}})
    organizer.post(page, data={"do": "weigh", f"weight-{cups[0]}": "2"})
    table = page.removesuffix("/edit")
    assert f'href="{table}/lines/1"' in organizer.get(table).text
    made = text_of(organizer.get(f"{table}/lines/1"))
    # The events of 9, whose 125 counts twice and whose 9 does not count; three of them were played.
    assert "Prague Cup × 2 21 November 2026 1 " in made
    assert "250 Prague Cup II does not count 28 November 2026 6 0 1 60 9 does not count Prague Cup III" in made
    assert "3 events played 3 Total 1 " in made
    assert " 348 The total is over the results that count." in made
    for nowhere in ("0", "99", "x"):
        assert organizer.get(f"{table}/lines/{nowhere}").status_code == 404


def test_everything_in_the_table_of_a_league_leads_somewhere(app: Flask, page: str, cups: list[str]) -> None:
    stranger, table = app.test_client(), page.removesuffix("/edit")
    drawn = stranger.get(table).text
    points = {*re.findall(r'<a href="([^"]+)"><strong>', drawn)}
    results = {*re.findall(r'<td class="number" title="place \d+">\s*<a href="([^"]+)"', drawn)}
    heads = {*re.findall(r'<th scope="col" class="number">\s*<a href="([^"]+)"', drawn)}
    assert results == heads
    assert [any(cup in address for address in heads) for cup in cups] == [True] * 4
    assert {stranger.get(address).status_code for address in points | heads} == {200}


class Counted:
    """An organizer who clicks and types; each link, button, tick and field is an action."""

    def __init__(self, client: FlaskClient, start: str) -> None:
        self._client, self.address, self.actions = client, start, 0

    @property
    def page(self) -> str:
        return self._client.get(self.address).text

    def follow(self, words: str) -> None:
        found = re.search(rf'<a[^>]*href="([^"]+)"[^>]*>\s*{words}\s*</a>', self.page)
        assert found, words
        self.address, self.actions = found[1], self.actions + 1

    def send(self, button: str, typed: dict[str, str], ticks: list[str]) -> None:
        part = re.search(rf"<form(?:(?!<form).)*?{button}\s*</button>", self.page, re.DOTALL)
        assert part, button
        (form,) = forms_of(part[0])
        assert all(f'value="{tick}"' in part[0] for tick in ticks)
        answer = self._client.post(form.action, data={**form.sent, **typed, **({"event": ticks} if ticks else {})})
        assert answer.status_code == 303
        self.address, self.actions = str(answer.location), self.actions + len(typed) + len(ticks) + 1


def test_a_first_league_is_a_shared_table_after_ten_actions(
    app: Flask, organizer: FlaskClient, cups: list[str]
) -> None:
    person = Counted(organizer, "/leagues")
    person.send("Create the league", {"name": "Coast League"}, [])
    person.send("Add the ticked events", {}, cups)
    person.follow("Show the standings")
    assert 'data-copy="link"' in person.page
    person.actions += 1
    link = re.search(r'id="link" readonly value="([^"]+)"', person.page)[1]
    shared = app.test_client().get(link.removeprefix("http://localhost")).text
    assert "Harbour Cup" in shared
    assert "Player Nr9" in shared
    assert person.actions <= 10


def test_an_open_table_follows_an_event_that_is_played(organizer: FlaskClient, page: str, cups: list[str]) -> None:
    table, asks = page.removesuffix("/edit"), {"X-Fragment": "live"}
    assert "data-live" not in organizer.get(table).text
    organizer.post(f"/api/v1/tournaments/{cups[0]}/reopen", json={"reason": "late report"})
    shown = organizer.get(table).text
    assert 'data-live data-every="10"' in shown
    version = unescape(re.search(r'data-version="([^"]+)"', shown)[1])
    assert organizer.get(table, headers={**asks, "If-None-Match": version}).status_code == 304
    given = {"player": 9, "kind": "disqualification", "rule": "JG 3.9", "sure": True}
    assert organizer.post(f"/api/v1/tournaments/{cups[0]}/sanctions", json=given).status_code < 300
    fresh = organizer.get(table, headers={**asks, "If-None-Match": version})
    assert (fresh.status_code, "<html" in fresh.text, "Player Nr9" in fresh.text) == (200, False, True)
