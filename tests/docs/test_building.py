"""What docs/building.md shows is run as it stands there."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from tests.web.api.test_api_tournaments import TABLES, Api, key_of, organizer_of
from tests.web.apps import app_on
from tests.web.lists import WINNER
from toolkit import api
from toolkit.api import cards, decks
from toolkit.cli import cli
from toolkit.errors import ToolkitError
from toolkit.web import create_app

PAGE = (Path(__file__).parents[2] / "docs" / "building.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def ways() -> dict[str, str]:
    return dict(re.findall(r"^\| (Python|HTTP|command line) \| `([^`]+)`", PAGE, re.MULTILINE))


@pytest.fixture(scope="module")
def bot() -> Callable[[str], str]:
    names: dict[str, Callable[[str], str]] = {}
    exec(blocks("python")[0], names)
    return names["answer"]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"TESTING": True}).test_client()


def test_each_way_of_the_first_table_answers(client: FlaskClient, tmp_path: Path) -> None:
    assert eval(ways()["Python"], {"decks": decks}) is False
    address = shlex.split(ways()["HTTP"])[-1].removeprefix("http://127.0.0.1:8080")
    assert client.post(address, data=WINNER.encode(), content_type="text/plain").status_code == 200
    (tmp_path / "deck.txt").write_text(WINNER, "utf-8")
    words = shlex.split(ways()["command line"])[1:]
    answer = CliRunner().invoke(cli, [word.replace("deck.txt", str(tmp_path / "deck.txt")) for word in words])
    assert answer.output.startswith("{"), answer.output


def test_the_bot_has_at_most_ten_lines() -> None:
    assert 5 < len(list(filter(str.strip, blocks("python")[0].splitlines()))) <= 10


def test_the_bot_says_what_the_page_shows(bot: Callable[[str], str]) -> None:
    assert bot("12x Theo Bell (G6)\n59x Deflection\n1x Qui Vive\n") == blocks("text")[0].rstrip()


def test_the_bot_says_why_a_link_is_not_followed(bot: Callable[[str], str]) -> None:
    assert "elsewhere.example" in bot("https://elsewhere.example/decks/1")


def test_the_bot_reads_a_link_that_carries_its_deck(bot: Callable[[str], str]) -> None:
    legal = bot("https://vdb.im/decks/deck?name=Two#201613=12;100518=60")
    assert legal == "This deck is legal."


def test_every_address_of_the_page_answers(client: FlaskClient) -> None:
    asked = [shlex.split(line.removeprefix("$ ")) for block in blocks("console") for line in block.splitlines()]
    addresses = [words[-1].removeprefix("http://127.0.0.1:8080") for words in asked if words[0] == "curl"]
    assert len(addresses) == 5
    for address in addresses:
        if "/decks/" in address:
            answer = client.post(address, data=WINNER.encode(), content_type="text/plain")
        else:
            answer = client.get(address)
        assert answer.status_code == 200, address


def test_every_name_of_the_page_is_there() -> None:
    named = re.findall(r"`((?:decks|cards)\.\w+)", PAGE)
    assert len(named) > 8
    for area, name in (one.split(".") for one in named):
        assert name in {"decks": decks, "cards": cards}[area].__all__


@pytest.mark.parametrize("area", [cards, decks])
def test_every_error_that_a_caller_handles_is_a_toolkit_error(area: object) -> None:
    errors = [
        one for name in area.__all__ if isinstance(one := getattr(area, name), type) and issubclass(one, Exception)
    ]
    assert len(errors) > 2
    assert all(issubclass(error, ToolkitError) for error in errors)
    assert api.__doc__


# --- changes over HTTP ---


@pytest.fixture
def organizer(sqlite_url: str) -> Iterator[Api]:
    """The organizer of an event in round 1, whose server listens."""
    for app in app_on(sqlite_url):
        organizer = organizer_of(app)
        organizer("POST", "/rounds", {"tables": TABLES, "publish": True})
        server = make_server("127.0.0.1", 0, app, threaded=True)
        listening = threading.Thread(target=server.serve_forever)
        listening.start()
        organizer.headers["Port"] = str(server.server_port)
        yield organizer
        server.shutdown()
        listening.join()
        server.server_close()


@pytest.fixture
def names(organizer: Api) -> dict[str, Any]:
    """What the page's second program needs, with its first."""
    base = f"http://127.0.0.1:{organizer.headers['Port']}/api/v1/tournaments"
    found = {"event": f"{base}/{organizer.id}", "token": key_of(organizer.client.application)}
    exec(blocks("python")[1], found)
    return found


def results_entered(organizer: Api) -> int:
    return [entry["kind"] for entry in organizer("GET", "/log")].count("result_entered")


def test_the_page_enters_a_result(organizer: Api, names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    exec(blocks("python")[2], names)
    assert names["answer"].status_code == 200
    assert (results_entered(organizer), capsys.readouterr().out) == (1, "")


def test_the_page_enters_no_result_that_somebody_changed(
    organizer: Api, names: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = requests.get

    def read_and_wait(url: str, **more: Any) -> requests.Response:
        answer = read(url, **more)
        organizer("PUT", "/rounds/1/tables/1/result", {"victory_points": [0, 2, 1, 1]})
        return answer

    monkeypatch.setattr(requests, "get", read_and_wait)
    exec(blocks("python")[2], names)
    assert (names["answer"].status_code, names["answer"].json()["code"]) == (409, "stale_tournament")
    assert {"sequence", "changes"} <= names["answer"].json().keys()
    assert "look again" in capsys.readouterr().out
    assert results_entered(organizer) == 1


def test_the_page_repeats_a_change_whose_answer_is_lost(
    organizer: Api, names: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    send, waited = requests.request, list[float]()

    def lose_the_first(*words: Any, **more: Any) -> requests.Response:
        answer = send(*words, **more)
        if not waited:
            raise requests.Timeout
        return answer

    monkeypatch.setattr(requests, "request", lose_the_first)
    # The page's own clock alone: threads of the server sleep, too.
    monkeypatch.setitem(names, "time", SimpleNamespace(sleep=waited.append))
    address = f"{names['event']}/rounds/1/tables/1/result"
    answer = names["change"]("PUT", address, names["token"], {"victory_points": [2, 1, 1, 0]})
    assert (answer.status_code, answer.json()["repeated"], waited) == (200, True, [1])
    assert results_entered(organizer) == 1


def test_the_page_gives_up_after_four_times(names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[float]()
    busy = requests.Response()
    busy.status_code, busy.headers["Retry-After"] = 503, "5"
    monkeypatch.setattr(requests, "request", lambda *_, **__: busy)
    # The page's own clock alone: threads of the server sleep, too.
    monkeypatch.setitem(names, "time", SimpleNamespace(sleep=waited.append))
    answer = names["change"]("PUT", names["event"], names["token"], {})
    assert (answer.status_code, waited) == (503, [5, 5, 5])


def test_a_wrong_token_and_none_answer_as_the_page_says(organizer: Api, names: dict[str, Any]) -> None:
    address = f"{names['event']}/players/1/drop"
    wrong = requests.post(address, json={}, headers={"Authorization": "Bearer wrong"}, timeout=10)
    assert (wrong.status_code, wrong.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert {"code", "status", "message"} <= wrong.json().keys()
    assert requests.post(address, json={}, timeout=10).status_code == 403
