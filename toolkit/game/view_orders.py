"""What a seat may know of an operation that somebody gave: some of them say what lies face down."""

from __future__ import annotations

from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.state import GameState
from toolkit.game.view import HIDDEN


def is_open_to(order: Operation, seat: str | None, state: GameState) -> bool:
    """Whether a seat (None: a judge) may read an operation as a record writes it, as the game stands in `state`.

    Who says what an uncontrolled card is says it to nobody else until it is seen; a correction may say anything.

    Rule: SETUP-32 to SETUP-35.
    """
    if seat is None:
        return True
    if isinstance(order, Correct):
        return False
    if not isinstance(order, RevealCard) or order.seat == seat:
        return True
    card = state.cards.get(order.card)
    return card is not None and card.zone not in HIDDEN
