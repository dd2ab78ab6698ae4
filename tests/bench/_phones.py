"""Phones of a hall, played by processes of their own: each keeps its page, its stream, and what it saw when.

A phone does what live.js, stream.js and pieces.js do: it takes pieces over, asks for its part when it is told of more,
and opens its stream again when the server ends it. Times are of the clock that all processes of a machine share.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import multiprocessing
import random
import re
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any

from tests.bench._serving import end_with_parent
from tests.bench.hall import Browser, Counter, said

# Phones that come in a second.
ARRIVALS = 25
# Something that a phone has on show: its subject and name, and the number of its player.
type Sight = tuple[str, str, int]

_WORD = re.compile(r"Word \d+")
_ROUND = re.compile(r'id="place"[^>]*>\s*(Round \d+)')


@dataclass
class Seen:
    """What the phones of a process saw first when, their errors, and the processor time that it took to play them.

    Attributes:
        parts: by player the entry of the log up to which a part was drawn, and when.
    """

    first: dict[Sight, float] = field(default_factory=dict)
    parts: dict[int, list[tuple[int, float]]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    asked: int = 0
    pieces: int = 0
    seconds: float = 0.0

    def note(self, kind: str, names: Iterable[str], player: int) -> None:
        """Note that something is on show now."""
        for name in names:
            self.first.setdefault((kind, name, player), time.perf_counter())


class Phone:
    """A player's page that stays open."""

    def __init__(self, place: tuple[str, int], path: str, player: int, seen: Seen) -> None:
        self.place, self.path, self.player, self.seen = place, path, player, seen
        self.dice = random.Random(player)
        self.counter = Counter()
        self.browser = Browser(place, self.counter)
        self.tag = self.heard = self.told = ""
        self.title = "Round 1"
        self.asking: asyncio.Task[None] | None = None
        self.is_wanted = False

    async def live(self, is_open: Any) -> None:
        """Open the page, and follow it until the end."""
        _, _, text = await self.browser.ask("page", self.path)
        self._take(text)
        word = said(text, "stream")
        for turn in count():
            async for news, pieces, within in self._stream(word):
                if turn == 0 and not self.told:
                    with is_open.get_lock():
                        is_open.value += 1
                if word in news:
                    self._hear(news[word], pieces, within)
            await asyncio.sleep(2)

    def _take(self, text: str) -> None:
        self.tag, self.heard = said(text, "version").replace("&#34;", '"'), said(text, "heard")
        self.seen.note("word", _WORD.findall(text), self.player)
        self.seen.note("seat", _ROUND.findall(text), self.player)
        self.seen.note("clock", _ROUND.findall(text) if "clock-face" in text else [], self.player)
        mine = int(self.heard.partition(".")[0] or 0)
        self.seen.parts.setdefault(self.player, []).append((mine, time.perf_counter()))

    def _hear(self, version: str, pieces: list[dict[str, Any]], within: float) -> None:
        self.told = version
        if version == self.heard:
            return
        before = self.heard.partition("~")[2].split(".")
        lacking = {word for word in version.partition("~")[2].split(".") if word not in before}
        unpacked = [(piece, _unpacked(piece["packed"])) for piece in pieces]
        mine = [pair for pair in unpacked if self._word_of(*pair) in lacking]
        for piece, content in mine:
            self._show(piece["name"], content)
        is_own_same = version.partition("~")[0] == self.heard.partition("~")[0]
        if mine and is_own_same and len(mine) == len(lacking):
            self.tag, self.heard = self.tag.replace(self.heard, version), version
            return
        is_own = version.partition(".")[0] != self.heard.partition(".")[0]
        wait = self.dice.random() * (min(0.25, within) if is_own else within)
        asyncio.get_running_loop().call_later(wait, self._ask)

    def _word_of(self, piece: dict[str, Any], content: Any) -> str:
        """The word of a version that a piece gives; of the standings that of the phone's own line."""
        is_line = piece["name"] == "ranks"
        return str(content.get(str(self.player), [""])[0] if is_line else piece["version"])

    def _show(self, name: str, content: Any) -> None:
        self.seen.pieces += 1
        if name == "announcements":
            self.seen.note("word", _WORD.findall(content), self.player)
        elif name == "seats" and content:
            mine = [table for table, players in content["tables"] if self.player in (number for number, _ in players)]
            self.seen.note("seat", [content["title"]] if mine else [], self.player)
            self.title = content["title"]
        elif name == "clock" and content:
            self.seen.note("clock", [self.title], self.player)

    def _ask(self) -> None:
        if self.told == self.heard:
            return
        # What is on its way may be older than what is asked for now.
        self.is_wanted = self.asking is not None and not self.asking.done()
        if not self.is_wanted:
            self.asking = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        self.seen.asked += 1
        self.browser.stream = None  # kept for 75 seconds by the server: a phone opens another one
        headers = {"X_Fragment": "live", "If_None_Match": self.tag, "Connection": "close"}
        status, _, text = await self.browser.ask("part", self.path, **headers)
        if status == 200:
            self._take(text)
        self.seen.errors += self.counter.errors
        self.counter = self.browser.counter = Counter()
        if self.is_wanted:
            self.is_wanted = False
            await self._draw()

    async def _stream(self, word: str) -> AsyncIterator[tuple[dict[str, str], list[dict[str, Any]], float]]:
        """The news, the pieces before them, and the seconds in which all are to ask."""
        reader, writer = await asyncio.open_connection(*self.place, limit=2**22)
        writer.write(f"GET /live?on={word} HTTP/1.1\r\nHost: {self.place[0]}\r\n\r\n".encode())
        if b" 200 " not in (status := await reader.readline()):
            self.seen.errors.append(status.decode().strip())
            return
        name, pieces, within = "", list[dict[str, Any]](), 0.25
        try:
            while line := (await reader.readline()).decode():
                kind, _, value = line.strip().partition(": ")
                if kind == "0":  # the last chunk: the connection itself stays open for a while
                    return
                if kind == "event":
                    name = value
                elif kind == "data" and name == "piece":
                    pieces.append(json.loads(value))
                elif kind == "data" and name == "spread":
                    within = float(value)
                elif kind == "data" and not name:
                    yield json.loads(value), pieces, within
                    pieces, within = [], 0.25
                elif not line.strip():
                    name = ""
        except OSError as error:
            self.seen.errors.append(str(error))
        finally:
            writer.close()


