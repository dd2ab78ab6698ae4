"""The prizes with their winners, and the raffles, as every door shows them."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.prizes import NO_MEMBERS, Given, KnownMembers, SharedPlace, allocation, write_prize
from toolkit.tournament.state import Raffle, State
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenView(ViewOf[Given]):
    """A player's prize, and the reason."""

    player: int
    name: str
    count: int
    prize: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPlaceView(ViewOf[SharedPlace]):
    """Players who share the places from `first` to `last`: who gets which of these prizes is to be decided.

    Attributes:
        first: the best of the places.
        last: the last of the places.
    """

    first: int
    last: int
    players: tuple[int, ...]
    prizes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleView(ViewOf[Raffle]):
    """A raffle: who has the prize, in the order in which they were drawn, and who was drawn and not here."""

    number: int
    pool: str
    prize: str
    candidates: int
    winners: tuple[int, ...]
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesView:
    """The prizes, a line each as it is written, and their winners; `notes` on disqualified players who keep theirs."""

    prizes: tuple[str, ...]
    given: tuple[GivenView, ...]
    shared: tuple[SharedPlaceView, ...]
    raffles: tuple[RaffleView, ...]
    notes: tuple[str, ...]


def show_prizes(state: State, members: KnownMembers = NO_MEMBERS) -> PrizesView:
    """The prizes and their winners for the current standings; `members` of categories that the event does not tell."""
    allocated = allocation(state, members)
    return PrizesView(
        prizes=tuple(map(write_prize, state.settings.prizes)),
        given=tuple(
            GivenView.of(prize, name=state.player(prize.player).name, prize=prize.name, why=str(prize.why))
            for prize in allocated.given
        ),
        shared=tuple(
            SharedPlaceView.of(
                share, prizes=tuple(f"{count} x {name}" if count > 1 else name for count, name in share.prizes)
            )
            for share in allocated.shared
        ),
        raffles=tuple(
            RaffleView.of(
                raffle,
                candidates=len(raffle.order),
                passed=tuple(number for number in raffle.order if number in raffle.passed),
            )
            for raffle in state.raffles
        ),
        notes=tuple(map(str, allocated.notes)),
    )
