"""A thousand phones, and one word to all of them: `make bench ARGS=crowd`, which takes some twelve minutes.

`python -m tests.bench.crowd --phones 200 --minutes 0.5` is a short run; `--processes 2` has two processes and
PostgreSQL. Other processes of this machine play the phones (`_phones`): their share of it is said beside the server's.

Words are said to all, then results are entered, five a second, with a word now and then; then a round is published and
its clock started. Said is how long it takes from the organizer's request until a phone shows it, all errors, and the
server's memory. The server ends with this program, however that ends.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench._phones import Phones, Seen
from tests.bench._serving import each, family, megabytes, processor_seconds, served, start, wait_until_warm
from tests.bench.hall import Hall, prepare_in
from tests.bench.server import sent
from tests.bench.storage import LINES
from tests.storage.postgres import Cluster
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel.context import Context, database_address, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament.facts import Fact, ResultEntered

PHONES, MINUTES, RESULTS = 1000, 10.0, 5.0
WORDS = 4
# Seconds between two words, in which everybody has seen the first; in the time of results there are fewer.
_APART, _ANNOUNCED_EVERY = 12.0, 120.0
_PLAYERS = 2


@dataclass
class Course:
    """What happens in the hall: when the organizer asked for what, and the entries and players of each result."""

    place: tuple[str, int]
    hall: Hall
    context: Context
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    asked: dict[tuple[str, str], float] = field(default_factory=dict)
    results: list[tuple[float, int, tuple[int, ...]]] = field(default_factory=list)
    shares: dict[str, str] = field(default_factory=dict)
    words: int = 0

    async def send(self, method: str, path: str, what: object) -> None:
        """A request of the organizer."""
        await sent(self.place, method, f"/api/v1/tournaments/{self.hall.id}{path}", what, self.hall.key)

    async def announce(self) -> None:
        """A word to all, in place of the one before."""
        self.words += 1
        self.asked["word", f"Word {self.words}"] = time.perf_counter()
        await self.send("POST", "/announcements", {"text": f"Word {self.words}"})
        if self.words > 1:
            await asyncio.sleep(_APART / 2)
            await self.send("DELETE", f"/announcements/{self.words - 1}", {})

    async def enter(self, table: int) -> None:
        """The result of a table of the first round."""
        players = self.context.tournaments.look(self.hall.id).state.round(1).table(table)
        began = time.perf_counter()
        line = self.dice.choice(LINES)
        await self.send("PUT", f"/rounds/1/tables/{table}/result", {"victory_points": line})
        # A word to all may have come in behind it.
        state = self.context.tournaments.look(self.hall.id).state
        of_table = (number for number in range(state.number, 0, -1) if _is_result(state.entry(number).fact, table))
        self.results.append((began, next(of_table), players))

    async def enter_for(self, minutes: float) -> None:
        """Results at their pace, every table's at least once, and now and then a word."""
        tables, began, others = [*self.hall.tables], time.perf_counter(), set[asyncio.Task[None]]()
        for turn in range(max(len(tables), int(60 * minutes * RESULTS))):
            await asyncio.sleep(began + turn / RESULTS - time.perf_counter())
            if turn / RESULTS > _ANNOUNCED_EVERY * (len(others) + 0.5):
                others.add(asyncio.create_task(self.announce()))
            await self.enter(tables[turn] if turn < len(tables) else self.dice.choice(tables))
        await asyncio.gather(*others)

    async def publish(self) -> None:
        """The second round and its clock."""
        draft_seating(UnitOfWork(context=self.context, id=self.hall.id, by="Bench"), seconds=0.5)
        await asyncio.sleep(2 * _APART)
        self.asked["seat", "Round 2"] = time.perf_counter()
        await self.send("POST", "/rounds/publish", {})
        await asyncio.sleep(2 * _APART)
        self.asked["clock", "Round 2"] = time.perf_counter()
        await self.send("POST", "/rounds/2/clock/start", {})
        await asyncio.sleep(_APART)


def _is_result(fact: Fact, table: int) -> bool:
    return isinstance(fact, ResultEntered) and fact.table == table


