from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest

from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
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
def context(store: Store) -> Context:
    return Context(store, now=Clock(), seed=lambda: 7)


@pytest.fixture
def other_context(context: Context, store_url: str) -> Iterator[Context]:
    """The same database as another process sees it."""
    store = open_store(store_url)
    yield Context(store, now=Clock(), seed=lambda: 8)
    store.close()


@pytest.fixture
def work(context: Context) -> UnitOfWork:
    """The organizer's unit of work at an event with twelve players."""
    made = create(context, Configuration(name="Praxis Seizure: Lyon", date=date(2026, 11, 21)), by="Odile")
    work = UnitOfWork(context=context, id=made.id, by="Odile")
    for number in range(1, 13):
        work.change(players.add_player, f"Player {number}", vekn=str(1000000 + number))
    return work
