"""Each page of docs/python shows a program of at most ten lines, which is run as it stands there."""

from __future__ import annotations

import importlib
import json
import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.exchange.events import FILE
from toolkit import api
from toolkit.api import sheets
from toolkit.cli import cli

FOLDER = Path(__file__).parents[2] / "docs" / "python"
AREAS = sorted(path.stem for path in FOLDER.glob("*.md"))
LIST = "12x Theo Bell (G6)\n59x Deflection\n1x Qui Vive\n"


def page(area: str) -> str:
    return (FOLDER / f"{area}.md").read_text("utf-8")


def run(area: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.argv", [f"{area}.py", *shlex.split(words)])
    runpy.run_path(str(FOLDER / f"{area}.py"))
    return capsys.readouterr().out


def test_every_area_of_the_package_has_a_page() -> None:
    modules = {path.stem for path in Path(api.__file__).parent.glob("*.py")} - {"__init__"}
    assert modules == {*AREAS} == set(re.findall(r"`(\w+)`", str(api.__doc__)))


@pytest.mark.parametrize("area", AREAS)
def test_a_page_shows_its_program_of_at_most_ten_lines(area: str) -> None:
    program = (FOLDER / f"{area}.py").read_text("utf-8")
    assert f"```python\n{program}```\n" in page(area)
    assert len(list(filter(str.strip, program.splitlines()))) <= 10


@pytest.mark.parametrize("area", AREAS)
def test_every_name_of_a_page_is_there(area: str) -> None:
    module = importlib.import_module(f"toolkit.api.{area}")
    named = set(re.findall(rf"`{area}\.(\w+)", page(area)))
    assert len(named) > 1
    assert named <= {*module.__all__}
    assert all(getattr(module, name).__doc__ for name in module.__all__ if callable(getattr(module, name)))


@pytest.mark.parametrize(
    ("area", "words"),
    {
        "decks": "deck.txt",
        "cards": "Qui Vive",
        "seating": "13",
        "scoring": "2 1 1 1 0",
        "events": "data",
        "games": "",
    }.items(),
)
def test_a_program_prints_as_its_page_shows(
    area: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text(LIST)
    assert run(area, words, capsys, monkeypatch) == re.findall(r"```text\n(.*?)```", page(area), re.DOTALL)[0]


def test_the_page_of_sheets_names_each_sheet() -> None:
    assert [name for name in sheets.SHEETS if f"`{name}`" not in page("sheets")] == []


def test_slips_of_the_event_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("events", str(tmp_path), capsys, monkeypatch)
    run("sheets", f"{tmp_path} {tmp_path}/slips.pdf", capsys, monkeypatch)
    assert (tmp_path / "slips.pdf").read_bytes().startswith(b"%PDF")


def test_the_league_has_the_points_that_the_command_gives(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = CliRunner().invoke(cli, ["league", "score", "rtp", str(FILE), "--json"], standalone_mode=False)
    expected = [f"{line['rank']} {line['name']} {line['points']}" for line in json.loads(answer.stdout)["standings"]]
    printed = run("leagues", str(FILE), capsys, monkeypatch).splitlines()
    assert printed[:10] == expected[:10]
    assert printed[10:12] == ["Lyon 2026", "League standings after 1 event"]
