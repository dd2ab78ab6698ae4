from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask, url_for

from tests.web.events.conftest import Room, make_room
from tests.web.pages import text_of
from toolkit.tournament import checkin, fees, players
from toolkit.web.events import words


def here(room: Room, number: int = 1) -> frozenset[int]:
    return room.tournament.checked_in.get(number, frozenset())


def test_before_it_is_opened_nobody_is_checked_in_and_everybody_is_seated(room: Room) -> None:
    page = room.get("/players")
    assert "8 players" in page
    assert "of 8 here" not in page
    assert "Let players check in on their phones for round 1. Open check-in" in page
    assert "has not been opened" in room.post("/checkin/in", 409, players=3)
    assert "8 players will be seated" in room.get("/rounds/1")


def test_players_are_checked_in_and_out_by_hand(room: Room) -> None:
    room.post("/checkin/open")
    room.post("/checkin/in", players=3)
    room.post("/checkin/in", players=4)
    room.post("/checkin/out", players=3)
    assert here(room) == {4}
    page = room.get("/players")
    assert "1 of 8 here" in page
    assert "Not here 7 Here 1" in page
    assert "Players can check in on their phones for round 1. Close check-in" in page
    assert "Not checked in, and not seated: Player 1, Player 2, Player 3, Player 5," in room.get("/rounds/1")


def test_it_is_closed_and_opened_again(room: Room) -> None:
    room.post("/checkin/open")
    room.post("/checkin/close")
    assert "Let players check in on their phones for round 1. Open check-in" in room.get("/players")
    room.post("/checkin/in", players=3)
    room.post("/checkin/open")
    assert here(room) == {3}


def test_who_is_missing_is_named_where_the_round_is_seated(room: Room) -> None:
    room.post("/checkin/open")
    for number in range(1, 8):
        room.post("/checkin/in", players=number)
    missing = room.tournament.player(8).name
    assert f"Not checked in, and not seated: {missing}." in room.get("/rounds/1")


def test_everybody_and_nobody_in_one_tap(room: Room) -> None:
    room.post("/checkin/open")
    room.post("/checkin/all")
    assert here(room) == set(range(1, 9))
    room.post("/checkin/none")
    assert here(room) == frozenset()


def test_a_round_seats_those_who_are_here(room: Room) -> None:
    room.post("/checkin/open")
    for number in (1, 2, 3, 4, 5):
        room.post("/checkin/in", players=number)
    room.seat()
    assert set(room.tournament.rounds[0].seats) == {1, 2, 3, 4, 5}


def test_somebody_who_has_left_is_not_checked_in(room: Room) -> None:
    room.post("/checkin/open")
    room.post("/players/2/drop", reason="")
    before = room.tournament.number
    assert "Reinstate them first" in room.post("/checkin/in", 409, players=2)
    room.post("/checkin/in", 404, players=99)
    room.post("/checkin/in", 422, players="x")
    assert "That button could not be read" in room.post("/checkin/in", 422)
    assert room.tournament.number == before


def one_away(room: Room) -> str:
    """Seven of eight play round 1, which had a check-in; the name of the eighth."""
    room.post("/players/add", name="Quim Roca")
    room.post("/checkin/open")
    for number in range(1, 9):
        room.post("/checkin/in", players=number)
    room.seat()
    room.sweep(1)
    return room.tournament.player(9).name


def test_who_was_away_is_seated_with_one_tap(room: Room) -> None:
    name = one_away(room)
    page = room.get("/rounds/2")
    assert "8 players will be seated" in page
    assert f"They missed the last round and will not be seated: {name}. They are here They left" in page
    room.post("/checkin/seen", back=1)
    assert "9 players will be seated" in room.get("/rounds/2")


def test_who_was_away_has_left_with_one_tap(room: Room) -> None:
    one_away(room)
    room.post("/checkin/left")
    assert not room.tournament.player(9).is_active
    assert "They missed the last round" not in room.get("/rounds/2")


def never_opened(room: Room) -> int:
    return 1


def opened_now(room: Room) -> int:
    room.post("/checkin/open")
    room.post("/checkin/all")
    return 1


def opened_before(room: Room) -> int:
    opened_now(room)
    room.seat()
    room.sweep(1)
    return 2


@pytest.mark.parametrize("prepare", [never_opened, opened_now, opened_before])
def test_who_is_away_is_named_in_the_step_that_seats(app: Flask, prepare: Callable[[Room], int]) -> None:
    room = make_room(app, 9, rounds=2)
    number = prepare(room)
    assert 'form="seat"' in re.findall(r'<input[^>]*name="away"[^>]*>', room.raw(f"/rounds/{number}"))[0]
    answer = room.client.post(f"{room.base}/rounds/draft", data={"seconds": 1, "away": "player 3"})
    assert answer.location == f"{room.base}/rounds/{number}"
    assert set(room.tournament.rounds[number - 1].seats) == set(range(1, 10)) - {3}
    assert room.tournament.players[3].is_active
    assert here(room, number) == set(range(1, 10)) - {3}


