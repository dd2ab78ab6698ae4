from __future__ import annotations

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from toolkit.tournament.facts import FeeStatus, PaidBy


@pytest.fixture
def treasury(app: Flask) -> Room:
    """Ten players at 12.00: the worked example before anybody has paid."""
    room = make_room(app, 10)
    room.post("/fees", amount="12", currency="eur", reduced="Students 8\n")
    return room


def test_an_event_begins_without_a_fee(room: Room) -> None:
    assert "Playing costs nothing so far." in room.get("/fees")
    assert "unpaid" not in room.get("/players")


def test_the_worked_example_by_ticks_and_buttons(treasury: Room) -> None:
    for number in range(1, 8):
        treasury.post("/fees/marks", one=number)
    treasury.post("/fees/marks", player=[8], do="transfer", rate="*")
    treasury.post("/fees/marks", player=[9], do="waived", rate="*")
    page = treasury.get("/fees")
    assert "Expected €108.00" in page
    assert "Received €96.00 cash €84.00 · wire transfer €12.00" in page
    assert "Still open €12.00" in page
    assert "Waived €12.00" in page
    assert "Fees 1 unpaid" in page


def test_the_treasurer_gets_the_same_as_csv(treasury: Room) -> None:
    treasury.post("/fees/marks", player=[1, 2], do="other", rate="Students", note="=1+1")
    answer = treasury.client.get(f"/api/v1/tournaments/{treasury.id}/fees.csv")
    assert answer.content_type.startswith("text/csv")
    lines = answer.text.splitlines()
    assert lines[1].startswith("1,Player 1,,Students,paid,8.00,8.00,other,")
    assert lines[1].endswith(",'=1+1")
    treasury.post("/fees/marks", player=[1], do="cash", note="")
    assert treasury.tournament.fees[1].note == "=1+1"
    assert lines[11:13] == [",expected (EUR),,,,112.00", ",received (EUR),,,,16.00"]


def test_what_is_typed_wrong_stays_with_its_reason(treasury: Room) -> None:
    assert "at most 2 decimals" in treasury.post("/fees", 422, amount="1.234", currency="EUR")
    assert 'value="1.234"' in treasury.client.post(f"{treasury.base}/fees", data={"amount": "1.234"}).text
    assert "Tick at least one player first." in treasury.post("/fees/marks", 422, do="cash")
    assert "has not paid" in treasury.post("/fees/marks", 409, player=[1], do="refunded")


def test_who_has_not_paid_is_marked_at_check_in_and_desk_and_not_barred(treasury: Room) -> None:
    treasury.post("/fees/marks", one=1)
    treasury.post("/checkin/open")
    assert "Player 2 unpaid" in treasury.get("/players")
    assert "Player 1 unpaid" not in treasury.get("/players")
    assert "Not paid 9" in treasury.get("/players")
    treasury.post("/checkin/in", players=2)
    assert 2 in treasury.tournament.checked_in[1]


def test_the_desk_takes_money_by_a_sign_or_a_word(treasury: Room) -> None:
    treasury.post("/desk", text="player 3 $")
    treasury.post("/desk", text="player 4 paid")
    assert [treasury.tournament.fees[number].paid_by for number in (3, 4)] == [PaidBy.CASH, PaidBy.CASH]
    treasury.post("/desk", text="player 3 $", show="fees", asked="3$")
    assert treasury.tournament.fees[3].status is FeeStatus.UNPAID


def test_a_player_reads_what_is_open_on_their_own_page(treasury: Room) -> None:
    with treasury.app.app_context():
        from toolkit.services.kernel.links import key_of, player_path
        from toolkit.web.base.stores import current_context

        own = player_path(treasury.id, 1, key_of(current_context(), treasury.id))
    stranger = treasury.app.test_client()
    assert "Fee: €12.00, not paid yet." in stranger.get(own).text
    treasury.post("/fees/marks", one=1)
    assert "Fee paid: €12.00." in stranger.get(own).text
    assert "€12.00" not in stranger.get(f"/tournaments/{treasury.id}").text


def test_programs_and_commands_say_the_same(treasury: Room) -> None:
    address = f"/api/v1/tournaments/{treasury.id}/fees"
    sent = {"players": [1], "status": "paid", "paid_by": "transfer"}
    assert treasury.client.post(f"{address}/marks", json=sent).status_code == 200
    shown = treasury.client.get(address).json
    assert (shown["expected"], shown["received"], shown["open"]) == ("120.00", "12.00", "108.00")
    assert shown["received_by"] == {"cash": "0.00", "transfer": "12.00", "other": "0.00"}
    assert treasury.client.put(address, json={"amount": "-1", "currency": "EUR"}).status_code == 422
    assert treasury.app.test_client().get(address).status_code == 404
