"""The sources of the deck commands: files, folders, addresses, standard input."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from toolkit.cli.tournament.common import Misuse, read_file

# More than any list has: the reader refuses long before, and nothing larger is taken into memory.
LARGEST = 2 * 1024 * 1024
_SHOWN = 200
# What a folder is searched for; a file named on the command line may be called as it likes.
ENDINGS = frozenset(
    (
        *("", ".txt", ".text", ".twd", ".dec", ".dek", ".deck", ".eld", ".jol"),
        *(".md", ".csv", ".json", ".xml", ".html", ".htm", ".xlsx"),
    )
)


@dataclass(frozen=True, slots=True)
class Source:
    """A list to be read: what to call it, how to get it, and whether a folder was searched for it."""

    name: str
    load: Callable[[], str | bytes]
    is_found: bool = False


def find_sources(paths: Sequence[str]) -> list[Source]:
    """The lists that the paths name, in the order given, each folder by name.

    Raises:
        Misuse: a path does not exist, a folder holds no list, or standard input is to be read twice.
    """
    if list(paths).count("-") > 1:
        raise Misuse("Standard input is read once: give - only once.")
    return [source for path in paths for source in _sources(path)]


def single_lists(*paths: str) -> list[Source]:
    """The lists that the paths name, where each must be one list.

    Raises:
        Misuse: as for `find_sources()`, or a path is a folder.
    """
    for path in paths:
        if is_folder(path):
            raise Misuse(f"{path} is a folder; give one list.")
    return find_sources(paths)


def is_folder(path: str) -> bool:
    """Whether a path stands for many lists."""
    return not is_address(path) and path != "-" and os.path.isdir(path)


def is_address(path: str) -> bool:
    """Whether a path is a web address."""
    return path.casefold().startswith(("http://", "https://"))


def _sources(path: str) -> Iterator[Source]:
    if path == "-":
        yield Source("-", lambda: read_file("-", LARGEST))
    elif is_address(path):
        yield Source(path, lambda: _fetch(path))
    elif os.path.isdir(path):  # unlike Path.is_dir(), also for what is far too long to be a path
        yield from _in_folder(Path(path))
    elif os.path.exists(path):
        yield Source(path, lambda: read_file(path, LARGEST))
    else:
        raise Misuse(f"There is no file or folder {_short(path)}.")


def _short(path: str) -> str:
    """The path as a message quotes it: a whole list may stand where a path is asked for."""
    line = " ".join(path.split())
    return (line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…") if line else "without a name"


def _in_folder(folder: Path) -> Iterator[Source]:
    try:
        files = [file for file in sorted(folder.rglob("*")) if _is_list(file, folder)]
    except OSError as error:
        raise Misuse(f"The folder {folder} cannot be read: {error.strerror}.") from None
    if not files:
        raise Misuse(f"The folder {folder} holds no decklist.")
    for file in files:
        yield Source(str(file), partial(read_file, str(file), LARGEST), is_found=True)


def _is_list(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return file.suffix.casefold() in ENDINGS and not hidden and file.is_file()


def _fetch(address: str) -> bytes:
    from toolkit.services.decks.fetch import fetch_deck

    return fetch_deck(address)
