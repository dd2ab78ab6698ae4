"""How the pages of an event measure, in pixels: `python -m tests.browser.measure [PLAYERS] [WORD…]`.

Every page of an event of so many players (200, else) before its first round, in play and when it is over, on a phone, a
laptop and a wide screen, in both themes. Printed for each: its height, where the masthead, the title and the content
begin, how far anything moved while it loaded, its longest lines, how many sizes of type it has, and where its
first field or button stands. With words, only the pages whose address has one of them.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from toolkit.services.context import Context, database_address, open_context, organizer_key
from toolkit.services.links import key_of, player_path
from toolkit.services.registrations import Registration, add_players
from toolkit.services.tournaments import create
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.tournament import Configuration, Tournament, checkin, clock, final, results, rounds, steps
from toolkit.tournament.facts import FINAL
from toolkit.web import create_app
from toolkit.web.serving.server import make_server

WIDTHS = (390, 1366, 1920)
HEIGHTS = {390: 844, 1366: 768, 1920: 1080}
LOOK = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
CONSOLE = ("desk", "checkin", "players", "players/1", "", "log", "access", "settings", "room", "sanctions", "keys")
IN_PLAY = ("results", "rounds", "rounds/1", "rounds/1/grid", "rounds/1/tables/1", "rounds/1/clock", "standings")
OVER = ("standings", "final", "report", "", "players", "results")
# What an issue of the project asks of every page.
MOST_LINE, MOST_SIZES = 80, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One page in one window, as `measure.js` saw it."""

    path: str
    width: int
    theme: str
    seen: dict[str, Any]


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
    middle = fill(context, players, "In the middle")
    play(middle, 1, missing=4)
    over = fill(context, players, "It is over")
    play(over, 1)
    over.change(checkin.open_check_in)
    over.change(checkin.check_in, range(1, players + 1))
    play(over, 2)
    _final(over)
    key = key_of(context, middle.id)
    return [
        "/tournaments",
        *(f"/tournaments/{before.id}/console/{page}".rstrip("/") for page in CONSOLE),
        *(f"/tournaments/{middle.id}/console/{page}".rstrip("/") for page in (*IN_PLAY, "desk", "checkin", "")),
        *(f"/tournaments/{over.id}/console/{page}".rstrip("/") for page in OVER),
        *(f"/tournaments/{one.id}" for one in (before, middle, over)),
        player_path(middle.id, 1, key),
    ]


def _final(work: UnitOfWork) -> None:
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
    browser: Browser, base: str, key: str, paths: Iterable[str], widths: Iterable[int], themes: Iterable[str]
) -> Iterator[Measured]:
    """Every page in every window."""
    for width in widths:
        for theme in themes:
            window = browser.new_context(
                base_url=base, viewport={"width": width, "height": HEIGHTS[width]}, color_scheme=theme, locale="en"
            )  # type: ignore[arg-type]
            window.add_cookies([{"name": "organizer", "value": key, "url": base}])
            page = window.new_page()
            for path in paths:
                answer = page.goto(path)
                if answer is None or not answer.ok:
                    print("no page:", path, answer and answer.status)
                    continue
                yield Measured(path=path, width=width, theme=theme, seen=page.evaluate(LOOK))
            window.close()


def main(players: int, words: list[str]) -> None:
    """Print what was measured, and what is not as it should be."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        context = open_context(database_address(data))
        paths = [path for path in pages(context, players) if not words or any(word in path for word in words)]
        server = make_server(create_app({"DATA_FOLDER": data}), "127.0.0.1", 0)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        host, port = server.address
        found = list(
            measure(browser, f"http://{host}:{port}", organizer_key(context.store), paths, WIDTHS, ("light", "dark"))
        )
        browser.close()
        server.stop()
        thread.join(timeout=5)
        context.store.close()
    _print(found)


def _print(found: list[Measured]) -> None:
    places = defaultdict[tuple[str, int], dict[tuple[int, ...], list[str]]](lambda: defaultdict(list))
    for one in found:
        seen = one.seen
        for name, place in seen["places"].items():
            places[name, one.width][tuple(place)].append(one.path)
        if one.theme == "light":
            screens = seen["height"] / HEIGHTS[one.width]
            print(
                f"{one.width:5} {seen['height']:6} px {screens:5.1f} screens  shift {seen['shift']:.3f}"
                f"  line {seen['line']:3}  sizes {len(seen['sizes'])}  first task at {seen['first']}  {one.path}"
            )
            if seen["line"] > MOST_LINE:
                print("        ", seen["longest"])
    for (name, width), every in sorted(places.items()):
        print(f"{width:5} {name}: {sorted(every)}" + ("" if len(every) == 1 else "   <- moves"))
        for place in sorted(every, key=lambda place: len(every[place]))[:-1]:
            print(f"      {place}: {' '.join(every[place][:6])}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:])
