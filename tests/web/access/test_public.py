"""What strangers see of an event whose standings are nobody's while it runs: every public address is walked.

Two events differ in nothing but their results: whatever a stranger, or another account, is answered about the one is
answered about the other. No answer has a VEKN number, a city or a list that was handed in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.exchange.events import FILE, announced
from tests.web.access.conftest import Hall
from tests.web.access.table import kind_of
from tests.web.access.test_table import requests
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.criteria import PRESETS, EventRole, TieRule
from toolkit.season.rules import PRESETS as RULES
from toolkit.services.accounts import accounts
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.services.season import leagues, weekends
from toolkit.sheets.catalogue import SHEETS
from toolkit.sheets.model import Sheet
from toolkit.sheets.pdf import Pdf
from toolkit.tournament import players
from toolkit.tournament.event import configure
from toolkit.tournament.results import clear_result
from toolkit.tournament.steps import finish
from toolkit.web.serving import pdf

# Numbers and a city that stand nowhere else, and a list whose name and cards are told by no other.
PEOPLE = [{"name": f"Player {one}", "vekn": f"99900{one:02}", "city": "Zyzzyx"} for one in range(1, 6)]
DECK = "Deck Name: Quite Secret\nCrypt (12 cards)\n12x Nana Buruku\nLibrary (60 cards)\n60x Blood Doll\n"
TABLES = [[1, 2, 3, 4, 5]]
SECRET = re.compile(r"\b99900\d\d\b|\b10000(?:0[1-9]|1[0-3])\b|Zyzzyx|Quite Secret|8880001")
OFFICIALS = {"organizer_vekn": "8880001", "assistants": [{"name": "Ann", "vekn": "8880001"}]}
# What differs from one answer to the next, whatever it is about: the word of a view, the keys of a form.
WORDS = re.compile(r'data-[a-z-]+="[^"]{16,}"|name="(?:key|csrf_token)" value="[^"]*"|"sequence": ?\d+')

SEVERAL = {"form": ["csv", "json", "txt"], "to": ["standings", "rounds", "text", "calendar"]}
QUERIES = {
    "api_seasons.show_league_standings": "?running=1",
    "api_statistics.export_seat_statistics": "?names=1",
    "room.overlay": "?table=1",
    "seasons.ratings_file": "?on=2026-12-01",
    "api_seasons.show_ratings": "?on=2026-12-01",
}


def built(pattern: str, values: dict[str, str]) -> str:
    """The address of a pattern; a part without a value is "x"."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "x"), pattern)


@dataclass(frozen=True)
class Seen:
    """An event with the league and the weekend that it belongs to."""

    event: str
    league: str
    weekend: str

    def addresses(self, rule: Rule) -> list[str]:
        """Where a stranger asks about it at an address of that shape."""
        area = rule.endpoint.split(".")[0].removeprefix("api_")
        id = {"seasons": self.league, "weekends": self.weekend}.get(area, self.event)
        here = {"id": id, "number": "1", "table": "1", "name": "standings"}
        (several,) = [name for name in SEVERAL if name in rule.arguments] or [""]
        return [
            built(rule.rule, {**here, several: named}) + QUERIES.get(rule.endpoint, "")
            for named in SEVERAL.get(several, [""])
        ]

    def unnamed(self, text: str) -> str:
        for id in (self.event, self.league, self.weekend):
            text = text.replace(id, "ID")
        return WORDS.sub("", text)


