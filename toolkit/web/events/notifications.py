"""The console's page of notifications: addresses, their occasions, and the last error of each."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from toolkit.schemas.event_forms import AddressForm
from toolkit.services.notices.notifications import (
    AddressView,
    has_apprise,
    occasion_label,
    remove_address,
    show_addresses,
)
from toolkit.tournament.declarations import Occasion
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import own_folder
from toolkit.web.events.console import Console, page
from toolkit.web.events.notifying import add_address_to, current_notifier, send_test_to


@dataclass(frozen=True)
class NotificationsPage:
    """The addresses that are notified of the event."""

    _console: Console

    @property
    def addresses(self) -> list[AddressView]:
        """The addresses, masked."""
        return show_addresses(current_notifier(), own_folder(), self._console.id)

    @property
    def occasions(self) -> dict[str, str]:
        """The occasions by name, in words."""
        return {occasion.value: translated(occasion_label(occasion)) for occasion in Occasion}

    @property
    def has_library(self) -> bool:
        """Whether more than Discord and ntfy can be notified."""
        return has_apprise()

    @property
    def is_offline(self) -> bool:
        """Whether this server sends nothing."""
        return bool(current_app.config["OFFLINE"])


notifications_page = page("notifications", "/notifications", "events/notifications.html")(NotificationsPage)


@notifications_page.action(
    "/notifications",
    "add",
    AddressForm,
    dict.fromkeys(("bad_address", "bad_parameter", "not_installed", "own_network", "too_many", "no_occasion"), "url"),
)
def add(console: Console, *, url: str, **occasions: bool) -> None:
    """Add an address."""
    chosen = [Occasion(name) for name, is_chosen in occasions.items() if is_chosen]
    # What was typed is a secret: it does not come back into the page.
    console.typed.values.pop("url", None)
    add_address_to(console.id, url, chosen)


@notifications_page.action("/notifications/<int:number>/remove", "remove")
def remove(console: Console, number: int) -> None:
    """Remove an address."""
    remove_address(own_folder(), console.id, number)


@notifications_page.action("/notifications/<int:number>/test", "test")
def test(console: Console, number: int) -> None:
    """Send a test."""
    send_test_to(console.id, number)
