from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import LONG

SCRIPT = Path(__file__).parents[1] / "event_33.sh"


def test_an_event_of_33_through_the_command_line_ends_as_worked_out_by_hand(tmp_path: Path) -> None:
    environment = os.environ | {"VTES": f"{sys.executable} -m toolkit", "PYTHON": sys.executable}
    ran = subprocess.run(
        ["sh", SCRIPT, tmp_path], env=environment, capture_output=True, text=True, check=False, timeout=LONG
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    assert "as worked out by hand" in ran.stdout
