"""What is typed in the grid while nothing arrives is kept, and takes back nothing that others enter meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.halls import FINGER, TABLES, Hall
from tests.browser.lossy import (
    KEPT,
    LATE_ANSWER,
    held_up,
    is_sent,
    late,
    lose,
    lose_the_answer,
    say_it_is_back,
    sending,
    type_first,
)
from tests.browser.measure import MOST_SHIFT
from tests.browser.test_desk import Keys, desk_of, enter_elsewhere, without_a_load
from toolkit.storage import Store
from toolkit.storage.database import StoreFull
from toolkit.tournament import checkin, final, players, results, rounds, steps
from toolkit.tournament.facts import ResultEntered

REFUSED = "This could not be done."
OVERTAKEN = "This table has changed since you typed that."
BACK = "Your earlier entries are back in the fields. They have not been sent."


def grid_of(hall: Hall, first: str = "#t1s1") -> Page:
    page = hall.laptop("/rounds/1")
    expect(page.locator(first)).to_be_focused()
    return page


def save_of(page: Page) -> Locator:
    """The button that sends what is typed: the bar's, or where that does something else, the one below the rows."""
    return page.locator("#bar [data-next]:text-is('Save'), .save-all").filter(visible=True)


# Where each field is, and how far anything moved since the page was drawn.
PLACES = "() => [...document.querySelectorAll('[data-row]')].map((one) => one.getBoundingClientRect().x)"
MOVED = """() => new Promise((done) => {
  const sum = (list) => done(list.getEntries().reduce((sum, one) => sum + one.value, 0));
  new PerformanceObserver(sum).observe({ type: "layout-shift", buffered: true });
  setTimeout(done, 200, 0);
})"""

# How far the next step stands above the edge of the window once a keyboard covers 300 px of it.
RAISED = """() => {
  Object.defineProperty(visualViewport, "height", { value: innerHeight - 300, configurable: true });
  visualViewport.dispatchEvent(new Event("resize"));
  const { bottom } = document.querySelector(".course .next").getBoundingClientRect();
  delete visualViewport.height;
  visualViewport.dispatchEvent(new Event("resize"));
  return innerHeight - bottom;
}"""


def correct(page: Page, table: int, line: Sequence[str]) -> None:
    for seat, points in enumerate(line, start=1):
        page.locator(f"#t{table}s{seat}").fill(points)


def test_a_refused_row_has_the_focus_at_what_is_wrong_and_no_column_moves(seated: Hall) -> None:
    page = grid_of(seated)
    before = page.evaluate(PLACES)
    correct(page, 1, ("2.5", "x", "0", "0", "0"))
    page.locator("#t1s5").press("Enter")
    expect(page.locator("#t1s2")).to_be_focused()
    assert page.evaluate("() => getSelection().toString()") == "x"
    page.locator("#t1s2").fill("2")
    page.locator("#t1s5").press("Enter")
    page.locator("#grid-1 [name=take]").first.click()
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    expect(page.locator("#t2s1")).to_be_focused()
    page.locator("#t1s1").click()
    page.locator("#t1s1").click(position={"x": 24, "y": 10})
    page.keyboard.type("7")
    expect(page.locator("#t1s1")).to_have_value("7")
    assert page.evaluate(PLACES) == before
    expect(page.locator("#grid-1.is-unsaved")).to_have_count(1)
    correct(page, 1, "0005")
    page.locator("#t1s2").press("Enter")
    expect(page.locator("#grid-1.grid-done:not(.is-unsaved) .mark")).to_have_text("entered")
    assert seated.line(1) == [0, 0, 0, 10, 0]


