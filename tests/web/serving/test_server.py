from __future__ import annotations

import asyncio
import http.client
import re
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from tests import LONG, SOON, comes
from tests.web.serving.test_queue import in_a_loop
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.serving import front, workers
from toolkit.web.serving.server import PortBusy, Server, UnusableAddress, make_server


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    server = make_server(create_app({"DATA_FOLDER": str(tmp_path_factory.mktemp("data"))}), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.address
    server.stop()
    thread.join(timeout=LONG)
    assert not thread.is_alive()


def test_a_thread_s_turn_is_short_under_any_server(monkeypatch: pytest.MonkeyPatch) -> None:
    # Behind uvicorn alone it was Python's own: a change waited five milliseconds for each turn behind whoever drew.
    turns: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", turns.append)
    front.Front(create_app({"TESTING": True}))
    assert turns == [0.001]


@in_a_loop
async def test_what_a_server_does_beside_its_answers_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(front, "start_keeping_time", lambda _: done.append("time") or partial(done.append, "no time"))
    monkeypatch.setattr(front, "start_keeping_copies", lambda _: partial(done.append, "no copies"))
    monkeypatch.setattr(workers, "stop", lambda _: done.append("ended"))
    told = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> front.Message:
        return {"type": next(told)}

    async def send(message: front.Message) -> None:
        done.append(str(message["type"]))

    await front.Front(create_app({"TESTING": True}))({"type": "lifespan"}, receive, send)
    ended = ["no time", "no copies", "ended"]
    assert done == ["time", "lifespan.startup.complete", *ended, "lifespan.shutdown.complete"]


@in_a_loop
async def test_any_asgi_server_keeps_copies_where_it_is_told_to(tmp_path: Path) -> None:
    data = tmp_path / "data"
    create(open_context(database_address(data)), Configuration(name="Lyon"), by="Odile")
    for said, made in (("", 1), (str(tmp_path / "stick"), 1), ("false", 0)):
        folder = Path(said) if said else data / "copies"
        steps = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive(folder: Path = folder, made: int = made, steps: Iterator[str] = steps) -> front.Message:
            step = next(steps)
            if step == "lifespan.shutdown":
                assert await asyncio.to_thread(comes, lambda: len(list(folder.glob("*.db"))) == made)
            return {"type": step}

        async def send(message: front.Message) -> None:
            pass

        app = create_app({"DATA_FOLDER": str(data), "COPIES": said})
        await front.Front(app)({"type": "lifespan"}, receive, send)
        stores.close(app)


def refused(place: tuple[str, int], path: str, **headers: str) -> tuple[int, str, str]:
    """The answer to a body of 10 MB of which not one byte is sent."""
    connection = http.client.HTTPConnection(*place, timeout=LONG)
    connection.putrequest("POST", path)
    for name, value in {"Content-Length": str(10_000_000), **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers["Content-Type"], text


def test_an_oversize_body_is_refused_before_it_is_sent(place: tuple[str, int]) -> None:
    status, kind, text = refused(place, "/", Accept="text/html", Accept_Language="fr")
    assert (status, kind) == (413, "text/html; charset=utf-8")
    assert re.search(r"C’est trop grand.: on prend ici 2048.ko au plus", text)


def test_a_program_gets_json(place: tuple[str, int]) -> None:
    status, kind, text = refused(place, "/api/v1/decks/check")
    assert (status, kind) == (413, "application/problem+json")
    assert '"status":413' in text


def test_a_reader_s_session_survives_the_refusal(place: tuple[str, int]) -> None:
    connection = http.client.HTTPConnection(*place, timeout=LONG)
    connection.request("GET", "/help/")
    cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
    connection.close()
    connection = http.client.HTTPConnection(*place, timeout=LONG)
    connection.request("POST", "/", headers={"Content-Length": "10000000", "Cookie": cookie})
    answer = connection.getresponse()
    assert answer.status == 413
    assert answer.headers["Set-Cookie"] is None
    connection.close()


def test_a_busy_port_is_a_sentence(place: tuple[str, int], tmp_path: Path) -> None:
    app = create_app({"DATA_FOLDER": str(tmp_path)})
    with pytest.raises(PortBusy, match=f"Port {place[1]} of 127.0.0.1 is already in use"):
        make_server(app, *place)


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
def test_an_address_of_somebody_else_is_a_sentence(host: str, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(UnusableAddress, match="cannot listen"):
        make_server(create_app({"DATA_FOLDER": str(tmp_path)}), host, port)


def raw(place: tuple[str, int], request: bytes) -> bytes:
    """All that is answered until the connection is ended."""
    with socket.create_connection(place, timeout=LONG) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return answer


def test_a_body_without_a_stated_length_is_read_and_has_the_same_limit(place: tuple[str, int]) -> None:
    head = b"POST /api/v1/decks/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    read = raw(place, chunked + b"d\r\n" + b'{"text": "x"}' + b"\r\n0\r\n\r\n")
    assert b"No line of this text names a card." in read
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    assert b"HTTP/1.1 413" in raw(place, chunked + chunk * 32 + b"1\r\n \r\n")


def send_20_mb(connection: socket.socket) -> None:
    for number in range(20_000):
        connection.sendall(b"X-%d: %s\r\n" % (number, b"y" * 1000))


def test_an_endless_head_is_cut_off(place: tuple[str, int]) -> None:
    with socket.create_connection(place, timeout=LONG) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            send_20_mb(connection)


def test_a_header_with_an_underscore_is_nobody_s(place: tuple[str, int]) -> None:
    """A proxy lets it pass, and a WSGI app would take it for the one with a dash."""
    request = b"GET /help/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Language: en\r\n"
    assert b'<html lang="en"' in raw(place, request + b"Accept_Language: fr\r\n\r\n")
    request = request.replace(b"Accept-Language: en\r\n", b"")
    assert b'<html lang="en"' in raw(place, request + b"Accept_Language: fr\r\n\r\n")


HOSTS = (b"a..b", b".", b"a" * 64, b"", b"x\r\nHost: y", b"x\r\nHost: x", b"l\xc3\xb6cal", b"x:80y", b"x/y", b"[::1")


@pytest.mark.parametrize("path", [b"/help/", b"/healthz", b"/readyz", b"/live?on=x", b"/api/v1/tournaments", b"/deck"])
def test_a_host_that_cannot_be_one_is_400_without_a_traceback(
    place: tuple[str, int], path: bytes, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    head = b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
    answers = {host: raw(place, head % (path, host)).split(b"\r\n")[0] for host in HOSTS}
    assert {answer.split()[1] for answer in answers.values()} == {b"400"}, answers
    assert caplog.records == []
    assert capfd.readouterr().err == ""


def test_those_who_send_slowly_keep_no_thread(place: tuple[str, int]) -> None:
    slow = [socket.create_connection(place, timeout=LONG) for _ in range(60)]
    for number, connection in enumerate(slow):
        connection.sendall(
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx" if number % 2 else b"GET / HT"
        )
    assert b"HTTP/1.1 200" in raw(place, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    for connection in slow:
        connection.close()


def test_whoever_says_nothing_is_sent_away(place: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.serving.server._HEAD_WITHIN", 0.01)
    assert raw(place, b"GET / HTTP/1.1\r\nHos") == b""


def test_whoever_never_ends_a_body_is_sent_away(place: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "_SLOWEST", 0.01)
    assert raw(place, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx").startswith(b"HTTP/1.1 408 ")


def answered(place: tuple[str, int], method: str, path: str, within: float = SOON) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(*place, timeout=within)
    connection.request(method, path, headers={"Accept": "text/html"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@contextmanager
def running(app: Flask) -> Iterator[Server]:
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(LONG)


@contextmanager
def asking(server: Server, path: str, number: int, gate: threading.Event) -> Iterator[list[int]]:
    """So many who ask at once and are answered when the gate opens, at the end; the statuses of their answers."""
    found: list[int] = []

    def ask() -> None:
        found.append(answered(server.address, "GET", path, LONG).status)

    threads = [threading.Thread(target=ask) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        gate.set()
        for thread in threads:
            thread.join(LONG)


def test_pages_of_the_room_never_wait_for_what_strangers_let_be_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, gate, begun = create_app({"DATA_FOLDER": str(tmp_path)}), threading.Event(), threading.Semaphore(0)
    usual = app.view_functions["decks.show"]

    def slow() -> object:
        begun.release()
        assert gate.wait(LONG)
        return usual()

    monkeypatch.setitem(app.view_functions, "decks.show", slow)
    monkeypatch.setattr(front, "_WAITING", 20)
    with running(app) as server, asking(server, "/?text=1", front._WORKING + 20, gate) as found:
        for _ in range(front._WORKING):
            assert begun.acquire(timeout=SOON)
        assert answered(server.address, "GET", "/tournaments").status == 200
        assert answered(server.address, "GET", "/seating").status == 200
        assert comes(lambda: server.front.lane.waiting == 20)
        refused = answered(server.address, "GET", "/?text=1")
        assert refused.status == 503
        assert refused.headers["Retry-After"] == "3"
        assert not begun.acquire(blocking=False)
    assert found == [200] * (front._WORKING + 20)


def test_how_the_process_is_is_told_while_every_thread_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, gate, begun = create_app({"DATA_FOLDER": str(tmp_path)}), threading.Event(), threading.Semaphore(0)

    def hang() -> str:
        begun.release()
        assert gate.wait(LONG)
        return ""

    monkeypatch.setitem(app.view_functions, "help.keys", hang)
    with running(app) as server, asking(server, "/help/keys", front._THREADS, gate):
        for _ in range(front._THREADS):
            assert begun.acquire(timeout=SOON)
        assert [answered(server.address, "GET", path).status for path in ("/healthz", "/readyz")] == [200, 200]
