"""Sessions that end on the server, tokens with a scope and an end, names that look alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from toolkit.storage.accounts import look_of

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table and the columns; tokens that are there go on as they are."""
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("created", sa.String(27), nullable=False),
        sa.Column("expires", sa.String(27), nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.add_column("api_tokens", sa.Column("scope", sa.String(20), nullable=False, server_default="all"))
    op.add_column("api_tokens", sa.Column("expires", sa.String(27)))
    op.add_column("accounts", sa.Column("look", sa.String(400)))
    _fill_looks()
    op.create_index("ix_accounts_look", "accounts", ["look"], unique=True)


def _fill_looks() -> None:
    # Of two accounts that look alike already the older one keeps the looks; both can sign in as before.
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("created"), sa.column("look"))
    connection, seen = op.get_bind(), set()
    for id, name in connection.execute(sa.select(accounts.c.id, accounts.c.name).order_by(accounts.c.created)).all():
        look = look_of(name)
        if look not in seen:
            seen.add(look)
            connection.execute(sa.update(accounts).where(accounts.c.id == id).values(look=look))