@lru_cache(maxsize=16)
def _unpacked(packed: str) -> Any:
    """The content of a piece, unpacked once in a process: a real phone has a processor of its own for it."""
    return json.loads(gzip.decompress(b64decode(packed)))


def play(
    place: tuple[str, int], phones: list[tuple[int, str]], arrivals: float, is_open: Any, over: Any, pipe: Any
) -> None:
    """Play these phones until it is over, and send what they saw."""
    end_with_parent()
    pipe.send(asyncio.run(_play(place, phones, arrivals, is_open, over)))


async def _play(
    place: tuple[str, int], phones: list[tuple[int, str]], arrivals: float, is_open: Any, over: Any
) -> Seen:
    seen, everybody = Seen(), []
    for player, path in phones:
        everybody.append(asyncio.create_task(Phone(place, path, player, seen).live(is_open)))
        await asyncio.sleep(1 / arrivals)
    while not over.is_set():
        await asyncio.sleep(0.2)
    seen.errors += [repr(task.exception()) for task in everybody if task.done()]
    for task in everybody:
        task.cancel()
    await asyncio.gather(*everybody, return_exceptions=True)
    seen.seconds = time.process_time()
    return seen


class Phones:
    """The phones of several processes: how many streams are open, and what they saw."""

    def __init__(self, place: tuple[str, int], paths: list[str], processes: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._open, self._over = spawn.Value("i", 0), spawn.Event()
        numbered, self._running = list(enumerate(paths, start=1)), []
        for turn in range(processes):
            mine, theirs = spawn.Pipe()
            shared = (numbered[turn::processes], ARRIVALS / processes, self._open, self._over, theirs)
            process = spawn.Process(target=play, args=(place, *shared), daemon=True)
            process.start()
            self._running.append((process, mine))

    @property
    def open(self) -> int:
        """The phones whose stream has told them something."""
        return int(self._open.value)

    @property
    def ids(self) -> list[int]:
        """The processes."""
        return [process.pid or 0 for process, _ in self._running]

    def end(self) -> list[Seen]:
        """What they saw; the phones are put away."""
        self._over.set()
        seen = [pipe.recv() for _, pipe in self._running]
        for process, _ in self._running:
            process.join()
        return seen
