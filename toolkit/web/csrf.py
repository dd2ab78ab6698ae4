"""Forms that change something carry a token; an address that changes nothing may say that it needs none.

Checking a deck, for one, is a pure function of what is sent: nothing is kept, nobody is signed in, and a page left open
for days must still work. Such a view is marked `@csrf.exempt`; so is an API that no cookie opens.
"""

from __future__ import annotations

from flask import Flask
from flask_wtf import CSRFProtect

csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    """Ask for the token on every POST, PUT, PATCH and DELETE of `app` that is not exempt."""
    # An organizer's page stays open all day: a token is good for as long as its session.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    csrf.init_app(app)
