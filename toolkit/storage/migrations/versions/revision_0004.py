"""Every entry is chained to the one before it."""

from __future__ import annotations

from itertools import batched

import sqlalchemy as sa
from alembic import op

from toolkit.storage.chain import ChainLink, beginning, sealed

revision = "0004"
down_revision = "0003"

_STREAMS = sa.table("streams", sa.column("id"), sa.column("kind"), sa.column("checksum"))
_ENTRIES = sa.table(
    "entries", *map(sa.column, ("stream", "number", "at", "by", "kind", "payload", "salts", "checksum"))
)
_AT_ONCE = 500


def upgrade() -> None:
    """Add the columns, and chain the entries that are there."""
    op.add_column("streams", sa.Column("checksum", sa.String(64), nullable=False, server_default=""))
    op.add_column("entries", sa.Column("salts", sa.Text, nullable=False, server_default=""))
    op.add_column("entries", sa.Column("checksum", sa.String(64), nullable=False, server_default=""))
    connection = op.get_bind()
    for id, kind in connection.execute(sa.select(_STREAMS.c.id, _STREAMS.c.kind)).all():
        last = _chain(connection, id, beginning(kind, id))
        connection.execute(sa.update(_STREAMS).where(_STREAMS.c.id == id).values(checksum=last))


def _chain(connection: sa.Connection, stream: str, last: str) -> str:
    entries = _ENTRIES.c
    numbers = sa.select(entries.number).where(entries.stream == stream).order_by(entries.number)
    columns = (entries.number, entries.at, entries.by, entries.kind, entries.payload)
    this_one = (entries.stream == stream) & (entries.number == sa.bindparam("its_number"))
    seal = sa.update(_ENTRIES).where(this_one).values(salts=sa.bindparam("s"), checksum=sa.bindparam("c"))
    for some in batched(connection.scalars(numbers).all(), _AT_ONCE):
        between = (entries.stream == stream) & entries.number.between(some[0], some[-1])
        rows = []
        for row in connection.execute(sa.select(*columns).where(between).order_by(entries.number)):
            link = sealed(ChainLink(**row._mapping), last)
            last = link.checksum
            rows.append({"its_number": link.number, "s": link.salts, "c": link.checksum})
        connection.execute(seal, rows)
    return last
