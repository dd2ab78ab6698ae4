"""What an open page costs that asks again and again."""

from __future__ import annotations

import gc
import weakref

import pytest
from flask import Flask, request, request_started

from tests.web.events.conftest import make_room
from toolkit.services.kernel import links
from toolkit.web.base.stores import context_of

PART = {"X-Fragment": "live"}


@pytest.mark.parametrize("is_new", [True, False], ids=["new", "as it was"])
@pytest.mark.parametrize("of", ["the event", "a player"])
def test_a_page_of_the_room_leaves_nothing_for_the_collector(app: Flask, of: str, is_new: bool) -> None:
    """What holds itself in a circle (a macro and its page, an exception and its answer) stays until it comes by."""
    room = make_room(app, 5)
    key = links.key_of(context_of(app), room.id)
    path = links.event_path(room.id) if of == "the event" else links.player_path(room.id, 1, key)
    client, asked = app.test_client(), list[weakref.ref[object]]()

    def note(_app: Flask, **_values: object) -> None:
        asked.append(weakref.ref(request._get_current_object()))  # type: ignore[attr-defined]

    tag = client.get(path, headers=PART).headers["ETag"]
    gc.collect()
    gc.disable()
    try:
        with request_started.connected_to(note, app):
            status = client.get(path, headers=PART if is_new else {**PART, "If-None-Match": tag}).status_code
        assert (status, [one() for one in asked]) == (200 if is_new else 304, [None])
    finally:
        gc.enable()
