"""A state as a value: it never changes, can be a key, and can be looked at."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from tests.rules.table import Table
from toolkit.game import Game, GameState, StartGame, new_game
from toolkit.game.draft import copy_with
from toolkit.game.state import Methuselah


def test_equal_states_are_one_key() -> None:
    first, second = (Game.replay(new_game(["Anna", "Bob"]), [StartGame(first="Anna")]).state for _ in range(2))
    assert first is not second
    assert {first: "known"}[second] == "known"


def test_another_seating_is_another_state() -> None:
    """Who sits to whose left is the order of the seats: SETUP-16."""
    state = new_game(["Anna", "Bob", "Carla"])
    names = ["Anna", "Carla", "Bob"]
    turned = replace(state, seats={name: state.seats[name] for name in names})
    assert turned != state
    assert (turned == state) is False
    assert list(turned.seats) == names


@pytest.mark.parametrize(
    "change",
    [
        lambda state: setattr(state, "edge", "Bob"),
        lambda state: state.seats.update(Bob=Methuselah(name="Bob", pool=99)),
        lambda state: state.cards.clear(),
        lambda state: state.cards.pop("Anna1"),
        lambda state: state.seats.__delitem__("Bob"),
        lambda state: state.seats.__setitem__("Bob", Methuselah(name="Bob")),
        lambda state: state.seats.__ior__({"Bob": Methuselah(name="Bob")}),
    ],
)
def test_a_state_cannot_be_changed(change: Any) -> None:
    state = new_game(["Anna", "Bob"])
    with pytest.raises((TypeError, FrozenInstanceError)):
        change(state)
    assert state == new_game(["Anna", "Bob"])


def test_a_copy_without_a_difference_is_the_same_piece() -> None:
    anna = Methuselah(name="Anna", pool=30)
    assert copy_with(anna, pool=30) is anna
    assert copy_with(anna, pool=29) == replace(anna, pool=29)
    assert anna.pool == 30


def test_what_a_state_was_made_from_may_change_without_it() -> None:
    state = new_game(["Anna", "Bob"])
    seats = dict(state.seats)
    made = GameState(options=state.options, seats=seats)
    seats.clear()
    assert list(made.seats) == ["Anna", "Bob"]


def test_a_state_travels_to_another_process() -> None:
    state = new_game(["Anna", "Bob"])
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.fixture
def table() -> Table:
    made = Table("SETUP-33")
    made.step("set X=vampire@A.ready.5/3 X.name=Theo X.title=prince/paris R=retainer@A.on-X.0/2 K=ally@C.ready.0/3")
    made.step("set X.locked=yes edge=C A.pool=17")
    return made


def test_a_state_says_in_a_line_what_it_is(table: Table) -> None:
    state = table.state
    assert repr(state) == (
        f"<GameState: turn {state.step.turn}, {state.step.seat} {state.step.phase}, operation {state.sequence}; "
        f"5 seats, {len(state.cards)} cards>"
    )


def test_a_state_draws_its_table_in_ring_order(table: Table) -> None:
    lines = str(table.state).splitlines()
    assert lines[0].endswith("Edge: C")
    assert [line[2] for line in lines[1:] if line[2] != " "] == list("ABCDE")
    at = lines.index("    X Theo vampire ready 3/5 prince locked")
    assert lines[at + 1] == "      R retainer 2"
    assert "    K ally ready 3" in lines
    assert "pool 17, hand" in next(line for line in lines if line.startswith(("> A", "  A")))


def test_the_drawing_says_what_is_going_on(table: Table) -> None:
    table.step("set Y=vampire@A.ready.5/3 phase=minion")
    table.step("A: announce Y bleed target=B")
    assert str(table.state).splitlines()[-1].startswith("* Action bleed Y: ")
