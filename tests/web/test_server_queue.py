"""Who waits for an answer, and in which order they get it."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from toolkit.web.server_queue import IN_A_ROW, LOOKS_AT_ONCE, Lanes, Precedence


def waiting(*requests: str) -> Lanes:
    """A queue of requests, each its method and a name: "GET a"."""
    lanes = Lanes()
    for request in requests:
        lanes.append(channel(request))
    return lanes


def channel(request: str) -> Any:
    method, _, name = request.partition(" ")
    return SimpleNamespace(name=name, requests=[SimpleNamespace(command=method)] if method else [])


def order(lanes: Lanes) -> str:
    found = ""
    while lanes:
        found += lanes.popleft().name
    return found


@pytest.mark.parametrize(
    ("requests", "answered"),
    [
        (["GET a", "GET b", "HEAD c"], "abc"),
        (["POST a", "POST b"], "ab"),
        (["GET a", "GET b", "POST c", "GET d", "DELETE e", "OPTIONS f"], "ceabdf"),
        ([" a", "GET b", "BREW c"], "acb"),
    ],
)
def test_whoever_does_something_goes_first_and_else_whoever_came_first(requests: list[str], answered: str) -> None:
    assert order(waiting(*requests)) == answered


def test_nobody_waits_for_ever() -> None:
    lanes = waiting("GET x", "GET y", *["POST ."] * (3 * IN_A_ROW))
    assert len(lanes) == 3 * IN_A_ROW + 2
    assert order(lanes) == "." * IN_A_ROW + "x" + "." * IN_A_ROW + "y" + "." * IN_A_ROW
    assert len(lanes) == 0


def test_what_comes_later_finds_its_place() -> None:
    lanes = waiting("GET a", "GET b")
    assert lanes.popleft().name == "a"
    lanes.append(channel("POST c"))
    assert order(lanes) == "cb"


@pytest.mark.parametrize(
    ("served", "has_room"),
    [
        ([], True),
        (["GET"], True),
        (["GET"] * LOOKS_AT_ONCE, False),
        (["POST"], False),
        (["GET", "DELETE"], False),
        ([""], False),
    ],
)
def test_a_look_begins_beside_one_other_look_and_no_change(served: list[str], has_room: bool) -> None:
    precedence = Precedence(patience=1.0, clock=lambda: 0.0)
    with ExitStack() as stack:
        for request in served:
            stack.enter_context(precedence.serving(channel(request)))
        assert precedence.has_room() is has_room
    assert precedence.has_room()


def test_what_takes_long_keeps_nobody_waiting() -> None:
    now = [0.0]
    precedence = Precedence(patience=1.0, clock=lambda: now[0])
    with ExitStack() as stack:
        for request in ("GET a", "POST b", "GET c"):
            stack.enter_context(precedence.serving(channel(request)))
        assert not precedence.has_room()
        now[0] = 1.0
        assert precedence.has_room()


def test_a_change_waits_for_nobody_and_a_look_not_for_ever() -> None:
    precedence = Precedence(patience=0.001, clock=lambda: 0.0)
    with ExitStack() as stack:
        for request in ("POST a", "GET b", "POST c", "GET d"):
            stack.enter_context(precedence.serving(channel(request)))


def test_a_look_begins_when_the_change_is_done() -> None:
    precedence, drawn = Precedence(patience=3600, clock=lambda: 0.0), threading.Event()

    def look() -> None:
        with precedence.serving(channel("GET a")):
            drawn.set()

    with precedence.serving(channel("POST b")):
        thread = threading.Thread(target=look)
        thread.start()
        assert not drawn.wait(0.01)
    assert drawn.wait(30)
    thread.join()


def test_a_look_that_failed_makes_room() -> None:
    precedence = Precedence(patience=1.0, clock=lambda: 0.0)
    with pytest.raises(OSError, match="gone"), precedence.serving(channel("POST a")):
        raise OSError("gone")
    assert precedence.has_room()
