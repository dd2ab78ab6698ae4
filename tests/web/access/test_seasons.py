"""Leagues, ratings and persons on a server with accounts: what lies over several events obeys each of them."""

from __future__ import annotations

import json
import re

from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.season.events import event_b
from tests.web.access.conftest import Hall
from tests.web.apps import app_on
from tests.web.pages import sentences_of
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.accounts import accounts
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.services.season import leagues


def test_somebody_else_s_event_is_added_once_it_is_finished(server: Hall) -> None:
    server.account("Odile", Role.ORGANIZER)
    zoe = server.account("Zoe")
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    for address, sent in (
        (f"/api/v1/leagues/{league}/events", {"json": {"event": server.id}}),
        (f"/leagues/{league}/edit", {"data": {"do": "add", "event": server.id}}),
    ):
        answer = zoe.post(address, **sent)
        told = "Only an organizer of this event can add it before it is finished."
        assert (answer.status_code, told in answer.text) == (409, True)
    over = import_tournament(server.context, FILE.read_bytes()).id
    assert zoe.post(f"/api/v1/leagues/{league}/events", json={"event": over}).json["events"] == [over]
    assert zoe.post(f"/api/v1/leagues/{league}/events", json={"event": "unknown"}).status_code == 404


def test_an_organizer_adds_their_running_event(server: Hall) -> None:
    odile = server.account("Odile", Role.ORGANIZER)
    league = odile.post("/api/v1/leagues", json={"name": "Ours"}).json["id"]
    assert odile.post(f"/api/v1/leagues/{league}/events", json={"event": server.id}).json["events"] == [server.id]


def test_an_event_that_comes_with_a_league_belongs_to_whoever_brought_it(server: Hall) -> None:
    zoe = server.account("Zoe")
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    (event,) = zoe.post(f"/api/v1/leagues/{league}/events", json={"export": json.loads(FILE.read_text())}).json[
        "events"
    ]
    assert [(one.name, role) for one, role in accounts.members(server.context, event)] == [("Zoe", Role.ORGANIZER)]


RATED = "/api/v1/ratings?on=2026-12-01"


def rated(hall: Hall) -> list[str]:
    """The events that the rating of everybody counts."""
    return [one["name"] for one in hall.app.test_client().get(RATED).json["events"]]


def imported(hall: Hall, client: FlaskClient) -> str:
    answer = client.post("/api/v1/tournaments/import", json={"content": FILE.read_text()})
    assert answer.status_code == 201, answer.text
    return answer.json["id"]


def test_an_event_that_somebody_made_up_lifts_nobody_before_it_is_accepted(server: Hall) -> None:
    zoe, root = server.account("Zoe"), server.account("Root", is_admin=True)
    id = imported(server, zoe)
    assert rated(server) == []
    address = f"/api/v1/ratings/events/{id}"
    assert zoe.put(address, json={"counts": True}).status_code == 403
    assert zoe.post("/ratings", data={"do": "count", "event": id}).status_code == 403
    assert "Count it" not in zoe.get("/ratings?on=2026-12-01").text
    assert root.post("/ratings?on=2026-12-01", data={"do": "count", "event": id}).status_code == 303
    assert rated(server) == ["Prague Cup"]
    assert root.put(address, json={"counts": False}).status_code == 200
    assert rated(server) == []
    assert "The ratings count “Prague Cup”." in sentences_of(root.get("/persons"))
    assert root.put("/api/v1/ratings/events/unknown", json={"counts": True}).status_code == 404


def test_an_administrator_s_own_event_counts(server: Hall) -> None:
    imported(server, server.account("Root", is_admin=True))
    assert rated(server) == ["Prague Cup"]


def test_events_of_before_accounts_go_on_counting(database_url: str) -> None:
    for laptop in map(Hall, app_on(database_url, RATELIMIT_ENABLED=False)):
        imported(laptop, laptop.browser("organizer"))
        assert rated(laptop) == ["Prague Cup"]
    for server in map(Hall, app_on(database_url, accounts=True, RATELIMIT_ENABLED=False)):
        assert rated(server) == ["Prague Cup"]
        listed = server.account("Root", is_admin=True).get("/api/v1/ratings/events").json["events"]
        assert [one["counts"] for one in listed if one["name"] == "Prague Cup"] == [True]


def test_only_the_administrator_merges_for_everybody(server: Hall) -> None:
    imported(server, server.account("Root", is_admin=True))
    zoe, sent = server.account("Zoe"), {"one": "1000011", "other": "2000001"}
    assert zoe.post("/persons", data={"do": "merge", **sent}).status_code == 403
    assert zoe.post("/api/v1/persons/merges", json=sent).status_code == 403
    assert zoe.post("/api/v1/persons/merges/undo", json={}).status_code == 403
    assert zoe.get("/api/v1/persons/merges").status_code == 403
    assert leagues.store_merges(server.context) == ()


def test_a_league_merges_for_itself(server: Hall) -> None:
    zoe = server.account("Zoe")
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    answer = zoe.post(f"/api/v1/leagues/{league}/merges", json={"one": "1000011", "other": "2000001"})
    assert answer.json["entries"][-1]["sentence"] == "One person: 1000011, 2000001."
    assert leagues.store_merges(server.context) == ()


