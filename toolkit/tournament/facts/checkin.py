"""Who is here for a round."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInOpened(Fact):
    """Players may say that they are here for a round: from now on it seats those who are."""

    round: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInClosed(Fact):
    """Players may no longer check themselves in; who is here stays here."""

    round: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersCheckedIn(Fact):
    """Players are here for a round."""

    round: int
    players: tuple[int, ...]


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersCheckedOut(Fact):
    """Players are not here for a round after all."""

    round: int
    players: tuple[int, ...]
