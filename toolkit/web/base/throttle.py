"""Throttling: attempts that could guess or flood are counted; looking at a page is not.

A whole room sits behind one address, so an address is counted only for what fails (a wrong password, a link or passkey
that opens nothing) or for what makes something new without an account, and there as a hall is; a judge's call counts
for the link that it came by, a program's wrong token first for itself, so that one old token uses up no address.
Wrong passwords are counted for a name and an address together, then for the name, then for the address, which one name
alone cannot use up. A browser that has signed in to that account before is counted by itself: no stranger locks anybody
out.

What may be tried only so often is counted before it is tried: of a hundred guesses sent at once, all would otherwise be
looked at before the first is counted.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Self

from flask import Flask, Response, current_app, g, request
from flask_babel import ngettext
from werkzeug.exceptions import TooManyRequests

from toolkit.services.kernel.security_log import SecurityEvent, record

if TYPE_CHECKING:
    from limits import RateLimitItem, WindowStats
    from limits.strategies import RateLimiter

_KEY = "vtes_toolkit_counter"
_COUNTED = "vtes_toolkit_counted"
# Seconds that anybody waits for the shared place.
_PATIENCE = 1.0
# Seconds after which it is asked again when it did not answer.
_AWAY = 30.0
_log = logging.getLogger(__name__)
_making = threading.Lock()


class Rate(Enum):
    """The kinds of counted requests, and how many of each are let through."""

    limits: str

    def __new__(cls, limits: str) -> Self:
        """A rate of its own: by the limits alone two that have the same would be one, and counted together."""
        made = object.__new__(cls)
        made._value_ = len(cls.__members__)
        made.limits = limits
        return made

    SIGN_IN = "10/minute;60/hour"  # wrong passwords for one account from one address, or from a browser that is known
    SIGN_IN_NAME = "100/hour"  # wrong passwords for one account from wherever
    SIGN_IN_ADDRESS = "300/hour"  # wrong passwords for many accounts from one address
    PASSKEY = "60/minute"  # passkeys that open nothing, from one address
    SIGN_UP = "20/hour"  # new accounts from one address
    WRONG_LINK = "60/minute"  # links that open nothing, from one address
    WRONG_TOKEN = "60/minute"  # one wrong token of a program, from wherever
    WRONG_TOKEN_ADDRESS = "600/minute"  # wrong tokens of programs, from one address: ten of them, then none
    CODE = "100/hour"  # codes tried for one player from wherever; the link stays open
    HAND_OVER = "20/hour"  # codes of a hand-over tried for one event from wherever
    JUDGE_CALL = "6/minute"  # calls by one link
    NEW_EVENT = "30/hour"  # events by one account
    PLACE = "300/hour"  # people signed up for an event by one address: a hall that does so at once
    NEW_TABLE = "100/hour"  # tables of the companion by one address: a hall of 500 players


_RECORDED = {Rate.WRONG_LINK: SecurityEvent.WRONG_LINK, Rate.WRONG_TOKEN: SecurityEvent.TOKEN_REFUSED}


def init_app(app: Flask) -> None:
    """Count for `app`, in `RATELIMIT_STORAGE_URI`: this process's memory unless a shared place is named."""
    app.config.setdefault("RATELIMIT_ENABLED", True)
    app.config.setdefault("RATELIMIT_STORAGE_URI", "memory://")
    app.after_request(_add_limits)


def throttle(rate: Rate, who: str | None = None) -> None:
    """Count once more for `who` (the sender's address unless given).

    Raises:
        TooManyRequests: that was too often; it says when to come back.
    """
    from limits import parse

    if rate in _RECORDED:
        record(_RECORDED[rate])
    if not current_app.config["RATELIMIT_ENABLED"]:
        return
    for limit in map(parse, rate.limits.split(";")):
        key = _key(rate, who)
        is_let_through = _ask(partial(_count, limit, key))
        window = _ask(partial(_window, limit, key))
        seconds = max(1, round(window.reset_time - time.time()))
        g.setdefault(_COUNTED, []).append(LimitCount(rate, limit, window.remaining, seconds))
        if not is_let_through:
            record(SecurityEvent.LIMIT_REACHED, what=rate.name.lower())
            raise TooManyRequests(retry_after=seconds)


