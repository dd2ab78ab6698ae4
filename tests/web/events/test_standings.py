from __future__ import annotations

from datetime import date

import pytest
from flask import Flask

from tests.web.api.test_api_tournaments import secret_of
from tests.web.events.conftest import Room, make_room
from tests.web.pages import markup_of, text_of
from toolkit.services.kernel.links import LinkKey, player_path
from toolkit.sheets import make_sheet
from toolkit.sheets.from_tournament import pack_of
from toolkit.tournament import players


def test_they_begin_with_the_first_result(room: Room) -> None:
    assert "Standings start with the first result." in room.get("/standings")
    room.seat()
    assert "Standings start with the first result." in room.get("/standings")


def test_a_sweep_of_four_is_a_game_win_four_points_and_60(room: Room) -> None:
    room.seat()
    room.sweep(1)
    first = room.tournament.player(room.tournament.rounds[0].table(1)[0]).name
    assert f"{first} 1 4 60 1" in room.get("/standings")


def test_an_event_is_closed_when_all_is_played_and_opened_again(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False)
    room.seat()
    assert "table 1 has no result" in room.post("/finish", 409)
    room.sweep(1)
    room.post("/finish")
    assert "has won." in room.get("/standings")
    assert "A reason is needed" in room.post("/reopen", 422, reason=" ")
    room.post("/reopen", reason="a result was wrong")
    assert "Opened the event again (a result was wrong)." in room.get("/log")
    assert not room.tournament.is_finished


def test_an_event_ends_early_with_a_reason_and_names_what_counts(room: Room) -> None:
    room.seat()
    page = room.get("/standings")
    assert "0 complete rounds count; nothing after them does, and there is no winner." in page
    assert "A reason is needed" in room.post("/finish", 422, early="1", reason="")
    room.post("/finish", early="1", reason="a power cut")
    page = room.get("/standings")
    assert "Ended early: a power cut" in page
    assert "There is no winner." in page
    assert "does not count" in room.get("/rounds/1")
    assert "does not count" in room.get("/rounds/1/seats")
    assert room.tournament.is_finished
    assert ">Write the report</a>" in markup_of(room.raw("/players"))
    assert "Enter results" not in page
    assert "Enter table" not in room.get("/rounds/1")
    assert "The head judge owes the VEKN a written report of an early end" in page
    assert "This cannot be left empty." in room.post("/early-end", 422, nature="The light went out.", decision="")
    room.post("/early-end", nature="The light went out.", decision="Waited an hour.", safety="A <rude> guard.")
    page = room.get("/standings")
    assert "4. Safety, and misconduct of others A <rude> guard." in page
    report = room.client.get(f"/api/v1/tournaments/{room.id}/early-end").json
    assert (report["decision"], "Ended early, " in report["text"]) == ("Waited an hour.", True)


def test_closing_an_event_shows_the_winner_and_what_is_owed(app: Flask) -> None:
    pages = {}
    for is_sanctioned in (True, False):
        room = make_room(app, 5, rounds=1, has_final=False, is_sanctioned=is_sanctioned, date=date(2026, 11, 29))
        room.seat()
        room.sweep(1)
        assert room.client.post(f"{room.base}/finish").headers["Location"] == f"{room.base}/standings"
        pages[is_sanctioned] = room.raw("/standings")
        first = room.tournament.player(room.tournament.rounds[0].table(1)[0]).name
        assert f"{first} has won." in pages[is_sanctioned].partition('class="closing"')[2]
    owed = ["to the VEKN by 7 December 2026.", "reports to send.", '/report">Reports</a>']
    assert [words in pages[True] for words in owed] == [True, True, True]
    assert [words in pages[False] for words in owed] == [False, False, False]


def test_shared_places_and_short_figures_are_explained_where_they_are_shown(room: Room) -> None:
    room.seat()
    room.sweep(1)  # two winners of a table, then players without a point
    sentence, figures = "Equal players share a place.", "“2GW7.5” is short for 2 game wins and 7.5 victory points."
    pages = [room.get("/standings"), text_of(room.client.get(f"/tournaments/{room.id}"))]
    sheet = make_sheet("standings", pack_of(room.tournament)).data["legend"]
    assert [text.count(sentence) for text in (*pages, sheet)] == [1, 1, 1]
    assert figures in pages[0]


def test_the_cut_is_a_line_once_it_is_certain(thirteen: Room) -> None:
    assert "below-cut" not in thirteen.raw("/standings")
    enter(thirteen, 3)
    assert "below-cut" not in thirteen.raw("/standings")
    while "Decided by a toss" in thirteen.get("/final"):
        thirteen.post("/final/toss")
    above, _, below = thirteen.raw("/standings").partition("below-cut")
    assert (above.count('id="rank-'), below.count('id="rank-')) == (6, 7)
    assert "below-cut" not in thirteen.raw("/standings?sort=name")


@pytest.mark.parametrize(("players", "tools"), [(29, (False, False)), (30, (True, False)), (100, (True, True))])
def test_a_short_list_has_neither_a_search_nor_a_box(app: Flask, players: int, tools: tuple[bool, bool]) -> None:
    room = make_room(app, players, rounds=1)
    seats = [list(range(first, min(first + 5, players + 1))) for first in range(1, players + 1, 5)]
    room.client.post(f"/api/v1/tournaments/{room.id}/rounds", json={"tables": seats, "publish": True})
    room.sweep(1)
    page = room.raw("/standings")
    assert ('class="list-tools"' in page, 'class="rows"' in page) == tools
    assert 'class="list-tools"' in room.raw("/standings?q=nobody")


