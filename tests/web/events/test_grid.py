"""Results as a grid, as a plain form."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest

from tests.web.events.conftest import Room
from tests.web.events.test_desk import official
from toolkit.scoring import LineKind, judge_line, outcome, table_verdict
from toolkit.services.kernel.roles import Role
from toolkit.tournament import players, results
from toolkit.web.events.results import offers


def row(table: int, *points: object) -> dict[str, object]:
    return {f"t{table}s{seat}": value for seat, value in enumerate(points, start=1)}


def entered(room: Room, table: int) -> list[int]:
    round_ = room.tournament.round(1)
    return [round_.scores[player].victory_points for player in round_.table(table) if player in round_.scores]


def test_all_tables_at_once_and_a_wrong_one_stays_with_its_reason(room: Room) -> None:
    room.seat()
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(1, 2, "1", "1", "") | row(2, 7, 0, 0, 0))
    assert answer.status_code == 422
    assert entered(room, 1) == [4, 2, 2, 0]
    assert entered(room, 2) == []
    assert re.search(r'id="t2s1"[^>]*value="7"[^>]*aria-invalid', answer.text)
    assert "is impossible" in answer.text
    assert re.search(r'id="grid-1"\s+class="grid-done"', answer.text)


def test_the_tables_say_that_their_fields_are_victory_points(room: Room) -> None:
    room.seat()
    grid = room.raw("/rounds/1").partition('id="all-tables"')[2]
    assert "<caption>Victory points (VP) of each player</caption>" in grid.partition("<thead")[0]


def test_a_whole_line_in_the_first_field_is_a_figure_for_each_seat(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/grid", **row(1, "2110"))
    assert entered(room, 1) == [4, 2, 2, 0]


def test_who_left_is_told_by_letters_in_the_first_field_as_at_the_desk(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/grid", **row(1, "A>B C! time"))
    assert (entered(room, 1), len(room.tournament.round(1).results[1].events)) == ([3, 0, 1, 1], 3)
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(2, "A>B B>C"))
    assert answer.status_code == 422
    assert re.search(r'id="t2s1"[^>]*value="A&gt;B B&gt;C"[^>]*aria-invalid', answer.text)


def test_each_table_says_how_far_it_is(room: Room) -> None:
    room.seat()
    seats = room.tournament.round(1).table(2)
    room.change(results.enter_result, 1, 2, victory_points=(4, 0, 0, 0), by_player=seats[0])
    marks = re.findall(r'class="mark (mark-\w+)">(\w+)<', room.raw("/rounds/1"))
    assert marks == [("mark-open", "missing"), ("mark-open", "unconfirmed")]


def test_a_scorekeeper_tells_no_removal_there(room: Room) -> None:
    room.seat()
    client = official(room, Role.SCOREKEEPER)
    assert client.post(f"{room.base}/rounds/1/grid", data=row(1, "removed:D A>B time")).status_code == 422
    assert entered(room, 1) == []
    assert client.post(f"{room.base}/rounds/1/grid", data=row(1, "A>B time")).status_code == 303


def test_halves_are_read_as_at_the_desk_in_one_field_and_in_each(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/grid", **row(1, "hhhh"), **row(2, "1h", "0.0", "½", ".5"))
    assert (entered(room, 1), entered(room, 2)) == ([1, 1, 1, 1], [3, 0, 1, 1])


@pytest.mark.parametrize("typed", ["hhh", "hhhhh", "2x10", "21", "hx"])
def test_a_line_that_cannot_be_read_says_so_in_its_row_and_stays(room: Room, typed: str) -> None:
    room.seat()
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(1, typed))
    assert answer.status_code == 422
    assert "Table 1 has 4 seats: type a figure for each" in answer.text
    assert re.search(rf'id="t1s1"[^>]*value="{typed}"[^>]*aria-invalid', answer.text)
    assert entered(room, 1) == []


def test_a_field_that_is_no_number_is_named_and_marked_alone(room: Room) -> None:
    room.seat()
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(1, "1.0.55", "2", "1", "0"))
    name = room.tournament.player(room.tournament.round(1).table(1)[0]).name
    assert f"{name}: “1.0.55” is not a number of victory points." in answer.text
    assert re.findall(r'id="(t1s\d)"[^>]*aria-invalid', answer.text) == ["t1s1"]


def test_the_example_of_a_line_is_a_result(room: Room) -> None:
    room.seat()
    shown = re.search(r"such as (\d+),", room.post("/rounds/1/grid", 422, **row(1, "21")))
    assert shown
    room.post("/rounds/1/grid", **row(1, shown[1]))


def test_a_result_that_is_offered_is_a_whole_row_to_press(room: Room) -> None:
    room.seat()
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(1, 2, 1, 1, 1))
    offered = re.findall(r'name="take" value="([^"]+)">([^<]+)<', answer.text)
    names = [room.tournament.player(player).name for player in room.tournament.round(1).table(1)]
    assert {all(name in text for name in names) for _, text in offered} == {True}
    assert "Nearest" not in answer.text
    room.post("/rounds/1/grid", take=offered[0][0], **row(1, 2, 1, 1, 1), **row(2, 4))
    assert (sum(entered(room, 1)), entered(room, 2)) == (8, [])


def test_every_result_that_is_offered_is_taken(room: Room) -> None:
    room.seat()
    state, points = room.tournament, ("0", "0.5", "1", "1.5", "2", "3")
    lines = [line for line in product(points, repeat=4) if table_verdict(line).kind is not LineKind.PLAIN][::11]
    with room.app.test_request_context():
        offered = [offer for line in lines for offer in offers(state, state.round(1), 1, list(line))]
    assert {table_verdict(offer.points).kind for offer in offered if offer.points} == {LineKind.PLAIN}
    told = [outcome(4, offer.events).victory_points for offer in offered if offer.events]
    assert {judge_line(line).is_possible for line in told} == {True}


def test_a_story_that_is_offered_is_entered_by_its_button(room: Room) -> None:
    room.seat()
    answer = room.client.post(f"{room.base}/rounds/1/grid", data=row(2, "3", "h", 0, 0))
    assert "3 0.5 0 0: did a player leave the game?" in answer.text
    assert "mark-bad" not in answer.text
    take = html.unescape(re.search(r'value="([^"]+)">It was so', answer.text)[1])
    room.post("/rounds/1/grid", take=take, **row(2, "3", "h", 0, 0))
    assert entered(room, 2) == [6, 1, 0, 0]


def test_a_player_who_left_is_marked_in_each_round(room: Room) -> None:
    room.seat()
    gone = room.tournament.round(1).table(2)[0]
    room.change(players.drop_player, gone)
    assert re.findall(rf'<label for="(t\ds\d)">Player {gone} <span class="mark">left<', room.raw("/rounds/1")) == [
        "t2s1"
    ]


def test_what_stands_is_entered_no_second_time(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/grid", **row(1, 4, 0, 0, 0))
    number = room.tournament.number
    room.post("/rounds/1/grid", **row(1, 4, 0, 0, 0), only=1)
    assert room.tournament.number == number


def test_a_row_that_somebody_else_entered_meanwhile_is_not_overwritten(room: Room) -> None:
    room.seat()
    seen = room.tournament.number
    room.post("/rounds/1/grid", **row(1, 4, 0, 0, 0))
    refused = room.post("/rounds/1/grid", 422, **row(1, 0, 4, 0, 0), **row(2, 4, 0, 0, 0), sequence=seen)
    assert "In the meantime there was one change" in refused
    assert (entered(room, 1), entered(room, 2)) == ([8, 0, 0, 0], [8, 0, 0, 0])


def test_a_row_that_a_browser_sends_again_takes_nothing_back_that_was_corrected_since(room: Room) -> None:
    room.seat()
    sent = row(1, "2110") | {"only": 1, "key": "0123456789abcdef"}
    room.post("/rounds/1/grid", **sent)
    room.change(results.enter_result, 1, 1, victory_points=(4, 0, 0, 0))
    room.post("/rounds/1/grid", **sent)
    assert entered(room, 1) == [8, 0, 0, 0]


def test_a_row_that_the_same_page_corrects_is_not_contradicted_by_itself(room: Room) -> None:
    room.seat()
    seen = room.tournament.number
    room.post("/rounds/1/grid", **row(1, "2110"), only=1, key="a" * 16, sequence=seen)
    corrected = row(1, "4000") | {"only": 1, "key": "b" * 16, "sequence": seen}
    assert "In the meantime there was one change" in room.post("/rounds/1/grid", 422, **corrected)
    assert entered(room, 1) == [4, 2, 2, 0]
    room.post("/rounds/1/grid", **corrected, after="a" * 16)
    assert entered(room, 1) == [8, 0, 0, 0]


def test_a_whole_line_in_the_first_field_stands_for_the_figures_beside_it(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/grid", **row(1, 2, 1, 1, 0))
    room.post("/rounds/1/grid", **row(1, "0400", 1, 1, 0))
    assert entered(room, 1) == [0, 8, 0, 0]
    room.post("/rounds/1/grid", **row(1, "A>B C! time", 4, 0, 0))
    assert entered(room, 1) == [3, 0, 1, 1]
