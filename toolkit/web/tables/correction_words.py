"""What a correction sets, in words: "A: pool 12", "Anna: locked", "the Edge: nobody"."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext, pgettext
from flask_babel import lazy_gettext as _l

from toolkit.scoring import render_victory_points
from toolkit.web.tables.names import Names, title_words
from toolkit.web.tables.words import KINDS, PHASES, TITLES, ZONES, Words

# The numbers of a Methuselah and of a card that can be set.
SEAT_NUMBERS: Words = {
    "pool": _l("pool"),
    "hand": _l("cards in hand"),
    "library": _l("cards in the library"),
    "crypt": _l("cards in the crypt"),
    "hand_size": _l("hand size"),
    "half_points": _l("half victory points"),
    "transfers": _l("transfers"),
    "master_actions": _l("master phase actions"),
    "discard_actions": _l("discard phase actions"),
}
CARD_NUMBERS: Words = {
    "counters": _l("blood, life or counters"),
    "capacity": _l("capacity"),
    "strength": _l("strength"),
    "bleed": _l("bleed"),
}


def correction_words(change: str, names: Names) -> str:
    """One change; what has no words of its own stays as a record writes it."""
    place, _, value = change.partition("=")
    thing, _, field = place.rpartition(".")
    if place in _STEPS:
        return _STEPS[place](value)
    if not thing:
        return _card(place, value, names)
    name = names.target(thing)
    if field == "half_points" and value.isdecimal():
        return gettext("%(who)s: %(points)s VP", who=name, points=render_victory_points(int(value)))
    if known := SEAT_NUMBERS.get(field) or CARD_NUMBERS.get(field):
        return gettext("%(name)s: %(what)s %(number)s", name=name, what=known, number=value)
    if field == "locked":
        return gettext("%(name)s: %(what)s", name=name, what=_lock(value))
    if field == "name":
        return gettext("%(card)s is called %(name)s", card=name, name=value)
    if field == "title" and value.partition("/")[0] in TITLES:
        kind, _, scope = value.partition("/")
        title = title_words({"kind": kind, "scope": "" if scope.isdecimal() else scope})
        return gettext("%(name)s: %(what)s", name=name, what=title)
    if field == "zone" and value in ZONES:
        return gettext("%(name)s: %(what)s", name=name, what=ZONES[value])
    return change


def _lock(value: str) -> str:
    return pgettext("card", "locked") if value == "yes" else gettext("unlocked")


def _card(card: str, value: str, names: Names) -> str:
    """A card that was not known, or one that is not there."""
    if value == "gone":
        return gettext("%(card)s is not in the game", card=names.card(card))
    kind, _, rest = value.partition("@")
    if kind not in KINDS:
        return f"{card}={value}"
    return gettext("new: %(kind)s of %(name)s", kind=KINDS[kind], name=rest.partition(".")[0])


def _begin(value: str) -> str:
    seat, _, turn = value.partition("/")
    return gettext("turn %(number)s of %(name)s begins", number=turn, name=seat)


_STEPS: dict[str, Callable[[str], str]] = {
    "edge": lambda value: gettext("%(name)s has the Edge", name=value) if value else gettext("nobody has the Edge"),
    "phase": lambda value: str(PHASES.get(value, value)),
    "begin": _begin,
}
