"""The event of 33 players that was worked out by hand, run through the pages by everybody who is there.

The organizer's laptop, a judge's tablet, three phones (one loses its network) and the wall are windows of their own.
The draws are the event's own too, since the worked-out figures hang on them; all else is typed and tapped. Where
PICTURES names a folder the windows are kept there as pictures: the README's are of this run.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, press
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.services.kernel.links import key_of, player_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament import rounds
from toolkit.web.base.access import organizer_link

EVENT = tomllib.loads((Path(__file__).parents[1] / "tournament" / "data" / "event_33.toml").read_text("utf-8"))
PROJECTOR = {"width": 1920, "height": 1080}
# Pia, Saul and Tess, who sit at table 4 of round 1; it is theirs to enter.
PIA, SAUL, TESS, THEIRS = 16, 19, 20, 4
OFFLINE = "No network. Your entry is saved on this device"


class Hall:
    """The windows of one event."""

    def __init__(self, base: str, context: Any, open_page: Callable[..., Page]) -> None:
        self.context, self.open_page, self.base = context, open_page, base
        self.laptop = self.window(organizer_link(entry_key(context.store)), DESKTOP)
        self.id = ""

    def window(self, path: str, size: dict[str, int]) -> Page:
        page = self.open_page(base_url=self.base, viewport=size)
        page.goto(path)
        return page

    def phone(self, player: int) -> Page:
        return self.window(player_path(self.id, player, key_of(self.context, self.id)), PHONE)

    def console(self, path: str = "") -> Page:
        self.laptop.goto(f"/tournaments/{self.id}/console{path}")
        return self.laptop

    def seat(self, number: int) -> None:
        """The round as it was drawn, published by the organizer."""
        tables = EVENT["rounds"][number - 1]["tables"]
        UnitOfWork(context=self.context, id=self.id, by="Organizer").change(rounds.draft_round, tables)
        press(self.console(f"/rounds/{number}").get_by_role("button", name=f"Publish round {number}"))

    def enter(self, page: Page, number: int, table: int, events: str) -> None:
        """One table's result, as it was told, on the page of the table."""
        page.goto(f"/tournaments/{self.id}/console/rounds/{number}/tables/{table}?events={quote(events)}")
        press(page.get_by_role("button", name="Enter this result").first)

    def enter_round(self, number: int, *, but: tuple[int, ...] = ()) -> None:
        """The results of a round, typed one after the other in the field of the page that has all tables."""
        page = self.console(f"/rounds/{number}")
        page.locator("#typed").focus()
        for table, events in enumerate(EVENT["rounds"][number - 1]["events"], start=1):
            if table not in but:
                page.keyboard.type(str(table))
                page.keyboard.press("Enter")
                expect(page.locator("#open-title")).to_contain_text(f"Table {table}")
                page.keyboard.insert_text(events)
                page.keyboard.press("Enter")
                expect(page.locator(f"#grid-{table}.grid-done")).to_have_count(1)


@pytest.fixture
def hall(
    serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory, open_page: Callable[..., Page]
) -> Iterator[Hall]:
    served = os.environ.get("SERVED_AT")
    if served:  # by somebody else: tools/try-container
        context = open_context(os.environ["SERVED_STORE"])
        yield Hall(served, context, open_page)
        context.store.close()
        return
    folder = tmp_path_factory.mktemp("event")
    base = serve_app(DATA_FOLDER=str(folder))
    context = open_context(database_address(folder))
    yield Hall(base, context, open_page)
    context.store.close()


def keep(page: Page, name: str) -> None:
    """Keep a picture of the window, where somebody asked for them."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def register(hall: Hall) -> None:
    """A new event in one short form; everybody but the late arrival pasted, and here."""
    page, told = hall.laptop, EVENT["event"]
    page.get_by_label("Name", exact=True).fill(told["name"])
    page.get_by_label("Day").fill(told["date"])
    page.get_by_role("group", name="Reported to the VEKN?").get_by_label("Yes").check()
    press(page.get_by_role("button", name="Create the event"))
    hall.id = page.url.split("/")[4]
    hall.console("/settings").locator("summary", has_text="Venue and city").click()
    page.locator("[name=place]").fill(told["place"])
    press(page.locator("form:has([name=place])").get_by_role("button", name="Save").first)
    people = [one for one in EVENT["players"] if one["number"] != EVENT["late"]["player"]]
    hall.console("/players/import")
    page.get_by_label("Players, one per line").fill("\n".join(f"{one['name']}, {one['vekn']}" for one in people))
    press(page.get_by_role("button", name="Continue"))
    hall.console("/players")
    press(page.get_by_role("button", name="Everyone is here"))
    expect(page.locator("[data-key=here]")).to_have_text("32 of 32 here")


def play_on_phones(hall: Hall) -> None:
    """Tess enters without network, what she sent arrives once; Pia confirms, Saul looks on."""
    tess, pia, saul = hall.phone(TESS), hall.phone(PIA), hall.phone(SAUL)
    keep(pia, "player")
    press(tess.get_by_role("link", name="Enter the result"))
    tess.context.set_offline(True)
    for seat, points in enumerate(EVENT["rounds"][0]["victory_points"][THEIRS - 1], start=1):
        tess.locator(f"#vp{seat}").fill(str(points))
    tess.get_by_role("button", name="Enter this result").last.click()
    expect(tess.get_by_text(OFFLINE)).to_be_visible()
    keep(tess, "offline")
    tess.context.set_offline(False)
    confirm = pia.get_by_role("button", name="Correct: confirm")
    expect(confirm).to_be_visible()
    press(confirm)
    expect(saul.get_by_text("Entered by Tess, confirmed by Pia.")).to_be_visible()


def make_judge(hall: Hall) -> Page:
    """Paul's tablet, by the link that the organizer made for him."""
    page = hall.console("/access")
    page.get_by_label("Who is it for?").fill("Paul")
    press(page.get_by_role("button", name="Create link"))
    address = page.get_by_label("Link for Paul", exact=True).input_value()
    return hall.window(address[address.index("/tournaments/") :], TABLET)


