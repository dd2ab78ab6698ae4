"""Whether a store is what was written into it: every log walked along its chain; and what was forgotten, again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    URL,
    Connection,
    String,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    select,
    type_coerce,
    update,
)

from toolkit.errors import Unavailable
from toolkit.storage.chain import AUTHOR, ChainFault, ChainLink, beginning, faults, forgotten, texts_of, without_texts
from toolkit.storage.checksums import name_in, open_to_read
from toolkit.storage.database import StoreDamaged, make_engine, translated
from toolkit.storage.migrate import NEWEST, revision
from toolkit.storage.rows import DIGESTS, ENTRIES, METADATA, REQUESTS, SETTINGS, STREAMS

# As they are kept, to the letter.
_TEXTS = ("at", "by", "kind", "payload", "salts", "checksum")
_LINK = (ENTRIES.c.number, *(type_coerce(ENTRIES.c[name], String).label(name) for name in _TEXTS))
_HEADS = select(*(STREAMS.c[name] for name in ("id", "kind", "head", "summary", "checksum"))).order_by(
    STREAMS.c.created, STREAMS.c.id
)
_LINKS = select(*_LINK).where(ENTRIES.c.stream == bindparam("stream")).order_by(ENTRIES.c.number)
_ONE_LINK = select(*_LINK).where(ENTRIES.c.stream == bindparam("stream"), ENTRIES.c.number == bindparam("number"))
_THIS_ENTRY = (ENTRIES.c.stream == bindparam("its_stream")) & (ENTRIES.c.number == bindparam("its_number"))
_REWRITE = (
    update(ENTRIES)
    .where(_THIS_ENTRY)
    .values(by=bindparam("new_by"), payload=bindparam("new_payload"), salts=bindparam("new_salts"))
)


class NotChained(Unavailable):
    """A copy whose entries carry no checksums, or whose tables this program does not know, or that has none."""

    code = "not_chained"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogCheck:
    """A log that was walked along its chain.

    Attributes:
        name: of the event or table; the id where it cannot be read.
        faults: entries that were changed or are missing.
        forgotten: by entry, the places of the texts that were forgotten.
    """

    id: str
    kind: str
    name: str
    head: int
    faults: tuple[ChainFault, ...]
    forgotten: Mapping[int, tuple[str, ...]]


@contextmanager
def reading(url: URL, *, since: str = NEWEST) -> Iterator[Connection]:
    """A look at a store, or at a copy of one, as it is at one moment; nothing is changed, whatever it holds.

    Args:
        url: of the store.
        since: the oldest version of the tables that is of use.

    Raises:
        NotChained: another version wrote it, or another program.
        StoreUnavailable: it cannot be read.
    """
    if url.drivername == "sqlite":
        engine = create_engine("sqlite://", creator=lambda: open_to_read(Path(str(url.database))))
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    else:
        engine = make_engine(url).execution_options(isolation_level="REPEATABLE READ")
    try:
        with translated(url), engine.begin() as connection:
            tables = revision(connection)
            if tables is None:
                raise NotChained(f"{url.database} holds no events of this program.")
            if not since <= tables <= NEWEST:
                raise NotChained(f"{url.database} was written by another version: restore it, then verify that.")
            yield connection
    finally:
        engine.dispose()


def check_logs(connection: Connection) -> Iterator[LogCheck]:
    """Every log, the oldest first."""
    for stream in connection.execute(_HEADS).mappings():
        forgotten_places: dict[int, tuple[str, ...]] = {}

        def links(
            id: str = stream["id"], forgotten_places: dict[int, tuple[str, ...]] = forgotten_places
        ) -> Iterator[ChainLink]:
            for link in load_links(connection, id):
                try:
                    if places := forgotten(link):
                        forgotten_places[link.number] = places
                except ValueError:
                    pass  # a fault, found below
                yield link

        start = beginning(stream["kind"], stream["id"])
        problems = tuple(faults(links(), start=start, head=stream["head"], end=stream["checksum"]))
        name = name_in(stream["summary"]) or stream["id"]
        yield LogCheck(
            id=stream["id"],
            kind=stream["kind"],
            name=name,
            head=stream["head"],
            faults=problems,
            forgotten=forgotten_places,
        )


def lost_rows(connection: Connection) -> dict[tuple[str, str], list[str]]:
    """Logs and accounts that are gone while parts of them are left: by table and id, the tables which have these."""
    lost: dict[tuple[str, str], list[str]] = {}
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            id, whole = key.parent, key.column
            for value in connection.scalars(select(id).where(id.not_in(select(whole))).distinct().order_by(id)):
                lost.setdefault((whole.table.name, value), []).append(table.name)
    return lost


def load_links(connection: Connection, stream: str) -> Iterator[ChainLink]:
    """The entries of a log as their rows have them."""
    for row in connection.execute(_LINKS, {"stream": stream}).mappings():
        yield ChainLink(number=row["number"], **{name: str(row[name]) for name in _TEXTS})


def rewrite(connection: Connection, stream: str, number: int, instead: Mapping[str, str]) -> None:
    """Forget texts of an entry: by place, the replacements; its checksum stays.

    Raises:
        StoreDamaged: the entry is not as it was written.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")  # what is overwritten is gone from the file
    row = connection.execute(_ONE_LINK, {"stream": stream, "number": number}).mappings().one()
    try:
        link = without_texts(ChainLink(**row), instead)
    except ValueError as error:
        raise StoreDamaged(f"Entry {number} of {stream} was changed: see `vtes-toolkit verify`.") from error
    new = {"new_by": link.by, "new_payload": link.payload, "new_salts": link.salts}
    connection.execute(_REWRITE, {"its_stream": stream, "its_number": number, **new})
    # A digest of what was asked for has no salt: whoever has a list of names could find out which one it was.
    asked = (REQUESTS.c.stream == stream) & (REQUESTS.c.first <= number) & (REQUESTS.c.last >= number)
    connection.execute(update(REQUESTS).where(asked).values(digest=""))


