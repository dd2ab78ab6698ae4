from __future__ import annotations

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from toolkit.scoring import victory_points_number
from toolkit.tournament import disputes, rounds, steps
from toolkit.tournament.facts import SeatScore
from toolkit.tournament.state import Round


@pytest.fixture
def playing(room: Room) -> Room:
    room.seat()
    return room


def points(room: Room, table: int = 1, number: int = 1) -> list[float]:
    round_ = room.tournament.round(number)
    return [victory_points_number(round_.scores[player].victory_points) for player in round_.table(table)]


def test_taps_tell_the_game(playing: Room) -> None:
    name = [playing.tournament.player(player).name for player in playing.tournament.rounds[0].table(1)]
    page = playing.get("/rounds/1/tables/1?events=A>B D!")
    assert f"{name[0]} ousts {name[1]}" in page
    assert f"{name[3]} withdraws" in page
    assert f"{name[0]} 1 VP Ousted" in page
    assert "Enter this result" not in page.split("Or by victory points")[0]


def test_a_told_game_is_entered_with_its_points(playing: Room) -> None:
    # B ousts C, A ousts B, A and D are in when time is called: 1.5 1 0 0.5, and no game win for less than 2.
    playing.post("/rounds/1/tables/1/events", events="B>C A>B time")
    assert points(playing) == [1.5, 1, 0, 0.5]
    assert "GW" not in playing.raw("/rounds/1").split('id="grid-1"')[1].split('id="grid-2"')[0]


def test_an_event_that_cannot_be_is_told_and_left_out(playing: Room) -> None:
    page = playing.get("/rounds/1/tables/1?events=A>C")
    assert "is not the predator of" in page
    playing.post("/rounds/1/tables/1/events", 422, events="A>B")  # three are still in
    playing.post("/rounds/1/tables/1/events", 422, events="")


def test_plain_points_are_taken_with_a_comma_and_gaps(playing: Room) -> None:
    playing.post("/rounds/1/tables/1/points", vp1="2,5", vp2="", vp3="0", vp4=".5")
    assert points(playing) == [2.5, 0, 0, 0.5]


def test_impossible_points_are_explained_and_kept(playing: Room) -> None:
    answer = playing.client.post(f"{playing.base}/rounds/1/tables/1/points", data={"vp1": "0", "vp4": "3.5"})
    assert answer.status_code == 422
    assert "is impossible" in answer.text
    assert 'value="3.5"' in answer.text
    assert "data-points" in answer.text


def test_points_of_a_withdrawal_ask_for_the_story(playing: Room) -> None:
    answer = playing.client.post(f"{playing.base}/rounds/1/tables/1/points", data={"vp1": "3", "vp2": ".5"})
    assert answer.status_code == 422
    assert "It was so:" in answer.text
    assert "events=B!" in answer.text.replace("%21", "!")


def test_an_override_needs_no_game_but_a_reason(playing: Room) -> None:
    playing.post("/rounds/1/tables/1/points", vp1="3", vp2="3", reason="a judge ruled", card="Life Boon")
    assert points(playing) == [3, 3, 0, 0]
    assert "Overridden: a judge ruled" in playing.get("/rounds/1")


@pytest.mark.parametrize("written", ["many", "1/3", "1e9", "-1", "²", "99999999999"])
def test_what_is_no_point_is_refused(playing: Room, written: str) -> None:
    playing.post("/rounds/1/tables/1/points", 422, vp1=written)


def test_one_goes_on_to_the_next_missing_table(playing: Room) -> None:
    answer = playing.client.post(f"{playing.base}/rounds/1/tables/1/points", data={"vp1": "4", "next": "1"})
    assert answer.location.endswith("/rounds/1#grid-2")


def test_a_result_is_locked_unlocked_and_cleared(playing: Room) -> None:
    playing.sweep(1)
    playing.post("/rounds/1/tables/1/lock")
    assert "locked" in playing.get("/rounds/1")
    playing.post("/rounds/1/tables/1/unlock")
    playing.post("/rounds/1/tables/1/clear")
    assert playing.tournament.rounds[0].unsettled == (1,)
    assert "has no result yet" in playing.post("/rounds/1/tables/1/lock", 409)
    playing.post("/rounds/1/lock")
    assert playing.tournament.rounds[0].results[2].is_locked


