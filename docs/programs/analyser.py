"""An analysis of records: how long games are, how much is bled, and what each place at the table comes to.

python docs/programs/analyser.py plot.svg games/*.txt

The figures are printed, and drawn into plot.svg. A place is counted from who had the first turn.
"""

import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.errors import ToolkitError
from toolkit.game import Game, Happening, StartGame, parse_record


@dataclass
class Place:
    """What came of those who sat in one place: the first has the first turn."""

    games: int = 0
    half_points: int = 0
    ousts: int = 0
    ousted: int = 0


@dataclass
class Figures:
    """What is counted over all games; of one that could not be read, its problem."""

    turns: list[int] = field(default_factory=list)
    operations: list[int] = field(default_factory=list)
    bled: list[int] = field(default_factory=list)
    places: dict[int, Place] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def add(self, game: Game) -> None:
        """Count one game."""
        state, events = game.state, game.events
        self.turns.append(state.step.turn)
        self.operations.append(len(game.done))
        self.bled.append(sum(moved.amount for moved in game.ledger if moved.why == "bleed"))
        first = next(order.first for order, _ in game.done if isinstance(order, StartGame))
        names = list(state.seats)
        clockwise = names[names.index(first) :] + names[: names.index(first)]
        # An oust names who was ousted, and in its detail the predator.
        ousts = [event for event in events if event.kind is Happening.METHUSELAH_OUSTED]
        for number, name in enumerate(clockwise, 1):
            place = self.places.setdefault(number, Place())
            place.games += 1
            place.half_points += state.seats[name].half_points
            place.ousts += sum(event.detail == name for event in ousts)
            place.ousted += sum(event.seat == name for event in ousts)


def analyse(paths: Iterable[Path]) -> Figures:
    """The figures of all these records; one that cannot be read to its end is named, and not counted."""
    found = Figures()
    for path in paths:
        try:
            record = parse_record(path.read_text("utf-8"))
            if record.problem:
                raise record.problem
            found.add(record.replay())
        except (ToolkitError, UnicodeDecodeError, OSError, StopIteration) as error:
            found.problems.append(f"{path.name}: {error or 'the game never began'}")
    return found


def table(found: Figures) -> str:
    """The figures as text."""
    lines = [f"{len(found.turns)} games; {len(found.problems)} not counted", *found.problems]
    for name, values in (("turns", found.turns), ("operations", found.operations), ("pool bled", found.bled)):
        if values:
            lines.append(f"{name:10} {min(values):5} to {max(values):5}, median {statistics.median(values):g}")
    lines.append("place  games  VP a game  ousts  ousted")
    for number, place in sorted(found.places.items()):
        points = place.half_points / 2 / place.games
        lines.append(f"{number:5}  {place.games:5}  {points:9.2f}  {place.ousts:5}  {place.ousted:6}")
    return "\n".join(lines)


def plot(found: Figures) -> str:
    """Victory points a game by place, as an SVG of bars."""
    bars = []
    for number, place in sorted(found.places.items()):
        points = place.half_points / 2 / place.games
        left, height = 60 * number, 60 * points
        bars.append(f'<rect x="{left}" y="{250 - height:.1f}" width="40" height="{height:.1f}" fill="#8a1c1c"/>')
        bars.append(f'<text x="{left + 20}" y="{240 - height:.1f}" text-anchor="middle">{points:.2f}</text>')
        bars.append(f'<text x="{left + 20}" y="270" text-anchor="middle">{number}</text>')
    title = '<text x="60" y="30">Victory points a game, by place from the first turn</text>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="290" font-family="sans-serif" font-size="14">'
    return "\n".join([head, '<rect width="480" height="290" fill="white"/>', title, *bars, "</svg>\n"])


def main() -> None:
    """Analyse the records that the command line names."""
    if len(sys.argv) < 3:
        sys.exit("usage: analyser.py plot.svg record.txt [record.txt ...]")
    found = analyse(map(Path, sys.argv[2:]))
    Path(sys.argv[1]).write_text(plot(found), "utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
