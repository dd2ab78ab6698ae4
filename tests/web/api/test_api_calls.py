"""Judge calls and announcements as JSON."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.api.test_api_tournaments import TABLES, Api, app, organizer_of

__all__ = ["app"]


@pytest.fixture
def api(app: Flask) -> Api:
    found = organizer_of(app)
    found("POST", "/rounds", {"tables": TABLES, "publish": True})
    return found


@pytest.fixture
def stranger(app: Flask, api: Api) -> Api:
    found = Api(app.test_client(), {})
    found.id = api.id
    return found


def test_a_call_is_made_taken_and_closed(api: Api) -> None:
    api("POST", "/calls", {"round": 1, "table": 2, "reason": "May he block?"})
    api("POST", "/calls", {"player": TABLES[1][0]})  # sits there: it is open already
    (call,) = api("GET", "/calls")
    assert (call["call"], call["table"], call["reason"], call["taken_by"]) == (1, 2, "May he block?", "")
    api("POST", "/calls/1/take", {"judge": "Ines"})
    assert api("GET", "/calls")[0]["taken_by"] == "Ines"
    api("POST", "/calls/1/close", {"note": "no"})
    assert api("GET", "/calls") == []
    assert api("POST", "/calls/1/close", {}, 404)["code"] == "unknown_call"
    refused = api("POST", "/calls", {"round": 1}, 422)
    assert (refused["code"], refused["errors"]) == ("no_place", {"json": {"round": [refused["message"]]}})


def test_an_announcement_is_read_by_everybody_until_it_is_withdrawn(api: Api, stranger: Api) -> None:
    api("POST", "/announcements", {"text": "Lunch."})
    assert [one["text"] for one in stranger("GET", "/announcements")] == ["Lunch."]
    api("DELETE", "/announcements/1")
    assert stranger("GET", "/announcements") == []
    assert api("DELETE", "/announcements/1", None, 404)["code"] == "unknown_announcement"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/calls"),
        ("POST", "/calls/1/take"),
        ("POST", "/calls/1/close"),
        ("POST", "/announcements"),
        ("DELETE", "/announcements/1"),
    ],
)
def test_a_stranger_neither_calls_nor_announces(stranger: Api, method: str, path: str) -> None:
    assert stranger.raw(method, path, json={"text": "x"}).status_code == 403
    assert stranger.raw("GET", "/calls").status_code == 404
