"""A 1,000-player event of 20,000 facts: folding it, one fact more, undoing, standings; and table verdicts."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

from toolkit.scoring import legal_lines, rank_totals, table_verdict
from toolkit.scoring.reachable import LineKind
from toolkit.tournament import (
    Configuration,
    DeckVerdict,
    LogEntry,
    Tournament,
    checkin,
    event,
    fact_from_dict,
    fact_to_dict,
    fold,
    history,
    players,
    results,
    rounds,
    standings,
    steps,
)
from toolkit.tournament.facts import ClockExtended, DeckSubmitted, NoteAdded, PlayerChanged

PLAYERS, ROUNDS, FACTS = 1000, 4, 20_000
START = datetime(2026, 11, 21, 9, tzinfo=UTC)


def big_event(number: int = PLAYERS, facts: int = FACTS, *, seed: int = 7) -> Tournament:
    """An event of so many players and facts: registered, with decks, checked in, every result confirmed and locked."""
    dice, seconds = random.Random(seed), count()
    lines = [line for line, story in legal_lines(5).items() if story.kind is LineKind.PLAIN]
    tournament = Tournament()

    def add(new: list) -> None:
        nonlocal tournament
        tournament = tournament.with_facts(new, at=START + timedelta(seconds=next(seconds)), by="Ann")

    add(event.create(Configuration(name="A large event", rounds=ROUNDS)))
    for place in range(1, number + 1):
        add(players.add_player(tournament, f"Player {place}", vekn=str(1_000_000 + place)))
        text = "\n".join(f"{copies}x A card of some name {copies}" for copies in range(40))
        add([DeckSubmitted(player=place, deck_round=None, text=text, verdict=DeckVerdict(is_legal=True))])
    everybody = list(range(1, number + 1))
    for round_number in range(1, ROUNDS + 1):
        for place in everybody:
            add(checkin.check_in(tournament, [place], opens=True))
        dice.shuffle(everybody)
        add(rounds.draft_round(tournament, [everybody[at : at + 5] for at in range(0, number, 5)]))
        add(steps.publish_round(tournament))
        for table, seated in tournament.round(round_number).numbered():
            line = [points / 2 for points in dice.choice(lines)]
            add(results.enter_result(tournament, round_number, table, victory_points=line, by_player=seated[0]))
            add(results.confirm_result(tournament, round_number, table, seated[1]))
            add(results.lock_result(tournament, round_number, table))
    while tournament.number < facts:
        place = dice.randint(1, number)
        changed = PlayerChanged(
            player=place, name=f"Player {place}", vekn=str(1_000_000 + place), city="Here", country=""
        )
        more = ClockExtended(round=dice.randint(1, ROUNDS), table=dice.randint(1, number // 5), seconds=60)
        add([dice.choice([changed, more, NoteAdded(text="A ruling.")])])
    return tournament


def median_of(action: Callable[[], object], times: int) -> float:
    """The median time of `action`, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def _without_memo(tournament: Tournament) -> None:
    vars(tournament).pop("memo", None)
    standings.standings(tournament)


def _cold_verdicts() -> None:
    legal_lines.cache_clear()
    legal_lines(5)


def main(*, full: bool) -> None:
    """Print the medians."""
    tournament = big_event()
    entries = list(tournament.log)
    stored = [fact_to_dict(entry.fact) for entry in entries]
    corrected = results.enter_result(tournament, 1, 1, victory_points=[5, 0, 0, 0, 0])[0]
    more = LogEntry(tournament.number + 1, START + timedelta(days=1), "Ann", corrected)
    late = next(entry.number for entry in reversed(entries) if entry.fact.NAME == "result_locked")
    early = next(entry.number for entry in entries if entry.fact.NAME == "result_locked")
    totals = standings.totals(tournament)
    rows = [
        (f"folding {len(entries):,} facts from nothing", median_of(lambda: fold(entries), 5)),
        ("one further fact", median_of(lambda: tournament.with_entry(more), 200)),
        (f"standings of {PLAYERS:,} players", median_of(lambda: _without_memo(tournament), 20)),
        (f"ranking {PLAYERS:,} totals", median_of(lambda: rank_totals(totals), 20)),
        ("undoing a late entry", median_of(lambda: history.undo(tournament, [late]), 5)),
        ("undoing the first result", median_of(lambda: history.undo(tournament, [early]), 3)),
        ("reading the stored facts", median_of(lambda: [fact_from_dict(fact) for fact in stored], 5)),
        ("every verdict of five seats, from nothing", median_of(_cold_verdicts, 5)),
        ("a verdict", median_of(lambda: table_verdict([2, 1, 1, 1, 0]), 1000)),
    ]
    print("| what | median, ms |\n|---|---|")
    for what, taken in rows:
        print(f"| {what} | {taken:.3f} |")
