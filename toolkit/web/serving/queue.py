"""The order in which requests that wait are answered: first whoever does something, then whoever looks."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# So many changes in a row, then one who looks: nobody waits for ever.
IN_A_ROW = 8
# So many who look are served at the same time: one is drawn while another waits for the database.
LOOKS_AT_ONCE = 2
# Seconds. Most that is asked for takes a tenth of it.
PATIENCE = 0.05
_LOOKS = frozenset({"GET", "HEAD", "OPTIONS"})

type Channel = Any  # waitress's; it ships no types


class Lanes:
    """Requests that wait for a thread, in two lanes; to waitress it looks like its own queue."""

    def __init__(self) -> None:
        self._changes: deque[Channel] = deque()
        self._looks: deque[Channel] = deque()
        self._row = 0

    def __len__(self) -> int:
        return len(self._changes) + len(self._looks)

    def append(self, channel: Channel) -> None:
        """Let the request that a channel has now wait for its turn."""
        (self._looks if is_look(channel) else self._changes).append(channel)

    def popleft(self) -> Channel:
        """Whose turn it is."""
        if self._changes and (self._row < IN_A_ROW or not self._looks):
            self._row += 1
            return self._changes.popleft()
        self._row = 0
        return self._looks.popleft()


class Precedence:
    """Who is served at the same time.

    Python runs one thread at a time: a change asks for its turn a dozen times, before and after each word with the
    database, and every thread that draws a page makes it wait anew. So a look begins when no change is under way and
    at most one other look. For changes it waits no longer than the patience, however many there are; and what takes
    longer than that keeps nobody waiting: a sheet that is set, a deck that is fetched.
    """

    def __init__(self, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = patience
        self._clock = clock
        self._began: dict[object, tuple[bool, float]] = {}
        self._somebody_left = threading.Condition()

    @contextmanager
    def serving(self, channel: Channel) -> Iterator[None]:
        """The time in which the request of a channel is carried out; begins when it is its turn."""
        one, looks = object(), is_look(channel)
        with self._somebody_left:
            came = self._clock()
            while looks and not self.has_room(came):
                self._somebody_left.wait(self._patience)
            self._began[one] = (looks, self._clock())
        try:
            yield
        finally:
            with self._somebody_left:
                del self._began[one]
                self._somebody_left.notify(LOOKS_AT_ONCE)

    def has_room(self, came: float) -> bool:
        """Whether a look may begin that has waited since then."""
        long_ago = self._clock() - self._patience
        quick = [looks for looks, began in self._began.values() if began > long_ago]
        waits_for_change = came > long_ago and not all(quick)
        return not waits_for_change and quick.count(True) < LOOKS_AT_ONCE


def is_look(channel: Channel) -> bool:
    """Whether the request that a channel has now changes nothing."""
    return bool(channel.requests) and channel.requests[0].command in _LOOKS


def make_dispatcher(threads: int) -> Any:
    """Waitress's dispatcher with these lanes and so many threads."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = Lanes()
    dispatcher.set_thread_count(threads)
    return dispatcher
