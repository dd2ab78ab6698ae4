"""What is going on, as plain data for everybody: cards played, actions, referendums, combats, diablerie, damage."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from toolkit.game.blocking import asked_to_block, entitled, intercept_of, stealth_of, still_entitled
from toolkit.game.combat import opponent_of
from toolkit.game.damage import foresee
from toolkit.game.effects import Effect
from toolkit.game.frames import Action, CardPlay, Combat, Combatant, Diablerie, Frame, Harm, Referendum, Strike
from toolkit.game.state import GameState, active_seats
from toolkit.game.vocabulary import ActionKind, StrikeKind
from toolkit.game.votes import ballot_sources, sources, tally

type Data = dict[str, Any]


def frame_view(state: GameState, frame: Frame) -> Data:
    """One thing that is going on; `frame` names its kind."""
    window = frame.window
    shown = {
        "frame": type(frame).__name__,
        "window": {
            "name": window.name.value,
            "order": list(window.order),
            "passed": list(window.passed),
            "holder": window.holder,
        }
        if window
        else None,
    }
    return shown | _facts(frame, state)


@singledispatch
def _facts(frame: Frame, state: GameState) -> Data:
    raise NotImplementedError(type(frame))


@_facts.register
def _(frame: CardPlay, state: GameState) -> Data:
    return {
        "seat": frame.seat,
        "minion": frame.minion,
        "card": frame.card,
        "target": frame.target,
        "canceled": frame.canceled,
    }


@_facts.register
def _(frame: Action, state: GameState) -> Data:
    minion = state.cards[frame.minion]
    bleed = minion.bleed + frame.bleed if frame.kind is ActionKind.BLEED else 0
    return {
        "action": frame.kind.value,
        "seat": frame.seat,
        "minion": frame.minion,
        "targets": list(frame.targets),
        "is_directed": frame.is_directed,
        "card": frame.card,
        "state": frame.state.value,
        "stealth": stealth_of(state, frame),
        "bleed": bleed,
        "hunt": frame.hunt if frame.kind is ActionKind.HUNT else 0,
        "cost": {"pool": max(0, frame.cost_pool - frame.discount), "blood": frame.cost_blood},
        "blocker": frame.blocker,
        "intercept": intercept_of(state, frame, frame.blocker) if frame.blocker else 0,
        "blocked_by": frame.blocked_by,
        "may_block": list(entitled(state, frame)),
        "undecided": list(still_entitled(state, frame)),
        "asked": asked_to_block(state, frame),
        "awake": sorted(frame.awake),
        "successful": frame.successful,
    }


@_facts.register
def _(frame: Referendum, state: GameState) -> Data:
    count = tally(frame)
    cast = {(ballot.seat, ballot.source) for ballot in (*frame.cast, *frame.ballots)}
    return {
        "seat": frame.seat,
        "minion": frame.minion,
        "is_blood_hunt": frame.is_blood_hunt,
        "target": frame.target,
        "is_cardless": frame.is_cardless,
        "terms": None if frame.terms is None else [_effect(item) for item in frame.terms],
        "step": frame.step,
        "for": count.votes_for,
        "against": count.votes_against,
        "prisci": count.block,
        "cast": [
            {"seat": item.seat, "source": item.source, "votes": item.votes, "is_for": item.is_for, "is_ballot": ballot}
            for ballot, items in ((False, frame.cast), (True, frame.ballots))
            for item in items
        ],
        "left": [
            {"seat": seat, "source": source, "votes": votes, "is_ballot": ballot}
            for seat in active_seats(state)
            for ballot, found in ((False, sources), (True, ballot_sources))
            for source, votes in found(state, frame, seat).items()
            if (seat, source) not in cast
        ],
        "passed": frame.passed,
    }


@_facts.register
def _(frame: Combat, state: GameState) -> Data:
    return {
        "sides": [_side(state, frame, side) for side in frame.sides],
        "from_block": frame.from_block,
        "round": frame.round,
        "step": frame.step.value,
        "range": frame.range,
        "goes_on": frame.goes_on,
        "is_over": frame.over,
        "exchange": frame.exchange,
        "pending": _pending(state, frame.pending),
    }


@_facts.register
def _(frame: Diablerie, state: GameState) -> Data:
    return {
        "seat": frame.seat,
        "diablerist": frame.diablerist,
        "victim": frame.victim.id,
        "is_offered": frame.offered,
        "trophy_open": frame.trophy_open,
    }


@_facts.register
def _(frame: Harm, state: GameState) -> Data:
    return {"seat": frame.seat, "pending": _pending(state, frame.pending)}


def _effect(item: Effect) -> Data:
    return {"kind": item.kind.value, "target": item.target, "amount": item.amount, "detail": item.detail}


def _side(state: GameState, combat: Combat, side: Combatant) -> Data:
    return {
        "minion": side.minion,
        "seat": side.seat,
        "maneuver": side.maneuver,
        "press": side.press,
        "strike": _strike(state, combat, side) if side.strike else None,
        "struck": side.struck,
        "additional": side.additional,
    }


def _strike(state: GameState, combat: Combat, side: Combatant) -> Data:
    strike = side.strike
    assert strike is not None
    normal = _normal(state, side, strike)
    target = strike.target or opponent_of(combat, side.minion).minion
    fate = foresee(state, target, normal, strike.aggravated) if normal + strike.aggravated else None
    return {
        "kind": strike.kind.value,
        "normal": normal,
        "aggravated": strike.aggravated,
        "amount": strike.amount,
        "ranged": strike.ranged,
        "first": strike.first,
        "source": strike.source,
        "target": target,
        "fate": fate.fate if fate else "",
        "blood": fate.left if fate else 0,
    }


def _normal(state: GameState, side: Combatant, strike: Strike) -> int:
    if strike.kind is StrikeKind.HAND and not strike.damage and not strike.aggravated:
        return state.cards[side.minion].strength + side.bonus
    return strike.damage + side.bonus if strike.damage or strike.aggravated else 0


def _pending(state: GameState, pending: tuple[tuple[str, int, int], ...]) -> list[Data]:
    shown = []
    for card, normal, aggravated in pending:
        end = foresee(state, card, normal, aggravated)
        shown.append({"card": card, "normal": normal, "aggravated": aggravated, "fate": end.fate, "left": end.left})
    return shown
