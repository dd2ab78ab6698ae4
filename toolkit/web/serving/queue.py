"""The order in which requests that wait are answered: first changes, then reads.

What strangers let the server work out has a lane of its own, so that it never has all of the threads.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

# So many who look are served at the same time: one is drawn while another waits for the database.
LOOKS_AT_ONCE = 2
# Seconds. Most that is asked for takes a tenth of it.
PATIENCE = 0.05
_LOOKS = frozenset({"GET", "HEAD", "OPTIONS"})


class Precedence:
    """Who is served at the same time.

    Python runs one thread at a time: a change asks for its turn a dozen times, before and after each word with the
    database, and every thread that draws a page makes it wait anew. So a look begins when no change is under way and
    at most one other look. For changes it waits no longer than the patience, however many there are; and what takes
    longer than that keeps nobody waiting: a sheet that is set, a deck that is fetched. Looks wait in their order, and
    none of them in a thread.
    """

    def __init__(self, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = patience
        self._clock = clock
        self._began: dict[object, tuple[bool, float]] = {}
        self._waiting: deque[tuple[object, float, asyncio.Future[None]]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def serving(self, method: str) -> AsyncIterator[None]:
        """The time in which a request is carried out; begins when it is its turn."""
        ticket = object()
        try:
            if method in _LOOKS:
                turn = asyncio.get_running_loop().create_future()
                self._waiting.append((ticket, self._clock(), turn))
                self._call()
                await turn
            else:
                self._began[ticket] = (False, self._clock())
            yield
        finally:
            self._began.pop(ticket, None)
            self._call()

    def has_room(self, came: float) -> bool:
        """Whether a look may begin that has waited since then."""
        long_ago = self._clock() - self._patience
        quick = [looks for looks, began in self._began.values() if began > long_ago]
        waits_for_change = came > long_ago and not all(quick)
        return not waits_for_change and quick.count(True) < LOOKS_AT_ONCE

    def _call(self) -> None:
        """Let those begin whose turn it is; look again as long as a request waits."""
        while self._waiting:
            ticket, came, turn = self._waiting[0]
            if not turn.done() and not self.has_room(came):
                break
            self._waiting.popleft()
            if not turn.done():  # whoever asked may be gone
                self._began[ticket] = (True, self._clock())
                turn.set_result(None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_later(self._patience, self._call)


class Lane:
    """A queue that lets so many in at once and so many wait; more are sent away."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._most_waiting = most_waiting
        self.waiting = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[bool]:
        """The time in which a request has a place; False for one that is to be sent away."""
        if self.waiting >= self._most_waiting:
            yield False
            return
        self.waiting += 1
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
        try:
            yield True
        finally:
            self._places.release()
