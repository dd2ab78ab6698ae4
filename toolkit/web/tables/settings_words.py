"""Words of a table's settings."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext as _p

VARIANTS = {
    "standard": _l("Standard"),
    "pm_intro": _l("Phased motion, introductory"),
    "pm_advanced": _l("Phased motion, advanced"),
}

PROFILES = {
    "current": _l("Current rules"),
    "vekn_event": _l("Tournament (VEKN): withdrawal ½ VP, time limit"),
    "outline_4_1": _l("Rules outline 4.1"),
    "contest_proposal": _l("Proposal on contests"),
}

ENFORCEMENT = {
    "strict": _l("Refuse what is against the rules"),
    "advise": _l("Allow it, and say so"),
    "free": _l("Allow it"),
}

DEPTHS = {
    "light": _l("Light: turns, pool, Edge, ousts"),
    "full": _l("Full: every action, vote and strike"),
}

DEPTH_NAMES = {"light": _p("depth", "Light"), "full": _l("Full")}

SPEEDS = {
    "table": _l("As people play: windows open when asked for"),
    "detailed": _l("Step by step: every window opens"),
}
