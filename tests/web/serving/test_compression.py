"""What is compressed, what is not, and what a first visit weighs."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Response, url_for
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.apps import app_on
from tests.web.events.conftest import Room, make_room
from toolkit import web
from toolkit.services.kernel.links import player_path, table_path
from toolkit.web.base.access import link_key
from toolkit.web.serving.compression import shortened

STATIC = Path(web.__file__).parent / "static"
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
OLDER = {"Accept-Encoding": "gzip, deflate"}


def first_visit(client: FlaskClient, path: str) -> int:
    """The bytes of a page with its style sheets, scripts and what those import, without fonts and pictures."""
    page = client.get(path, headers=BROWSER, buffered=True, base_url="https://localhost")
    assert (page.status_code, page.headers["Content-Encoding"]) == (200, "br")
    text = client.get(path, base_url="https://localhost").text
    files = re.findall(r'(?:href|src)="(/static/[^"?]+\.(?:css|js))\?', text)
    scripts = [client.get(file, buffered=True).text for file in files if file.endswith(".js")]
    imported = {f"/static/{name}" for script in scripts for name in re.findall(r'from "\./(.+\.js[^"]*)"', script)}
    sent = [client.get(file, headers=BROWSER, buffered=True).data for file in {*files, *imported}]
    return len(page.data) + sum(map(len, sent))


def test_a_page_goes_out_compressed_and_as_it_is_where_nobody_asks(client: FlaskClient) -> None:
    plain = client.get("/help/")
    brotli, packed = (client.get("/help/", headers=asked, buffered=True) for asked in (BROWSER, OLDER))
    ways = [answer.headers.get("Content-Encoding") for answer in (brotli, packed, plain)]
    assert ways == ["br", "gzip", None]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(brotli.data) < len(packed.data) < len(plain.data) / 3
    assert gzip.decompress(packed.data)[:15] == plain.data[:15]


def test_a_file_is_compressed_once_and_keeps_its_address_for_a_year(client: FlaskClient) -> None:
    files = [client.get("/static/app.css?v=1", headers=BROWSER, buffered=True) for _ in range(2)]
    assert {file.headers["Content-Encoding"] for file in files} == {"br"}
    assert files[0].data == files[1].data
    assert "immutable" in files[1].headers["Cache-Control"]
    again = client.get(
        "/static/app.css?v=1", headers=BROWSER | {"If-None-Match": files[1].headers["ETag"]}, buffered=True
    )
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/cards/?q=fame", "/deck?n=x", "/static/bell.wav", "/static/fonts/alegreya-700.woff2"]
)
def test_an_answer_to_a_search_is_not_compressed_nor_what_is_packed_already(client: FlaskClient, path: str) -> None:
    assert "Content-Encoding" not in client.get(path, headers=BROWSER, buffered=True).headers


def test_an_answer_to_a_form_is_not_compressed(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.post("/", data={"text": "1x Fame"}, headers=BROWSER, buffered=True).headers


def test_every_kind_of_text_is_compressed(client: FlaskClient) -> None:
    with client.application.test_request_context(headers=BROWSER):
        for kind in ("html", "css", "javascript", "plain", "csv", "calendar"):
            answer = client.application.process_response(Response("a" * 1000, mimetype=f"text/{kind}"))
            assert answer.headers.get("Content-Encoding") == "br", kind


def test_a_table_s_part_and_its_answer_to_a_form_are_compressed_and_keep_the_tag(client: FlaskClient) -> None:
    table = client.post("/tables", data={"name1": "Anna", "name2": "Bruno"}).location.removesuffix("/links")
    part = {"X-Fragment": "table"}
    plain, packed = (client.get(table, headers=part | asked, buffered=True) for asked in ({}, BROWSER))
    assert (packed.headers["Content-Encoding"], packed.headers["ETag"]) == ("br", plain.headers["ETag"])
    assert len(packed.data) < len(plain.data) / 3
    for _ in range(2):  # the app, and what stands before it
        again = client.get(table, headers=part | BROWSER | {"If-None-Match": packed.headers["ETag"]})
        assert (again.status_code, again.headers.get("Content-Encoding")) == (304, None)
    (drawn, *_) = re.findall(r'name="sequence" value="(\d+)"', plain.text)
    answer = client.post(
        f"{table}/do", data={"choice": "stop", "sequence": drawn}, headers=part | BROWSER, buffered=True
    )
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, "br")


def test_a_program_sends_a_version_back_as_it_came(room: Room) -> None:
    room.seat()
    for path in (f"/api/v1/tournaments/{room.id}/public.json", f"/tournaments/{room.id}/picture.svg"):
        plain, packed = (room.client.get(path, headers=asked, buffered=True) for asked in ({}, BROWSER))
        tag = packed.headers["ETag"]
        assert (packed.headers["Content-Encoding"], tag) == ("br", plain.headers["ETag"])
        for condition, status in (("If-Match", 200), ("If-None-Match", 304)):
            again = room.client.get(path, headers=BROWSER | {condition: tag}, buffered=True)
            assert again.status_code == status, (path, condition)


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    for app in app_on(sqlite_url):
        yield make_room(app, 4)


def test_a_page_that_shows_a_link_or_key_is_not_compressed(room: Room) -> None:
    room.seat()
    follow = f"/tables/event/{room.id}/1/1"
    room.client.post(follow, data={"depth": "light"})
    shown = [f"{room.base}/{name}" for name in ("access", "players/1", "players")] + [follow]
    answers = [room.client.get(path, headers=BROWSER, buffered=True) for path in shown]
    assert {answer.status_code for answer in answers} == {200}
    assert ["Content-Encoding" in answer.headers for answer in answers] == [False, False, True, False]


def test_a_player_s_pages_are_compressed_and_the_event_s_page_shows_no_link(room: Room) -> None:
    room.seat()
    phone, public = room.app.test_client(), f"/tournaments/{room.id}"
    with room.app.test_request_context():
        own = player_path(room.id, 1, link_key(room.id))
    for path in (own, public):
        assert phone.get(path, headers=BROWSER, buffered=True).headers["Content-Encoding"] == "br"
    page = phone.get(public).text
    assert f"{public}/own" in page
    assert own.rsplit("/", 1)[1] not in page
    answer = phone.get(f"{public}/own")
    assert (answer.headers["Location"], answer.headers["Cache-Control"]) == (own, "no-store")
    assert room.app.test_client().get(f"{public}/own").headers["Location"] == public


def test_an_official_who_opens_a_link_gets_no_further_link_compressed(room: Room) -> None:
    """Whoever gives them the address chooses words in it, and perhaps a name on the page."""
    room.seat()
    follow, official, stranger = f"/tables/event/{room.id}/1/1", room.client, room.app.test_client()
    official.post(follow, data={"depth": "light"})
    game, word, token = re.findall(r'"/tables/([^/"]+)/(\w+)/([^/"]+)"', official.get(follow).text)[0]
    with room.app.test_request_context():
        key = link_key(room.id)
        own, table = (path.rsplit("/", 1)[1] for path in (player_path(room.id, 1, key), table_path(room.id, 1, 1, key)))
    opened = set()
    for rule in room.app.url_map.iter_rules():
        is_game, is_player = "word" in rule.arguments, "/players/" in rule.rule
        values = {"id": game if is_game else room.id, "word": word, "number": 1, "table": 1, "player": 1}
        values["token"] = token if is_game else own if is_player else table
        if "token" not in rule.arguments or not rule.arguments <= values.keys() or "GET" not in (rule.methods or ()):
            continue
        with room.app.test_request_context():
            path = url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
        answers = [client.get(path, headers=OLDER, buffered=True) for client in (official, stranger)]
        if [answer.status_code for answer in answers] == [200, 200]:
            more, less = (links_in(answer) for answer in answers)
            assert more <= less or "Content-Encoding" not in answers[0].headers, path
            opened.add(rule.endpoint)
    assert {"tables.at_event_table", "room.table_entry", "room.player", "tables.table"} <= opened


def links_in(answer: TestResponse) -> set[str]:
    """The words in the addresses of a page that are long enough for a link's secret."""
    is_packed = "Content-Encoding" in answer.headers
    page = (gzip.decompress(answer.data) if is_packed else answer.data).decode()
    return {word for path in re.findall(r'="(/[^"?]*)', page) for word in path.split("/") if len(word) > 15}


