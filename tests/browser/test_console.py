"""A whole event of 33 players through the console's pages, as an organizer plays it; one round by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, arrival, faults_of, press
from tests.browser.halls import Hall
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.tournament import event


@pytest.fixture(scope="module")
def home(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """An app of this module's own, and its organizer's link."""
    folder = tmp_path_factory.mktemp("console")
    address = serve_app(DATA_FOLDER=str(folder))
    context = open_context(database_address(folder))
    yield address, f"/organizer/{entry_key(context.store)}"
    context.store.close()


@pytest.fixture
def console(open_page: Callable[..., Page], home: tuple[str, str]) -> Page:
    """The organizer's laptop, at a demo event that has just begun."""
    page = open_page(base_url=home[0])
    page.goto(home[1])
    press(page.get_by_role("button", name="Start the demo event"))
    return page


def go_on(page: Page) -> None:
    """What the bar of every page offers next."""
    press(page.locator("[data-next]"))


def to_station(page: Page, name: str) -> None:
    press(page.get_by_role("navigation", name="Stations").get_by_role("link", name=re.compile(f"^{name}")))


def to_more(page: Page, name: str) -> None:
    page.locator("#more > summary").click()
    press(page.locator("#more").get_by_role("link", name=name, exact=True))


def draft_and_publish(page: Page, number: int) -> None:
    to_station(page, f"Round {number}")
    press(page.get_by_role("button", name=f"Seat round {number}"))
    press(page.get_by_role("button", name=f"Publish round {number}"))
    press(page.get_by_role("button", name="Start the clock").first)


def open_table(page: Page, number: int) -> None:
    """The table's own page; a click of the wheel or without a script opens it so, else it opens below its row."""
    with page.expect_navigation():
        page.goto(page.locator(f"#grid-{number} a[data-place]").get_attribute("href") or "")


def tap_result(page: Page) -> None:
    """The first seat ousts its preys one after the other: everything is theirs."""
    while page.locator(".chair-in").count():
        press(page.locator(".chair-in").nth(1).get_by_role("link", name="Ousted"))
    press(page.get_by_role("button", name="Enter and go to the next table").first)


def type_results(page: Page, tables: Iterable[int]) -> None:
    """The first seat of each table has everything: in the field, the table and a digit a seat."""
    page.keyboard.press("/")
    for table in tables:
        size = page.locator(f"#grid-{table} input").count()
        page.keyboard.type(f"{table} {size}{'0' * (size - 1)}")
        page.keyboard.press("Enter")
        expect(page.locator(f"#grid-{table}.grid-done")).to_have_count(1)


def play_by_taps(page: Page) -> None:
    """A table of five and one of four opened below their rows; the others are typed."""
    for table in (1, 7):
        page.locator(f"#grid-{table} a[data-place]").click()
        place = page.locator(f"#grid-{table} .place")
        chairs = place.locator(".chair-in")
        expect(place).to_be_visible()
        tops = set()
        for left in range(chairs.count(), 1, -1):
            expect(chairs).to_have_count(left)
            tops.add(place.locator("#tell > .actions").evaluate("(one) => Math.round(one.getBoundingClientRect().y)"))
            chairs.nth(1).get_by_role("link", name="Ousted").click()
        # The form of the points has such a button from the start: this one comes with the last oust.
        place.locator("#tell").get_by_role("button", name="Enter this result").click()
        assert len(tops) == 1
        expect(page.locator(f"#grid-{table}.grid-done")).to_have_count(1)
    type_results(page, range(2, 7))
    expect(page.get_by_text("All results are in.")).to_be_visible()


def play_by_points(page: Page) -> None:
    """At two tables everybody but one player has been ousted; the others are typed."""
    type_results(page, (1, 2, 3, 4, 6))
    for table, seat in ((5, 1), (7, 3)):
        open_table(page, table)
        fields = page.locator(".points input")
        fields.nth(seat).fill(str(fields.count()))
        press(page.get_by_role("button", name="Enter and go to the next table").last)
    expect(page.get_by_text("All results are in.")).to_be_visible()


def press_enter(page: Page) -> None:
    """Press Enter, and wait for the page that it leads to."""
    with arrival(page):
        page.keyboard.press("Enter")


