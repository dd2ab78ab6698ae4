"""Rows into values: the queries that every door of the store shares."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, bindparam, select

from toolkit.languages import Message
from toolkit.storage.errors import StoreDamaged, StreamNotFound
from toolkit.storage.log import Done, Entry, Stream
from toolkit.storage.rows import ENTRIES, REQUESTS, STREAMS

_STREAM = (STREAMS.c.id, STREAMS.c.kind, STREAMS.c.head, STREAMS.c.created, STREAMS.c.summary)
_ENTRY = (ENTRIES.c.number, ENTRIES.c.at, ENTRIES.c.by, ENTRIES.c.kind, ENTRIES.c.payload)

# Made once: to put a query together costs more than to run it.
_ONE_STREAM = select(*_STREAM).where(STREAMS.c.id == bindparam("stream"), STREAMS.c.kind == bindparam("kind"))
ONE_HEAD = select(STREAMS.c.head).where(STREAMS.c.id == bindparam("stream"), STREAMS.c.kind == bindparam("kind"))
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
    found = None
    if "\0" not in stream:  # PostgreSQL cannot even be asked about such an id
        query = _ONE_STREAM_LOCKED if lock else _ONE_STREAM
        found = connection.execute(query, {"stream": stream, "kind": kind}).one_or_none()
    if found is None:
        raise StreamNotFound(_missing(stream, kind))
    return _stream(found)


def load_streams(connection: Connection, kind: str) -> list[Stream]:
    """Every log of a kind, newest first."""
    query = select(*_STREAM).where(STREAMS.c.kind == kind).order_by(STREAMS.c.created.desc(), STREAMS.c.id)
    return [_stream(found) for found in connection.execute(query)]


def load_entries(connection: Connection, stream: str, *, after: int) -> list[Entry]:
    """The facts of a log above a number, in order.

    Raises:
        StoreDamaged: when a number is missing or a fact cannot be read.
    """
    try:
        entries = [
            Entry(number=number, at=at, by=by, kind=kind, payload=json.loads(payload))
            for number, at, by, kind, payload in connection.execute(_ENTRIES_AFTER, {"stream": stream, "after": after})
        ]
    except ValueError as error:
        raise StoreDamaged(f"A fact of {stream} cannot be read: the database is damaged; keep it.") from error
    for number, entry in enumerate(entries, start=after + 1):
        if entry.number != number:
            raise StoreDamaged(f"Fact {number} of {stream} is missing: the database is damaged; keep it.")
    return entries


def load_done(connection: Connection, stream: str, key: str) -> tuple[str, Done] | None:
    """The digest of the request with that key and what it wrote, or None when it was not carried out."""
    found = connection.execute(_ONE_REQUEST, {"stream": stream, "key": key}).one_or_none()
    return None if found is None else (found.digest, Done(first=found.first, last=found.last))


def _stream(found: Any) -> Stream:
    return Stream(
        id=found.id, kind=found.kind, head=found.head, created=found.created, summary=json.loads(found.summary)
    )


def _missing(stream: str, kind: str) -> Message:
    if kind == "tournament":
        return Message("There is no tournament '%(name)s'.", name=stream)
    if kind == "game":
        return Message("There is no game '%(name)s'.", name=stream)
    return Message("There is no %(kind)s '%(name)s'.", kind=kind, name=stream)
