"""The order in which requests that wait are answered: first whoever does something, then whoever looks."""

from __future__ import annotations

from collections import deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# So many changes in a row, then one who looks: nobody waits for ever.
IN_A_ROW = 8
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
        requests = channel.requests
        is_look = bool(requests) and requests[0].command in _LOOKS
        (self._looks if is_look else self._changes).append(channel)

    def popleft(self) -> Channel:
        """Whose turn it is."""
        if self._changes and (self._row < IN_A_ROW or not self._looks):
            self._row += 1
            return self._changes.popleft()
        self._row = 0
        return self._looks.popleft()


def make_dispatcher(threads: int) -> Any:
    """Waitress's dispatcher with these lanes and so many threads."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = Lanes()
    dispatcher.set_thread_count(threads)
    return dispatcher
