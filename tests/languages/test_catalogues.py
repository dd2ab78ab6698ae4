"""Every catalogue is complete: no message empty, unsure, English, short of a form, a figure or a mark."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.languages.catalogues import CATALOGUES, forms, messages, originals, plural_forms
from toolkit.languages import Decimal, Message, Points, say, words_of

FIGURE = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|%%")
MARK = re.compile(r"</?\w+[^>]*>")
LETTER = re.compile(r"[^\W\d_]")


@cache
def same_as_english(language: str) -> frozenset[str]:
    """What the language says as English does, with a reason in the file."""
    reasons = tomllib.loads(Path(__file__).with_name("same_as_english.toml").read_text(encoding="utf-8"))
    return frozenset(text for lists in reasons.values() for code in ("any", language) for text in lists.get(code, []))


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_message_is_empty_unsure_or_short_of_a_form(language: str) -> None:
    for message in messages(language):
        assert not message.fuzzy, message.id
        assert len(forms(message)) == (1 if isinstance(message.id, str) else plural_forms(language)), message.id
        assert all(form.strip() for form in forms(message)), message.id


@pytest.mark.parametrize("language", CATALOGUES)
def test_figures_marks_and_the_spaces_at_the_ends_are_the_english_ones(language: str) -> None:
    for message in messages(language):
        english = originals(message)[-1]
        for form in forms(message):
            assert Counter(FIGURE.findall(form)) == Counter(FIGURE.findall(english)), form
            assert Counter(MARK.findall(form)) == Counter(MARK.findall(english)), form
            # French sets a space before ";" and ":".
            assert form[:1].isspace() in (english[:1].isspace(), form in ("\u202f; ", "\u202f: ")), form
            assert form[-1:].isspace() == english[-1:].isspace(), form


@pytest.mark.parametrize("language", CATALOGUES)
def test_nothing_is_said_in_english_without_a_reason(language: str) -> None:
    same = {
        originals(message)[0]
        for message in messages(language)
        if set(forms(message)) & set(originals(message)) and LETTER.search(FIGURE.sub("", originals(message)[0]))
    }
    assert same - same_as_english(language) == set()


def test_no_reason_to_say_it_in_english_is_left_over() -> None:
    said = {
        (code, text)
        for code in CATALOGUES
        for message in messages(code)
        if set(forms(message)) & set(originals(message))
        for text in originals(message)
    }
    assert {text for code in CATALOGUES for text in same_as_english(code)} == {
        text for code, text in said if text in same_as_english(code)
    }


@pytest.mark.parametrize("language", CATALOGUES)
def test_victory_points_have_the_decimal_comma_of_the_language(language: str) -> None:
    words = words_of(language)
    assert [say(value, words) for value in (Points(5), Decimal("0.50"), Points(4))] == ["2,5", "0,50", "2"]
    assert "2,5" in say(Message("%(seat)s has %(vp)s.", seat="A", vp=Points(5)), words)
