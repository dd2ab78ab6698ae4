"""Append-only logs in a database: SQLAlchemy rows, their mapping, transactions and migrations."""

from __future__ import annotations

from toolkit.storage.chain import FORGETTING
from toolkit.storage.database import StoreUnavailable, folder_url, holds_events, parse_url, store_name
from toolkit.storage.links import Link
from toolkit.storage.log import (
    Done,
    Draft,
    Entry,
    LogWriter,
    Request,
    StaleStream,
    Stream,
    StreamExists,
    StreamNotFound,
)
from toolkit.storage.store import Store, open_store

__all__ = [
    "FORGETTING",
    "Done",
    "Draft",
    "Entry",
    "Link",
    "LogWriter",
    "Request",
    "StaleStream",
    "Store",
    "StoreUnavailable",
    "Stream",
    "StreamExists",
    "StreamNotFound",
    "folder_url",
    "holds_events",
    "open_store",
    "parse_url",
    "store_name",
]