def test_a_person_s_history_is_for_officials_of_an_event_of_theirs(server: Hall) -> None:
    zoe, root = server.account("Zoe"), server.account("Root", is_admin=True)
    odile = server.account("Odile", Role.ORGANIZER)
    over = imported(server, root)
    for address in ("/api/v1/persons/1000009", "/persons?key=1000009"):
        assert [one.get(address).status_code for one in (zoe, odile, root)] == [404, 404, 200]
    link = re.search(r'href="(/persons/[^"]+)">Player Nr9<', zoe.get("/ratings?on=2026-12-01").text)[1]
    page = zoe.get(link, follow_redirects=True).request.path
    assert ["1000009" in one.get(page).text for one in (zoe, odile, root)] == [False, False, True]
    # As a judge of that event, or where the person is registered for one that is not over and counts.
    accounts.add_member(server.context, over, accounts.account_named(server.context, "Zoe"), Role.JUDGE)
    registered = Registration(name="Player Nr9", vekn="1000009")
    add_players(UnitOfWork(context=server.context, id=server.id, by="Test"), [registered])
    assert root.put(f"/api/v1/ratings/events/{server.id}", json={"counts": True}).status_code == 200
    for address in ("/api/v1/persons/1000009", "/persons?key=1000009"):
        assert [one.get(address).status_code for one in (zoe, odile)] == [200, 200]
    assert "1000009" in zoe.get(page).text
    met = zoe.get("/api/v1/persons/1000009").json["met"]
    assert {one["person"] for one in met} == {None}
    assert {one["person"] for one in root.get("/api/v1/persons/1000009").json["met"]} > {"1000002"}


def test_an_invented_event_tells_nobody_whose_a_number_is_nor_which_number_somebody_has(server: Hall) -> None:
    zoe, root = server.account("Zoe"), server.account("Root", is_admin=True)
    imported(server, root)
    leagues.merge_persons(server.context, "1000008", "name:player nr8", by="Root")
    trap = zoe.post("/api/v1/tournaments", json={"name": "Trap"}).json["id"]
    entered = [{"name": "Whoever", "vekn": "1000009"}, {"name": "Player Nr8"}]
    assert zoe.post(f"/api/v1/tournaments/{trap}/players", json={"players": entered}).status_code == 200
    assert zoe.get("/api/v1/persons/1000009").status_code == 404
    # Even once the administrator has taken it for an event like others.
    leagues.count_event(server.context, trap, by="Root")
    assert zoe.get("/api/v1/persons/1000009").status_code == 404
    found = zoe.get("/api/v1/persons/name:Player Nr8").json
    assert (found["person"], found["keys"], found["vekn"]) == ("name:player nr8", ["name:player nr8"], "")
    assert root.get("/api/v1/persons/name:Player Nr8").json["vekn"] == "1000008"
    key = links.key_of(server.context, trap)
    pages = [zoe.get(f"{links.player_path(trap, player, key)}/history") for player in (1, 2)]
    assert [page.status_code for page in pages] == [404, 200]
    assert "1000008" not in pages[1].text


def test_an_organizer_invited_by_a_stranger_shows_them_no_warnings_of_their_own_events(server: Hall) -> None:
    odile, zoe = server.account("Odile", Role.ORGANIZER), server.account("Zoe")
    add_players(UnitOfWork(context=server.context, id=server.id, by="Test"), [Registration(name="Ann", vekn="1000001")])
    odile.post(f"/api/v1/tournaments/{server.id}/sanctions", json={"player": 9, "infraction": "3.8"})
    trap = zoe.post("/api/v1/tournaments", json={"name": "Trap"}).json["id"]
    zoe.post(f"/api/v1/tournaments/{trap}/players", json={"players": [{"name": "Ann", "vekn": "1000001"}]})
    known = accounts.account_named(server.context, "Odile")
    accounts.add_member(server.context, trap, known, Role.ORGANIZER)
    asked = f"/api/v1/tournaments/{trap}/players/1/penalty?infraction=3.8"
    assert zoe.get(asked).json["elsewhere"] == []
    assert [one["name"] for one in odile.get(asked).json["elsewhere"]] == ["Lyon"]


def test_a_rule_of_a_league_takes_no_event_that_somebody_invented(server: Hall) -> None:
    zoe, yves = server.account("Zoe"), server.account("Yves")
    own = imported(server, zoe)
    export = json.loads(render_tournament(event_b()))
    invented = yves.post("/api/v1/tournaments/import", json={"content": json.dumps(export)}).json["id"]
    rules = {"name": "Cups", "rules": {"takes": "Prague Cup"}}
    league = f"/api/v1/leagues/{zoe.post('/api/v1/leagues', json=rules).json['id']}"
    assert zoe.get(league).json["taken"] == [own]
    leagues.count_event(server.context, invented, by="Root")
    assert set(zoe.get(league).json["taken"]) == {own, invented}
    assert len(zoe.get(f"{league}/standings").json["events"]) == 2
