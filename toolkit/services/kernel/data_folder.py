"""The folder where an installation keeps what is its own: its database, its secret key, refreshed card data."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from toolkit.errors import Unavailable


class UnusableDataFolder(Unavailable):
    """The data folder cannot be made, read or written."""

    code = "unusable_data_folder"


def usual_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder in `VTES_TOOLKIT_DATA_FOLDER`, else the platform's place for a person's data; it need not exist."""
    named = environment.get("VTES_TOOLKIT_DATA_FOLDER", "").strip()
    return Path(named) if named else Path(platformdirs.user_data_dir("vtes-toolkit", appauthor=False))


def data_folder(chosen: str | Path | None = None) -> Path:
    """`chosen`, or the usual folder; made if it is missing.

    Raises:
        UnusableDataFolder: it cannot be made, or is no folder.
    """
    folder = Path(chosen) if chosen else usual_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableDataFolder(f"The data folder {folder} cannot be made: {error.strerror}.") from error
    return folder


def secret_key(folder: Path) -> str:
    """The key that signs this installation's cookies: made on first use, then always the same.

    Raises:
        UnusableDataFolder: it can be neither read nor written.
    """
    path = folder / "secret_key"
    try:
        create_once(path, secrets.token_hex(32))
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableDataFolder(f"The secret key {path} cannot be read or written.") from error


def create_once(path: Path, text: str) -> None:
    """Write a file for the owner's eyes, unless it is there already.

    Raises:
        OSError: it cannot be written.
    """
    # Written aside and linked into place: of two processes that start together one wins, and neither reads half a key.
    if path.exists():
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(path)
    draft.unlink(missing_ok=True)


def replace_file(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Write a file beside its place, then rename it: it is the old one or the new one, never half of it.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
