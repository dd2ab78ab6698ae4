"""What is written around the cards is no card, and none goes without a word: remarks, descriptions, cards set aside."""

from __future__ import annotations

import pytest

from tests.decks.reading.test_nothing_vanishes import CRYPT, HEADLESS, LINE, LIST, TAIL, Read, added, with_line
from toolkit.decks.model import IgnoredAs, ProblemCode, Reading, Severity


def ignored(reading: Reading) -> list[tuple[str, IgnoredAs]]:
    return [(line.text, line.why) for line in reading.ignored]


@pytest.mark.parametrize(
    "line", ["Cuts: 2x Fame, 1x Deny", "Cuts:\n2x Fame", "Still need:\n3x Vessel", "Maybe\n2 Fame"]
)
def test_what_was_cut_below_the_cards_is_set_aside_by_name(reading_of: Read, line: str) -> None:
    reading = reading_of(LIST.replace("{}\n", "") + f"\n{line}\n")
    assert added(reading) == []
    assert [found.text for found in reading.unread] == line.split("\n")
    assert sum(entry.count for entry in reading.deck.library) == 60
    assert not reading.deck.name


COMMENTS = ["-- never enough", "// Majesty", "# a word", "(a word)", "[in the first round]", "; a word", "/* a word */"]


@pytest.mark.parametrize("line", COMMENTS)
def test_a_comment_carries_its_mark(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert ignored(reading) == [(line, IgnoredAs.COMMENT)]
    assert not reading.unread
    assert not reading.problems


SENTENCES = [
    "It was never enough",
    "I drew all of them in the final.",
    "Dominate is the key to this deck",
    "One more of those, and one less of the others, would do.",
    "Je n'ai jamais eu besoin de plus.",
]


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_among_the_cards_is_told(reading_of: Read, line: str) -> None:
    reading = reading_of(with_line(line))
    assert [(found.line, found.text, found.why) for found in reading.unread] == [(LINE, line, IgnoredAs.PROSE)]
    assert not reading.problems


def test_prose_of_several_lines_is_named_line_by_line(reading_of: Read) -> None:
    reading = reading_of(with_line("I never saw what the other four were good for, but I\nkept them."))
    assert [line.line for line in reading.unread] == [LINE]
    assert [line.line for line in reading.unresolved] == [LINE + 1]


CLOSINGS = [
    "revenant was the best of them",
    "I met the\nrevenant table\nand won",
    "The deck has one more trick:\nFame\non your own minion.",
    "Revenant - would play it again",
    "revenant ...",
    "Thanks to all,\nFame",
    "3 rounds and a final",
    "2 dom would do.\n1 of them at least.",
    "Played 12 times 3",
]


@pytest.mark.parametrize("prose", CLOSINGS)
def test_closing_prose_is_no_card(reading_of: Read, prose: str) -> None:
    reading = reading_of(f"{with_line('2x Deny')}\n{prose}\n")
    assert added(reading) == [("Deny", 2)]
    assert [line.text for line in reading.ignored] == prose.split("\n")
    assert not reading.problems
    assert not reading.unread


DESCRIBED = ["Crypt", "- Cybele - the star of it", "- Lucita - against the others", "Library", "- Derange - every turn"]


@pytest.mark.parametrize("heading", ["Crypt (12 cards)", "Crypt"])
def test_a_description_laid_out_like_a_list_is_a_description(reading_of: Read, heading: str) -> None:
    text = "\n".join(["Deck Name: Trees", "Description: how it works", *DESCRIBED, "", with_line("2x Deny")])
    reading = reading_of(text.replace("Crypt (12 cards)", heading))
    assert added(reading) == [("Deny", 2)]
    assert [line.text for line in reading.ignored] == DESCRIBED
    assert {line.why for line in reading.ignored} == {IgnoredAs.DESCRIPTION}
    assert not reading.problems


def test_an_event_named_like_a_card_is_no_card(reading_of: Read) -> None:
    head = "Black Forest Base 2\nHelsinki, Finland\nMarch 30th 2019\n2R+F\n11 players\nA winner\n"
    reading = reading_of(f"{head}\n{with_line('2x Deny').removeprefix('Crypt (12 cards)')}")
    assert added(reading) == [("Deny", 2)]
    assert reading.deck.header is not None
    assert reading.deck.header.event == "Black Forest Base 2"


@pytest.mark.parametrize("mark", ["-- ", "// ", "1x Direct Intervention - "])
def test_a_line_below_a_remark_is_asked_about(reading_of: Read, mark: str) -> None:
    reading = reading_of(with_line(f"{mark}It saved me more often than not, a small\nprice for trifles"))
    assert [(line.line, line.text) for line in reading.unresolved] == [(LINE + 1, "price for trifles")]


def test_prose_that_names_a_vampire_below_the_cards_is_no_signature(reading_of: Read) -> None:
    reading = reading_of(
        f"{with_line('2x Deny')}\nI would take out two of these for smiling\njack, 3 war ghoul, and so on\n"
    )
    assert added(reading) == [("Deny", 2)]
    assert not reading.problems


@pytest.mark.parametrize(
    "heading", ["Sideboard", "Maybeboard (3)", "Considering:", "// Wishlist", "SIDEBOARD (3 cards)"]
)
def test_what_is_set_aside_is_named_and_is_not_the_deck(reading_of: Read, heading: str) -> None:
    reading = reading_of(f"{with_line('2x Deny')}\n{heading}\n2x Fame\nXyzzy\n")
    assert added(reading) == [("Deny", 2)]
    assert ignored(reading) == [(line, IgnoredAs.ASIDE) for line in (heading, "2x Fame", "Xyzzy")]
    assert len(reading.unread) == 3
    assert not reading.unresolved
    lines = reading.lines
    assert (lines.total, lines.ignored, lines.blank) == (9, 3, 2)


def test_what_is_set_aside_ends_at_the_next_part(reading_of: Read) -> None:
    reading = reading_of("Crypt\n12x Nathan Turner\nSideboard\n2x Indira\nLibrary\n2x Deny\n")
    assert added(reading) == [("Deny", 2)]
    assert [line.line for line in reading.unread] == [3, 4]


def test_a_description_may_speak_of_a_wishlist(reading_of: Read) -> None:
    reading = reading_of(f"Deck Name: x\nDescription: y\nWishlist\n{with_line('2x Deny')}")
    assert [line.why for line in reading.ignored] == [IgnoredAs.DESCRIPTION]


HEADED = "Spring Cup\nLyon, France\nMay 1st 2025\n3R+F\n20 players\nAnn\nhttps://example.org/8022\n\nDeck Name: Trees\n"


HEADED += "Description: it works\n\n"


@pytest.mark.parametrize("line", ["2x Fame", "2 Fame", "Fame x2", "2x Fmae", "1x Theo Bell"])
@pytest.mark.parametrize("place", range(11))
def test_a_card_moved_above_the_list_is_told_and_nothing_about_the_deck(
    reading_of: Read, line: str, place: int
) -> None:
    lines = (HEADED + with_line("2x Deny")).split("\n")
    reading = reading_of("\n".join([*lines[:place], line, *lines[place:]]))
    assert [(found.line, found.text, found.why) for found in reading.unread] == [
        (place + 1, line, IgnoredAs.DESCRIPTION)
    ]
    header = reading.deck.header
    assert header is not None
    assert (header.event, header.place, header.players, header.winner) == ("Spring Cup", "Lyon, France", 20, "Ann")
    assert reading.deck.name == "Trees"


def test_a_figure_behind_the_name_of_an_event_counts_no_card(reading_of: Read) -> None:
    """Lists that count behind their names may have an event whose name ends so: only a card's is told."""
    reading = reading_of(f"{HEADED.replace('Spring Cup', 'Fame 2')}{with_line('2x Deny')}")
    assert reading.deck.header is not None
    assert reading.deck.header.event == "Fame 2"
    assert not reading.unread


DESCRIPTIONS = {
    "cards": "2x Fame\n3x Deny\n",
    "cards below words": "I would change this:\n2x Fame\n\nand that:\n3x Deny\n",
    "vampires below words": "The others had\n2x Anson\n3x Theo Bell\n",
}


@pytest.mark.parametrize("described", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
@pytest.mark.parametrize("crypt", ["Crypt (12 cards)\n", "", "My crypt:\n"])
def test_a_description_that_lists_cards_is_none_of_the_deck(reading_of: Read, described: str, crypt: str) -> None:
    reading = reading_of(f"{HEADED}{described}\n{crypt}{CRYPT}\n{TAIL}")
    assert {entry.card.name: entry.count for entry in reading.deck.crypt} == {"Nathan Turner": 6, "Indira": 6}
    assert sum(entry.count for entry in reading.deck.library) == 60
    assert not reading.unresolved
    counted = [line for line in described.split("\n") if line[:1].isdecimal()]
    assert [line.text for line in reading.unread] == counted


@pytest.mark.parametrize(
    "described",
    [
        "I cut these for the final:\n2x Fame\n3x Deny\n\nThey did nothing.\n",
        "Changes:\n\nFame x2\n",
        "The others had\n2x Anson\n3x Theo Bell (G2)\n",
        "Deck Name: Trees\nDescription: I would add this:\n2 Fame\n",
    ],
)
@pytest.mark.parametrize("crypt", ["\n", "\nMy crypt:\n", "", "\n-----\n"])
def test_a_description_that_lists_cards_above_a_list_without_any_heading(
    reading_of: Read, described: str, crypt: str
) -> None:
    if not crypt and "nothing" not in described:
        crypt = "\n"  # nothing would tell where the description ends
    reading = reading_of(described + crypt + HEADLESS)
    assert {entry.card.name: entry.count for entry in reading.deck.entries} == {
        "Nathan Turner": 6,
        "Indira": 6,
        "Blood Doll": 40,
        "Vessel": 20,
    }
    counted = [line for line in described.split("\n") if any(map(str.isdecimal, line))]
    assert [line.text for line in reading.unread] == counted


@pytest.mark.parametrize(
    ("text", "added"),
    [
        (f"Trees\n\n2x Fame\n\n{HEADLESS}", "Fame"),
        (f"Trees\n\n2x Anson\n\n{HEADLESS}", "Anson"),
        (f"Crew:\n2x Anson\n\nSupport:\n{HEADLESS}", "Anson"),
        (f"Trees, and how they grow.\n\n40x Blood Doll\n20x Vessel\n\n{CRYPT}\n2x Fame\n", "Fame"),
        (f"It is a good one.\n{HEADLESS}\nSomething is odd here.\n2x Anson\n", "Anson"),
    ],
)
def test_a_list_in_pieces_without_any_heading_is_one(reading_of: Read, text: str, added: str) -> None:
    reading = reading_of(text)
    counts = {entry.card.name: entry.count for entry in reading.deck.entries}
    assert (counts.pop(added), sum(counts.values())) == (2, 72)


LIBRARY_FIRST = f"40x Blood Doll\n20x Vessel\n\n{CRYPT}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"Trees\nI cut these:\n2x Fame\n3x Deny\n\n{LIBRARY_FIRST}", "I cut these:"),
        (f"Trees\nI cut these for the final.\n\n2x Fame\n3x Deny\n\n{LIBRARY_FIRST}", "I cut these for the final."),
        (f"Changes:\n2x Fame\n3x Deny\n\n{LIBRARY_FIRST}", "Changes:"),
        (f"Description: I cut these:\n2x Fame\n3x Deny\n\n{LIBRARY_FIRST}", "Description: I cut these:"),
        (f"Sideboard\n2x Fame\n3x Deny\n\n{LIBRARY_FIRST}", "Sideboard"),
        (f"{LIBRARY_FIRST}\nI cut these for the final:\n2x Fame\n3x Deny\n", "I cut these for the final:"),
        (f"Crypt\n{CRYPT}\n{TAIL}\nI cut these for the final:\n2x Fame\n3x Deny\n", "I cut these for the final:"),
    ],
)
def test_cards_below_words_that_may_exclude_them_are_counted_and_told(
    reading_of: Read, text: str, written: str
) -> None:
    reading = reading_of(text)
    (problem,) = reading.problems
    assert (problem.code, problem.severity) == (ProblemCode.INTRODUCED, Severity.WARNING)
    assert problem.message == f"2 lines below “{written}” were counted as cards of the deck."
    assert [(entry.count, entry.card.name) for entry in problem.cards] == [(2, "Fame"), (3, "Deny")]
    assert text.split("\n")[problem.line - 1] == "2x Fame"
    assert {"Fame", "Deny"} < {entry.card.name for entry in reading.deck.library}


