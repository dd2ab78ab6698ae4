from __future__ import annotations

import re
import subprocess
from pathlib import Path

from click.testing import CliRunner

from toolkit import __version__
from toolkit.cards import load
from toolkit.cli import cli

ROOT = Path(__file__).parents[2]


def test_the_version_names_the_commit_and_the_day_of_the_card_data() -> None:
    said = CliRunner().invoke(cli, ["--version"], standalone_mode=False).output
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = re.fullmatch(r"vtes-toolkit (\S+) \((\w+)\), card data of (\S+)\n", said)
    assert found is not None, said
    assert (found[1], found[3]) == (__version__, load().source.day.isoformat())
    assert head.startswith(found[2])
