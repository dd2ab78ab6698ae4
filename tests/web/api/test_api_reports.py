"""The reports of a finished event by the API: who gets which, and what a blocked one answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.exchange.events import ARCHONDATA, FILE
from tests.web.api.test_api_tournaments import BASE, key_of
from tests.web.apps import app_on


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url)


@pytest.fixture
def organizer(app: Flask) -> dict[str, str]:
    return {"Authorization": f"Bearer {key_of(app)}"}


@pytest.fixture
def address(app: Flask, organizer: dict[str, str]) -> str:
    content = FILE.read_text(encoding="utf-8")
    made = app.test_client().post(f"{BASE}/import", json={"content": content}, headers=organizer)
    return f"{BASE}/{made.json['id']}/report"


def test_the_organizer_gets_the_checklist_and_the_line(app: Flask, address: str, organizer: dict[str, str]) -> None:
    client = app.test_client()
    shown = client.get(address, headers=organizer).json
    assert shown["due"] == "2026-11-29"
    assert [one["to"] for one in shown["outputs"]][:3] == ["archondata", "workbook", "post"]
    sent = client.get(f"{address}/archondata", headers=organizer)
    assert sent.text == ARCHONDATA + "\n"
    assert sent.content_type == "text/plain; charset=utf-8"


def test_a_blocked_report_says_all_that_is_wrong(app: Flask, address: str, organizer: dict[str, str]) -> None:
    client = app.test_client()
    refused = client.get(f"{address}/post", headers=organizer)
    assert (refused.status_code, refused.json["code"]) == (409, "report_blocked")
    assert refused.json["problems"] == ["The settings do not say the event's number on the VEKN's calendar."]
    assert "[event number]" in client.get(f"{address}/post?draft=1", headers=organizer).text


@pytest.mark.parametrize(("to", "status"), [("archondata", 403), ("post", 403), ("standings", 200), ("text", 200)])
def test_a_stranger_gets_what_the_public_page_shows(app: Flask, address: str, to: str, status: int) -> None:
    assert app.test_client().get(f"{address}/{to}").status_code == status


def test_an_unknown_report_is_not_there(app: Flask, address: str, organizer: dict[str, str]) -> None:
    assert app.test_client().get(address).status_code == 404
    unknown = app.test_client().get(f"{address}/fax", headers=organizer)
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown_report")
    assert app.test_client().get(f"{BASE}/nobody/report/text").status_code == 404


def test_the_public_page_of_a_finished_event_leads_to_its_tables(app: Flask, address: str) -> None:
    stranger = app.test_client()
    page = stranger.get(address.removeprefix("/api/v1").removesuffix("/report")).text
    for to in ("standings", "rounds"):
        assert f'href="{address}/{to}"' in page
        assert stranger.get(f"{address}/{to}").content_type == "text/csv; charset=utf-8"
