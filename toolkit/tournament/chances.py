"""Chances of the final, between two rounds: a guess in which all players are equal.

`toolkit/tournament/odds.py` counts them. What is certain is no guess: it holds for every result that a game can have,
withdrawals included.

Rule: nobody plays by the standings (VEKN 4.8), so nothing is said while a round is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from toolkit.languages import Message, Sayable
from toolkit.scoring import Halves
from toolkit.tournament.errors import Refused
from toolkit.tournament.rounds import are_rounds_over
from toolkit.tournament.state import Round, State

ONLY_BETWEEN = Message("Chances are shown between rounds only (VEKN 4.8).")
A_GUESS = Message("A guess: all players equal; after each oust 10 % that time ends the game.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnResult:
    """A result that a player may get in the rounds that are left.

    Attributes:
        odds: how likely this result is; `chance` that of the final with it.
    """

    game_wins: int
    victory_points: Halves
    odds: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A player's chance of the final.

    Attributes:
        exact: the same as a fraction, where all combinations were counted.
        is_in, is_out: in the final, or out of it, whatever happens at the tables.
        enough: the least game wins and victory points that are enough whatever happens at the other tables.
        needed: the least with which the player can still be in the final.
        results: the player's own results, the best first.
    """

    player: int
    chance: float
    exact: Fraction | None
    is_in: bool
    is_out: bool
    enough: tuple[int, Halves] | None
    needed: tuple[int, Halves] | None
    results: tuple[OwnResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """Everybody's chance, the best first.

    Attributes:
        rounds_left: preliminary rounds still to be played; `are_seats_known` whether it was known who sits where.
        combinations: how many were counted, or drawn where the chances are not exact.
        seed: what they were drawn with.
        is_certainty_known: whether it was looked for what is certain: with one round left whose seats are known.
    """

    rounds_left: int
    are_seats_known: bool
    is_exact: bool
    combinations: int
    seed: int | None
    is_certainty_known: bool
    players: tuple[Chance, ...]

    def error(self, chance: float) -> float:
        """How far a drawn chance is off, 19 times of 20; 0 for an exact one."""
        return 0.0 if self.is_exact else 1.96 * sqrt(chance * (1 - chance) / self.combinations)


def is_final_open(state: State) -> bool:
    """Whether there is going to be a final, and rounds before it are left."""
    return state.settings.has_final and not (state.is_finished or state.final is not None or are_rounds_over(state))


def check_between_rounds(state: State) -> None:
    """Refuse chances while a round is played, before the first, and once all are played.

    Raises:
        Refused: with the rule.

    Rule: VEKN 4.8.
    """
    if not state.settings.has_final:
        raise Refused(Message("This event has no final."), code="no_final")
    played = [round_ for round_ in state.rounds if round_.is_published]
    if not played or not all(map(_is_confirmed, played)):
        raise Refused(ONLY_BETWEEN, code="within_round", rule="VEKN 4.8")
    if not is_final_open(state):
        raise Refused(
            Message("All rounds before the final have been played. The standings show the finalists."),
            code="rounds_over",
        )


def _is_confirmed(round_: Round) -> bool:
    return round_.is_complete and all(result.is_confirmed for result in round_.results.values())


def chance_sentence(chance: Chance) -> Sayable | None:
    """The results that certainly put a player in the final or out of it; None if none do."""
    if chance.is_in:
        return Message("In the final whatever happens at the tables.")
    if chance.is_out:
        return Message("Not in the final whatever happens at the tables.")
    if chance.enough and chance.needed:
        return Message(
            "%(result)s or more is enough, whatever happens at the other tables; at least %(other)s is needed.",
            result=result_words(*chance.enough),
            other=result_words(*chance.needed),
        )
    if chance.enough:
        return Message(
            "%(result)s or more is enough, whatever happens at the other tables.", result=result_words(*chance.enough)
        )
    if chance.needed:
        return Message(
            "At least %(result)s is needed, and then the other tables decide.", result=result_words(*chance.needed)
        )
    return None


def result_words(game_wins: int, victory_points: Halves) -> Message:
    """'1 GW and 3 VP', or '1.5 VP'."""
    points = f"{victory_points / 2:g}"
    if game_wins:
        return Message("%(gw)s GW and %(vp)s VP", gw=game_wins, vp=points)
    return Message("%(vp)s VP", vp=points)
