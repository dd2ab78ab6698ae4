"""A screen that asks again gets the same answer without the app, for as long as it would be the app's own answer."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.tables.conftest import Table, make_table
from tests.web.tables.test_event import Event
from toolkit.services.kernel.context import open_context
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.web.base import stores

FRAGMENT = {"X-Fragment": "table"}


class Screen:
    """A screen that has drawn the table once."""

    def __init__(self, table: Table, door: str, query: str = "") -> None:
        self.client, self.path = table.app.test_client(), table.path(door) + query
        self.tag = self.ask("").headers["ETag"]

    def ask(self, tag: str | None = None, **headers: str) -> TestResponse:
        sent = {**FRAGMENT, "If-None-Match": self.tag if tag is None else tag, **headers}
        return self.client.get(self.path, headers=sent)


@pytest.fixture
def asleep(app: Flask, monkeypatch: pytest.MonkeyPatch):
    """Call it, and the app itself answers nothing any more."""

    def fall_asleep() -> None:
        monkeypatch.setattr(app, "full_dispatch_request", lambda: 1 / 0)

    return fall_asleep


@pytest.mark.parametrize("door", ["1", "host", "watch"])
def test_nothing_new_is_told_without_the_app(table: Table, asleep, door: str) -> None:
    screen = Screen(table, door)
    first = dict(screen.ask(f'"another", {screen.tag}').headers)
    asleep()
    answer = screen.ask()
    again = dict(answer.headers)
    assert (answer.status_code, answer.data) == (304, b"")
    for headers in (first, again):
        assert float(headers.pop("X-Time")) > 0
        headers.pop("Content-Type", None)
    assert again == first
    assert again["Cache-Control"] == "no-store"


def test_the_time_is_told_each_time(table: Table, clock) -> None:
    screen = Screen(table, "2")
    before = float(screen.ask().headers["X-Time"])
    clock.pass_minutes(5)
    assert float(screen.ask().headers["X-Time"]) == before + 300


def test_an_operation_is_told_at_once(table: Table) -> None:
    screen = Screen(table, "2")
    assert screen.ask().status_code == 304
    table.do("1", "Anna: end-phase")
    assert screen.ask().status_code == 200


def test_what_another_process_wrote_is_told_at_once(table: Table) -> None:
    screen = Screen(table, "2")
    assert screen.ask().status_code == 304
    with table.app.app_context():
        other = open_context(str(stores.current_context().store.url))
    TableUnitOfWork(context=other, id=table.id, by="Anna").undo()
    other.store.close()
    assert screen.ask().status_code == 200


def test_a_link_made_anew_lets_the_older_one_in_no_more(table: Table) -> None:
    old, other = Screen(table, "2"), Screen(table, "3")
    assert (old.ask().status_code, other.ask().status_code) == (304, 304)
    table.post("host", "/links", 303, door="2")
    assert old.ask().status_code == 404
    assert other.ask().status_code == 200
    assert old.ask().status_code == 404


def test_nobody_else_gets_an_answer_by_knowing_the_tag(app: Flask, table: Table) -> None:
    screen, stranger = Screen(table, "2"), make_table(app)
    assert screen.ask().status_code == 304
    client = app.test_client()
    asked = {**FRAGMENT, "If-None-Match": screen.tag}
    for path in (screen.path[:-1], screen.path + "x", screen.path.replace("/2/", "/1/"), stranger.path("2")[:-1]):
        assert client.get(path, headers=asked).status_code == 404, path
    assert client.get(stranger.path("2"), headers=asked).status_code == 304  # its own link, and nothing is new there
    assert client.post(screen.path, headers=asked).status_code == 405


def test_another_look_is_another_answer(table: Table) -> None:
    screen = Screen(table, "2")
    assert screen.ask().status_code == 304
    assert screen.ask(**{"Accept-Language": "fr"}).status_code == 200
    screen.client.set_cookie("depth", "light", path="/tables")
    assert screen.ask().status_code == 200
    screen.client.delete_cookie("depth", path="/tables")
    screen.client.set_cookie("language", "es")
    assert screen.ask().status_code == 200
    assert Screen(table, "2", "?open=effects").tag != screen.tag


def test_a_tag_of_yesterday_is_no_answer(table: Table) -> None:
    screen = Screen(table, "2")
    for tag in ('"0-en-full--"', "", "*x", '"999-en-full--"', "x" * 9000):
        assert screen.ask(tag).status_code == 200, tag[:20]


def test_what_happens_at_the_event_is_told_at_once(app: Flask) -> None:
    event = Event(app)
    table = event.follow(depth="light")
    screen, other = Screen(table, "1"), Screen(table, "watch")
    assert (screen.ask().status_code, other.ask().status_code) == (304, 304)
    event.api("POST", "/rounds/1/clock/start", {})
    assert (screen.ask().status_code, other.ask().status_code) == (200, 200)
