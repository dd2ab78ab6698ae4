"""Every report of a finished event of 200 players: with a workbook of our own, and with the organizer's filled in."""

from __future__ import annotations

import time
from statistics import median

from tests.bench._fresh import in_fresh_process
from tests.exchange.events import played
from tests.exchange.template import archon
from tests.tournament.organizer import Organizer
from tests.web.lists import WINNER
from toolkit.cards import load
from toolkit.exchange.tournament_json import parse_tournament, render_tournament
from toolkit.services.events.reports import Reporting, make_report
from toolkit.tournament import DeckVerdict, Tournament
from toolkit.tournament.receivers import Output
from toolkit.tournament.standings import winner

PLAYERS = 200
MOST_SECONDS = 2


def finished() -> Tournament:
    """An event whose reports nothing blocks, everybody's list among them."""
    event: Organizer = played(PLAYERS, seed=1, rounds=3, vekn_event="13999", place="Prague", country="CZ")
    event.reopen("lists")
    for number, player in event.state.players.items():
        event.change_player(number, vekn=f"{3000000 + number}", agrees_to_archive=True)
        if not player.decks:
            event.submit_deck(number, WINNER, DeckVerdict(is_legal=True), is_judge=True, reason="paper")
    assert winner(event.state) is not None
    event.finish()
    return event.tournament


def measure(with_template: bool) -> dict[Output, tuple[float, float]]:
    """Seconds by the clock and of the processor for each report of an event that nobody has looked at."""
    # Out of its file, nothing is remembered that was reckoned while it was played.
    cards, event = load(), parse_tournament(render_tournament(finished()))
    reporting = Reporting(id="bench", cards=lambda: cards, template=archon() if with_template else None)
    seconds = {}
    for to in Output:
        start, busy = time.perf_counter(), time.process_time()
        assert make_report(event, to, reporting).content
        seconds[to] = time.perf_counter() - start, time.process_time() - busy
    return seconds


def main(*, full: bool) -> None:
    """Print the table: the medians of fresh processes, and their sums."""
    print(f"All together may take {MOST_SECONDS} s.\n")
    print("| report | seconds | processor | with a template | processor |\n|---|---|---|---|---|")
    runs = {is_own: [in_fresh_process(measure, is_own) for _ in range(9 if full else 3)] for is_own in (False, True)}
    sums = [0.0] * 4
    for to in Output:
        row = [median(run[to][part] for run in runs[is_own]) for is_own in (False, True) for part in (0, 1)]
        sums = [total + seconds for total, seconds in zip(sums, row, strict=True)]
        print(f"| {to} | {' | '.join(f'{seconds:.3f}' for seconds in row)} |")
    print(f"| together | {' | '.join(f'{seconds:.2f}' for seconds in sums)} |")
