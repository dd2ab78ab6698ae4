"""Who plays, and with what deck."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAdded(Fact):
    """A player is registered; `player` is the number that names them in this tournament."""

    player: int
    name: str
    vekn: str = ""
    city: str = ""
    country: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChanged(Fact):
    """What is known of a player was corrected."""

    player: int
    name: str
    vekn: str
    city: str
    country: str


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDropped(Fact):
    """A player leaves. `during`: the round that they were seated for (`FINAL` for the final), None between rounds."""

    player: int
    during: int | None
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDisqualified(Fact):
    """A player is out of the standings."""

    player: int
    during: int | None
    reason: str


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned(Fact):
    """A player who left, or whose disqualification was lifted, is in again."""

    player: int
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRemoved(Fact):
    """A registration was a mistake: the player never sat at a table."""

    player: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFixed(Fact):
    """A player always sits at this table, or no longer at a certain one."""

    player: int
    table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckVerdict:
    """What the deck side said of a list, as of the event's date.

    Attributes:
        date: as of when, ISO; `card_data` the date of the card data it was judged by.
        problems: a sentence for each fault, errors first.
    """

    is_legal: bool
    rule_set: str = ""
    date: str = ""
    card_data: str = ""
    deck_name: str = ""
    problems: tuple[str, ...] = ()


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSubmitted(Fact):
    """A list came in, for `deck_round` of a multi-deck event or (None) for all rounds; `reason`: a judge changed it."""

    player: int
    deck_round: int | None
    text: str
    verdict: DeckVerdict
    reason: str = ""
