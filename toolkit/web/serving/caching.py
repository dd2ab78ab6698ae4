"""Caching: files that a browser keeps, and pages that an open screen asks for again and again.

A style sheet, a script or a picture has an address that changes with its content. An open page says which version it
has: as long as that is the newest, nothing is folded and nothing is sent.

Two hundred screens of tables ask every second, nearly always in vain: they are told so before the app is asked at all.
What such an answer depends on is the request itself and what the table's log (and its event's) holds; a link that was
made anew is an entry of that log. So an answer is good for as long as the same request comes and no log has a new
entry; everything else goes to the app.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request

from toolkit.errors import NotFound
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.recent import Recent
from toolkit.services.tables.folding import games
from toolkit.web.base.i18n import language
from toolkit.web.base.shell import HEADER, wants_fragment
from toolkit.web.base.stores import context_of, current_context

# What has an address of its own content

_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Let what has its content's hash in its address be kept for a year; let templates of `app` mark what is live."""
    folder = Path(str(app.static_folder))

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values.setdefault("v", _version(folder / values["filename"]))

    app.url_defaults(add_version)
    app.after_request(_keep)
    app.register_error_handler(_NothingNew, _say_so)
    app.jinja_env.globals.update(live_version=live_version)


@lru_cache(maxsize=256)
def _version(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10] if path.is_file() else "0"


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code < 400:  # what says that there is no such file, is a page
        response.cache_control.public = True
        if "v" in request.args:
            response.cache_control.no_cache = None
            response.cache_control.immutable = True
            response.cache_control.max_age = _YEAR
    return response


# Open pages of an event

# The server's time in seconds since 1970, so that every clock of a room shows the same.
TIME = "X-Time"


def live_version(version: int | str) -> str:
    """The tag of a page of that version, in the reader's language."""
    return f'"{version}-{language()}"'


class _NothingNew(Exception):
    """The page that asks has the newest version: its tag.

    Werkzeug's `abort` would do, but Flask hands an exception with an answer on as that answer: it and all that it has
    come through hold each other, and stay until the collector comes by, a thousand phones at once.
    """


def stop_if_unchanged(version: Callable[[], int | str]) -> None:
    """Answer 304 to an open page that has the newest version, which is asked for only then."""
    if request.method == "GET" and wants_fragment():
        tag = live_version(version())
        if request.headers.get("If-None-Match") == tag:
            raise _NothingNew(tag)


def _say_so(reason: _NothingNew) -> Response:
    return _timed(Response(status=304, headers={"ETag": reason.args[0]}))


def mark_version(answer: Response, version: int | str) -> Response:
    """`answer`, which shows that version, with its tag where the live module asked."""
    answer.vary.add(HEADER)
    if wants_fragment():
        answer.headers["ETag"] = live_version(version)
        _timed(answer)
    return answer


def server_time(context: Context) -> str:
    """The value of `TIME` now: the moment that clocks on a page go by."""
    return f"{context.steady().timestamp():.3f}"


def _timed(answer: Response) -> Response:
    answer.headers[TIME] = server_time(current_context())
    return answer


# Screens of tables, before the app is asked

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
_OF_BODY = frozenset({"content-type", "content-length", "content-encoding", "set-cookie", TIME.lower()})
_NOTE = "toolkit.unchanged"


@dataclass(frozen=True, slots=True)
class _KeptAnswer:
    """An answer, and the heads of the logs that it was read from: the game's, and its event's if it has one."""

    game: str
    number: int
    event: str
    event_number: int
    headers: Headers

    def is_good(self, context: Context) -> bool:
        """Whether nothing was written since."""
        if games(context).head(self.game) != self.number:
            return False
        return not self.event or context.tournaments.head(self.event) == self.event_number


def stand_before(app: Flask) -> None:
    """Let `app` be asked only for what is new at a table."""
    app.wsgi_app = Unchanged(app, app.wsgi_app)  # type: ignore[method-assign]  # as Flask's documentation has it


def drawn_from(game: str, number: int, event: str = "", event_number: int = 0) -> None:
    """Note that the answer to this request says nothing but what these logs hold up to these entries."""
    request.environ[_NOTE] = (game, number, event, event_number)


class Unchanged:
    """The app behind what was answered before."""

    def __init__(self, app: Flask, wsgi: WSGIApplication) -> None:
        self._app = app
        self._wsgi = wsgi
        self._known: Recent[tuple[str, ...], _KeptAnswer] = Recent(KEPT)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer 304 again, or ask the app and remember with which tag it could be."""
        key = _key_of(environ)
        if key is None:
            return self._wsgi(environ, start_response)
        kept = self._look(key, environ.get("HTTP_IF_NONE_MATCH", ""))
        if kept is not None:
            start_response("304 NOT MODIFIED", [*kept.headers, (TIME, server_time(context_of(self._app)))])
            return []

        def begin(status: str, headers: Headers, *rest: Any) -> Any:
            note = environ.get(_NOTE)
            if note is not None and status[:3] in ("200", "304"):
                self._keep(key, note, headers)
            return start_response(status, headers, *rest)

        return self._wsgi(environ, begin)

    def _look(self, key: tuple[str, ...], tag: str) -> _KeptAnswer | None:
        kept = self._known.get((*key, tag))
        try:
            return kept if kept is not None and kept.is_good(context_of(self._app)) else None
        except NotFound:
            return None

    def _keep(self, key: tuple[str, ...], note: tuple[str, int, str, int], headers: Headers) -> None:
        tag = next((value for name, value in headers if name.lower() == "etag"), "")
        if not tag:
            return
        kept_headers = [(name, value) for name, value in headers if name.lower() not in _OF_BODY]
        self._known.keep((*key, tag), _KeptAnswer(*note, kept_headers))


def _key_of(environ: WSGIEnvironment) -> tuple[str, ...] | None:
    """The key that tells the polls of screens apart; None for every other request."""
    if environ.get("HTTP_X_FRAGMENT") is None or environ["REQUEST_METHOD"] != "GET":
        return None
    if not environ["PATH_INFO"].startswith("/tables/") or "HTTP_AUTHORIZATION" in environ:  # a token is looked at first
        return None
    parts = [str(environ.get(name, "")) for name in _PARTS]
    parts += _CHOICES.findall(environ.get("HTTP_COOKIE", ""))
    return None if any(len(part) > LONGEST for part in parts) else tuple(parts)