def test_who_is_away_is_named_once_by_a_browser_that_sends_it_again(app: Flask) -> None:
    room = make_room(app, 9, rounds=2)
    sent = {"seconds": 1, "away": "player 3", "sequence": room.tournament.number, "key": "0123456789abcdef"}
    room.post("/rounds/draft", **sent)
    once = room.tournament.number
    room.post("/rounds/draft", **sent)
    assert room.tournament.number == once
    assert here(room) == set(room.tournament.rounds[0].seats) == set(range(1, 10)) - {3}


def test_before_any_check_in_all_who_are_listed_will_be_seated(room: Room) -> None:
    said = "8 players will be seated. Check-in is optional."
    assert said in room.get("/players")
    room.post("/checkin/open")
    assert said not in room.get("/players")


def test_where_the_others_cannot_all_sit_the_choices_come_before_the_seats(app: Flask) -> None:
    room = make_room(app, 12, rounds=3)
    room.seat()
    room.sweep(1)
    room.post("/rounds/draft", seconds=1, away="player 3")
    assert len(room.tournament.rounds) == 1
    page = room.get("/rounds/2")
    assert "11 players cannot all sit at once: with 3 more rounds, everyone plays 3 games." in page
    assert "With 1 more (a friend, or a judge who plays), all sit." in page
    room.post("/rounds/draft", seconds=1)
    assert len(room.tournament.rounds[1].seats) < 11
    assert "cannot all sit" not in room.get("/rounds/2")


def test_a_late_player_who_completes_the_tables_leads_to_another_draft(app: Flask) -> None:
    room = make_room(app, 12, rounds=3)
    room.post("/rounds/draft", seconds=1, away="player 3")
    room.post("/rounds/draft", seconds=1)
    offer = "Everyone fits at tables of four and five now."
    assert offer not in room.get("/rounds/1")
    room.post("/checkin/in", players=3)
    assert offer in room.get("/rounds/1")
    room.post("/rounds/1/again", seconds=1)
    assert [len(table) for table in room.tournament.rounds[0].tables] == [4, 4, 4]
    assert offer not in (page := room.get("/rounds/1"))
    assert "games each" not in page


@pytest.mark.parametrize(
    ("away", "why"), [("nobody", "No player is called “nobody”."), ("player", "“player” may be several players")]
)
def test_who_is_away_and_not_known_is_refused_beside_the_field_and_nobody_is_seated(
    room: Room, away: str, why: str
) -> None:
    page = room.client.post(f"{room.base}/rounds/draft", data={"seconds": 1, "away": f"player 3, {away}"})
    assert page.status_code == 422
    (field,) = re.findall(r'<input[^>]*name="away"[^>]*>', page.text)
    assert f'value="player 3, {away}"' in field
    assert 'aria-invalid="true"' in field
    assert why in text_of(page)
    assert (room.tournament.rounds, room.tournament.checked_in) == ((), {})


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/checkin/in", {"players": 3}),
        ("/checkin/out", {"players": 4}),
        ("/checkin/all", {}),
        ("/checkin/none", {}),
        ("/players/3/drop", {}),
        ("/players/5/return", {}),
        ("/fees/marks", {"one": "3"}),
        *(("/desk", {"take": take}) for take in ("on:@3", "off:@4", "on:@3=", "off:@4=", "on:@3$", "off:@4$")),
        *(("/desk", {"text": text}) for text in ("@3", "@3 =", "@3 $", "@3 -", "@5 +")),
    ],
)
def test_what_is_said_of_a_player_twice_is_so_as_it_was_said_first(
    room: Room, path: str, sent: dict[str, object]
) -> None:
    room.change(fees.set_fees, "5", currency="EUR")
    room.post("/checkin/open")
    room.change(checkin.check_in, [4])
    room.change(players.drop_player, 5)

    def said() -> tuple[object, ...]:
        state = room.tournament
        return dict(state.players), dict(state.fees), dict(state.checked_in)

    before, found = said(), list[object]()
    for _ in range(2):
        assert room.client.post(room.base + path, data=sent).status_code < 500
        found.append(said())
    assert found[0] == found[1]
    assert found[0] != before or "off:" in str(sent)


def test_a_refusal_that_no_field_explains_leads_to_the_page_that_settles_it(room: Room) -> None:
    refused = room.client.post(f"{room.base}/checkin/in", data={"players": 3})
    ways = refused.text.split('<nav class="ways"')[1].split("</nav>")[0]
    assert f'href="/tournaments/{room.id}/console/players"' in ways


def test_every_page_that_a_refusal_leads_to_opens(room: Room) -> None:
    pages = {page for page, _ in words._WAYS.values()} - {""}  # "" is the round that is open
    with room.app.test_request_context():
        addresses = [url_for(f"events.{page}", id=room.id) for page in pages]
    assert [room.client.get(address).status_code for address in addresses] == [200] * len(pages)


def test_no_plan_is_shown_before_the_check_in_is_over(app: Flask) -> None:
    room = make_room(app, 8, rounds=2)
    pages = [f"/tournaments/{room.id}{page}" for page in ("", "/wall", "/console/players")]
    room.post("/checkin/open")
    room.change(checkin.check_in, (1, 2, 3, 4, 5, 6))
    assert [page for page in pages if "games each" in text_of(room.client.get(page))] == []
    room.post("/checkin/close")
    assert [page for page in pages if "2 games each in 3 rounds" in text_of(room.client.get(page))] == pages
