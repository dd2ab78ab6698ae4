from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.web.lists import DAY, WINNER
from toolkit.cards import load
from toolkit.decks import read
from toolkit.decks.diff import compare_decks


@pytest.fixture
def link(client: FlaskClient) -> str:
    page = client.post("/", data={"text": WINNER, "date": DAY, "format": "v5"}).text
    found = re.search(r'id="link" readonly value="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


def test_the_link_carries_the_whole_deck(client: FlaskClient, link: str) -> None:
    page = client.get(link).text
    assert re.findall(r'class="figure">(\w+)<', page)[:2] == ["12", "90"]
    assert "Suffering from Success" in page
    assert "V5, as of 13 January 2024" in page
    assert len(link) < 600


def test_the_same_link_comes_back(client: FlaskClient, link: str) -> None:
    assert html.escape(link) in client.get(link).text


@pytest.mark.parametrize(
    "terms",
    [
        {"legality": "30_days"},
        {"format": "casual", "players": "4"},
        {"format": "limited", "boosters": "6", "booster_size": "15"},
        {"format": "limited", "starters": "1"},
        {"sets": "V5 NB"},
    ],
)
def test_a_link_keeps_what_the_deck_was_judged_by(client: FlaskClient, terms: dict[str, str]) -> None:
    page = client.post("/", data={"text": WINNER, **terms}).text
    found = re.search(r'id="link" readonly value="([^"]+)"', page)
    assert found is not None
    asked = parse_qs(urlsplit(html.unescape(found[1])).query)
    assert {key: asked.get(key, [""])[0] for key in terms} == terms


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "x",
        "0x200517",
        "1000x200517",
        "201x200517",
        "1x999999",
        "1x200517-",
        "-".join(["1x200517"] * 201),
        "1x٢٠٠٥١٧",
    ],
)
def test_a_damaged_link_says_so(client: FlaskClient, cards: str) -> None:
    answer = client.get("/deck", query_string={"cards": cards})
    assert answer.status_code == 422
    assert ("999999" if cards == "1x999999" else "ask for it again") in answer.text


@pytest.mark.parametrize("address", ["/deck", "/deck?cards="])
def test_a_link_without_a_deck_says_so(client: FlaskClient, address: str) -> None:
    assert "This link carries no deck, or was cut short" in client.get(address).text


def test_a_number_that_is_no_card(client: FlaskClient) -> None:
    answer = client.get("/deck", query_string={"cards": "1x199999"})
    assert answer.status_code == 422
    assert "199999" in answer.text


def test_a_file_can_be_fetched(client: FlaskClient, link: str) -> None:
    answer = client.get(link.replace("/deck?", "/deck/twd?"))
    assert answer.mimetype == "text/plain"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "4x Giotto Verducci" in answer.text


def test_a_workbook_of_the_deck_is_read_back_card_by_card(client: FlaskClient, link: str) -> None:
    page = client.get(link).text
    found = re.search(r'<a class="button quiet" href="(/deck/xlsx[^"]+)" download>XLSX</a>', page)
    assert found is not None
    answer = client.get(html.unescape(found[1]))
    assert answer.headers["Content-Disposition"] == "attachment; filename=deck-xlsx.xlsx"
    read_back, listed = (read(source, load()) for source in (answer.data, WINNER))
    assert read_back.list_format == "xlsx"
    assert not compare_decks(read_back.deck, listed.deck)


def test_a_code_of_the_link_is_drawn_when_asked_for(client: FlaskClient) -> None:
    fields = {"text": WINNER, "date": DAY}
    assert 'class="qr"' not in client.post("/", data=fields).text
    assert "<svg" in client.post("/", data=fields | {"export": "qr"}).text.partition('class="qr"')[2][:200]


def test_an_unknown_form_is_not_found(client: FlaskClient, link: str) -> None:
    assert client.get(link.replace("/deck?", "/deck/pdf?")).status_code == 404


def test_wrong_method(client: FlaskClient) -> None:
    assert client.post("/deck").status_code == 405


def test_the_example_of_the_front_page_is_a_legal_deck(client: FlaskClient) -> None:
    found = re.search(r'href="(/deck\?[^"]+)">or see an example', client.get("/").text)
    assert found is not None
    page = client.get(html.unescape(found[1])).text
    assert "This deck is legal" in page
    assert re.findall(r'class="figure">(\w+)<', page)[:2] == ["12", "90"]
