"""Charts: the best seatings known for an event of a given size, found by long runs and shipped as data.

`charts.txt` has a line for each: players, games each, players in the first round, and then the rounds after the first,
each as its players in seat order, two characters a player (a number in base 36), tables of five before tables of four.
Players are numbered in the order in which the first round seats them, so the first round needs no writing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from toolkit.seating.bounds import Bounds, event_bounds, staggered_bounds
from toolkit.seating.model import Round, can_be_seated, into_tables

PATH = Path(__file__).with_name("charts.txt")
PLAYERS = range(4, 301)
GAMES = range(2, 6)
HEADER = """\
# Seating charts: players, games each, players in round 1, then every later round in seat order.
# Two base-36 digits a player, numbered as round 1 seats them; tables of five first. Made by `seating charts --improve`.
"""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

type Chart = tuple[Round, ...]


@cache
def _text(path: Path) -> str:
    return path.read_text("ascii") if path.exists() else ""


def chart(players: int, games: int, path: Path = PATH) -> Chart | None:
    """The chart for that many players and games each, players numbered from 0; None if there is none."""
    text = _text(path)
    start = text.find(f"\n{players} {games} ")
    if start < 0:
        return None
    end = text.find("\n", start + 1)
    return _parsed(text[start + 1 : end])


def all_charts(path: Path = PATH) -> dict[tuple[int, int], Chart]:
    """Every chart, by players and games."""
    lines = [line for line in _text(path).splitlines() if line and not line.startswith("#")]
    return {(int(players), int(games)): _parsed(line) for line in lines for players, games in [line.split()[:2]]}


def save(charts: Mapping[tuple[int, int], Chart], path: Path = PATH) -> None:
    """Write the charts, smallest event first; the file is whole at every moment."""
    lines = [_rendered(players, games, charts[players, games]) for players, games in sorted(charts)]
    part = path.with_suffix(".part")
    part.write_text(HEADER + "".join(lines), "ascii")
    part.replace(path)
    _text.cache_clear()


def chart_bounds(players: int, games: int, rounds: Chart) -> Bounds:
    """The bounds for a chart's event."""
    return event_bounds(players, games) if can_be_seated(players) else staggered_bounds(rounds)


def normalised(rounds: Chart) -> Chart:
    """The same rounds with players renamed so that the first round counts up from 0."""
    order: dict[object, int] = {}
    for round_ in rounds:
        for table in round_:
            for player in table:
                order.setdefault(player, len(order))
    return tuple(tuple(tuple(order[player] for player in table) for table in round_) for round_ in rounds)


def _rendered(players: int, games: int, rounds: Chart) -> str:
    first, *later = [[player for table in round_ for player in table] for round_ in rounds]
    assert first == list(range(len(first)))
    words = ["".join(_DIGITS[number // 36] + _DIGITS[number % 36] for number in round_) for round_ in later]  # type: ignore[operator]  # players here are numbers
    return f"{players} {games} {len(first)} {' '.join(words)}\n"


def _parsed(line: str) -> Chart:
    _, _, first, *later = line.split(" ")
    rounds = [list(range(int(first)))]
    for word in later:
        rounds.append([int(word[at : at + 2], 36) for at in range(0, len(word), 2)])
    return tuple(into_tables(round_) for round_ in rounds)
