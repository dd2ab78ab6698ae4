"""A round of 33 players with the organizer's laptop and three phones at once, one of which loses its network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NoReturn

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from werkzeug.exceptions import TooManyRequests

from tests.browser.conftest import DESKTOP, PHONE, TABLET, faults_in_both_themes, faults_of, press
from tests.browser.halls import FINGER, TABLES, Hall
from tests.browser.lossy import find_the_server, lose_the_server
from tests.web.lists import WINNER
from toolkit.services.events import limited
from toolkit.services.kernel.links import event_path, own_table_path, player_path, pod_path, table_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.rehearsal import rehearse
from toolkit.storage import Store
from toolkit.storage.database import StoreFull
from toolkit.tournament import checkin, event, players, results, rounds, signup, steps
from toolkit.tournament.facts import JudgeCalled, ResultEntered
from toolkit.tournament.limited import phases, plan
from toolkit.tournament.limited.facts import LimitedFormat
from toolkit.web.base.throttle import Rate
from toolkit.web.room import signup as signup_pages

# After that, in milliseconds, what a page that is gone has kept is sent by another.
ORPHANED = 15_000
# After that, in milliseconds, what could not be sent is tried again.
AGAIN = 4_000


def type_points(page: Page, *line: str) -> None:
    """Type a line at a table's page."""
    for seat, points in enumerate(line, start=1):
        page.locator(f"#vp{seat}").fill(points)


def enter_points(page: Page, *line: str) -> None:
    """Type a line at a table's page and send it, whatever becomes of it."""
    type_points(page, *line)
    page.get_by_role("button", name="Enter this result").last.click()


