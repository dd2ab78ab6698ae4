from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.bench import _disk


def test_every_commit_that_was_counted_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_disk, "EVERY", 0.0)
    with _disk.Disk(tmp_path) as disk:
        while len(disk.seconds) < 3:
            time.sleep(0.001)
    with closing(sqlite3.connect(tmp_path / "disk.db")) as connection:
        assert connection.execute("SELECT count(*) FROM facts").fetchone() == (len(disk.seconds),)
