"""Pages that follow what happens elsewhere: a judge hears a call, the wall plays a round, no typing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, TABLET, faults_of, press
from tests.browser.lossy import LATE_ANSWER
from tests.browser.measure import fill, tables_of
from tests.browser.test_desk import without_a_load
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, database_address, entry_key, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.tournament import SanctionKind, announcements, checkin, clock, results, rounds, sanctions, steps
from toolkit.tournament.clock import read_clock

PROJECTOR = {"width": 1920, "height": 1080}
# Seconds for which a screenful of names stands before it moves on.
READING = 8


@dataclass(frozen=True)
class Hall:
    """An installation, and what its people do without a browser."""

    address: str
    context: Context

    @property
    def key(self) -> str:
        return entry_key(self.context.store)

    def event(self) -> UnitOfWork:
        """An event of 33 players, seated for round 1."""
        work = UnitOfWork(context=self.context, id=make_demo(self.context, name="Demo event").id, by="Test")
        players = sorted(work.look().players)
        tables = [players[start : start + 5] for start in range(0, 25, 5)] + [players[25:29], players[29:33]]
        work.change(rounds.draft_round, tables)
        return work

    def seated(self) -> UnitOfWork:
        work = self.event()
        work.change(steps.publish_round)
        return work

    def table(self, work: UnitOfWork, table: int) -> str:
        return links.table_path(work.id, 1, table, links.key_of(self.context, work.id))


@pytest.fixture(scope="module")
def hall(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("live")
    found = Hall(serve_app(DATA_FOLDER=str(folder)), open_context(database_address(folder)))
    yield found
    found.context.store.close()


@pytest.fixture
def official(open_page: Callable[..., Page], hall: Hall) -> Callable[..., Page]:
    """A window of the organizer's, opened at a page."""

    def open_at(path: str, **options: object) -> Page:
        page = open_page(base_url=hall.address, **options)
        page.goto(f"/organizer/{hall.key}")
        page.goto(path)
        return page

    return open_at


def test_a_judge_hears_a_call_and_the_table_sees_who_comes(
    official: Callable[..., Page], open_page: Callable[..., Page], hall: Hall
) -> None:
    work = hall.seated()
    judge = official(f"/tournaments/{work.id}/judge", viewport=TABLET)
    judge.get_by_label("Your name").fill("Ines")
    press(judge.get_by_role("button", name="Save name"))
    judge.evaluate("window.heard = 0; document.addEventListener('bell', () => { window.heard += 1; })")
    judge.get_by_role("button", name="Sound off: tap to hear calls").click()
    expect(judge.get_by_role("button", name="Sound on")).to_be_visible()
    before = judge.evaluate("window.heard")
    table = open_page(base_url=hall.address, viewport=PHONE, has_touch=True, is_mobile=True)
    table.goto(hall.table(work, 3))
    table.get_by_text("Call a judge", exact=True).click()
    table.get_by_label("What is it about?").fill("May he block?")
    press(table.get_by_role("button", name="Call a judge to this table"))
    expect(judge.get_by_role("heading", name="Table 3")).to_be_visible()
    expect(judge.get_by_text("May he block?")).to_be_visible()
    expect(judge).to_have_title("(1) Calls · Demo event · VTES Toolkit")
    judge.wait_for_function("before => window.heard > before", arg=before)
    press(judge.get_by_role("button", name="On my way"))
    expect(table.get_by_text("Ines is on the way.")).to_be_visible()
    press(judge.get_by_role("button", name="Done (Table 3)"))
    expect(table.get_by_text("Ines is on the way.")).to_have_count(0)


# How many of forty tables lie under the code in the corner of the clock's slide.
COVERED = """() => {
  for (const one of document.querySelectorAll(".slide")) one.classList.toggle("is-shown", one.id === "slide-clock");
  const table = document.querySelector(".wall-tables li");
  for (let more = 0; more < 39; more++) table.after(table.cloneNode(true));
  const code = document.querySelector(".wall-corner-code").getBoundingClientRect();
  const isUnder = ({ right, bottom }) => right > code.left && bottom > code.top;
  return [code.width > 0, [...table.parentNode.children].filter((one) => isUnder(one.getBoundingClientRect())).length];
}"""


