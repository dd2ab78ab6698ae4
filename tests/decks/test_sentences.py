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


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "Remove the cards of group 4 (3 Nana Buruku and 1 Nana), or the cards of group 2 (7 Giotto Verducci).",
            "Retirez les cartes du groupe 4 (3 Nana Buruku et 1 Nana) ou celles du groupe 2 (7 Giotto Verducci).",
        ),
        ("Dramatic Upheaval is banned since 2005-01-01.", "Dramatic Upheaval est bannie depuis le 01/01/2005."),
        ("The average capacity says 6; counted are 7.36.", "La capacité moyenne dit 6 ; on compte 7,36."),
        (
            "No card of the crypt is Harbinger of Skulls and has Potence or Celerity, which Something needs.",
            "Aucune carte de la crypte ne remplit ce que Something demande "
            "(clan : Harbinger of Skulls, Disciplines : Potence ou Celerity).",
        ),
        (
            "Remove the cards of group 2 (2 Hugo), or the cards of groups 5 and 6 (1 Lodin (Olaf Holte) and 2 Indira).",
            "Retirez les cartes du groupe 2 (2 Hugo) ou celles des groupes 5 et 6 (1 Lodin (Olaf Holte) et 2 Indira).",
        ),
        (
            "There is no Theo Bell of group 6 and advanced; there is group 2, group 2 advanced, group 6.",
            "Il n’y a pas de Theo Bell du groupe 6 et avancé ; il y a : groupe 2, groupe 2 avancé, groupe 6.",
        ),
        (
            "There is no Anarch Convert of group 2; there is any group.",
            "Il n’y a pas de Anarch Convert du groupe 2 ; il y a : tout groupe.",
        ),
        (
            "Line 6 gives Horst von Brühl capacity 7, the card has 6; disciplines FOR, the card has FOR aus; "
            "clan Lasombra, the card is Ventrue.",
            "La ligne 6 donne à Horst von Brühl : capacité 7, la carte a 6 ; disciplines FOR, la carte a FOR aus ; "
            "clan Lasombra, la carte est Ventrue.",
        ),
        ("This is a picture, not a decklist.", "C’est une image, pas une liste."),
    ],
)
def test_figures_are_written_as_the_language_does(english: str, french: str) -> None:
    assert translated(english, words_of("fr")).replace("\N{NARROW NO-BREAK SPACE}", " ") == french


def test_what_no_rule_says_stays_as_it_is() -> None:
    assert translated("Something new. 100 %", words_of("fr")) == "Something new. 100 %"
