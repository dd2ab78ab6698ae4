"""A booster draft of 13 players, from the plan to the printed standings: `python -m tests.browser.draft_of_13 FOLDER`.

`FOLDER sealed` plays a sealed event of 9 with a swap instead, to the lists.

The organizer's laptop, the big screen, a phone on each pod's table and the players' phones are windows of Chromium; all
is typed and tapped. FOLDER gets the pictures and the sheets. It takes some minutes, so it is no test: it stops at the
first page that does not show what it should.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, chromium, faults_of, press, served
from toolkit.cards import load
from toolkit.cards.model import Kind
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.services.kernel.links import key_of, player_path
from toolkit.web import create_app
from toolkit.web.base.access import organizer_link

LAPTOP, PROJECTOR = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
PHONE = {"width": 360, "height": 740}
NAMES = ("Ada", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jan", "Kaja", "Lea", "Milo")
PACKS, SIZE, CRYPT, LIBRARY = 6, 11, 6, 30
SHEETS = ("plan", "pool", "pods", "recursions", "slips", "decklists", "standings")
# Who is late with a pick, and when.
LATE_STEP, LATE_SEAT = 3, 2


class Draft:
    """The event, and the windows of whoever is there."""

    def __init__(self, browser: Browser, base: str, data: Path, out: Path) -> None:
        self.browser, self.base, self.out, self.id = browser, base, out, ""
        self.context = open_context(database_address(data))
        self.taken: list[str] = []
        self.is_late_noted = False
        self.laptop = self.window(organizer_link(entry_key(self.context.store)), LAPTOP)

    def window(self, path: str, size: dict[str, int]) -> Page:
        is_phone = size["width"] < 500
        window = self.browser.new_context(base_url=self.base, viewport=size, locale="en", has_touch=is_phone)
        window.set_default_timeout(PATIENCE)
        page = window.new_page()
        page.goto(path)
        return page

    def console(self, path: str = "") -> Page:
        self.laptop.goto(f"/tournaments/{self.id}/console{path}")
        return self.laptop

    def own(self, player: int) -> str:
        return player_path(self.id, player, key_of(self.context, self.id))

    def keep(self, page: Page, name: str) -> None:
        """A picture of the window, and what no page may have."""
        faults = faults_of(page)
        assert faults == [], (name, faults)
        page.screenshot(path=self.out / f"{name}.png", full_page=page.viewport_size == PHONE)
        self.taken.append(name)

    def at_all_sizes(self, path: str, name: str) -> None:
        for size, word in ((PHONE, "phone"), (LAPTOP, "laptop"), (PROJECTOR, "projector")):
            self.laptop.set_viewport_size(size)
            self.keep(self.console(path), f"{name}-{word}")
        self.laptop.set_viewport_size(LAPTOP)

    def print_sheet(self, name: str) -> None:
        """The sheet as the button gives it."""
        answer = self.laptop.request.get(f"/api/v1/tournaments/{self.id}/sheets/{name}.pdf", timeout=4 * PATIENCE)
        assert answer.ok, (name, answer.status, answer.text()[:300])
        (self.out / f"{name}.pdf").write_bytes(answer.body())

    # --- The day ---

    def register(self, name: str, people: tuple[str, ...]) -> None:
        page = self.laptop
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Rounds before the final").fill("2")
        page.locator("[name=decklists][value=online]").check()
        press(page.get_by_role("button", name="Create the event"))
        self.id = page.url.split("/")[4]
        self.console("/players/import").get_by_label("Players, one per line").fill("\n".join(people))
        press(page.get_by_role("button", name="Continue"))

    def plan(self) -> None:
        page = self.laptop
        self.register("Draft of 13", NAMES)
        self.console("/limited").get_by_label("What each player gets").fill(f"{PACKS} XX")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("The number of cards in “XX” is not known. Type the size.")).to_be_visible()
        page.get_by_label("What each player gets").fill(f"{PACKS} SW")
        press(page.get_by_role("button", name="Save"))
        self.at_all_sizes("/limited", "plan")
        self.print_sheet("plan")
        self.print_sheet("pool")

    def begin(self, phase: str) -> None:
        press(self.console("/limited").get_by_role("button", name=f"Begin: {phase}"))

    def seat_pods(self) -> Page:
        page = self.console("/players")
        press(page.get_by_role("button", name="Everyone is here"))
        self.begin("Handing out the product")
        press(page.get_by_role("button", name="Give out the product"))
        self.begin("Seating the pods")
        pods = page.get_by_role("region", name="Pods", exact=True)
        pods.locator("summary", has_text="Draw the pods").click()
        pods.get_by_label("Random seed").fill("7")
        pods.get_by_role("button", name="Draw the pods").click()
        expect(pods.get_by_text("Who sits where")).to_be_visible()
        wall = self.window(f"/tournaments/{self.id}/wall", PROJECTOR)
        expect(wall.get_by_text("Milo")).to_be_visible()
        self.keep(wall, "wall-pods")
        self.at_all_sizes("/limited", "pods")
        self.print_sheet("pods")
        return wall

    def pod_phones(self) -> list[Page]:
        """The phone on each pod's table, by the link that its page in the console has."""
        phones = []
        for pod in (1, 2):
            page = self.console(f"/limited/pods/{pod}")
            page.get_by_text("A phone on the table").click()
            address = page.get_by_label("Link of the pod").input_value()
            phones.append(self.window(address[address.index("/tournaments/") :], PHONE))
        return phones

    def draft(self, wall: Page) -> None:
        """Every pick of six packs in both pods, ended early by the phone on the table; one seat is late once."""
        self.begin("Draft")
        phones = self.pod_phones()
        expect(wall.get_by_text("Open and count: 11 cards")).to_be_visible()
        self.keep(wall, "wall-draft")
        self.at_all_sizes("/limited/pods/1", "pod")
        seen: list[list[tuple[int, str]]] = [[], []]
        while not all(self.step_pod(phone, known) for phone, known in zip(phones, seen, strict=True)):
            if len(seen[0]) == LATE_STEP and not self.is_late_noted:
                self.note_late(phones[0])
        for known in seen:
            # The clock goes on by itself where the phones are slow: no step comes back, and every pack is opened.
            assert known == sorted(known, key=lambda step: step[0]), known
            assert {pack for pack, _ in known} == set(range(1, PACKS + 1))
        expect(wall.get_by_text("Everything is drafted here.")).to_be_visible()
        print(f"drafted: {len(seen[0])} and {len(seen[1])} steps seen on the phones", flush=True)

    def step_pod(self, phone: Page, seen: list[tuple[int, str]]) -> bool:
        """One step ended by the phone on the table, after a look at pack, pick and direction; True when all is done."""
        phone.reload()
        what = phone.locator(".draft-what").inner_text()
        if what == "Everything is drafted here.":
            return True
        told = phone.locator(".draft-pack").inner_text()
        match = re.fullmatch(rf"Pack (\d) of {PACKS} · SW", told)
        assert match, told
        pack = int(match[1])
        way = "" if what == "Review your cards" else "to the left" if pack % 2 else "to the right"
        assert phone.locator(".draft-way").inner_text().strip(" ←→") == way, (pack, what)
        if not seen or seen[-1] != (pack, what):
            seen.append((pack, what))
        button = phone.get_by_role("button", name="All have picked")
        press(button)
        return False

    def note_late(self, phone: Page) -> None:
        """Somebody is late: a card by lot."""
        while "Pick" not in phone.locator(".draft-what").inner_text():
            press(phone.get_by_role("button", name="All have picked"))
        press(phone.get_by_role("button", name="Random card").nth(LATE_SEAT - 1))
        expect(phone.get_by_text(re.compile(r": pack 1, pick \d+, card \d+ of \d+ from the top"))).to_be_visible()
        self.keep(phone, "pod-phone")
        self.is_late_noted = True

    def build(self) -> None:
        """Each player's phone lists a pool, and hands in a deck out of it; the first taps, the others paste."""
        self.begin("Building decks")
        cards, die = sorted((card for card in load() if "SW" in dict(card.sets)), key=lambda card: card.id), Random(7)
        for player, name in enumerate(NAMES, 1):
            crypt = die.choices([card for card in cards if card.kind is Kind.CRYPT], k=18)
            library = die.choices([card for card in cards if card.kind is Kind.LIBRARY], k=PACKS * SIZE - 18)
            phone = self.window(f"{self.own(player)}/pool", PHONE)
            if player == 1:
                self.keep(phone, "pool-empty")
                find = phone.get_by_role("searchbox", name="Find")
                for card in (*crypt, *library):
                    find.fill(card.unique_name)
                    phone.get_by_role("button", name=f"+ {card.unique_name}", exact=True).click()
                find.fill("")
                expect(phone.locator("#pool-total")).to_have_text(str(PACKS * SIZE))
                self.keep(phone, "pool")
            else:
                phone.get_by_text("Paste a list instead").click()
                phone.get_by_label("The whole pool").fill(
                    "\n".join(f"1 {card.unique_name}" for card in (*crypt, *library))
                )
            press(phone.get_by_role("button", name="It is complete: confirm"))
            phone.goto(f"{self.own(player)}/deck")
            deck = [f"1 {card.unique_name}" for card in (*crypt[:CRYPT], *library[:LIBRARY])]
            if player == 1:
                outside = next(card for card in cards if card not in library and card.kind is Kind.LIBRARY)
                phone.get_by_label("Decklist").fill("\n".join([*deck, f"2 {outside.unique_name}"]))
                phone.get_by_role("button", name="Check only").click()
                expect(phone.get_by_text(re.compile("the registered pool has none"))).to_be_visible()
                self.keep(phone, "deck-outside-pool")
            phone.get_by_label("Decklist").fill("\n".join(deck))
            phone.get_by_role("button", name=re.compile("^Hand in")).first.click()
            expect(phone.get_by_text("This deck is legal.")).to_be_visible()
            expect(phone.get_by_text(re.compile("1 recursion"))).to_be_visible()
            phone.context.close()
            print(f"{name}: pool and deck in", flush=True)
        self.at_all_sizes("/limited", "lists")
        self.print_sheet("decklists")

    def sealed(self) -> None:
        """Nine pools by phone, a swap, and lists that are judged by the pool that each player got."""
        page, people = self.laptop, NAMES[:9]
        self.register("Sealed of 9", people)
        self.console("/limited").get_by_label("Format").select_option("sealed")
        page.get_by_label("What each player gets").fill(f"{PACKS} SW")
        page.get_by_label("Sealed pools change hands").check()
        press(page.get_by_role("button", name="Save"))
        self.begin("Handing out the product")
        press(page.get_by_role("button", name="Give out the product"))
        self.begin("Listing pools")
        cards, die = sorted((card for card in load() if "SW" in dict(card.sets)), key=lambda card: card.id), Random(7)
        decks = {}
        for player, name in enumerate(people, 1):
            crypt = die.sample([card for card in cards if card.kind is Kind.CRYPT], k=18)
            library = die.sample([card for card in cards if card.kind is Kind.LIBRARY], k=PACKS * SIZE - 18)
            decks[name] = "\n".join(f"1 {card.unique_name}" for card in (*crypt[:CRYPT], *library[:LIBRARY]))
            if player == len(people):
                expect(self.console("/limited").get_by_text(f"missing are those of {name}").first).to_be_visible()
            phone = self.window(f"{self.own(player)}/pool", PHONE)
            phone.get_by_text("Paste a list instead").click()
            phone.get_by_label("The whole pool").fill("\n".join(f"1 {card.unique_name}" for card in (*crypt, *library)))
            press(phone.get_by_role("button", name="It is complete: confirm"))
            phone.context.close()
        self.begin("Swapping pools")
        swap = page.get_by_role("region", name="Swap of the pools")
        swap.locator("summary").click()
        swap.get_by_label("Random seed").fill("3")
        swap.get_by_role("button", name="Draw the swap").click()
        expect(swap.get_by_text("Their own pool back")).to_be_visible()
        self.at_all_sizes("/limited", "swapped")
        self.print_sheet("swap")
        self.begin("Building decks")
        given = 0
        for player, name in enumerate(people, 1):
            phone = self.window(f"{self.own(player)}/pool", PHONE)
            told = phone.get_by_text("You play the pool of")
            plays = told.inner_text().removeprefix("You play the pool of ").rstrip(".") if told.count() else name
            phone.goto(f"{self.own(player)}/deck")
            if plays != name:
                given += 1
                phone.get_by_label("Decklist").fill(decks[name])
                phone.get_by_role("button", name="Check only").click()
                expect(phone.get_by_text(re.compile("the registered pool has none")).first).to_be_visible()
            phone.get_by_label("Decklist").fill(decks[plays])
            phone.get_by_role("button", name=re.compile("^Hand in")).first.click()
            expect(phone.get_by_text("This deck is legal.")).to_be_visible()
            phone.context.close()
        self.print_sheet("decklists")
        print(f"sealed: {given} of {len(people)} play another pool, all lists legal", flush=True)

    def play(self) -> None:
        """Two rounds and the final."""
        for number in (1, 2):
            press(self.console(f"/rounds/{number}").get_by_role("button", name=f"Seat round {number}"))
            press(self.laptop.get_by_role("button", name=f"Publish round {number}"))
            self.print_sheet("slips")
            if number == 1:
                phone = self.window(self.own(1), PHONE)
                press(phone.get_by_role("button", name="Use a recursion"))
                expect(phone.get_by_text("Recursions used: 1 of 1")).to_be_visible()
                self.keep(phone, "recursion")
            for table, seats in enumerate((5, 4, 4), 1):
                self.enter(number, table, seats)
        self.play_final()
        press(self.console("/standings").locator("[data-next]"))
        self.at_all_sizes("/standings", "standings")
        for name in SHEETS:
            self.print_sheet(name)

    def enter(self, number: int, table: int, seats: int) -> None:
        """One table's result: the first seat ousts all the others."""
        events = quote(", ".join(f"A>{letter}" for letter in "BCDE"[: seats - 1]))
        page = self.console(f"/rounds/{number}/tables/{table}?events={events}")
        press(page.get_by_role("button", name="Enter this result").first)

    def play_final(self) -> None:
        page = self.console("/final")
        while page.get_by_role("button", name="Toss", exact=True).count():
            press(page.get_by_role("button", name="Toss", exact=True).first)
        press(page.get_by_role("button", name="Confirm the finalists"))
        while page.locator("button.place").count():
            press(page.locator("button.place").first)
        press(page.get_by_role("button", name="Draw the first player"))
        self.enter(0, 1, 5)


def run(out: Path, *, is_sealed: bool = False) -> None:
    """The whole day; its pictures and sheets in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(create_app({"DATA_FOLDER": data})) as base,
        chromium() as browser,
    ):
        began, day = time.monotonic(), Draft(browser, base, Path(data), out)
        if is_sealed:
            day.sealed()
        else:
            day.plan()
            wall = day.seat_pods()
            day.draft(wall)
            day.build()
            day.play()
        day.context.store.close()
    print(f"{len(day.taken)} pictures, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    run(Path(sys.argv[1]), is_sealed="sealed" in sys.argv[2:])
