"""The pools of a sealed event of nine: counted by players, swapped, and what lists are judged by."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.events.test_limited import GOVERN, NANA, own
from tests.web.pages import markup_of, text_of
from toolkit.cards import load
from toolkit.services.events.sheets import Printing, tournament_pack
from toolkit.sheets.model import Options
from toolkit.web.base import stores


@pytest.fixture
def sealed(app: Flask) -> Room:
    room = make_room(app, 9)
    room.post("/limited/plan", format="sealed", lines="6 SW", registers_pools="1", swaps="1", construction=60)
    for step in ("phase", "product", "phase"):
        room.post(f"/limited/{step}")
    return room


def test_every_pool_has_a_label_also_one_that_is_kept(sealed: Room) -> None:
    for player in sealed.tournament.players:
        sealed.app.test_client().post(f"{own(sealed, player)}/pool", data={"text": "66 Govern the Unaligned"})
    sealed.post("/limited/swap", seed=3)
    swap = sealed.tournament.limited.swap
    assert swap
    sheet = tournament_pack(sealed.tournament, "swap", Options(), Printing(today=date(2026, 11, 21), cards=load))
    assert [label.title for label in sheet.limited.swaps] == [f"Pool {number}" for number in sealed.tournament.players]
    kept = sealed.tournament.player(swap.kept[0])
    assert f"Goes to: {kept.name}" in sheet.limited.swaps[kept.number - 1].lines


def test_a_sealed_event_of_nine_with_a_swap(sealed: Room) -> None:
    phone = sealed.app.test_client()
    for number in range(1, 9):
        assert phone.post(f"{own(sealed, number)}/pool", data={GOVERN: 65, NANA: 1}).status_code == 303
    assert "missing are those of Player 9" in sealed.get("/limited")
    assert "missing are those of Player 9" in sealed.post("/limited/swap", 422, seed=3)
    page = text_of(phone.get(f"{own(sealed, 9)}/pool"))
    assert "0 / 66" in page
    answer = phone.post(f"{own(sealed, 9)}/pool", data={GOVERN: 64, NANA: 1, "confirm": "1"}, follow_redirects=True)
    assert "65 of 66 cards, 1 card short" in text_of(answer)
    assert "confirmed this pool" in text_of(phone.post(f"{own(sealed, 9)}/pool", data={GOVERN: 66}))
    sealed.post("/limited/phase")
    sealed.post("/limited/swap", seed=3)
    swap = sealed.tournament.limited.swap
    assert len(swap.kept) == 1
    player, plays = next((one, other) for one, other in swap.pool_of.items() if one != other)
    assert f"You play the pool of Player {plays}." in text_of(phone.get(f"{own(sealed, player)}/pool"))
    sealed.post("/limited/phase")
    assert "Building decks" in sealed.get("/limited")


def test_a_judge_confirms_a_pool_and_lets_it_be_changed_again(sealed: Room) -> None:
    phone = sealed.app.test_client()
    phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: 65, NANA: 1})
    assert "Confirm the pool (Player 1)" in sealed.get("/limited")
    sealed.post("/limited/pools/1/confirm", is_confirmed="1")
    assert sealed.tournament.limited.pools[1].is_confirmed
    assert phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: 66}).status_code == 409
    assert "Allow changes (Player 1)" in sealed.get("/limited")
    sealed.post("/limited/pools/1/confirm", is_confirmed="0")
    assert phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: 66}).status_code == 303


def test_pools_are_looked_for_and_sorted_by_what_is_missing(sealed: Room) -> None:
    sealed.app.test_client().post(f"{own(sealed, 1)}/pool", data={GOVERN: 65, NANA: 1})
    box = "Sorted by Name What is missing"
    assert "Player 3 no pool" in sealed.get("/limited?q=player+3")
    assert "Player 4 no pool" not in sealed.get("/limited?q=player+3")
    first, last = (sealed.get(f"/limited?sort={name}").split(box)[1] for name in ("name", "missing"))
    assert (first.strip().startswith("Player 1 66 of 66"), last.strip().startswith("Player 2 no pool")) == (True, True)


def test_a_pool_is_missing_only_where_pools_are_listed(app: Flask) -> None:
    draft = make_room(app, 6)
    draft.post("/limited/plan", format="booster", lines="6 SW")
    page = draft.get("/limited")
    assert ("no pool" in page, "Pools and lists 0 of 6 lists are in" in page) == (False, True)
    draft.post("/limited/plan", format="booster", lines="6 SW", registers_pools="1")
    page = draft.get("/limited")
    assert ("Player 3 no pool" in page, "Pools and lists 0 of 6" in page) == (True, True)


def test_a_plan_that_changes_says_before_that_lists_are_judged_again(sealed: Room) -> None:
    told = "Pools are in already: the minimums change, and every list is judged by the new plan."
    assert told not in sealed.get("/limited")
    sealed.app.test_client().post(f"{own(sealed, 1)}/pool", data={GOVERN: 65, NANA: 1})
    assert told in sealed.get("/limited")


def test_a_count_that_is_none_is_named(sealed: Room) -> None:
    phone = sealed.app.test_client()
    answer = phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: "x"})
    assert (answer.status_code, "“x” is not a number of copies." in text_of(answer)) == (422, True)
    answer = phone.post(f"{own(sealed, 1)}/pool", data={GOVERN: "201", NANA: "1"})
    row = answer.text[answer.text.index('id="c100845"') :].split("</li>")[0]
    assert (answer.status_code, "A pool has 1 to 200 copies of a card." in row) == (422, True)
    answer = phone.post(f"{own(sealed, 1)}/pool", data={"text": "2 Nosuchcard"})
    assert "These lines name no card for certain: 2 Nosuchcard." in text_of(answer)
    answer = phone.post(f"{own(sealed, 1)}/pool", data={"text": "999 Deflection"})
    assert "“999” is not a number of copies of Deflection: it must be 1 to 99." in text_of(answer)
    assert not sealed.tournament.limited.pools


def test_a_card_that_the_product_cannot_hold_is_marked_in_its_row(sealed: Room) -> None:
    phone, path = sealed.app.test_client(), f"{own(sealed, 1)}/pool"
    phone.post(path, data={GOVERN: "67", NANA: "1"})
    answer = phone.get(path)
    rows = {row[:6]: row.split("</li>")[0] for row in answer.text.split(' id="c')[1:]}
    assert "67 copies: at most 66 cards of this product can be it." in rows["100845"]
    assert "Not printed in the sets of the plan." in rows["200999"]
    assert [number for number, row in rows.items() if 'class="error"' in row] == ["200999", "100845"]
    assert answer.text.count('<details class="pool-group" open') == 2
    assert "2 cards are marked below. Mistress Fanchon , Govern the Unaligned" in text_of(answer)
    assert "68 of 66: count again, 2 cards are marked" in sealed.get("/limited")
    phone.post(path, data={GOVERN: "66"})
    assert "marked" not in text_of(phone.get(path))


def test_a_list_is_checked_against_the_pool_before_it_is_handed_in_and_on_paper(sealed: Room) -> None:
    phone, deck = sealed.app.test_client(), f"{own(sealed, 1)}/deck"
    listed = {"text": "Crypt\n7 Nana Buruku\n\nLibrary\n30 Govern the Unaligned"}
    assert "Not checked against a pool: none is registered." in text_of(phone.post(deck, data={**listed, "check": "1"}))
    phone.post(f"{own(sealed, 1)}/pool", data={"text": "6 Nana Buruku\n60 Govern the Unaligned"})
    tried = text_of(phone.post(deck, data={**listed, "check": "1"}))
    assert "The deck has 7 Nana Buruku; the registered pool has 6. VEKN 7.2 Remove 1 Nana Buruku." in tried
    assert "Not checked against a pool" not in tried
    assert not sealed.tournament.player(1).decks
    phone.post(deck, data={**listed, "anyway": "1"})
    printing = Printing(today=date(2026, 11, 21), cards=load)
    pack = tournament_pack(sealed.tournament, "decklists", Options(), printing)
    problem = pack.lists[0].report.problems[0]
    assert (problem.code, problem.rule, problem.fix) == ("not_in_pool", "VEKN 7.2", "Remove 1 Nana Buruku.")
    own_sheet = tournament_pack(sealed.tournament, "decklist", Options(player="1"), printing)
    player, _ = own_sheet.decks["1"]
    assert (player.pool, player.not_played) == ("Pool 1", ("30 Govern the Unaligned",))
    assert any("recursion" in note for note in player.notes)
    assert own_sheet.decks["1"][1].problems[0].message == problem.message


def test_a_list_is_mended_within_the_pool_where_it_is_handed_in(sealed: Room) -> None:
    phone, deck = sealed.app.test_client(), f"{own(sealed, 1)}/deck"
    phone.post(f"{own(sealed, 1)}/pool", data={"text": "6 Nana Buruku\n59 Govern the Unaligned\n1 Deflection"})
    text = "Crypt\n7 Nana Buruku\n\nLibrary\n28 Govern the Unaligned\n1 Deflection\n1 Deflektion"
    answer = phone.post(deck, data={"text": text, "check": "1"})
    assert "Repair with 3 changes" in text_of(answer)
    assert text_of(answer).count("6 boosters: at least 30 library and 6 crypt cards") == 1
    assert 'name="edit" value="201035:-1">Remove 1 Nana Buruku.' in answer.text
    mended = text_of(phone.post(deck, data={"text": text, "repair": "all"}))
    assert "This deck is legal." in mended
    assert "Nana Buruku: 7 → 6 · Govern the Unaligned: 28 → 29" in mended


def test_the_judges_check_of_a_list_knows_the_pool(sealed: Room) -> None:
    phone = sealed.app.test_client()
    phone.post(f"{own(sealed, 1)}/pool", data={"text": "6 Nana Buruku\n60 Govern the Unaligned"})
    phone.post(f"{own(sealed, 1)}/deck", data={"text": "7 Nana Buruku\n30 Govern the Unaligned", "anyway": "1"})
    form = sealed.raw("/players/1").split('<form method="post" action="/" class="actions">')[1].split("</form>")[0]
    fields = re.findall(r'<(?:input type="hidden" name="(\w+)" value="|textarea name="(\w+)" hidden>\n)([^"<]*)', form)
    sent = {typed or held: html.unescape(value) for held, typed, value in fields}
    assert sent["pool"] == "6 Nana Buruku\n60 Govern the Unaligned"
    assert "The deck has 7 Nana Buruku; the registered pool has 6." in text_of(phone.post("/", data=sent))
    assert "This deck is legal" in text_of(phone.post("/", data={**sent, "repair": "all"}))
    answer = phone.post("/", data={**sent, "pool": "1 Nosuchcard"})
    assert (answer.status_code, "no card for certain: 1 Nosuchcard." in text_of(answer)) == (422, True)


def test_every_row_of_the_pool_page_is_of_the_plans_sets(sealed: Room) -> None:
    page = markup_of(sealed.app.test_client().get(f"{own(sealed, 1)}/pool"))
    rows = {int(number) for number in re.findall(r'name="c(\d{6})"', page)}
    # The pool sheet has the same rows by the same numbers; here they are by clan and type, each folded up.
    sheet = tournament_pack(
        sealed.tournament, "pool", Options(), Printing(today=date(2026, 11, 21), cards=load)
    ).limited
    numbered = re.findall(r'data-number="(\d+)"><label[^>]*>(?:<span class="hint">\d+</span>)?([^<]+)</label>', page)
    numbered.sort(key=lambda row: int(row[0]))
    assert [int(number) for number, _ in numbered] == list(range(1, len(rows) + 1))
    assert [html.unescape(name) for _, name in numbered] == [*sheet.crypt, *sheet.library]
    assert '<details class="pool-group" open' not in page
    with sealed.app.app_context():
        cards = stores.card_data()
    assert rows == {card.id for card in cards if "SW" in dict(card.sets)}
    lasombra = sum("SW" in dict(card.sets) and getattr(card, "clan", "") == "Lasombra" for card in cards)
    assert f"<summary>Lasombra ({lasombra})" in page
