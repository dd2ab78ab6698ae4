"""An event on other sites: its picture, a frame, an overlay, and all that everybody may see as JSON."""

from __future__ import annotations

import struct

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.pages import text_of
from toolkit.tournament import StandingsSeenBy


@pytest.fixture
def over(app: Flask) -> Room:
    """Five players, one round, no final, closed."""
    room = make_room(app, 5, rounds=1, has_final=False)
    room.seat()
    room.sweep(1)
    room.post("/finish")
    return room


def test_the_picture_is_1200_by_630_and_names_the_event(over: Room) -> None:
    client, base = over.app.test_client(), f"/tournaments/{over.id}"
    answer = client.get(f"{base}/picture.png")
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    again = client.get(f"{base}/picture.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(f"{base}/picture.svg").data.lstrip().startswith(b"<svg")
    page = client.get(base).text
    assert f'<meta property="og:image" content="http://localhost{base}/picture.png">' in page
    assert 'og:image:alt" content="Praxis Seizure: Lyon.' in page


def test_what_is_not_public_is_on_no_picture_and_in_no_json(app: Flask) -> None:
    room = make_room(app, 10, rounds=2, standings_seen_by=StandingsSeenBy.NOBODY)
    room.seat()
    room.sweep(1)
    client, base = app.test_client(), f"/tournaments/{room.id}"
    assert client.get(f"{base}/picture.png").status_code == 404
    assert "Standings are not public during the event." in text_of(client.get(f"{base}/embed"))
    told = client.get(f"/api/v1{base}/public.json").json
    assert (told["standings"], told["final"]) == ([], None)
    assert {seat["victory_points"] for table in told["rounds"][0]["tables"] for seat in table["seats"]} == {None}
    overlay = text_of(client.get(f"{base}/overlay?table=1"))
    assert "Round 1: Table 1" in overlay
    assert "VP" not in overlay


def test_pages_of_any_site_read_what_everybody_may_see_and_no_number(over: Room) -> None:
    with_number = over.tournament.player(3).name
    over.post("/reopen", reason="a number")
    over.post("/players/3/change", name=with_number, vekn="3000003")
    over.post("/finish")
    address = f"/api/v1/tournaments/{over.id}/public.json"
    answer = over.app.test_client().get(address)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "3000003" not in answer.text
    told = answer.json
    assert len(told["players"]) == len(told["standings"]) == 5
    assert [len(table["seats"]) for table in told["rounds"][0]["tables"]] == [5]
    assert {table["result"] for table in told["rounds"][0]["tables"]} == {None}
    assert told["standings"][0]["victory_points"] == 5
    standings = address.replace("public.json", "standings")
    asked = over.app.test_client().get(standings)
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    again = over.app.test_client().get(standings, headers={"If-None-Match": asked.headers["ETag"]})
    assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (304, "*")
    assert "Access-Control-Allow-Origin" not in over.client.get(standings).headers
    again = over.app.test_client().get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_public_page_of_a_finished_event_shows_every_table_and_its_files(over: Room) -> None:
    client = over.app.test_client()
    page = client.get(f"/tournaments/{over.id}").text
    rounds = page.split('id="rounds"')[1]
    assert rounds.count('<li class="seats">') == 1
    for _, players in over.tournament.round(1).numbered():
        assert all(over.tournament.player(player).name in rounds for player in players)
    for path in ("report/standings", "report/rounds", "public.json"):
        assert f'href="/api/v1/tournaments/{over.id}/{path}"' in page
        assert client.get(f"/api/v1/tournaments/{over.id}/{path}").status_code == 200


def test_an_overlay_shows_what_is_asked_for(app: Flask) -> None:
    room = make_room(app, 10, rounds=2)
    room.seat()
    room.post("/rounds/1/tables/2/points", vp1=5)
    client, base = app.test_client(), f"/tournaments/{room.id}/overlay"
    first = room.tournament.player(room.tournament.round(1).table(2)[0]).name
    whole = text_of(client.get(f"{base}?table=2"))
    assert f"{first} 5" in whole
    assert "Standings" in whole
    bare = text_of(client.get(f"{base}?table=2&hide=standings,clock"))
    assert "Standings" not in bare
    for wrong in ("", "?table=9", "?table=x", "?table=-1"):
        assert "Table" not in text_of(client.get(base + wrong))
