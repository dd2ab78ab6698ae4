"""Orders that nobody would give, thrown at games in the middle: refused, or applied with every invariant kept."""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from tests.game.invariants import check_state
from tests.game.random_games import RandomGame
from tests.game.unlisted import wild_correction, wild_order
from toolkit.game import IllegalOperation, apply, legal_operations, parse_state, render_state
from toolkit.game.effects import EFFECTS
from toolkit.game.vocabulary import EffectKind, Stage


@pytest.mark.parametrize("seed", range(12))
def test_wild_orders_break_nothing(seed: int) -> None:
    throw_wild_orders(seed, each=6)


def throw_wild_orders(seed: int, *, each: int) -> None:
    random, game = Random(seed), RandomGame(seed, limit=60)
    while game.state.stage is not Stage.FINISHED:
        game.step()
        for _ in range(each):
            with contextlib.suppress(IllegalOperation):
                check_state(apply(game.state, wild_order(game.state, random))[0])


@pytest.mark.parametrize("seed", range(8))
def test_wild_corrections_leave_a_table_that_can_go_on(seed: int) -> None:
    random, game = Random(seed), RandomGame(seed, limit=25)
    while game.state.stage is not Stage.FINISHED:
        for _ in range(6):
            with contextlib.suppress(IllegalOperation):
                state = apply(game.state, wild_correction(game.state, random))[0]
                assert state.stage is Stage.FINISHED or legal_operations(state)
                assert parse_state(render_state(state)) == state
        game.step()


def test_every_effect_has_a_rule() -> None:
    assert set(EFFECTS) == set(EffectKind)
