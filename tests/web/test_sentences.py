from __future__ import annotations

from flask import Flask

from tests.web.lists import MISSPELT
from toolkit.cards import load
from toolkit.decks import read
from toolkit.web.base.i18n import translated


def test_figures_and_names_stay(app: Flask) -> None:
    problems = read(MISSPELT, load()).problems
    (sentence,) = (problem.message for problem in problems if problem.code == "unknown_card")
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert (
            translated(sentence)
            == "Aucune carte ne s’appelle «\N{NARROW NO-BREAK SPACE}Freak Drvie\N{NARROW NO-BREAK SPACE}»."
        )


def test_english_and_the_unknown_stay_as_they_are(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert translated(read("", load()).problems[0].message) == "The list is empty."
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert translated("Something new. 100 %") == "Something new. 100 %"
