"""The server with connections that stay open: each is answered whole, whatever the others do, with either loop."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Response

from toolkit.web import create_app, server_loop
from toolkit.web.server import address, make_server, stop_server

LONG = 6_000_000
Place = tuple[str, int]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    made = create_app({"DATA_FOLDER": str(tmp_path_factory.mktemp("data"))})
    made.add_url_rule("/long", "long", lambda: Response(b"x" * LONG, mimetype="text/plain"))
    made.add_url_rule("/short", "short", lambda: Response(b"short", mimetype="text/plain"))
    return made


LOOPS = ["waitress's own", *(["epoll"] if server_loop.is_possible() else [])]


@pytest.fixture(params=LOOPS)
def server(app: Flask, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(server_loop, "is_possible", lambda: request.param == "epoll")
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    stop_server(server)
    thread.join(timeout=20)
    assert not thread.is_alive()


@pytest.fixture
def place(server: Any) -> Place:
    return address(server)


def ask(connection: http.client.HTTPConnection, path: str = "/short") -> bytes:
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200
    return answer.read()


def open_one(place: Place) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(*place, timeout=30)
    connection.connect()
    return connection


def test_each_of_many_open_connections_is_answered_again_and_again(place: Place) -> None:
    connections = [open_one(place) for _ in range(60)]
    for _ in range(3):
        for connection in connections:
            assert ask(connection) == b"short"
    for connection in connections:
        connection.close()


def test_the_number_of_a_closed_connection_serves_the_next_one(place: Place) -> None:
    kept = open_one(place)
    for _ in range(100):
        connection = open_one(place)
        assert ask(connection) == b"short"
        connection.close()
    assert ask(kept) == b"short"
    kept.close()


def test_a_slow_reader_gets_all_of_it_and_keeps_nobody_waiting(place: Place) -> None:
    with socket.create_connection(place, timeout=30) as slow:
        slow.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        other = open_one(place)
        count = 0
        while piece := slow.recv(65536):
            if count < 10 * 65536:
                assert ask(other) == b"short"
            count += len(piece)
        assert count > LONG
        other.close()


def test_a_request_in_pieces_and_two_at_once(place: Place) -> None:
    line = b"GET /short HTTP/1.1\r\nHost: localhost\r\n"
    with socket.create_connection(place, timeout=30) as connection:
        other = open_one(place)
        for piece in (line[:9], line[9:], b"\r\n" + line + b"\r\n" + line[:4]):
            connection.sendall(piece)
            assert ask(other) == b"short"
        connection.sendall(line[4:] + b"Connection: close\r\n\r\n")
        said = b""
        while piece := connection.recv(65536):
            said += piece
        assert said.count(b"HTTP/1.1 200") == 3
        assert said.count(b"short") == 3
        other.close()


def test_whoever_leaves_before_the_answer_disturbs_nobody(place: Place) -> None:
    other = open_one(place)
    for _ in range(10):
        with socket.create_connection(place, timeout=30) as connection:
            connection.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
            connection.recv(100)
        assert ask(other) == b"short"
    other.close()


def test_a_connection_that_is_not_used_is_closed_in_the_end(server: Any, place: Place) -> None:
    server.adj.channel_timeout, server.adj.cleanup_interval, server.next_channel_cleanup = 1, 1, 0
    with socket.create_connection(place, timeout=30) as idle:
        assert idle.recv(1) == b""


def test_nothing_is_left_of_an_app_that_has_stopped(app: Flask) -> None:
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    place = address(server)
    connection = open_one(place)
    assert ask(connection) == b"short"
    stop_server(server)
    thread.join(timeout=20)
    assert not thread.is_alive()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place, timeout=5)
    connection.close()
