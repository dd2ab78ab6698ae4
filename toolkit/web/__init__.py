"""The web app: `create_app()` puts the areas, the API, the headers and the error pages together."""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Mapping
from typing import Any

from flask import Flask

from toolkit import __version__, paths
from toolkit.services.kernel.data_folder import data_folder, secret_key
from toolkit.services.kernel.switches import is_on
from toolkit.web.accounts import pages as account_pages
from toolkit.web.base import access, bearers, document, errors, i18n, monitoring, security, shell, stores, throttle
from toolkit.web.base import api as api_base
from toolkit.web.events import notifying
from toolkit.web.serving import caching, compression, streams, templates, workers

# Each is a module or a package of toolkit/web with `blueprint` (pages) and, where it has them, `api` (a flask-smorest
# blueprint), `NAVIGATION` (entries of the main navigation, shown in this order) and `init_app(app)`.
AREAS: tuple[str, ...] = (
    "base.discovery",
    "base.kept_pages",
    "decks.pages",
    "api.decks",
    "events",
    "room",
    "room.judge",
    "tables.routes",
    "seating.pages",
    "api.seating",
    "decks.cube",
    "decks.cards",
    "guide",
    "replay.pages",
    "api.tournaments",
    "api.sheets",
    "api.games",
    "api.reference",
    "help",
    "season.verify",
    "season.seasons",
    "season.persons",
    "season.results",
    "api.seasons",
    "season.statistics",
    "season.weekends",
    "events.notifying",
)

DEFAULTS: dict[str, object] = {
    "MAX_CONTENT_LENGTH": 2 * 1024 * 1024,
    "API_TITLE": "VTES Toolkit",
    "API_VERSION": f"v{__version__}",
    "OPENAPI_VERSION": "3.0.3",
    "DATA_FOLDER": None,
    # Where a copy of everything is kept every 15 minutes; else in the data folder. "false" keeps none.
    "COPIES": "",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": 31 * 24 * 3600,
    # Whether people sign in; else whoever opens the organizer's link is the organizer.
    "ACCOUNTS": False,
    # Whether anybody may make an account; else only whoever runs the installation, by command.
    "SIGN_UP": True,
    # Whether the published card list is looked at once a day, for the administrator's page; nothing is changed by it.
    "CHECK_CARDS": False,
    # Where results are sent to by an organizer's own login, such as https://www.vekn.net/api/vekn; "" sends nothing.
    "VEKN_URL": "",
    # Archon's addresses, of its app and its public API, and our client there; "" asks nothing of it.
    "ARCHON_URL": "",
    "ARCHON_API_URL": "",
    "ARCHON_CLIENT": "",
    # Where mails to players are sent to: smtps://USER:PASSWORD@HOST:PORT?from=ADDRESS; "" sends none.
    "SMTP_URL": "",
    # Whether nothing is sent to any other machine: no notifications.
    "OFFLINE": False,
    # Whether each request and each event of security is a line of JSON on standard error.
    "LOG": False,
    # How many proxies of one's own stand in front: as many of their headers are believed.
    "PROXIES": 0,
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application, configured by the defaults, then `VTES_TOOLKIT_*` variables, then `config`."""
    app = Flask("toolkit.web", template_folder=str(paths.TEMPLATES), static_folder="static")
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("VTES_TOOLKIT")
    # As every command reads them: a folder may be called 2026, which the line above takes for a number.
    folder = os.environ.get("VTES_TOOLKIT_DATA_FOLDER", "").strip() or None
    copies = os.environ.get("VTES_TOOLKIT_COPIES", "").strip()
    app.config.from_mapping(DATA_FOLDER=folder, DATABASE_URL=None, COPIES=copies)
    switches = {name: usual for name, usual in DEFAULTS.items() if isinstance(usual, bool)}
    app.config.from_mapping({name: is_on(name, usual=usual) for name, usual in switches.items()})
    # Nor need these have a letter; the earlier keys may be a list.
    for word, kind in (
        ("SECRET_KEY", str),
        ("SECRET_KEY_FALLBACKS", str | list),
        ("METRICS_TOKEN", str),
        ("ARCHON_CLIENT", str),
    ):
        if not isinstance(app.config.get(word), kind | None):
            app.config[word] = os.environ[f"VTES_TOOLKIT_{word}"]
    app.config.from_mapping(config or {})
    app.url_map.strict_slashes = False  # a slash that somebody typed behind an address leads to the same page
    app.json.sort_keys = False  # type: ignore[attr-defined]  # answers keep the order of the documented shapes

    _set_secret_key(app)
    for part in (
        compression, monitoring, templates, throttle, caching, i18n, bearers, security, shell, stores, access,
        account_pages, workers, streams,
    ):  # fmt: skip
        part.init_app(app)
    app.register_blueprint(api_base.blueprint)
    app.register_blueprint(document.blueprint)
    described = document.Api(app)
    errors.init_app(app)  # after Api, which would answer every error of a page as JSON
    for area in AREAS:
        module = importlib.import_module(f"toolkit.web.{area}")
        if hasattr(module, "blueprint"):
            app.register_blueprint(module.blueprint)
        if hasattr(module, "api"):
            described.register_blueprint(module.api)
        if hasattr(module, "init_app"):
            module.init_app(app)
        shell.add_entries(app, module)
    if not app.testing:
        stores.check_place(app)
        notifying.resume(app)
    caching.stand_before(app)  # around everything else
    monitoring.stand_before(app)  # which sees what that answered, too
    return app


def _set_secret_key(app: Flask) -> None:
    """Take the configured key, else the one that the data folder keeps; a test gets one of its own."""
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = (
            secrets.token_hex() if app.testing else secret_key(data_folder(app.config["DATA_FOLDER"]))
        )
