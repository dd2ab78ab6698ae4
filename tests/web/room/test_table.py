from __future__ import annotations

import re

import pytest

from tests.web.room.conftest import Room, points_of
from toolkit.services.room import player_token, table_path

RESULT = {"events": "A>B, A>C, A>D"}


def points(*line: str) -> dict[str, str]:
    return {f"vp{seat}": value for seat, value in enumerate(line, 1)}


def link(room: Room, number: int = 1, table: int = 1) -> str:
    return table_path(room.id, number, table, room.key)


def test_the_table_s_link_enters_that_table_s_result_and_nothing_else(room: Room) -> None:
    room.seat()
    before = room.sequence()
    room.post(f"{link(room)}/points", sequence=before, **points("4", "0", "0", "0"))
    entered = room.api("GET", "/log")[before:]
    assert [(entry["kind"], entry["by"]) for entry in entered] == [("result_entered", "Table 1")]
    assert [seat["victory_points"] for seat in room.table(1, 1)["seats"]] == [4, 0, 0, 0]
    assert room.table(1, 2)["result"] is None
    assert points_of(room.get(link(room)).text) == ["4", "0", "0", "0"]


def test_the_result_is_told_by_taps(room: Room) -> None:
    page = room.seat().get(link(room)).text
    for _ in range(3):  # the first who is still in and is not the first seat is ousted
        taps = re.findall(r'href="([^"]+)#tell">Ousted', page)
        page = room.get(taps[1].replace("&amp;", "&")).text
    (events,) = re.findall(r'name="events" value="([^"]+)"', page)
    room.post(f"{link(room)}/events", events=events.replace("&gt;", ">"), sequence=room.sequence())
    assert [seat["victory_points"] for seat in room.table()["seats"]] == [4, 0, 0, 0]


def test_without_the_token_the_table_can_only_be_looked_at(room: Room) -> None:
    bare = table_path(room.seat().id, 1, 1)
    page = room.get(bare).text
    assert "<form" not in page.split('<footer class="foot">')[0]
    assert link(room) not in page
    room.post(bare, 405)
    room.post(f"{bare}/points", 405, **points("4", "0", "0", "0"))
    assert room.table()["result"] is None


@pytest.mark.parametrize("of", ["another table", "another event", "the final", "a player", "nobody"])
def test_no_other_token_opens_the_table(room: Room, of: str) -> None:
    room.seat()
    other = {
        "another table": link(room, 1, 2).rsplit("/", 1)[1],
        "another event": table_path("bcdfghjk", 1, 1, room.key).rsplit("/", 1)[1],
        "the final": link(room, 0, 1).rsplit("/", 1)[1],
        "a player": player_token(room.key, room.id, 1),
        "nobody": "A" * 22,
    }[of]
    page = f"{table_path(room.id, 1, 1)}/{other}"
    room.get(page, 404)
    room.post(f"{page}/points", 404, **points("4", "0", "0", "0"))
    room.post(f"{page}/events", 404, events="A>B")
    assert room.table()["result"] is None


def test_a_locked_result_stays(room: Room) -> None:
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    room.api("POST", "/rounds/1/tables/1/lock")
    assert "Enter this result" not in room.get(link(room)).text
    before = room.sequence()
    answer = room.post(f"{link(room)}/points", 409, sequence=before, **points("0", "4", "0", "0"))
    assert "This result is locked: ask an official." in answer.text
    assert room.sequence() == before
    room.api("POST", "/rounds/1/tables/1/unlock")
    room.post(f"{link(room)}/points", sequence=room.sequence(), **points("0", "4", "0", "0"))
    assert room.table()["seats"][1]["victory_points"] == 4


def test_an_impossible_line_is_refused_with_what_was_typed(room: Room) -> None:
    room.seat()
    answer = room.post(f"{link(room)}/points", 422, sequence=room.sequence(), **points("2.5", "0.5", "0", "1"))
    assert re.findall(r'name="vp\d" value="([^"]*)"', answer.text) == ["2.5", "0.5", "0", "1"]
    assert "data-points" in answer.text
    assert room.table()["result"] is None


