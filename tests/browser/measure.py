"""How the pages of an event measure, in pixels: `python -m tests.browser.measure [PLAYERS] [WORD…]`.

Every page of an event of so many players (200, else) before its first round, in play and when it is over, on a phone,
a laptop (in the dark theme) and a wide screen. Printed for each: its height, where the masthead, the title and the
content begin, how far anything moved while it loaded (its scripts come late), its longest lines, how many sizes of
type it has, and where its first field or button stands. With words, only the pages whose address has one of them.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from tests.browser.conftest import chromium, served
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel.context import Context, database_address, entry_key, open_context
from toolkit.services.kernel.links import key_of, player_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import (
    Configuration,
    Tournament,
    checkin,
    clock,
    fees,
    final,
    prizes,
    raffle,
    results,
    rounds,
    steps,
)
from toolkit.tournament.facts import FINAL
from toolkit.web import create_app

PHONE, LAPTOP, WIDE = 390, 1366, 1920
WIDTHS = (PHONE, LAPTOP, WIDE)
# Colours hang on the theme and sizes on the window: each of both once, and not every pair.
THEMES: dict[int, Literal["light", "dark"]] = {PHONE: "light", LAPTOP: "dark", WIDE: "light"}
HEIGHTS = {PHONE: 844, LAPTOP: 768, WIDE: 1080}
LOOK, LATE = ((Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8") for name in ("measure", "late"))
CONSOLE = ("players", "players/1", "rounds/1", "log", "access", "settings", "room", "announcements", "sheets")
CONSOLE += ("sanctions", "fees", "sign-up", "players/import", "again", "draws", "notifications")
IN_PLAY = ("rounds/1", "rounds/1/seats", "rounds/1/tables/1", "rounds/2", "players", "standings")
OVER = ("rounds/1", "standings", "final", "prizes", "report", "players")
# What every page keeps to: characters a line, sizes of type, screens of a phone, and how far what stands may move.
MOST_LINE, MOST_SIZES, MOST_SCREENS, MOST_SHIFT = 80, 5, 3, 0.001
# Pixels that labels, controls and buttons side by side may be off their common line.
MOST_OFF = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One page in one window, as `measure.js` saw it."""

    path: str
    width: int
    theme: str
    seen: dict[str, Any]
    is_loaded: bool


