"""What docs/building.md shows is run as it stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.lists import WINNER
from toolkit import api
from toolkit.api import cards, decks
from toolkit.errors import ToolkitError
from toolkit.web import create_app

PAGE = (Path(__file__).parents[2] / "docs" / "building.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def bot() -> Callable[[str], str]:
    names: dict[str, Callable[[str], str]] = {}
    exec(blocks("python")[0], names)
    return names["answer"]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"TESTING": True}).test_client()


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
    assert len(addresses) == 4
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
