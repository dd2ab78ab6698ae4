"""Whole random games under the invariants; one in sixteen is a game that hurts. `make soak ARGS=engine` plays many.

With each goes an order that ends the same at both speeds, or a bleed that may be blocked; with every other one a fight.
"""

from __future__ import annotations

from tests.game.hurting import HurtingGame
from tests.game.random_games import RandomGame
from tests.game.two_speeds import SameOrders
from toolkit.game import render_state

HURTING = 16


def run(seed: int, number: int) -> str:
    """The last state of the game of that number, which kept every invariant: one in fifty is a long game."""
    same = SameOrders(seed << 32 | number)
    same.blocked() if number % 4 == 0 else same.orders()
    if number % 2:
        SameOrders(seed << 32 | number).fight()
    series, turn = divmod(number, HURTING)
    if turn == HURTING - 1:
        game = HurtingGame(seed << 32 | series, limit=150 if series % 4 == 3 else 80)
        game.play()
        return render_state(game.state)
    random_game = RandomGame(seed << 32 | number, limit=250 if number % 50 == 49 else 60)
    random_game.play()
    random_game.check_score()
    return render_state(random_game.state)