def running(hall: Hall, program: FlaskClient, headers: dict[str, str], winner: int) -> Seen:
    """An event before its end, whose table was won by the seat of that number."""

    def send(method: str, path: str, body: dict[str, Any]) -> Any:
        answer = program.open(f"/api/v1/tournaments{path}", method=method, json=body, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json

    settings = {"name": "Lyon", "date": "2026-11-21", "rounds": 1, "has_final": False, **OFFICIALS}
    settings |= {"standings_seen_by": "nobody", "lists_seen_by": "everybody_after"}
    id = send("POST", "", settings)["id"]
    send("POST", f"/{id}/players", {"players": PEOPLE})
    for player in range(1, 6):
        send("PUT", f"/{id}/players/{player}/deck", {"text": DECK})
    send("POST", f"/{id}/rounds", {"tables": TABLES, "publish": True})
    points = [5.0 if seat == winner else 0.0 for seat in range(1, 6)]
    send("PUT", f"/{id}/rounds/1/tables/1/result", {"victory_points": points})
    rules = replace(RULES["rtp"], same_person=(("9990001", "9990099"),))
    league = leagues.new_league(hall.context, "League", rules, by="Test")
    leagues.add_stored(hall.context, league, id, by="Test", is_own=True)
    weekend = weekends.new_weekend(hall.context, "Weekend", PRESETS["2022"], ties=TieRule.ALL_IN, by="Test")
    weekends.link_event(hall.context, weekend, id, EventRole.DAY_1, by="Test")
    return Seen(event=id, league=league, weekend=weekend)


@pytest.fixture
def twins(server: Hall) -> tuple[Seen, Seen]:
    """The event as it is, and as it would be if others had won."""
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    server.context.now = lambda: now
    odile = accounts.sign_up(server.context, "Odile", "correct horse battery")
    headers = {"Authorization": f"Bearer {accounts.make_token(server.context, odile, 'test')}"}
    program = server.app.test_client()
    over = import_tournament(server.context, FILE.read_bytes()).id
    leagues.count_event(server.context, over, by="Test")
    return running(server, program, headers, 1), running(server, program, headers, 4)


# Files of the program, and a page of examples.
EXAMPLES = ("static", "help.seasons")


def public_rules(hall: Hall) -> list[Rule]:
    found = [rule for method, rule in requests(hall.app) if method == "GET"]
    return [rule for rule in found if kind_of(rule.endpoint) == "everybody" and rule.endpoint not in EXAMPLES]


def answers(client: FlaskClient, one: Seen, rule: Rule) -> list[tuple[int, str]]:
    """Status and text of what is answered about an event at an address of that shape; "" for what is no text."""
    found = [client.get(address) for address in one.addresses(rule)]
    return [(one.status_code, "" if one.mimetype in FILES else one.get_data(as_text=True)) for one in found]


FILES = ("application/pdf", "image/png")
WHO = ("stranger", "another account")


def browser(hall: Hall, who: str) -> FlaskClient:
    return hall.account("Zoe") if who == "another account" else hall.app.test_client()


@pytest.mark.parametrize("who", WHO)
def test_nobody_else_learns_of_results_while_they_are_nobody_s(
    server: Hall, twins: tuple[Seen, Seen], who: str
) -> None:
    client = browser(server, who)
    rules = [rule for rule in public_rules(server) if "<id>" in rule.rule]
    told = [
        f"{rule.rule}: {found}"
        for rule in rules
        for found in zip(*([one.unnamed(text) for _, text in answers(client, one, rule)] for one in twins), strict=True)
        if found[0] != found[1]
    ]
    assert told == [], "\n".join(told)


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("who", WHO)
def test_nobody_else_learns_numbers_cities_or_lists(
    server: Hall, twins: tuple[Seen, Seen], who: str, is_over: bool
) -> None:
    if is_over:
        work = UnitOfWork(context=server.context, id=twins[0].event, by="Test")
        work.change(configure, {"lists_seen_by": "nobody"})
        work.change(finish)
    client = browser(server, who)
    # The API's description has invented numbers of the same form.
    rules = [rule for rule in public_rules(server) if not rule.endpoint.startswith(("api-docs.", "reference."))]
    found = [(rule.rule, *one) for rule in rules for one in answers(client, twins[0], rule)]
    assert [(rule, SECRET.findall(text)) for rule, _, text in found if SECRET.search(text)] == []
    assert sum(status == 200 for _, status, _ in found) > 50


def test_officials_see_numbers_and_results(server: Hall, twins: tuple[Seen, Seen]) -> None:
    client, one = server.account("Root", is_admin=True), twins[0]
    assert client.get(f"/api/v1/tournaments/{one.event}/players").json[0]["vekn"] == "9990001"
    assert client.get(f"/api/v1/tournaments/{one.event}").json["configuration"]["organizer_vekn"] == "8880001"
    table = client.get(f"/api/v1/leagues/{one.league}/standings?running=1").json
    assert {line["vekn"] for line in table["standings"] if line["rank"] == 1} == {"9990001"}
    assert client.get(f"/api/v1/weekends/{one.weekend}").json["qualified"][0]["vekn"] == "9990001"


def test_the_answer_says_null_and_keeps_its_keys(server: Hall, twins: tuple[Seen, Seen]) -> None:
    client, one = server.app.test_client(), twins[0]
    player = client.get(f"/api/v1/tournaments/{one.event}/players").json[0]
    assert (player["name"], player["vekn"], player["city"]) == ("Player 1", None, None)
    table = client.get(f"/api/v1/leagues/{one.league}/standings?running=1").json
    assert (table["standings"], table["events"][0]["why"]) == ([], "Its results are not public yet.")
    weekend = client.get(f"/api/v1/weekends/{one.weekend}").json
    assert (weekend["qualified"], "day_1" in weekend["waiting"]) == ([], True)
    rated = client.get("/api/v1/ratings?on=2026-12-01").json["players"][0]
    assert (rated["name"], rated["vekn"], rated["person"], rated["rating"]) == ("Player Nr9", None, None, 125)


def test_the_winner_of_a_final_is_not_told_before_the_standings_are(server: Hall) -> None:
    content = render_tournament(announced(standings_seen_by="nobody").tournament).encode()
    client, id = server.app.test_client(), import_tournament(server.context, content).id
    address = f"/api/v1/tournaments/{id}"
    assert client.get(address).json["winner"] is None
    final = client.get(f"{address}/final").json
    (table,) = final["table"]["tables"]
    assert (final["winner"], {seat["victory_points"] for seat in table["seats"]}) == (None, {None})
    overlay = client.get(f"/tournaments/{id}/overlay?hide=clock").text
    assert ("Player Nr9" in overlay, "<b>" in overlay) == (True, False)
    draws = [one["title"] for one in client.get(f"{address}/draws").json["draws"]]
    assert [title for title in draws if title.startswith("Tossed")] == []
    official = server.account("Root", is_admin=True)
    assert len(official.get(f"{address}/draws").json["draws"]) == len(draws) + 2


@pytest.mark.parametrize("name", [name for name, kind in SHEETS.items() if kind.is_public])
def test_no_public_sheet_has_a_number(server: Hall, twins: tuple[Seen, Seen], monkeypatch, name: str) -> None:
    work = UnitOfWork(context=server.context, id=twins[0].event, by="Test")
    work.change(players.change_player, 2, name="Player 1", is_namesake=True)
    work.change(finish)
    drawn: list[str] = []

    def draw(_render: object, sheet: Sheet, _paper: object) -> Pdf:
        drawn.append(repr(sheet.data))
        return Pdf(b"")

    monkeypatch.setattr(pdf, "carried_out", draw)
    server.app.test_client().get(f"/api/v1/tournaments/{work.id}/sheets/{name}.pdf?round=1")
    assert [SECRET.findall(one) for one in drawn] in ([], [[]])


def test_a_stranger_finds_nobody_by_a_part_of_a_number(server: Hall, twins: tuple[Seen, Seen]) -> None:
    client, page = server.app.test_client(), f"/tournaments/{twins[0].event}"
    UnitOfWork(context=server.context, id=twins[0].event, by="Test").change(clear_result, 1, 1)
    assert client.get(f"{page}?q=9990001").status_code == 303
    assert client.get(f"{page}?q=999000").status_code == 200
    assert "Player 1<" not in client.get(f"{page}?q=999000").text
