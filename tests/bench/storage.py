"""Results written by eight people at once to one database: how many a second, and none lost or doubled."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import statistics
import tempfile
import time
from multiprocessing.synchronize import Barrier
from pathlib import Path

from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_by_hand
from toolkit.services.kernel.context import Context, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.storage import folder_url
from toolkit.tournament import Configuration, event, results

WRITERS = 8
RESULTS = 100
TABLES = 200
# Which tables are whose: nobody corrects another's, so that what must be there afterwards is known.
LINES = ([0.5, 2.5, 0, 1, 0], [0, 0.5, 2.5, 0, 1], [1, 0, 0.5, 2.5, 0], [0, 1, 0, 0.5, 2.5], [2.5, 0, 1, 0, 0.5])


def prepare(context: Context) -> str:
    """An event of a thousand players, seated."""
    made = create(context, Configuration(name="Bench"), by="bench")
    work = UnitOfWork(context=context, id=made.id, by="bench")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 5 * TABLES + 1)])
    tables = [[5 * table + seat for seat in range(1, 6)] for table in range(TABLES)]
    draft_by_hand(work, tables, publish=True)
    work.change(event.add_note, "ready")
    return made.id


def write(address: str, id: str, writer: int, ready: Barrier, times: multiprocessing.Queue[list[float]]) -> None:
    """Enter results at this writer's tables, one after another, each with its key."""
    context = open_context(address)
    UnitOfWork(context=context, id=id, by=f"w{writer}").look()
    ready.wait()
    start, taken = time.time(), []
    for number in range(RESULTS):
        table = 1 + writer + WRITERS * (number % (TABLES // WRITERS))
        work = UnitOfWork(context=context, id=id, by=f"w{writer}", key=f"{writer}-{number}")
        begun = time.perf_counter()
        work.change(results.enter_result, 1, table, victory_points=LINES[number % 5])
        taken.append(time.perf_counter() - begun)
    end = time.time()
    context.store.close()
    times.put([start, end, *taken])


def run(address: str) -> tuple[float, list[float], int, int]:
    """Results a second, the time of each, how many are there, and how many there should be."""
    context = open_context(address)
    id = prepare(context)
    before = context.tournaments.head(id)
    context.store.close()
    spawning = multiprocessing.get_context("spawn")
    times: multiprocessing.Queue[list[float]] = spawning.Queue()
    ready = spawning.Barrier(WRITERS)
    people = [spawning.Process(target=write, args=(address, id, writer, ready, times)) for writer in range(WRITERS)]
    for person in people:
        person.start()
    told = [times.get(timeout=60) for _ in people]
    for person in people:
        person.join()
    context = open_context(address)
    entries = [entry for entry in context.tournaments.look(id).state.log if entry.number > before]
    context.store.close()
    kept = {(entry.by, entry.number) for entry in entries}
    seconds = max(one[1] for one in told) - min(one[0] for one in told)
    each = sorted(taken for one in told for taken in one[2:])
    assert sorted(entry.number for entry in entries) == list(range(before + 1, before + 1 + WRITERS * RESULTS))
    return len(kept) / seconds, each, len(entries), WRITERS * RESULTS


def disk_rate(folder: Path, commits: int = 300) -> float:
    """Commits a second of bare SQLite on the same disk, one row each: nobody who waits for the disk can be faster."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE rows (text TEXT)"):
        connection.execute(statement)
    begun = time.perf_counter()
    for _ in range(commits):
        connection.execute("INSERT INTO rows VALUES (?)", ("x" * 200,))
    taken = time.perf_counter() - begun
    connection.close()
    return commits / taken


def main(*, full: bool = False) -> None:
    """Print the table; `full` repeats the run five times."""
    print("8 writers, one event | results/s | bare commits/s | median | 95th percentile | longest | kept")
    rates = []
    for _ in range(5 if full else 1):
        with tempfile.TemporaryDirectory() as folder:
            rate, each, kept, sent = run(folder_url(Path(folder)).render_as_string())
            bare = disk_rate(Path(folder))
        rates.append(rate)
        shown = [f"{1000 * value:.0f} ms" for value in (statistics.median(each), each[len(each) * 95 // 100], each[-1])]
        print(" | ".join(["SQLite", f"{rate:.0f}", f"{bare:.0f}", *shown, f"{kept} of {sent}"]))
    print(f"median {statistics.median(rates):.0f} results a second (asked for: 200); {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
