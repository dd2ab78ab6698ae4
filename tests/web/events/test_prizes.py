from __future__ import annotations

import re

import pytest

from tests.sheets import paper
from tests.web.events.conftest import Room
from toolkit.sheets.from_tournament import pack_of
from toolkit.tournament.standings import standings

LINES = "1: Playmat\n2-3: Booster\nRaffle: 2 x Promo"


@pytest.fixture
def played(room: Room) -> Room:
    """Eight players after round 1 of 2: the two first seats have everything."""
    room.seat()
    room.sweep(1)
    room.post("/prizes", lines=LINES)
    return room


def drawn(room: Room) -> list[str]:
    return [room.tournament.player(number).name for number in room.tournament.raffles[-1].winners]


def test_a_raffle_is_drawn_and_shown_by_name_on_the_wall(played: Room) -> None:
    played.post("/prizes/raffles", pool="no_game_win", prize="Promo")
    names = drawn(played)
    assert len(names) == 2
    page = played.get("/prizes")
    assert all(f"{name} Not here: draw another" in page for name in names)
    wall = played.app.test_client().get(f"/tournaments/{played.id}/wall").text
    slide = wall.partition("slide-raffle")[2]
    assert "Raffle: Promo" in slide
    assert all(f"<li>{name}</li>" in slide for name in names)


def test_who_is_not_here_is_passed_over_and_that_can_be_undone(played: Room) -> None:
    played.post("/prizes/raffles", pool="everybody", prize="Promo", count=1)
    (first,) = played.tournament.raffles[0].winners
    played.post("/prizes/raffles/1/pass", player=first)
    assert first not in played.tournament.raffles[0].winners
    assert f"Not here: {played.tournament.player(first).name}" in played.get("/prizes")
    played.post("/undo")
    assert played.tournament.raffles[0].winners == (first,)


def test_what_cannot_be_drawn_is_said_beside_its_field(played: Room) -> None:
    page = played.post("/prizes/raffles", 422, pool="game_winners", count=5, prize="A pin")
    assert "5 are to be drawn, and only 2 can be." in page
    assert (
        'value="A pin"'
        in played.client.post(f"{played.base}/prizes/raffles", data={"pool": "named", "prize": "A pin"}).text
    )
    assert "“Booster” is none of those" not in page
    refused = played.post("/prizes", 422, lines="Booster\n1: Playmat\n5-2: Pin\nDice")
    assert [line in refused for line in ("“Booster”: write places", "“Pin”: ", "“Dice”: write places")] == [True] * 3


def test_those_who_are_ticked_are_drawn_from(played: Room) -> None:
    played.post("/prizes/raffles", pool="named", players=[3, 5], count=2)
    assert set(played.tournament.raffles[0].winners) == {3, 5}


def test_shared_places_are_decided_and_the_list_and_the_sheet_say_who_gets_what(played: Room) -> None:
    first = [tables[0] for tables in played.tournament.rounds[0].tables]
    assert "Places 1 to 2 are shared" in played.get("/prizes")
    played.post("/prizes/order", players=first[::-1])
    name = played.tournament.player(first[1]).name
    assert f"{name} Playmat place 1" in played.get("/prizes")
    sheet = played.client.get(f"/api/v1/tournaments/{played.id}/sheets/prizes.pdf?private=1")
    assert sheet.data.startswith(b"%PDF")


def test_an_order_that_is_none_ticks_nobody_for_a_raffle(played: Room) -> None:
    first = played.tournament.rounds[0].tables[0][0]
    answer = played.client.post(f"{played.base}/prizes/order", data={"players": [first, first]})
    assert re.findall(r'name="players" value="(\d+)" checked', answer.text) == []


