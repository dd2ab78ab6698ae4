"""The card data in use: the copy that ships with the program, or a newer one refreshed from the published list."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from threading import Lock

from toolkit.cards import CardDatabase, DamagedData, Kind, load
from toolkit.cards.files import refreshed_folder, write_file
from toolkit.cards.texts import CardTexts, load_texts, texts_file
from toolkit.languages import restored_sentence, stored_sentence


def current_cards(data: Path | None = None) -> CardDatabase:
    """The newest sound card data of a data folder (the usual one unless given), else the data that ships with us.

    Nothing is made or written: a data folder need not exist.
    """
    return load(data=data or _usual_folder())


def _usual_folder() -> Path:
    from toolkit.services.kernel.data_folder import (
        usual_folder,  # the library behind it is not needed where a folder is given
    )

    return usual_folder()


def current_texts(data: Path | None = None) -> CardTexts | None:
    """The card texts of a data folder (the usual one unless given); None where it has none.

    Raises:
        DamagedData: it has some that cannot be read.
    """
    return load_texts(data or _usual_folder())


class Followed[T]:
    """The data of a folder, for a program that runs on: read once, and anew after each update of the folder.

    Args:
        read: what reads it.
        path: the file of the folder that each update replaces last.
    """

    def __init__(self, read: Callable[[], T], path: Callable[[], Path]) -> None:
        self._read = read
        self._path = path
        self._known: tuple[T, tuple[int, ...]] | None = None
        self._reading = Lock()

    def current(self) -> T:
        """It, as of the newest update."""
        kept, stamp = self._known, self._look()
        if kept is not None and stamp == kept[1]:
            return kept[0]
        # Of several that come first one reads and the others wait; for an update nobody waits.
        if kept is not None and self._reading.locked():
            return kept[0]
        with self._reading:
            if self._known is None or stamp != self._known[1]:
                self._known = self._read(), stamp
            return self._known[0]

    def _look(self) -> tuple[int, ...]:
        """A stamp that changes with every update."""
        try:
            status = os.stat(self._path())
        except OSError:
            return ()
        return status.st_ino, status.st_size, status.st_mtime_ns


class FollowedCards(Followed[CardDatabase]):
    """Every card of a data folder, the usual one unless given."""

    def __init__(self, data: Path | None = None) -> None:
        super().__init__(lambda: current_cards(data), lambda: refreshed_folder(data or _usual_folder()) / "SOURCE.toml")


class FollowedTexts(Followed[CardTexts | None]):
    """Likewise its card texts, where it has any."""

    def __init__(self, data: Path | None = None) -> None:
        super().__init__(lambda: _readable_texts(data), lambda: texts_file(data or _usual_folder()))


def _readable_texts(data: Path | None) -> CardTexts | None:
    with suppress(DamagedData):
        return current_texts(data)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsView:
    """The card texts that were fetched: when, and of how many cards."""

    day: date = field(metadata={"key": "date"})
    count: int = field(metadata={"key": "cards"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDataView:
    """Which card data is in use.

    Attributes:
        day: the data is known to be complete up to that day.
        newest_card: the day of the newest card.
        newest_set: the set of which something came out last, on the day `newest_set_day`.
        texts: null where none were fetched.
    """

    origin: str
    version: str
    day: date = field(metadata={"key": "date"})
    age_days: int
    count: int = field(metadata={"key": "cards"})
    crypt: int
    library: int
    sets: int
    newest_card: date
    newest_set: str
    newest_set_day: date
    refreshed: bool
    warning: str | None
    texts: TextsView | None


def data_in_use(cards: CardDatabase, texts: CardTexts | None, today: date) -> CardDataView:
    """The origin, number and age of these cards, and whether they have texts."""
    newest_set_day, newest_set = max((set_.newest, set_.name) for set_ in cards.sets.values() if set_.newest)
    crypt = sum(card.kind is Kind.CRYPT for card in cards)
    return CardDataView(
        origin=cards.source.origin,
        version=cards.source.version,
        day=cards.source.day,
        age_days=(today - cards.source.day).days,
        count=len(cards),
        crypt=crypt,
        library=len(cards) - crypt,
        sets=len(cards.sets),
        newest_card=cards.newest,
        newest_set=newest_set,
        newest_set_day=newest_set_day,
        refreshed=not is_shipped(cards),
        warning=cards.warning,
        texts=TextsView(day=texts.day, count=len(texts.texts)) if texts else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """The changes of a refresh of the card data, made or possible: names of cards and of sets.

    Attributes:
        day: when the published list was looked at.
        changed: whether it has anything that the data in use did not have.
        count: how many cards there are with it.
        newest_card: the day of its newest card; None when it is the data in use.
        removed: cards that the list lacks; they are kept.
        banned: cards whose ban is new, has gone, or has another date.
        altered: other cards with another fact.
        refused: cards that this version of the program cannot read, each with a sentence in `reasons`.
        error: why the list could not be looked at, a sentence.
    """

    day: date = field(metadata={"key": "date"})
    changed: bool
    count: int = field(metadata={"key": "cards"})
    newest_card: date | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    error: str | None = None

    @property
    def is_anything(self) -> bool:
        """Whether a card or a set is otherwise, missing or refused."""
        return any((self.added, self.removed, self.banned, self.altered, self.sets, self.refused))


_CHECK = "check.json"


def keep_check(data: Path, refresh: Refresh) -> None:
    """Keep in the data folder what the last look at the published list found.

    Raises:
        CannotSave: the folder cannot be written.
    """
    values = {name: str(value) if isinstance(value, date) else value for name, value in asdict(refresh).items()}
    values["error"] = stored_sentence(refresh.error)
    write_file(refreshed_folder(data) / _CHECK, json.dumps(values, ensure_ascii=False, indent=1) + "\n")


def last_check(data: Path) -> Refresh | None:
    """The result of the last look at the published list; None without one that can be read."""
    try:
        values = json.loads((refreshed_folder(data) / _CHECK).read_text(encoding="utf-8"))
        days = {name: date.fromisoformat(values[name]) for name in ("day", "newest_card") if values.get(name)}
        names = {name: tuple(value) for name, value in values.items() if isinstance(value, list) and name != "error"}
        return Refresh(**values | names | days | {"error": restored_sentence(values.get("error"))})
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def is_shipped(cards: CardDatabase) -> bool:
    """Whether these are the cards that ship with the program rather than a refreshed copy."""
    return cards.source.cards_file == "cards.jsonl"
