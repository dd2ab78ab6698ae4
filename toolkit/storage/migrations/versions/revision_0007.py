"""Results computed of a log may be kept beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table; it fills as it is asked for."""
    op.create_table(
        "digests",
        sa.Column("stream", sa.String(40), sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("head", sa.BigInteger, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
