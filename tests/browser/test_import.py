"""The import of players: a refusal and its links beside the button, on a laptop's and a phone's first screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import press
from tests.browser.halls import FINGER, Hall

LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PEOPLE = ["Müller, Jürgen", "Anna Berg, Malmö", "Waiting list", *(f"Guest {number}" for number in range(60)), "guest 7"]


@pytest.mark.parametrize("window", [LAPTOP, FINGER], ids=["laptop", "phone"])
def test_what_blocks_an_import_is_said_on_the_first_screen_with_a_link_to_its_row(
    hall: Hall, window: dict[str, object]
) -> None:
    page = hall.window(hall.organizer, **window)
    page.goto(f"/tournaments/{hall.id}/console/players/import")
    page.get_by_label("Players, one per line").fill("\n".join(PEOPLE))
    press(page.get_by_role("button", name="Continue"))
    press(page.get_by_role("button", name="Import 62 players"))
    link = page.get_by_role("link", name="64: guest 7")
    expect(link).to_be_in_viewport()
    expect(page.get_by_role("button", name="Import 62 players")).to_be_in_viewport()
    link.click()
    expect(page.locator("#line-64")).to_be_in_viewport()
