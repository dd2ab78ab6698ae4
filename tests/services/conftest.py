from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest

from toolkit.services.desk import Desk
from toolkit.services.office import Office
from toolkit.services.tournaments import create
from toolkit.storage import Store, open_store
from toolkit.tournament import players
from toolkit.tournament.configuration import Configuration


@dataclass
class Clock:
    """Every look at it is a second later."""

    time: datetime = field(default=datetime(2026, 11, 21, 9, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
def office(store: Store) -> Office:
    return Office(store, now=Clock(), seed=lambda: 7)


@pytest.fixture
def other_office(office: Office, store_url: str) -> Iterator[Office]:
    """The same database as another process sees it."""
    store = open_store(store_url)
    yield Office(store, now=Clock(), seed=lambda: 8)
    store.close()


@pytest.fixture
def desk(office: Office) -> Desk:
    """The organizer's desk at an event with twelve players."""
    made = create(office, Configuration(name="Praxis Seizure: Lyon", date=date(2026, 11, 21)), by="Odile")
    desk = Desk(office=office, id=made.id, by="Odile")
    for number in range(1, 13):
        desk.change(players.add_player, f"Player {number}", vekn=str(1000000 + number))
    return desk
