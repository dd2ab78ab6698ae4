"""All addresses of tables, for the app."""

from __future__ import annotations

from flask import Flask
from flask_babel import lazy_gettext as _l

from toolkit.web.base.shell import NavEntry
from toolkit.web.tables import card_facts, cast, finished, orders, page, start
from toolkit.web.tables.at import blueprint

NAVIGATION = (NavEntry("tables.start", _l("Tables"), "table"),)

__all__ = ["NAVIGATION", "blueprint", "card_facts", "cast", "finished", "init_app", "orders", "page", "start"]


def init_app(app: Flask) -> None:
    """Let an event's pages lead to the tables that follow its games."""
    app.jinja_env.globals.update(follow_link=start.follow_link)
