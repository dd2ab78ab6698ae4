"""Making card data from its source: krcg's package, the only place that imports it, or the form that krcg publishes.

Both arrive as the same plain dictionaries. `card_row` takes the facts out of one, and no text; `render_rows` writes
rows so that a new release of the cards is a readable difference: by number, one card a line, keys in one order, empty
facts left out.
"""

from __future__ import annotations

import gzip
import importlib.metadata
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from toolkit.cards.files import CardFiles
from toolkit.cards.names import ARTICLES, name_key
from toolkit.cards.rows import Row
from toolkit.errors import NotFound

PACKAGE_ORIGIN = "the PyPI package krcg, which packages the card list of the Vampire: Elder Kindred Network"

Published = Mapping[str, Any]


class KrcgMissing(NotFound):
    """The optional package that holds the official card list is not installed."""

    code = "krcg_missing"


def load_package() -> tuple[list[Published], list[Published]]:
    """The cards and the sets that the installed krcg packages, in its published form.

    Raises:
        KrcgMissing: it is not installed.
    """
    try:
        import msgspec
        from krcg import vekn_csv
    except ImportError:
        raise KrcgMissing(
            "Rebuilding the card data needs the package krcg: pip install 'vtes-toolkit[krcg]'."
        ) from None
    # What load_local() does first; it then writes a pickle at a predictable place in the temporary folder.
    cards, sets = vekn_csv.from_files()
    by_code = {item.code: item for item in sets.values()}
    return msgspec.to_builtins(list(cards.values())), msgspec.to_builtins(list(by_code.values()))


def package_version() -> str:
    """The version of krcg that is installed."""
    return importlib.metadata.version("krcg")


def package_day() -> date:
    """The newest tournament in the archive that krcg packages: its card list is at least as new."""
    from krcg import twda

    return max(deck.event.date for deck in twda.load_local().values() if deck.event and deck.event.date)


def render_plays() -> str:
    """`plays.csv`: how many decks of the archive that krcg packages play each card, copies not counted."""
    from krcg import twda

    decks = twda.load_local().values()
    plays = Counter(number for deck in decks for number in {card.id for card in deck.cards})
    head = f"# How many of the {len(decks)} winning decks that krcg {package_version()} packages play each card."
    return "".join(f"{line}\n" for line in (head, "card,decks", *(f"{card},{plays[card]}" for card in sorted(plays))))


def render_archive() -> bytes:
    """The archive that krcg packages, one deck a line: cards by number, names, days and links, and no texts.

    The same archive always gives the same bytes.
    """
    from krcg import twda

    rows = []
    for deck in twda.load_local().values():
        counts = Counter[int]()
        for card in deck.cards:
            counts[card.id] += card.count
        event = deck.event
        row: Row = {
            "name": deck.name,
            "player": deck.player,
            "event": event.name if event else "",
            "place": event.place if event else "",
            "day": event.date.isoformat() if event and event.date else "",
            "link": event.url if event else "",
            "cards": {str(number): counts[number] for number in sorted(counts)},
        }
        rows.append({key: value for key, value in row.items() if value})
    return gzip.compress(render_rows(rows).encode(), mtime=0)


def render_files(cards: Iterable[Published], sets: Iterable[Published]) -> CardFiles:
    """Both files: cards by number, sets by release date, those without one first."""
    by_code = {item["code"]: item for item in sets}
    rows = (card_row(card, by_code) for card in sorted(cards, key=lambda card: int(card["id"])))
    return CardFiles(render_rows(rows), render_sets(by_code.values()))


def render_sets(sets: Iterable[Published]) -> str:
    """The sets' file: by release date, those without one first."""
    ordered = sorted(sets, key=lambda item: (item.get("release_date") or "", item["code"]))
    return render_rows(map(set_row, ordered))


