"""Headings of the archive, headings misspelt, and the header of an event."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest

from tests.corpus.archive import archive
from toolkit.cards.model import Kind
from toolkit.decks.figures import TYPE_ORDER
from toolkit.decks.formats import rule_set
from toolkit.decks.model import EventHeader, ProblemCode, Reading
from toolkit.decks.reading.header import any_header
from toolkit.decks.reading.headings import part_heading, type_heading
from toolkit.decks.report_json import report_to_dict
from toolkit.decks.rules import validate
from toolkit.decks.writing import ExportFormat, write

DAY = date(2026, 1, 1)
# "Crypt (12 cards, min=14, max=37, avg=5.5)", "Action Modifier/Combat (6)", "Master (14; 2 trifle)".
HEADING = re.compile(
    r"Crypt \([0-9]+ cards, min=[0-9]+, max=[0-9]+, avg=[0-9.]+\)|Library \([0-9]+ cards\)"
    rf"|(?:{'|'.join(TYPE_ORDER)}) \([0-9]{{1,3}}(?:; [0-9]+ trifle)?\)"
)


def test_every_heading_of_the_archive_is_one() -> None:
    written = {
        line for one in archive() for line in write(one.deck, ExportFormat.TWD).split("\n") if HEADING.fullmatch(line)
    }
    assert len(written) > 2500
    for line in written:
        heading = part_heading(line) or type_heading(line)
        assert heading is not None, line
        assert heading.sure, line
        assert heading.label == {"Crypt": "crypt", "Library": "library"}.get(label := line.split(" (")[0], label), line
        assert heading.figures[0][1] == int(re.findall("[0-9]+", line)[0]), line


@pytest.mark.parametrize(
    ("written", "is_one"),
    [
        *((word, True) for word in ("Libraryy", "Librray", "Lbrary", "Libarry")),
        *((word, False) for word in ("Liberty", "Lirbrayr", "Brilary", "Libr")),
    ],
)
def test_a_heading_may_have_one_letter_wrong(written: str, is_one: bool) -> None:
    """One letter is added, swapped with its neighbour, or left out: two such faults make another word of it."""
    heading = part_heading(f"{written} (60 cards)")
    assert (heading is not None and heading.part is Kind.LIBRARY) is is_one


@pytest.mark.parametrize("crypt", ["crypt", "12 crypt", "vamps", "12x vamps", "Vamps (12)"])
@pytest.mark.parametrize(
    "library", ["lib", "Lib:", "42 lib", "42 cards library", "== LIB (42) ==", "biblio", "main deck"]
)
def test_a_part_may_be_called_by_a_short_word_and_its_figure_stand_in_front(
    reading_of: Callable[[str], Reading], crypt: str, library: str
) -> None:
    """A list as typed into a phone: “lib” was made a card by the repair (Jürgen, The Libertine)."""
    reading = reading_of(f"{crypt}\n3 Nana Buruku\n9 Lodin (Olaf Holte)\n{library}\n20 Deflection\n22 Zip Gun\n")
    assert (reading.deck.crypt_count, reading.deck.library_count) == (12, 42)
    assert (reading.unresolved, reading.ignored, reading.lines.headings, reading.deck.name) == ((), (), 2, "")


@pytest.mark.parametrize("word", ["stealth", "bleed", "reacts", "tech", "Some bounce"])
def test_a_word_above_a_block_is_asked_about_and_is_no_card(reading_of: Callable[[str], Reading], word: str) -> None:
    """A card it may be; the repair once made it one (“Steal the Mind”)."""
    reading = reading_of(f"Crypt\n12 Nana Buruku\nLibrary\n20 Deflection\n\n{word}\n22 Zip Gun\n")
    assert [line.text for line in reading.unresolved] == [word]
    assert reading.deck.library_count == 42


HEADER = ("Event: II", "Paris, France", "October 1st 2016", "3R+F", "12 players", "A winner", "https://there", "", "-")


@pytest.mark.parametrize(("left_out", "read"), [((), 7), ((6,), 6), ((3,), 6), ((3, 6), 5)])
def test_a_header_has_an_address_and_rounds_or_not(left_out: tuple[int, ...], read: int) -> None:
    lines = [line for place, line in enumerate(HEADER) if place not in left_out]
    rounds, url = "" if 3 in left_out else "3R+F", "" if 6 in left_out else "https://there"
    header = EventHeader(
        "Event: II", "Paris, France", date(2016, 10, 1), "October 1st 2016", rounds, 12, "A winner", url
    )
    assert any_header(lines) == (header, 0, read)


SECOND = ["Library (87; 1 trifle)", "Library (90 cards) Master (17; 2 trifle)", "Library [60] Combat [20]", "Library"]


@pytest.mark.parametrize("second", SECOND)
@pytest.mark.parametrize("first", SECOND)
def test_a_second_library_is_the_librarys_too(reading_of: Callable[[str], Reading], first: str, second: str) -> None:
    reading = reading_of(f"Crypt (12 cards)\n12x Nathan Turner\n\n{first}\n40x Blood Doll\n\n{second}\n20x Vessel\n")
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Blood Doll", 40), ("Vessel", 20)]
    assert not reading.problems
    assert not reading.ignored


MOVED = {
    "no heading of the library": "12x Nathan Turner\n\n40x Blood Doll\n20x Vessel\n",
    "headings of types only": "12x Nathan Turner\n\nMaster (60)\n40x Blood Doll\n20x Vessel\n",
    "headings of types, and no empty line": "12x Nathan Turner\nMaster (60)\n40x Blood Doll\n20x Vessel\n",
    "a card too far above": "40x Blood Doll\n12x Nathan Turner\n\nLibrary (60)\nMaster (60)\n20x Vessel\n",
    "cards among the crypt's": "40x Blood Doll\n12x Nathan Turner\n20x Vessel\n",
}


@pytest.mark.parametrize(("text", "moved"), list(zip(MOVED.values(), (60, 60, 60, 40, 60), strict=True)), ids=MOVED)
def test_library_cards_under_the_crypts_heading_are_moved(
    reading_of: Callable[[str], Reading], text: str, moved: int
) -> None:
    report = validate(reading_of(f"Crypt (12 cards)\n{text}"), rule_set(), DAY)
    (problem,) = report.problems
    assert (problem.code, report.legal) == (ProblemCode.MOVED_CARDS, True)
    assert sum(entry.count for entry in problem.cards) == moved
    assert report.repair == ()
    assert {move.card: move.count for move in report.reading.moves} == {card: count for card, count, _ in problem.cards}
    assert {move.to for move in report.reading.moves} == {Kind.LIBRARY}
    assert sum(card["count"] for card in report_to_dict(report)["cards"] if card["section"] == "library") == 60


def test_a_missing_heading_is_asked_for_above_that_of_the_first_type(reading_of: Callable[[str], Reading]) -> None:
    report = validate(reading_of(f"Crypt (12 cards)\n{MOVED['headings of types only']}"), rule_set(), DAY)
    assert [str(problem.fix) for problem in report.problems] == ["Write the heading Library above line 4."]


def test_without_headings_of_types_a_library_card_in_the_crypt_is_a_fault(
    reading_of: Callable[[str], Reading],
) -> None:
    report = validate(reading_of("Crypt\n12x Nathan Turner\n1x Fame\nLibrary\n60x Vessel\n"), rule_set(), DAY)
    assert [problem.code for problem in report.problems] == [ProblemCode.WRONG_SECTION]


def test_an_open_line_below_a_missing_heading_is_the_librarys(reading_of: Callable[[str], Reading]) -> None:
    reading = reading_of("Crypt\n12x Nathan Turner\n\nMaster (60)\n40x Blood Doll\n20x Vesel\n")
    assert [line.section for line in reading.unresolved] == [Kind.LIBRARY]


def test_the_list_may_have_a_moved_card_in_both_parts(reading_of: Callable[[str], Reading]) -> None:
    reading = reading_of("Crypt\n12x Nathan Turner\n9x Fame\nLibrary\nMaster (51)\n40x Fame\n11x Vessel\n")
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Fame", 49), ("Vessel", 11)]
    listed = [(entry.card.name, entry.count, lines) for entry, lines in reading.as_listed.placed]
    assert listed[1:] == [("Fame", 9, (3,)), ("Fame", 40, (6,)), ("Vessel", 11, (7,))]


def test_a_heading_above_a_sentence_counts(reading_of: Callable[[str], Reading]) -> None:
    text = "Crypt\n12x Nathan Turner\n\nLibrary\nsee you tonight\n40x Blood Doll\n20x Vessel\n"
    reading = reading_of(text)
    assert (reading.lines.headings, reading.deck.library_count) == (2, 60)
    assert [line.text for line in reading.ignored] == ["see you tonight"]


def test_a_heading_above_nothing_but_a_sentence_is_named(reading_of: Callable[[str], Reading]) -> None:
    reading = reading_of("12x Nathan Turner\n40x Blood Doll\n20x Vessel\n\nLibrary\nsee you tonight\n")
    assert ("Library", True) in [(line.text, line.within) for line in reading.ignored]
