"""The tables: a log is a stream and its numbered entries; rows are never domain values and never leave this package."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


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
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The moment again, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class Row(DeclarativeBase):
    """The base of every table."""


class StreamRow(Row):
    """One log: a tournament or a game.

    `head` is the number of its last entry; writers take it in turns by locking this row. `summary` is JSON that the
    services keep for lists, so that a list of a hundred tournaments folds none of them.
    """

    __tablename__ = "streams"
    __table_args__ = (Index("ix_streams_kind_created", "kind", "created"),)

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    head: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[datetime] = mapped_column(UtcTime)
    summary: Mapped[str] = mapped_column(Text)


class EntryRow(Row):
    """One fact of a log: written once, never changed, never removed."""

    __tablename__ = "entries"

    stream: Mapped[str] = mapped_column(String(40), ForeignKey("streams.id"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcTime)
    by: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(60))
    payload: Mapped[str] = mapped_column(Text)


class RequestRow(Row):
    """A request that was carried out, by the key its sender gave it: sent again, it is answered and not repeated."""

    __tablename__ = "requests"

    stream: Mapped[str] = mapped_column(String(40), ForeignKey("streams.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    first: Mapped[int] = mapped_column(BigInteger)
    last: Mapped[int] = mapped_column(BigInteger)


class SettingRow(Row):
    """What the store itself must remember, such as the organizer's key."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(60), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class LinkRow(Row):
    """A link that was re-issued, taken back, or made for an official of an event."""

    __tablename__ = "links"

    stream: Mapped[str] = mapped_column(String(40), ForeignKey("streams.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(60), primary_key=True)
    role: Mapped[str] = mapped_column(String(20))
    label: Mapped[str] = mapped_column(Text)
    generation: Mapped[int] = mapped_column(BigInteger)
    is_open: Mapped[bool] = mapped_column(Boolean)


class AccountRow(Row):
    """Somebody who signs in.

    `key` is the name as it is compared, so that no two look alike; `epoch` counts up with every change of password: a
    session of an earlier one is over.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    key: Mapped[str] = mapped_column(String(120), unique=True)
    name: Mapped[str] = mapped_column(Text)
    password: Mapped[str] = mapped_column(Text)
    epoch: Mapped[int] = mapped_column(BigInteger)
    is_admin: Mapped[bool] = mapped_column(Boolean)
    created: Mapped[datetime] = mapped_column(UtcTime)


class MemberRow(Row):
    """What an account is at an event."""

    __tablename__ = "members"

    stream: Mapped[str] = mapped_column(String(40), ForeignKey("streams.id"), primary_key=True)
    account: Mapped[str] = mapped_column(String(40), ForeignKey("accounts.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(20))


class ApiTokenRow(Row):
    """A personal token for the API; only its digest is kept."""

    __tablename__ = "api_tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    account: Mapped[str] = mapped_column(String(40), ForeignKey("accounts.id"), index=True)
    label: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(UtcTime)
