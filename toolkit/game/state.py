"""The state of a game: what is going on (frames), its Methuselahs, cards, contests, and where the turn stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, override

from toolkit.errors import NotFound
from toolkit.game.cards import GameCard
from toolkit.game.options import RulesOptions
from toolkit.game.vocabulary import (
    ActionKind,
    ActionState,
    CardKind,
    Delay,
    EffectKind,
    Phase,
    PhaseCard,
    SeatStatus,
    Stage,
    StrikeKind,
    WindowName,
    Zone,
)


class FrozenMapping[K, V](dict[K, V]):
    """A mapping that never changes; two are equal if they hold the same in the same order.

    The order counts, for it is the seating's, and that in which cards came to the table.
    """

    __slots__ = ()

    def _refuse(self, *args: Any, **named: Any) -> NoReturn:
        raise TypeError("a state never changes; `apply` returns another")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and dict.__eq__(self, other) and list(self) == list(other)

    @override
    def __ne__(self, other: object) -> bool:
        return not self == other

    # A dict has none, for it changes; this one never does.
    @override
    def __hash__(self) -> int:  # type: ignore[override]  # Mapping says that it has none
        return hash(tuple(self.items()))

    @override
    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return FrozenMapping, (dict(self),)


@dataclass(frozen=True, slots=True)
class Effect:
    """One declared effect."""

    kind: EffectKind
    target: str = ""
    amount: int = 0
    detail: str = ""


# An order shows its terms among its own fields, so that they have no `repr` of theirs.
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Costs:
    """The costs of using an effect, and who pays.

    Attributes:
        pay: how a cost in blood or counters is shared, "X:1,LOCATION:1", of another kind "LOCATION/corruption:1"; the
            minion that uses the effect pays it all if empty.
        edge: the Edge is burned.
        cards: cards discarded from one's own hand.
        convictions: those burned that are on the imbued that uses it.
        effects: what it does, once it is paid for.
        as_vampire: an ally uses it "as a vampire": its life pays, its capacity is 1.
    """

    pool: int = 0
    blood: int = 0
    pay: tuple[str, ...] = ()
    edge: bool = False
    cards: int = 0
    convictions: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    as_vampire: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Terms(Costs):
    """The declaration of a card: its requirements, cost and effects, and its place afterwards.

    Every order that plays a card from hand carries them, under the same names.

    Attributes:
        requires: what the minion that plays it must meet, each one of clan=NAME, sect=NAME, capacity=N, title=KIND,
            discipline=CODE:LEVEL, titled, anarch, ready.
        enters: the identifier under which the card comes into play, as a card of that `kind`, on `host` if given.
        counters, capacity: what it comes into play with.
        hand_size: what it adds to its controller's hand size while it is in play.
        if_successful: it waits in limbo, and comes into play only if the action succeeds.
        if_block_succeeds: it waits in limbo, and comes into play only if the action is blocked.
        delay, until: when it is replaced.
    """

    requires: tuple[str, ...] = ()
    enters: str = ""
    kind: CardKind = CardKind.LASTING
    host: str = ""
    unique: bool = False
    counters: int = 0
    capacity: int = 0
    hand_size: int = 0
    if_successful: bool = False
    if_block_succeeds: bool = False
    delay: Delay = Delay.NONE
    until: str = "unlock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A card in limbo, out of hand and not yet anywhere else, until what it waits for is known: it is its owner's.

    Attributes:
        minion: who played it, on whom it comes into play unless its terms name another host.
    """

    seat: str
    card: str
    minion: str
    terms: Terms


