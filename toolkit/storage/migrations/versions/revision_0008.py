"""A person asked to be an official of an event may accept or decline."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table; present members stay."""
    op.create_table(
        "invitations",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("inviter", sa.String(40), sa.ForeignKey("accounts.id")),
        sa.Column("asked", sa.String(27), nullable=False),
        sa.Column("declined", sa.String(27)),
    )
    op.create_index("ix_invitations_account", "invitations", ["account"])
