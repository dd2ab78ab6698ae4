"""A server: two processes on PostgreSQL, 200 streams, and twenty of the worst requests that are known at once.

Every stream hears of each change whichever process it was sent to; pages go on while others ask for what takes long;
what was taken then is given back. Where PostgreSQL's programs are missing it is one process on SQLite.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import tempfile
import time
from collections import Counter as Count
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench._serving import each, family, megabytes, served
from tests.bench.hall import Browser, Counter, Hall, prepare_in, said
from tests.storage.postgres import Cluster, programs
from toolkit.services.kernel.context import database_address, open_context

STREAMS = 200
CHANGES = 20
WORST = 20
_NAMES = [f"Player {number}" for number in range(2000)]
_TABLES = [_NAMES[at : at + 5] for at in range(0, 2000, 5)]
# As much as each takes; a stranger's is ended after two seconds of processor time. Batches of lists and scores are
# worked out in the server's own process, the others beside it.
HEAVY = {
    "/api/v1/decks/check-batch": {"decks": [{"text": f"{n % 9}x Bloood Dol\n" * 300} for n in range(100)]},
    "/api/v1/seating": {
        "players": _NAMES[:600],
        "rounds": 5,
        "apart": [_NAMES[at : at + 2] for at in range(0, 100, 2)],
    },
    "/api/v1/seating/fix": {"rounds": [_TABLES[:100], _TABLES[:100]], "table": 1, "round": 2},
    "/api/v1/seating/score": {"rounds": [_TABLES, _TABLES, _TABLES]},
    "/api/v1/sheets/seating.pdf": {"rounds": [{"tables": [{"seats": seats} for seats in _TABLES[:200]]}]},
}


# What anybody asks for: whatever a process needs for it once is there before the worst comes.
USUAL = {
    "/api/v1/decks/check-batch": {"decks": [{"text": "2x Bloood Dol"}]},
    "/api/v1/seating": {"players": _NAMES[:33], "rounds": 3},
    "/api/v1/sheets/seating.pdf": {"rounds": [{"tables": [{"seats": _NAMES[:5]}]}]},
}
# Seconds after which processes for heavy work that rest have made room for new ones.
_RENEWED = 75


@contextmanager
def _store(folder: Path) -> Iterator[tuple[str, int]]:
    """Where the events are, and how many processes may share it."""
    if programs() is None:
        yield database_address(folder), 1
        return
    cluster = Cluster()
    try:
        yield cluster.new_database(), 2
    finally:
        cluster.remove()


class _Stream:
    """An open page of the event, and when it last heard of a change."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()
        self.at = 0.0

    async def listen(self, place: tuple[str, int], path: str) -> None:
        _, _, text = await Browser(place, Counter()).ask("page", path)
        word = said(text, "stream")
        reader, writer = await asyncio.open_connection(*place)
        writer.write(f"GET /live?on={word} HTTP/1.1\r\nHost: {place[0]}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                self.at = time.perf_counter()
                self.heard.set()


async def _change(place: tuple[str, int], hall: Hall, number: int) -> float:
    """One change by the organizer, each over a connection of its own; when it was acknowledged."""
    await sent(place, "PATCH", f"/api/v1/tournaments/{hall.id}/configuration", {"place": f"Hall {number}"}, hall.key)
    return time.perf_counter()


async def sent(place: tuple[str, int], method: str, path: str, what: object, key: str = "") -> int:
    reader, writer = await asyncio.open_connection(*place)
    body = json.dumps(what)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {place[0]}", "Connection: close", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(body)}", *([f"Authorization: Bearer {key}"] if key else [])]
    writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
    answer = await reader.read()
    writer.close()
    assert not key or answer.split()[1] == b"200", answer[:300]
    return int(answer.split()[1])


