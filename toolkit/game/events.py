"""Events, in the past tense: the traces of an operation and its consequences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Happening(StrEnum):
    """The kinds of event."""

    TURN_BEGAN = "turn_began"
    PHASE_BEGAN = "phase_began"
    PHASE_CHOSEN = "phase_chosen"
    WINDOW_OPENED = "window_opened"
    WINDOW_CLOSED = "window_closed"
    CARD_PLAYED = "card_played"
    CARD_CANCELED = "card_canceled"
    CARD_DRAWN = "card_drawn"
    CARD_DISCARDED = "card_discarded"
    CARD_ENTERED = "card_entered"
    CARD_MOVED = "card_moved"
    CARD_BURNED = "card_burned"
    CARD_REMOVED = "card_removed"
    CARD_LOCKED = "card_locked"
    CARD_UNLOCKED = "card_unlocked"
    CARD_CHANGED = "card_changed"
    EDGE_GAINED = "edge_gained"
    EDGE_LOST = "edge_lost"
    ACTION_ANNOUNCED = "action_announced"
    BLOCK_ATTEMPTED = "block_attempted"
    BLOCK_FAILED = "block_failed"
    ACTION_BLOCKED = "action_blocked"
    ACTION_SUCCEEDED = "action_succeeded"
    ACTION_FAILED = "action_failed"
    ACTION_ENDED = "action_ended"
    REFERENDUM_CALLED = "referendum_called"
    VOTES_CAST = "votes_cast"
    REFERENDUM_PASSED = "referendum_passed"
    REFERENDUM_FAILED = "referendum_failed"
    COMBAT_BEGAN = "combat_began"
    ROUND_BEGAN = "round_began"
    RANGE_SET = "range_set"
    STRIKE_CHOSEN = "strike_chosen"
    STRIKE_RESOLVED = "strike_resolved"
    DAMAGE_POINT = "damage_point"
    DAMAGE_PREVENTED = "damage_prevented"
    VAMPIRE_WOUNDED = "vampire_wounded"
    COMBAT_ENDED = "combat_ended"
    COMBAT_RESUMED = "combat_resumed"
    DIABLERIE_COMMITTED = "diablerie_committed"
    CONTEST_BEGAN = "contest_began"
    CONTEST_PAID = "contest_paid"
    CONTEST_YIELDED = "contest_yielded"
    CONTEST_WON = "contest_won"
    WITHDRAWAL_ANNOUNCED = "withdrawal_announced"
    WITHDRAWAL_VOIDED = "withdrawal_voided"
    METHUSELAH_WITHDREW = "methuselah_withdrew"
    METHUSELAH_OUSTED = "methuselah_ousted"
    METHUSELAH_DISQUALIFIED = "methuselah_disqualified"
    POINTS_GAINED = "points_gained"
    TIME_CALLED = "time_called"
    GAME_FINISHED = "game_finished"
    CORRECTED = "corrected"
    NOTED = "noted"
    RULE_BROKEN = "rule_broken"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: to whom, to which card, how much, and when.

    Attributes:
        turn: the number of the turn, from 1; 0 before the game starts.
        operation: the number of the operation that brought it about, from 1, among those that stand.
    """

    kind: Happening
    seat: str = ""
    card: str = ""
    amount: int = 0
    detail: str = ""
    turn: int = 0
    operation: int = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """Counters that moved: from where, to where, how many, why.

    A place is `bank`, `removed`, `pool:SEAT` or `on:CARD`.
    """

    source: str
    target: str
    amount: int
    why: str
