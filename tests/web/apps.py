"""The app on a database of its own, without being made anew: that takes longer than most of what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from tempfile import TemporaryDirectory

from flask import Flask

from toolkit.web import create_app
from toolkit.web.base import stores, throttle


@cache
def made(*, forms_need_tokens: bool, accounts: bool) -> Flask:
    """The app as it was made, to be asked for its addresses."""
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": forms_need_tokens, "ACCOUNTS": accounts})


def app_on(
    address: str, *, forms_need_tokens: bool = False, accounts: bool = False, **config: object
) -> Iterator[Flask]:
    """The app on the database at `address`, as if it had just been started: with nothing open and nothing counted.

    What it keeps beside its database lies in a folder of its own.

    `config` is what is looked at by every request (`RATELIMIT_ENABLED`), not what a start decides.
    """
    app = made(forms_need_tokens=forms_need_tokens, accounts=accounts)
    usual, views = dict(app.config), dict(app.view_functions)
    with TemporaryDirectory() as folder:
        app.config.update({"DATA_FOLDER": folder, **config}, DATABASE_URL=address)
        stores.init_app(app)
        app.extensions.pop(throttle._KEY, None)
        yield app
        stores.close(app)
    app.config.clear()
    app.config.update(usual)
    # A test of who may do what puts others in their place.
    app.view_functions.update(views)
