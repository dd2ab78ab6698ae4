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


@pytest.mark.parametrize(
    ("line", "second"),
    [
        # A comma of the second name ends no card, a figure is no sum of the card below, and a remark may be long.
        ("2x Dust Up  //Ermenegildo, The Rake (2)", "Ermenegildo, The Rake"),
        ("\nDust Up x1\u00a6Tribute to the Master (20)", "Tribute to the Master"),
        ("Dust Up, the x2--2x Taking the Skin: Vulture", "Taking the Skin: Vulture"),
        ("1x Dust Up, The\u00a6Haqim's Law: Retribution (3)", "Haqim's Law: Retribution"),
        ("Dust Up x15\u00a04 Breath of Thanatos", "Breath of Thanatos"),
        (f"2x Dust Up -- {'so, ' * 20}good=>Tribute to the Master x1", "Tribute to the Master"),
    ],
)
def test_a_second_card_is_asked_for_by_its_whole_name(reading_of: Read, line: str, second: str) -> None:
    (found,) = reading_of(LIST.format(line)).unresolved
    assert [one.card.name for one in found.candidates] == ["Dust Up", second]


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


def test_tabs_in_a_name_with_an_article_make_no_other_card(reading_of: Read) -> None:
    reading = reading_of(LIST.format("2x The\tSargon\tFragment"))
    assert [entry.card.name for entry in reading.deck.library] == ["Blood Doll", "The Sargon Fragment", "Vessel"]


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


def test_a_name_without_a_count_among_counted_ones_is_told(reading_of: Read) -> None:
    (problem,) = reading_of(LIST.format("Bait and Switch")).problems
    assert (problem.code, problem.line) == (ProblemCode.NO_COUNT, LINE)
    assert problem.severity == "warning"


@pytest.mark.parametrize("head", ["Crypt 2x", "Crypt (12) 2x", "CRYPT - 2x", "Crypt: 2x", "Crypt [12]: 2"])
def test_a_heading_and_the_first_card_share_the_first_line(reading_of: Read, head: str) -> None:
    reading = reading_of(f"{head} Theo Bell (G2)\n10x Anson\n\nLibrary\n60x Vessel\n")
    assert [(entry.card.name, entry.count) for entry in reading.deck.crypt] == [("Theo Bell", 2), ("Anson", 10)]
    assert not reading.deck.name


def test_a_discipline_with_a_colon_heads_the_card_on_its_line(reading_of: Read) -> None:
    reading = reading_of("12x Nathan Turner\n\n40x Vessel\nProtean: 6x Form of Mist\n20x Blood Doll\n")
    assert [entry.card.name for entry in reading.deck.library] == ["Vessel", "Form of Mist", "Blood Doll"]


@pytest.mark.parametrize(
    "line",
    ["3 Goven the Unalligned (dom, the best one to bleed with)", "1 Goven the Unalligned (nobody really expects this)"],
)
def test_a_misspelt_last_card_is_judged_without_its_remark(reading_of: Read, line: str) -> None:
    (found,) = reading_of(f"Crypt\n12x Nathan Turner\n\nLibrary\n60x Vessel\n{line}\n").unresolved
    assert (found.text, found.candidates[0].card.name) == ("Goven the Unalligned", "Govern the Unaligned")


def test_a_block_pasted_twice_is_told_with_both_places(reading_of: Read) -> None:
    block = "2x Fame\n3x Deny\n2x Zip Gun\n"
    (problem,) = reading_of(f"Crypt\n12x Nathan Turner\n\nLibrary\n60x Vessel\n{block}\n{block}").problems
    assert (problem.code, problem.message) == (ProblemCode.PASTED_TWICE, "Lines 10 to 12 repeat lines 6 to 8.")


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_a_price_behind_the_copies_is_no_count(reading_of: Read, sign: str) -> None:
    rows = [("Nathan Turner", "12", "0,50"), ("Villein", "4", "0,20"), ("Vessel", "60", "0,10")]
    reading = reading_of("\n".join(map(sign.join, rows)))
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Villein", 4), ("Vessel", 60)]


@pytest.mark.parametrize(
    "line", ["8x Aid from Bats (+1)", "2x Laptop Computer (cut)", "1x Powerbase: Montreal or 1x Fame"]
)
def test_copies_that_a_line_doubts_are_asked(reading_of: Read, line: str) -> None:
    assert [found.line for found in reading_of(LIST.format(line)).unresolved] == [LINE]
