"""What an account learns by an event that it made up: nothing, at any address, before the administrator counts it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.tournament.organizer import Organizer
from tests.web.access.conftest import Hall
from tests.web.access.test_public import EXAMPLES, FILES, QUERIES, WORDS, built
from tests.web.access.test_seasons import imported
from tests.web.access.test_table import requests
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.kernel import links
from toolkit.services.season import leagues
from toolkit.sheets.pdf import Pdf
from toolkit.web.serving import pdf

# The one whose history is wanted: their name and their number are known, and more is not.
NAME, NUMBER = "Player Nr9", "1000009"
# The number of a namesake, which the administrator alone knows.
MERGED = "1000008"
ASKED = [f"/persons?key={NUMBER}", "/persons?key=name:Player Nr8", f"/api/v1/persons/{NUMBER}"]


@dataclass(frozen=True)
class Invented:
    """Events, a league and a weekend of an account, with its browser."""

    hall: Hall
    client: FlaskClient
    over: str
    running: str
    league: str
    weekend: str

    def addresses(self, rule: Rule) -> list[str]:
        """Where the account asks about what it made up, at an address of that shape."""
        area = rule.endpoint.split(".")[0].removeprefix("api_")
        ids = {"seasons": [self.league], "weekends": [self.weekend]}.get(area, [self.over, self.running])
        return [self._address(rule, id) for id in ids]

    def _address(self, rule: Rule, id: str) -> str:
        key, query = links.key_of(self.hall.context, id), QUERIES.get(rule.endpoint, "")
        token = links.table_token(key, id, 1, 1) if "table" in rule.endpoint else links.player_token(key, id, 1)
        values = dict.fromkeys(("number", "table", "player"), "1") | {"id": id, "token": token, "key": NUMBER}
        return built(rule.rule, {**values, "name": "standings", "form": "json", "to": "standings"}) + query

    def told(self) -> dict[str, tuple[int, str]]:
        """Status and text at every address that names one of these, or the person."""
        rules = [rule for method, rule in requests(self.hall.app) if method == "GET" and rule.arguments]
        asked = [one for rule in rules if rule.endpoint not in EXAMPLES for one in self.addresses(rule)]
        asked += [
            *ASKED,
            f"/persons?key={MERGED}",
            *(f"/api/v1/statistics/seats.csv?names=1&event={id}" for id in (self.over, self.running)),
        ]
        answers = {address: self.client.get(address) for address in asked}
        return {
            address: (one.status_code, "" if one.mimetype in FILES else WORDS.sub("", one.get_data(as_text=True)))
            for address, one in answers.items()
        }


def invented_event() -> str:
    """An export of a round in which the person met four others, one of them known by name alone."""
    organizer = Organizer(name="Trap", has_final=False, rounds=1)
    organizer.add_player(NAME, vekn=NUMBER)
    for name in ("Player Nr8", "Ben", "Cleo", "Dan"):
        organizer.add_player(name)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    return render_tournament(organizer.tournament)


@pytest.fixture
def invented(server: Hall, monkeypatch: pytest.MonkeyPatch) -> Invented:
    now = server.context.now()
    server.context.now = lambda: now
    monkeypatch.setattr(pdf, "carried_out", lambda *_: Pdf(b""))
    zoe = server.account("Zoe")
    over = zoe.post("/api/v1/tournaments/import", json={"content": invented_event()}).json["id"]
    running = zoe.post("/api/v1/tournaments", json={"name": "Next trap"}).json["id"]
    entered = [{"name": NAME, "vekn": NUMBER}, {"name": "Player Nr8"}]
    assert zoe.post(f"/api/v1/tournaments/{running}/players", json={"players": entered}).status_code == 200
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    assert zoe.post(f"/api/v1/leagues/{league}/events", json={"event": over}).status_code == 200
    weekend = zoe.post("/api/v1/weekends", json={"name": "Mine"}).json["id"]
    linked = {"event": over, "role": "day_1"}
    assert zoe.put(f"/api/v1/weekends/{weekend}/events", json=linked).status_code == 200
    return Invented(server, zoe, over, running, league, weekend)


def known_to_the_server(hall: Hall) -> str:
    """An event of others with the person in it, and what the administrator knows of a namesake."""
    over = imported(hall, hall.account("Root", is_admin=True))
    leagues.merge_persons(hall.context, MERGED, "name:player nr8", by="Root")
    return over


def test_an_event_that_somebody_made_up_tells_them_nothing_at_any_address(invented: Invented) -> None:
    before = invented.told()
    known_to_the_server(invented.hall)
    after = invented.told()
    differing = [address for address in before if before[address] != after[address]]
    # The league's pages offer every finished event, and warn no more of a name that is merged.
    assert differing == [f"/leagues/{invented.league}", f"/leagues/{invented.league}/edit"]
    assert [address for address, (_, text) in after.items() if MERGED in text and MERGED not in address] == []
    assert sum(status == 200 for status, _ in before.values()) > 100


def test_an_event_that_counts_opens_its_players_histories(invented: Invented) -> None:
    known_to_the_server(invented.hall)
    key = links.key_of(invented.hall.context, invented.over)
    doors = [*ASKED, f"{links.player_path(invented.over, 1, key)}/history"]
    refused = [invented.client.get(door) for door in doors]
    way_on = "Ask an administrator to count it on the page"
    assert [(one.status_code, way_on in one.text) for one in refused] == [(404, True)] * 4
    invented.hall.account("Ruth", is_admin=True).post("/ratings", data={"do": "count", "event": invented.over})
    opened = [invented.client.get(door) for door in doors]
    assert [(one.status_code, "Prague Cup" in one.text) for one in opened] == [(200, True)] * 4
    assert [door for door, one in zip(doors, opened, strict=True) if MERGED in one.text] == []


def test_a_league_tells_its_organizers_numbers_and_not_who_is_one_person_on_the_server(invented: Invented) -> None:
    known_to_the_server(invented.hall)
    leagues.count_event(invented.hall.context, invented.over, by="Root")
    table = invented.client.get(f"/api/v1/leagues/{invented.league}/standings").json
    assert {line["vekn"] for line in table["standings"]} == {NUMBER, ""}
    assert "same_person" not in table["rules"]


def test_an_event_that_still_runs_can_be_counted(invented: Invented) -> None:
    known_to_the_server(invented.hall)
    root = invented.hall.account("Ruth", is_admin=True)
    listed = {one["name"]: one["counts"] for one in root.get("/api/v1/ratings/events").json["events"]}
    assert (listed["Trap"], listed["Next trap"]) == (False, False)
    assert "Next trap" in root.get("/ratings").text
    root.put(f"/api/v1/ratings/events/{invented.running}", json={"counts": True})
    assert invented.client.get(f"/api/v1/persons/{NUMBER}").status_code == 200
