"""Decks as JSON: VDB, VTESDecks, krcg (two shapes), a plain table of numbers and counts, and our own report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from toolkit.cards.model import Kind
from toolkit.decks.model import IgnoredAs
from toolkit.decks.reading.account import ONE_DECK, ListAccount, Places, add_named, add_numbered
from toolkit.decks.reading.line import ways_of
from toolkit.decks.reading.list_format import ListFormat
from toolkit.decks.reading.names import plain
from toolkit.languages import Message

_LONGEST_FIGURE = 20


def read_json(text: str, account: ListAccount) -> ListFormat:
    """Read a JSON deck into the account; which form it has."""
    try:
        data = json.loads(text, object_pairs_hook=_summed)
    except json.JSONDecodeError as error:
        account.not_a_deck(
            Message("This JSON is wrong at line %(number)s, column %(other)s.", number=error.lineno, other=error.colno),
            Message("Export the deck again."),
        )
        return ListFormat.UNKNOWN
    except (ValueError, RecursionError):
        account.not_a_deck(Message("This JSON is nested too deeply, or a number in it is too long."))
        return ListFormat.UNKNOWN
    deck = data.get("deck", data) if isinstance(data, dict) and "cards" not in data else data
    if not isinstance(deck, dict):
        account.not_a_deck(Message("This JSON is a list, not one deck."), ONE_DECK)
        return ListFormat.UNKNOWN
    _read_head(deck, account)
    places = Places(text)
    cards = deck.get("cards")
    if isinstance(cards, dict):
        _read_table(cards, account, places)
        return ListFormat.JSON_VDB if {"description", "owner", "deckid"} & deck.keys() else ListFormat.JSON_MINIMAL
    if isinstance(cards, list):
        _read_entries(cards, account, places)
        return ListFormat.JSON_KRCG5
    if "crypt" in deck or "library" in deck:
        return _read_parts(deck, account, places)
    table = {key: value for key, value in deck.items() if key.isdecimal()}
    if table:
        _read_table(table, account, places)
        return ListFormat.JSON_MINIMAL
    account.not_a_deck(Message("This JSON has neither cards nor crypt and library."))
    return ListFormat.UNKNOWN


def _summed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; figures of a repeated key, as a card on two lines, are added up."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        former = table.get(key)
        table[key] = former + value if isinstance(former, int) and isinstance(value, int) else value
    return table


def _read_head(deck: Mapping[str, Any], account: ListAccount) -> None:
    account.name = _string(deck.get("name"))
    account.author = _string(deck.get("author") or deck.get("player") or deck.get("owner"))
    description = _string(deck.get("description") or deck.get("comments") or deck.get("comment"))
    account.description += [description] if description else []
    account.metadata += sum(bool(value) for value in (account.name, account.author, description))


def _string(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _figure(value: object) -> str:
    """A count as written; what is no number at all cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return "nothing" if value is None else "no number"
    return str(value)[:_LONGEST_FIGURE] if isinstance(value, float | str) or abs(value) < 10**18 else "too many"


def _read_table(cards: Mapping[str, object], account: ListAccount, places: Places) -> None:
    """Numbers (or names) and counts; zero or less is a side list, and no part of the deck."""
    for key, value in cards.items():
        line = places.next_line_of(f'"{key}"')
        figure = _figure(value)
        if figure == "0" or (figure.startswith("-") and figure[1:].isdecimal()):
            account.ignore(line, f"{key}: {figure}", IgnoredAs.NO_CARD)
        elif key.isdecimal():
            add_numbered(account, line, key, figure)
        else:
            add_named(account, line, key, figure)


def _read_entries(entries: object, account: ListAccount, places: Places) -> None:
    for entry in _flat(entries):
        number = entry.get("id", entry.get("number_id", ""))
        if isinstance(number, dict):
            number = number.get("id", "")
        count = entry.get("count", entry.get("number", entry.get("quantity", 1)))
        name = _string(entry.get("name") or entry.get("unique_name") or entry.get("printed_name"))
        text = _figure(number) if number != "" and number is not None else ""
        line = places.next_line_of(text or name)
        if text:
            add_numbered(account, line, text, _figure(count), name=name)
        else:
            add_named(account, line, name, _figure(count))


def _read_part(entries: object, part: Kind, account: ListAccount, places: Places) -> None:
    """The cards of a part: entries, names with their counts, or lines such as "2x Fame"."""
    if isinstance(entries, dict) and entries and not any(isinstance(value, dict | list) for value in entries.values()):
        _read_table(entries, account, places)
        return
    for text in entries if isinstance(entries, list) else ():
        if isinstance(text, str) and text.strip():
            ways = [*ways_of(plain(text).strip(), account.resolver)]
            way = next((way for way, _, match in ways if match), ways[0][0])
            add_named(account, places.next_line_of(text), way.name, way.figure or "1", part=part)
    _read_entries(entries, account, places)


def _flat(entries: object) -> Iterator[Mapping[str, Any]]:
    """Entries of cards, those inside groups of a type among them."""
    if isinstance(entries, dict):
        entries = entries.get("cards")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("cards"), list):
            yield from (card for card in entry["cards"] if isinstance(card, dict))
        elif isinstance(entry, dict):
            yield entry


def _read_parts(deck: Mapping[str, Any], account: ListAccount, places: Places) -> ListFormat:
    for part in ("crypt", "library"):
        if part in deck:
            account.headings += 1
            _read_part(deck[part], Kind(part), account, places)
    return (
        ListFormat.JSON_VTESDECKS if isinstance(deck.get("crypt", deck.get("library")), list) else ListFormat.JSON_KRCG4
    )
