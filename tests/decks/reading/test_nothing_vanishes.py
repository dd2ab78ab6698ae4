"""No line that may be a card becomes a comment or a heading without a word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit.cards.model import Kind
from toolkit.decks.model import ProblemCode, Reading

type Read = Callable[[str | bytes], Reading]

LIST = "Crypt (12 cards)\n12x Nathan Turner\n\nLibrary (60 cards)\n40x Blood Doll\n{}\n20x Vessel\n"
LINE = 6
TAIL = "Library (60 cards)\n40x Blood Doll\n20x Vessel\n"
CRYPT = "6x Nathan Turner\n6x Indira\n"
HEADLESS = f"{CRYPT}\n40x Blood Doll\n20x Vessel\n"


def with_line(line: str) -> str:
    """A legal list with one more line among the cards of its library."""
    return LIST.format(line)


def added(reading: Reading) -> list[tuple[str, int]]:
    known = ("Nathan Turner", "Blood Doll", "Vessel")
    return [(entry.card.name, entry.count) for entry in reading.deck.entries if entry.card.name not in known]


COUNTED = [
    ("Majesty x6 (good)", "Majesty", 6),
    ("Majesty 6x (good)", "Majesty", 6),
    ("#3 Fame", "Fame", 3),
    ("# 3 Fame", "Fame", 3),
    ("Perfect Paragon, 4 copies", "Perfect Paragon", 4),
    ("Rack, The, 4 copies", "The Rack", 4),
    ("Rack, The, x4", "The Rack", 4),
    ("Deny -- 4", "Deny", 4),
    ("deny // 2", "Deny", 2),
    ("Fame (2 copies)", "Fame", 2),
    ("Fame 2 copies", "Fame", 2),
    ("Fame (2x)", "Fame", 2),
    ("Fame [2 x]", "Fame", 2),
    ("2x Fame -- 4", "Fame", 2),
    ("2x Fame (good (in a pinch), that is)", "Fame", 2),
    ("Fame x2 (mine [and (nearly) yours])", "Fame", 2),
    ("2x Fame (good :))", "Fame", 2),
    ("(2) Fame", "Fame", 2),
    ("[2x] Fame", "Fame", 2),
    ("2: Fame", "Fame", 2),
    ("-> 2x Fame", "Fame", 2),
    ("» 2 Fame", "Fame", 2),
    ("2\u0445 Fame", "Fame", 2),  # the Cyrillic letter
    ("2\u02e3 Fame", "Fame", 2),
    ("<b>2x Fame</b>", "Fame", 2),
    ("2x [[Fame|the fame]]", "Fame", 2),
    ("`2x Fame`", "Fame", 2),
    ("'2 Fame'", "Fame", 2),
    ("2x Bang Nakh &mdash; Tiger&#39;s Claws", "Bang Nakh — Tiger's Claws", 2),
    ("[2x Fame](https://vdb.im/cards/100699)", "Fame", 2),
    ('"2","Fame"', "Fame", 2),
    ("six Fame", "Fame", 6),
    ("Twelve Fame", "Fame", 12),
    ("4.0 Fame", "Fame", 4),
    ("[ ] 3x Fame", "Fame", 3),
]


@pytest.mark.parametrize(("line", "name", "count"), COUNTED)
def test_a_figure_is_a_count_wherever_it_hides(reading_of: Read, line: str, name: str, count: int) -> None:
    reading = reading_of(with_line(line))
    assert added(reading) == [(name, count)]
    assert not reading.ignored
    assert not reading.unresolved


@pytest.mark.parametrize(
    "line",
    ["2 db Fame", "2 szt. Fame", "Fame 2 ks", "2\u679a Fame", "Fame |||", "Fame: ||||/ ||", "Fame ++", "Fame [ ] [x]"],
)
def test_a_count_that_no_real_list_writes_so_is_asked(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert LINE in [found.line for found in (*reading.unresolved, *reading.problems)]


@pytest.mark.parametrize("line", ["Fame, 2 cópias", "Fame 2 volte", "2 pz. Fame", "2 copias Fame", "4 copies of Fame"])
def test_a_word_beside_a_card_is_asked_about_with_the_card(reading_of: Read, line: str) -> None:
    (open_line,) = reading_of(with_line(line)).unresolved
    assert (open_line.line, open_line.candidates[0].card.name) == (LINE, "Fame")


@pytest.mark.parametrize(
    "line",
    [
        "2x Fame (3)",
        "2 Fame [3]",
        "Fame 2 (x3)",
        "Fame #4",
        "Fame (3/2)",
        "Fame (3?)",
        "Fame (x3 good)",
        "Zip (3x good)",
        "Zip #2",
        "Fame // good x2 as it is",
    ],
)
def test_two_counts_of_a_line_are_told(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert len(added(reading)) == 1
    (problem,) = reading.problems
    assert problem.code == "contradiction"
    assert "copies, the line counts" in problem.message


@pytest.mark.parametrize("line", ["Fame -- long remark 2", "Fame - 2 - good", "Fame (2 needed)", "Fame (deux)"])
def test_a_count_within_a_remark_is_named_as_a_name_without_one(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.NO_COUNT, LINE)]


@pytest.mark.parametrize(
    "line",
    [
        "2x Fame (2)",
        "2x Fame (DS:C)",
        "2x Fame (1994)",
        "2x Fame -- -1",
        "| Fame | 2 |",
        "| Fame | | |",
        "Fame #1",
        "Fame (DS:C)",
        "Fame (1 of the best)",
        "Fame (2 would do)",
        "Fame -- 4 in the final",
    ],
)
def test_other_figures_and_bars_are_no_second_count(reading_of: Read, line: str) -> None:
    assert "contradiction" not in [problem.code for problem in reading_of(with_line(line)).problems]


MISSPELT = [
    ("Villien\t4", 4, "Villein"),
    ("Villien 3", 3, "Villein"),
    ("Villien: 3", 3, "Villein"),
    ("Villien - 3", 3, "Villein"),
    ("Villien, 3", 3, "Villein"),
    ("Villien", 1, "Villein"),
    ("Villien -- 3", 3, "Villein"),
    ("Breath of dragon 2", 2, "Breath of the Dragon"),
    ("3Raven Spyy", 3, "Raven Spy"),
    ("Majesty 6 good", 1, "Majesty"),
    ("Majesty x6 good stuff", 1, "Majesty"),
]


@pytest.mark.parametrize(("line", "count", "meant"), MISSPELT)
@pytest.mark.parametrize("below", ["", "\n"], ids=["", "above an empty line"])
def test_a_misspelt_card_is_open_with_its_candidate(
    reading_of: Read, line: str, count: int, meant: str, below: str
) -> None:
    reading = reading_of(with_line(line + below))
    (found,) = reading.unresolved
    assert (found.line, found.count) == (LINE, count)
    assert meant in [candidate.card.name for candidate in found.candidates]


@pytest.mark.parametrize(
    "line",
    [
        "lx Fame",
        "~2x Fame",
        "~~2x Fame~~",
        "~~2x Theo Bell (G6)~~",
        "2) Theo Bell (G2)",
        "no. 2 Fame",
        "1-2x Fame",
        "2-3 Fame?",
        "½ Fame",
        "ii. 2x Fame",
        "2-Fame",
        "? 2x Fame",
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        with_line("{}"),
        with_line("2x Deny") + "{}\n",
        with_line("2x Deny") + "\n{}\n",
        "{}\n12x Nathan Turner\n60x Vessel\n",
    ],
    ids=["among", "below", "behind", "above"],
)
def test_a_card_whose_figure_nobody_can_read_is_open_or_told(reading_of: Read, text: str, line: str) -> None:
    reading = reading_of(text.format(line))
    assert line in [found.text for found in (*reading.unresolved, *reading.unread)]
    assert not reading.deck.name


UNCOUNTED = "Anson\nAgatha\n\nVessel\nDeny\nVillein\n"
COUNTING = "12x Nathan Turner\n\n60x Vessel\n"


@pytest.mark.parametrize(
    ("above", "opened"),
    [
        ("Nathan Turnr", [1]),
        ("Nathan Turnr\nAnsn the", [1, 2]),
        ("My deck\nNathan Turnr", [2]),
        ("Deck Name: My deck\n\nNathan Turnr", [3]),
        ("3x", [1]),
        ("My deck", []),
    ],
)
def test_a_misspelt_name_on_top_of_a_list_without_figures_is_open(
    reading_of: Read, above: str, opened: list[int]
) -> None:
    reading = reading_of(f"{above}\n{UNCOUNTED}")
    assert [found.line for found in reading.unresolved] == opened
    assert reading.deck.name == ("My deck" if "My deck" in above else "")


@pytest.mark.parametrize(
    ("above", "told"),
    [
        (f"Vilein\n{COUNTING}", [1]),
        (f"Vilein\n\n{COUNTING}", [1]),
        (f"Fame\n\n{COUNTING}", [1]),
        (f"Vilein\n\n{UNCOUNTED}", [1]),
        (f"2) Vilein\n{COUNTING}", [1]),
        (f"Fame v2.0\n{COUNTING}", []),
        (f"My deck\nVilein\n{COUNTING}", [2]),
        (f"Ansno   8  CEL PRE aus dom  Toreador:1\n{COUNTING}", [1]),
        (f"3\n\n{COUNTING}", [1]),
        (f"Vilein\n\nCrypt\n{COUNTING.replace('60x', 'Library\n60x')}", []),
        (f"Villagers\n{COUNTING}", []),
    ],
)
def test_a_decks_name_that_may_be_a_card_is_told(reading_of: Read, above: str, told: list[int]) -> None:
    reading = reading_of(above)
    assert reading.deck.name == above.split("\n")[0]
    assert [found.line for found in reading.unread] == told
    assert not reading.unresolved
    assert sum(reading.lines[1:]) == above.count("\n")


@pytest.mark.parametrize(
    "line",
    [
        *("1x dia milliner", "`12x Cybee`", "2) Fame", "1x dia milliner<br>"),
        *("{\\f0 2x Fame\\par}", "{\\f0 2x Fmae\\par}"),
        *("Fame twice", "only 2 Fame", "a pair of Fame", "Fame 2: good", "Fame, Zip", "Fame and Zip"),
    ],
)
def test_copies_of_a_misspelt_name_on_top_are_told_and_no_decks_name(reading_of: Read, line: str) -> None:
    reading = reading_of(f"{line}\n\n{COUNTING}")
    assert [found.line for found in reading.unread] == [1]
    assert not reading.deck.name


def test_a_figure_alone_above_the_first_card_is_open(reading_of: Read) -> None:
    reading = reading_of(f"3\nAnson\n{COUNTING}")
    assert [(found.line, found.text) for found in reading.unresolved] == [(1, "3")]
    assert not reading.deck.name


@pytest.mark.parametrize(
    "line",
    ["<1> Byzar", "no. 4 Anson", "forty Anson", "plus 1x Mr. Winthrop", "and 2x Anson", "only 2 Rudolfo Giovanni"],
)
@pytest.mark.parametrize(
    "text",
    [
        "Crypt\n{0}\n{0}\n\nLibrary\n60x Vessel\n",
        "Library\n{0}\n{0}\n60x Vessel\n\nCrypt\n12x Nathan Turner\n",
        "Crypt\n{0}\n{0}\n\nLibrary\n\nMaster\n60x Vessel\n",
        "Crypt (12 cards)\n{0}\n12x Nathan Turner\n\nLibrary (60 cards)\n60x Vessel\n",
    ],
)
def test_a_heading_above_lines_that_nobody_can_read_opens_its_part(reading_of: Read, text: str, line: str) -> None:
    reading = reading_of(text.format(line))
    assert line in [found.text for found in (*reading.unresolved, *reading.unread)]
    assert not reading.deck.name
    assert reading.lines.headings == 2 + text.count("Master")


def test_a_heading_above_prose_opens_nothing(reading_of: Read) -> None:
    reading = reading_of(f"Crypt\nI like it a lot, as you know, since it bleeds.\n\n{COUNTING}\nLibrary\n2x Deny\n")
    assert reading.lines.headings == 1


def test_a_group_of_rtf_is_no_comment(reading_of: Read) -> None:
    (found,) = reading_of(with_line("{\\f0 3x Delaying Tactics\\par}")).unresolved
    assert found.line == LINE


COLUMNS = "Egothha   7   AUS FOR NEC obf   Harbinger of Skulls"


@pytest.mark.parametrize(
    ("line", "count"),
    [
        (f"{COLUMNS}:2\t3", 3),
        (f"{COLUMNS}:2 3", 3),
        (f"{COLUMNS}:2 x3", 3),
        (f"{COLUMNS}: 2", 1),
        (f"{COLUMNS}: 2  3", 3),
        (f"{COLUMNS}", 1),
        ("Egothha 7", 1),
        ("Egothha: 3", 3),
    ],
)
def test_a_figure_behind_a_crypts_columns_is_the_copies_or_the_group(reading_of: Read, line: str, count: int) -> None:
    reading = reading_of(LIST.replace("12x Nathan", f"{line}\n12x Nathan").replace("{}\n", ""))
    assert added(reading) == [("Egothha", count)]


def test_a_row_of_quoted_cells_takes_no_figure_of_the_line_above(reading_of: Read) -> None:
    reading = reading_of('2x Deny, 2x Vessel\n3\n"Anson","Some Set","2"\n3\nFame\n2\nZip Gun\n')
    assert "3" in [found.text for found in reading.unresolved if found.line == 2]


RUDOLFO = "Rudolfo Giovanni"


@pytest.mark.parametrize(
    ("line", "count", "told"),
    [
        (f"{RUDOLFO} ........ 3", 1, True),
        (f"{RUDOLFO} -> 3", 1, True),
        (f"{RUDOLFO} 3 fois", 1, True),
        (f'"{RUDOLFO}  3  NEC  Giovanni:2","2"', 2, False),
        (f'"2","{RUDOLFO}","3","NEC","Giovanni:2"', 2, False),
        (f"{RUDOLFO}\t3\tNEC\tGiovanni\t2", 1, True),
        (f"{RUDOLFO} 3", 1, True),
        (f"{RUDOLFO} 3 off", 1, True),
        (f"{RUDOLFO} [G2] 3", 1, True),
    ],
)
def test_a_figure_behind_a_vampire_is_the_copies_or_told(reading_of: Read, line: str, count: int, told: bool) -> None:
    reading = reading_of(LIST.replace("12x Nathan", f"{line}\n12x Nathan").replace("{}\n", ""))
    assert added(reading) == [(RUDOLFO, count)]
    assert [problem.code for problem in reading.problems] == [ProblemCode.NO_COUNT] * told


def test_a_vampires_capacity_is_not_told_where_nothing_counts(reading_of: Read) -> None:
    assert not reading_of(f"{RUDOLFO} 3\nAnson 8\n\nVessel\nDeny\nVillein\n").problems


@pytest.mark.parametrize(
    "line",
    [
        *("Name: 2x Fame", "- name: Fame, count: 2", "Notes: Fame", '{"name": "Fame", "count": 2}'),
        *("(2x Fame)", "[Fame]", "(Fame x2)", "Fame\n(2)"),
    ],
)
def test_a_card_in_a_field_or_between_brackets_is_open_or_told(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert line.split("\n")[-1] in [found.text for found in (*reading.unresolved, *reading.unread)]
    assert sum(reading.lines[1:]) == 7 + line.count("\n")


@pytest.mark.parametrize("event", ["2nd Tragic Love Affair", "12th Fame"])
def test_an_ordinal_in_front_of_a_cards_name_counts_nothing(reading_of: Read, event: str) -> None:
    reading = reading_of(f"{event}\n{HEADLESS}")
    assert (reading.deck.name, reading.unread) == (event, ())


@pytest.mark.parametrize(
    "line",
    [
        *("Master 2x Fame", "Master (14) 2x Fame", "Event 1: The Unmasking"),
        *("Master: 2x Fmae", "Master (14) 2xFmae", "Combat: 4x Zzyzx"),
    ],
)
def test_what_stands_behind_a_type_or_a_card_on_its_line_does_not_vanish(reading_of: Read, line: str) -> None:
    assert len(reading_of(with_line(line)).unresolved) == 1


def test_each_card_of_a_line_that_counts_several_is_in_the_deck(reading_of: Read) -> None:
    reading = reading_of(with_line("6 Fame 6 Deny 4 Vessel"))
    counts = {entry.card.name: entry.count for entry in reading.deck.library}
    assert (reading.unresolved, counts) == ((), {"Blood Doll": 40, "Fame": 6, "Deny": 6, "Vessel": 24})


@pytest.mark.parametrize(
    "line",
    [
        *("Auspex #3", "-3 Auspex"),
        *("Auspex +3", "~2 Potence", "!2x Dominate", "Obfuscate/3", "Serpentis x4, good", "Celerity 1 good"),
        *("Master: 2 Fmae", "Action 3 Gouvern the Unaligned", "Vampire: Fame x2"),
    ],
)
@pytest.mark.parametrize(
    "text", [LIST, LIST.replace("{}", "Master (22)\n2x Fame\n{}"), LIST.replace("{}\n", "") + "{}\n"]
)
def test_a_heading_that_may_hide_a_card_is_open_or_told(reading_of: Read, text: str, line: str) -> None:
    reading = reading_of(text.format(line))
    place = text.format(line).split("\n").index(line) + 1
    assert place in [found.line for found in (*reading.unresolved, *reading.unread)]
    assert sum(reading.lines[1:]) == text.count("\n")


@pytest.mark.parametrize(
    "heading",
    [
        "Master 14, 2 trifles",
        "Master (14; 2 trifle)",
        "Combat 12 total",
        "--Presence (3)--",
        "* Dominate 4 *",
        "Action 12 cards",
    ],
)
def test_a_heading_with_its_figures_only_is_not_told(reading_of: Read, heading: str) -> None:
    assert not reading_of(with_line(f"\n{heading}\n2x Fame")).unread


@pytest.mark.parametrize("line", ["Taste of Vitae x6 +1 maybe", "Veill of Darkness 2x, maybe"])
def test_a_count_in_words_right_below_the_cards_is_told(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line("2x Deny") + f"{line}\n")
    assert line in [found.text for found in (*reading.unresolved, *reading.unread)]


@pytest.mark.parametrize("between", [" ", "\t", ": ", " - ", " x", " (", " / "])
@pytest.mark.parametrize("place", range(8))
def test_one_slip_in_a_list_that_counts_behind_the_names_is_open(reading_of: Read, between: str, place: int) -> None:
    names = [
        "Nathan Turner",
        "Indira",
        "Hanna Nokelainen",
        "Casey Snyder",
        "Blood Doll",
        "Villein",
        "Earth Meld",
        "Deny",
    ]
    names[place] = f"{names[place][:2]}q{names[place][2:]}"
    rows = [f"{name}{between}3{')' * between.count('(')}" for name in names]
    reading = reading_of("\n".join(["Crypt", *rows[:4], "", "Library", *rows[4:]]))
    assert [(line.text, line.count) for line in reading.unresolved] == [(names[place], 3)]
    assert len(list(reading.deck.entries)) == 7


def test_the_first_of_a_list_without_headings_may_be_misspelt(reading_of: Read) -> None:
    reading = reading_of("Nathan Turnre 2\nIndira 2\nCasey Snyder 2\n\nBlood Doll 3\nVillein 3\nDeny 2\n")
    assert [(line.line, line.text) for line in reading.unresolved] == [(1, "Nathan Turnre")]


@pytest.mark.parametrize("line", ["Pool gain", "Xyzzy", "Some Unknown Card", "Bleed 7", "Qwert (3)", "6 good"])
def test_what_is_no_sentence_among_the_cards_is_open(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert [open_line.line for open_line in reading.unresolved] == [LINE]
    assert [problem.code for problem in reading.problems] == [ProblemCode.UNKNOWN_CARD]


def test_a_misspelt_card_below_an_open_bracket_is_open(reading_of: Read) -> None:
    reading = reading_of(with_line("2x Fame (never enough\nVillien 3"))
    assert [line.text for line in reading.unresolved] == ["Villien"]


@pytest.mark.parametrize("heading", ["Bouncing:", "-- Bounce --"])
def test_a_heading_of_the_lists_own_words_is_no_card(reading_of: Read, heading: str) -> None:
    reading = reading_of(with_line(f"\n{heading}\n7x Deflection\n5x Redirection\n"))
    assert not reading.unresolved
    assert reading.lines.headings + len(reading.ignored) == 3


@pytest.mark.parametrize("heading", ["Bounce (12)", "Bounce 12", "Bounce 11"])
def test_a_word_with_a_figure_above_a_block_is_open(reading_of: Read, heading: str) -> None:
    reading = reading_of(with_line(f"\n{heading}\n7x Deflection\n5x Redirection\n"))
    assert [line.text for line in reading.unresolved] == ["Bounce"]


def test_every_line_is_in_the_account_once(reading_of: Read) -> None:
    text = f"A name\n\nSome prose.\n{with_line('Villien 3')}\nIt was fun.\n-- really\n\n"
    reading = reading_of(text)
    lines = reading.lines
    named = [line.line for line in (*reading.unresolved, *reading.ignored)]
    cards = [line for _, places in reading.deck.placed for line in places]
    assert len({*named, *cards}) == len(named) + len(cards) == lines.cards + lines.unresolved + lines.ignored
    assert lines.blank + lines.headings + lines.metadata + len(named) + len(cards) == len(text.split("\n")) - 1


def test_a_card_whose_figure_is_the_sum_below_it_is_no_heading(reading_of: Read) -> None:
    reading = reading_of(with_line("\nReaction (14)\n7x Deflectoin\n4x Wake with Evening's Freshness\n3x Deny\n"))
    assert [(line.text, line.count) for line in reading.unresolved] == [("Deflectoin", 7)]


def test_a_misspelt_card_whose_figure_is_the_sum_below_it_is_open(reading_of: Read) -> None:
    reading = reading_of("Crypt (12 cards)\n--------\nNathen Turner x6\n3x Indira\n3x Zip\n\nLibrary\n60x Vessel\n")
    assert [(line.text, line.count) for line in reading.unresolved] == [("Nathen Turner", 6)]


@pytest.mark.parametrize("first", ["Nathen Turner", "Nathen Turner (ADV)", "Xyzzy (G3)"])
@pytest.mark.parametrize("heading", ["Crypt", "Crypt:", "Crypt (12 cards)", "Crypt\n-----"])
def test_the_first_line_below_a_heading_may_be_a_misspelt_card(reading_of: Read, heading: str, first: str) -> None:
    reading = reading_of(f"{heading}\n{first}\n11x Nathan Turner\n\n{TAIL}")
    assert [(line.text, line.section) for line in reading.unresolved] == [(first, Kind.CRYPT)]
    assert reading.lines.headings == 2 + heading.count("\n")


@pytest.mark.parametrize("figures", ["Group 2 and 3", "Groups: 2 & 3", "Average capacity: 5", "12 vampires, min 3"])
def test_figures_below_the_heading_of_a_crypt_belong_to_it(reading_of: Read, figures: str) -> None:
    reading = reading_of(f"Crypt\n{figures}\n12x Nathan Turner\n\n{TAIL}")
    assert (reading.lines.headings, reading.unresolved, reading.ignored) == (3, (), ())


@pytest.mark.parametrize("line", ["2 Brand New Thing", "Brand New Thing", "Brand New Thing 2"])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_card_that_stands_alone_below_the_last_heading_is_open(reading_of: Read, line: str, gap: str) -> None:
    reading = reading_of(f"Crypt\n12 Nathan Turner\n\nLibrary\nMaster (60)\n60 Vessel\n\nEvent (2)\n{gap}{line}\n")
    assert [found.text for found in reading.unresolved] == ["Brand New Thing"]


@pytest.mark.parametrize("line", ["Brand New Thing", "\n2x of Something New", "\n2 Brand New Things"])
def test_what_stands_behind_the_cards_and_may_be_one_is_told(reading_of: Read, line: str) -> None:
    reading = reading_of(f"Crypt\n12 Nathan Turner\n\nLibrary\n60 Vessel\n{line}\n")
    assert [found.text for found in (*reading.unread, *reading.unresolved)] != []
