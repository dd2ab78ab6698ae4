"""Card texts: a pack that an owner of a data folder may fetch into it; none ships, and nothing depends on it.

A text has symbols in square brackets (`[dom]`, `[DOM]` for the superior level, `[1 CONVICTION]`) and the sign of a
directed action.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from toolkit.cards.files import CannotSave, DamagedData, refreshed_folder, write_file
from toolkit.languages import Message

# Whoever shows a text shows this with it, as the owner of the texts asks.
NOTICE = (
    "Portions of the materials are the copyrights and trademarks of Paradox Interactive AB, and are used with "
    "permission. All rights reserved. For more information please visit worldofdarkness.com."
)

ENGLISH = "en"
DIRECTED = "Ⓓ"
_FILE_NAME = "texts.json"
_SYMBOL = re.compile(rf"\[([^\][\n]{{1,24}})\]|{DIRECTED}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTexts:
    """The texts of cards.

    Attributes:
        day: when they were fetched from `origin`.
        etag: the server's word for the list that they are of, or "".
        texts: by the card's number, then by language; English ones first.
    """

    origin: str
    day: date
    etag: str
    texts: Mapping[int, Mapping[str, str]]

    def of(self, number: int, language: str = ENGLISH) -> tuple[str, str]:
        """A card's text in that language, else in English, with the language that it is in; "" where there is none."""
        texts = self.texts.get(number, {})
        spoken = language if texts.get(language) else ENGLISH
        return texts.get(spoken, ""), spoken


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a text: words as they are, or a symbol, by its letters."""

    text: str
    is_symbol: bool = False


def pieces_of(line: str) -> Iterator[TextPiece]:
    """The words and the symbols of a line of a text, in order."""
    end = 0
    for match in _SYMBOL.finditer(line):
        if match.start() > end:
            yield TextPiece(line[end : match.start()])
        yield TextPiece(match[1] or DIRECTED, is_symbol=True)
        end = match.end()
    if end < len(line):
        yield TextPiece(line[end:])


def load_texts(data: Path) -> CardTexts | None:
    """The texts that a data folder has; None where none were fetched.

    Raises:
        DamagedData: the file cannot be read.
    """
    try:
        table = json.loads(texts_file(data).read_bytes())
        return CardTexts(
            origin=str(table["origin"]),
            day=date.fromisoformat(table["date"]),
            etag=str(table["etag"]),
            texts={int(number): dict(texts) for number, texts in table["texts"].items()},
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedData(
            Message("The card texts in the data folder cannot be read: fetch them again, or remove them.")
        ) from error


def save_texts(data: Path, pack: CardTexts) -> None:
    """Keep the texts in a data folder, in one step.

    Raises:
        CannotSave: the folder cannot be written.
    """
    table = {
        "notice": NOTICE,
        "origin": pack.origin,
        "date": pack.day.isoformat(),
        "etag": pack.etag,
        "texts": {str(number): dict(texts) for number, texts in pack.texts.items()},
    }
    write_file(texts_file(data), json.dumps(table, ensure_ascii=False) + "\n")


def remove_texts(data: Path) -> bool:
    """Take the texts out of a data folder; whether there were any.

    Raises:
        CannotSave: the folder cannot be written.
    """
    try:
        texts_file(data).unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        sentence = Message("%(file)s cannot be removed: %(reason)s.", file=str(texts_file(data)), reason=error.strerror)
        raise CannotSave(sentence) from error
    return True


def texts_file(data: Path) -> Path:
    """Where a data folder keeps them."""
    return refreshed_folder(data) / _FILE_NAME