async def _streams(place: tuple[str, int], process: int, hall: Hall) -> None:
    base = f"/tournaments/{hall.id}"
    streams = [_Stream() for _ in range(STREAMS)]
    listening = []
    for stream in streams:
        listening.append(asyncio.create_task(stream.listen(place, base)))
        if len(listening) % 20 == 0:
            await asyncio.sleep(0.5)
    await asyncio.gather(*(stream.heard.wait() for stream in streams))
    share = [sum(os.readlink(link).startswith("socket") for link in Path(f"/proc/{one}/fd").iterdir())
             for one in family(process)]  # fmt: skip
    late, missed = [], 0
    for number in range(CHANGES):
        for stream in streams:
            stream.heard.clear()
        done = await _change(place, hall, number)
        waiting = [asyncio.create_task(stream.heard.wait()) for stream in streams]
        _, pending = await asyncio.wait(waiting, timeout=30)
        missed += len(pending)
        late += [stream.at - done for stream in streams if stream.heard.is_set()]
    late.sort()
    middle, most, last = (1000 * late[int(len(late) * part)] for part in (0.5, 0.95, 0.999))
    print(f"streams: {STREAMS}; sockets by process: {sorted(share, reverse=True)[:3]}")
    print(f"changes: {CHANGES}; not heard by: {missed}")
    print(f"heard after the answer: median {middle:.0f} ms, 95 % {most:.0f} ms, last {last:.0f} ms")
    for task in listening:
        task.cancel()


async def _heavy(place: tuple[str, int], path: str, found: Count[int]) -> None:
    found[await sent(place, "POST", path, HEAVY[path])] += 1


async def _pages(place: tuple[str, int], hall: Hall, until: asyncio.Event) -> list[float]:
    """What pages of the event take, one after another."""
    counter, base, rng = Counter(), f"/tournaments/{hall.id}", random.Random(1)
    browser = Browser(place, counter)
    while not until.is_set():
        path = rng.choice([base, f"{base}/wall", *hall.phones[:20]])
        await browser.ask("page", path)
        await asyncio.sleep(0.05)
    assert not counter.errors, counter.errors[:3]
    return sorted(counter.seconds["page"])


async def _worst(place: tuple[str, int], process: int, hall: Hall, rest: float) -> None:
    quiet = asyncio.Event()
    asyncio.get_running_loop().call_later(5, quiet.set)
    usual = await _pages(place, hall, quiet)
    paths = [[*HEAVY][number % len(HEAVY)] for number in range(WORST)]
    for path, what in [*USUAL.items()] * 8:  # connections come to either process
        assert await sent(place, "POST", path, what) == 200
    await asyncio.sleep(_RENEWED)
    before, over = megabytes(process), asyncio.Event()
    print("each before:", each(process))
    pages, found = asyncio.create_task(_pages(place, hall, over)), Count[int]()
    began = time.perf_counter()
    await asyncio.gather(*(_heavy(place, path, found) for path in paths))
    took = time.perf_counter() - began
    over.set()
    slow, during = await pages, megabytes(process)
    print(f"{WORST} of the worst at once: answered {dict(found)} within {took:.1f} s")
    for when, some in (("without", usual), ("meanwhile", slow)):
        print(
            f"pages {when}: {len(some)}, median {1000 * some[len(some) // 2]:.0f} ms, slowest {1000 * some[-1]:.0f} ms"
        )
    print("each after:", each(process))
    await asyncio.sleep(rest)
    later = megabytes(process)
    print("each later:", each(process))
    print(f"memory of all processes: {before:.0f} MB, {during:.0f} at the end, {later:.0f} MB {rest:.0f} s later")


def main(*, full: bool = False) -> None:
    """Print what it came to; `full` looks at the memory five minutes later."""
    with tempfile.TemporaryDirectory() as name, _store(Path(name)) as (store, processes):
        context = open_context(store)
        hall = prepare_in(context)
        context.store.close()
        with served(Path(name), store, processes, {"VTES_TOOLKIT_TRUSTED_HOSTS": "127.0.0.1"}) as (place, process):
            print(f"{processes} processes on {store.partition(':')[0]}")
            asyncio.run(_streams(place, process, hall))
            asyncio.run(_worst(place, process, hall, 300 if full else _RENEWED))
