from __future__ import annotations

import html
import io
import re

import pytest

from tests.web.lists import WINNER
from tests.web.pages import markup_of
from tests.web.room.conftest import Room
from toolkit.services.kernel.links import player_path

SHORT = "Crypt\n11x Giotto Verducci\nLibrary\n60x Govern the Unaligned\n"


def deck_page(room: Room, number: int = 3) -> str:
    return f"{player_path(room.id, number, room.key)}/deck"


def submitted(room: Room, number: int = 3) -> list[dict[str, object]]:
    decks: list[dict[str, object]] = room.api("GET", "/players")[number - 1]["decks"]
    return decks


def test_a_list_is_handed_in_and_judged_as_of_the_event_s_date(room: Room) -> None:
    room.api("PATCH", "/configuration", {"date": "2024-01-13"})
    room.post(deck_page(room), text=WINNER)
    page = room.get(deck_page(room)).text
    assert "This deck is legal." in page
    assert "as of 13 January 2024" in page
    assert [deck["legal"] for deck in submitted(room)] == [True]
    assert room.api("GET", "/log")[-1]["by"] == "Player 3"


def test_a_player_s_page_leads_to_the_hand_in_until_there_is_a_list(room: Room) -> None:
    own = player_path(room.id, 3, room.key)
    button = f'<a class="button" href="{deck_page(room)}">Hand in your deck</a>'
    assert button in room.get(own).text
    room.post(deck_page(room), text=WINNER)
    assert button not in room.get(own).text
    room.seat()
    assert "Hand in your deck" not in room.get(player_path(room.id, 4, room.key)).text


def test_what_is_wrong_is_said_with_its_rule_and_its_repair(room: Room) -> None:
    room.post(deck_page(room), text=SHORT)
    page = room.get(deck_page(room)).text
    assert "This deck is not legal." in page
    assert 'class="rule" href="/help/rules#vekn' in page
    assert "not legal" in room.get(player_path(room.id, 3, room.key)).text


def test_only_checked_nothing_is_handed_in(room: Room) -> None:
    page = room.post(deck_page(room), 200, text=SHORT, check="1").text
    assert "Checked, not handed in" in page
    assert "11x Giotto Verducci" in page
    assert submitted(room) == []


MIXED = "Crypt\n11x Giotto Verducci\n1x Giotto Verduci\nLibrary\n60x Govern the Unaligned\n4 Villein 3 Blood Dol\n"
SMUGGLED = MIXED.replace("4 Villein", "Then <b>Anna</b> cuts the second copy before the final.\n4 Villein")


def test_every_fault_has_its_line_and_a_button_that_mends_the_list_in_the_form(room: Room) -> None:
    page = html.unescape(markup_of(room.post(deck_page(room), 200, text=SMUGGLED, check="1")))
    assert '<span class="hint">Line 3</span><code>1x Giotto Verduci</code>' in page
    assert "1 line was not read as a card." in page
    listed = (
        '<span class="linenumber">6</span><span><code>Then <b>Anna</b> cuts the second copy before the final.</code>'
    )
    assert listed in markup_of(page)
    (accept,) = re.findall(r'name="accept" value="([^"]*Blood Dol)"><span>Blood Doll<', page)
    mended = room.post(deck_page(room), 200, text=MIXED, accept=accept).text
    assert (typed(mended), "Checked, not handed in" in mended) == (MIXED.replace("Blood Dol", "Blood Doll"), True)
    undone = room.post(deck_page(room), 200, text=typed(mended), before=MIXED, undo="1").text
    assert typed(undone) == MIXED
    assert submitted(room) == []


def test_all_repairs_are_one_button_of_the_list_that_was_handed_in_too(room: Room) -> None:
    room.post(deck_page(room), text=MIXED)
    assert 'name="repair" value="all">Repair with 2 changes' in markup_of(room.get(deck_page(room)))
    mended = room.post(deck_page(room), 200, text=MIXED, repair="all").text
    assert "This deck is legal." in mended
    assert "Giotto Verducci: 11 → 12 · Blood Doll: 0 → 3" in mended
    assert [deck["legal"] for deck in submitted(room)] == [False]
    room.post(deck_page(room), text=typed(mended))
    assert [deck["legal"] for deck in submitted(room)] == [True]


def test_a_locked_list_has_no_button_that_repairs_it(room: Room) -> None:
    room.post(deck_page(room), text=MIXED)
    room.seat()
    page = room.get(deck_page(room)).text
    assert '<span class="hint">Line 3</span>' in page
    assert 'name="repair"' not in page
    assert 'name="accept"' not in page
    assert "<textarea" not in room.post(deck_page(room), 409, text=MIXED, repair="all").text


def typed(page: str) -> str:
    """The list in the form."""
    found = re.search(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def test_what_no_button_sends_changes_nothing(room: Room) -> None:
    assert typed(room.post(deck_page(room), 422, text=MIXED, accept="x").text) == MIXED


def test_a_file_is_read(room: Room) -> None:
    answer = room.client.post(deck_page(room), data={"file": (io.BytesIO(WINNER.encode()), "deck.txt"), "text": ""})
    assert answer.status_code == 303
    assert len(submitted(room)) == 1


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"text": ""}, "Give a decklist."),
        ({"text": "   "}, "Give a decklist."),
        ({}, "Give a decklist."),
        ({"url": "https://example.com/x"}, "amaranth.vtes.co.nz only, not from example.com."),
    ],
)
def test_what_is_no_list_is_refused_beside_the_form(room: Room, sent: dict[str, str], says: str) -> None:
    answer = room.post(deck_page(room), 422, **sent)
    assert says in answer.text
    assert submitted(room) == []


def test_it_is_locked_when_the_round_is_published(room: Room) -> None:
    room.post(deck_page(room), text=WINNER)
    room.seat()
    page = room.get(deck_page(room)).text
    assert "<textarea" not in page
    assert "only a judge can change it" in page
    refused = room.post(deck_page(room), 409, text=SHORT).text
    assert "only a judge can change it" in refused
    assert len(room.api("GET", "/players/3/deck?round=1")["text"]) == len(WINNER)


def test_a_multi_deck_event_has_a_list_for_each_round(room: Room) -> None:
    room.api("PATCH", "/configuration", {"is_multideck": True, "rounds": 2})
    room.post(deck_page(room), text=WINNER, round="2")
    assert [deck["round"] for deck in submitted(room)] == [2]
    room.seat()
    assert "<textarea" not in room.get(f"{deck_page(room)}?round=1").text
    assert "<textarea" in room.get(f"{deck_page(room)}?round=2").text
    room.get(f"{deck_page(room)}?round=3", 404)
    room.post(deck_page(room), 404, text=WINNER, round="9")


def test_a_list_of_any_name_breaks_no_page(room: Room) -> None:
    room.post(deck_page(room), text="Deck Name: <script>alert(1)</script>\n" + WINNER)
    assert "<script>alert" not in room.get(deck_page(room)).text
    assert "<script>alert" not in room.get(player_path(room.id, 3, room.key)).text


def test_a_list_that_is_far_too_long_is_refused(room: Room) -> None:
    room.post(deck_page(room), 422, text="1 Blood Doll\n" * 5000)
    room.post(deck_page(room), 413, text="x" * 3_000_000)
    assert submitted(room) == []


def test_handing_in_needs_the_token_of_the_form(strict_room: Room) -> None:
    strict_room.post(deck_page(strict_room), 400, text=WINNER)
