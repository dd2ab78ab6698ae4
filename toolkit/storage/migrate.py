"""Brings a database to the tables of this version: in one transaction, by one process, or not at all."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from toolkit.storage.checksums import drop_checksums, has_checksums
from toolkit.storage.copies import COPIES, CannotCopy, copy_store
from toolkit.storage.database import StoreDamaged, StoreTooNew, for_writing, place_of
from toolkit.storage.rows import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

# The newest revision; kept here because looking it up costs an import of Alembic, which a ready store does not need.
NEWEST = "0008"

# Since this one each entry of a log is a link of its chain.
CHAINED = "0004"

VERSION_TABLE = "vtes_toolkit_version"

# Any number that no other program uses as a PostgreSQL advisory lock.
_LOCK = 0x56544553


def migrate(engine: Engine, *, is_new: bool = False, copies_in: Path | None = None) -> None:
    """Create or upgrade the tables; a store that is up to date is only read, unless it was a copy until now.

    Args:
        engine: of the store.
        is_new: whether its file was made just now; any other must be a store already.
        copies_in: the folder for a copy of what an older version wrote; else one beside a SQLite file.

    Raises:
        StoreTooNew: when a newer version wrote it.
        CannotCopy: what an older version wrote cannot be copied first; nothing was changed.
        StoreDamaged: when the file, or a table of the database, belongs to another program.
    """
    with engine.begin() as connection:
        older = revision(connection)
        was_copy = has_checksums(connection)
        if older == NEWEST and not was_copy:
            return
        if not is_new:
            _check_ours(connection)
    if older is not None and older != NEWEST:
        _copy_before(engine, older, copies_in)
    with for_writing(engine).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        tables = revision(connection)
        if tables is None:
            _check_free(connection)
        if was_copy:
            drop_checksums(connection)
        if tables != NEWEST:
            _upgrade(connection)


def _copy_before(engine: Engine, older: str, folder: Path | None) -> None:
    """Keep the store as it is before its tables change: a program of the older version can go on with it."""
    if engine.dialect.name == "sqlite":
        folder = folder or Path(str(engine.url.database)).parent / COPIES
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotCopy(f"No copy can be kept in {folder}, so the tables were left as they are.") from error
    copies = (folder / f"before-{NEWEST}-from-{older}-{number}.db" for number in itertools.count(1))
    copy_store(engine, next(copy for copy in copies if not copy.exists()))


def check_version(connection: Connection) -> None:
    """Make sure that the tables are still of this version.

    Raises:
        StoreTooNew: a newer version has changed them meanwhile.
    """
    if revision(connection) != NEWEST:
        raise StoreTooNew(f"{place_of(connection.engine.url)} has tables of another version: restart this program.")


def revision(connection: Connection) -> str | None:
    """The revision of the tables, or None where there are none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return None if version is None else str(version)


def configuration() -> Config:
    """Alembic's settings, for this module and for new revisions."""
    from alembic.config import Config

    config = Config()
    # A percent sign in a path would be read as an interpolation.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _check_ours(connection: Connection) -> None:
    current = revision(connection)
    if current is not None and current not in _known():
        raise StoreTooNew(
            f"{place_of(connection.engine.url)} was written by a newer version of this program (tables {current}, "
            f"here {NEWEST}): update the program. Nothing was changed."
        )
    if current is None and connection.dialect.name == "sqlite":
        raise StoreDamaged(
            f"{place_of(connection.engine.url)} belongs to another program: keep it and choose another folder."
        )


def _check_free(connection: Connection) -> None:
    if taken := sorted(METADATA.tables.keys() & set(inspect(connection).get_table_names())):
        raise StoreDamaged(
            f"{place_of(connection.engine.url)} has tables of another program ({', '.join(taken)}): keep them, and "
            "make a database for the events alone."
        )


def _known() -> set[str]:
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}


def _upgrade(connection: Connection) -> None:
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