def lose_the_answer(page: Page) -> None:
    """The next thing that is sent arrives, and its answer does not."""

    def lost(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route(re.compile(r"/(points|events|confirm|pool)$"), lost, times=1)


def answered(route: Route, *, status: int, body: str) -> None:
    route.fulfill(status=status, body=body)


# --- a round ---


def test_three_phones_and_a_laptop_play_a_round(hall: Hall) -> None:
    hall.work.change(checkin.check_out, (1, 8, 14))
    laptop = hall.laptop("/checkin")
    expect(laptop.locator("[data-key=here]")).to_have_text("30 of 33 here")
    ada, hugo, nils = hall.phone(1), hall.phone(8), hall.phone(14)
    for phone in (ada, hugo, nils):
        press(phone.get_by_role("button", name="I am here: check me in"))
        expect(phone.get_by_text("You are checked in.")).to_be_visible()
    assert checkin.missing(hall.state) == ()
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    laptop.goto(f"/tournaments/{hall.id}/console/rounds/1")
    press(laptop.get_by_role("button", name="Publish round 1"))
    for phone in (ada, hugo, nils):
        phone.reload()
    figures = nils.locator(".place dd").all_inner_texts()
    assert figures == ["1", "3", "Olga Petrenko", "Hugo Castaño"]
    # Nils has no network when he enters the result; Hugo's phone shows nothing yet.
    press(nils.get_by_role("link", name="Enter the result"))
    nils.context.set_offline(True)
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
    assert hall.line(1) == []
    nils.context.set_offline(False)
    expect(nils.get_by_text("Sent at")).to_be_visible()
    expect(nils.get_by_text("Entered by Nils Berg.")).to_be_visible()
    # Hugo confirms; Ada sees that, and the laptop too.
    hugo.reload()
    press(hugo.get_by_role("button", name="Correct: confirm"))
    ada.reload()
    expect(ada.get_by_text("Entered by Nils Berg, confirmed by Hugo Castaño.")).to_be_visible()
    laptop.reload()
    expect(laptop.locator("tbody.grid-confirmed")).to_have_count(1)
    # The organizer enters the other tables, and locks them all.
    for table in range(2, 8):
        hall.work.change(results.enter_result, 1, table, events="time")
    laptop.reload()
    press(laptop.get_by_role("button", name="Close entry by players"))
    expect(laptop.locator("tbody.grid-locked")).to_have_count(7)
    assert hall.line(1) == [0, 0, 10, 0, 0]
    assert [sum(hall.line(table)) for table in range(2, 8)] == [5, 5, 5, 5, 4, 4]
    ada.reload()
    assert ada.get_by_role("link", name="Enter the result").count() == 0
    assert [faults_of(page) for page in (ada, hugo, nils, laptop)] == [[]] * 4


def test_a_phone_left_at_its_table_is_led_to_the_next_seat_and_keeps_what_is_typed(seated: Hall) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    for table in range(1, 8):
        seated.work.change(results.enter_result, 1, table, events="time")
    expect(nils.get_by_text("Entered by Organizer.")).to_be_visible()
    nils.locator("#vp3").fill("4.5")
    seated.work.change(rounds.draft_round, TABLES[1:] + TABLES[:1], seed=7)
    seated.work.change(steps.publish_round)
    expect(nils.get_by_text("Round 2: table 7, seat 3")).to_be_in_viewport()
    expect(nils.locator("#vp3")).to_have_value("4.5")
    assert faults_in_both_themes(nils, PHONE, DESKTOP) == []
    press(nils.locator("#next-seat a"))
    assert nils.locator(".place dd").all_inner_texts()[:2] == ["7", "3"]


# --- a phone without network ---


def test_the_standings_with_the_final_fit_a_phone(hall: Hall) -> None:
    done = rehearse(hall.context, players=10, name="Rehearsal", by="Test").id
    work = UnitOfWork(context=hall.context, id=done, by="Test")
    work.change(players.change_player, 1, name="Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren")
    fits = (
        "() => { const box = document.querySelector(':is(.rows, .scroll):has(#ranks)');"
        " return box.scrollWidth <= box.clientWidth; }"
    )
    page = hall.laptop()
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for path in ("/console/standings", "", "/embed"):
            page.goto(f"/tournaments/{done}{path}")
            expect(page.get_by_role("columnheader", name="Final")).to_be_visible()
            assert page.evaluate(fits), (width, path)


def test_22_places_need_one_screen_by_mouse_and_rows_for_a_finger_on_touch(hall: Hall) -> None:
    done = rehearse(hall.context, players=22, name="Rehearsal", by="Test").id
    heights = "() => ['#ranks', '#ranks tbody tr:last-child'].map(one => document.querySelector(one).offsetHeight)"
    sizes = {}
    for kind, window in {"mouse": {}, "touch": FINGER}.items():
        page = hall.window(hall.organizer, **window)
        page.goto(f"/tournaments/{done}/console/standings")
        sizes[kind] = page.evaluate(heights)
    # Below a bar of 56 pixels and a space, on a screen of 768.
    assert sizes["mouse"][0] <= 768 - 76
    assert (sizes["mouse"][1], sizes["touch"][1]) == (30, 44)


def test_a_player_s_page_prints_the_result_where_there_is_one(seated: Hall) -> None:
    page = seated.phone(14)
    page.emulate_media(media="print")
    expect(page.locator("#result")).to_be_hidden()
    seated.work.change(results.enter_result, 1, 1, victory_points=("0", "0", "5", "0", "0"))
    page.reload()
    expect(page.locator("#result")).to_be_visible()


def test_a_result_is_entered_once_whatever_keeps_it_from_the_server(
    seated: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = seated.open_page(base_url=seated.base, **FINGER)
    phone.clock.install()

    def sit_at(table: int) -> None:
        """Open a page that says nothing of the result before: that was sent a minute ago."""
        phone.clock.fast_forward("01:01")
        phone.goto(own_table_path(seated.id, 1, TABLES[table - 1][0], seated.key))
        expect(phone.get_by_text("Sent at")).to_be_hidden()

    def is_sent(table: int, fault: str) -> None:
        expect(phone.get_by_text("Sent at"), fault).to_be_visible()
        assert seated.line(table) == [0, 0, 10, 0, 0], fault

    sit_at(1)
    before = seated.entries()
    lose_the_answer(phone)
    enter_points(phone, "0", "0", "5", "0", "0")
    expect(phone.get_by_text("No network.")).to_be_visible()
    phone.clock.fast_forward(AGAIN)
    is_sent(1, "the answer was lost")
    assert seated.entries() == before + 1

    # A network that wants its own page seen first answers everything itself, for a while.
    portal = "<html><body><h1>Welcome to the hotel</h1></body></html>"
    for table, status, body in ((2, 503, "busy"), (3, 200, portal)):
        sit_at(table)
        phone.route(re.compile("/points$"), partial(answered, status=status, body=body), times=1)
        enter_points(phone, "0", "0", "5", "0", "0")
        expect(phone.get_by_text("Your entry is saved on this device"), body).to_be_visible()
        phone.clock.fast_forward(AGAIN)
        is_sent(table, body)

    def is_full(_store: Store) -> NoReturn:
        raise StoreFull("No space is left for /srv/store.db: make room and try again; nothing was lost.")

    sit_at(4)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "transaction", is_full)
        enter_points(phone, "0", "0", "5", "0", "0")
        expect(phone.get_by_text("The server is unavailable right now.")).to_be_visible()
        assert "room-outbox" in phone.evaluate("Object.keys(localStorage)")
        assert seated.line(4) == []
    phone.clock.fast_forward(AGAIN)
    is_sent(4, "the disk was full")

    sit_at(5)
    phone.context.clear_cookies()
    enter_points(phone, "0", "0", "5", "0", "0")
    is_sent(5, "the session had ended")


def test_a_lost_answer_undoes_nothing_that_came_after_it(seated: Hall) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)

    def lost(route: Route) -> None:
        route.fetch()
        nils.context.set_offline(True)
        route.abort("connectionreset")

    nils.route(re.compile("/points$"), lost, times=1)
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network.")).to_be_visible()
    seated.work.change(results.enter_result, 1, 1, events="time")
    nils.context.set_offline(False)
    expect(nils.get_by_text("Sent at")).to_be_visible()
    assert seated.line(1) == [1, 1, 1, 1, 1]
    expect(nils.get_by_text("Entered by Organizer.")).to_be_visible()


