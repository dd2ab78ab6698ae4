"""What an open page costs that asks again and again."""

from __future__ import annotations

import gc
import weakref

from flask import Flask, request, request_started

from tests.web.events.conftest import make_room
from toolkit.services import links

PART = {"X-Fragment": "live"}


def test_a_page_with_nothing_new_leaves_nothing_for_the_collector(app: Flask) -> None:
    room = make_room(app, 5)
    path, client, asked = links.event_path(room.id), app.test_client(), list[weakref.ref[object]]()

    def note(_app: Flask, **_values: object) -> None:
        asked.append(weakref.ref(request._get_current_object()))  # type: ignore[attr-defined]

    tag = client.get(path, headers=PART).headers["ETag"]
    gc.collect()
    gc.disable()
    try:
        with request_started.connected_to(note, app):
            assert client.get(path, headers={**PART, "If-None-Match": tag}).status_code == 304
        assert [one() for one in asked] == [None]
    finally:
        gc.enable()
