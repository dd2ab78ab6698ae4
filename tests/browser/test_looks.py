"""Every page keeps to one look: brand, title and left edge stand still, lines can be read, nothing moves as it loads.

One pass over all pages on a phone, a laptop (in the dark theme) and a wide screen; `measure.py` says what is looked at.
Of what fills a screen of its own, one page of each kind: nothing moves there either.
It is in Spanish: on a phone every page has room for its words, also for those that are folded away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import conftest
from tests.browser.axe_pages import ALONE, NOWHERE, UNFOLD, all_pages
from tests.browser.measure import LAPTOP, PHONE, faults_of, measure, moves_of, pages
from toolkit.services.kernel.context import database_address, entry_key, open_context

PLAYERS = 33


def test_every_page_has_one_look(browser: Browser, serve_app: Callable[..., str], tmp_path: Path) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path), **NOWHERE)
    context = open_context(database_address(tmp_path))
    every = all_pages(context)
    paths = [path for path in every if not any(word in path for word in ALONE)]
    alone = [next(path for path in every if word in path) for word in ALONE]
    key = entry_key(context.store)
    of_33 = pages(context, PLAYERS)
    crowded = list[str]()

    def unfold(page: Page) -> None:
        page.set_viewport_size(conftest.PHONE)
        page.evaluate(UNFOLD)
        crowded.extend(f"{page.url}: {fault}" for fault in conftest.faults_of(page))

    in_spanish = measure(browser, base, key, paths, (PHONE,), locale="es", at_last=unfold)
    faults = faults_of([*in_spanish, *measure(browser, base, key, of_33)], of_33) + crowded
    faults += moves_of(measure(browser, base, key, alone, (LAPTOP,), widths=(LAPTOP,)))
    context.store.close()
    assert faults == [], "\n".join(faults)
