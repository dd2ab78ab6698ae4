"""The form of the archive of tournament-winning decks."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.cards.model import CryptCard, LibraryCard
from toolkit.decks.columns import columns_of
from toolkit.decks.figures import by_kind, capacities, capacity_figures
from toolkit.decks.model import Deck, Entry
from toolkit.decks.writing.head import head_lines
from toolkit.decks.writing.names import filed_name, library_blocks, one_line, sorted_crypt

# Column -> whether it is set flush right and whether it may be left out when no card fills it.
_RIGHT = "capacity"
_OPTIONAL = ("path", "title")


def render_deck(deck: Deck) -> str:
    """The deck as the archive writes it."""
    crypt, library = by_kind(deck)
    lines = head_lines(deck)
    if crypt:
        lines += [*_crypt_head(crypt), *_crypt_rows(sorted_crypt(crypt)), ""]
    if library:
        lines += [f"Library ({sum(entry.count for entry in library)} cards)", *_library_lines(library)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _crypt_head(crypt: Sequence[Entry]) -> list[str]:
    values = capacities(crypt)
    figures = capacity_figures(values)
    assert figures is not None
    line = f"Crypt ({len(values)} cards, min={figures.min}, max={figures.max}, avg={figures.average:g})"
    return [line, "-" * len(line)]


def _crypt_rows(rows: Sequence[tuple[CryptCard, int, str]]) -> list[str]:
    cells = [_cells(card, count) for card, count, _ in rows]
    widths = {column: max(len(cell[column]) for cell in cells) for column in cells[0]}
    shown = [column for column in widths if widths[column] or column not in _OPTIONAL]
    lines = []
    for cell, (_, _, comment) in zip(cells, rows, strict=True):
        count, *rest = (_padded(cell[column], widths[column], right=column == _RIGHT) for column in shown)
        line = f"{count} {'  '.join(rest)}"
        lines.append(f"{line}  -- {one_line(comment)}" if comment.strip() else line.rstrip())
    return lines


def _cells(card: CryptCard, count: int) -> dict[str, str]:
    return {"count": f"{count}x", "name": filed_name(card), **columns_of(card)._asdict()}


def _padded(text: str, width: int, *, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def _library_lines(library: Sequence[Entry]) -> list[str]:
    lines: list[str] = []
    for label, entries in library_blocks(library):
        trifles = sum(entry.count for entry in entries if isinstance(entry.card, LibraryCard) and entry.card.trifle)
        count = sum(entry.count for entry in entries)
        lines += [f"{label} ({count}{f'; {trifles} trifle' if trifles else ''})"]
        lines += [card_line(entry) for entry in entries]
        lines.append("")
    return lines


def card_line(entry: Entry) -> str:
    """A line of the library: count, name, comment."""
    comment = f" -- {one_line(entry.comment)}" if entry.comment.strip() else ""
    return f"{entry.count}x {filed_name(entry.card)}{comment}"
