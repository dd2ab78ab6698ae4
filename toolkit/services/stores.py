"""Which database to open: the folder asked for, the one that `DATABASE_URL` names, or the person's own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from toolkit.services.context import Context
from toolkit.services.data_folder import data_folder
from toolkit.storage import Store, folder_url, open_store


def database_address(folder: Path | str | None = None, *, environment: Mapping[str, str] = os.environ) -> str:
    """The address of the database: in `folder` when one is named, else `DATABASE_URL`, else in the usual folder.

    Raises:
        UnusableDataFolder: the folder cannot be made.
    """
    named = environment.get("DATABASE_URL", "").strip()
    if folder is None and named:
        return named
    return folder_url(data_folder(folder or environment.get("VTES_TOOLKIT_DATA_FOLDER"))).render_as_string(
        hide_password=False
    )


def open_context(address: str) -> Context:
    """The context with the store at that address.

    Raises:
        StoreUnavailable: it cannot be opened.
    """
    return Context(open_store(address))


def organizer_key(store: Store) -> str:
    """The secret of whoever started this installation, made with the store: who shows it is the organizer."""
    return store.setting("organizer_key", lambda: secrets.token_urlsafe(24))
