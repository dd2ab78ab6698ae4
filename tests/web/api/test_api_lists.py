"""Every list of the API in pages: by `limit` and `after`, and by the `Link` of each answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.api.test_api_tournaments import Api, organizer_of
from tests.web.apps import app_on

TABLES = [[1, 2, 3, 4], [5, 6, 7, 8]]
# Lists that the event below has nothing or little for.
SHORT = {"sign-ups", "calls", "weekends", "notifications", "games/{id}/log", "operations"}
LINK = re.compile(r'<(.+)>; rel="next"')


def lists_of(client: FlaskClient) -> Iterator[tuple[str, dict[str, Any]]]:
    """The addresses that answer a GET with an array, each with its operation."""
    for path, known in client.get("/api/openapi.json").json["paths"].items():
        found = known.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        if found and found["schema"].get("type") == "array" and not path.endswith("/suggestions"):
            yield path, known["get"]


@pytest.fixture(scope="module")
def organizer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """The organizer of an event with three of everything that an organizer gives."""
    for app in app_on(f"sqlite:///{tmp_path_factory.mktemp('lists') / 'store.db'}", forms_need_tokens=True):
        api = organizer_of(app)
        api("POST", "/rounds", {"tables": TABLES, "publish": True})
        for player in (1, 2, 3):
            api("POST", "/sanctions", {"player": player, "infraction": "3.3"})
            api("POST", "/announcements", {"text": f"Word {player}"})
        for number in (1, 2):
            api.client.post("/api/v1/tournaments", json={"name": f"Event {number}"}, headers=api.headers)
        yield api


def walked(client: FlaskClient, address: str, headers: dict[str, str]) -> list[Any]:
    """All entries of a list, in pages of two."""
    entries: list[Any] = []
    while address:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, answer.text
        assert len(answer.json) <= 2
        entries += answer.json
        onward = LINK.fullmatch(answer.headers.get("Link", ""))
        address = onward[1] if onward else ""
    return entries


def test_every_list_can_be_read_in_pages(organizer: Api) -> None:
    client = organizer.client
    game = client.post("/api/v1/games", json={"names": ["Anna", "Bruno", "Carla", "Dario"]}).json
    at_table = {"Authorization": f"Bearer {game['doors'][-1]['token']}"}
    long = set()
    for path, operation in lists_of(client):
        assert {"limit", "after"} <= {asked["name"] for asked in operation["parameters"]}
        is_game = path.startswith("/api/v1/games")
        address = path.format(id=game["id"] if is_game else organizer.id)
        more = "clan=Tremere&capacity=9" if path == "/api/v1/cards/" else ""
        headers = at_table if is_game else organizer.headers
        whole = client.get(f"{address}?{more}", headers=headers).json
        assert walked(client, f"{address}?{more}&limit=2", headers) == whole
        long |= {path} if len(whole) > 2 else set()
    short = {path for path, _ in lists_of(client)} - long
    assert [path for path in short if not path.endswith(tuple(SHORT))] == []


@pytest.mark.parametrize("asked", ["limit=0", "limit=501", "limit=x", "after=nobody"])
def test_a_page_that_cannot_be_is_refused_by_its_field(organizer: Api, asked: str) -> None:
    answer = organizer.raw("GET", f"/players?{asked}")
    assert answer.status_code == 422
    assert list(answer.json["errors"]["query"]) == [asked.partition("=")[0]]
