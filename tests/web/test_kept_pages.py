"""What installs a page and keeps it readable: over https alone, and as private as the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.apps import app_on
from tests.web.events.conftest import Room, make_room
from tests.web.pages import markup_of
from toolkit.services.kernel import links
from toolkit.services.kernel.links import own_table_path, player_name, player_path, table_path
from toolkit.web.base.access import link_key
from toolkit.web.base.stores import current_context

HTTPS = "https://localhost"


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    for app in app_on(sqlite_url):
        yield make_room(app, 4)


def own_page(room: Room) -> str:
    with room.app.test_request_context():
        return player_path(room.id, 1, link_key(room.id))


def test_over_plain_http_nothing_is_kept_or_installed(room: Room) -> None:
    phone = room.app.test_client()
    for path in (own_page(room), f"/tournaments/{room.id}"):
        answer = phone.get(path)
        assert [word for word in ("manifest", "kept.js", "data-as-of", "worker") if word in answer.text] == []
        assert "X-Reader" not in answer.headers


def test_the_pages_of_players_tables_and_judges_are_kept(room: Room) -> None:
    room.seat()
    own, base = own_page(room), f"/tournaments/{room.id}"
    with room.app.test_request_context():
        key = link_key(room.id)
        tables = [own_table_path(room.id, 1, 1, key), table_path(room.id, 1, 1, key), table_path(room.id, 1, 1)]
    judges = [
        f"{base}/judge{part}" for part in ("", "/tables", "/rounds/1/tables/1", "/players", "/players/1", "/notes")
    ]
    for path in [own, f"{own}/deck", *tables, *judges]:
        assert 'id="kept"' in markup_of(room.client.get(path, base_url=HTTPS).text), path
    assert 'id="kept"' not in markup_of(room.client.get(base, base_url=HTTPS).text)


def test_a_player_s_manifest_opens_their_page_until_their_link_is_replaced(room: Room) -> None:
    own, phone = own_page(room), room.app.test_client()
    page = phone.get(own, base_url=HTTPS)
    assert f'href="{own}/app.webmanifest"' in markup_of(page.text)
    answer = phone.get(f"{own}/app.webmanifest", base_url=HTTPS)
    assert (answer.json["start_url"], answer.headers["Cache-Control"]) == (own, "no-store")
    assert {phone.get(icon["src"], buffered=True).mimetype for icon in answer.json["icons"]} == {"image/png"}
    with room.app.app_context():
        links.renew(current_context(), room.id, player_name(1))
    assert phone.get(f"{own}/app.webmanifest", base_url=HTTPS).status_code == 404


def test_every_other_reader_has_another_word(room: Room) -> None:
    phone = room.app.test_client()
    words = {client.get("/help/", base_url=HTTPS).headers["X-Reader"] for client in (phone, room.client)}
    phone.set_cookie("organizer", "wrong", domain="localhost")
    words.add(phone.get("/help/", base_url=HTTPS).headers["X-Reader"])
    assert len(words) == 3
