"""The form that JOL, the online table, takes: crypt, blank line, library."""

from __future__ import annotations

from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck
from toolkit.decks.writing.names import ascii_name, library_blocks, sorted_crypt


def render_deck(deck: Deck) -> str:
    """The deck for JOL, names in ASCII."""
    crypt, library = by_kind(deck)
    lines = [f"{count}x {ascii_name(card)}" for card, count, _ in sorted_crypt(crypt)]
    lines.append("")
    lines += [f"{entry.count}x {ascii_name(entry.card)}" for _, entries in library_blocks(library) for entry in entries]
    return "\n".join(lines).strip("\n") + "\n"
