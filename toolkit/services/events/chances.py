"""Chances of the final as they are shown: who may see them, with which seats, and drawn with which seed."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from toolkit.languages import Message
from toolkit.scoring import victory_points_number
from toolkit.tournament import Tournament
from toolkit.tournament.chances import A_GUESS, Chance, Chances, OwnResult, chance_sentence
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.draws import identity
from toolkit.tournament.errors import Refused
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnResultView(ViewOf[OwnResult]):
    """A possible result in the rounds left, its likelihood (`odds`), and the chance with it; both from 0 to 1."""

    game_wins: int
    victory_points: float
    odds: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceView(ViewOf[Chance]):
    """A player's chance of the final, from 0 to 1.

    Attributes:
        error: margin of error in 19 of 20 cases; 0 if it is exact.
        is_certain: true if no result can change it; null if unknown.
        must: a sentence on sufficient and necessary results, if there are any.
    """

    player: int
    name: str
    chance: float
    error: float
    is_certain: bool | None
    must: str | None
    results: list[OwnResultView]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancesView(ViewOf[Chances]):
    """The chance of each player to reach the final, the best first.

    Attributes:
        guess: a sentence on the reliability of the chances.
        method: `exact`, or `drawn` with the `seed`.
        combinations: number of combinations of results, counted or drawn.
        seats_known: whether the seats of the remaining rounds were used.
    """

    guess: str
    method: str
    combinations: int
    seed: int | None
    rounds_left: int
    seats_known: bool
    players: list[ChanceView]


def are_chances_public(event: Tournament) -> bool:
    """Whether all may see the chances between rounds."""
    return event.settings.show_chances is ChancesSeenBy.EVERYBODY


def chances_of(event: Tournament, *, is_organizer: bool, seed: int | None = None) -> Chances:
    """The chance of each player; only an organizer's are reckoned with seats that are not public yet.

    Raises:
        Refused: the event shows none, or not now.

    Rule: VEKN 4.8.
    """
    if event.settings.show_chances is ChancesSeenBy.NOBODY:
        raise Refused(
            Message("Chances are not shown at this event: its settings can turn them on."), code="chances_off"
        )
    # What counts them loads numpy, which takes as long as a page: only for whoever asks.
    from toolkit.tournament.odds import chances

    chosen = _seed(event) if seed is None else seed
    return chances(event, seed=chosen, with_seats=is_organizer)


def _seed(event: Tournament) -> int:
    """The same for all who ask between the same two rounds."""
    text = f"vtes-chances-1:{identity(event.entry(1))}:{event.published}"
    return int(sha256(text.encode()).hexdigest()[:8], 16)


def show_chances(event: Tournament, *, is_organizer: bool, seed: int | None = None) -> ChancesView:
    """The chances of all players, for programs.

    Raises:
        Refused: the event shows none, or not now.
    """
    reckoned = chances_of(event, is_organizer=is_organizer, seed=seed)
    return ChancesView.of(
        reckoned,
        guess=str(A_GUESS),
        method="exact" if reckoned.is_exact else "drawn",
        seats_known=reckoned.are_seats_known,
        players=[_show(event, reckoned, chance) for chance in reckoned.players],
    )


def _show(event: Tournament, reckoned: Chances, chance: Chance) -> ChanceView:
    must = chance_sentence(chance)
    return ChanceView.of(
        chance,
        name=event.player(chance.player).name,
        error=reckoned.error(chance.chance),
        is_certain=(chance.is_in or chance.is_out) if reckoned.is_certainty_known else None,
        must=str(must) if must is not None else None,
        results=[_show_result(result) for result in chance.results],
    )


def _show_result(result: OwnResult) -> OwnResultView:
    return OwnResultView.of(result, victory_points=float(victory_points_number(result.victory_points)))
