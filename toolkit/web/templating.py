"""Templates drawn once: each is put together by one thread alone, and a piece of a page that comes again is kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, MutableMapping
from typing import Any

from flask import Flask, current_app
from jinja2 import BaseLoader, Environment, Template
from markupsafe import Markup

from toolkit.web.i18n import language

# Pieces kept: the sides of as many tables as play at once, as each was before and is now.
KEPT = 2000
_pieces: OrderedDict[Hashable, Markup] = OrderedDict()
_lock = threading.Lock()


def init_app(app: Flask) -> None:
    """Let templates of `app` draw pieces, and let no two requests put the same template together at once."""
    app.jinja_env.globals.update(drawn=drawn)
    loader = app.jinja_env.loader
    assert loader is not None
    app.jinja_env.loader = _OneByOne(loader)


def drawn(template: str, **values: Hashable) -> Markup:
    """The template with these values, which are all that it may show: no form's token, nothing of who asks.

    Of whoever draws the same values again the first drawing is used, so that screens share what is the same on them.
    """
    key = (template, language(), *sorted(values.items()))
    with _lock:
        known = _pieces.get(key)
        if known is not None:
            _pieces.move_to_end(key)
            return known
    made = Markup(current_app.jinja_env.get_template(template).render(values))
    with _lock:
        _pieces[key] = made
        while len(_pieces) > KEPT:
            _pieces.popitem(last=False)
    return made


class _OneByOne(BaseLoader):
    """A loader behind which a template is put together once: after a start everybody asks for the same ones."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader
        self._lock = threading.Lock()
        self._made: dict[str, Template] = {}

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """The template; made by the first who asks, while the others wait for it."""
        with self._lock:
            made = self._made.get(name)
            if made is None or not made.is_up_to_date:
                made = self._made[name] = self._loader.load(environment, name, globals)
            return made

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """As the loader behind it has it."""
        return self._loader.get_source(environment, template)

    def list_templates(self) -> list[str]:
        """As the loader behind it has them."""
        return self._loader.list_templates()
