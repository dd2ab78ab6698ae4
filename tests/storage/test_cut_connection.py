from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from tests import LONG
from tests.storage.postgres import Cluster
from toolkit.storage import Draft, Request, Store, open_store, parse_url
from toolkit.storage.database import StoreUnavailable, StoreUnreachable, make_engine

pytestmark = pytest.mark.postgresql

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    from tests.storage.postgres import programs

    if programs() is None:
        pytest.skip("PostgreSQL's server programs are not installed")
    cluster = Cluster()  # their own: each of them crashes it or stops it, and starts it again
    yield cluster
    cluster.remove()


@pytest.fixture
def log(server: Cluster) -> Iterator[Store]:
    store = open_store(server.new_database())
    with store.creating("t1", "tournament", created=NOON):
        pass
    yield store
    store.close()


def write(store: Store, token: str) -> None:
    request = Request(key=token, digest=token)
    with store.writing("t1", "tournament") as writer:
        if writer.done(request) is None:
            writer.append([Draft(at=NOON, by="me", kind="k", payload={"token": token})], request=request)


class Phone(threading.Thread):
    """Sends one change after another, each until it is acknowledged, with the same key."""

    def __init__(self, store: Store, name: str, stop: threading.Event) -> None:
        super().__init__()
        self.sender, self.store, self.stop = name, store, stop
        self.acknowledged: list[str] = []
        self.refused: list[StoreUnavailable] = []

    def run(self) -> None:
        number = 0
        while not self.stop.is_set():
            number += 1
            token = f"{self.sender}-{number}"
            while True:
                try:
                    write(self.store, token)
                except StoreUnavailable as error:
                    self.refused.append(error)
                    time.sleep(0.1)
                else:
                    break
            self.acknowledged.append(token)


def crash(server: Cluster) -> None:
    server.stop(signal.SIGQUIT)
    server.start()


@pytest.mark.parametrize(
    ("cut", "times"),
    [(Cluster.cut_connections, 30), (Cluster.kill_backend, 3), (crash, 2)],
    ids=["cut", "kill", "crash"],
)
def test_a_cut_connection_loses_and_doubles_nothing(
    server: Cluster, log: Store, cut: Callable[[Cluster], object], times: int
) -> None:
    stop = threading.Event()
    phones = [Phone(log, name, stop) for name in "abcd"]
    for phone in phones:
        phone.start()
    for _ in range(times):
        wait_for(server)
        wait_for_each(phones)
        cut(server)
    wait_for(server)
    wait_for_each(phones)
    stop.set()
    for phone in phones:
        phone.join(LONG)
    tokens = [entry.payload["token"] for entry in log.entries("t1", "tournament")]
    assert sorted(tokens) == sorted(token for phone in phones for token in phone.acknowledged)
    assert all(phone.acknowledged for phone in phones)
    assert any(phone.refused for phone in phones)
    assert {type(error) for phone in phones for error in phone.refused} <= {StoreUnreachable}


def wait_for_each(phones: list[Phone]) -> None:
    """Until each phone has had another entry taken: a cut that comes before has nothing to lose."""
    before, end = [len(phone.acknowledged) for phone in phones], time.monotonic() + LONG
    while any(len(phone.acknowledged) == count for phone, count in zip(phones, before, strict=True)):
        assert time.monotonic() < end, "A phone has stopped."
        time.sleep(0.01)


def wait_for(server: Cluster) -> None:
    """Until the server has recovered."""
    import psycopg

    for _ in range(600):
        try:
            server.execute("SELECT 1")
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    pytest.fail("the server did not come back")


def test_a_server_that_is_down_is_told_in_a_sentence(server: Cluster, log: Store) -> None:
    write(log, "before")
    server.stop()
    with pytest.raises(StoreUnreachable, match="try again"):
        write(log, "during")
    with pytest.raises(StoreUnreachable):
        log.entries("t1", "tournament")
    with pytest.raises(StoreUnreachable):
        log.head("t1", "tournament")
    server.start()
    write(log, "during")
    assert [entry.payload["token"] for entry in log.entries("t1", "tournament")] == ["before", "during"]


@pytest.mark.parametrize(("asked", "given"), [("", "10000"), ("&tcp_user_timeout=2500", "2500")])
def test_a_network_that_is_cut_is_given_up_soon(server: Cluster, asked: str, given: str) -> None:
    """By the system: no packet of ours is lost on one machine, so it is only seen that it was asked to."""
    import psycopg

    engine = make_engine(parse_url(server.address("postgres") + asked))
    with engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, psycopg.Connection)
        known = raw.info.get_parameters()
    engine.dispose()
    assert (known["tcp_user_timeout"], known["keepalives_idle"]) == (given, "5")
