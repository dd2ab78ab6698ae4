"""An analyser of games: what each place at the table comes to. `python seats.py games/*.txt`.

A place is counted from the Methuselah who had the first turn.
"""

import sys
from collections import Counter
from pathlib import Path

from toolkit.api import games


def main(paths: list[str]) -> None:
    """Print, by place: games, victory points a game, ousted, and pool burned by bleeds."""
    played: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    ousted: Counter[int] = Counter()
    bled: Counter[int] = Counter()
    for path in paths:
        try:
            record = games.read(Path(path).read_text("utf-8"))
            if record.problem:
                raise record.problem
            game = record.replay()
        except games.ToolkitError as error:
            print(f"{path} is not counted: {error}", file=sys.stderr)
            continue
        summary, ended = games.summarized(game), {line.seat: line for line in games.points(game.state)}
        for place, seat in enumerate(summary.order, 1):
            played[place] += 1
            halves[place] += ended[seat].half_points
            ousted[place] += any(departed.seat == seat for departed in summary.left)
            bled[place] += summary.bled.get(seat, 0)
    print("place  games  VP a game  left  bled")
    for place in sorted(played):
        each = halves[place] / 2 / played[place]
        print(f"{place:5}  {played[place]:5}  {each:9.2f}  {ousted[place]:4}  {bled[place]:4}")


if __name__ == "__main__":
    main(sys.argv[1:])
