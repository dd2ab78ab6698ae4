"""Cards: facts about every card, found by number or by any of its names."""

from toolkit.cards.database import CardDatabase, NameKind, NameMatch, Suggestion, UnknownCard, load
from toolkit.cards.files import DamagedData, DataSource
from toolkit.cards.model import Card, CardSet, CryptCard, Kind, LibraryCard, Product
from toolkit.cards.names import name_key

__all__ = [
    "Card",
    "CardDatabase",
    "CardSet",
    "CryptCard",
    "DamagedData",
    "DataSource",
    "Kind",
    "LibraryCard",
    "NameKind",
    "NameMatch",
    "Product",
    "Suggestion",
    "UnknownCard",
    "load",
    "name_key",
]
