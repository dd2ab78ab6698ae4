"""Every command that can move what is decided asks first: without `sure` nothing is written."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from tests.services.commands.test_commands import StoredOrganizer
from toolkit.services.commands import COMMANDS, command_named
from toolkit.services.kernel.context import Context
from toolkit.tournament import FINAL, SanctionKind
from toolkit.tournament.corrections import WouldMove

# Ten players, seeds 1 6 2 8 3; the first has won. What is named, what is sent, and what it moves.
MOVES: dict[str, tuple[tuple[int, ...], dict[str, Any], str]] = {
    "enter_result": ((1, 2), {"victory_points": [0, 0, 0, 0, 5]}, "cut"),
    "clear_result": ((FINAL, 1), {}, "winner"),
    "take_dispute": ((1, 2), {"player": 10}, "cut"),
    "give_sanction": ((), {"player": 1, "kind": "disqualification", "rule": "JG 4.7"}, "winner"),
    "lift_sanction": ((1,), {"reason": "not marked"}, "winner"),
    "return_player": ((1,), {"reason": "appealed"}, "winner"),
    "undo": ((), {"entries": [], "reason": ""}, "winner"),
    "redo": ((), {"entries": [], "reason": ""}, "cut"),
}
# They write such facts too, but in no order of these tables does one move more than places.
PLACES_ONLY = {"swap_players", "change_seats", "unseat_player", "seat_proxy", "cancel_round"}


@pytest.fixture
def store_url(sqlite_url: str) -> str:
    return sqlite_url


def cut_made(context: Context) -> StoredOrganizer:
    """The event once the cut is made."""
    organizer = StoredOrganizer(context, rounds=2).with_players(10)
    for number in (1, 2):
        organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        organizer.result(1, *((3, 2, 0, 0, 0) if number == 1 else (2, 2, 1, 0, 0)))
        organizer.result(2, *((3, 1, 1, 0, 0) if number == 1 else (1.5, 0, 0.5, 0.5, 0.5)))
    organizer.open_final()
    return organizer


def decided(context: Context, name: str) -> StoredOrganizer:
    """The event as the command of that name finds it, its final won."""
    organizer = cut_made(context)
    organizer.place_row(organizer.state.final.finalists)
    organizer.record_first_player(1)
    if name == "take_dispute":
        organizer.enter_result(1, 2, victory_points=[0, 0, 0, 0, 5], by_player=10)
    if name == "lift_sanction":
        organizer.sanction_player(1, kind=SanctionKind.ADJUSTMENT, rule="JG 1.2", note="marked")
    if name == "redo":
        organizer.enter_result(1, 2, victory_points=[0, 0, 0, 0, 5])
        organizer.undo_last()
    organizer.enter_result(FINAL, 1, events="time")
    if name == "return_player":
        organizer.sanction_player(1, SanctionKind.DISQUALIFICATION, rule="JG 4.7")
    return organizer


@pytest.mark.parametrize("name", MOVES)
def test_what_is_decided_moves_only_for_those_who_are_sure(context: Context, name: str) -> None:
    organizer, command = decided(context, name), command_named(name)
    named, sent, what = MOVES[name]
    number = organizer.tournament.number
    with pytest.raises(WouldMove) as refused:
        command.carry_out(organizer.work, *named, **sent, sure=False)
    assert what in {move.what for move in refused.value.moves if move.is_decisive}
    assert organizer.tournament.number == number
    change = command.carry_out(organizer.work, *named, **sent, sure=True)
    assert (change.moved, change.tournament.number > number) == (refused.value.moves, True)


@pytest.mark.parametrize("name", [name for name, (_, _, what) in MOVES.items() if what == "cut"])
def test_what_brings_the_players_of_the_final_back_is_not_asked_about(context: Context, name: str) -> None:
    organizer, command = decided(context, name), command_named(name)
    named, sent, _ = MOVES[name]
    command.carry_out(organizer.work, *named, **sent, sure=True)
    entries = [organizer.tournament.number]
    change = command_named("undo").carry_out(organizer.work, entries=entries, reason="", sure=False)
    assert not any(move.is_decisive for move in change.moved)


@pytest.mark.parametrize("is_replaced", [False, True])
@pytest.mark.parametrize("way", ["return_player", "undo"])
def test_a_finalist_who_comes_back_is_asked_about_if_replaced(context: Context, way: str, is_replaced: bool) -> None:
    organizer = cut_made(context)
    organizer.drop_player(1)
    named, sent = {"return_player": ((1,), {}), "undo": ((), {"entries": [organizer.tournament.number]})}[way]
    if is_replaced:
        organizer.replace_finalists()
    question = pytest.raises(WouldMove, match="In the final would be Player 1, not Player 7")
    with question if is_replaced else nullcontext():
        command_named(way).carry_out(organizer.work, *named, **sent, reason="", sure=False)


def test_every_command_that_corrects_is_among_them() -> None:
    assert MOVES.keys() | PLACES_ONLY == {command.name for command in COMMANDS if command.corrects}
