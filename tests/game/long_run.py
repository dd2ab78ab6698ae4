"""The long run: `python -m tests.game.long_run --games 10000` plays whole random games and checks everything."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tests.game.random_games import RandomGame
from toolkit.game.ending import verdict
from toolkit.game.vocabulary import SeatStatus


def check_score(game: RandomGame) -> None:
    """The score check calls the line possible (where a withdrawal is worth half a point, as at events)."""
    state = game.state
    judged = verdict(state)
    whole_withdrawal = state.options.score_withdraw_vp == "1" and any(
        seat.status is SeatStatus.WITHDRAWN for seat in state.seats.values()
    )
    assert judged is None or whole_withdrawal or judged.is_possible, (judged, state.seats)


@dataclass
class Run:
    """The games played so far: how they ended, and the seed of each that broke an invariant."""

    endings: Counter[str] = field(default_factory=Counter)
    failed: list[int] = field(default_factory=list)
    games: int = 0
    operations: int = 0
    sampled: int = 0

    def play(self, seed: int) -> None:
        game = RandomGame(seed)
        try:
            game.play()
            check_score(game)
            self.endings[game.state.ending] += 1
        except Exception:
            self.failed.append(seed)
            if len(self.failed) <= 5:
                print(f"seed {seed}", file=sys.stderr)
                traceback.print_exc(limit=-4)
        self.games += 1
        self.operations += game.operations
        self.sampled += game.sampled

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.operations} operations, {self.sampled} unlisted tried, "
            f"{time.process_time():.0f} s of the processor, {dict(self.endings)}\nfailed: {self.failed[:50] or 'none'}"
        )


def main() -> int:
    """Play the games; print the seed of each that fails, and the sum at the end or when interrupted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    run = Run()
    with contextlib.suppress(KeyboardInterrupt):
        for seed in range(args.first, args.first + args.games):
            run.play(seed)
            if run.games % 500 == 0:
                print(run, file=sys.stderr, flush=True)
    print(run)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
