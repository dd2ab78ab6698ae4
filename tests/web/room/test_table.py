from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from tests.web.events.conftest import organizer_client
from tests.web.pages import markup_of, text_of
from tests.web.room.conftest import Room, hidden, points_of
from toolkit.services.kernel.links import own_table_path, player_path, player_token, table_path

RESULT = {"events": "A>B, A>C, A>D"}
MINE = ("4", "0", "0", "0")
THEIRS = ("0", "4", "0", "0")


def points(*line: str) -> dict[str, str]:
    return {f"vp{seat}": value for seat, value in enumerate(line, 1)}


def link(room: Room, number: int = 1, table: int = 1) -> str:
    return table_path(room.id, number, table, room.key)


def seen(room: Room, at: str = "") -> str:
    """The mark that a page carries for whoever opens it now."""
    return hidden(room.get(f"{at or link(room)}?me=1").text, "seen")


def send(room: Room, status: int = 303, *, line: tuple[str, ...] = MINE, me: int = 1, **more: str) -> str:
    """Enter points at table 1 by its link; without `seen`, as somebody who has just looked."""
    fields = {"me": str(me), "seen": more.pop("seen", None) or seen(room), **more}
    return room.post(f"{link(room)}/points", status, **fields, **points(*line)).text


def line_of(room: Room, number: int = 1, table: int = 1) -> list[float]:
    return [seat["entered"] for seat in room.table(number, table)["seats"]]


def test_the_table_s_link_enters_that_table_s_result_and_nothing_else(room: Room) -> None:
    before = room.seat().sequence()
    send(room, me=2)
    (entry,) = room.api("GET", "/log")[before:]
    assert (entry["kind"], entry["by"], entry["fact"]["by_player"]) == ("result_entered", "Player 2", 2)
    assert line_of(room) == [4, 0, 0, 0]
    assert room.table(1, 2)["result"] is None
    assert points_of(room.get(link(room)).text) == ["4", "0", "0", "0"]


def test_whoever_enters_says_who_they_are(room: Room) -> None:
    room.seat()
    page = room.get(link(room)).text
    assert re.findall(r'href="[^"]+\?me=(\d)"', page) == ["1", "2", "3", "4"]
    assert 'name="vp1"' not in page
    for me in ("", "7", "99", "x"):  # nobody, and players who sit elsewhere or nowhere
        answer = room.post(f"{link(room)}/points", 422, me=me, **points(*MINE))
        assert "Choose who you are." in answer.text
    assert room.table()["result"] is None


def test_a_player_s_own_link_knows_who_they_are(room: Room) -> None:
    own = own_table_path(room.seat().id, 1, 3, room.key)
    page = room.get(own).text
    assert 'name="me"' not in page
    room.post(f"{own}/points", seen=hidden(page, "seen"), me="1", **points(*MINE))
    assert room.table()["result"]["by_player"] == 3


def test_a_player_has_no_way_to_another_table(room: Room) -> None:
    room.get(own_table_path(room.id, 1, 3, room.key), 404)  # before it is published
    room.seat()
    for number in ("2", "final", "0", "x"):
        room.get(own_table_path(room.id, 1, 3, room.key).replace("/rounds/1", f"/rounds/{number}"), 404)
    stolen = own_table_path(room.id, 1, 3, room.key).replace("/players/3/", "/players/4/")
    room.get(stolen, 404)
    for act in ("points", "events", "confirm"):
        room.post(f"{stolen}/{act}", 404, **points(*MINE))
        room.get(f"{own_table_path(room.id, 1, 3, room.key)}/{act}", 405)


def test_the_result_is_told_by_taps(room: Room) -> None:
    page = room.seat().get(f"{link(room)}?me=4").text
    for _ in range(3):  # the first who is still in and is not the first seat is ousted
        taps = re.findall(r'href="([^"]+)#tell">Ousted', page)
        page = room.get(taps[1].replace("&amp;", "&")).text
    (events,) = re.findall(r'name="events" value="([^"]+)"', page)
    told = {"events": events.replace("&gt;", ">"), "me": hidden(page, "me"), "seen": hidden(page, "seen")}
    room.post(f"{link(room)}/events", **told)
    assert line_of(room) == [4, 0, 0, 0]
    assert room.table()["result"]["by_player"] == 4


def led_on(page: str) -> tuple[str, str] | None:
    """What a table's page says of the round that was seated after it, and where its link leads."""
    found = re.search(r'<section class="next-seat".*?<p>([^<]+)</p>.*?href="([^"]+)".*?</section>', page, re.DOTALL)
    return (found[1], found[2]) if found else None


