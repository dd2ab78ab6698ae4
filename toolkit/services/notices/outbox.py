"""Messages that wait to be sent: each when it is due, tried again where it was not taken."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from toolkit.languages import Message

# Seconds after which something that was not taken is tried again.
WAITS = (5, 30, 120)
# So much waits to be sent; what comes beyond it is dropped, and said on the page.
_MOST_WAITING = 2_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of sending: "" or why not; after how many seconds it may be tried again, where that is said."""

    error: str = ""
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class _Waiting:
    event: str
    url: str
    send: Callable[[], Answer]
    holds: Callable[[], bool] | None = None
    tries: int = 0


class Outbox:
    """The messages to send, each when it is due: tried at once, then after 5, 30 and 120 seconds, or when asked.

    Without a thread: its owner asks for what is due at a moment, in seconds. `errors` says of an event and an
    address why the last thing could not be sent there.
    """

    def __init__(self) -> None:
        self._due: list[tuple[float, int, _Waiting]] = []
        self._number = itertools.count()
        self._lock = threading.Lock()
        self.errors: dict[tuple[str, str], str] = {}

    def put(
        self,
        event: str,
        url: str,
        send: Callable[[], Answer],
        *,
        now: float,
        holds: Callable[[], bool] | None = None,
        is_once: bool = False,
    ) -> None:
        """Put something aside, to be sent at that moment, if it `holds` then.

        Where it `is_once`, nothing is put beside what waits for the same event and address.
        """
        with self._lock:
            if is_once and any((one.event, one.url) == (event, url) for _, _, one in self._due):
                return
            if len(self._due) >= _MOST_WAITING:
                self.errors[event, url] = Message("too much waits to be sent")
                return
            heapq.heappush(self._due, (now, next(self._number), _Waiting(event, url, send, holds)))

    def next_due(self) -> float | None:
        """When something is due next."""
        with self._lock:
            return self._due[0][0] if self._due else None

    def run(self, clock: Callable[[], float]) -> int:
        """Send what is due now; how many were tried."""
        tried = 0
        while True:
            with self._lock:
                if not self._due or self._due[0][0] > clock():
                    return tried
                _, _, message = heapq.heappop(self._due)
            if message.tries == 0 and message.holds is not None and not message.holds():
                continue
            tried += 1
            answer = message.send()
            key = message.event, message.url
            if not answer.error:
                self.errors.pop(key, None)
                continue
            self.errors[key] = answer.error
            if message.tries < len(WAITS):
                wait = WAITS[message.tries] if answer.retry_after is None else answer.retry_after
                with self._lock:
                    later = replace(message, tries=message.tries + 1)
                    heapq.heappush(self._due, (clock() + wait, next(self._number), later))


class OutboxThread:
    """An outbox with a thread of its own, which sends what is due and starts with the first message."""

    def __init__(self, name: str) -> None:
        self.outbox = Outbox()
        self._name = name
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Send what is due now, and later what is due then, if anything is."""
        if self.outbox.next_due() is None:
            return
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
        self._wake.set()

    def _work(self) -> None:
        while True:
            self._wake.clear()
            self.outbox.run(time.monotonic)
            due = self.outbox.next_due()
            self._wake.wait(None if due is None else max(due - time.monotonic(), 0.0))
