"""A table of five and its cast: each seat, the host, whoever watches, and strangers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.apps import app_on
from tests.web.pages import text_of
from toolkit.game import GameState
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import TableGame, games
from toolkit.services.tables.links import link_path, token_of
from toolkit.storage import folder_url
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.tables.choices import Choices
from toolkit.web.tables.offers.offer import Offer, Viewpoint
from toolkit.web.tables.seen import seen_by

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
BEGAN = datetime(2026, 11, 21, 10, tzinfo=UTC)


def offers_for(state: GameState, seat: str | None, depth: str, *, can_correct: bool = False) -> list[Offer]:
    """Every form of a seat, in no order."""
    seen = seen_by(state, seat)
    choices = Choices(Viewpoint(state, seat or "", seen.view, seen.names), depth, can_correct)
    return [*choices.first(), *(offer for part in choices.later() for offer in part.make(choices.at))]


class Table:
    """One table, and browsers in front of it."""

    def __init__(self, app: Flask, id: str) -> None:
        self.app, self.id = app, id
        self.client: FlaskClient = app.test_client()
        with app.app_context():
            self.key = stores.current_secret()

    @property
    def game(self) -> TableGame:
        with self.app.app_context():
            return games(stores.current_context()).look(self.id).state

    def path(self, door: str) -> str:
        return link_path(self.key, self.id, door, self.game.issues)

    def get(self, door: str, below: str = "", status: int = 200, *, client: FlaskClient | None = None) -> TestResponse:
        answer = (client or self.client).get(self.path(door) + below)
        assert answer.status_code == status, text_of(answer)
        return answer

    def post(self, door: str, below: str, status: int = 303, /, **form: object) -> TestResponse:
        answer = self.client.post(self.path(door) + below, data=form)
        assert answer.status_code == status, text_of(answer)
        return answer

    def do(self, door: str, line: str, status: int = 303, /, **form: object) -> TestResponse:
        return self.post(door, "/do", status, op=line, **form)

    def api(self, method: str, below: str, door: str, body: Any = None, **headers: str) -> TestResponse:
        token = token_of(self.key, self.id, door, self.game.issues)
        return self.client.open(
            f"/api/v1/games/{self.id}{below}",
            method=method,
            json=body if method == "POST" else None,
            headers={"Authorization": f"Bearer {token}", **headers},
        )


class Clock:
    """The context's clock, moved by hand."""

    def __init__(self) -> None:
        self.time = BEGAN

    def __call__(self) -> datetime:
        return self.time

    def pass_minutes(self, minutes: int) -> None:
        self.time += timedelta(minutes=minutes)


def with_clock(app: Flask) -> Flask:
    with app.app_context():
        stores.current_context().now = Clock()
    return app


@pytest.fixture(scope="module")
def app(prepared_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for many tables: none of them knows of another.

    Forms need no token here; that they do is shown in test_access.py.
    """
    folder = tmp_path_factory.mktemp("tables")
    shutil.copy(prepared_file, folder)
    yield from map(with_clock, app_on(str(folder_url(folder))))


@pytest.fixture
def fresh_app(sqlite_url: str, tmp_path: Path) -> Iterator[Flask]:
    """An app in which nothing has happened."""
    made = create_app(
        {"TESTING": True, "DATABASE_URL": sqlite_url, "DATA_FOLDER": str(tmp_path), "WTF_CSRF_ENABLED": False}
    )
    yield with_clock(made)
    stores.close(made)


@pytest.fixture
def clock(app: Flask) -> Clock:
    with app.app_context():
        now = stores.current_context().now
    assert isinstance(now, Clock)
    return now


def make_table(app: Flask, *names: str, **wishes: Any) -> Table:
    with app.app_context():
        context = stores.current_context()
        id = create_table(
            context, TableWishes(names=names or NAMES, **{"changes": {"game_speed": "table"}, **wishes}), by="Host"
        )
    return Table(app, id)


@pytest.fixture
def table(app: Flask) -> Table:
    """Five players, Anna first, as at an event."""
    return make_table(app, profile="vekn_event", minutes=120)
