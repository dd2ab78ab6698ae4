"""The rules-flow engine: every flow of the game, standard and phased motion.

A `GameState` is frozen; an `Operation` says why it is refused or what follows from it. `apply(state, operation)` is the
one door, `legal_operations(state, seat)` lists what would be accepted, `Game` keeps the record and undoes. The engine
knows flows, not cards: what a card does is declared by whoever plays it.
"""

from __future__ import annotations

from toolkit.game.engine import Obligation, apply, legal_operations, obligations, outcome, refusal, seats_to_act
from toolkit.game.new import new_game
from toolkit.game.operation import Operation
from toolkit.game.options import PROFILES, RulesOptions, options_for
from toolkit.game.record import Game, parse_record, render_record
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.state import GameState
from toolkit.game.view import view_for

__all__ = [
    "PROFILES",
    "Code",
    "Game",
    "GameState",
    "IllegalOperation",
    "Obligation",
    "Operation",
    "Refusal",
    "RulesOptions",
    "apply",
    "legal_operations",
    "new_game",
    "obligations",
    "options_for",
    "outcome",
    "parse_record",
    "refusal",
    "render_record",
    "seats_to_act",
    "view_for",
]
