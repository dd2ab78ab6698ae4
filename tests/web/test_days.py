"""Days on pages: as on the sheets, in the reader's language; programs and commands keep figures."""

from __future__ import annotations

import re
from datetime import date

import pytest
from flask import Flask

from toolkit import paths
from toolkit.languages import Message
from toolkit.web.base.i18n import day_words, speak, translated

DAY = date(2026, 11, 29)
BANNED = Message("%(name)s is banned since %(date)s.", name="Nope", date=DAY)
# What would be a second form: babel's own, or a day as it is stored.
OTHER = re.compile(r"dateformat|format_date\b|\.date\b ?\| ?string|\.(?:date|day) or \"\"")


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "29 November 2026"),
        ("fr", "29 novembre 2026"),
        ("es", "29 de noviembre de 2026"),
        ("pt", "29 de novembro de 2026"),
        ("it", "29 novembre 2026"),
    ],
)
def test_a_page_says_a_day_as_the_sheets_do(app: Flask, language: str, shown: str) -> None:
    with app.test_request_context():
        speak(language)
        assert day_words(DAY) == day_words("2026-11-29") == shown
        assert shown in translated(BANNED)
    assert str(BANNED) == "Nope is banned since 2026-11-29."


def test_no_day_is_no_word(app: Flask) -> None:
    with app.test_request_context():
        assert day_words(None) == day_words("") == ""
        assert day_words("2022") == "2022"


def test_pages_have_one_form_of_a_day() -> None:
    pages = [*paths.TEMPLATES.rglob("*.html"), *(paths.TEMPLATES.parent / "toolkit" / "web").rglob("*.py")]
    assert len(pages) > 200
    assert [page.name for page in pages if OTHER.search(page.read_text(encoding="utf-8"))] == []
