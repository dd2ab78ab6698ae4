"""Properties of reading that hold for any input."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.decks.reading.fuzz import GRAMMAR, check_reading, mixed, unaccounted
from tests.decks.reading.writers import LIST_FORMATS
from tests.given import given, settings, st
from tests.soak import check, fiftieth, part
from toolkit import cards as card_data
from toolkit.cards import Card, CardDatabase
from toolkit.cards.model import Kind
from toolkit.decks import read

CARDS: CardDatabase = card_data.load()
EVERY: list[Card] = list(CARDS)
DECKS = st.dictionaries(st.sampled_from(EVERY), st.integers(1, 99), min_size=3, max_size=40)


@given(st.binary(max_size=2_000))
def test_no_bytes_raise(source: bytes) -> None:
    check_reading(read(source, CARDS))


@given(st.text(max_size=2_000))
def test_no_text_raises_and_every_line_is_accounted_for(source: str) -> None:
    check_reading(read(source, CARDS))


@given(st.lists(st.sampled_from(GRAMMAR), max_size=60))
def test_any_order_of_likely_pieces_is_accounted_for(pieces: list[str]) -> None:
    source = "".join(pieces)
    reading = read(source, CARDS)
    check_reading(reading)


@given(st.lists(st.sampled_from([piece for piece in GRAMMAR if not set("<{\x00") & set(piece)]), max_size=60))
def test_every_line_of_a_text_list_is_counted_once(pieces: list[str]) -> None:
    source = "Crypt (1 card)\n1x Zip\nLibrary (1 card)\n1x Fame\n" + "".join(pieces).replace("\r", "")
    reading = read(source, CARDS)
    assert reading.lines.total == sum(bool(line.replace("\ufeff", "").strip()) for line in source.split("\n"))
    assert reading.lines.total + reading.lines.blank == len(source.removesuffix("\n").split("\n"))


@pytest.mark.parametrize("list_format", LIST_FORMATS)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_what_is_written_is_read_back(list_format: str, data: st.DataObject) -> None:
    deck = list(data.draw(DECKS).items())
    if list_format in ("names", "FELDB", "Lackey XML"):
        deck = [(card, 1 + count % 4) for card, count in deck]
    write, _ = LIST_FORMATS[list_format]
    reading = read(write(deck, CARDS), CARDS)
    assert Counter({entry.card.id: entry.count for entry in reading.deck.entries}) == Counter(
        {card.id: count for card, count in deck}
    )
    assert not reading.unresolved


def operations(source: str) -> int:
    """How many function calls reading the source takes, ours and the interpreter's."""
    import sys

    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        read(source, CARDS)
    finally:
        sys.setprofile(None)
    return calls


SHAPES = {
    "junk lines": lambda n: "\n".join(f"{i}x junk{i} of junk" for i in range(n)),
    "one long line": lambda n: "2x " + "a b (c) " * n,
    "open brackets": lambda n: "2x " + "(" * 50 * n,
    "closing brackets": lambda n: "2x Fame" + ")" * 50 * n,
    "dashes": lambda n: "2x Fame" + " --" * 50 * n,
    "colons": lambda n: "Crypt\n1x Zip" + " :2" * 50 * n,
    "figures": lambda n: "Crypt\n1x Zip " + "5 " * 50 * n,
    "headings": lambda n: "Crypt (1 card)\n" * n,
    "one block without a heading": lambda n: "2x Anson\n" * n,
    "bare names": lambda n: "Fame\n\n" * n,
    "block comments": lambda n: "/* x\n" * n + "*/",
    "a row of cards": lambda n: "2x Fame, " * n,
    "a row of junk": lambda n: "2x junk, " * n,
    "a row of words": lambda n: "junk, " * n,
    "a row of headings": lambda n: "Master: 2x Fame; " * n,
    "rows of junk": lambda n: "2x junk, 3 foo; bar x4\n" * n,
    "an unclosed row": lambda n: "2x Fame (" * n + ", 3x Fame",
    "colons in a row": lambda n: "2x Fame, 3x" + " a:" * n,
    "cells": lambda n: "[td]2x[/td]" * n,
    "cells of a page": lambda n: "<tr><td>2x<td>Fame" * n,
    "stars": lambda n: "*2x* _a_ " * n,
    "pictures": lambda n: ":fire: <:a:1> " * n,
    "numbered": lambda n: "\n".join(f"{i}. junk" for i in range(1, n)),
    "tags": lambda n: "<li>" * 50 * n,
    "open tags": lambda n: "<li" * 50 * n,
    "quotes": lambda n: '"' * 50 * n,
    "quoted lines": lambda n: '"a"\n' * n,
    "JSON": lambda n: '{"cards": {' + ", ".join(f'"{i}": 1' for i in range(n)) + "}}",
    "CSV": lambda n: "1,Fame\n" * n,
    "XML": lambda n: "<deck>" + "<a>" * n + "</a>" * n + "</deck>",
}


@pytest.mark.walk
@pytest.mark.parametrize("shape", part(SHAPES, of=3))
def test_twice_the_input_is_at_most_about_twice_the_work(shape: str) -> None:
    make = SHAPES[shape]
    operations(make(10))
    once, twice = operations(make(400) + " "), operations(make(800) + " ")
    assert twice < 2.2 * once + 2_000, (shape, once, twice)


def test_a_list_that_changes_its_way_of_counting_loses_no_card() -> None:
    """Every copy is in the deck, or stands on a line that is open or told."""
    for seed in range(400):
        source, counts = mixed(random.Random(seed))
        reading = read(source, CARDS)
        check_reading(reading)
        assert not unaccounted(source, reading), source
        found = {entry.card.name: entry.count for entry in reading.deck.entries if entry.card.kind is Kind.LIBRARY}
        told = [line.text for line in (*reading.unresolved, *reading.unread)]
        named = {CARDS.named(name)[0].name: count for name, count in counts.items()}
        missing = {name for name, count in named.items() if found.get(name) != count and name[-8:] not in "".join(told)}
        assert not missing, (source, missing, told)
        assert found.keys() <= named.keys(), source


@pytest.mark.parametrize("numbers", fiftieth("decks", parts=4))
def test_every_line_of_any_input_is_accounted_for(numbers: range) -> None:
    check("decks", numbers)
