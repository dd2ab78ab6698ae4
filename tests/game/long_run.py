"""The long run: `python -m tests.game.long_run --games 10000` plays whole random games and checks everything."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter

from tests.game.random_games import RandomGame
from toolkit.game.score import verdict
from toolkit.game.vocabulary import Status


def check_score(game: RandomGame) -> None:
    """The score check calls the line possible (where a withdrawal is worth half a point, as at events)."""
    state = game.state
    judged = verdict(state)
    whole_withdrawal = state.options.score_withdraw_vp == "1" and any(
        seat.status is Status.WITHDRAWN for seat in state.seats.values()
    )
    assert judged is None or whole_withdrawal or judged.is_possible, (judged, state.seats)


def main() -> int:
    """Play the games; print the seed of each that fails."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    endings: Counter[str] = Counter()
    failed, operations, sampled, started = [], 0, 0, time.monotonic()
    for seed in range(args.first, args.first + args.games):
        game = RandomGame(seed)
        try:
            game.play()
            check_score(game)
            endings[game.state.ending] += 1
        except Exception:
            failed.append(seed)
            if len(failed) <= 5:
                print(f"seed {seed}", file=sys.stderr)
                traceback.print_exc(limit=-4)
        operations += game.operations
        sampled += game.sampled
    seconds = time.monotonic() - started
    print(f"{args.games} games, {operations} operations, {sampled} unlisted tried, {seconds:.0f} s, {dict(endings)}")
    print(f"failed: {failed[:50] or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