# What can be going on inside a phase; frames nest, and only the innermost is open


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One impulse cycle: the first of `order` who has not passed holds the impulse.

    Attributes:
        is_quiet: at table speed it asks no player, and closes as soon as nothing is owed.
    """

    name: WindowName
    order: tuple[str, ...]
    passed: tuple[str, ...] = ()
    is_quiet: bool = False

    @property
    def holder(self) -> str:
        """Who may act now; empty when everybody has passed."""
        for seat in self.order:
            if seat not in self.passed:
                return seat
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlay:
    """A card declared and not yet resolved: its as-played window is open.

    Attributes:
        play: the order that played it, a `Playable`.
    """

    play: object
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
        may_block: who else may try to block, by a card's text; `cannot_block` are minions that may not.
        continues: once its combat is over it goes on as if it had not been blocked.
        terms: what was declared with it; its effects may be redirected since.
        passed: its referendum has passed.
        limbo: its own card, and those whose place depends on the outcome.
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
    terms: Terms = Terms()
    take: tuple[str, ...] = ()
    life: int = 0
    from_torpor: bool = False
    state: ActionState = ActionState.ANNOUNCE
    blocker: str = ""
    blocked_by: str = ""
    declined: frozenset[str] = frozenset()
    may_block: tuple[str, ...] = ()
    cannot_block: frozenset[str] = frozenset()
    continues: bool = False
    intercepts: tuple[tuple[str, int], ...] = ()
    awake: frozenset[str] = frozenset()
    played: frozenset[tuple[str, str]] = frozenset()
    limited_bleed: bool = False
    modified: bool = False
    successful: bool = False
    passed: bool = False
    paid: bool = False
    discount: int = 0
    spared: int = 0
    limbo: tuple[Waiting, ...] = ()
    bonus_draw: bool = False
    repeat: frozenset[str] = frozenset()
    window: Window | None = None

    @property
    def is_directed(self) -> bool:
        """Whether it is aimed at another Methuselah or at something that another one controls."""
        return bool(self.defenders)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained:
    """Votes or ballots that a Methuselah has gained, to be cast under the name of their source.

    Attributes:
        minion: whose they are besides: who gained them with a card.
    """

    seat: str
    source: str
    votes: int = 0
    ballots: int = 0
    minion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """Votes or a ballot cast from one source, the minion's if one gave or gained them."""

    seat: str
    source: str
    votes: int
    is_for: bool
    minion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Referendum:
    """A referendum, of an action, of an effect or a blood hunt.

    Attributes:
        of_action: a political action called it.
        calling_card: it was called with a political action card.
        gained: votes obtained by burning a card or the Edge, or by effects.
        target: the diablerist of a blood hunt.
        bonus_seat: the phase's chooser, who has two more votes (advanced phased motion).
    """

    seat: str
    minion: str
    of_action: bool = False
    is_blood_hunt: bool = False
    target: str = ""
    calling_card: bool = False
    bonus_seat: str = ""
    is_cardless: bool = False
    terms: tuple[Effect, ...] | None = None
    gained: tuple[Gained, ...] = ()
    cast: tuple[Ballot, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    automatic: bool = False
    passed: bool | None = None
    step: Literal["terms", "before_votes", "polling", "after"] = "terms"
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A strike that a combatant has chosen.

    Attributes:
        effects: what else it does when it resolves.
        is_paid: a card was played or a cost was paid for it: it cannot be announced anew.
        as_vampire: an ally strikes as a vampire, so that it gains what it steals.
    """

    kind: StrikeKind = StrikeKind.HAND
    damage: int = 0
    aggravated: int = 0
    ranged: bool = False
    first: bool = False
    amount: int = 0
    source: str = ""
    target: str = ""
    effects: tuple[Effect, ...] = ()
    is_paid: bool = False
    as_vampire: bool = False


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
        again: another combat of the two follows.
        limbo: strike cards whose strike has not resolved.
        combat_drawn: who took the draw at the start of this round (advanced phased motion).
        under_way: the round has gone on by a maneuver or strike that no side shows any more.
    """

    sides: tuple[Combatant, Combatant]
    from_block: bool = False
    round: int = 1
    step: WindowName = WindowName.BEFORE_RANGE
    range: Literal["close", "long"] = "close"
    last: str = ""
    goes_on: bool = False
    over: bool = False
    again: bool = False
    exchange: int = 0
    classes: tuple[str, ...] = ()
    pending: tuple[tuple[str, int, int], ...] = ()
    after_end: tuple[Effect, ...] = ()
    limbo: tuple[Waiting, ...] = ()
    combat_drawn: frozenset[str] = frozenset()
    under_way: bool = False
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
    victim: GameCard
    offered: bool = False
    directed: bool = False
    younger: bool = False
    trophy_open: bool = False
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """The damage of one order, waiting to be prevented before it is handled.

    Attributes:
        after: what else the order does once it is handled, with that `minion`: a combat, a referendum, a diablerie.
    """

    seat: str
    pending: tuple[tuple[str, int, int], ...]
    minion: str = ""
    after: tuple[Effect, ...] = ()
    window: Window | None = None


type Frame = CardPlay | Action | Referendum | Combat | Diablerie | Harm


@dataclass(frozen=True, slots=True, kw_only=True)
class Answerable:
    """The last order at table speed, which passed over steps whose answers are never too late.

    In these a card is canceled, damage is prevented, or effects of the end of a round are used.

    Attributes:
        before: the game in which it was given.
        given: the order with its number among the operations, after it the answers that it has got.
        windows: the steps that the last of these passed over.
    """

    before: GameState
    given: tuple[tuple[int, object], ...]
    windows: frozenset[WindowName]


class UnknownSeat(NotFound):
    """No seat at this table has that name."""

    code = "unknown_seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingCard:
    """A card that is replaced later: until an event named by the table ("unlock" is seen by the engine)."""

    card: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """An announced withdrawal; `void` says what nullified it, empty while it is valid."""

    turn: int
    void: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Methuselah:
    """One player's side of the table.

    Attributes:
        half_points: victory points counted in halves.
        hand, library, crypt: numbers of cards.
        counted: whether the table counts this player's cards at all.
        tracked: whether it notes every one that moves, so that no word stands against the count.
        pending: played cards that are replaced later.
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
    status: SeatStatus = SeatStatus.ACTIVE
    pool: int = 0
    half_points: int = 0
    hand: int = 0
    library: int = 0
    crypt: int = 0
    counted: bool = True
    tracked: bool = False
    hand_size: int = 7  # SEQ-42
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
        return self.status is SeatStatus.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePick:
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
class TurnStep:
    """Where the turn stands.

    Attributes:
        turn: number of the turn, from 1.
        first: whose turn it is; in phased motion, who started the shared turn.
        seat: whose phase, or portion of a phase, it is; in phased motion also who is to choose.
        waiting: who performs this phase after `seat`.
        chooser: phased motion, who chose last.
        last_first: phased motion, who started the turn before, if that seat has left.
        passed: who lets the phase end as things stand, where its windows open.
        researched: how many cards this portion of Research drew, for a Methuselah who passes after all.
    """

    turn: int = 0
    first: str = ""
    seat: str = ""
    phase: Phase = Phase.UNLOCK
    waiting: tuple[str, ...] = ()
    chooser: str = ""
    picks: tuple[PhasePick, ...] = ()
    due: tuple[Due, ...] = ()
    ended_effects: bool = False
    passed: tuple[str, ...] = ()
    researched: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One side of a contest, its card's controller's; `paid_turn` is the turn in which it last paid."""

    card: str
    paid_turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two or more claims to one unique card's name, or to one title (`key` from `title_key`)."""

    id: str
    is_title: bool
    key: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True, repr=False)
