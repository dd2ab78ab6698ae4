"""The working copy of a state while one operation is carried out, and what both can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any

from toolkit.game.cards import GameCard
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.options import RulesOptions
from toolkit.game.state import (
    Answerable,
    CardPlay,
    Combat,
    Contest,
    Frame,
    FrozenMapping,
    GameState,
    Harm,
    Methuselah,
    TurnStep,
)
from toolkit.game.vocabulary import IN_PLAY, LIVING, CardKind, SeatStatus, Stage, WindowName, Zone

# Copies


type Setter = Callable[[Any, Any], None]


@cache
def setters_of(kind: type) -> dict[str, Setter]:
    """The setter of each field of a frozen class, for a fresh instance."""
    # The slots' own descriptors: they neither look names up nor ask the frozen class for leave.
    return {item.name: getattr(kind, item.name).__set__ for item in fields(kind)}


def copy_with[T](piece: T, **changes: Any) -> T:
    """The same piece with some fields changed; the piece itself if none differs."""
    for name, value in changes.items():
        if getattr(piece, name) is not value:
            made: T = _made_from(piece, piece.__class__, changes)
            return made
    return piece


def extended[T](kind: type[T], piece: Any, **more: Any) -> T:
    """A piece of a class that adds fields to those of `piece`: the same, and what it adds."""
    made: T = _made_from(piece, kind, more)
    return made


def _made_from(piece: Any, kind: Any, changes: dict[str, Any]) -> Any:
    setters = setters_of(kind)
    made = object.__new__(kind)
    # The slots that it has from the class of `piece` are that class's own.
    for name, put in setters_of(piece.__class__).items():
        put(made, getattr(piece, name))
    for name, value in changes.items():
        setters[name](made, value)
    return made


# The facts about a seat or a card from which something follows by itself: a draw, an oust, a burned card, a cut action.
_STIRRING = frozenset(
    {"pool", "hand", "library", "hand_size", "pending", "penalty", "status"}
    | {"zone", "controller", "host", "counters", "capacity", "flags", "title", "sect", "clan"}
)

BANK = "bank"
# Why blood above capacity goes to the bank.
DRAINED = "above capacity"
REMOVED = "removed"


def pool_of(seat: str) -> str:
    """The place of a Methuselah's pool in the ledger."""
    return f"pool:{seat}"


def on(card: str, kind: str = "") -> str:
    """The place of a card's counters in the ledger; of those of another kind, if one is named."""
    return f"{kind}@on:{card}" if kind else f"on:{card}"


@dataclass(frozen=True, slots=True)
class PassedStep:
    """The game in the middle of an operation, in a step that table speed passes over, and its traces so far."""

    state: GameState
    events: tuple[Event, ...] = ()
    ledger: tuple[Movement, ...] = ()


