from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import LONG
from tests.cli import forking

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "event_33.sh"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[str]:
    """The command line as the script calls it."""
    door = tmp_path / "door"
    command = [sys.executable, "-m", "tests.cli.forking", str(door)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        yield f"{sys.executable} -S {forking.__file__} {door}"
        server.terminate()


@pytest.mark.whole
def test_an_event_of_33_through_the_command_line_ends_as_worked_out_by_hand(program: str, tmp_path: Path) -> None:
    folder = tmp_path / "event"
    folder.mkdir()
    environment = os.environ | {"VTES": program, "PYTHON": sys.executable}
    ran = subprocess.run(
        ["sh", SCRIPT, folder], env=environment, capture_output=True, text=True, check=False, timeout=LONG
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    assert "as worked out by hand" in ran.stdout
