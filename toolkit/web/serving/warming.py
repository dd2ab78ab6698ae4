"""Warming: the work that each page's first visitors would wait for, done before they come.

Every first time costs: a template is compiled or at least read, a log is folded, the card data is opened. Two hundred
phones that come at once would all wait for it.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from flask import Flask, request_finished

from toolkit.errors import ToolkitError
from toolkit.web.base.i18n import read_catalogues
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.serving import workers
from toolkit.web.serving.templates import template_names

_log = logging.getLogger(__name__)

# Whoever started the program looks at the first page: that one comes before all the others.
_PATIENCE = 1.0
# After each piece of work so much longer than it took nobody is in anybody's way.
_REST = 1.0
# Events that are being run, rather than the archive.
_EVENTS = 4


def start_warming(app: Flask) -> threading.Thread:
    """Warm `app` beside its server, once the first page was answered, or none was asked for in a while."""
    answered = threading.Event()

    def note(_app: Flask, **_values: object) -> None:
        answered.set()
        request_finished.disconnect(note, app)

    # Nothing else holds on to `note`: a weak connection would last until the collector comes by.
    request_finished.connect(note, app, weak=False)

    def run() -> None:
        answered.wait(_PATIENCE)
        warm(app, rest=_REST)

    thread = threading.Thread(target=run, name="warming", daemon=True)
    thread.start()
    return thread


def warm(app: Flask, *, rest: float = 0.0) -> None:
    """Make everything ready; after each piece pause `rest` times as long as it took. What fails, a page will tell."""
    with app.app_context():
        for piece in _pieces(app):
            began = time.perf_counter()
            try:
                piece()
            except Exception:
                _log.info("not ready yet: %s", piece, exc_info=True)
            time.sleep(rest * (time.perf_counter() - began))
    # What is here now stays: the collector need not walk through all of it again and again while a room waits.
    gc.collect()
    gc.freeze()


def _pieces(app: Flask) -> Iterator[Callable[[], object]]:
    yield _fold_events
    yield partial(read_catalogues, app)
    yield card_data
    for name in sorted(template_names(app.jinja_env), key=_rank):
        yield partial(app.jinja_env.get_template, name)
    yield partial(workers.start, app)


def _rank(template: str) -> tuple[int, str]:
    """The room's pages first: they are the ones that everybody opens at once."""
    area = template.partition("/")[0]
    order = ("base.html", "fragment.html", "macros", "room", "events", "judge", "tables")
    return (order.index(area) if area in order else len(order), template)


def _fold_events() -> None:
    repository = current_context().tournaments
    for stream in repository.streams()[:_EVENTS]:
        try:
            repository.look(stream.id)
        except ToolkitError:
            # Its own page says what is wrong with it.
            _log.info("event %s cannot be read", stream.id)
