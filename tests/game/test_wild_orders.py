"""Orders that nobody would give, thrown at games in the middle: refused, or applied with every invariant kept."""

from __future__ import annotations

import contextlib
import dataclasses
import typing
from enum import StrEnum
from random import Random

import pytest

from tests.game.invariants import check_state
from tests.game.random_games import RandomGame
from toolkit.game import GameState, IllegalOperation, Operation, apply
from toolkit.game.effects import EFFECTS, Effect, EffectKind
from toolkit.game.operation import REGISTRY
from toolkit.game.session import Redo, Undo
from toolkit.game.vocabulary import Stage

KINDS = [kind for kind in REGISTRY.values() if kind not in (Undo, Redo)]
DETAILS = ["", "A", "B", "dom", "prince/paris", "infernal", "ended", "long", "weapon"]


def wild_value(hint: object, state: GameState, random: Random) -> object:
    names = [*state.seats, *list(state.cards)[:40], "", "x", "for", "edge", "political_card"]
    if typing.get_origin(hint) is tuple:
        return tuple(wild_value(typing.get_args(hint)[0], state, random) for _ in range(random.choice([0, 1, 1, 2])))
    if hint is Effect:
        amount, detail = random.choice([-1, 0, 1, 2, 5]), random.choice([*DETAILS, *list(state.cards)[:5]])
        return Effect(random.choice(list(EffectKind)), random.choice(names), amount, detail)
    if hint is bool:
        return random.random() < 0.3
    if hint is int:
        return random.choice([-1, 0, 1, 1, 2, 5])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return random.choice(list(hint))
    return random.choice(names) if hint is str else None


def wild_order(state: GameState, random: Random) -> Operation:
    kind = random.choice(KINDS)
    hints, values = typing.get_type_hints(kind), {}
    for item in dataclasses.fields(kind):  # type: ignore[arg-type]
        if item.name == "seat":
            values["seat"] = random.choice(list(state.seats))
        elif item.default is dataclasses.MISSING or random.random() < 0.25:
            values[item.name] = wild_value(hints[item.name], state, random)
    return kind(**values)


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


def test_every_effect_has_a_rule() -> None:
    assert set(EFFECTS) == set(EffectKind)
