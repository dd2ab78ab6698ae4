"""A link that carries the whole deck in itself, as the deck builder at vdb.im reads it."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck
from toolkit.decks.writing.names import one_line

ADDRESS = "https://vdb.im/decks/deck"


def render_deck(deck: Deck) -> str:
    """The link on a line of its own."""
    return deck_link(deck) + "\n"


def deck_link(deck: Deck, *, description: bool = True) -> str:
    """The link; without the description it is short enough for a small QR code."""
    facts = {
        "name": one_line(deck.name),
        "author": one_line(deck.author),
        "description": deck.description.strip() if description else "",
    }
    # The number sign opens the list of cards, even written as %23.
    given = {key: text.replace("#", "№") for key, text in facts.items() if text}
    query = f"?{urlencode(given, quote_via=quote)}" if given else ""
    crypt, library = by_kind(deck)
    return f"{ADDRESS}{query}#{';'.join(f'{entry.card.id}={entry.count}' for entry in (*crypt, *library))}"
