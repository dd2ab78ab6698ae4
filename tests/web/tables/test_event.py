"""A table of an event followed to its end, its result confirmed in the standings."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.api.test_api_tournaments import TABLES, key_of, organizer_of, secret_of
from tests.web.pages import text_of
from tests.web.tables.conftest import Table
from toolkit.services.kernel.links import LinkKey, table_path
from toolkit.services.tables.creating import event_table_id
from toolkit.services.tables.folding import EventTable
from toolkit.web.base.access import organizer_link
from toolkit.web.tables.start import follow_path

NAMES = [f"Player {number}" for number in range(1, 5)]


class Event:
    """An event of eight, its round 1 published, and the game of table 1 followed."""

    def __init__(self, app: Flask) -> None:
        self.app, self.api = app, organizer_of(app)
        self.id = self.api.id
        self.api("POST", "/rounds", {"tables": TABLES, "publish": True})

    def path(self, table: int = 1, *, is_open: bool = True) -> str:
        with self.app.test_request_context():
            return follow_path(self.id, 1, table, is_open=is_open)

    def follow(self, **form: object) -> Table:
        answer = self.app.test_client().post(self.path(), data=form)
        assert answer.status_code == 303, text_of(answer)
        players = (1, 2, 3, 4)
        return Table(self.app, event_table_id(EventTable(tournament=self.id, round=1, table=1, players=players)))

    def result(self) -> dict[str, object] | None:
        shown: dict[str, object] | None = self.api("GET", "/rounds/1")["tables"][0]["result"]
        return shown

    def points(self) -> dict[str, tuple[int, float, int]]:
        rows = self.api("GET", "/standings")
        return {row["player"]: (row["game_wins"], row["victory_points"], row["tournament_points"]) for row in rows}

    def official(self, table: Table) -> None:
        """The browser in front of the table becomes the organizer's."""
        table.client.get(organizer_link(key_of(self.app)))


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def seen_at(table: Table, door: str) -> str:
    """What the page says that its reader has seen at the event."""
    shown: str = table.api("GET", "", door).json["result_seen"]
    return shown


def play(table: Table) -> None:
    """Player 1 ousts player 2, player 3 withdraws, time is called: 1.5, 0, 0.5, 0.5."""
    one, two, three, _ = NAMES
    assert table.game.seats == tuple(NAMES)
    table.do("1", f'"{one}": use-effect "burn_pool:{two}:30" why=card')
    for _ in range(10):
        if table.game.state.step.seat == three:
            break
        table.do("host", f'"{table.game.state.step.seat}": end-phase')
    table.do("3", f'"{three}": announce-withdrawal')
    for _ in range(30):
        if table.game.state.seats[three].status == "withdrawn":
            break
        table.do("host", f'"{table.game.state.step.seat}": end-phase')
    table.do("4", "call-time")
    if not table.game.is_over:
        table.do("host", f'"{table.game.state.step.seat}": end-phase')
    assert table.game.is_over


def test_seats_and_rules_are_the_events(event: Event) -> None:
    table = event.follow(depth="light")
    made = table.game.made
    assert (table.game.seats, made.profile, made.depth) == (tuple(NAMES), "vekn_event", "light")
    assert made.options.score_withdraw_vp == "0.5"
    assert table.game.state.step.seat == "Player 1"


def test_a_game_that_is_over_is_offered_only_where_it_was_tracked(event: Event) -> None:
    event.follow()
    official = event.app.test_client()
    official.get(organizer_link(key_of(event.app)))

    def offered(table: int) -> list[str]:
        pages = (
            official.get(f"/tournaments/{event.id}/console/rounds/1/tables/{table}"),
            event.app.test_client().get(table_path(event.id, 1, table, LinkKey(secret_of(event.app)))),
        )
        return [words for page in pages for words in ("Track this game", "The game") if f">{words}</a>" in page.text]

    assert offered(1) == offered(2) == ["Track this game"] * 2
    for table in (1, 2):
        event.api("PUT", f"/rounds/1/tables/{table}/result", {"victory_points": ["4", "0", "0", "0"]})
    assert (offered(1), offered(2)) == (["The game"] * 2, [])
    for client, is_open in ((official, False), (event.app.test_client(), True)):
        tracked, untracked = (client.get(event.path(table, is_open=is_open)).text for table in (1, 2))
        assert ("Who are you?" in tracked, "Start the table" in tracked) == (True, False)
        assert ("was not tracked" in untracked, "Start the table" in untracked) == (True, False)
        refused = client.post(event.path(2, is_open=is_open))
        assert (refused.status_code, refused.text.count("was not tracked")) == (409, 1)


def test_following_twice_is_following_once(event: Event) -> None:
    first = event.follow()
    first.do("1", '"Player 1": end-phase')
    assert event.follow().game.number == first.game.number