def test_a_phone_at_the_last_round_s_table_is_led_to_its_seat_in_the_next(room: Room) -> None:
    room.seat()
    own = own_table_path(room.id, 1, 5, room.key)
    for table in (1, 2):
        room.api("PUT", f"/rounds/1/tables/{table}/result", RESULT)
    room.api("POST", "/rounds", {"tables": [[8, 7, 2, 1], [6, 4, 5, 3]], "publish": False})
    assert led_on(room.get(own).text) is None
    room.api("POST", "/rounds/publish")
    assert led_on(room.get(own).text) == ("Round 2: table 2, seat 3", player_path(room.id, 5, room.key))
    # The paper of the old table lies there for everybody: who takes it up is led to look at the new one.
    assert led_on(room.get(link(room)).text) is None
    assert led_on(room.get(f"{link(room)}?me=2").text) == ("Round 2: table 1, seat 3", table_path(room.id, 2, 1))
    assert led_on(room.get(own_table_path(room.id, 2, 5, room.key)).text) is None


def test_at_the_last_round_s_table_only_finalists_are_led_to_the_final(room: Room) -> None:
    room.api("PATCH", "/configuration", {"rounds": 1})
    room.seat()
    for table in (1, 2):
        room.api("PUT", f"/rounds/1/tables/{table}/result", RESULT)
    room.api("POST", "/final/toss", {"seed": 5})
    room.api("POST", "/final/open")
    finalists = [one["player"] for one in room.api("GET", "/final")["finalists"]]
    room.api("POST", "/final/row", {"players": finalists})
    room.api("POST", "/final/first-player", {"player": finalists[0]})
    pages = [room.get(own_table_path(room.id, 1, number, room.key)).text for number in (finalists[0], 3)]
    assert 3 not in finalists
    assert [led_on(page) for page in pages] == [
        ("The final is seated: seat 1", player_path(room.id, finalists[0], room.key)),
        None,
    ]


# --- confirming ---


def test_another_player_of_the_table_confirms(room: Room) -> None:
    room.seat()
    send(room, me=2)
    assert "Entered by Player 2. Another player at the table has to confirm it." in room.get(f"{link(room)}?me=2").text
    assert "/confirm" not in room.get(f"{link(room)}?me=2").text
    assert "/confirm" in room.get(f"{link(room)}?me=3").text
    room.post(f"{link(room)}/confirm", me="3", seen=seen(room))
    assert room.table()["result"]["confirmed_by"] == 3
    assert "Entered by Player 2, confirmed by Player 3." in room.get(link(room)).text


def test_after_the_event_nobody_is_asked_to_confirm(room: Room) -> None:
    room.seat()
    send(room, me=2)
    room.api("POST", "/finish", {"early": True, "reason": "rain"})
    pages = [room.get(path).text for path in (f"{link(room)}?me=3", player_path(room.id, 3, room.key))]
    assert all("has to confirm" not in page for page in pages)
    assert "Entered by Player 2." in pages[0]


def test_nobody_confirms_their_own_entry_nor_what_they_have_not_seen(room: Room) -> None:
    old = seen(room.seat())
    room.post(f"{link(room)}/confirm", 409, me="2", seen=old)
    send(room, me=2)
    room.post(f"{link(room)}/confirm", 409, me="2", seen=seen(room))
    room.post(f"{link(room)}/confirm", 409, me="3", seen=old)
    room.post(f"{link(room)}/confirm", 422, me="7", seen=seen(room))
    assert room.table()["result"]["confirmed_by"] is None


def test_the_same_result_entered_by_another_confirms_it(room: Room) -> None:
    old = seen(room.seat())
    send(room, me=2)
    send(room, me=3, seen=old)
    result = room.table()["result"]
    assert (result["by_player"], result["confirmed_by"]) == (2, 3)
    before = room.sequence()
    send(room, me=2, seen=old)
    assert room.sequence() == before


def test_another_entry_over_a_confirmed_result_is_with_the_organizer(room: Room) -> None:
    room.seat()
    send(room, me=2)
    room.post(f"{link(room)}/confirm", me="3", seen=seen(room))
    send(room, me=4, line=THEIRS)
    result = room.table()["result"]
    assert (result["by_player"], result["confirmed_by"], line_of(room)) == (2, 3, [4, 0, 0, 0])
    assert "The organizer has it: you sent Player 1 0, Player 2 4" in room.get(f"{link(room)}?me=4").text
    assert "The organizer has it" not in room.get(f"{link(room)}?me=1").text
    room.api("PUT", "/rounds/1/tables/1/result", RESULT)
    for _ in range(2):
        send(room, me=4, line=THEIRS)
    assert (room.table()["result"]["confirmed_by"], len(room.table()["disputes"])) == (None, 1)


