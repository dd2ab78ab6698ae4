"""The rule behind a refusal: beside its sentence, for a finger and for a keyboard, with and without script."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import faults_of, press
from tests.browser.halls import FINGER, Hall
from toolkit.services.kernel.links import own_table_path
from toolkit.tournament import players


def size(control: Locator) -> tuple[float, float]:
    box = control.bounding_box() or {"width": 0, "height": 0}
    return box["width"], box["height"]


@pytest.mark.parametrize("has_script", [True, False])
def test_a_player_s_finger_opens_the_rule(seated: Hall, has_script: bool) -> None:
    nils = seated.window(own_table_path(seated.id, 1, 14, seated.key), java_script_enabled=has_script, **FINGER)
    for seat in range(1, 6):
        nils.locator(f"#vp{seat}").fill("2")
    nils.get_by_role("button", name="Enter this result").last.click()
    rule = nils.locator("#points-error a.rule")
    expect(rule).to_have_text("VEKN 3.7")
    assert min(size(rule)) >= 44
    if has_script:
        assert faults_of(nils) == []
    press(rule)
    assert urlsplit(nils.url)[2:] == ("/help/rules", "", "vekn-3-7")
    expect(nils.locator(":target")).to_contain_text("An oust gives the predator a victory point")
    expect(nils.locator(":target")).to_be_in_viewport()


def test_a_keyboard_reaches_the_rule_beside_a_field(hall: Hall) -> None:
    hall.work.change(players.change_player, 1, vekn="1000001")
    laptop = hall.laptop("/players")
    laptop.locator("#add > summary").click()
    laptop.locator("#name").fill("Odile")
    laptop.locator("#vekn").fill("1000001")
    laptop.locator("#vekn").press("Enter")
    expect(laptop.locator("#vekn")).to_have_accessible_description(
        "Ada Winter has the VEKN number 1000001 already. VEKN 1.2"
    )
    expect(laptop.locator("#vekn")).to_be_focused()
    expect(laptop.locator("#vekn-error")).to_be_in_viewport()
    laptop.keyboard.press("Tab")
    rule = laptop.locator("#vekn-error a.rule")
    expect(rule).to_be_focused()
    assert min(size(rule)) >= 44
    with laptop.expect_navigation():
        laptop.keyboard.press("Enter")
    expect(laptop.locator(":target")).to_contain_text("VEKN 1.2")
