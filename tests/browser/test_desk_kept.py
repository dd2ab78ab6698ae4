"""What is typed at the desk while nothing arrives is kept, sent in order, and carried out once.

Each test is a story in one window: to open another takes longer than most of what happens in it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, Route, expect

from tests import comes
from tests.browser.conftest import DESKTOP, PHONE, faults_in_both_themes
from tests.browser.halls import Hall
from tests.browser.lossy import KEPT, LATE_ANSWER, held_up, late, lose, lose_the_answer, sending, type_first
from tests.browser.test_desk import Keys, desk_of, without_a_load
from toolkit.tournament import checkin, fees, history, players, results
from toolkit.tournament.facts import CheckInOpened, FeeMarked, FeeStatus, PlayersCheckedIn
from toolkit.tournament.players import search_key


def everyone_away(hall: Hall) -> Page:
    hall.work.change(checkin.check_out, [player.number for player in hall.state.active])
    return desk_of(hall)


def named(hall: Hall, *beginnings: str) -> set[int]:
    names = {player.number: search_key(player.name).split() for player in hall.state.active}
    return {number for number, parts in names.items() if any(part.startswith(beginnings) for part in parts)}


def close_refusals(page: Page) -> None:
    """Close the list of what was refused."""
    page.locator("#desk-missed").get_by_role("button", name="Close").click()
    expect(page.locator("#desk-missed")).to_be_hidden()


def tap_twice(page: Page, button: Locator) -> None:
    """Not at once, which would be one tap."""
    now = datetime.now(UTC)
    for seconds in (0, 1):
        page.clock.set_fixed_time(now + timedelta(seconds=seconds))
        button.click()


# Check-in


def test_check_ins_that_do_not_arrive_are_sent_in_order_and_carried_out_once(hall: Hall) -> None:
    opened = (CheckInOpened, PlayersCheckedIn)
    hall.work.change(history.undo, [entry.number for entry in hall.state.log if isinstance(entry.fact, opened)])
    page = desk_of(hall)
    outbox = page.locator("#outbox")
    with without_a_load(page):
        # A name that is typed before check-in opens it.
        Keys(page).type("gasp")
        expect(page.locator("[data-key=here]")).to_have_text("1 of 33 here")
        expect(page.locator(".parts a", has_text="Not here")).to_contain_text("32")
        assert checkin.here(hall.state) == named(hall, "gasp")

        # What waits is named, and sent in order.
        with sending(page, lose):
            for name in ("hugo", "ingrid", "jonas"):
                Keys(page).type(name)
                expect(page.locator("#typed")).to_have_value("")
            expect(outbox).to_contain_text("(hugo, ingrid, jonas)")
            assert faults_in_both_themes(page, PHONE, DESKTOP) == []
        expect(outbox).to_be_hidden()
        expect(page.locator(".last")).to_contain_text("Jonas")
        assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "hugo", "ingrid", "jonas"))

        # A check-in whose answer was lost is not taken back, also where it is typed again.
        here, entries = checkin.here(hall.state), hall.entries(PlayersCheckedIn)
        for again, player in enumerate(hall.state.active[:2]):
            with sending(page, lose_the_answer):
                for _ in range(1 + again):
                    Keys(page).type(player.name)
                expect(outbox).to_contain_text(f"({player.name})")
            expect(outbox).to_be_hidden()
            assert checkin.here(hall.state) == (here := {*here, player.number}), f"typed again: {again}"
            assert hall.entries(PlayersCheckedIn) == (entries := entries + 1), f"typed again: {again}"
            expect(page.locator("#desk-said .notice")).to_have_count(0)

        # A tap on the list is kept too.
        player = hall.state.active[2]
        with sending(page, lose):
            tap_twice(page, page.locator(f"#player-{player.number}").get_by_role("button", name="Here"))
            expect(outbox).to_contain_text(f"(Here ({player.name}))")
        expect(outbox).to_be_hidden()
        assert checkin.here(hall.state) == {*here, player.number}


def test_undo_takes_back_what_was_seen_and_takes_it_back_once(hall: Hall) -> None:
    page, (gasp,) = everyone_away(hall), named(hall, "gasp")
    undo, last = page.get_by_role("button", name="Undo"), page.locator(".last")
    for name in ("Jonas", "Ingrid"):
        Keys(page).type(name)
        expect(last).to_contain_text(name)
    with sending(page, lose):
        tap_twice(page, undo)
        expect(page.locator("#outbox")).to_contain_text("(Undo")
    expect(last).to_contain_text("Jonas")
    expect(page.locator("#typed")).to_be_focused()
    Keys(page).type("zzzq")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    assert comes(lambda: checkin.here(hall.state) == named(hall, "jonas"))

    # It takes back nothing that waited.
    page.locator("#typed").fill("")
    here = {*checkin.here(hall.state), gasp}
    with sending(page, lose):
        Keys(page).type("gasp")
        page.clock.set_fixed_time(datetime.now(UTC) + timedelta(seconds=5))
        undo.click()
        expect(page.locator("#outbox")).to_contain_text("(gasp, Undo")
    expect(page.locator("#outbox")).to_contain_text("This changed in the meantime")
    expect(last).to_contain_text("Gáspár")
    assert checkin.here(hall.state) == here
    hall.work.change(checkin.check_in, named(hall, "ingrid"))
    expect(last).to_contain_text("Ingrid")
    undo.click()
    expect(last).to_contain_text("Gáspár")
    assert checkin.here(hall.state) == here


def test_what_was_asked_for_before_an_entry_does_not_hide_it(hall: Hall) -> None:
    page = everyone_away(hall)
    last, part = page.locator(".last"), page.locator(".parts [aria-current]")
    with late(page, "**/players*") as answer:
        hall.work.change(checkin.check_in, named(hall, "ingrid"))
        with page.expect_request(lambda request: request.headers.get("x-fragment") == "live"):
            page.locator("#live").dispatch_event("ask")
        Keys(page).type("jonas")
        expect(last).to_contain_text("Jonas")
        answer()
        assert "Jonas" in last.inner_text()
    assert comes(lambda: checkin.here(hall.state) == named(hall, "ingrid", "jonas"))

    # Nor does a part that was asked for.
    with late(page, "**/players?*show=away*") as answer:
        page.locator(".parts a", has_text="Not here").click()
        hall.work.change(checkin.check_in, named(hall, "kaja"))
        expect(last).to_contain_text("Kaja")
        answer()
        assert "Kaja" in last.inner_text()
        expect(part).to_contain_text("Not here")

    # Nor does an answer that comes later than what others have changed since.
    page.evaluate(LATE_ANSWER)
    Keys(page).type("luca")
    page.wait_for_function("() => globalThis.answered")
    hall.work.change(players.add_player, "Quite New")
    expect(last).to_contain_text("Quite New")
    page.evaluate("() => answered()")
    expect(last).to_contain_text("Quite New")

    # Two taps at one spot check one player in.
    page.clock.set_fixed_time(datetime.now(UTC))
    button = page.locator("#missing button").first
    button.scroll_into_view_if_needed()
    box, first = button.bounding_box(), button.inner_text()
    assert box is not None
    for _ in range(2):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        expect(page.locator("[data-key=here]")).to_have_text("5 of 34 here")
        expect(button).not_to_have_text(first)
    # What is typed behind it is answered behind it.
    Keys(page).type("zzzq")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    assert len(checkin.here(hall.state)) == 5


def test_what_is_refused_is_named_until_it_is_entered_and_holds_up_nothing(hall: Hall) -> None:
    page = everyone_away(hall)
    typed, missed = page.locator("#typed"), page.locator("#desk-missed")
    with held_up(page):
        type_first(page, "zzzq")
        for name in ("gasp", "yyyq", "ingrid"):
            Keys(page).type(name)
    expect(missed.locator("li")).to_have_count(2)
    expect(missed).to_contain_text("zzzq – No player is called “zzzq”")
    expect(typed).to_have_value("")
    assert comes(lambda: checkin.here(hall.state) == named(hall, "gasp", "ingrid"))
    assert faults_in_both_themes(page, PHONE, DESKTOP) == []
    hall.work.change(players.add_player, "Yyyq")
    Keys(page).type("yyyq")
    expect(missed.locator("li")).to_have_count(1)
    close_refusals(page)

    # Somebody who types on loses neither the reason nor the refused words.
    here = checkin.here(hall.state)
    with held_up(page):
        type_first(page, "zzzq")
        page.keyboard.type("kaj")
    expect(page.locator("#desk-said")).to_contain_text("No player is called “zzzq”")
    expect(typed).to_have_value("kaj")
    Keys(page).type("a")
    expect(missed).to_contain_text("zzzq – No player is called “zzzq”")
    expect(page.locator("#desk-said .notice")).to_have_count(0)
    assert comes(lambda: checkin.here(hall.state) - here == named(hall, "kaja"))
    close_refusals(page)

    # Of many, three are named and the others counted.
    for text in ("zzza", "zzzb", "zzzc", "zzzd", "zzze", "luca"):
        Keys(page).type(text)
        expect(typed).to_have_value("" if text == "luca" else text)
    expect(missed.locator("li")).to_have_count(3)
    expect(missed).to_contain_text("Not entered: +2")
    expect(page.locator(".last")).to_contain_text("Luca")
    hall.work.change(players.add_player, "Zzze Last")
    expect(page.locator(".last")).to_contain_text("Zzze Last")
    Keys(page).type("zzze la")
    expect(missed).to_contain_text("Not entered: +1")
    expect(missed.locator("li").last).to_contain_text("zzzd")


def test_what_waits_outlives_a_reload_and_is_sent_from_another_page(hall: Hall) -> None:
    first, *others = [player.number for player in hall.state.active]
    hall.work.change(checkin.check_out, others)
    page = desk_of(hall)
    outbox = page.locator("#outbox")
    log, desk = (f"/tournaments/{hall.id}/console/{part}" for part in ("log", "desk"))
    with sending(page, lose):
        for name in ("gasp", "zzzq", "ingrid"):
            Keys(page).type(name)
        expect(outbox).to_contain_text("(gasp, zzzq, ingrid)")
        page.reload()
        expect(outbox).to_contain_text("(gasp, zzzq, ingrid)")
        page.goto(log)
    expect(outbox).to_contain_text("could not be done. zzzq – No player is called “zzzq”")
    assert comes(lambda: checkin.here(hall.state) == {first, *named(hall, "gasp", "ingrid")})
    outbox.get_by_role("link", name="View it").click()
    expect(page.locator("#typed")).to_be_focused()
    close_refusals(page)

    # What was refused is named by the desk until that is closed.
    page.locator("#typed").fill("")
    with sending(page, lose):
        for name in ("zzzq", "yyyq"):
            Keys(page).type(name)
        page.goto(log)
    expect(outbox).to_contain_text("zzzq – No player is called “zzzq”. yyyq – No player")
    page.goto(log)
    expect(outbox).to_contain_text("yyyq – No player")
    page.goto(desk)
    for _ in range(2):
        expect(page.locator("#desk-missed li")).to_have_count(2)
        expect(outbox).to_be_hidden()
        page.reload()
    close_refusals(page)
    page.reload()
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#desk-missed")).to_be_hidden()

    # A question is no entry, and leads back to where it is answered.
    player = hall.state.player(first)
    with sending(page, lose):
        Keys(page).type(player.name)
        expect(outbox).to_contain_text(KEPT)
        page.goto(log)
    expect(outbox).to_contain_text(f"{player.name} is here already (Demo, ")
    outbox.get_by_role("link", name="View it").click()
    expect(page.locator("#typed")).to_have_value(player.name)
    expect(page.locator("#desk-missed")).to_be_hidden()
    assert first in checkin.here(hall.state)


def test_a_fee_that_is_typed_again_while_nothing_arrives_stays_paid(hall: Hall) -> None:
    hall.work.change(fees.set_fees, "5", currency="EUR")
    page = desk_of(hall)
    outbox, last = page.locator("#outbox"), page.locator(".last")
    expected: set[int] = set()
    for is_loaded_again, (former, latter) in ((False, ("Jonas", "Ingrid")), (True, ("Kaja", "Luca"))):
        with sending(page, lose_the_answer):
            for name in (former, latter):
                Keys(page).type(f"{name} $")
            expect(outbox).to_contain_text(f"({former} $, {latter} $)")
            if is_loaded_again:
                page.reload()
            expect(last).to_contain_text(former)
            Keys(page).type(f"{former} $")
        expect(outbox).to_be_hidden()
        expect(last).to_contain_text(latter)
        paid = {player for player, fee in hall.state.fees.items() if fee.status is FeeStatus.PAID}
        assert paid == expected | named(hall, former.lower(), latter.lower()), f"loaded again: {is_loaded_again}"
        Keys(page).type(f"{former} $")
        expect(page.locator("#desk-said")).to_contain_text("has paid already")
        page.keyboard.press("Enter")
        expect(last).to_contain_text("unpaid")
        expected |= named(hall, latter.lower())

    # What was typed twice means the same twice.
    here, away = checkin.here(hall.state), named(hall, "gasp", "hugo")
    hall.work.change(checkin.check_out, away)
    expect(page.locator("[data-key=here]")).to_have_text("31 of 33 here")
    with sending(page, lose):
        for text in ("gasp $", "gasp", "hugo", "gaspar $", "gasp", "gaspar"):
            Keys(page).type(text)
        expect(outbox).to_contain_text("(gasp $, gasp, hugo, gaspar $, gasp, gaspar)")
    expect(outbox).to_be_hidden()
    (gasp,) = named(hall, "gasp")
    assert comes(lambda: checkin.here(hall.state) == here)
    assert hall.state.fees[gasp].status is FeeStatus.PAID

    # So does a fee whose answer was lost, typed or tapped.
    player, other = hall.state.active[:2]
    entries = hall.entries(FeeMarked)
    with sending(page, lose_the_answer):
        Keys(page).type(f"{player.name} $")
        expect(outbox).to_contain_text(KEPT)
        Keys(page).type(f"{player.name} $")
    expect(outbox).to_be_hidden()
    assert hall.state.fees[player.number].status is FeeStatus.PAID
    assert hall.entries(FeeMarked) == entries + 1
    page.goto(f"/tournaments/{hall.id}/console/players?show=fees")
    with sending(page, lose_the_answer):
        Keys(page).type(f"{other.name} $")
        # Before the list has heard of it.
        page.locator(f"#player-{other.number}").get_by_role("button", name="Paid").click()
        expect(outbox).to_contain_text(KEPT)
    expect(outbox).to_be_hidden()
    assert hall.state.fees[other.number].status is FeeStatus.PAID
    Keys(page).type(f"{player.name} $")
    expect(page.locator("#desk-said")).to_contain_text(f"{player.name} has paid already")
    page.keyboard.press("Enter")
    expect(last).to_contain_text("unpaid")


# Tables


def way_to(page: Page, table: int) -> Locator:
    """The link of a row that opens its table in place."""
    return page.locator(f"#grid-{table} a[data-place]")


def begin_again(hall: Hall, page: Page, table: int = 0) -> None:
    """No table has a result, nothing is refused, and the field is empty; if a table is named, it is open."""
    for entered in hall.state.round(1).results:
        hall.work.change(results.clear_result, 1, entered)
    expect(page.locator(".grid-done")).to_have_count(0)
    if page.locator("#desk-missed").is_visible():
        close_refusals(page)
    page.locator("#typed").fill("")
    if table:
        Keys(page).type(str(table))
        expect(page.locator("#open-title")).to_contain_text(f"Table {table}")


def lines(hall: Hall, *tables: int) -> list[list[int]]:
    return [hall.line(table) for table in tables]


def test_a_figure_goes_to_the_table_that_was_open_when_it_was_typed(seated: Hall) -> None:
    page = desk_of(seated)
    outbox = page.locator("#outbox")
    begin_again(seated, page, 3)
    with sending(page, lose):
        for text in ("21110", "1", "00500", "2", "00500"):
            Keys(page).type(text)
        expect(outbox).to_contain_text("(21110, 1, 00500, 2, 00500)")
    expect(outbox).to_be_hidden()
    expect(page.locator(".last")).to_contain_text("table 2")
    assert lines(seated, 1, 2, 3) == [[0, 0, 10, 0, 0], [0, 0, 10, 0, 0], [4, 2, 2, 2, 0]]

    # A story for two tables is entered at both.
    begin_again(seated, page)
    with sending(page, lose):
        for text in ("3", "A>B time", "4", "A>B time"):
            Keys(page).type(text)
        expect(outbox).to_contain_text("(3, A>B time, 4, A>B time)")
    expect(outbox).to_be_hidden()
    expect(page.locator(".last")).to_contain_text("table 4")
    assert lines(seated, 3, 4) == [[3, 0, 1, 1, 1]] * 2

    # A row that was tapped while something else waited has the focus.
    begin_again(seated, page, 3)
    with sending(page, lose):
        Keys(page).type("21110")
        page.locator("#t5s1").click()
        Keys(page).type("21110")
        expect(outbox).to_contain_text("(21110, Table 5 – 21110)")
        page.locator("#t1s1").click()
        page.keyboard.type("00")
    expect(outbox).to_be_hidden()
    expect(page.locator("#t1s1")).to_be_focused()
    Keys(page).type("500")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)
    assert lines(seated, 1, 3, 5) == [[0, 0, 10, 0, 0], [4, 2, 2, 2, 0], [4, 2, 2, 2, 0]]

    # One fault of the server changes no order.
    begin_again(seated, page, 3)
    with sending(page, lambda route: route.fulfill(status=500, body="")):
        Keys(page).type("2")
        expect(outbox).to_contain_text("(2)")
    Keys(page).type("21110")
    expect(outbox).to_contain_text("(2, 21110)")
    page.clock.install()
    page.clock.fast_forward(35_000)
    expect(page.locator(".last")).to_contain_text("table 2")
    assert lines(seated, 2, 3) == [[4, 2, 2, 2, 0], []]


def test_a_table_that_opens_or_closes_late_takes_no_figure_from_another(seated: Hall) -> None:
    page = desk_of(seated)
    # One that was closed gets none, however late that is shown.
    begin_again(seated, page, 4)
    with late(page, "**/rounds/1") as answer:
        page.keyboard.press("Escape")
        expect(page.locator("#open-table")).to_be_hidden()
        Keys(page).type("21110")
        expect(page.locator("#desk-said")).to_contain_text("has no table 21110")
        answer()
    assert not seated.state.round(1).results

    # One that opens late takes the focus from nobody who types.
    begin_again(seated, page, 4)
    with late(page, "**/tables/5") as answer:
        way_to(page, 5).click()
        page.locator("#typed").click()
        page.keyboard.type("211")
        answer()
        expect(page.locator("#grid-5 .place")).to_be_visible()
        expect(page.locator("#typed")).to_be_focused()
        Keys(page).type("10")
        expect(page.locator(".last")).to_contain_text("table 4")
    assert lines(seated, 4, 5) == [[4, 2, 2, 2, 0], []]

    # Of two that were tapped the last one is open.
    begin_again(seated, page)
    with late(page, "**/tables/6") as answer:
        way_to(page, 6).click()
        way_to(page, 3).click()
        expect(page.locator("#grid-3 .place")).to_be_visible()
        answer()
    expect(page.locator(".place")).to_have_count(1)
    expect(page.locator("#grid-3 .place")).to_be_visible()


def test_a_table_whose_page_did_not_come_is_asked_for_again(seated: Hall) -> None:
    page, asked = desk_of(seated), list[str]()
    for table, is_busy, times in ((5, False, 1), (4, True, 1), (3, True, 2)):
        asked.clear()

        def fail(route: Route, *, is_busy: bool = is_busy, times: int = times) -> None:
            asked.append(route.request.url)
            if len(asked) > times:
                route.continue_()
            elif is_busy:
                route.fulfill(status=503, content_type="text/html", body="<h1>Too busy</h1>")
            else:
                route.abort()

        page.route(f"**/tables/{table}", fail)
        with without_a_load(page):
            way_to(page, table).click()
            expect(page.locator(f"#grid-{table} .place")).to_contain_text(f"Round 1: Table {table}")
            expect(page.locator("#outbox")).to_be_hidden()
        assert len(asked) == times + 1, f"table {table}"


def test_a_figure_goes_to_the_table_that_waits_after_a_page_load(seated: Hall) -> None:
    page = desk_of(seated)
    outbox = page.locator("#outbox")
    for way, table in (("a reload", 3), ("another page", 0)):
        begin_again(seated, page, table)
        with sending(page, lose):
            Keys(page).type("4")
            expect(outbox).to_contain_text("(4)")
            page.goto(f"/tournaments/{seated.id}/console/desk") if way == "another page" else page.reload()
            page.locator("#typed").focus()
            Keys(page).type("21110")
            expect(outbox).to_contain_text("(4, 21110)")
        expect(page.locator("#grid-4.grid-done")).to_have_count(1)
        expect(page.locator(".last")).to_contain_text("table 4")
        assert lines(seated, 3, 4) == [[], [4, 2, 2, 2, 0]], way

    # What was opened or closed meanwhile outlives it.
    for way in ("another table", "none"):
        begin_again(seated, page, 4)
        with sending(page, lose):
            Keys(page).type("zzzq")
            expect(outbox).to_contain_text("(zzzq)")
            if way == "none":
                page.keyboard.press("Escape")
                expect(page.locator("#open-table")).to_have_count(0)
            else:
                Keys(page).type("5")
                expect(outbox).to_contain_text("(zzzq, 5)")
            page.reload()
            page.locator("#typed").focus()
            Keys(page).type("21110")
            expect(outbox).to_contain_text("21110)")
        expect(outbox).to_be_hidden()
        expect(page.locator("#desk-missed")).to_contain_text("zzzq")
        assert lines(seated, 4, 5) == [[], [] if way == "none" else [4, 2, 2, 2, 0]], way


def test_a_refusal_moves_no_figure_to_another_table(seated: Hall) -> None:
    page = desk_of(seated)
    said, missed = page.locator("#desk-said"), page.locator("#desk-missed")
    # What was refused for a table is gone once its result is entered.
    for text in ("3 99999", "5 99999", "3"):
        Keys(page).type(text)
        expect(page.locator("#typed")).to_have_value("" if text == "3" else text)
    expect(missed.locator("li")).to_have_count(2)
    Keys(page).type("21110")
    expect(missed.locator("li")).to_have_count(1)
    expect(missed.locator("li")).to_contain_text("5 99999")

    # A figure behind a refusal goes to no other table.
    begin_again(seated, page, 1)
    with held_up(page):
        type_first(page, "nobody at all")
        Keys(page).type("21110")
    expect(missed).to_contain_text("nobody at all – No player is called")
    expect(said).to_contain_text("has no table 21110")
    expect(page.locator("#typed")).to_have_value("21110")
    assert not seated.state.round(1).results

    # A refusal leaves the table that was opened on its way.
    begin_again(seated, page)
    with held_up(page):
        type_first(page, "5")
        Keys(page).type("99999")
    expect(said).to_contain_text("at most 5 victory points in all")
    expect(page.locator("#open-title")).to_contain_text("Round 1: Table 5")

    # The table that is asked about is the one that is shown.
    begin_again(seated, page, 4)
    seated.work.change(results.enter_result, 1, 5, victory_points=[5, 0, 0, 0, 0])
    Keys(page).type("5 32000")
    expect(said).to_contain_text("This table has a result")
    expect(page.locator("#open-table")).to_contain_text("Table 5")


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
