"""Whether a published card list can be what it says: checked before it replaces the one in use, and what it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from toolkit.cards.build import Published, card_row, render_rows, render_sets
from toolkit.cards.database import CardDatabase
from toolkit.cards.files import CardFiles
from toolkit.cards.model import Card
from toolkit.cards.rows import Row, card_of, set_of
from toolkit.cards.texts import ENGLISH
from toolkit.errors import Invalid
from toolkit.languages import LANGUAGES, N_, Message, Sayable

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
# A new sort of card is a few cards; of more it is the form of the list that has changed.
_MOST_REFUSED = 0.05
# The longest text of November 2026 has 655 characters; what is much longer is none.
_MOST_CHARACTERS = 4_000
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class BadRelease(Invalid):
    """A published card list is not one, or has lost cards."""

    code = "bad_release"


@dataclass(frozen=True, slots=True)
class RefusedCard:
    """A card of a published list that is not taken; `why` is a sentence."""

    name: str
    why: Sayable


@dataclass(frozen=True, slots=True)
class Release:
    """A published list that can be used.

    Attributes:
        cards: the same as a database, which has no source of its own yet.
        refused: the cards that cannot be what the list says of them.
        missing: names of cards in use that the list lacks; they stay as they were.
    """

    files: CardFiles
    cards: CardDatabase
    refused: tuple[RefusedCard, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The differences of a release from the one before: names of cards, and of sets.

    Attributes:
        banned: cards whose ban is new, has gone, or has another date.
        altered: other cards with another fact.
    """

    added: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()


def checked_release(cards: object, sets: object, in_use: CardDatabase) -> Release:
    """The files of a published list of cards and of sets.

    A card that cannot be what the list says of it is left out. A card in use stays as it was then, and if the list
    lacks it: printed cards do not vanish.

    Args:
        cards: what the server sent for the cards, parsed.
        sets: likewise for the sets.
        in_use: the cards before; none of them is lost.

    Raises:
        BadRelease: it is something else, in a sentence that says what.
    """
    cards = _objects(cards, Message("The server did not send a list of cards."))
    reader = _Reader(_objects(sets, Message("The server did not send a list of sets.")), in_use)
    listed = {card["id"] for card in cards if isinstance(card.get("id"), int)}
    missing = [card for card in in_use if card.id not in listed]
    if len(missing) > _MOST_REFUSED * len(in_use):
        text = N_("The list was not used: it lacks %(number)s of the current %(other)s cards.")
        raise BadRelease(Message(text, number=len(missing), other=len(in_use)))
    for card in cards:
        reader.take(card)
    if len(reader.refused) > _MOST_REFUSED * len(cards):
        text = N_("%(number)s cards of the list cannot be read, and it is not taken. %(sentence)s")
        raise BadRelease(Message(text, number=len(reader.refused), sentence=reader.refused[0].why))
    for lost in missing:
        reader.keep(lost.id)
    rows = [reader.rows[number] for number in sorted(reader.rows)]
    database = CardDatabase(rows, reader.sets, in_use.source)
    names = tuple(card.unique_name for card in missing)
    return Release(CardFiles(render_rows(rows), reader.sets_file), database, tuple(reader.refused), names)


def changes_between(before: CardDatabase, after: CardDatabase) -> Changes:
    """The changes in the second."""
    both = [number for number in map(_number_of, after) if number in before]
    banned = [number for number in both if before[number].banned != after[number].banned]
    altered = [number for number in both if before.row(number) != after.row(number) and number not in banned]
    return Changes(
        added=tuple(card.unique_name for card in after if card.id not in before),
        banned=tuple(after[number].unique_name for number in banned),
        altered=tuple(after[number].unique_name for number in altered),
        sets=tuple(card_set.name for code, card_set in after.sets.items() if code not in before.sets),
    )


def texts_of(published: Iterable[Mapping[str, Any]], numbers: Collection[int]) -> dict[int, dict[str, str]]:
    """The texts of a published list, of the cards whose numbers are `known`.

    Raises:
        BadRelease: fewer than half of the cards have one.
    """
    texts = {}
    for card in published:
        number = card.get("id")
        if isinstance(number, int) and number in numbers and (texts_found := _texts(card)):
            texts[number] = texts_found
    if len(texts) * 2 < len(numbers):
        raise BadRelease(Message("The list was not used: it has texts of only %(number)s cards.", number=len(texts)))
    return texts


