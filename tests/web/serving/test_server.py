from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import LONG
from toolkit.web import create_app
from toolkit.web.serving.server import PortBusy, UnusableAddress, address, make_server, stop_server


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    server = make_server(create_app({"DATA_FOLDER": str(tmp_path_factory.mktemp("data"))}), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield address(server)
    stop_server(server)
    thread.join(timeout=LONG)
    assert not thread.is_alive()


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
    assert "C’est trop grand." in text


def test_a_program_gets_json(place: tuple[str, int]) -> None:
    status, kind, text = refused(place, "/api/v1/decks/check")
    assert (status, kind) == (413, "application/json")
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
