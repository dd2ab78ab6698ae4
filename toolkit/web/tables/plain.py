"""The plainest board and choices: every legal operation as a button that says it as a record would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.errors import Invalid
from toolkit.game import GameState, Operation, Refusal, legal_operations, view_for
from toolkit.game.record import parse_operation, render_operation
from toolkit.game.rules import rule


def board_view(state: GameState, seat: str) -> dict[str, Any]:
    """What the seat may see."""
    return view_for(state, seat)


def choices_view(state: GameState, seat: str, depth: str = "full", *, can_correct: bool = False) -> list[str]:
    """What the seat could do, as a record would write it."""
    return [render_operation(order) for order in legal_operations(state, seat)]


def operation_from_form(
    form: Mapping[str, str], state: GameState, seat: str, depth: str, *, can_correct: bool = False
) -> Operation:
    """The operation that a button stands for."""
    if "op" not in form:
        raise Invalid("Choose what to do.")
    return parse_operation(form["op"])


def refusal_view(refusal: Refusal) -> dict[str, str]:
    """Why an operation was refused, with its rule."""
    return {"message": refusal.message, "rule": refusal.rule, "text": rule(refusal.rule).text}


def sentence(order: Operation, view: dict[str, Any]) -> str:
    """The operation as a record writes it."""
    return render_operation(order)