def _texts(card: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a card by language; none without an English one."""
    translations = card.get("i18n")
    by_language = {ENGLISH: _text(card)}
    if isinstance(translations, Mapping):
        by_language |= {code: _text(translations.get(code)) for code in LANGUAGES if code != ENGLISH}
    return {code: text for code, text in by_language.items() if text} if by_language[ENGLISH] else {}


def _text(card: object) -> str:
    text = card.get("text") if isinstance(card, Mapping) else None
    if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
        return ""
    return _CONTROLS.sub("", text.replace("\r\n", "\n")).strip()


class _Reader:
    """The rows of a published list, card by card."""

    def __init__(self, sets: Sequence[Published], in_use: CardDatabase) -> None:
        self.rows: dict[int, Row] = {}
        self.refused: list[RefusedCard] = []
        self._in_use = in_use
        try:
            self._published = {item["code"]: item for item in sets}
            self.sets_file = render_sets(self._published.values())
            self.sets = [set_of(json.loads(line)) for line in self.sets_file.split("\n") if line]
        except _ODD as error:
            raise BadRelease(_strange(error)) from error
        self._by_code = {card_set.code: card_set for card_set in self.sets}

    def take(self, card: Published) -> None:
        """Take the card, or note why not."""
        number = card.get("id")
        try:
            why = Message("it is in the list twice") if number in self.rows else _fault(card)
            if why is None:
                row = card_row(card, self._published)
                card_of(json.loads(json.dumps(row)), self._by_code)  # as a program that uses the files will
                self.rows[row["id"]] = row
                return
        except _ODD as error:
            why = _strange(error)
        is_kept = isinstance(number, int) and number not in self.rows and self.keep(number)
        text = N_("Card %(number)s (%(name)s) is not taken: %(why)s.")
        if is_kept:
            text = N_("Card %(number)s (%(name)s) stays as it was: %(why)s.")
        name = _short(card.get("printed_name"))
        self.refused.append(RefusedCard(name, Message(text, number=_short(number), name=name, why=why)))

    def keep(self, number: int) -> bool:
        """Take the card as it is in use; whether it is."""
        row = self._in_use.row(number)
        if row is not None:
            self.rows[number] = row
        return row is not None


_ODD = (KeyError, TypeError, ValueError, AttributeError)


def _strange(error: Exception) -> Message:
    return Message("it has a form that this version does not know (%(error)s)", error=_short(repr(error)))


def _number_of(card: Card) -> int:
    return card.id


def _short(value: object) -> str:
    return str(value)[:60]


def _objects(value: object, otherwise: Message) -> Sequence[Published]:
    if not isinstance(value, list) or not value or not all(isinstance(item, Mapping) for item in value):
        raise BadRelease(otherwise)
    return value


def _fault(card: Published) -> Message | None:
    """The fault of a published card; None when it has none."""
    kind = card.get("kind")
    if kind not in _NUMBERS:
        return Message("it is of no known kind (%(written)s)", written=_short(kind))
    if type(card.get("id")) is not int or card["id"] not in _NUMBERS[kind]:
        return Message("it has a number that its kind cannot have")
    name = card.get("printed_name")
    if not isinstance(name, str) or not name.strip() or "\n" in name:
        return Message("it has no name")
    types = card.get("types")
    allowed = CRYPT_TYPES if kind == "Crypt" else LIBRARY_TYPES
    if not isinstance(types, list) or not types or not allowed.issuperset(types):
        return Message("it has a type that is not known (%(written)s)", written=_short(types))
    if any(card.get(key) is not None and not _is_day(card[key]) for key in ("legal", "banned")):
        return Message("it has a date that is none")
    return _crypt_fault(card) if kind == "Crypt" else _library_fault(card)


def _crypt_fault(card: Published) -> Message | None:
    if not re.fullmatch(r"G[1-9]\d?|Any", str(card.get("group"))):
        return Message("it has no known group (%(written)s)", written=_short(card.get("group")))
    capacity = card.get("capacity")
    if type(capacity) is not int or not 0 <= capacity <= _MOST_CAPACITY:
        return Message("it has no possible capacity (%(written)s)", written=_short(capacity))
    return None if isinstance(card.get("clan"), str) and card["clan"] else Message("it has no clan")


def _library_fault(card: Published) -> Message | None:
    cost = card.get("cost")
    if cost is not None and not (
        isinstance(cost, Mapping)
        and cost.get("type") in COSTS
        and (cost.get("value") == "X" or type(cost.get("value")) is int)
    ):
        return Message("it has no known cost (%(written)s)", written=_short(cost))
    return None


def _is_day(value: object) -> bool:
    try:
        date.fromisoformat(str(value))
    except ValueError:
        return False
    return True
