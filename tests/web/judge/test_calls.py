"""Open calls: oldest first, taken by name, closed with or without a note; a new one is one poll away."""

from __future__ import annotations

import re

from tests.web.judge.conftest import Bench
from tests.web.pages import markup_of, text_of
from toolkit.tournament import results


def test_the_oldest_call_stands_first_with_table_reason_and_players(bench: Bench) -> None:
    assert "No open calls." in bench.get()
    bench.call(2, "is this <b>legal</b>?")
    bench.call(1)
    page = bench.get()
    assert page.index("Table 2") < page.index("Table 1 ")
    assert "is this <b>legal</b>?" in page
    assert "Player 5 · Player 6 · Player 7 · Player 8" in page
    assert "<b>legal" not in bench.raw("")


def test_a_call_is_taken_by_the_name_given_on_this_device_and_closed(bench: Bench) -> None:
    bench.call(2)
    assert "Table 2 waits for a judge" in bench.get("/tables")
    bench.post("/name", name="  Jo  Ferri ")
    bench.post("/calls/1/take")
    assert "Table 2 Jo Ferri" in bench.get("/tables")
    assert bench.tournament.call(1).taken_by == "Jo Ferri"
    assert "Jo Ferri is on the way." in bench.get()
    bench.post("/calls/1/close", note="rewound to the bleed")
    page = bench.get()
    assert "No open calls." in page
    assert "rewound to the bleed" in page
    assert bench.tournament.entry(bench.tournament.number).by == "Jo Ferri"


def test_a_closed_call_is_404_and_an_empty_name_is_refused(bench: Bench) -> None:
    bench.call(1)
    bench.post("/calls/1/close")
    bench.post("/calls/1/take", 404)
    bench.post("/calls/9/close", 404)
    assert "This cannot be left empty." in bench.post("/name", 422, name=" ")


def test_a_judge_with_an_old_page_still_takes_the_call(bench: Bench) -> None:
    bench.call(2)
    seen = bench.tournament.number
    bench.call(1)
    bench.post("/calls/1/take", sequence=seen)
    assert bench.tournament.call(1).taken_by == "Organizer"


def test_the_calls_page_marks_a_disputed_table_at_once(bench: Bench) -> None:
    bench.change(results.enter_result, 1, 2, victory_points=[4, 0, 0, 0], by_player=5)
    first = bench.client.get(bench.base, headers={"X-Fragment": "live"})
    assert "disputed" not in first.text
    bench.change(results.enter_result, 1, 2, victory_points=[0, 4, 0, 0], by_player=6)
    seen = {"X-Fragment": "live", "If-None-Match": first.headers["ETag"]}
    assert re.search(r"Table 2\s.*disputed", text_of(bench.client.get(bench.base, headers=seen)))


def test_an_open_page_hears_of_a_call_and_else_gets_nothing(bench: Bench) -> None:
    ask = {"X-Fragment": "live"}
    first = bench.client.get(bench.base, headers=ask)
    assert markup_of(first).startswith('<div id="live"')
    again = bench.client.get(bench.base, headers={**ask, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert float(again.headers["X-Time"]) > 1_700_000_000
    bench.call(1)
    third = bench.client.get(bench.base, headers={**ask, "If-None-Match": first.headers["ETag"]})
    assert third.status_code == 200
    assert 'data-calls="1"' in third.text
