"""Every page of a table, as it is looked at: no fault in any language or theme, and all of it without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET, faults_of, press
from tests.browser.table_phones import OUTSIDE
from tests.browser.table_phones import sit_down as seats_of
from tests.soak import part

NAMES = ("Anna", "Bruno", "Carla")


def sit_down(page: Page, *, variant: str = "standard") -> dict[str, str]:
    """A table made on this page; the addresses of its doors, by their word."""
    page.goto(f"/tables?variant={variant}")
    for place, name in enumerate(NAMES, start=1):
        page.locator(f"#name{place}").fill(name)
    if not page.locator("#more[open]").count():
        page.locator("#more > summary").click()
    page.locator("input[name=depth][value=full]").check()
    press(page.locator("form#new button.primary"))
    found = [str(link.get_attribute("href")) for link in page.locator(".link-card .qr").all()]
    return {path.split("/")[3]: path for path in found}


@pytest.mark.walk
@pytest.mark.parametrize(
    ("language", "scheme", "size", "variant"),
    part([("fr", "light", TABLET, "standard"), ("es", "dark", PHONE, "pm_advanced")], of=2, first=1),
)
def test_no_page_has_a_fault(
    open_page: Callable[..., Page], language: str, scheme: str, size: dict[str, int], variant: str
) -> None:
    page = open_page(viewport=size, locale=language, color_scheme=scheme)
    doors = sit_down(page, variant=variant)
    assert faults_of(page) == []
    for door in ("1", "host", "watch"):
        for below in ("", "?depth=light", "?depth=full"):
            page.goto(doors[door] + below)
            assert page.evaluate(OUTSIDE) == 0, door + below
            assert faults_of(page) == [], door + below
    page.goto("/tables")
    assert faults_of(page) == []


def test_a_turn_and_the_end_are_played_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=False)
    host = sit_down(page)["host"]
    page.goto(host)
    for _ in range(5):
        press(page.locator("#offer-end-phase button"))
    expect(page.locator("#table")).to_contain_text("Turn 2")
    press(page.get_by_role("button", name="Undo: "))
    expect(page.locator("#table")).to_contain_text("Turn 1")
    expect(page.locator(".turns")).to_contain_text(": ends the discard phase")
    page.get_by_role("button", name="Menu").click()
    press(page.get_by_role("button", name="Redo"))
    page.locator("#group-table summary").first.click()
    fold = page.locator("#fold-concede summary")
    if fold.count():
        fold.click()
    press(page.locator("#offer-concede button").first)
    expect(page.locator("#ending-title")).to_have_count(0)
    press(page.get_by_role("button", name="Yes, do it"))
    expect(page.locator("#ending-title")).to_be_visible()
    press(page.get_by_role("link", name="Step through the game").first)
    expect(page.locator("h1")).to_be_visible()


def test_what_waits_behind_a_heading_comes_when_it_is_opened(open_page: Callable[..., Page]) -> None:
    own, host = open_page(viewport=PHONE), open_page()
    doors = sit_down(host)
    own.goto(doors["2"])
    host.goto(doors["host"])
    effects = own.locator("#group-effects")
    expect(effects.locator("form")).to_have_count(0)
    effects.locator("> summary").click()
    amount = effects.locator("#offer-effect select[name=amount]")
    expect(amount).to_be_attached()
    version = own.locator("#table").get_attribute("data-version")
    host.locator("#offer-end-phase button").click()
    expect(own.locator(f"#table:not([data-version='{version}'])")).to_contain_text("Master phase")
    expect(effects).to_have_attribute("open", "")
    expect(amount).to_be_attached()
    assert faults_of(own) == []
    effects.locator("> summary").click()
    expect(effects.locator("form")).to_have_count(0)
    effects.locator("> summary").click()
    amount.select_option("2", force=True)
    effects.locator("#offer-effect select[name=effect]").select_option("burn_pool:Bruno:1")
    effects.get_by_role("button", name="Do it").click()
    expect(host.locator(".c-plaque[aria-label^='Bruno: 28 pool']")).to_be_visible()


def test_what_waits_behind_a_heading_has_a_link_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=False)
    page.goto(sit_down(page)["host"])
    page.locator("#group-judge > summary").click()
    press(page.locator("#group-judge").get_by_role("link", name="Show what there is"))
    expect(page.locator("#offer-set-seat")).to_be_visible()
    page.locator("#offer-set-seat select[name=place]").select_option("Bruno.pool")
    page.locator("#offer-set-seat select[name=value]").select_option("12")
    press(page.locator("#offer-set-seat button[name=op]"))
    expect(page.locator(".c-plaque[aria-label^='Bruno: 12 pool']")).to_be_visible()


def test_a_television_shows_the_names_of_eight_minions_within_the_picture(open_page: Callable[..., Page]) -> None:
    minions = {"A": ["Hardestadt", "Stanislava", "Rake", "Anson", "Lambach", "Cybele", "Volker", "Gratiano"]}
    minions["B"] = ["Count Germaine", "Huitzilopochtli", "Queen Anne", "Theo Bell"]
    lines = [
        f'correct "X{seat}{place}=vampire@{seat}.ready.5/9,X{seat}{place}.name={name}"'
        for seat, names in minions.items()
        for place, name in enumerate(names)
    ]
    table = seats_of(open_page, "ABC", lines, shared=True)
    television = open_page(viewport={"width": 1920, "height": 1080})
    television.goto(f"{table.host.partition('?')[0]}/cast")
    expect(television.locator(".mini-name")).to_have_count(12)
    is_cut = "names => names.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert television.locator(".mini-name").evaluate_all(is_cut) == []
    for plaque in television.locator(".c-plaque").all():
        expect(plaque).to_be_in_viewport(ratio=1)
