"""Figures of a deck that every door shows: counts by type, groups, capacities, the columns of a vampire's line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from toolkit.cards.model import Card, CryptCard
from toolkit.decks.model import Deck, Entry, Reading
from toolkit.languages import Count, Listed, Message

# The order of the archive of winning decks, which every written list follows.
TYPE_ORDER = (
    "Master",
    "Conviction",
    "Action",
    "Action/Combat",
    "Action/Reaction",
    "Ally",
    "Equipment",
    "Political Action",
    "Retainer",
    "Power",
    "Action Modifier",
    "Action Modifier/Combat",
    "Action Modifier/Reaction",
    "Reaction",
    "Combat",
    "Combat/Reaction",
    "Event",
)
_RANK = {label: rank for rank, label in enumerate(TYPE_ORDER)}

# Discipline -> its trigram, for the master cards that give it and bear its name.
SKILLS = {
    "Abombwe": "abo",
    "Animalism": "ani",
    "Auspex": "aus",
    "Celerity": "cel",
    "Chimerstry": "chi",
    "Daimoinon": "dai",
    "Dementation": "dem",
    "Dominate": "dom",
    "Fortitude": "for",
    "Melpominee": "mel",
    "Mytherceria": "myt",
    "Necromancy": "nec",
    "Obeah": "obe",
    "Obfuscate": "obf",
    "Oblivion": "obl",
    "Obtenebration": "obt",
    "Potence": "pot",
    "Presence": "pre",
    "Protean": "pro",
    "Quietus": "qui",
    "Sanguinus": "san",
    "Serpentis": "ser",
    "Spiritus": "spi",
    "Temporis": "tem",
    "Thanatosis": "thn",
    "Blood Sorcery": "tha",
    "Thaumaturgy": "tha",
    "Valeren": "val",
    "Vicissitude": "vic",
    "Visceratika": "vis",
}
# Trigram -> the name of the discipline or virtue, for every trigram of the card data.
DISCIPLINES = {trigram: name for name, trigram in SKILLS.items()} | {
    "def": "Defense",
    "fli": "Flight",
    "inn": "Innocence",
    "jud": "Judgment",
    "mal": "Maleficia",
    "mar": "Martyrdom",
    "red": "Redemption",
    "str": "Striga",
    "ven": "Vengeance",
    "viz": "Vision",
}

# An opening hand of crypt cards: "min" and "max" of a list are the sums of the cheapest and dearest four.
OPENING = 4


class Capacity(NamedTuple):
    """Capacities of a crypt: sums of its four cheapest and four dearest cards, and the average of all."""

    min: int
    max: int
    average: float


def type_label(card: Card) -> str:
    """The heading under which a library card is listed: "Master", "Action Modifier/Combat"."""
    return card.label


def type_words(label: str) -> Listed:
    """The heading with the words of the reader's language: "Action/Combat"."""
    return Listed(map(Message, label.split("/")), between="/")


def type_rank(label: str) -> int:
    """The place of a heading in a list; unknown ones come last."""
    return _RANK.get(label, len(_RANK))


def copies_by_type(library: Iterable[Entry]) -> dict[str, int]:
    """Copies under each heading, in no order."""
    counts: dict[str, int] = {}
    for card, count, _ in library:
        label = card.label
        counts[label] = counts.get(label, 0) + count
    return counts


def count_by_type(library: Iterable[Entry]) -> dict[str, int]:
    """Copies under each heading, in the order of a list."""
    counts = copies_by_type(library)
    return {label: counts[label] for label in sorted(counts, key=type_rank)}


def crypt_groups(crypt: Iterable[Entry]) -> list[int]:
    """The groups of the crypt in rising order, without cards of any group."""
    return sorted({entry.card.group for entry in crypt if isinstance(entry.card, CryptCard) and entry.card.group})


def capacities(crypt: Iterable[Entry]) -> list[int]:
    """The capacity of every copy, rising."""
    values: list[int] = []
    for card, count, _ in crypt:
        if isinstance(card, CryptCard):
            values += [card.capacity] * count
    values.sort()
    return values


def capacity_figures(values: Sequence[int]) -> Capacity | None:
    """The figures of a crypt's header, from the rising capacities of all copies; None for an empty crypt."""
    if not values:
        return None
    return Capacity(sum(values[:OPENING]), sum(values[-OPENING:]), round(sum(values) / len(values), 2))


def unread_count(reading: Reading) -> Count | None:
    """How many lines among the cards were passed over, as it is said beside a verdict; None when none was."""
    if not reading.unread:
        return None
    return Count(len(reading.unread), "%(num)d line was not read as a card.", "%(num)d lines were not read as cards.")


def by_kind(deck: Deck) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The crypt cards and the library cards of a deck, wherever the list puts them."""
    strays_in_crypt = [entry for entry in deck.crypt if not isinstance(entry.card, CryptCard)]
    strays_in_library = [entry for entry in deck.library if isinstance(entry.card, CryptCard)]
    if not strays_in_crypt and not strays_in_library:
        return deck.crypt, deck.library
    crypt = [entry for entry in deck.crypt if isinstance(entry.card, CryptCard)] + strays_in_library
    library = [entry for entry in deck.library if not isinstance(entry.card, CryptCard)] + strays_in_crypt
    return tuple(crypt), tuple(library)


class CryptColumns(NamedTuple):
    """The columns behind the name, in order; "" where a card has nothing of the kind."""

    capacity: str
    disciplines: str
    path: str
    title: str
    clan: str
    """With the group behind a colon."""


# The names by which the archive's files keep two clans, new cards too: "Assamite:6" in decks/12385.txt and "Follower of
# Set:6" in decks/13153.txt of github.com/GiottoVerducci/TWD. Only cards with a path bear the new name there:
# "Banu Haqim:6" in decks/12823.txt, "Ministry:6" in decks/13460.txt.
_ARCHIVE_CLANS = {"Banu Haqim": "Assamite", "Ministry": "Follower of Set"}


def archive_clan(card: CryptCard) -> str:
    """The clan as the archive names it."""
    return card.clan if card.path else _ARCHIVE_CLANS.get(card.clan, card.clan)


def columns_of(card: CryptCard) -> CryptColumns:
    """The columns of that card in the archive: capacity, disciplines, path, title, and clan with group."""
    return CryptColumns(
        str(card.capacity),
        " ".join(sorted(card.disciplines)) or "-none-",
        card.path.split()[0] if card.path else "",
        card.title.lower() if card.title else "",
        f"{archive_clan(card)}:{card.group or 'ANY'}",
    )
