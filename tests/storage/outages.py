"""A server on PostgreSQL in the worst of evenings: `python -m tests.storage.outages --stops 20 --kills 40 --cuts 200`.

Twenty phones write to one event through four processes of the server, each change with a key of its own, sent again
until it is acknowledged, as a phone's outbox does. Meanwhile PostgreSQL is stopped and started, processes of the
server are killed (SIGKILL), and connections are cut while a request is on its way. In the end each acknowledged change
must be there once, nothing twice, and no phone may wait for ever. Beside what the server acknowledges in a second
stands what PostgreSQL does alone for as many writers.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import LiteralString

import psycopg

from tests.bench._serving import family, served
from tests.storage.postgres import Cluster
from toolkit.services.kernel.context import entry_key, open_context
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, LogEntry
from toolkit.tournament.facts import NoteAdded

PROCESSES = 4
WRITERS = 20
# Seconds after which a phone that is not answered counts as stuck.
STUCK = 120


@dataclass(eq=False)
class Phone(threading.Thread):
    """Sends one change after another, each until it is acknowledged."""

    port: int
    id: str
    key: str
    number: int
    until: threading.Event
    cut: float
    acknowledged: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    stuck: bool = False

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self._dice = random.Random(self.number)
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        turn = 0
        while not self.until.is_set() and not self.stuck:
            turn += 1
            self._until_acknowledged(f"{self.number}.{turn}")

    def _until_acknowledged(self, token: str) -> None:
        began = time.monotonic()
        while time.monotonic() - began < STUCK:
            sent = time.monotonic()
            found = self._send(token)
            if found == "200":
                self.acknowledged.append(token)
                self.seconds.append(time.monotonic() - sent)
                return
            self.refused[found] += 1
            time.sleep(0.05)
        self.stuck = True

    def _send(self, token: str) -> str:
        """The status of the answer, or what came instead."""
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=STUCK)
            headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json",
                       "Idempotency-Key": token}  # fmt: skip
            path = f"/api/v1/tournaments/{self.id}/notes"
            self._connection.request("POST", path, json.dumps({"text": token}), headers)
            if self._dice.random() < self.cut:
                time.sleep(self._dice.uniform(0, 0.01))
                self._drop()
                return "cut"
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._drop()
            return type(error).__name__
        return str(answer.status)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


type Connection = psycopg.Connection[tuple[object, ...]]


def bare_rate(cluster: Cluster, writers: int, commits: int = 100) -> float:
    """Commits a second of PostgreSQL alone, a row each, every writer over a connection of its own."""

    def write(connection: Connection) -> None:
        connection.execute("INSERT INTO rows VALUES (%s)", ("x" * 200,))
        connection.commit()

    return _rate(cluster, ["CREATE TABLE rows (text TEXT)"], write, writers, commits)


def one_log_rate(cluster: Cluster, writers: int, commits: int = 50) -> float:
    """The same where each writer first takes one row that all share, as those of one log do."""

    def write(connection: Connection) -> None:
        found = connection.execute("SELECT head FROM heads WHERE id = 1 FOR UPDATE").fetchone()
        assert found is not None
        number = int(str(found[0])) + 1
        connection.execute("INSERT INTO rows VALUES (%s, %s)", (number, "x" * 200))
        connection.execute("UPDATE heads SET head = %s WHERE id = 1", (number,))
        connection.commit()

    tables = ["CREATE TABLE heads (id INT PRIMARY KEY, head INT)", "INSERT INTO heads VALUES (1, 0)"]
    return _rate(cluster, [*tables, "CREATE TABLE rows (number INT PRIMARY KEY, text TEXT)"], write, writers, commits)


def _rate(
    cluster: Cluster, tables: Iterable[LiteralString], write: Callable[[Connection], None], writers: int, commits: int
) -> float:
    """How many times a second so many writers do that."""
    address, ready = cluster.new_database(), threading.Barrier(writers + 1)
    with psycopg.connect(address) as connection:
        for statement in tables:
            connection.execute(statement)
    connections = [psycopg.connect(address) for _ in range(writers)]

    def write_all(connection: Connection) -> None:
        ready.wait()
        for _ in range(commits):
            write(connection)
        ready.wait()

    for connection in connections:
        threading.Thread(target=write_all, args=(connection,), daemon=True).start()
    ready.wait()
    began = time.monotonic()
    ready.wait()
    rate = writers * commits / (time.monotonic() - began)
    for connection in connections:
        connection.close()
    return rate


def trouble(cluster: Cluster, server: int, *, stops: int, kills: int, seconds: float, dice: random.Random) -> None:
    """Spread what goes wrong over the time."""
    todo = ["stop"] * stops + ["kill"] * kills
    dice.shuffle(todo)
    end = time.monotonic() + seconds
    for what in todo:
        if what == "stop":
            cluster.stop(dice.choice([signal.SIGINT, signal.SIGQUIT]))
            time.sleep(dice.uniform(0.1, 1.0))
            cluster.start()
            time.sleep(dice.uniform(0.3, 1.0))
        else:
            workers = [one for one in family(server)[1:] if is_worker(one)]
            if workers:
                os.kill(dice.choice(workers), signal.SIGKILL)
            time.sleep(dice.uniform(0.3, 1.5))
    time.sleep(max(0.0, end - time.monotonic()))


def is_worker(process: int) -> bool:
    """Whether a process is one of uvicorn's that answer: it has another one that watches over what they share."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def run(*, stops: int, kills: int, cuts: float, seconds: float, seed: int) -> int:
    """Print what it came to; how many faults were found."""
    cluster = Cluster()
    try:
        with tempfile.TemporaryDirectory() as name:
            store = cluster.new_database()
            context = open_context(store)
            id, key = create(context, Configuration(name="Bench"), by="bench").id, entry_key(context.store)
            told = {"VTES_TOOLKIT_WORKERS": "0"}
            with served(Path(name), store, PROCESSES, told) as ((_, port), server):
                until = threading.Event()
                phones = [Phone(port, id, key, number, until, cuts) for number in range(WRITERS)]
                for phone in phones:
                    phone.start()
                began = time.monotonic()
                trouble(cluster, server, stops=stops, kills=kills, seconds=seconds, dice=random.Random(seed))
                until.set()
                took = time.monotonic() - began
                for phone in phones:
                    phone.join(STUCK + 10)
                locked = [line for line in cluster.log.read_text().splitlines() if "deadlock detected" in line]
            context.store.close()
            context = open_context(store)  # with nothing of what it knew before
            faults = compare(context.tournaments.look(id).state.log, phones)
            faults += [f"PostgreSQL's log: {line}" for line in locked]
            context.store.close()
        acknowledged = [second for phone in phones for second in phone.seconds]
        refused = sum((phone.refused for phone in phones), Counter[str]())
        cut = refused.pop("cut", 0)
        print(f"{PROCESSES} processes, {WRITERS} writers, {stops} stops of PostgreSQL, {kills} processes killed, "
              f"{cut} requests cut off, in {took:.0f} s")  # fmt: skip
        print(f"acknowledged: {len(acknowledged)}, {len(acknowledged) / took:.0f} a second")
        print(f"sent again after: {dict(refused)}")
        acknowledged.sort()
        middle, most = statistics.median(acknowledged), acknowledged[len(acknowledged) * 95 // 100]
        print(
            f"an answer took: median {1000 * middle:.0f} ms, 95 % {1000 * most:.0f} ms, last {acknowledged[-1]:.1f} s"
        )
        print(f"PostgreSQL alone, as many writers: {bare_rate(cluster, WRITERS):.0f} commits a second")
        print(f"the same where each first takes one row, as in one event: {one_log_rate(cluster, WRITERS):.0f}")
    finally:
        cluster.remove()
    print(f"faults: {len(faults)}", *faults[:20], sep="\n  ")
    return len(faults)


def compare(log: Iterable[LogEntry], phones: list[Phone]) -> list[str]:
    """What the event's log lacks, or has too much of."""
    kept = Counter(entry.fact.text for entry in log if isinstance(entry.fact, NoteAdded))
    sent = {token for phone in phones for token in phone.acknowledged}
    faults = [f"{token} was acknowledged and is lost" for token in sorted(sent - set(kept))]
    faults += [f"{token} is there {times} times" for token, times in kept.items() if times > 1]
    return faults + [f"phone {phone.number} was never answered" for phone in phones if phone.stuck]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stops", type=int, default=0, help="times that PostgreSQL is stopped and started")
    parser.add_argument("--kills", type=int, default=0, help="processes of the server that are killed")
    parser.add_argument("--cuts", type=float, default=0.0, help="part of the requests whose connection is cut")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return 1 if run(**vars(options)) else 0


if __name__ == "__main__":
    raise SystemExit(main())
