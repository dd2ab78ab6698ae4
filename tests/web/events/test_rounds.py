from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from tests.web.pages import markup_of, text_of
from toolkit.sheets.pdf import Pdf
from toolkit.tournament import Fact
from toolkit.tournament.configuration import EventKind
from toolkit.tournament.seats import seat_next_round
from toolkit.tournament.state import State
from toolkit.web.events import sheets
from toolkit.web.serving import pdf


@pytest.fixture
def drafted(room: Room) -> Room:
    room.post("/rounds/draft", seconds=1)
    return room


def seats(room: Room, number: int = 1) -> dict[int, tuple[int, int]]:
    return dict(room.tournament.round(number).seats)


def test_a_draft_is_seen_before_it_is_published(drafted: Room) -> None:
    assert "Publish round 1" in drafted.get("/rounds/1")
    says = "Publish the round to show players their seats, then start the clock."
    assert says in drafted.get("/rounds/1")
    assert ">Publish round 1</button>" in markup_of(drafted.raw("/rounds/1"))
    assert ">View the draft</a>" in markup_of(drafted.raw("/players"))
    drafted.post("/rounds/1/publish")
    assert drafted.tournament.rounds[0].is_published
    assert says not in drafted.get("/rounds/1/seats")


def test_the_pdf_that_a_published_round_links_has_been_begun(drafted: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, printed = [], []
    monkeypatch.setattr(sheets, "begin", lambda *asked: begun.append(asked))
    monkeypatch.setattr(pdf, "carried_out", lambda *asked: printed.append(asked) or Pdf(b"%PDF"))
    drafted.client.set_cookie("language", "fr")
    drafted.post("/rounds/1/publish")
    link = re.search(r'href="([^"]*/sheets/round[.]pdf[^"]*)"', drafted.raw("/rounds/1"))
    assert link is not None
    assert drafted.client.get(unescape(link[1])).status_code == 200
    assert "language=fr" in link[1]
    assert begun == printed != []


@pytest.mark.parametrize(("players", "sentence"), [(0, "too few"), (3, "too few")])
def test_too_few_players_are_refused(app: Flask, players: int, sentence: str) -> None:
    room = make_room(app, players)
    assert sentence in room.get("/rounds/1")
    room.post("/rounds/draft", 422, seconds=1)


def test_a_swap_is_looked_at_and_then_made(drafted: Room) -> None:
    before = seats(drafted)
    one, other = (next(p for p, (table, _) in before.items() if table == number) for number in (1, 2))
    page = drafted.get(f"/rounds/1?pick={one}&other={other}")
    assert "swap seats." in page
    assert seats(drafted) == before
    drafted.post("/rounds/1/seats", pick=one, other=other)
    assert (seats(drafted)[one], seats(drafted)[other]) == (before[other], before[one])


def test_a_published_seat_change_stands_in_the_log_with_its_reason(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/seats", pick=1, other=2, reason="wheelchair")
    assert "wheelchair" in room.get("/log")


def test_a_player_goes_to_a_table_or_out(app: Flask) -> None:
    room = make_room(app, 9, rounds=2)
    room.post("/rounds/draft", seconds=1)
    at_five = next(players for players in room.tournament.rounds[0].tables if len(players) == 5)
    four = next(n for n, players in room.tournament.rounds[0].numbered() if len(players) == 4)
    room.post("/rounds/1/seats", pick=at_five[0], table=four)
    assert seats(room)[at_five[0]] == (four, 5)
    room.post("/rounds/1/seats", pick=at_five[0])
    assert at_five[0] not in seats(room)
    assert "Not seated 1" in room.get("/rounds/1")


def test_what_no_table_can_be_is_refused_before_and_after(drafted: Room) -> None:
    tables = drafted.tournament.rounds[0].tables
    drafted.post("/rounds/1/seats", pick=tables[0][0], table=2)  # 3 and 5: a warning
    assert "has three players" in drafted.get("/rounds/1")
    page = drafted.get(f"/rounds/1?pick={tables[0][1]}&table=2")
    assert "a table has four or five" in page
    drafted.post("/rounds/1/seats", 422, pick=tables[0][1], table=2)


def test_the_criteria_are_told_in_words_with_their_bounds(drafted: Room) -> None:
    page = drafted.get("/rounds/1")
    assert "R1 Same predator and prey again 0 0" in page
    assert "R8 Spread of starting transfers" in page


def test_a_published_round_is_cancelled_only_with_a_reason(room: Room) -> None:
    room.seat()
    page = room.raw("/rounds/1/seats?pick=1&other=2")
    assert re.findall(r'<label for="(\w*-?reason)">([^<]*)</label>', page) == [
        ("reason", "Reason (optional)"),
        ("cancel-reason", "Reason"),
    ]
    assert "A reason is needed" in room.post("/rounds/1/cancel", 422, reason="")
    room.post("/rounds/1/cancel", reason="seated without the late ones")
    assert room.tournament.rounds == ()


def test_the_next_round_waits_for_every_result(room: Room) -> None:
    room.seat()
    assert '/rounds/1">Round 1: 2 tables have no result.</a>' in markup_of(room.raw("/rounds/2"))
    room.post("/rounds/1/tables/1/points", vp1=4)
    assert '/rounds/1/tables/2">Round 1: table 2 has no result.</a>' in markup_of(room.raw("/rounds/2"))
    room.post("/rounds/draft", seconds=1)
    assert "Round 1: table 2 has no result." in room.post("/rounds/2/publish", 409)


def test_a_missing_player_of_a_five_leaves_four(app: Flask) -> None:
    room = make_room(app, 9, rounds=2)
    room.seat()
    number, players = next((n, p) for n, p in room.tournament.rounds[0].numbered() if len(p) == 5)
    room.post("/rounds/1/missing", player=players[2])
    assert len(room.tournament.rounds[0].tables[number - 1]) == 4


def test_an_unknown_round_or_player_is_404(drafted: Room) -> None:
    drafted.get("/rounds/7", 404)
    drafted.get("/rounds/1?pick=99", 404)
    drafted.post("/rounds/1/seats", 404, pick=99, other=1)


@pytest.mark.parametrize(("players", "more", "is_one_table"), [(6, 2, True), (7, 1, False), (11, 1, False)])
def test_who_do_not_fill_tables_read_how_all_would_play(
    app: Flask, players: int, more: int, is_one_table: bool
) -> None:
    """Eight, eight and twelve sit at tables of four and five; a table has six players at most."""
    page = make_room(app, players, rounds=2).get("/rounds/1")
    assert f"Some sit out in every round. With {more} more (a friend, or a judge who plays)" in page
    assert ("six can also share one table" in page) is is_one_table


def test_six_for_one_round_read_what_to_play_instead(app: Flask) -> None:
    room = make_room(app, 6, rounds=1)
    instead = "Find 2 more, leave out 1, or play 2 games each in 3 rounds of 4, 4 and 4 seats."
    assert instead in (page := room.get("/rounds/1"))
    assert "Some sit out" not in page
    assert "Set the games each in the settings." in page
    assert instead in room.post("/rounds/draft", 422, seconds=1)


def test_seven_players_are_never_seated_at_once(app: Flask) -> None:
    room = make_room(app, 7, rounds=2)
    plan = "2 games each in 3 rounds (5, 5 and 4 seats)."
    assert plan in (page := room.get("/rounds/1"))
    assert "will be seated" not in page
    assert plan in (page := room.get("/players"))
    assert "will be seated" not in page
    assert "Games each" in room.get("/settings")
    public = app.test_client()
    assert plan in text_of(public.get(f"/tournaments/{room.id}"))
    assert plan in text_of(public.get(f"/tournaments/{room.id}/wall"))
    room.post("/rounds/draft", seconds=1)
    planned = room.tournament.plan
    assert planned is not None
    first = planned.rounds[0]
    names = " and ".join(room.tournament.player(number).name for number in first.sitting_out[-2:])
    seats = sum(len(table.players) for table in first.tables)
    assert f"{names} sit out." in room.get("/rounds/1")
    assert room.raw("/rounds/1").split('id="benched"')[0].count("data-player=") == seats
    assert f"{names} sit out." in text_of(public.get(f"/tournaments/{room.id}/wall"))
    room.post("/rounds/1/publish")
    room.sweep(1)
    assert "Not played yet" in text_of(public.get(f"/tournaments/{room.id}"))
    # One who has played leaves: six are left, and not all of them are seated at once.
    room.post(f"/players/{room.tournament.round(1).table(1)[0]}/drop")
    assert "players will be seated" not in (page := room.get("/rounds/2"))
    assert "6 players cannot all sit at once: " in page


def test_a_draft_stays_unless_a_better_one_is_found_or_another_is_asked_for(drafted: Room) -> None:
    before = seats(drafted)
    assert "The new draft is not better, so yours is kept." in drafted.post("/rounds/1/again", 409, seconds=1)
    assert seats(drafted) == before
    drafted.post("/rounds/1/again", seconds=1, anyway=1)
    assert seats(drafted) != before


def test_buttons_that_search_for_seats_say_so_while_they_do(room: Room) -> None:
    pages = [room.raw("/rounds/1")]
    room.post("/rounds/draft", seconds=1)
    pages.append(room.raw("/rounds/1"))
    assert [page.count('data-progress="Searching for seats…"') for page in pages] == [1, 2]
    assert [page.count('data-patience="40"') for page in pages] == [1, 2]


@pytest.mark.parametrize(
    ("told", "offered"),
    [
        ({}, [1, 5, 20]),
        ({"PROXIES": 1}, [1, 4]),
        ({"TRUSTED_HOSTS": ["localhost"]}, [1, 4]),
    ],
)
def test_seats_are_searched_for_as_long_as_was_asked_for_and_no_longer_is_offered(
    room: Room, monkeypatch: pytest.MonkeyPatch, told: dict[str, object], offered: list[int]
) -> None:
    searched = list[float]()

    def search(state: State, *, seconds: float, **asked: Any) -> list[Fact]:
        searched.append(seconds)
        return seat_next_round(state, seconds=0, **asked)

    monkeypatch.setattr("toolkit.tournament.seats.seat_next_round", search)
    for name, value in told.items():
        monkeypatch.setitem(room.app.config, name, value)
    _, form = room.raw("/rounds/1").split('name="seconds"')
    assert [int(value) for value in re.findall(r'<option value="(\d+)"', form)] == offered
    for seconds in offered:
        room.post("/rounds/draft", seconds=seconds, anyway=1)
    assert searched == offered


def test_what_a_server_does_not_search_for_is_refused_by_page_and_api(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(room.app.config, "PROXIES", 1)
    sentence = "On this server a search takes at most 4 seconds."
    assert sentence in room.post("/rounds/draft", 422, seconds=5)
    api = f"/api/v1/tournaments/{room.id}/rounds"
    assert room.client.post(api, json={"seconds": 4.5}).json["message"] == sentence
    assert not room.tournament.rounds


def test_the_criteria_of_an_event_that_goes_on_say_what_is_still_open(drafted: Room) -> None:
    page = drafted.get("/rounds/1")
    assert page.count("still open") == 3
    assert "The later rounds settle R2, R3 and R8." in page
    assert ">?" not in page


def test_nothing_less_than_none_is_possible_though_others_play_the_next_round(room: Room) -> None:
    room.seat()
    room.sweep(1)
    room.post("/players/add", name="Late Larry")
    room.post("/rounds/draft", seconds="1")
    page = room.get("/rounds/2")
    assert "R5 Fifth seat more than once 0 0" in page
    assert "R3 Spread of available victory points 0.333 not known" in page


def test_an_earlier_round_is_cancelled_on_its_page_and_keeps_its_number(room: Room) -> None:
    for number in (1, 2):
        room.seat()
        room.sweep(number)
    page = room.get("/rounds/1")
    assert "It counts for nothing. Later rounds keep their numbers." in page
    assert "A reason is needed" in room.post("/rounds/1/cancel", 422, reason="")
    room.post("/rounds/1/cancel", reason="the wrong decks")
    assert room.tournament.round(1).is_cancelled
    assert room.tournament.published == 2
    assert "Cancel round 1" not in room.get("/rounds/1")
    assert "Cancel round 2" in room.get("/rounds/2")


def test_a_cancelled_round_is_seated_again_as_it_was(room: Room) -> None:
    room.seat()
    before = seats(room)
    assert "The same seats" not in room.get("/rounds/2")
    room.post("/rounds/1/cancel", reason="the alarm went off")
    assert "The same seats as before it was cancelled" in room.get("/rounds/1")
    room.post("/rounds/same")
    assert seats(room) == before


def test_a_proxy_player_takes_the_seat_of_who_left(room: Room) -> None:
    room.seat()
    assert "proxy player" not in room.get("/rounds/1/seats")
    left = room.tournament.round(1).table(1)[2]
    room.post(f"/players/{left}/drop")
    page = room.get("/rounds/1/seats")
    assert "A proxy player at table 1" in page
    assert "The others score as in any game; the proxy player is not in the standings." in page
    page = room.post("/rounds/1/tables/1/proxy", 422, seat=1, name="Rosa")
    assert "Vacant at table 1: seat 3." in page
    assert "This cannot be left empty." in room.post("/rounds/1/tables/1/proxy", 422, seat=3, name="")
    room.post("/rounds/1/tables/1/proxy", seat=3, name="Rosa")
    assert "Rosa proxy player" in room.get("/rounds/1/seats")
    assert "Rosa sits as a proxy player in seat 3 of table 1" in room.get("/log")
    assert "Rosa" in room.get("/rounds/1")
    room.post("/rounds/1/tables/1/points", vp1=4)
    room.post("/rounds/1/tables/2/points", vp1=4)
    assert "Rosa" not in room.get("/standings")
    assert "Rosa" in text_of(room.client.get(f"/tournaments/{room.id}"))
    assert "Rosa" in text_of(room.client.get(f"/tournaments/{room.id}/rounds/1/tables/1"))
    shown = room.client.get(f"/api/v1/tournaments/{room.id}/rounds/1").json["tables"][0]["seats"][2]
    assert (shown["player"], shown["name"], shown["entered"], shown["tournament_points"]) == (None, "Rosa", 0, None)
    assert room.client.get(f"/tournaments/{room.id}/judge/rounds/1/tables/1").status_code == 200
    assert room.client.get(f"/api/v1/tournaments/{room.id}/export").status_code == 200


def test_a_table_of_three_says_what_mends_it(drafted: Room) -> None:
    drafted.post("/rounds/1/publish")
    drafted.post("/rounds/1/seats", pick=drafted.tournament.rounds[0].tables[0][0])
    assert "table 1 has three players: sanctioned with a proxy player only." in drafted.get("/rounds/1")
    assert "A proxy player at table 1" in drafted.get("/rounds/1/seats")


def test_too_few_for_a_table_says_what_is_lost(app: Flask) -> None:
    assert "has no prize support. A judge who joins solves this." in make_room(app, 3, rounds=2).get("/rounds/1")
    room = make_room(app, 4, rounds=2)
    room.seat()
    room.sweep(1)
    room.post("/players/1/drop")
    assert "prizes stay, there is no rating. A judge who joins between rounds solves this." in room.get("/rounds/2")


def test_what_a_kind_bars_stands_beside_the_button_that_seats(app: Flask) -> None:
    room = make_room(app, 8, rounds=2, kind=EventKind.GRAND_PRIX, is_multideck=True)
    assert "Several decks are not allowed at a grand prix (VEKN 3.1.5)." in room.get("/rounds/1")


def test_an_illegal_list_is_named_before_the_draft_with_its_first_fault(room: Room) -> None:
    room.hand_in(4, WINNER.replace("4x Giotto Verducci", "3x Giotto Verducci"))
    assert "Player 4's list is not legal: The crypt has 11 cards; the minimum is 12." in room.get("/rounds/1")


@pytest.fixture
def listless(app: Flask) -> Room:
    """A draft where decklists are required: the list of player 1 is not legal, the other seven have none."""
    room = make_room(app, 8, rounds=2, requires_decks=True)
    room.hand_in(1, "11x Anson")
    room.post("/rounds/draft", seconds=1)
    return room


def test_a_draft_without_lists_names_them_by_kind_and_shows_every_way_on(listless: Room) -> None:
    page = listless.raw("/rounds/1")
    assert "7 players have no decklist." in page
    assert page.count("has no decklist") == 0
    assert f'href="/tournaments/{listless.id}/console/players?show=lists"' in page
    assert re.search(r'href="[^"]+/sanctions\?infraction=3\.1\.1"', page)
    assert "Publish round 1 all the same" in page
    assert "All on paper" in page


def test_a_refused_publication_asks_for_the_reason_beside_its_field(listless: Room) -> None:
    page = listless.post("/rounds/1/publish", 422)
    assert "list is not legal" in page.split("Reason to publish without these decklists")[1]
    assert listless.tournament.published == 0
    listless.post("/rounds/1/publish", reason="a small event")
    assert listless.tournament.published == 1
    assert "Published round 1 (a small event)." in listless.get("/log")


def test_all_lists_on_paper_publish_as_usual(listless: Room) -> None:
    listless.post("/rounds/1/on-paper")
    assert all(player.paper_lists for player in listless.tournament.active)
    assert "all the same" not in listless.get("/rounds/1")
    listless.post("/rounds/1/publish")
    assert listless.tournament.published == 1
