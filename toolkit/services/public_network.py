"""Whom a server asks at an address that somebody gave: where strangers come, nobody of the server's own network.

A name is looked at when it is given, so that whoever gave it reads why not. What holds is the look at each connection
when it is made: a name may lead elsewhere a minute later, an answer may lead on, and a library has ways of its own.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv6Address, ip_address
from typing import Any


class OwnNetwork(OSError):
    """A connection into the server's own network was not made."""


@dataclass(slots=True)
class Guard:
    """What was done while only the public network may be asked.

    Attributes:
        has_refused: whether a connection was not made.
    """

    has_refused: bool = False


_guard: ContextVar[Guard | None] = ContextVar("guard", default=None)


def is_public(host: str) -> bool:
    """Whether a name leads to the public network alone; one that leads nowhere just now does no harm."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return True
    return all(_is_global(address) for *_, address in found)


@contextmanager
def public_only() -> Iterator[Guard]:
    """Within this, and what it starts in its own context, no connection is made but to the public network."""
    _watch()
    guard = Guard()
    before = _guard.set(guard)
    try:
        yield guard
    finally:
        _guard.reset(before)


@cache
def _watch() -> None:
    """Let Python tell of each connection before it is made, whichever library makes it."""
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and (guard := _guard.get()) is not None and not _is_global(arguments[1]):
        guard.has_refused = True
        raise OwnNetwork


def _is_global(address: object) -> bool:
    """Whether a socket's address is one of the public network; a file, or a name, is none."""
    try:
        number = ip_address(address[0] if isinstance(address, tuple) else "")
    except ValueError:
        return False
    if isinstance(number, IPv6Address):
        number = number.ipv4_mapped or number
    return number.is_global and not number.is_multicast
