"""A light game of five on five phones, each in somebody's hand: an oust, a withdrawal, a lost network, and the time.

`python -m tests.browser.light_game [FOLDER]` plays it, prints what it counted (taps a turn, pixels that had to be
scrolled, how long the other screens take), and renews the README's pictures of it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from unittest import mock

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, chromium, faults_of, press, served
from tests.browser.table_phones import send, written
from toolkit.web import create_app
from toolkit.web.base.addresses import LISTENS_AT

type Keep = Callable[[Page, str], object]

DOCS = Path(__file__).parents[2] / "docs"
SEATS = ("Anna", "Ben", "Cleo", "Dan", "Elena")
WALL = {"width": 1920, "height": 1080}
TELEVISION = {"width": 1280, "height": 720}
# How far the game is when the phones come to it.
BEFORE = (
    "Anna: reveal-card Anna1 Alexandra 11",
    'Anna: reveal-card Anna2 "Dieter Kleist" 2',
    "Cleo: reveal-card Cleo1 Lucubratio 10",
    'Dan: reveal-card Dan1 "Nana Buruku" 8 clan=guruhi',
    'Dan: reveal-card Dan2 "Nangila Were" 9 clan=guruhi',
    "Dan: reveal-card Dan3 Anson 8 clan=toreador title=prince",
    'Elena: reveal-card Elena1 "Gloria Giovanni" 4',
    'Elena: reveal-card Elena2 "Cristobal Ghiberti" 2',
    "correct Anna.pool=24,Ben.pool=3,Cleo.pool=15,Dan.pool=21,Elena.pool=22,begin=Anna/9",
    "correct Anna1.zone=ready,Anna1.counters=7,Anna2.zone=ready,Anna2.counters=2,Cleo1.zone=ready,Cleo1.counters=6",
    "correct Dan1.zone=ready,Dan1.counters=6,Dan2.zone=ready,Dan2.counters=4,Dan3.counters=2",
    "correct Elena1.zone=ready,Elena1.counters=3,Elena2.zone=ready,Elena2.counters=2",
)
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
    """Wait until a page shows more of the game; `expect` describes the whole page each time it must look again."""
    page.locator(f"html:not([data-changes='{since}'])").wait_for(state="attached")


class Hands:
    """Five phones, and what was counted: taps since the turn began, and the time that the others took."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages, self.by_seat, self.late = pages, Counter[str](), list[int]()
        for page in pages.values():
            page.evaluate(WATCH)

    def tap(self, seat: str, place: str, words: str = "") -> None:
        """A thumb on one thing: nothing has to be scrolled to it."""
        page = self.pages[seat]
        found = page.locator(place)
        (found.get_by_text(words, exact=True) if words else found).first.tap()
        self.by_seat[seat] += 1

    @property
    def taps(self) -> int:
        """Those of all phones."""
        return self.by_seat.total()

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


def sit_down(
    open_page: Callable[..., Page], seats: Sequence[str] = SEATS, before: Sequence[str] = (), *, variant: str = ""
) -> Hands:
    """A table made on a laptop, with a phone for each seat; `before` is written as a record writes it."""
    host = open_page()
    host.goto(f"/tables?variant={variant or 'standard'}")
    for place, name in enumerate(seats, start=1):
        host.locator(f"#name{place}").fill(name)
    if variant:
        host.locator("input[name=depth][value=light]").check()
    else:
        host.locator("#more > summary").click()
        host.locator("#profile").select_option("vekn_event")
    press(host.locator("form#new button.primary"))
    paths = [str(link.get_attribute("href")) for link in host.locator(".link-card .qr").all()]
    door = next(path for path in paths if "/host/" in path)
    host.goto(door)
    for number, line in enumerate(before, start=written(host)):
        answer = send(host, host.url, number, line)
        assert answer[0] == 303, answer
    host.close()
    pages = {seat: open_page(viewport=PHONE, has_touch=True, is_mobile=True) for seat in seats}
    for seat, path in zip(seats, paths, strict=False):
        pages[seat].goto(path)
    return Hands(pages)


