"""The analysis of a deck on its page: who can play what, the odds, an opening hand by its seed."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.decks.test_deck_edits import offers
from tests.web.decks.test_deck_page import beside, check, sentence, typed
from tests.web.lists import DAY, WINNER
from tests.web.pages import markup_of, text_of
from toolkit.cards import load
from toolkit.cards.build import render_archive
from toolkit.decks import read
from toolkit.decks.writing import write
from toolkit.services.decks.decks import shuffle_deck
from toolkit.web import create_app


def looked_at(answer: TestResponse) -> str:
    """The panel's words, one blank between two."""
    found = re.search(r'<div id="looked-at">(.*?)</section>', answer.text, re.DOTALL)
    assert found is not None
    return text_of(found[1])


def rows(answer: TestResponse, title: str) -> dict[str, list[str]]:
    """A table's rows by their name: copies and cells."""
    table = re.search(rf"<caption>{title}</caption>.*?<tbody>(.*?)</tbody>", markup_of(answer), re.DOTALL)
    assert table is not None
    found = re.findall(r"<tr><th[^>]*><b>(\d+)</b> (.*?)</th>(.*?)</tr>", table[1])
    return {html.unescape(name): [copies, *_cells(cells)] for copies, name, cells in found}


def _cells(row: str) -> list[str]:
    return [html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]


def test_nothing_is_worked_out_before_it_is_asked_for(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY).text
    assert offers(page, "show") == ["players", "odds", "hand", "compare", "alike"]
    assert "looked-at" not in page
    assert "looked-at" not in check(client, text=WINNER, date=DAY, show="horoscope").text


def test_who_can_play_what_begins_with_what_nobody_can(client: FlaskClient) -> None:
    words = looked_at(check(client, text=WINNER, date=DAY, show="players"))
    assert "Harbinger of Skulls 7 7 Emerald Legionnaire No vampire in the crypt Obfuscate 16" in words
    assert "Fortitude 8 8 Freak Drive 5 of 12 crypt cards · inferior: 4 Giotto Verducci · 1 Alonzo Guillen" in words
    assert "No clan, path or Discipline needed 45" in words


def test_the_odds_of_an_opening_hand_are_the_hypergeometric_ones(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, show="odds")
    # 30 masters of 90 cards in seven: 7 x 30 / 90 on average, none in (60 x 59 x ... x 54) / (90 x 89 x ... x 84).
    assert rows(page, "How many in the opening hand, by type")["Master"][:3] == ["30", "2.3", "5%"]
    assert rows(page, "At least one by crypt cards drawn")["Giotto Verducci"][:2] == ["4", "86%"]


def test_the_odds_by_turn_follow_the_cards_played(client: FlaskClient) -> None:
    one = rows(check(client, text=WINNER, date=DAY, show="odds", pace="0"), "At least one by turn, by card")
    assert set(one["Ashur Tablets"][1:]) == {"65%"}
    quick = rows(check(client, text=WINNER, date=DAY, show="odds", pace="20"), "At least one by turn, by card")
    assert quick["Ashur Tablets"][-1] == "100%"


def test_a_seed_draws_the_same_hand_however_the_list_is_written(client: FlaskClient) -> None:
    deck = read(WINNER, load()).deck
    drawn = shuffle_deck(deck, 42)
    assert drawn == shuffle_deck(deck._replace(library=deck.library[::-1], crypt=deck.crypt[::-1]), 42)
    assert (len(drawn.crypt), len(drawn.library)) == (12, 90)
    assert [card.name for card in drawn.crypt[:4]] == FIRST_OF_42
    words = looked_at(check(client, text=WINNER, date=DAY, show="hand", seed="42"))
    assert " ".join(FIRST_OF_42) in words


# What a seed draws is kept for good: a link to a hand shows that hand.
FIRST_OF_42 = ["Maris Streck", "Khalid", "Khalid", "Maris Streck"]


def test_the_address_of_a_hand_shows_that_hand(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, show="hand", seed="42")
    link = re.search(r'id="hand-link" readonly value="([^"]*)"', page.text)
    assert link is not None
    address = html.unescape(link[1])
    assert "seed=42" in address
    again = client.get(address.partition("localhost")[2])
    assert looked_at(again).partition("Link to")[0] == looked_at(page).partition("Link to")[0]


