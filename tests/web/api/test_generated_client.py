"""A client that openapi-python-client generates from the document runs an event of five at a served app."""

from __future__ import annotations

import importlib
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from tests import LONG
from tests.web.api.examples import LIST, NAMES
from tests.web.apps import app_on
from toolkit.web.base import stores
from toolkit.web.base.document import api_of
from toolkit.web.serving.server import make_server

PACKAGE = "generated_client"


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url)


@pytest.fixture
def package(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The generated package, for as long as the test runs."""
    document, folder = tmp_path / "openapi.json", tmp_path / PACKAGE
    document.write_text(json.dumps(api_of(app).description()))
    config = Config.from_sources(ConfigFile(post_hooks=[]), MetaType.NONE, document, "utf-8", True, folder)
    left_out = {fault.header: fault.data.content for fault in generate(config=config) if fault.data}
    assert all("text/plain" in content for content in left_out.values()), left_out
    monkeypatch.syspath_prepend(tmp_path)
    yield PACKAGE
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    host, port = server.address
    yield f"http://{host}:{port}"
    server.stop()
    thread.join(timeout=LONG)


class Program:
    """A program that uses the client as its author would, with the names of the document."""

    def __init__(self, package: str, address: str, token: str) -> None:
        self.package = package
        client = importlib.import_module(f"{package}.client").AuthenticatedClient
        self.client = client(base_url=address, token=token)
        self.models = importlib.import_module(f"{package}.models")

    def __call__(self, operation: str, *parts: Any, body: dict[str, Any] | None = None, **more: Any) -> Any:
        """The answer of an operation, such as `decks.check_deck`; its body's shape is the operation's argument."""
        module = importlib.import_module(f"{self.package}.api.{operation}")
        if body is not None:
            more["body"] = module._get_kwargs.__annotations__["body"].from_dict(body)
        answer = module.sync_detailed(*parts, client=self.client, **more)
        assert answer.parsed is not None
        return answer


@pytest.fixture
def program(app: Flask, package: str, address: str) -> Iterator[Program]:
    with app.app_context():
        made = Program(package, address, stores.current_entry_key())
    with made.client:
        yield made


@pytest.mark.whole
def test_a_generated_client_runs_an_event_of_five(program: Program) -> None:
    report = program("decks.check_deck", body={"text": LIST, "date": "2026-11-21"}).parsed
    assert (report.legal, report.crypt.count) == (True, 12)
    id = created_once(program)
    play_round_1(program, id)
    winner = play_the_final(program, id)
    standings = program("results.show_standings", id).parsed
    assert [(one.player, one.winner) for one in standings][:2] == [(NAMES[winner - 1], True), (NAMES[0], False)]


def created_once(program: Program) -> str:
    """The id of an event of five whose creation is sent twice with one key."""
    wish = {"name": "Five", "rounds": 1}
    made = [program("events.create_tournament", body=wish, idempotency_key="one").parsed for _ in range(2)]
    assert [(one.id, one.repeated) for one in made] == [(made[0].id, False), (made[0].id, True)]
    return str(made[0].id)


def play_round_1(program: Program, id: str) -> None:
    """Seat it with the version of the last answer, which is refused once it is old."""
    players = {"players": [{"name": name} for name in NAMES[:5]]}
    seen = program("players.add_players", id, body=players).headers["ETag"]
    seats = {"tables": [[1, 2, 3, 4, 5]], "publish": True}
    seated, refused = (program("rounds.draft_round", id, body=seats, if_match=seen) for _ in range(2))
    assert (seated.status_code, refused.status_code, refused.parsed.code) == (200, 409, "stale_tournament")
    program("results.enter_result", id, 1, 1, body={"victory_points": [3, 1, 1, 0, 0]})


def play_the_final(program: Program, id: str) -> int:
    """The number of the winner: the second seed."""
    if program("final.show_final", id).parsed.tosses_needed:
        program("final.toss", id, body={})
    program("final.open_final", id)
    finalists = [one.player for one in program("final.show_final", id).parsed.finalists]
    program("final.place_row", id, body={"players": finalists})
    program("final.first_player", id, body={"player": finalists[0]})
    program("results.enter_result", id, 0, 1, body={"victory_points": [0, 3, 1, 1, 0]})
    program("events.finish", id, body={})
    return int(finalists[1])
