"""The guide and the replay in a real Chromium: figures that answer in place, a guided turn, the slider."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, TABLET, faults_in_both_themes, press
from tests.soak import part
from toolkit.game import parse_record
from toolkit.game.lessons import lesson
from toolkit.game.timeline import timeline

S1 = (Path(__file__).parents[1] / "games/s1_vekn_event.txt").read_text(encoding="utf-8")
LAST = len(parse_record(S1).operations)
PAGES = [
    "/guide", "/guide/combat", "/guide/referendum", "/guide/scoring", "/guide/title?claimants=5",
    "/guide/combat?v_counters=9", "/guide/phased-motion", "/guide/rules", "/guide/help",
    "/guide/first-turn/phased-motion?step=8", "/guide/first-turn/standard?step=6", "/replay",
]  # fmt: skip


def open_replay(page: Page) -> None:
    page.goto("/replay")
    page.get_by_label("The record, as text").fill(S1)
    press(page.get_by_role("button", name="Replay it"))


# Walkthroughs: a figure of the specification each, by buttons alone, with and without script


STEPS = [
    # S6: 2 aggravated on 2 blood is torpor with 1; a third point burns that one.
    ("/guide/combat", "Vera, the acting minion", "Aggravated damage: one more", "Wolf is in torpor. Blood: 0."),
    # The calling card, a priscus and a prince against 1 and 3: 6 to 4; with one more bishop against, 6 to 5.
    ("/guide/referendum", "Against", "Primogen or bishop: one more", "The referendum passes, 6 to 5."),
    # S5 with one payment more of A's first rival.
    ("/guide/contest", "Ben", "Pays this many times, then yields: one more", "3 pool paid in all."),
    (
        "/guide/title",
        "Arno, controlled by Anna",
        "Pays this many times, then yields: one more",
        "at no further cost; 2 blood paid in all.",
    ),
    ("/guide/withdrawal", "As the turn begins", "Cards in the library: one more", "Anna plays on."),
    ("/guide/diablerie", "The blood hunt", "Votes against it: one more", "The blood hunt fails, 3 to 3"),
    ("/guide/scoring", "The game", "Players: one less", "Anna: victory points 3, tournament points 60."),
]


@pytest.mark.walk
@pytest.mark.parametrize("script", part([True, False], of=2))
def test_a_stepper_changes_the_result(open_page: Callable[..., Page], script: bool) -> None:
    page = open_page(java_script_enabled=script)
    for address, group, button, expected in STEPS:
        page.goto(address)
        page.get_by_role("group", name=group, exact=True).get_by_role("button", name=button).click()
        expect(page.get_by_role("status").get_by_text(expected), address).to_be_visible()


def test_the_address_and_the_link_follow_the_figures_and_a_bad_one_is_kept(page: Page) -> None:
    page.goto("/guide/combat")
    field = page.get_by_role("group", name="Wolf, the opposing minion").get_by_label("Blood or life", exact=True)
    field.fill("0")
    expect(page.get_by_role("status").get_by_text("Wolf is burned.")).to_be_visible()
    expect(page).to_have_url(re.compile("w_counters=0"))
    link = page.get_by_label("Link to this situation").input_value()
    page.goto(link)
    expect(page.get_by_role("status").get_by_text("Wolf is burned.")).to_be_visible()

    # A bad figure is said beside it.
    field.fill("9")
    expect(page.get_by_text("A vampire never has more blood than its capacity.")).to_be_visible()
    expect(field).to_have_value("9")
    expect(field).to_be_focused()
    field.fill("4")
    expect(page.get_by_text("A vampire never has more blood than its capacity.")).to_have_count(0)


def test_a_rule_is_one_tap_away(phone: Page) -> None:
    phone.goto("/guide/combat")
    step = phone.locator(".walk-steps li").filter(has_text="No maneuvers")
    step.locator("summary").tap()
    expect(step.get_by_text("Each round begins at close range.")).to_be_visible()


# Guided turns

# Ring, words and the button in one window, on a phone above the navigation at its bottom.
ON_ONE_SCREEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const nav = box(document.querySelector(".mainnav")).top;
  const floor = nav > innerHeight / 2 ? nav : innerHeight;
  const tops = [...document.querySelectorAll(".turn-board .c-plaque, .turn-what")].map((one) => box(one).top);
  return Math.min(...tops) >= 0 && box(document.querySelector(".turn-step a.button.primary")).bottom <= floor;
}"""