# Thirteen players in one round; the last table decides who of three has the fifth seed. A fourteenth never came.
TABLES = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12, 13]]
LINES = ([4, 0, 0, 0], [3, 1, 0, 0], [2, 1, 1, 1, 0])
TIED = "5-7, to be tossed"


@pytest.fixture
def thirteen(app: Flask) -> Room:
    """All but the last result."""
    room = make_room(app, 14, rounds=1)
    room.client.post(f"/api/v1/tournaments/{room.id}/rounds", json={"tables": TABLES, "publish": True})
    for table in (1, 2):
        enter(room, table)
    return room


def enter(room: Room, table: int) -> None:
    address = f"/api/v1/tournaments/{room.id}/rounds/1/tables/{table}/result"
    assert room.client.put(address, json={"victory_points": LINES[table - 1]}).status_code == 200


def doors(room: Room) -> dict[str, str]:
    """What every door shows of the standings."""
    phone = player_path(room.id, 10, LinkKey(secret_of(room.app)))
    pages = {
        "console": f"{room.base}/standings",
        "public page": f"/tournaments/{room.id}",
        "phone": phone,
        "wall": f"/tournaments/{room.id}/wall",
        "final": f"{room.base}/final",
    }
    answers = {name: room.client.get(address) for name, address in pages.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(pages, 200)
    printed = make_sheet("standings", pack_of(room.tournament)).data
    shown = {name: text_of(answer) for name, answer in answers.items()}
    return {**shown, "print": " ".join(f"{row['name']} {row['seed']} {row['note']}" for row in printed["rows"])}


def test_no_door_invents_a_seed_before_the_last_result(thirteen: Room) -> None:
    for name, text in doors(thirteen).items():
        assert "to be tossed" not in text, name
        assert "Seed" not in text, name
    assert make_sheet("standings", pack_of(thirteen.tournament)).data["cut"] == 0


def test_every_door_tells_of_a_tie_at_the_line_and_cuts_none(thirteen: Room) -> None:
    enter(thirteen, 3)
    for name, text in doors(thirteen).items():
        assert (TIED if name != "print" else "5-7 to be tossed") in text, name
    assert make_sheet("standings", pack_of(thirteen.tournament)).data["cut"] == 0
    api = thirteen.client.get(f"/api/v1/tournaments/{thirteen.id}/standings").json
    seeds = {row["number"]: (row["seed"], row["tossed_for"]) for row in api}
    assert (seeds[6], seeds[10], seeds[13]) == ((4, None), (None, [5, 7]), (None, None))


def test_whose_first_result_is_still_to_come_has_no_rank_at_any_door(thirteen: Room) -> None:
    waiting = "Player 10, Player 11, Player 12, Player 13, Player 9"
    shown = doors(thirteen)
    listed = "No result yet Player 9, Player 10, Player 11, Player 12, Player 13 Did not play Player 14"
    assert listed in shown["console"].replace(" ,", ",")  # each name is a link
    assert listed in shown["public page"]
    assert "No result yet" not in shown["wall"]  # while a round is played it shows no standings
    assert "Your standing" not in shown["phone"]
    printed = make_sheet("standings", pack_of(thirteen.tournament)).data
    assert [row["rank"] for row in printed["rows"]] == ["1", "2", "3", "4", "4", "4", "7", "7"]
    assert [one["title"] for one in printed["below"]] == ["No result yet", "Did not play"]
    assert ", ".join(sorted(printed["below"][0]["names"].split(", "))) == waiting
    api = thirteen.client.get(f"/api/v1/tournaments/{thirteen.id}/standings").json
    assert {(row["rank"], row["rounds"]) for row in api if row["number"] >= 9} == {(None, 1), (None, 0)}


def test_who_did_not_play_stands_under_a_heading_of_their_own(thirteen: Room) -> None:
    enter(thirteen, 3)
    thirteen.post("/sanctions", player=13, infraction="4.7", grade="disqualification", note="x")
    shown = doors(thirteen)
    assert "Did not play Player 14 Disqualified Player 13" in shown["console"]
    assert "Did not play Player 14 Disqualified Player 13" in shown["public page"]
    assert "Did not play – Player 14" in shown["wall"]
    assert thirteen.client.get(f"/api/v1/tournaments/{thirteen.id}/sheets/standings.pdf").data.startswith(b"%PDF")
    printed = make_sheet("standings", pack_of(thirteen.tournament)).data
    assert "Player 14" not in [row["name"] for row in printed["rows"]]
    assert printed["below"] == [
        {"title": "Did not play", "names": "Player 14"},
        {"title": "Disqualified", "names": "Player 13"},
    ]


def test_an_event_that_is_not_reported_owes_no_report(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, is_reported=False)
    room.seat()
    room.sweep(1)
    room.post("/finish")
    told = [page for page in ("/standings", "/report", "/players") if "reports are sent" in room.get(page)]
    assert told == []
    assert "Rating points" not in room.get("/standings")


def test_a_finished_event_says_so_and_offers_no_act_that_is_over(app: Flask) -> None:
    room = make_room(app, 6, rounds=1, has_final=False)
    room.change(players.drop_player, 6)
    room.seat()
    room.sweep(1)
    room.change(players.drop_player, 5)
    room.post("/finish")
    pages = {page: room.get(page) for page in ("/standings", "/players", "/rounds/1")}
    assert [page for page, text in pages.items() if "The event is finished." not in text] == []
    over = ("Correct the seats", "Paste players", "Close entry by players", "Add a player", "check in")
    assert [words for words in over for text in pages.values() if words in text] == []
    assert "Players 5" in pages["/players"]
    assert "5 players" in pages["/players"]
