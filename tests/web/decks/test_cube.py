"""Packs from a cube for friends who draft tonight: a stranger's page, without an event."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.pages import text_of

CUBE = {"text": "12 Deflection\n12 Govern the Unaligned\n6 Nana Buruku", "players": 2, "packs": 2, "size": 7, "seed": 7}


def deal(app: Flask, path: str = "/cube", **more: object) -> TestResponse:
    return app.test_client().post(path, data={**CUBE, **more})


@pytest.mark.parametrize("page", ["/tournaments", "/help/limited"])
def test_where_friends_look_a_link_leads_to_it(app: Flask, page: str) -> None:
    assert 'href="/cube"' in app.test_client().get(page).text


def test_a_cube_becomes_packs_with_what_a_deck_needs(app: Flask) -> None:
    shown = deal(app)
    assert shown.status_code == 200
    assert "4 packs dealt Seed 7, 2 cards left over" in text_of(shown)
    # Two packs of seven cards hold as much as one booster.
    assert "Crypt at least 1, library 5 to 90 , 11 recursions" in text_of(shown)
    assert packs_of(shown) == packs_of(deal(app))


def packs_of(answer: TestResponse) -> str:
    return answer.text.partition('class="dealt-packs"')[2].partition("</details>")[0]


def test_without_a_seed_each_deal_is_another_and_says_its_seed(app: Flask) -> None:
    assert 'name="seed" value="' in deal(app, seed="").text
    assert packs_of(deal(app, seed="")) != packs_of(deal(app, seed=""))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_packs_are_printed(app: Flask, paper: str) -> None:
    printed = deal(app, "/cube/packs.pdf", paper=paper)
    assert (printed.status_code, printed.mimetype, printed.data[:4]) == (200, "application/pdf", b"%PDF")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("packs", "3", "6 packs of 7 cards are 42 cards: the list has 30."),
        ("packs", "37", "Enter a number from 1 to 36."),
        ("players", "0", "Enter a number from 1 to 60."),
        ("size", "101", "Enter a number from 1 to 100."),
        ("seed", "-1", "Enter a number from 0 to 2,147,483,648."),
        ("text", "1 Nosuch", "These lines name no card for certain: 1 Nosuch."),
        ("text", "", "This cannot be left empty."),
        ("text", "x" * 100_001, "This is too long."),
        ("text", "1 Deflection\n" * 2001, "The list has 2,001 lines; at most 2,000 are read."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(app: Flask, field: str, value: str, said: str) -> None:
    for path in ("/cube", "/cube/packs.pdf"):
        answer = deal(app, path, **{field: value})
        assert answer.status_code == 422
        beside = answer.text.partition(f'data-field="{field}"')[2].partition('class="error"')[2]
        assert said in beside.partition("</p>")[0]


def test_more_packs_than_can_be_dealt_are_refused(app: Flask) -> None:
    assert "1 to 400 packs of 1 to 100 cards can be dealt." in text_of(deal(app, players=60, packs=36))


def test_another_paper_is_no_choice(app: Flask) -> None:
    assert deal(app, "/cube/packs.pdf", paper="a3").status_code == 422
