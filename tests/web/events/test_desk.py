"""The field of a station without a script: a plain form that comes back with its field."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.events.conftest import Room, make_room
from tests.web.pages import text_of
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.tournament import PlayerStatus, checkin, fees, results
from toolkit.tournament.facts import FeeStatus
from toolkit.web.base import stores


def typed(room: Room) -> str:
    found = re.search(r'<input\s+id="typed"[^>]* value="([^"]*)"[^>]*autofocus', room.raw("/players"))
    assert found is not None
    return found[1]


@pytest.fixture
def names(room: Room) -> list[str]:
    return [player.name for player in room.tournament.active]


@pytest.fixture
def fees_room(room: Room) -> Room:
    room.change(fees.set_fees, "5", currency="EUR")
    return room


def test_without_players_it_leads_to_where_they_are_added(app: Flask) -> None:
    page = make_room(app, 0).get("/players")
    assert "Paste players" in page
    assert ("Nobody" in page, "Check-in" in page, 'id="desk"' in page) == (False, False, False)


def test_a_name_is_here_and_typed_again_away(room: Room, names: list[str]) -> None:
    room.post("/desk", text=names[2].upper())
    assert room.tournament.checked_in[1] == {3}
    assert f"Checked in for round 1: {names[2]}." in room.get("/players")
    room.post("/desk", text=names[2])
    assert room.tournament.checked_in[1] == {3}
    room.post("/desk", text=names[2], asked=3)
    assert room.tournament.checked_in[1] == frozenset()


@pytest.mark.parametrize("is_same_laptop", [False, True])
def test_who_is_here_is_taken_out_by_a_second_enter_only(room: Room, names: list[str], is_same_laptop: bool) -> None:
    room.post("/desk", take="open")
    if is_same_laptop:
        room.post("/desk", text=names[2])
    else:
        room.change(checkin.check_in_oneself, 3)
    answer = room.client.post(f"{room.base}/desk", data={"text": names[2]})
    assert room.tournament.checked_in[1] == {3}
    asked = room.client.get(answer.location).text
    by = "Organizer" if is_same_laptop else "Test"
    assert f"{names[2]} is here already ({by}, just now). Enter again: not here." in asked
    assert f'value="{names[2]}"' in asked
    assert 'name="asked" value="3"' in asked
    room.post("/desk", text=names[1], asked=3)
    assert room.tournament.checked_in[1] == {2, 3}
    room.post("/desk", text=names[2], asked=3)
    assert room.tournament.checked_in[1] == {2}


@pytest.mark.parametrize(("sign", "told"), [("=", "handed in a list already"), ("$", "has paid already")])
def test_a_list_and_a_fee_are_taken_back_by_a_second_enter_only(
    fees_room: Room, names: list[str], sign: str, told: str
) -> None:
    room, typed = fees_room, f"{names[2]} {sign}"

    def is_so() -> bool:
        mark = room.tournament.fees.get(3)
        is_paid = mark is not None and mark.status is FeeStatus.PAID
        return is_paid if sign == "$" else bool(room.tournament.players[3].paper_lists)

    room.post("/desk", text=typed)
    answer = room.client.post(f"{room.base}/desk", data={"text": typed})
    assert told in room.client.get(answer.location).text
    room.post("/desk", text=typed, asked="3")  # what was asked about check-in is no answer to this
    assert is_so()
    room.post("/desk", text=typed, asked=f"3{sign}")
    assert not is_so()


def test_a_card_that_is_scanned_twice_asks_nothing_and_takes_nobody_out(room: Room) -> None:
    room.post("/desk", take="open")
    for asked in ("", "", "3"):
        room.post("/desk", text=f"http://hall/tournaments/{room.id}/players/3/Zm9v", asked=asked)
    assert room.tournament.checked_in[1] == {3}


@pytest.mark.parametrize(
    ("later", "ago"), [(timedelta(minutes=2, seconds=9), "2 min ago"), (timedelta(hours=3), "3 h ago")]
)
def test_it_is_told_how_long_somebody_has_been_here(
    room: Room, monkeypatch: pytest.MonkeyPatch, later: timedelta, ago: str
) -> None:
    room.post("/desk", take="open")
    room.change(checkin.check_in_oneself, 3)
    now = [*room.tournament.log][-1].at + later
    monkeypatch.setattr(stores.context_of(room.app), "now", lambda: now)
    assert f"(Test, {ago})" in room.get("/players?typed=somebody&asked=3")


def test_a_button_that_takes_a_player_out_asks_nothing(room: Room) -> None:
    room.post("/desk", take="open")
    room.change(checkin.check_in_oneself, 3)
    room.post("/desk", take="off:@3")
    assert room.tournament.checked_in[1] == frozenset()


def test_a_button_of_the_list_says_the_same_however_it_stands_by_then(fees_room: Room) -> None:
    room = fees_room
    room.post("/desk", take="open")
    for _ in range(2):
        for take in ("on:@3", "on:@4$", "on:@5="):
            room.post("/desk", take=take)
    assert room.tournament.checked_in[1] == {3}
    assert room.tournament.fees[4].status is FeeStatus.PAID
    assert room.tournament.players[5].paper_lists
    for _ in range(2):
        room.post("/desk", take="off:@3")
    assert room.tournament.checked_in[1] == frozenset()
    assert 'value="on:@3$"' in room.raw("/players?show=fees")
    assert 'value="on:@3"' in room.raw("/players?show=away")


def test_what_was_refused_stays_in_the_field_with_its_reason(room: Room) -> None:
    room.post("/desk", take="open")
    answer = room.client.post(f"{room.base}/desk", data={"text": "who <b>", "sequence": room.tournament.number})
    assert answer.status_code == 422
    assert 'value="who &lt;b&gt;"' in answer.text
    assert "No player is called “who &lt;b&gt;”." in answer.text
    assert typed(room) == ""


def test_a_name_that_nobody_has_leads_to_where_it_is_registered(room: Room) -> None:
    def newcomer(text: str) -> str:
        answer = room.client.post(f"{room.base}/desk", data={"text": text})
        assert answer.status_code == 422
        found = re.search(r'href="([^"]+)">Add a player<', answer.text)
        return html.unescape(found[1]) if found else ""

    address = newcomer('Giulia "G" Rossi')
    page = room.client.get(address)
    assert re.search(r'name="name"[^>]*value="Giulia &#34;G&#34; Rossi"', page.text)
    assert newcomer("Giulia -") == newcomer("9999999") == newcomer("player") == ""
    room.seat()
    assert newcomer("Giulia Rossi") == ""


def late(room: Room) -> str:
    """The button that adds a name that nobody has to the next round."""
    answer = room.client.post(f"{room.base}/desk", data={"text": "Giulia Rossi"})
    found = re.search(r'name="take" value="(new:[^"]+)"[^>]*>Add Giulia Rossi to round 2<', answer.text)
    assert not (found and "notice-bad" in answer.text)
    return found[1] if found else ""


@pytest.mark.parametrize("is_open", [False, True], ids=["all who were there", "check-in"])
def test_a_late_arrival_between_rounds_is_added_and_seated_by_one_press(app: Flask, is_open: bool) -> None:
    room = make_room(app, 8, rounds=2)
    assert late(room) == ""  # before round 1 the players' page has everything
    room.seat()
    assert late(room) == ""
    room.sweep(1)
    if is_open:
        room.post("/desk", take="open")
        room.post("/checkin/all")
    answer = room.client.post(f"{room.base}/desk", data={"take": late(room)}, follow_redirects=True)
    told = "Giulia Rossi was added and will be seated in round 2."
    assert (text_of(answer).count(told), room.get("/players").count(told)) == (1, 0)
    room.post("/rounds/draft", seconds=1)
    assert room.tournament.players[9].name == "Giulia Rossi"
    assert 9 in room.tournament.rounds[1].seats


def test_a_late_arrival_takes_the_last_seat_of_a_table_that_was_drafted(room: Room) -> None:
    room.seat()
    room.sweep(1)
    room.post("/rounds/draft", seconds=1)
    room.post("/desk", take=late(room))
    assert room.tournament.rounds[1].seats[9] == (1, 5)
    room.post("/rounds/2/publish")
    assert late(room) == ""


def test_a_player_leaves_is_back_and_hands_a_list_in(room: Room, names: list[str]) -> None:
    for text in (f"{names[0]} -", f"{names[1]} drop", f"{names[1]} +", f"{names[1]} ="):
        room.post("/desk", text=text)
    first, second = room.tournament.players[1], room.tournament.players[2]
    assert (first.status, second.status) == (PlayerStatus.DROPPED, PlayerStatus.ACTIVE)
    assert second.paper_lists == {0}
    assert "Back again" in room.get("/players?show=left")


def test_a_result_is_entered_and_another_one_is_asked_about_first(room: Room) -> None:
    room.seat()
    size = len(room.tournament.rounds[0].table(1))
    room.post("/desk", text=f"1 {size}" + "0" * (size - 1))
    first = room.tournament.rounds[0].table(1)[0]
    assert room.tournament.rounds[0].scores[first].victory_points == 2 * size
    other = f"0{size}" + "0" * (size - 2)
    answer = room.client.post(f"{room.base}/desk", data={"text": f"1 {other}"})
    assert room.tournament.rounds[0].scores[first].victory_points == 2 * size
    asked = room.client.get(answer.location).text
    assert "This table has a result" in asked
    assert f'value="{other}"' in asked
    room.post("/desk", text=other, round=1, table=1)
    assert room.tournament.rounds[0].scores[first].victory_points == 0


def test_what_one_player_alone_has_entered_is_named_until_another_confirms_it(room: Room) -> None:
    room.seat()

    def named() -> list[str]:
        return re.findall(r'id="grid-(\d+)"\s+class="grid-unconfirmed"', room.raw("/rounds/1"))

    for table in (1, 2):
        seats = room.tournament.round(1).table(table)
        room.change(
            results.enter_result, 1, table, victory_points=(len(seats), *[0] * (len(seats) - 1)), by_player=seats[0]
        )
    assert named() == ["1", "2"]
    room.change(results.confirm_result, 1, 1, room.tournament.round(1).table(1)[1])
    assert named() == ["2"]
    room.change(results.lock_result, 1, 2)
    assert named() == []


def test_what_cannot_be_is_refused_before_it_is_asked_whether_it_replaces_a_result(room: Room) -> None:
    room.seat()
    size = len(room.tournament.rounds[0].table(1))
    room.post("/desk", text=f"1 {size}" + "0" * (size - 1))
    answer = room.client.post(f"{room.base}/desk", data={"text": f"1 {size}1" + "0" * (size - 2)})
    assert answer.status_code == 422
    assert "is impossible" in answer.text


def test_an_impossible_line_offers_what_can_be(room: Room) -> None:
    room.seat()
    size = len(room.tournament.rounds[0].table(1))
    answer = room.client.post(f"{room.base}/desk", data={"text": f"1 {size + 1}" + "0" * (size - 1)})
    assert answer.status_code == 422
    offers = re.findall(r'name="take" value="(1 [^"]+)"', answer.text)
    assert f"1 {size} " + " ".join("0" * (size - 1)) in offers


def test_a_circle_of_ousts_at_one_moment_is_offered_behind_ordinary_lines(room: Room) -> None:
    # A ousts B; then only A, C and D in a circle could end so. With time called instead: 1.5 0 0.5 0.5.
    room.seat()
    answer = room.client.post(f"{room.base}/desk", data={"text": "1 2011"})
    assert answer.status_code == 422
    offers = re.findall(r'name="take" value="(1 [^"]+)"', html.unescape(answer.text))
    assert offers[0] == "1 1.5 0 0.5 0.5"
    assert ["&" in offer for offer in offers] == [False] * (len(offers) - 1) + [True]
    room.post("/desk", take=offers[0])
    assert room.tournament.rounds[0].is_settled(1)


def test_the_last_change_is_undone(room: Room, names: list[str]) -> None:
    room.post("/desk", text=f"{names[0]} -")
    assert "Undo" in room.get("/players")
    room.post("/desk", take="undo")
    assert room.tournament.players[1].is_active


def test_a_list_shows_what_is_missing_and_sorts_it(room: Room, names: list[str]) -> None:
    room.post("/desk", take="open")
    room.post("/desk", text=names[3])
    away = room.get("/players?show=away")
    away = away.split("Add a player")[0]
    assert (names[3] in away, names[4] in away) == (False, True)
    room.post("/desk", take="on:@5")
    assert "Not here 6" in room.get("/players?show=everyone&sort=nothing")


def official(room: Room, role: Role) -> FlaskClient:
    with room.app.app_context():
        context = stores.current_context()
        link = links.add_official(context, room.id, role, "Sam")
        path = links.official_path(room.id, link, links.key_of(context, room.id))
    client = room.app.test_client()
    client.get(path)
    return client


def test_a_scorekeeper_checks_in_and_drops_nobody(room: Room, names: list[str]) -> None:
    room.post("/desk", take="open")
    client = official(room, Role.SCOREKEEPER)
    assert client.get(f"{room.base}/players").status_code == 200
    assert client.post(f"{room.base}/desk", data={"text": names[0]}).status_code == 303
    refused = client.post(f"{room.base}/desk", data={"text": f"{names[0]} -"})
    assert refused.status_code == 422
    assert "Your role does not allow this: ask the organizer." in refused.text
    assert room.tournament.players[1].is_active


def test_what_a_browser_sends_again_is_not_understood_anew(fees_room: Room, names: list[str]) -> None:
    room, key = fees_room, "0123456789abcdef"
    for _ in range(2):
        room.post("/desk", text=f"{names[2]} $", key=key)
    assert room.tournament.fees[3].status is FeeStatus.PAID
    room.post("/desk", text=f"{names[2]} $", key="another key", asked="3$")
    room.post("/desk", text=f"{names[2]} $", key=key)
    assert room.tournament.fees[3].status is FeeStatus.UNPAID


def test_a_result_that_is_sent_again_leaves_no_table_open_and_a_name_the_one_that_was(
    room: Room, names: list[str]
) -> None:
    room.seat()
    at = {"round": 1, "table": 1}
    for key, text, is_open in (("a" * 16, f"{names[2]} =", True), ("b" * 16, "2110", False)):
        for _ in range(2):
            answer = room.client.post(f"{room.base}/desk", data={"text": text, "key": key, **at})
            assert ("table=1" in answer.location) is is_open
    assert len(room.tournament.round(1).results) == 1


def test_what_a_sign_switches_goes_by_what_was_seen(fees_room: Room, names: list[str]) -> None:
    room = fees_room
    room.post("/desk", take="open")
    seen, sent = room.tournament.number, list[str]()
    for sign in ("", "$", "=") * 2:
        room.post("/desk", text=f"{names[2]}{sign}", sequence=seen, key=f"k{len(sent)}", after=" ".join(sent))
        sent.append(f"k{len(sent)}")
    assert room.tournament.checked_in[1] == {3}
    assert room.tournament.fees[3].status is FeeStatus.PAID
    assert room.tournament.players[3].paper_lists
    room.post("/desk", text=f"{names[2]}$", sequence=room.tournament.number, key="c", asked="3$")
    assert room.tournament.fees[3].status is FeeStatus.UNPAID


@pytest.mark.parametrize(("path", "button"), [("/desk", {"take": "undo"}), ("/undo", {})])
def test_undo_is_of_what_was_seen_and_not_of_what_the_page_has_sent_since(
    room: Room, names: list[str], path: str, button: dict[str, str]
) -> None:
    room.post("/desk", take="open")
    seen = room.tournament.number
    room.post("/desk", text=names[2], sequence=seen, key="a" * 16)
    page = room.post(path, 409, **button, sequence=seen, key="b" * 16, after="a" * 16)
    assert "This changed in the meantime" in page
    assert "Press Enter again" not in page
    assert room.tournament.checked_in[1] == {3}
