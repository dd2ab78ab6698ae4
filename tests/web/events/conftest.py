from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.apps import app_on
from tests.web.pages import text_of
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, Tournament
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    """An app with a database of its own; that forms need their token is shown in test_access.py."""
    yield from app_on(sqlite_url)


class Room:
    """One event, and somebody's browser that looks at its console."""

    def __init__(self, app: Flask, id: str, client: FlaskClient) -> None:
        self.app, self.id, self.client = app, id, client
        self.base = f"/tournaments/{id}/console"

    def get(self, path: str = "", status: int = 200) -> str:
        answer = self.client.get(self.base + path)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def post(self, path: str, status: int = 303, **form: object) -> str:
        answer = self.client.post(self.base + path, data=form)
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def raw(self, path: str) -> str:
        return self.client.get(self.base + path).text

    @property
    def tournament(self) -> Tournament:
        with self.app.app_context():
            return stores.current_context().tournaments.look(self.id).state

    @property
    def work(self) -> UnitOfWork:
        """The event, to be changed by somebody who has no page open."""
        return UnitOfWork(context=stores.context_of(self.app), id=self.id, by="Test")

    def change(self, operation: Callable[..., Any], *words: object, **options: object) -> None:
        with self.app.app_context():
            self.work.change(operation, *words, **options)

    def hand_in(self, player: int, text: str, **options: Any) -> None:
        """A player's list, judged by the cards in use."""
        with self.app.app_context():
            submit_deck(self.work, player, text, stores.card_data(), **options)

    def seat(self) -> None:
        """Draft and publish the next round."""
        self.post("/rounds/draft", seconds=1)
        self.post(f"/rounds/{len(self.tournament.rounds)}/publish")

    def sweep(self, number: int) -> None:
        """The first seat of every table of a round gets everything."""
        for table, players in self.tournament.round(number).numbered():
            self.post(f"/rounds/{number}/tables/{table}/points", vp1=len(players))


def organizer_client(app: Flask) -> FlaskClient:
    client = app.test_client()
    with app.app_context():
        key = stores.current_entry_key()
    assert client.get(organizer_link(key)).status_code == 303
    return client


def make_room(app: Flask, players: int, **settings: object) -> Room:
    with app.app_context():
        context = stores.current_context()
        made = create(context, Configuration(**{"name": "Praxis Seizure: Lyon", **settings}), by="Test")  # type: ignore[arg-type]
        people = [Registration(name=f"Player {number}") for number in range(1, players + 1)]
        if people:
            add_players(UnitOfWork(context=context, id=made.id, by="Test"), people)
    return Room(app, made.id, organizer_client(app))


@pytest.fixture
def organizer(app: Flask) -> FlaskClient:
    return organizer_client(app)


@pytest.fixture
def room(app: Flask) -> Room:
    """The organizer at an event of eight players and two rounds."""
    return make_room(app, 8, rounds=2)
