"""Logs of facts, the requests that wrote them, and the store's own settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "streams",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("head", sa.BigInteger, nullable=False),
        sa.Column("created", sa.String(27), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("ix_streams_kind_created", "streams", ["kind", "created"])
    op.create_table(
        "entries",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
