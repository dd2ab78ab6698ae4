"""Decks for programs: check a list, fetch one, write it in another form; the errors that a caller handles."""

from __future__ import annotations

from datetime import date

from toolkit.cards import CardDatabase, load
from toolkit.decks import (
    BadParameter,
    ExportFormat,
    Problem,
    ProblemCode,
    Reading,
    Report,
    Severity,
    UnknownRuleSet,
    UnknownSet,
    read,
    write,
)
from toolkit.decks.formats import Legality
from toolkit.decks.reading.forms.links import BadAnswer, UnknownAddress
from toolkit.decks.report_json import report_to_dict
from toolkit.errors import ToolkitError
from toolkit.services.decks import decks
from toolkit.services.decks.decks import DeckTerms
from toolkit.services.decks.fetch import TooManyFetches, UnreachableSite
from toolkit.services.decks.fetch import fetch_deck as fetch

__all__ = [
    "BadAnswer",
    "BadParameter",
    "ExportFormat",
    "Legality",
    "Problem",
    "ProblemCode",
    "Reading",
    "Report",
    "Severity",
    "TooManyFetches",
    "ToolkitError",
    "UnknownAddress",
    "UnknownRuleSet",
    "UnknownSet",
    "UnreachableSite",
    "check",
    "fetch",
    "read",
    "report_to_dict",
    "write",
]


def check(
    source: str | bytes,
    *,
    cards: CardDatabase | None = None,
    on: date | None = None,
    format: str = "constructed",
    players: int | None = None,
    boosters: int | None = None,
    booster_size: int | None = None,
    starters: bool = False,
    sets: tuple[str, ...] = (),
    legality: Legality = Legality.ANNOUNCED,
    name: str = "",
) -> Report:
    """The list `source` read and judged.

    What is wrong with the list is in the report, never an exception.

    Args:
        source: text in any list format, or a file's bytes; what `fetch()` returns.
        cards: the card data; what ships with the program unless given.
        on: the day as of which bans and legality are judged; today unless given.
        format: the rule set's code.
        players: Methuselahs in the game (casual).
        boosters: boosters a player opens, each of `booster_size` cards (limited).
        booster_size: 11 unless given.
        starters: whether any starter is used (limited).
        sets: codes of the only sets allowed; empty allows all.
        legality: from when new cards count.
        name: what the report calls the list.

    Raises:
        UnknownRuleSet: no rule set has that code.
        UnknownSet: no set has that code.
        BadParameter: a figure is missing, or cannot be.
    """
    terms = DeckTerms(
        on=on or date.today(),
        format=format,
        players=players,
        boosters=boosters,
        booster_size=booster_size,
        starters=starters,
        sets=sets,
        legality=legality,
    )
    return decks.check(source, terms, cards or load(), name=name)
