"""The web app behind waitress: what `serve` runs, on every system, and by what address the room's devices reach it."""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import sys
from typing import Any

import waitress
from flask import Flask, current_app, request
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from toolkit.errors import Conflict, Invalid
from toolkit.web.errors import SENTENCES, answer
from toolkit.web.serving.queue import Precedence, make_dispatcher

Server = Any  # waitress ships no types

# Most of them wait for their turn: those who look keep no thread from whoever does something.
_THREADS = 16
# Seconds that one thread may hold Python before another's turn. A change waits for the database several times, and each
# time anew for its turn behind threads that draw pages: with Python's own five milliseconds, most of what it takes.
_TURN = 0.001
_MOST_CONNECTIONS = 2000
_OTHER_FILES = 100


class PortBusy(Conflict):
    """Another program listens there."""

    code = "port_busy"


class UnusableAddress(Invalid):
    """This machine cannot listen at that address."""

    code = "unusable_address"


def make_server(app: Flask, host: str, port: int) -> Server:
    """`app`, listening at `host` and `port` (0: any free one) but not yet answering: call `run()`.

    Raises:
        PortBusy: somebody else listens there.
        UnusableAddress: the host is none of this machine's, or the port is not ours to take.
    """
    # A request that waits for a free thread is no news to an organizer, and the terminal holds the links to the event.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sys.setswitchinterval(_TURN)
    server = waitress.create_server(
        app,
        sockets=[_listening_socket(host, port)],
        _dispatcher=make_dispatcher(_THREADS),
        ident=None,
        # 200 phones keep several connections each open: at waitress's own 100 the rest would wait for nothing.
        connection_limit=_connection_limit(),
        # `select` knows no more than 1024 files; Windows has no `poll`.
        asyncore_use_poll=hasattr(select, "poll"),
        # A longer body is refused by its stated length, before it is read.
        max_request_body_size=app.config["MAX_CONTENT_LENGTH"] + 1,
    )
    server.channel_class = _channel_for(app)
    return server


def _connection_limit() -> int:
    """As many connections as this process may have files open, with some left for itself."""
    try:
        import resource
    except ImportError:  # Windows: `select` takes 512 sockets
        return 400
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_CONNECTIONS + _OTHER_FILES
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
        return max(100, raised - _OTHER_FILES)
    return _MOST_CONNECTIONS


def _listening_socket(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = min(found, key=lambda item: item[0] != socket.AF_INET)
    except (OSError, UnicodeError) as error:
        raise UnusableAddress(f"This machine cannot listen at {host}: there is no such address.") from error
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere the option would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except (OSError, OverflowError) as error:
        listener.close()
        raise _listening_fault(error, host, port) from error
    return listener


def stop_server(server: Server) -> None:
    """End `run()`, from another thread: without sockets its loop has nothing left to do."""

    def close() -> None:
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.close()

    server.trigger.pull_trigger(close)
    server.task_dispatcher.shutdown()


def address(server: Server) -> tuple[str, int]:
    """Host and port that `server` listens at."""
    return str(server.effective_host), int(server.effective_port)


def room_address() -> str | None:
    """The address by which other machines of the room reach this one; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: choosing the route sends nothing
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def _listening_fault(error: OSError | OverflowError, host: str, port: int) -> PortBusy | UnusableAddress:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return PortBusy(f"Port {port} of {host} is already in use: choose another with --port.")
    if number in (errno.EACCES, errno.EPERM):
        return UnusableAddress(f"Port {port} is not ours to take: choose one above 1023 with --port.")
    reason = os.strerror(number) if isinstance(number, int) else str(error)
    return UnusableAddress(f"This machine cannot listen at {host}, port {port}: {reason}.")


def _channel_for(app: Flask) -> type[HTTPChannel]:
    """A channel whose refusal of an oversize body is the app's own error page rather than waitress's plain text."""

    class OversizeTask(ErrorTask):  # type: ignore[misc]
        def execute(self) -> None:
            if not isinstance(self.request.error, RequestEntityTooLarge):
                super().execute()
                return
            # Its cookies too: the page must come in the reader's language, and must not begin a new session.
            headers = {
                name: self.request.headers.get(name.upper(), "") for name in ("Accept", "Accept_Language", "Cookie")
            }
            with app.test_request_context(self.request.path, headers=headers):
                response = app.process_response(answer(413, "request_entity_too_large", str(SENTENCES[413])))
                body = response.get_data()
            self.status = response.status
            self.response_headers.extend(response.headers.to_wsgi_list())
            self.set_close_on_finish()
            self.content_length = len(body)
            self.write(body)

    class Task(WSGITask):  # type: ignore[misc]
        def set_close_on_finish(self) -> None:
            # Waitress ends the connection after every 304, though such an answer has no body whose end could be missed:
            # 200 phones that ask every 3 seconds would each connect anew each time.
            is_told = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
            if self.has_body or is_told:
                super().set_close_on_finish()

    precedence = Precedence()

    class Channel(HTTPChannel):  # type: ignore[misc]
        task_class = Task
        error_task_class = OversizeTask

        def service(self) -> None:
            with precedence.serving(self):
                super().service()

    return Channel


# What QR codes and copied links begin with

# Set by `serve`: the host and port that it listens at.
LISTENS_AT = "LISTENS_AT"
EVERYWHERE = ("0.0.0.0", "::")
_OWN = ("127.0.0.1", "localhost", "[::1]")


def room_url() -> str:
    """The address to print: the room's, where this page was opened by one that only this machine knows."""
    return reachable_url() or request.host_url


def reachable_url() -> str | None:
    """The address by which other devices reach this installation; None when they cannot."""
    if _name(request.host) not in _OWN:
        return request.host_url
    host, port = current_app.config.get(LISTENS_AT) or ("", 0)
    if host not in EVERYWHERE:
        return None
    found = room_address()
    return url_of(found, port) if found else None


def url_of(host: str, port: int) -> str:
    """The address of a server at that host and port."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _name(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host
