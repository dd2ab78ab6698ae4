"""Phones at one table, each with the link of its seat; only the one in somebody's hand is awake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, press
from tests.browser.seat_link import SeatLink
from tests.web.pages import text_of
from toolkit.game import parse_record
from toolkit.game.record import render_operation
from toolkit.game.windows import PassImpulse

GAMES = Path(__file__).parents[1] / "games"
READ = (Path(__file__).parent / "read_table.js").read_text(encoding="utf-8")
# Whether nothing has to be opened before a form: most are, and looking for each fold costs as much as the tap.
IS_OPEN = """([name, isWhole]) => {
  const form = document.getElementById(`offer-${name}`);
  const closed = "details:not([open])";
  return Boolean(form && !form.closest(closed) && !(isWhole && form.querySelector(closed)));
}"""

# Pixels of a page outside of its screen.
OUTSIDE = "document.scrollingElement.scrollHeight - innerHeight + document.scrollingElement.scrollWidth - innerWidth"


@dataclass
class Phones:
    """The phones of a table by seat, with the address of its shared screen; `number` counts what has been written.

    A phone that is not in anybody's hand sleeps: it is without network, and asks for nothing. Taken out it catches up
    by itself. No phone is ever reloaded.

    A kind of tap, a form with its terms, is done by a finger once. From then on all phones sleep while the form that
    the seat's page offers is sent.
    """

    pages: dict[str, Page]
    host: str = ""
    number: int = 0
    held: str = field(default="", init=False)
    is_awake: bool = field(default=False, init=False)
    is_put_down: bool = field(default=False, init=False)
    _tapped: set[frozenset[str]] = field(default_factory=set, init=False)
    _links: dict[str, SeatLink] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """All phones lie on the table."""
        self.held, *others = self.pages
        self.number = self.number or written(self.pages[self.held])
        self._sleep(*others)

    def _sleep(self, *seats: str) -> None:
        for seat in seats:
            self.pages[seat].context.set_offline(True)

    def take(self, seat: str = "") -> Page:
        """The phone of a seat, or the one in the hand, showing all that has been done at the table."""
        if self.is_put_down or (seat and seat != self.held):
            if not (self.is_awake or self.is_put_down):
                self._sleep(self.held)
            self.held, self.is_put_down = seat or self.held, False
            self.pages[self.held].context.set_offline(False)
        self.is_current(self.held)
        return self.pages[self.held]

    @contextmanager
    def all_awake(self) -> Iterator[None]:
        """Every phone follows by itself what is done meanwhile."""
        self.is_awake, self.is_put_down = True, False
        for page in self.pages.values():
            page.context.set_offline(False)
        yield
        for seat in self.pages:
            self.is_current(seat)
        self.is_awake = False
        self._sleep(*(seat for seat in self.pages if seat != self.held))

    def is_current(self, seat: str) -> None:
        """This phone shows all that has been done; `expect` describes the whole page each time it must look again."""
        self.pages[seat].locator(f"#table[data-version^='\"{self.number}-']").wait_for(state="attached")

    # What somebody does

    def press(self, seat: str, button: Locator) -> None:
        """One operation; the phone shows the table after it."""
        self.take(seat)
        submit(button)
        self.number += 1
        self.is_current(seat)

    def sends(self, seat: str, form: str, words: str, terms: Mapping[str, str | int] = MappingProxyType({})) -> bool:
        """Whether a form was sent without a finger, which has done the same before."""
        kind = frozenset((form, *terms))
        if self.is_awake or kind not in self._tapped:
            self._tapped.add(kind)
            return False
        if seat not in self._links:
            self._links[seat] = SeatLink(self.pages[seat])
        if not self._links[seat].send(self.address(seat), form, re.compile(words), terms):
            return False
        self.number += 1
        if not self.is_put_down:
            self._sleep(self.held)
            self.is_put_down = True
        return True

    def address(self, seat: str) -> str:
        """The address of what a seat's phone shows."""
        return self.pages[seat].url

    def do(self, seat: str, name: str, *, form: str = "") -> None:
        """Press the button of that name, in the form of that name if there are several."""
        if form and self.sends(seat, form, f"^{re.escape(name)}$"):
            return
        page = self.take(seat)
        place = self.form(seat, form, whole=False) if form else page.locator("#table")
        self.press(seat, place.get_by_role("button", name=name, exact=bool(form)).first)

    def form(self, seat: str, name: str, *, whole: bool = True) -> Locator:
        """The form of that name, with everything open that it waits behind; `whole`: its rare terms too."""
        page = self.take(seat)
        form = page.locator(f"[id='offer-{name}']")
        if page.evaluate(IS_OPEN, [name, whole]):
            return form
        fetched = page.locator("details[data-open]:not([open])")
        while not form.count() and fetched.count():
            group = page.locator(f"#{fetched.first.get_attribute('id')}")
            group.locator("> summary").click()
            group.locator("form").first.wait_for(state="attached")
        closed = form.locator("xpath=ancestor::details[not(@open)]")
        while closed.count():
            closed.first.locator("> summary").click()
        more = form.locator("details:not([open]) > summary")
        if whole and more.count():
            more.click()
        return form

    def tap(self, seat: str, form: str, card: str = "", **terms: str | int) -> None:
        """The button of a form, the one with that card's name if there are several.

        `terms` are set before, by their labels; an underscore stands for a space.
        """
        words = rf"\b{re.escape(card)}\b" if card else ""
        if self.sends(seat, form, words, terms):
            return
        place = self.form(seat, form, whole=bool(terms))
        for label, value in terms.items():
            self.set(place, label.replace("_", " "), value)
        self.press(seat, place.locator("button:not([type=button])").filter(has_text=re.compile(words)))

    @staticmethod
    def set(form: Locator, label: str, value: str | int) -> None:
        """A term of a form: a number, a value of a list, a text, a tick."""
        term = form.get_by_label(label, exact=True)
        kind = term.evaluate("term => term.type")
        if kind == "checkbox":
            term.check()
        elif kind == "text":
            term.fill(str(value))
        else:
            term.select_option(str(value))

    def end(self, seats: str, phases: int = 1) -> None:
        """Each of these ends her phase, or her portion of it."""
        for seat in seats:
            for _ in range(phases):
                self.tap(seat, "end-phase")

    def pick(self, seat: str, phase: str) -> None:
        """A phase of phased motion is chosen."""
        self.do(seat, phase, form="phase")

    def go_on(self, *seats: str) -> None:
        """Nothing comes from anybody: whoever is waited for says so on her own phone, these first."""
        for seat in dict.fromkeys((*seats, *self.pages)):
            if self.sends(seat, "no-plays", ""):
                return
            page = self.take(seat)
            if page.locator("#offer-no-plays").count():
                self.tap(seat, "no-plays")
                return
            if page.locator("#offer-pass").count():
                self.tap(seat, "pass")
        raise AssertionError("Nobody's phone goes on.")

    def unblocked(self, acting: str, *seats: str) -> None:
        """These could block and do not; then nothing comes from the acting one and from them."""
        for seat in seats:
            self.tap(seat, "no-block")
        self.go_on(acting, *seats)

    def told(self, *lines: str) -> None:
        """Operations as a record writes them, from the shared screen."""
        page = self.take()
        for line in lines:
            answer = send(page, self.host, self.number, line)
            assert answer[0] == 303, answer
            self.number += 1

    # What a phone shows

    def ring(self) -> str:
        """What the drawing of the phone in the hand says: "A 18 (1 VP, Edge), B ousted, C 7"."""
        read = self.take().evaluate(READ)
        return ", ".join(read["ring"][seat] for seat in self.pages)

    def cards(self) -> dict[str, str]:
        """The cards that lie on every side, as the phone in the hand shows them: name -> "2/3 locked"."""
        found: dict[str, str] = self.take().evaluate(READ)["cards"]
        return found

    def counts(self, seat: str, *words: str) -> None:
        """What the ring says of a Methuselah, to whoever cannot see the drawing."""
        plaque = self.take(seat).locator(f".c-plaque[aria-label^='{words[0]}:']")
        for word in words[1:]:
            expect(plaque).to_have_attribute("aria-label", re.compile(re.escape(word)))

    def asked(self, seat: str, form: str) -> None:
        """All answers of a form stand on the screen, below the ring, and nothing of the page lies outside of it."""
        page = self.take(seat)
        assert page.evaluate(OUTSIDE) == 0
        expect(page.locator(".c-seats")).to_be_in_viewport(ratio=1)
        for button in self.form(seat, form, whole=False).locator("button[name=op]").all():
            expect(button).to_be_in_viewport(ratio=1)

    def gauge(self, seat: str, name: str, number: str) -> None:
        """A figure of what is going on."""
        gauge = self.take(seat).locator(".gauge").filter(has_text=re.compile(rf"^\s*{name}"))
        expect(gauge.locator("dd").first).to_have_text(number)

    def not_offered(self, seat: str, name: str = "", *, form: str = "", card: str = "") -> None:
        """No button has these words, there is no such form, or it is none for that card."""
        place = self.take(seat).locator(f"#offer-{form}" if form else "#table")
        if name or card:
            place = place.get_by_role("button", name=name or re.compile(rf"\b{re.escape(card)}\b"))
        expect(place).to_have_count(0)

    def refused(self, seat: str, line: str, rule: str) -> None:
        """Sent nevertheless, an operation is refused with its rule, and nothing is written."""
        page = self.take(seat)
        status, text = send(page, page.url, self.number, line)
        assert status == 422, text
        assert rule in text
        self.is_current(seat)

    def record(self, seat: str) -> list[str]:
        """The record that a phone downloads once the game is over."""
        page = self.take(seat)
        with page.expect_download() as started:
            page.get_by_role("link", name="Download the record").click()
        return started.value.path().read_text(encoding="utf-8").splitlines()

    def record_so_far(self) -> list[str]:
        """The record while the game goes on, which is the shared screen's alone."""
        page = self.take()
        answer = page.request.get(self.host + "/record.txt")
        assert answer.status == 200, answer.text()
        return answer.text().splitlines()


