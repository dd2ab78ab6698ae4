"""A screen that asks again is told again that nothing is new, before the app is asked at all.

Two hundred screens ask every second, nearly always in vain. What such an answer depends on is the request itself and
what the table's log (and its event's) holds; a link that was made anew is an entry of that log. So an answer is good
for as long as the same request comes and no log has a new entry; everything else goes to the app.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flask import Flask, request

from toolkit.errors import NotFound
from toolkit.services.context import Context
from toolkit.services.recent import Recent
from toolkit.web.fragments import TIME
from toolkit.web.stores import context_of

type Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
type Headers = list[tuple[str, str]]

# Answers kept: of as many screens as an installation has open, and then some.
KEPT = 4096
# Parts of a request longer than this are no screen's.
LONGEST = 2000
# All of a request that may change the answer of a table's page; of the cookies, those that choose how it looks.
_PARTS = (
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_HOST",
    "wsgi.url_scheme",
)
_CHOICES = re.compile(r"(?:language|depth)=[^;]*")
_OF_BODY = frozenset({"content-type", "content-length", "set-cookie", TIME.lower()})
_NOTE = "toolkit.unchanged"


@dataclass(frozen=True, slots=True)
class _KeptAnswer:
    """What was said, and the heads of the logs that it was read from: the game's, and its event's if it has one."""

    game: str
    number: int
    event: str
    event_number: int
    headers: Headers

    def is_good(self, context: Context) -> bool:
        """Whether nothing was written since."""
        if context.games.head(self.game) != self.number:
            return False
        return not self.event or context.tournaments.head(self.event) == self.event_number


def init_app(app: Flask) -> None:
    """Let `app` be asked only for what is new at a table."""
    app.wsgi_app = Unchanged(app, app.wsgi_app)  # type: ignore[method-assign]  # as Flask's documentation has it


def drawn_from(game: str, number: int, event: str = "", event_number: int = 0) -> None:
    """Note that the answer to this request says nothing but what these logs hold up to these entries."""
    request.environ[_NOTE] = (game, number, event, event_number)


class Unchanged:
    """The app behind what was answered before."""

    def __init__(self, app: Flask, wsgi: Wsgi) -> None:
        self._app = app
        self._wsgi = wsgi
        self._known: Recent[tuple[str, ...], _KeptAnswer] = Recent(KEPT)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer 304 again, or ask the app and remember with which tag it could be."""
        key = _key_of(environ)
        if key is None:
            return self._wsgi(environ, start_response)
        known = self._look(key, environ.get("HTTP_IF_NONE_MATCH", ""))
        if known is not None:
            start_response("304 NOT MODIFIED", [*known.headers, (TIME, self._time())])
            return []

        def begin(status: str, headers: Headers, *rest: Any) -> Any:
            note = environ.get(_NOTE)
            if note is not None and status[:3] in ("200", "304"):
                self._keep(key, note, headers)
            return start_response(status, headers, *rest)

        return self._wsgi(environ, begin)

    def _look(self, key: tuple[str, ...], tag: str) -> _KeptAnswer | None:
        known = self._known.get((*key, tag))
        try:
            return known if known is not None and known.is_good(context_of(self._app)) else None
        except NotFound:
            return None

    def _keep(self, key: tuple[str, ...], note: tuple[str, int, str, int], headers: Headers) -> None:
        tag = next((value for name, value in headers if name.lower() == "etag"), "")
        if not tag:
            return
        told = [(name, value) for name, value in headers if name.lower() not in _OF_BODY]
        self._known.keep((*key, tag), _KeptAnswer(*note, told))

    def _time(self) -> str:
        return f"{context_of(self._app).now().timestamp():.3f}"


def _key_of(environ: dict[str, Any]) -> tuple[str, ...] | None:
    """What tells the polls of screens apart; None for every other request."""
    if environ.get("HTTP_X_FRAGMENT") is None or environ["REQUEST_METHOD"] != "GET":
        return None
    if not environ["PATH_INFO"].startswith("/tables/"):
        return None
    parts = [str(environ.get(name, "")) for name in _PARTS]
    parts += _CHOICES.findall(environ.get("HTTP_COOKIE", ""))
    return None if any(len(part) > LONGEST for part in parts) else tuple(parts)
