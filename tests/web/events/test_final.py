from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.pages import markup_of, text_of
from toolkit.tournament import final, results


@pytest.fixture
def played(app: Flask) -> Room:
    """Ten players after two rounds; the first seats have swept their tables."""
    room = make_room(app, 10, rounds=2)
    for number in (1, 2):
        room.seat()
        room.sweep(number)
    return room


def toss_and_cut(room: Room) -> tuple[int, ...]:
    if "Decided by a toss" in room.get("/final"):
        room.post("/final/toss")
    room.post("/final/open")
    assert room.tournament.final is not None
    return room.tournament.final.finalists


def place_all(room: Room) -> None:
    final = room.tournament.final
    while final is not None and final.next_to_place is not None:
        room.post("/final/place", player=final.next_to_place, position=0)
        final = room.tournament.final


def test_it_waits_for_the_last_result(room: Room) -> None:
    room.seat()
    assert "The final comes after the last round." in room.get("/final")
    room.post("/final/open", 409)


def test_between_the_rounds_nobody_is_told_of_a_toss(app: Flask) -> None:
    room = make_room(app, 10, rounds=2)
    room.seat()
    room.sweep(1)
    page = room.get("/final")
    assert ("1 of 2 rounds have been played." in page, "a toss decides" in page) == (True, False)


def rows_of_cut(room: Room) -> str:
    """The rows of who plays the final: F for who is certain, a line before the first row below the cut."""
    classes = re.findall(r'<tr class="(finalist)?( below-cut)?">', markup_of(room.client.get(f"{room.base}/final")))
    return "".join(("|" if line else "") + ("F" if certain else "-") for certain, line in classes)


def test_one_line_is_below_the_last_who_is_certain_of_the_final(played: Room) -> None:
    assert "1-4, to be tossed" in played.get("/final")
    assert rows_of_cut(played) == "FFFF|------"
    while "Decided by a toss" in played.get("/final"):
        played.post("/final/toss")
    assert rows_of_cut(played) == "FFFFF|---"
    played.post("/final/away", player=final.cut(played.tournament)[1])
    assert rows_of_cut(played) == "F-FFFF|---"


def test_its_sheet_is_printed_from_its_page_once_no_tie_is_open(played: Room) -> None:
    button = "Print the finals sheet"
    assert button not in played.get("/final")
    while "Decided by a toss" in played.get("/final"):
        played.post("/final/toss")
    assert button in played.get("/final")
    played.post("/final/open")
    assert button in played.get("/final")
    assert "Finalists by seed" in played.get("/final")


def test_a_tie_for_the_last_place_is_tossed_first(played: Room) -> None:
    assert "Decided by a toss" in played.get("/final")
    assert "a toss decides first" in played.post("/final/open", 409)
    played.post("/final/tossed", 422, players="1 x")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "This cannot be left empty."),
        ("1 2", "A toss lists every tied player once, and no other player."),
        ("1 99", "There is no player 99 in this tournament."),
    ],
)
def test_a_toss_that_is_none_is_told_beside_its_field_and_not_kept(played: Room, typed: str, told: str) -> None:
    before = len(played.tournament.log)
    answer = played.client.post(f"{played.base}/final/tossed", data={"players": typed})
    assert (answer.status_code, f'id="players-error">{told}' in answer.text) == (422, True)
    assert len(played.tournament.log) == before


def test_who_is_tied_is_named_and_their_numbers_stand_where_they_are_typed(played: Room) -> None:
    said, _, form = (
        played.get("/final").partition("who is seeded first: ")[2].partition("Enter a toss made at the table")
    )
    assert re.fullmatch(r"(?:Player \d+(?:, | )){2,}Toss ", said)
    assert re.match(r" \d+ Player \d+ · \d+ Player \d+", form)


def test_the_lowest_seed_places_first_and_the_row_is_read_from_the_first_player(played: Room) -> None:
    finalists = toss_and_cut(played)
    assert "chooses a seat next" in played.get("/final")
    assert "It is the turn of" in played.post("/final/place", 409, player=finalists[0], position=0)
    place_all(played)
    row = played.tournament.final.row  # type: ignore[union-attr]
    assert row == finalists  # each went to the left end, the lowest seed first
    played.post("/final/first", player=row[2])
    assert played.tournament.final_round.tables[0] == (*row[2:], *row[:2])  # type: ignore[union-attr]