def test_what_was_typed_and_what_was_sent_outlive_the_page(seated: Hall) -> None:
    own = own_table_path(seated.id, 1, 14, seated.key)
    nils = seated.window(own, **FINGER)
    nils.locator("#vp3").fill("4.5")
    nils.reload()
    expect(nils.locator("#vp3")).to_have_value("4.5")
    nils.context.set_offline(True)
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network.")).to_be_visible()
    nils.close()  # thrown away by the phone; another page of the app is opened later
    assert seated.line(1) == []
    later = nils.context.new_page()
    later.clock.install()
    nils.context.set_offline(False)
    later.goto(player_path(seated.id, 14, seated.key))
    later.clock.fast_forward(ORPHANED)
    expect(later.get_by_text("Entered by Nils Berg.")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]


@pytest.mark.parametrize("line", [("",) * 5, ("0", "", "0", "", "")])
def test_a_result_without_points_is_refused_at_once_and_never_waits(seated: Hall, line: tuple[str, ...]) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    nils.context.set_offline(True)
    enter_points(nils, *line)
    refused = "0 0 0 0 0 is impossible. Too few: 0 in all, and a table of 5 gives 5."
    expect(nils.locator("#outbox")).to_have_text(refused)
    expect(nils.locator("#outbox")).to_be_in_viewport()
    assert nils.evaluate("localStorage.getItem('room-outbox')") is None
    enter_points(nils, "", "", "5", "", "")
    expect(nils.get_by_text("No network.")).to_be_visible()
    nils.context.set_offline(False)
    expect(nils.get_by_text("Entered by Nils Berg.")).to_be_visible()
    assert (seated.line(1), seated.entries(ResultEntered)) == ([0, 0, 10, 0, 0], 1)


