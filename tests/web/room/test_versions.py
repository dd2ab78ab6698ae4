"""A page of the room has another version whenever it shows something else, and mostly only then."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.properties.random_events import step
from tests.tournament.organizer import Organizer
from tests.web.apps import app_on
from toolkit.errors import ToolkitError
from toolkit.services import links
from toolkit.services.links import LinkKey
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.tournament import LogEntry
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.web.stores import context_of

FRAGMENT = {"X-Fragment": "live"}
# What differs between two drawings of the same page: whose form it is, which it is, when it was drawn.
_DRAWING = re.compile(r'name="(?:csrf_token|key|sequence)" value="[^"]*"|data-(?:at|version)="[^"]*"')


def lives(seed: int, seen_by: StandingsSeenBy, steps: int) -> Organizer:
    """An event in which judges are called, tables get minutes and notes are taken, beside whatever else happens."""
    dice = random.Random(seed)
    organizer = Organizer(rounds=2, standings_seen_by=seen_by).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    for _ in range(steps):
        table = dice.randint(1, 3)
        own = [
            lambda table=table: organizer.call_judge(round_number=1, table=table, player=5 * table),
            lambda: organizer.call_judge(round_number=None, table=None, player=dice.randint(1, 15)),
            lambda: organizer.take_call(dice.randint(1, organizer.state.calls_ever or 1), judge="Ines"),
            lambda: organizer.close_call(dice.randint(1, organizer.state.calls_ever or 1)),
            lambda table=table: organizer.extend_clock(1, seconds=300, table=table, reason="ruling"),
            lambda: organizer.add_note("a remark"),
            lambda: organizer.announce(f"Lunch {dice.random()}"),
            lambda table=table: organizer.enter_result(1, table, events=dice.choice(["A>B, time", "C>D, time"])),
        ]
        with contextlib.suppress(ToolkitError):
            dice.choice(own)()
        if dice.random() < 0.3:
            step(organizer, dice)
    return organizer


class Screens:
    """Every page of a room that stays open, drawn after each entry of a log."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.context = context_of(app)
        self.id = "event"
        self.key: LinkKey | None = None

    def write(self, entry: LogEntry) -> None:
        if entry.number == 1:
            with self.context.tournaments.creating(self.id, created=entry.at):
                pass
            self.key = links.key_of(self.context, self.id)
        UnitOfWork(context=self.context, id=self.id, by=entry.by).carry_out(None, lambda _: [entry.fact])

    def draw(self) -> dict[str, tuple[str, str]]:
        """What each page says, and which version that is."""
        assert self.key is not None
        paths = [f"/tournaments/{self.id}", f"/tournaments/{self.id}/wall"]
        for player in (1, 2, 7):
            paths.append(links.player_path(self.id, player, self.key))
            paths.append(links.own_table_path(self.id, 1, player, self.key))
        paths += [links.table_path(self.id, 1, table, self.key) for table in (1, 2)]
        paths.append(links.table_path(self.id, 1, 1))
        found = {}
        for path in paths:
            answer = self.client.get(path, headers=FRAGMENT)
            if answer.status_code == 200:
                found[path] = (_DRAWING.sub("", answer.text), answer.headers["ETag"])
        return found


@pytest.fixture
def screens(sqlite_url: str) -> Iterator[Screens]:
    for app in app_on(sqlite_url):
        yield Screens(app)


@pytest.mark.parametrize("seed", range(3))
def test_what_looks_different_is_another_version(screens: Screens, seed: int) -> None:
    before: dict[str, tuple[str, str]] = {}
    drawn = spared = 0
    for entry in lives(seed, list(StandingsSeenBy)[seed], 30).tournament.log:
        screens.write(entry)
        if entry.number < 16:
            continue
        now = screens.draw()
        for path in before.keys() & now.keys():
            (old, old_tag), (new, tag) = before[path], now[path]
            assert old == new or old_tag != tag, (path, entry)
            spared += old_tag == tag
        drawn += len(now)
        before = now
    assert spared > drawn / 4
