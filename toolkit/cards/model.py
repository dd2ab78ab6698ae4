"""A card: the facts that rules and readers need, and no text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from sys import intern


class Kind(StrEnum):
    """Which of the two decks a card belongs to."""

    CRYPT = "crypt"
    LIBRARY = "library"


def kind_of(number: int) -> Kind:
    """The deck that the card of that number belongs to."""
    return Kind.CRYPT if number >= 200_000 else Kind.LIBRARY


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Card:
    """The facts of every card; a database holds each card once, and a card equals only itself.

    Attributes:
        id: the official number: 100001-199999 library, 200001-299999 crypt.
        name: the printed name, trademark sign and accents included.
        unique_name: the name with the suffix that sets it apart from its namesakes ("Theo Bell (G6)"), else `name`.
        names: every other name in use: former, short, and translated ones.
        translations: language code to name, official translations only.
        types: as printed: ("Action", "Combat") for a card of two types; ("Vampire",) or ("Imbued",) in the crypt.
        sets: set code to release date, oldest first; reprints included.
        prints: where it was printed: "CE:R2" (a rare, twice on its sheet), "V5:PTr=3" (three in that preconstructed
            deck), "FoL:=2" (two in a set that is one product), "Promo:2021-10-15".
        formats: formats that the source declares the card part of by name ("V5"), beyond what its sets say.
        released: the day of its first printing, or None.
        legal: first day in tournaments as the card source has it; None when the source has none.
        banned: the day the ban took effect, or None.
        slug: the file name of its image, without extension.
        label: the heading under which lists have it, its types in order: "Master", "Action Modifier/Combat".
    """

    id: int
    name: str
    unique_name: str
    names: tuple[str, ...] = ()
    translations: tuple[tuple[str, str], ...] = ()
    types: tuple[str, ...]
    sets: tuple[tuple[str, date | None], ...] = ()
    prints: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    released: date | None = None
    legal: date | None = None
    banned: date | None = None
    slug: str = ""
    label: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", intern("/".join(sorted(self.types))))

    @property
    def kind(self) -> Kind:
        """The deck it belongs to: by its number."""
        return kind_of(self.id)

    @property
    def products(self) -> Iterator[str]:
        """The preconstructed decks and fixed sets that hold it: "V5:PTr", or "FoL" for a set that is one product."""
        for print_ in self.prints:
            product, is_fixed, _ = print_.partition("=")
            if is_fixed:
                yield product.rstrip(":")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CryptCard(Card):
    """A vampire or an imbued.

    Attributes:
        group: 1 and up; None for a card of any group.
        disciplines: trigrams, capitals for superior: ("AUS", "dom").
        any_level: the same in lower case, inferior and superior alike.
        title: as printed ("Prince", "2 Votes"), or None.
        advanced: whether this is the advanced version.
    """

    clan: str
    path: str | None = None
    group: int | None
    capacity: int
    disciplines: tuple[str, ...] = ()
    any_level: tuple[str, ...] = field(init=False, repr=False, compare=False)
    title: str | None = None
    advanced: bool = False

    def __post_init__(self) -> None:
        Card.__post_init__(self)
        object.__setattr__(self, "any_level", tuple(map(str.lower, self.disciplines)))


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """The needs of a library card from the minion that plays it; one object for all cards with the same.

    Attributes:
        clans: clans of which it must be one; empty when any may.
        paths: likewise for paths.
        disciplines: trigrams in lower case; empty when none is needed.
        disciplines_all: whether all of `disciplines` are needed together rather than any one.
    """

    clans: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    disciplines: tuple[str, ...] = ()
    disciplines_all: bool = False

    @property
    def is_one_discipline(self) -> bool:
        """Whether any one of some disciplines is all that is asked for."""
        return not self.clans and not self.paths and not self.disciplines_all


_need_of = cache(Need)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LibraryCard(Card):
    """A card of the library.

    Attributes:
        cost: ("pool" | "blood" | "conviction", a number or "X"), or None.
        clans: clans of which the playing minion must be one; empty when any may.
        paths: likewise for paths.
        disciplines: trigrams in lower case; empty when none is needed.
        disciplines_all: whether all of `disciplines` are needed together rather than any one.
        need: the same four together; None for a card that any minion, or none, may play.
    """

    cost: tuple[str, int | str] | None = None
    clans: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    disciplines: tuple[str, ...] = ()
    disciplines_all: bool = False
    need: Need | None = field(init=False, repr=False, compare=False)
    trifle: bool = False
    burn_option: bool = False

    def __post_init__(self) -> None:
        Card.__post_init__(self)
        asks = self.clans or self.paths or self.disciplines
        need = _need_of(self.clans, self.paths, self.disciplines, self.disciplines_all) if asks else None
        object.__setattr__(self, "need", need)


@dataclass(frozen=True, slots=True)
class Product:
    """A preconstructed deck or fixed set; `size` in cards."""

    code: str
    name: str
    size: int
    released: date | None = None


@dataclass(frozen=True, slots=True)
class CardSet:
    """An expansion; `released` is None for promotional cards, each of which has its own date."""

    code: str
    name: str
    company: str = ""
    released: date | None = None
    products: tuple[Product, ...] = ()

    @property
    def newest(self) -> date | None:
        """The day on which the newest of it was for sale: a set may come in several waves."""
        days = [day for day in (self.released, *(product.released for product in self.products)) if day]
        return max(days, default=None)