def test_on_a_phone_a_table_stays_where_it_was_once_it_is_entered(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    page = seated.laptop("/rounds/1", **FINGER)
    order = "() => [...document.querySelectorAll('#all-tables tbody')].map((one) => one.offsetTop)"
    before = page.evaluate(order)
    assert before[0] == max(before)
    page.locator("#t3s1").fill("00500")
    page.locator("#t3s1").press("Enter")
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    assert page.evaluate(order) == before
    assert page.evaluate(MOVED) < MOST_SHIFT
    assert page.evaluate(RAISED) == 300
    page.locator("#grid-3 a[data-place]").click()
    expect(page.locator(".place .line tbody tr")).to_have_count(5)
    assert page.evaluate(FOLDED) == 0


def test_on_a_phone_a_refused_correction_shows_its_offers_above_the_bar(seated: Hall) -> None:
    for table, seats in enumerate(TABLES, start=1):
        seated.work.change(results.enter_result, 1, table, victory_points=[len(seats), *[0] * (len(seats) - 1)])
    page = seated.laptop("/rounds/1", **FINGER)
    page.locator("#t3s1").evaluate("(field) => scrollBy(0, field.getBoundingClientRect().top - 500)")
    page.locator("#t3s1").fill("00600")
    page.locator("#t3s1").press("Enter")
    offers = page.locator("#grid-why-3 [name=take]")
    expect(page.locator("#t3s3")).to_have_value("6")
    lowest, bar = offers.last.bounding_box(), page.locator(".course .next").bounding_box()
    assert lowest
    assert bar
    assert lowest["y"] + lowest["height"] <= bar["y"]


FOLDED = """() => [...document.querySelectorAll(".place .line tr")]
  .filter((row) => new Set([...row.cells].map((cell) => cell.offsetTop)).size > 1).length"""


def test_on_a_phone_a_player_leaves_in_place_and_the_bar_enters_the_story(seated: Hall) -> None:
    page = seated.laptop("/rounds/1", **FINGER)
    page.locator("#grid-1 a[data-place]").click()
    with without_a_load(page):
        page.locator("#leaves").select_option(index=1)
        page.get_by_role("button", name="They left").click()
        expect(page.locator(".place .gone")).to_contain_text("has left the event.")
        expect(page.locator(".place .gone")).to_be_in_viewport()
        page.locator(".chairs").evaluate("(one) => one.scrollIntoView()")
        tops = set[int]()
        for left in range(4, 0, -1):
            expect(page.locator(".place .taps:not([aria-hidden])")).to_have_count(left + 1)
            tops.add(round(page.locator(".chairs").evaluate("(one) => one.getBoundingClientRect().y")))
            page.locator(".place .taps a").first.click()
    assert max(tops) - min(tops) <= 2
    expect(page.locator("#bar [data-next]")).to_have_text("Enter this result")
    expect(page.locator(".place .primary")).to_have_count(0)
    expect(page.locator(".place .tell form button").first).to_be_focused()
    page.locator("#bar [data-next]").click()
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)


def test_a_refused_button_is_over_with_the_next_entry(seated: Hall) -> None:
    page = seated.laptop("/rounds/1", **FINGER)
    page.locator("#grid-1 a[data-place]").click()
    page.locator("#leaves").select_option(index=1)
    seated.work.change(players.drop_player, seated.state.round(1).table(1)[0])
    page.get_by_role("button", name="They left").click()
    expect(page.locator("#desk-missed")).to_contain_text("They left – ")
    page.locator("#t2s1").fill("00500")
    page.locator("#t2s1").press("Enter")
    expect(page.locator("#grid-2.grid-done")).to_have_count(1)
    expect(page.locator("#desk-missed")).to_be_hidden()


def to_the_final(hall: Hall) -> int:
    """The first of each table wins all; the finalists are known. Returns a table of round 1 of a finalist."""
    for number in (1, 2, 3):
        if number > 1:
            hall.work.change(rounds.draft_round, TABLES)
            hall.work.change(steps.publish_round)
        for table, seats in enumerate(TABLES, start=1):
            won = [len(seats), *[0] * (len(seats) - 1)]
            hall.work.change(results.enter_result, number, table, victory_points=won)
    hall.work.change(final.toss, seed=1)
    hall.work.change(final.open_final)
    assert hall.state.final is not None
    return 1 + [seats[0] for seats in TABLES].index(hall.state.final.finalists[0])


def test_a_question_is_left_as_it_is_and_named_no_more(seated: Hall) -> None:
    table = to_the_final(seated)
    size = len(TABLES[table - 1])
    page, last = seated.laptop("/rounds/1"), "0" * (size - 1) + str(size)
    typed, first, missed = page.locator("#typed"), page.locator(f"#t{table}s1"), page.locator("#desk-missed")
    leave = page.get_by_role("link", name="Leave it as it is")

    def ask_in_the_field() -> None:
        typed.fill(f"{table} {last}")
        typed.press("Enter")
        expect(page.get_by_text("Press Enter again to replace it")).to_be_visible()
        typed.press("Enter")
        expect(leave).to_be_visible()

    ask_in_the_field()
    leave.click()
    expect(leave).to_be_hidden()
    expect(typed).to_have_value("")
    first.fill(last)
    first.press("Enter")
    leave.click()
    expect(leave).to_be_hidden()
    expect(first).to_have_value(str(size))
    ask_in_the_field()
    typed.fill("zzzq")
    typed.press("Enter")
    expect(missed).to_contain_text(last)
    first.fill(last)
    first.press("Enter")
    # The field's own question has such a button too, until what was typed there is answered.
    page.locator(f"#grid-{table}").get_by_role("button", name="Yes, do it").click()
    expect(missed).not_to_contain_text(last)
    assert seated.line(table) == [0] * (size - 1) + [2 * size]


