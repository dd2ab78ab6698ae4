"""The deck that a finalist of a multi-deck event must play: that of the best single round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.scoring.victory_points import Halves


@dataclass(frozen=True, slots=True, order=True)
class RoundScore:
    """One player's score in one round, in the order that compares rounds."""

    game_wins: int
    victory_points: Halves
    tournament_points: int


def best_rounds(rounds: Mapping[int, RoundScore]) -> tuple[int, ...]:
    """The numbers of the best rounds by game win, then victory points, then tournament points; several when tied.

    Which of several counts is decided at random, and the result of that is kept with the final.

    Rule: VEKN 3.1.5a.
    """
    best = max(rounds.values(), default=None)
    return tuple(number for number, score in sorted(rounds.items()) if score == best)
