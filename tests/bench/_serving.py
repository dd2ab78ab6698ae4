"""A server in a process of its own, as an installed copy starts: with its modules compiled, as pip leaves them."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from toolkit import paths


def end_with_parent() -> None:
    """Let this process be ended with the one that started it, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def start(folder: Path | str) -> tuple[subprocess.Popen[str], tuple[str, int]]:
    """`serve` on the data in `folder`, and where it listens; what it compiles is kept beside the data."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    caches = {"PYTHONPYCACHEPREFIX": f"{folder}/modules", "VTES_TOOLKIT_TEMPLATE_CACHE": f"{folder}/templates"}
    command = [sys.executable, "-m", "toolkit", "serve", "--port", "0", "--no-browser", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**kept, **caches},
                               preexec_fn=end_with_parent)  # fmt: skip
    assert process.stdout is not None
    found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
    assert found is not None
    return process, (found[1], int(found[2]))


def wait_until_warm(folder: Path | str) -> None:
    """Go on once a server on that folder, now or earlier, has compiled every template."""
    every = sum(1 for _ in paths.TEMPLATES.rglob("*.html"))
    while sum(1 for _ in Path(folder, "templates").rglob("[!.]*")) <= every:
        time.sleep(0.05)


@contextmanager
def served(
    folder: Path, store: str, processes: int, told: Mapping[str, str] | None = None
) -> Iterator[tuple[tuple[str, int], int]]:
    """The app behind uvicorn as docs/server.md starts it: where it listens, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "--factory", "toolkit.web.serving.front:create_front", "--port",
               str(port), "--workers", str(processes), "--no-access-log", "--log-level", "warning",
               "--timeout-graceful-shutdown", "5"]  # fmt: skip
    usual = {"VTES_TOOLKIT_DATA_FOLDER": str(folder), "DATABASE_URL": store, "VTES_TOOLKIT_RATELIMIT_ENABLED": "false"}
    with (folder / "log").open("ab") as log:
        running = subprocess.Popen(
            command,
            env={**os.environ, **usual, **(told or {})},
            start_new_session=True,
            stderr=log,
            preexec_fn=end_with_parent,
        )
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert running.poll() is None
                time.sleep(0.1)
        yield ("127.0.0.1", port), running.pid
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        running.wait(30)


def family(process: int) -> list[int]:
    """A process and all that came from it."""
    found = [process]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, children.read_text().split())
    return found


def each(process: int) -> list[int]:
    """What each of the processes has, in MB, what they share counted once (proportional set size)."""
    found = []
    for one in family(process):
        with_shares = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one}/smaps_rollup").read_text(), re.MULTILINE)
        found.append(int(with_shares[1]) // 1024 if with_shares else 0)
    return found


def megabytes(process: int) -> int:
    """What all of them have."""
    return sum(each(process))


def processor_seconds(processes: Iterable[int]) -> dict[int, float]:
    """The processor time that each of these has used so far."""
    found = {}
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        found[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found
