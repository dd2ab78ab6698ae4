"""Links that can be re-issued and taken back; accounts, their events and their tokens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "links",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("generation", sa.BigInteger, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(120), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("is_admin", sa.Boolean, nullable=False),
        sa.Column("created", sa.String(27), nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
    )
    op.create_index("ix_members_account", "members", ["account"])
    op.create_table(
        "api_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.String(27), nullable=False),
    )
    op.create_index("ix_api_tokens_account", "api_tokens", ["account"])
