from __future__ import annotations

import pytest

from tests.given import given, st
from toolkit.cards.names import letters_of, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Rack", "Rack, The"),
        ("Rack", "RACK"),
        ("Père Lachaise, France", "Pere Lachaise France"),
        ("Straße", "STRASSE"),
        ("Pentex™ Subversion", "Pentex(TM) Subversion"),
        ("Bang Nakh — Tiger's Claws", "Bang Nakh -- Tiger’s Claws"),
        ("Ｋｐｉｓｔ ｍ／４５", "Kpist m/45"),
        ("Sacré-Cœur", "sacre coeur"),
        ("Thadius\u00a0Zho", "Thadius Zho"),
    ],
)
def test_two_spellings_of_a_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Local 1111", "Local 111"),
        ("Channel 10", "Channel 1"),
        ("Theo Bell", "Theo Bel"),
        ("Раven", "Raven"),  # the first is Cyrillic
        ("Lodin", "Lodin (Olaf Holte)"),
        ("Blood Doll", "Blood Doll" + " " * 200 + "and more"),
    ],
)
def test_two_names_have_two_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("name", "typed"),
    [("Đorđe", "dorde"), ("Łukasz Krüger", "lukasz kruger"), ("Ǿyvind", "oyvind"), ("Maŧe Ŋa", "mate nga")],
)
def test_letters_of_other_alphabets_are_typed_without_their_marks(name: str, typed: str) -> None:
    assert letters_of(name) == typed
    assert name_key(name) == typed.replace(" ", "")


def test_what_is_too_long_for_a_name_has_no_key() -> None:
    assert name_key("x" * 120) == "x" * 120
    assert name_key("x" * 121) == name_key("Blood Doll" + "!" * 200) == name_key("ﷺ" * 50) == ""


def test_a_word_of_an_article_alone_is_a_name() -> None:
    assert name_key("Una") == "una"


@given(st.text(max_size=200))
def test_a_key_is_letters_and_digits_and_its_own_key_but_for_articles(text: str) -> None:
    key = name_key(text)
    assert all(character.isalnum() for character in key)
    assert name_key(key) == key


@given(st.text(max_size=200))
def test_searched_letters_are_words(text: str) -> None:
    letters = letters_of(text)
    assert letters == " ".join(letters.split())
    assert all(character.isalnum() or character == " " for character in letters)