def test_what_a_phone_sends_after_the_round_is_offered_to_an_official_with_its_times(room: Room) -> None:
    old = seen(room.seat())
    send(room, me=2)
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    room.api("POST", "/rounds/1/lock", {})
    room.seat()
    send(room, me=3, line=THEIRS, seen=old, ago="600")
    (sent,) = room.table(1, 1)["disputes"]
    typed, received = (datetime.fromisoformat(sent[at]) for at in ("typed_at", "sent_at"))
    assert (sent["name"], sent["victory_points"]) == ("Player 3", [0, 4, 0, 0])
    assert received - typed >= timedelta(minutes=10)
    told = organizer_client(room.app).get(f"/tournaments/{room.id}/console/rounds/1/tables/1").text
    assert f"Player 3 sent Player 1 0, Player 2 4, Player 3 0, Player 4 0 (typed at {typed.astimezone():%H:%M}" in told
    room.api("POST", "/rounds/1/tables/1/disputes/take", {"player": 3})
    assert (line_of(room), room.table(1, 1)["disputes"]) == ([0, 4, 0, 0], [])


# --- two at the same table ---


def test_who_was_replaced_and_every_official_reads_that_the_result_is_disputed(room: Room) -> None:
    room.seat()
    send(room, me=2)
    old = seen(room)
    send(room, me=3, line=THEIRS, seen=old)
    mine = room.get(own_table_path(room.id, 1, 2, room.key)).text
    assert re.search(
        r"Player 3 entered another result at \d\d:\d\d: Player 1 0, Player 2 4, Player 3 0, Player 4 0. "
        r"Yours was: Player 1 4, Player 2 0, Player 3 0, Player 4 0. Confirm, enter it again, or call a judge.",
        mine,
    )
    assert "entered another result" in room.get(player_path(room.id, 2, room.key)).text
    assert "Your result replaced that of Player 2" in room.get(own_table_path(room.id, 1, 3, room.key)).text
    assert room.table()["result"]["disputed"]
    officials = organizer_client(room.app)
    both = "Disputed: Player 3 entered this result"
    for page in (
        "console/rounds/1",
        "judge/tables",
        "console/rounds/1/tables/1",
        "judge/rounds/1/tables/1",
    ):
        text = officials.get(f"/tournaments/{room.id}/{page}").text
        assert both in text, page
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    assert both in officials.get(f"/tournaments/{room.id}/judge/tables").text
    refused = officials.post(f"/tournaments/{room.id}/console/rounds/1/lock")
    assert (refused.status_code, "Disputed: table 1. Look at each" in refused.text) == (409, True)
    room.post(f"{link(room)}/confirm", me="1", seen=seen(room))
    assert "isputed" not in officials.get(f"/tournaments/{room.id}/console/rounds/1").text
    assert not room.table()["result"]["disputed"]
    assert "another result" not in room.get(own_table_path(room.id, 1, 2, room.key)).text


@pytest.mark.parametrize(
    ("me", "word"),
    [(1, "Take the result of Player 2"), (3, "Take the result of Player 2"), (2, "Replace it with mine")],
)
def test_each_of_two_results_is_one_tap_away_until_one_is_confirmed(room: Room, me: int, word: str) -> None:
    room.seat()
    own = own_table_path(room.id, 1, me, room.key)
    send(room, me=2)
    assert word not in room.get(own).text
    send(room, me=3, line=THEIRS)
    (form,) = [
        form for form in markup_of(room.get(own)).split("<form")[1:] if f"> {word}" in form or f">{word}" in form
    ]
    told = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.partition("</form>")[0]))
    room.post(f"{own}/points", 303, **told)
    assert line_of(room) == [4, 0, 0, 0]
    assert room.table()["result"]["disputed"] is (me != 3)  # who had entered the other one has given in
    other = 2 if me != 2 else 1
    room.post(f"{link(room)}/confirm", me=str(other), seen=seen(room))
    assert not room.table()["result"]["disputed"]
    assert word not in room.get(own).text


def test_the_second_sees_the_first_s_entry_and_decides(room: Room) -> None:
    old = seen(room.seat())
    send(room, me=2, line=THEIRS)
    page = send(room, 409, me=3, seen=old)
    assert "Someone else entered this result in the meantime" in page
    assert line_of(room) == [0, 4, 0, 0]
    mine = page.split(">Your entry<")[1]
    assert re.findall(r'<td class="number">([^<]+)</td>', mine)[:4] == ["4", "0", "0", "0"]
    assert hidden(page, "seen") == seen(room)
    # Mine instead: with what the page carries.
    send(room, me=3, seen=hidden(page, "seen"))
    assert line_of(room) == [4, 0, 0, 0]


