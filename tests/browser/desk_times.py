"""How long the field and the grid take with many players: `python -m tests.browser.desk_times [PLAYERS]`.

An event of so many (200, else) at a real server: everybody is checked in, and every table of a round gets its result,
typed into the field and then in the grid; the rounds after these are seated, published and printed (one PDF: seating by
name and by table, slips), by turns at once and a second after the page is there. Timed is what the organizer waits for:
from Enter or tap to the page that shows it. A bare request (`/healthz`) is timed between them: on a crowded machine it
is their ratio that says something.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from statistics import quantiles

from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import chromium, served
from tests.browser.measure import fill, tables_of
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.tournament import checkin, event, results, rounds, steps
from toolkit.web import create_app
from toolkit.web.base.access import organizer_link
from toolkit.web.serving.warming import warm

# Until what was typed is done: the last change is another one, or the grid's row has its mark.
TYPE = """async ([text, field, done]) => {
  const input = document.querySelector(field), before = document.querySelector(".last p")?.textContent;
  input.value = text;
  input.dispatchEvent(new InputEvent("beforeinput", { bubbles: true }));
  const began = performance.now();
  if (field === "#typed") input.form.requestSubmit();
  else input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  const newest = () => document.querySelector(".last p")?.textContent;
  const isDone = () => (done ? document.querySelector(done) : newest() !== before);
  while (!isDone()) {
    if (performance.now() - began > 20000) throw new Error(`nothing came of ${text}`);
    await new Promise((next) => requestAnimationFrame(next));
  }
  return performance.now() - began;
}"""
# So many rounds are seated, published and printed.
PRINTED = 8
BARE = """async () => {
  const began = performance.now();
  await (await fetch("/healthz", { cache: "no-store" })).text();
  return performance.now() - began;
}"""


# From a tap to the page that follows it, as the browser tells it: a tool's own way there is none of it.
TAPPED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  return performance.timeOrigin + page.loadEventEnd - Number(sessionStorage.getItem("sent"));
}"""
SENDS = """() => document.addEventListener("submit", (event) => {
  sessionStorage.setItem("sent", performance.timeOrigin + event.timeStamp);
}, { capture: true })"""
# From a tap on a link to the last byte behind it.
FETCH = """async (path) => {
  const began = performance.now();
  const answer = await fetch(path, { cache: "no-store" });
  if (!(await answer.text()).startsWith("%PDF")) throw new Error(`no PDF: ${path}`);
  return performance.now() - began;
}"""


def tapped(page: Page, action: str) -> float:
    """Send the form of that action: milliseconds until its page is there."""
    page.evaluate(SENDS)
    with page.expect_navigation():
        page.locator(f'form[action$="{action}"] button').first.click()
    return float(page.evaluate(TAPPED))


def timed(page: Page, what: str, typed: Iterable[tuple[str, str, str]]) -> None:
    """Type all of it, and print how long that took."""
    times, bare = [], []
    for one in typed:
        times.append(page.evaluate(TYPE, list(one)))
        bare.append(page.evaluate(BARE))
    told(what, times, bare)


def told(what: str, times: Sequence[float], bare: Sequence[float]) -> None:
    """Print the 95th percentile beside that of the bare requests in between."""
    most, least = (quantiles(one, n=20, method="inclusive")[-1] for one in (times, bare))
    middle = quantiles(times, n=2)[0]
    print(
        f"{what}: {len(times)} times, half within {middle:.0f} ms, 95 % within {most:.0f} ms;"
        f" a bare request {least:.0f} ms ({most / least:.1f} times); load {os.getloadavg()[0]:.1f}"
    )


def _warmed(data: str) -> Flask:
    """The app as a server has it a moment after its start."""
    app = create_app({"DATA_FOLDER": data})
    warm(app)
    return app


def main(players: int) -> None:
    """Check in and enter the results of so many players."""
    with (
        tempfile.TemporaryDirectory() as data,
        served(_warmed(data)) as base,
        chromium() as browser,
    ):
        context = open_context(database_address(data))
        work = fill(context, players, "Many")
        work.change(event.configure, {"rounds": 2 + PRINTED})
        work.change(checkin.check_out, range(1, players + 1))
        page = browser.new_page(base_url=base, viewport={"width": 1280, "height": 900})
        page.goto(organizer_link(entry_key(context.store)))
        console = f"/tournaments/{work.id}/console"
        page.goto(f"{console}/players")
        timed(page, "check in by the field", ((one.vekn, "#typed", "") for one in work.look().active))
        for number in (1, 2):
            work.change(rounds.draft_round, tables_of(players, number), seed=number)
            work.change(steps.publish_round)
            lines = [(table, "21110"[: len(seats) - 1] + "0") for table, seats in work.look().round(number).numbered()]
            if number == 1:
                page.goto(f"{console}/rounds/1")
                timed(page, "a result by the field", ((f"{table} {line}", "#typed", "") for table, line in lines))
            else:
                page.goto(f"{console}/rounds/2")
                rows = ((line, f"#t{table}s1", f"#grid-{table}.grid-done") for table, line in lines)
                timed(page, "a row of the grid", rows)
        steps_of = {"seating a round": list[float](), "publishing it": list[float]()}
        steps_of |= {"its one PDF at once": [], "its one PDF a second later": []}
        bare = list[float]()
        for number in range(3, 3 + PRINTED):
            page.goto(f"{console}/rounds/{number}")
            steps_of["seating a round"].append(tapped(page, "/rounds/draft"))
            steps_of["publishing it"].append(tapped(page, f"/rounds/{number}/publish"))
            link = page.get_by_role("link", name="Print seats and slips").get_attribute("href")
            waits = number % 2
            time.sleep(waits)
            when = "a second later" if waits else "at once"
            steps_of[f"its one PDF {when}"].append(page.evaluate(FETCH, link))
            bare.append(page.evaluate(BARE))
            for table, seats in work.look().round(number).numbered():
                line = ("2", "1", "1", "1", "0") if len(seats) == 5 else ("2", "1", "1", "0")
                work.change(results.enter_result, number, table, victory_points=line)
        for what, times in steps_of.items():
            told(what, times, bare)
        context.store.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
