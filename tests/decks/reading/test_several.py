"""Several decks in one text: each is offered, none is mixed with another."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from toolkit.cards import CardDatabase, load
from toolkit.decks import ProblemCode, check, read
from toolkit.decks.model import OfferedDeck, Reading
from toolkit.decks.reading.read import UnknownDeck, decks_in

ONE = "Deck Name: Alpha\nAuthor: Ann\n\nCrypt (12 cards)\n12x Nana Buruku\n\nLibrary (60 cards)\n60x Villein\n"
OTHER = "Deck Name: Beta\n\nCrypt (7 cards)\n7x Anson\n\nLibrary (40 cards)\n38x Fame\n2x Vilein\n"


@cache
def cards() -> CardDatabase:
    return load()


def copies(reading: Reading) -> dict[str, int]:
    return {entry.card.name: entry.count for entry in reading.deck.entries}


def choices(text: str) -> list[dict[str, int]]:
    return [copies(read(text, cards(), deck=place)) for place in range(1, len(read(text, cards()).decks) + 1)]


ALPHA, BETA = {"Nana Buruku": 12, "Villein": 60}, {"Anson": 7, "Fame": 38}


def test_two_decks_are_said_and_offered() -> None:
    reading = read(f"{ONE}\n{OTHER}", cards())
    assert reading.decks == (OfferedDeck("Alpha", 1, 9, 12, 60), OfferedDeck("Beta", 10, 17, 7, 38))
    (problem,) = reading.problems
    assert problem.code is ProblemCode.SEVERAL_DECKS
    assert problem.message == "This text has 2 decks: “Alpha” (lines 1 to 9), “Beta” (lines 10 to 17)."


def test_no_verdict_is_given_on_a_mixture() -> None:
    report = check(f"{ONE}\n{OTHER}", cards(), on=date(2026, 1, 1))
    assert not report.legal
    assert [problem.code for problem in report.problems] == [ProblemCode.SEVERAL_DECKS]
    assert (list(report.deck.entries), report.repair) == ([], ())


def test_one_of_them_is_judged_by_its_own_cards_and_lines() -> None:
    text = f"{ONE}\n{OTHER}"
    report = check(text, cards(), on=date(2026, 1, 1), deck=1)
    assert (report.legal, copies(report.reading), report.deck.author) == (True, ALPHA, "Ann")
    report = check(text, cards(), on=date(2026, 1, 1), deck=2)
    assert (copies(report.reading), report.deck.name) == (BETA, "Beta")
    assert [(line.line, line.text) for line in report.reading.unresolved] == [(17, "Vilein")]


@pytest.mark.parametrize(("text", "wanted"), [(f"{ONE}\n{OTHER}", 3), (f"{ONE}\n{OTHER}", 0), (ONE, 2)])
def test_a_deck_that_is_not_there_is_refused(text: str, wanted: int) -> None:
    with pytest.raises(UnknownDeck, match=f"no deck number {wanted}"):
        check(text, cards(), on=date(2026, 1, 1), deck=wanted)


def test_each_is_a_text_of_its_own() -> None:
    one, other = decks_in(f"{ONE}\n{OTHER}", cards())
    assert (one, other) == (ONE, OTHER)
    assert decks_in(ONE, cards()) == []


BETWEEN = {
    "nothing": "",
    "an empty line": "\n",
    "a rule": "\n-----------\n",
    "prose": "\nThanks to all of you, it was great fun.\n\n",
    "a title": "\n\nMy second deck\n\n",
    "an event": "\nCoupe de Lyon\nLyon, France\nMay 1st 2025\n3R+F\n20 players\nAnn\n\n",
}


@pytest.mark.parametrize("between", BETWEEN.values(), ids=BETWEEN)
@pytest.mark.parametrize("head", ["Deck Name: Beta\n\n", ""])
def test_whatever_stands_between_two_decks(between: str, head: str) -> None:
    other = OTHER.replace("Deck Name: Beta\n\n", head)
    reading = read(f"{ONE}{between}{other}", cards())
    assert [(deck.crypt, deck.library) for deck in reading.decks] == [(12, 60), (7, 38)]
    assert (reading.decks[0].name, reading.decks[0].first) == ("Alpha", 1)
    assert reading.decks[1].first == reading.decks[0].last + 1
    assert reading.lines.total + reading.lines.blank == f"{ONE}{between}{other}".count("\n")
    assert not head or reading.decks[1].name == "Beta"


def test_an_event_between_two_decks_is_the_second_one_s() -> None:
    text = f"{ONE}{BETWEEN['an event']}{OTHER}"
    (first, second) = (read(text, cards(), deck=place).deck for place in (1, 2))
    assert first.header is None
    assert second.header is not None
    assert (second.header.event, second.name) == ("Coupe de Lyon", "Beta")


def test_a_title_between_two_decks_is_the_second_one_s() -> None:
    text = f"{ONE}{BETWEEN['a title']}{OTHER.removeprefix('Deck Name: Beta')}"
    assert [deck.name for deck in read(text, cards()).decks] == ["Alpha", "My second deck"]


SINGLE = {
    "a stray vampire below the library": f"{ONE}1x Anson\n",
    "a second crypt of few": f"{ONE}\nSideboard\n2x Anson\n20x Fame\n",
    "a stray card in the crypt": "Crypt\n6x Nana Buruku\n2x Fame\n6x Anson\nLibrary\n60x Villein\n",
    "a library in two": f"{ONE}\nLibrary\n20x Fame\n",
    "every card by its name": "3x Anson\n30x Fame\n9x Nana Buruku\n30x Villein\n",
    "a description with cards": "I had\n12x Nana Buruku\nand\n4 Villein\nbefore.\n\n" + ONE.split("\n\n", 1)[1],
}


@pytest.mark.parametrize("text", SINGLE.values(), ids=SINGLE)
def test_one_deck_is_one_however_its_cards_stand(text: str) -> None:
    assert read(text, cards()).decks == ()


def test_a_vampire_among_library_cards_begins_no_deck() -> None:
    reading = read(ONE.replace("60x Villein", "30x Villein\n8x Raven\n30x Fame"), cards())
    assert not reading.decks
    assert copies(reading) == {"Nana Buruku": 12, "Villein": 30, "Fame": 30, "Camille Devereux, The Raven": 8}


def test_three_decks_are_three() -> None:
    assert choices(f"{ONE}\n{OTHER}\n{ONE}") == [ALPHA, BETA, ALPHA]


def test_two_decks_of_a_line_each_are_two() -> None:
    text = "Alpha: 12x Nana Buruku, 60x Villein\nBeta: 7x Anson, 38x Fame\n"
    assert choices(text) == [ALPHA, BETA]
    assert [(deck.first, deck.last, deck.name) for deck in read(text, cards()).decks] == [
        (1, 1, "Alpha"),
        (2, 2, "Beta"),
    ]


def test_two_decks_on_one_line_are_two() -> None:
    assert choices("12x Nana Buruku, 60x Villein, 7x Anson, 38x Fame") == [ALPHA, BETA]
