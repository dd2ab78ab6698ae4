"""What an account learns by an event that it made up: nothing, at any address, before the administrator counts it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.tournament.organizer import Organizer
from tests.web.access.conftest import Hall
from tests.web.access.test_public import EXAMPLES, FILES, QUERIES, WORDS, built
from tests.web.access.test_seasons import imported
from tests.web.access.test_table import requests
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.season import leagues
from toolkit.sheets.pdf import Pdf
from toolkit.web.serving import pdf

# The one whose history is wanted: their name and their number are known, and more is not.
NAME, NUMBER = "Player Nr9", "1000009"
# The number of a namesake, which the administrator alone knows.
MERGED = "1000008"
# Numbers that are entered for a player, for an organizer, and in merges: those of people in an event of others, or not.
Guesses = tuple[str, ...]
GUESSED: Guesses = (NUMBER, "1000007", MERGED, "1000006", "1000005", "1000004")
MISSED: Guesses = ("2000009", "2000007", "2000008", "2000006", "2000005", "2000004")
# The checksum of an event, the token of a link, the words of a code, and which of the two events is named.
DIFFERING = re.compile(r"\b[0-9a-f]{64}\b|(?<=/)[\w-]{22}(?![\w-])|\b1 [A-Z]{6}\b|(?:Next t|T)rap")


def asked_about(number: str) -> list[str]:
    """Where histories are asked for: of that number, and of a name."""
    return [f"/persons?key={number}", "/persons?key=name:Player Nr8", f"/api/v1/persons/{number}"]


@dataclass(frozen=True)
class Invented:
    """Events, a league and a weekend of an account, with its browser."""

    hall: Hall
    client: FlaskClient
    over: str
    running: str
    league: str
    weekend: str
    guesses: Guesses

    def addresses(self, rule: Rule) -> list[str]:
        """Where the account asks about what it made up, at an address of that shape."""
        area = rule.endpoint.split(".")[0].removeprefix("api_")
        ids = {"seasons": [self.league], "weekends": [self.weekend]}.get(area, [self.over, self.running])
        return [self._address(rule, id) for id in ids]

    def _address(self, rule: Rule, id: str) -> str:
        key, query = links.key_of(self.hall.context, id), QUERIES.get(rule.endpoint, "")
        token = links.table_token(key, id, 1, 1) if "table" in rule.endpoint else links.player_token(key, id, 1)
        values = dict.fromkeys(("number", "table", "player"), "1") | {"id": id, "token": token, "key": self.guesses[0]}
        return built(rule.rule, {**values, "name": "standings", "form": "json", "to": "standings"}) + query

    def told(self, *areas: str) -> dict[str, tuple[int, str]]:
        """Status and text at every address, or those of some areas, that names one of these, or the person."""
        rules = [rule for method, rule in requests(self.hall.app) if method == "GET" and rule.arguments]
        rules = [rule for rule in rules if not areas or rule.endpoint.split(".")[0].removeprefix("api_") in areas]
        asked = [one for rule in rules if rule.endpoint not in EXAMPLES for one in self.addresses(rule)]
        asked += [
            *asked_about(self.guesses[0]),
            f"/persons?key={self.guesses[2]}",
            *(f"/api/v1/statistics/seats.csv?names=1&event={id}" for id in (self.over, self.running)),
            f"/api/v1/statistics/seats.csv?names=1&league={self.league}",
            *(f"/leagues/{self.league}/standings.{form}" for form in ("csv", "txt")),
        ]
        answers = {address: self.client.get(address) for address in asked}
        return {
            address: (one.status_code, "" if one.mimetype in FILES else WORDS.sub("", one.get_data(as_text=True)))
            for address, one in answers.items()
        }


def invented_event(name: str = NAME, guesses: Guesses = GUESSED, event: str = "Trap") -> str:
    """An export of a round in which the person met four others, one of them known by name alone."""
    organizer = Organizer(
        name=event, date=date(2026, 11, 20), has_final=False, rounds=1, vekn_event="", organizer_vekn=guesses[1]
    )
    organizer.add_player(name, vekn=guesses[0])
    for name in ("Player Nr8", "Ben", "Cleo", "Dan"):
        organizer.add_player(name)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    return render_tournament(organizer.tournament)


@pytest.fixture
def zoe(server: Hall, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """An account with nothing yet."""
    now = server.context.now()
    server.context.now = lambda: now
    monkeypatch.setattr(pdf, "carried_out", lambda *_: Pdf(b""))
    return server.account("Zoe")


@pytest.fixture
def invented(server: Hall, zoe: FlaskClient) -> Invented:
    return invent(server, zoe)


def invent(server: Hall, zoe: FlaskClient, name: str = NAME, guesses: Guesses = GUESSED) -> Invented:
    """All that an account can make up, with these numbers entered."""
    over = zoe.post("/api/v1/tournaments/import", json={"content": invented_event(name, guesses)}).json["id"]
    running = zoe.post("/api/v1/tournaments", json={"name": "Next trap"}).json["id"]
    entered = [{"name": name, "vekn": guesses[0]}, {"name": "Player Nr8"}]
    assert zoe.post(f"/api/v1/tournaments/{running}/players", json={"players": entered}).status_code == 200
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    assert zoe.post(f"/api/v1/leagues/{league}/events", json={"event": over}).status_code == 200
    weekend = zoe.post("/api/v1/weekends", json={"name": "Mine"}).json["id"]
    linked = {"event": over, "role": "day_1"}
    assert zoe.put(f"/api/v1/weekends/{weekend}/events", json=linked).status_code == 200
    return Invented(server, zoe, over, running, league, weekend, guesses)


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
    # The league's page for changes offers every finished event.
    assert differing == [f"/leagues/{invented.league}/edit"]
    assert [address for address, (_, text) in after.items() if MERGED in text and MERGED not in address] == []
    assert sum(status == 200 for status, _ in before.values()) > 100


def tried(one: Invented, others: str) -> dict[str, tuple[int, str]]:
    """What a league with an event of others answers to guesses: by merges, its table, and whatever stands on that."""
    league, (_, _, merged, ruled, first, second) = f"/api/v1/leagues/{one.league}", one.guesses
    rules = {"organizing": 5, "same_person": [[ruled, "name:cleo"]]}
    assert one.client.put(f"{league}/rules", json={"rules": rules}).status_code == 200
    assert one.client.post(f"{league}/events", json={"event": others}).status_code == 200
    pairs = [(merged, "name:Player Nr8"), (first, second), (first, "name:Ben"), (one.guesses[0], "name:Dan")]
    asked = [(f"{league}/merges", {"json": {"one": key, "other": other}}) for key, other in pairs]
    asked += [(f"/leagues/{one.league}/edit", {"data": {"do": "merge", "one": merged, "other": "name:Ana"}})]
    answers = [one.client.post(address, **sent) for address, sent in asked]
    told = {f"merge {place}": (answer.status_code, answer.text) for place, answer in enumerate(answers)}
    return told | one.told("seasons", "statistics", "room")


def compared(worlds: tuple[Invented, Invented], one: dict[str, tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """The answers without the ids and numbers in which the two differ."""
    words = [(each.over, each.running, each.league, each.weekend, *each.guesses) for each in worlds]
    places = {word: f"WORD{place}" for named in words for place, word in enumerate(named)}

    def unnamed(text: str) -> str:
        for word, place in places.items():
            text = text.replace(word, place)
        return WORDS.sub("", DIFFERING.sub("", text))

    return {unnamed(address): (status, unnamed(text)) for address, (status, text) in one.items()}


@pytest.mark.parametrize("counts", [True, False])
def test_a_guessed_number_changes_no_answer_of_a_league(server: Hall, zoe: FlaskClient, counts: bool) -> None:
    others = known_to_the_server(server)
    leagues.count_event(server.context, others, counts=counts, by="Root")
    worlds = invent(server, zoe, "Eve", GUESSED), invent(server, zoe, "Eve", MISSED)
    right, wrong = (compared(worlds, tried(world, others)) for world in worlds)
    assert [address for address in right if right[address] != wrong[address]] == []
    assert right.keys() == wrong.keys()
    assert sum(status == 200 for status, _ in right.values()) > 30


def test_a_league_takes_a_merge_that_the_server_made_as_any_other(server: Hall, zoe: FlaskClient) -> None:
    others, root = known_to_the_server(server), server.account("Ruth", is_admin=True)
    second = root.post("/api/v1/tournaments/import", json={"content": invented_event("Alias", MISSED)}).json["id"]
    leagues.merge_persons(server.context, NUMBER, MISSED[0], by="Root")
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    for event in (others, second):
        zoe.post(f"/api/v1/leagues/{league}/events", json={"event": event})
    lines = zoe.get(f"/api/v1/leagues/{league}/standings").json["standings"]
    assert [line["events"] for line in lines if line["name"] in (NAME, "Alias")] == [2]
    sent = [{"one": f"name:{NAME}", "other": other} for other in ("name:Alias", "name:Whoever", "name:Player Nr3")]
    assert [zoe.post(f"/api/v1/leagues/{league}/merges", json=one).status_code for one in sent] == [200, 200, 422]


def events_by_name(client: FlaskClient, league: str) -> dict[str, int]:
    """How many events the line of each name has."""
    standings = client.get(f"/api/v1/leagues/{league}/standings").json["standings"]
    return {line["name"]: line["events"] for line in standings}


def test_a_league_joins_the_events_of_its_organizers_by_number(server: Hall) -> None:
    zoe, yves = server.account("Zoe"), server.account("Yves")
    league = zoe.post("/api/v1/leagues", json={"name": "Ours"}).json["id"]
    accounts.add_member(server.context, league, accounts.account_named(server.context, "Yves"), Role.ORGANIZER)
    for client, name in ((zoe, "Ana"), (zoe, "Anna"), (yves, "Hannah")):
        content = invented_event(name, event=f"Evening of {name}")
        event = client.post("/api/v1/tournaments/import", json={"content": content}).json["id"]
        assert client.post(f"/api/v1/leagues/{league}/events", json={"event": event}).status_code == 200
    assert events_by_name(zoe, league) == dict.fromkeys(("Hannah", "Player Nr8", "Ben", "Cleo", "Dan"), 3)


def test_a_league_joins_an_event_of_others_by_name(server: Hall) -> None:
    zoe = server.account("Zoe")
    over = imported(server, server.account("Root", is_admin=True))
    league = zoe.post("/api/v1/leagues", json={"name": "Mine"}).json["id"]
    own = zoe.post("/api/v1/tournaments/import", json={"content": invented_event("Eve")}).json["id"]
    for event in (over, own):
        zoe.post(f"/api/v1/leagues/{league}/events", json={"event": event})
    found = events_by_name(zoe, league)
    assert (found["Eve"], found["Player Nr9"], found["Player Nr8"]) == (1, 1, 2)
    # An official of both knows both numbers, and no longer once that is taken back.
    known = accounts.account_named(server.context, "Zoe")
    accounts.add_member(server.context, over, known, Role.SCOREKEEPER)
    assert {"Eve", "Player Nr9"} - events_by_name(zoe, league).keys() == {"Eve"}
    accounts.remove_member(server.context, over, known.id)
    assert events_by_name(zoe, league) == found


def test_an_event_that_counts_opens_its_players_histories(invented: Invented) -> None:
    known_to_the_server(invented.hall)
    key = links.key_of(invented.hall.context, invented.over)
    doors = [*asked_about(NUMBER), f"{links.player_path(invented.over, 1, key)}/history"]
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
    assert [line["person"] for line in table["standings"] if line["name"] == "Player Nr8"] == ["name:player nr8"]
    assert "same_person" not in table["rules"]


def test_an_event_that_still_runs_can_be_counted(invented: Invented) -> None:
    known_to_the_server(invented.hall)
    root = invented.hall.account("Ruth", is_admin=True)
    listed = {one["name"]: one["counts"] for one in root.get("/api/v1/ratings/events").json["events"]}
    assert (listed["Trap"], listed["Next trap"]) == (False, False)
    assert "Next trap" in root.get("/ratings").text
    root.put(f"/api/v1/ratings/events/{invented.running}", json={"counts": True})
    assert invented.client.get(f"/api/v1/persons/{NUMBER}").status_code == 200
