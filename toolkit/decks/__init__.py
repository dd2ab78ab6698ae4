"""Decks: reading a list in whatever form it comes, and judging it."""

from toolkit.decks.formats import rule_set
from toolkit.decks.reading import ListFormat, read
from toolkit.decks.rules import validate
from toolkit.decks.writing import write

__all__ = ["ListFormat", "read", "rule_set", "validate", "write"]
