"""JSON as the archive publishes its decks: crypt and library with counts, the library by type."""

from __future__ import annotations

import json
from typing import Any

from toolkit.cards.model import Card
from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck, EventHeader
from toolkit.decks.writing.names import library_blocks, sorted_crypt


def render_deck(deck: Deck) -> str:
    """The deck as indented JSON."""
    return json.dumps(deck_to_dict(deck), ensure_ascii=False, indent=2) + "\n"


def deck_to_dict(deck: Deck) -> dict[str, Any]:
    """The deck as JSON values; what is not known is left out."""
    crypt, library = by_kind(deck)
    facts = {"name": deck.name, "author": deck.author, "comments": deck.description}
    return {
        **(_event(deck.header) if deck.header else {}),
        **{key: text for key, text in facts.items() if text},
        "crypt": {
            "count": sum(entry.count for entry in crypt),
            "cards": [_card(card, count, comment) for card, count, comment in sorted_crypt(crypt)],
        },
        "library": {
            "count": sum(entry.count for entry in library),
            "cards": [
                {
                    "type": label,
                    "count": sum(entry.count for entry in entries),
                    "cards": [_card(entry.card, entry.count, entry.comment) for entry in entries],
                }
                for label, entries in library_blocks(library)
            ],
        },
    }


def _event(header: EventHeader) -> dict[str, Any]:
    facts = {
        "event": header.event,
        "event_link": header.url,
        "place": header.place,
        "date": header.date.isoformat() if header.date else header.date_text,
        "tournament_format": header.rounds,
        "players_count": header.players,
        "player": header.winner,
        "score": header.score,
    }
    return {key: fact for key, fact in facts.items() if fact}


def _card(card: Card, count: int, comment: str) -> dict[str, Any]:
    row: dict[str, Any] = {"id": card.id, "count": count, "name": card.unique_name}
    return row | ({"comments": comment} if comment else {})
