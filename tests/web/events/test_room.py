from __future__ import annotations

import html
import re

import pytest

from tests.web.events.conftest import Room
from tests.web.pages import text_of
from toolkit.tournament import event
from toolkit.web.base.addresses import FOR_THE_ROOM, LISTENS_AT


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.168.1.7")


def shown(room: Room, host: str) -> str:
    return room.client.get(f"{room.base}/room", headers={"Host": host}).text


def test_a_laptop_shows_the_address_that_the_room_reaches_it_by(room: Room, network: None) -> None:
    room.app.config[LISTENS_AT] = ("0.0.0.0", 8080)
    page = shown(room, "localhost")
    assert f'href="http://192.168.1.7:8080/tournaments/{room.id}"' in page
    assert "<svg" in page
    assert f'value="http://192.168.1.7:8080/tournaments/{room.id}/players/1/' in room.raw("/players/1")


@pytest.mark.parametrize("listens", [None, ("127.0.0.1", 8080)])
def test_what_only_this_machine_can_open_is_said(room: Room, network: None, listens: tuple[str, int] | None) -> None:
    room.app.config[LISTENS_AT] = listens
    room.app.config[FOR_THE_ROOM] = "vtes-toolkit serve --data here --host 0.0.0.0"
    page = shown(room, "localhost")
    assert "not on phones" in page
    assert "<code>vtes-toolkit serve --data here --host 0.0.0.0</code>" in page


def test_what_opens_the_big_screen_says_why_it_shows_no_code(room: Room, network: None) -> None:
    hint = "The big screen shows no QR code: phones cannot reach this computer yet."
    assert f'<a href="{room.base}/room">{hint}</a>' in room.raw("/players")
    room.app.config[LISTENS_AT] = ("0.0.0.0", 8080)
    assert hint not in room.raw("/players")


def test_the_frame_and_the_overlay_have_the_address_that_others_reach(room: Room, network: None) -> None:
    room.seat()
    room.sweep(1)
    room.app.config[LISTENS_AT] = ("0.0.0.0", 8080)
    page = html.unescape(room.raw("/standings"))
    for path in ("embed", "overlay?table=1"):
        assert f'"http://192.168.1.7:8080/tournaments/{room.id}/{path}"' in page


def test_paper_without_codes_is_said_once_where_it_is_printed(room: Room, network: None) -> None:
    room.seat()
    said = "For QR codes on the sheets, connect the phones."
    assert [room.get(path).count(said) for path in ("/rounds/1", "/sheets", "/rounds/2")] == [1, 1, 0]
    assert "Players' cards" not in room.get("/room")
    room.app.config[LISTENS_AT] = ("0.0.0.0", 8080)
    assert [room.get(path).count(said) for path in ("/rounds/1", "/sheets")] == [0, 0]
    assert "Players' cards" in text_of(shown(room, "localhost"))


def test_a_server_shows_the_name_that_was_configured_and_asked(room: Room, network: None) -> None:
    room.app.config["TRUSTED_HOSTS"] = ["vtes.example", "localhost"]
    room.client.set_cookie("organizer", room.client.get_cookie("organizer").value, domain="vtes.example")
    assert f'href="http://vtes.example/tournaments/{room.id}"' in shown(room, "vtes.example")
    assert "not on phones" not in shown(room, "vtes.example")


def test_every_page_under_more_has_the_name_that_leads_to_it(room: Room) -> None:
    sign_up = {"opens": None, "closes": None, "capacity": 40, "asks": ["vekn"], "offer_minutes": 1440}
    room.change(event.configure, {"sign_up": sign_up, "has_fees": True, "decklists": "paper"})
    more = room.raw("/players").partition('id="more"')[2].partition("<p")[0]
    links = re.findall(r'<a\s+href="(/tournaments/[^"]+/console/[^"]+)"(?![^>]*download)[^>]*>([^<]+)</a>', more)
    assert len(links) > 9
    for url, word in links:
        (title,) = re.findall(r"<h1[^>]*>(.*?)</h1>", room.client.get(url).text, re.DOTALL)
        assert text_of(title).startswith(word.strip())
