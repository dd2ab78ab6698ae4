"""Cards by what they are: clan, Disciplines, capacity, type, cost, set, title; and by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from toolkit.cards.database import CardDatabase
from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.cards.names import letters_of, name_key
from toolkit.errors import Invalid
from toolkit.languages import N_, Message

# A title that any will do for, and a group that is any group's.
ANY = "any"
_RANGE = re.compile(r"(\d{1,2})?\s*(-|–|\+)?\s*(\d{1,2})?", re.ASCII)
_COST = re.compile(r"(\d{1,2}|x)?\s*([a-z]+)?", re.ASCII)
# What costs are paid in, as the languages of the pages have it.
_PAID_IN = {
    "pool": "pool", "reserve": "pool", "reserva": "pool", "recurso": "pool",
    "blood": "blood", "sang": "blood", "sangre": "blood", "sangue": "blood",
    "conviction": "conviction", "conviccion": "conviction", "conviccao": "conviction",
}  # fmt: skip
_ANY_WORDS = frozenset((ANY, "tous", "cualquiera", "qualquer", "qualsiasi"))
_MOST = 99


class BadQuery(Invalid):
    """No card can be what is asked for: nothing of the game is called so.

    Attributes:
        field: the part of the question that is wrong ("clan").
    """

    code = "bad_query"

    def __init__(self, message: Message, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class CardQuery:
    """The wanted facts of a card; those that do not matter are None or empty.

    Attributes:
        type: the key of a type ("politicalaction").
        clan: the key of a clan: the vampire's own, or one that the library card asks for.
        disciplines: trigrams that it has all of; capitals ask for a vampire's superior level.
        group: a group, or `ANY` for cards of any group.
        capacity: the least and the greatest.
        title: the key of a title, or `ANY`.
        cost: a number or "X", 0 for none, and what it is paid in; either may be None.
        set: the code of a set.
    """

    kind: Kind | None = None
    type: str = ""
    clan: str = ""
    disciplines: tuple[str, ...] = ()
    group: int | str | None = None
    capacity: tuple[int, int] | None = None
    title: str = ""
    cost: tuple[int | str | None, str | None] | None = None
    set: str = ""

    def matches(self, card: Card) -> bool:
        """Whether the card is all of that."""
        return (
            self.kind in (None, card.kind)
            and (not self.type or self.type in map(name_key, card.types))
            and (not self.set or any(code == self.set for code, _ in card.sets))
            and (self._matches_vampire(card) if isinstance(card, CryptCard) else self._matches_library(card))
        )

    def _matches_vampire(self, card: CryptCard) -> bool:
        return (
            self.cost is None
            and (not self.clan or self.clan == name_key(card.clan))
            and all(name in (card.any_level if name.islower() else card.disciplines) for name in self.disciplines)
            and (self.group is None or self.group == (card.group or ANY))
            and (self.capacity is None or self.capacity[0] <= card.capacity <= self.capacity[1])
            and (not self.title or (card.title is not None and self.title in (ANY, name_key(card.title))))
        )

    def _matches_library(self, card: Card) -> bool:
        assert isinstance(card, LibraryCard)
        return (
            self.group is None
            and self.capacity is None
            and not self.title
            and (not self.clan or self.clan in map(name_key, card.clans))
            and all(name.lower() in card.disciplines for name in self.disciplines)
            and (self.cost is None or _costs(card, *self.cost))
        )


def _costs(card: LibraryCard, amount: int | str | None, kind: str | None) -> bool:
    if card.cost is None:
        return amount == 0
    return amount in (None, card.cost[1]) and kind in (None, card.cost[0])


def query_of(texts: Mapping[str, str], cards: CardDatabase) -> CardQuery:
    """A person's query, field by field: "clan", "discipline", "capacity", and so on; empty ones do not matter.

    Raises:
        BadQuery: nothing of the game is called so.
    """
    asked = {field: text.strip() for field, text in texts.items() if text.strip()}
    vocabulary = vocabulary_of(cards)
    return CardQuery(
        kind=_kind(asked.get("kind", "")),
        type=_one_of("type", asked.get("type", ""), vocabulary.types),
        clan=_one_of("clan", asked.get("clan", ""), vocabulary.clans),
        disciplines=_disciplines(asked.get("discipline", ""), vocabulary.disciplines),
        group=_group(asked.get("group", "")),
        capacity=_range(asked["capacity"]) if "capacity" in asked else None,
        title=_one_of("title", asked.get("title", ""), (*vocabulary.titles, ANY)),
        cost=_cost(asked["cost"]) if "cost" in asked else None,
        set=_set(asked.get("set", ""), cards),
    )


class Vocabulary:
    """The words that the cards themselves use: types, clans, titles as printed, trigrams in lower case; in order."""

    def __init__(self, cards: CardDatabase) -> None:
        crypt = [card for card in cards if isinstance(card, CryptCard)]
        self.types = _ordered(name for card in cards for name in card.types)
        self.clans = _ordered(card.clan for card in crypt)
        self.titles = _ordered(card.title for card in crypt if card.title)
        both = (card for card in cards if isinstance(card, CryptCard | LibraryCard))
        self.disciplines = _ordered(name.lower() for card in both for name in card.disciplines)


@lru_cache(maxsize=2)
def vocabulary_of(cards: CardDatabase) -> Vocabulary:
    """The words of these cards."""
    return Vocabulary(cards)


def _ordered(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words)))


def _kind(text: str) -> Kind | None:
    if text and text.casefold() not in Kind:
        raise BadQuery(Message("The kind of a card is crypt or library."), field="kind")
    return Kind(text.casefold()) if text else None


_UNKNOWN = {
    "type": N_("No type of cards is called “%(written)s”."),
    "clan": N_("No clan is called “%(written)s”."),
    "title": N_("No title is called “%(written)s”."),
}


def _one_of(field: str, text: str, names: Iterable[str]) -> str:
    key = name_key(text)
    if text and key not in map(name_key, names):
        raise BadQuery(Message(_UNKNOWN[field], written=text[:60]), field=field)
    return key


def _disciplines(text: str, vocabulary: Iterable[str]) -> tuple[str, ...]:
    names = tuple(name.upper() if name.isupper() else name.lower() for name in re.split(r"[\s,+/]+", text) if name)
    if unknown := [name for name in names if name.lower() not in vocabulary]:
        text = N_("No Discipline is written “%(written)s”: give three letters each, as “AUS dom”.")
        raise BadQuery(Message(text, written=unknown[0][:60]), field="discipline")
    return names


def _group(text: str) -> int | str | None:
    if not text:
        return None
    if text.casefold() in _ANY_WORDS:
        return ANY
    if not re.fullmatch(r"[gG]?\d{1,2}", text, re.ASCII):
        raise BadQuery(Message("A group is a number, or “any”."), field="group")
    return int(text.lstrip("gG"))


def _range(text: str) -> tuple[int, int]:
    """The two ends of "5", "5-8", "8+" or "-3"."""
    match = _RANGE.fullmatch(text)
    if match is None or not (match[1] or match[3]):
        raise BadQuery(Message("A capacity is a number, or from one to another: “5”, “5-8”, “8+”."), field="capacity")
    low = int(match[1] or 0)
    return low, int(match[3]) if match[3] else (_MOST if match[2] else low)


def _cost(text: str) -> tuple[int | str | None, str | None]:
    match = _COST.fullmatch(letters_of(text))
    amount, kind = (match[1], match[2]) if match else (None, None)
    if kind == "x":
        amount, kind = kind, None
    if (amount is None and kind is None) or (kind is not None and kind not in _PAID_IN):
        raise BadQuery(
            Message("Write a cost as a number, a currency, or both: “2”, “blood”, “1 pool”, “0”."), field="cost"
        )
    return ("X" if amount == "x" else None if amount is None else int(amount)), _PAID_IN[kind] if kind else None


def _set(text: str, cards: CardDatabase) -> str:
    if not text:
        return ""
    for code, card_set in cards.sets.items():
        if text.casefold() == code.casefold() or name_key(text) == name_key(card_set.name):
            return code
    raise BadQuery(Message("No set is called “%(written)s”.", written=text[:60]), field="set")


def find_cards(cards: CardDatabase, text: str, query: CardQuery) -> list[Card]:
    """The cards that match: those that the text finds, in that order; without a text all, by name."""
    if text:
        return [card for card in cards.search(text, limit=len(cards)) if query.matches(card)]
    return sorted(filter(query.matches, cards), key=lambda card: (letters_of(card.name), card.id))
