"""Messages that wait to be sent: each when it is due, tried again where it was not taken."""

from __future__ import annotations

import heapq
import itertools
import threading
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
    ) -> None:
        """Put something aside, to be sent at that moment, if it `holds` then."""
        with self._lock:
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
