"""The columns of a vampire's line, as the archive of winning decks writes them."""

from __future__ import annotations

from typing import NamedTuple

from toolkit.cards.model import CryptCard


class Columns(NamedTuple):
    """What stands behind the name, in order; "" where a card has nothing of the kind."""

    capacity: str
    disciplines: str
    path: str
    title: str
    clan: str
    """With the group behind a colon."""


def columns_of(card: CryptCard) -> Columns:
    """The columns of that card: capacity, disciplines, path, title, and clan with group."""
    return Columns(
        str(card.capacity),
        " ".join(sorted(card.disciplines)) or "-none-",
        card.path.split()[0] if card.path else "",
        card.title.lower() if card.title else "",
        f"{card.clan}:{card.group or 'ANY'}",
    )
