"""What is typed at the desk or in the grid while nothing arrives is kept, sent in order, and carried out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NoReturn

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, faults_in_both_themes
from tests.browser.halls import Hall
from tests.browser.test_desk import Keys, desk_of, enter_elsewhere, without_a_load
from toolkit.storage import Store
from toolkit.storage.database import StoreFull
from toolkit.tournament import checkin, fees, players, results
from toolkit.tournament.facts import FeeMarked, FeeStatus, PlayersCheckedIn, ResultEntered
from toolkit.tournament.players import search_key

KEPT = "Your entry is saved on this device"


def is_sent(route: Route) -> bool:
    return route.request.method == "POST"


@contextmanager
def sending(page: Page, happens: Callable[[Route], object]) -> Iterator[None]:
    """What happens inside to whatever is sent; what the page asks for by itself is answered."""
    page.route("**/*", lambda route: happens(route) if is_sent(route) else route.continue_())
    yield
    page.unroute_all(behavior="wait")


def lose(route: Route) -> None:
    route.abort()


def lose_the_answer(route: Route) -> None:
    route.fetch(max_redirects=0)
    route.abort()


@contextmanager
def held_up(page: Page) -> Iterator[None]:
    """The first thing that is sent inside is on its way until the end; what is sent behind it waits."""
    held: list[Route] = []
    page.route("**/*", lambda route: route.continue_() if held or not is_sent(route) else held.append(route))
    yield
    assert len(held) == 1
    held[0].continue_()


def type_first(page: Page, text: str) -> None:
    with page.expect_request(lambda request: request.method == "POST"):
        Keys(page).type(text)


def everyone_away(hall: Hall) -> Page:
    hall.work.change(checkin.check_out, [player.number for player in hall.state.active])
    return desk_of(hall)


def named(hall: Hall, *beginnings: str) -> set[int]:
    names = {player.number: search_key(player.name).split() for player in hall.state.active}
    return {number for number, parts in names.items() if any(part.startswith(beginnings) for part in parts)}


# The desk


def test_what_is_typed_while_the_server_is_gone_is_named_and_sent_in_order(hall: Hall) -> None:
    page = everyone_away(hall)
    with without_a_load(page):
        with sending(page, lose):
            for name in ("gasp", "ingrid", "jonas"):
                Keys(page).type(name)
                expect(page.locator("#typed")).to_have_value("")
            expect(page.locator("#outbox")).to_contain_text("(gasp, ingrid, jonas)")
            assert faults_in_both_themes(page, PHONE, DESKTOP) == []
        expect(page.locator("#outbox")).to_be_hidden()
        expect(page.locator(".recent")).to_contain_text("Jonas")
    assert checkin.here(hall.state) == named(hall, "gasp", "ingrid", "jonas")


def test_it_outlives_a_reload_and_is_sent_from_another_page(hall: Hall) -> None:
    page = everyone_away(hall)
    with sending(page, lose):
        for name in ("gasp", "zzzq", "ingrid"):
            Keys(page).type(name)
        expect(page.locator("#outbox")).to_contain_text("(gasp, zzzq, ingrid)")
        page.reload()
        expect(page.locator("#outbox")).to_contain_text("(gasp, zzzq, ingrid)")
        page.goto(f"/tournaments/{hall.id}/console")
    expect(page.locator("#outbox")).to_contain_text("could not be submitted. zzzq – No player is called “zzzq”")
    assert checkin.here(hall.state) == named(hall, "gasp", "ingrid")
    page.locator("#outbox").get_by_role("link", name="View it").click()
    expect(page.locator("#typed")).to_be_focused()


def test_a_figure_goes_to_the_table_that_was_typed_before_it(seated: Hall) -> None:
    page = desk_of(seated)
    Keys(page).type("3")
    expect(page.locator("#open-table")).to_contain_text("Table 3")
    with sending(page, lose):
        for text in ("21110", "1", "00500", "2", "00500"):
            Keys(page).type(text)
        expect(page.locator("#outbox")).to_contain_text("(21110, 1, 00500, 2, 00500)")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".recent li").first).to_contain_text("table 2")
    assert [seated.line(table) for table in (1, 2, 3)] == [[0, 0, 10, 0, 0], [0, 0, 10, 0, 0], [4, 2, 2, 2, 0]]


def test_a_figure_goes_to_the_table_that_was_opened_while_something_else_waited(seated: Hall) -> None:
    page = desk_of(seated)
    Keys(page).type("3")
    expect(page.locator("#open-table")).to_contain_text("Table 3")
    with sending(page, lose):
        Keys(page).type("21110")
        page.locator("[data-key=table-5] a.whole").click()
        expect(page.locator("#open-table")).to_contain_text("Table 5")
        Keys(page).type("21110")
        expect(page.locator("#outbox")).to_contain_text("(21110, 21110)")
        page.locator("[data-key=table-1] a.whole").click()
        expect(page.locator("#open-table")).to_contain_text("Table 1")
        page.keyboard.type("00")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#open-table")).to_contain_text("Table 1")
    Keys(page).type("500")
    expect(page.locator(".recent li").first).to_contain_text("table 1")
    assert [seated.line(table) for table in (1, 3, 5)] == [[0, 0, 10, 0, 0], [4, 2, 2, 2, 0], [4, 2, 2, 2, 0]]


def test_the_table_that_is_asked_about_is_the_one_that_is_shown(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 5, victory_points=[5, 0, 0, 0, 0])
    page = desk_of(seated)
    Keys(page).type("4")
    expect(page.locator("#open-table")).to_contain_text("Table 4")
    Keys(page).type("5 32000")
    expect(page.locator("#desk-said")).to_contain_text("This table has a result")
    expect(page.locator("#open-table")).to_contain_text("Table 5")


def test_a_story_for_two_tables_is_entered_at_both(seated: Hall) -> None:
    page = desk_of(seated)
    with sending(page, lose):
        for text in ("3", "A>B time", "4", "A>B time"):
            Keys(page).type(text)
        expect(page.locator("#outbox")).to_contain_text("(3, A>B time, 4, A>B time)")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".recent li").first).to_contain_text("table 4")
    assert [seated.line(table) for table in (3, 4)] == [[3, 0, 1, 1, 1]] * 2


def test_a_figure_behind_a_refusal_goes_to_no_other_table(seated: Hall) -> None:
    page = desk_of(seated)
    Keys(page).type("1")
    expect(page.locator("#open-table")).to_contain_text("Table 1")
    with held_up(page):
        type_first(page, "nobody at all")
        Keys(page).type("21110")
    expect(page.locator("#desk-missed")).to_contain_text("nobody at all – No player is called")
    expect(page.locator("#desk-said")).to_contain_text("has no table 21110")
    expect(page.locator("#typed")).to_have_value("21110")
    assert not seated.state.round(1).results


def test_what_is_refused_is_named_until_it_is_entered_and_holds_up_nothing(hall: Hall) -> None:
    page = everyone_away(hall)
    with held_up(page):
        type_first(page, "zzzq")
        for name in ("gasp", "yyyq", "ingrid"):
            Keys(page).type(name)
    expect(page.locator("#desk-missed li")).to_have_count(2)
    expect(page.locator("#desk-missed")).to_contain_text("zzzq – No player is called “zzzq”")
    expect(page.locator("#typed")).to_have_value("")
    assert checkin.here(hall.state) == named(hall, "gasp", "ingrid")
    assert faults_in_both_themes(page, PHONE, DESKTOP) == []
    hall.work.change(players.add_player, "Yyyq")
    Keys(page).type("yyyq")
    expect(page.locator("#desk-missed li")).to_have_count(1)
    page.locator("#desk-missed").get_by_role("button", name="Close").click()
    expect(page.locator("#desk-missed")).to_be_hidden()


def test_whoever_types_on_loses_neither_the_reason_nor_the_refused_words(hall: Hall) -> None:
    page = everyone_away(hall)
    with held_up(page):
        type_first(page, "zzzq")
        page.keyboard.type("gas")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    expect(page.locator("#typed")).to_have_value("gas")
    Keys(page).type("p")
    expect(page.locator("#desk-missed")).to_contain_text("zzzq – No player is called “zzzq”")
    expect(page.locator("#desk-said .notice")).to_have_count(0)
    assert checkin.here(hall.state) == named(hall, "gasp")


def test_a_tap_on_the_list_is_kept_too(hall: Hall) -> None:
    page, player = everyone_away(hall), hall.state.active[0]
    button = page.locator(f"[data-key=player-{player.number}]").get_by_role("button", name="Check in")
    with sending(page, lose):
        for _ in range(2):
            button.click()
        expect(page.locator("#outbox")).to_contain_text(f"(Check in {player.name})")
    expect(page.locator("#outbox")).to_be_hidden()
    assert checkin.here(hall.state) == {player.number}


@pytest.mark.parametrize("again", [False, True], ids=["once", "and typed again"])
def test_a_check_in_whose_answer_was_lost_is_not_taken_back(hall: Hall, again: bool) -> None:
    page, player = everyone_away(hall), hall.state.active[0]
    with without_a_load(page):
        with sending(page, lose_the_answer):
            for _ in range(1 + again):
                Keys(page).type(player.name)
            expect(page.locator("#outbox")).to_contain_text(f"({player.name})")
        expect(page.locator("#outbox")).to_be_hidden()
    assert checkin.here(hall.state) == {player.number}
    assert hall.entries(PlayersCheckedIn) == 2
    expect(page.locator("#desk-said .notice")).to_have_count(0)


def test_a_fee_whose_answer_was_lost_stays_paid_though_it_was_typed_again(hall: Hall) -> None:
    hall.work.change(fees.set_fees, "5", currency="EUR")
    page, player = desk_of(hall), hall.state.active[0]
    with sending(page, lose_the_answer):
        Keys(page).type(f"{player.name} $")
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        Keys(page).type(f"{player.name} $")
    expect(page.locator("#outbox")).to_be_hidden()
    assert hall.state.fees[player.number].status is FeeStatus.PAID
    assert hall.entries(FeeMarked) == 1
    page.goto(f"/tournaments/{hall.id}/console/desk?show=fees")
    other = hall.state.active[1]
    with sending(page, lose_the_answer):
        Keys(page).type(f"{other.name} $")
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        page.locator(f"[data-key=player-{other.number}]").get_by_role("button", name="Paid").click()
    expect(page.locator("#outbox")).to_be_hidden()
    assert hall.state.fees[other.number].status is FeeStatus.PAID
    Keys(page).type(f"{player.name} $")
    expect(page.locator(".recent li").first).to_contain_text("unpaid")


def test_a_question_is_no_entry_and_leads_back_to_where_it_is_answered(hall: Hall) -> None:
    page, player = desk_of(hall), hall.state.active[0]
    with sending(page, lose):
        Keys(page).type(player.name)
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        page.goto(f"/tournaments/{hall.id}/console")
    expect(page.locator("#outbox")).to_contain_text(f"{player.name} is here already, checked in by Demo.")
    page.locator("#outbox").get_by_role("link", name="View it").click()
    expect(page.locator("#typed")).to_have_value(player.name)
    expect(page.locator("#desk-missed")).to_be_hidden()
    assert player.number in checkin.here(hall.state)


def test_what_was_typed_twice_while_nothing_arrived_means_the_same_twice(hall: Hall) -> None:
    hall.work.change(fees.set_fees, "5", currency="EUR")
    page = everyone_away(hall)
    with sending(page, lose):
        for text in ("gasp $", "gasp", "ingrid", "gaspar $", "gasp", "gaspar"):
            Keys(page).type(text)
        expect(page.locator("#outbox")).to_contain_text("(gasp $, gasp, ingrid, gaspar $, gasp, gaspar)")
    expect(page.locator("#outbox")).to_be_hidden()
    (gasp,) = named(hall, "gasp")
    assert checkin.here(hall.state) == named(hall, "gasp", "ingrid")
    assert hall.state.fees[gasp].status is FeeStatus.PAID


def test_undo_takes_back_what_was_seen_and_nothing_that_waited(hall: Hall) -> None:
    page, (gasp,) = everyone_away(hall), named(hall, "gasp")
    undo = page.get_by_role("button", name="Undo")
    with sending(page, lose):
        Keys(page).type("gasp")
        undo.click()
        expect(page.locator("#outbox")).to_contain_text("(gasp, Undo")
    expect(page.locator("#desk-said")).to_contain_text("tap the button again if you still mean it")
    assert checkin.here(hall.state) == {gasp}
    hall.work.change(checkin.check_in, named(hall, "ingrid"))
    expect(page.locator(".recent li").first).to_contain_text("Ingrid")
    undo.click()
    expect(page.locator(".recent li").first).to_contain_text("Undone")
    assert checkin.here(hall.state) == {gasp}


def test_one_fault_of_the_server_changes_no_order(seated: Hall) -> None:
    page = desk_of(seated)
    Keys(page).type("3")
    expect(page.locator("#open-table")).to_contain_text("Table 3")
    with sending(page, lambda route: route.fulfill(status=500, body="")):
        Keys(page).type("2")
        expect(page.locator("#outbox")).to_contain_text("(2)")
    Keys(page).type("21110")
    expect(page.locator("#outbox")).to_contain_text("(2, 21110)")
    page.clock.install()
    page.clock.fast_forward(35_000)
    expect(page.locator(".recent li").first).to_contain_text("table 2")
    assert [seated.line(table) for table in (2, 3)] == [[4, 2, 2, 2, 0], []]


def test_what_was_refused_is_named_by_the_desk_until_that_is_closed(hall: Hall) -> None:
    page = everyone_away(hall)
    with sending(page, lose):
        for name in ("zzzq", "yyyq"):
            Keys(page).type(name)
        page.goto(f"/tournaments/{hall.id}/console")
    expect(page.locator("#outbox")).to_contain_text("zzzq – No player is called “zzzq”. yyyq – No player")
    page.goto(f"/tournaments/{hall.id}/console/log")
    expect(page.locator("#outbox")).to_contain_text("yyyq – No player")
    page.goto(f"/tournaments/{hall.id}/console/desk")
    for _ in range(2):
        expect(page.locator("#desk-missed li")).to_have_count(2)
        expect(page.locator("#outbox")).to_be_hidden()
        page.reload()
    page.locator("#desk-missed").get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#desk-missed")).to_be_hidden()


def test_two_taps_at_one_spot_check_one_player_in(hall: Hall) -> None:
    page = everyone_away(hall)
    page.clock.set_fixed_time(datetime.now(UTC))
    page.locator("#missing button").first.scroll_into_view_if_needed()
    box = page.locator("#missing button").first.bounding_box()
    assert box is not None
    for tap in range(2):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        # What is typed behind it is answered behind it.
        Keys(page).type(f"zzzq{tap}")
        expect(page.locator("#desk-said")).to_contain_text(f"No player is called “zzzq{tap}”")
    assert len(checkin.here(hall.state)) == 1


# The grid


def grid_of(hall: Hall) -> Page:
    page = desk_of(hall)
    page.goto(f"/tournaments/{hall.id}/console/rounds/1/grid")
    expect(page.locator("#t1s1")).to_be_focused()
    return page


def test_a_row_that_did_not_arrive_is_sent_again(seated: Hall) -> None:
    page = grid_of(seated)
    with without_a_load(page), sending(page, lose):
        Keys(page).type("00500")
        page.locator("#t2s1").fill("4")
        expect(page.locator("#grid-1 .mark")).to_have_text("Sending…")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
        enter_elsewhere(seated, page, 3)
        expect(page.locator("#grid-1 .mark")).to_have_text("Sending…")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    expect(page.locator("#grid-1 .mark")).to_have_text("entered")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#t2s1")).to_have_value("4")
    assert (seated.line(1), seated.entries(ResultEntered)) == ([0, 0, 10, 0, 0], 2)


def test_rows_outlive_a_reload_as_what_was_typed_beside_them(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose):
        for _ in range(2):
            Keys(page).type("00500")
        page.locator("#t4s2").fill("5")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500, Table 2 – 00500)")
        enter_elsewhere(seated, page, 3)
        page.reload()
        for row in (1, 2):
            expect(page.locator(f"#t{row}s1")).to_have_value("00500")
            expect(page.locator(f"#grid-{row} .mark")).to_have_text("Sending…")
        expect(page.locator("#t4s2")).to_have_value("5")
        expect(page.locator("#t3s1")).to_have_value("5")
    expect(page.locator(".grid-done")).to_have_count(3)
    expect(page.locator("#t1s1")).to_have_value("0")
    expect(page.locator("#t4s2")).to_have_value("5")
    assert seated.entries(ResultEntered) == 3
    page.reload()
    expect(page.locator("#t1s1")).to_have_value("0")
    expect(page.locator("#t4s2")).to_have_value("5")


def test_a_row_is_sent_from_another_page_which_says_what_was_refused(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose):
        Keys(page).type("00500")
        Keys(page).type("70000")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500, Table 2 – 70000)")
        page.goto(f"/tournaments/{seated.id}/console")
    expect(page.locator("#outbox")).to_contain_text("could not be submitted. Table 2 – 70000 – ")
    expect(page.locator("#outbox")).to_contain_text("is impossible")
    assert [seated.line(table) for table in (1, 2)] == [[0, 0, 10, 0, 0], []]


def test_a_row_whose_answer_was_lost_takes_nothing_back_that_was_corrected_since(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose_the_answer):
        Keys(page).type("00500")
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#t1s1")).to_have_value("5")
    assert (seated.line(1), seated.entries(ResultEntered)) == ([10, 0, 0, 0, 0], 2)


def test_all_rows_at_once_take_back_nothing_that_another_has_corrected(seated: Hall) -> None:
    page = grid_of(seated)
    Keys(page).type("00500")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    expect(page.locator("#t1s1")).to_have_value("5")
    page.locator("#t2s1").fill("00500")
    page.get_by_role("button", name="Save all").click()
    expect(page.locator("#grid-2.grid-done")).to_have_count(1)
    assert [seated.line(table) for table in (1, 2)] == [[10, 0, 0, 0, 0], [0, 0, 10, 0, 0]]
    page.reload()
    expect(page.locator("#t1s1")).to_have_value("5")
    expect(page.locator("#outbox")).to_be_hidden()


def test_a_half_typed_row_replaces_nothing_that_was_entered_since(seated: Hall) -> None:
    page = grid_of(seated)
    for seat, points in ((1, "2"), (2, "1")):
        page.locator(f"#t3s{seat}").press_sequentially(points)
    seated.work.change(results.enter_result, 1, 3, victory_points=[3, 0, 1, 1, 0])
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    page.locator("#t1s1").fill("00500")
    page.keyboard.press("Enter")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    page.get_by_role("button", name="Save all").click()
    expect(page.locator("#grid-3")).to_contain_text("In the meantime there was one change")
    assert seated.line(3) == [6, 0, 2, 2, 0]
    page.reload()
    expect(page.locator("#t3s1")).to_have_value("3")
    expect(page.locator("#outbox")).to_be_hidden()


@pytest.mark.parametrize("sent", ["2", "2111"])
def test_a_row_that_came_back_by_a_reload_replaces_nothing_that_was_entered_since(seated: Hall, sent: str) -> None:
    page = grid_of(seated)
    for seat, points in enumerate(sent, start=1):
        page.locator(f"#t3s{seat}").press_sequentially(points)
    page.reload()
    expect(page.locator("#t3s1")).to_have_value("2")
    seated.work.change(results.enter_result, 1, 3, victory_points=[3, 1, 1, 0, 0])
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    save = page.get_by_role("button", name="Save all")
    save.click()
    expect(page.locator("#grid-3.grid-bad")).to_have_count(1)
    for seat, points in enumerate("21110", start=1):
        page.locator(f"#t3s{seat}").fill(points)
    if sent == "2":
        # Refused because it was impossible, it has told no change.
        expect(page.locator("#grid-3")).to_contain_text("is impossible")
        save.click()
    expect(page.locator("#grid-3")).to_contain_text("In the meantime there was one change")
    assert seated.line(3) == [6, 2, 2, 0, 0]
    page.locator("#t3s5").press("Enter")
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    assert seated.line(3) == [4, 2, 2, 2, 0]


def test_a_row_with_the_focus_shows_what_others_enter(seated: Hall) -> None:
    page = grid_of(seated)
    enter_elsewhere(seated, page, 1)
    expect(page.locator("#t1s1")).to_have_value("5")
    expect(page.locator("#t1s1")).to_be_focused()
    Keys(page).type("00500")
    expect(page.locator("#t1s3")).to_have_value("5")
    assert seated.line(1) == [0, 0, 10, 0, 0]


def test_a_row_that_is_typed_anew_before_its_answer_shows_what_stands(seated: Hall) -> None:
    page = grid_of(seated)
    with held_up(page):
        type_first(page, "21110")
        page.locator("#t1s1").fill("50000")
        page.keyboard.press("Enter")
    expect(page.locator("#grid-1 .mark")).to_have_text("entered")
    for seat, points in enumerate("50000", start=1):
        expect(page.locator(f"#t1s{seat}")).to_have_value(points)
    page.locator("#t1s1").fill("21110")
    page.keyboard.press("Enter")
    expect(page.locator("#t1s5")).to_have_value("0")
    expect(page.locator("#t1s1")).to_have_value("2")
    assert seated.line(1) == [4, 2, 2, 2, 0]


def test_all_rows_at_once_are_kept(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose_the_answer):
        for row in (1, 2):
            page.locator(f"#t{row}s1").fill("00500")
        page.get_by_role("button", name="Save all").click()
        expect(page.locator("#outbox")).to_contain_text(KEPT)
    expect(page.locator(".grid-done")).to_have_count(2)
    expect(page.locator("#t1s1")).to_have_value("0")
    assert seated.entries(ResultEntered) == 2


# Both


@pytest.mark.parametrize("typed", ["desk", "grid"])
def test_what_a_full_disk_refused_is_sent_once_there_is_room(
    seated: Hall, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    page = desk_of(seated) if typed == "desk" else grid_of(seated)

    def is_full(_store: Store) -> NoReturn:
        raise StoreFull("No space is left for /srv/store.db: make room and try again; nothing was lost.")

    with without_a_load(page), monkeypatch.context() as patched:
        patched.setattr(Store, "transaction", is_full)
        Keys(page).type("1 00500" if typed == "desk" else "00500")
        expect(page.get_by_text("The server is unavailable right now")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    assert (seated.line(1), seated.entries(ResultEntered)) == ([0, 0, 10, 0, 0], 1)
