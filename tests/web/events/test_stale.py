"""A form that was drawn before somebody else changed the same thing: told so, and nothing typed is lost."""

from __future__ import annotations

import re

from tests.web.events.conftest import Room


def test_a_stale_result_shows_what_came_in_between_and_keeps_the_points(room: Room) -> None:
    room.seat()
    seen = room.tournament.number
    room.post("/rounds/1/tables/1/points", vp1="4", sequence=seen)
    form = {"vp2": "4", "sequence": seen}
    answer = room.client.post(f"{room.base}/rounds/1/tables/1/points", data=form)
    assert answer.status_code == 409
    assert "Result of table 1 in round 1" in answer.text
    assert re.search(r'name="vp2"\s+value="4"', answer.text)
    # The page was drawn anew: sent once more, it counts.
    assert f'name="sequence" value="{room.tournament.number}"' in answer.text
    room.post("/rounds/1/tables/1/points", vp2="4", sequence=room.tournament.number)


def test_a_stale_correction_of_a_player_says_what_the_other_wrote(room: Room) -> None:
    seen = room.tournament.number
    room.post("/players/1/change", name="Player 1", vekn="1000001", city="Oslo", country="Norway", sequence=seen)
    answer = room.client.post(
        f"{room.base}/players/1/change", data={"name": "Player 1", "city": "Bergen", "sequence": seen}
    )
    assert answer.status_code == 409
    assert "Corrected Player 1. VEKN number: 1000001 (before: none); City: Oslo (before: none);" in answer.text
    assert 'name="city" value="Bergen"' in answer.text


def test_two_people_at_two_tables_do_not_disturb_each_other(room: Room) -> None:
    room.seat()
    seen = room.tournament.number
    room.post("/rounds/1/tables/1/points", vp1="4", sequence=seen)
    room.post("/rounds/1/tables/2/points", vp1="4", sequence=seen)
    assert room.tournament.rounds[0].is_complete


def test_a_draft_that_changed_is_not_published_unseen(room: Room) -> None:
    room.post("/rounds/draft", seconds=1)
    seen = room.tournament.number
    room.post("/rounds/1/seats", pick=1, other=2, sequence=seen)
    assert "Changed the seats of round 1" in room.post("/rounds/1/publish", 409, sequence=seen)
    assert not room.tournament.rounds[0].is_published
