"""An edited list: the deck that was asked for, and every line that has nothing to do with it as it was."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import combinations

import pytest

from tests.corpus.archive import archive
from tests.decks.reading.writers import LIST_FORMATS
from tests.web.lists import MISSPELT, WINNER
from toolkit.cards import CardDatabase, Kind, load
from toolkit.decks import read, rule_set, validate
from toolkit.decks.editing import accept_suggestion, carry_out, readable_text, set_counts
from toolkit.decks.model import Reading
from toolkit.decks.reading.read import decode
from toolkit.decks.rules.steps import apply, filled
from toolkit.decks.writing import write

CARDS: CardDatabase = load()


def number_of(name: str) -> int:
    (card,) = CARDS.named(name)
    return card.id


FREAK_DRIVE, UNMASKING, VILLEIN = map(number_of, ("Freak Drive", "The Unmasking", "Villein"))
GIOTTO, NANA = map(number_of, ("Giotto Verducci", "Nana Buruku"))


def copies(reading: Reading) -> dict[int, int]:
    return {entry.card.id: entry.count for entry in reading.deck.entries}


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that are gone, and those that are new."""
    old, new = Counter(before.split("\n")), Counter(after.split("\n"))
    return sorted((old - new).elements()), sorted((new - old).elements())


def test_another_count_changes_the_card_s_line_and_the_heading_that_counts_it() -> None:
    assert lines_changed(WINNER, set_counts(WINNER, {FREAK_DRIVE: 6}, CARDS)) == (
        ["8x Freak Drive", "Library (90 cards)"],
        ["6x Freak Drive", "Library (88 cards)"],
    )


def test_a_card_at_none_is_taken_out_with_its_line() -> None:
    assert lines_changed(WINNER, set_counts(WINNER, {UNMASKING: 0}, CARDS)) == (
        ["1x Unmasking, The", "Library (90 cards)"],
        ["Library (89 cards)"],
    )


def test_a_new_card_stands_behind_its_like() -> None:
    lines = set_counts(WINNER, {VILLEIN: 2}, CARDS).split("\n")
    assert lines[lines.index("2x Villein") - 1] == "1x Jake Washington"


def test_comments_stay_where_they_are() -> None:
    text = (
        "Crypt\n12x Nana Buruku  -- best of all\n\nLibrary\n-- money\n4x Villein -- enough?\n// no 5x\n60x Blood Doll"
    )
    edited = set_counts(text, {VILLEIN: 6, NANA: 11}, CARDS)
    assert edited == text.replace("4x Villein", "6x Villein").replace("12x Nana", "11x Nana")


def test_headings_state_what_is_counted_now() -> None:
    text = write(read(WINNER, CARDS).deck, "twd")
    gone, new = lines_changed(text, set_counts(text, {VILLEIN: 2, GIOTTO: 2}, CARDS))
    assert [line for line in gone if "(" in line] == [
        "Crypt (12 cards, min=16, max=36, avg=6.83)", "Library (90 cards)", "Master (30; 1 trifle)",
    ]  # fmt: skip
    assert [line for line in new if "(" in line] == [
        "Crypt (10 cards, min=16, max=36, avg=6.8)", "Library (92 cards)", "Master (32; 3 trifle)",
    ]  # fmt: skip


def test_a_heading_that_was_wrong_stays_as_its_owner_wrote_it() -> None:
    text = WINNER.replace("Library (90 cards)", "Library (77 cards)")
    assert "Library (77 cards)" in set_counts(text, {FREAK_DRIVE: 6}, CARDS)


def test_the_heading_of_a_type_comes_and_goes_with_its_cards() -> None:
    text = write(read(WINNER, CARDS).deck, "twd")
    without = set_counts(text, {UNMASKING: 0}, CARDS)
    assert "Event (1)" in text
    assert "Event" not in without
    assert set_counts(without, {UNMASKING: 1}, CARDS) == text


def test_copies_on_several_lines_are_taken_from_the_last() -> None:
    text = "Crypt\n12x Nana Buruku\nLibrary\n3x Villein -- first\n60x Blood Doll\n2x Villein -- later"
    assert set_counts(text, {VILLEIN: 4}, CARDS) == text.replace("2x Villein", "1x Villein")
    assert set_counts(text, {VILLEIN: 2}, CARDS) == text.replace("3x", "2x").removesuffix("\n2x Villein -- later")
    assert set_counts(text, {VILLEIN: 7}, CARDS) == text.replace("3x", "5x")


def test_a_name_without_a_figure_gets_one() -> None:
    assert set_counts("Nana Buruku\n\nVillein\nBlood Doll\nFame", {VILLEIN: 3}, CARDS).split("\n")[2] == "3x Villein"


