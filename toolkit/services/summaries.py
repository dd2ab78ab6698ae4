"""What a list shows of a tournament, kept beside its log so that no list has to fold it."""

from __future__ import annotations

from typing import Any

from toolkit.tournament.state import State

NOT_BEGUN = "registration"


def summary(state: State) -> dict[str, Any]:
    """Name, day, place, size and how far it has come."""
    settings = state.settings
    return {
        "name": settings.name,
        "date": settings.date.isoformat() if settings.date else None,
        "place": settings.place,
        "country": settings.country,
        "players": len(state.players),
        "rounds": settings.rounds,
        "stage": stage(state),
    }


def stage(state: State) -> str:
    """`registration`, `round 2`, `between rounds`, `final` or `finished`."""
    if state.is_finished:
        return "finished"
    if state.final is not None or state.final_round is not None:
        return "final"
    if state.current_round is not None:
        return f"round {state.current_round.number}"
    return "between rounds" if state.published else NOT_BEGUN
