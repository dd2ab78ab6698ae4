"""Headings known at first sight against the grammar of all headings, which reads them one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.archive import archive
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
