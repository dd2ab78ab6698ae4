"""Lines that hold several cards, parted by commas and semicolons: what is one card, what is none, what is counted."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from datetime import date

import pytest

from toolkit.cards import CardDatabase
from toolkit.decks.editing import accept_suggestion, carry_out, set_counts
from toolkit.decks.model import Reading
from toolkit.services.decks.decks import DeckTerms, check

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
    "4 Kine Resources Contested / 3 Parity Shift": {"Kine Resources Contested": 4, "Parity Shift": 3},
    "4 Majesty 3 Blood Doll": {"Majesty": 4, "Blood Doll": 3},
    "Majesty x4 / Blood Doll x3": {"Majesty": 4, "Blood Doll": 3},
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


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("4 Majesy 3 Blood Dol", ["Majesy", "Blood Dol"]),
        ("4 majesy / 3x blood doll", ["majesy"]),
        ("Majesy x4 Blood Dol x3", ["Majesy", "Blood Dol"]),
        ("4 Majesy, 3 Blood Dol", ["Majesy", "Blood Dol"]),
        ("~4 Majesy / 3 Blood Doll", ["~4 Majesy"]),
        ("~4 Majesty 3 Blood Dol", ["~4 Majesty", "Blood Dol"]),
        ("2 Annson 8 Presence", ["Annson 8 Presence"]),
        ("2 Zip (G4)  2 trifle", ["Zip (G4)"]),
        ("4 Majesy 3 of the others", ["Majesy 3 of the others"]),
    ],
)
def test_beside_other_lines_misspelt_cards_are_each_open(reading_of: Read, line: str, names: list[str]) -> None:
    assert [item.text for item in reading_of(f"{LIST}{line}\n").unresolved] == names


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("4 Majesy 3 Blood Dol", "4 Majesty 3 Blood Doll"),
        ("~4 Majesy / 3 Blood Doll", "4x Majesty / 3 Blood Doll"),
        ("~4 Majesty / 3 Blood Dol", "4x Majesty / 3 Blood Doll"),
    ],
)
def test_the_repair_of_a_line_of_two_misspelt_cards_keeps_both(
    cards: CardDatabase, reading_of: Read, line: str, mended: str
) -> None:
    text = f"{LIST}{line}\n"
    repaired = carry_out(text, check(text, DeckTerms(on=date(2026, 1, 1)), cards).repair, cards)
    assert repaired == f"{LIST}{mended}\n"
    assert copies(reading_of(repaired)) == NANA | {"Villein": 56, "Majesty": 4, "Blood Doll": 3}


def test_a_row_in_a_description_is_no_part_of_the_deck(reading_of: Read) -> None:
    reading = reading_of(f"Some Deck\nDescription: I had\n2x Fame, 3x Dodge\n\n{LIST.replace('Crypt', 'Crypt (12)')}")
    assert copies(reading) == NANA | {"Villein": 56}


def test_a_suggestion_is_taken_inside_a_row(cards: CardDatabase) -> None:
    text = "12x Nana Buruku, 2x Vilein, 3x Fame"
    report = check(text, DeckTerms(on=date(2026, 1, 1)), cards)
    (line,) = report.reading.unresolved
    (villein,) = [one.card for one in line.candidates if one.card.name == "Villein"]
    assert accept_suggestion(text, 1, line.text, villein, cards) == text.replace("Vilein", "Villein")


def test_strokes_part_a_row_of_any_length(reading_of: Read) -> None:
    names = ["Fame", "Villein", "Deny", "Zip Gun", "Dodge", "Vessel", "Majesty"] * 3
    row = " / ".join(f"{count}x {name}" for count, name in enumerate(names, 1))
    reading = reading_of(f"Crypt: 12x Nana Buruku / 2x Anson Library: {row}")
    assert (reading.deck.crypt_count, reading.deck.library_count) == (14, sum(range(22)))


def test_a_row_longer_than_any_line_is_read_to_its_end(reading_of: Read) -> None:
    text = "12x Nana Buruku, " + ", ".join(["1x Pier 13, Port of Baltimore"] * 60)
    assert copies(reading_of(text)) == NANA | {"Pier 13, Port of Baltimore": 60}


def test_copies_are_set_inside_a_row(cards: CardDatabase, reading_of: Read) -> None:
    text = "12x Nana Buruku, 2x Villein, 3x Fame"
    ids = {card.unique_name: card.id for card in cards}
    changed = set_counts(text, {ids["Villein"]: 4, ids["Fame"]: 0, ids["Dodge"]: 2}, cards)
    assert copies(reading_of(changed)) == NANA | {"Villein": 4, "Dodge": 2}


COLUMNS = {
    "2x Fame\t3x Dodge": {"Fame": 2, "Dodge": 3},
    "2x Fame      3x Dodge": {"Fame": 2, "Dodge": 3},
    "2 Fame\t3 Dodge": {"Fame": 2, "Dodge": 3},
    "2\tFame\t3\tDodge": {"Fame": 2, "Dodge": 3},
    "Fame\t2\tDodge\t3": {"Fame": 2, "Dodge": 3},
    "Fame x2\tDodge x3": {"Fame": 2, "Dodge": 3},
    "Fame\tDodge": {"Fame": 1, "Dodge": 1},
    "| 2 | Fame | 3 | Dodge |": {"Fame": 2, "Dodge": 3},
    "2x Fame\t\t3x Dodge\t\t1x Deny": {"Fame": 2, "Dodge": 3, "Deny": 1},
    "2x Fame -- good\t3x Dodge": {"Fame": 2, "Dodge": 3},
    "2x Fame\tMaster\t3x Dodge\tCombat": {"Fame": 2, "Dodge": 3},
    # One card, and what tables and people say of it.
    "2x Govern the Unaligned\tDominate": {"Govern the Unaligned": 2},
    "2x Fame\tMaster": {"Fame": 2},
    "2x Govern the Unaligned\t1\tAction\tDominate": {"Govern the Unaligned": 2},
    "2x Fame\t3 would do": {"Fame": 2},
    "2x Govern the Unaligned\t1 Blood": {"Govern the Unaligned": 2},
}


@pytest.mark.parametrize(("line", "found"), COLUMNS.items())
def test_cards_side_by_side_are_each_one(reading_of: Read, line: str, found: dict[str, int]) -> None:
    reading = reading_of(f"{LIST}{line}\n")
    assert copies(reading) == NANA | {"Villein": 56} | found
    assert (reading.unresolved, reading.problems) == ((), ())
    assert (reading.lines.cards, reading.lines.total) == (3, 5)


@pytest.mark.parametrize("line", ["2x Fame\t3x Doge", "2x Doge\t3x Fame", "2 Fame\t3 Doge"])
def test_a_misspelt_card_beside_another_is_open(reading_of: Read, line: str) -> None:
    reading = reading_of(f"{LIST}{line}\n")
    assert [item.text for item in reading.unresolved] == ["Doge"]
    assert "Fame" in copies(reading)


SIDE_BY_SIDE = [
    "Crypt (12)\tLibrary (63)\n6x Anson\t40x Villein\n6x Indira\t20x Vessel\n\t3x Fame\n",
    "Crypt\t\tLibrary\n6\tAnson\t40\tVillein\n6\tIndira\t20\tVessel\n\t\t3\tFame\n",
    "Crypt       Library\n6x Anson    40x Villein\n6x Indira   20x Vessel\n            3x Fame\n",
    "| Crypt | Library |\n| 6x Anson | 40x Villein |\n| 6x Indira | 20x Vessel |\n| | 3x Fame |\n",
    "Crypt\tMaster\tEvent\n6x Anson\t40x Villein\t\n6x Indira\t20x Vessel\n\t3x Fame\t\n",
]


@pytest.mark.parametrize("text", SIDE_BY_SIDE)
def test_crypt_and_library_may_stand_side_by_side(reading_of: Read, text: str) -> None:
    reading = reading_of(text)
    assert {entry.card.name: entry.count for entry in reading.deck.crypt} == {"Anson": 6, "Indira": 6}
    assert {entry.card.name: entry.count for entry in reading.deck.library} == {"Villein": 40, "Vessel": 20, "Fame": 3}
    assert (reading.unresolved, reading.ignored) == ((), ())
    assert sum(reading.lines[1:]) == reading.lines.total == 4


def test_a_line_of_words_beside_columns_is_told_as_it_is_written(reading_of: Read) -> None:
    reading = reading_of("Crypt\tLibrary\n6x Anson\t40x Villein\nIt was  never enough.\n6x Indira\t20x Vessel\n")
    assert [(line.line, line.text) for line in reading.ignored] == [(3, "It was  never enough.")]


def test_a_remark_among_the_pieces_stays_with_its_card(reading_of: Read) -> None:
    reading = reading_of("12x Nana Buruku, 2x Fame, (never drew it), 3x Villein")
    assert copies(reading) == NANA | {"Fame": 2, "Villein": 3}
    assert [entry.comment for entry in reading.deck.library] == ["never drew it", ""]


def test_words_of_the_list_s_own_in_front_of_a_row_head_it(reading_of: Read) -> None:
    reading = reading_of("Alpha: 12x Nana Buruku, 5x Villein\nBleed: 2x Fame, 3x Dodge; Pool: 4x Vessel\n")
    assert copies(reading) == NANA | {"Villein": 5, "Fame": 2, "Dodge": 3, "Vessel": 4}
    assert (reading.deck.name, reading.unresolved, reading.lines.cards) == ("Alpha", (), 2)


@pytest.mark.parametrize("title", ["Vilein", "2x Vilein"])
def test_a_misspelt_card_in_front_of_a_row_is_open(reading_of: Read, title: str) -> None:
    reading = reading_of(f"12x Nana Buruku, 5x Vessel\n{title}: 2x Fame, 3x Dodge\n")
    assert [item.text.removesuffix(":") for item in reading.unresolved] == ["Vilein"]
    assert copies(reading) == NANA | {"Vessel": 5, "Fame": 2, "Dodge": 3}


def test_a_row_of_names_with_one_that_no_card_has(reading_of: Read) -> None:
    reading = reading_of("Nana Buruku, Villein, Fame, Deny, Dodge, Vessel, Zip, Majesty, Xyzzy, Indira")
    assert [item.text for item in reading.unresolved] == ["Xyzzy"]
    assert sum(copies(reading).values()) == 9


BROKEN = [
    "2x Govern the\nUnaligned",
    "2x Govern the Unal-\nigned",
    "1x Bowl of\nConvergence -- the best",
    "2x Perfect\n  Paragon",
    "1x Powerbase:\nMontreal",
    "2x Mordechai Ben-\nNun   8  ANI AUS FOR NEC   Harbinger of Skulls:5",
    "2x Mordechai Ben-Nun   8  ANI AUS FOR NEC   Harbinger of\nSkulls:5",
]


def named_lines(reading: Reading) -> set[int | None]:
    """The lines that the reader asks about or tells of."""
    return {line.line for line in (*reading.unresolved, *reading.unread, *reading.problems)}


@pytest.mark.parametrize("lines", BROKEN)
def test_a_name_that_a_line_end_breaks_is_named_in_both_halves(reading_of: Read, lines: str) -> None:
    reading = reading_of(f"{LIST}{lines}\n1x Deny\n")
    assert named_lines(reading) >= ({7} if "Skulls:5" in lines and "Ben-Nun" in lines else {6, 7})
    assert copies(reading).items() >= {"Nana Buruku": 12, "Villein": 56, "Deny": 1}.items()


APART = {
    "Fame\n2\nDodge\n3": ["2", "3"],
    "2x\nFame\n3x\nDodge": ["2x", "3x"],
    "2x Fame of\nVillein": ["Fame of"],
    "2x Fame\nVilein": ["Vilein"],
    "2\tFame\t3\tDoge\nIt was never enough.": ["Doge"],
    "1x Fame -- the best\nVilein": ["Vilein"],
    "1x Theo\nBell": ["Theo", "Bell"],
}


@pytest.mark.parametrize(("lines", "names"), APART.items())
def test_lines_that_are_no_card_together_are_each_their_own(reading_of: Read, lines: str, names: list[str]) -> None:
    assert [item.text for item in reading_of(f"{LIST}{lines}\n1x Deny\n").unresolved] == names


@pytest.mark.parametrize("width", range(30, 80, 3))
def test_a_row_broken_within_a_card_is_named(reading_of: Read, width: int) -> None:
    names = [
        "Govern the Unaligned",
        "Heart of Nizchetus",
        "Pier 13, Port of Baltimore",
        "Wake with Evening's Freshness",
    ]
    text = ", ".join(["12x Nana Buruku", *(f"{count}x {name}" for count, name in enumerate(names, 2))])
    lines = textwrap.fill(text, width).split("\n")
    named = named_lines(reading_of("\n".join(lines)))
    broken = [number for number, line in enumerate(lines[:-1], 1) if not re.search(r"(?<!13),$", line)]
    assert all({number, number + 1} & named for number in broken)


DECK = {"Nathan Turner": 6, "Indira": 6, "Blood Doll": 40, "Vessel": 20}


@pytest.mark.parametrize(
    "text",
    [
        "6x Nathan Turner 6x Indira 40x Blood Doll 20x Vessel",
        "6x Nathan Turner / 6x Indira / 40x Blood Doll / 20x Vessel",
        "6x Nathan Turner & 6x Indira\n40x Blood Doll + 20x Vessel",
        "Nathan Turner\tNB\t6\nIndira\tNB\t6\nBlood Doll\tKoT\t40\nVessel\tKoT\t20",
        "1: 6x Nathan Turner\n2: 6x Indira\n3: 40x Blood Doll\n4: 20x Vessel",
        "Nathan Turner 6 (have 3)\nIndira 6\nBlood Doll 40 (need 3)\nVessel 20\n",
    ],
)
def test_cards_without_line_ends_or_with_figures_behind_them(reading_of: Read, text: str) -> None:
    reading = reading_of(text)
    assert {entry.card.name: entry.count for entry in reading.deck.entries} == DECK
    assert not reading.unresolved
    assert sum(reading.lines[1:6]) == reading.lines.total


@pytest.mark.parametrize(
    "text",
    [
        "6\nNathan Turner\n6\nIndira\n40\nBlood Doll\n20\nVessel\n",
        "Nathan Turner\nx6\nIndira\nx6\nBlood Doll\nx40\nVessel\nx20\n",
        "Crypt\n6x\nNathan Turner\n6x\nIndira\n\nLibrary\n40x\nBlood Doll\n20x\nVessel\n",
        "6\nNathan Turner\n6\nIndira\n40\n40\nBlood Doll\n20\nVessel\n",
    ],
)
def test_every_figure_on_a_line_of_its_own_is_open(reading_of: Read, text: str) -> None:
    figures = [number for number, line in enumerate(text.split("\n"), 1) if line.strip("x").isdecimal()]
    assert [line.line for line in reading_of(text).unresolved] == figures
