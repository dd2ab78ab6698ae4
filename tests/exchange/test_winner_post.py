"""The winner's post: its specified lines, and what a reader made from the archive's description takes from it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from krcg import providers

from tests.corpus.archive import archive, cards, krcg_cards, multiset
from tests.exchange.events import announced, going_on, prague
from tests.soak import part
from tests.tournament.organizer import Organizer
from toolkit.decks import read, write
from toolkit.exchange.winner_post import render_post
from toolkit.tournament.receivers import winners_list

HEAD = """\
Prague Cup
Prague, Czech Republic
November 21st 2026
2R+F
13 players
Player Nr9
https://www.vekn.net/event-calendar/event/13999

-- 1GW3 + 3vp in final

Deck Name: Princes at work
Created by: A player
Description: """


def post(organizer: Organizer) -> str:
    deck = winners_list(organizer.state)
    assert deck is not None
    return render_post(organizer.state, read(deck.text, cards()).deck)


def with_list(organizer: Organizer, text: str) -> Organizer:
    deck = winners_list(organizer.state)
    assert deck is not None
    organizer.submit_deck(9, text, deck.verdict, is_judge=True, reason="as played")
    return organizer


def test_the_specified_event_begins_as_specified() -> None:
    assert post(announced()).startswith(HEAD)


def test_the_posted_list_is_the_one_that_was_handed_in() -> None:
    deck = winners_list(prague())
    assert deck is not None
    again = read(post(announced()), cards())
    assert again.problems == ()
    assert multiset(again.deck) == multiset(read(deck.text, cards()).deck)
    assert multiset(again.deck).total() == 84


def understood(text: str) -> dict[str, object]:
    """What the archive's reader takes from a post, made from its description; it cuts every line at a "#"."""
    lines = [re.split("#", line)[0].rstrip() for line in text.splitlines()]
    crypt = next(place for place, line in enumerate(lines) if re.match(r"Crypt \(\d+ cards,? min=", line))
    header = [line for line in lines[:crypt] if line]
    blocks: dict[str, tuple[int, int]] = {}
    part = ""
    for line in lines[crypt:]:
        if head := re.fullmatch(r"(Crypt|Library|[A-Z][\w /]+) \((\d+)[^)]*\)", line):
            part = head[1]
            blocks[part] = (int(head[2]), 0)
        elif card := re.match(r"(\d+)x (\S.*)", line):
            declared, counted = blocks[part]
            blocks[part] = (declared, counted + int(card[1]))
    return {
        "name": header[0],
        "rounds": next(line for line in header if re.fullmatch(r"\d+ ?R ?\+ ?F", line)),
        "players": next(int(line.split()[0]) for line in header if re.fullmatch(r"\d+ players", line)),
        "link": next(line for line in header if "vekn.net" in line),
        "wrong": [name for name, (declared, counted) in blocks.items() if name != "Library" and declared != counted],
        "crypt": blocks["Crypt"][0],
    }


def test_the_archives_reader_understands_it() -> None:
    assert understood(post(announced())) == {
        "name": "Prague Cup",
        "rounds": "2R+F",
        "players": 13,
        "link": "https://www.vekn.net/event-calendar/event/13999",
        "wrong": [],
        "crypt": 12,
    }


@pytest.mark.parametrize(
    ("settings", "line", "expected"),
    [
        ({"is_online": True}, 1, "Online"),
        ({"country": "US", "place": "Reno"}, 1, "Reno, USA"),
        ({"country": "Tchéquie"}, 1, "Prague, Czech Republic"),
        ({"place": "", "venue": "Café  Slavia", "country": "DE"}, 1, "Café Slavia, Germany"),
        ({"date": "2026-03-01"}, 2, "March 1st 2026"),
        ({"date": "2026-03-02"}, 2, "March 2nd 2026"),
        ({"date": "2026-03-12"}, 2, "March 12th 2026"),
        ({"date": "2026-05-23", "last_day": "2026-05-24"}, 2, "May 23rd 2026 -- May 24th 2026"),
        ({"name": "Prague   Cup"}, 0, "Prague Cup"),
    ],
)
def test_a_line_of_the_header(settings: dict[str, object], line: int, expected: str) -> None:
    assert post(announced(**settings)).splitlines()[line] == expected


