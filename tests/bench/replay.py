"""The replay's slider: what a jump costs the server's processor in games of 200 operations."""

from __future__ import annotations

import statistics
import time
from random import Random

from flask.testing import FlaskClient

from tests.bench.game import long_record, random_game
from toolkit.game import render_record
from toolkit.game.new import DeckCounts
from toolkit.game.record import GameRecord, RecordLine
from toolkit.web import create_app
from toolkit.web.serving.warming import warm

OPERATIONS = 200
JUMPS = 60
BUDGET = 100.0
ASKED = {"X-Fragment": "moment"}


def game(seed: int) -> str:
    """The record of a game: random operations, or with an even seed 25 minions at work."""
    if seed % 2 == 0:
        return long_record(OPERATIONS + seed)
    played = random_game(seed, OPERATIONS)
    seats = {name: DeckCounts() for name in played.start.seats}
    lines = [RecordLine(operation=order) for order in played.log]
    return render_record(GameRecord(options=played.start.options, seats=seats, lines=lines))


def jump(client: FlaskClient, address: str, step: int) -> float:
    """Milliseconds of the processor for one position of the slider."""
    began = time.process_time()
    answer = client.get(f"{address}?step={step}", headers=ASKED)
    spent = time.process_time() - began
    assert answer.status_code == 200, answer.status
    return 1000 * spent


def main(*, full: bool = False) -> None:
    """Print the table; `full` takes ten games."""
    app = create_app({"TESTING": True})
    client = app.test_client()
    # As `serve` does once it is warm: else the collector walks through all that a start has made, in one of the jumps.
    warm(app)
    opened, jumps, sizes = [], [], []
    for seed in range(10 if full else 4):
        text, random = game(seed), Random(seed)
        began = time.process_time()
        address = client.post("/replay", data={"record": text}).location
        client.get(address)
        opened.append(1000 * (time.process_time() - began))
        jumps += [jump(client, address, random.randrange(OPERATIONS)) for _ in range(JUMPS)]
        sizes.append(len(client.get(f"{address}?step={OPERATIONS // 2}", headers=ASKED).data) / 1024)
    print(f"a record of {OPERATIONS} operations opened {statistics.median(opened):8.1f} ms median")
    jumps.sort()
    last = jumps[round(0.95 * len(jumps)) - 1]
    print(
        f"a jump of its slider {statistics.median(jumps):8.1f} ms median {last:8.1f} ms 95th percentile "
        f"{jumps[-1]:8.1f} ms slowest, {statistics.median(sizes):.1f} KB; target: {BUDGET:.0f} ms"
    )


if __name__ == "__main__":
    main()
