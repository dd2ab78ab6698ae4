from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.pages import markup_of
from tests.web.room.conftest import Room, hidden
from toolkit.paths import TEMPLATES
from toolkit.services.kernel.links import LinkKey, own_table_path, player_code, player_path, table_token
from toolkit.services.notices.web_push import kept_devices
from toolkit.web.base import stores

RESULT = {"events": "A>B, A>C, A>D"}
# What is no entry: saying who one is.
NOT_KEPT = re.compile('/(own|not-me)"')


def test_every_entry_of_a_phone_is_kept_until_it_is_acknowledged() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (TEMPLATES / "room").glob("*.html")]
    forms = [form for page in pages for form in re.findall(r'<form\s[^>]*method="post"[^>]*>', page)]
    assert len(forms) > 15
    assert [form for form in forms if "data-keep" not in form and not NOT_KEPT.search(form)] == []


def test_the_page_says_where_between_whom_and_where_the_result_is_entered(room: Room) -> None:
    answer = room.seat().get(player_path(room.id, 4, room.key))
    figures = re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", markup_of(answer))
    # The rules: who sits to one's left is one's prey; the last seat's prey is the first.
    expected = [("Table", "1"), ("Seat", "4"), ("Your prey", "Player 1"), ("Your predator", "Player 3")]
    assert figures == expected
    assert f'href="{own_table_path(room.id, 1, 4, room.key)}"' in answer.text
    assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("no-store", "noindex")
    first = markup_of(room.get(player_path(room.id, 1, room.key)))
    assert re.findall(r"<dt>(Your \w+)</dt><dd[^>]*>([^<]+)</dd>", first) == [
        ("Your prey", "Player 2"),
        ("Your predator", "Player 4"),
    ]


@pytest.mark.parametrize("of", ["another player", "another event", "a table", "nobody"])
def test_no_other_token_opens_the_page(room: Room, of: str) -> None:
    other = {
        "another player": player_path(room.id, 2, room.key).rsplit("/", 1)[1],
        "another event": player_path("bcdfghjk", 1, room.key).rsplit("/", 1)[1],
        "a table": table_token(room.key, room.id, 1, 1),
        "nobody": "é" * 22,
    }[of]
    page = f"/tournaments/{room.id}/players/1/{other}"
    room.get(page, 404)
    room.post(f"{page}/check-in", 404)
    room.get(player_path(room.id, 1, room.key))


@pytest.mark.parametrize("written", ["{} {}", " {}-{} ", "{}{}"])
def test_a_code_on_the_events_page_opens_the_page_that_it_was_printed_for(room: Room, written: str) -> None:
    number, letters = player_code(room.key, room.id, 3).split()
    assert (number, len(letters)) == ("3", 6)
    answer = room.post(f"/tournaments/{room.id}/own", code=written.format(number, letters.lower()))
    assert answer.headers["Location"] == player_path(room.id, 3, room.key)
    assert f"{number} {letters}" in room.get(player_path(room.id, 3, room.key)).text


def test_another_players_code_or_none_opens_nothing_and_stays_in_the_field(room: Room) -> None:
    letters = player_code(room.key, room.id, 3).split()[1]
    renewed = player_code(LinkKey(room.key.secret, {"player/3": 1}), room.id, 3)
    for wrong in (f"4 {letters}", f"99 {letters}", renewed):
        page = room.post(f"/tournaments/{room.id}/own", 422, code=wrong).text
        assert "This code opens nothing" in page
        assert f'value="{wrong}"' in page
    for none in ("", "Player 3", letters, "3 BCD", "3" * 5000):
        assert "A code is a number and six letters" in room.post(f"/tournaments/{room.id}/own", 422, code=none).text


