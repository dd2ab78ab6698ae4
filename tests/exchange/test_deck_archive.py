"""The archive of all decks: who is in it, and that each list is its own player's by the readers' own join."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import openpyxl

from tests.corpus.archive import cards, multiset
from tests.exchange.events import announced
from tests.tournament.organizer import Organizer
from toolkit.decks import read
from toolkit.exchange.deck_archive import render_archive, slug
from toolkit.tournament import DeckVerdict
from toolkit.tournament.receivers import winners_list

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
LIST = "Deck Name: {0}\n\nCrypt (12 cards)\n12x Lodin (Olaf Holte)\n\nLibrary (60 cards)\n60x {1}\n"


def handed_in() -> Organizer:
    """The winner (9) was not asked, 1 and 5 agreed, 2 did not, 3 agreed and has no number."""
    organizer = announced()
    for number, answer, card in (
        (1, True, "Blood Doll"),
        (2, False, "Vessel"),
        (3, True, "Vessel"),
        (5, True, "Vessl"),
    ):
        text = LIST.format(f"Deck of {number}", card)
        organizer.submit_deck(number, text, DeckVerdict(is_legal=True), is_judge=True, reason="late")
        organizer.change_player(number, agrees_to_archive=answer)
    organizer.change_player(3, vekn="")
    organizer.finish()
    return organizer


def archive(organizer: Organizer) -> dict[str, bytes]:
    content = render_archive(organizer.tournament, lambda text: read(text, cards()), at=AT)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_each_list_is_its_players_by_the_readers_join() -> None:
    """File name's number -> place in the standings -> player -> VEKN number, which is the list's author too."""
    members = archive(handed_in())
    assert next(iter(members)) == "archon.xlsx"
    book = openpyxl.load_workbook(io.BytesIO(members.pop("archon.xlsx")), data_only=True)
    places = {row[1]: row[2] for row in book["Standings"].iter_rows(min_row=6, values_only=True) if row[1]}
    numbers = {row[0]: row[4] for row in book["Methuselahs"].iter_rows(min_row=7, values_only=True) if row[0]}
    joined = {}
    for name, content in members.items():
        place = int(name.removeprefix("prague_cup_").removesuffix(".txt"))
        lines = content.decode().splitlines()
        joined[lines[1].removeprefix("Author: ")] = lines[0].removeprefix("Deck Name: ")
        assert lines[1] == f"Author: {numbers[places[place]]}"
    assert joined == {"1000009": "Princes at work", "1000001": "Deck of 1", "1000005": "Deck of 5"}


def test_the_winners_list_has_its_score_and_its_own_words_and_cards() -> None:
    text = archive(handed_in())["prague_cup_1.txt"].decode()
    assert text.startswith("Deck Name: Princes at work\nAuthor: 1000009\nDescription: 1GW3+3\nAs players paste it")
    deck = winners_list(announced().state)
    assert deck is not None
    assert multiset(read(text, cards()).deck) == multiset(read(deck.text, cards()).deck)


def test_a_line_that_names_no_card_stays_in_its_list() -> None:
    texts = [content.decode() for name, content in archive(handed_in()).items() if name.endswith("txt")]
    assert sum("60x Vessl" in text for text in texts) == 1


def test_the_same_event_gives_the_same_bytes() -> None:
    organizer = handed_in()
    assert archive(organizer) == archive(organizer)
    assert slug("Príncipe's Cup 2026!") == "principe_s_cup_2026"