@dataclass(frozen=True)
class Counted:
    """Taps of a turn in which nothing is noted and of a usual one, pixels scrolled, milliseconds on other screens."""

    empty: int
    usual: int
    scrolled: int
    late: Sequence[int]

    def __str__(self) -> str:
        return (
            f"taps: an empty turn {self.empty}, a usual one {self.usual}; scrolled {self.scrolled} px at three sizes;"
            f" the other screens after {median(self.late):.0f} ms at the median of {len(self.late)}"
        )


def play(open_page: Callable[..., Page], keep: Keep = lambda page, name: None) -> Counted:
    """The whole game; `keep` is shown the phones that are worth a picture."""
    hands = sit_down(open_page, before=BEFORE)
    scrolled = [hands.scrolled()]
    hands.ends("Anna")
    empty = hands.taps
    hands.ends("Ben", "Cleo", "Dan", "Elena")
    oust(hands)
    withdrawal_announced(hands)
    lost_network(hands, keep)
    withdrawn(hands)
    hands.by_seat.clear()
    usual_turn(hands, scrolled, keep)
    usual = hands.taps
    time_is_up(hands, scrolled)
    return Counted(empty, usual, sum(scrolled), hands.late)


def oust(hands: Hands) -> None:
    """Ben loses his last pool: that is asked about first."""
    hands.tap("Anna", "#plaque-2")
    hands.pages["Anna"].locator("#sheet-2 .digits-more input[name=change]").fill("-3")
    hands.tap("Anna", "#sheet-2 .digits-more button")
    expect(hands.pages["Anna"].locator(".table-says")).to_contain_text("Ben is ousted: Anna gains 1 VP and 6 pool.")
    hands.does("Anna", "#question button", "Yes, do it")
    hands.shows("Cleo", "Ben", "ousted")
    hands.shows("Cleo", "Anna", "30 pool", "1 VP", "prey Cleo")
    hands.ends("Anna")


def withdrawal_announced(hands: Hands) -> None:
    hands.tap("Cleo", "#plaque-3")
    hands.tap("Cleo", "#offer-withdraw button")
    hands.does("Cleo", "#question button", "Yes, do it")
    hands.ends("Cleo")


def lost_network(hands: Hands, keep: Keep) -> None:
    """What Dan taps without network waits on his phone, while the others play on, and arrives once."""
    dan = hands.pages["Dan"]
    address = dan.url
    dan.context.set_offline(True)
    for number in ("−1", "−3"):
        hands.tap("Dan", "#plaque-4")
        hands.tap("Dan", "#sheet-4 .dial-less button", number)
        expect(dan.locator("#unsent")).to_contain_text(f"Adjust pool: {number}")
    keep(dan, "table-offline")
    page = hands.pages["Elena"]
    number = page.evaluate("changes.length")
    hands.tap("Elena", "#plaque-5")
    hands.tap("Elena", "#sheet-5 .dial-less button", "−2")
    changes(page, number)
    dan.context.set_offline(False)
    expect(dan.locator("#unsent")).to_be_hidden()
    hands.shows("Dan", "Elena", "20 pool")
    for seat in ("Dan", "Anna"):
        hands.shows(seat, "Dan", "17 pool")
    assert dan.url == address


def withdrawn(hands: Hands) -> None:
    """Cleo's next turn would begin: she withdraws instead."""
    hands.ends("Dan", "Elena", "Anna")
    hands.shows("Elena", "Cleo", "withdrawn", "0.5 VP")


