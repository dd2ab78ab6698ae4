"""How often: what somebody could guess at or flood is counted; nobody is counted for looking at a page.

A whole room sits behind one address, so an address is counted only for what fails (a wrong password, a link that opens
nothing) or for what makes something new without an account; a judge's call counts for the link that it came by. Wrong
passwords are counted for a name and an address together, then for the name, then for the address, which one name alone
cannot use up. A browser that has signed in to that account before is counted by itself: no stranger locks anybody out.

What may be tried only so often is counted before it is tried: of a hundred guesses sent at once, all would otherwise be
looked at before the first is counted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from flask import Flask, current_app, request
from flask_babel import ngettext
from werkzeug.exceptions import TooManyRequests

from toolkit.services.security_log import SecurityEvent, record

if TYPE_CHECKING:
    from limits.strategies import RateLimiter

_KEY = "vtes_toolkit_counter"
_making = threading.Lock()


class Rate(Enum):
    """What is counted, and how much of it is let through."""

    SIGN_IN = "10/minute;60/hour"  # wrong passwords for one account from one address, or from a browser that is known
    SIGN_IN_NAME = "100/hour"  # wrong passwords for one account from wherever
    SIGN_IN_ADDRESS = "300/hour"  # wrong passwords for many accounts from one address
    SIGN_UP = "20/hour"  # new accounts from one address
    WRONG_LINK = "60/minute"  # links that open nothing, from one address
    JUDGE_CALL = "6/minute"  # calls by one link
    NEW_EVENT = "30/hour"  # events by one account
    NEW_TABLE = "30/hour"  # tables of the companion by one address


def init_app(app: Flask) -> None:
    """Count for `app`, in `RATELIMIT_STORAGE_URI`: this process's memory unless a shared place is named."""
    app.config.setdefault("RATELIMIT_ENABLED", True)
    app.config.setdefault("RATELIMIT_STORAGE_URI", "memory://")


def throttle(rate: Rate, who: str | None = None) -> None:
    """Count once more for `who` (the sender's address unless given).

    Raises:
        TooManyRequests: that was too often; it says when to come back.
    """
    from limits import parse

    if rate is Rate.WRONG_LINK:
        record(SecurityEvent.WRONG_LINK)
    if not current_app.config["RATELIMIT_ENABLED"]:
        return
    counter = _counter()
    for limit in map(parse, rate.value.split(";")):
        key = _key(rate, who)
        if not counter.hit(limit, *key):
            record(SecurityEvent.LIMIT_REACHED, what=rate.name.lower())
            reset = counter.get_window_stats(limit, *key).reset_time
            raise TooManyRequests(retry_after=max(1, round(reset - time.time())))


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
        for limit in map(parse, rate.value.split(";")):
            _counter().hit(limit, *_key(rate, who), cost=-1)


def _key(rate: Rate, who: str | None) -> tuple[str, str]:
    return rate.name, sender() if who is None else who


def sender() -> str:
    """The address that a request came from, as it is counted: of IPv6 the network, of which one home has all."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def wait_of(error: TooManyRequests) -> str:
    """What is said to whoever came too often: when to come back."""
    wait = error.retry_after if isinstance(error.retry_after, int) else 60
    minutes = -(-wait // 60)
    return ngettext(
        "That was too often: try again in %(num)d minute.", "That was too often: try again in %(num)d minutes.", minutes
    )


def _counter() -> RateLimiter:
    """The app's counter, made when there is something to count: its import would slow every start down."""
    app = current_app
    with _making:
        if _KEY not in app.extensions:
            from limits.storage import storage_from_string
            from limits.strategies import FixedWindowRateLimiter

            app.extensions[_KEY] = FixedWindowRateLimiter(storage_from_string(app.config["RATELIMIT_STORAGE_URI"]))
    found: RateLimiter = app.extensions[_KEY]
    return found
