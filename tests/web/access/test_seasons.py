"""Leagues, ratings and persons on a server with accounts: what lies over several events obeys each of them."""

from __future__ import annotations

import json

from tests.exchange.events import FILE
from tests.web.access.conftest import Hall
from toolkit.services import accounts
from toolkit.services.roles import Role
from toolkit.services.tournaments import import_tournament


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