class SharedScreen(Phones):
    """One tablet for all, passed around: it acts for whoever's name was tapped."""

    def _sleep(self, *seats: str) -> None:
        """The tablet is always in somebody's hand."""

    def address(self, seat: str) -> str:
        return f"{self.host}?for={[*self.pages].index(seat) + 1}"

    def take(self, seat: str = "") -> Page:
        """The tablet, acting for a seat."""
        page = self.pages[self.held]
        if (
            seat
            and page.locator(".who-acts").count()
            and f"Acting for {seat}" not in page.locator(".acts-for").all_inner_texts()
        ):
            press(page.get_by_role("navigation", name="Act for").get_by_role("link", name=seat, exact=True))
        return super().take()


def sit_down(
    open_page: Callable[..., Page],
    seats: str,
    before: Sequence[str] = (),
    *,
    variant: str = "standard",
    shared: bool = False,
    **more: str,
) -> Phones:
    """A table made on a tablet, with a phone for each seat; `before` is written as a record writes it.

    `more` are values of the start page's lists: profile, option_pm_picks. With `shared` there is the tablet alone.
    """
    host = open_page()
    host.goto(f"/tables?variant={variant}")
    for place, name in enumerate(seats, start=1):
        host.locator(f"#name{place}").fill(name)
    if not host.locator("#more[open]").count():
        host.locator("#more > summary").click()
    host.locator("input[name=depth][value=full]").check()
    for name, value in more.items():
        heading = host.locator("#more details:not([open])").filter(has=host.locator(f"#{name}")).locator("> summary")
        if heading.count():
            heading.click()
        host.locator(f"#{name}").select_option(value)
    press(host.get_by_role("button", name="Start the table"))
    links = host.locator(".link-card .qr")
    paths = [str(link.get_attribute("href")) for link in links.all()]
    door = next(path for path in paths if "/host/" in path)
    if shared:
        host.goto(door)
        phones: Phones = SharedScreen(dict.fromkeys(seats, host), host.url)
    else:
        pages = {seat: open_page(viewport=PHONE, has_touch=True, is_mobile=True) for seat in seats}
        for seat, path in zip(seats, paths, strict=False):
            pages[seat].goto(path)
        phones = Phones(pages, host.url.partition("/tables/")[0] + door)
    phones.told(*before)
    return phones