def test_the_players_choose_their_seats_and_none_is_the_host(event: Event) -> None:
    page = event.app.test_client().get(event.path())
    assert "Track this game" in text_of(page)
    table = event.follow()
    page = event.app.test_client().get(event.path())
    for place in "1234":
        assert table.path(place) in page.text
    assert "/host/" not in page.text


def test_an_official_gets_the_hosts_door(event: Event) -> None:
    table = event.follow()
    event.official(table)
    answer = table.client.get(event.path(is_open=False))
    assert table.path("host") in answer.text


@pytest.mark.parametrize("table", [1, 2, 3])
def test_to_a_stranger_there_is_no_table(event: Event, table: int) -> None:
    stranger = event.app.test_client()
    own = event.path()
    for path in (
        event.path(table, is_open=False),
        own[:-1] + ("A" if own[-1] != "A" else "B"),
        own.replace("/1/1/", "/1/2/"),
    ):
        assert stranger.get(path).status_code == 404
        assert stranger.post(path).status_code == 404


def test_a_result_goes_from_the_last_operation_to_the_standings(event: Event) -> None:
    table = event.follow(depth="light")
    assert "Send the result" not in table.get("1").text
    table.post("1", "/send", 409)
    play(table)
    page = text_of(table.get("1"))
    assert "Player 1 ousts Player 2 Player 3 withdraws Time is called" in page
    table.post("1", "/send")
    assert event.result() is not None
    assert "another player of the table confirms it" in text_of(table.get("2"))
    assert "Confirm the result" not in table.get("1").text
    table.post("1", "/confirm", 409, seen=seen_at(table, "1"))
    table.post("2", "/confirm", seen=seen_at(table, "2"))
    assert "The result is in the standings." in text_of(table.get("watch"))
    points = event.points()
    assert [points[name] for name in NAMES] == [(0, 1.5, 60), (0, 0, 12), (0, 0.5, 36), (0, 0.5, 36)]


def test_two_results_of_one_table_are_called_disputed_where_it_is_followed(event: Event) -> None:
    table = event.follow(depth="light")
    play(table)
    event.api("PUT", "/rounds/1/tables/1/result", {"victory_points": ["4", "0", "0", "0"], "by_player": 3})
    table.post("1", "/send")
    told = {door: text_of(table.get(door)) for door in ("1", "2", "3", "watch")}
    assert "Your result replaced that of Player 3: Player 1 4, Player 2 0, Player 3 0, Player 4 0." in told["1"]
    assert "Player 1 entered another result at" in told["3"]
    assert "Yours was: Player 1 4, Player 2 0, Player 3 0, Player 4 0." in told["3"]
    for door in ("2", "watch"):
        assert "Disputed: Player 1 entered this result at" in told[door]
        assert "That of Player 3 was: Player 1 4, Player 2 0, Player 3 0, Player 4 0." in told[door]
    assert not any("sent the result: another player" in page for page in told.values())
    table.post("2", "/confirm", seen=seen_at(table, "2"))
    assert "Disputed" not in text_of(table.get("watch"))


def test_sent_twice_it_counts_once(event: Event) -> None:
    table = event.follow(depth="light")
    play(table)
    for _ in range(2):
        table.post("1", "/send")
    log = event.api("GET", "/log")
    assert [entry["kind"] for entry in log].count("result_entered") == 1


def test_whoever_confirms_has_seen_what_stands(event: Event) -> None:
    table = event.follow(depth="light")
    play(table)
    seen = seen_at(table, "2")
    table.post("1", "/send")
    assert "in the meantime" in text_of(table.post("2", "/confirm", 409, seen=seen))
    table.post("2", "/confirm", seen=seen_at(table, "2"))


def test_what_the_event_refuses_is_said_and_nothing_is_lost(event: Event) -> None:
    table = event.follow(depth="light")
    play(table)
    event.api("PUT", "/rounds/1/tables/1/result", {"victory_points": ["4", "0", "0", "0"]})
    event.api("POST", "/rounds/1/tables/1/lock")
    answer = table.post("1", "/send", 409)
    assert "locked" in text_of(answer)
    assert event.points()["Player 1"] == (1, 4, 60)


def test_a_table_that_was_seated_anew_sends_nothing(event: Event) -> None:
    table = event.follow(depth="light")
    play(table)
    event.api("PUT", "/rounds/1/seats", {"tables": [[1, 2, 3, 5], [4, 6, 7, 8]]})
    answer = table.post("1", "/send", 409)
    assert "The event has changed this table since" in text_of(answer)
    assert event.result() is None


def test_only_an_official_of_the_event_corrects_its_table(event: Event) -> None:
    table = event.follow(depth="light")
    table.do("host", "correct edge=Nobody", 422)
    event.official(table)
    table.do("host", '"disqualify" "Player 4"')
    assert table.game.written[-1].by == "Organizer"


def test_the_clock_is_the_events(event: Event) -> None:
    table = event.follow()
    event.api("POST", "/rounds/1/clock/start")
    assert "2:00:00" in table.get("1").text
    table.post("1", "/clock", 422, hand="start")
