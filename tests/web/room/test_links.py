from __future__ import annotations

import pytest

from tests.web.room.conftest import Room
from toolkit.services.events.sheets import links_at
from toolkit.services.kernel.links import LinkKey, key_of, player_token, table_token
from toolkit.sheets.from_tournament import pack_of
from toolkit.web.base import stores

ADDRESS = "http://192.168.1.7:8000"


def test_every_printed_link_of_an_event_leads_somewhere(room: Room) -> None:
    room.seat()
    with room.app.app_context():
        context = stores.current_context()
        links = links_at(ADDRESS + "/", room.id, key_of(context, room.id))
        pack = pack_of(context.tournaments.look(room.id).state, links=links)
    printed = [pack.link, *(one.link for one in pack.players), *(one.link for one in pack.rounds[0].tables)]
    assert len(set(printed)) == 1 + 8 + 2
    for link in printed:
        assert link.startswith(f"{ADDRESS}/tournaments/{room.id}")
        room.get(link.removeprefix(ADDRESS))
    for one in pack.players:
        opened = room.post(f"/tournaments/{room.id}/own", code=one.code)
        assert ADDRESS + opened.headers["Location"] == one.link


def test_what_a_stranger_prints_holds_no_token() -> None:
    links = links_at(ADDRESS, "bcdfghjk")
    assert links.player(1) == ""
    assert links.table(0, 1) == f"{ADDRESS}/tournaments/bcdfghjk/rounds/final/tables/1"
    assert links_at("", "bcdfghjk", LinkKey("key")).table(1, 1) == ""


def test_a_token_has_128_bits_and_depends_on_everything() -> None:
    tokens = [
        player_token(LinkKey("key"), "bcdfghjk", 1),
        player_token(LinkKey("other"), "bcdfghjk", 1),
        player_token(LinkKey("key"), "bcdfghjm", 1),
        player_token(LinkKey("key"), "bcdfghjk", 11),
        table_token(LinkKey("key"), "bcdfghjk", 1, 1),
        table_token(LinkKey("key"), "bcdfghjk", 1, 11),
        table_token(LinkKey("key"), "bcdfghjk", 11, 1),
        table_token(LinkKey("key"), "bcdfghjk", 0, 1),
    ]
    assert len(set(tokens)) == len(tokens)
    # 22 letters of base 64 are 132 bits: 128, filled up.
    assert {len(token) for token in tokens} == {22}


@pytest.mark.parametrize("sheet", ["slips", "tents"])
def test_only_the_organizer_prints_tables_links(room: Room, sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    room.seat()
    asked: list[LinkKey | None] = []
    monkeypatch.setattr(
        "toolkit.web.events.sheets.links_at",
        lambda address, id, key=None: asked.append(key) or links_at(address, id, key),
    )
    room.client.get(f"/api/v1/tournaments/{room.id}/sheets/{sheet}.pdf")
    room.client.get(f"/api/v1/tournaments/{room.id}/sheets/{sheet}.pdf", headers=room.api.headers)
    assert asked[-1] == room.key
    assert room.key not in asked[:-1]