def test_a_settled_name_that_leaves_another_version_open_is_settled() -> None:
    text = "Crypt\n3x Lutz von Hohenzolern\n3x Agatha\n6x Gilbert Duane\n\nLibrary\n60x Villein\n"
    (line,) = read(text, CARDS).unresolved
    answer = accept_suggestion(text, line.line, line.text, line.candidates[0].card, CARDS)
    assert answer == text.replace("Hohenzolern", "Hohenzollern")


@pytest.mark.parametrize("line", ["8x Dust Up -- 4x Disarm", "8x Dust Up (4x Disarm)", "8x Dust Up or 4x Disarm"])
@pytest.mark.parametrize("taken", [0, 1])
def test_the_other_of_two_cards_on_a_line_is_kept(line: str, taken: int) -> None:
    text = f"Crypt\n12x Nana Buruku\n\nLibrary\n{line}\n60x Villein\n"
    (asked,) = read(text, CARDS).unresolved
    answer = accept_suggestion(text, asked.line, asked.text, asked.candidates[taken].card, CARDS)
    assert answer == text.replace(line, "8x Dust Up\n4x Disarm")


def test_a_card_behind_columns_leaves_them_whole() -> None:
    assert _accepted("1x Brooke   3  dom tha   Tremere antitribu:2", " > ", "Indira x2")


@pytest.mark.parametrize(
    ("first", "between", "second"),
    [
        ("1x Brooke  3  dom tha  Tremere antitribu:2", "\u00a0", "Indira x2"),
        ("Nergal  10  AUS DAI FOR OBF PRE THA  Baali:5 (2)", " ~ ", "2x Nergal (ADV)"),
        ("Nergal (ADV)  10  AUS DAI FOR OBF PRE THA  Baali:5 (2)", " ! ", "2x Brooke  3  dom tha  Tremere antitribu:2"),
        ("Dr. John Dee  9  ANI  AUS  DOM  THA  chi  prince  Tremere:4 (1)", " und ", "Indira (2)"),
    ],
)
def test_either_of_two_vampires_on_a_line_parts_it(first: str, between: str, second: str) -> None:
    assert _accepted(first, between, second, 0)
    assert _accepted(first, between, second, 1)


def _accepted(first: str, between: str, second: str, taken: int = 0) -> bool:
    """Whether accepting that candidate of an open line parts it into its two cards."""
    text = f"Crypt\n11x Nana Buruku\n{first}{between}{second}\n\nLibrary\n60x Villein\n"
    (asked,) = read(text, CARDS).unresolved
    answer = accept_suggestion(text, asked.line, asked.text, asked.candidates[taken].card, CARDS)
    return answer == text.replace(f"{first}{between}", f"{first}\n")


def test_open_lines_stay_open() -> None:
    edited = set_counts(MISSPELT, {VILLEIN: 1}, CARDS)
    assert "8x Freak Drvie" in edited.split("\n")
    assert len(read(edited, CARDS).unresolved) == 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_stay_what_they_are(end: str) -> None:
    edited = set_counts(WINNER.replace("\n", end), {VILLEIN: 1, UNMASKING: 0}, CARDS)
    assert edited.count(end) == WINNER.count("\n")
    assert "\n" not in edited.replace(end, "")


def test_what_is_no_list_of_lines_is_written_anew() -> None:
    edited = set_counts(write(read(WINNER, CARDS).deck, "json"), {FREAK_DRIVE: 9}, CARDS)
    assert edited.startswith("Deck Name: Suffering from Success")
    assert "9x Freak Drive" in edited.split("\n")


def test_an_edit_that_changes_nothing_leaves_the_text_alone() -> None:
    assert set_counts(WINNER, {FREAK_DRIVE: 8, VILLEIN: 0}, CARDS) == WINNER


def repaired(text: str, on: date = date(2024, 1, 13)) -> str:
    """The list after the whole repair that its report gives."""
    report = validate(read(text, CARDS), rule_set(), on)
    return carry_out(text, (*report.reading.moves, *filled(report.deck, report.repair)), CARDS)


def test_a_library_without_its_heading_gets_one() -> None:
    text = "Crypt\n12x Nana Buruku\n60x Blood Doll\n1x Villein -- for money"
    assert repaired(text) == "Crypt\n12x Nana Buruku\n\nLibrary\n60x Blood Doll\n1x Villein -- for money"


