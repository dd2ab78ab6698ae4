"""What the archive's files contain besides cards: made-up lists with the surprises of real ones."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from toolkit.decks.model import Declared, ProblemCode, Reading
from toolkit.decks.reading import ListFormat
from toolkit.decks.reading.header import parse_date
from toolkit.decks.reading.headings import part_heading, type_heading

Read = Callable[[str | bytes], Reading]

OLD_FILE = """\
Night of the Long Knives
Utrecht, Netherlands
July 2nd 2005
3R+F
16 players
Jan Jansen
https://www.vekn.net/event-calendar/event/1

-- 2gw8 + 3vp in the final

Deck Name: Under the Streets
Created by: Piet Pietersen
Description:
Crypt is what I had, the rest is history.
Library has too many masters:
3x Blood Doll would have been enough
4 Deflection -- maybe one more

Crypt (5 cards, min=10, max=21, avg=3.75)
------------------------------------------
1x Christanius Lionel, The Mad Chronicler 6   ANI OBF pot\t\tNosferatu antitribu:2
1x Calebros, The Martyr\t\t\t  5   ANI obf pot\tprince\tNosferatu:2
1x Zip\t\t\t\t\t  2   ani\t\t\tRavnos:3
2x Neferu            9 OBF PRE SER THA dom nec   2 votes   Follower of Set:4

You can see from the crypt that luck is needed.

Library 30

Master 6; 1 trifle
4 Blood Doll
Animalism x2
1 Direct Intervention (I am thinking of another one, this
card is crucial)
1  Dominate /* did not use it, but it was
nearly as good, right? */
1x Slum Hunting Ground

Obfuscate 9
3 Faceless Night
6 Cloak the Gathering
-- it was enough, I never needed
more than this.

Animalism: 3
3Raven Spy
Non-skilled: 3
1x Fame - saved me a lot of times
Dodge\t2

Combat/Action Modifier [2]
2x Swallowed by the Night

actin
2 Computer Hacking

Greetings,

