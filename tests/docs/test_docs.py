from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import toolkit.game
from tests.docs import commands, game
from toolkit.game.operation import REGISTRY
from toolkit.web import create_app

ROOT = Path(__file__).parents[2]


def test_every_command_is_documented_as_it_is() -> None:
    # In a process of its own: click keeps what it made of a command when another test called it.
    command = [sys.executable, "-c", "from tests.docs.commands import render; print(render(), end='')"]
    page = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    assert commands.PAGE.read_text("utf-8") == page, "run `make docs`"


def test_every_operation_and_effect_of_the_engine_is_documented_as_it_is() -> None:
    assert game.PAGE.read_text("utf-8") == game.render(), "run `make docs`"


def test_every_operation_and_every_piece_of_a_state_is_exported() -> None:
    pieces = {kind.__name__ for kind in game.pieces(toolkit.game.GameState)}
    assert {kind.__name__ for kind in REGISTRY.values()} | pieces <= set(toolkit.game.__all__)


def test_the_bot_of_the_page_plays_a_game_to_its_end() -> None:
    names: dict[str, object] = {}
    exec(re.findall(r"```python\n(.*?)```", game.HEAD, re.DOTALL)[0], names)
    state = names["state"]
    assert isinstance(state, toolkit.game.GameState)
    assert state.time_called or toolkit.game.outcome(state)
    assert state.step.turn > 5


@pytest.mark.parametrize(
    "page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/recipes.md", "docs/server.md", "SECURITY.md"]
)
def test_every_file_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    made = set(re.findall(r"^New: `([^`]+)`", text, re.MULTILINE))
    named = set(re.findall(r"`((?:toolkit|templates|tests|tools|docs|card_db)[\w/.]*)`|\]\(([\w/.]+)\)", text))
    paths = {code or link for code, link in named} - made
    assert len(paths) >= 3
    assert [
        path
        for path in sorted(paths)
        if not (ROOT / path).exists() and not (ROOT / page).parent.joinpath(path).exists()
    ] == []


def test_the_architecture_names_every_room_and_nothing_else() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = {path.name for path in (ROOT / "toolkit").iterdir() if (path / "__init__.py").exists()}
    assert set(re.findall(r"`toolkit/(\w+)`", text)) == rooms


def test_the_readme_says_only_what_python_answers() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0


def test_every_page_without_an_account_is_named_in_the_docs() -> None:
    named = (ROOT / "docs" / "pages.md").read_text("utf-8")
    pages = {
        rule.rule
        for rule in create_app({"TESTING": True}).url_map.iter_rules()
        if "GET" in (rule.methods or set()) and re.fullmatch(r"/[a-z]*", rule.rule)
    }
    assert pages
    assert {page for page in pages if f"`{page}`" not in named} == set()


def test_each_setting_of_the_page_for_servers_is_one_that_the_app_reads() -> None:
    named = set(re.findall(r"VTES_TOOLKIT_([A-Z_]+)", (ROOT / "docs" / "server.md").read_text("utf-8")))
    assert len(named) >= 8
    assert named - create_app({"TESTING": True}).config.keys() == set()
