"""Whether the store was written to: what a server waits for that notifies its open pages.

PostgreSQL tells every process that listens, once what was written is kept. SQLite has a number that any connection sees
change, whichever program wrote; it is looked at several times a second, which costs less than one page.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine, text

# By which the processes of an installation tell each other; what is told is the id of the log.
CHANNEL = "vtes_toolkit"
# Seconds between two looks at SQLite's number; PostgreSQL is waited for this long before anybody is asked to stop.
_PAUSE = 0.1
_TURN = 1.0
_NOTIFY = text("SELECT pg_notify(:channel, :stream)")


def tell(connection: Connection, stream: str) -> None:
    """Notify all listeners, once this transaction is kept, that a log has more entries."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "stream": stream})


def wait_for_changes(engine: Engine, stop: threading.Event) -> Iterator[str]:
    """The id of a log whenever it may have more entries, "" when any may; until `stop` is set.

    Each time that it begins to listen it says "" once: what was written before is nobody's news.
    """
    connection = engine.raw_connection()
    raw: Any = connection.driver_connection
    connection.detach()  # nobody else's, for as long as this goes on
    try:
        yield from _listened(raw, stop) if engine.dialect.name == "postgresql" else _looked(raw, stop)
    finally:
        raw.close()
        connection.invalidate()  # it may be gone: there is nothing to be put in order for another one


def _looked(raw: Any, stop: threading.Event) -> Iterator[str]:
    last = None
    while not stop.is_set():
        number = raw.execute("PRAGMA data_version").fetchone()[0]
        if number != last:
            last = number
            yield ""
        stop.wait(_PAUSE)


def _listened(raw: Any, stop: threading.Event) -> Iterator[str]:
    raw.autocommit = True
    raw.execute(f"LISTEN {CHANNEL}")
    yield ""
    while not stop.is_set():
        for notification in raw.notifies(timeout=_TURN, stop_after=1):
            yield notification.payload