Pieter de Vries
Lazarus
"""


def counts_of(reading: Reading) -> dict[str, int]:
    return {entry.card.name: entry.count for entry in reading.deck.entries}


def test_an_old_file_is_read_to_the_last_line(reading_of: Read) -> None:
    reading = reading_of(OLD_FILE)
    assert counts_of(reading) == {
        "Christanius Lionel, The Mad Chronicler": 1,
        "Calebros, The Martyr": 1,
        "Zip": 1,
        "Neferu": 2,
        "Blood Doll": 4,
        "Animalism": 2,
        "Direct Intervention": 1,
        "Dominate": 1,
        "Slum Hunting Ground": 1,
        "Faceless Night": 3,
        "Cloak the Gathering": 6,
        "Raven Spy": 3,
        "Fame": 1,
        "Dodge": 2,
        "Swallowed by the Night": 2,
        "Computer Hacking": 2,
    }
    assert not reading.unresolved
    assert [problem.code for problem in reading.problems] == [ProblemCode.SIGNATURE]
    assert reading.list_format is ListFormat.TWD_COMMENTED


def test_the_account_of_an_old_file_has_every_line(reading_of: Read) -> None:
    lines = reading_of(OLD_FILE).lines
    assert lines.total == sum(bool(line.strip()) for line in OLD_FILE.split("\n"))
    assert (lines.cards, lines.headings, lines.unresolved) == (16, 9, 0)
    assert lines.total == lines.cards + lines.headings + lines.metadata + lines.ignored + lines.unresolved


def test_the_header_of_an_old_file_is_told(reading_of: Read) -> None:
    deck = reading_of(OLD_FILE).deck
    assert deck.header is not None
    assert (deck.name, deck.author) == ("Under the Streets", "Piet Pietersen")
    assert deck.header.event == "Night of the Long Knives"
    assert (deck.header.place, deck.header.date) == ("Utrecht, Netherlands", date(2005, 7, 2))
    assert (deck.header.rounds, deck.header.players, deck.header.winner) == ("3R+F", 16, "Jan Jansen")
    assert deck.header.url == "https://www.vekn.net/event-calendar/event/1"
    assert deck.header.score == "2gw8 + 3vp in the final"
    assert deck.description.startswith("Crypt is what I had")


def test_what_a_list_declares_of_itself_is_kept(reading_of: Read) -> None:
    declared = reading_of(OLD_FILE).declared
    assert declared[:4] == (
        Declared("crypt", 5, 19),
        Declared("min", 10, 19),
        Declared("max", 21, 19),
        Declared("average", 3.75, 19),
    )
    rest = {item.what: item.value for item in declared[4:]}
    assert rest == {"library": 30, "Master": 6, "Action Modifier/Combat": 2}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("October 1st 2016", date(2016, 10, 1)),
        ("October 1st 2016 -- October 2nd 2016", date(2016, 10, 1)),
        ("May 31st, 2008", date(2008, 5, 31)),
        ("2026-09-14", date(2026, 9, 14)),
        ("2026-08-29 11:00:00", date(2026, 8, 29)),
        ("Providence, Rhode Island", None),
        ("12 players", None),
        ("3R+F", None),
        ("February 31st 2008", None),
    ],
)
def test_a_date_is_known_by_its_form(text: str, day: date | None) -> None:
    assert parse_date(text) == day


def test_an_iso_date_does_not_shift_the_header(reading_of: Read) -> None:
    text = "Spring Cup\nOnline\n2026-08-29 11:00:00\n2R+F\n14 players\nAna Silva\n\nCrypt\n1x Zip\n\nLibrary\n1x Fame\n"
    header = reading_of(text).deck.header
    assert header is not None
    assert (header.date, header.winner, header.players) == (date(2026, 8, 29), "Ana Silva", 14)


PARTS = [
    ("Crypt (12 cards, min=11, max=22, avg=4)", "crypt"),
    ("Crypt (12 cards, min=4 max=40 avg=6)", "crypt"),
    ("Crypt [12 vampires] Capacity min: 2 max: 10 average: 5.84", "crypt"),
    ("Crypt: (12 vampires, Min: 2, Max: 10 Ave: 7)", "crypt"),
    ("Crypt:", "crypt"),
    ("## Crypt", "crypt"),
    ("**Crypt (12)**", "crypt"),
    ("Library (89 cards)", "library"),
    ("Library 90", "library"),
    ("Library - 90", "library"),
    ("library [90]:", "library"),
    ("Librairie (90)", "library"),
    ("LIBRARY", "library"),
    ("Grimório (60 cartas)", "library"),
    ("Librería: 60", "library"),
    ("Libreria: 60 carte", "library"),
    ("Bibliotheek (60 kaarten)", None),
    ("Bibliotheek (60)", "library"),
    ("Crypt is what I had", None),
    ("Library has too many masters", None),
    ("Crypt should be 4 of them, 2 Lodin", None),
    ("Library: I would change two", None),
    ("Library Hunting Ground 2", None),
]


@pytest.mark.parametrize(("text", "label"), PARTS)
def test_a_part_is_told_from_prose(text: str, label: str | None) -> None:
    heading = part_heading(text)
    assert (heading.label if heading else None) == label


TYPES = [
    ("Master (14; 2 trifle)", "Master"),
    ("--Master (14)--", "Master"),
    ("Masters: 14", "Master"),
    ("master cards [16]:", "Master"),
    ("[Master]", "Master"),
    ("14 Masters", "Master"),
    ("actin", "Action"),
    ("Action Modifiers (3)", "Action Modifier"),
    ("politcal (4)", "Political Action"),
    ("Political Actions", "Political Action"),
    ("equipament", "Equipment"),
    ("convinction", "Conviction"),
    ("Combat/Reaction (2)", "Combat/Reaction"),
    ("Reaction/Combat (2)", "Combat/Reaction"),
    ("Allies", "Ally"),
    ("Animalism: 37", ""),
    ("Non-skilled: 22", ""),
    ("Combo (4)", ""),
    ("Ambush", None),
    ("Masterful ideas are here", None),
    ("Actions speak louder", None),
]


@pytest.mark.parametrize(("text", "label"), TYPES)
def test_a_type_is_told_even_misspelt(text: str, label: str | None) -> None:
    heading = type_heading(text)
    assert (heading.label if heading else None) == label


def test_prose_that_begins_like_a_heading_opens_nothing(reading_of: Read) -> None:
    text = "Crypt notes: too many\nLibrary\nneeds more bleed\n\nCrypt (1 card)\n1x Zip\n\nLibrary (2 cards)\n2x Fame\n"
    reading = reading_of(text)
    assert counts_of(reading) == {"Zip": 1, "Fame": 2}
    assert not reading.problems


def test_two_library_lines_make_one_library(reading_of: Read) -> None:
    text = (
        "Crypt (1 card)\n1x Zip\n\nLibrary (3 cards)\nMaster (2)\n2x Fame\n\nLibrary (3 cards)\nCombat (1)\n1x Dodge\n"
    )
    reading = reading_of(text)
    assert counts_of(reading) == {"Zip": 1, "Fame": 2, "Dodge": 1}
    assert reading.lines.headings == 5


def test_a_card_on_two_lines_is_summed(reading_of: Read) -> None:
    reading = reading_of("Crypt\n1x Zip\nLibrary\n2x Fame\n1x Dodge\n3x fame\n")
    fame, lines = next(placed for placed in reading.deck.placed if placed[0].card.name == "Fame")
    assert (fame.count, lines) == (5, (4, 6))


def test_a_lone_discipline_is_a_heading_where_cards_are_counted(reading_of: Read) -> None:
    reading = reading_of("Crypt\n2x Zip\nLibrary\nProtean\n5 Earth Meld\n\nDominate\n2 Conditioning\n3 Dominate\n")
    assert counts_of(reading) == {"Zip": 2, "Earth Meld": 5, "Conditioning": 2, "Dominate": 3}


def test_a_lone_discipline_is_a_card_where_bare_names_are(reading_of: Read) -> None:
    text = "2xZip\nMouse\nGemini\nWatenda\n\nFame\nDodge\nDominate\n4xConditioning\n"
    reading = reading_of(text)
    assert counts_of(reading)["Dominate"] == 1
    assert reading.deck.crypt_count == 5


def test_a_lone_discipline_is_a_card_in_a_list_without_headings(reading_of: Read) -> None:
    reading = reading_of("4xZip\n8xMouse\n\nObfuscate\n4xConditioning\n6xDodge\n3xFame\n2xDeflection\n8xVillein\n")
    assert counts_of(reading)["Obfuscate"] == 1


def test_several_disciplines_that_stand_apart_are_headings(reading_of: Read) -> None:
    reading = reading_of("4 Zip\n8 Mouse\n\nObfuscate\n6 Cloak the Gathering\n\nDominate\n6 Conditioning\n")
    assert counts_of(reading) == {"Zip": 4, "Mouse": 8, "Cloak the Gathering": 6, "Conditioning": 6}


def test_raven_apart_from_camille_devereux_is_one_card(reading_of: Read) -> None:
    text = "Crypt (4 cards)\n2x Camille Devereux   5 FOR PRO ani  Gangrel:1\n2x Raven   5 FOR PRO ani  Gangrel:1\n"
    reading = reading_of(text + "\nLibrary (1 card)\n1x Fame\n")
    assert counts_of(reading) == {"Camille Devereux, The Raven": 4, "Fame": 1}


def test_vin_may_be_written_vis(reading_of: Read) -> None:
    line = '3x Jennie "Cassie247" Orne\t5   inn jud vis\t Visionary:4\n'
    reading = reading_of(f"Crypt (3 cards)\n{line}\nLibrary (1 card)\n1x Fame\n")
    assert not reading.problems


CONTRADICTIONS = [
    ("1x Zip   3   ani   Ravnos:3", "capacity 3"),
    ("1x Zip   2   ani aus   Ravnos:3", "disciplines ani aus"),
    ("1x Zip   2   ani   Gangrel:3", "clan Gangrel"),
]


@pytest.mark.parametrize(("line", "said"), CONTRADICTIONS)
def test_a_tail_that_contradicts_its_card_is_a_warning(reading_of: Read, line: str, said: str) -> None:
    reading = reading_of(f"Crypt (1 card)\n{line}\n\nLibrary (1 card)\n1x Fame\n")
    assert counts_of(reading) == {"Zip": 1, "Fame": 1}
    assert [problem.code for problem in reading.problems] == [ProblemCode.CONTRADICTION]
    assert said in reading.problems[0].message


FORMER_CLANS = [
    "1x Neferu   9   OBF PRE SER THA dom nec   2 votes   Follower of Set:4",
    "1x Neferu   9   OBF PRE SER THA dom nec   Followers of Set:4",
    "1x Badr al-Budur   5   OBF cel dom qui   Assamite:2",
    "1x Carter   2   cel   !Toreador:2",
    "1x Carter   2   cel   Toreador antitribu:2",
]


@pytest.mark.parametrize("line", FORMER_CLANS)
def test_a_clan_under_its_former_name_is_no_contradiction(reading_of: Read, line: str) -> None:
    assert not reading_of(f"Crypt (1 card)\n{line}\n\nLibrary (1 card)\n1x Fame\n").problems
