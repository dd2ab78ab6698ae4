"""Sums of money: currencies known by their ISO 4217 code, amounts as each language writes them."""

from __future__ import annotations

import decimal
from functools import cache
from typing import Self

from toolkit.languages.message import Sayable
from toolkit.languages.words import Words


class Money(Sayable):
    """A sum: hundredths of a currency, 1200 of EUR is "€12.00".

    Attributes:
        amount: in hundredths, also of a currency that has none.
        currency: its code.
    """

    amount: int
    currency: str

    def __new__(cls, amount: int, currency: str) -> Self:
        """Of a currency that `currency_code` knows."""
        money = super().__new__(cls, _written(amount, currency, "en"))
        money.amount, money.currency = amount, currency
        return money

    def said(self, words: Words) -> str:
        """With the language's signs, each in its place."""
        return _written(self.amount, self.currency, words.language)

    def __getnewargs_ex__(self) -> tuple[tuple[int, str], dict[str, object]]:
        return (self.amount, self.currency), {}


def currency_code(text: str) -> str:
    """The code of a currency, however it was typed; empty for what is none.

    >>> currency_code(" eur "), currency_code("EURO")
    ('EUR', '')
    """
    typed = text.strip().upper()
    return typed if typed in _codes() else ""


def currencies() -> list[str]:
    """The codes of the currencies that are paid with today."""
    return sorted(_codes())


def usual_currency(country: str) -> str:
    """The currency of a country, by its ISO 3166 code; euros where that is not known.

    >>> usual_currency("CZ"), usual_currency("")
    ('CZK', 'EUR')
    """
    from babel.numbers import get_territory_currencies

    currencies = [code for code in get_territory_currencies(country) if code in _codes()] if len(country) == 2 else []
    return currencies[0] if currencies else "EUR"


def decimals_of(currency: str) -> int:
    """How many decimals of a currency are paid, at most two."""
    from babel.numbers import get_currency_precision

    return min(2, get_currency_precision(currency))


def plain_sum(amount: int) -> str:
    """Hundredths as programs and spreadsheets read them.

    >>> plain_sum(1200), plain_sum(-5)
    ('12.00', '-0.05')
    """
    return f"{decimal.Decimal(amount) / 100:.2f}"


def _written(amount: int, currency: str, language: str) -> str:
    # The figures of all languages are heavy: only for whoever needs them.
    from babel.numbers import format_currency

    return format_currency(decimal.Decimal(amount) / 100, currency, locale=language)


@cache
def _codes() -> frozenset[str]:
    from babel import Locale
    from babel.core import get_global

    named = Locale("en").currencies
    spent = {
        code
        for territory in get_global("territory_currencies").values()
        for code, _, end, is_tender in territory
        if is_tender and end is None
    }
    return frozenset(named) & spent
