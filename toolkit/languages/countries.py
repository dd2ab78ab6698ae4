"""Countries: known by their ISO 3166 code, called as each language calls them, recognised however they were typed."""

from __future__ import annotations

from functools import cache
from typing import Self

from babel import Locale

from toolkit.languages import sort_key
from toolkit.languages.message import Sayable
from toolkit.languages.words import LANGUAGES, Words

# What people write who mean one, and no language's own name for it.
_ALSO = {"usa": "US", "uk": "GB", "england": "GB", "czech republic": "CZ"}
# Codes that stand for no country: unions, and what is set aside for tests.
_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})


class Country(Sayable):
    """A country, by its English name; each language says its own.

    Attributes:
        code: ISO 3166 alpha-2.
    """

    code: str

    def __new__(cls, code: str) -> Self:
        """The code is one of `country_codes`."""
        country = super().__new__(cls, _names("en")[code])
        country.code = code
        return country

    def said(self, words: Words) -> str:
        """Its name in the language."""
        return _names(words.language).get(self.code, str(self))

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str]]:
        return (self.code,), {}


def country_codes() -> list[str]:
    """The codes of all countries."""
    return list(_names("en"))


def country_code(text: str) -> str:
    """The code of what was typed: a code, or a name in one of our languages; empty for what is none.

    >>> country_code("Tchéquie"), country_code("UK"), country_code("Bohemia")
    ('CZ', 'GB', '')
    """
    typed = text.strip()
    return typed.upper() if typed.upper() in _names("en") else _codes().get(sort_key(typed), "")


def country_of(text: str) -> str:
    """The country that a stored text names, to be said in any language; a text that names none as it is."""
    code = country_code(text)
    return Country(code) if code else text


@cache
def _names(language: str) -> dict[str, str]:
    territories = Locale(language).territories
    return {
        code: name
        for code, name in territories.items()
        if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
    }


@cache
def _codes() -> dict[str, str]:
    codes = dict(_ALSO)
    for language in LANGUAGES:
        codes.update((sort_key(name), code) for code, name in _names(language).items())
    return codes
