from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import LONG
from tests.soak import part

ROOT = Path(__file__).parents[2]


def crash(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "tests.storage.crash", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONG)


@pytest.mark.walk
@pytest.mark.parametrize(
    ("times", "options"),
    [(120, ()), pytest.param(40, ("--postgresql",), marks=pytest.mark.postgresql)],
)
def test_a_killed_writer_loses_nothing_it_acknowledged(
    times: int, options: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    if "--postgresql" in options:
        request.getfixturevalue("postgresql")
    ran = crash("--times", str(len(part(range(times), of=4))), *options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    acknowledged = re.search(r"(\d+) batches acknowledged", ran.stdout)
    assert acknowledged is not None
    assert int(acknowledged[1]) > 0


def test_the_harness_finds_a_writer_that_speaks_too_soon() -> None:
    ran = crash("--times", "400", "--too-soon")
    assert ran.returncode == 1, ran.stderr
    assert "was acknowledged and is lost" in ran.stdout
