"""`make soak`: a run follows from seed and number, and one that fails is named with the command that repeats it."""

from __future__ import annotations

import pytest

from tests import soak
from tests.soak import SOAKS, Soak, check, fiftieth


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
