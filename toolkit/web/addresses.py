"""By what address the room's devices reach this installation: what QR codes and copied links begin with."""

from __future__ import annotations

from flask import current_app, request

from toolkit.web.serving.server import room_address

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