def forget_as(connection: Connection, newer: Connection) -> dict[str, int]:
    """Forget in an older copy the texts that a newer store has forgotten; the number of entries by log."""
    counts: dict[str, int] = {}
    mine = set(connection.scalars(select(STREAMS.c.id)))
    for stream in newer.scalars(select(STREAMS.c.id)).all():
        if stream not in mine:
            continue
        links = {link.number: link for link in load_links(connection, stream)}
        for link in load_links(newer, stream):
            older = links.get(link.number)
            if not (places := forgotten(link)) or older is None or (older.at, older.kind) != (link.at, link.kind):
                continue
            texts = dict(texts_of(link))
            rewrite(connection, stream, link.number, {place: texts[place] for place in places})
            counts[stream] = counts.get(stream, 0) + 1
    # What was computed of them has the names as well; it is computed again when it is asked for.
    connection.execute(delete(DIGESTS).where(DIGESTS.c.stream.in_(counts)))
    return counts


def remember_as(connection: Connection, newer: Connection, *, salt: str, prefix: str) -> None:
    """Keep in an older copy the settings of a newer store with that prefix, unless theirs is another salt."""
    theirs, mine = (
        dict(connected.execute(select(SETTINGS.c.name, SETTINGS.c.value)).all()) for connected in (newer, connection)
    )
    if salt not in theirs or mine.get(salt, theirs[salt]) != theirs[salt]:
        return
    for name in theirs.keys() - mine.keys():
        if name == salt or name.startswith(prefix):
            connection.execute(insert(SETTINGS).values(name=name, value=theirs[name]))


def words_for(place: str) -> str:
    """A text's place as a person reads it."""
    return "author" if place == AUTHOR else place.partition("/")[2].replace("/", " ")


def check_pages(file: Path) -> bool:
    """Whether SQLite finds its own file sound."""
    try:
        with closing(open_to_read(file)) as raw:
            return bool([row[0] for row in raw.execute("PRAGMA integrity_check(1)")] == ["ok"])
    except (sqlite3.DatabaseError, UnicodeError):  # it does not get so far: the file is cut, or no database at all
        return False