def written(page: Page) -> int:
    """How much of the game a page shows: the number of its last entry."""
    version = page.locator("#table").get_attribute("data-version") or ""
    return int(version.strip('"').split("-")[0])


def submit(button: Locator) -> None:
    """Press what writes something; what is refused fails here with its sentence, and what is asked is meant."""
    with button.page.expect_response(lambda answer: answer.request.method == "POST") as sent:
        button.click()
    assert sent.value.status < 400, text_of(sent.value.text())
    if sent.value.status == 200:
        submit(button.page.locator("#question button[name=sure]"))


def send(page: Page, address: str, number: int, line: str) -> tuple[int, str]:
    """An operation as a record writes it, sent to a door; the answer's status and words."""
    token = page.locator("input[name=csrf_token]").first.input_value()
    form = {"csrf_token": token, "sequence": str(number), "op": line}
    home = address.partition("?")[0]
    answer = page.request.post(f"{home}/do", form=form, headers={"Referer": home}, max_redirects=0)
    return answer.status, text_of(answer.text())


def operations(record: Sequence[str]) -> list[str]:
    """What was done after the start, without the names that cards have in the record alone, and without passes.

    On phones everybody passes who is waited for, where one line of a record says that nobody plays anything.
    """
    body = parse_record("\n".join(record) + "\n").operations
    body = [order for order in body if not isinstance(order, PassImpulse)]
    return [re.sub(r" (minion|enters|reason|why)=(\"[^\"]*\"|\S+)", "", render_operation(order)) for order in body][1:]


def recorded(game: str) -> list[str]:
    """The lines of a recorded game."""
    return (GAMES / f"{game}.txt").read_text(encoding="utf-8").splitlines()