def test_the_wall_goes_through_a_round_by_itself(
    open_page: Callable[..., Page], hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Phones reach it: there is something to scan.
    monkeypatch.setattr("toolkit.web.room.wall.reachable_url", lambda: "http://192.168.1.7:8080/")
    work = hall.event()
    wall = open_page(base_url=hall.address, viewport=PROJECTOR)
    wall.goto(f"/tournaments/{work.id}/wall")
    expect(wall.locator(".wall-code svg")).to_be_visible()
    work.change(steps.publish_round)
    expect(wall.get_by_role("heading", name="Round 1: your table")).to_be_visible()
    assert faults_of(wall) == []
    work.change(clock.start_clock, 1)
    # In its first minutes everybody still looks for their seat, and the time runs above.
    expect(wall.locator(".wall-time .clock-face")).to_be_visible()
    expect(wall.get_by_role("heading", name="Round 1: your table")).to_be_visible()
    first = wall.locator(".wall-time .clock-face").inner_text()
    expect(wall.locator(".wall-time .clock-face")).not_to_have_text(first)
    work.change(announcements.announce, "Lunch is in the yard.")
    expect(wall.get_by_text("Lunch is in the yard.")).to_be_visible()
    for table, players in work.look().round(1).numbered():
        work.change(results.enter_result, 1, table, victory_points=[len(players), *[0] * (len(players) - 1)])
        if table == 6:
            expect(wall.locator(".wall-tables li")).to_have_count(1)
            assert wall.evaluate(COVERED) == [True, 0]
    expect(wall.get_by_role("heading", name="Next: round 2")).to_be_visible()
    assert faults_of(wall) == []


def test_a_table_s_number_has_figures_of_one_height(open_page: Callable[..., Page], hall: Hall) -> None:
    """The face of headings has figures of the old style, whose 1 looks like a small I."""
    wall = open_page(base_url=hall.address, viewport=PROJECTOR)
    wall.goto(f"/tournaments/{hall.seated().id}/wall")
    face = "one => getComputedStyle(one).fontFamily.split(',')[0]"
    assert "Toolkit Sans" in wall.locator(".roll-table").first.evaluate(face)
    assert "Alegreya" in wall.get_by_role("heading").first.evaluate(face)


def test_a_long_list_pages_on_for_who_wants_no_motion(open_page: Callable[..., Page], hall: Hall) -> None:
    work = hall.seated()
    wall = open_page(base_url=hall.address, viewport={"width": 800, "height": 600}, reduced_motion="reduce")
    wall.clock.install()
    wall.goto(f"/tournaments/{work.id}/wall")
    roll = wall.locator("[data-roll]")
    page = wall.evaluate("document.querySelector('[data-roll]').clientWidth")
    assert roll.evaluate("roll => roll.scrollLeft") == 0
    wall.clock.fast_forward(1000 * READING)
    wall.wait_for_function("() => document.querySelector('[data-roll]').scrollLeft > 0")
    assert roll.evaluate("roll => roll.scrollLeft") >= page * 0.5


def test_what_is_being_typed_stays_while_the_page_follows(official: Callable[..., Page], hall: Hall) -> None:
    work = hall.seated()
    console = official(f"/tournaments/{work.id}/console/announcements")
    field = console.get_by_role("textbox", name="Announcement", exact=True)
    field.fill("Half a sent")
    work.change(announcements.announce, "From another official.")
    expect(console.get_by_text("From another official.").first).to_be_visible()
    expect(field).to_have_value("Half a sent")
    expect(field).to_be_focused()
    field.press_sequentially("ence.")
    press(console.get_by_role("button", name="Announce"))
    assert {one.text for one in work.look().announcements.values()} == {"From another official.", "Half a sentence."}


def test_check_in_that_was_closed_is_not_open_while_a_name_is_typed(open_page: Callable[..., Page], hall: Hall) -> None:
    work = UnitOfWork(context=hall.context, id=make_demo(hall.context, name="Demo event").id, by="Test")
    page = open_page(base_url=hall.address)
    page.goto(f"/tournaments/{work.id}")
    opened, name = page.get_by_text("check-in is open"), page.get_by_role("searchbox")
    expect(opened).to_be_visible()
    name.fill("Anna")
    work.change(checkin.close_check_in)
    expect(opened).to_have_count(0)
    expect(page.get_by_text("then tap “I am here”")).to_have_count(0)
    expect(name).to_have_value("Anna")
    expect(name).to_be_focused()
    assert faults_of(page) == []

    # Opened again, it has what was typed; it leaves as a whole once nothing is.
    work.change(checkin.open_check_in)
    expect(opened).to_be_visible()
    expect(name).to_have_value("Anna")
    name.fill("")
    name.blur()
    work.change(checkin.close_check_in)
    expect(name).to_have_count(0)


@pytest.mark.parametrize(("is_gone", "status"), [(False, 200), (True, 404)])
def test_news_call_nobody_back_from_the_way_to_another_page(
    official: Callable[..., Page], hall: Hall, *, is_gone: bool, status: int
) -> None:
    work, held = hall.event(), list[Route]()
    page = official(f"/tournaments/{work.id}/console/rounds/1")
    page.route("**/console/players", lambda route: held.append(route))
    with page.expect_request("**/console/players"):
        page.get_by_role("link", name=re.compile("^Players")).first.click(no_wait_after=True)
    if is_gone:
        page.context.clear_cookies()
    with page.expect_response(lambda answer: "x-fragment" in answer.request.headers) as news:
        work.change(steps.publish_round)
    assert news.value.status == status
    # The page's script has it by then.
    page.wait_for_timeout(100)
    held[0].continue_()
    expect(page).to_have_url(re.compile("/console/players$"))


def test_news_of_an_entry_load_no_page_before_its_answer_does(official: Callable[..., Page], hall: Hall) -> None:
    page = official(f"/tournaments/{hall.event().id}/console/rounds/1")
    page.evaluate(LATE_ANSWER)
    with without_a_load(page):
        with page.expect_response(lambda answer: "x-fragment" in answer.request.headers):
            page.get_by_role("button", name="Publish round 1").click()
        # The page's script has it by then.
        page.wait_for_timeout(100)
        page.wait_for_function("() => globalThis.answered")
    with page.expect_navigation():
        page.evaluate("() => { answered(); }")
    expect(page.get_by_role("button", name="Start the clock").first).to_be_visible()


def test_a_line_with_a_typed_reason_is_never_another_s(official: Callable[..., Page], hall: Hall) -> None:
    work = hall.seated()
    work.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="Slow of hand")
    work.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="Foul language")
    judge = official(f"/tournaments/{work.id}/judge/players/1")
    judge.get_by_text("Revoke").nth(2).click()
    judge.locator("#lift-2").fill("not heard")
    work.change(sanctions.lift_sanction, 1, reason="mistaken")
    expect(judge.get_by_text("Slow of hand")).to_have_count(0)
    expect(judge.locator("#lift-2")).to_have_value("not heard")
    press(judge.locator("form[action$='/sanctions/2/lift'] button"))
    assert work.look().sanctions == {}


