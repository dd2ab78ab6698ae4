"""The state of a game: its facts (Methuselahs, cards, the Edge, contests) and its flow (step, frames, sequence)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolkit.errors import NotFound
from toolkit.game.cards import Card
from toolkit.game.options import RulesOptions
from toolkit.game.vocabulary import IN_PLAY, Phase, PhaseCard, Stage, Status, Zone

if TYPE_CHECKING:
    from toolkit.game.draft import Draft
    from toolkit.game.frames import Frame


class UnknownSeat(NotFound):
    """Nobody of that name sits at this table."""

    code = "unknown_seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingCard:
    """A card that is replaced later: until an event named by the table ("unlock" is seen by the engine)."""

    card: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """An announced withdrawal; `void` says what nullified it, empty while it stands."""

    turn: int
    void: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Methuselah:
    """One player's side of the table.

    Attributes:
        half_points: victory points counted in halves.
        hand, library, crypt: numbers of cards.
        counted: whether the table counts this player's cards at all.
        pending: cards played whose replacement is due later.
        transfers, master_actions, discard_actions: what is left of this phase's budget.
        master_actions_per_phase: usually one.
        out_of_turn_played: an out-of-turn master was played since the last master phase.
        owes_master_action: it takes an action of the next master phase.
        credit_master_action: an out-of-turn trifle gives one back in that phase.
        short_hand: at the start of the turn the hand was short of its size.
        penalty: cards that must be discarded at once for a card that is not replaced soon (advanced phased motion).
        ash_heap: names of burned and played cards, for everybody to see.
        acted: minions that took an action in this portion of a phase.
    """

    name: str
    status: Status = Status.ACTIVE
    pool: int = 0
    half_points: int = 0
    hand: int = 0
    library: int = 0
    crypt: int = 0
    counted: bool = True
    hand_size: int = 7
    pending: tuple[PendingCard, ...] = ()
    recursions: int = 0
    transfers: int = 0
    master_actions: int = 0
    master_actions_per_phase: int = 1
    discard_actions: int = 0
    out_of_turn_played: bool = False
    owes_master_action: bool = False
    credit_master_action: bool = False
    trifle_used: bool = False
    influence_phases: int = 0
    short_hand: bool = False
    withdrawal: Withdrawal | None = None
    burn_option_used: bool = False
    edge_claimed: bool = False
    event_played: bool = False
    penalty: int = 0
    acted: tuple[str, ...] = ()
    discount_used: bool = False
    ash_heap: tuple[str, ...] = ()

    @property
    def is_active(self) -> bool:
        """Whether this Methuselah is still in the game."""
        return self.status is Status.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A phase card chosen this turn; `phase` is what is performed (for Cheat, the repeated phase)."""

    chooser: str
    card: PhaseCard
    phase: Phase
    bonus: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """An effect of the unlock phase that waits for its moment (staged ordering)."""

    seat: str
    label: str
    stage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Where the turn stands.

    Attributes:
        turn: number of the turn, from 1.
        first: whose turn it is; in phased motion, who started the shared turn.
        seat: whose phase, or portion of a phase, it is; in phased motion also who is to choose.
        waiting: who performs this phase after `seat`.
        chooser: phased motion, who chose last.
        last_first: phased motion, who started the turn before, if that seat has left.
    """

    turn: int = 0
    first: str = ""
    seat: str = ""
    phase: Phase = Phase.UNLOCK
    waiting: tuple[str, ...] = ()
    chooser: str = ""
    picks: tuple[Pick, ...] = ()
    due: tuple[Due, ...] = ()
    ended_effects: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One side of a contest; `paid_turn` is the turn in which it last paid, `open` whether it still contests."""

    seat: str
    card: str
    paid_turn: int = 0
    open: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two or more claims to one unique card's name, or to one title (`key` from `title_key`)."""

    id: str
    is_title: bool
    key: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class GameState:
    """Everything about a game at one moment; the mappings are never changed in place.

    Attributes:
        seats: by name, in seating order (clockwise).
        edge_holders: who held the Edge at any moment of this turn.
        edge_holders_before: the same of the turn before (phased motion).
        frames: what is going on, the innermost last: only that one is open.
        bank: counters that the blood bank has received, less those that it gave.
        removed: counters that left the game with their cards.
        speaking: at table speed, who asked for the windows to open.
        sequence: number of operations applied so far.
    """

    options: RulesOptions
    stage: Stage = Stage.SETUP
    seats: Mapping[str, Methuselah]
    cards: Mapping[str, Card] = field(default_factory=dict)
    step: Step = Step()
    frames: tuple[Frame, ...] = ()
    contests: tuple[Contest, ...] = ()
    edge: str = ""
    edge_ever_held: bool = False
    edge_holders: frozenset[str] = frozenset()
    edge_holders_before: frozenset[str] = frozenset()
    edge_unplaced: bool = False
    bonuses: bool = False
    events_played: frozenset[str] = frozenset()
    bank: int = 0
    removed: int = 0
    serial: int = 0
    time_called: str = ""
    ending: str = ""
    speaking: str = ""
    sequence: int = 0
    effects_used: frozenset[str] = frozenset()