def test_what_was_tapped_while_another_entered_is_not_entered_over_it(room: Room) -> None:
    page = markup_of(room.seat().get(f"{link(room)}?me=1"))
    (tap, *_) = re.findall(r'href="([^"]+)#tell">Time', page)
    send(room, me=2, line=THEIRS)
    later = room.get(tap.replace("&amp;", "&")).text
    told = {"me": "1", "events": "time", "seen": hidden(later, "seen")}
    answer = room.post(f"{link(room)}/events", 409, **told)
    assert re.findall(r'<td class="number">([^<]+)</td>', markup_of(answer).split(">Your entry<")[1])[:4] == ["0.5"] * 4
    assert line_of(room) == [0, 4, 0, 0]


def test_what_else_happens_in_the_room_disturbs_nobody(room: Room) -> None:
    old = seen(room.seat())
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    room.api("POST", "/rounds/1/clock/start", {})
    room.api("POST", "/sanctions", {"player": 7, "kind": "warning", "rule": "Foul language"})
    assert "Foul language" not in send(room, seen=old)
    assert line_of(room) == [4, 0, 0, 0]


def test_a_form_that_was_sent_twice_is_entered_once(room: Room) -> None:
    old = seen(room.seat())
    send(room, seen=old, key="abc")
    send(room, seen=old, key="abc")
    room.api("PUT", "/rounds/1/tables/1/result", {"victory_points": [0, 4, 0, 0]})
    before = room.sequence()
    send(room, seen=old, key="abc")  # its answer was lost: it is answered again, and changes nothing
    assert (room.sequence(), line_of(room)) == (before, [0, 4, 0, 0])
    assert "already sent with something else" in send(room, 409, seen=old, key="abc", line=("1", "1", "1", "1"))


# --- refused ---


def test_without_the_token_the_table_can_only_be_looked_at(room: Room) -> None:
    bare = table_path(room.seat().id, 1, 1)
    page = room.get(f"{bare}?me=1").text
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    assert link(room) not in page
    room.post(bare, 405)
    for act in ("points", "events", "confirm"):
        room.post(f"{bare}/{act}", 405, me="1", **points(*MINE))
    assert room.table()["result"] is None


@pytest.mark.parametrize("of", ["another table", "another event", "the final", "a player", "nobody"])
def test_no_other_token_opens_the_table(room: Room, of: str) -> None:
    room.seat()
    other = {
        "another table": link(room, 1, 2).rsplit("/", 1)[1],
        "another event": table_path("bcdfghjk", 1, 1, room.key).rsplit("/", 1)[1],
        "the final": link(room, 0, 1).rsplit("/", 1)[1],
        "a player": player_token(room.key, room.id, 1),
        "nobody": "A" * 22,
    }[of]
    page = f"{table_path(room.id, 1, 1)}/{other}"
    room.get(page, 404)
    room.post(f"{page}/points", 404, me="1", **points(*MINE))
    room.post(f"{page}/events", 404, me="1", events="A>B")
    room.post(f"{page}/confirm", 404, me="1")
    assert room.table()["result"] is None


def test_a_locked_result_stays(room: Room) -> None:
    old = seen(room.seat())
    room.api("PUT", "/rounds/1/tables/1/result", RESULT)
    room.api("POST", "/rounds/1/tables/1/lock")
    assert "Enter this result" not in room.get(f"{link(room)}?me=1").text
    before = room.sequence()
    assert "This result is locked: ask an official." in send(room, 409, line=THEIRS, seen=old)
    assert room.sequence() == before
    room.api("POST", "/rounds/1/tables/1/unlock")
    send(room, line=THEIRS)
    assert line_of(room) == [0, 4, 0, 0]


def test_an_impossible_line_is_refused_with_what_was_typed(room: Room) -> None:
    old = seen(room.seat())
    page = send(room, 422, line=("2.5", "0.5", "0", "1"), seen=old)
    assert re.findall(r'name="vp\d" value="([^"]*)"', markup_of(page)) == ["2.5", "0.5", "0", "1"]
    assert "data-points" in page
    assert "VEKN 3.7" in page
    assert hidden(page, "seen") == old
    assert room.table()["result"] is None


def test_a_refused_line_does_not_hide_that_another_result_came_in(room: Room) -> None:
    old = seen(room.seat())
    send(room, me=2, line=THEIRS)
    page = send(room, 422, line=("2.5", "0.5", "0", "1"), seen=old)
    send(room, 409, seen=hidden(page, "seen"))
    assert line_of(room) == [0, 4, 0, 0]