def test_a_judge_is_called_without_network_and_the_result_waits_too(seated: Hall) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    nils.context.set_offline(True)
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network.")).to_be_visible()
    nils.get_by_text("Call a judge").first.click()
    nils.get_by_role("button", name="Call a judge").click()
    nils.context.set_offline(False)
    expect(nils.get_by_text("A judge has been called.")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]
    assert [(call.table, call.round) for call in seated.state.calls.values()] == [(1, 1)]


def test_a_drop_waits_for_the_server_as_a_result_does(seated: Hall) -> None:
    nils = seated.window(f"{player_path(seated.id, 14, seated.key)}/leave", **FINGER)
    lose_the_server(nils)
    nils.get_by_role("button", name="Yes, Nils Berg drops").click()
    expect(nils.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
    assert seated.state.player(14).is_active
    find_the_server(nils)
    expect(nils.get_by_text("You have dropped from this event.")).to_be_visible()
    assert not seated.state.player(14).is_active


def test_a_judge_called_from_a_pod_is_told_once_the_server_is_back(hall: Hall) -> None:
    hall.work.change(event.configure, {"rule_set": "limited"})
    limited.plan_event(hall.work, boosters=6, product="SW")
    for step in (phases.start_phase, plan.give_product, phases.start_phase):
        hall.work.change(step)
    limited.draw_pods(hall.work, seed=7)
    limited.start_draft(hall.work)
    phone = hall.window(pod_path(hall.id, 1, hall.key), **FINGER)
    lose_the_server(phone)
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
    assert hall.entries(JudgeCalled) == 0
    find_the_server(phone)
    expect(phone.get_by_text("Sent at")).to_be_visible()
    assert hall.entries(JudgeCalled) == 1


def sign_up(phone: Page, name: str) -> None:
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("radio", name="Yes").check()
    phone.get_by_role("button", name="Sign up").click()


def test_a_sign_up_from_home_waits_for_the_server(hall: Hall) -> None:
    hall.work.change(signup.set_sign_up, hall.context.now(), asks=())
    phone = hall.window(f"{event_path(hall.id)}/sign-up", **FINGER)
    lose_the_server(phone, "**/sign-up")
    sign_up(phone, "Ilse Adler")
    for _page in ("the form", "the event"):
        expect(phone.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
        phone.goto(event_path(hall.id))
    find_the_server(phone, "**/sign-up")
    expect(phone.get_by_text("Sent at")).to_be_visible()
    press(phone.get_by_role("link", name="View it"))
    expect(phone.get_by_text("Your sign-up: registered")).to_be_visible()
    assert [player.name for player in hall.state.players.values()].count("Ilse Adler") == 1


@pytest.mark.parametrize(
    ("fault", "told", "wait"),
    [
        (TooManyRequests(retry_after=1800), "try again in 30 minutes. Your entry is saved on this device", "31:00"),
        (ArithmeticError("a fault of ours"), "The server is unavailable right now.", "00:31"),
    ],
)
def test_what_the_server_will_not_take_now_holds_up_nothing_else(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str, wait: str
) -> None:
    def refuse(_rate: Rate) -> NoReturn:
        raise fault

    hall.work.change(signup.set_sign_up, hall.context.now(), asks=())
    phone = hall.open_page(base_url=hall.base, **FINGER)
    phone.clock.install()
    phone.goto(f"{event_path(hall.id)}/sign-up")
    monkeypatch.setattr(signup_pages, "throttle", refuse)
    sign_up(phone, "Ilse Adler")
    expect(phone.get_by_text(told)).to_be_visible()
    monkeypatch.undo()
    phone.goto(player_path(hall.id, 14, hall.key))
    expect(phone.get_by_text(told)).to_be_visible()
    phone.get_by_text("Call a judge").first.click()
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.get_by_text("A judge has been called.")).to_be_visible()
    assert "Ilse Adler" not in [player.name for player in hall.state.players.values()]
    phone.clock.fast_forward(wait)
    press(phone.get_by_role("link", name="View it"))
    expect(phone.get_by_text("Your sign-up: registered")).to_be_visible()


def test_somebody_else_was_faster_than_the_network(seated: Hall) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    nils.context.set_offline(True)
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network.")).to_be_visible()
    seated.work.change(results.enter_result, 1, 1, victory_points=["5", "0", "0", "0", "0"], by_player=1)
    nils.context.set_offline(False)
    expect(nils.get_by_role("heading", name="Someone else entered this result in the meantime")).to_be_visible()
    assert seated.line(1) == [10, 0, 0, 0, 0]
    assert faults_of(nils) == []
    press(nils.get_by_role("button", name="Replace it with mine"))
    expect(nils.get_by_text("Your result replaced that of Ada Winter")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]


STAYS = "You stay on this page: links and buttons work again once the connection is back."


def test_without_network_a_tap_that_leads_elsewhere_stays_on_the_page(seated: Hall) -> None:
    nils = seated.phone(14)
    nils.context.set_offline(True)
    expect(nils.locator("#offline")).to_be_visible()
    for link in (nils.get_by_role("link", name="Lyon"), nils.get_by_role("link", name="Help for players")):
        link.click()
        expect(nils.locator("#offline")).to_contain_text(STAYS)
    # Another theme is a form that this page does not keep.
    nils.locator("#menu > summary").click()
    nils.get_by_role("button", name="Italiano").click()
    expect(nils.get_by_role("heading", name="Nils Berg")).to_be_visible()
    nils.keyboard.press("Escape")
    nils.context.set_offline(False)
    expect(nils.locator("#offline")).to_be_hidden()
    press(nils.get_by_role("link", name="Lyon"))
    expect(nils.get_by_role("heading", name="Lyon")).to_be_visible()


def test_without_network_the_form_of_the_own_table_opens_and_what_it_says_is_sent_later(seated: Hall) -> None:
    nils = seated.phone(14)
    nils.wait_for_selector("a[data-ahead=ready]", state="attached")
    lose_the_server(nils)
    nils.get_by_role("link", name="Enter the result").click()
    expect(nils.get_by_role("heading", name="Round 1: Table 1")).to_be_visible()
    assert nils.url.endswith(own_table_path(seated.id, 1, 14, seated.key))
    enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
    nils.go_back()
    expect(nils.get_by_role("heading", name="Nils Berg")).to_be_visible()
    nils.go_forward()
    expect(nils.get_by_role("heading", name="Round 1: Table 1")).to_be_visible()
    find_the_server(nils)
    expect(nils.get_by_text("Entered by Nils Berg.")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]


def test_without_network_a_tap_says_what_to_do(seated: Hall) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    nils.get_by_role("link", name="Ousted").first.click()
    expect(nils.locator(".history li")).to_have_count(1)
    nils.context.set_offline(True)
    nils.get_by_role("link", name="Ousted").first.click()
    expect(nils.get_by_text("Tapping needs a network.")).to_be_visible()
    expect(nils.locator(".history li")).to_have_count(1)


def test_what_two_pages_of_a_phone_keep_is_sent_by_whichever_is_left(seated: Hall) -> None:
    table = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    calls = table.context.new_page()
    calls.clock.install()
    calls.goto(player_path(seated.id, 14, seated.key))
    table.context.set_offline(True)
    enter_points(table, "0", "0", "5", "0", "0")
    expect(table.get_by_text("No network.")).to_be_visible()
    calls.get_by_text("Call a judge").first.click()
    calls.get_by_role("button", name="Call a judge").click()
    expect(calls.get_by_text("No network.")).to_be_visible()
    table.close()
    calls.context.set_offline(False)
    calls.clock.fast_forward(ORPHANED)
    expect(calls.get_by_text("A judge has been called.")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]
    assert len(seated.state.calls) == 1


def test_a_pool_that_is_counted_outlives_the_page_and_the_network(hall: Hall) -> None:
    hall.work.change(event.configure, {"rule_set": "limited"})
    limited.plan_event(hall.work, format=LimitedFormat.SEALED, boosters=6, product="SW")
    phone = hall.window(f"{player_path(hall.id, 14, hall.key)}/pool", **FINGER)
    # Clans and types are folded up; the search opens what fits, and what is counted can be looked through alone.
    rows, find = phone.locator(".pool-rows li:visible"), phone.get_by_role("searchbox", name="Find")
    expect(rows).to_have_count(0)
    # A card is found without accents and with any apostrophe.
    for typed in ("moncada", "Monçada", "cats guidance", "cats' guidance", "CATS’ GUIDANCE"):
        find.fill(typed)
        expect(rows, typed).to_have_count(1)
        find.fill("")
        expect(rows, typed).to_have_count(0)
    find.fill("govern the u")
    expect(rows).to_have_count(1)
    phone.get_by_role("button", name="+ Govern the Unaligned", exact=True).tap()
    find.fill("")
    expect(rows).to_have_count(0)
    phone.get_by_label("Counted only").check()
    expect(rows).to_have_count(1)
    phone.get_by_label("Counted only").uncheck()
    expect(rows).to_have_count(0)
    total, count = phone.locator("#pool-total"), phone.locator("#c100845")
    phone.reload()
    expect(count).to_have_value("1")
    expect(total).to_have_text("1")
    phone.locator("details", has=count).locator("summary").tap()
    # The page takes over what happens at the desk, and still counts.
    count.fill("")
    phone.reload()
    phone.locator("details", has=count).locator("summary").tap()
    hall.work.change(phases.start_phase, minutes=30)
    expect(phone.locator("#live")).to_have_attribute("data-heard", re.compile(rf"^(\d+\.)?{hall.state.number}\."))
    phone.get_by_role("button", name="+ Govern the Unaligned", exact=True).tap()
    phone.get_by_role("button", name="+ Govern the Unaligned", exact=True).tap()
    expect(total).to_have_text("2")
    before = hall.entries()
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Save the pool").tap()
    expect(phone.get_by_text("No network. Your entry is saved on this device")).to_be_visible()
    assert not hall.state.limited.pools
    lose_the_answer(phone)
    phone.context.set_offline(False)
    expect(phone.get_by_text("Sent at")).to_be_visible()
    assert (dict(hall.state.limited.pools[14].cards), hall.entries()) == ({100845: 2}, before + 1)
    # What is refused stands beside its field, and the page still counts.
    phone.get_by_text("Paste a list instead").tap()
    phone.get_by_label("The whole pool").fill("1 Nosuchcard")
    phone.get_by_role("button", name="Save the pool").tap()
    expect(phone.locator("#text-error")).to_contain_text("1 Nosuchcard")
    phone.locator("details", has=count).locator("summary").tap()
    count.fill("1")
    phone.get_by_role("button", name="+ Govern the Unaligned", exact=True).tap()
    expect(total).to_have_text("2")


# --- two at one table ---


def test_two_phones_at_one_table(seated: Hall) -> None:
    slip = table_path(seated.id, 1, 1, seated.key)
    ada, hugo = (seated.window(slip, **FINGER) for _ in range(2))
    press(ada.get_by_role("link", name="Ada Winter"))
    press(hugo.get_by_role("link", name="Hugo Castaño"))
    # Hugo types before anything stands: his page may follow the table meanwhile, what he sends was meant for none.
    type_points(hugo, "0", "5", "0", "0", "0")
    enter_points(ada, "5", "0", "0", "0", "0")
    expect(ada.get_by_text("Entered by Ada Winter.")).to_be_visible()
    expect(hugo.locator("#live")).to_have_attribute("data-version", f'"{seated.state.number}.1-en"')
    hugo.get_by_role("button", name="Enter this result").last.click()
    expect(hugo.get_by_role("heading", name="Current result")).to_be_visible()
    press(hugo.get_by_role("button", name="Keep the current result"))
    expect(hugo.get_by_text("confirmed by Hugo Castaño")).to_be_visible()
    assert seated.line(1) == [10, 0, 0, 0, 0]
    # What is confirmed stays: another result is for an official.
    hugo.locator("#entry").evaluate("entry => entry.open = true")
    enter_points(hugo, "0", "5", "0", "0", "0")
    expect(hugo.get_by_text("The organizer has it")).to_be_visible()
    expect(ada.get_by_text("Hugo Castaño sent Ada Winter 0")).to_be_visible()
    assert seated.line(1) == [10, 0, 0, 0, 0]
    # Ada's phone says who replaced her result, and no longer that hers was sent.
    seated.work.change(results.lock_result, 1, 1)
    seated.work.change(results.unlock_result, 1, 1)
    hugo.locator("#entry").evaluate("entry => entry.open = true")
    enter_points(hugo, "0", "5", "0", "0", "0")
    expect(ada.get_by_text("Hugo Castaño entered another result")).to_be_visible()
    expect(ada.get_by_text("Sent at")).to_be_hidden()
    expect(hugo.get_by_text("Sent at")).to_be_visible()


def another_window(page: Page, *, is_duplicate: bool) -> Page:
    """The same page in another window of the same browser; a duplicate begins with what the first one has kept."""
    if not is_duplicate:
        other = page.context.new_page()
        other.goto(page.url)
        return other
    with page.expect_popup() as opened:
        page.evaluate("() => { window.open(location.href) }")
    opened.value.wait_for_load_state()
    return opened.value


@pytest.mark.parametrize("is_duplicate", [False, True])
def test_two_windows_of_one_browser_do_not_overwrite_each_other_s_result(seated: Hall, is_duplicate: bool) -> None:
    first = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    second = another_window(first, is_duplicate=is_duplicate)
    # Typed before anything stands: the window hears of the first one's result, what it sends was meant for none.
    type_points(second, "5", "0", "0", "0", "0")
    enter_points(first, "0", "0", "5", "0", "0")
    expect(first.get_by_text("Entered by Nils Berg.")).to_be_visible()
    expect(second.locator("#live")).to_have_attribute("data-version", f'"{seated.state.number}.1-en"')
    second.get_by_role("button", name="Enter this result").last.click()
    expect(second.get_by_role("heading", name="Current result")).to_be_visible()
    assert seated.line(1) == [0, 0, 10, 0, 0]


@pytest.mark.parametrize("is_duplicate", [False, True])
def test_two_windows_without_network_each_keep_what_they_say(seated: Hall, is_duplicate: bool) -> None:
    first = seated.window(own_table_path(seated.id, 1, 14, seated.key), **FINGER)
    second = another_window(first, is_duplicate=is_duplicate)
    first.context.set_offline(True)
    enter_points(first, "0", "0", "5", "0", "0")
    expect(first.get_by_text("No network.")).to_be_visible()
    enter_points(second, "5", "0", "0", "0", "0")
    expect(second.get_by_text("No network.")).to_be_visible()
    first.context.set_offline(False)
    # What was said first goes out first; what the other window said is asked about, and not entered over it.
    for window in (first, second):
        expect(window.get_by_text("Entered by Nils Berg.")).to_be_visible()
        expect(window.get_by_text("No network.")).to_be_hidden()
        expect(window.get_by_text("Sending…")).to_be_hidden()
    assert any(window.get_by_role("heading", name="Your entry").is_visible() for window in (first, second))
    assert seated.line(1) == [0, 0, 10, 0, 0]
    assert seated.entries(ResultEntered) == 1


# --- the rest of a player's page ---


def test_an_official_s_phone_checks_in_whom_it_scans(hall: Hall) -> None:
    hall.work.change(checkin.check_out, (14,))
    scanner = hall.window(hall.organizer, **FINGER)
    scanner.goto(player_path(hall.id, 14, hall.key))
    press(scanner.get_by_role("button", name="Check in Nils Berg"))
    expect(scanner.get_by_text("Scan the next card.")).to_be_visible()
    assert 14 in checkin.here(hall.state)
    assert faults_of(scanner) == []


def test_it_works_without_script(seated: Hall) -> None:
    nils = seated.phone(14, java_script_enabled=False)
    press(nils.get_by_role("link", name="Enter the result"))
    with nils.expect_navigation():
        enter_points(nils, "0", "0", "5", "0", "0")
    expect(nils.get_by_text("Entered by Nils Berg.")).to_be_visible()
    press(nils.get_by_role("link", name="My page"))
    press(nils.locator(".people a"))
    expect(nils.get_by_text("Locked since the round was published")).to_be_visible()


def test_a_deck_is_handed_in_and_a_player_leaves(hall: Hall) -> None:
    nils = hall.phone(14)
    press(nils.locator(".people a"))
    nils.locator("#text").fill("12x Giotto Verducci")
    nils.get_by_role("button", name="Check only").click()
    expect(nils.get_by_text("Checked, not handed in")).to_be_visible()
    assert hall.state.player(14).decks == {}
    nils.locator("#text").fill(WINNER)
    press(nils.get_by_role("button", name="Hand in"))
    expect(nils.get_by_text("This deck is legal.")).to_be_visible()
    press(nils.get_by_role("link", name="My page"))
    press(nils.get_by_role("link", name="Drop from the event"))
    press(nils.get_by_role("button", name="Yes, Nils Berg drops"))
    expect(nils.get_by_text("You have dropped from this event.")).to_be_visible()
    assert not hall.state.player(14).is_active


NAMES = (
    "Maximiliana Theodora Konstantinopoulou-Featherstonehaugh von und zu Hohenlohe",
    "🦇" * 40,
    "<b>&amp;",
    "W" * 60,
)


def test_no_page_has_a_fault_with_whatever_name(hall: Hall) -> None:
    for number, name in zip((14, 15, 8, 22), NAMES, strict=True):
        hall.work.change(players.change_player, number, name=name)
    hall.work.change(event.configure, {"requires_decks": True, "is_multideck": True})
    me, table = player_path(hall.id, 14, hall.key), table_path(hall.id, 1, 1, hall.key)
    page = hall.window(event_path(hall.id), locale="fr", **FINGER)

    def look(*paths: str, windows: Sequence[ViewportSize] = (PHONE,)) -> None:
        for path in paths:
            page.goto(path)
            assert faults_in_both_themes(page, *windows) == [], path

    look(
        event_path(hall.id),
        f"{event_path(hall.id)}?q=Nu",
        me,
        f"{me}/deck",
        f"{me}/leave",
        "/help/players",
        "/help/organizers",
    )
    hall.work.change(event.configure, {"requires_decks": False})
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    hall.work.change(steps.publish_round)
    look(event_path(hall.id), me, f"{me}/deck", table, f"{table}?me=14", f"{table}?me=14&events=A>B+time")
    hall.work.change(results.enter_result, 1, 1, events="A>B, time", by_player=1)
    look(table, table_path(hall.id, 1, 1), f"{me}/leave")
    look(event_path(hall.id), me, f"{me}/rounds/1", f"{me}/deck", windows=(PHONE, TABLET, DESKTOP))
