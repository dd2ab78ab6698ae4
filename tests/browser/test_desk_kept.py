"""What is typed at the desk while nothing arrives is kept, sent in order, and carried out once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests import comes
from tests.browser.conftest import DESKTOP, PHONE, faults_in_both_themes
from tests.browser.halls import Hall
from tests.browser.lossy import KEPT, held_up, late, lose, lose_the_answer, sending, type_first
from tests.browser.test_desk import Keys, desk_of, without_a_load
from toolkit.tournament import checkin, fees, history, players, results
from toolkit.tournament.facts import CheckInOpened, FeeMarked, FeeStatus, PlayersCheckedIn
from toolkit.tournament.players import search_key


def everyone_away(hall: Hall) -> Page:
    hall.work.change(checkin.check_out, [player.number for player in hall.state.active])
    return desk_of(hall)


def desk_at(hall: Hall, table: int) -> Page:
    page = desk_of(hall)
    Keys(page).type(str(table))
    expect(page.locator("#open-title")).to_contain_text(f"Table {table}")
    return page


def named(hall: Hall, *beginnings: str) -> set[int]:
    names = {player.number: search_key(player.name).split() for player in hall.state.active}
    return {number for number, parts in names.items() if any(part.startswith(beginnings) for part in parts)}


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
        expect(page.locator(".last")).to_contain_text("Jonas")
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "ingrid", "jonas"))


def test_it_outlives_a_reload_and_is_sent_from_another_page(hall: Hall) -> None:
    page = everyone_away(hall)
    with sending(page, lose):
        for name in ("gasp", "zzzq", "ingrid"):
            Keys(page).type(name)
        expect(page.locator("#outbox")).to_contain_text("(gasp, zzzq, ingrid)")
        page.reload()
        expect(page.locator("#outbox")).to_contain_text("(gasp, zzzq, ingrid)")
        page.goto(f"/tournaments/{hall.id}/console/log")
    expect(page.locator("#outbox")).to_contain_text("could not be submitted. zzzq – No player is called “zzzq”")
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "ingrid"))
    page.locator("#outbox").get_by_role("link", name="View it").click()
    expect(page.locator("#typed")).to_be_focused()


def test_a_figure_goes_to_the_table_that_was_typed_before_it(seated: Hall) -> None:
    page = desk_at(seated, 3)
    with sending(page, lose):
        for text in ("21110", "1", "00500", "2", "00500"):
            Keys(page).type(text)
        expect(page.locator("#outbox")).to_contain_text("(21110, 1, 00500, 2, 00500)")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".last")).to_contain_text("table 2")
    assert [seated.line(table) for table in (1, 2, 3)] == [[0, 0, 10, 0, 0], [0, 0, 10, 0, 0], [4, 2, 2, 2, 0]]


def way_to(page: Page, table: int) -> Locator:
    """The link of a row that opens its table in place."""
    return page.locator(f"#grid-{table} a[data-place]")


def test_a_figure_goes_to_the_row_that_was_tapped_while_something_else_waited(seated: Hall) -> None:
    page = desk_at(seated, 3)
    with sending(page, lose):
        Keys(page).type("21110")
        page.locator("#t5s1").click()
        Keys(page).type("21110")
        expect(page.locator("#outbox")).to_contain_text("(21110, Table 5 – 21110)")
        page.locator("#t1s1").click()
        page.keyboard.type("00")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#t1s1")).to_be_focused()
    Keys(page).type("500")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    assert [seated.line(table) for table in (1, 3, 5)] == [[0, 0, 10, 0, 0], [4, 2, 2, 2, 0], [4, 2, 2, 2, 0]]


def test_a_table_that_opens_late_takes_the_focus_from_nobody_who_types(seated: Hall) -> None:
    page = desk_at(seated, 4)
    with late(page, "**/tables/5") as answer:
        way_to(page, 5).click()
        page.locator("#typed").click()
        page.keyboard.type("211")
        answer()
        expect(page.locator("#grid-5 .place")).to_be_visible()
        expect(page.locator("#typed")).to_be_focused()
        Keys(page).type("10")
        expect(page.locator(".last")).to_contain_text("table 4")
    assert [seated.line(table) for table in (4, 5)] == [[4, 2, 2, 2, 0], []]


def test_a_figure_goes_to_no_table_that_was_closed_however_late_that_is_shown(seated: Hall) -> None:
    page = desk_at(seated, 4)
    with late(page, "**/rounds/1") as answer:
        page.keyboard.press("Escape")
        expect(page.locator("#open-table")).to_be_hidden()
        Keys(page).type("21110")
        expect(page.locator("#desk-said")).to_contain_text("has no table 21110")
        answer()
    assert not seated.state.round(1).results


def test_of_two_tables_that_were_tapped_the_last_one_is_open(seated: Hall) -> None:
    page = desk_of(seated)
    with late(page, "**/tables/5") as answer:
        way_to(page, 5).click()
        way_to(page, 3).click()
        expect(page.locator("#grid-3 .place")).to_be_visible()
        answer()
    expect(page.locator(".place")).to_have_count(1)
    expect(page.locator("#grid-3 .place")).to_be_visible()


@pytest.mark.parametrize("way", ["a reload", "another page"])
def test_a_figure_goes_to_the_table_that_still_waits_after_a_page_load(seated: Hall, way: str) -> None:
    page = desk_at(seated, 3) if way == "a reload" else desk_of(seated)
    with sending(page, lose):
        Keys(page).type("4")
        expect(page.locator("#outbox")).to_contain_text("(4)")
        page.goto(f"/tournaments/{seated.id}/console/desk") if way == "another page" else page.reload()
        page.locator("#typed").focus()
        Keys(page).type("21110")
        expect(page.locator("#outbox")).to_contain_text("(4, 21110)")
    expect(page.locator(".last")).to_contain_text("table 4")
    assert [seated.line(table) for table in (3, 4)] == [[], [4, 2, 2, 2, 0]]


@pytest.mark.parametrize("way", ["another table", "none"])
def test_what_was_opened_or_closed_while_something_waits_outlives_a_reload(seated: Hall, way: str) -> None:
    page = desk_at(seated, 4)
    with sending(page, lose):
        Keys(page).type("zzzq")
        expect(page.locator("#outbox")).to_contain_text("(zzzq)")
        if way == "none":
            page.keyboard.press("Escape")
            expect(page.locator("#open-table")).to_have_count(0)
        else:
            Keys(page).type("5")
            expect(page.locator("#outbox")).to_contain_text("(zzzq, 5)")
        page.reload()
        page.locator("#typed").focus()
        Keys(page).type("21110")
        expect(page.locator("#outbox")).to_contain_text("21110)")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#desk-missed")).to_contain_text("zzzq")
    assert [seated.line(table) for table in (4, 5)] == [[], [] if way == "none" else [4, 2, 2, 2, 0]]


def test_an_order_that_is_tapped_next_leaves_the_part_as_it_is(seated: Hall) -> None:
    for player in (1, 2):
        seated.work.change(players.drop_player, player)
    page = desk_of(seated)
    page.goto(f"/tournaments/{seated.id}/console/players")
    with late(page, "**/players?*show=left*") as answer:
        page.locator(".parts a", has_text="Left").click()
        page.locator(".sorts a", has_text="Table").click()
        expect(page.locator(".parts [aria-current]")).to_contain_text("Left")
        answer()
        expect(page.locator(".parts [aria-current]")).to_contain_text("Left")
        expect(page.locator(".sorts [aria-current]")).to_contain_text("Table")
    expect(page.locator("#missing li")).to_have_count(2)


@pytest.mark.parametrize(("is_busy", "times"), [(False, 1), (True, 1), (True, 2)], ids=["lost", "busy", "busy twice"])
def test_a_table_whose_page_did_not_come_is_asked_for_again(seated: Hall, is_busy: bool, times: int) -> None:
    page, asked = desk_of(seated), list[str]()

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
        elif is_busy:
            route.fulfill(status=503, content_type="text/html", body="<h1>Too busy</h1>")
        else:
            route.abort()

    page.route("**/tables/5", fail)
    with without_a_load(page):
        way_to(page, 5).click()
        expect(page.locator("#grid-5 .place")).to_contain_text("Round 1: Table 5")
        expect(page.locator("#outbox")).to_be_hidden()
    assert len(asked) == times + 1


def test_a_refusal_leaves_the_table_that_was_opened_on_its_way(seated: Hall) -> None:
    page = desk_of(seated)
    with held_up(page):
        type_first(page, "5")
        Keys(page).type("99999")
    expect(page.locator("#desk-said")).to_contain_text("at most 5 victory points in all")
    expect(page.locator("#open-title")).to_contain_text("Round 1: Table 5")


def test_a_part_that_was_asked_for_before_an_entry_does_not_hide_it(hall: Hall) -> None:
    page = everyone_away(hall)
    with late(page, "**/players?*show=away*") as answer:
        page.locator(".parts a", has_text="Not here").click()
        hall.work.change(checkin.check_in, named(hall, "ingrid"))
        expect(page.locator(".last")).to_contain_text("Ingrid")
        answer()
        assert "Ingrid" in page.locator(".last").inner_text()
        expect(page.locator(".parts [aria-current]")).to_contain_text("Not here")


def test_what_was_asked_for_before_an_entry_does_not_hide_it(hall: Hall) -> None:
    page = everyone_away(hall)
    with late(page, "**/players*") as answer:
        hall.work.change(checkin.check_in, named(hall, "ingrid"))
        with page.expect_request(lambda request: request.headers.get("x-fragment") == "live"):
            page.locator("#live").dispatch_event("ask")
        Keys(page).type("jonas")
        expect(page.locator(".last")).to_contain_text("Jonas")
        answer()
        assert "Jonas" in page.locator(".last").inner_text()
    assert comes(lambda: checkin.here(hall.state) == named(hall, "ingrid", "jonas"))


def test_the_table_that_is_asked_about_is_the_one_that_is_shown(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 5, victory_points=[5, 0, 0, 0, 0])
    page = desk_at(seated, 4)
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
    expect(page.locator(".last")).to_contain_text("table 4")
    assert [seated.line(table) for table in (3, 4)] == [[3, 0, 1, 1, 1]] * 2


def test_a_figure_behind_a_refusal_goes_to_no_other_table(seated: Hall) -> None:
    page = desk_at(seated, 1)
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
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "ingrid"))
    assert faults_in_both_themes(page, PHONE, DESKTOP) == []
    hall.work.change(players.add_player, "Yyyq")
    Keys(page).type("yyyq")
    expect(page.locator("#desk-missed li")).to_have_count(1)
    page.locator("#desk-missed").get_by_role("button", name="Close").click()
    expect(page.locator("#desk-missed")).to_be_hidden()


def test_of_many_refusals_three_are_named_and_the_others_counted(hall: Hall) -> None:
    page = everyone_away(hall)
    for text in ("zzza", "zzzb", "zzzc", "zzzd", "zzze", "gasp"):
        Keys(page).type(text)
        expect(page.locator("#typed")).to_have_value("" if text == "gasp" else text)
    expect(page.locator("#desk-missed li")).to_have_count(3)
    expect(page.locator("#desk-missed")).to_contain_text("Not entered: +2")
    hall.work.change(players.add_player, "Zzze Last")
    expect(page.locator(".last")).to_contain_text("Zzze Last")
    Keys(page).type("zzze la")
    expect(page.locator("#desk-missed")).to_contain_text("Not entered: +1")
    expect(page.locator("#desk-missed li").last).to_contain_text("zzzd")


def test_what_was_refused_for_a_table_is_gone_once_its_result_is_entered(seated: Hall) -> None:
    page = desk_of(seated)
    for text in ("3 99999", "5 99999", "3"):
        Keys(page).type(text)
        expect(page.locator("#typed")).to_have_value("" if text == "3" else text)
    expect(page.locator("#desk-missed li")).to_have_count(2)
    Keys(page).type("21110")
    expect(page.locator("#desk-missed li")).to_have_count(1)
    expect(page.locator("#desk-missed li")).to_contain_text("5 99999")


def test_a_name_that_is_typed_before_check_in_opens_it(hall: Hall) -> None:
    opened = (CheckInOpened, PlayersCheckedIn)
    hall.work.change(history.undo, [entry.number for entry in hall.state.log if isinstance(entry.fact, opened)])
    page = desk_of(hall)
    Keys(page).type("gasp")
    expect(page.locator("[data-key=here]")).to_have_text("1 of 33 here")
    expect(page.locator(".parts a", has_text="Not here")).to_contain_text("32")
    assert checkin.here(hall.state) == named(hall, "gasp")


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
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp"))


def tap_twice(page: Page, button: Locator) -> None:
    """Not at once, which would be one tap."""
    now = datetime.now(UTC)
    for seconds in (0, 1):
        page.clock.set_fixed_time(now + timedelta(seconds=seconds))
        button.click()


def test_a_tap_on_the_list_is_kept_too(hall: Hall) -> None:
    page, player = everyone_away(hall), hall.state.active[0]
    button = page.locator(f"#player-{player.number}").get_by_role("button", name="Here")
    with sending(page, lose):
        tap_twice(page, button)
        expect(page.locator("#outbox")).to_contain_text(f"(Here ({player.name}))")
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
    page.goto(f"/tournaments/{hall.id}/console/players?show=fees")
    other = hall.state.active[1]
    with sending(page, lose_the_answer):
        Keys(page).type(f"{other.name} $")
        # Before the list has heard of it.
        page.locator(f"#player-{other.number}").get_by_role("button", name="Paid").click()
        expect(page.locator("#outbox")).to_contain_text(KEPT)
    expect(page.locator("#outbox")).to_be_hidden()
    assert hall.state.fees[other.number].status is FeeStatus.PAID
    Keys(page).type(f"{player.name} $")
    expect(page.locator("#desk-said")).to_contain_text(f"{player.name} has paid already")
    page.keyboard.press("Enter")
    expect(page.locator(".last")).to_contain_text("unpaid")


@pytest.mark.parametrize("is_loaded_again", [False, True])
def test_what_was_typed_again_while_it_waits_is_not_taken_back(hall: Hall, is_loaded_again: bool) -> None:
    hall.work.change(fees.set_fees, "5", currency="EUR")
    page = desk_of(hall)
    with sending(page, lose_the_answer):
        for name in ("jonas $", "ingrid $"):
            Keys(page).type(name)
        expect(page.locator("#outbox")).to_contain_text("(jonas $, ingrid $)")
        if is_loaded_again:
            page.reload()
        expect(page.locator(".last")).to_contain_text("Jonas")
        Keys(page).type("jonas $")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".last")).to_contain_text("Ingrid")
    paid = {player for player, fee in hall.state.fees.items() if fee.status is FeeStatus.PAID}
    assert paid == named(hall, "jonas", "ingrid")
    Keys(page).type("jonas $")
    expect(page.locator("#desk-said")).to_contain_text("has paid already")
    page.keyboard.press("Enter")
    expect(page.locator(".last")).to_contain_text("unpaid")


def test_a_question_is_no_entry_and_leads_back_to_where_it_is_answered(hall: Hall) -> None:
    page, player = desk_of(hall), hall.state.active[0]
    with sending(page, lose):
        Keys(page).type(player.name)
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        page.goto(f"/tournaments/{hall.id}/console/log")
    expect(page.locator("#outbox")).to_contain_text(f"{player.name} is here already (Demo, ")
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
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "ingrid"))
    assert hall.state.fees[gasp].status is FeeStatus.PAID


def test_undo_takes_back_what_was_seen_and_nothing_that_waited(hall: Hall) -> None:
    page, (gasp,) = everyone_away(hall), named(hall, "gasp")
    undo = page.get_by_role("button", name="Undo")
    with sending(page, lose):
        Keys(page).type("gasp")
        undo.click()
        expect(page.locator("#outbox")).to_contain_text("(gasp, Undo")
    expect(page.locator("#outbox")).to_contain_text("This changed in the meantime")
    expect(page.locator(".last")).to_contain_text("Gáspár")
    assert checkin.here(hall.state) == {gasp}
    hall.work.change(checkin.check_in, named(hall, "ingrid"))
    expect(page.locator(".last")).to_contain_text("Ingrid")
    undo.click()
    expect(page.locator(".last")).to_contain_text("Gáspár")
    assert checkin.here(hall.state) == {gasp}


def test_undo_that_was_tapped_twice_takes_one_thing_back(hall: Hall) -> None:
    page = everyone_away(hall)
    for name in ("Jonas", "Ingrid"):
        Keys(page).type(name)
        expect(page.locator(".last")).to_contain_text(name)
    with sending(page, lose):
        tap_twice(page, page.get_by_role("button", name="Undo"))
        expect(page.locator("#outbox")).to_contain_text("(Undo")
    expect(page.locator(".last")).to_contain_text("Jonas")
    expect(page.locator("#typed")).to_be_focused()
    Keys(page).type("zzzq")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    assert comes(lambda: checkin.here(hall.state) == named(hall, "jonas"))


def test_one_fault_of_the_server_changes_no_order(seated: Hall) -> None:
    page = desk_at(seated, 3)
    with sending(page, lambda route: route.fulfill(status=500, body="")):
        Keys(page).type("2")
        expect(page.locator("#outbox")).to_contain_text("(2)")
    Keys(page).type("21110")
    expect(page.locator("#outbox")).to_contain_text("(2, 21110)")
    page.clock.install()
    page.clock.fast_forward(35_000)
    expect(page.locator(".last")).to_contain_text("table 2")
    assert [seated.line(table) for table in (2, 3)] == [[4, 2, 2, 2, 0], []]


def test_what_was_refused_is_named_by_the_desk_until_that_is_closed(hall: Hall) -> None:
    page = everyone_away(hall)
    with sending(page, lose):
        for name in ("zzzq", "yyyq"):
            Keys(page).type(name)
        page.goto(f"/tournaments/{hall.id}/console/log")
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
    page.locator(".parts a", has_text="Not here").click()
    expect(page.locator(".parts [aria-current]")).to_contain_text("Not here")
    page.clock.set_fixed_time(datetime.now(UTC))
    button = page.locator("#missing button").first
    button.scroll_into_view_if_needed()
    box, first = button.bounding_box(), button.inner_text()
    assert box is not None
    for _ in range(2):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        expect(page.locator("[data-key=here]")).to_have_text("1 of 33 here")
        expect(button).not_to_have_text(first)
    # What is typed behind it is answered behind it.
    Keys(page).type("zzzq")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    assert len(checkin.here(hall.state)) == 1
