"""A season at the scale of the public archive: its events made, imported, ranked; a league's table, cold and again.

`--full` makes 10,000 events over thirty years and 300,000 results, else a tenth of that.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from tests.exchange.events import LINES, _tables
from tests.storage import postgres
from tests.tournament.organizer import Organizer
from toolkit.cli import collect_rarely
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.events import RatingList
from toolkit.season.leagues import LeagueTable
from toolkit.season.rules import PRESETS
from toolkit.services.kernel.context import Context, open_context
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.services.season import leagues
from toolkit.services.season.events import finished_ids, stored_sources
from toolkit.storage import folder_url
from toolkit.tournament import Tournament

YEARS, FIRST = 30, date(1997, 1, 1)
# So many players has an event on average, where the archive's winners alone would give 26.
MEAN = 30
LEAGUE_EVENTS, LEAGUE_PLAYERS = 500, 3_000


def archive_sizes() -> list[int]:
    """How many played in each event of the archive of winning decks that says so, scaled to the mean asked for."""
    from krcg import twda

    found = [deck.event.players_count for deck in twda.load_local().values()]
    sizes = sorted(size for size in found if size and size >= 8)
    scale = MEAN / statistics.mean(sizes)
    return [size for size in (max(8, round(one * scale)) for one in sizes) if size != 11]


def made_event(number: int, dice: random.Random, size: int, people: int, day: date) -> Tournament:
    """An event of that size, its players out of so many people, three rounds and a final."""
    organizer = Organizer(name=f"Event {number}", date=day, rounds=3, vekn_event=str(number))
    for person in dice.sample(range(people), size):
        organizer.add_player(f"Player {person}", vekn=str(1_000_000 + person))
    for _ in range(3):
        organizer.draft_round(_tables(list(range(1, size + 1)), dice))
        organizer.publish_round()
        for table, players in organizer.state.current_round.numbered():
            organizer.result(table, *dice.choice(LINES[len(players)]))
    if "toss_needed" in organizer.blocking():
        organizer.toss(seed=1)
    organizer.open_final()
    organizer.place_row(list(organizer.state.final.finalists))
    organizer.draw_first_player(seed=1)
    organizer.result(1, *dice.choice(LINES[5]), round=0)
    organizer.finish()
    return organizer.tournament


def exports(count: int, *, people: int, seed: int = 25, sizes: list[int] | None = None) -> Iterator[tuple[str, int]]:
    """Exports of so many events, evenly over thirty years, and how many played in each."""
    dice, drawn = random.Random(seed), sizes or archive_sizes()
    for number in range(count):
        day = FIRST + timedelta(days=number * YEARS * 365 // count)
        size = dice.choice(drawn)
        yield render_tournament(made_event(number + 1, dice, size, people, day)), size


class Taken(NamedTuple):
    """Milliseconds by the clock, and of this process on a processor: on a busy machine the first says little."""

    wall: float
    cpu: float


def timed[T](action: Callable[[], T]) -> tuple[Taken, T]:
    """How long it takes, and what it gives."""
    begun, used = time.perf_counter(), time.process_time()
    made = action()
    return Taken((time.perf_counter() - begun) * 1000, (time.process_time() - used) * 1000), made


@contextmanager
def store(address: str) -> Iterator[Context]:
    """The store there, as a program that was just started has it."""
    context = open_context(address)
    yield context
    context.store.close()


def measure(address: str, count: int, *, files: Path) -> list[tuple[str, Taken]]:
    """What each step takes on a store, in milliseconds."""
    rows: list[tuple[str, Taken]] = []
    with store(address) as context:
        names = sorted(files.glob("*.json"))
        taken, _ = timed(lambda: [import_tournament(context, name.read_bytes()) for name in names])
        rows.append((f"importing {len(names):,} exports", taken))
    last = FIRST + timedelta(days=YEARS * 365)
    with store(address) as context:
        rows.append(("the rating list of a day", timed(lambda: _rated(context, last))[0]))
        rows.append(("the same again", timed(lambda: _rated(context, last))[0]))
    with store(address) as context:
        taken, table = timed(lambda: _whole(context))
        results = sum(line.events for line in table.lines)
        rows.append((f"ranking {len(table.lines):,} players by all {results:,} results", taken))
    with store(address) as context:
        ids = finished_ids(context)[: min(LEAGUE_EVENTS, count)]
        id = leagues.new_league(context, "Bench", PRESETS["rtp"], by="bench")
        for event in ids:
            leagues.add_stored(context, id, event, by="bench", is_own=True)
    with store(address) as context:
        taken, table = timed(lambda: leagues.table_of(context, id))
        players = len(table.lines)
        rows.append((f"a league of {len(ids)} events and {players:,} players, cold", taken))
        again = sorted(timed(lambda: leagues.table_of(context, id))[0] for _ in range(21))
        rows.append(("the same again", again[10]))
    return rows


def _rated(context: Context, on: date) -> object:
    return leagues.ratings(context, on=on, list=RatingList.CONSTRUCTED_ONSITE)


def _whole(context: Context) -> LeagueTable:
    """Everything that the store holds, as one table."""
    from toolkit.season.events import one_of_each
    from toolkit.season.leagues import score_league

    return score_league(PRESETS["rtp"], one_of_each(stored_sources(context, finished_ids(context))).events)


def main(*, full: bool, count: int = 0) -> None:
    """Print the times."""
    collect_rarely()  # as the program does
    count = count or (10_000 if full else 1_000)
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "files"
        files.mkdir()
        results = 0
        for number, (text, size) in enumerate(exports(count, people=LEAGUE_PLAYERS)):
            (files / f"{number:05}.json").write_text(text, encoding="utf-8")
            results += size
        print(f"{count:,} events, {results:,} results\n\n| what | by the clock, ms | processor, ms |\n|---|---|---|")
        rows = measure(folder_url(Path(folder)).render_as_string(), count, files=files)
        _print("SQLite", rows)
        some = {name.name: name.read_bytes() for name in sorted(files.glob("*.json"))[:LEAGUE_EVENTS]}
        taken, _ = timed(lambda: leagues.score_files(PRESETS["rtp"], some))
        _print("files", [(f"league score rtp over {len(some)} files", taken)])
        if postgres.programs() is not None:
            cluster = postgres.Cluster()
            try:
                _print("PostgreSQL", measure(cluster.new_database(), count, files=files))
            finally:
                cluster.remove()


def _print(where: str, rows: list[tuple[str, Taken]]) -> None:
    for what, taken in rows:
        print(f"| {where}: {what} | {taken.wall:,.1f} | {taken.cpu:,.1f} |", flush=True)


if __name__ == "__main__":
    main(full=False)
