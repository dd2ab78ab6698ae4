from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.api.test_api_tournaments import TABLES, Api, app_at, key_of, organizer_of, secret_of
from tests.web.apps import app_on
from tests.web.pages import markup_of
from toolkit.services.kernel.links import LinkKey

__all__ = ["TABLES", "Api", "Room"]


class Room:
    """An event of eight players, the organizer, and somebody without an account."""

    def __init__(self, app: Flask) -> None:
        self.app, self.key = app, LinkKey(secret_of(app))
        self.api = organizer_of(app)
        self.id = self.api.id
        self.client: FlaskClient = app.test_client()

    def open_as_organizer(self) -> None:
        """Let the browser be the organizer's."""
        self.client.set_cookie("organizer", key_of(self.app))

    def seat(self) -> Room:
        """Publish round 1: players 1 to 4 at table 1, 5 to 8 at table 2."""
        self.api("POST", "/rounds", {"tables": TABLES, "publish": True})
        return self

    def get(self, path: str, status: int = 200) -> TestResponse:
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer

    def post(self, path: str, status: int = 303, **data: object) -> TestResponse:
        answer = self.client.post(path, data=data)
        assert answer.status_code == status, answer.text
        return answer

    def table(self, number: int = 1, table: int = 1) -> dict[str, object]:
        shown: dict[str, object] = self.api("GET", f"/rounds/{number}")["tables"][table - 1]
        return shown

    def sequence(self) -> int:
        return int(self.api("GET", "")["sequence"])


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    """Forms need no token here; `strict_app` asks for it."""
    yield from app_on(sqlite_url)


@pytest.fixture
def room(app: Flask) -> Room:
    return Room(app)


@pytest.fixture
def strict_room(sqlite_url: str) -> Iterator[Room]:
    """The same where forms need their token."""
    for made in app_at(sqlite_url):
        yield Room(made)


def hidden(page: str, name: str) -> str:
    """A hidden field of a page's forms, the same in all of them."""
    (value,) = set(re.findall(rf'name="{name}" value="([^"]*)"', page))
    return str(value)


def points_of(page: str) -> list[str]:
    """The victory points that a table's page shows, in seat order."""
    return re.findall(r'<tr><th scope="row">[^<]+</th><td class="number">([^<]*)</td>', markup_of(page))
