"""The room: the address that phones open, as a link to read out and a code to scan."""

from __future__ import annotations

from toolkit.services.room import event_path
from toolkit.sheets.qr import qr_svg
from toolkit.web.addresses import reachable_url, room_url
from toolkit.web.events.console import Console, PageValues, page


@page("room", "/room", "events/room.html")
def room_page(console: Console) -> PageValues:
    """The public page's address, large enough for a phone at the other end of the desk."""
    link = room_url().rstrip("/") + event_path(console.id)
    return {"link": link, "code": qr_svg(link, fills=True), "is_reachable": reachable_url() is not None}
