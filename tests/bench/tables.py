"""Forty tables at once against a real server: how long an operation takes, and until it is on the other screens.

Every table has five open screens that ask as the page's module does; one of them plays on.
"""

from __future__ import annotations

import http.client
import json
import signal
import tempfile
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from tests.bench._serving import start
from tests.bench.web import show
from toolkit.services.stores import database_address, open_office, organizer_key
from toolkit.services.tables.creating import Wishes, create_table
from toolkit.services.tables.doors import door_path, doors_of, token_of

TABLES = 40
SCREENS = 5
EVERY = 0.8
SECONDS = 20
# Between two operations of one table; people are slower.
PAUSE = 3.0
TARGETS = "targets: 80 ms an operation (95th percentile), 1 s until it is on the other screens, 2 ms a poll"


class Line:
    """One connection that stays open."""

    def __init__(self, place: tuple[str, int]) -> None:
        self.connection = http.client.HTTPConnection(*place, timeout=30)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        """The status, the text and the headers of an answer."""
        sent = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if sent is not None else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body=sent, headers={**kind, **named})
        answer = self.connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers


@dataclass
class Seen:
    """What one table's screens have measured."""

    given: dict[int, float] = field(default_factory=dict)
    operations: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)


def make_tables(folder: str) -> list[dict[str, Any]]:
    """The tables with all their links; a browser may not make so many at once."""
    office = open_office(database_address(folder))
    key = organizer_key(office.store)
    wishes = Wishes(names=("Anna", "Bruno", "Carla", "Dario", "Elena"), profile="vekn_event")
    ids = [create_table(office, wishes, by="Host") for _ in range(TABLES)]
    doors = doors_of(tuple(wishes.names))
    office.store.close()
    return [
        {
            "id": id,
            "doors": [
                {"door": d.word, "token": token_of(key, id, d.word, {}), "path": door_path(key, id, d.word, {})}
                for d in doors
            ],
        }
        for id in ids
    ]


def play(place: tuple[str, int], made: dict[str, Any], seen: Seen, until: float, offset: float) -> None:
    """The host's screen: one legal operation after another."""
    line = Line(place)
    token = next(door["token"] for door in made["doors"] if door["door"] == "host")
    base = f"/api/v1/games/{made['id']}"
    headers = {"Authorization": f"Bearer {token}"}
    time.sleep(offset)
    while time.perf_counter() < until:
        _, text, _ = line.ask("GET", f"{base}/operations", **headers)
        legal = [one["operation"] for one in json.loads(text)]
        order = next((one for one in legal if one.endswith("end-phase")), legal[0])
        began = time.perf_counter()
        status, text, _ = line.ask("POST", f"{base}/operations", {"operation": order}, **headers)
        assert status == 200, text
        now = time.perf_counter()
        seen.operations.append(now - began)
        seen.given[json.loads(text)["sequence"]] = now
        time.sleep(PAUSE)


def watch(place: tuple[str, int], path: str, seen: Seen, until: float, offset: float) -> None:
    """Another screen: asks, and takes what is new."""
    line, tag = Line(place), ""
    time.sleep(offset)
    while time.perf_counter() < until:
        began = time.perf_counter()
        status, _, headers = line.ask("GET", path, X_Fragment="table", If_None_Match=tag)
        now = time.perf_counter()
        if status == 304:
            seen.polls.append(now - began)
        else:
            assert status == 200, status
            seen.pages.append(now - began)
            tag = headers["ETag"]
            given = seen.given.get(int(tag.strip('W/"').split("-")[0]))
            if given is not None:
                seen.delays.append(max(0.0, now - given))
        time.sleep(EVERY)


def main(*, full: bool = False) -> None:
    """Print the table; `full` plays six times as long."""
    seconds = 6 * SECONDS if full else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        games = make_tables(folder)
        process, place = start(folder)
        found = [Seen() for _ in games]
        until = time.perf_counter() + seconds
        threads = []
        for number, (made, seen) in enumerate(zip(games, found, strict=True)):
            offset = PAUSE * number / TABLES
            threads.append(threading.Thread(target=play, args=(place, made, seen, until, offset)))
            for door in made["doors"][: SCREENS - 1]:
                place_of = EVERY * ((number * SCREENS + int(door["door"])) % 97) / 97
                threads.append(threading.Thread(target=watch, args=(place, door["path"], seen, until, place_of)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        process.send_signal(signal.SIGTERM)
        process.wait()
    show(f"an operation, {TABLES} tables at once", [one for seen in found for one in seen.operations])
    show("a poll with nothing new", [one for seen in found for one in seen.polls])
    show("the page's new part", [one for seen in found for one in seen.pages])
    show("until an operation is on another screen", [one for seen in found for one in seen.delays])
    count = sum(len(seen.operations) for seen in found)
    print(f"{count} operations, {sum(len(seen.polls) for seen in found)} polls in {seconds} s; {TARGETS}")


if __name__ == "__main__":
    main()
