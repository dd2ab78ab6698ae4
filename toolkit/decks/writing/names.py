"""How lists spell card names, and in which order they stand."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from toolkit.cards.model import Card, CryptCard
from toolkit.decks.figures import type_label, type_rank
from toolkit.decks.model import Entry

# What Unicode does not take apart into a letter and a mark.
_SYMBOLS = str.maketrans(
    {"™": "(TM)", "®": "(R)", "—": "-", "–": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "№": "No."}
)
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
    | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ı": "i"}
)


def filed_name(card: Card) -> str:
    """The name as the archive files it: article behind, accents kept, symbols spelled out, suffix at the end."""
    suffix = card.unique_name.removeprefix(card.name)
    name = card.name.translate(_SYMBOLS)
    if name.startswith("The "):
        name = f"{name[4:]}, The"
    return name + suffix


def ascii_name(card: Card) -> str:
    """The filed name in ASCII, for programs that know nothing else."""
    return to_ascii(filed_name(card))


def to_ascii(text: str) -> str:
    """Letters without their marks, ligatures taken apart; what has no ASCII spelling is left out."""
    flat = unicodedata.normalize("NFKD", text.translate(_SYMBOLS).translate(_LETTERS))
    return flat.encode("ascii", "ignore").decode()


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(line.strip() for line in text.splitlines()).strip()


def sorted_crypt(entries: Iterable[Entry]) -> list[tuple[CryptCard, int, str]]:
    """Card, count and comment: most copies first, then by capacity downwards, then by name."""
    rows = [(card, entry.count, entry.comment) for entry in entries if isinstance(card := entry.card, CryptCard)]
    return sorted(rows, key=lambda row: (-row[1], -row[0].capacity, ascii_name(row[0]).casefold(), row[0].id))


def library_blocks(entries: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    """The library by type, in the order of the archive, each block by name."""
    blocks: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: (ascii_name(entry.card).casefold(), entry.card.id)):
        blocks.setdefault(type_label(entry.card), []).append(entry)
    return sorted(blocks.items(), key=lambda block: type_rank(block[0]))
