"""Card data on disk: the folder that ships with the program, and a refreshed copy in a data folder.

A folder holds `SOURCE.toml` and two files of rows. In a refreshed copy `SOURCE.toml` names those files, which are named
for what they hold: replacing that one small file switches from one release to the next, and a reader sees the old one
or the new one, never half of each.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from toolkit.cards.model import CardSet
from toolkit.cards.rows import Row, set_of
from toolkit.errors import Conflict, Invalid


class DamagedData(Invalid):
    """A file of card data is missing, cut short, or not what `SOURCE.toml` says."""

    code = "damaged_data"


class CannotSave(Conflict):
    """The refreshed card data cannot be written where it should be kept."""

    code = "cannot_save"


def refreshed_folder(data: str | Path) -> Path:
    """Where a data folder keeps its refreshed card data."""
    return Path(data) / "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSource:
    """Where card data came from.

    Attributes:
        day: the data is known to be complete up to that day.
        count: how many cards.
        etag: the server's word for this release, or "".
    """

    origin: str
    version: str
    day: date
    count: int
    cards_sha256: str
    sets_sha256: str
    cards_file: str = "cards.jsonl"
    sets_file: str = "sets.jsonl"
    etag: str = ""


@dataclass(frozen=True, slots=True)
class CardFiles:
    """The two files of card data, as text."""

    cards: str
    sets: str

    @property
    def count(self) -> int:
        """How many cards."""
        return self.cards.count("\n")

    def source_toml(self, *, origin: str, version: str, day: date, more: Mapping[str, str] | None = None) -> str:
        """`SOURCE.toml`: where the files came from, and what they must hash to."""
        lines = [
            "# Where the card data beside this file comes from. `date`: it is known to be complete up to that day.",
            f"origin = {json.dumps(origin, ensure_ascii=False)}",
            f"version = {json.dumps(version, ensure_ascii=False)}",
            f"date = {day.isoformat()}",
            f"cards = {self.count}",
            f'cards_sha256 = "{checksum(self.cards)}"',
            f'sets_sha256 = "{checksum(self.sets)}"',
            *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in (more or {}).items()),
        ]
        return "\n".join(lines) + "\n"


def checksum(text: str | bytes) -> str:
    """SHA-256 of the file's bytes."""
    import hashlib  # opening OpenSSL costs 3 ms, and reading the shipped data needs none of it

    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


@dataclass(frozen=True, slots=True)
class Nicknames:
    """Short names in use: `accepted` ones stand for one card, `unclear` ones are only ever suggested."""

    accepted: Mapping[str, int]
    unclear: Mapping[str, tuple[int, ...]]


def read_source(folder: Path) -> DataSource:
    """The source of the folder's data, as its `SOURCE.toml` has it.

    Raises:
        DamagedData: it is missing or makes no sense.
    """
    try:
        table = tomllib.loads((folder / "SOURCE.toml").read_text(encoding="utf-8"))
        source = DataSource(
            origin=table["origin"],
            version=table["version"],
            day=table["date"],
            count=table["cards"],
            cards_sha256=table["cards_sha256"],
            sets_sha256=table["sets_sha256"],
            cards_file=table.get("cards_file", "cards.jsonl"),
            sets_file=table.get("sets_file", "sets.jsonl"),
            etag=table.get("etag", ""),
        )
    except (OSError, ValueError, KeyError) as error:
        raise DamagedData(f"The card data in {folder} cannot be read: {_reason(error)}.") from error
    if not isinstance(source.day, date) or not isinstance(source.count, int):
        raise DamagedData(f"The card data in {folder} cannot be read: SOURCE.toml has no date or no number of cards.")
    if any(name != Path(name).name for name in (source.cards_file, source.sets_file)):
        raise DamagedData(f"The card data in {folder} cannot be read: SOURCE.toml names files outside its folder.")
    return source


def read_rows(folder: Path, source: DataSource, *, verify: bool) -> tuple[list[Row], list[CardSet]]:
    """The rows of every card, and the sets; with `verify`, only if the files are what `source` says they are.

    Raises:
        DamagedData: a file is missing, damaged, or of another release.
    """
    try:
        cards = (folder / source.cards_file).read_bytes()
        sets = (folder / source.sets_file).read_bytes()
        if verify:
            for data, expected in ((cards, source.cards_sha256), (sets, source.sets_sha256)):
                if checksum(data) != expected:
                    raise DamagedData(
                        f"The card data in {folder} is not whole: a file is not the one that SOURCE.toml names."
                    )
        return _rows(cards), [set_of(row) for row in _rows(sets)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedData(f"The card data in {folder} cannot be read: {_reason(error)}.") from error


def read_nicknames(path: Path) -> Nicknames:
    """The table of short names."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Nicknames(
        accepted=table["accepted"],
        unclear={name: tuple(numbers) for name, numbers in table["unclear"].items()},
    )


def read_plays(path: Path) -> Mapping[int, int]:
    """The number of winning decks that play each card, by its number; a card without a row is played by none."""
    rows = (line.split(",") for line in path.read_text(encoding="utf-8").split("\n") if line[:1].isdecimal())
    return {int(number): int(decks) for number, decks in rows}


def save_refreshed(folder: Path, files: CardFiles, *, origin: str, version: str, day: date, etag: str) -> DataSource:
    """Keep a release as the folder's refreshed copy; a reader meanwhile sees the old one or the new one, whole.

    Raises:
        CannotSave: the folder cannot be written.
    """
    names = {
        "cards_file": f"cards-{checksum(files.cards)[:16]}.jsonl",
        "sets_file": f"sets-{checksum(files.sets)[:16]}.jsonl",
    }
    source = files.source_toml(origin=origin, version=version, day=day, more=names | {"etag": etag})
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = {*names.values(), *_files_named_in(folder), "SOURCE.toml"}
        _replace(folder / names["cards_file"], files.cards)
        _replace(folder / names["sets_file"], files.sets)
        _replace(folder / "SOURCE.toml", source)
        # The release before stays for a reader that is just opening it; older ones go.
        for path in folder.glob("*.jsonl"):
            if path.name not in kept:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotSave(f"The card data cannot be written to {folder}: {_reason(error)}.") from error
    return read_source(folder)


def confirm_refreshed(folder: Path, day: date) -> DataSource:
    """Note that the refreshed copy is still the newest release on that day.

    Raises:
        CannotSave: the folder cannot be written.
        DamagedData: there is no readable copy.
    """
    source = read_source(folder)
    path = folder / "SOURCE.toml"
    try:
        text = path.read_text(encoding="utf-8")
        _replace(path, text.replace(f"\ndate = {source.day.isoformat()}\n", f"\ndate = {day.isoformat()}\n"))
    except OSError as error:
        raise CannotSave(f"The card data cannot be written to {folder}: {_reason(error)}.") from error
    return read_source(folder)


def write_file(path: Path, text: str) -> None:
    """Write a file of the folder in one step: a reader sees what it was, or what it is, whole.

    Raises:
        CannotSave: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as error:
        raise CannotSave(f"The card data cannot be written to {path.parent}: {_reason(error)}.") from error


def _files_named_in(folder: Path) -> tuple[str, ...]:
    try:
        source = read_source(folder)
    except DamagedData:
        return ()
    return source.cards_file, source.sets_file


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with draft.open("wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _rows(data: bytes) -> list[Row]:
    """The rows of a file of one JSON object a line, in one call of the parser."""
    rows: list[dict[str, Any]] = json.loads(b"[" + data.rstrip(b"\n").replace(b"\n", b",") + b"]")
    return rows


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{Path(str(error.filename)).name}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error).rstrip(".")