def test_a_card_in_the_wrong_part_is_moved_with_its_comment() -> None:
    text = "Crypt\n1x Villein -- for money\n12x Nana Buruku\n\nLibrary\n60x Blood Doll\n3x Freak Drive\n"
    assert repaired(text).split("\n") == [
        *("Crypt", "12x Nana Buruku", "", "Library", "60x Blood Doll", "1x Villein -- for money", "3x Freak Drive", "")
    ]


def test_a_repair_leaves_every_line_alone_that_it_does_not_name() -> None:
    text = WINNER.replace("1x Rack, The", "1x Rack, The -- must\n2x Villein").replace(
        "8x Freak Drive", "8x Freak Drvie"
    )
    gone, new = lines_changed(text, repaired(text))
    assert (gone, new) == (["12x Ashur Tablets", "8x Freak Drvie"], ["10x Ashur Tablets", "8x Freak Drive"])


SLIPS: dict[str, Callable[[str], str]] = {
    "a banned card": lambda text: text + "1x Protect Thine Own\n",
    "too many": lambda text: text + "40x Blood Doll\n",
    "a vampire of another group": lambda text: text.replace("4x Giotto Verducci", "3x Giotto Verducci\n1x Nana Buruku"),
    "too few": lambda text: text.replace("12x Ashur", "1x Ashur").replace("8x Freak", "1x Freak").replace("7x", "1x"),
    "too small a crypt": lambda text: text.replace("3x Maris Streck\n", ""),
    "a card in the wrong part": lambda text: text.replace("1x New Blood", "1x New Blood\n1x Fame"),
    "a vampire in the library": lambda text: text + "1x Anarch Convert\n",
    "a typo": lambda text: text.replace("Kaymakli Fragment", "Kaymakli Fragmnet"),
    "no heading": lambda text: text.replace("Library (90 cards)\n", ""),
}


@pytest.mark.parametrize("slips", [*combinations(SLIPS, 1), *combinations(SLIPS, 2)], ids=" and ".join)
def test_a_repaired_list_is_the_repaired_deck_and_legal(slips: tuple[str, ...]) -> None:
    text = WINNER
    for slip in slips:
        text = SLIPS[slip](text)
    report = validate(read(text, CARDS), rule_set(), date(2024, 1, 13))
    steps = filled(report.deck, report.repair)
    again = read(carry_out(text, (*report.reading.moves, *steps), CARDS), CARDS)
    assert not again.moves
    assert copies(again) == copies(Reading(deck=apply(report.deck, steps)))
    assert validate(again, rule_set(), date(2024, 1, 13)).legal
    assert bool(steps) is not report.legal


@pytest.mark.parametrize("list_format", LIST_FORMATS)
def test_in_every_list_format_an_edit_gives_the_deck_asked_for(list_format: str) -> None:
    draw = random.Random(list_format)
    for _, _, deck in archive()[::900]:
        source = text_of(LIST_FORMATS[list_format][0]([(entry.card, entry.count) for entry in deck.entries], CARDS))
        before = read(source, CARDS)
        counts = {number: draw.choice((0, 1, 5)) for number in draw.sample(sorted(copies(before)), 2)}
        counts[draw.choice((VILLEIN, NANA, UNMASKING))] = 2
        after = read(set_counts(source, counts, CARDS), CARDS)
        assert copies(after) == {number: count for number, count in (copies(before) | counts).items() if count}
        assert len(after.unresolved) == len(before.unresolved)


def text_of(source: str | bytes) -> str:
    text = source if isinstance(source, str) else decode(source)
    return text if isinstance(text, str) else readable_text(read(source, CARDS))


def test_a_name_that_the_other_cards_tell_apart_after_the_edit_leaves_the_list_as_it_is() -> None:
    text = "Crypt\n4x Gilbert Duane (G1)\n11x Maris Streck\n1x Theo Bell -- either\n\nLibrary\n60x Villein\n"
    (gilbert,) = CARDS.named("Gilbert Duane (G1)")
    assert [line.text for line in read(text, CARDS).unresolved] == ["Theo Bell"]
    after = set_counts(text, {gilbert.id: 0}, CARDS)
    assert after == text.replace("4x Gilbert Duane (G1)\n", "")
    assert {entry.card.unique_name for entry in read(after, CARDS).deck.crypt} == {"Maris Streck", "Theo Bell (G2)"}


def test_an_open_line_stays_in_its_part_when_a_list_is_written_anew() -> None:
    text = "Crypt: 11x Maris Streck, 3x Xqzwm, Library: 60x Villein, 2x Wmxqz"
    again = read(readable_text(read(text, CARDS)), CARDS)
    assert [(line.text, line.count, line.section) for line in again.unresolved] == [
        ("Xqzwm", 3, Kind.CRYPT),
        ("Wmxqz", 2, Kind.LIBRARY),
    ]