type Table = GameState | Draft


def active_seats(table: Table) -> tuple[str, ...]:
    """Who is still in the game, in seating order."""
    return tuple(name for name, seat in table.seats.items() if seat.status is Status.ACTIVE)


def clockwise(table: Table, first: str) -> tuple[str, ...]:
    """Who is still in the game, clockwise from a seat, which may itself have left."""
    names = list(table.seats)
    at = names.index(first)
    return tuple(name for name in names[at:] + names[:at] if table.seats[name].status is Status.ACTIVE)


def prey_of(table: Table, seat: str) -> str:
    """The next Methuselah to the left still in the game; empty when there is none.

    Rule: SETUP-16, GAP-02.
    """
    return next((name for name in clockwise(table, seat) if name != seat), "")


def predator_of(table: Table, seat: str) -> str:
    """The next Methuselah to the right still in the game; empty when there is none.

    Rule: SETUP-17, GAP-02.
    """
    return next((name for name in reversed(clockwise(table, seat)) if name != seat), "")


def cards_on(table: Table, host: str) -> list[Card]:
    """The cards directly on a card."""
    return [card for card in table.cards.values() if card.host == host]


def minions_of(table: Table, seat: str) -> list[Card]:
    """The minions that a Methuselah controls, ready or in torpor."""
    return [
        card
        for card in table.cards.values()
        if card.controller == seat and card.is_minion and (card.zone is Zone.READY or card.zone is Zone.TORPOR)
    ]


def hand_size_of(table: Table, seat: str) -> int:
    """Hand size with what cards in play add.

    Rule: SEQ-42, SEQ-43.
    """
    return max(0, table.seats[seat].hand_size + hand_bonuses(table).get(seat, 0))


def hand_bonuses(table: Table) -> dict[str, int]:
    """What cards in play add to hand sizes, by controller; most tables have none."""
    found: dict[str, int] = {}
    for card in table.cards.values():
        if card.hand_size and card.zone in IN_PLAY:
            found[card.controller] = found.get(card.controller, 0) + card.hand_size
    return found


def surpluses(table: Table) -> dict[str, int]:
    """Everybody's cards in hand over what they should hold; negative when cards are missing.

    Rule: SETUP-30, SETUP-31.
    """
    from toolkit.game.frames import CardPlay

    bonuses = hand_bonuses(table)
    playing = [frame.seat for frame in table.frames if isinstance(frame, CardPlay)]
    return {
        name: seat.hand
        - max(0, max(0, seat.hand_size + bonuses.get(name, 0)) - len(seat.pending) - playing.count(name))
        for name, seat in table.seats.items()
    }


def surplus(table: Table, seat: str) -> int:
    """One Methuselah's cards in hand over what it should hold."""
    return surpluses(table)[seat]
