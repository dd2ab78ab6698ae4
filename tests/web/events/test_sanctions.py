from __future__ import annotations

from tests.web.events.conftest import Room


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
    assert "no infraction of the judges" in give(room, 422, infraction="9.9")
    give(room, 422, kind="exile")
    give(room, 422, player=99)
    assert not room.tournament.sanctions


def test_what_the_guide_has_no_row_for_is_given_in_words(room: Room) -> None:
    assert "What the player did, in words." in room.get("/sanctions?player=1&infraction=other")
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