class GameState:
    """Everything about a game at one moment; it never changes, and can be a key. `str` draws the table.

    Attributes:
        seats: by name, in seating order (clockwise).
        edge_holders: who held the Edge at any moment of this turn.
        edge_holders_before: the same of the turn before (phased motion).
        frames: what is going on, the innermost last: only that one is open.
        bank: counters that the blood bank has received, less those that it gave.
        removed: counters that left the game with their cards.
        speaking: at table speed, who asked for the windows to open.
        silent, silent_once: at table speed, who has said that nothing comes from them: in this turn, in this action.
        sequence: number of operations applied so far.
        lapsed: at table speed, the game as it stood after the strikes of a round, before what comes after them was
            passed over: an additional strike or a press goes back there; whatever else is played gives that up.
        answerable: at table speed, the order that can still be answered, and the game before it: a cancel, a
            prevention or an effect of a round's end takes back all that followed from the step to which it belongs.
    """

    options: RulesOptions
    stage: Stage = Stage.SETUP
    seats: Mapping[str, Methuselah]
    cards: Mapping[str, GameCard] = field(default_factory=FrozenMapping)
    step: TurnStep = TurnStep()
    frames: tuple[Frame, ...] = ()
    contests: tuple[Contest, ...] = ()
    edge: str = ""  # SETUP-22
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
    silent: frozenset[str] = frozenset()
    silent_once: frozenset[str] = frozenset()
    sequence: int = 0
    effects_used: frozenset[str] = frozenset()
    lapsed: GameState | None = None
    answerable: Answerable | None = None

    def __post_init__(self) -> None:
        """Freeze a mapping that was given as another type."""
        object.__setattr__(self, "seats", FrozenMapping(self.seats))
        object.__setattr__(self, "cards", FrozenMapping(self.cards))

    @override
    def __repr__(self) -> str:
        return f"<GameState: {_when(self)}; {len(self.seats)} seats, {len(self.cards)} cards>"

    @override
    def __str__(self) -> str:
        """The table in text, with all that is hidden: `view_for` says what a seat may see."""
        edge = f"Edge: {self.edge or 'uncontrolled'}"
        return "\n".join(
            [f"{_when(self)}; {edge}", *_seats_drawn(self), *(_frame_drawn(frame) for frame in self.frames)]
        )


