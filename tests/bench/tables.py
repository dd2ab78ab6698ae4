"""Forty tables at once against a real server: how long an operation takes, and until it is on the other screens.

Every table has five open screens that ask as the page's module does; one of them plays on. Afterwards each kind of
request is sent alone, many times: what it costs the server's processor does not depend on who else uses this machine.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench._disk import Disk
from tests.bench._serving import start, wait_until_warm
from tests.bench.web import show
from toolkit.game.judge import Correct
from toolkit.game.record import parse_operation
from toolkit.services.kernel.context import Context, database_address, link_secret, open_context
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.links import link_path, links_of, token_of
from toolkit.services.tables.playing import TableUnitOfWork

TABLES = 40
SCREENS = 5
EVERY = 0.8
SECONDS = 20
# So long the room takes to open its screens; the games begin when all are open.
ARRIVAL = 10.0
# Between two operations of one table; people are slower.
PAUSE = 3.0
TARGETS = "targets: 80 ms an operation (95th percentile), 1 s until it is on the other screens, 2 ms a poll"
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
# Requests of one kind for its processor time, which the system counts in hundredths of a second.
ALONE = 200
# Where the pages are long: twenty vampires, and what goes on with them.
SITUATIONS = {
    "a minion phase": (),
    "an action": ("Anna: announce Anna-1 bleed target=Bruno",),
    "a combat": ("Anna: use-effect combat:Bruno-1:0:Anna-1 why=card",),
    "a referendum": ("Anna: use-effect referendum why=card",),
}


class Line:
    """One connection that stays open, of a browser that gives its session's cookie back."""

    def __init__(self, place: tuple[str, int]) -> None:
        self.connection = http.client.HTTPConnection(*place, timeout=30)
        self.session = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        """The status, the text and the headers of an answer."""
        sent = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if sent is not None else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.session:
            named["Cookie"] = self.session
        self.connection.request(method, path, body=sent, headers={**kind, **named})
        answer = self.connection.getresponse()
        given = [cookie.partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie", ())]
        self.session = next((cookie for cookie in given if cookie.startswith("session=")), self.session)
        return answer.status, answer.read().decode(), answer.headers


@dataclass
class Seen:
    """What one table's screens have measured."""

    given: dict[int, float] = field(default_factory=dict)
    opened: list[float] = field(default_factory=list)
    operations: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)


def make_tables(folder: str) -> list[dict[str, Any]]:
    """The tables with all their links, those of the situations last; a browser may not make so many at once."""
    context = open_context(database_address(folder))
    key = link_secret(context.store)
    wishes = TableWishes(names=NAMES, profile="vekn_event")
    ids = [create_table(context, wishes, by="Host") for _ in range(TABLES + len(SITUATIONS))]
    for id, lines in zip(ids[TABLES:], SITUATIONS.values(), strict=True):
        bring_about(context, id, lines)
    doors = links_of(NAMES)
    context.store.close()
    return [
        {
            "id": id,
            "doors": [
                {"door": d.word, "token": token_of(key, id, d.word, {}), "path": link_path(key, id, d.word, {})}
                for d in doors
            ],
        }
        for id in ids
    ]


def bring_about(context: Context, id: str, lines: tuple[str, ...]) -> None:
    """Twenty vampires, the first minion phase, and these operations."""
    work = TableUnitOfWork(context=context, id=id, by="Host")
    for name in NAMES:
        changes = [
            change
            for number in range(1, 5)
            for change in (f"{name}-{number}=vampire@{name}.ready.8/6", f"{name}-{number}.name=Vampire {number}")
        ]
        work.order("cards", lambda _, changes=changes: Correct(changes=tuple(changes), reason="bench"))
    for line in ("Anna: end-phase", "Anna: end-phase", *lines):
        work.order(line, lambda _, line=line: parse_operation(line))


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
            (seen.pages if tag else seen.opened).append(now - began)
            tag = headers["ETag"]
            given = seen.given.get(int(tag.strip('W/"').split("-")[0]))
            if given is not None:
                seen.delays.append(max(0.0, now - given))
        time.sleep(EVERY)


