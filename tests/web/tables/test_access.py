"""Who may do what, as one table: every address of a table, every way to come in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.apps import app_on
from tests.web.tables.conftest import Table, make_table

GETS = ("", "/links", "/record.txt", "/replay")
POSTS = ("/do", "/undo", "/redo", "/clock", "/links", "/send", "/confirm")
# The answer at each door while the game goes on; without what a form needs, whoever may is answered 303, 409 or 422.
MAY = "may"
LADDER = {
    "": {"1": 200, "5": 200, "host": 200, "watch": 200},
    "/links": {"1": 200, "5": 200, "host": 200, "watch": 403},
    "/record.txt": {"1": 403, "5": 403, "host": 200, "watch": 403},
    "/replay": {"1": 403, "5": 403, "host": 200, "watch": 403},
}
POST_LADDER = {
    "/do": {"1": MAY, "host": MAY, "watch": 403},
    "/undo": {"1": MAY, "host": MAY, "watch": 403},
    "/redo": {"1": MAY, "host": MAY, "watch": 403},
    "/clock": {"1": MAY, "host": MAY, "watch": 403},
    "/links": {"1": 403, "host": MAY, "watch": 403},
    "/send": {"1": MAY, "host": MAY, "watch": 403},
    "/confirm": {"1": 403, "host": 403, "watch": 403},
}


@pytest.mark.parametrize("below", GETS)
def test_who_may_look(table: Table, below: str) -> None:
    for door, status in LADDER[below].items():
        table.get(door, below, status)


@pytest.mark.parametrize("below", POSTS)
def test_who_may_act(table: Table, below: str) -> None:
    for door, expected in POST_LADDER[below].items():
        status = table.client.post(table.path(door) + below).status_code
        assert status in ((200, 303, 409, 422) if expected == MAY else (expected,)), (door, status)


@pytest.mark.parametrize("below", [*GETS, *POSTS])
@pytest.mark.parametrize("door", ["1", "host", "watch"])
def test_to_a_stranger_there_is_nothing(table: Table, door: str, below: str) -> None:
    own = table.path(door)
    token = own.rsplit("/", 1)[1]
    wrong = [
        own[:-1] + ("A" if own[-1] != "A" else "B"),
        own.replace(f"/{door}/", "/2/"),
        own.replace(f"/{door}/", "/7/"),
        own.replace(f"/{door}/", "/0/"),
        own.replace(table.id, "nowhere9"),
        f"/tables/{table.id}/{door}/{token}%00",
        f"/tables/{table.id}/{door}/-",
    ]
    for path in wrong:
        method = "GET" if below in GETS else "POST"
        assert table.client.open(path + below, method=method).status_code == 404, path


@pytest.mark.parametrize("below", POSTS)
def test_what_changes_something_is_not_a_link(table: Table, below: str) -> None:
    expected = 200 if below == "/links" else 405
    assert table.client.get(table.path("host") + below).status_code == expected


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_no_other_method_is_taken(table: Table, method: str) -> None:
    assert table.client.open(table.path("host"), method=method).status_code == 405


def test_a_link_made_anew_shuts_the_older_one_out(table: Table) -> None:
    old, other = table.path("2"), table.path("3")
    table.post("host", "/links", door="2")
    assert table.client.get(old).status_code == 404
    assert table.client.get(old, headers={"X-Fragment": "table"}).status_code == 404
    assert table.client.get(table.path("2")).status_code == 200
    assert table.client.get(other).status_code == 200


def test_the_host_link_can_be_made_anew_as_well(table: Table) -> None:
    old = table.path("host")
    answer = table.post("host", "/links", door="host")
    assert answer.location == table.path("host") + "/links" != f"{old}/links"
    assert table.client.get(old).status_code == 404


def test_a_link_of_no_seat_is_not_made(table: Table) -> None:
    table.post("host", "/links", 422, door="6")
    table.post("host", "/links", 422)


@pytest.fixture
def strict_table(sqlite_url: str) -> Iterator[Table]:
    """A table of an app whose forms need their token."""
    yield from map(make_table, app_on(sqlite_url, forms_need_tokens=True))


@pytest.mark.parametrize("below", ["/do", "/undo", "/clock", "/links"])
def test_a_form_from_elsewhere_changes_nothing(strict_table: Table, below: str) -> None:
    before = strict_table.game.number
    strict_table.post("host", below, 400, op="note x", hand="start", door="1")
    assert strict_table.game.number == before


def test_nobody_makes_a_table_from_elsewhere(strict_table: Table) -> None:
    assert strict_table.client.post("/tables", data={"name1": "A", "name2": "B"}).status_code == 400


def test_a_page_with_a_token_is_told_to_nobody(table: Table) -> None:
    for below in ("", "/links"):
        headers = table.get("host", below).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("below", ["/record.txt", "/replay"])
def test_when_the_game_is_over_everybody_has_its_record(table: Table, below: str) -> None:
    table.do("host", "concede Bruno")
    for door in ("1", "5", "watch"):
        assert "Concede" in table.get(door, below).text.title()
