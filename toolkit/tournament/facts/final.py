"""From the cut to the first player of the final."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class TossMade(Fact):
    """The order of players whom nothing else parts; `seed` None when it was tossed by hand."""

    players: tuple[int, ...]
    seed: int | None
    how: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalistUnavailable(Fact):
    """A player cannot play the final: the next in the standings moves up."""

    player: int
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalistAvailable(Fact):
    """A player can play the final after all."""

    player: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalOpened(Fact):
    """The cut: who plays the final, by seed."""

    finalists: tuple[int, ...]


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalDeckDecided(Fact):
    """Which round's deck a finalist of a multi-deck event plays; `tied`: the best rounds it was drawn from."""

    player: int
    deck_round: int
    tied: tuple[int, ...] = ()
    seed: int | None = None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class CryptCardsShown(Fact):
    """Three crypt cards of a finalist, drawn and shown before the seats are chosen."""

    player: int
    cards: tuple[str, ...]
    seed: int | None = None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalistPlaced(Fact):
    """A finalist puts their name into the row, before the name that stands at `position` (from 0)."""

    player: int
    position: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayerDrawn(Fact):
    """Who plays first, and with that the order of the seats."""

    player: int
    seed: int | None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalCancelled(Fact):
    """The final is taken back to before the cut, result and all."""

    reason: str
