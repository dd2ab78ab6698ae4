"""What is typed into the field, by the page that it stands on."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from toolkit.tournament import fees
from toolkit.tournament.results import enter_result


def drafted(room: Room) -> None:
    room.post("/rounds/draft", seconds=1)


def between(room: Room) -> None:
    room.seat()
    room.sweep(1)


# How far the event is, and the page that the field is on.
PLACES = {
    "players": (lambda _: None, "players"),
    "seat": (lambda _: None, "1"),
    "draft": (drafted, "1"),
    "published": (Room.seat, "1"),
    "players while it is played": (Room.seat, "players"),
    "between": (between, "1"),
}


def typed(room: Room, text: str, station: str, take: str = "") -> str:
    """What was entered and where it led: the new facts, then the address, or the reason why not."""
    before = room.tournament.number
    answer = room.client.post(f"{room.base}/desk", data={"text": text, "take": take, "station": station})
    facts = [type(room.tournament.entry(n).fact).__name__ for n in range(before + 1, room.tournament.number + 1)]
    to = answer.location.removeprefix(room.base) if answer.status_code == 303 else str(answer.status_code)
    return " ".join((*facts, to))


HERE = "CheckInOpened PlayersCheckedIn"
BEFORE = ("players", "seat", "draft")
PLAYED = ("published", "players while it is played", "between")


@pytest.mark.parametrize(
    ("place", "done"),
    [
        ("players", f"{HERE} /players"),
        ("seat", f"{HERE} /rounds/1"),
        ("draft", f"{HERE} /rounds/1"),
        ("published", "/rounds/1?round=1&table={table}#grid-{table}"),
        ("between", "/rounds/1?typed=player+3&asked=3"),
    ],
)
def test_a_name_is_here_or_finds_the_seat_by_the_page(room: Room, place: str, done: str) -> None:
    prepare, station = PLACES[place]
    prepare(room)
    table = room.tournament.round(1).seats[3][0] if room.tournament.rounds else 0
    assert typed(room, "player 3", station) == done.format(table=table)


def test_a_name_of_somebody_who_was_away_is_here_for_the_next_round_between_rounds(room: Room) -> None:
    between(room)
    room.post("/players/add", name="Late Larry")
    assert typed(room, "late", "1") == "/rounds/1?typed=late&asked=9"  # who came since is expected
    room.post("/desk", text="late", asked="9", station="1")
    assert typed(room, "late", "1") == "PlayersCheckedIn /rounds/1"
    assert 9 in room.tournament.checked_in[2]


@pytest.mark.parametrize("place", ["players", "seat", "draft"])
def test_a_name_that_is_typed_again_is_asked_about_on_the_same_page(room: Room, place: str) -> None:
    prepare, station = PLACES[place]
    prepare(room)
    typed(room, "player 3", station)
    to = "/players" if station == "players" else "/rounds/1"
    assert typed(room, "player 3", station) == f"{to}?typed=player+3&asked=3"
    assert "Player 3 is here already" in room.get(f"{to}?typed=player+3&asked=3")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("sign", "fact"), [("-", "PlayerDropped"), ("+", "PlayerReturned"), ("=", "PaperListTaken"), ("$", "FeeMarked")]
)
def test_a_sign_behind_a_name_says_the_same_on_every_page(room: Room, place: str, sign: str, fact: str) -> None:
    room.change(fees.set_fees, "5", currency="EUR")
    prepare, station = PLACES[place]
    prepare(room)
    if sign == "+":
        room.post("/players/3/drop")
    to = "/players" if station == "players" else "/rounds/1"
    assert typed(room, f"player 3 {sign}", station) == f"{fact} {to}"


@pytest.mark.parametrize("place", BEFORE)
@pytest.mark.parametrize("text", ["2", "2 4000", "4000", "1:2", "1:2 4000"])
def test_no_figure_means_a_table_before_the_round_is_published(room: Room, place: str, text: str) -> None:
    prepare, station = PLACES[place]
    prepare(room)
    assert typed(room, text, station) == "422"


@pytest.mark.parametrize("place", PLAYED)
@pytest.mark.parametrize("text", ["2", "1:2"])
def test_a_figure_opens_the_table_in_its_round(room: Room, place: str, text: str) -> None:
    prepare, station = PLACES[place]
    prepare(room)
    assert typed(room, text, station) == "/rounds/1?round=1&table=2#grid-2"
    assert 'id="open-table"' in room.raw("/rounds/1?round=1&table=2")


@pytest.mark.parametrize("place", ["published", "players while it is played"])
@pytest.mark.parametrize("text", ["2 4000", "1:2 4000"])
def test_figures_behind_a_table_are_its_result(room: Room, place: str, text: str) -> None:
    prepare, station = PLACES[place]
    prepare(room)
    to = "/players" if station == "players" else "/rounds/1"
    assert typed(room, text, station) == f"ResultEntered {to}"
    assert room.tournament.round(1).is_settled(2)


def test_figures_alone_are_the_result_of_the_table_that_is_open(room: Room) -> None:
    room.seat()
    assert typed(room, "4000", "1") == "422"
    room.post("/desk", text="4000", station="1", round=1, table=2)
    assert set(room.tournament.round(1).results) == {2}


def test_a_round_before_the_table_enters_its_result_from_the_page_of_a_later_round(app: Flask) -> None:
    room = make_room(app, 10, rounds=3)
    room.seat()
    room.sweep(1)
    room.post("/rounds/1/tables/2/clear")
    room.change(enter_result, 1, 2, victory_points=(5, 0, 0, 0, 0))
    room.seat()
    assert typed(room, "2 30110", "2") == "ResultEntered /rounds/2"
    # Where a result stands, a second Enter replaces it.
    assert typed(room, "1:2 30110", "2") == "/rounds/1?round=1&table=2&typed=30110#grid-2"
    room.post("/desk", text="30110", station="1", round=1, table=2)
    players = room.tournament.round(1).table(2)
    assert [room.tournament.round(1).scores[player].victory_points for player in players] == [6, 0, 2, 2, 0]


def test_a_player_leaves_the_event_at_their_row_and_from_the_answer_of_the_field(room: Room) -> None:
    room.seat()
    (one, other, *_), opened = room.tournament.round(1).table(1), room.raw("/rounds/1/tables/1")
    assert f'<option value="@{one}-">Player {one}</option>' in opened
    assert typed(room, "", "1", take=f"@{one}-") == "PlayerDropped /rounds/1"
    assert f'value="@{one}-"' not in room.raw("/rounds/1/tables/1")
    offered = re.findall(r'name="take" value="(@\d+-)"', room.raw("/rounds/1?round=1&table=1"))
    assert (f"@{other}-" in offered, f"@{one}-" in offered) == (True, False)