def test_an_order_that_is_none_is_kept_and_can_be_seen(played: Room) -> None:
    first = played.tournament.rounds[0].tables[0][0]
    answer = played.client.post(f"{played.base}/prizes/order", data={"players": [first, first]})
    before, _, share = answer.text.partition("Places 1 to 2 are shared")
    assert "Name all who share a place, each once" in before
    assert "".join(before.split()).endswith('<detailsclass="panel"open><summary>')
    assert re.findall(r'<option value="(\d+)" selected>', share)[:2] == [str(first)] * 2


def test_the_sheet_has_a_line_for_each_prize_that_is_shared_and_not_decided(played: Room) -> None:
    def printed() -> list[tuple[str, str, str]]:
        gifts = pack_of(played.tournament).gifts
        return [(one.name, one.prize, one.why) for one in gifts if one.why.startswith("Places 1")]

    first = [tables[0] for tables in played.tournament.rounds[0].tables]
    names = ", ".join(played.tournament.player(number).name for number in sorted(first))
    assert printed() == [(names, prize, "Places 1 to 2 are shared") for prize in ("Playmat", "Booster")]
    played.post("/prizes/order", players=first)
    assert printed() == []


def test_programs_see_the_same_and_strangers_nothing(played: Room) -> None:
    address = f"/api/v1/tournaments/{played.id}"
    sent = {"players": [4], "prize": "Pin"}
    assert played.client.post(f"{address}/raffles", json=sent).status_code == 200
    shown = played.client.get(f"{address}/prizes").json
    assert shown["prizes"] == LINES.splitlines()
    assert [(one["player"], one["prize"], one["why"]) for one in shown["given"] if one["prize"] == "Pin"] == [
        (4, "Pin", "raffle 1")
    ]
    assert shown["raffles"][0]["pool"] == "named"
    assert played.app.test_client().get(f"{address}/prizes").status_code == 404


def test_a_disqualification_by_accumulation_is_named_where_prizes_are_shown_and_printed(played: Room) -> None:
    """JG 1.2.1."""
    (first, *_) = played.tournament.round(1).table(1)
    for _ in range(7):
        played.post("/sanctions", player=first, infraction="3.3")
    name = played.tournament.player(first).name
    note = f"{name} was disqualified by accumulation and keeps the prizes already earned (JG 1.2.1)."
    assert note in played.get("/prizes")
    sheet = played.client.get(f"/api/v1/tournaments/{played.id}/sheets/prizes.pdf?private=1")
    assert note in " ".join(paper.text(sheet.data).split())


def test_the_best_of_a_category_is_named_on_the_page(played: Room) -> None:
    played.post("/prizes", lines="Best newcomer: Playmat")
    assert "In the order of the standings." in played.get("/prizes")
    played.post("/prizes/categories", category="newcomer", player=3)
    page = played.get("/prizes")
    assert "Player 3 Playmat best newcomer" in page
    assert "In the order of the standings." not in page


def test_the_best_of_a_clan_is_known_by_the_lists_wherever_prizes_are_shown(played: Room) -> None:
    (best, *_, last) = [row.player.number for row in standings(played.tournament)]
    for player in range(1, 9):
        text = "9x Giotto Verducci\n" if player in (best, last) else "9x Maris Streck\n"
        played.hand_in(player, text, is_judge=True, reason="late")
    played.post("/prizes", lines="Best Baali: Pin\nBest newcomer: Promo")
    page = played.get("/prizes")
    assert f"Player {best} Pin best Baali" in page
    assert "Best newcomer" in page
    # The one who was found is chosen already, and the organizer can name another.
    named = re.search(r'id="best-found-1".*?</select>', played.raw("/prizes"), re.S)[0]
    assert re.search(rf'<option value="{best}" selected', named)
    given = played.client.get(f"/api/v1/tournaments/{played.id}/prizes").json["given"]
    assert [(one["player"], one["prize"]) for one in given] == [(best, "Pin")]
    sheet = played.client.get(f"/api/v1/tournaments/{played.id}/sheets/prizes.pdf?private=1")
    assert f"Player {best}" in paper.text(sheet.data)