def test_who_cannot_play_is_replaced_by_the_next(played: Room) -> None:
    finalists = toss_and_cut(played)
    played.post("/final/away", player=finalists[0], reason="has a train")
    if played.tournament.final is not None:
        assert finalists[0] not in played.tournament.final.finalists
    played.post("/final/back", player=finalists[0])
    assert finalists[0] in played.tournament.final.finalists  # type: ignore[union-attr]


def test_an_adjustment_after_the_cut_says_who_would_be_in_and_offers_another(played: Room) -> None:
    """JG 1.1.3; once the final is seated its finalists stay."""
    *_, last = toss_and_cut(played)
    assert played.get("/final").count("would be in the final now") == 0
    for _ in range(3):
        played.post("/sanctions", player=last, infraction="2.4", correct="1")
    page = played.get("/final")
    assert (page.count("would be in the final now"), page.count("Update the finalists")) == (1, 1)
    assert page.index("Update the finalists") < page.index("Restart the final")
    place_all(played)
    played.post("/final/first")
    page = played.get("/final")
    assert (page.count("would be in the final now"), page.count("Update the finalists")) == (1, 0)


def test_a_result_that_nobody_confirmed_is_named_before_the_cut_and_at_the_end(played: Room) -> None:
    seats = played.tournament.round(2).table(2)
    played.change(results.clear_result, 2, 2)
    played.change(results.enter_result, 2, 2, victory_points=(0, 0, 0, 0, 5), by_player=seats[0])
    warning, link = "Round 2: the result of table 2 is not confirmed.", f'href="{played.base}/rounds/2/tables/2"'
    assert warning in played.get("/final")
    assert link in played.raw("/final")
    assert warning in played.get("/standings")
    toss_and_cut(played)
    place_all(played)
    played.post("/final/first")
    played.post("/rounds/0/tables/1/events", events="time")
    assert warning in played.get("/standings")
    assert "Close the event" in played.get("/standings")
    played.post("/finish")
    assert warning in played.get("/report")
    played.post("/rounds/2/tables/2/lock")
    assert warning not in played.get("/report")


def test_five_halves_make_the_top_seed_win(played: Room) -> None:
    finalists = toss_and_cut(played)
    place_all(played)
    played.post("/final/first")
    played.post("/rounds/0/tables/1/events", events="time")
    name = played.tournament.player(finalists[0]).name
    assert f"{name} has won." in played.get("/final")
    played.post("/finish")
    assert played.tournament.is_finished


def test_it_is_taken_back_with_a_reason(played: Room) -> None:
    toss_and_cut(played)
    assert "A reason is needed" in played.post("/final/cancel", 422, reason=" ")
    played.post("/final/cancel", reason="a result was wrong")
    assert played.tournament.final is None


def test_the_result_is_entered_in_a_row_of_its_page(played: Room) -> None:
    toss_and_cut(played)
    place_all(played)
    played.post("/final/first")
    page = played.raw("/final")
    assert re.findall(r'id="(t1s\d)"', page) == [f"t1s{seat}" for seat in range(1, 6)]
    assert re.search(r'href="[^"]*/final#t1s1"\s+data-next', page)
    assert "data-next" not in played.raw("/rounds/0/tables/1")
    refused = played.post("/rounds/0/grid", 422, t1s1="x", t1s2="5")
    assert "is not a number of victory points" in refused
    assert "Finalists" in refused
    assert played.client.post(f"{played.base}/rounds/0/grid", data={"t1s1": "5"}).location == f"{played.base}/final"
    assert "has won." in played.get("/final")


