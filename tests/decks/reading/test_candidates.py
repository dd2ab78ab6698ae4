"""What a line that names no card may mean is answered by what people say, and by the list around it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from toolkit.cards import CardDatabase
from toolkit.cards.files import DataSource
from toolkit.cards.rows import Row
from toolkit.decks.model import Reading

Read = Callable[[str], Reading]

BRUJAH = "12x Theo Bell (G6)\n"
VENTRUE = "12x Lodin (Olaf Holte)\n"


def offered(reading: Reading) -> list[str]:
    (line,) = reading.unresolved
    return [candidate.card.name for candidate in line.candidates]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("DI", "Direct Intervention"),
        ("OtQV", "On the Qui Vive"),
        ("Convert", "Anarch Convert"),
        ("Ashurs", "Ashur Tablets"),
        ("Qui Vive", "On the Qui Vive"),
        ("Bait & Switch", "Bait and Switch"),
        ("villien", "Villein"),
        ("Breath of dragon", "Breath of the Dragon"),
        ("PB: Montreel", "Powerbase: Montreal"),
        ("Montreal PB", "Powerbase: Montreal"),
        ("HG: Slum", "Slum Hunting Ground"),
        ("PS: Paris", "Praxis Seizure: Paris"),
        ("PB: LA", "Powerbase: Los Angeles"),
        ("PB: W", "Powerbase: Washington, D.C."),
    ],
)
def test_what_people_say_is_open_with_the_card_that_they_mean(reading_of: Read, said: str, meant: str) -> None:
    reading = reading_of(f"{BRUJAH}2x {said}\n")
    assert offered(reading)[0] == meant
    assert reading.problems[0].fix == f"Did you mean {meant}?"
    assert [entry.card.name for entry in reading.deck.entries] == ["Theo Bell"]


@pytest.mark.parametrize(
    ("said", "family"),
    [
        ("PB: X", "Powerbase: "),
        ("pb x", "Powerbase: "),
        ("Powerbase: X", "Powerbase: "),
        ("X HG", " Hunting Ground"),
        ("Praxis Seizure: X", "Praxis Seizure: "),
    ],
)
def test_a_letter_for_any_of_a_family_is_open_with_what_the_archive_plays_most(
    reading_of: Read, cards: CardDatabase, said: str, family: str
) -> None:
    reading = reading_of(f"{BRUJAH}2x {said}\n")
    names = offered(reading)
    assert len(names) == 3
    assert all(family in name for name in names)
    plays = [cards.plays.get(one.card.id, 0) for one in reading.unresolved[0].candidates]
    assert plays == sorted(plays, reverse=True)


@pytest.mark.parametrize(("crypt", "first"), [(BRUJAH, "Slam"), (VENTRUE, "Soak")])
def test_of_two_cards_spelled_alike_the_one_that_the_crypt_can_play_comes_first(
    reading_of: Read, crypt: str, first: str
) -> None:
    """Slam needs Potence, Soak Fortitude: a Brujah has the one, Lodin the other."""
    assert offered(reading_of(f"{crypt}4x Slak\n"))[0] == first


def test_a_vampire_of_the_clan_and_groups_comes_first(reading_of: Read) -> None:
    """Theo Bell stands in group 2 and in group 6; the crypt is of 5 and 6."""
    reading = reading_of("Crypt\n3x Dmitra Ilyanova (G5)\n1x Teo Bell\nLibrary\n1x Villein\n")
    assert reading.unresolved[0].candidates[0].card.unique_name == "Theo Bell (G6)"


def test_a_card_of_the_part_comes_first(reading_of: Read) -> None:
    """Lillian is a vampire, and nearer in letters than in habit."""
    reading = reading_of("Crypt\n3x Theo Bell (G6)\n2x Lilian\nLibrary\n1x Villein\n")
    assert offered(reading)[0] == "Lillian"


@pytest.mark.parametrize("figure", ["2x ", ""])
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Xavair (ADV)", "Xaviar (ADV)"),
        ("Xavair", "Xaviar"),
        ("Xavair Adv.", "Xaviar (ADV)"),
        ("Theo Bel (G6)", "Theo Bell (G6)"),
        ("Theo Bel (G2 ADV)", "Theo Bell (G2 ADV)"),
        ("Theo Bel (Group 2)", "Theo Bell (G2)"),
        ("Theo Bel:6", "Theo Bell (G6)"),
    ],
)
def test_a_mark_behind_a_misspelt_name_says_which_version_is_meant(
    reading_of: Read, figure: str, said: str, meant: str
) -> None:
    (line,) = reading_of(f"Crypt\n{figure}{said}\n9x Nathan Turner\n\nLibrary\n60x Vessel\n").unresolved
    assert line.text == said
    assert line.candidates[0].card.unique_name == meant


def test_the_candidates_stand_at_their_problem(reading_of: Read) -> None:
    for text in ("2x Vilein", "1x Theo Bell", "1x Lucita (G9)"):
        reading = reading_of(f"4x Fame\n{text}\n")
        assert reading.problems[-1].candidates == reading.unresolved[0].candidates != ()


def test_an_unknown_name_may_be_newer_than_the_newest_card(reading_of: Read) -> None:
    """The newest cards of the shipped data are those of New Blood III's second wave, 28 February 2026."""
    (problem,) = reading_of("2x Fame\n2x Zqxjv Wkrrt\n").problems
    assert problem.fix == "Correct the name. A card newer than 2026-02-28 is not known here yet."


