"""Who waits for an answer, and in which order they get it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import wraps

import pytest

from toolkit.web.serving.queue import LOOKS_AT_ONCE, Lane, Precedence


class Clock:
    """The time, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def in_a_loop[**P](test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        # A browser's test of the same process has a loop of its own in this thread.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, test(*args, **kwargs)).result()

    return run


@asynccontextmanager
async def served(precedence: Precedence, *methods: str) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for method in methods:
            await stack.enter_async_context(precedence.serving(method))
        yield


@pytest.mark.parametrize(
    ("methods", "has_room"),
    [
        ([], True),
        (["GET"], True),
        (["GET"] * LOOKS_AT_ONCE, False),
        (["POST"], False),
        (["HEAD", "DELETE"], False),
        (["BREW"], False),
    ],
)
@in_a_loop
async def test_a_look_begins_beside_one_other_look_and_no_change(methods: list[str], has_room: bool) -> None:
    precedence = Precedence(patience=1.0, clock=Clock())
    async with served(precedence, *methods):
        assert precedence.has_room(0.0) is has_room
    assert precedence.has_room(0.0)


@in_a_loop
async def test_what_takes_long_keeps_nobody_waiting() -> None:
    clock = Clock()
    precedence = Precedence(patience=1.0, clock=clock)
    async with served(precedence, "GET", "GET", "POST"):
        clock.now = 0.9
        assert not precedence.has_room(0.9)
        clock.now = 1.0
        assert precedence.has_room(1.0)


@in_a_loop
async def test_whoever_waited_long_waits_for_no_change_but_for_other_looks() -> None:
    clock = Clock()
    clock.now = 5.0
    precedence = Precedence(patience=1.0, clock=clock)
    async with served(precedence, "POST"):
        assert [precedence.has_room(came) for came in (4.1, 4.0)] == [False, True]
    async with served(precedence, *["GET"] * LOOKS_AT_ONCE):
        assert not precedence.has_room(4.0)


@in_a_loop
async def test_a_change_waits_for_nobody_and_a_look_not_for_ever() -> None:
    precedence = Precedence(patience=0.001)
    async with served(precedence, "POST", "GET", "POST", "GET", "GET", "GET"):
        pass


@in_a_loop
async def test_looks_begin_in_their_order_when_the_change_is_done() -> None:
    precedence, began = Precedence(patience=1000.0, clock=Clock()), list[str]()

    async def look(name: str) -> None:
        async with precedence.serving("GET"):
            began.append(name)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group, precedence.serving("POST"):
        looks = [group.create_task(look(name)) for name in "abcd"]
        await asyncio.sleep(0)
        looks[1].cancel()  # gone before it was their turn
        await asyncio.sleep(0)
        assert began == []
    assert began == ["a", "c", "d"]


@in_a_loop
async def test_a_look_that_failed_makes_room() -> None:
    precedence = Precedence(patience=1.0, clock=Clock())
    for _ in range(LOOKS_AT_ONCE):
        with pytest.raises(OSError, match="gone"):
            async with precedence.serving("GET"):
                raise OSError("gone")
    assert precedence.has_room(0.0)


@in_a_loop
async def test_a_lane_lets_so_many_in_and_so_many_wait() -> None:
    lane, held = Lane(1, 1), AsyncExitStack()
    assert await held.enter_async_context(lane.place())
    waiting = asyncio.create_task(AsyncExitStack().enter_async_context(lane.place()))
    await asyncio.sleep(0)
    async with lane.place() as has_place:
        assert not has_place
    await held.aclose()
    assert await waiting
