from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.apps import app_on
from toolkit.services.accounts import accounts
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link

PASSWORD = "correct horse battery"


class Hall:
    """An event of eight players, and browsers of the people around it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        with app.app_context():
            self.context = stores.current_context()
            self.key = stores.current_entry_key()
            self.id = create(self.context, Configuration(name="Lyon", rounds=2), by="Test").id
            work = UnitOfWork(context=self.context, id=self.id, by="Test")
            add_players(work, [Registration(name=f"Player {number}") for number in range(1, 9)])

    @property
    def links(self) -> links.LinkKey:
        return links.key_of(self.context, self.id)

    def browser(self, who: str) -> FlaskClient:
        """A fresh browser of that person: of officials with the cookie that their link sets."""
        client = self.app.test_client()
        if who == "organizer":
            client.get(organizer_link(self.key))
        elif who in ("judge", "scorekeeper"):
            link = links.add_official(self.context, self.id, Role(who), f"The {who}")
            client.get(links.official_path(self.id, link, self.links))
        return client

    def account(self, name: str, role: Role | None = None, *, is_admin: bool = False) -> FlaskClient:
        """A browser that is signed in."""
        account = accounts.sign_up(self.context, name, PASSWORD, is_admin=is_admin)
        if role is not None:
            accounts.add_member(self.context, self.id, account, role)
        client = self.app.test_client()
        answer = client.post("/account/sign-in", data={"name": name, "password": PASSWORD})
        assert answer.status_code == 303, answer.text
        return client

    def last_author(self, id: str = "") -> str:
        """Who wrote the newest entry of the log."""
        tournament = self.context.tournaments.look(id or self.id).state
        return tournament.entry(tournament.number).by

    def address(self, rule: Rule, token: str = "") -> str:
        """An address of that shape: the first of everything."""
        place = {
            "table": "1",
            "player": "1",
            "number": "1",
            "sanction": "1",
            "raffle": "1",
            "pod": "1",
            "sign_up": "1",
            "name": "seating",
            "kind": "csv",
        }
        rest = {"filename": "app.css", "form": "text", "event": "x", "key": "x"}
        values = {"id": self.id, "token": token or "wrong", **place, **rest}
        built = rule.rule
        for name in rule.arguments:
            kinds = (f"<int:{name}>", f"<path:{name}>", f"<{name}>")
            for kind in kinds:
                built = built.replace(kind, values.get(name, "x"))
        return built

    def token(self, rule: Rule) -> str:
        """What opens that address to the holder of its link."""
        if rule.endpoint.startswith("room.table_"):
            return links.table_token(self.links, self.id, 1, 1)
        if rule.endpoint in ("room.pod", "room.enter_at_pod"):
            return self.links.token(self.id, links.pod_name(1))
        if "sign_up" in rule.arguments:
            return self.links.token(self.id, links.sign_up_name(1))
        return links.player_token(self.links, self.id, 1)


def hall_at(folder: Path, **config: object) -> Hall:
    database = {"DATABASE_URL": f"sqlite:///{folder / 'store.db'}", "DATA_FOLDER": str(folder)}
    return Hall(
        create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False, **database, **config})
    )


@pytest.fixture
def laptop(sqlite_url: str) -> Iterator[Hall]:
    """Without accounts."""
    yield from map(Hall, app_on(sqlite_url, RATELIMIT_ENABLED=False))


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Hall]:
    """With accounts."""
    yield from map(Hall, app_on(sqlite_url, accounts=True, RATELIMIT_ENABLED=False))
