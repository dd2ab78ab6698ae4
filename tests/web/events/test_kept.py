"""What is sent from the console is kept by the browser until it was acknowledged, unless that would serve nobody."""

from __future__ import annotations

import re

from tests.web.events.conftest import Room
from toolkit.paths import TEMPLATES

NOT_KEPT = {
    "again_make": "it makes another event",
    "push_send": "it asks another site",
    "archon_do": "it asks another site",
    "numbers_check": "it asks another site",
    "signup_mail": "it asks the mail server",
    "player_import_import": "it follows a preview of that moment",
}
SHARED = ("access_", "laptops_", "notifications_")


def test_what_the_console_sends_is_kept() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (TEMPLATES / "events").glob("*.html")]
    forms = [form for page in pages for form in re.findall(r'<form\s[^>]*method="post"[^>]*>', page)]
    named = [(re.findall(r"console\.url\('(\w+)'", form), form) for form in forms if "multipart" not in form]
    plain = {name for names, form in named for name in names if "data-keep" not in form}
    assert {name for name in plain if not name.startswith(SHARED)} == set(NOT_KEPT)
    assert len(named) > 50


def test_a_button_of_the_console_is_kept_but_none_that_shares(room: Room) -> None:
    def buttons(path: str) -> list[str]:
        return re.findall(r'<form\s[^>]*class="act"[^>]*>', room.raw(path).partition("<main")[2])

    undo = buttons("/players")
    assert undo
    assert all("data-keep data-each" in form for form in undo)
    room.post("/access/links", label="Door", role="judge")
    sharing = [form for form in buttons("/access") if "/access/" in form]
    assert sharing
    assert not any("data-keep" in form for form in sharing)
