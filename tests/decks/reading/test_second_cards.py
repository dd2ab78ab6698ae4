"""What is left of a line behind its card is asked: a second card is never taken for a remark."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit.decks.model import ProblemCode, Reading

type Read = Callable[[str | bytes], Reading]

LIST = "Crypt (12 cards)\n12x Nathan Turner\n\nLibrary (60 cards)\n40x Blood Doll\n{}\n20x Vessel\n"
LINE = 6
BETWEEN = (" - ", " -- ", " // ", " # ", " /* ", " (", " [", " {", " | ", " : ", " -> ", "\t", "      ", " or ", " ~ ")


@pytest.mark.parametrize("between", BETWEEN)
def test_a_counted_card_behind_another_is_open_or_read(reading_of: Read, between: str) -> None:
    reading = reading_of(LIST.format(f"8x Dust Up{between}4x Disarm"))
    counts = {entry.card.name: entry.count for entry in reading.deck.library}
    if counts.keys() >= {"Dust Up", "Disarm"}:
        assert (counts["Dust Up"], counts["Disarm"]) == (8, 4)
    else:
        (found,) = reading.unresolved
        assert (found.line, [one.card.name for one in found.candidates]) == (LINE, ["Dust Up", "Disarm"])


def test_two_cards_of_a_crypts_line_are_told_apart(reading_of: Read) -> None:
    reading = reading_of("Crypt\n6x Anarch Convert - 3x Theo Bell (G6) - 3x Aline G\u00e4deke\n\nLibrary\n60x Vessel\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line) == (ProblemCode.AMBIGUOUS_CARD, 2)
    assert problem.message == "Two cards are on this line: Anarch Convert and Theo Bell (G6)."


@pytest.mark.parametrize(
    "line",
    [
        *("2x Archon  Investigation", "2x Archon\tInvestigation", "2x Archon \u00a0 Investigation"),
        *("2x  Archon  Investigation", "2x Archon  Investigation  -- good", "Archon  Investigation x2"),
    ],
)
def test_a_name_with_wide_blanks_is_one_name(reading_of: Read, line: str) -> None:
    reading = reading_of(LIST.format(line))
    assert [entry.card.name for entry in reading.deck.library if entry.count == 2] == ["Archon Investigation"]
    assert not reading.problems


@pytest.mark.parametrize("line", ["2x fame      3 blod doll", "2x Fame      Blod Doll x3"])
def test_a_misspelt_second_card_is_open(reading_of: Read, line: str) -> None:
    assert LINE in {found.line for found in reading_of(LIST.format(line)).unresolved}


@pytest.mark.parametrize(
    "line",
    [
        *("2x Fame -- Final Nights", "2x Fame (Dominate)", "2x Fame -- -1 Fame, 2 should be enough"),
        *("2x Fame - see Deflection", "2x Fame -- maybe -1 for +1 wider view", "2x Kindred Spirits   Dementation"),
    ],
)
def test_what_a_remark_mentions_is_no_second_card(reading_of: Read, line: str) -> None:
    assert not reading_of(LIST.format(line)).unresolved