def test_a_page_that_loses_the_network_says_so_until_it_is_back(open_page: Callable[..., Page], hall: Hall) -> None:
    table = hall.table(hall.seated(), 1)
    page = open_page(base_url=hall.address, viewport=PHONE)
    banner = page.locator("#offline")
    # The first of them follows nothing.
    for path in ("/help/organizers", table):
        page.goto(path)
        expect(banner).to_be_hidden()
        page.route("**/*", lambda route: route.abort())
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(banner, path).to_be_visible()
        # No event tells of it: the room's network is back, and the phone's never went.
        page.unroute("**/*")
        expect(banner, path).to_be_hidden()
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    page.context.set_offline(False)
    expect(banner).to_be_hidden()


@pytest.mark.whole
def test_the_wall_rings_at_ten_at_five_and_at_the_end_once_it_is_switched_on(
    open_page: Callable[..., Page], hall: Hall
) -> None:
    work = hall.seated()
    work.change(clock.start_clock, 1)
    wall = open_page(base_url=hall.address, viewport=PROJECTOR)
    wall.add_init_script(
        "window.played = [];"
        "HTMLMediaElement.prototype.play = function () { played.push(this.src); return Promise.resolve(); }"
    )
    wall.goto(f"/tournaments/{work.id}/wall")

    def shorten_to(minutes: int) -> None:
        left = read_clock(work.look().round(1), hall.context.now()).seconds_left
        work.change(clock.extend_clock, 1, seconds=60 * minutes - 2 - left)
        # The wall shows the new end, also where that is later than the one before.
        wall.wait_for_function(
            "left => Math.abs(document.querySelector('[data-ends]').dataset.ends * 1000 - Date.now() - left) < 60_000",
            arg=60_000 * minutes,
        )
        # The wall looks at its clock once a second: a timer that is due later than that runs behind the look.
        wall.evaluate("() => new Promise((done) => setTimeout(done, 1200))")

    shorten_to(20)
    shorten_to(9)
    assert wall.evaluate("played.length") == 0  # off until somebody switches it on
    shorten_to(15)
    wall.keyboard.press("s")
    wall.wait_for_function("() => played.length === 1")  # a sample
    for minutes, strokes in ((10, 1), (5, 2), (0, 3)):
        before = wall.evaluate("played.length")
        shorten_to(minutes)
        wall.wait_for_function("most => played.length >= most", arg=before + strokes)
    # In a draft: none from pick to pick, one where the review begins, three at the end.
    wall.evaluate(
        """() => {
          const at = Date.now() / 1000;
          const step = (after, what, kind) => [after && at + after, what, "Pack 1", "", "", kind];
          const steps = [step(0.6, "Pick 1", "pick"), step(1.2, "Pick 2", "pick"), step(2, "Review", "review")];
          const draft = document.body.appendChild(document.createElement("div"));
          draft.className = "wall-draft";
          draft.innerHTML = "<div data-place=0><p data-course-pack></p></div>";
          draft.firstChild.dataset.course = JSON.stringify([...steps, step(null, "", "over")]);
        }"""
    )
    wall.wait_for_function("() => played.length === 8 && document.querySelector('[data-step=review]')")
    wall.wait_for_function("() => played.length === 11")
    assert "/bell.wav" in wall.evaluate("played[0]")


