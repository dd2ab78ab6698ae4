"""Decks as Amaranth answers: it numbers cards its own way, so that a table of its numbers is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping

from toolkit.errors import Invalid
from toolkit.languages import Message

# Where the table is published: Amaranth's number to the official one.
NUMBERS_URL = "https://static.krcg.org/data/amaranth_ids.json"


class BadAnswer(Invalid):
    """Amaranth's answer holds no deck."""

    code = "bad_answer"


def renumbered(answer: str | bytes, numbers: Mapping[str, int]) -> str:
    """The deck of the answer with official numbers, as JSON that `read` takes; a number of no card stays, marked.

    Raises:
        BadAnswer: the answer holds no deck.
    """
    try:
        deck = json.loads(answer)["result"]
        cards = {str(numbers.get(number, f"amaranth {number}")): count for number, count in deck["cards"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadAnswer(Message("Amaranth answers without a deck.")) from error
    head = {"name": deck.get("title"), "author": deck.get("author"), "description": deck.get("description")}
    return json.dumps({**head, "cards": cards})
