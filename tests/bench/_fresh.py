"""A measurement in a process of its own, in which nothing is remembered of what was read before."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def in_fresh_process[T](measure: Callable[..., T], *arguments: object) -> T:
    """What `measure` returns in a new process: no memory of a line can be forgotten to be cleared."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *arguments).result()
