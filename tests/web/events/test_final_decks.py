"""Before the seats of the final: three crypt cards of each finalist, and which deck is played."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from toolkit.tournament import FinalDeck

CRYPT = {"Giotto Verducci", "Maris Streck", "Khalid", "Alonzo Guillen", "Anarch Convert", "New Blood"}


def opened(app: Flask, **settings: object) -> Room:
    """An event of one round whose final is open; its finalists are players of its one table."""
    room = make_room(app, 5, rounds=1, **settings)
    room.hand_in(1, WINNER, deck_round=1 if settings.get("is_multideck") else None)
    room.seat()
    room.sweep(1)
    while "Decided by a toss" in room.get("/final"):
        room.post("/final/toss")
    room.post("/final/open")
    return room


def test_three_cards_are_drawn_from_the_list_and_shown_on_the_wall(app: Flask) -> None:
    room = opened(app)
    room.post("/final/crypt/draw", player=1)
    shown = room.tournament.final.crypt_cards[1]
    assert len(shown) == 3
    assert set(shown) <= CRYPT
    assert " · ".join(shown) in room.get("/final")
    assert " · ".join(shown) in room.client.get(f"/tournaments/{room.id}/wall").text


def test_without_a_list_the_three_cards_are_written(app: Flask) -> None:
    room = opened(app)
    assert "No list of Player 2 is known" in room.post("/final/crypt/draw", 409, player=2)
    assert "This cannot be left empty." in room.post("/final/crypt/shown", 422, player=2, cards="Nana Buruku")
    room.post("/final/crypt/shown", player=2, cards=["Nana Buruku", "Gilbert Duane", "Tegyrius, Vizier"])
    assert room.tournament.final.crypt_cards[2] == ("Nana Buruku", "Gilbert Duane", "Tegyrius, Vizier")


def test_a_card_that_is_missing_is_told_at_its_field_and_the_others_are_kept(app: Flask) -> None:
    room = opened(app)
    sent = {"player": 2, "cards": ["Nana Buruku", " ", "Gilbert Duane"]}
    page = room.client.post(f"{room.base}/final/crypt/shown", data=sent).text
    kept = re.findall(r'id="card\d-2"\s+name="cards"\s+value="([^"]*)"', page)
    assert [card.strip() for card in kept] == ["Nana Buruku", "", "Gilbert Duane"]
    assert re.findall(r'id="([^"]*)-error">(.*?)<', page) == [("card2-2", "This cannot be left empty.")]
    assert re.findall(r'aria-describedby="([^"]*)" autofocus', page) == ["card2-2-error"]


def test_the_deck_of_the_best_round_is_decided(app: Flask) -> None:
    room = opened(app, is_multideck=True)
    room.post("/final/deck", player=1)
    assert room.tournament.final.deck_rounds == {1: 1}
    room.post("/final/crypt/draw", player=1)
    assert set(room.tournament.final.crypt_cards[1]) <= CRYPT
    room.post("/final/deck", 409, player=1, round=1)


def test_the_deck_is_chosen_where_the_choice_is_free(app: Flask) -> None:
    room = opened(app, is_multideck=True, final_deck=FinalDeck.FREE_CHOICE)
    room.post("/final/deck", player=2, round=1)
    assert room.tournament.final.deck_rounds == {2: 1}
    room.post("/final/deck", 409, player=2, round="")
    room.post("/final/deck", 409, player=2)


@pytest.mark.parametrize("path", ["/final/crypt/draw", "/final/deck"])
def test_nobody_but_a_finalist(app: Flask, path: str) -> None:
    room = make_room(app, 5, rounds=1)
    room.post(path, 409, player=1)
    room.post(path, 404, player=99)
