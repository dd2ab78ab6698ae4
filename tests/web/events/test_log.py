from __future__ import annotations

import re

import pytest

from tests.web.events.conftest import Room
from tests.web.pages import text_of


@pytest.mark.parametrize(
    ("back", "to"),
    [
        *(("prizes", "/prizes"), ("players", "/players"), ("log", "/log"), ("nowhere", "/log"), ("", "/log")),
        *(("round:2", "/rounds/2"), ("round:9", "/players"), ("seats:1", "/rounds/1")),
        *(("seats", "/players"), ("results", "/players")),  # of a page from before: the current station
    ],
)
def test_who_undoes_on_a_page_stays_there(room: Room, back: str, to: str) -> None:
    room.post("/players/add", name="Xenia")
    answer = room.client.post(f"{room.base}/undo", data={"back": back})
    assert answer.location == room.base + to
    assert "Xenia" in text_of(room.client.get(answer.location))


def test_what_happened_reads_as_sentences_newest_first(room: Room) -> None:
    room.post("/players/add", name="Ada")
    page = room.get("/log")
    assert page.index("Registered Ada.") < page.index("Registered Player 1.")


def test_the_last_change_is_undone_and_redone(room: Room) -> None:
    room.post("/players/add", name="Ada")
    room.post("/undo")
    assert 9 not in room.tournament.players
    room.post("/redo")
    assert room.tournament.players[9].name == "Ada"


def test_undo_names_what_it_takes_back_and_asks_before_several_entries(room: Room) -> None:
    room.post("/players/import", people="Ada\nBela\nCleo")
    assert re.search(r"3 players registered\. Undo\b(?! \d)", room.get("/players"))
    asked = room.post("/undo", 200, sequence=room.tournament.number)
    assert "This takes back 3 entries: 3 players registered." in asked
    assert len(room.tournament.players) == 11
    room.post("/undo", sure=1)
    assert "Undone: 3 players registered." in room.get("/log")
    assert len(room.tournament.players) == 8
    room.post("/redo")
    assert "Counts again: 3 players registered." in room.get("/log")


def test_one_entry_is_undone_without_a_question(room: Room) -> None:
    room.post("/players/add", name="Dora")
    assert "Undo the last change Note" in room.get("/log")
    room.post("/undo", entries=room.tournament.number)
    assert "Undone: Registered Dora." in room.get("/log")


def test_what_can_never_be_undone_has_no_button(room: Room) -> None:
    room.post("/draws/commitment")
    room.post("/players/1/forget")
    room.post("/players/add", name="Dora")
    buttons = [int(number) for number in re.findall(r'name="entries" value="(\d+)"', room.raw("/log"))]
    never = [entry.number for entry in room.tournament.log if entry.fact.DECLARED.undoing.value.startswith("not_")]
    assert len(never) == 3
    assert sorted({*buttons, *never}) == list(range(1, room.tournament.number + 1))
    assert set(buttons).isdisjoint(never)


def test_an_entry_long_past_is_undone(room: Room) -> None:
    room.post("/players/add", name="Ada")
    room.post("/players/add", name="Bela")
    entry = room.tournament.number - 1
    room.post("/undo", entries=entry)
    assert set(room.tournament.players) == {*range(1, 9), 10}
    room.post("/redo", entries=entry)
    assert 9 in room.tournament.players


def test_what_others_stand_on_cannot_be_undone(room: Room) -> None:
    registered = 2  # the entry of player 1, after the creation
    room.seat()
    assert "That cannot be" in room.post("/undo", 409, entries=registered)


def test_a_remark_is_written_down(room: Room) -> None:
    room.post("/note", text="Lunch at one.")
    assert "Note: Lunch at one." in room.get("/log")
    room.post("/note", 422, text=" ")


def test_an_unknown_entry_is_404(room: Room) -> None:
    room.post("/undo", 404, entries=999)
    room.post("/undo", 422, entries="x")
    assert room.get("/log?before=x")


@pytest.mark.parametrize(("path", "back"), [("/players", "players"), ("/rounds/1", "round:1"), ("/log", "log")])
def test_the_button_below_a_page_names_the_page_to_come_back_to(room: Room, path: str, back: str) -> None:
    room.post("/players/add", name="Xenia")
    assert f'name="back" value="{back}"' in room.raw(path)
