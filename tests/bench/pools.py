"""Sixty phones that each enter a pool of 130 cards within a few seconds: `python -m tests.bench pools`.

The server is `serve` in a process of its own; this process is the load. What a phone waits for is the answer to its
form; at the end every pool is looked at.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import tempfile
import time
from pathlib import Path

from tests.bench._serving import start, wait_until_warm
from toolkit.cards import load
from toolkit.services.events import limited
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration

PHONES, CARDS = 60, 130
# The last phone presses its button so many seconds after the first.
WITHIN = 10.0


def main(*, full: bool = False) -> None:
    """Print what the phones waited for, beside the load of the machine."""
    with tempfile.TemporaryDirectory() as folder:
        context = open_context(database_address(Path(folder)))
        id = create(context, Configuration(name="Sealed", rounds=2), by="Bench").id
        work = UnitOfWork(context=context, id=id, by="Bench")
        add_players(work, [Registration(name=f"Player {number}") for number in range(PHONES)])
        limited.plan_event(work, boosters=12, product="SW")
        key = links.key_of(context, id)
        own = [f"{links.player_path(id, number, key)}/pool" for number in range(1, PHONES + 1)]
        die, cards = random.Random(7), [card.id for card in load() if "SW" in dict(card.sets)]
        pools = [dict.fromkeys(die.sample(cards, CARDS), 1) for _phone in own]
        process, place = start(folder)
        try:
            wait_until_warm(folder)
            waited = asyncio.run(_enter(place, own, pools))
        finally:
            process.terminate()
            process.wait()
        state = context.tournaments.look(id).state
        lost = [number for number, pool in enumerate(pools, 1) if dict(state.limited.pools[number].cards) != pool]
        context.store.close()
    waited.sort()
    middle, last = waited[len(waited) // 2], waited[int(len(waited) * 0.95)]
    print(f"{PHONES} pools of {CARDS} cards in {WITHIN:.0f} s, load {os.getloadavg()[0]:.1f}, lost: {lost or 'none'}")
    print(f"median {1000 * middle:.0f} ms, 95 % {1000 * last:.0f} ms, slowest {1000 * waited[-1]:.0f} ms")


async def _enter(place: tuple[str, int], own: list[str], pools: list[dict[int, int]]) -> list[float]:
    """The seconds that each phone's form took, pressed at a moment of its own."""
    return await asyncio.gather(
        *(
            _phone(place, path, pool, WITHIN * turn / len(own))
            for turn, (path, pool) in enumerate(zip(own, pools, strict=True))
        )
    )


async def _phone(place: tuple[str, int], path: str, pool: dict[int, int], after: float) -> float:
    """Open the page, count for a while, and save."""
    page, cookie = await _ask(place, "GET", path)
    token = re.search(r'name="csrf_token" value="([^"]*)"', page)
    key = re.search(r'name="key" value="([^"]*)"', page)
    assert token, page[:300]
    assert key, page[:300]
    fields = {"csrf_token": token[1], "key": key[1], **{f"c{card}": count for card, count in pool.items()}}
    await asyncio.sleep(after)
    began = time.perf_counter()
    await _ask(place, "POST", path, "&".join(f"{name}={value}" for name, value in fields.items()), cookie)
    return time.perf_counter() - began


async def _ask(place: tuple[str, int], method: str, path: str, body: str = "", cookie: str = "") -> tuple[str, str]:
    """One request on a connection of its own; the answer's text and the cookie that it set."""
    reader, writer = await asyncio.open_connection(*place)
    head = f"{method} {path} HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\nConnection: close\r\nCookie: {cookie}\r\n"
    if body:
        head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}\r\n{body}".encode())
    answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    status = answer.split(" ", 2)[1]
    assert status in ("200", "303"), answer[:400]
    found = re.search(r"(?im)^set-cookie: ([^;]*)", answer)
    return answer, found[1] if found else cookie