def test_the_winner_is_not_named_twice_as_the_author() -> None:
    deck = winners_list(prague())
    assert deck is not None
    same = with_list(announced(), deck.text.replace("Author: A player", "Author: PLAYER nr9"))
    assert "Created by" not in post(same)


def test_the_header_of_a_copied_list_gives_way() -> None:
    copied = write(read(post(announced()), cards()).deck, "twd").replace("Prague Cup", "Another Cup")
    text = post(with_list(announced(), copied.replace("Created by: A player\n", "").replace("Player Nr9", "Jo Doe")))
    assert text.startswith(HEAD.replace("Created by: A player\n", ""))
    assert "Jo Doe" not in text


def test_the_bytes_are_the_same_whatever_the_language_of_the_country() -> None:
    texts = {post(announced(country=name)) for name in ("CZ", "Czechia", "Chequia", "Tchéquie")}
    assert len(texts) == 1
    assert all(line == line.rstrip() for line in texts.pop().split("\n"))


def test_without_a_final_the_line_says_so() -> None:
    organizer = Organizer(rounds=1, has_final=False, date=date(2026, 1, 3), vekn_event="77").with_players(5)
    organizer.seated([1, 2, 3, 4, 5]).result(1, 3, 2, 0, 0, 0)
    organizer.finish()
    deck = winners_list(prague())
    assert deck is not None
    lines = render_post(organizer.state, read(deck.text, cards()).deck).splitlines()
    assert (lines[3], lines[8]) == ("1R (no final)", "-- 1GW3")


@pytest.mark.walk
def test_headers_of_the_archive_are_written_as_they_were() -> None:
    for archived in part(archive(), of=32):
        if archived.packaged.event.date is None:
            continue  # one of the 43 files whose date stands in the player's field
        text = providers.serialize_twd(archived.packaged, krcg_cards())
        again = write(read(text, cards()).deck, "twd")
        assert again.partition("\n\n")[0] == text.partition("\n\n")[0], archived.packaged.id


# Shapes of headers as files have them; who and what is made up.
SHAPES = [
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n2R+F\n12 players\nAda Winter",
    "Spring Cup\nOnline\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024 -- May 3rd 2024\n3R+F\n23 players\nAda Winter\n{url}",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n23 players\nAda Winter\n{url}",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n2R (no final)\n7 players\nAda Winter\n{url}",
    "Spring Cup\nGhent\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}",
    "Spring Cup\nHall, Some Road 5, Ghent, Belgium\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}",
    "Cup: the 3rd of its kind\nGhent, Belgium\nMay 21st 2024\n3R+F\n23 players\nÉlise O'Mor-Eau\n{url}",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}\n\n-- 2GW8 + 3vp in final",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}\n\n-- 4vp in final",
    "Spring Cup\nGhent, Belgium\nMay 2nd 2024\n3R+F\n23 players\nAda Winter\n{url}\n\n-- 0GW2.5 + 1vp in final",
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_header_of_a_real_shape_comes_back(shape: str) -> None:
    text = shape.format(url="https://www.vekn.net/event-calendar/event/11000")
    lists = post(announced()).partition("Deck Name:")[2]
    again = write(read(f"{text}\n\nDeck Name:{lists}", cards()).deck, "twd")
    assert again.partition("\n\nDeck Name:")[0] == text


def test_an_event_reopened_and_finished_again_posts_the_same() -> None:
    first = going_on(prague())
    first.reopen("look")
    first.finish()
    assert post(first) == post(going_on(prague()))
