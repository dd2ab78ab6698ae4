"""Events against the stopwatch: from registration to the shared standings, by keyboard and by phone alone.

`python -m pytest tests/browser/test_stopwatch.py -s` prints the counts. Keys are pressed one by one: whatever has no
shortcut is reached with Tab, and each Tab counts. The phone comes over plain http, as phones in a hall do.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, HALL_NAME, arrival, press
from tests.browser.halls import FINGER, PHONE
from tests.browser.measure import play, tables_of
from tests.browser.test_desk import Keys, letters
from tests.soak import part
from toolkit.languages import LANGUAGES
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel.context import Context, entry_key
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import NAMES, create
from toolkit.tournament import Configuration, Tournament, checkin, event, rounds, steps
from toolkit.web.base import i18n
from toolkit.web.base.access import organizer_link

# The slips open in a window of their own: what comes is looked at from this one.
FIRST_BYTES = """async (address) => (await (await fetch(address)).text()).slice(0, 4)"""
# What is in sight stays where it is: `nearest` moves the page only for what is not.
SCROLL = """(control) => {
  const before = scrollY;
  control.scrollIntoView({ block: "nearest", behavior: "instant" });
  return Math.abs(scrollY - before);
}"""
MOST_TABS = 150
MOST_KEYS_BESIDE_LETTERS, MOST_KEYS_A_TABLE, MOST_ACTIONS_TO_SLIPS = 1, 8, 3
MOST_KEYS_OF_THE_FINAL, MOST_KEYS_TO_SHARE = 22, 4


class Hand(ABC):
    """Somebody at one page: what they press is counted under the name of what they are at."""

    def __init__(self, page: Page) -> None:
        self.page, self.at = page, ""
        self.counts, self.loads, self.scrolled = Counter[str](), Counter[str](), Counter[str]()
        page.on("domcontentloaded", lambda _: self.loads.update([self.at]))

    def count(self, pressed: int = 1) -> None:
        self.counts[self.at] += pressed

    @abstractmethod
    def reach(self, control: Locator) -> None:
        """Bring the control under the hand."""

    @abstractmethod
    def point(self, control: Locator) -> None:
        """Come so far that one press more does it."""

    @abstractmethod
    def change(self, control: Locator) -> None:
        """Press a control that changes this page."""

    @abstractmethod
    def press(self, control: Locator) -> None:
        """Press a control that leads to another page, and wait for that page."""

    def choose(self, places: Locator) -> None:
        """The last of a final's places, which leads to another page."""
        self.press(places.last)

    @abstractmethod
    def share(self, copied: Locator) -> None:
        """The first of the texts to share."""

    @abstractmethod
    def next(self) -> None:
        """The next thing to do, which is one button of every page."""

    @abstractmethod
    def station(self, word: str) -> None:
        """One of the event's stations."""

    @abstractmethod
    def to_field(self) -> None:
        """The line that takes names, tables and results."""

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)
        self.count(len(text))

    def enter(self, text: str) -> None:
        """In the field: the text and Enter."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.count(len(text) + 1)


class Keyboard(Hand):
    """No mouse: Tab until the control has the focus, letters with Alt for what has a shortcut."""

    def reach(self, control: Locator) -> None:
        expect(control).to_be_visible()
        for _ in range(MOST_TABS):
            if control.evaluate("(one) => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
            self.count()
        raise AssertionError(f"Tab never comes to {control}")

    point = reach

    def change(self, control: Locator) -> None:
        self.reach(control)
        self.page.keyboard.press("Enter")
        self.count()

    def _key(self, key: str) -> None:
        with arrival(self.page):
            self.page.keyboard.press(key)
        self.count()

    def press(self, control: Locator) -> None:
        self.reach(control)
        self._key("Enter")

    def choose(self, places: Locator) -> None:
        self._key(str(places.count()))

    def share(self, copied: Locator) -> None:
        self.page.keyboard.press("Alt+KeyC")
        self.count()

    def next(self) -> None:
        self._key("Alt+KeyN")

    def station(self, word: str) -> None:
        self._key(f"Alt+Key{word[0]}")

    def to_field(self) -> None:
        self.page.keyboard.press("/")
        self.count()


class Finger(Hand):
    """A phone: everything is a tap, and text comes from the keyboard on its screen."""

    def point(self, control: Locator) -> None:
        """Move the page until the control is under the finger: how far is counted too."""
        self.scrolled[self.at] += round(control.evaluate(SCROLL))

    def change(self, control: Locator) -> None:
        self.point(control)
        control.tap()
        self.count()

    def reach(self, control: Locator) -> None:
        if not control.evaluate("(one) => one === document.activeElement"):
            self.change(control)

    def press(self, control: Locator) -> None:
        with arrival(self.page):
            self.change(control)

    def share(self, copied: Locator) -> None:
        self.change(copied)

    def next(self) -> None:
        marked = self.page.locator("[data-next]:visible")
        if marked.count():
            box = marked.bounding_box()
            assert box
            assert PHONE["height"] * 0.75 < box["y"] < PHONE["height"] - box["height"]
        self.press(marked if marked.count() else self.page.locator("main .button.primary:visible").first)

    def station(self, word: str) -> None:
        self.press(self.page.locator(".stations").get_by_role("link", name=re.compile(f"^{word}")))

    def to_field(self) -> None:
        self.reach(self.page.locator("#typed"))

    def enter(self, text: str) -> None:
        self.reach(self.page.locator("#typed"))
        super().enter(text)


@dataclass
class Counts:
    """What the issue counts: keys beyond the letters at check-in, the most at a table, actions to the next slips."""

    beside_letters: float = 0
    most_at_a_table: int = 0
    to_the_slips: int = 0


def run_event(hand: Hand, state: Callable[[], Tournament], names: Sequence[str], count: int) -> Counts:
    """The whole event, from its name to the text of its standings."""
    counted = Counts()
    page, button = hand.page, hand.page.get_by_role("main").get_by_role
    hand.at = "new event"
    hand.write(page.get_by_label("Name", exact=True), "Against the stopwatch")
    hand.write(page.get_by_label("Rounds before the final"), str(count))
    hand.press(button("button", name="Create the event"))
    hand.at = "registration"
    hand.write(page.locator("textarea").first, "\n".join(names))
    while not state().players:
        hand.press(page.locator("main form .button.primary:visible").first)
    assert len(state().active) == len(names)
    hand.at = "check-in"
    nobody = state()
    needed = [letters(nobody, player.name, player.number) for player in nobody.active]
    for text in needed:
        hand.enter(text)
    expect(page.locator("[data-key=here]")).to_have_text(f"{len(names)} of {len(names)} here")
    assert len(checkin.here(state())) == len(names)
    counted.beside_letters = (hand.counts[hand.at] - sum(map(len, needed))) / len(needed)
    for number in range(1, count + 1):
        run_round(hand, state, number, counted)
    hand.at = "final"
    hand.next()
    while state().final is None:
        hand.next()
    while not state().final_round:
        places = page.locator(".row .place")
        hand.choose(places) if places.count() else hand.next()
    hand.station("Players")
    hand.enter("final 30110")
    expect(page.locator(".last")).to_contain_text("final")
    hand.at = "close and share"
    while not state().is_finished:
        hand.next()
    if not urlsplit(page.url).path.endswith("/standings"):
        hand.station("Standings")
    hand.share(button("button", name="Discord"))
    expect(button("button", name="Copied")).to_be_in_viewport()
    expect(hand.page.get_by_text("Show the text")).to_be_visible()
    expect(hand.page.locator("#share-discord")).to_be_hidden()
    return counted


def run_round(hand: Hand, state: Callable[[], Tournament], number: int, counted: Counts) -> None:
    """Seat, publish and print a round, and enter its results."""
    page = hand.page
    hand.at = f"seat, publish and print round {number}"
    actions = 1  # the slips themselves
    while state().published < number:
        hand.next()
        actions += 1
    counted.to_the_slips = max(counted.to_the_slips, actions)
    slips = page.get_by_role("link", name="Print seats and slips")
    hand.point(slips)
    hand.count()
    assert page.evaluate(FIRST_BYTES, slips.get_attribute("href")) == "%PDF"
    hand.at = f"results of round {number}"
    hand.to_field()
    for table, seats in state().round(number).numbered():
        before = hand.counts[hand.at]
        hand.enter(str(table))
        hand.enter("21110" if len(seats) == 5 else "2110")
        counted.most_at_a_table = max(counted.most_at_a_table, hand.counts[hand.at] - before)
    expect(page.get_by_text("All results are in.").first).to_be_visible()


def start(place: tuple[str, Context], open_page: Callable[..., Page], name: str, **window: object) -> Page:
    base, context = place
    address = base.replace(urlsplit(base).hostname or "", name)
    page = open_page(base_url=address, **window)
    page.goto(organizer_link(entry_key(context.store)))
    page.goto("/tournaments")
    return page


# What 12 take by keyboard is a part of what 33 take, and every limit is the same.
@pytest.mark.walk
@pytest.mark.parametrize(("kind", "size", "count"), part([(Keyboard, 33, 2), (Finger, 33, 2), (Finger, 12, 3)], of=3))
def test_an_event_from_registration_to_the_shared_standings(
    kind: type[Hand],
    size: int,
    count: int,
    place: tuple[str, Context],
    open_page: Callable[..., Page],
    capsys: pytest.CaptureFixture[str],
) -> None:
    window = {"viewport": DESKTOP} if kind is Keyboard else dict(FINGER)
    hand = kind(start(place, open_page, HALL_NAME, **window))
    opened = place[1].tournaments
    names = NAMES[:size]
    counted = run_event(hand, lambda: opened.look(urlsplit(hand.page.url).path.split("/")[2]).state, names, count)
    assert counted.beside_letters <= MOST_KEYS_BESIDE_LETTERS
    assert counted.most_at_a_table <= MOST_KEYS_A_TABLE
    assert counted.to_the_slips <= MOST_ACTIONS_TO_SLIPS
    assert hand.loads["check-in"] == 0
    if kind is Keyboard:
        assert hand.counts["final"] <= MOST_KEYS_OF_THE_FINAL
    assert hand.counts["close and share"] <= MOST_KEYS_TO_SHARE
    assert all(scrolled < PHONE["height"] for scrolled in hand.scrolled.values()), hand.scrolled
    with capsys.disabled():
        print(f"\n{size} players by {kind.__name__.lower()} alone:")
        for at, pressed in hand.counts.items():
            way = "keys" if kind is Keyboard else f"taps and keys, {hand.scrolled[at]} px scrolled"
            print(f"  {at}: {pressed} {way}, {hand.loads[at]} page loads")
        print(
            f"  {counted.beside_letters:.2f} beside the letters of a name, {counted.most_at_a_table} at most a table,"
            f" {counted.to_the_slips} actions from the last result to the next slips"
        )


# What somebody has in sight: links, buttons, fields, those for figures of results apart, and where the content begins.
IN_SIGHT = """() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) &&
    !one.closest(".visually-hidden, .skip") && one.getBoundingClientRect().width > 4;
  const all = (what, within = document) => [...within.querySelectorAll(what)].filter(isSeen);
  const bar = document.getElementById("bar"), tops = all("#main #live *").map((one) => one.getBoundingClientRect().top);
  return {
    links: all("a[href]").length,
    destinations: new Set(all("a[href]").map((one) => one.pathname)).size,
    buttons: all("button, summary").length,
    fields: all("input:not([type=hidden], [data-row]), select, textarea").length,
    results: all("input[data-row]").length,
    bar: all("a, button, summary", bar).map((one) =>
      one.dataset.next === undefined ? one.className || one.parentElement.id : "next"
    ),
    lines: new Set(all(".stations li", bar).map((one) => Math.round(one.getBoundingClientRect().top))).size,
    height: Math.round(bar.getBoundingClientRect().height),
    foot: Math.round(document.querySelector(".foot").getBoundingClientRect().height),
    content: Math.round(Math.min(...tops)),
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""
ROWS = """(rows) => [...document.querySelectorAll(rows)].filter((row) => {
  const { top, bottom, height } = row.getBoundingClientRect();
  return height && top >= 0 && bottom <= innerHeight;
}).length"""
# What counts as a row of a station, and how many are in sight at least.
ROWS_IN_SIGHT = {
    "standings": ("#ranks tbody tr", 22),
    "players": ("#missing li", 20),
    "rounds/1": ("#all-tables tbody", 5),
}
LAPTOP = {"width": 1366, "height": 768}
MOST_ABOVE = {LAPTOP["width"]: 120, PHONE["width"]: 110}
MOST_CONTROLS, MOST_BAR = 40, 60
STATIONS = ("players", "rounds/1", "rounds/2", "rounds/3", "final", "standings")


@pytest.fixture
def simple(place: tuple[str, Context]) -> Callable[[int, int], UnitOfWork]:
    """A function that makes an event of so many players with a final, of which so many rounds are played."""

    def make(size: int, played: int) -> UnitOfWork:
        context, settings = place[1], Configuration(name="Prague evening", rounds=3)
        work = UnitOfWork(context=context, id=create(context, settings, by="Test").id, by="Test")
        add_players(work, [Registration(name=f"{NAMES[n % 33]}{'' if n < 33 else n}") for n in range(size)])
        for number in range(1, played + 1):
            play(work, number)
        return work

    return make


def at(
    place: tuple[str, Context], open_page: Callable[..., Page], work: UnitOfWork, station: str, **window: Any
) -> Page:
    page = start(place, open_page, HALL_NAME, **window)
    page.goto(f"/tournaments/{work.id}/console/{station}")
    return page


@pytest.mark.parametrize("window", [{"viewport": LAPTOP}, dict(FINGER)], ids=["laptop", "phone"])
def test_each_station_of_a_simple_event_has_little_to_read(
    window: dict[str, Any],
    simple: Callable[[int, int], UnitOfWork],
    place: tuple[str, Context],
    open_page: Callable[..., Page],
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = simple(12, 1)
    work.change(rounds.draft_round, tables_of(12, 2), seed=2)
    work.change(steps.publish_round)
    page, told, faults = at(place, open_page, work, "players", **window), [], []
    for station in STATIONS:
        page.goto(f"/tournaments/{work.id}/console/{station}")
        seen = page.evaluate(IN_SIGHT)
        controls = seen["links"] + seen["buttons"] + seen["fields"]
        told.append(
            f"  {station}: {seen['destinations']} destinations, {seen['links']} links, {seen['buttons']} buttons,"
            f" {seen['fields']} fields and {seen['results']} of results, content from {seen['content']} px"
        )
        if seen["content"] > MOST_ABOVE[window["viewport"]["width"]]:
            faults.append(f"{station}: the content begins at {seen['content']} px")
        if station.startswith("rounds") and controls > MOST_CONTROLS:
            faults.append(f"{station}: {controls} controls")
        others = [one for one in seen["bar"] if "station" not in one.split() and one not in ("next", "bar-name")]
        if len(seen["bar"]) - len(others) - seen["bar"].count("next") - 1 != len(STATIONS) or len(others) != 2:
            faults.append(f"{station}: in the bar are {seen['bar']}")
        if seen["foot"] > MOST_BAR:
            faults.append(f"{station}: the footer has {seen['foot']} px")
        if seen["wide"] > 0:
            faults.append(f"{station}: {seen['wide']} px too wide")
    with capsys.disabled():
        print(f"\na simple event of 12, {window['viewport']['width']} px:", *told, sep="\n")
    assert faults == []


def test_the_bar_has_one_line_in_every_language(
    simple: Callable[[int, int], UnitOfWork], place: tuple[str, Context], open_page: Callable[..., Page]
) -> None:
    work = simple(12, 1)
    page = at(place, open_page, work, "players", viewport=LAPTOP)
    for count in (3, 4, 6):
        work.change(event.configure, {"rounds": count})
        for language in LANGUAGES:
            page.context.add_cookies([{"name": i18n.COOKIE, "value": language, "url": page.url}])
            page.reload()
            expect(page.locator("html")).to_have_attribute("lang", language)
            seen = page.evaluate(IN_SIGHT)
            lines = seen["lines"], seen["height"] <= MOST_BAR, seen["wide"]
            assert lines == (1, True, 0), f"{language}, {count} rounds"


def test_a_laptop_has_the_rows_of_22_players_in_sight(
    simple: Callable[[int, int], UnitOfWork],
    place: tuple[str, Context],
    open_page: Callable[..., Page],
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = simple(22, 1)
    page, seen = start(place, open_page, HALL_NAME, viewport=LAPTOP), {}
    for station, (rows, _) in ROWS_IN_SIGHT.items():
        page.goto(f"/tournaments/{work.id}/console/{station}")
        seen[station] = page.evaluate(ROWS, rows)
    with capsys.disabled():
        print(f"\nrows of 22 players in sight at 1366 x 768: {seen}")
    assert {station: seen[station] for station, (_, least) in ROWS_IN_SIGHT.items() if seen[station] < least} == {}
    page.goto(f"/tournaments/{work.id}/console/log")
    assert page.locator("#log li").count() > 8
    assert page.locator(".rows").evaluate("(box) => box.scrollHeight - box.clientHeight") == 0


def test_from_the_last_result_to_the_next_slips_with_one_away_are_three_actions(
    simple: Callable[[int, int], UnitOfWork], place: tuple[str, Context], open_page: Callable[..., Page]
) -> None:
    work = simple(13, 1)
    page = at(place, open_page, work, "rounds/1", viewport=LAPTOP)
    away = work.look().player(4)
    page.get_by_label("Away").fill(away.name)
    press(page.get_by_role("button", name="Seat round 2"))
    press(page.get_by_role("button", name="Publish round 2"))
    slips = page.get_by_role("link", name="Print seats and slips")
    assert page.evaluate(FIRST_BYTES, slips.get_attribute("href")) == "%PDF"
    assert away.number not in work.look().round(2).seats
    assert len(work.look().round(2).seats) == 12


def test_a_result_of_an_earlier_round_takes_as_few_keys(
    simple: Callable[[int, int], UnitOfWork], place: tuple[str, Context], open_page: Callable[..., Page]
) -> None:
    work = simple(15, 2)
    page = at(place, open_page, work, "rounds/1", viewport=LAPTOP)
    page.locator("#t2s1").click()
    Keys(page).type("50000")
    expect(page.locator("#grid-2.grid-done")).to_have_count(1)
    expect(page.locator("#t2s1")).to_have_js_property("defaultValue", "5")
    page.locator("#typed").click()
    keys = Keys(page)
    for text in ("3", "05000"):
        keys.type(text)
    expect(page.locator("#t3s2")).to_have_value("5")
    assert keys.pressed <= MOST_KEYS_A_TABLE
    page.goto(f"/tournaments/{work.id}/console/players")
    Keys(page).type("1:1 00500")
    page.get_by_text("This table has a result").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("#t1s3")).to_have_value("5")
    expect(page).not_to_have_url(re.compile("typed="))
