"""Plain text for people: head, crypt, and the library by type."""

from __future__ import annotations

from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck, Entry
from toolkit.decks.writing.head import head_lines
from toolkit.decks.writing.names import library_blocks, one_line, sorted_crypt


def render_deck(deck: Deck) -> str:
    """The deck as plain text with names as printed."""
    crypt, library = by_kind(deck)
    lines = head_lines(deck)
    if crypt:
        lines += _headed(f"Crypt ({sum(entry.count for entry in crypt)} cards)")
        lines += [_line(Entry(card, count, comment)) for card, count, comment in sorted_crypt(crypt)]
        lines.append("")
    if library:
        lines += _headed(f"Library ({sum(entry.count for entry in library)} cards)")
        for label, entries in library_blocks(library):
            lines += ["", f"{label} ({sum(entry.count for entry in entries)})", *map(_line, entries)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _headed(line: str) -> list[str]:
    return [line, "-" * len(line)]


def _line(entry: Entry) -> str:
    comment = f" -- {one_line(entry.comment)}" if entry.comment.strip() else ""
    return f"{entry.count}x {entry.card.unique_name}{comment}"
