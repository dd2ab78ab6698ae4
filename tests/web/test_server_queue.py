"""Who waits for an answer, and in which order they get it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from toolkit.web.server_queue import IN_A_ROW, Lanes


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
