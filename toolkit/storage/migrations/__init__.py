"""Alembic's scripts: one file in `versions` for each change of the tables."""
