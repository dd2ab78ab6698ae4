"""The tables kept by hand: every row names something that the card data has."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

import pytest

from toolkit.cards import Card, CardDatabase, CryptCard, load
from toolkit.paths import CARD_DB


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


@pytest.fixture(scope="module")
def v5() -> dict[str, Any]:
    return tomllib.loads((CARD_DB / "v5.toml").read_text())


def in_pool(card: Card, v5: dict[str, Any]) -> bool:
    codes = {row["code"] for row in v5["products"]} & set(card.products)
    sets = {row["code"] for row in v5["sets"]} & {code for code, _ in card.sets}
    return bool(codes or sets or set(v5["formats"]) & set(card.formats) or card.id in {r["id"] for r in v5["cards"]})


def test_the_pool_holds_what_the_rule_counts(v5: dict[str, Any]) -> None:
    """VEKN 6.4: 14 preconstructed decks, 11 New Blood packs, 3 packs and promotional ones; then 4 and 3 new decks."""
    heads = [row["line"].partition(":")[0] for row in v5["products"]]
    assert heads.count("Fifth Edition preconstructed decks (14 decks)") == 14
    assert heads.count("Fifth Edition New Blood packs (11 packs)") == 11
    assert len(heads) == 14 + 11 + 4 + 3
    assert [row["code"] for row in v5["sets"]] == ["FoL", "SoB", "30th", "PP3"]


def test_every_product_of_the_pool_is_known_with_its_day(cards: CardDatabase, v5: dict[str, Any]) -> None:
    for row in v5["products"]:
        code, _, deck = row["code"].partition(":")
        (product,) = [item for item in cards.sets[code].products if item.code == deck]
        assert (row["name"], row["since"]) == (product.name, product.released or cards.sets[code].released)
        assert any(row["code"] in card.products for card in cards)
    for row in v5["sets"]:
        assert (row["name"], row["since"]) == (cards.sets[row["code"]].name, cards.sets[row["code"]].released)


def test_every_row_of_the_pool_quotes_its_line(v5: dict[str, Any]) -> None:
    rows = [*v5["products"], *v5["sets"], *v5["cards"]]
    assert all(row["line"] and isinstance(row["certain"], bool) for row in rows)
    assert all("note" in row for row in rows if not row["certain"])


def test_the_pool_by_known_cards(cards: CardDatabase, v5: dict[str, Any]) -> None:
    pool = [card for card in cards if in_pool(card, v5)]
    assert (len(pool), sum(isinstance(card, CryptCard) for card in pool)) == (750, 266)
    assert not [card.name for card in pool if card.banned]
    # "A Govern the Unaligned from 1994 Jyhad base set - legal."
    assert in_pool(cards.named("Govern the Unaligned")[0], v5)
    # Echoes of Gehenna (the last two) is named by no line, nor is anything from before the fifth edition.
    for name in ("Theo Bell (G2)", "Ambush", "Absimiliard's Army", "Blood Trade"):
        assert not in_pool(cards.named(name)[0], v5), name


def test_the_groups_of_the_pool_are_those_of_the_fifth_edition(cards: CardDatabase, v5: dict[str, Any]) -> None:
    older = [c.unique_name for c in cards if isinstance(c, CryptCard) and in_pool(c, v5) and (c.group or 6) < 5]
    assert older == ["Tegyrius, Vizier (G2)", "Weirich Waldburg"]


def test_legality_follows_the_change_of_the_rule(cards: CardDatabase) -> None:
    table = tomllib.loads((CARD_DB / "legality.toml").read_text())
    assert (table["on_release_since"], table["days_after_release"]) == (date(2025, 9, 21), 30)
    assert table["exceptions"] == []
    for card in cards:
        assert card.released is not None
        assert card.legal is not None
        if card.sets[0][0] in ("Promo", "POD"):
            continue
        days = 0 if card.released >= table["on_release_since"] else table["days_after_release"]
        assert (card.legal - card.released).days == days, card
