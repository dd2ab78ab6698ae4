from __future__ import annotations

import re

from flask import Flask

from tests.sheets import paper
from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from tests.web.pages import text_of
from toolkit.tournament.decks import take_paper_list


def give(room: Room, status: int = 303, *, player: int = 1, infraction: str = "3.3", **more: object) -> str:
    return room.post("/sanctions", status, player=player, infraction=infraction, **more)


def kinds(room: Room) -> list[str]:
    return [given.kind.value for given in room.tournament.sanctions.values()]


def test_the_third_of_the_same_infraction_is_a_warning_and_says_so_before(room: Room) -> None:
    give(room)
    give(room, infraction="3.6")
    assert "Caution second offence" in room.get("/sanctions?player=1&infraction=3.3")
    give(room)
    page = room.get("/sanctions?player=1&infraction=3.3")
    assert "Warning third offence" in page
    assert "The infraction calls for: Caution." in page
    assert "Before: Caution, Caution" in page
    assert "Ask for a quicker pace" in page
    give(room)
    assert kinds(room) == ["caution"] * 3 + ["warning"]


def test_a_warning_in_another_event_is_shown_to_the_judge(app: Flask, room: Room) -> None:
    earlier = make_room(app, 4, name="Prague Cup")
    for one in (earlier, room):
        one.client.patch(f"/api/v1/tournaments/{one.id}/players/1", json={"vekn": "1000001"})
    give(earlier, infraction="3.8")
    asked = "?player=1&infraction=3.8"
    assert "Warned for this before, in Prague Cup: one warning, for context." in room.get(f"/sanctions{asked}")
    judge = text_of(room.client.get(f"/tournaments/{room.id}/judge/players/1/penalty/3.8"))
    assert "Warned for this before, in Prague Cup" in judge
    shown = room.client.get(f"/api/v1/tournaments/{room.id}/players/1/penalty?infraction=3.8").json
    assert shown["elsewhere"] == [{"event": earlier.id, "name": "Prague Cup", "date": ""}]
    assert "Warned" not in room.get("/sanctions?player=2&infraction=3.8")


def test_four_different_cautions_stay_cautions(room: Room) -> None:
    for infraction in ("2.1", "2.2", "3.3", "3.6"):
        give(room, infraction=infraction)
    assert kinds(room) == ["caution"] * 4
    assert room.tournament.players[1].is_active


def test_another_penalty_needs_a_reason_and_what_was_chosen_stays(room: Room) -> None:
    page = give(room, 422, kind="warning")
    assert "The ladder proposes a caution (first offence): another penalty needs a reason." in page
    assert "3.3 Slow Play" in page
    assert not room.tournament.sanctions
    give(room, kind="warning", note="wrong advice by staff")
    page = room.get("/sanctions")
    assert "the ladder proposed: Caution · wrong advice by staff" in page


def test_a_judge_may_give_no_penalty_with_a_reason(room: Room) -> None:
    give(room, kind="none", note="wrong advice by staff")
    assert "No penalty : Player 1 , 3.3 Slow Play" in room.get("/sanctions")


def test_without_player_or_infraction_it_is_refused(room: Room) -> None:
    assert "This cannot be left empty." in give(room, 422, player="")  # type: ignore[arg-type]
    assert "A sanction names the rule it is for." in give(room, 422, infraction="")
    assert "has no infraction “9.9”" in give(room, 422, infraction="9.9")
    give(room, 422, kind="exile")
    give(room, 422, player=99)
    assert not room.tournament.sanctions


def test_what_the_guide_has_no_row_for_is_given_in_words(room: Room) -> None:
    assert "Describe the offence." in room.get("/sanctions?player=1&infraction=other")
    give(room, infraction="other", rule="A ringing phone", grade="warning")
    assert "Warning : Player 1 , A ringing phone" in room.get("/sanctions")


def test_a_spectator_is_penalized_for_the_report_alone(room: Room) -> None:
    players = len(room.tournament.players)
    room.post("/sanctions/people", name="Zoe", kind="standings_adjustment", infraction="3.2")
    assert "Standings adjustment : Zoe not playing , 3.2 Outside Assistance" in room.get("/sanctions")
    assert len(room.tournament.players) == players
    room.post("/sanctions/people", 422, name="Zoe", kind="caution", infraction="3.3")
    room.post("/sanctions/people", 422, name="", kind="disqualification", infraction="3.3")


def test_an_adjustment_costs_the_game_being_played_a_point(room: Room) -> None:
    room.seat()
    first = room.tournament.rounds[0].table(1)[0]
    assert "costs a victory point of: Round 1" in room.get(f"/sanctions?player={first}&infraction=3.2")
    give(room, player=first, infraction="3.2")
    room.sweep(1)
    name = room.tournament.player(first).name
    assert f"{name} 1 3 60 1" in room.get("/standings")


