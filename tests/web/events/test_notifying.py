"""Notifications at the doors: an address goes in and never comes out; a change is told after it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.services.notices.test_notifications import Waiting
from tests.web.apps import app_on
from tests.web.events.conftest import Room, make_room
from toolkit.services.kernel import links
from toolkit.services.notices.notifications import Address, Notifier
from toolkit.services.notices.outbox import Answer
from toolkit.services.notices.web_push import Device, keep_device, kept_devices
from toolkit.tournament import announcements
from toolkit.web import create_app
from toolkit.web.base.addresses import LISTENS_AT
from toolkit.web.base.stores import context_of, current_context
from toolkit.web.events.notifying import _KEY, _push, _settle

URL = "https://discord.com/api/webhooks/1234567890/very-secret-token-abcd"


@pytest.fixture
def app(sqlite_url: str, tmp_path: Path) -> Iterator[Flask]:
    for made in app_on(sqlite_url, DATA_FOLDER=str(tmp_path), OFFLINE=False):
        before = made.extensions[_KEY]
        made.extensions[_KEY] = Notifier(lambda: tmp_path, settle=str, sender=lambda *_: Answer())
        yield made
        made.extensions[_KEY] = before


@pytest.fixture
def room(app: Flask) -> Room:
    return make_room(app, 8, rounds=2)


def waiting(app: Flask, tmp_path: Path, **given: Any) -> Waiting:
    app.extensions[_KEY] = Waiting(lambda: tmp_path, **given)
    return app.extensions[_KEY]


def address(client: FlaskClient, id: str, **more: object):
    sent = {"url": URL, "occasions": ["round", "announcement"], **more}
    return client.post(f"/api/v1/tournaments/{id}/notifications", json=sent)


def test_an_address_goes_in_and_never_comes_out(app: Flask, room: Room) -> None:
    made = address(room.client, room.id)
    shown = {"number": 1, "shown": "discord://…abcd", "occasions": ["round", "announcement"], "error": ""}
    assert (made.status_code, made.json) == (201, [shown])
    base = f"/api/v1/tournaments/{room.id}"
    texts = [room.raw("/notifications"), room.raw("/log"), room.raw("/access"), made.text]
    texts += [room.client.get(f"{base}{path}").text for path in ("/notifications", "/export", "/log", "")]
    assert all("very-secret" not in text for text in texts)
    assert "discord://…abcd" in texts[0]
    assert app.test_client().get(f"{base}/notifications").status_code == 404
    assert room.client.delete(f"{base}/notifications/1").json == []
    assert room.client.delete(f"{base}/notifications/1").status_code == 404


def test_a_published_round_is_told_and_a_note_is_not(app: Flask, room: Room, tmp_path: Path) -> None:
    told = waiting(app, tmp_path)
    address(room.client, room.id)
    room.seat()
    noted = room.client.post(f"/api/v1/tournaments/{room.id}/notes", json={"text": "Nobody's business"})
    assert noted.status_code == 200
    # Opened at an address that only this machine knows, it has no link.
    assert told.texts() == ["Praxis Seizure: Lyon: round 1 is seated."]


@pytest.mark.parametrize(("listens", "link"), [(None, []), (("0.0.0.0", 8080), ["http://192.0.2.7:8080/tournaments/"])])
def test_what_the_program_itself_changes_is_told_too(
    app: Flask, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listens: object, link: list[str]
) -> None:
    told = waiting(app, tmp_path)
    address(room.client, room.id)
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.0.2.7")
    monkeypatch.setitem(app.config, LISTENS_AT, listens)
    room.change(announcements.announce, "Lunch")
    assert told.texts() == ["\n".join(["Praxis Seizure: Lyon: Lunch", *[one + room.id for one in link]])]


def test_a_place_that_nobody_took_in_time_is_offered_to_the_next_and_told(
    app: Flask, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = waiting(app, tmp_path, settle=partial(_settle, app))
    address(room.client, room.id, occasions=["place"])
    api = f"/api/v1/tournaments/{room.id}/sign-up"
    room.client.put(api, json={"capacity": 8})
    for name in ("Ann", "Ben"):
        room.client.post(f"/tournaments/{room.id}/sign-up", data={"name": name, "no_vekn": "1"})
    room.client.put(api, json={"capacity": 9, "offer_hours": 1})
    with app.app_context():
        context, later = current_context(), current_context().now() + timedelta(minutes=61)
    monkeypatch.setattr(context, "now", lambda: later)
    assert len(told.texts(60 * 59)) == 1
    told.texts(60 * 61)  # puts aside what is told, which is sent next
    assert [text.partition("\n")[0] for text in told.texts()] == [
        f"Praxis Seizure: Lyon: a place is offered to {name}." for name in ("Ann", "Ben")
    ]
    told.texts(60 * 200)
    assert len(told.texts()) == 2


def test_offline_nothing_is_told(app: Flask, room: Room, tmp_path: Path) -> None:
    told = waiting(app, tmp_path)
    app.config["OFFLINE"] = True
    address(room.client, room.id)
    room.seat()
    room.post("/notifications/1/test")
    assert told.texts() == []
    assert "nothing is sent" in room.raw("/notifications")


def test_what_needs_no_store_opens_none_though_changes_are_heard_of(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path / "data")}).test_client()
    assert client.post("/api/v1/decks/check", data="12x Nana Buruku", content_type="text/plain").status_code == 200
    assert not (tmp_path / "data").exists()


def test_what_goes_wrong_never_reaches_who_made_the_change(app: Flask, room: Room, tmp_path: Path) -> None:
    class Broken(Notifier):
        def hear(self, *_: object, **__: object) -> None:
            raise RuntimeError(URL)

    app.extensions[_KEY] = Broken(lambda: tmp_path, settle=str)
    room.seat()
    assert room.tournament.published == 1


def test_the_form_adds_tests_and_removes(app: Flask, room: Room, tmp_path: Path) -> None:
    told = waiting(app, tmp_path)
    refused = room.client.post(f"{room.base}/notifications", data={"url": "discord://very-secret", "round": "1"})
    assert (refused.status_code, "very-secret" in refused.text) == (422, False)
    assert "The address discord://… cannot be read" in refused.text
    assert "Choose when to notify." in room.post("/notifications", 422, url=URL)
    room.post("/notifications", url=URL, result="1")
    room.post("/notifications/1/test")
    assert told.texts() == ["Praxis Seizure: Lyon: this is a test."]
    told.outbox.errors[room.id, "discord://1234567890/very-secret-token-abcd"] = "it answered 500"
    assert "Not sent: it answered 500." in room.get("/notifications")
    room.post("/notifications/1/remove")
    assert "No addresses yet." in room.get("/notifications")


INSIDE = "ntfy://127.0.0.1:9/topic"


def test_on_a_server_for_the_public_an_address_of_its_own_network_is_refused(
    app: Flask, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setitem(app.config, "TRUSTED_HOSTS", ["localhost"])
        assert "leads into this server's own network" in room.post("/notifications", 422, url=INSIDE, round="1")
        assert address(room.client, room.id, url=INSIDE).json["code"] == "own_network"
    room.post("/notifications", url=INSIDE, round="1")  # a hall may have a server of its own


@pytest.mark.parametrize("config", [{"ACCOUNTS": True}, {"TRUSTED_HOSTS": ["vtes.example"]}, {"PROXIES": 1}])
def test_nor_does_it_send_there(tmp_path: Path, config: dict[str, object]) -> None:
    public = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path), **config})
    sent = public.extensions[_KEY]._sender(Address(url=INSIDE, occasions=()), "Hello")
    assert sent == Answer("it leads into this server's own network")


def test_the_last_error_of_an_address_is_shown_masked(room: Room) -> None:
    assert Address(url="ntfy://topic", occasions=()).shown == "ntfy://…"


def test_a_device_is_told_nothing_by_a_link_that_was_replaced_since(
    app: Flask, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, pushed, key = waiting(app, tmp_path, pusher=partial(_push, app)), [], links.key_of(context_of(app), room.id)
    monkeypatch.setattr(
        "toolkit.web.events.notifying.send_push", lambda *sent: pushed.append(sent[2].player) or Answer()
    )
    for player in (1, 2):
        page = f"https://vtes.example{links.player_path(room.id, player, key)}"
        url = f"https://fcm.googleapis.com/fcm/send/{player}"
        device = Device(url=url, p256dh="B" * 86 + "A", auth="A" * 22, player=player, language="en", page=page)
        keep_device(tmp_path, room.id, device)
    room.post("/access/player", player=1)
    room.seat()
    told.texts()
    assert pushed == [2]
    assert [device.player for device in kept_devices(tmp_path, room.id)] == [2]
