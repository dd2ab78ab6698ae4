"""A stand-in for the VEKN's site: the calls, answers and refusals that programs which use it know of."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

USER, PASSWORD, TOKEN = "ann", "s3cret päss", "t0ken"
EVENT = "13999"


class Site:
    """What the site has and what it was asked; `fault` is how it misbehaves, by the call it does so at."""

    def __init__(self) -> None:
        self.event: dict[str, Any] = {
            "event_id": EVENT,
            "event_name": "Prague Cup",
            "event_startdate": "2026-11-21",
            "rounds": "2R+F",
            "organizer_veknid": "",
        }
        self.players: list[dict[str, str]] = []
        self.calls: list[tuple[str, str]] = []
        self.sent: list[str] = []
        self.fault: dict[str, str] = {}
        self.url = ""

    def answer(self, method: str, path: str, form: dict[str, str], token: str) -> dict[str, Any]:
        if path == "login":
            if form.get("username") != USER:
                return {"code": 403, "message": "PLG_API_VEKN_LOGIN_INVALID_USER"}
            if form.get("password") != PASSWORD:
                return {"code": "403", "message": "PLG_API_VEKN_LOGIN_INVALID_PASSWORD"}
            return {"code": "200", "auth": TOKEN}
        if token != f"Bearer {TOKEN}":
            return {"code": 403, "message": "PLG_API_VEKN_REGISTRY_NOT_AUTHORIZED"}
        if path == f"event/{EVENT}":
            return {"events": [{**self.event, "players": self.players}]}
        if path == f"archon/{EVENT}" and method == "POST":
            self.sent.append(form["archondata"])
            return {"code": 200}
        return {"events": []}


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """The site on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply()

        def do_POST(self) -> None:
            self.reply()

        def log_message(self, *_: object) -> None:
            pass

        def reply(self) -> None:
            path = self.path.removeprefix("/api/vekn/")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            form = {name: values[0] for name, values in parse_qs(body, strict_parsing=bool(body)).items()}
            site.calls.append((self.command, path))
            match site.fault.get(path.partition("/")[0]):
                case "page":
                    self.finish_with(200, "text/html", b"<html>Maintenance</html>")
                case "redirect":
                    self.send_response(302)
                    self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                    self.end_headers()
                case "hang up":
                    self.close_connection = True
                case str(word):
                    self.finish_with(
                        200, "application/json", json.dumps({"data": {"code": 500, "message": word}}).encode()
                    )
                case None:
                    data = site.answer(self.command, path, form, self.headers.get("Authorization", ""))
                    self.finish_with(200, "application/json", json.dumps({"data": data}).encode())

        def finish_with(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}/api/vekn"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