@pytest.mark.parametrize(
    "text",
    [
        f"Trees\nI like it a lot.\n{LIBRARY_FIRST}",
        f"I like it a lot.\n{LIBRARY_FIRST}",
        f"Bloat:\n2x Fame\n\nDefence:\n60x Deflection\n\n{CRYPT}",
        f"Crypt\n{CRYPT}\nLibrary\n2x Fame\n\nBounce, which wins it:\n60x Deflection\n",
    ],
)
def test_the_deck_itself_may_stand_below_words(reading_of: Read, text: str) -> None:
    assert not reading_of(text).problems


def test_a_card_behind_words_above_the_list_is_told(reading_of: Read) -> None:
    reading = reading_of(f"Trees\nI cut these: 2x Fame\n\n{LIBRARY_FIRST}")
    assert [(line.line, line.text) for line in reading.unread] == [(2, "I cut these: 2x Fame")]
    assert {entry.card.name for entry in reading.deck.library} == {"Blood Doll", "Vessel"}


@pytest.mark.parametrize("above", [0, 6])
def test_what_prose_says_of_cards_one_by_one_is_no_list(reading_of: Read, above: int) -> None:
    """As descriptions have it, and remarks at the end: "- Unmada - Incredible lube. Use discard actions."."""
    said = [f"- {name} - I liked it a lot in every round." for name in ("Nathan Turner", "Fame", "Deny", "Zip Gun")] * 2
    listed = ["- Villein", "- Dodge"] * above
    text = "\n".join([HEADED, *listed, *said, "", "Crypt (12 cards)", CRYPT, TAIL, "", *said, ""])
    assert sum(entry.count for entry in reading_of(text).deck.entries) == 72


