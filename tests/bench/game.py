"""The game engine: one operation, the list of legal ones, a random game, the replay of a long record."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from random import Random

from toolkit.game import (
    Game,
    GameState,
    apply,
    is_legal,
    legal_operations,
    new_game,
    options_for,
    parse_record,
    render_record,
)
from toolkit.game.draft import active_seats
from toolkit.game.ending import Concede
from toolkit.game.judge import Correct
from toolkit.game.new import DeckCounts, StartGame
from toolkit.game.record import GameRecord, RecordLine, parse_operation
from toolkit.game.vocabulary import Stage

# What the design allows, in milliseconds.
BUDGETS = {
    "one operation": 0.2,
    "legal operations, 5 seats, 25 minions": 1.0,
    "whether there is any, the same table": 0.3,
    "whether one is legal, the same table": 0.3,
    "a random full game": 500.0,
    "a record of 3,000 operations": 300.0,
}


def crowded_table(phase: str = "minion") -> GameState:
    """Five seats with five ready vampires each, some with equipment and retainers."""
    state, _ = apply(new_game(list("ABCDE"), options_for("current", game_speed="table")), StartGame(first="A"))
    changes = []
    for seat in "ABCDE":
        for number in range(1, 6):
            changes.append(f"V{seat}{number}=vampire@{seat}.ready.6/4")
        changes += [f"G{seat}=equipment@{seat}.on-V{seat}1", f"R{seat}=retainer@{seat}.on-V{seat}2.0/2"]
    return apply(state, Correct(changes=(*changes, "begin=A/9", f"phase={phase}")))[0]


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median of some runs, in time of the processor: a busy machine must not look like slow code."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
    return statistics.median(taken)


def random_game(seed: int, length: int) -> Game:
    """A game of random legal operations, conceded after so many."""
    random = Random(seed)
    game = Game(new_game(list("ABCDE"), options_for("current", game_speed="table")))
    while game.state.stage is not Stage.FINISHED:
        if len(game.log) >= length:
            game.push(Concede(to=active_seats(game.state)[0]))
        else:
            game.push(random.choice(legal_operations(game.state)))
    return game


def long_record(operations: int) -> str:
    """A record of some thousand operations: turn after turn of hunts and phases on a crowded table."""
    start = new_game(list("ABCDE"), options_for("current", game_speed="table"))
    game = Game(start)
    game.push(StartGame(first="A"))
    game.push(Correct(changes=tuple(f"V{s}{n}=vampire@{s}.ready.6/4" for s in "ABCDE" for n in range(5))))
    seats = itertools.cycle("ABCDE")
    while len(game.log) < operations:
        seat = next(seats)
        for number in range(-2, 8):
            hunting = 0 <= number < 5
            line = f"{seat}: announce V{seat}{number} hunt" if hunting else f"{seat}: end-phase"
            game.push(parse_operation(line))
            while game.state.frames:
                game.push(parse_operation("no-plays"))
    lines = game.log
    body = [RecordLine(operation=order) for order in lines[:operations]]
    return render_record(GameRecord(options=start.options, seats=dict.fromkeys(start.seats, DeckCounts()), lines=body))


def main(*, full: bool = False) -> None:
    """Print the table; there is nothing more to measure in full."""
    table = crowded_table()
    announce = parse_operation("A: announce VA1 bleed target=B")
    announced, _ = apply(table, announce)
    decline = parse_operation("B: decline-block")
    note = parse_operation("A: use-effect burn_pool:C:1 why=card")
    operation = statistics.median(
        milliseconds(work, 300)
        for work in (lambda: apply(table, announce), lambda: apply(announced, decline), lambda: apply(table, note))
    )
    text = long_record(3000)
    figures = {
        "one operation": operation,
        "legal operations, 5 seats, 25 minions": milliseconds(lambda: list(legal_operations(table, "A")), 100),
        "whether there is any, the same table": milliseconds(lambda: bool(legal_operations(table, "A")), 300),
        "whether one is legal, the same table": milliseconds(lambda: is_legal(table, announce), 300),
        "a random full game": milliseconds(lambda: random_game(3, 400), 3),
        "a record of 3,000 operations": milliseconds(lambda: parse_record(text).replay(), 3),
    }
    games = statistics.median(milliseconds(lambda seed=seed: random_game(seed, 400), 1) for seed in range(12))
    print(f"{'random games a second':40} {1000 / games:10.1f}")
    for name, figure in figures.items():
        print(f"{name:40} {figure:10.3f} ms   {figure / BUDGETS[name]:5.2f} of the budget")


if __name__ == "__main__":
    main()
