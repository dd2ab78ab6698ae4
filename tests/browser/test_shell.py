from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

START = "/help/"


def colour(page: Page, what: str = "body") -> str:
    return page.eval_on_selector(what, "element => getComputedStyle(element).backgroundColor")


def test_theme_follows_the_system_until_chosen(open_page: Callable[..., Page]) -> None:
    light, dark = (open_page(color_scheme=scheme) for scheme in ("light", "dark"))
    light.goto(START)
    dark.goto(START)
    assert colour(light) != colour(dark)
    light.locator("#menu > summary").click()
    light.get_by_role("button", name="Dark").click()
    assert colour(light) == colour(dark)
    light.reload()
    assert colour(light) == colour(dark)


def test_theme_and_language_change_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(START)
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith(START)


def test_first_tab_skips_to_the_content(page: Page) -> None:
    page.goto(START)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("width", [320, 390, 820, 1280])
def test_no_page_scrolls_sideways(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.goto(START)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter(e => e.checkVisibility() && !e.closest("p, .skip, li.inline") && e.type !== "hidden")
  .map(e => [e.outerHTML.slice(0, 60), (e.closest("label") || e).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.height < 43.9 || box.width < 43.9)).map(([html, box]) => html)"""


def test_every_target_is_large_enough_for_a_thumb(phone: Page) -> None:
    phone.goto(START)
    assert phone.evaluate(SMALL_TARGETS) == []
