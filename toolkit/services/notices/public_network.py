"""The hosts that a server asks at a given address: where strangers come, none of the server's own network.

A name is looked at when it is given, so that the giver reads why not. What holds is the look at each connection
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
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any


class OwnNetwork(OSError):
    """A connection into the server's own network was not made."""


@dataclass(slots=True)
class Guard:
    """A guard under which only the public network may be asked.

    Attributes:
        has_refused: whether a connection was not made.
    """

    has_refused: bool = False


_guard: ContextVar[Guard | None] = ContextVar("guard", default=None)


def is_public(host: str) -> bool:
    """Whether a name leads to the public network alone; one that leads nowhere just now does no harm."""
    try:
        addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return True
    return all(_is_global(address) for *_, address in addresses)


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


# All that is given out of IPv6 (RFC 4291), and where a translator finds the number of IPv4 that it asks (RFC 6052).
# 6to4 is of the past (RFC 7526): newer Pythons call none of its numbers public.
_INTERNET, _NAT64 = ip_network("2000::/3"), ip_network("64:ff9b::/96")


def _is_global(address: object) -> bool:
    """Whether a socket's address is one of the public network; a file, or a name, is none."""
    try:
        number = ip_address(address[0] if isinstance(address, tuple) else "")
    except ValueError:
        return False
    if isinstance(number, IPv4Address):
        return _is_open(number)
    if number.ipv4_mapped is not None:
        return _is_open(number.ipv4_mapped)
    is_given_out = (number in _INTERNET and number.sixtofour is None) or number in _NAT64
    return is_given_out and _is_open(number) and all(map(_is_open, _carried(number)))


def _is_open(number: IPv4Address | IPv6Address) -> bool:
    return number.is_global and not number.is_multicast


def _carried(number: IPv6Address) -> Iterator[IPv4Address]:
    """The numbers of IPv4 that a number of IPv6 leads to: by NAT64 or Teredo (RFC 4380)."""
    if number in _NAT64:
        yield IPv4Address(int(number) & 0xFFFFFFFF)
    yield from number.teredo or ()
