"""Cards for programs: load the data, find, search, suggest; the errors that a caller handles."""

from toolkit.cards import (
    Card,
    CardDatabase,
    CryptCard,
    DamagedData,
    Kind,
    LibraryCard,
    Suggestion,
    UnknownCard,
    load,
)
from toolkit.errors import ToolkitError
from toolkit.services.kernel.cards import FollowedCards

__all__ = [
    "Card",
    "CardDatabase",
    "CryptCard",
    "DamagedData",
    "FollowedCards",
    "Kind",
    "LibraryCard",
    "Suggestion",
    "ToolkitError",
    "UnknownCard",
    "load",
]
