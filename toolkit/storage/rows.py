"""The tables: a log is a stream and its numbered entries; rows are never domain values and never leave this package.

They are plain tables rather than mapped classes: nothing here is loaded, changed and flushed, and the mapper would cost
every start a tenth of a second.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, MetaData, String, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


def moment_text(moment: datetime) -> str:
    """An aware moment as a column has it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class UtcTime(TypeDecorator[datetime]):
    """A moment as text of fixed width ("2026-11-21T10:00:00.000000Z"): the same everywhere, and sorted by time."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """The text of an aware moment; a naive one is a programming error."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone cannot be stored")
        return moment_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The moment again, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


METADATA = MetaData()

# One log: a tournament or a game. `head` is the number of its last entry, `checksum` that entry's; writers take it in
# turns by locking this row. `summary` is JSON that the services keep for lists, so that a list of a hundred tournaments
# folds none of them.
STREAMS = Table(
    "streams",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("head", BigInteger, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("summary", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
    Index("ix_streams_kind_created", "kind", "created"),
)

# One fact of a log: written once, never removed, and never changed but to forget a person; `salts` and `checksum` make
# it a link of the log's chain (`toolkit/storage/chain.py`).
ENTRIES = Table(
    "entries",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcTime, nullable=False),
    Column("by", Text, nullable=False),
    Column("kind", String(60), nullable=False),
    Column("payload", Text, nullable=False),
    Column("salts", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
)

# What was computed of a log as it was at `head`: another head, and it is computed again. Nothing is lost with a row.
DIGESTS = Table(
    "digests",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("head", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
)

# A request that was carried out, by the key its sender gave it: sent again, it is answered and not repeated.
REQUESTS = Table(
    "requests",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("key", String(100), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
)

# What the store itself must remember, such as the organizer's key.
SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)

# A link that was re-issued, taken back, or made for an official of an event; "event" stands for all its links together.
LINKS = Table(
    "links",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("name", String(60), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("label", Text, nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("is_open", Boolean, nullable=False),
)

# Somebody who signs in. `key` is the name as it is typed, whatever its case; `look` what it looks like, so that no two
# look alike (empty for an account that was made beside its double by an older version). `epoch` counts up with every
# change of password: a session of an earlier one is over.
ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("key", String(120), unique=True, nullable=False),
    Column("look", String(400), index=True, unique=True),
    Column("name", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("is_admin", Boolean, nullable=False),
    Column("created", UtcTime, nullable=False),
)

# What an account is at an event.
MEMBERS = Table(
    "members",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("role", String(20), nullable=False),
)

# An account that was asked to be something at an event, until it accepts. `inviter` is the account that asked, or that
# answers for who did; `declined` when it said no: it is not asked again at once.
INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("stream", String(40), ForeignKey("streams.id"), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("role", String(20), nullable=False),
    Column("inviter", String(40), ForeignKey("accounts.id")),
    Column("asked", UtcTime, nullable=False),
    Column("declined", UtcTime),
)

# A personal token for the API; only its digest is kept.
API_TOKENS = Table(
    "api_tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), index=True, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("scope", String(20), nullable=False),
    Column("expires", UtcTime),
)

# A browser that is signed in; only a digest of what it shows is kept. Without its row a session is over.
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), index=True, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("browser", Text, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("expires", UtcTime, nullable=False),
)

# What is asked for beside the password. `used` is the step of the last code, `recovery` a JSON list of digests.
SECOND_FACTORS = Table(
    "second_factors",
    METADATA,
    Column("account", String(40), ForeignKey("accounts.id"), primary_key=True),
    Column("secret", Text, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("recovery", Text, nullable=False),
    Column("created", UtcTime, nullable=False),
)

# A key of somebody's phone or computer that signs in by itself. `digest` is that of its name, `credential` the name and
# `public_key` the key as WebAuthn has them, in URL-safe base 64; `uses` is what the device counts (0 if it does not),
# `shown` the moment of the newest question that it answered, in microseconds.
PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), index=True, nullable=False),
    Column("label", Text, nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("created", UtcTime, nullable=False),
)
