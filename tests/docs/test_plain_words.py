"""The measure counts as it is defined: by hand-counted texts."""

from __future__ import annotations

import pytest

from tools.plain_words import measured, paragraphs_of

LONG = " ".join(["word"] * 26) + "."


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One two three four. Five six seven eight.", 2),
        ("Too short a one. Yes, it is. Eight", 1),
        ("Runs `vtes-toolkit serve --demo` at once, e.g. at home.", 1),
        ("- a list item of five\n- another one of five", 2),
        ("# A heading of five words\n\n    indented code of five words\n\n```\nfenced code of five words\n```", 0),
        ("| a table of five | words in a row |\n|---|---|\n| cells of a table | are left out too |", 0),
        ("<p>A block of HTML here</p>", 0),
        ("Lines of one paragraph\nare one sentence here.", 1),
    ],
)
def test_what_counts_as_a_sentence(text: str, sentences: int) -> None:
    assert len(measured(paragraphs_of(text)).sentences) == sentences


def test_a_sentence_of_26_words_is_long() -> None:
    assert len(measured([LONG]).long) == 1
    assert not measured([LONG.removeprefix("word ")]).long


@pytest.mark.parametrize(
    ("sentence", "is_one"),
    [
        ("Whoever has a copy has the key.", True),
        ("It names the one, of which there are two.", True),
        ("Of an older copy add the newest.", True),
        ("What does it cost you now?", False),
        ("The players who came are listed here.", False),
    ],
)
def test_a_free_relative(sentence: str, is_one: bool) -> None:
    assert len(measured([sentence]).free_relatives) == is_one