@pytest.mark.parametrize("sent", [{"reason": "because"}, {"reason": "because", "card": "x"}])
def test_players_do_not_override(room: Room, sent: dict[str, str]) -> None:
    room.seat()
    room.post(f"{link(room)}/points", 422, **points("2.5", "0.5", "0", "1"), **sent)
    assert room.table()["result"] is None


def test_players_do_not_remove_one_another(room: Room) -> None:
    room.seat()
    page = room.get(link(room)).text
    assert "Removed" not in page
    answer = room.post(f"{link(room)}/events", 422, events="removed:B, A>C, A>D")
    assert "Only an official removes a player." in answer.text
    assert room.table()["result"] is None


def test_a_stale_form_says_what_changed_and_keeps_what_was_typed(room: Room) -> None:
    seen = room.seat().sequence()
    room.api("PUT", "/rounds/1/tables/1/result", RESULT)
    answer = room.post(f"{link(room)}/points", 409, sequence=seen, **points("0", "4", "0", "0"))
    assert "In the meantime this changed" in answer.text
    assert re.findall(r'name="vp\d" value="([^"]*)"', answer.text) == ["0", "4", "0", "0"]
    (now,) = set(re.findall(r'name="sequence" value="(\d+)"', answer.text))
    room.post(f"{link(room)}/points", sequence=now, **points("0", "4", "0", "0"))


def test_a_stale_form_tells_nothing_of_a_sanction(room: Room) -> None:
    seen = room.seat().sequence()
    room.api("POST", "/sanctions", {"player": 7, "kind": "warning", "rule": "Foul language"})
    room.api("PATCH", "/configuration", {"organizer": "Ann"})
    answer = room.post(f"{link(room)}/points", 409, sequence=seen, **points("0", "4", "0", "0"))
    assert "In the meantime this changed" in answer.text
    assert "Foul language" not in answer.text


def test_a_sanction_disturbs_nobody_who_enters_a_result(room: Room) -> None:
    seen = room.seat().sequence()
    room.api("POST", "/sanctions", {"player": 1, "kind": "warning", "rule": "Slow play"})
    room.api("POST", "/rounds/1/clock/extend", {"seconds": 60, "table": 1})
    room.post(f"{link(room)}/points", sequence=seen, **points("0", "4", "0", "0"))


def test_another_table_s_result_disturbs_nobody(room: Room) -> None:
    seen = room.seat().sequence()
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    room.post(f"{link(room)}/points", sequence=seen, **points("0", "4", "0", "0"))


def test_entering_needs_the_token_of_the_form(strict_room: Room) -> None:
    strict_room.seat()
    strict_room.post(f"{link(strict_room)}/points", 400, **points("4", "0", "0", "0"))
    assert strict_room.table()["result"] is None


def test_a_table_s_link_is_no_key_to_the_console(room: Room) -> None:
    room.seat().get(link(room))
    room.get(f"/tournaments/{room.id}/console", 403)
    room.get(f"{link(room)}/points", 405)


def test_the_final_has_its_own_link_until_the_event_is_finished(room: Room) -> None:
    room.api("PATCH", "/configuration", {"rounds": 1})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    room.api("POST", "/final/toss", {"seed": 5})
    room.api("POST", "/final/open")
    finalists = [player["player"] for player in room.api("GET", "/final")["finalists"]]
    room.get(link(room, 0), 404)
    room.api("POST", "/final/row", {"players": finalists})
    room.api("POST", "/final/first-player", {"player": finalists[2]})
    assert "/rounds/final/tables/1/" in link(room, 0)
    room.post(f"{link(room, 0)}/points", **points("0", "5", "0", "0", "0"))
    assert room.table(0)["result"]["entered_by"] == "Final table"
    room.api("POST", "/finish")
    answer = room.post(f"{link(room, 0)}/points", 409, **points("5", "0", "0", "0", "0"))
    assert "The event is finished: ask an official." in answer.text
    assert [seat["entered"] for seat in room.table(0)["seats"]] == [0, 5, 0, 0, 0]
