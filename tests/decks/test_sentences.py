from __future__ import annotations

import pytest

from toolkit.decks.sentences import translated
from toolkit.languages import words_of


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The library has 91 cards; the most is 90."),
        ("fr", "La bibliothèque a 91 cartes\N{NARROW NO-BREAK SPACE}; le maximum est 90."),
        ("es", "La biblioteca tiene 91 cartas; el máximo es 90."),
    ],
)
def test_a_fault_is_said_in_the_language_asked_for(language: str, said: str) -> None:
    assert translated("The library has 91 cards; the most is 90.", words_of(language)) == said


def test_what_no_rule_says_stays_as_it_is() -> None:
    assert translated("Something new. 100 %", words_of("fr")) == "Something new. 100 %"
