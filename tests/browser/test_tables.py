"""A light game of five on five phones, each in somebody's hand: an oust, a withdrawal, a lost network, and the time.

What it counts is printed: taps a turn, pixels that had to be scrolled, how long the other screens take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, faults_of, press

SEATS = ("Anna", "Ben", "Cleo", "Dan", "Elena")
WALL = {"width": 1920, "height": 1080}
# When a page shows another version of the game than before, by the clock that all browsers of a machine share.
WATCH = """() => {
  const seen = () => document.getElementById("table").dataset.version;
  let last = seen();
  window.changes = [];
  document.documentElement.dataset.changes = "0";
  new MutationObserver(() => {
    if (seen() === last) return;
    last = seen();
    document.documentElement.dataset.changes = window.changes.push(Date.now());
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
  document.addEventListener("click", () => { window.tapped = Date.now(); }, true);
}"""


def changes(page: Page, since: int) -> None:
    """Wait until a page shows more of the game."""
    expect(page.locator("html")).not_to_have_attribute("data-changes", str(since))


class Hands:
    """Five phones, and what was counted: taps since the turn began, and the time that the others took."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages, self.taps, self.late = pages, 0, list[int]()
        for page in pages.values():
            page.evaluate(WATCH)

    def tap(self, seat: str, place: str, words: str = "") -> None:
        """A thumb on one thing: nothing has to be scrolled to it."""
        page = self.pages[seat]
        found = page.locator(place)
        (found.get_by_text(words, exact=True) if words else found).first.tap()
        self.taps += 1

    def does(self, seat: str, place: str, words: str = "") -> None:
        """A tap that changes the game, on every screen."""
        others = [page for name, page in self.pages.items() if name != seat]
        before = {page: page.evaluate("changes.length") for page in others}
        self.tap(seat, place, words)
        for page, number in before.items():
            changes(page, number)
        at = self.pages[seat].evaluate("tapped")
        self.late += [page.evaluate(f"changes[{number}]") - at for page, number in before.items()]

    def ends(self, *seats: str) -> None:
        """Turns in which nothing is noted."""
        for seat in seats:
            self.does(seat, "#offer-end-turn button")

    def shows(self, seat: str, other: str, *words: str) -> None:
        """What a phone says of a Methuselah."""
        plaque = self.pages[seat].locator(f"#plaque-{SEATS.index(other) + 1}")
        for word in words:
            expect(plaque).to_have_attribute("aria-label", re.compile(word))

    def scrolled(self) -> int:
        """Pixels that lie outside of any phone's screen."""
        hidden = (
            "document.scrollingElement.scrollHeight - innerHeight + document.scrollingElement.scrollWidth - innerWidth"
        )
        return sum(page.evaluate(hidden) for page in self.pages.values())


def sit_down(open_page: Callable[..., Page], seats: Sequence[str] = SEATS) -> Hands:
    host = open_page()
    host.goto("/tables")
    for place, name in enumerate(seats, start=1):
        host.locator(f"#name{place}").fill(name)
    host.locator("input[name=depth][value=light]").check()
    host.locator("#more > summary").click()
    host.locator("#profile").select_option("vekn_event")
    press(host.locator("form#new button.primary"))
    paths = [str(link.get_attribute("href")) for link in host.locator(".link-card .qr").all()]
    host.close()
    pages = {seat: open_page(viewport=PHONE, has_touch=True, is_mobile=True) for seat in seats}
    for seat, path in zip(seats, paths, strict=False):
        pages[seat].goto(path)
    return Hands(pages)


def test_a_light_game_with_one_thumb(open_page: Callable[..., Page]) -> None:
    hands = sit_down(open_page)
    scrolled = [hands.scrolled()]
    hands.ends("Anna")
    empty, hands.taps = hands.taps, 0
    hands.ends("Ben", "Cleo", "Dan")
    hands.taps = 0
    usual_turn(hands, scrolled)
    usual, hands.taps = hands.taps, 0
    oust(hands)
    withdrawal_announced(hands)
    lost_network(hands)
    withdrawn(hands)
    time_is_up(hands, scrolled)
    print(
        f"\ntaps: an empty turn {empty}, a usual one {usual}; scrolled {sum(scrolled)} px at three sizes;"
        f" the other screens after {median(hands.late):.0f} ms at the median of {len(hands.late)}"
    )
    assert (empty, usual, sum(scrolled)) == (1, 5, 0)


def usual_turn(hands: Hands, scrolled: list[int]) -> None:
    """Elena bleeds Anna and takes the Edge, moves four to a vampire, and ends her turn."""
    hands.tap("Elena", "#c-bleed-button")
    hands.does("Elena", "#c-bleed button", "2")
    hands.tap("Elena", "#card-Elena1")
    assert faults_of(hands.pages["Elena"]) == []
    hands.does("Elena", "#sheet-card-Elena1 button", "4")
    scrolled.append(hands.scrolled())
    for size in (TABLET, WALL, DESKTOP):
        hands.pages["Dan"].set_viewport_size(size)
        scrolled.append(hands.scrolled())
    hands.pages["Dan"].set_viewport_size(PHONE)
    hands.does("Elena", "#offer-end-turn button")
    hands.shows("Ben", "Anna", "28 pool")
    hands.shows("Ben", "Elena", "26 pool", "has the Edge")
    expect(hands.pages["Ben"].locator("#c-trail .turn").first).to_contain_text(
        "Elena's turn: bled Anna for 2, took the Edge, 4 to Elena1"
    )


def oust(hands: Hands) -> None:
    """Ben loses his last pool: that is asked about first."""
    hands.tap("Anna", "#plaque-2")
    hands.pages["Anna"].locator("#sheet-2 .digits-more input[name=change]").fill("-30")
    hands.tap("Anna", "#sheet-2 .digits-more button")
    expect(hands.pages["Anna"].locator(".table-says")).to_contain_text("Ben is ousted: Anna gains 1 VP and 6 pool.")
    hands.does("Anna", "#question button", "Yes, do it")
    hands.shows("Cleo", "Ben", "ousted")
    hands.shows("Cleo", "Anna", "34 pool", "1 VP", "prey Cleo")
    hands.ends("Anna")


def withdrawal_announced(hands: Hands) -> None:
    hands.tap("Cleo", "#plaque-3")
    hands.does("Cleo", "#offer-withdraw button")
    hands.ends("Cleo")


def lost_network(hands: Hands) -> None:
    """What Dan taps without network waits on his phone, while the others play on, and arrives once."""
    dan = hands.pages["Dan"]
    address = dan.url
    dan.context.set_offline(True)
    for number in ("−1", "−3"):
        hands.tap("Dan", "#plaque-4")
        hands.tap("Dan", "#sheet-4 .dial-less button", number)
        expect(dan.locator("#unsent")).to_contain_text(f"Adjust pool: {number}")
    page = hands.pages["Elena"]
    number = page.evaluate("changes.length")
    hands.tap("Elena", "#plaque-5")
    hands.tap("Elena", "#sheet-5 .dial-less button", "−2")
    changes(page, number)
    dan.context.set_offline(False)
    expect(dan.locator("#unsent")).to_be_hidden()
    hands.shows("Dan", "Elena", "24 pool")
    for seat in ("Dan", "Anna"):
        hands.shows(seat, "Dan", "26 pool")
    assert dan.url == address


def withdrawn(hands: Hands) -> None:
    """Cleo's next turn would begin: she withdraws instead."""
    hands.ends("Dan", "Elena", "Anna")
    hands.shows("Elena", "Cleo", "withdrawn", "0.5 VP")


def time_is_up(hands: Hands, scrolled: list[int]) -> None:
    """Dan calls the time in his turn: it asks, and the game ends with it."""
    dan = hands.pages["Dan"]
    hands.tap("Dan", ".c-menu-button")
    dan.locator("#group-table > summary").tap()
    hands.tap("Dan", "#offer-time button")
    expect(dan.locator(".table-says")).to_contain_text("Time is up")
    hands.does("Dan", "#question button", "Yes, do it")
    scrolled.append(hands.scrolled())
    hands.ends("Dan")
    for seat in ("Dan", "Ben"):
        table = hands.pages[seat].locator("section.ending table")
        expect(table).to_be_visible()
        # Anna has ousted Ben and outlives the time, like Dan and Elena; two victory points she has not.
        lines = [" ".join(line.split()) for line in table.locator("tbody tr").all_inner_texts()]
        assert lines == ["Anna 1.5 0 60", "Ben 0 0 12", "Cleo 0.5 0 36", "Dan 0.5 0 36", "Elena 0.5 0 36"]


def test_a_light_turn_by_keyboard_and_by_ear(open_page: Callable[..., Page]) -> None:
    """After each key the focus is where it was, and what happened is said; what is asked has the focus."""
    page = sit_down(open_page, SEATS[:2]).pages["Anna"]

    def does(start: str, *keys: str) -> None:
        page.locator(start).focus()
        for key in ("Enter", *keys):
            page.keyboard.press(key)

    voice = page.locator("body > [role=status]").last
    does("#c-bleed-button", "Tab", "Tab", "Tab", "Enter")
    expect(voice).to_have_text("bled Ben for 2, took the Edge")
    expect(page.locator("#c-bleed-button")).to_be_focused()
    does("#card-Anna1", "Tab", "Tab", "Enter")
    expect(voice).to_have_text(re.compile("1 to Anna1$"))
    expect(page.locator("#card-Anna1")).to_be_focused()
    does("#plaque-2", "Escape")
    expect(page.locator("#plaque-2")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#more-pool-2").focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("-28")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_count(0)
    does("#offer-end-turn button")
    expect(page.locator("#c-last")).to_be_focused()
    expect(page.locator(".c-title")).to_contain_text("Turn 2: Ben")
