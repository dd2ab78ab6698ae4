"""Pieces of pages drawn once for everybody on whose page they are the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from flask import Flask, current_app
from markupsafe import Markup

from toolkit.web.i18n import language

# The sides of as many tables as play at once, as each was before and is now.
KEPT = 2000
_kept: OrderedDict[Hashable, Markup] = OrderedDict()
_lock = threading.Lock()


def init_app(app: Flask) -> None:
    """Let templates of `app` draw pieces."""
    app.jinja_env.globals.update(drawn=drawn)


def drawn(template: str, **values: Hashable) -> Markup:
    """The template with these values, which are all that it may show: no form's token, nothing of who asks.

    Whoever draws the same values again gets the first drawing: what differs by as much as a letter is another piece.
    """
    key = (template, language(), *sorted(values.items()))
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return known
    made = Markup(current_app.jinja_env.get_template(template).render(values))
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made
