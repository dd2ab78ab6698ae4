"""A light table in a browser: by five thumbs, and by keyboard and ear."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.light_game import SEATS, play, sit_down


@pytest.mark.whole
def test_a_light_game_with_one_thumb(open_page: Callable[..., Page]) -> None:
    counted = play(open_page)
    print(f"\n{counted}")
    assert (counted.empty, counted.usual, counted.scrolled) == (1, 5, 0)


def test_a_light_turn_by_keyboard_and_by_ear(open_page: Callable[..., Page]) -> None:
    """After each key the focus is where it was, and what happened is said; what is asked has the focus."""
    page = sit_down(open_page, SEATS[:2]).pages["Anna"]

    def does(start: str, *keys: str) -> None:
        page.locator(start).focus()
        for key in ("Enter", *keys):
            page.keyboard.press(key)

    voice = page.locator("body > [role=status]").last
    does("#c-bleed-button", "Tab", "Tab", "Tab", "Enter")
    expect(voice).to_have_text("bled Ben for 2, took the Edge")
    expect(page.locator("#c-bleed-button")).to_be_focused()
    does("#card-Anna1", "Tab", "Tab", "Enter")
    expect(voice).to_have_text(re.compile("1 to Anna1$"))
    expect(page.locator("#card-Anna1")).to_be_focused()
    does("#plaque-2", "Escape")
    expect(page.locator("#plaque-2")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#more-pool-2").focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("-28")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_count(0)
    does("#offer-end-turn button")
    expect(page.locator("#c-last")).to_be_focused()
    expect(page.locator(".c-title")).to_contain_text("Turn 2: Ben")
