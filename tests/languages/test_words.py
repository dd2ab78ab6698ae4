from __future__ import annotations

from datetime import date

import pytest

from toolkit.languages import ENGLISH, LANGUAGES, UnknownLanguage, natural_key, words_of

DAY = date(2026, 11, 22)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_who_it_is(language: str) -> None:
    assert words_of(language).language == language


@pytest.mark.parametrize("language", ["", "vo", "EN", "fr-FR", "../fr", "x" * 5000])
def test_a_language_that_nobody_speaks_is_refused_in_a_sentence(language: str) -> None:
    with pytest.raises(UnknownLanguage) as refused:
        words_of(language)
    assert refused.value.message.startswith("There is no language called “")
    assert refused.value.message.endswith(f"; there are: {', '.join(LANGUAGES)}.")
    assert len(refused.value.message) < 100


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "Classement"), ("es", "Clasificación"), ("pt", "Classificação"), ("it", "Classifica"), ("en", "Standings")],
)
def test_a_text_is_the_catalogue_s(language: str, said: str) -> None:
    assert words_of(language).gettext("Standings") == said


def test_italian_says_in_the_final_and_by_a_sunday_without_an_article() -> None:
    said, final = words_of("it").gettext, words_of("it").gettext("the final")
    assert said("Unlocked the result of table %(number)s in %(round)s.", number=1, round=final).endswith(" in finale.")
    assert said("The result is due to the VEKN by %(day)s.", day="domenica 6 dicembre").endswith(
        " entro domenica 6 dicembre."
    )


def test_the_empty_text_is_empty_and_a_sign_of_percent_is_one() -> None:
    assert words_of("fr").gettext("") == ""
    assert ENGLISH.gettext("100 %") == "100 %"


@pytest.mark.parametrize(
    ("language", "one", "none"),
    [
        ("en", "1 card", "0 cards"),
        ("fr", "1 carte", "0 carte"),
        ("es", "1 carta", "0 cartas"),
        ("it", "1 carta", "0 carte"),
        ("pt", "1 carta", "0 cartas"),
    ],
)
def test_nought_is_one_of_few_in_french_and_one_of_many_elsewhere(language: str, one: str, none: str) -> None:
    words = words_of(language)
    assert words.ngettext("%(num)d card", "%(num)d cards", 1) == one
    assert words.ngettext("%(num)d card", "%(num)d cards", 0) == none


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "22 November 2026", "2026-11-22"),
        ("fr", "22 novembre 2026", "22/11/2026"),
        ("es", "22 de noviembre de 2026", "22/11/2026"),
        ("it", "22 novembre 2026", "22/11/2026"),
        ("pt", "22 de novembro de 2026", "22/11/2026"),
    ],
)
def test_a_day_is_written_as_the_language_does(language: str, long: str, short: str) -> None:
    words = words_of(language)
    assert (words.day(DAY), words.short_day(DAY)) == (long, short)


@pytest.mark.parametrize(("language", "sign"), [("en", "."), ("fr", ","), ("es", ","), ("pt", ","), ("it", ",")])
def test_figures_have_the_language_s_decimal_sign(language: str, sign: str) -> None:
    words = words_of(language)
    assert [words.number(value) for value in (0, 16, 0.125, 0.12345)] == ["0", "16", f"0{sign}125", f"0{sign}1235"]
    halves = {0: "0", 4: "2", 5: f"2{sign}5", -1: f"-0{sign}5", 2001: f"1000{sign}5"}
    assert {points: words.halves(points) for points in halves} == halves


def test_names_sort_as_people_count() -> None:
    names = ["Player 10", "Zoé", "player 2", "Élan", "7 Samurai", "Player", "Łukasz", "Player 10b"]
    expected = ["7 Samurai", "Élan", "Łukasz", "Player", "player 2", "Player 10", "Player 10b", "Zoé"]
    assert sorted(names, key=natural_key) == expected
