from __future__ import annotations

import copy
import json
import pickle
import re
from dataclasses import replace
from datetime import date

import pytest
from markupsafe import Markup

from tests.languages.catalogues import CATALOGUES, forms, messages, originals
from toolkit.languages import (
    AND,
    ENGLISH,
    OR,
    Count,
    Decimal,
    Listed,
    Message,
    NameOf,
    Points,
    Sayable,
    Whole,
    filled,
    say,
    words_of,
)

TWO_STOPS = re.compile(r"\.\.(?!\w|º)")
FIGURE = re.compile(r"%\((\w+)\)([a-z])")
FRENCH = words_of("fr")
CARDS = Count(2, "%(num)d card", "%(num)d cards")
BANNED = Message("%(name)s is banned since %(date)s.", name="Nope", date=date(2020, 1, 2))
FRAMED = Message("%(name)s's list is not legal: %(sentence)s", name="Zoé", sentence=BANNED)


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (BANNED, "Nope is banned since 2020-01-02.", "Nope est bannie depuis le 02/01/2020."),
        (
            FRAMED,
            f"Zoé's list is not legal: {BANNED}",
            "La liste de Zoé n’est pas légale\u202f: Nope est bannie depuis le 02/01/2020.",
        ),
        (CARDS, "2 cards", "2 cartes"),
        (Count(0, "%(num)d card", "%(num)d cards"), "0 cards", "0 carte"),
        (Listed(["A", "B", "C"], AND), "A, B and C", "A, B et C"),
        (Listed(["A", CARDS], OR), "A or 2 cards", "A ou 2 cartes"),
        (Listed(["A"], OR), "A", "A"),
        (Listed([]), "", ""),
        (Listed("ABCDEFG", most=5), "A, B, C, D, E and 2 more", "A, B, C, D, E et 2 de plus"),
        (Listed("ABCDE", most=5), "A, B, C, D, E", "A, B, C, D, E"),
        (Points(5), "2.5", "2,5"),
        (Decimal("3.50"), "3.50", "3,50"),
        (Whole(20_000), "20,000", "20\u202f000"),
        (Whole(-999), "-999", "-999"),
        (date(2026, 11, 22), "2026-11-22", "22/11/2026"),
        ("Remove %(copies)s.", "Remove %(copies)s.", "Remove %(copies)s."),
        (7, "7", "7"),
    ],
)
def test_a_sentence_and_its_figures_are_said_in_each_language(value: object, english: str, french: str) -> None:
    assert say(value, ENGLISH) == english
    assert say(value, FRENCH) == french


def test_on_a_page_a_figure_stays_behind_a_name_that_is_read_from_right_to_left() -> None:
    page = replace(words_of("en"), is_on_page=True)
    scores = Listed(Listed((name, Points(2)), between=" ") for name in ("אברהם", "Zoé"))
    sentence = Message("%(name)s 3: %(list)s", name="محمد", list=scores)
    assert (say(sentence, page), say(sentence, ENGLISH)) == (
        "محمد\u200e 3: אברהם\u200e 1, Zoé 1",
        "محمد 3: אברהם 1, Zoé 1",
    )
    assert say(Message("%(name)s", name=Markup("<b>אברהם</b>")), page) == "<b>אברהם</b>\u200e"


def test_a_sentence_is_its_english_wherever_a_text_is_wanted() -> None:
    assert json.dumps({"message": BANNED}) == '{"message": "Nope is banned since 2020-01-02."}'
    assert f"{BANNED} So." == "Nope is banned since 2020-01-02. So."


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("%(name)s beats %(other)s.", "Luc Jr. beats Roy Sr."),
        ("By %(name)s. Then %(other)s.", "By Luc Jr. Then Roy Sr."),
        ("(the one of %(name)s.)", "(the one of Luc Jr.)"),
        ("%(name)s...", "Luc Jr...."),
        ("%(name)s.pdf", "Luc Jr..pdf"),
    ],
)
def test_a_name_that_ends_with_a_stop_ends_its_sentence(template: str, shown: str) -> None:
    said = Message(template, name="Luc Jr.", other="Roy Sr.")
    assert (said, ENGLISH.gettext(template, name="Luc Jr.", other="Roy Sr.")) == (shown, shown)
    page = filled(Markup(template), {"name": "<Luc> Jr.", "other": "Roy Sr."})
    assert page == Markup(shown.replace("Luc", "&lt;Luc&gt;"))
    with_link = filled(Markup(template), {"name": Markup('<a href="/1">Luc Jr.</a>'), "other": "Roy Sr."})
    assert re.sub("</?a[^>]*>", "", with_link) == shown


@pytest.mark.parametrize("language", ["en", *CATALOGUES])
def test_no_sentence_has_two_stops_after_a_name(language: str) -> None:
    stopped = []
    for message in messages(CATALOGUES[0] if language == "en" else language):
        for form in originals(message) if language == "en" else forms(message):
            figures = {name: 7 if sign == "d" else "Jr." for name, sign in FIGURE.findall(form)}
            if figures and not TWO_STOPS.search(form) and TWO_STOPS.search(filled(form, figures)):
                stopped.append(form)
    assert stopped == []


def test_a_percent_sign_stands_where_there_are_no_figures() -> None:
    assert Message("100 % of it") == "100 % of it"


@pytest.mark.parametrize(
    "value",
    [FRAMED, CARDS, Listed(["A", "B"], AND, most=1), NameOf(CARDS, 1), Points(-1), Decimal("0.5"), Whole(2_000)],
)
def test_a_copy_can_still_be_said(value: Sayable) -> None:
    for twin in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert (twin, twin.said(FRENCH)) == (value, value.said(FRENCH))
