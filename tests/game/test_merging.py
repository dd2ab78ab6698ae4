"""Operations given at once: which stand beside each other, and which touch the same."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from toolkit.game import GameState, apply, parse_operation
from toolkit.game.merging import is_independent, touched

FIGHT = [
    "table speed=detailed",
    "set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/2",
    "A: use-effect combat:Y minion=X why=card",
]


def table(*steps: str) -> GameState:
    made = Table("SETUP-33")
    for step in steps:
        made.step(step)
    return made.state


def is_apart(state: GameState, theirs: str, mine: str) -> bool:
    after = apply(state, parse_operation(theirs))[0]
    return is_independent(touched(state, after), after, parse_operation(mine))


@pytest.mark.parametrize(
    ("theirs", "mine", "apart"),
    [
        ("B: use-effect burn_pool:B:1 why=card", "C: use-effect burn_pool:C:1 why=card", True),
        ("B: use-effect burn_pool:C:1 why=card", "C: use-effect burn_pool:C:2 why=card", False),
        ("A: use-effect burn_pool:B:2,edge:A why=bleed", "B: use-effect gain_pool:B:1 why=card", False),
        ("A: use-effect burn_pool:B:2,edge:A why=bleed", "C: use-effect edge:C why=card", False),
        ("A: end-turn", "C: use-effect burn_pool:C:1 why=card", True),
        ("A: reach-phase influence", "A: end-turn", False),
        ("call-time", "D: use-effect burn_pool:D:1 why=card", True),
        ("note Hello", "A: end-turn", True),
        ("correct C.pool=9", "C: use-effect burn_pool:C:1 why=card", False),
    ],
)
def test_what_touches_the_same_does_not_stand_apart(theirs: str, mine: str, apart: bool) -> None:
    state = table("set A1.name=Ann begin=A/10")
    assert is_apart(state, theirs, mine) is apart


def test_an_answer_is_an_answer_to_what_was_asked_alone() -> None:
    """The range has closed meanwhile: what was said to it is not said to the strikes."""
    state = table(*FIGHT)
    assert not is_apart(state, "no-plays", "no-plays")


def test_pools_change_beside_a_combat_but_nobody_answers_it_twice() -> None:
    state = table(*FIGHT)
    assert is_apart(state, "note Hello", "no-plays")
    assert is_apart(state, "no-plays", "note Hello")


def test_nobody_has_passed_on_what_was_played_since() -> None:
    """SEQ-15: each effect begins the order anew."""
    state = table("set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/2", "A: announce X bleed target=B", "no-plays")
    assert not is_apart(state, "A: play-card modifier Conditioning minion=X effects=bleed::3", "no-plays")
    assert not is_apart(state, "C: use-effect lock:Y why=card", "no-plays")
    assert not is_apart(state, "C: use-effect lock:Y why=card", "B: pass-ahead until=step")
    assert is_apart(state, "C: use-effect burn_pool:C:1 why=card", "B: pass-ahead until=step")
    assert is_apart(state, "C: use-effect burn_pool:C:1 why=card", "no-plays")


def test_a_strike_is_announced_at_the_range_that_was_seen() -> None:
    state = table("set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/2", "A: use-effect combat:Y minion=X why=card")
    assert not is_apart(state, "B: use-effect maneuver minion=Y", "A: choose-strike X")