@dataclass(slots=True, kw_only=True)
class Draft:
    """A `GameState` under change: the same fields, and what happened so far.

    Attributes:
        correcting: a judge's correction is being made: no loss of pool or blood counts against anybody.
        unsettled: a unique card or a title may have come into play or gone.
        stirred: something has changed since all came to rest, from which something may follow by itself.
        sized: the table whose hand sizes have been drawn and discarded to, in the advanced game of phased motion.
        moved_before: how long the ledger was when `lapsed` was kept.
        passed_over: the steps passed over whose answers are never too late.
        stops: the game in each of them, where they are looked for.
    """

    options: RulesOptions
    stage: Stage
    seats: dict[str, Methuselah]
    cards: dict[str, GameCard]
    step: TurnStep
    frames: tuple[Frame, ...]
    contests: tuple[Contest, ...]
    edge: str
    edge_ever_held: bool
    edge_holders: frozenset[str]
    edge_holders_before: frozenset[str]
    edge_unplaced: bool
    bonuses: bool
    events_played: frozenset[str]
    bank: int
    removed: int
    serial: int
    time_called: str
    ending: str
    speaking: str
    silent: frozenset[str]
    silent_once: frozenset[str]
    sequence: int
    effects_used: frozenset[str]
    lapsed: GameState | None
    answerable: Answerable | None
    events: list[Event] = field(default_factory=list)
    ledger: list[Movement] = field(default_factory=list)
    correcting: bool = False
    unsettled: bool = False
    stirred: bool = False
    sized: Table | None = None
    moved_before: int = 0
    passed_over: frozenset[WindowName] = frozenset()
    stops: list[PassedStep] | None = None

    @classmethod
    def of(cls, state: Table) -> Draft:
        """A draft that starts where the table stands."""
        values = dict(zip(STATE_FIELDS, _values_of(state), strict=True))
        values["seats"] = dict(state.seats)
        values["cards"] = dict(state.cards)
        return cls(**values, sized=state)

    def freeze(self) -> GameState:
        """The state that the draft has come to."""
        made = object.__new__(GameState)
        for put, value in zip(_STATE_SETTERS, _values_of(self), strict=True):
            put(made, FrozenMapping(value) if value.__class__ is dict else value)
        return made

    def note(self, kind: Happening, seat: str = "", card: str = "", amount: int = 0, detail: str = "") -> None:
        """Record what happened."""
        self.events.append(Event(kind, seat, card, amount, detail, self.step.turn, self.sequence))

    # Facts

    def seat(self, name: str, **changes: Any) -> None:
        """Change one Methuselah."""
        before = self.seats[name]
        self.seats[name] = after = copy_with(before, **changes)
        self.stirred |= after is not before and not _STIRRING.isdisjoint(changes)

    def card(self, card_id: str, **changes: Any) -> None:
        """Change one card."""
        before = self.cards[card_id]
        self.cards[card_id] = after = copy_with(before, **changes)
        self.stirred |= after is not before and not _STIRRING.isdisjoint(changes)

    def move(self, source: str, target: str, amount: int, why: str) -> int:
        """Move counters as far as there are any; returns how many moved.

        Rule: SETUP-20, SETUP-21.
        """
        moved = max(0, min(amount, self._available(source)))
        if moved:
            self._add(source, -moved)
            self._add(target, moved)
            self.ledger.append(Movement(source, target, moved, why))
            if not self.correcting:
                self._watch_loss(source, why)
        return moved

    def _available(self, place: str) -> int:
        kind, _, name = place.partition(":")
        if kind == "pool":
            return self.seats[name].pool
        if kind == "on":
            return self.cards[name].counters
        if kind.endswith("@on"):
            return self.cards[name].counters_of(kind.removesuffix("@on"))
        return 1_000_000

    def _add(self, place: str, amount: int) -> None:
        kind, _, name = place.partition(":")
        if kind == "pool":
            self.seat(name, pool=self.seats[name].pool + amount)
        elif kind == "on":
            self.card(name, counters=self.cards[name].counters + amount)
        elif kind.endswith("@on"):
            other = dict(self.cards[name].other_counters)
            word = kind.removesuffix("@on")
            other[word] = other.get(word, 0) + amount
            self.card(name, other_counters=tuple(sorted(item for item in other.items() if item[1])))
        elif kind == BANK:
            self.bank += amount
        else:
            self.removed += amount

    def _watch_loss(self, source: str, why: str) -> None:
        """Void the withdrawal of a Methuselah who lost pool or blood; what drains above capacity was never held.

        Rule: WD-03, WD-04, WD-07, WD-08, A-55, A-59.
        """
        if why == DRAINED:
            return
        kind, _, name = source.partition(":")
        if kind == "pool":
            self.void_withdrawal(name, f"pool lost: {why}")
        elif kind == "on":
            card = self.cards[name]
            is_in_play = card.zone in IN_PLAY
            # What has been transferred to an uncontrolled imbued is no life yet.
            blood = card.kind is CardKind.VAMPIRE or (card.kind is CardKind.IMBUED and not is_in_play)
            life = card.kind in LIVING and self.options.withdraw_count_life == "yes"
            if (blood or life) and (is_in_play or self.options.withdraw_scope == "all_counters"):
                self.void_withdrawal(card.controller, f"counters lost from {name}: {why}")

    def void_withdrawal(self, seat: str, why: str) -> None:
        """Nullify an announced withdrawal that still stands.

        Rule: WD-06.
        """
        withdrawal = self.seats[seat].withdrawal
        if withdrawal is not None and not withdrawal.void:
            self.seat(seat, withdrawal=copy_with(withdrawal, void=why))
            self.note(Happening.WITHDRAWAL_VOIDED, seat, detail=why)

    def give_edge(self, seat: str) -> None:
        """Give the Edge to a Methuselah, or to none; the table need not place it any more.

        Rule: ACT-04, GAP-43.
        """
        self.edge_unplaced = False
        if seat == self.edge:
            return
        if self.edge:
            self.note(Happening.EDGE_LOST, self.edge)
        self.edge = seat
        if seat:
            self.edge_ever_held = True
            self.edge_holders |= {seat}
            self.note(Happening.EDGE_GAINED, seat)
            if self.options.is_advanced:
                self.bonuses = True

    def gain_points(self, seat: str, half_points: int, why: str) -> None:
        """Victory points, in halves."""
        self.seat(seat, half_points=self.seats[seat].half_points + half_points)
        self.note(Happening.POINTS_GAINED, seat, amount=half_points, detail=why)

    def drain(self, card_id: str) -> None:
        """Blood above capacity goes to the bank.

        Rule: CARD-05, CARD-06, CARD-37.
        """
        card = self.cards.get(card_id)
        if card is not None and card.is_vampire and card.zone in (Zone.READY, Zone.TORPOR):
            self.move(on(card_id), BANK, card.counters - card.capacity, DRAINED)

    def fresh_id(self, prefix: str) -> str:
        """An identifier that no card has had."""
        self.serial += 1
        while f"{prefix}{self.serial}" in self.cards:
            self.serial += 1
        return f"{prefix}{self.serial}"

    # Flow

    def change_step(self, **changes: Any) -> None:
        """Change where the turn stands."""
        self.step = copy_with(self.step, **changes)

    def push(self, frame: Frame) -> None:
        """Something begins inside what is going on."""
        self.frames = (*self.frames, frame)

    def pop(self) -> Frame:
        """The innermost frame ends."""
        *rest, last = self.frames
        self.frames = tuple(rest)
        return last

    def top(self, **changes: Any) -> None:
        """Change the innermost frame."""
        self.frames = (*self.frames[:-1], copy_with(self.frames[-1], **changes))

    def frame_of(self, kind: type, **changes: Any) -> None:
        """Change the innermost frame of a kind."""
        for at in range(len(self.frames) - 1, -1, -1):
            if isinstance(self.frames[at], kind):
                self.frames = (*self.frames[:at], copy_with(self.frames[at], **changes), *self.frames[at + 1 :])
                return


