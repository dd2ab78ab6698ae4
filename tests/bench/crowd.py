"""A thousand phones for as long as is asked for: `python -m tests.bench.crowd --phones 1000 --minutes 60`.

Each phone of an event keeps its page open and its stream, which it opens again when the server ends it, and asks for
its part when it is told of a change. Every second and a half a table's result is entered, every other minute a word is
said to the whole room. Said are all errors, how long it takes until a change is drawn, and what the server's
processes hold: a minute after the last phone has come, and at the end. Beside it stands a page asked for alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from tests.bench._serving import megabytes, start, wait_until_warm
from tests.bench.hall import Browser, Counter, Hall, prepare, said
from tests.bench.server import sent
from tests.bench.storage import LINES

PHONES = 1000
# Phones that come in a second.
ARRIVALS = 25
EVERY = 1.5
ANNOUNCED_EVERY = 120


@dataclass
class Crowd:
    """The phones, and what they met."""

    place: tuple[str, int]
    counter: Counter = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    open: int = 0
    reopened: int = 0

    async def phone(self, path: str, dice: random.Random) -> None:
        """A page that stays open."""
        browser = Browser(self.place, self.counter)
        _, _, text = await browser.ask("page, opened", path)
        version, word, heard = said(text, "version").replace("&#34;", '"'), said(text, "stream"), said(text, "heard")
        for turn in count():
            self.reopened += turn > 0
            async for told in self._stream(word):
                if told == heard:
                    continue
                heard, began = told, time.perf_counter()
                await asyncio.sleep(dice.uniform(0, 0.25))
                browser.stream = None  # kept for 75 seconds by the server: a phone opens another one
                _, head, _ = await browser.ask(
                    "page, told", path, X_Fragment="live", If_None_Match=version, Connection="close"
                )
                version = head.get("etag", version)
                self.counter.seconds["told until drawn"].append(time.perf_counter() - began)

    async def _stream(self, word: str) -> AsyncIterator[str]:
        reader, writer = await asyncio.open_connection(*self.place)
        writer.write(f"GET /live?on={word} HTTP/1.1\r\nHost: {self.place[0]}\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            self.lost.append(status.decode().strip())
            await asyncio.sleep(2)
            return
        self.open += 1
        try:
            while line := await reader.readline():
                told = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: {") else {}
                if word in told:
                    yield told[word]
        except OSError as error:
            self.lost.append(str(error))
        finally:
            self.open -= 1
            writer.close()


async def changes(place: tuple[str, int], hall: Hall, counter: Counter, dice: random.Random) -> None:
    """Results, and now and then a word for all."""
    began, announced = time.monotonic(), 0
    while True:
        table, base = dice.choice([*hall.tables]), f"/api/v1/tournaments/{hall.id}"
        line = dice.choice(LINES)
        await sent(place, "PUT", f"{base}/rounds/1/tables/{table}/result", {"victory_points": line}, hall.key)
        counter.entered += 1
        if time.monotonic() - began > ANNOUNCED_EVERY * (announced + 1):
            announced += 1
            await sent(place, "POST", f"{base}/announcements", {"text": f"Word {announced}"}, hall.key)
            if announced > 1:  # no event has any number of them
                await sent(place, "DELETE", f"{base}/announcements/{announced - 1}", {}, hall.key)
        await asyncio.sleep(EVERY)


async def alone(place: tuple[str, int], hall: Hall, times: int = 50) -> float:
    """Seconds of a page that one phone asks for, before anybody else is there."""
    counter = Counter()
    browser = Browser(place, counter)
    for _ in range(times):
        await browser.ask("page", hall.phones[0])
    return sorted(counter.seconds["page"])[times // 2]


async def stay(place: tuple[str, int], process: int, hall: Hall, minutes: float) -> None:
    """Everybody, for so long; print what it came to."""
    bare, crowd, dice = await alone(place, hall), Crowd(place), random.Random(1)
    print(f"a page alone: {1000 * bare:.1f} ms; the server holds {megabytes(process):.0f} MB")
    everybody = []
    for path in hall.phones:
        everybody.append(asyncio.create_task(crowd.phone(path, random.Random(path))))
        await asyncio.sleep(1 / ARRIVALS)
    everybody.append(asyncio.create_task(changes(place, hall, crowd.counter, dice)))
    await asyncio.sleep(60)
    began, first = time.monotonic(), megabytes(process)
    print(f"a minute later {crowd.open} streams are open, and the server holds {first:.0f} MB", flush=True)
    while time.monotonic() - began < 60 * minutes:
        await asyncio.sleep(min(60, 60 * minutes))
        print(
            f"  {(time.monotonic() - began) / 60:.0f} min: {megabytes(process):.0f} MB, {crowd.open} streams",
            flush=True,
        )
    ended = [task for task in everybody if task.done()]
    for task in everybody:
        task.cancel()
    crowd.counter.show()
    drawn = sorted(crowd.counter.seconds["told until drawn"])
    print(f"told until drawn, 95 %: {drawn[len(drawn) * 95 // 100] / bare:.0f} times a page alone")
    print(f"streams that were refused or broke: {len(crowd.lost)} {crowd.lost[:3]}; opened again: {crowd.reopened}; "
          f"phones that gave up: {len(ended)} {[task.exception() for task in ended[:3]]}")  # fmt: skip


@contextmanager
def many_files() -> Iterator[None]:
    """As many connections as this load needs."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def main(*, full: bool = False, phones: int = PHONES, minutes: float = 1) -> None:
    """Print it all; `full` stays for an hour."""
    with tempfile.TemporaryDirectory() as folder, many_files():
        hall = prepare(folder, phones)
        process, place = start(folder)
        wait_until_warm(folder)
        try:
            asyncio.run(stay(place, process.pid, hall, 60 if full else minutes))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--minutes", type=float, default=1)
    main(**vars(parser.parse_args()))
