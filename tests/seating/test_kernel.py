from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seating.test_criteria import as_tuple, random_rounds
from toolkit.seating import criteria, kernel
from toolkit.seating.dice import Dice
from toolkit.seating.search import PERFECT, STYLES, SearchProblem, SearchState, scattered, search


def problem_of(players, rounds, **more):
    everyone = list(range(players))
    from toolkit.seating import table_sizes

    sizes = [table_sizes(players)] * rounds
    return SearchProblem(players=players, history=[], crowds=[everyone] * rounds, sizes=sizes, **more)


@pytest.mark.parametrize(
    ("style", "players", "rounds"),
    [*((style, *size) for style in STYLES for size in [(9, 3), (14, 5), (23, 4)]), (STYLES[0], 13, 8)],
)
def test_counts_stay_true_through_thousands_of_moves(style, players, rounds):
    problem = problem_of(players, rounds, apart=[(0, 1)], places={2: (0, None), 3: (None, 1)})
    state = SearchState(problem, scattered(problem, Dice(1)), style.pairs)
    best, seats, tried = state.anneal(5000, 17, PERFECT, style)
    assert tried == 5000

    def cut(flat):
        rest = iter(flat)
        return [[[int(next(rest)) for _ in range(size)] for size in sizes] for sizes in problem.sizes]

    # What the kernel has counted move by move is what a fresh count finds, for where it stands and for the best it saw.
    assert state.vector() == SearchState(problem, cut(state.seats), style.pairs).vector()
    assert best == SearchState(problem, cut(seats), style.pairs).vector()
    found = criteria(cut(seats))
    assert (best[0], best[2], best[4], *best[6:9], best[10]) == (
        found.r1, found.r2, found.r4, found.r5, found.r6, found.r7, found.r9,
    )  # fmt: skip


def test_the_best_of_a_search_is_never_worse_than_where_it_began():
    problem = problem_of(13, 3)
    start = [[list(table) for table in tables] for tables in random_rounds(13, 3, Dice(4))]
    found = search(problem, moves=2000, seed=1, begin=[start])
    assert criteria(found.rounds) <= criteria(start)
    assert as_tuple(criteria(found.rounds))[0] == found.vector[0]


def test_random_numbers_are_those_of_the_published_generator():
    # xorshift32 from 1, as its author gives it.
    x, seen = 1, []
    for _ in range(3):
        x = kernel._random(x)
        seen.append(x)
    assert seen == [270369, 67634689, 2647435461]
    # splitmix64 from 1234567, as commonly tabulated.
    dice = Dice(1234567)
    assert [dice.draw() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_without_a_cache_the_kernel_still_compiles(monkeypatch):
    def njit(function=None, *, cache=False):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return function

    monkeypatch.setattr(kernel.numba, "njit", njit)
    assert kernel._compiled(len) is len


@pytest.mark.whole
def test_a_copy_that_can_write_no_cache_anywhere_can_search(tmp_path: Path):
    # A file where each folder for the cache would be: not even root can make the folder.
    package = tmp_path / "toolkit"
    shutil.copytree(Path(kernel.__file__).parents[1], package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "seating" / "__pycache__").write_text("")
    script = (
        "from toolkit.seating import kernel, seat;"
        f"assert kernel.__file__.startswith({str(tmp_path)!r});"
        "history = [((0, 1, 2, 3, 4), (5, 6, 7, 8)), ((8, 5, 0, 1, 6), (7, 2, 3, 4))];"
        "print(seat(range(9), 3, history=history, seconds=.01, seed=3).criteria)"
    )
    environment = {"PATH": os.environ["PATH"], "HOME": os.devnull, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 9
