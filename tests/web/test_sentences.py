from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask

from tests.web.lists import MISSPELT, WINNER
from toolkit.cards import load
from toolkit.decks import read, rule_set, validate
from toolkit.decks.model import ProblemCode, Report
from toolkit.web.sentences import translated

CARDS = load()
DAY = date(2026, 11, 21)
CRYPT = "Crypt (12 cards)\n12x Giotto Verducci\n"
LIBRARY = "Library\n60x Govern the Unaligned\n"

# Each provokes what its code names.
LISTS: dict[ProblemCode, str] = {
    ProblemCode.CRYPT_MIN: "Crypt\n11x Giotto Verducci\n" + LIBRARY,
    ProblemCode.CRYPT_MISSING: LIBRARY,
    ProblemCode.LIBRARY_MIN: CRYPT + "Library\n59x Govern the Unaligned\n",
    ProblemCode.LIBRARY_MISSING: CRYPT,
    ProblemCode.LIBRARY_MAX: CRYPT + "Library\n91x Govern the Unaligned\n",
    ProblemCode.GROUPS: "Crypt\n6x Gilbert Duane (G1)\n6x Nana Buruku\n" + LIBRARY,
    ProblemCode.BANNED: CRYPT + LIBRARY + "1x Dramatic Upheaval\n",
    ProblemCode.UNKNOWN_CARD: CRYPT + LIBRARY + "2x Gouvern the Unaligned\n2x Zzzzzzzzzzzz\n",
    ProblemCode.AMBIGUOUS_CARD: "Crypt\n12x Gilbert Duane\n1x Theo Bell\n" + LIBRARY,
    ProblemCode.WRONG_VERSION: "Crypt\n12x Nana Buruku (G2)\n1x Nana Buruku (ADV)\n" + LIBRARY,
    ProblemCode.WRONG_SECTION: CRYPT + LIBRARY + "1x Nana Buruku\n",
    ProblemCode.BAD_COUNT: CRYPT + LIBRARY + "0x Villein\n",
    ProblemCode.DECLARED_COUNT: "Crypt (11 cards, min=1, max=2, avg=3)\n12x Giotto Verducci\nLibrary (9 cards)\n"
    "Action (3)\n60x Govern the Unaligned\n",
    ProblemCode.UNPLAYABLE_CARD: CRYPT + "Library\n60x Emerald Legionnaire\n",
    ProblemCode.NOT_A_DECK: "nothing\nat all",
}


def report_of(text: str, code: str = "constructed", on: date = DAY) -> Report:
    return validate(read(text, CARDS), rule_set(code), on)


def sentences(report: Report) -> Iterator[str]:
    for problem in report.problems:
        yield problem.message
        if problem.fix:
            yield problem.fix
    yield from report.notes


@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize("code", LISTS)
def test_what_the_domain_says_is_said_in_the_reader_s_language(app: Flask, language: str, code: ProblemCode) -> None:
    report = report_of(LISTS[code])
    assert code in {problem.code for problem in report.problems}
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [text for text in sentences(report) if translated(text) == text] == []


@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize(
    "source",
    [
        *(
            b"%PDF-1",
            b"\x89PNG",
            b"Rar!",
            b"\x1f\x8b",
            b"SQLite format 3",
            b"\xd0\xcf\x11\xe0",
            b"\x7fELF",
            b"\0\1\2\3",
        ),
        *(b"\xff\xfe\0", b"PK\3\4", b"", b"a" * 600_000),
        *('{"crypt": [', "[" * 100_000, "[]", "{}", '{"cards": {}}', "<deck>", "<!DOCTYPE deck><deck/>", "<deck/>"),
        *('<?xml version="1.0"?><other/>', "<html><body>Hello</body></html>", "1 Villein\n" * 2001),
        *(f"{CRYPT}{LIBRARY}1x {'x' * 500}", f"{CRYPT}Library\n" + "90x Villein\n" * 3),
        *(
            "https://vdb.im/decks/012345678",
            "https://elsewhere.example/",
            "Crypt\n12x Theo Bell (G2)  9  AUS  Tremere:2\n",
        ),
    ],
)
def test_why_a_source_is_no_list_is_said_in_the_reader_s_language(
    app: Flask, language: str, source: str | bytes
) -> None:
    problems = read(source, CARDS).problems
    assert problems
    said = [text for problem in problems for text in (problem.message, problem.fix) if text]
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [text for text in said if translated(text) == text] == []


@pytest.mark.parametrize(("code", "on"), [("v5", DAY), ("phased-motion", DAY), ("constructed", date(1995, 1, 1))])
def test_pools_and_dates_too(app: Flask, code: str, on: date) -> None:
    report = report_of(WINNER + "1x First Tradition: The Masquerade\n", code, on)
    assert not report.legal
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert [text for text in sentences(report) if translated(text) == text] == []


def test_figures_and_names_stay(app: Flask) -> None:
    (sentence,) = (problem.message for problem in report_of(MISSPELT).problems if problem.code == "unknown_card")
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert (
            translated(sentence)
            == "Aucune carte ne s’appelle «\N{NARROW NO-BREAK SPACE}Freak Drvie\N{NARROW NO-BREAK SPACE}»."
        )
        assert translated("The library has 91 cards; the most is 90.") == (
            "La bibliothèque a 91 cartes\N{NARROW NO-BREAK SPACE}; le maximum est 90."
        )


def test_english_and_the_unknown_stay_as_they_are(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert translated("The list is empty.") == "The list is empty."
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert translated("Something new. 100 %") == "Something new. 100 %"
