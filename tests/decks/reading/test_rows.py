"""Lines that hold several cards, parted by commas and semicolons: what is one card, what is none, what is counted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from toolkit.cards import CardDatabase
from toolkit.decks.editing import accept_suggestion, set_counts
from toolkit.decks.model import Reading
from toolkit.services.decks import Terms, check

type Read = Callable[[str | bytes], Reading]


def copies(reading: Reading) -> dict[str, int]:
    return {entry.card.unique_name: entry.count for entry in reading.deck.entries}


NANA = {"Nana Buruku": 12}
ROWS = {
    "12x Nana Buruku, 2x .44 Magnum, 4x 419 Operation": NANA | {".44 Magnum": 2, "419 Operation": 4},
    "12 Nana Buruku, 2 .44 Magnum and 4 419 Operation.": NANA | {".44 Magnum": 2, "419 Operation": 4},
    "12 Nana Buruku;1 Pier 13, Port of Baltimore;2 Channel 10": NANA
    | {"Pier 13, Port of Baltimore": 1, "Channel 10": 2},
    "Nana Buruku x12, Pier 13, Port of Baltimore x3, Channel 10 x2": NANA
    | {"Pier 13, Port of Baltimore": 3, "Channel 10": 2},
    "Nana Buruku (12), Rack, The (2), Fame (1)": NANA | {"The Rack": 2, "Fame": 1},
    "Nana Buruku 12x, Fame 2x": NANA | {"Fame": 2},
    # A bare name counts once; as much of it as is a name belongs to it.
    "12x Nana Buruku, Fame, Pier 13, Port of Baltimore, 2x Villein": NANA
    | {"Fame": 1, "Pier 13, Port of Baltimore": 1, "Villein": 2},
    "2x Tara, The Hollow One, Fame": {"Tara, The Hollow One": 2, "Fame": 1},
    # Group and ADV, brackets with commas, capacities that look like figures.
    "2x Theo Bell (G2, ADV), 3x Fame (good, cheap), 4x Villein": {"Theo Bell (G2 ADV)": 2, "Fame": 3, "Villein": 4},
    "12 Nana Buruku, 8 Fame": NANA | {"Fame": 8},
    "2x Fame -- good, 3x Villein -- better": {"Fame": 2, "Villein": 3},
    "• 12x Nana Buruku, 2x Fame,": NANA | {"Fame": 2},
    "**12x Nana Buruku**, **2x Fame**": NANA | {"Fame": 2},
    # Headings on the same line.
    "Crypt (12 cards, min=32, max=32): 12x Nana Buruku. Library (3): 3x Fame": NANA | {"Fame": 3},
    "Crypt: Nana Buruku, Anson\nLibrary: Fame, Villein": dict.fromkeys(("Nana Buruku", "Anson", "Fame", "Villein"), 1),
    "Crypt: 12 Nana Buruku\nLibrary: 1 Dodge\nMaster: 3 Fame, 2 Villein\nEvent: 1 Dragonbound": NANA
    | {"Dodge": 1, "Fame": 3, "Villein": 2, "Dragonbound": 1},
    "12x Nana Buruku, 2x Praxis Seizure: Berlin; 1x Trophy: Library": NANA
    | {"Praxis Seizure: Berlin": 2, "Trophy: Library": 1},
}


@pytest.mark.parametrize(("text", "found"), ROWS.items())
def test_each_card_of_a_row_is_read(reading_of: Read, text: str, found: dict[str, int]) -> None:
    reading = reading_of(text)
    assert copies(reading) == found
    assert (reading.unresolved, reading.problems, reading.ignored) == ((), (), ())
    assert (reading.lines.total, reading.lines.cards) == (text.count("\n") + 1, text.count("\n") + 1)
    assert reading.list_format == "one-line"


def test_headings_of_rows_declare_as_others_do(reading_of: Read) -> None:
    reading = reading_of("Crypt (12 cards, min=32, max=32): 12x Nana Buruku\nMaster (5): 2x Fame, 3x Villein")
    assert [(claim.what, claim.value, claim.line) for claim in reading.declared] == [
        ("crypt", 12, 1),
        ("min", 32, 1),
        ("max", 32, 1),
        ("Master", 5, 2),
    ]


def test_what_stands_in_front_of_a_row_is_the_deck_s_name(reading_of: Read) -> None:
    reading = reading_of("Stickmen: 12x Nana Buruku, 3x Fame")
    assert (reading.deck.name, copies(reading)) == ("Stickmen", NANA | {"Fame": 3})


OPEN = {
    "12x Nana Buruku, 2x Vilein, 3x Fame": ["Vilein"],
    "12x Nana Buruku, 2x Xepr, Sultan of Lepers, 3x Fame": ["Xepr, Sultan of Lepers"],
    "Nana Buruku x12, Xepr, Sultan of Lepers x2, Fame x3": ["Xepr, Sultan of Lepers"],
    "12 Nana Buruku; 3 Fame; Vilein; 2 Channel 11": ["Vilein", "Channel 11"],
    "12x Nana Buruku, 3x Fame, 2x": ["2x"],
    "12x Nana Buruku, 3x Fame, 0x Villein": ["Villein"],
}


@pytest.mark.parametrize(("text", "names"), OPEN.items())
def test_a_piece_without_a_card_is_open(reading_of: Read, text: str, names: list[str]) -> None:
    reading = reading_of(text)
    assert [item.text for item in reading.unresolved] == names
    assert copies(reading) == NANA | {"Fame": 3}
    assert (reading.lines.total, reading.lines.cards, reading.lines.unresolved) == (1, 0, 1)


LIST = "Crypt\n12x Nana Buruku\n\nLibrary\n56x Villein\n"
BESIDE = {
    "2x Fame, 3x Dodge": {"Fame": 2, "Dodge": 3},
    "Master (5): 2x Fame, 3x Dodge": {"Fame": 2, "Dodge": 3},
    "Event (1): 1 Dragonbound": {"Dragonbound": 1},
    "I cut 4 Blood Doll, 2 Dodge, 1 Majesty in the end": {},
    "Next time -2 Fame, +3 Dodge and maybe 2 Majesty, who knows": {},
    "-- 2x Fame, 3x Dodge": {},
    "// 2x Fame, 3x Dodge": {},
    "Fame, Dodge and Majesty won me the game": {},
}


@pytest.mark.parametrize(("line", "found"), BESIDE.items())
def test_beside_other_lines_only_a_row_of_cards_is_one(reading_of: Read, line: str, found: dict[str, int]) -> None:
    reading = reading_of(f"{LIST}{line}\n")
    assert copies(reading) == NANA | {"Villein": 56} | found
    assert reading.lines.total == sum(bool(text) for text in f"{LIST}{line}".split("\n"))
    assert reading.list_format != "one-line"


def test_a_row_in_a_description_is_no_part_of_the_deck(reading_of: Read) -> None:
    reading = reading_of(f"Some Deck\nDescription: I had\n2x Fame, 3x Dodge\n\n{LIST.replace('Crypt', 'Crypt (12)')}")
    assert copies(reading) == NANA | {"Villein": 56}


def test_a_suggestion_is_taken_inside_a_row(cards: CardDatabase) -> None:
    text = "12x Nana Buruku, 2x Vilein, 3x Fame"
    report = check(text, Terms(on=date(2026, 1, 1)), cards)
    (line,) = report.reading.unresolved
    (villein,) = [one.card for one in line.candidates if one.card.name == "Villein"]
    assert accept_suggestion(text, 1, line.text, villein, cards) == text.replace("Vilein", "Villein")


def test_a_row_longer_than_any_line_is_read_to_its_end(reading_of: Read) -> None:
    text = "12x Nana Buruku, " + ", ".join(["1x Pier 13, Port of Baltimore"] * 60)
    assert copies(reading_of(text)) == NANA | {"Pier 13, Port of Baltimore": 60}


def test_copies_are_set_inside_a_row(cards: CardDatabase, reading_of: Read) -> None:
    text = "12x Nana Buruku, 2x Villein, 3x Fame"
    ids = {card.unique_name: card.id for card in cards}
    changed = set_counts(text, {ids["Villein"]: 4, ids["Fame"]: 0, ids["Dodge"]: 2}, cards)
    assert copies(reading_of(changed)) == NANA | {"Villein": 4, "Dodge": 2}
