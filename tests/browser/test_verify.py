"""The page that draws again: an export in the browser, with and without its own SHA-256, and typed values by hand."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.tournament.test_draws import EVENTS, SEED, played
from toolkit.exchange.tournament_json import render_tournament

# FIPS 180-4's own examples, and a text that fills a block to its last byte.
VECTORS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
}
OWN = "async (text) => (await import('/static/verify.js')).ownSha256(new TextEncoder().encode(text))"


def give(page: Page, export: str) -> None:
    # Typed into the field by the browser's driver, a thousand lines take ten seconds; pasted by hand a tenth of one.
    page.locator("#file").set_input_files({"name": "e.json", "mimeType": "application/json", "buffer": export.encode()})


def test_an_export_is_verified_in_the_browser(page: Page) -> None:
    page.goto("/verify")
    assert {text: page.evaluate(OWN, text) for text in VECTORS} == VECTORS
    field = page.get_by_label("The export of an event")
    export = render_tournament(played().state)
    give(page, export)
    answers = page.locator("#answers p")
    expect(answers).to_have_text(
        [
            *("Commitment holds", "The identity of the event holds"),
            *(f"{purpose} holds" for purpose in ("round 1", "round 2", "check 1", "toss", "final first")),
            "From round 2 on only the order is verified here: tournament draws verify seats the round once more.",
        ]
    )
    for make, purposes in EVENTS.values():
        give(page, render_tournament(make().state))
        expect(answers.nth(len(purposes) + 1)).to_have_text(f"{purposes[-1]} holds")
        expect(page.locator("#answers .mark-good")).to_have_count(len(purposes) + 2)
    content = json.loads(render_tournament(EVENTS["swapped"][0]().state))
    next(entry for entry in content["entries"] if entry["fact"] == "swap_drawn")["given"][0]["pool"] = 99
    give(page, json.dumps(content))
    expect(answers.nth(3)).to_have_text("swap does not hold")
    content = json.loads(export)
    toss = next(entry for entry in content["entries"] if entry["fact"] == "toss_made")
    toss["players"] = toss["players"][::-1]
    give(page, json.dumps(content))
    expect(answers.nth(5)).to_have_text("toss does not hold")
    expect(answers.nth(6)).to_have_text("final first holds")
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    give(page, export)
    expect(answers.nth(5)).to_have_text("toss holds")
    field.fill("what is this")
    expect(answers).to_have_text(["This is neither an export nor the JSON of an event’s draws."])


def test_typed_values_are_drawn_with_a_script_and_without(open_page: Callable[..., Page]) -> None:
    for script in (True, False):
        page = open_page(java_script_enabled=script)
        page.goto("/verify")
        expect(page.get_by_role("heading", name="All draws of an event")).to_be_visible(visible=script)
        expect(page.get_by_text("Your browser calculates; nothing is sent.")).to_be_visible(visible=script)
        typed = {"Event": "prague-cup", "Seed": SEED, "What was drawn": "toss", "Player numbers": "9, 11"}
        for label, value in typed.items():
            page.get_by_label(label, exact=True).fill(value)
        page.get_by_role("button", name="Draw").click()
        expect(page.locator("[data-name=order]")).to_have_text("11 9")
        commitment = page.locator("[data-name=commitment]")
        expect(commitment).to_have_text("bcb999331a20e5ba905a87bcaa99f3c991e790ed88148176b6b143b0308fb990")
