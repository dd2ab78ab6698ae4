"""Every page keeps to one look: brand, title and left edge stand still, lines can be read, nothing moves as it loads.

One pass over all pages on a phone, a laptop (in the dark theme) and a wide screen; `measure.py` says what is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.axe_pages import NOWHERE, all_pages
from tests.browser.measure import PHONE, faults_of, measure, pages
from toolkit.services.kernel.context import database_address, entry_key, open_context

# What fills a screen of its own, and stands in no frame: of a projector, another site, a stream, a table with its game.
ALONE = ("/wall", "/embed", "/overlay", "/tables/", "/replay/game/", "/guide/first-turn/")
PLAYERS = 33


def test_every_page_has_one_look(browser: Browser, serve_app: Callable[..., str], tmp_path: Path) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path), **NOWHERE)
    context = open_context(database_address(tmp_path))
    paths = [path for path in all_pages(context) if not any(word in path for word in ALONE)]
    key = entry_key(context.store)
    of_33 = pages(context, PLAYERS)
    faults = faults_of([*measure(browser, base, key, paths, (PHONE,)), *measure(browser, base, key, of_33)], of_33)
    context.store.close()
    assert faults == [], "\n".join(faults)
