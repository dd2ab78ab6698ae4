"""The web app behind uvicorn: what `serve` runs, on every system."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from contextlib import suppress

import uvicorn
from flask import Flask
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from toolkit.errors import Conflict, Invalid
from toolkit.web.serving.front import MOST_STREAMS, Front

_MOST_CONNECTIONS = 4000
_OTHER_FILES = 100
# Who may wait to be let in: a whole room comes at once.
_BACKLOG = 1024
# Seconds in which a connection must say what it wants, and how long that may be.
_HEAD_WITHIN = 20
_LONGEST_HEAD = 64 * 1024
# Seconds for which a connection is kept for the next request: phones ask again and again.
_KEPT = 75
# Seconds that a request which is under way has when the program is stopped.
_LAST = 5


class PortBusy(Conflict):
    """Another program listens there."""

    code = "port_busy"


class UnusableAddress(Invalid):
    """This machine cannot listen at that address."""

    code = "unusable_address"


class Server:
    """An app that listens but does not answer yet: `run` answers, until `stop` is called from another thread."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        # Its warnings are about the nonsense that strangers send; the terminal holds the links to the event.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._listener = listener
        self.address: tuple[str, int] = listener.getsockname()[:2]
        most = _connection_limit()
        self.front = Front(app, min(MOST_STREAMS, most // 2))
        self._uvicorn = _Uvicorn(
            self.front,
            uvicorn.Config(
                self.front,
                http=_Connection,
                ws="none",
                loop="asyncio",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # the app itself knows how many proxies it believes
                server_header=False,
                limit_concurrency=most,
                timeout_keep_alive=_KEPT,
                timeout_graceful_shutdown=_LAST,
            ),
        )

    def run(self) -> None:
        """Answer, until the program is told to stop."""
        with suppress(KeyboardInterrupt, SystemExit):
            self._uvicorn.run(sockets=[self._listener])

    def stop(self) -> None:
        """End `run()`, from another thread."""
        self._uvicorn.should_exit = True


class _Uvicorn(uvicorn.Server):
    """A server that lets go of its streams before it waits for its last answers."""

    def __init__(self, front: Front, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._front = front

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer no more."""
        self._front.streams.close()
        await super().shutdown(sockets)


class _Connection(HttpToolsProtocol):
    """A connection that is ended when it does not say in time what it wants: uvicorn alone would wait for ever."""

    _hurry: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A visitor has come."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request: what comes before its body has an end."""
        hurry = self._hurry
        super().data_received(data)
        if hurry is not None and self._hurry is hurry:
            self._head += len(data)
            if self._head > _LONGEST_HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A further request begins on the same connection."""
        super().on_message_begin()
        if self._hurry is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        """It is known what is wanted."""
        self._wait_no_longer()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        self._head = 0
        self._hurry = self.loop.call_later(_HEAD_WITHIN, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None


def make_server(app: Flask, host: str, port: int) -> Server:
    """`app`, listening at `host` and `port` (0: any free one) but not yet answering: call `run()`.

    Raises:
        PortBusy: somebody else listens there.
        UnusableAddress: the host is none of this machine's, or the port is not ours to take.
    """
    return Server(app, _listening_socket(host, port))


def _connection_limit() -> int:
    """As many connections as this process may have files open, with some left for itself."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return _MOST_CONNECTIONS
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_CONNECTIONS + _OTHER_FILES
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
        return max(100, raised - _OTHER_FILES)
    return _MOST_CONNECTIONS


def _listening_socket(host: str, port: int) -> socket.socket:
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = min(addresses, key=lambda item: item[0] != socket.AF_INET)
    except (OSError, UnicodeError) as error:
        raise UnusableAddress(f"This machine cannot listen at {host}: there is no such address.") from error
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere the option would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        raise _listening_fault(error, host, port) from error
    return listener


def _listening_fault(error: OSError | OverflowError, host: str, port: int) -> PortBusy | UnusableAddress:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return PortBusy(f"Port {port} of {host} is already in use: choose another with --port.")
    if number in (errno.EACCES, errno.EPERM):
        return UnusableAddress(f"Port {port} is not ours to take: choose one above 1023 with --port.")
    reason = os.strerror(number) if isinstance(number, int) else str(error)
    return UnusableAddress(f"This machine cannot listen at {host}, port {port}: {reason}.")