def test_on_a_phone_the_open_station_is_in_sight_and_names_are_as_high_as_a_thumb(seated: Hall) -> None:
    to_the_final(seated)
    page = seated.laptop("/sheets", **FINGER)
    expect(page.locator(".station.is-open")).to_be_in_viewport()
    expect(page.get_by_text("To print from a phone, save the PDF")).to_be_visible()
    page.goto(f"/tournaments/{seated.id}/console/players")
    heights = page.locator("#missing .who a").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 44


def test_an_offer_on_the_page_of_a_table_is_entered_by_a_tap(seated: Hall) -> None:
    page = seated.laptop("/rounds/1/tables/1", **FINGER)
    page.locator("#vp1").fill("3.5")
    page.locator("#vp2").fill(".5")
    page.locator(".points ~ .actions button").last.click()
    page.locator("[data-points]").first.click()
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)


def test_after_the_last_result_a_phone_shows_who_was_away(hall: Hall) -> None:
    hall.work.change(checkin.mark_away, [22])
    hall.work.change(rounds.draft_round, [TABLES[0][:4], *TABLES[1:]], seed=7)
    hall.work.change(steps.publish_round)
    for table, line in enumerate(TABLES[1:], start=2):
        hall.work.change(results.enter_result, 1, table, victory_points=[len(line)] + [0] * (len(line) - 1))
    page = hall.laptop("/rounds/1", **FINGER)
    page.locator("#grid-7").scroll_into_view_if_needed()
    page.locator("#t1s1").fill("0400")
    page.locator("#t1s1").press("Enter")
    expect(page.locator("#bar [data-next]")).to_have_text("Seat round 2")
    expect(page.locator("[data-unseen]")).to_be_in_viewport()


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
        page.goto(f"/tournaments/{seated.id}/console/log")
    expect(page.locator("#outbox")).to_contain_text("could not be done. Table 2 – 70000 – ")
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
    save_of(page).click()
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
    save_of(page).click()
    expect(page.locator("#grid-3")).to_contain_text("In the meantime there was one change")
    assert seated.line(3) == [6, 0, 2, 2, 0]
    page.reload()
    expect(page.locator("#t3s1")).to_have_value("3")
    expect(page.locator("#outbox")).to_have_text(f"{REFUSED} Table 3 – 2 1 1 1 0 – {OVERTAKEN}")
    page.reload()
    expect(page.locator("#outbox")).to_be_hidden()


def typed_and_overtaken(hall: Hall, points: str) -> Page:
    """A row that somebody has begun to type, the page loaded anew, and then a result of another helper's."""
    page = grid_of(hall)
    for seat, figure in enumerate(points, start=1):
        page.locator(f"#t3s{seat}").press_sequentially(figure)
    page.reload()
    expect(page.locator("#t3s1")).to_have_value(points[0])
    hall.work.change(results.enter_result, 1, 3, victory_points=[3, 1, 1, 0, 0])
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    save_of(page).click()
    expect(page.locator("#grid-3.grid-bad")).to_have_count(1)
    correct(page, 3, "21110")
    return page


def test_a_row_that_came_back_by_a_reload_replaces_nothing_until_the_change_was_told(seated: Hall) -> None:
    page = typed_and_overtaken(seated, "2111")
    expect(page.locator("#grid-3")).to_contain_text("In the meantime there was one change")
    assert seated.line(3) == [6, 2, 2, 0, 0]
    page.locator("#t3s5").press("Enter")
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    assert seated.line(3) == [4, 2, 2, 2, 0]


