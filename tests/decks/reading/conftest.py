from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit import cards as card_data
from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.decks.model import Reading


@pytest.fixture(scope="session")
def cards() -> CardDatabase:
    return card_data.load()


@pytest.fixture(scope="session")
def reading_of(cards: CardDatabase) -> Callable[[str | bytes], Reading]:
    return lambda source: read(source, cards)
