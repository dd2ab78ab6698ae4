"""A card from its row in `cards.jsonl`, and a set from its row in `sets.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from sys import intern
from typing import Any

from toolkit.cards.model import Card, CardSet, CryptCard, LibraryCard, Product

Row = dict[str, Any]


def card_of(row: Row, sets: Mapping[str, CardSet], names: tuple[str, ...] = ()) -> Card:
    """The card of that row; `names` are the short names that other tables give it."""
    translations = tuple(row.get("i18n", {}).items())
    prints = tuple(row.get("prints", ()))
    suffix = row.get("suffix")
    common: dict[str, Any] = {
        "id": row["id"],
        "name": row["name"],
        "unique_name": f"{row['name']} ({suffix})" if suffix else row["name"],
        "names": (*row.get("former", ()), *names, *dict.fromkeys(name for _, name in translations)),
        "translations": translations,
        "types": tuple(row["types"]),
        "sets": _dated_sets(prints, sets),
        "prints": prints,
        "formats": tuple(row.get("formats", ())),
        "released": _day(row.get("released")),
        "legal": _day(row.get("legal")),
        "banned": _day(row.get("banned")),
        "slug": row.get("slug", ""),
        "disciplines": tuple(row.get("disciplines", ())),
    }
    if "capacity" in row:
        return CryptCard(
            **common,
            clan=intern(row.get("clan", "")),
            path=row.get("path"),
            group=row.get("group"),
            capacity=row["capacity"],
            title=row.get("title"),
            advanced=row.get("advanced", False),
        )
    cost = row.get("cost")
    return LibraryCard(
        **common,
        cost=(cost[0], cost[1]) if cost else None,
        clans=tuple(row.get("clans", ())),
        paths=tuple(row.get("paths", ())),
        disciplines_all=row.get("disciplines_all", False),
        trifle=row.get("trifle", False),
        burn_option=row.get("burn_option", False),
    )


def set_of(row: Row) -> CardSet:
    """The expansion of that row."""
    products = (
        Product(item["code"], item["name"], item["size"], _day(item.get("released")))
        for item in row.get("products", ())
    )
    return CardSet(row["code"], row["name"], row.get("company", ""), _day(row.get("released")), tuple(products))


def _dated_sets(prints: tuple[str, ...], sets: Mapping[str, CardSet]) -> tuple[tuple[str, date | None], ...]:
    """Each set once, with its own release date or, for a promotional card, the day of the card."""
    dated: dict[str, date | None] = {}
    for print_ in prints:
        code, _, detail = print_.partition(":")
        if code not in dated:
            released = sets[code].released if code in sets else None
            dated[code] = released or (_day(detail) if detail.count("-") == 2 else None)
    return tuple(dated.items())


@cache
def _day(text: str | None) -> date | None:
    """The day; thousands of cards share a few hundred, and so the objects."""
    return date.fromisoformat(text) if text else None
