"""A PostgreSQL server of the tests' own: Debian's programs, an ordinary user, a socket in a folder of its own."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests import LONG
from toolkit.storage import open_store
from toolkit.storage.rows import METADATA

USER = "vtes"
# Ends every other session.
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, newest version first; None when they are not installed."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True
    )
    on_path = shutil.which("postgres")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


class Cluster:
    def __init__(self, *options: str) -> None:
        found = programs()
        self._options = options
        assert found is not None
        self._programs = found
        self._folder = Path(tempfile.mkdtemp(prefix="vtes-pg-"))
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:  # the server refuses to run as root
            names = {user.pw_name for user in pwd.getpwall()}
            user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._names = itertools.count(1)
        self._is_prepared = False
        command = [self._programs / "initdb", "-D", self._folder / "data", "-U", USER, "-A", "trust", "--no-sync"]
        subprocess.run([*command, "-E", "UTF8", "--locale=C"], **self._plain(), check=True, stdout=subprocess.DEVNULL)
        self.start()

    @property
    def log(self) -> Path:
        """What the server says."""
        return self._folder / "log"

    def start(self) -> None:
        command = [
            self._programs / "postgres",
            "-D",
            self._folder / "data",
            "-k",
            self._folder,
            "-c",
            "listen_addresses=",
        ]
        with self.log.open("ab") as log:
            self._server = subprocess.Popen(
                [*command, "-c", "shared_buffers=16MB", "-c", "max_connections=60", *self._options],
                **self._plain(),
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + LONG
        while True:
            try:
                self.execute("SELECT 1")
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._server.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT lets it write everything out, SIGQUIT is a crash: it recovers on the next start."""
        self._server.send_signal(how)
        self._server.wait(LONG)

    def freeze(self) -> None:
        """Stop all of its processes where they are: the machine takes what is sent, and nobody answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        pid = self._server.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        for one in (pid, *map(int, children.split())):
            os.kill(one, what)

    def remove(self) -> None:
        if self._server.poll() is None:
            self.stop(signal.SIGQUIT)  # nothing of it is kept: no need to write out a hundred databases
        shutil.rmtree(self._folder, ignore_errors=True)

    def execute(self, statement: str, *, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(host=str(self._folder), user=USER, dbname=database, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{os.getpid()}_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def empty_database(self) -> str:
        """The address of a database that every caller shares, emptied: much quicker than a new one."""
        if not self.execute("SELECT 1 FROM pg_database WHERE datname = 'shared'"):
            self.execute("CREATE DATABASE shared")
        self.execute(f"{CUT}; DROP SCHEMA public CASCADE; CREATE SCHEMA public", database="shared")
        return self.address("shared")

    def prepared_database(self) -> str:
        """The address of a database that has its tables, with nothing in them."""
        if not self._is_prepared:
            self.execute("CREATE DATABASE prepared")
            open_store(self.address("prepared")).close()
            self._is_prepared = True
        # Of the few rows of a test: TRUNCATE takes four times as long, CREATE DATABASE … TEMPLATE twelve times.
        emptied = "; ".join(f"DELETE FROM {table.name}" for table in reversed(METADATA.sorted_tables))
        self.execute(f"{CUT}; {emptied}", database="prepared")
        return self.address("prepared")

    def address(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self._folder}"

    def cut_connections(self) -> int:
        """End every other session; how many."""
        return len(self.execute(CUT))

    def kill_backend(self) -> None:
        """SIGKILL one session's process: the server cuts every connection and goes through crash recovery."""
        mine = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
        for (pid,) in self.execute(f"SELECT pid FROM pg_stat_activity WHERE {mine} LIMIT 1"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _plain(self) -> dict[str, Any]:
        return {"cwd": self._folder, **self._as}
