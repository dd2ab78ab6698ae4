"""Kill writers in the middle of writing, over and over: `python -m tests.storage.crash --times 5000 [--postgresql]`.

Two processes write to one log, as fast as they can, batches of one to three facts; a batch is acknowledged on a pipe
only after the store has said that it is kept. Both are killed (SIGKILL) at a random moment: while they open the store,
create the log, write, commit or check-point. Then the store is opened again and must hold every acknowledged batch
once, whole and unchanged, no batch in part, and numbers without a gap.

`--too-soon` acknowledges before the store has answered: a run that must find faults, or the harness is worth nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import shutil
import signal
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.storage.postgres import Cluster
from toolkit.storage import (
    Draft,
    Request,
    Store,
    StoreUnavailable,
    StreamExists,
    StreamNotFound,
    folder_url,
    open_store,
)

# A fresh store every so often: opening and creating are moments worth being killed in, and a short log checks fast.
LIFE = 40


@dataclass
class Count:
    kills: int = 0
    acknowledged: int = 0
    unacknowledged: int = 0  # kept although the writer died before it could say so: allowed
    entries: int = 0
    empty: int = 0  # killed before the log was there
    faults: list[str] = field(default_factory=list)


def batch(token: str) -> list[Draft]:
    """The facts of a token: always the same, so that a reader knows what must be there."""
    size = 1 + sum(token.encode()) % 3
    moment = datetime(2026, 11, 21, tzinfo=UTC)
    return [
        Draft(at=moment, by="w", kind="result", payload={"token": token, "part": part, "of": size, "text": token * 20})
        for part in range(size)
    ]


def open_log(address: str) -> Store:
    store = open_store(address)
    try:
        with store.creating("log", "tournament", created=datetime.now(UTC)):
            pass
    except StreamExists:
        pass
    return store


def write(store: Store, token: str) -> None:
    request = Request(key=token, digest=token)
    with store.writing("log", "tournament") as writer:
        if writer.done(request) is None:
            writer.append(batch(token), request=request)


def work(address: str, pipe: int, name: str, *, too_soon: bool) -> None:
    """Write until killed; every line on the pipe is an acknowledgement."""
    while True:
        try:
            store = open_log(address)
            break
        except StoreUnavailable:
            time.sleep(0.001)
    number = 0
    while True:
        number += 1
        if too_soon:
            os.write(pipe, f"{name}.{number}\n".encode())
        write(store, f"{name}.{number}")
        if not too_soon:
            os.write(pipe, f"{name}.{number}\n".encode())


def kill_two(address: str, delay: float, turn: int, *, writing: bool, too_soon: bool) -> list[str]:
    """Let two writers run for `delay` seconds, kill them; what they acknowledged.

    With `writing` the time begins when one of them has acknowledged something, however slow the machine is.
    """
    reader, writer = os.pipe()
    children = []
    for name in ("a", "b"):
        child = os.fork()
        if not child:
            try:
                work(address, writer, f"{turn}{name}", too_soon=too_soon)
            finally:
                os._exit(1)
        children.append(child)
    os.close(writer)
    if writing:
        select.select([reader], [], [])
    time.sleep(delay)
    for child in children:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reader, "rb") as pipe:
        acknowledged = pipe.read().decode().split("\n")[:-1]
    for child in children:
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise SystemExit("a writer ended by itself: see its message above")
    return acknowledged


def check(address: str, acknowledged: set[str], count: Count) -> None:
    """Open the store as the next program would, and compare."""
    store = open_store(address)
    try:
        head = -1
        # What a killed writer had sent, PostgreSQL may still be carrying out: what is read has to be of one moment.
        while head != (now := store.stream("log", "tournament").head):
            head, entries = now, store.entries("log", "tournament")
    except StreamNotFound:
        count.empty += 1
        if acknowledged:
            count.faults.append("the log is gone")
        return
    finally:
        store.close()
    if head != len(entries):
        count.faults.append(f"the head says {head}, there are {len(entries)}")
    found: dict[str, list[dict[str, object]]] = {}
    for entry in entries:
        found.setdefault(str(entry.payload["token"]), []).append(dict(entry.payload))
    for token, parts in found.items():
        if parts != [dict(draft.payload) for draft in batch(token)]:
            count.faults.append(f"{token} is doubled, cut or changed")
    count.faults += [f"{token} was acknowledged and is lost" for token in sorted(acknowledged - set(found))]
    count.unacknowledged += len(set(found) - acknowledged)
    count.entries = len(entries)


def check_file(path: Path, count: Count) -> None:
    connection = sqlite3.connect(path)
    found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    if found != "ok":
        count.faults.append(f"the file is damaged: {found}")


def run(times: int, cluster: Cluster | None, *, seed: int, too_soon: bool) -> Count:
    dice = random.Random(seed)
    count = Count()
    turn = 0
    while count.kills < times:
        folder = Path(tempfile.mkdtemp(prefix="vtes-crash-"))
        address = cluster.new_database() if cluster else str(folder_url(folder))
        if dice.random() < 0.5:
            open_store(address).close()  # half of the time the tables are there, so that the kill falls on writing
        acknowledged: set[str] = set()
        unsure = count.unacknowledged
        for _ in range(LIFE):
            turn += 1
            delay = dice.uniform(0.001, 0.12 if cluster else 0.06)
            writing = dice.random() < 0.5
            acknowledged |= set(kill_two(address, delay, turn, writing=writing, too_soon=too_soon))
            count.kills += 2
            count.unacknowledged = unsure
            check(address, acknowledged, count)
            if not cluster:
                check_file(folder / "vtes-toolkit.db", count)
            if count.faults or count.kills >= times:
                break
        count.acknowledged += len(acknowledged)
        shutil.rmtree(folder)
        if count.faults:
            break
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--too-soon", action="store_true")
    options = parser.parse_args()
    cluster = Cluster() if options.postgresql else None
    started = time.monotonic()
    try:
        count = run(options.times, cluster, seed=options.seed, too_soon=options.too_soon)
    finally:
        if cluster:
            cluster.remove()
    print(
        f"{count.kills} kills in {time.monotonic() - started:.0f} s: {count.acknowledged} batches acknowledged, "
        f"{count.unacknowledged} kept unannounced, {count.empty} times killed before the log was there, "
        f"{len(count.faults)} faults"
    )
    for fault in count.faults[:20]:
        print(" ", fault)
    return 1 if count.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