def test_a_disqualified_player_is_back_when_it_is_lifted(room: Room) -> None:
    give(room, player=3, infraction="4.7")
    assert not room.tournament.players[3].is_active
    assert "A reason is needed" in room.post("/sanctions/1/lift", 422, reason="")
    room.post("/sanctions/1/lift", reason="mistaken for another")
    assert room.tournament.players[3].is_active


def test_an_unknown_one_is_404(room: Room) -> None:
    room.post("/sanctions/9/lift", 404, reason="x")


def test_the_report_of_penalties_has_a_page_a_table_and_a_print(room: Room) -> None:
    assert "No penalty has been given." in room.get("/sanctions/report")
    room.seat()
    room.post("/sanctions", player=1, infraction="3.3", grade="caution", judge="Jo")
    room.post("/sanctions", player=1, infraction="3.3", grade="caution", kind="warning", note="wrong advice by staff")
    room.post("/sanctions/1/lift", reason="another player")
    page = room.get("/sanctions/report")
    assert "Warning · Player 1 · 3.3 Slow Play for the VEKN" in page
    assert "the ladder proposed: Caution · second offence" in page
    assert "another player" in page
    assert "Cautions 0, warnings 1, standings adjustments 0, disqualifications 0" in page
    assert room.client.get(f"{room.base}/sanctions/report.csv").text.count("3.3 Slow Play") == 2
    pdf = room.client.get(f"/api/v1/tournaments/{room.id}/sheets/penalties.pdf?language=fr")
    assert "Jo" in pdf_text(pdf.data)
    assert "Penalty report" in room.get("/sanctions")


def test_an_infraction_is_found_by_any_word_of_it(room: Room) -> None:
    assert "Player 1: 3.8 Insufficient Shuffling" in room.get("/sanctions?player=1&infraction=barajar")
    assert "Proposed penalty" in room.get("/sanctions?player=1&infraction=barajar")
    several = room.raw("/sanctions?player=1&infraction=illegal main")
    assert re.findall(r"sanctions\?player=1&amp;infraction=([\d.]+|other)", several) == ["3.1.2", "3.1.3", "other"]
    assert "No infraction contains this word." in room.get("/sanctions?player=1&infraction=zzz")
    assert room.raw("/sanctions?player=1").count("data-words") == 26
    assert "data-words" not in room.raw("/sanctions")


def test_deck_checks_are_drawn_printed_and_noted(room: Room) -> None:
    for player in (1, 2, 3):
        room.hand_in(player, WINNER)
    assert "No round has been published yet." in room.get("/deck-checks")
    room.seat()
    room.post("/rounds/1/deck-checks", seed=7, count=2)
    (drawn,) = room.tournament.deck_checks
    first, second = (room.tournament.player(number).name for number in drawn.players)
    page = room.get("/deck-checks")
    table, seat = room.tournament.round(1).seats[drawn.players[0]]
    assert f"Print the lists 1. {first} table {table}, seat {seat}" in page
    text = pdf_text(room.client.get(f"/api/v1/tournaments/{room.id}/sheets/checks.pdf").data)
    assert "Deck checks of round 1" in text
    assert "seed" not in text
    assert "Round 1: seed 7" in page[page.index("Repeat a draw") :]
    assert f"table {table}, seat {seat}" in text
    assert text.index(first) < text.index(second)
    room.post(f"/rounds/1/deck-checks/{drawn.players[1]}", infraction="")
    assert f"{second} table" in room.get("/deck-checks")
    assert "In order" in room.get("/deck-checks")
    answer = room.client.post(f"{room.base}/rounds/1/deck-checks/{drawn.players[0]}", data={"infraction": "3.1.2"})
    assert answer.location.endswith(f"/console/sanctions?player={drawn.players[0]}&infraction=3.1.2")
    assert f"{first}: 3.1.2 Illegal Main Deck (Legal Decklist)" in text_of(room.client.get(answer.location))
    room.change(take_paper_list, 4)
    room.post("/rounds/1/deck-checks", seed=7, count=9)  # the one who is left, and who handed in on paper
    assert room.get("/deck-checks").count("list on paper") == 1
    assert "All lists in round 1 were checked" in room.post("/rounds/1/deck-checks", 422, seed=7)


def test_the_points_that_were_entered_stand_beside_those_that_count(room: Room) -> None:
    room.seat()
    first = room.tournament.round(1).table(1)[0]
    room.sweep(1)
    room.post("/sanctions", player=first, infraction="3.2", grade="standings_adjustment")
    assert "3 entered: 4 GW 60" in room.get("/rounds/1/tables/1")
    (row,) = re.findall(rf'value="4"[^>]*data-who="{first}".*?</td>', room.raw("/rounds/1"), re.DOTALL)
    assert "3 entered: 4" in text_of(row)
    assert room.get("/rounds/1").count("entered: 4") == 1
    assert "3 entered: 4" in text_of(room.client.get(f"/tournaments/{room.id}/rounds/1/tables/1"))


def pdf_text(content: bytes) -> str:
    return " ".join(word.text for word in paper.words(content))