@pytest.mark.parametrize("sent", [{"reason": "because"}, {"reason": "because", "card": "x"}])
def test_players_do_not_override(room: Room, sent: dict[str, str]) -> None:
    room.seat()
    send(room, 422, line=("2.5", "0.5", "0", "1"), **sent)
    assert room.table()["result"] is None


def test_players_do_not_remove_one_another(room: Room) -> None:
    room.seat()
    assert "Removed" not in room.get(f"{link(room)}?me=1").text
    answer = room.post(f"{link(room)}/events", 422, me="1", events="removed:B, A>C, A>D", seen=seen(room))
    assert "Only an official can remove a player." in answer.text
    assert room.table()["result"] is None


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=1+1", "Añá ☃", "Zoë 🦇" * 12, "x" * 100])
def test_a_name_breaks_no_page(room: Room, name: str) -> None:
    room.api("PATCH", "/players/2", {"name": name})
    room.seat()
    send(room, me=2, line=THEIRS)
    for page in (link(room), f"{link(room)}?me=2", own_table_path(room.id, 1, 3, room.key)):
        assert "<script>alert" not in room.get(page).text


def test_entering_needs_the_token_of_the_form(strict_room: Room) -> None:
    strict_room.seat()
    strict_room.post(f"{link(strict_room)}/points", 400, me="1", **points(*MINE))
    assert strict_room.table()["result"] is None


def test_a_table_s_link_is_no_key_to_the_console(room: Room) -> None:
    room.seat().get(link(room))
    room.get(f"/tournaments/{room.id}/console", 404)
    room.get(f"{link(room)}/points", 405)


def test_the_final_has_its_own_link_until_the_event_is_finished(room: Room) -> None:
    room.api("PATCH", "/configuration", {"rounds": 1})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    room.api("PUT", "/rounds/1/tables/2/result", RESULT)
    room.api("POST", "/final/toss", {"seed": 5})
    room.api("POST", "/final/open")
    finalists = [player["player"] for player in room.api("GET", "/final")["finalists"]]
    room.get(link(room, 0), 404)
    room.api("POST", "/final/row", {"players": finalists})
    room.api("POST", "/final/first-player", {"player": finalists[2]})
    assert "/rounds/final/tables/1/" in link(room, 0)
    me = str(finalists[0])
    mark = hidden(room.get(f"{link(room, 0)}?me={me}").text, "seen")
    room.post(f"{link(room, 0)}/points", me=me, seen=mark, **points("0", "5", "0", "0", "0"))
    assert room.table(0)["result"]["by_player"] == finalists[0]
    assert "Final" in room.get(own_table_path(room.id, 0, finalists[0], room.key)).text
    room.api("POST", "/finish")
    answer = room.post(f"{link(room, 0)}/points", 409, me=me, seen=mark, **points("5", "0", "0", "0", "0"))
    assert "The event is finished: ask an official." in answer.text
    assert [seat["entered"] for seat in room.table(0)["seats"]] == [0, 5, 0, 0, 0]


def test_every_figure_of_a_result_has_its_word_in_sight(room: Room) -> None:
    old = seen(room.seat())
    send(room, me=2)
    conflict = send(room, 409, me=3, seen=old, line=THEIRS)
    officials = organizer_client(room.app)
    base = f"/tournaments/{room.id}"
    paths = [f"{base}/rounds/1/tables/1", link(room), own_table_path(room.id, 1, 3, room.key)]
    paths.append(player_path(room.id, 1, room.key))
    pages = [room.get(path).text for path in paths]
    pages += [officials.get(f"{base}/{role}/rounds/1/tables/1").text for role in ("console", "judge")]
    for page in (*pages, conflict):
        results = re.findall(r'<table class="table line[^>]*>(.*?)</table>', page, re.DOTALL)
        assert results
        for result in results:
            heads, rows = result.split("</thead>")
            assert "hidden" not in heads
            for row in rows.split("</tr>")[:-1]:
                assert len(re.findall("<t[hd]", row)) == len(re.findall("<th ", heads))
    room.api("PUT", "/rounds/1/tables/2/result", {"victory_points": ["4", "0", "0", "0"]})
    overlay = text_of(room.get(f"{base}/overlay?table=1"))
    room.api("POST", "/finish", {"early": True, "reason": "a fire alarm"})
    for shown in (overlay, text_of(room.get(base))):
        assert "Player 1 4 VP" in shown
        assert "Player 2 0 VP" in shown
