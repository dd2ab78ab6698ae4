"""What the disk alone takes to keep something, while something else is measured on it."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

EVERY = 0.5


class Disk:
    """One small commit twice a second, kept as the app keeps its facts, in a database of its own in `folder`.

    Whatever waits for the disk waits for as long as these: what is above it is the program's.
    """

    def __init__(self, folder: Path | str) -> None:
        self.seconds: list[float] = []
        self._path = Path(folder) / "disk.db"
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> Disk:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _write(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE facts (fact TEXT)"):
            connection.execute(line)
        while not self._done.wait(EVERY):
            began = time.perf_counter()
            connection.execute("INSERT INTO facts VALUES (?)", ("x" * 200,))
            self.seconds.append(time.perf_counter() - began)
        connection.close()
