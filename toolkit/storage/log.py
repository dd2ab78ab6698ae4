"""A log: its entries, how they are read, and one writer's turn at appending to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import batched
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from toolkit.errors import Conflict, Invalid, NotFound
from toolkit.languages import N_, Count, Message
from toolkit.storage.chain import ChainLink, beginning, rendered, sealed
from toolkit.storage.changes import tell
from toolkit.storage.database import StoreDamaged
from toolkit.storage.integrity import rewrite
from toolkit.storage.rows import DIGESTS, ENTRIES, REQUESTS, STREAMS, moment_text


class InvalidEntry(Invalid):
    """A fact that cannot be written as it is."""

    code = "invalid_entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A fact on its way into a log; it has no number yet.

    Attributes:
        at: when it happened, aware.
        by: who says so, in words a log can show.
        kind: the fact's own name.
        payload: the rest of it, as JSON has it.
    """

    at: datetime
    by: str
    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact as the log keeps it; `number` counts from 1 without a gap."""

    number: int
    at: datetime
    by: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A log without its entries; `head` is the number of the last one, `checksum` that of its link in the chain."""

    id: str
    kind: str
    head: int
    created: datetime
    summary: Mapping[str, Any]
    checksum: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A sender's own key for one request, and a digest of what was asked: one key cannot stand for two things."""

    key: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The entries that a request wrote when it came first, by number."""

    first: int
    last: int


def render_payload(payload: Mapping[str, Any]) -> str:
    """JSON in pure ASCII, keys in the order given: every database keeps it byte for byte, even NUL.

    Raises:
        InvalidEntry: for anything JSON does not have, such as NaN.
    """
    try:
        return rendered(payload)
    except (TypeError, ValueError) as error:
        raise InvalidEntry(Message("This cannot be written down as JSON: %(what)s.", what=error)) from error


def check_text(text: str, what: str, *, longest: int) -> None:
    """Refuse text that a database column cannot hold; `what` it is, a text of the catalogues.

    Raises:
        InvalidEntry: when it is too long, or holds NUL or half a character.
    """
    thing = Message(what)
    if len(text) > longest:
        raise InvalidEntry(Message("The %(what)s is longer than %(number)s characters.", what=thing, number=longest))
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidEntry(Message("The %(what)s contains characters that cannot be stored.", what=thing))


# What stands in a writer's way


class StreamNotFound(NotFound):
    """No log of that kind has that id."""

    code = "not_found"


class StreamExists(Conflict):
    """A log with that id is there already."""

    code = "exists"


class StaleStream(Conflict):
    """Another writer was first; `entries` is what came in between, in order.

    Attributes:
        expected: the number that the writer had last seen.
        entries: everything after it.
    """

    code = "stale"

    def __init__(self, expected: int, entries: tuple[Entry, ...]) -> None:
        changes = Count(len(entries), "one change", "%(num)d changes")
        super().__init__(
            Message("Someone else made %(changes)s in the meantime: check them, then repeat yours.", changes=changes)
        )
        self.expected = expected
        self.entries = entries


class UnknownSequence(Invalid):
    """The writer says to have seen an entry that does not exist."""

    code = "unknown_sequence"


class ReusedKey(Conflict):
    """An idempotency key was sent a second time with something else."""

    code = "reused_key"


# Rows into values

_STREAM = (STREAMS.c.id, STREAMS.c.kind, STREAMS.c.head, STREAMS.c.created, STREAMS.c.summary, STREAMS.c.checksum)
_ENTRY = (ENTRIES.c.number, ENTRIES.c.at, ENTRIES.c.by, ENTRIES.c.kind, ENTRIES.c.payload)

# Made once: to put a query together costs more than to run it.
_ONE_STREAM = select(*_STREAM).where(STREAMS.c.id == bindparam("stream"), STREAMS.c.kind == bindparam("kind"))
ONE_HEAD = select(STREAMS.c.head).where(STREAMS.c.id == bindparam("stream"), STREAMS.c.kind == bindparam("kind"))
ALL_HEADS = select(func.sum(STREAMS.c.head)).where(STREAMS.c.kind == bindparam("kind"))
_ONE_STREAM_LOCKED = _ONE_STREAM.with_for_update()
_ENTRIES_AFTER = (
    select(*_ENTRY)
    .where(ENTRIES.c.stream == bindparam("stream"), ENTRIES.c.number > bindparam("after"))
    .order_by(ENTRIES.c.number)
)
_ONE_REQUEST = select(REQUESTS.c.digest, REQUESTS.c.first, REQUESTS.c.last).where(
    REQUESTS.c.stream == bindparam("stream"), REQUESTS.c.key == bindparam("key")
)


def load_stream(connection: Connection, stream: str, kind: str, *, lock: bool = False) -> Stream:
    """The head of a log, locked until the transaction ends if asked.

    Raises:
        StreamNotFound: when there is none of that kind and id.
    """
    row = None
    if "\0" not in stream:  # PostgreSQL cannot even be asked about such an id
        query = _ONE_STREAM_LOCKED if lock else _ONE_STREAM
        row = connection.execute(query, {"stream": stream, "kind": kind}).one_or_none()
    if row is None:
        raise StreamNotFound(_missing(stream, kind))
    return _stream(row)


def load_streams(connection: Connection, kind: str) -> list[Stream]:
    """Every log of a kind, newest first."""
    query = select(*_STREAM).where(STREAMS.c.kind == kind).order_by(STREAMS.c.created.desc(), STREAMS.c.id)
    return [_stream(row) for row in connection.execute(query)]


def load_entries(connection: Connection, stream: str, *, after: int) -> list[Entry]:
    """The facts of a log above a number, in order.

    Raises:
        StoreDamaged: when a number is missing or a fact cannot be read.
    """
    entries = _entries(connection.execute(_ENTRIES_AFTER, {"stream": stream, "after": after}), stream)
    for number, entry in enumerate(entries, start=after + 1):
        if entry.number != number:
            raise StoreDamaged(f"Fact {number} of {stream} is missing: the database is damaged; keep it.")
    return entries


def load_last_entries(connection: Connection, kinds: Sequence[str], *, most: int) -> list[Entry]:
    """The last entry of each of the logs of these kinds that were made last, so many of them.

    Raises:
        StoreDamaged: when one cannot be read.
    """
    streams = select(STREAMS.c.id, STREAMS.c.head).where(STREAMS.c.kind.in_(kinds))
    newest = streams.order_by(STREAMS.c.created.desc()).limit(most).subquery()
    is_last = (ENTRIES.c.stream == newest.c.id) & (ENTRIES.c.number == newest.c.head)
    return _entries(connection.execute(select(*_ENTRY).join(newest, is_last)), "a log")


def load_entries_since(connection: Connection, moment: datetime, kinds: Sequence[str]) -> list[Entry]:
    """The entries of these kinds of all logs that were written after a moment, in no order.

    Raises:
        StoreDamaged: when one cannot be read.
    """
    later = (ENTRIES.c.at > moment, ENTRIES.c.kind.in_(kinds))
    return _entries(connection.execute(select(*_ENTRY).where(*later)), "a log")


def _entries(rows: Iterable[Any], stream: str) -> list[Entry]:
    try:
        return [
            Entry(number=number, at=at, by=by, kind=kind, payload=json.loads(payload))
            for number, at, by, kind, payload in rows
        ]
    except ValueError as error:
        raise StoreDamaged(f"A fact of {stream} cannot be read: the database is damaged; keep it.") from error


def load_done(connection: Connection, stream: str, key: str) -> tuple[str, Done] | None:
    """The digest of the request with that key and what it wrote, or None when it was not carried out."""
    row = connection.execute(_ONE_REQUEST, {"stream": stream, "key": key}).one_or_none()
    return None if row is None else (row.digest, Done(first=row.first, last=row.last))


def _stream(row: Any) -> Stream:
    return Stream(
        id=row.id,
        kind=row.kind,
        head=row.head,
        created=row.created,
        summary=json.loads(row.summary),
        checksum=row.checksum,
    )


_MISSING = {
    "tournament": N_("There is no tournament '%(name)s'."),
    "game": N_("There is no game '%(name)s'."),
    "league": N_("There is no league '%(name)s'."),
    "weekend": N_("There is no weekend '%(name)s'."),
}


def _missing(stream: str, kind: str) -> Message:
    if kind in _MISSING:
        return Message(_MISSING[kind], name=stream)
    return Message("There is no %(kind)s '%(name)s'.", kind=kind, name=stream)


# One writer's turn, inside a transaction that nobody else can enter

_LONGEST_BY = 1000

# Made once: to put a statement together costs more than to run it.
_THIS_STREAM = update(STREAMS).where(STREAMS.c.id == bindparam("stream"))
_SET_HEAD = _THIS_STREAM.values(head=bindparam("new_head"), checksum=bindparam("new_checksum"))
_SET_SUMMARY = _THIS_STREAM.values(summary=bindparam("new_summary"))
_ADD_ENTRIES = insert(ENTRIES)
_ADD_REQUEST = insert(REQUESTS)
_DROP_DIGEST = delete(DIGESTS).where(DIGESTS.c.stream == bindparam("its_stream"))
_ADD_DIGEST = insert(DIGESTS)
# So many ids stand in one query.
_AT_ONCE = 500


class LogWriter:
    """A log while its lock is held: look, decide, append."""

    def __init__(self, connection: Connection, stream: Stream) -> None:
        self._connection = connection
        self._stream = stream
        self._head, self._checksum = stream.head, stream.checksum

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
        return load_entries(self._connection, self._stream.id, after=after)

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
        """The entries of the same request if it was carried out before; None when it is new.

        Raises:
            ReusedKey: when its key was sent with something else.
        """
        check_text(request.key, N_("idempotency key"), longest=100)
        earlier = load_done(self._connection, self._stream.id, request.key)
        if earlier is None:
            return None
        digest, done = earlier
        # Once leagues and weekends kept none: their key stood for all that a form says.
        if digest not in ("", request.digest):
            raise ReusedKey(
                Message("This idempotency key was already used for something else: take a new one for every change.")
            )
        return done

    def written_by(self, key: str) -> range:
        """The entries that the request with that key wrote, by number; none where there was no such request."""
        check_text(key, N_("idempotency key"), longest=100)
        earlier = load_done(self._connection, self._stream.id, key)
        return range(earlier[1].first, earlier[1].last + 1) if earlier else range(0)

    def append(self, drafts: Sequence[Draft], *, request: Request | None = None) -> list[Entry]:
        """Write the facts behind the last one; they are kept when the turn ends.

        Raises:
            InvalidEntry: for a fact that no database can hold.
        """
        entries = [self._number(draft, number) for number, draft in enumerate(drafts, start=self._head + 1)]
        if entries:
            self._connection.execute(_ADD_ENTRIES, list(map(self._row, entries)))
            self._head = entries[-1].number
            new = {"new_head": self._head, "new_checksum": self._checksum}
            self._connection.execute(_SET_HEAD, {"stream": self._stream.id, **new})
            tell(self._connection, self._stream.id)
        if request is not None:
            self._remember(request, len(entries))
        return entries

    def forget(self, texts: Mapping[int, Mapping[str, str]]) -> None:
        """Take texts out of entries for good: by entry and place (`payload/name`, `by`), the replacements.

        Raises:
            StoreDamaged: an entry is not as it was written.
        """
        for number, instead in texts.items():
            rewrite(self._connection, self._stream.id, number, instead)

    def summarize(self, summary: Mapping[str, Any]) -> None:
        """Keep what lists show of this log."""
        if summary != self._stream.summary:
            new = {"stream": self._stream.id, "new_summary": render_payload(summary)}
            self._connection.execute(_SET_SUMMARY, new)

    def keep_digest(self, content: str | None) -> None:
        """Keep what was computed of the log as it is now; None for nothing, so that nothing older stays."""
        keep_digests(self._connection, {self._stream.id: (self._head, content)})

    def _number(self, draft: Draft, number: int) -> Entry:
        check_text(draft.by, N_("author"), longest=_LONGEST_BY)
        check_text(draft.kind, N_("kind of fact"), longest=60)
        if draft.at.tzinfo is None:
            raise InvalidEntry(Message("A fact needs a moment with its time zone."))
        return Entry(number=number, at=draft.at.astimezone(UTC), by=draft.by, kind=draft.kind, payload=draft.payload)

    def _row(self, entry: Entry) -> dict[str, object]:
        link = ChainLink(
            number=entry.number,
            at=moment_text(entry.at),
            by=entry.by,
            kind=entry.kind,
            payload=render_payload(entry.payload),
        )
        link = sealed(link, self._checksum)
        self._checksum = link.checksum
        seal = {"salts": link.salts, "checksum": link.checksum}
        return {
            "stream": self._stream.id,
            "number": link.number,
            "at": entry.at,
            "by": link.by,
            "kind": link.kind,
            "payload": link.payload,
            **seal,
        }

    def _remember(self, request: Request, count: int) -> None:
        check_text(request.key, N_("idempotency key"), longest=100)
        row = {"stream": self._stream.id, "key": request.key, "digest": request.digest}
        numbers = {"first": self._head - count + 1, "last": self._head}
        self._connection.execute(_ADD_REQUEST, {**row, **numbers})


def keep_digests(connection: Connection, digests: Mapping[str, tuple[int, str | None]]) -> None:
    """Keep what was computed of logs, by id: the head it was computed at and what it is, None for nothing."""
    if digests:
        connection.execute(_DROP_DIGEST, [{"its_stream": stream} for stream in digests])
    rows = [{"stream": stream, "head": head, "content": content} for stream, (head, content) in digests.items()]
    if rows := [row for row in rows if row["content"] is not None]:
        connection.execute(_ADD_DIGEST, rows)


def load_digests(connection: Connection, streams: Sequence[str]) -> dict[str, tuple[int, str]]:
    """The digests of logs, each with its head, by id; logs without one are left out."""
    digests: dict[str, tuple[int, str]] = {}
    for some in batched(streams, _AT_ONCE):
        query = select(DIGESTS).where(DIGESTS.c.stream.in_(some))
        digests |= {row.stream: (row.head, row.content) for row in connection.execute(query)}
    return digests


def load_heads(connection: Connection, streams: Sequence[str]) -> dict[str, int]:
    """The number of the last entry of each of these logs; unknown ones are left out."""
    heads: dict[str, int] = {}
    for some in batched(streams, _AT_ONCE):
        query = select(STREAMS.c.id, STREAMS.c.head).where(STREAMS.c.id.in_(some))
        heads |= {row.id: row.head for row in connection.execute(query)}
    return heads


def create(connection: Connection, stream: Stream) -> LogWriter:
    """A new, empty log and its first writer."""
    stream = replace(stream, head=0, checksum=beginning(stream.kind, stream.id))
    row = {"id": stream.id, "kind": stream.kind, "created": stream.created, "summary": render_payload(stream.summary)}
    connection.execute(insert(STREAMS).values(**row, head=0, checksum=stream.checksum))
    return LogWriter(connection, stream)


def lock(connection: Connection, stream: str, kind: str) -> LogWriter:
    """An existing log, locked until the transaction ends.

    Raises:
        StreamNotFound: when there is none of that kind and id.
    """
    return LogWriter(connection, load_stream(connection, stream, kind, lock=True))
