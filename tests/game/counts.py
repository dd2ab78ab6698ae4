"""How many sequences of legal operations there are from fixed states: the rules, frozen as numbers.

`python -m tests.game.counts` prints the file anew; a number that moves is a rule that moved.
"""

from __future__ import annotations

from toolkit.game import GameState, apply, legal_operations, new_game, options_for
from toolkit.game.judge import Correct
from toolkit.game.new import StartGame
from toolkit.game.record import parse_operation

# name -> (profile, players, corrections, operations, depth)
POSITIONS: dict[str, tuple[str, int, tuple[str, ...], tuple[str, ...], int]] = {
    "first_unlock_of_three": ("current", 3, (), (), 4),
    "influence_of_two": (
        "current",
        2,
        ("begin=A/4", "A1.capacity=2", "A2=gone", "A3=gone", "A4=gone", "phase=influence"),
        (),
        4,
    ),
    "bleed_against_a_blocker": (
        "current",
        3,
        ("X=vampire@A.ready.4/2", "Y=vampire@B.ready.4/2", "begin=A/7", "phase=minion"),
        ("A: announce X bleed target=B", "no-plays"),
        6,
    ),
    "combat_before_range": (
        "current",
        2,
        ("X=vampire@A.ready.4/2", "Y=vampire@B.ready.4/2", "begin=A/7", "phase=minion"),
        ("A: use-effect combat:Y minion=X", "no-plays"),
        6,
    ),
    "polling_of_three": (
        "current",
        3,
        (
            "X=vampire@A.ready.4/2",
            "P=vampire@B.ready.4/2",
            "P.title=prince/paris",
            "P.locked=yes",
            "edge=C",
            "begin=A/7",
            "phase=minion",
        ),
        (
            "A: announce X political card=Vote",
            "no-plays",
            "no-plays",
            "no-plays",
            "no-plays",
            "A: set-terms",
            "no-plays",
        ),
        4,
    ),
    "phased_choice": ("pm_intro", 2, (), ("no-plays", "no-plays"), 3),
    "phased_advanced_choice": ("pm_advanced", 2, ("edge=B",), ("no-plays", "no-plays"), 3),
    "contest_in_unlock": (
        "current",
        3,
        (
            "L=location@A.ready",
            "L.name=L",
            "L.unique=yes",
            "M=location@B.ready",
            "M.name=L",
            "M.unique=yes",
            "begin=A/7",
        ),
        (),
        4,
    ),
}


def position(name: str) -> GameState:
    """The fixed state of that name."""
    profile, players, corrections, operations, _ = POSITIONS[name]
    state, _ = apply(new_game(list("ABCDEF"[:players]), options_for(profile)), StartGame(first="A"))
    if corrections:
        state, _ = apply(state, Correct(changes=corrections))
    for line in operations:
        state, _ = apply(state, parse_operation(line))
    return state


def count(state: GameState, depth: int) -> int:
    """Sequences of legal operations of this length."""
    orders = legal_operations(state)
    if depth == 1:
        return len(orders)
    return sum(count(apply(state, order)[0], depth - 1) for order in orders)


def counts(name: str) -> list[int]:
    """The counts of a position, for every depth up to its own."""
    state = position(name)
    return [count(state, depth) for depth in range(1, POSITIONS[name][4] + 1)]


if __name__ == "__main__":
    print("# Sequences of legal operations from fixed states (tests/game/counts.py), for depth 1, 2, 3 ...")
    for name in POSITIONS:
        print(f"{name} = {counts(name)}")
