"""`make soak`: a run follows from seed and number, and one that fails is named with the command that repeats it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import soak
from tests.soak import SOAKS, WHOLE, Soak, check, fiftieth, part


def odd(seed: int, number: int) -> str:
    assert number != 7, "seven"
    return f"{seed} {number}"


def test_what_fails_is_named_and_what_holds_is_summed_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "run_of", lambda _: odd)
    runs = [Soak("decks", 3), Soak("decks", 3), Soak("decks", 4)]
    for one in runs:
        one.go(range(5, 9))
    said = capsys.readouterr()
    assert 'make soak ARGS="decks --seed 3 --first 7 --runs 1"' in said.err
    assert "decks, seed 3: 4 runs from 5 on, " in said.out
    assert (runs[0].failed, runs[0].checksum) == ([7], runs[1].checksum)
    assert runs[1].checksum != runs[2].checksum


def test_the_tests_run_a_fiftieth_and_name_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name: sum(map(len, fiftieth(name, parts=7))) * 50 for name in SOAKS} == {
        name: runs for name, (_, runs) in SOAKS.items()
    }
    monkeypatch.setattr(soak, "run_of", lambda _: odd)
    with pytest.raises(AssertionError) as failed:
        check("engine", range(10))
    assert failed.value.__notes__ == ['make soak ARGS="engine --seed 1 --first 7 --runs 1"']


def test_the_parts_of_a_walk_are_all_of_it_together_and_a_whole_walk_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    members = list("abcdefg")
    parts = [part(members, of=3, first=first) for first in range(5)]
    assert parts == [list("adg"), list("be"), list("cf"), list("adg"), list("be")]
    monkeypatch.setenv(WHOLE, "1")
    assert [part(iter(members), of=3, first=first) for first in range(2)] == [members, members]


def test_whoever_takes_a_part_is_marked_so_that_the_soak_takes_all() -> None:
    folder, takes = Path(__file__).parents[1], re.compile(r"^from tests\.soak import .*\bpart\b", re.MULTILINE)
    texts = {path: path.read_text("utf-8") for path in folder.rglob("test_*.py") if path != Path(__file__)}
    taking = {path.name for path, text in texts.items() if takes.search(text)}
    assert taking == {path.name for path, text in texts.items() if "pytest.mark.walk" in text}
    assert len(taking) > 20


def test_the_walks_are_one_run_of_pytest_with_all_their_members(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = list[tuple[list[str], dict[str, str]]]()

    def run(command: list[str], *, env: dict[str, str], check: bool) -> SimpleNamespace:
        ran.append((command, env))
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr("sys.argv", ["soak", "walks"])
    assert soak.main() == 1
    ((command, environment),) = ran
    assert environment[WHOLE]
    assert {"tests/web/forms/test_forms.py", "tests/docs/test_recipes.py", "walk or whole"} < {*command}
    monkeypatch.setattr("sys.argv", ["soak", "walks", "--seed", "7"])
    with pytest.raises(SystemExit, match="2"):
        soak.main()
    assert len(ran) == 1
