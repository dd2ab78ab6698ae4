"""A limited event by the console's pages: a draft of thirteen, and a sealed event of nine with a swap."""

from __future__ import annotations

import re
from datetime import date

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room, text_of
from toolkit.cards import load
from toolkit.services import links
from toolkit.services.sheets import Printing, tournament_pack
from toolkit.sheets.model import Options
from toolkit.web import stores
from toolkit.web.access import link_key

GOVERN, NANA = "c100845", "c200999"


@pytest.fixture
def draft(app: Flask) -> Room:
    room = make_room(app, 13)
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45)
    return room


def own(room: Room, player: int) -> str:
    with room.app.test_request_context():
        return links.player_path(room.id, player, link_key(room.id))


def test_a_draft_of_thirteen_from_the_plan_to_the_decks(draft: Room) -> None:
    assert "6 effective" in draft.get("/limited")
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    assert [len(players) for players in draft.tournament.limited.pods] == [7, 6]
    page = draft.get("/limited/pods/2")
    assert "Open and count: 11 cards" in page
    draft.post("/limited/pods/2/next", step=0)
    assert "Pick 1 of 11" in draft.get("/limited/pods/2")
    assert "Pack 1 of 6 · SW" in draft.get("/limited/pods/1")
    draft.post("/limited/pods/2/late", seat=3)
    assert "card" in draft.get("/limited/pods/2")
    assert draft.tournament.limited.forced[0].player == draft.tournament.limited.pods[1][2]
    draft.post("/limited/phase")
    assert "Building decks" in draft.get("/limited")
    draft.seat()
    draft.sweep(1)
    assert "Player" in draft.get("/standings")


def test_what_is_wrong_stands_beside_the_field(draft: Room) -> None:
    said = draft.post("/limited/plan", status=422, format="booster", lines="six boosters")
    assert "“six boosters” is no line of product" in said
    assert "Nobody knows how many cards “DS” has" in draft.post("/limited/plan", 422, format="booster", lines="6 DS")
    said = draft.post("/limited/plan", status=422, format="booster", lines="6 SW", pod_most=9)
    assert "Players of a pod, at most: 4 to 8." in said


def test_the_wall_and_a_players_page_show_the_draft(draft: Room) -> None:
    draft.post("/limited/phase")
    draft.post("/limited/product")
    draft.post("/limited/phase")
    draft.post("/limited/pods", seed=7)
    wall = text_of(draft.client.get(f"/tournaments/{draft.id}/wall"))
    assert "Player 12 Pod 1 seat 1" in wall
    draft.post("/limited/phase")
    wall = text_of(draft.client.get(f"/tournaments/{draft.id}/wall"))
    assert "Pack 1 of 6 · SW Open and count: 11 cards ← to the left" in wall
    mine = text_of(draft.app.test_client().get(own(draft, 12)))
    assert "Pod 1 Seat 1 Pack 1 of 6 · SW" in mine


def test_a_pod_that_does_not_exist_and_a_step_that_is_over(draft: Room) -> None:
    assert "There is no pod 3" in draft.get("/limited/pods/3", 422)
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    draft.post("/limited/pods/1/next", step=0)
    assert "This pick is over already" in draft.post("/limited/pods/1/next", 409, step=0)


@pytest.fixture
def sealed(app: Flask) -> Room:
    room = make_room(app, 9)
    room.post("/limited/plan", format="sealed", lines="6 SW", registers_pools="1", swaps="1", construction=60)
    for step in ("phase", "product", "phase"):
        room.post(f"/limited/{step}")
    return room


