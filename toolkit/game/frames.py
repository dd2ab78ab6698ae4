"""What can be going on inside a phase; frames nest, and only the innermost is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from toolkit.game.vocabulary import ActionKind, ActionState, Delay, StrikeKind, WindowName

if TYPE_CHECKING:
    from toolkit.game.cards import Card
    from toolkit.game.effects import Effect
    from toolkit.game.limbo import Playable


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One impulse cycle: the first of `order` who has not passed holds the impulse."""

    name: WindowName
    order: tuple[str, ...]
    passed: tuple[str, ...] = ()

    @property
    def holder(self) -> str:
        """Who may act now; empty when everybody has passed."""
        return next((seat for seat in self.order if seat not in self.passed), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlay:
    """A card declared and not yet resolved: its as-played window is open."""

    play: Playable
    seat: str
    minion: str
    card: str
    target: str = ""
    delay: Delay = Delay.NONE
    until: str = "unlock"
    canceled: bool = False
    cost_waived: bool = False
    woken: tuple[str, ...] = ()
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """An action from its announcement to the end of all that follows from it.

    Attributes:
        targets: Methuselahs and cards aimed at.
        defenders: the Methuselahs whom a directed action is directed at; empty when undirected.
        source: empty for a basic action, `card:NAME` for a card from hand, `play:ID` for a card in play.
        intercepts: added to each blocker in this action.
        declined: who has given up the right to block.
        may_block: who else may try to block, by a card's text.
        lasting: effects whose place depends on the outcome.
    """

    kind: ActionKind
    seat: str
    minion: str
    targets: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    source: str = ""
    card: str = ""
    cost_pool: int = 0
    cost_blood: int = 0
    split: int = 0
    stealth: int = 0
    bleed: int = 0
    hunt: int = 1
    effects: tuple[Effect, ...] = ()
    take: tuple[str, ...] = ()
    enters: str = ""
    name: str = ""
    unique: bool = False
    life: int = 0
    capacity: int = 0
    from_torpor: bool = False
    state: ActionState = ActionState.ANNOUNCE
    blocker: str = ""
    blocked_by: str = ""
    declined: frozenset[str] = frozenset()
    may_block: tuple[str, ...] = ()
    intercepts: tuple[tuple[str, int], ...] = ()
    awake: frozenset[str] = frozenset()
    played: frozenset[tuple[str, str]] = frozenset()
    limited_bleed: bool = False
    modified: bool = False
    successful: bool = False
    paid: bool = False
    discount: int = 0
    spared: int = 0
    if_successful: tuple[str, ...] = ()
    bonus_draw: bool = False
    repeat: frozenset[str] = frozenset()
    window: Window | None = None

    @property
    def is_directed(self) -> bool:
        """Whether it is aimed at somebody else or at what somebody else controls."""
        return bool(self.defenders)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """Votes or a ballot cast from one source."""

    seat: str
    source: str
    votes: int
    is_for: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Referendum:
    """A referendum, of an action or a blood hunt.

    Attributes:
        calling_card: it was called with a political action card.
        gained: votes obtained by burning a card or the Edge, or by effects: (seat, source, votes, ballots).
        target: the diablerist whom a blood hunt is about.
        bonus_seat: the phase's chooser, who has two more votes (advanced phased motion).
    """

    seat: str
    minion: str
    is_blood_hunt: bool = False
    target: str = ""
    calling_card: bool = False
    bonus_seat: str = ""
    is_cardless: bool = False
    terms: tuple[Effect, ...] | None = None
    gained: tuple[tuple[str, str, int, int], ...] = ()
    cast: tuple[Ballot, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    automatic: bool = False
    passed: bool | None = None
    step: Literal["terms", "before_votes", "polling", "after"] = "terms"
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A strike that a combatant has chosen; `extra_effects` follow when it resolves."""

    kind: StrikeKind = StrikeKind.HAND
    damage: int = 0
    aggravated: int = 0
    ranged: bool = False
    first: bool = False
    amount: int = 0
    source: str = ""
    target: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """One side of a combat and what it has done this round."""

    minion: str
    seat: str
    maneuver: Literal["", "long", "close"] = ""
    maneuver_source: str = ""
    press: Literal["", "continue", "end"] = ""
    strike: Strike | None = None
    struck: bool = False
    limited_additional: bool = False
    additional: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """A combat between two ready minions.

    Attributes:
        sides: the acting (or aggressing) minion first.
        classes: strike classes still to be resolved in this exchange.
        pending: damage inflicted and not yet handled: (card, normal, aggravated).
        last: who maneuvered or pressed last.
        over: somebody ended the combat early; the end-of-round step still runs.
        combat_drawn: who took the draw at the start of this round (advanced phased motion).
    """

    sides: tuple[Combatant, Combatant]
    from_block: bool = False
    round: int = 1
    step: WindowName = WindowName.BEFORE_RANGE
    range: Literal["close", "long"] = "close"
    last: str = ""
    goes_on: bool = False
    over: bool = False
    exchange: int = 0
    classes: tuple[str, ...] = ()
    pending: tuple[tuple[str, int, int], ...] = ()
    after_end: tuple[Effect, ...] = ()
    combat_drawn: frozenset[str] = frozenset()
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diablerie:
    """A diablerie that has been carried out, or is offered to a blocker, up to the blood hunt.

    Attributes:
        victim: the victim as it was when it was burned.
        offered: a blocker of a leave-torpor action may choose it.
    """

    seat: str
    diablerist: str
    victim: Card
    offered: bool = False
    directed: bool = False
    younger: bool = False
    trophy_open: bool = False
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """Damage outside combat, waiting to be prevented before it is handled."""

    seat: str
    pending: tuple[tuple[str, int, int], ...]
    window: Window | None = None


type Frame = CardPlay | Action | Referendum | Combat | Diablerie | Harm
