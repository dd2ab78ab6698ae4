from __future__ import annotations

from tests.web.events.conftest import Room


def test_the_third_of_the_same_infraction_becomes_the_next_and_says_so_before(room: Room) -> None:
    room.post("/sanctions", player=1, kind="caution", rule="Slow play")
    room.post("/sanctions", player=1, kind="caution", rule="Marked cards")
    assert "a further Caution" not in room.get("/sanctions?player=1")
    room.post("/sanctions", player=1, kind="caution", rule="Slow play")
    warned = "Player 1 has been sanctioned for Slow play before: a further Caution becomes a Warning."
    assert warned in room.get("/sanctions?player=1")
    room.post("/sanctions", player=1, kind="caution", rule="slow play")
    assert [given.kind for given in room.tournament.sanctions.values()] == ["caution"] * 3 + ["warning"]
    assert "given as Caution" in room.get("/sanctions")


def test_a_judge_may_give_exactly_one_kind(room: Room) -> None:
    for _ in range(2):
        room.post("/sanctions", player=1, kind="caution", rule="Slow play", exactly="1")
    assert [given.kind for given in room.tournament.sanctions.values()] == ["caution", "caution"]


def test_without_player_kind_or_rule_it_is_refused(room: Room) -> None:
    page = room.post("/sanctions", 422, player="", kind="caution", rule="", note="kept as typed")
    assert page.count("This cannot be left empty.") == 2
    assert (
        "kept as typed"
        in room.client.post(f"{room.base}/sanctions", data={"player": "1", "note": "kept as typed"}).text
    )
    room.post("/sanctions", 422, player=1, kind="exile", rule="x")
    assert not room.tournament.sanctions


def test_an_adjustment_costs_the_game_being_played_a_point(room: Room) -> None:
    room.seat()
    first = room.tournament.rounds[0].table(1)[0]
    room.post("/sanctions", player=first, kind="score_adjustment", rule="Marked cards")
    room.sweep(1)
    name = room.tournament.player(first).name
    assert f"{name} 1 3 60 1" in room.get("/standings")


def test_a_disqualified_player_is_back_when_it_is_lifted(room: Room) -> None:
    room.post("/sanctions", player=3, kind="disqualification", rule="Cheating")
    assert not room.tournament.players[3].is_active
    assert "A reason is needed" in room.post("/sanctions/1/lift", 422, reason="")
    room.post("/sanctions/1/lift", reason="mistaken for another")
    assert room.tournament.players[3].is_active


def test_an_unknown_one_is_404(room: Room) -> None:
    room.post("/sanctions/9/lift", 404, reason="x")
    room.post("/sanctions", 422, player=99, kind="caution", rule="x")