def test_a_row_that_was_impossible_has_told_no_change(seated: Hall) -> None:
    page = typed_and_overtaken(seated, "2")
    expect(page.locator("#grid-3")).to_contain_text("is impossible")
    save_of(page).click()
    expect(page.locator("#grid-3")).to_contain_text("In the meantime there was one change")
    assert seated.line(3) == [6, 2, 2, 0, 0]


def test_a_row_with_the_focus_shows_what_others_enter(seated: Hall) -> None:
    page = grid_of(seated)
    enter_elsewhere(seated, page, 1)
    expect(page.locator("#t1s1")).to_have_value("5")
    expect(page.locator("#t1s1")).to_be_focused()
    Keys(page).type("00500")
    expect(page.locator("#t1s3")).to_have_value("5")
    assert seated.line(1) == [0, 0, 10, 0, 0]


# What the first row's first field shows each time that something is drawn.
SHOWN = """() => {
  globalThis.shown = [];
  document.addEventListener("swapped", () => shown.push(document.getElementById("t1s1").value));
}"""


def test_what_was_asked_for_before_a_row_was_entered_does_not_empty_it(seated: Hall) -> None:
    page = grid_of(seated)
    page.evaluate(SHOWN)
    with late(page, "**/rounds/1") as answer:
        with page.expect_request(lambda request: "x-fragment" in request.headers):
            seated.work.change(results.enter_result, 1, 3, victory_points=[5, 0, 0, 0, 0])
        Keys(page).type("21110")
        expect(page.locator("#grid-1.grid-done")).to_have_count(1)
        answer()
        expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    assert set(page.evaluate("shown")) == {"2"}


def test_an_answer_that_comes_late_hides_no_correction_of_others(seated: Hall) -> None:
    page = grid_of(seated)
    page.evaluate(LATE_ANSWER)
    Keys(page).type("21110")
    page.wait_for_function("() => globalThis.answered")
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    expect(page.locator("#live")).to_have_attribute("data-sequence", str(seated.entries()))
    page.evaluate("() => answered()")
    expect(page.locator("#t1s1")).to_have_value("5")
    expect(page.locator("#grid-1 .mark")).to_have_text("entered")


def send_story(page: Page) -> None:
    """The first player of table 1 ousts all others; the answer is late."""
    place = page.locator("#grid-1 .place")
    page.locator("#grid-1 a[data-place]").click()
    for left in range(len(TABLES[0]), 1, -1):
        expect(place.locator(".chair-in")).to_have_count(left)
        place.locator(".chair-in").nth(1).get_by_role("link", name="Ousted").click()
    page.evaluate(LATE_ANSWER)
    place.locator("#tell").get_by_role("button", name="Enter this result").click()
    page.wait_for_function("() => globalThis.answered")


def test_a_story_that_is_answered_late_closes_its_own_table_alone(seated: Hall) -> None:
    page = grid_of(seated)
    send_story(page)
    page.locator("#typed").fill("2")
    with without_a_load(page):
        page.evaluate("() => { answered(); }")
        expect(page.locator("#outbox")).to_contain_text("Sent at")
        expect(page.locator(".place")).to_have_count(0)
        expect(page.locator("#bar [data-next]")).to_have_text("Enter table 2")

    # Another one that was opened since stays.
    seated.work.change(results.clear_result, 1, 1)
    page.goto(page.url)
    send_story(page)
    page.locator("#grid-7 a[data-place]").click()
    expect(page.locator("#grid-7 .place")).to_be_visible()
    with without_a_load(page):
        page.evaluate("() => { answered(); }")
        expect(page.locator("#outbox")).to_contain_text("Sent at")
        expect(page.locator("#grid-7 .place")).to_be_visible()


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
        save_of(page).click()
        expect(page.locator("#outbox")).to_contain_text(KEPT)
    expect(page.locator(".grid-done")).to_have_count(2)
    expect(page.locator("#t1s1")).to_have_value("0")
    assert seated.entries(ResultEntered) == 2


def test_corrections_that_wait_outlive_a_reload_and_the_next_ones(seated: Hall) -> None:
    for table in (1, 2, 3):
        seated.work.change(results.enter_result, 1, table, victory_points=[5, 0, 0, 0, 0])
    page = grid_of(seated, "#t4s1")
    save = save_of(page)
    with sending(page, lose):
        for table in (1, 2):
            correct(page, table, "21110")
        save.click()
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 2 1 1 1 0, Table 2 – 2 1 1 1 0)")
        page.reload()
        expect(page.locator("#grid-2 .mark")).to_have_text("Sending…")
        expect(page.locator("#t2s1")).to_have_value("2")
        correct(page, 3, "21110")
        save.click()
        expect(page.locator("#outbox")).to_contain_text("Table 3 – 2 1 1 1 0)")
    expect(page.locator("#outbox")).to_be_hidden()
    assert [seated.line(table) for table in (1, 2, 3)] == [[4, 2, 2, 2, 0]] * 3