def usual_turn(hands: Hands, scrolled: list[int], keep: Keep) -> None:
    """Dan bleeds Elena and takes the Edge, moves four to a vampire, and ends his turn."""
    hands.tap("Dan", "#c-bleed-button")
    hands.does("Dan", "#c-bleed button", "2")
    hands.tap("Dan", "#card-Dan3")
    assert faults_of(hands.pages["Dan"]) == []
    hands.does("Dan", "#sheet-card-Dan3 button", "4")
    scrolled.append(hands.scrolled())
    for size in (TABLET, WALL, DESKTOP):
        hands.pages["Anna"].set_viewport_size(size)
        scrolled.append(hands.scrolled())
    hands.pages["Anna"].set_viewport_size(PHONE)
    keep(hands.pages["Dan"], "table")
    hands.does("Dan", "#offer-end-turn button")
    hands.shows("Ben", "Elena", "18 pool")
    hands.shows("Ben", "Dan", "13 pool", "has the Edge")
    expect(hands.pages["Ben"].locator("#c-trail .turn").first).to_contain_text(
        "Dan's turn: bled Elena for 2, took the Edge, 4 to Dan3"
    )


def time_is_up(hands: Hands, scrolled: list[int]) -> None:
    """Elena calls the time in her turn: it asks, and the game ends with it."""
    elena = hands.pages["Elena"]
    hands.tap("Elena", ".c-menu-button")
    elena.locator("#group-table > summary").tap()
    hands.tap("Elena", "#offer-time button")
    expect(elena.locator(".table-says")).to_contain_text("Time is up")
    hands.does("Elena", "#question button", "Yes, do it")
    scrolled.append(hands.scrolled())
    hands.ends("Elena")
    for seat in ("Dan", "Ben"):
        table = hands.pages[seat].locator("section.ending table")
        expect(table).to_be_visible()
        # Anna has ousted Ben and outlives the time, like Dan and Elena; two victory points she has not.
        lines = [" ".join(line.split()) for line in table.locator("tbody tr").all_inner_texts()]
        assert lines == ["Anna 1.5 0 60", "Ben 0 0 12", "Cleo 0.5 0 36", "Dan 0.5 0 36", "Elena 0.5 0 36"]


def shared_turn(open_page: Callable[..., Page]) -> Hands:
    """A shared turn of phased motion: five choose a phase, and everybody but Elena does one thing in one of them."""
    cards = ",".join(f"{name[0]}=vampire@{name}.ready.5/3" for name in SEATS)
    hands = sit_down(open_page, before=(f"correct begin=Anna/2,{cards}",), variant="pm_intro")
    scrolled = hands.scrolled()
    hands.does("Anna", "#offer-phase button", "Influence")
    hands.does("Cleo", "#offer-quick-transfer button")
    hands.does("Anna", "#offer-quick-transfer button")
    hands.does("Ben", "#offer-phase button", "Subterfuge")
    hands.does("Dan", "#offer-quick-bleed button", "2")
    scrolled += hands.scrolled()
    hands.does("Cleo", "#offer-phase button", "Supply")
    hands.does("Ben", "#offer-quick-hunt button")
    hands.does("Dan", "#offer-phase button", "Master")
    hands.does("Elena", "#offer-phase button", "Diplomacy")
    assert faults_of(hands.pages["Elena"]) == []
    hands.does("Anna", "#offer-end-turn button")
    assert scrolled + hands.scrolled() == 0
    hands.shows("Ben", "Elena", "28 pool")
    hands.shows("Ben", "Dan", "has the Edge")
    return hands


def main(folder: Path) -> None:
    """Play it at a server of its own, with a television, which shows the address that it would have in a room."""
    room = mock.patch("toolkit.web.base.addresses.room_address", return_value="192.168.1.7")
    with (
        tempfile.TemporaryDirectory() as data,
        room,
        served(create_app({"DATA_FOLDER": data, LISTENS_AT: ("0.0.0.0", 8080)})) as base,
        chromium() as browser,
    ):
        open_page = partial(browser.new_page, base_url=base, locale="en", reduced_motion="reduce")

        def keep(page: Page, name: str) -> None:
            expect(page.locator(".c-moment")).to_have_count(0)
            page.screenshot(path=folder / f"{name}.png")
            if name == "table":
                television = open_page(viewport=TELEVISION)
                television.goto(f"{page.url.partition('?')[0]}/cast")
                television.screenshot(path=folder / "table-wall.png")

        print(play(open_page, keep))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