def test_a_sealed_event_of_nine_with_a_swap(sealed: Room) -> None:
    phone = sealed.app.test_client()
    for number in range(1, 9):
        assert phone.post(f"{own(sealed, number)}/pool", data={GOVERN: 65, NANA: 1}).status_code == 303
    assert "missing are those of Player 9" in sealed.get("/limited")
    assert "missing are those of Player 9" in sealed.post("/limited/swap", 422, seed=3)
    page = text_of(phone.get(f"{own(sealed, 9)}/pool"))
    assert "My pool 0 / 66" in page
    answer = phone.post(f"{own(sealed, 9)}/pool", data={GOVERN: 64, NANA: 1, "confirm": "1"}, follow_redirects=True)
    assert "65 of 66 cards, 1 card short" in text_of(answer)
    assert "confirmed this pool" in text_of(phone.post(f"{own(sealed, 9)}/pool", data={GOVERN: 66}))
    sealed.post("/limited/phase")
    sealed.post("/limited/swap", seed=3)
    swap = sealed.tournament.limited.swap
    assert len(swap.kept) == 1
    player, plays = next(iter(swap.pool_of.items()))
    if player != plays:
        told = text_of(phone.get(f"{own(sealed, player)}/pool"))
        assert f"You play the pool of Player {plays}." in told
    sealed.post("/limited/phase")
    assert "Building decks" in sealed.get("/limited")


def test_a_count_that_is_none_is_named(sealed: Room) -> None:
    phone = sealed.app.test_client()
    answer = phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: "x"})
    assert (answer.status_code, "“x” is no number of copies." in text_of(answer)) == (422, True)
    answer = phone.post(f"{own(sealed, 1)}/pool", data={"text": "2 Nosuchcard"})
    assert "These lines name no card for certain: 2 Nosuchcard." in text_of(answer)
    assert not sealed.tournament.limited.pools


def test_a_list_is_checked_against_the_pool_before_it_is_handed_in_and_on_paper(sealed: Room) -> None:
    phone, deck = sealed.app.test_client(), f"{own(sealed, 1)}/deck"
    phone.post(f"{own(sealed, 1)}/pool", data={"text": "1 Nana Buruku\n65 Govern the Unaligned"})
    listed = {"text": "Crypt\n2 Nana Buruku\n\nLibrary\n30 Govern the Unaligned"}
    tried = text_of(phone.post(deck, data={**listed, "check": "1"}))
    assert "The deck has 2 Nana Buruku; the registered pool has 1. VEKN 7.2" in tried
    assert "Remove 1 Nana Buruku." in tried
    assert not sealed.tournament.player(1).decks
    phone.post(deck, data={**listed, "anyway": "1"})
    printing = Printing(today=date(2026, 11, 21), cards=load)
    pack = tournament_pack(sealed.tournament, "decklists", Options(), printing)
    problem = pack.lists[0].report.problems[0]
    assert (problem.code, problem.rule, problem.fix) == ("not_in_pool", "VEKN 7.2", "Remove 1 Nana Buruku.")
    own_sheet = tournament_pack(sealed.tournament, "decklist", Options(player="1"), printing)
    assert own_sheet.decks["1"][1].problems[0].message == problem.message


def test_who_drops_is_asked_for_the_product(draft: Room) -> None:
    page = draft.get("/players/4")
    assert "returns the product and has a loss in round 1" in page
    draft.post("/players/4/drop", has_product="1")
    draft.post("/players/5/drop")
    known = draft.tournament
    assert (known.player(4).is_active, known.player(5).is_active, known.limited.given) == (False, False, {4})
    assert "left in round 1: product not back" in draft.get("/limited")


def test_recursions_are_ticked_on_the_players_page(draft: Room) -> None:
    draft.seat()
    phone, page = draft.app.test_client(), own(draft, 1)
    assert "Recursions used: 0 of 1" in text_of(phone.get(page))
    assert phone.post(f"{page}/recursions", data={"used": "1"}).status_code == 303
    assert "Recursions used: 1 of 1" in text_of(phone.get(page))
    assert phone.post(f"{page}/recursions", data={"used": "2"}).status_code == 422


def test_every_row_of_the_pool_page_is_of_the_plans_sets(draft: Room) -> None:
    page = draft.app.test_client().get(f"{own(draft, 1)}/pool").text
    rows = {int(number) for number in re.findall(r'name="c(\d{6})"', page)}
    with draft.app.app_context():
        cards = stores.card_data()
    assert rows == {card.id for card in cards if "SW" in dict(card.sets)}
