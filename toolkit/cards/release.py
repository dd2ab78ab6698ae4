"""Whether a published card list can be what it says: checked before it replaces the one in use."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from toolkit.cards.build import Published, render_files
from toolkit.cards.files import CardFiles
from toolkit.cards.rows import card_of, set_of
from toolkit.errors import Invalid

CRYPT_TYPES = frozenset(("Vampire", "Imbued"))
LIBRARY_TYPES = frozenset(
    (
        "Action", "Action Modifier", "Ally", "Combat", "Conviction", "Equipment", "Event", "Master",
        "Political Action", "Power", "Reaction", "Retainer",
    )
)  # fmt: skip
COSTS = frozenset(("Pool", "Blood", "Conviction"))
_NUMBERS = {"Crypt": range(200_001, 300_000), "Library": range(100_001, 200_000)}
_MOST_CAPACITY = 20


class BadRelease(Invalid):
    """A published card list is not one, or has lost cards."""

    code = "bad_release"


def checked_files(cards: object, sets: object, *, at_least: int) -> CardFiles:
    """The files of a published list of cards and of sets.

    Args:
        cards: what the server sent for the cards, parsed.
        sets: likewise for the sets.
        at_least: how many cards the list in use has; no release has fewer.

    Raises:
        BadRelease: it is something else, in a sentence that says what.
    """
    cards, sets = _objects(cards, "cards"), _objects(sets, "sets")
    if len(cards) < at_least:
        raise BadRelease(f"The list holds {len(cards)} cards, fewer than the {at_least} in use: it is not taken.")
    seen: set[int] = set()
    for card in cards:
        if fault := _fault(card):
            raise BadRelease(f"Card {card.get('id')} ({card.get('printed_name')}) {fault}: the list is not taken.")
        if card["id"] in seen:
            raise BadRelease(f"Card {card['id']} stands in the list twice: it is not taken.")
        seen.add(card["id"])
    try:
        files = render_files(cards, sets)
        _read_back(files)
        return files
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRelease(
            f"The list has a form that this version does not know ({error!r}): it is not taken."
        ) from error


def _read_back(files: CardFiles) -> None:
    """Make every set and card once, as a program that uses the files will."""
    expansions = [set_of(json.loads(line)) for line in files.sets.split("\n") if line]
    by_code = {expansion.code: expansion for expansion in expansions}
    for line in files.cards.split("\n"):
        if line:
            card_of(json.loads(line), by_code)


def _objects(value: object, what: str) -> Sequence[Published]:
    if not isinstance(value, list) or not value or not all(isinstance(item, Mapping) for item in value):
        raise BadRelease(f"The server sent something that is no list of {what}.")
    return value


def _fault(card: Published) -> str | None:
    """What cannot be about a card, as the rest of a sentence about it; None when all can."""
    kind = card.get("kind")
    if kind not in _NUMBERS:
        return f"is of no known kind ({kind})"
    if type(card.get("id")) is not int or card["id"] not in _NUMBERS[kind]:
        return "has a number that its kind cannot have"
    name = card.get("printed_name")
    if not isinstance(name, str) or not name.strip() or "\n" in name:
        return "has no name"
    types = card.get("types")
    known = CRYPT_TYPES if kind == "Crypt" else LIBRARY_TYPES
    if not isinstance(types, list) or not types or not known.issuperset(types):
        return f"has a type that is not known ({types})"
    if any(card.get(key) is not None and not _is_day(card[key]) for key in ("legal", "banned")):
        return "has a date that is none"
    return _crypt_fault(card) if kind == "Crypt" else _library_fault(card)


def _crypt_fault(card: Mapping[str, Any]) -> str | None:
    if not re.fullmatch(r"G[1-9]\d?|Any", str(card.get("group"))):
        return f"has no known group ({card.get('group')})"
    capacity = card.get("capacity")
    if type(capacity) is not int or not 0 <= capacity <= _MOST_CAPACITY:
        return f"has no possible capacity ({capacity})"
    return None if isinstance(card.get("clan"), str) and card["clan"] else "has no clan"


def _library_fault(card: Mapping[str, Any]) -> str | None:
    cost = card.get("cost")
    if cost is not None and not (
        isinstance(cost, Mapping)
        and cost.get("type") in COSTS
        and (cost.get("value") == "X" or type(cost.get("value")) is int)
    ):
        return f"has no known cost ({cost})"
    return None


def _is_day(value: object) -> bool:
    try:
        date.fromisoformat(str(value))
    except ValueError:
        return False
    return True