def correct_and_sanction(hall: Hall, judge: Page) -> None:
    """After round 2: table 3 of round 1 was entered wrongly, Tess leaves, Lena is disqualified."""
    hall.enter(judge, 1, 3, EVENT["rounds"][0]["events"][2])
    drop(hall, EVENT["drops"][1]["player"])
    judge.goto(f"/tournaments/{hall.id}/judge/players/{EVENT['disqualification']['player']}")
    press(judge.get_by_role("link", name="Another infraction"))
    judge.locator("input[name=grade][value=disqualification]").check(force=True)
    judge.get_by_label("Infraction").fill(EVENT["disqualification"]["rule"])
    press(judge.get_by_role("button", name="Issue the penalty"))
    keep(judge, "judge")


def drop(hall: Hall, player: int) -> None:
    press(hall.console(f"/players/{player}").get_by_role("button", name="Drop player"))


def play_final(hall: Hall) -> None:
    """The toss between Bela and Walt, the cut, the row, and a tie that the seed decides."""
    page, final = hall.console("/final"), EVENT["final"]
    page.get_by_text("Enter a toss made at the table").click()
    page.get_by_label("Player numbers").fill(" ".join(map(str, EVENT["toss"]["order"])))
    press(page.get_by_role("button", name="Save toss"))
    press(page.get_by_role("button", name="Confirm the finalists"))
    *others, fourth, fifth = final["finalists"]
    seated = [fifth, fourth]
    for player in reversed(others):
        # Behind the first one to the left who has placed; the row closes to a circle.
        at = final["row"].index(player)
        circle = [*final["row"][at:], *final["row"][:at]]
        place = 1 + seated.index(next(other for other in reversed(circle) if other in seated))
        seated.insert(place, player)
        press(page.locator(f"button.place[value='{place}']"))
    page.get_by_text("Enter a draw made at the table").click()
    first = next(one["name"] for one in EVENT["players"] if one["number"] == final["first_player"])
    press(page.get_by_role("button", name=first, exact=True))
    hall.enter(page, 0, 1, final["events"])


def shown_standings(page: Page) -> list[tuple[str, ...]]:
    """Place, player, game wins, victory points, tournament points, rounds and rating points, as the page says."""
    rows = page.locator("table.standings tbody tr")
    told = [row.locator("th, td").all_inner_texts() for row in rows.all()]
    return [(row[0], row[1].split("\n")[0].split(" ")[0], *row[2:5], *row[-2:]) for row in told]


@pytest.mark.whole
def test_the_event_of_33_players_ends_as_it_was_worked_out(hall: Hall) -> None:
    register(hall)
    wall = hall.window(f"/tournaments/{hall.id}/wall", PROJECTOR)
    hall.seat(1)
    press(hall.laptop.get_by_role("button", name="Start the clock").first)
    play_on_phones(hall)
    hall.enter_round(1, but=(EVENT["results_first"]["table"], THEIRS))
    hall.console("/rounds/1")
    keep(hall.laptop, "console")
    keep(wall, "wall")
    hall.enter(hall.laptop, 1, EVENT["results_first"]["table"], EVENT["results_first"]["events"])
    late = hall.console("/players")
    late.locator("#add > summary").click()
    late.get_by_label("Name", exact=True).fill(EVENT["players"][-1]["name"])
    late.get_by_label("VEKN number", exact=True).fill(EVENT["players"][-1]["vekn"])
    press(late.get_by_role("button", name="Add", exact=True))
    hall.seat(2)
    drop(hall, EVENT["drops"][0]["player"])
    hall.enter_round(2)
    correct_and_sanction(hall, make_judge(hall))
    hall.seat(3)
    hall.enter_round(3)
    play_final(hall)
    press(hall.console("/standings").locator("[data-next]"))
    hall.console("/standings")
    assert sorted(shown_standings(hall.laptop)) == sorted(
        tuple(f"{one[key]:g}" if key != "name" else one[key] for key in
              ("rank", "name", "game_wins", "victory_points", "tournament_points", "rounds", "rating_points"))
        for one in EVENT["standings"]
    )  # fmt: skip
    winner = next(one["name"] for one in EVENT["players"] if one["number"] == EVENT["final"]["winner"])
    expect(hall.laptop.locator("tr.winner")).to_contain_text(winner)
    expect(wall.get_by_text(winner).first).to_be_visible()