def processor(pid: int) -> float:
    """Seconds of the processor that a process has had; NaN where the system does not tell it like Linux."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return float("nan")
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def alone(pid: int, what: str, ask: Callable[[int], str]) -> None:
    """Print what one kind of request costs, sent again and again with nothing else going on."""
    sizes, seconds = [], []
    before = processor(pid)
    for turn in range(ALONE):
        began = time.perf_counter()
        sizes.append(len(ask(turn).encode()))
        seconds.append(time.perf_counter() - began)
    spent = (processor(pid) - before) / ALONE
    middle, size = sorted(seconds)[ALONE // 2], sum(sizes) / ALONE / 1024
    print(f"{what:<44} {1000 * spent:8.2f} ms processor {1000 * middle:8.1f} ms median {size:8.1f} KB")


def each_alone(pid: int, place: tuple[str, int], games: list[dict[str, Any]]) -> None:
    """Every kind of request alone, round the tables and the seats."""
    line, plain, rich = Line(place), games[:TABLES], games[TABLES:]

    def page(game: dict[str, Any], seat: int, tag: str = "") -> tuple[int, str, str]:
        path = game["doors"][seat]["path"]
        status, text, headers = line.ask("GET", path, X_Fragment="table", If_None_Match=tag)
        return status, text, headers["ETag"]

    tags = [page(game, turn % len(NAMES))[2] for turn, game in enumerate(plain)]

    def poll(turn: int) -> str:
        game = turn % TABLES
        status, text, _ = page(plain[game], game % len(NAMES), tags[game])
        assert status == 304, status
        return text

    def operations(turn: int) -> tuple[str, dict[str, str], str]:
        game = plain[turn % TABLES]
        token = next(door["token"] for door in game["doors"] if door["door"] == "host")
        base, headers = f"/api/v1/games/{game['id']}/operations", {"Authorization": f"Bearer {token}"}
        return base, headers, line.ask("GET", base, **headers)[1]

    def operate(turn: int) -> str:
        base, headers, _ = operations(0)
        status, text, _ = line.ask("POST", base, {"operation": 'note "Nothing new"'}, **headers)
        assert status == 200, text
        return text

    def new_part(turn: int) -> str:
        # Each after an operation, as it comes: nothing of this sequence has been asked for.
        return page(plain[turn % TABLES], (turn // TABLES) % len(NAMES))[1]

    alone(pid, "a poll with nothing new", poll)
    alone(pid, "the list of legal operations", lambda turn: operations(turn)[2])
    alone(pid, "the list and an operation", operate)
    alone(pid, "the page's new part, first turn", new_part)
    for name, game in zip(SITUATIONS, rich, strict=True):
        alone(pid, f"the page's new part, {name}", lambda turn, game=game: page(game, turn % len(NAMES))[1])


def show_all(found: list[Seen], seconds: int) -> None:
    """The table of the forty tables."""
    show(f"a screen opened, all within {ARRIVAL:.0f} s", [one for seen in found for one in seen.opened])
    show(f"an operation, {TABLES} tables at once", [one for seen in found for one in seen.operations])
    show("a poll with nothing new", [one for seen in found for one in seen.polls])
    show("the page's new part", [one for seen in found for one in seen.pages])
    show("until an operation is on another screen", [one for seen in found for one in seen.delays])
    count = sum(len(seen.operations) for seen in found)
    print(f"{count} operations, {sum(len(seen.polls) for seen in found)} polls in {seconds} s; {TARGETS}")


def main(*, full: bool = False) -> None:
    """Print the table; `full` plays six times as long."""
    seconds = 6 * SECONDS if full else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        games = make_tables(folder)
        process, place = start(folder)
        wait_until_warm(folder)
        found = [Seen() for _ in games[:TABLES]]
        until = time.perf_counter() + ARRIVAL + seconds
        threads = []
        for number, (made, seen) in enumerate(zip(games[:TABLES], found, strict=True)):
            offset = ARRIVAL + PAUSE * number / TABLES
            threads.append(threading.Thread(target=play, args=(place, made, seen, until, offset)))
            for door in made["doors"][: SCREENS - 1]:
                opening = ARRIVAL * (number + int(door["door"]) / SCREENS) / TABLES
                threads.append(threading.Thread(target=watch, args=(place, door["path"], seen, until, opening)))
        for thread in threads:
            thread.start()
        with Disk(folder) as disk:
            time.sleep(ARRIVAL)
            before = processor(process.pid)
            for thread in threads:
                thread.join()
            spent = processor(process.pid) - before
        show_all(found, seconds)
        show("one commit on the same disk meanwhile", disk.seconds)
        print(f"processor time of the server: {spent:.1f} s, {100 * spent / seconds:.0f} % of one processor")
        each_alone(process.pid, place, games)
        process.send_signal(signal.SIGTERM)
        process.wait()


if __name__ == "__main__":
    main()
