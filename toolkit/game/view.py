"""What one seat, or a judge, may see of a game: the only place that hides anything."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from toolkit.game.cards import Card
from toolkit.game.hand import must_discard
from toolkit.game.state import GameState, Methuselah, UnknownSeat, hand_size_of, predator_of, prey_of
from toolkit.game.vocabulary import Zone
from toolkit.game.windows import window_of

HIDDEN = frozenset({Zone.UNCONTROLLED, Zone.CONTESTED})


def view_for(state: GameState, seat: str | None = None) -> dict[str, Any]:
    """The state as plain data, as one Methuselah may see it; None is a judge, who sees all that is recorded.

    Rule: SETUP-32 to SETUP-35.

    Raises:
        UnknownSeat: nobody of that name sits at the table.
    """
    if seat is not None and seat not in state.seats:
        raise UnknownSeat(f"Nobody called {seat!r} sits at this table.")
    window = window_of(state)
    return {
        "sequence": state.sequence,
        "stage": state.stage.value,
        "turn": state.step.turn,
        "phase": state.step.phase.value,
        "active": state.step.seat,
        "edge": state.edge or None,
        "window": {"name": window.name.value, "order": list(window.order), "holder": window.holder} if window else None,
        "going_on": [_name(frame) for frame in state.frames],
        "picks": [{"chooser": p.chooser, "card": p.card.value, "bonus": p.bonus} for p in state.step.picks],
        "contests": [
            {"key": c.key, "title": c.is_title, "claims": [{"seat": k.seat, "card": k.card} for k in c.claims]}
            for c in state.contests
        ],
        "methuselahs": [_methuselah(state, item) for item in state.seats.values()],
        "cards": [_card(card, seat) for card in state.cards.values() if card.zone is not Zone.ASH_HEAP],
        "ending": state.ending or None,
    }


def _name(frame: object) -> str:
    return type(frame).__name__


def _methuselah(state: GameState, item: Methuselah) -> dict[str, Any]:
    return {
        "name": item.name,
        "status": item.status.value,
        "pool": item.pool,
        "victory_points": item.half_points / 2,
        "prey": prey_of(state, item.name) if item.is_active else None,
        "predator": predator_of(state, item.name) if item.is_active else None,
        "hand": item.hand,
        "hand_size": hand_size_of(state, item.name),
        "library": item.library,
        "crypt": item.crypt,
        "transfers": item.transfers,
        "master_actions": item.master_actions,
        "discard_actions": item.discard_actions,
        "must_discard": must_discard(state, item.name),
        "withdrawal": None if item.withdrawal is None else item.withdrawal.void or "stands",
        "ash_heap": list(item.ash_heap),
    }


def _card(card: Card, seat: str | None) -> dict[str, Any]:
    """A card; face down ones show their counters to everybody and the rest to who controls them."""
    shown = asdict(card)
    shown["flags"] = sorted(card.flags)
    shown["used"] = sorted(card.used)
    shown["disciplines"] = dict(card.disciplines)
    if card.zone in HIDDEN and seat is not None and card.controller != seat:
        keep = ("id", "owner", "controller", "zone", "counters")
        return {name: shown[name] for name in keep} | {"face_down": True}
    return shown | {"face_down": card.zone in HIDDEN}
