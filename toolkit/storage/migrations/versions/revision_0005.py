"""An account may have a second factor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "second_factors",
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("recovery", sa.Text, nullable=False),
        sa.Column("created", sa.String(27), nullable=False),
    )