def test_the_newest_card_is_the_one_that_came_out_last_whenever_it_became_legal() -> None:
    """Until 2025 a card became legal thirty days behind its release: the day that is told is that of the release."""
    rows: list[Row] = [
        {"id": 100001, "name": "Old", "types": ["Master"], "released": "2020-01-01", "legal": "2020-01-31"},
        {"id": 100002, "name": "New", "types": ["Master"], "released": "2024-05-06", "legal": "2024-06-05"},
    ]
    source = DataSource(origin="", version="", day=date(2024, 9, 9), count=2, cards_sha256="", sets_sha256="")
    assert CardDatabase(rows, [], source).newest == date(2024, 5, 6)


def test_the_last_of_two_thousand_open_lines_has_its_candidate_too(reading_of: Read) -> None:
    junk = "\n".join(f"1x Zqxj{n} wvut" for n in range(1_998))
    reading = reading_of(f"1x Fame\n{junk}\n1x Heidelberg Castle\n")
    assert reading.unresolved[-1].candidates[0].card.name == "Heidelberg Castle, Germany"


FRENCH = "10x Poupée de sang\n3x Distraction\n"


def test_a_french_name_that_is_another_cards_english_one_is_asked_about_and_not_taken(reading_of: Read) -> None:
    """Misdirection is called Distraction in French; Distraction is a card of its own."""
    reading = reading_of(FRENCH)
    assert [entry.card.name for entry in reading.deck.entries] == ["Blood Doll"]
    assert offered(reading) == ["Misdirection", "Distraction"]
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.message) == (
        "ambiguous_card",
        2,
        "“Distraction” may be Misdirection or Distraction.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "10x Blood Doll\n3x Distraction\n",
        "10x Muñeca de sangre\n3x Distraction\n",
        FRENCH.replace("ion\n", "ion (English)\n"),
    ],
)
def test_it_is_taken_in_a_list_of_another_language_and_where_the_line_says_so(reading_of: Read, text: str) -> None:
    assert [entry.card.name for entry in reading_of(text).deck.entries] == ["Blood Doll", "Distraction"]


def test_the_version_nearest_to_the_groups_of_the_crypt_is_offered_first(reading_of: Read) -> None:
    reading = reading_of("Crypt\n10x Alcoan\n2x Theo Bell (G3)\n\nLibrary\n60x Vessel\n")
    names = [one.card.unique_name for one in reading.unresolved[0].candidates]
    assert names[0] == "Theo Bell (G6)"
    assert "Write Theo Bell (G6) or " in reading.problems[0].fix