def render_rows(rows: Iterable[Row]) -> str:
    """One compact JSON object a line."""
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def card_row(card: Published, sets: Mapping[str, Published]) -> Row:
    """One card's facts, empty ones left out, in the order in which they are written."""
    name = card["printed_name"]
    translations = sorted((lang, text["name"]) for lang, text in (card.get("i18n") or {}).items())
    row: Row = {
        "id": card["id"],
        "name": name,
        "suffix": card.get("unicity_suffix"),
        "former": _former_names(card),
        "i18n": {lang: text for lang, text in translations if text and text != name},
        "types": list(card["types"]),
        **(_crypt_facts(card) if card["kind"] == "Crypt" else _library_facts(card)),
        "prints": [token for print_ in card.get("prints", ()) for token in _print_tokens(print_)],
        "formats": list(card.get("formats") or ()),
        "released": _released(card, sets),
        "legal": card.get("legal"),
        "banned": card.get("banned"),
        "slug": (card.get("url") or "").rpartition("/")[2].removesuffix(".jpg"),
    }
    return {key: value for key, value in row.items() if value not in (None, "", [], {}, False)}


def set_row(expansion: Published) -> Row:
    """One expansion's facts, with its preconstructed decks."""
    products = [
        {"code": product["code"], "name": product["name"], "size": product["size"]}
        | ({"released": product["release_date"]} if product.get("release_date") else {})
        for product in (expansion.get("bundles") or {}).values()
    ]
    row: Row = {
        "code": expansion["code"],
        "name": expansion["name"],
        "company": expansion.get("company"),
        "released": expansion.get("release_date"),
        "products": products,
    }
    return {key: value for key, value in row.items() if value}


def _crypt_facts(card: Published) -> Row:
    group = card["group"]
    return {
        "clan": card["clan"],
        "path": card.get("path"),
        "group": None if group == "Any" else int(group.removeprefix("G")),
        "capacity": card["capacity"],
        "disciplines": list(card.get("disciplines") or ()),
        "title": card.get("title"),
        "advanced": card.get("advanced"),
    }


def _library_facts(card: Published) -> Row:
    need = card.get("discipline_requirement") or {}
    cost = card.get("cost")
    return {
        "cost": cost and [cost["type"].lower(), cost["value"]],
        "clans": list(card.get("clan_requirement") or ()),
        "paths": list(card.get("path_requirement") or ()),
        "disciplines": list(need.get("disciplines") or ()),
        "disciplines_all": need.get("type") == "Combo",
        "trifle": card.get("trifle"),
        "burn_option": card.get("burn_option"),
    }


def _former_names(card: Published) -> list[str]:
    """Names that the card once had, without forms that follow from another: suffix, moved article, cut at a comma."""
    written = [variant["name"] for variant in card.get("name_variants") or () if variant["type"] == "Historical"]
    keys = {name_key(card["printed_name"])}
    former = []
    for name in written:
        cut = any(
            other.startswith(name + ",") and other.rpartition(", ")[2].lower() not in ARTICLES for other in written
        )
        if cut or name_key(name) in keys or re.search(r" \((G\d+|ADV)[^)]*\)$", name):
            continue
        keys.add(name_key(name))
        former.append(name)
    return former


def _print_tokens(print_: Published) -> Iterable[str]:
    code = print_["set"]["code"]
    if not print_.get("occurrences"):
        yield code
    for occurrence in print_.get("occurrences") or ():
        match occurrence["type"]:
            case "Rarity":
                yield f"{code}:{occurrence['frequency']}{occurrence['multiplier']:g}"
            case "Precon":
                yield f"{code}:{occurrence.get('bundle') or ''}={occurrence['copies']}"
            case _:
                yield f"{code}:{occurrence['date']}"


def _released(card: Published, sets: Mapping[str, Published]) -> str | None:
    """The first day on which a product that holds the card was for sale; ISO dates sort as days do."""
    days: list[str | None] = []
    nothing: list[Published] = [{}]
    for print_ in card.get("prints") or ():
        expansion = sets.get(print_["set"]["code"], {})
        days += [
            occurrence.get("date")
            or (expansion.get("bundles", {}).get(occurrence.get("bundle") or "", {}) or {}).get("release_date")
            or expansion.get("release_date")
            for occurrence in print_.get("occurrences") or nothing
        ]
    return min((day for day in days if day), default=None)
