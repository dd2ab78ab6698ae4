"""The measure counts as it is defined: by hand-counted texts."""

from __future__ import annotations

import tomllib

import pytest

from toolkit.cli import FAMILIES
from tools.plain_words import LIMITS, begins_with, command_helps, first_sentence, measured, paragraphs_of

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


VERBS = tomllib.loads(LIMITS.read_text("utf-8"))["verbs"]


@pytest.mark.parametrize(
    ("summary", "is_plain"),
    [
        ("Show the standings.", True),
        ("Check, convert and compare decklists.", True),
        ("A player leaves.", False),
        ("The phase is over.", False),
        ("Who did what, and when.", False),
        ("Let it run again.", False),
        ("Say why a list is not legal.", False),
        ("", False),
    ],
)
def test_a_summary_begins_with_a_plain_verb(summary: str, is_plain: bool) -> None:
    assert begins_with(VERBS, summary) == is_plain
    assert not {"Let", "Tell", "Say", "Hold", "Stand"} & {*VERBS}


def test_the_programs_list_says_of_a_family_what_its_help_says() -> None:
    helps = command_helps()
    assert {name: first_sentence(helps[f"vtes-toolkit {name}"]) for name in FAMILIES} == FAMILIES
