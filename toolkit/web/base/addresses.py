"""By what address the devices of the room reach this installation: what QR codes and copied links begin with."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, has_request_context, request

from toolkit.sheets.qr import opens_only_here

# Set by `serve`: the host and port that it listens at.
LISTENS_AT = "LISTENS_AT"
# Set by `serve`: the command that starts it again, with what it was started with, for every device in the room.
FOR_THE_ROOM = "FOR_THE_ROOM"
EVERYWHERE = ("0.0.0.0", "::")


def is_for_strangers(app: Flask) -> bool:
    """Whether it is a server for the public, with accounts, names of its own or a proxy; a laptop is not."""
    return bool(app.config["ACCOUNTS"] or app.config["TRUSTED_HOSTS"] or app.config["PROXIES"])


def room_url() -> str:
    """The address to print: the room's, where this page was opened by one that only this machine knows.

    Outside of a request, as when the program itself makes a demo, "" where nobody else reaches it.
    """
    return reachable_url() or (request.host_url if has_request_context() else "")


def reachable_url() -> str | None:
    """The address by which other devices reach this installation; None when they cannot."""
    if has_request_context() and not opens_only_here(request.host_url):
        return request.host_url
    host, port = current_app.config.get(LISTENS_AT) or ("", 0)
    if host not in EVERYWHERE:
        return None
    address = room_address()
    return url_of(address, port) if address else None


def url_of(host: str, port: int) -> str:
    """The address of a server at that host and port."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _name(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def is_own_address(host: str) -> bool:
    """Whether a host, with its port or without, is an address of numbers or a name that only a room knows."""
    name = _name(host)
    if _number(name) is not None:
        return True
    is_of_room = "." not in name or name.endswith((".local", ".localhost", ".lan", ".home.arpa", ".internal"))
    return is_of_room and _NAME.fullmatch(name) is not None


_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")


def _number(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None


_LABEL = r"[A-Za-z0-9_-]{1,63}"
_HOST = re.compile(
    rf"(?:(?P<name>{_LABEL}(?:\.{_LABEL})*\.?)|\[(?P<number>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{{0,5}}))?"
)
_LONGEST_HOST = 253
NO_HOST = "The Host header is not a valid host name. Use the address of this server."


def is_host(text: str) -> bool:
    """Whether a `Host` header names a host: a name of DNS or an address of numbers, with its port or without.

    Rule: RFC 9112 3.2, RFC 3986 3.2.2, RFC 1035 2.3.4.
    """
    match = _HOST.fullmatch(text)
    if match is None or int(match["port"] or 0) > 65535:
        return False
    if match["name"] is None:
        return isinstance(_number(match["number"]), ipaddress.IPv6Address)
    return len(match["name"].removesuffix(".")) <= _LONGEST_HOST


class SoundName:
    """An app that is asked by no host that cannot be one, and by a name in lower case, as `TRUSTED_HOSTS` has them.

    Whatever else a request says, it would fail wherever an address is made of its host.
    """

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer."""
        if "HTTP_HOST" in environ:
            if not is_host(environ["HTTP_HOST"]):
                return Response(NO_HOST, 400, mimetype="text/plain")(environ, start_response)
            environ["HTTP_HOST"] = environ["HTTP_HOST"].lower()
        return self._wsgi(environ, start_response)


class NameOfOurs:
    """An app that is asked by a name of its own, so that every link, code and calendar that it makes leads here.

    A laptop answers by whatever name it is called. One that nobody configured and that a room does not know may be a
    hostile page's, or a cache's: then links are made of the address where the program listens.
    """

    def __init__(self, app: Flask, wsgi: WSGIApplication) -> None:
        self._app = app
        self._wsgi = wsgi

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer."""
        asked = environ.get("HTTP_HOST", "")
        here = f"{environ['SERVER_NAME']}:{environ['SERVER_PORT']}"
        if asked and not is_for_strangers(self._app) and not _is_ours(asked, here):
            environ["HTTP_HOST"] = _listens_at(self._app) or (here if is_own_address(here) else "localhost")
        return self._wsgi(environ, start_response)


def _is_ours(host: str, here: str) -> bool:
    """Whether a laptop that is reached at `here` is called so: a number of the internet's is only if it is that one."""
    number = _number(_name(host))
    return is_own_address(host) and (number is None or not number.is_global or number == _number(_name(here)))


def _listens_at(app: Flask) -> str:
    host, port = app.config.get(LISTENS_AT) or ("", 0)
    if host in EVERYWHERE:
        host = room_address() or "127.0.0.1"
    return f"{f'[{host}]' if ':' in host else host}:{port}" if host else ""


def room_address() -> str | None:
    """The address by which other machines of the room reach this one; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: choosing the route sends nothing
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
