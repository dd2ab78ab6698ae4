"""A server in a process of its own, as an installed copy starts: with its modules compiled, as pip leaves them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from toolkit import paths


def start(folder: Path | str) -> tuple[subprocess.Popen[str], tuple[str, int]]:
    """`serve` on the data in `folder`, and where it listens; what it compiles is kept beside the data."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    caches = {"PYTHONPYCACHEPREFIX": f"{folder}/modules", "VTES_TOOLKIT_TEMPLATE_CACHE": f"{folder}/templates"}
    command = [sys.executable, "-m", "toolkit", "serve", "--port", "0", "--no-browser", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**kept, **caches})
    assert process.stdout is not None
    found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
    assert found is not None
    return process, (found[1], int(found[2]))


def wait_until_warm(folder: Path | str) -> None:
    """Go on once a server on that folder, now or earlier, has compiled every template."""
    every = sum(1 for _ in paths.TEMPLATES.rglob("*.html"))
    while sum(1 for _ in Path(folder, "templates").rglob("[!.]*")) <= every:
        time.sleep(0.05)