def test_a_correction_that_was_not_sent_outlives_a_reload(seated: Hall) -> None:
    for table in (1, 2):
        seated.work.change(results.enter_result, 1, table, victory_points=[5, 0, 0, 0, 0])
    page = grid_of(seated, "#t3s1")
    for table in (1, 2):
        correct(page, table, ("0.5", "0.5", "2.5", "", ""))
    seated.work.change(results.enter_result, 1, 2, victory_points=[0, 0, 5, 0, 0])
    page.reload()
    expect(page.locator("#t1s1")).to_have_value("0.5")
    # Of what another has entered since nothing is mixed with it.
    expect(page.locator("#t2s1")).to_have_value("0")
    expect(page.locator("#outbox")).to_have_text(f"{BACK} {REFUSED} Table 2 – 0.5 0.5 2.5 – {OVERTAKEN}")
    save_of(page).click()
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#t1s1")).to_have_js_property("defaultValue", "0.5")
    assert [seated.line(table) for table in (1, 2)] == [[1, 1, 5, 0, 0], [0, 0, 10, 0, 0]]


def test_a_refused_row_takes_the_focus_from_nobody_who_types(seated: Hall) -> None:
    page = grid_of(seated)
    save = save_of(page)
    page.locator("#t6s1").fill("9999")
    with held_up(page):
        with page.expect_request(lambda request: request.method == "POST"):
            save.click()
        page.locator("#t5s1").click()
        page.keyboard.type("0")
    expect(page.locator("#grid-6.grid-bad")).to_have_count(1)
    expect(page.locator("#t5s1")).to_be_focused()
    page.locator("#t5s1").fill("")
    save.click()
    expect(page.locator("#t6s1")).to_be_focused()


def test_an_impossible_row_holds_up_no_other(seated: Hall) -> None:
    page = grid_of(seated)
    page.locator("#t1s1").fill("9")
    enter_elsewhere(seated, page, 2)
    correct(page, 2, "21110")
    save_of(page).click()
    expect(page.locator("#grid-1.grid-bad")).to_have_count(1)
    expect(page.locator("#t2s1")).to_have_js_property("defaultValue", "2")
    assert seated.line(2) == [4, 2, 2, 2, 0]


def test_a_row_that_was_corrected_while_its_answer_was_lost_is_entered(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose_the_answer):
        Keys(page).type("00500")
        expect(page.locator("#outbox")).to_contain_text(KEPT)
        page.locator("#t1s1").fill("21110")
        page.keyboard.press("Enter")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("#grid-1 .mark")).to_have_text("entered")
    assert seated.line(1) == [4, 2, 2, 2, 0]


def test_a_result_that_was_deleted_in_the_grid_is_named_and_stays(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    page = grid_of(seated, "#t2s1")
    for seat in range(1, 6):
        page.locator(f"#t1s{seat}").fill("")
    save_of(page).click()
    expect(page.locator("#grid-1.grid-bad")).to_contain_text("has 5 seats: type a figure for each")
    assert seated.line(1) == [10, 0, 0, 0, 0]
    correct(page, 1, "50000")
    save_of(page).click()
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)


def test_a_row_that_waits_replaces_nothing_after_a_reload(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose):
        Keys(page).type("00500")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
        seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
        page.reload()
        expect(page.locator("#t1s1")).to_have_value("00500")
        save_of(page).click()
    expect(page.locator("#grid-1")).to_contain_text("In the meantime there was one change")
    assert seated.line(1) == [10, 0, 0, 0, 0]


def test_a_seat_that_was_added_to_a_row_that_waits_is_empty(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose):
        page.locator("#t7s1").fill("2110")
        page.keyboard.press("Enter")
        expect(page.locator("#outbox")).to_contain_text("(Table 7 – 2110)")
        tables = [list(table) for table in seated.state.round(1).tables]
        tables[6].append(tables[4].pop())
        seated.work.change(rounds.change_seats, 1, tables)
        expect(page.locator("#t7s5")).to_have_value("")
    expect(page.locator("#grid-7.grid-bad")).to_have_count(1)
    expect(page.locator("#t7s5")).to_have_value("")


