"""Waitress's loop for hundreds of connections that stay open: it looks only at those where something happens.

Waitress asks every connection twice a request what it waits for; with two hundred phones that costs more than to answer
them. Here the system remembers it (`epoll`), and only a connection that heard something, or whose request is being
answered, is asked again. Once a second all of them are, so that nothing is ever missed for longer.
"""

from __future__ import annotations

import select
import time
from typing import Any

from waitress import wasyncore

# Seconds between two looks at everything.
EVERY = 1.0

type Sockets = dict[int, Any]  # waitress's, by their file numbers; it ships no types


def is_possible() -> bool:
    """Whether this system has what it takes."""
    return hasattr(select, "epoll")


def loop(timeout: float, map: Sockets, use_poll: bool) -> None:
    """Serve until no socket is left; called as waitress calls its own."""
    with _Watch(map) as watch:
        while map:
            watch.wait(min(timeout, EVERY))


class _Watch:
    """What the system watches for us."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._epoll = select.epoll()
        self._watched: dict[int, tuple[Any, int]] = {}
        self._restless: Sockets = {}
        self._next_look = 0.0

    def __enter__(self) -> _Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self._epoll.close()

    def wait(self, timeout: float) -> None:
        """Wait for the next things to happen, and let them be dealt with."""
        if time.monotonic() >= self._next_look:
            self._look_at_all()
        else:
            for number, one in list(self._restless.items()):
                self._look(number, one)
        for number, flags in self._epoll.poll(timeout):
            one = self._sockets.get(number)
            if one is None:
                continue
            wasyncore.readwrite(one, flags)
            if one.accepting:
                self._next_look = 0.0
            else:
                self._restless[number] = one

    def _look_at_all(self) -> None:
        self._next_look = time.monotonic() + EVERY
        for number in self._watched.keys() - self._sockets.keys():
            self._watch(number, None, 0)
        self._restless.clear()
        for number, one in list(self._sockets.items()):
            self._look(number, one)

    def _look(self, number: int, one: Any) -> None:
        """What a socket waits for now; it is looked at again soon while a request of it is being answered."""
        if number not in self._sockets or self._sockets[number] is not one:
            self._restless.pop(number, None)
            return
        flags = select.EPOLLIN | select.EPOLLPRI if one.readable() else 0
        if one.writable() and not one.accepting:
            flags |= select.EPOLLOUT
        self._watch(number, one, flags)
        if flags == select.EPOLLIN | select.EPOLLPRI and not getattr(one, "requests", ()):
            self._restless.pop(number, None)
        else:
            self._restless[number] = one

    def _watch(self, number: int, one: Any, flags: int) -> None:
        known, before = self._watched.get(number, (None, 0))
        if known is one and before == flags:
            return
        # A socket that was closed is watched no more, and its number may be another's by now.
        try:
            if before:
                self._epoll.unregister(number)
        except OSError:
            pass
        if flags:
            self._epoll.register(number, flags)
            self._watched[number] = (one, flags)
        else:
            self._watched.pop(number, None)