def test_a_result_that_a_player_sent_late_is_taken_or_dropped_at_its_table(playing: Room) -> None:
    playing.sweep(1)
    playing.seat()
    round_ = playing.tournament.round(1)
    first, second, third, fourth = round_.table(1)
    theirs = [
        SeatScore(player=player, victory_points=8 * (player == third)) for player in (first, second, third, fourth)
    ]
    for player, press in ((first, "drop"), (second, "take")):
        playing.change(lambda state, by=player: disputes.dispute_result(state.round(1), 1, theirs, by_player=by))
        page = playing.get("/rounds/1")
        assert ("disputed" in page, "Round 1 (done)" in page) == (True, False)
        page = playing.get("/rounds/1/tables/1")
        assert f"Take the result of {playing.tournament.player(player).name}" in page
        assert "Keep the entered result" in page
        answer = playing.client.post(f"{playing.base}/rounds/1/tables/1/{press}", data={"player": player})
        assert answer.headers["Location"] == f"{playing.base}/rounds/1#grid-1"
        assert (points(playing) == [0, 0, 4, 0]) == (press == "take")
        assert "Keep the entered result" not in playing.get("/rounds/1/tables/1")


def test_an_earlier_round_is_corrected_any_time(playing: Room) -> None:
    playing.sweep(1)
    playing.seat()
    playing.post("/rounds/1/tables/2/events", events="time")
    assert points(playing, table=2) == [0.5] * 4


def test_points_whose_table_was_entered_anew_do_not_count(playing: Room) -> None:
    playing.post("/rounds/1/tables/1/points", vp1=4)
    playing.post("/rounds/1/tables/2/points", vp1=1, vp4=3)
    one, other = (playing.tournament.rounds[0].table(number)[0] for number in (1, 2))
    playing.post("/rounds/1/seats", pick=one, other=other)
    assert "does not count" not in playing.get("/rounds/1")
    playing.post("/rounds/1/tables/2/points", vp1=2, vp4=2)
    page = playing.get("/rounds/1")
    assert ("does not count" in page, "entered: 1" in page) == (True, False)


def test_a_changed_table_asks_for_its_result_again(playing: Room) -> None:
    playing.sweep(1)
    one, other = (playing.tournament.rounds[0].table(number)[0] for number in (1, 2))
    playing.post("/rounds/1/seats", pick=one, other=playing.tournament.rounds[0].table(2)[1])
    assert "enter again" in playing.get("/rounds/1")
    assert other in playing.tournament.rounds[0].seats


def test_an_open_page_asks_for_news_and_gets_nothing_when_there_is_none(playing: Room) -> None:
    path, header = f"{playing.base}/rounds/1", {"X-Fragment": "live"}
    first = playing.client.get(path, headers=header)
    again = {**header, "If-None-Match": first.headers["ETag"]}
    assert playing.client.get(path, headers=again).status_code == 304
    playing.post("/rounds/1/tables/1/points", vp1=4)
    assert "grid-done" in playing.client.get(path, headers=again).text


def test_an_unknown_table_is_404(playing: Room) -> None:
    playing.get("/rounds/1/tables/9", 404)
    playing.post("/rounds/1/tables/9/events", 404, events="time")
    playing.get("/rounds/4", 404)


def test_a_round_is_copied_as_text_for_chats(room: Room) -> None:
    room.seat()
    assert f'href="{room.base}/rounds/1/text"' in room.raw("/rounds/1")
    page = room.raw("/rounds/1/text")
    first = room.tournament.player(room.tournament.round(1).table(1)[0]).name
    copied = page.split('<textarea id="share-whatsapp"')[1].split("</textarea>")[0]
    assert "*Table 1*" in copied
    assert f"1. {first}" in copied
    assert page.count('data-copy="share-') == 5


def test_who_left_is_said_at_the_table_and_can_come_back(playing: Room) -> None:
    first = playing.tournament.rounds[0].table(1)[0]
    name = playing.tournament.player(first).name
    playing.post("/desk", station="1", take=f"@{first}-")
    page = playing.raw("/rounds/1/tables/1")
    assert f"{name} has left the event." in page
    assert "left the event</span>" in page
    assert f'<option value="@{first}-">' not in page
    playing.post("/desk", station="1", take=f"@{first}+")
    page = playing.raw("/rounds/1/tables/1")
    assert "has left the event." not in page
    assert '<option value="">Choose a player</option>' in page
    assert "Withdrew: half a point." in page


def test_a_round_twice_as_long_is_looked_at_twice_as_often(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, is_settled = [0], Round.is_settled

    def counted(round_: Round, table: int) -> bool:
        looks[-1] += 1
        return is_settled(round_, table)

    monkeypatch.setattr(Round, "is_settled", counted)
    for size in (10, 20):
        room = make_room(app, size)
        room.change(rounds.draft_round, [[*range(n, n + 5)] for n in range(1, size, 5)], seed=1)
        room.change(steps.publish_round)
        for table in range(1, size // 5 + 1):
            room.post(f"/rounds/1/tables/{table}/points", vp1=5)
        looks.append(0)
        room.raw("/rounds/1")
        looks.append(0)
    assert 0 < looks[3] <= 2 * looks[1]