def test_a_first_visit_is_light(room: Room) -> None:
    room.seat()
    with room.app.test_request_context():
        own = player_path(room.id, 1, link_key(room.id))
    phone = room.app.test_client()
    # Ids, links and tokens are chance: 200 pages differ by 19 bytes at most.
    assert first_visit(phone, "/") <= 19_900
    assert first_visit(phone, own) <= 32_600
    assert first_visit(room.client, f"{room.base}/rounds/1") <= 41_700


def test_fonts_are_light_and_kept_for_a_year(client: FlaskClient) -> None:
    page = client.get("/").text
    fonts = [client.get(path, buffered=True) for path in re.findall(r'href="(/static/fonts/[^"]+)"', page)]
    assert len(fonts) == 3
    assert sum(len(font.data) for font in fonts) <= 60_000
    assert {font.cache_control.max_age for font in fonts} == {365 * 24 * 3600}


def test_what_a_script_loses_is_comments_and_indents() -> None:
    for file in STATIC.rglob("*.js"):
        lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
        assert [line for line in lines if line.count("`") % 2] == [], f"{file.name}: a text over several lines"
        assert shortened(file).split("\n")[:-1] == [line for line in lines if line and not line.startswith("//")]


def test_what_a_style_sheet_loses_is_comments_and_indents() -> None:
    for file in STATIC.rglob("*.css"):
        code = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"/\*|\*/", code), f"{file.name}: a text like a comment"
        assert "".join(shortened(file).split()) == "".join(code.split())