def test_no_draft_is_mixed_with_what_was_entered_since(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 1, victory_points=[2, 2, 1, 0, 0])
    page = grid_of(seated, "#t2s1")
    correct(page, 1, "31")
    seated.work.change(results.enter_result, 1, 1, victory_points=[2, 2, 0, 1, 0])
    expect(page.locator("#t1s4")).to_have_value("1")
    page.locator("#t7s1").fill("4")
    page.reload()
    expect(page.locator("#t7s1")).to_have_value("4")
    expect(page.locator("#t1s1")).to_have_value("2")
    expect(page.locator("#outbox")).to_contain_text(f"Table 1 – 3 1 1 0 0 – {OVERTAKEN}")


def test_a_row_that_was_sent_from_another_page_is_no_draft_any_more(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose):
        Keys(page).type("00500")
        page.locator("#t4s2").fill("5")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
        page.goto(f"/tournaments/{seated.id}/console/log")
    expect(page.locator("#outbox")).to_contain_text("Sent at")
    assert seated.line(1) == [0, 0, 10, 0, 0]
    page.goto(f"/tournaments/{seated.id}/console/rounds/1")
    expect(page.locator("#t4s2")).to_have_value("5")
    expect(page.locator("#outbox")).to_have_text(BACK)


def test_what_is_typed_over_a_row_on_its_way_outlives_a_reload(seated: Hall) -> None:
    page = grid_of(seated)
    with held_up(page):
        correct(page, 1, "21110")
        with page.expect_request(lambda request: request.method == "POST"):
            page.locator("#t1s5").press("Enter")
        page.locator("#t1s1").fill("3")
    expect(page.locator("#t1s1")).to_have_js_property("defaultValue", "2")
    page.reload()
    expect(page.locator("#t1s1")).to_have_value("3")
    expect(page.locator("#outbox")).to_have_text(BACK)
    assert seated.line(1) == [4, 2, 2, 2, 0]


def test_what_was_typed_over_a_row_whose_answer_was_lost_is_named(seated: Hall) -> None:
    page = grid_of(seated)
    with sending(page, lose_the_answer):
        correct(page, 1, "21110")
        page.locator("#t1s5").press("Enter")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 2 1 1 1 0)")
        page.locator("#t1s1").fill("3")
        page.reload()
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 2 1 1 1 0)")
    expect(page.locator("#outbox")).to_contain_text(f"{REFUSED} Table 1 – 3 1 1 1 0 – {OVERTAKEN}")
    assert seated.line(1) == [4, 2, 2, 2, 0]


@pytest.mark.parametrize("change", ["swapped", "gone"])
def test_what_was_typed_for_one_player_does_not_come_back_for_another(seated: Hall, change: str) -> None:
    page = grid_of(seated)
    for seat, points in ((1, "3"), (2, "1"), (5, "1")):
        page.locator(f"#t3s{seat}").fill(points)
    tables = [list(table) for table in seated.state.round(1).tables]
    if change == "swapped":
        tables[2][:2] = tables[2][1::-1]
    else:
        tables[6].append(tables[2].pop())
    seated.work.change(rounds.change_seats, 1, tables)
    page.reload()
    expect(page.locator("#outbox")).to_have_text(f"{REFUSED} Table 3 – 3 1 _ _ 1 – {OVERTAKEN}")
    expect(page.locator("#t3s1")).to_have_value("")


def test_what_a_reload_dropped_is_named_once_nothing_waits_any_more(seated: Hall) -> None:
    page = grid_of(seated)
    page.locator("#t3s1").press_sequentially("2")
    seated.work.change(results.enter_result, 1, 3, victory_points=[3, 0, 1, 1, 0])
    expect(page.locator("#grid-3.grid-done")).to_have_count(1)
    with sending(page, lose_the_answer):
        page.locator("#t1s1").fill("00500")
        page.locator("#t1s1").press("Enter")
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
        page.reload()
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
    expect(page.locator("#outbox")).to_contain_text(f"{REFUSED} Table 3 – 2 – {OVERTAKEN}")
    expect(page.locator("#outbox")).not_to_contain_text("00500")