def test_another_hand_has_another_seed(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, shown="hand", seed="42", draw="1").text
    assert 'name="seed" value="42"' not in page


@pytest.mark.parametrize(("show", "field"), [("hand", "seed"), ("odds", "pace")])
@pytest.mark.parametrize("value", ["-1", "1.5", "many", "9" * 40, "٣"])
def test_a_figure_that_cannot_be_is_said_beside_its_field(
    client: FlaskClient, show: str, field: str, value: str
) -> None:
    answer = check(client, text=WINNER, date=DAY, show=show, **{field: value})
    assert answer.status_code == 422
    assert beside(answer, field).startswith("Enter a number from 0 to ")
    assert typed(answer) == WINNER


def test_what_is_looked_at_stays_open_while_the_deck_is_edited(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, shown="odds", edit="100106:11")
    assert rows(page, "At least one by turn, by card")["Ashur Tablets"][0] == "11"
    assert "looked-at" not in check(client, text=WINNER, date=DAY, shown="odds", show="").text


@pytest.mark.parametrize("show", ["players", "odds", "hand"])
def test_a_deck_of_one_part_can_be_looked_at(client: FlaskClient, show: str) -> None:
    for text in ("3x Giotto Verducci", "3x Ashur Tablets"):
        assert "looked-at" in check(client, text=text, show=show).text


OTHER = (
    WINNER.replace("8x Freak Drive", "6x Freak Drive").replace("1x Unmasking, The\n", "").replace("4x Gio", "5x Gio")
)


def test_another_list_is_compared_card_by_card(client: FlaskClient) -> None:
    words = looked_at(check(client, text=WINNER, date=DAY, show="compare", other=OTHER))
    assert "The lists differ in 3 cards." in words
    assert "Giotto Verducci 4 5" in words
    assert "Freak Drive 8 6 The Unmasking 1 – " in words


def test_what_two_lists_share_is_said_in_copies_and_in_cards(client: FlaskClient) -> None:
    lists = ("12x Nana Buruku\n40x Blood Doll\n3x Fame", "8x Nana Buruku\n40x Blood Doll\n3x Fame\n1x Deny")
    words = looked_at(check(client, text=lists[0], show="compare", other=lists[1]))
    assert "Crypt nothing the same" in words
    assert "Library 43 copies the same (2 cards)" in words


def test_the_same_cards_in_another_form_are_no_difference(client: FlaskClient) -> None:
    other = write(read(WINNER, load()).deck, "lackey")
    assert "The lists have the same cards." in looked_at(check(client, text=WINNER, show="compare", other=other))


def test_lines_of_the_other_list_that_name_no_card_are_said(client: FlaskClient) -> None:
    words = looked_at(check(client, text=WINNER, show="compare", other=OTHER + "2x Xqzzyw Vbrtk\n"))
    assert "Not read in the other list: Xqzzyw Vbrtk" in words


@pytest.mark.parametrize("other", ["no card at all\nin here", "https://elsewhere.example/decks/1", "x" * 262_145])
def test_another_list_that_is_none_is_said_beside_its_field(client: FlaskClient, other: str) -> None:
    answer = check(client, text=WINNER, show="compare", other=other)
    assert (answer.status_code, bool(beside(answer, "other"))) == (422, True)
    assert typed(answer) == WINNER


def test_winning_decks_are_looked_for_where_there_is_an_archive(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path)}).test_client()
    off = looked_at(check(client, text=WINNER, date=DAY, show="alike"))
    assert "no archive of winning decks. Its administrator adds it with this command: vtes-toolkit cards build" in off
    (tmp_path / "archive.jsonl.gz").write_bytes(render_archive())
    page = check(client, text=WINNER, date=DAY, show="alike")
    assert "100% Suffering from Success (another site) Milos Krstic · Tangle Hand of Los Angeles" in looked_at(page)


def test_a_damaged_archive_is_said_and_the_deck_is_judged_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "archive.jsonl.gz").write_bytes(b"nothing")
    client = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path)}).test_client()
    page = check(client, text=WINNER, date=DAY, show="alike")
    assert "archive.jsonl.gz cannot be read: make it again." in page.text
    assert sentence(page).startswith("This deck is legal")