@dataclass(frozen=True, slots=True)
class LimitCount:
    """The rest of one limit after a request was counted, and the seconds until it begins anew."""

    rate: Rate
    limit: RateLimitItem
    remaining: int
    seconds: int


def _add_limits(response: Response) -> Response:
    """Say by the headers of the IETF's draft what is limited, and what is left of the tightest limit."""
    counted = g.get(_COUNTED)
    if counted and request.path.startswith("/api/"):
        least = min(counted, key=lambda one: (one.remaining, -one.seconds))
        name = least.rate.name.lower()
        response.headers["RateLimit-Policy"] = f'"{name}";q={least.limit.amount};w={least.limit.get_expiry()}'
        response.headers["RateLimit"] = f'"{name}";r={least.remaining};t={least.seconds}'
    return response


@contextmanager
def attempt(*counted: tuple[Rate, str | None]) -> Iterator[None]:
    """Count something before it is tried, each rate for its own; what succeeds, so ends without an error, was no guess.

    Raises:
        TooManyRequests: it was tried too often; it is not tried again, and nobody learns whether it were right.
    """
    for rate, who in counted:
        throttle(rate, who)
    yield
    for rate, who in counted:
        _take_back(rate, who)


def _take_back(rate: Rate, who: str | None) -> None:
    from limits import parse

    if current_app.config["RATELIMIT_ENABLED"]:
        for limit in map(parse, rate.limits.split(";")):
            _ask(partial(_uncount, limit, _key(rate, who)))


def _key(rate: Rate, who: str | None) -> tuple[str, str]:
    return rate.name, sender() if who is None else who


def sender() -> str:
    """The address that a request came from, as it is counted."""
    return network_of(request.remote_addr or "")


def network_of(text: str) -> str:
    """An address as it is counted: of IPv6 the network, of which one home has all; "" for what is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def wait_of(error: TooManyRequests) -> str:
    """The sentence for a person who came too often: when to come back."""
    wait = error.retry_after if isinstance(error.retry_after, int) else 60
    minutes = -(-wait // 60)
    return ngettext(
        "That was too often: try again in %(num)d minute.", "That was too often: try again in %(num)d minutes.", minutes
    )


@dataclass(slots=True)
class _Counters:
    """The counter of all processes, one of this process alone, and until when the shared one is taken to be away."""

    shared: RateLimiter
    own: RateLimiter
    away_until: float = 0.0


def _counter() -> RateLimiter:
    """Where it is counted now."""
    counters = _counters()
    return counters.own if time.monotonic() < counters.away_until else counters.shared


def _count(limit: RateLimitItem, key: tuple[str, str], counter: RateLimiter) -> bool:
    return counter.hit(limit, *key)


def _uncount(limit: RateLimitItem, key: tuple[str, str], counter: RateLimiter) -> bool:
    return counter.hit(limit, *key, cost=-1)


def _window(limit: RateLimitItem, key: tuple[str, str], counter: RateLimiter) -> WindowStats:
    return counter.get_window_stats(limit, *key)


def _ask[Answer](ask: Callable[[RateLimiter], Answer]) -> Answer:
    """The counter's answer; while the shared place is away each process counts for itself, without a wait."""
    from limits.errors import StorageError

    try:
        return ask(_counter())
    except StorageError:
        _log.warning("Wrong passwords and links are counted by each process alone.", exc_info=True)
        counters = _counters()
        counters.away_until = time.monotonic() + _AWAY
        return ask(counters.own)


def _counters() -> _Counters:
    """The app's counter and one of this process, made when there is something to count.

    Their import would slow every start down.
    """
    app = current_app
    with _making:
        if _KEY not in app.extensions:
            from limits.storage import MemoryStorage, storage_from_string
            from limits.strategies import FixedWindowRateLimiter

            place = app.config["RATELIMIT_STORAGE_URI"]
            waits = ("socket_timeout", "socket_connect_timeout") if "redis" in place else ()
            shared = storage_from_string(place, wrap_exceptions=True, **dict.fromkeys(waits, _PATIENCE))
            app.extensions[_KEY] = _Counters(FixedWindowRateLimiter(shared), FixedWindowRateLimiter(MemoryStorage()))
    counters: _Counters = app.extensions[_KEY]
    return counters