def test_codes_of_a_player_are_tried_a_hundred_times_an_hour_from_wherever(app: Flask) -> None:
    room = Room(app)
    app.config["RATELIMIT_ENABLED"] = True
    path = f"/tournaments/{room.id}/own"

    def tried(code: str, by: int) -> int:
        return room.client.post(path, data={"code": code}, environ_base={"REMOTE_ADDR": f"10.0.0.{by}"}).status_code

    assert [tried("3 BCDFGH", by // 40) for by in range(100)] == [422] * 100
    assert tried("3 BCDFGH", 9) == 429
    assert tried(player_code(room.key, room.id, 3), 9) == 429  # nobody learns whether it were right
    assert tried(player_code(room.key, room.id, 4), 9) == 303
    room.get(player_path(room.id, 3, room.key))


def test_a_player_who_is_not_there_has_no_page(room: Room) -> None:
    room.get(player_path(room.id, 99, room.key), 404)


def test_a_player_checks_in_alone_and_only_while_it_is_open(room: Room) -> None:
    page = player_path(room.id, 3, room.key)
    assert "check-in" not in room.get(page).text
    assert "Check-in is not open." in room.post(f"{page}/check-in", 409).text
    room.api("POST", "/check-in/open")
    room.post(f"{page}/check-in", sequence=room.sequence())
    here = {player["number"]: player["checked_in"] for player in room.api("GET", "/players")}
    assert here == {number: number == 3 for number in range(1, 9)}
    assert room.api("GET", "/log")[-1]["by"] == "Player 3"
    assert "You are checked in." in room.get(page).text
    room.seat()
    assert "check-in" not in room.get(page).text
    before = room.sequence()
    assert "Check-in is not open." in room.post(f"{page}/check-in", 409, sequence=before).text
    assert room.sequence() == before


def test_check_in_from_a_page_that_is_old_is_refused(room: Room) -> None:
    room.api("POST", "/check-in/open")
    seen = room.sequence()
    room.seat()
    answer = room.post(f"{player_path(room.id, 3, room.key)}/check-in", 409, sequence=seen)
    assert "Check-in is not open." in answer.text


def test_each_player_sees_their_own_place_only_where_it_is_so_set(room: Room) -> None:
    room.api("PATCH", "/configuration", {"standings_seen_by": "own"})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    page = room.get(player_path(room.id, 2, room.key)).text
    standings = page.split('<h2 id="standings">')[1]
    assert re.findall(r'<th scope="row">([^<]+)<', standings) == ["Player 2"]
    room.api("PATCH", "/configuration", {"standings_seen_by": "nobody"})
    page = room.get(player_path(room.id, 2, room.key)).text
    assert '<h2 id="standings">' not in page
    # One's own points are no secret: one was there.
    assert re.findall(r'<td class="number">([^<]+)</td>', page.split('<h2 id="mine">')[1])[:3] == ["0", "0", "28"]


def test_after_the_event_the_page_leads_with_the_standing_and_the_winners_with_the_win(room: Room) -> None:
    room.api("PATCH", "/configuration", {"rounds": 1})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    room.api("PUT", "/rounds/1/tables/2/result", {"events": "A>B, A>C, time"})
    assert 'class="place"' in room.get(player_path(room.id, 1, room.key)).text
    room.api("POST", "/final/toss", {"seed": 5})
    room.api("POST", "/final/open")
    finalists = [one["player"] for one in room.api("GET", "/final")["finalists"]]
    room.api("POST", "/final/row", {"players": finalists})
    room.api("POST", "/final/first-player", {"player": finalists[0]})
    room.api("PUT", "/rounds/0/tables/1/result", {"victory_points": [5, 0, 0, 0, 0]})
    room.api("POST", "/finish")
    winner, other = (room.get(player_path(room.id, number, room.key)).text for number in (finalists[0], finalists[1]))
    assert "You have won this event." in winner
    assert "You have won this event." not in other
    for page in (winner, other):
        assert 'class="place"' not in page
        assert re.findall(r'<h2 id="(\w+)"', page.replace('<h2 id="won"', ""))[0] == "standings"


def test_checking_in_needs_the_token_of_the_form(strict_room: Room) -> None:
    strict_room.post(f"{player_path(strict_room.id, 3, strict_room.key)}/check-in", 400)


def test_reading_is_not_checking_in(room: Room) -> None:
    room.get(f"{player_path(room.id, 3, room.key)}/check-in", 405)


def test_the_organizer_copies_the_link_of_a_player(room: Room) -> None:
    room.open_as_organizer()
    page = room.get(f"/tournaments/{room.id}/console/players/5").text
    assert f'value="http://localhost{player_path(room.id, 5, room.key)}"' in page


# --- the result of one's own table ---


def test_the_page_confirms_what_another_player_entered(room: Room) -> None:
    own = own_table_path(room.seat().id, 1, 1, room.key)
    room.post(f"{own}/events", events="A>B, A>C, A>D", seen=hidden(room.get(own).text, "seen"))
    assert "/confirm" not in room.get(player_path(room.id, 1, room.key)).text
    page = room.get(player_path(room.id, 2, room.key)).text
    assert "Entered by Player 1." in page
    room.post(f"{own_table_path(room.id, 1, 2, room.key)}/confirm", seen=hidden(page, "seen"))
    assert room.table()["result"]["confirmed_by"] == 2


# --- scanned by an official ---


def test_the_organizer_who_scans_a_card_checks_that_player_in(room: Room) -> None:
    page = player_path(room.id, 3, room.key)
    room.open_as_organizer()
    assert "Check-in for this round has not been opened." in room.get(page).text
    room.post(f"{page}/check-in", 409)
    room.api("POST", "/check-in/open")
    room.api("POST", "/check-in/close")
    assert "Check in Player 3" in room.get(page).text
    room.post(f"{page}/check-in")
    assert "Player 3 is checked in." in room.get(page).text
    assert room.api("GET", "/log")[-1]["by"] == "Organizer"


def test_a_player_sees_nothing_of_what_an_official_sees(room: Room) -> None:
    room.api("POST", "/check-in/open")
    assert "Check in Player 3" not in room.get(player_path(room.id, 3, room.key)).text


# --- leaving ---


def test_a_player_leaves_after_being_asked_and_is_let_in_again(room: Room) -> None:
    page = player_path(room.id, 3, room.key)
    assert f'href="{page}/leave"' in room.get(page).text
    assert "VEKN 3.1.4" not in room.get(f"{page}/leave").text
    assert room.api("GET", "/players")[2]["status"] == "active"
    room.post(f"{page}/leave")
    room.post(f"{page}/leave")
    assert (room.api("GET", "/players")[2]["status"], room.api("GET", "/log")[-1]["by"]) == ("dropped", "Player 3")
    assert "You have dropped from this event." in room.get(page).text
    room.api("POST", "/players/3/return", {"reason": "a mistake"})
    assert "You have dropped from this event." not in room.get(page).text


def test_who_leaves_a_game_that_has_begun_is_told_what_that_means(room: Room) -> None:
    page = player_path(room.seat().id, 3, room.key)
    assert "VEKN 3.1.4" in room.get(f"{page}/leave").text
    room.post(f"{page}/leave")
    assert "Player 3 dropped during round 1" in room.api("GET", "/log")[-1]["sentence"]


def test_who_left_is_not_sent_to_an_official_once_the_event_is_over(room: Room) -> None:
    page = player_path(room.seat().id, 3, room.key)
    room.post(f"{page}/leave")
    assert "Ask an official to reinstate you." in room.get(page).text
    room.api("POST", "/finish", {"early": True, "reason": "a fire alarm"})
    assert "You have dropped from this event." in room.get(page).text
    assert "reinstate" not in room.get(page).text


@pytest.mark.parametrize("path", ["/leave", "/deck"])
def test_another_s_link_opens_none_of_it(room: Room, path: str) -> None:
    stolen = player_path(room.id, 3, room.key).replace("/players/3/", "/players/4/")
    room.get(stolen + path, 404)
    room.post(stolen + path, 404, text="1 Blood Doll")
    assert room.api("GET", "/players")[3]["status"] == "active"


# --- the walk-in ---


def test_a_walk_in_finds_out_whether_they_are_registered_and_can_do_nothing(room: Room) -> None:
    event = f"/tournaments/{room.id}"
    assert "check-in is open" not in room.get(f"{event}?q=Player 7").text
    room.api("POST", "/check-in/open")
    page = room.get(f"{event}?q=player 7").text
    assert "registered, not checked in yet" in page
    assert page.count('class="with-act"') == 1
    assert room.get(f"{event}?q=plåyer 7").text.count('class="with-act"') == 1
    assert "check-in</form" not in page
    assert "/players/" not in page.split("<main")[1]
    assert "No player with that name is registered" in room.get(f"{event}?q=Zoe").text
    assert 'class="with-act"' not in room.get(f"{event}?q=p").text


def test_a_browser_over_tls_is_told_with_the_page_closed_until_it_says_otherwise(room: Room, app: Flask) -> None:
    page, safe = player_path(room.id, 3, room.key), {"base_url": "https://localhost"}
    sent = {"url": "https://fcm.googleapis.com/fcm/send/x", "p256dh": "B" * 86 + "A", "auth": "A" * 22}
    assert 'id="push"' in room.client.get(page, **safe).text
    assert room.client.post(f"{page}/devices", data=sent, **safe).status_code == 204
    with app.app_context():
        ((kept),) = kept_devices(stores.own_folder(), room.id)
        assert (kept.player, kept.url, kept.language) == (3, sent["url"], "en")
        assert kept.page.endswith(page)
    assert room.client.post(f"{page}/devices", data={**sent, "url": "https://127.0.0.1/"}, **safe).status_code == 422
    assert room.client.post(f"{page}/devices/forget", data=sent, **safe).status_code == 204
    with app.app_context():
        assert kept_devices(stores.own_folder(), room.id) == []


def test_over_plain_http_offline_or_by_another_link_no_browser_is_told(room: Room, app: Flask) -> None:
    page, other = player_path(room.id, 3, room.key), player_path(room.id, 4, room.key).rsplit("/", 1)[1]
    assert 'id="push"' not in room.get(page).text
    room.post(f"{page}/devices", 404, url="https://fcm.googleapis.com/x")
    wrong = f"/tournaments/{room.id}/players/3/{other}/devices"
    assert room.client.post(wrong, base_url="https://localhost").status_code == 404
    app.config["OFFLINE"] = True
    assert 'id="push"' not in room.client.get(page, base_url="https://localhost").text
