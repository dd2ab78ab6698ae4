"""The entry point of Alembic, on the connection it is handed, inside the transaction that is open there."""

from __future__ import annotations

from alembic import context

from toolkit.storage.migrate import VERSION_TABLE
from toolkit.storage.rows import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    # SQLite's tables change inside a transaction like PostgreSQL's, as long as nothing commits behind our back.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
