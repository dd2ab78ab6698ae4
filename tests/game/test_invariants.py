"""The invariants can fail: the engine broken in one place, the random games name the invariant that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.game.random_games import RandomGame
from tests.soak import part
from toolkit.game import phased, resolution
from toolkit.game.draft import Draft
from toolkit.game.operation import GENERATORS
from toolkit.game.playing import UseEffect
from toolkit.game.state import Action
from toolkit.game.unlock import BurnOption


def a_fourth_card_is_allowed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(phased, "HAND_ALLOWANCE", 4)


def nothing_is_owed_at_the_hand_check(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(phased, "HAND_ALLOWANCE", 99)


def what_was_done_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(resolution, "_completed", lambda draft, action: None)


def what_was_canceled_counts(patch: pytest.MonkeyPatch) -> None:
    end = resolution.end_action

    def ended(draft: Draft, how: str) -> None:
        action = next((frame for frame in reversed(draft.frames) if isinstance(frame, Action)), None)
        end(draft, how)
        if action is not None:
            resolution._completed(draft, action)

    patch.setattr(resolution, "end_action", ended)


def a_blocked_action_is_paid_for(patch: pytest.MonkeyPatch) -> None:
    blocked = resolution.start_combat

    def paid(draft: Draft, acting: str, opposing: str, *, from_block: bool = False) -> None:
        resolution._pay(draft, resolution._current(draft))
        blocked(draft, acting, opposing, from_block=from_block)

    patch.setattr(resolution, "start_combat", paid)


def an_unblocked_action_is_free(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(resolution, "_pay", lambda draft, action: True)


def an_unblocked_action_is_paid_twice(patch: pytest.MonkeyPatch) -> None:
    pay = resolution._pay

    def twice(draft: Draft, action: Action) -> bool:
        return pay(draft, action) and pay(draft, action)

    patch.setattr(resolution, "_pay", twice)


def a_burn_option_is_not_listed(patch: pytest.MonkeyPatch) -> None:
    def without(generator: Callable[..., Any]) -> Callable[..., Any]:
        return lambda state, seat: [order for order in generator(state, seat) if not isinstance(order, BurnOption)]

    patch.setattr("toolkit.game.engine.GENERATORS", [without(generator) for generator in GENERATORS])


def anybody_s_card_may_be_used(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(UseEffect, "_source_refusal", lambda self, table: None)


# The fault, the invariant that it breaks, a game in which it shows: one of those after it, if games have changed.
FAULTS = [
    (a_fourth_card_is_allowed, "INV-14", 118),
    (nothing_is_owed_at_the_hand_check, "INV-14", 118),
    (what_was_done_is_forgotten, "INV-21", 3),
    (what_was_canceled_counts, "INV-21", 177),
    (a_blocked_action_is_paid_for, "INV-22", 51),
    (an_unblocked_action_is_free, "INV-22", 10),
    (an_unblocked_action_is_paid_twice, "INV-22", 13),
    (a_burn_option_is_not_listed, "INV-34", 5),
    (anybody_s_card_may_be_used, "INV-34", 1),
]
# Six profiles take turns, and hands are checked in one of them.
PROFILES_IN_TURN = 6


def play_some(seeds: range) -> None:
    for seed in seeds:
        RandomGame(seed, sampling=0.02).play()


def fault_name(of: object) -> str | None:
    return of.__name__ if callable(of) else None


@pytest.mark.walk
@pytest.mark.parametrize(("fault", "invariant", "first"), part(FAULTS, of=3), ids=fault_name)
def test_a_fault_is_named(
    fault: Callable[[pytest.MonkeyPatch], None], invariant: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    step = PROFILES_IN_TURN if invariant == "INV-14" else 1
    with pytest.raises(AssertionError, match=invariant):
        play_some(range(first, first + 60 * step, step))


@pytest.mark.walk
@pytest.mark.parametrize("seed", part(sorted({first for _, _, first in FAULTS}), of=3))
def test_without_a_fault_the_same_game_ends(seed: int) -> None:
    assert RandomGame(seed, sampling=0.02).play().state.ending
