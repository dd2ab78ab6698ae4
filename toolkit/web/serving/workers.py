"""Heavy work, done in processes of its own: no page of a running event waits for what a stranger asks for.

A piece of work is a function of plain values: a search for a seating, a sheet to be set. It has so much processor time
and memory; what takes more is ended with its process. After some pieces, and when nobody has asked for any for a while,
a process makes room for a new one, so that what its libraries keep is given back. While all that may wait do, whoever
comes is asked to come again.
"""

from __future__ import annotations

import ctypes
import gc
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

from flask import Flask, current_app, request
from flask_babel import gettext
from werkzeug.exceptions import ServiceUnavailable

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.seating import Wishes, seat
from toolkit.seating.edits import repairs
from toolkit.seating.model import Round, everybody
from toolkit.services.kernel.roles import Action
from toolkit.web.base.access import action_of, may_create
from toolkit.web.base.addresses import is_for_strangers
from toolkit.web.base.monitoring import metrics_of

_KEY = "vtes_toolkit_workers"
# Pieces after which a process is replaced.
_PIECES = 50
# Seconds without work after which all of them are.
_REST = 60.0
# Of each process so many pieces may be under way or wait, of strangers half as many.
_WAITING = 4
# So many pieces that were begun before they are asked for are kept; so many processes, so many of them unfinished.
_BEGUN = 4
# Seconds after which whoever was sent away may come again.
_AGAIN = 3
# A busy machine gives a process less than its time: so many times its budget a piece may take by the clock.
_PATIENCE = 5
_making = threading.Lock()
_long_work = threading.Lock()
# A processor is given to a page of the room before it is to heavy work.
_NICE = 10
# What GNU's C library calls the number of its heaps, and what each keeps at its end (malloc.h).
_M_ARENA_MAX = -8
_M_TRIM_THRESHOLD = -1
# What the processes of a server are forked from.
_PREPARED = "toolkit.web.serving.prepared"
# What marks a request that finds no place: it is answered, but nothing is done for it.
BUSY = "toolkit.busy"


class TooHeavy(Invalid):
    """The request takes more time or memory than it may."""

    code = "too_heavy"


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one piece of work: seconds of processor time, and MB above a resting process."""

    seconds: int
    megabytes: int


# What is let in without an account, and without an official's link.
_STRANGERS_DO = frozenset({Action.SEE, Action.PLAY, Action.REPORT})
STRANGER = Budget(seconds=2, megabytes=150)
OFFICIAL = Budget(seconds=5, megabytes=300)


type _Asked = tuple[Callable[..., object], tuple[object, ...], dict[str, object]]


class _Crew:
    """The processes of one app, and how much may be under way at once."""

    def __init__(self, number: int, *, is_first: bool) -> None:
        from pebble import ProcessPool  # a tenth of a second that no start needs

        methods = multiprocessing.get_all_start_methods()
        # Not a copy of this process: its threads would leave locks behind that nobody opens again.
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            context.set_forkserver_preload(["toolkit.sheets.pdf", "pypdf", _PREPARED])
            _start_fork_server()
        self.pool = ProcessPool(max_workers=number, max_tasks=_PIECES, initializer=_prepare, context=context)
        self.first, self._is_first = self.pool.schedule(time.process_time), is_first
        self._rest = threading.Timer(_REST, self._renew)
        self._number = number
        self._places = {OFFICIAL: number * _WAITING, STRANGER: number * _WAITING // 2}
        # Strangers leave one process free; where there is but one, an official's piece waits behind one of theirs.
        self._turns: dict[Budget, AbstractContextManager[object]] = {
            OFFICIAL: nullcontext(),
            STRANGER: threading.Semaphore(max(1, number - 1)),
        }
        self._under_way = 0
        self._begun = deque[tuple[_Asked, Future[bytes]]](maxlen=_BEGUN)
        self._lock = threading.Lock()
        self.rest()  # what compiling the search on a new machine took

    @property
    def is_ready(self) -> bool:
        """Whether work is left to it: always, but for the first moments of a program."""
        return not self._is_first or self.first.done()

    def schedule(self, asked: _Asked, budget: Budget) -> Future[bytes]:
        """The piece of work, begun now if it was not before."""
        begun = (future for what, future in tuple(self._begun) if what == asked and not _has_failed(future))
        return next(begun, None) or self._new(asked, budget)

    def begin(self, asked: _Asked, budget: Budget) -> None:
        """Do the piece of work for a later request, unless every process has something to do."""
        unfinished = sum(not future.done() for _, future in tuple(self._begun))
        if self._under_way + unfinished < self._number:
            self._begun.append((asked, self._new(asked, budget)))

    def _new(self, asked: _Asked, budget: Budget) -> Future[bytes]:
        timeout = budget.seconds * _PATIENCE
        future: Future[bytes] = self.pool.schedule(_within, args=(budget, *asked), timeout=timeout)
        return future

    @contextmanager
    def place(self, budget: Budget) -> Iterator[None]:
        """The time in which a piece of work has a process, or is the next to have one.

        Raises:
            ServiceUnavailable: too much is waiting already.
        """
        metrics = metrics_of(current_app)
        with self._lock:
            if self._under_way >= self._places[budget]:
                if metrics is not None:
                    metrics.refused.labels("heavy_work").inc()
                raise _busy()
            self._under_way += 1
        if metrics is not None:
            metrics.work.inc()
        try:
            with self._turns[budget]:
                yield
        finally:
            if metrics is not None:
                metrics.work.dec()
            with self._lock:
                self._under_way -= 1
            self.rest()

    def rest(self) -> None:
        """Have everybody's memory given back in a minute, unless there is work again."""
        with self._lock:
            self._rest.cancel()
            self._rest = threading.Timer(_REST, self._renew)
            self._rest.daemon = True
            self._rest.start()

    def stop(self) -> None:
        """End every process, whatever it does."""
        self._rest.cancel()
        self.pool.stop()  # type: ignore[no-untyped-call]  # the library leaves it without types
        self.pool.join()

    def _renew(self) -> None:
        """Give back what this process took, and let each of the others make room for a new one, with nothing to do."""
        if not self._under_way:
            _give_back()
            with suppress(RuntimeError):  # they have been stopped
                for _ in range(self._number * _PIECES):
                    self.pool.schedule(time.process_time)


