"""A passkey in a real browser, whose device is Chromium's own stand-in for a phone that knows its owner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import press
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import database_address, open_context

PASSWORD = "correct horse battery"


def with_device(page: Page) -> None:
    """Let the window's browser have a device that makes and shows passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
              "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device})


def test_an_administrator_makes_a_passkey_and_signs_in_with_it(
    serve_app: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path), ACCOUNTS=True).replace("127.0.0.1", "localhost")
    context = open_context(database_address(tmp_path))
    accounts.sign_up(context, "Odile", PASSWORD, is_admin=True)
    page = open_page(base_url=base)
    with_device(page)
    page.goto("/account/sign-in?next=/account/settings")
    page.get_by_label("Name").fill("Odile")
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in", exact=True))
    page.get_by_label("Name of the device").fill("Test phone")
    page.get_by_role("region", name="Passkeys").get_by_label("Current password").fill(PASSWORD)
    press(page.get_by_role("button", name="Create a passkey"))
    press(page.get_by_role("button", name="Create the passkey for Test phone"))
    expect(page.get_by_text("From now on your password alone opens nothing")).to_be_visible()
    page.locator("#menu > summary").click()
    press(page.get_by_role("button", name="Sign out", exact=True).first)
    page.goto("/account/sign-in?next=/account/settings")
    press(page.get_by_role("button", name="Sign in with a passkey"))
    expect(page.get_by_role("heading", name="Odile")).to_be_visible()
    expect(page.get_by_role("button", name="Remove (Test phone)")).to_be_visible()
    context.store.close()
