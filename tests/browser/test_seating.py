from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

NAMES = [f"Player {number}" for number in range(1, 34)]


def seat_names(page: Page) -> None:
    page.goto("/seating")
    page.get_by_label("Names, one per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Seat players").click()
    expect(page.get_by_role("heading", name="This seating is optimal.")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_pasted_list_of_33_names_is_seated(open_page: Callable[..., Page], script: bool) -> None:
    page = open_page(java_script_enabled=script)
    seat_names(page)
    for number in (1, 2, 3):
        seats = page.get_by_role("region", name=f"Round {number}").locator(".seats ol li")
        assert sorted(seats.all_inner_texts()) == sorted(NAMES)
    expect(page.locator("svg.meetings")).to_be_visible()


def test_the_link_shows_the_same_seating(page: Page) -> None:
    seat_names(page)
    tables = page.locator(".tables").all_inner_texts()
    page.goto(page.locator("#link").input_value())
    assert page.locator(".tables").all_inner_texts() == tables


def test_a_refused_list_keeps_what_was_typed(page: Page) -> None:
    page.goto("/seating")
    field = page.get_by_label("Names, one per line")
    field.fill("Ann\nBob\nAnn\nCid\nDan")
    page.get_by_role("button", name="Seat players").click()
    expect(page.get_by_text("Named more than once: Ann.")).to_be_visible()
    expect(field).to_have_value("Ann\nBob\nAnn\nCid\nDan")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_answer_does_not_scroll_sideways(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    seat_names(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_picture_is_readable_in_both_themes(open_page: Callable[..., Page]) -> None:
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        seat_names(page)
        colours = page.evaluate(
            "['.meetings .ground', '.meetings .met-1'].map(what => getComputedStyle(document.querySelector(what)).fill)"
        )
        light, dark = sorted((luminance(colour) for colour in colours), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3  # WCAG's least for graphics


def luminance(colour: str) -> float:
    """Relative luminance of "rgb(r, g, b)"."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
