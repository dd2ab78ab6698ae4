"""Processes that count together in Redis: Debian's server with the options of deploy/compose.yaml, on loopback."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests import LONG, comes
from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.services.accounts import accounts
from toolkit.web.base import stores, throttle

COMPOSE = Path(__file__).parents[3] / "deploy" / "compose.yaml"


class Redis:
    """The service `counters` of the recipe."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        told = yaml.safe_load(COMPOSE.read_text())["services"]["counters"]["command"]
        here = ["--bind", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen([*told, *here], stdout=subprocess.DEVNULL)
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert self.process.poll() is None
                time.sleep(0.02)
        pytest.fail("Redis does not listen")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis() -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("Debian's redis-server is not installed")
    running = Redis()
    yield running
    running.stop()


@pytest.fixture
def halls(redis: Redis, tmp_path: Path) -> Iterator[list[Hall]]:
    """Two processes of a server on one store."""
    config = {"ACCOUNTS": True, "RATELIMIT_ENABLED": True, "RATELIMIT_STORAGE_URI": f"redis://127.0.0.1:{redis.port}"}
    made = [hall_at(tmp_path, **config) for _ in range(2)]
    accounts.sign_up(made[0].context, "Odile", PASSWORD)
    yield made
    for hall in made:
        stores.close(hall.app)


def signed_in(hall: Hall, password: str) -> int:
    return hall.app.test_client().post("/account/sign-in", data={"name": "Odile", "password": password}).status_code


def test_processes_count_together(halls: list[Hall]) -> None:
    assert [signed_in(halls[turn % 2], "wrong horse") for turn in range(10)] == [422] * 10
    assert [signed_in(hall, PASSWORD) for hall in halls] == [429, 429]


def test_whoever_knows_the_password_uses_nothing_up(halls: list[Hall]) -> None:
    assert [signed_in(halls[turn % 2], PASSWORD) for turn in range(11)] == [303] * 11


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_while_redis_is_away_each_process_counts_for_itself(
    halls: list[Hall], redis: Redis, how: signal.Signals
) -> None:
    assert signed_in(halls[0], "wrong horse") == 422
    redis.process.send_signal(how)
    answers = list[int]()
    threading.Thread(target=lambda: answers.append(signed_in(halls[0], PASSWORD))).start()
    assert comes(lambda: answers)
    assert answers == [303]
    assert [signed_in(halls[0], "wrong horse") for _ in range(11)] == [422] * 10 + [429]
    assert signed_in(halls[1], PASSWORD) == 303


def test_when_redis_is_back_they_count_together_again(
    halls: list[Hall], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "_AWAY", 0.0)
    redis.stop()
    assert signed_in(halls[0], "wrong horse") == 422
    redis.start()
    assert [signed_in(halls[turn % 2], "wrong horse") for turn in range(10)] == [422] * 10
    assert [signed_in(hall, PASSWORD) for hall in halls] == [429, 429]
