"""Countries by their ISO 3166 codes, as the Unicode's locale data (CLDR) call them."""

from __future__ import annotations

import pytest

from toolkit.languages import say, words_of
from toolkit.languages.countries import country_code, country_codes, country_of


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("CZ", "CZ"), ("cz", "CZ"), ("Czechia", "CZ"), ("Czech Republic", "CZ"), ("Tchéquie", "CZ"), ("chequia", "CZ"),
        ("USA", "US"), ("United States", "US"), ("UK", "GB"), ("England", "GB"), (" allemagne ", "DE"),
        ("Bohemia", ""), ("", ""), ("EU", ""), ("C", ""), ("Česko", ""),
    ],
)  # fmt: skip
def test_a_country_is_known_by_its_code_and_its_names(typed: str, code: str) -> None:
    assert country_code(typed) == code


def test_each_language_calls_it_its_own_way() -> None:
    assert [say(country_of("CZ"), words_of(language)) for language in ("en", "fr", "es", "pt")] == [
        "Czechia",
        "Tchéquie",
        "Chequia",
        "Tchéquia",
    ]
    assert say(country_of("Bohemia"), words_of("fr")) == "Bohemia"


def test_every_code_is_a_country_s() -> None:
    assert {"FR", "BR", "PH", "ZA"} <= set(country_codes())
    assert 240 < len(country_codes()) < 270
