"""A card as it is shown to programs, by the API and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetView:
    """A set that a card was printed in; `released` is null for a promotional card without a date."""

    code: str
    released: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCostView:
    """The cost of a card: a number or "X", in pool, blood or conviction."""

    currency: str = field(metadata={"key": "in"})
    amount: int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFactsView(ViewOf[Card]):
    """A card's facts; a crypt card's and a library card's own are null on the other."""

    id: int
    name: str
    unique_name: str
    kind: Kind
    names: tuple[str, ...]
    translations: Mapping[str, str]
    types: tuple[str, ...]
    disciplines: tuple[str, ...]
    clan: str | None
    path: str | None
    group: int | None
    capacity: int | None
    title: str | None
    advanced: bool | None
    cost: CardCostView | None
    clans: tuple[str, ...]
    paths: tuple[str, ...]
    disciplines_all: bool | None
    trifle: bool | None
    burn_option: bool | None
    sets: tuple[CardSetView, ...]
    prints: tuple[str, ...]
    formats: tuple[str, ...]
    released: date | None
    legal: date | None
    banned: date | None
    slug: str


def show_card(card: Card) -> CardFactsView:
    """The facts of a card of either kind."""
    crypt = card if isinstance(card, CryptCard) else None
    library = card if isinstance(card, LibraryCard) else None
    cost = library.cost if library else None
    return CardFactsView.of(
        card,
        translations=dict(card.translations),
        disciplines=crypt.disciplines if crypt else library.disciplines if library else (),
        clan=crypt.clan if crypt else None,
        path=crypt.path if crypt else None,
        group=crypt.group if crypt else None,
        capacity=crypt.capacity if crypt else None,
        title=crypt.title if crypt else None,
        advanced=crypt.advanced if crypt else None,
        cost=CardCostView(currency=cost[0], amount=cost[1]) if cost else None,
        clans=library.clans if library else (),
        paths=library.paths if library else (),
        disciplines_all=library.disciplines_all if library else None,
        trifle=library.trifle if library else None,
        burn_option=library.burn_option if library else None,
        sets=tuple(CardSetView(code=code, released=released) for code, released in card.sets),
    )
