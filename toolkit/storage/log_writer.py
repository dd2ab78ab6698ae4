"""One writer's turn at one log, inside a transaction that nobody else can enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from sqlalchemy import Connection, bindparam, insert, update

from toolkit.languages import N_, Message
from toolkit.storage import reading
from toolkit.storage.errors import ReusedKey, StaleStream, UnknownSequence
from toolkit.storage.log import Done, Draft, Entry, InvalidEntry, Request, Stream, check_text, render_payload
from toolkit.storage.rows import ENTRIES, REQUESTS, STREAMS

_LONGEST_BY = 1000

# Made once: to put a statement together costs more than to run it.
_THIS_STREAM = update(STREAMS).where(STREAMS.c.id == bindparam("stream"))
_SET_HEAD = _THIS_STREAM.values(head=bindparam("new_head"))
_SET_SUMMARY = _THIS_STREAM.values(summary=bindparam("new_summary"))
_ADD_ENTRIES = insert(ENTRIES)
_ADD_REQUEST = insert(REQUESTS)


class LogWriter:
    """A log while its lock is held: look, decide, append."""

    def __init__(self, connection: Connection, stream: Stream) -> None:
        self._connection = connection
        self._stream = stream
        self._head = stream.head

    @property
    def stream(self) -> Stream:
        """The log as it was when the turn began."""
        return self._stream

    @property
    def head(self) -> int:
        """The number of the last entry, those appended in this turn included."""
        return self._head

    def entries(self, *, after: int = 0) -> list[Entry]:
        """The facts above `after`, in order.

        Raises:
            StoreDamaged: when one is missing or cannot be read.
        """
        return reading.load_entries(self._connection, self._stream.id, after=after)

    def expect(self, number: int | None) -> None:
        """Make sure that a writer who last saw entry `number` saw everything; None for one who does not say.

        Raises:
            StaleStream: carrying what came in between.
            UnknownSequence: when the log never was that long.
        """
        if number is None or number == self._head:
            return
        if number > self._head or number < 0:
            raise UnknownSequence(
                Message("There is no change %(number)s: the last one is %(other)s.", number=number, other=self._head)
            )
        raise StaleStream(number, tuple(self.entries(after=number)))

    def done(self, request: Request) -> Done | None:
        """What the same request wrote when it came first; None when it is new.

        Raises:
            ReusedKey: when its key was sent with something else.
        """
        check_text(request.key, N_("idempotency key"), longest=100)
        found = reading.load_done(self._connection, self._stream.id, request.key)
        if found is None:
            return None
        digest, done = found
        if digest != request.digest:
            raise ReusedKey(
                Message("This idempotency key was already used for something else: take a new one for every change.")
            )
        return done

    def append(self, drafts: Sequence[Draft], *, request: Request | None = None) -> list[Entry]:
        """Write the facts behind the last one; they are kept when the turn ends.

        Raises:
            InvalidEntry: for a fact that no database can hold.
        """
        entries = [self._number(draft, number) for number, draft in enumerate(drafts, start=self._head + 1)]
        if entries:
            rows = [_row(self._stream.id, entry) for entry in entries]
            self._connection.execute(_ADD_ENTRIES, rows)
            self._head = entries[-1].number
            self._connection.execute(_SET_HEAD, {"stream": self._stream.id, "new_head": self._head})
        if request is not None:
            self._remember(request, len(entries))
        return entries

    def summarize(self, summary: Mapping[str, Any]) -> None:
        """Keep what lists show of this log."""
        if summary != self._stream.summary:
            new = {"stream": self._stream.id, "new_summary": render_payload(summary)}
            self._connection.execute(_SET_SUMMARY, new)

    def _number(self, draft: Draft, number: int) -> Entry:
        check_text(draft.by, N_("author"), longest=_LONGEST_BY)
        check_text(draft.kind, N_("kind of fact"), longest=60)
        if draft.at.tzinfo is None:
            raise InvalidEntry(Message("A fact needs a moment with its time zone."))
        return Entry(number=number, at=draft.at.astimezone(UTC), by=draft.by, kind=draft.kind, payload=draft.payload)

    def _remember(self, request: Request, count: int) -> None:
        check_text(request.key, N_("idempotency key"), longest=100)
        row = {"stream": self._stream.id, "key": request.key, "digest": request.digest}
        numbers = {"first": self._head - count + 1, "last": self._head}
        self._connection.execute(_ADD_REQUEST, {**row, **numbers})


def create(connection: Connection, stream: Stream) -> LogWriter:
    """A new, empty log and its first writer."""
    row = {"id": stream.id, "kind": stream.kind, "head": 0, "created": stream.created}
    connection.execute(insert(STREAMS).values(**row, summary=render_payload(stream.summary)))
    return LogWriter(connection, stream)


def lock(connection: Connection, stream: str, kind: str) -> LogWriter:
    """An existing log, locked until the transaction ends.

    Raises:
        StreamNotFound: when there is none of that kind and id.
    """
    return LogWriter(connection, reading.load_stream(connection, stream, kind, lock=True))


def _row(stream: str, entry: Entry) -> dict[str, Any]:
    return {
        "stream": stream,
        "number": entry.number,
        "at": entry.at,
        "by": entry.by,
        "kind": entry.kind,
        "payload": render_payload(entry.payload),
    }