async def run(course: Course, process: int, phones: Phones, minutes: float) -> None:
    """Everything, in its order."""

    async def measured(name: str, work: asyncio.Future[None] | asyncio.Task[None]) -> None:
        def used() -> list[dict[int, float]]:
            return [processor_seconds(ids) for ids in (family(process), phones.ids)]

        before, began = used(), time.perf_counter()
        await work
        took = time.perf_counter() - began
        server, load = (
            sum(seconds - earlier.get(id, 0) for id, seconds in later.items()) / took
            for earlier, later in zip(before, used(), strict=True)
        )
        print(
            f"{name}: {took:.0f} s; the server uses {server:.2f} of a core, the phones {load:.2f}; "
            f"it has {megabytes(process)} MB {each(process)}",
            flush=True,
        )

    async def words() -> None:
        for _ in range(WORDS):
            await course.announce()
            await asyncio.sleep(_APART / 2)

    for name, work in (
        ("words", words()),
        ("results", course.enter_for(minutes)),
        ("round", course.publish()),
    ):
        await measured(name, asyncio.ensure_future(work))


def show(course: Course, seen: list[Seen], phones: int) -> None:
    """The table."""
    first = {sight: at for some in seen for sight, at in some.first.items()}
    drawn = {player: parts for some in seen for player, parts in some.parts.items()}
    rows: dict[str, list[float]] = {}
    missed: dict[str, int] = {}
    for (kind, name), began in course.asked.items():
        times = [first[kind, name, player] - began for player in drawn if (kind, name, player) in first]
        rows.setdefault(kind, []).extend(times)
        missed[kind] = missed.get(kind, 0) + phones - len(times)
    for began, entry, players in course.results:
        for player in players:
            shown = [at - began for mine, at in drawn.get(player, []) if mine >= entry and at > began]
            rows.setdefault("own result", []).extend(shown[:1])
            missed["own result"] = missed.get("own result", 0) + (not shown)
    print(
        f"{'from the request until a phone shows it':<42}{'times':>8}{'median':>10}{'95 %':>10}{'slowest':>10}  never"
    )
    for kind, times in rows.items():
        times.sort()
        figures = (times[int(len(times) * part)] for part in (0.5, 0.95, 0.9999)) if times else (0.0, 0.0, 0.0)
        print(f"{kind:<42}{len(times):>8}" + "".join(f"{figure:>8.2f} s" for figure in figures) + f"  {missed[kind]}")
    errors = [error for some in seen for error in some.errors]
    print(
        f"parts asked for: {sum(some.asked for some in seen)}; pieces taken: {sum(some.pieces for some in seen)}; "
        f"errors: {len(errors)} {errors[:3]}"
    )


@contextmanager
def many_files() -> Iterator[None]:
    """As many connections as this load needs."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def server(folder: str, processes: int, phones: int) -> Iterator[tuple[tuple[str, int], int, Hall, Context]]:
    """A hall and its server: where that listens, its process, and the store."""
    with ExitStack() as ends:
        store = database_address(Path(folder))
        if processes > 1:
            cluster = Cluster()
            ends.callback(cluster.remove)
            store = cluster.new_database()
        context = open_context(store)
        ends.callback(context.store.close)
        hall = prepare_in(context, phones)
        if processes > 1:
            place, process = ends.enter_context(served(Path(folder), store, processes))
        else:
            started, place = start(folder)
            ends.callback(started.wait)
            ends.callback(started.terminate)
            process = started.pid
            wait_until_warm(folder)
        yield place, process, hall, context


def main(*, full: bool = False, phones: int = PHONES, minutes: float = MINUTES, processes: int = 1) -> None:
    """Print it all; `full` stays for an hour."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    with (
        tempfile.TemporaryDirectory() as folder,
        many_files(),
        server(folder, processes, phones) as (place, process, hall, context),
    ):
        crowd = Phones(place, hall.phones, _PLAYERS)
        while crowd.open < phones:
            time.sleep(1)
        print(f"{phones} phones, {processes} processes; {megabytes(process)} MB", flush=True)
        course = Course(place, hall, context)
        asyncio.run(run(course, process, crowd, 60 if full else minutes))
        show(course, crowd.end(), phones)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of results")
    parser.add_argument("--processes", type=int, default=1, help="of the server; two share a PostgreSQL")
    main(**vars(parser.parse_args()))