def test_two_hundred_names_are_on_few_screens_of_a_large_projector(open_page: Callable[..., Page], hall: Hall) -> None:
    work = fill(hall.context, 200, "Crowd")
    work.change(rounds.draft_round, tables_of(200, 1), seed=1)
    work.change(steps.publish_round)
    wall = open_page(base_url=hall.address, viewport=PROJECTOR)
    for width, height, screens in ((1920, 1080, 2), (3840, 2160, 1)):
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto(f"/tournaments/{work.id}/wall")
        roll = wall.locator(".is-shown [data-roll]")
        assert roll.locator("li").count() == 200
        assert roll.evaluate("roll => Math.ceil(roll.scrollWidth / (roll.clientWidth + 60))") <= screens, width
        # Seen from the back of the hall: a letter is at least a sixtieth of the screen high.
        size = roll.locator("li").first.evaluate("line => parseFloat(getComputedStyle(line).fontSize)")
        assert size >= height / 72, width


def test_keys_lead_through_the_console_and_a_page_lists_them(official: Callable[..., Page], hall: Hall) -> None:
    work = hall.seated()
    page = official(f"/tournaments/{work.id}/console/log")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("s?")  # letters are letters while somebody types
    expect(page.locator("#q")).to_have_value("s?")
    for key, path in (
        ("Alt+r", "rounds/1"),
        ("Alt+s", "standings"),
        ("r", "rounds/1"),
        ("Alt+s", "standings"),
        ("Alt+f", "final"),
        ("Alt+p", "players"),
        ("Alt+r", "rounds/1"),
    ):
        with page.expect_navigation():
            page.keyboard.press(key)
        assert page.url.endswith(f"/console/{path}")
    page.goto(f"/tournaments/{work.id}/console/log")
    with page.expect_navigation():
        page.keyboard.press("n")
    assert work.look().round(1).clock.started_at is not None
    page.goto(f"/tournaments/{work.id}/console/rounds/1")
    for key in ("/", "Alt+d"):
        page.locator("#t1s1").focus()
        page.keyboard.press(key)
        expect(page.locator("#typed")).to_be_focused()
    with without_a_load(page):
        page.keyboard.press("?")
        expect(page.locator("dialog").get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
