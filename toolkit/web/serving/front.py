"""The layer between the network and the app: whole requests go in, whole answers come out.

A connection costs a thread nothing. A request is read to its end before a thread is asked for it, and its answer is
taken over whole before it is sent: whoever reads or writes slowly keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from functools import partial
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from flask import Flask

from toolkit.web import create_app
from toolkit.web.base.addresses import is_host
from toolkit.web.base.stores import start_keeping_copies, start_keeping_time
from toolkit.web.serving import workers
from toolkit.web.serving.queue import Lane, Precedence
from toolkit.web.serving.streams import PATH, Streams
from toolkit.web.serving.workers import BUSY

type AsgiScope = MutableMapping[str, Any]
type AsgiMessage = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[AsgiMessage]]
type Send = Callable[[AsgiMessage], Awaitable[None]]

# Seconds that one thread may hold Python before another's turn. A change waits for the database several times, and each
# time anew for its turn behind threads that draw pages: with Python's own five milliseconds, most of what it takes.
_TURN = 0.001
# A request that waits for the disk, or for a process that does its work, has a thread; no other does.
_THREADS = 16
# What is worked out of nothing but what somebody sends has at most so many of the threads: the others are free for the
# rooms of events. So many requests wait for one; whoever comes then is asked to come again.
_WORK = re.compile(r"/|/(deck|seating|cube|replay|api/v1/(decks|seating|sheets))(/.*)?", re.DOTALL)
_WORKING = 4
_WAITING = 60
# The forms for it, nothing typed yet, are pages like any other.
_FORMS = frozenset({"/", "/seating", "/cube", "/replay"})
# How the process is has a thread of its own: it is answered while all others wait for a store that hangs.
_HEALTH = frozenset({"/healthz", "/readyz"})
# Seconds in which a request must be here.
_SLOWEST = 60
# Streams that one process keeps open; a page without one asks every few seconds.
MOST_STREAMS = 2000
_BEYOND_ASCII = re.compile(rb"[^\x00-\x7f]")


class Front:
    """The app as an ASGI server asks for it."""

    def __init__(self, app: Flask, most_streams: int = MOST_STREAMS) -> None:
        def wsgi(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            environ["wsgi.errors"] = sys.stderr
            return app(environ, start_response)

        def sent_away(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            environ[BUSY] = True
            return wsgi(environ, start_response)

        workers.keep_few_heaps()
        sys.setswitchinterval(_TURN)
        self._app = app
        self._limit = int(app.config["MAX_CONTENT_LENGTH"])
        as_it_has_it: tuple[Any, Any] = wsgi, sent_away  # with types of its own
        self._wsgi: Any = WSGIMiddleware(as_it_has_it[0], workers=_THREADS)
        self._sent_away: Any = WSGIMiddleware(as_it_has_it[1], workers=1)
        self._health: Any = WSGIMiddleware(as_it_has_it[0], workers=1)
        self.lane = Lane(_WORKING, _WAITING)
        self._precedence = Precedence()
        self.streams = Streams(app, most_streams)

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if scope["type"] != "http":
            await self._wsgi(scope, receive, send)
            return
        if scope["path"] == PATH and scope["method"] == "GET" and _names_host(scope):  # any other the app refuses
            await self.streams(scope, receive, send)
            return
        try:
            body, length = await self._body(scope, receive)
        except _Gone:
            return
        except TimeoutError:
            await send({"type": "http.response.start", "status": 408, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body", "body": b""})
            return
        answer: list[AsgiMessage] = []

        async def take(message: AsgiMessage) -> None:
            answer.append(message)

        asked = ({**scope, **_cleaned(scope, length)}, _given(body), take)
        is_form = scope["path"] in _FORMS and scope["method"] == "GET" and not scope["query_string"]
        if scope["path"] in _HEALTH:
            await self._health(*asked)
        elif _WORK.fullmatch(scope["path"]) and not is_form:
            async with self.lane.place() as has_place:
                await (self._wsgi if has_place else self._sent_away)(*asked)
        else:
            async with self._precedence.serving(scope["method"]):
                await self._wsgi(*asked)
        if length > self._limit:
            answer[0]["headers"].append((b"connection", b"close"))  # nobody reads the rest of it
        for message in answer:
            await send(message)

    async def _live(self, receive: Receive, send: Send) -> None:
        """A server that says when it begins and when it ends: its processes for heavy work end with it.

        Nothing is made ready at its beginning: several processes that do so at once keep those waiting who are there.
        """
        await receive()
        ends = start_keeping_time(self._app), start_keeping_copies(self._app)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for end in (*ends, partial(workers.stop, self._app)):
            await asyncio.to_thread(end)
        await send({"type": "lifespan.shutdown.complete"})

    async def _body(self, scope: AsgiScope, receive: Receive) -> tuple[bytes, int]:
        """The body and its length; of one that is too long nothing but a length that says so."""
        stated = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if stated.isdigit() and int(stated) > self._limit:
            return b"", int(stated)
        pieces, length, is_more = [], 0, True
        async with asyncio.timeout(_SLOWEST):
            while is_more and length <= self._limit:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Gone
                pieces.append(message.get("body", b""))
                length += len(pieces[-1])
                is_more = message.get("more_body", False)
        return (b"", length) if is_more else (b"".join(pieces), length)


def _names_host(scope: AsgiScope) -> bool:
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return len(hosts) < 2 and all(map(is_host, hosts))


class _Gone(Exception):
    """The asker has left."""


def _cleaned(scope: AsgiScope, length: int) -> dict[str, Any]:
    """The scope without the headers that are not handed on, with the body's length.

    A name with an underscore looks like another header to a WSGI app: a proxy that takes `X-Forwarded-For` from whoever
    is outside lets `X_Forwarded_For` pass.
    """
    framing = (b"content-length", b"transfer-encoding")
    headers = [(name, value) for name, value in scope["headers"] if name not in framing and b"_" not in name]
    if length or any(name in framing for name, _ in scope["headers"]):
        headers.append((b"content-length", b"%d" % length))
    query = _BEYOND_ASCII.sub(lambda match: b"%%%02X" % match[0][0], scope["query_string"])
    return {"headers": headers, "query_string": query}


def _given(body: bytes) -> Receive:
    async def receive() -> AsgiMessage:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def create_front() -> Front:
    """The application for any ASGI server: `uvicorn --factory toolkit.web.serving.front:create_front`."""
    return Front(create_app())