def test_a_correction_that_waits_and_is_typed_back_is_none(seated: Hall) -> None:
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    page = grid_of(seated, "#t2s1")
    save = save_of(page)
    with sending(page, lose):
        correct(page, 1, "21110")
        save.click()
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 2 1 1 1 0)")
        correct(page, 1, "50000")
        enter_elsewhere(seated, page, 3)
        expect(page.locator("#t1s1")).to_have_value("5")
        save.click()
        expect(page.locator("#outbox")).to_contain_text("(Table 1 – 5 0 0 0 0)")
    expect(page.locator("#outbox")).to_be_hidden()
    assert (seated.line(1), seated.entries(ResultEntered)) == ([10, 0, 0, 0, 0], 2)


def test_a_double_click_is_no_answer_to_what_was_told(seated: Hall) -> None:
    page = grid_of(seated)
    correct(page, 1, "21110")
    page.route("**/live?*", lambda route: route.abort())
    seated.work.change(results.enter_result, 1, 1, victory_points=[5, 0, 0, 0, 0])
    page.evaluate("""() => new Promise((done) => {
        const save = document.querySelector("button[form=grid]");
        save.click();
        setTimeout(() => { save.click(); done(); }, 300);
    })""")
    expect(page.locator("#grid-1")).to_contain_text("In the meantime there was one change")
    expect(page.locator("#outbox")).to_be_hidden()
    assert seated.line(1) == [10, 0, 0, 0, 0]


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


def other_window(page: Page) -> Page:
    """Another window of the same browser, on the same grid."""
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#t1s1")).to_be_focused()
    return other


def test_two_windows_share_no_half_typed_row(seated: Hall) -> None:
    page = grid_of(seated)
    page.locator("#t1s1").fill("3")
    other = other_window(page)
    other.locator("#t2s1").fill("4")
    for window, mine, theirs in ((page, "#t1s1", "#t2s1"), (other, "#t2s1", "#t1s1")):
        window.reload()
        expect(window.locator("#outbox")).to_have_text(BACK)
        expect(window.locator(mine)).not_to_have_value("")
        expect(window.locator(theirs)).to_have_value("")
    # What a window that is closed has left goes on in the next one that has nothing of its own.
    other.close()
    third = page.context.new_page()
    third.goto(page.url)
    expect(third.locator("#t2s1")).to_have_value("4")
    expect(third.locator("#t1s1")).to_have_value("")


def test_a_row_that_another_window_sent_is_no_longer_sending(seated: Hall) -> None:
    page = grid_of(seated)
    page.context.route("**/*", lambda route: route.abort() if is_sent(route) else route.continue_())
    Keys(page).type("00500")
    expect(page.locator("#outbox")).to_contain_text("(Table 1 – 00500)")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#grid-1")).to_contain_text("Sending")
    page.context.unroute_all(behavior="wait")
    say_it_is_back(page)
    for window in (page, other):
        expect(window.locator("#grid-1.grid-done .mark")).to_have_text("entered")
        expect(window.locator("#t1s3")).to_have_value("5")
    assert seated.line(1) == [0, 0, 10, 0, 0]


# Kept so long ago, beside what was kept a minute less than a day ago.
AGED = """() => {
  const DAY = 24 * 3600 * 1000, draft = (age) => JSON.stringify({ at: Date.now() - age, values: {}, rows: {} });
  const refused = (age) => ({ entry: {}, why: "", link: "/", at: Date.now() - age });
  localStorage.setItem("room-draft:/old:note:x", draft(DAY));
  localStorage.setItem("room-draft:/new:note:x", draft(DAY - 60_000));
  localStorage.setItem("room-refused", JSON.stringify([refused(DAY), refused(DAY - 60_000)]));
  localStorage.setItem("room-sent", JSON.stringify({ at: Date.now() - 60_000, text: "Sent at 09:00.", kind: "good" }));
}"""


def test_what_is_a_day_old_is_gone(seated: Hall) -> None:
    page = grid_of(seated)
    page.evaluate(AGED)
    page.reload()
    expect(page.locator("#t1s1")).to_be_focused()
    kept = "() => Object.keys(localStorage).filter((name) => name.startsWith('room-')).sort().join()"
    page.wait_for_function(f"() => ({kept})() === 'room-draft:/new:note:x,room-refused'")
    assert page.evaluate("JSON.parse(localStorage.getItem('room-refused')).length") == 1
    expect(page.locator("#outbox")).not_to_contain_text("Sent at")
