"""The text form of the LackeyCCG plug-in: library first, tabs, ASCII, no slash and no double quote in names."""

from __future__ import annotations

from toolkit.cards.model import Card
from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck
from toolkit.decks.writing.names import ascii_name, library_blocks, sorted_crypt


def render_deck(deck: Deck) -> str:
    """The deck for LackeyCCG."""
    crypt, library = by_kind(deck)
    lines = [f"{entry.count}\t{_name(entry.card)}" for _, entries in library_blocks(library) for entry in entries]
    lines.append("Crypt:")
    lines += [f"{count}\t{_name(card)}" for card, count, _ in sorted_crypt(crypt)]
    return "\n".join(lines) + "\n"


def _name(card: Card) -> str:
    quote = "''" if "Imbued" in card.types else "'"
    return ascii_name(card).replace("/", "").replace('"', quote)
