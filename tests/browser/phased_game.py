"""An introductory game of phased motion on four phones, to its last oust: `python -m tests.browser.phased_game [SEED]`.

Everybody bleeds, transfers, hunts where they must, and blocks now and then, by what their own phone offers. Printed:
how many taps a portion came to on all phones together, and how many of them were something played. What ends a portion
must stand on the screen, wherever the page was scrolled to.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import chromium, served
from tests.browser.table_phones import Phones, sit_down
from toolkit.web import create_app

SEATS = "ABCD"
# Which phase somebody chooses, as long as it is left.
WISHES = ("Subterfuge", "Influence", "Supply", "Master", "Diplomacy", "Open Aggression")
# What is tapped, by the names of the forms: the first of them that a phone offers. The others end or pass.
PLAYS = ("phase", "cheat", "block", "strike", "emerge", "transfer", "announce-hunt", "announce-bleed", "discard")
PASSES = ("no-block", "no-plays", "pass", "end-phase")
# How often a bleed is blocked that can be.
BLOCKS = 0.2
# The forms that a page shows without opening anything.
OFFERED = """() => [...document.querySelectorAll("form[id^=offer-]")]
  .filter((form) => form.checkVisibility() && form.querySelector("button:not([type=button])"))
  .map((form) => form.id.slice(6))"""


@dataclass
class Table:
    """Four phones, and the taps of each portion so far: all, and those that played something."""

    phones: Phones
    die: Random
    taps: int = 0
    played: int = 0
    portions: list[tuple[int, int]] = field(default_factory=list)

    def play(self) -> None:
        """Until the game is over."""
        with self.phones.all_awake():
            while not self.phones.take("A").locator("section.ending").count():
                self.step()

    def step(self) -> None:
        """Whoever has something to play does; else somebody does not block, passes, or ends the portion."""
        offered = {}
        for seat, page in self.phones.pages.items():
            self.phones.is_current(seat)
            offered[seat] = page.evaluate(OFFERED)
        for name in (*PLAYS, *PASSES):
            for seat in SEATS:
                if name in offered[seat] and (button := self.wanted(self.phones.pages[seat], name)):
                    self.tap(seat, name, button)
                    return
        raise AssertionError("Nobody's phone offers anything.")

    def wanted(self, page: Page, name: str) -> Locator | None:
        """The button of a form, if it is wanted now."""
        buttons = page.locator(f"#offer-{name} button:not([type=button])")
        if name == "block" and not (
            page.locator(".gauge").filter(has_text="Bleed").count() and self.die.random() < BLOCKS
        ):
            return None
        if name in ("phase", "cheat"):
            return next(found for wish in WISHES if (found := buttons.filter(has_text=wish)).count()).first
        return buttons.first

    def tap(self, seat: str, name: str, button: Locator) -> None:
        if name == "end-phase":
            expect(button).to_be_in_viewport(ratio=1)
        self.phones.press(seat, button)
        self.taps += 1
        self.played += name in PLAYS
        if name == "end-phase":
            self.portions.append((self.taps, self.played))
            self.taps = self.played = 0


def told(portions: Sequence[tuple[int, int]]) -> str:
    """How many taps portions came to, and without what was played."""
    every, bare = Counter(taps for taps, _ in portions), Counter(taps - played for taps, played in portions)
    return (
        f"{len(portions)} portions; taps: " + ", ".join(f"{taps}: {many}" for taps, many in sorted(every.items()))
        + "; without what was played: " + ", ".join(f"{taps}: {many}" for taps, many in sorted(bare.items()))
    )  # fmt: skip


def main(seed: int) -> None:
    """Play it at a server of its own."""
    with (
        tempfile.TemporaryDirectory() as data,
        served(create_app({"DATA_FOLDER": data})) as base,
        chromium() as browser,
    ):
        open_page = partial(browser.new_page, base_url=base, locale="en", reduced_motion="reduce")
        table = Table(sit_down(open_page, SEATS, variant="pm_intro"), Random(seed))
        table.play()
        print(table.phones.take("A").locator("section.ending").inner_text())
        print(told(table.portions))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
