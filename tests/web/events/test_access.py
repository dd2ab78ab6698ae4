"""Who may do what on every address of the console: its organizer everything, anybody else nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.browser.axe_pages import NOWHERE
from tests.web.apps import made
from tests.web.events.conftest import Room, make_room
from toolkit.services.events import limited
from toolkit.services.events.seatings import draft_seating
from toolkit.tournament.limited import phases, plan
from toolkit.web import create_app
from toolkit.web.base import stores

# A value for each piece of an address: those of the first of everything.
PIECES = {"number": 1, "table": 1, "player": 1, "pod": 1, "raffle": 1, "sign_up": 1}


def rules(app: Flask, method: str) -> list[Rule]:
    known = (rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("events."))
    return [rule for rule in known if method in (rule.methods or ()) and ("/console" in rule.rule or method == "POST")]


WHOLE = made(forms_need_tokens=True, accounts=False)
PAGES, FORMS = rules(WHOLE, "GET"), rules(WHOLE, "POST")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """One event for all of them: none of these requests may change it, and forms ask for their token here."""
    data = str(tmp_path_factory.mktemp("data"))
    app = create_app({"TESTING": True, "DATA_FOLDER": data, **NOWHERE})
    room = make_room(app, 8, rounds=2)
    with app.app_context():
        work = room.work
        limited.plan_event(work, boosters=6, product="Test")
        work.change(phases.start_phase)
        work.change(plan.give_product)
        work.change(phases.start_phase)
        limited.draw_pods(work, seed=7)
        draft_seating(work, seconds=0.1, publish=True)
    yield room
    stores.close(app)


def address(rule: Rule, id: str) -> str:
    found = rule.rule.replace("<id>", id)
    for name, value in PIECES.items():
        found = found.replace(f"<int:{name}>", str(value))
    return found


def test_a_stranger_sees_no_page_of_the_console(room: Room) -> None:
    client = room.app.test_client()
    answers = {rule.endpoint: client.get(address(rule, room.id)).status_code for rule in PAGES}
    assert {page: status for page, status in answers.items() if status != 404} == {}


def test_a_stranger_with_a_token_changes_nothing(room: Room) -> None:
    before, client = room.tournament.number, room.app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/tournaments").text)
    assert token is not None
    for rule in FORMS:
        answer = client.post(address(rule, room.id), data={"name": "x", "csrf_token": token[1]})
        assert answer.status_code == (404 if "/console" in rule.rule else 403), rule.endpoint
        assert room.tournament.number == before, rule.endpoint


def test_an_unknown_event_is_404(room: Room) -> None:
    answers = {rule.endpoint: room.client.get(address(rule, "nothing")).status_code for rule in PAGES}
    assert {page: status for page, status in answers.items() if status != 404} == {}


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_page_opens_in_every_language(room: Room, language: str) -> None:
    for rule in PAGES:
        asked = {"headers": {"Accept-Language": language}, "follow_redirects": True}
        answer = room.client.get(address(rule, room.id), **asked)
        assert answer.status_code == 200, rule.endpoint
        if answer.mimetype == "text/html":
            assert f'<html lang="{language}"' in answer.text, rule.endpoint


def test_a_form_without_its_token_is_refused(room: Room) -> None:
    before = room.tournament.number
    for rule in FORMS:
        assert room.client.post(address(rule, room.id), data={"name": "x"}).status_code == 400, rule.endpoint
        assert room.tournament.number == before, rule.endpoint


def test_a_wrong_method_is_405(room: Room) -> None:
    answers = {rule.endpoint: room.client.delete(address(rule, room.id)).status_code for rule in FORMS}
    assert {form: status for form, status in answers.items() if status != 405} == {}


def test_the_address_of_a_form_leads_back_to_its_page(room: Room) -> None:
    opened = [room.client.get(address(rule, room.id)) for rule in FORMS]
    refused = [answer.text for answer in opened if answer.status_code == 405]
    pages = {page for text in refused for page in re.findall(r'class="button primary" href="([^"]+)"', text)}
    assert len(refused) > 50
    assert "/" not in pages
    assert [page for page in pages if room.client.get(page, follow_redirects=True).status_code != 200] == []


def test_a_wrong_key_opens_nothing(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/organizer/guess").status_code == 404
    assert client.post("/tournaments/demo").status_code == 403


def test_no_name_becomes_markup_on_any_page(app: Flask) -> None:
    wicked = "<script>alert(1)</script>\"'&"
    room = make_room(app, 8, name=wicked, rounds=2)
    room.post("/players/1/change", name=wicked)
    room.post("/sanctions", player=1, kind="caution", rule=wicked, note=wicked, judge=wicked)
    room.seat()
    room.post("/rounds/1/tables/1/points", vp1=9, reason=wicked, card=wicked)
    answers = [room.client.get(address(rule, room.id)) for rule in PAGES]
    pages = [answer.text for answer in answers if answer.mimetype == "text/html"]
    assert len([page for page in pages if "&lt;script&gt;alert" in page]) > 10
    assert [page for page in pages if "<script>alert" in page] == []
