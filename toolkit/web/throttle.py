"""How often: what somebody could guess at or flood is counted; nobody is counted for looking at a page.

A whole room sits behind one address, so an address is counted only for what fails (a wrong password, a link that opens
nothing) or for what makes something new without an account; a judge's call counts for the link that it came by.
"""

from __future__ import annotations

import time
from enum import Enum

from flask import Flask, current_app, request
from flask_limiter import Limiter
from limits import parse
from werkzeug.exceptions import TooManyRequests

_KEY = "vtes_toolkit_limiter"


class Rate(Enum):
    """What is counted, and how much of it is let through."""

    SIGN_IN = "10/minute;60/hour"  # wrong passwords for one account
    SIGN_IN_ADDRESS = "30/minute;300/hour"  # wrong passwords from one address
    SIGN_UP = "20/hour"  # new accounts from one address
    WRONG_LINK = "60/minute"  # links that open nothing, from one address
    JUDGE_CALL = "6/minute"  # calls by one link
    NEW_EVENT = "30/hour"  # events by one account
    NEW_TABLE = "30/hour"  # tables of the companion by one address


def init_app(app: Flask) -> None:
    """Count for `app`, in `RATELIMIT_STORAGE_URI`: this process's memory unless a shared place is named."""
    app.config.setdefault("RATELIMIT_STORAGE_URI", "memory://")
    app.extensions[_KEY] = Limiter(key_func=_address, app=app, default_limits=[])


def throttle(rate: Rate, who: str | None = None) -> None:
    """Count once more for `who` (the sender's address unless given).

    Raises:
        TooManyRequests: that was too often; it says when to come back.
    """
    limiter: Limiter = current_app.extensions[_KEY]
    if not limiter.enabled:
        return
    for limit in map(parse, rate.value.split(";")):
        key = (rate.name, _address() if who is None else who)
        if not limiter.limiter.hit(limit, *key):
            reset = limiter.limiter.get_window_stats(limit, *key).reset_time
            raise TooManyRequests(retry_after=max(1, round(reset - time.time())))


def _address() -> str:
    return request.remote_addr or ""