def press_until(page: Page, name: str, *, limit: int = 120) -> None:
    """Tab forward to the control called `name`, and press it."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.closest('a, button')?.innerText.trim() ?? ''").startswith(name):
            press_enter(page)
            return
    pytest.fail(f"no Tab leads to “{name}”")


def play_by_keyboard(page: Page) -> None:
    """Seat, change two seats, publish, start the clock and enter seven results: Tab, Enter and digits."""
    press_until(page, "Seat round 2")
    before = page.locator(".seating .chair").all_inner_texts()
    press_until(page, before[0])
    press_until(page, "swap seats with", limit=200)
    press_until(page, "Apply this change")
    press_until(page, "Publish round")
    after = page.locator(".grid label").all_inner_texts()
    assert sorted(after) == sorted(before)
    assert after != before
    press_until(page, "Start the clock")
    type_results(page, range(1, 8))


def play_final(page: Page) -> str:
    """From the cut to the winner; five halves make the first seed win."""
    to_station(page, "Final")
    if page.get_by_role("button", name="Toss", exact=True).count():
        press(page.get_by_role("button", name="Toss", exact=True))
    press(page.get_by_role("button", name="Confirm the finalists"))
    first_seed = page.locator("#finalists + ol .who").first.inner_text().removeprefix("1. ").strip()
    # The two lowest seeds have one seat to take, and none to choose.
    for _ in range(3):
        press(page.locator(".row .place").first)
    press(page.get_by_role("button", name="Draw the first player"))
    expect(page.locator("#t1s1")).to_be_focused()
    page.locator("#grid-1 a[data-place]").click()
    page.get_by_role("link", name="Time: everyone still in the game gets half a point").click()
    press(page.locator("#tell").get_by_role("button", name="Enter this result"))
    return first_seed


@pytest.mark.whole
def test_a_whole_event_from_the_demo_to_the_winner(console: Page) -> None:
    draft_and_publish(console, 1)
    play_by_taps(console)
    play_by_keyboard(console)
    expect(console.get_by_text("All results are in.")).to_be_visible()
    draft_and_publish(console, 3)
    play_by_points(console)
    first_seed = play_final(console)
    expect(console.get_by_text(f"{first_seed} has won.").first).to_be_visible()
    to_station(console, "Standings")
    go_on(console)
    to_station(console, "Standings")
    expect(console.locator("tr.winner")).to_contain_text(first_seed)
    assert faults_of(console) == []


def test_a_button_stands_on_the_line_of_its_field(console: Page) -> None:
    to_more(console, "Announcement")
    boxes = [console.get_by_role("textbox", name="Announcement").bounding_box()]
    boxes.append(console.get_by_role("button", name="Announce", exact=True).bounding_box())
    assert len({box["y"] + box["height"] for box in boxes if box}) == 1
    frames = "(buttons) => buttons.map((button) => getComputedStyle(button).borderTopColor)"
    assert len(set(console.locator("main .button:not(.primary)").evaluate_all(frames))) == 1


def test_on_a_tablet_no_station_is_under_the_next_step_and_names_are_whole(console: Page) -> None:
    console.set_viewport_size({"width": 768, "height": 1024})
    step = console.locator("[data-next]").bounding_box()
    stations = [station.bounding_box() for station in console.locator(".station").all()]
    assert step
    assert all(
        box and (box["x"] + box["width"] <= step["x"] or box["y"] >= step["y"] + step["height"]) for box in stations
    )
    draft_and_publish(console, 1)
    is_whole = "(names) => names.every((name) => name.scrollHeight <= name.clientHeight + 1)"
    assert console.locator("#all-tables label").evaluate_all(is_whole)
    edges = "(fields) => fields.map((field) => field.getBoundingClientRect().right)"
    assert max(console.locator("#all-tables input").evaluate_all(edges)) <= 768
    console.set_viewport_size({"width": 1024, "height": 768})
    assert console.locator("#all-tables label").evaluate_all(is_whole)


def test_one_after_the_other_is_checked_in_without_the_mouse(console: Page) -> None:
    to_station(console, "Players")
    console.locator("#check-in > summary").click()
    press(console.get_by_role("button", name="Nobody is here yet"))
    arrow = "(name) => getComputedStyle(name, '::after').content"
    assert "›" in console.locator("#missing .who a").first.evaluate(arrow)
    names = console.locator("#missing .who a").all_inner_texts()
    for name in (names[20], names[3]):
        console.keyboard.type(" ".join(name.split()))
        console.keyboard.press("Enter")
    expect(console.locator("[data-key=here]")).to_have_text(f"2 of {len(names)} here")


def test_enter_in_the_field_takes_nothing_back(console: Page) -> None:
    to_station(console, "Players")
    console.locator("#add > summary").click()
    expect(console.locator("#add #name")).to_be_focused()
    name = " ".join(console.locator("#missing .who a").first.inner_text().split())
    console.locator("#typed").fill(name)
    console.keyboard.press("Enter")
    expect(console.locator("#desk-said")).to_contain_text(f"{name} is here already")
    expect(console.locator("[data-key=here]")).to_have_text("33 of 33 here")
    console.keyboard.press("Escape")
    console.locator("#check-in > summary").click()
    press(console.get_by_role("button", name="Close check-in"))
    to_more(console, "Log")
    console.get_by_role("searchbox").fill("closed the check-in")
    press_enter(console)
    expect(console.locator("#log li")).to_have_count(1)
    expect(console.get_by_role("button", name="Undo (entry")).to_be_visible()


def test_points_that_cannot_be_offer_what_can(console: Page) -> None:
    draft_and_publish(console, 1)
    open_table(console, 1)
    for seat, points in enumerate(("4", "0.5", "0", "0", "0"), start=1):
        console.locator(f"#vp{seat}").fill(points)
    console.get_by_role("button", name="Enter and go to the next table").last.click()
    expect(console.locator("#vp1")).to_have_value("4")
    press(console.get_by_role("link", name=re.compile("It was so")))
    press(console.get_by_role("button", name="Enter this result").first)
    expect(console.locator("#grid-1.grid-done")).to_have_count(1)
    expect(console.locator("#t1s2")).to_have_value("0.5")


def shown_on_paper(page: Page, *selectors: str) -> list[bool]:
    page.emulate_media(media="print")
    shown = [page.locator(selector).first.is_visible() for selector in selectors]
    page.emulate_media(media="screen")
    return shown


def test_a_player_is_dragged_onto_another(console: Page) -> None:
    to_station(console, "Round 1")
    assert shown_on_paper(console, "#players", "[name=away]") == [True, False]
    press(console.get_by_role("button", name="Seat round 1"))
    assert shown_on_paper(console, "#seating", "#edit", "#criteria") == [True, False, False]
    chairs = console.locator("[data-player]")
    one, other = chairs.nth(0).inner_text(), chairs.nth(6).inner_text()
    chairs.nth(0).drag_to(chairs.nth(6))
    expect(console.get_by_text(f"{one} and {other} swap seats.")).to_be_visible()
    # The bar stays in sight, and the tables on one line.
    assert console.evaluate("scrollY") == 0
    lists = [table.bounding_box() for table in console.locator(".seating > .seats > ol").all()[:3]]
    assert len({box["y"] for box in lists if box}) == 1
    press(console.get_by_role("button", name="Apply this change"))
    assert console.locator("[data-player]").nth(6).inner_text() == one


def test_a_result_entered_elsewhere_appears_by_itself(console: Page, open_page: Callable[..., Page]) -> None:
    draft_and_publish(console, 1)
    elsewhere = console.context.new_page()
    elsewhere.goto(console.url)
    open_table(elsewhere, 1)
    tap_result(elsewhere)
    expect(console.locator(".grid-done")).to_have_count(1, timeout=10_000)


def test_it_works_without_script_on_a_phone(open_page: Callable[..., Page], home: tuple[str, str]) -> None:
    phone = open_page(base_url=home[0], viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=False)
    phone.goto(home[1])
    press(phone.get_by_role("button", name="Start the demo event"))
    draft_and_publish(phone, 1)
    press(phone.locator("#grid-1 a[data-place]"))
    tap_result(phone)
    expect(phone.locator("#grid-2")).to_be_in_viewport()


def test_the_time_zone_is_the_browser_s_and_no_change_that_somebody_typed(hall: Hall) -> None:
    laptop = hall.window(hall.organizer, timezone_id="Europe/Lisbon")
    laptop.goto(f"/tournaments/{hall.id}/console/settings")
    zone, place = laptop.get_by_label("Time zone"), laptop.get_by_label("Venue")
    expect(zone).to_have_value("Europe/Lisbon")
    # What others change is taken over, as nothing was typed; the guess stays.
    hall.work.change(event.configure, {"venue": "Town hall"})
    expect(place).to_have_value("Town hall")
    expect(zone).to_have_value("Europe/Lisbon")