@pytest.mark.walk
@pytest.mark.parametrize(("script", "viewport"), part([(True, PHONE), (False, {"width": 1366, "height": 768})], of=2))
def test_a_guided_turn_is_clicked_to_its_end(
    open_page: Callable[..., Page], script: bool, viewport: ViewportSize
) -> None:
    page = open_page(viewport=viewport, java_script_enabled=script)
    page.goto("/guide/phased-motion")
    press(page.get_by_role("link", name="Play a guided first turn"))
    for _ in lesson("phased-motion")[:-1]:
        assert page.evaluate(ON_ONE_SCREEN), page.url
        press(page.locator(".turn-step a.button.primary"))
    expect(page.get_by_text("Pools: Ann 28, Ben 24, Cleo 24, Dan 23.")).to_be_visible()
    expect(page.get_by_role("link", name="Start a table of phased motion")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="The end of the turn")).to_be_visible()


# The replay


def test_the_slider_moves_the_board_by_keys_and_by_dragging(page: Page) -> None:
    open_replay(page)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("End")
    expect(page.get_by_text(f"Step {LAST} of {LAST}")).to_be_visible()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(page).to_have_url(re.compile(f"step={LAST}"))
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"Step 3 of {LAST}")).to_be_visible()
    expect(slider).to_be_focused()

    # Dragging ends where the finger leaves.
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(box["x"] + box["width"] * step / 10 - 8, middle)
    page.mouse.up()
    value = slider.input_value()
    assert int(value) > LAST * 0.9
    expect(page.get_by_text(f"Step {value} of {LAST}")).to_be_visible()

    # An oust is one click away.
    page.get_by_role("link", name="B is ousted by A").click()
    expect(page.locator(".moment-more").get_by_text("B is ousted")).to_be_visible()


@pytest.mark.walk
@pytest.mark.parametrize("script", part([True, False], of=2))
def test_the_buttons_go_by_steps_and_turns(open_page: Callable[..., Page], script: bool) -> None:
    page = open_page(java_script_enabled=script)
    open_replay(page)
    turns = timeline(parse_record(S1)).turns()
    for name, expected in [
        ("Next", 1),
        ("Next turn", turns[1]),
        ("Previous", turns[1] - 1),
        ("Last", LAST),
        ("First", 0),
    ]:
        page.get_by_role("group", name="Steps").get_by_text(name, exact=True).click()
        expect(page.get_by_text(f"Step {expected} of {LAST}")).to_be_visible()


def test_a_record_too_long_for_a_link_moves_as_well(page: Page) -> None:
    notes = "".join(f"note {number * 7919 % 100_003:x}{number * 104_729:x}\n" for number in range(2000))
    page.goto("/replay")
    game = {"name": "game.txt", "mimeType": "text/plain", "buffer": (S1 + notes).encode()}
    page.get_by_label("Or choose a file").set_input_files(game)
    press(page.get_by_role("button", name="Replay it"))
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("End")
    expect(page.get_by_text(f"Step {LAST + 2000} of {LAST + 2000}")).to_be_visible()


# How much each line of the plot stands out from its ground.
CONTRASTS = """() => {
  const luminance = (text) => {
    const parts = text.match(/\\d+/g).map((part) => part / 255);
    const [r, g, b] = parts.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // The panel has no ground of its own.
  const ground = luminance(getComputedStyle(document.body).backgroundColor);
  return [...document.querySelectorAll('.pool, .left path, .left circle')].map((line) => {
    const one = luminance(getComputedStyle(line).stroke);
    return (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05);
  });
}"""


def test_the_lines_of_the_plot_stand_out(page: Page) -> None:
    open_replay(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) == 2 * 5 + 3  # in the drawing and beside the names; what marks who left
        assert min(contrasts) >= 3, scheme  # WCAG's least for graphics


# Every page


@pytest.mark.walk
def test_the_pages_have_no_faults(page: Page) -> None:
    for address in part(PAGES, of=3):
        page.goto(address)
        assert faults_in_both_themes(page, PHONE, TABLET) == [], address
    open_replay(page)
    page.get_by_role("group", name="Steps").get_by_text("Last", exact=True).click()
    expect(page.get_by_text(f"Step {LAST} of {LAST}")).to_be_visible()
    assert faults_in_both_themes(page, PHONE, TABLET) == []
