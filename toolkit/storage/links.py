"""The links of an event that are not as they first were: re-issued, taken back, or made for an official."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select

from toolkit.languages import N_
from toolkit.storage.changes import tell
from toolkit.storage.log import check_text
from toolkit.storage.rows import LINKS
from toolkit.storage.store import Store

_COLUMNS = (LINKS.c.name, LINKS.c.role, LINKS.c.label, LINKS.c.generation, LINKS.c.is_open)

# Made once: to put a query together costs more than to run it.
_OF_STREAM = select(*_COLUMNS).where(LINKS.c.stream == bindparam("stream"))
_ONE = _OF_STREAM.where(LINKS.c.name == bindparam("name"))
_OF_STREAMS = select(LINKS.c.stream, *_COLUMNS).where(LINKS.c.stream.in_(bindparam("streams", expanding=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One link.

    Attributes:
        name: what it opens, such as "player/3", "table/1/2" or "official/1"; "event" for all links of the event.
        role: what it makes of whoever opens it; empty for players and tables.
        label: whom it was made for.
        generation: how often it was re-issued.
        is_open: False when it was taken back.
    """

    name: str
    role: str = ""
    label: str = ""
    generation: int = 0
    is_open: bool = True


def load_links(store: Store, stream: str) -> list[Link]:
    """The links of an event that the store knows of."""
    if "\0" in stream:  # PostgreSQL cannot even be asked about such an id
        return []
    with store.reading() as connection:
        return [_link(row) for row in connection.execute(_OF_STREAM, {"stream": stream})]


def load_links_of(store: Store, streams: Sequence[str]) -> list[tuple[str, Link]]:
    """The links of several events that the store knows of, each with its event."""
    with store.reading() as connection:
        rows = connection.execute(_OF_STREAMS, {"streams": list(streams)})
        return [(row.stream, _link(row)) for row in rows]


def load_link(store: Store, stream: str, name: str) -> Link | None:
    """The link of that name, when the store knows of it."""
    if "\0" in stream + name:
        return None
    with store.reading() as connection:
        row = connection.execute(_ONE, {"stream": stream, "name": name}).one_or_none()
    return None if row is None else _link(row)


def next_number(store: Store, stream: str) -> int:
    """The number for one more official's link."""
    count = select(func.count()).select_from(LINKS).where(LINKS.c.stream == stream, LINKS.c.role != "")
    with store.reading() as connection:
        return int(connection.scalar(count) or 0) + 1


def save_link(store: Store, stream: str, link: Link) -> None:
    """Keep a link as it is now; servers are told, since pages that an older one opened are told nothing more."""
    check_text(link.label, N_("label"), longest=200)
    values = {"name": link.name, "role": link.role, "label": link.label, "generation": link.generation}
    with store.transaction() as connection:
        connection.execute(delete(LINKS).where(LINKS.c.stream == stream, LINKS.c.name == link.name))
        connection.execute(insert(LINKS).values(stream=stream, **values, is_open=link.is_open))
        tell(connection, stream)


def _link(row: Any) -> Link:
    return Link(name=row.name, role=row.role, label=row.label, generation=row.generation, is_open=row.is_open)
