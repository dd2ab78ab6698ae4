"""Whole random games under the invariants: a fiftieth of the soak, and hypothesis choosing the operations."""

from __future__ import annotations

import pytest

from tests.game.invariants import check_state, check_step
from tests.game.random_games import RandomGame
from tests.given import HealthCheck, RuleBasedStateMachine, initialize, precondition, rule, settings, st
from tests.soak import check, fiftieth
from toolkit.game import PROFILES, Game, legal_operations, new_game, options_for, render_state
from toolkit.game.record import Redo, Undo
from toolkit.game.vocabulary import Stage


@pytest.mark.parametrize("numbers", fiftieth("engine", parts=10))
def test_random_games_keep_every_invariant(numbers: range) -> None:
    check("engine", numbers)


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_is_the_same_byte_for_byte(seed: int) -> None:
    game = RandomGame(seed, limit=60).play()
    again = Game.replay(game.start, game.log)
    assert again.state == game.state
    assert render_state(again.state) == render_state(game.state)
    assert again.ledger == game.ledger


class TableMachine(RuleBasedStateMachine):
    """Hypothesis sits at the table: any listed operation, undo and redo, in any profile."""

    @initialize(
        profile=st.sampled_from(list(PROFILES)), speed=st.sampled_from(["table", "detailed"]), seats=st.integers(2, 6)
    )
    def sit_down(self, profile: str, speed: str, seats: int) -> None:
        self.game = Game(new_game(list("ABCDEF"[:seats]), options_for(profile, game_speed=speed)))

    @precondition(lambda self: hasattr(self, "game") and self.game.state.stage is not Stage.FINISHED)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        listed = legal_operations(self.game.state)
        assert listed
        order = data.draw(st.sampled_from(listed))
        before = self.game.state
        self.game.push(order)
        check_step(before, order, self.game.done[-1][1])
        check_state(self.game.state)

    @precondition(lambda self: hasattr(self, "game") and bool(self.game.done))
    @rule(data=st.data())
    def undo_and_redo(self, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, len(self.game.done)))
        before = self.game.state
        self.game.push(Undo(count=count))
        check_state(self.game.state) if self.game.done else None
        assert self.game.push(Redo(count=count)) == before


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=15, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