def tables_of(count: int, seed: int) -> list[list[int]]:
    """Players 1 to `count` at tables of five and four, dealt out by chance."""
    fours = -count % 5
    order = random.Random(seed).sample(range(1, count + 1), count)
    fives = 5 * ((count - 4 * fours) // 5)
    return [order[at : at + 5] for at in range(0, fives, 5)] + [order[at : at + 4] for at in range(fives, count, 4)]


def fill(context: Context, players: int, name: str) -> UnitOfWork:
    """An event of so many players, all of them checked in."""
    work = UnitOfWork(context=context, id=create(context, Configuration(name=name, rounds=2), by="Test").id, by="Test")
    add_players(
        work, [Registration(name=f"Given{n % 37} Surname{n}", vekn=f"{1000000 + n}") for n in range(1, players + 1)]
    )
    work.change(checkin.open_check_in)
    work.change(checkin.check_in, range(1, players + 1))
    return work


def play(work: UnitOfWork, number: int, *, missing: int = 0) -> Tournament:
    """Seat a round, publish it, start its clock, and enter all results but so many."""
    count = len(work.look().active)
    work.change(rounds.draft_round, tables_of(count, number), seed=number)
    work.change(steps.publish_round)
    work.change(clock.start_clock, number)
    for table, seats in list(work.look().round(number).numbered())[missing:]:
        line = ["2", "1", "1", "1", "0"] if len(seats) == 5 else ["2", "1", "1", "0"]
        work.change(results.enter_result, number, table, victory_points=tuple(line))
    return work.look()


def pages(context: Context, players: int) -> list[str]:
    """The pages of three events: one that checks in, one in round 1, one that is over."""
    before = fill(context, players, "Before it begins")
    before.change(checkin.check_out, range(1, players + 1, 3))
    before.change(fees.set_fees, "12", currency="EUR", reduced=["Student 8"])
    middle = fill(context, players, "In the middle")
    play(middle, 1, missing=4)
    over = fill(context, players, "It is over")
    play(over, 1)
    over.change(checkin.open_check_in)
    over.change(checkin.check_in, range(1, players + 1))
    play(over, 2)
    play_final(over)
    over.change(prizes.set_prizes, ["1: Playmat", "2-5: 3 x Booster", "Raffle: 10 x Promo", "GW: Booster"])
    for _ in range(3):
        over.change(raffle.draw_raffle, raffle.RaffleWishes(), prize="Promo", count=3, seed=7)
    key = key_of(context, middle.id)
    return [
        "/tournaments",
        *(f"/tournaments/{before.id}/console/{page}".rstrip("/") for page in CONSOLE),
        *(f"/tournaments/{middle.id}/console/{page}".rstrip("/") for page in IN_PLAY),
        *(f"/tournaments/{over.id}/console/{page}".rstrip("/") for page in OVER),
        *(f"/tournaments/{one.id}" for one in (before, middle, over)),
        player_path(middle.id, 1, key),
    ]


def play_final(work: UnitOfWork) -> None:
    """Toss, place by seed, and play the final to its end."""
    if final.tosses_needed(work.look()):
        work.change(final.toss, seed=7)
    work.change(final.open_final)
    opened = work.look().final
    assert opened is not None
    work.change(final.place_row, opened.finalists)
    work.change(final.draw_first_player, seed=7)
    work.change(results.enter_result, FINAL, 1, victory_points=("3", "1", "1", "0", "0"))
    work.change(steps.finish)


def measure(
    browser: Browser,
    base: str,
    key: str,
    paths: Iterable[str],
    loaded: Collection[int] = (PHONE, LAPTOP),
    *,
    widths: Collection[int] = WIDTHS,
    locale: str = "en",
    at_last: Callable[[Page], object] = lambda _page: None,
) -> Iterator[Measured]:
    """Every page in every window, as whoever drags it wider or turns the theme has it: loaded anew where `loaded`.

    `at_last` looks at each page too, once it is measured.
    """
    window = browser.new_context(base_url=base, locale=locale)
    window.add_cookies([{"name": "organizer", "value": key, "url": base}])
    page = window.new_page()
    page.add_init_script(LATE)
    for path in paths:
        for width in widths:
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
            if width in loaded:
                answer = page.goto(path)
                if answer is None or not answer.ok:
                    print("no page:", path, answer and answer.status)
                    break
            page.emulate_media(color_scheme=THEMES[width])
            seen = page.evaluate(LOOK)
            if width in loaded and seen["shift"] > MOST_SHIFT:
                # A busy machine may draw a page that it has read half; what its scripts move moves each time.
                page.goto(path)
                seen = page.evaluate(LOOK)
            yield Measured(path=path, width=width, theme=THEMES[width], seen=seen, is_loaded=width in loaded)
        at_last(page)
    window.close()


def moves_of(found: Iterable[Measured]) -> list[str]:
    """What moved while it loaded."""
    return [
        f"{one.path} ({one.width} px): moves by {one.seen['shift']:.3f} while it loads: {one.seen['moved']}"
        for one in found
        if one.is_loaded and one.seen["shift"] > MOST_SHIFT
    ]


def faults_of(found: Iterable[Measured], counted: Collection[str]) -> list[str]:
    """What does not keep to it; how long a page is counts for those of `counted`."""
    found = list(found)
    faults = moves_of(found)
    places = defaultdict[tuple[str, int], dict[tuple[int, ...], list[str]]](lambda: defaultdict(list))
    for one in found:
        seen, screens = one.seen, one.seen["height"] / HEIGHTS[one.width]
        where = f"{one.path} ({one.width} px, {one.theme})"
        for name, place in seen["places"].items():
            if place:
                # On a phone the console's bar has the strip of stations below it.
                frame = f"{name} of the console" if "/console" in one.path else name
                places[frame, one.width][tuple(place)].append(where)
        if seen["off"] > MOST_OFF:
            faults.append(f"{where}: {seen['off']:.0f} px off: {seen['askew']}")
        if seen["line"] > MOST_LINE:
            faults.append(f"{where}: a line of {seen['line']}: {seen['longest']}")
        if len(seen["sizes"]) > MOST_SIZES:
            faults.append(f"{where}: sizes of type {seen['sizes']}")
        # Of an event that owes each of its reports an answer, that page is as long as they are many.
        owed = one.path.endswith("/report")
        if one.width == PHONE and one.path in counted and screens > MOST_SCREENS + owed / 4:
            faults.append(f"{where}: {screens:.2f} screens")
        if seen["first"] and seen["first"] > HEIGHTS[one.width]:
            faults.append(f"{where}: the first thing to do ends at {seen['first']} px")
    for (name, width), every in sorted(places.items()):
        usual = max(every, key=lambda place: len(every[place]))
        faults += [
            f"{name} at {place} instead of {usual}, {width} px: {' '.join(paths)}"
            for place, paths in sorted(every.items())
            if place != usual
        ]
    return faults


def main(players: int, words: list[str]) -> None:
    """Print what was measured, and what is not as it should be."""
    with tempfile.TemporaryDirectory() as data:
        context = open_context(database_address(data))
        paths = [path for path in pages(context, players) if not words or any(word in path for word in words)]
        with served(create_app({"DATA_FOLDER": data})) as base, chromium() as browser:
            found = list(measure(browser, base, entry_key(context.store), paths))
        context.store.close()
    _print(found)


def _print(found: list[Measured]) -> None:
    for one in found:
        seen = one.seen
        print(
            f"{one.width:5} {seen['height']:6} px {seen['height'] / HEIGHTS[one.width]:5.1f} screens"
            f"  shift {seen['shift']:.3f}  line {seen['line']:3}  sizes {len(seen['sizes'])}"
            f"  first task at {seen['first']}  {one.path}"
        )
    for fault in faults_of(found, {one.path for one in found}):
        print("FAULT", fault)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:])