def _start_fork_server() -> None:
    """Begin what makes the processes, deaf to Ctrl+C: a terminal tells it to all, and this process ends the others."""
    if sys.platform == "win32":  # which has none
        return
    resource_tracker.ensure_running()  # whose start would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _has_failed(future: Future[bytes]) -> bool:
    return future.done() and future.exception() is not None


def _busy() -> ServiceUnavailable:
    return ServiceUnavailable(
        gettext("The server is busy with work like this: try again in a moment."), retry_after=_AGAIN
    )


def carried_out[**P, T](work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The value or the error of `work`, done beside this process; without `WORKERS`, here.

    Args:
        work: a function of a module; it, its arguments and its value can be pickled.
        args: its arguments.
        kwargs: likewise.

    Raises:
        TooHeavy: it takes more than whoever asks may have.
        ServiceUnavailable: too much is waiting already.
    """
    if not current_app.config["WORKERS"]:
        return work(*args, **kwargs)
    from pebble import ProcessExpired

    budget, is_laptop = _budget(), not is_for_strangers(current_app)
    # Whoever has just started it on a laptop does not wait until the search is compiled.
    if is_laptop and _KEY not in current_app.extensions:
        app = current_app._get_current_object()  # type: ignore[attr-defined]  # of the proxy
        threading.Thread(target=start, args=(app,), daemon=True).start()
        return work(*args, **kwargs)
    crew = _crew(current_app)
    if is_laptop and not crew.is_ready:
        return work(*args, **kwargs)
    with crew.place(budget):
        future = crew.schedule((work, args, kwargs), budget)
        try:
            value: T = pickle.loads(future.result())
        except BrokenProcessPool as error:  # a process was ended from outside: the next one to ask finds new ones
            raise _busy() from error
        except Late as error:
            # What takes too much is ended by its processor time, but for Windows: the machine gave it too little of it.
            raise (_too_heavy(budget) if sys.platform == "win32" else _busy()) from error
        except (MemoryError, ProcessExpired) as error:
            raise _too_heavy(budget) from error
        return value


def begin[**P](work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Begin a piece of work that will be asked for in a moment: the same `carried_out` waits for the rest of it only.

    Where there are no processes yet, or all have something to do, it is left to whoever asks.
    """
    crew: _Crew | None = current_app.extensions.get(_KEY)
    if crew is not None and crew.is_ready and crew.pool.active:
        crew.begin((work, args, kwargs), _budget())


def in_time[T](pieces: Iterable[T]) -> Iterator[T]:
    """The pieces of a work that is done here, as long as there is time for another.

    Raises:
        TooHeavy: they take more than whoever asks may have.
    """
    budget = _budget()
    end = time.thread_time() + budget.seconds
    for piece in pieces:
        if time.thread_time() > end:
            raise _too_heavy(budget)
        yield piece


@contextmanager
def alone() -> Iterator[None]:
    """The time in which this process does no other long work itself.

    Two at once are no sooner done, and take twice as much memory, and twice as much of every page's time.

    Raises:
        ServiceUnavailable: the one before takes longer than whoever asks can wait.
    """
    if not _long_work.acquire(timeout=_PATIENCE):
        raise _busy()
    try:
        yield
    finally:
        _long_work.release()
        crew: _Crew | None = current_app.extensions.get(_KEY)
        if crew is not None:
            crew.rest()


def _budget() -> Budget:
    is_official = may_create() or action_of(request.endpoint or "") not in _STRANGERS_DO
    return OFFICIAL if is_official else STRANGER


def _too_heavy(budget: Budget) -> TooHeavy:
    return TooHeavy(
        Message(
            "This takes more than %(seconds)s seconds or %(megabytes)s MB to work out: ask for less at once.",
            seconds=budget.seconds,
            megabytes=budget.megabytes,
        )
    )


def init_app(app: Flask) -> None:
    """Give `app` as many processes as `WORKERS` says, once there is something to do: two unless said otherwise."""
    app.config.setdefault("WORKERS", 0 if app.testing else 2)
    app.before_request(_send_away)


def _send_away() -> None:
    if BUSY in request.environ:
        metrics = metrics_of(current_app)
        if metrics is not None:
            metrics.refused.labels("lane").inc()
        raise _busy()


def start(app: Flask, *, wait: bool = False) -> None:
    """Have the processes ready before they are needed; with `wait` come back when they are."""
    if app.config["WORKERS"]:
        first = _crew(app).first
        if wait:
            first.result()


def stop(app: Flask) -> None:
    """End every process, whatever it does."""
    with _making:  # one that is just being made is waited for: its processes would look in vain for what they share
        app.config["WORKERS"] = 0  # and whoever still makes the program ready makes no other
        crew: _Crew | None = app.extensions.pop(_KEY, None)
    if crew is not None:
        crew.stop()


def _crew(app: Flask) -> _Crew:
    with _making:
        running: _Crew | None = app.extensions.get(_KEY)
        if running is None or not running.pool.active:
            app.extensions[_KEY] = _Crew(int(app.config["WORKERS"]), is_first=running is None)
        crew: _Crew = app.extensions[_KEY]
        return crew


# In a process of its own


def _prepare() -> None:
    """Make room for pages, and make the search ready, which no budget counts.

    What is here then stays: the collector need not walk through it behind each piece of work.
    """
    if hasattr(os, "nice"):
        os.nice(_NICE)
    compile_search()
    gc.collect()
    gc.freeze()


def compile_search() -> None:
    """Compile the search, or load it compiled; of processes that are forked, where they are forked from."""
    played: list[Round] = [tuple(tuple(f"player {number}" for number in range(at, at + 4)) for at in (0, 4))]
    seat(everybody(played), 2, history=played, seconds=0.01, wishes=Wishes(apart=(("player 0", "player 4"),)))
    repairs(played, 1, 1)


def _within(budget: Budget, work: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> bytes:
    """Do a piece of work; the system ends this process when it takes more than its budget.

    The value is returned pickled: the process would hold what it has returned until it is given the next piece.
    """
    if sys.platform == "win32":  # which knows no such limits: there the clock alone ends it
        return pickle.dumps(work(*args, **kwargs))
    import resource

    _, most_seconds = resource.getrlimit(resource.RLIMIT_CPU)
    _, most_bytes = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + budget.seconds, most_seconds))
    resource.setrlimit(resource.RLIMIT_DATA, (_data_bytes() + budget.megabytes * 2**20, most_bytes))
    try:
        return pickle.dumps(work(*args, **kwargs))
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
        _give_back()


def _give_back() -> None:
    """Let the system have again what a piece of work has left: the C library keeps it for the next one otherwise."""
    gc.collect()
    _ask_allocator("malloc_trim", 0)


def keep_few_heaps() -> None:
    """Let the threads of this process share two heaps, and keep little of what is free at their ends.

    Each thread would keep what it once took in a heap of its own, and each heap twice its largest piece ever.
    """
    _ask_allocator("mallopt", _M_ARENA_MAX, 2)
    _ask_allocator("mallopt", _M_TRIM_THRESHOLD, 2**20)


def _ask_allocator(function: str, *figures: int) -> None:
    """Call a memory function of GNU's C library; other systems' have nothing like it."""
    if sys.platform == "win32":  # where not even a library without a name is to be had
        return
    with suppress(OSError, AttributeError):
        getattr(ctypes.CDLL(None), function)(*figures)


def _data_bytes() -> int:
    """How much memory of its own this process has."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:  # macOS, which looks at no such limit
        return 2**40
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmData"))
    return int(kilobytes) * 1024