STATE_FIELDS = tuple(item.name for item in fields(GameState))
_STATE_SETTERS = tuple(setters_of(GameState).values())
_values_of = attrgetter(*STATE_FIELDS)


def whole(state: GameState) -> Mapping[str, int]:
    """Where all counters are; the sum never changes.

    Rule: SETUP-20, SETUP-21.
    """
    return {
        "pool": sum(seat.pool for seat in state.seats.values()),
        "cards": sum(card.counters + sum(number for _, number in card.other_counters) for card in state.cards.values()),
        "bank": state.bank,
        "removed": state.removed,
    }


# Questions about a table, be it at rest or under change


type Table = GameState | Draft


def active_seats(table: Table) -> tuple[str, ...]:
    """The Methuselahs still in the game, in seating order."""
    # A list in between, here and below: both are asked several times in every operation.
    return tuple([name for name, seat in table.seats.items() if seat.status is SeatStatus.ACTIVE])


def clockwise(table: Table, first: str) -> tuple[str, ...]:
    """Who is still in the game, clockwise from a seat, which may itself have left."""
    seats, names = table.seats, list(table.seats)
    at = names.index(first)
    return tuple([name for name in names[at:] + names[:at] if seats[name].status is SeatStatus.ACTIVE])


def prey_of(table: Table, seat: str) -> str:
    """The next Methuselah to the left still in the game; empty when there is none.

    Rule: SETUP-16, GAP-02.
    """
    names = clockwise(table, seat)
    # Whoever has left is not among them, and still has a prey.
    return names[0] if names and names[0] != seat else names[1] if len(names) > 1 else ""


def predator_of(table: Table, seat: str) -> str:
    """The next Methuselah to the right still in the game; empty when there is none.

    Rule: SETUP-17, GAP-02.
    """
    names = clockwise(table, seat)
    return names[-1] if names and names[-1] != seat else ""


def has_pending_damage(table: Table) -> bool:
    """Whether damage has been inflicted and not handled: what goes on is not cut short before it is.

    Rule: DMG-13.
    """
    return any(isinstance(frame, Combat | Harm) and frame.pending for frame in table.frames)


def cards_on(table: Table, host: str) -> list[GameCard]:
    """The cards directly on a card."""
    return [card for card in table.cards.values() if card.host == host]


def minions_of(table: Table, seat: str) -> list[GameCard]:
    """The minions that a Methuselah controls, ready or in torpor."""
    return [
        card
        for card in table.cards.values()
        if card.controller == seat and card.is_minion and (card.zone is Zone.READY or card.zone is Zone.TORPOR)
    ]


def hand_size_of(table: Table, seat: str) -> int:
    """Hand size with what cards in play add.

    Rule: SEQ-43.
    """
    return hand_sizes(table)[seat]


def hand_sizes(table: Table) -> dict[str, int]:
    """Each player's hand size with what cards in play add.

    Rule: SEQ-43.
    """
    bonuses = hand_bonuses(table)
    return {name: max(0, seat.hand_size + bonuses.get(name, 0)) for name, seat in table.seats.items()}


def hand_bonuses(table: Table) -> dict[str, int]:
    """Hand size added by cards in play, by controller; empty at most tables."""
    bonuses: dict[str, int] = {}
    # A list in between: this is asked in every operation, and at most tables no card changes a hand size.
    for card in [card for card in table.cards.values() if card.hand_size]:
        if card.zone in IN_PLAY:
            bonuses[card.controller] = bonuses.get(card.controller, 0) + card.hand_size
    return bonuses


def surpluses(table: Table) -> dict[str, int]:
    """Each player's cards in hand over the hand size; negative when cards are missing.

    Rule: SETUP-30, SETUP-31, SEQ-24, SEQ-38, SEQ-41.
    """
    bonuses = hand_bonuses(table)
    playing = [frame.seat for frame in table.frames if isinstance(frame, CardPlay)]
    over: dict[str, int] = {}
    # This is asked twice in every operation, and at most tables nothing changes the size.
    for name, seat in table.seats.items():
        size = seat.hand_size
        if bonuses or playing or seat.pending:
            size += bonuses.get(name, 0) - len(seat.pending) - playing.count(name)
        over[name] = seat.hand - size if size > 0 else seat.hand
    return over


def surplus(table: Table, seat: str) -> int:
    """One Methuselah's cards in hand over what it should hold."""
    return surpluses(table)[seat]
