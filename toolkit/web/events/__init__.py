"""The organizer's console: an event from the first name to the last standings, one module a subject."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from toolkit.web.base.shell import NavEntry
from toolkit.web.events import (
    archon,
    chances,
    desk,
    draws,
    event,
    fees,
    final,
    laptops,
    limited,
    notifications,
    old,
    players,
    prizes,
    reports,
    results,
    rounds,
    sanctions,
    settings,
    sharing,
    signup,
    standings,
    start,
)
from toolkit.web.events.archon import init_app
from toolkit.web.events.console import blueprint

NAVIGATION = (NavEntry("events.start", _l("Tournaments"), "cup"),)

__all__ = [
    "NAVIGATION",
    "archon",
    "blueprint",
    "chances",
    "desk",
    "draws",
    "event",
    "fees",
    "final",
    "init_app",
    "laptops",
    "limited",
    "notifications",
    "old",
    "players",
    "prizes",
    "reports",
    "results",
    "rounds",
    "sanctions",
    "settings",
    "sharing",
    "signup",
    "standings",
    "start",
]
