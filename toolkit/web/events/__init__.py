"""The organizer's console: an event from the first name to the last standings, one module an area."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from toolkit.web.events import (
    checkin,
    clock,
    final,
    log,
    overview,
    players,
    results,
    room,
    rounds,
    sanctions,
    settings,
    sharing,
    standings,
    start,
)
from toolkit.web.events.console import blueprint
from toolkit.web.shell import NavEntry

NAVIGATION = (NavEntry("events.start", _l("Tournaments"), "cup"),)

__all__ = [
    "NAVIGATION",
    "blueprint",
    "checkin",
    "clock",
    "final",
    "log",
    "overview",
    "players",
    "results",
    "room",
    "rounds",
    "sanctions",
    "settings",
    "sharing",
    "standings",
    "start",
]
