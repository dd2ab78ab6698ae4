"""A hall of 200: every phone follows its own page by a stream while 40 tables enter their results within a minute.

`python -m tests.bench.hall --ask` lets them ask every 3 seconds, as they do where no stream comes through.

The server is `serve` in a process of its own, on SQLite; this process is the load. It counts what a phone waits for, by
kind of request, and looks at the end whether every result is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench._disk import Disk
from tests.bench._serving import start, wait_until_warm
from tests.bench.web import show
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, database_address, entry_key, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, clock

PLAYERS = 200
EVERY = 3.0
SECONDS = 60.0
# So long the room takes to open its pages; the minute begins when all are open.
ARRIVAL = 20.0
# One organizer, two judges and a projector look on.
WATCHERS = ("console/rounds/1", "judge", "judge/tables", "wall", "")
# A person who looks around: pages opened anew, now and then.
VISITS = ("console/rounds/2", "console/standings", "console/players", "console/log", "console/rounds/1", "")


# What differs with each drawing, whatever the page shows.
_MOMENTARY = re.compile(
    r'data-(?:at|version|heard|stream)="[^"]*"|name="(?:csrf_token|key|seen|sequence)" value="[^"]*"'
)


@dataclass
class Hall:
    """The event, and the addresses of everybody in it."""

    id: str
    key: str
    phones: list[str]
    tables: dict[int, tuple[str, int]]  # table -> own page of its first seat, and how many sit there


def prepare(folder: str, players: int = PLAYERS) -> Hall:
    """So many players, three rounds, the first one seated at tables of five."""
    context = open_context(database_address(Path(folder)))
    hall = prepare_in(context, players)
    context.store.close()
    return hall


def prepare_in(context: Context, players: int = PLAYERS) -> Hall:
    """The same in a store that is open."""
    event = create(context, Configuration(name="Grand Prix", rounds=3), by="Bench")
    work = UnitOfWork(context=context, id=event.id, by="Bench")
    add_players(work, [Registration(name=f"Player {number}", vekn=str(1000000 + number)) for number in range(players)])
    draft_seating(work, seconds=0.5, publish=True)
    work.change(clock.start_clock, 1, minutes=120)
    return _hall(context, event.id)


def _hall(context: Context, id: str) -> Hall:
    key, state = links.key_of(context, id), context.tournaments.look(id).state
    tables = {
        table: (links.own_table_path(id, 1, players[0], key), len(players))
        for table, players in state.round(1).numbered()
    }
    phones = [links.player_path(id, player, key) for player in state.players]
    return Hall(id, entry_key(context.store), phones, tables)


@dataclass
class Counter:
    """Seconds by kind of request, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    entered: int = 0
    # Parts of pages that were drawn for somebody who had them already: "player's page" -> of so many, so many in vain.
    drawn: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))

    def show(self) -> None:
        """The table."""
        print(f"{'':<34}{'requests':>9} {'median':>9} {'95 %':>9} {'slowest':>9}")
        everything = [one for found in self.seconds.values() for one in found]
        for kind, found in [*sorted(self.seconds.items()), ("all of them", everything)]:
            found.sort()
            middle, last = found[len(found) // 2], found[min(len(found) - 1, int(len(found) * 0.95))]
            print(
                f"{kind:<34}{len(found):>9} {1000 * middle:>6.1f} ms {1000 * last:>6.1f} ms {1000 * found[-1]:>6.1f} ms"
            )
        for kind, vain in sorted(self.drawn.items()):
            print(f"{kind}: drawn {len(vain)} times, {sum(vain)} of them as it was before")
        print(f"results entered: {self.entered}; errors: {len(self.errors)} {self.errors[:3] if self.errors else ''}")


class Browser:
    """One connection that is kept open, with cookies; one request at a time."""

    def __init__(self, place: tuple[str, int], counter: Counter) -> None:
        self.place, self.counter = place, counter
        self.cookies: dict[str, str] = {}
        self.stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, kind: str, path: str, *, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        """Status, headers and text of an answer; its time is counted under `kind`, or `kind: changed` for 200."""
        began = time.perf_counter()
        status, head, text = await self._ask(path, body, headers)
        took = time.perf_counter() - began
        self.counter.seconds[kind if status != 304 else f"{kind}: nothing new"].append(took)
        if status >= 400:
            self.counter.errors.append(f"{status} {path}")
        return status, head, text

    async def _ask(self, path: str, body: str, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
        if self.stream is None:
            self.stream = await asyncio.open_connection(*self.place)
        reader, writer = self.stream
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {self.place[0]}", f"Cookie: {cookies}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        found = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        for line in head[1:]:
            if line.lower().startswith("set-cookie: "):
                name, _, value = line[12:].split(";")[0].partition("=")
                self.cookies[name] = value
        content = await reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection") == "close":
            writer.close()
            self.stream = None
        return int(head[0].split()[1]), found, content.decode()


async def follow(browser: Browser, kind: str, path: str, until: float, rng: random.Random) -> None:
    """A page that stays open, and asks when it is told of a change."""
    await asyncio.sleep(rng.uniform(0, ARRIVAL))
    _, _, text = await browser.ask(f"{kind}, opened", path)
    version, word = said(text, "version").replace("&#34;", '"'), said(text, "stream")
    reader, writer = await asyncio.open_connection(*browser.place)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    writer.write(f"GET /live?on={word} HTTP/1.1\r\nHost: {browser.place[0]}\r\nCookie: {cookies}\r\n\r\n".encode())
    heard, known = said(text, "heard"), ""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.perf_counter()):
            while line := await reader.readline():
                told = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: {") else {}
                if told.get(word, heard) != heard:
                    heard = told[word]
                    began = time.perf_counter()
                    await asyncio.sleep(rng.uniform(0, 0.25))
                    headers = {"X_Fragment": "live", "If_None_Match": version}
                    status, head, part = await browser.ask(f"{kind}, told", path, **headers)
                    version = head.get("etag", version)
                    if status == 200:
                        shown = _MOMENTARY.sub("", part)
                        browser.counter.drawn[kind].append(shown == known)
                        known = shown
                    browser.counter.seconds["told until drawn"].append(time.perf_counter() - began)
    writer.close()


def said(text: str, name: str) -> str:
    found = re.search(f'data-{name}="([^"]*)"', text)
    return found[1] if found else ""


async def poll(browser: Browser, kind: str, path: str, until: float, rng: random.Random) -> None:
    """A page that stays open, and asks every few seconds."""
    await asyncio.sleep(rng.uniform(0, ARRIVAL))
    _, _, text = await browser.ask(f"{kind}, opened", path)
    tag = re.search(r'data-version="([^"]+)"', text)
    version = tag[1].replace("&#34;", '"') if tag else ""
    while time.perf_counter() < until:
        await asyncio.sleep(EVERY * rng.uniform(0.9, 1.1))
        _, head, _ = await browser.ask(f"{kind}, polled", path, X_Fragment="live", If_None_Match=version)
        version = head.get("etag", version)


async def enter(browser: Browser, own: str, seats: int, at: float) -> None:
    """A player opens the table's page, and enters that the first seat got everything."""
    await asyncio.sleep(max(0.0, at - time.perf_counter()))
    _, _, page = await browser.ask("table's page, opened", own)
    hidden = dict(re.findall(r'<input type="hidden" name="(csrf_token|key|seen)" value="([^"]*)"', page))
    points = "&".join(f"vp{seat}={seats if seat == 1 else 0}" for seat in range(1, seats + 1))
    fields = "&".join(f"{name}={value}" for name, value in hidden.items())
    status, _, _ = await browser.ask("result, entered", f"{own}/points", body=f"{fields}&{points}")
    browser.counter.entered += status == 303


async def visit(browser: Browser, base: str, until: float, rng: random.Random) -> None:
    """Somebody who looks around."""
    while time.perf_counter() < until:
        path = rng.choice(VISITS)
        await browser.ask(f"{path or 'public page'}, opened", f"{base}/{path}".rstrip("/"))
        await asyncio.sleep(rng.uniform(0.5, 1.5))


async def load(place: tuple[str, int], hall: Hall, seconds: float, *, is_asking: bool = False) -> Counter:
    """Everybody at once."""
    stay = poll if is_asking else follow
    counter, rng, base = Counter(), random.Random(1), f"/tournaments/{hall.id}"
    until = time.perf_counter() + ARRIVAL + seconds
    officials = [Browser(place, counter) for _ in range(len(WATCHERS) + 2)]
    for browser in officials:
        browser.cookies["organizer"] = hall.key
    jobs = [stay(Browser(place, counter), "player's page", path, until, rng) for path in hall.phones]
    jobs += [
        stay(browser, path or "public page", f"{base}/{path}".rstrip("/"), until, rng)
        for browser, path in zip(officials, WATCHERS, strict=False)
    ]
    jobs += [visit(browser, base, until, rng) for browser in officials[-2:]]
    step = seconds * 0.85 / len(hall.tables)
    for turn, (own, seats) in enumerate(hall.tables.values()):
        jobs.append(enter(Browser(place, counter), own, seats, until - seconds + 2 + turn * step))
    await asyncio.gather(*jobs)
    return counter


def main(*, full: bool = False, is_asking: bool = False) -> None:
    """Print the table; `full` goes on for five minutes."""
    with tempfile.TemporaryDirectory() as folder:
        hall = prepare(folder)
        process, place = start(folder)
        # The room comes to a server that has been up for a while.
        wait_until_warm(folder)
        try:
            with Disk(folder) as disk:
                counter = asyncio.run(load(place, hall, 5 * SECONDS if full else SECONDS, is_asking=is_asking))
            counter.show()
            show("one commit on the same disk meanwhile", disk.seconds)
        finally:
            before = os.times()
            process.send_signal(signal.SIGTERM)
            process.wait()
            after = os.times()
        requests = sum(map(len, counter.seconds.values()))
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"processor time of the server: {spent:.1f} s, {1000 * spent / requests:.1f} ms a request")
        context = open_context(database_address(Path(folder)))
        kept = len(context.tournaments.look(hall.id).state.round(1).results)
        context.store.close()
    print(f"results kept: {kept} of {len(hall.tables)}")


if __name__ == "__main__":
    main(is_asking="--ask" in sys.argv)