# A state as text, for whoever writes a program: the words are those of a record


def _when(state: GameState) -> str:
    if state.stage is not Stage.RUNNING:
        return f"{state.stage}, operation {state.sequence}"
    return f"turn {state.step.turn}, {state.step.seat} {state.step.phase}, operation {state.sequence}"


def _seats_drawn(state: GameState) -> Iterator[str]:
    width = max(len(name) for name in state.seats)
    for name, seat in state.seats.items():
        mark = ">" if state.stage is Stage.RUNNING and name == state.step.seat else " "
        points = f"{seat.half_points / 2:g} VP"
        left = f"pool {seat.pool}, hand {seat.hand}, library {seat.library}, crypt {seat.crypt}"
        yield f"{mark} {name:{width}}  {points}  {left if seat.is_active else seat.status}"
        for card in state.cards.values():
            if card.controller == name and not card.host and card.zone not in (Zone.ASH_HEAP, Zone.REMOVED):
                yield from _card_drawn(state, card, indent=4)


def _card_drawn(state: GameState, card: GameCard, *, indent: int) -> Iterator[str]:
    counters = f"{card.counters}/{card.capacity}" if card.capacity else f"{card.counters}" if card.counters else ""
    title = f"{card.title.kind}" if card.title else ""
    zone = "" if card.host else card.zone
    words = [card.id, card.name, card.kind, zone, counters, title, "locked" if card.locked else ""]
    yield " " * indent + " ".join(word for word in words if word)
    for other in state.cards.values():
        if other.host == card.id:
            yield from _card_drawn(state, other, indent=indent + 2)


def _frame_drawn(frame: Frame) -> str:
    who = [getattr(frame, name, "") for name in ("kind", "minion", "card", "diablerist", "blocker")]
    if isinstance(frame, Combat):
        who += [side.minion for side in frame.sides]
    window = f": {frame.window.name}, {frame.window.holder or 'nobody'} next" if frame.window else ""
    return " ".join(["*", type(frame).__name__, *filter(None, who)]) + window
