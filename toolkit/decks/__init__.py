"""Decks: reading a list in whatever form it comes, and judging it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from toolkit.cards import CardDatabase
    from toolkit.decks.formats import BadParameter, RuleSet, UnknownRuleSet, UnknownSet, rule_set
    from toolkit.decks.model import Deck, Problem, ProblemCode, Reading, Report, Severity
    from toolkit.decks.reading import ListFormat, read
    from toolkit.decks.rules import validate
    from toolkit.decks.writing import ExportFormat, write

__all__ = [
    "BadParameter",
    "ExportFormat",
    "ListFormat",
    "Problem",
    "ProblemCode",
    "Reading",
    "Report",
    "RuleSet",
    "Severity",
    "UnknownRuleSet",
    "UnknownSet",
    "check",
    "read",
    "rule_set",
    "validate",
    "write",
]

# The modules that have these names. An event needs the rule sets alone, and not what reads a list.
_HOMES = ("formats", "model", "reading", "rules", "writing")


def __getattr__(name: str) -> object:
    """One of these names, with its module imported when it is asked for."""
    homes = (import_module(f"{__name__}.{home}") for home in _HOMES if name in __all__)
    for home in homes:
        if hasattr(home, name):
            return getattr(home, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def check(
    source: str | bytes,
    cards: CardDatabase,
    *,
    on: date,
    rules: RuleSet | None = None,
    name: str = "",
    deck: int | None = None,
    pool: Deck | None = None,
) -> Report:
    """The list `source` read, and judged as of that day.

    Args:
        source: text in any list format, or a file's bytes.
        cards: the card data.
        on: the day as of which bans and legality are judged.
        rules: the rule set; constructed unless given.
        name: what the report calls the list (a file's name, an address).
        deck: which deck, from 1, where the source holds several.
        pool: the cards registered for the deck (limited).
    """
    from toolkit.decks.formats import rule_set
    from toolkit.decks.reading import read
    from toolkit.decks.rules import validate

    reading = read(source, cards, name=name, deck=deck)
    return validate(reading, rules or rule_set(), on, card_data=cards.source.day, pool=pool)
