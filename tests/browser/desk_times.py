"""How long the desk takes with many players: `python -m tests.browser.desk_times [PLAYERS]`.

An event of so many (200, else) at a real server: everybody is checked in, and every table of a round gets its result,
typed at the desk and then in the grid. Timed is what the typist waits for: from Enter to the page that shows it. A
bare request (`/healthz`) is timed between them: on a crowded machine it is their ratio that says something.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Iterable
from statistics import quantiles

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.measure import fill, tables_of
from toolkit.services.context import database_address, open_context, organizer_key
from toolkit.tournament import checkin, rounds, steps
from toolkit.web import create_app
from toolkit.web.access import organizer_link
from toolkit.web.serving.server import make_server

# Until what was typed is done: the desk's newest sentence is another one, or the grid's row has its mark.
TYPE = """async ([text, field, done]) => {
  const input = document.querySelector(field), before = document.querySelector(".recent li")?.textContent;
  input.value = text;
  input.dispatchEvent(new InputEvent("beforeinput", { bubbles: true }));
  const began = performance.now();
  if (field === "#typed") input.form.requestSubmit();
  else input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  const newest = () => document.querySelector(".recent li")?.textContent;
  const isDone = () => (done ? document.querySelector(done) : newest() !== before);
  while (!isDone()) {
    if (performance.now() - began > 20000) throw new Error(`nothing came of ${text}`);
    await new Promise((next) => requestAnimationFrame(next));
  }
  return performance.now() - began;
}"""
BARE = """async () => {
  const began = performance.now();
  await (await fetch("/healthz", { cache: "no-store" })).text();
  return performance.now() - began;
}"""


def timed(page: Page, what: str, typed: Iterable[tuple[str, str, str]]) -> None:
    """Type all of it, and print the 95th percentile beside that of the bare requests in between."""
    times, bare = [], []
    for one in typed:
        times.append(page.evaluate(TYPE, list(one)))
        bare.append(page.evaluate(BARE))
    most, least = quantiles(times, n=20)[-1], quantiles(bare, n=20)[-1]
    middle = quantiles(times, n=2)[0]
    print(
        f"{what}: {len(times)} times, half within {middle:.0f} ms, 95 % within {most:.0f} ms;"
        f" a bare request {least:.0f} ms ({most / least:.1f} times); load {os.getloadavg()[0]:.1f}"
    )


def main(players: int) -> None:
    """Check in and enter the results of so many players."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        context = open_context(database_address(data))
        work = fill(context, players, "Many")
        work.change(checkin.check_out, range(1, players + 1))
        server = make_server(create_app({"DATA_FOLDER": data}), "127.0.0.1", 0)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        host, port = server.address
        page = browser.new_page(base_url=f"http://{host}:{port}", viewport={"width": 1280, "height": 900})
        page.goto(organizer_link(organizer_key(context.store)))
        console = f"/tournaments/{work.id}/console"
        page.goto(f"{console}/desk")
        timed(page, "check in at the desk", ((one.vekn, "#typed", "") for one in work.look().active))
        for number in (1, 2):
            work.change(rounds.draft_round, tables_of(players, number), seed=number)
            work.change(steps.publish_round)
            lines = [(table, "21110"[: len(seats) - 1] + "0") for table, seats in work.look().round(number).numbered()]
            if number == 1:
                page.goto(f"{console}/desk")
                timed(page, "a result at the desk", ((f"{table} {line}", "#typed", "") for table, line in lines))
            else:
                page.goto(f"{console}/rounds/2/grid")
                rows = ((line, f"#t{table}s1", f"#grid-{table}.grid-done") for table, line in lines)
                timed(page, "a row of the grid", rows)
        browser.close()
        server.stop()
        thread.join(timeout=5)
        context.store.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
