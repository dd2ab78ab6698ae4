"""Headings and headers known at first sight against the grammar of all of them, which reads line by line."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from tests.corpus.archive import archive
from tests.given import given, st
from toolkit.decks.reading.header import any_header, usual_header
from toolkit.decks.reading.headings import part_heading, type_heading
from toolkit.decks.reading.usual import prose_above, usual_heading
from toolkit.decks.writing import Form, write


def test_every_heading_of_the_archive_is_a_usual_one_and_means_what_the_grammar_says() -> None:
    lines = {line for one in archive() for line in write(one.deck, Form.TWD).split("\n") if line.endswith(")")}
    headings = {line: heading for line in lines if (heading := part_heading(line) or type_heading(line))}
    assert {heading.label for heading in headings.values()} >= {"crypt", "library", "Master", "Action Modifier/Combat"}
    assert len(headings) > 2500
    for line, heading in headings.items():
        assert usual_heading(line) == heading, line


PIECES = st.sampled_from(
    ("Crypt", "Library", "Master", "Action", "/", "Combat", " ", "(", ")", "12", " cards", ", min=", "4", ", max=", "9",
     ", avg=", "5.25", ".", "; ", " trifle", "Vampire", "Imbued", "\n", "-", "\N{NO-BREAK SPACE}")
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_what_is_usual_is_what_the_grammar_says(text: str) -> None:
    heading = usual_heading(text)
    assert heading is None or heading == (part_heading(text) or type_heading(text))


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("A name\n\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip\n\nLibrary (60 cards)\n60x Fame", 2),
        ("A name\n\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip\n\nLibrary (60 cards)", 2),
        ("My crypt\n\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip\n\nLibrary (60 cards)\n60x Fame", 0),
        ("Mi LIBRARY\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip\n\nLibrary (60 cards)\n60x Fame", 0),
        ("A name\nCrypt (12 cards)\n12x Zip\n\nLibrary (60 cards)\n60x Fame", 0),
        ("A name\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip\n\nLibrary (60 cards) of mine\n60x Fame", 0),
        ("Library (60 cards)\n60x Fame\nCrypt (12 cards, min=4, max=9, avg=5.25)\n12x Zip", 0),
        ("A name", 0),
    ],
)
def test_lines_above_the_cards_are_counted_where_nothing_else_may_be_a_heading(text: str, above: int) -> None:
    assert prose_above(text) == above


def test_a_usual_header_says_what_the_grammar_says() -> None:
    headers = [[line.strip() for line in write(one.deck, Form.TWD).split("\n")[:12]] for one in archive()]
    usual = [(usual_header(lines), any_header(lines)) for lines in headers]
    assert all(seen is None or seen == read for seen, read in usual)
    assert sum(seen is not None for seen, _ in usual) > 0.8 * len(usual)


HEADER = ("Event: II", "Paris, France", "October 1st 2016", "3R+F", "12 players", "A winner", "https://there", "", "-")
OTHERS = (
    "", "Name: Event", "Title: Paris", "Paris 12", "Oct 1st 2016", "February 30th 2016", "2016-10-01", "players",
    "May 2nd 2016 -- May 3rd 2016", "3R", "2 rounds", "123456 players", "0 players", "By: A winner", "12", "http://here"
)  # fmt: skip


@pytest.mark.parametrize(("one", "other"), list(combinations_with_replacement(range(len(HEADER)), 2)))
def test_what_is_a_usual_header_is_what_the_grammar_says(one: int, other: int) -> None:
    """The header with any two of its lines left out or replaced."""
    for first, second in product((None, *OTHERS), repeat=2):
        lines = list(HEADER)
        lines[other : other + 1] = [second] if second is not None else []
        lines[one : one + 1] = [first] if first is not None else []
        seen = usual_header(lines)
        assert seen is None or seen == any_header(lines), lines


def test_a_usual_header_has_an_address_and_rounds_or_not() -> None:
    for left_out in ((), (6,), (3,), (3, 6)):
        lines = [line for place, line in enumerate(HEADER) if place not in left_out]
        assert usual_header(lines) == any_header(lines), lines
        assert usual_header(lines) is not None, lines
