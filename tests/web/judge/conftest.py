from __future__ import annotations

import pytest
from flask import Flask

from tests.web.events.conftest import Room, app, make_room
from toolkit.tournament import calls, rounds, steps

__all__ = ["Bench", "app"]


class Bench(Room):
    """A judge's device at an event of eight players, seated for round 1: players 1 to 4, and 5 to 8."""

    def __init__(self, app: Flask, id: str, client: object) -> None:
        super().__init__(app, id, client)  # type: ignore[arg-type]
        self.base = f"/tournaments/{id}/judge"

    def call(self, table: int, reason: str = "") -> None:
        self.change(calls.call_judge, round_number=1, table=table, reason=reason)


@pytest.fixture
def bench(app: Flask) -> Bench:
    room = make_room(app, 8, rounds=2)
    found = Bench(app, room.id, room.client)
    found.change(rounds.draft_round, [[1, 2, 3, 4], [5, 6, 7, 8]])
    found.change(steps.publish_round)
    return found
