"""Pieces of pages drawn once for everybody on whose page they are the same."""

from __future__ import annotations

from collections.abc import Hashable

from flask import Flask, current_app
from markupsafe import Markup

from toolkit.services.recent import Recent
from toolkit.web.i18n import language

# The sides of as many tables as play at once, as each was before and is now.
KEPT = 2000
_drawn: Recent[Hashable, Markup] = Recent(KEPT)
# Where it is the very same object again, nothing need be compared; beside the drawing stands what it is of, so that
# nothing else takes its place in memory.
_drawn_of: Recent[Hashable, tuple[Markup, dict[str, Hashable]]] = Recent(KEPT)


def init_app(app: Flask) -> None:
    """Let templates of `app` draw pieces."""
    app.jinja_env.globals.update(drawn=drawn)


def drawn(template: str, **values: Hashable) -> Markup:
    """The template with these values, which are all that it may show: no form's token, nothing of who asks.

    Whoever draws the same values again gets the first drawing: what differs by as much as a letter is another piece.
    """
    objects = (template, language(), *((name, id(value)) for name, value in values.items()))
    known = _drawn_of.get(objects)
    if known is None:
        known = _drawn_of.keep(objects, (_draw(template, values), values))
    return known[0]


def _draw(template: str, values: dict[str, Hashable]) -> Markup:
    key = (template, language(), *sorted(values.items()))
    known = _drawn.get(key)
    if known is None:
        known = _drawn.keep(key, Markup(current_app.jinja_env.get_template(template).render(values)))
    return known