def test_a_description_above_a_list_whose_library_has_no_heading(reading_of: Read) -> None:
    text = f"{HEADED}2x Fame\n3x Deny\n\nCrypt (12 cards)\n{CRYPT}\nMaster (60)\n40x Blood Doll\n20x Vessel\n"
    reading = reading_of(text)
    assert [entry.card.name for entry in reading.deck.library] == ["Blood Doll", "Vessel"]
    assert [line.text for line in reading.unread] == ["2x Fame", "3x Deny"]


def test_a_crypt_in_two_blocks_without_a_heading_is_one(reading_of: Read) -> None:
    reading = reading_of(f"{HEADED}2x Anson\n\n{CRYPT.replace('6x N', '4x N')}\n{TAIL}")
    assert [entry.card.name for entry in reading.deck.crypt] == ["Anson", "Nathan Turner", "Indira"]


def test_a_sentence_that_ends_in_a_figure_is_prose(reading_of: Read) -> None:
    line = "I think that it is quite fine to have 5 copies in 13 cards."
    reading = reading_of(with_line(line))
    assert [(found.text, found.why) for found in reading.unread] == [(line, IgnoredAs.PROSE)]
    assert not reading.unresolved


def test_a_summary_in_a_description_is_no_list(reading_of: Read) -> None:
    summary = ["Library: 90 cards]", "[Misc.: 6 cards", "Clan Toys: 3 cards"]
    reading = reading_of("\n".join(["Deck Name: Trees", "Description: a deck", *summary, "", with_line("2x Deny")]))
    assert ignored(reading) == [(line, IgnoredAs.DESCRIPTION) for line in summary]
    assert (reading.unresolved, reading.lines.headings) == ((), 2)
