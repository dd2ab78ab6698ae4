"""What stands above the cards, as people fill in forms and programs write them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from toolkit.decks.model import IgnoredAs, Reading

type Read = Callable[[str | bytes], Reading]

CARDS = "\nCrypt (12 cards)\n12x Nana Buruku\n\nLibrary (60 cards)\n60x Villein\n"
PLAIN = ["6th Great Symposium", "Mikkeli, Finland", "March 25th 2023", "3R+F", "13 players", "Otso Saariluoma"]
LINK = "https://www.vekn.net/event-calendar/event/10546"
HINTS = ["Event Name", "Event Location", "Event Date", "Number of Rounds", "Number of Players", "Winner", "Event Link"]


def labelled(*, rounds: str = "Rounds") -> str:
    labels = ["Event", "Place", "Date", rounds, "Players", "Winner"]
    values = [*PLAIN[:4], "13", PLAIN[5]]
    return "\n".join(f"{label}: {value}" for label, value in zip(labels, values, strict=True))


HEADERS = {
    "plain": "\n".join([*PLAIN, LINK]),
    "the winner labelled": "\n".join([*PLAIN[:5], f"Winner: {PLAIN[5]}", LINK]),
    "the winner labelled in Spanish": "\n".join([*PLAIN[:5], f"Ganador : {PLAIN[5]}", LINK]),
    "all labelled": f"{labelled()}\nLink: {LINK}",
    "the rounds called a format": f"{labelled(rounds='Format')}\n{LINK}",
    "VDB's hints": "\n".join(f"{line:<50} # {hint}" for line, hint in zip([*PLAIN, LINK], HINTS, strict=True)),
    "hints and what to do with them": "# REPLACE BELOW LINES WITH YOUR EVENT DATA\n# FIRST LINE WILL BE EVENT NAME\n"
    + "\n".join(f"{line}   # {hint}" for line, hint in zip([*PLAIN, LINK], HINTS, strict=True)),
}


@pytest.mark.parametrize("head", HEADERS.values(), ids=HEADERS)
def test_the_event_is_known_however_its_lines_are_marked(reading_of: Read, head: str) -> None:
    reading = reading_of(f"{head}\n{CARDS}")
    header = reading.deck.header
    assert header is not None
    assert (header.event, header.place, header.date) == (PLAIN[0], PLAIN[1], date(2023, 3, 25))
    assert (header.rounds, header.players, header.winner, header.url) == (*PLAIN[3:4], 13, PLAIN[5], LINK)
    assert reading.lines.metadata == 7
    assert [line.why for line in reading.ignored] == [IgnoredAs.COMMENT] * head.startswith("#") * 2


def test_an_event_may_be_called_what_is_a_label_elsewhere(reading_of: Read) -> None:
    head = "\n".join(["Event: Horizon", *PLAIN[1:]])
    header = reading_of(f"{head}\n{CARDS}").deck.header
    assert header is not None
    assert header.event == "Event: Horizon"


def test_a_number_sign_in_an_event_s_name_stays(reading_of: Read) -> None:
    header = reading_of("\n".join(["Symposium #6", *PLAIN[1:], CARDS])).deck.header
    assert header is not None
    assert header.event == "Symposium #6"


def test_vdb_s_optional_fields_lose_their_hints(reading_of: Read) -> None:
    head = "Deck Name: Nakhthorheb    # OPTIONAL\nCreated by: Jane Doe    # OPTIONAL, only if different from Winner"
    deck = reading_of(f"{HEADERS["VDB's hints"]}\n\n{head}\nDescription:    # OPTIONAL\nA line.\n{CARDS}").deck
    assert (deck.name, deck.author, deck.description) == ("Nakhthorheb", "Jane Doe", "A line.")


def test_a_form_that_nobody_filled_in_says_nothing(reading_of: Read) -> None:
    form = "[Event Name]\n[Location]\n[Date]\n[Format]\n[Players]\n[Winner]\n[Event Link]\n\n-- [Scores]\n"
    deck = reading_of(f"{form}\nDeck Name: Nakhthorheb\nDescription:\n[Description]\n{CARDS}").deck
    assert (deck.name, deck.author, deck.description, deck.header) == ("Nakhthorheb", "", "", None)


def test_a_winner_above_a_deck_without_an_event_is_its_author(reading_of: Read) -> None:
    deck = reading_of(f"Deck Name: Nakhthorheb\nWinner: Jane Doe\n{CARDS}").deck
    assert (deck.name, deck.author, deck.description) == ("Nakhthorheb", "Jane Doe", "")


WIKI = {
    "(:title Stickmen by Jane Doe :)": ("Stickmen", "Jane Doe"),
    "(:title Death by Moonlight by Jane Doe :)": ("Death by Moonlight", "Jane Doe"),
    "(:title Stickmen :)": ("Stickmen", ""),
}


@pytest.mark.parametrize(("title", "named"), WIKI.items())
def test_a_wiki_page_says_name_author_and_description(reading_of: Read, title: str, named: tuple[str, str]) -> None:
    deck = reading_of(f"{title}\n\n!! Description\nA line.\n!! Notes\nMore.\n\n!! Crypt [12 vampires]\n{CARDS}").deck
    assert (deck.name, deck.author) == named
    assert deck.description.split() == ["A", "line.", "More."]


def test_a_title_in_a_chat_s_bold_is_the_title(reading_of: Read) -> None:
    assert reading_of(f"*Stickmen*\n\n{CARDS}").deck.name == "Stickmen"


@pytest.mark.parametrize("head", ["Stickmen\n", "Description: ", "\n".join([*PLAIN, "\n"])])
def test_paragraphs_of_a_description_stay_apart(reading_of: Read, head: str) -> None:
    assert reading_of(f"{head}One.\n\nTwo.\n\n{CARDS}").deck.description == "One.\n\nTwo."


def test_the_minus_of_a_comment_stays(reading_of: Read) -> None:
    reading = reading_of(f"{CARDS}\n4x Fame -- -1 in the final\n3x Villein --- good --\n")
    assert {entry.comment for entry in reading.deck.library} == {"-1 in the final", "good"}


def test_the_mark_of_a_quotation_is_no_deck_s_name(reading_of: Read) -> None:
    assert reading_of(f'[quote="ann" post=12]\nStickmen\n\n{CARDS}[/quote]').deck.name == "Stickmen"