def test_a_seat_is_chosen_between_two_below_each_other_behind_the_crypt_cards(played: Room) -> None:
    finalists = toss_and_cut(played)
    page = played.raw("/final")
    assert re.findall(r'name="position"\s+value="(\d)"', page) == ["1", "2"]
    assert page.index('id="crypt"') < page.index("prey is the next one down") < page.index('class="row"')
    assert f'name="player" value="{finalists[2]}"' in page
    assert re.search(r'<details class="panel" id="crypt">\s*<summary>Enter the crypt cards \(optional\)', page)
    assert "between two players or at the end of the row" in text_of(page)
    played.post("/final/place", player=finalists[2], position=2)
    assert played.tournament.final.row == (finalists[4], finalists[3], finalists[2])  # type: ignore[union-attr]
    played.post("/final/place", player=finalists[1], position=2)
    assert "sits after place 2 of the row." in played.get("/final")


def test_its_sheet_is_offered_once_at_each_step(played: Room) -> None:
    toss_and_cut(played)
    counts = [played.get("/final").count("Print the finals sheet")]
    place_all(played)
    played.post("/final/first")
    counts.append(played.get("/final").count("Print the finals sheet"))
    played.post("/rounds/0/grid", t1s1="5")
    counts.append(played.get("/final").count("Print the finals sheet"))
    assert counts == [1, 1, 1]


def test_a_finalist_who_left_is_marked_and_not_made_unavailable(played: Room) -> None:
    finalists = toss_and_cut(played)
    played.post(f"/players/{finalists[1]}/drop")
    page = played.raw("/final")
    offered = re.findall(r'<option value="(\d+)">', page.partition('id="unavailable"')[2].partition("</select>")[0])
    assert offered
    assert str(finalists[1]) not in offered


def test_a_correction_that_moves_the_winner_asks_on_the_page(played: Room) -> None:
    toss_and_cut(played)
    place_all(played)
    played.post("/final/first")
    played.post("/rounds/0/grid", t1s1="5")
    won = played.tournament.final_round.scores  # type: ignore[union-attr]
    typed = {"t1s1": "0", "t1s2": "5"}
    asked = played.client.post(f"{played.base}/rounds/0/grid", data=typed)
    assert (asked.status_code, played.tournament.final_round.scores) == (422, won)  # type: ignore[union-attr]
    assert "The winner would be" in asked.text
    button = re.search(r'<button class="button" form="grid" name="(\w+)" value="(\d)">Yes, do it<', markup_of(asked))
    assert button is not None
    values = dict(re.findall(r'name="(t\ds\d)"\s+value="([^"]*)"', markup_of(asked)))
    assert typed.items() <= values.items()
    played.post("/rounds/0/grid", **values, **{button[1]: button[2]})
    assert played.tournament.final_round.scores != won  # type: ignore[union-attr]


def test_a_line_in_the_field_and_a_penalty_taken_back_ask_before_they_move_the_cut(played: Room) -> None:
    finalists = toss_and_cut(played)
    first = finalists[0]
    place_all(played)
    played.post("/final/first")
    played.post("/rounds/0/grid", t1s1="5")
    table, _ = played.tournament.round(1).seats[first]
    points = ["0"] * 5
    points[[one in finalists for one in played.tournament.round(1).table(table)].index(False)] = "5"
    line = {"text": "".join(points), "round": 1, "table": table, "station": 1}
    scores = played.tournament.round(1).scores
    asked = played.client.post(f"{played.base}/desk", data=line)
    assert "This changes something already decided. In the final would be" in text_of(asked)
    assert played.tournament.round(1).scores == scores
    assert "The final keeps its players and seeds. Yes, do it Leave it as it is" in text_of(asked)
    take = re.search(r'name="take" value="([^"]*)" formnovalidate>Yes, do it<', markup_of(asked))
    assert take is not None
    played.post("/desk", **{**line, "text": ""}, take=take[1])
    assert played.tournament.round(1).scores != scores
    played.post("/finish")
    assert "The standings changed after the final was seated. In the final would be" in played.get("/report")
    played.post("/reopen", reason="look")
    played.post("/sanctions", 409, player=first, infraction="4.7")
    played.post("/sanctions", player=first, infraction="4.7", correct="1")
    assert "This changes something already decided." in played.post("/sanctions/1/lift", 409, reason="no")
    played.post("/sanctions/1/lift", reason="no", correct="1")
    assert "This changes something already decided." in played.post("/undo", 409, sure="1")
    played.post("/undo", sure="1", correct="1")
