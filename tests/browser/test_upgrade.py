"""A server that was upgraded while a laptop was offline: what its old page had kept is sent once by the new one."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Request, expect

from tests import comes
from tests.browser.halls import Hall
from toolkit.tournament.facts import ResultEntered

OUTBOX = "room-outbox"
# Long ago: the window that kept it is closed.
THEN = 1_767_225_600_000


def kept_at_the_desk(hall: Hall, text: str, key: str) -> dict[str, Any]:
    """An entry in the outbox, as it was recorded at the desk without network."""
    desk, drawn = f"{hall.base}/tournaments/{hall.id}/console/desk", str(hall.state.number)
    fields = {"sequence": drawn, "round": "", "table": "", "show": "tables", "sort": "name", "asked": "", "text": text}
    meant = json.dumps([text, THEN, 1], separators=(",", ":"))
    return {
        "waits": "No network.",
        "action": desk,
        "page": desk,
        "said": list(map(list, fields.items())),
        "words": text,
        "thing": meant,
        "meant": meant,
        "at": THEN,
        "follows": ["round", "table"],
        "key": key,
        "after": [],
        "window": "543a83cb5ff067b6af6e15e8",
        "tried": THEN,
        "token": "of a session that has ended",
        "draft": "",
    }


def test_what_the_old_desk_kept_is_entered_once(seated: Hall) -> None:
    kept = [kept_at_the_desk(seated, "1 50000", "17f3"), kept_at_the_desk(seated, "2 99999", "b260")]
    page, sent = seated.window(seated.organizer), list[Request]()
    page.evaluate("([name, kept]) => localStorage.setItem(name, JSON.stringify(kept))", [OUTBOX, kept])
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.goto(f"/tournaments/{seated.id}/console/log")
    # The one that cannot be is named, with what was typed.
    expect(page.locator("#outbox")).to_contain_text("2 99999")
    assert comes(lambda: page.evaluate("name => localStorage.getItem(name)", OUTBOX) is None)
    page.goto(f"/tournaments/{seated.id}/console/rounds/1")
    expect(page.locator("#outbox")).to_be_attached()
    assert (seated.line(1), seated.line(2), seated.entries(ResultEntered)) == ([10, 0, 0, 0, 0], [], 1)
    # Each twice: its session has ended, so that its first token was none.
    assert [key for one in sent for key in parse_qs(one.post_data or "")["key"]] == ["17f3", "17f3", "b260", "b260"]
