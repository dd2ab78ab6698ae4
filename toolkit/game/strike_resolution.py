"""Strikes that resolve: class by class, simultaneously within one, and the damage that they inflict."""

from __future__ import annotations

from toolkit.game.combat import break_off, change_side, opponent_of, top_combat
from toolkit.game.draft import BANK, Draft, on
from toolkit.game.effects import Actor, apply_effects, burn_if_lifeless
from toolkit.game.events import Happening
from toolkit.game.state import Combat, Combatant, Effect, Strike
from toolkit.game.vocabulary import EffectKind, Kind, StrikeKind, WindowName
from toolkit.game.windows import open_window, when_closed
from toolkit.game.zones import attach, burn, unlock

ANY_RANGE = frozenset({StrikeKind.DODGE, StrikeKind.COMBAT_ENDS})


@when_closed(WindowName.STRIKES)
def _resolve(draft: Draft) -> None:
    """Combat-ends strikes come first and leave nothing after them, then first strikes, then the others.

    Rule: COMBAT-18 to COMBAT-23, COMBAT-33.
    """
    combat = top_combat(draft)
    for side in combat.sides:
        if side.strike is not None:
            used = max(0, side.additional - (1 if combat.exchange else 0))
            change_side(draft, side.minion, struck=True, additional=used)
    enders = [side for side in combat.sides if side.strike and side.strike.kind is StrikeKind.COMBAT_ENDS]
    if enders:
        _end_by_strike(draft, enders)
        return
    draft.top(classes=("first", "normal"))
    next_class(draft)


def _end_by_strike(draft: Draft, enders: list[Combatant]) -> None:
    """Unlocking comes before combat ends, the strike's other effects after.

    Rule: COMBAT-20, COMBAT-21.
    """
    later: tuple[Effect, ...] = ()
    for side in enders:
        assert side.strike is not None
        for item in side.strike.effects:
            if item.kind is EffectKind.UNLOCK:
                unlock(draft, item.target or side.minion)
            else:
                later = (*later, item)
        draft.note(Happening.STRIKE_RESOLVED, side.seat, side.minion, detail=side.strike.kind)
    draft.top(after_end=(*top_combat(draft).after_end, *later))
    break_off(draft)


def next_class(draft: Draft) -> None:
    """Resolve the next class of strikes; when there is none left, additional strikes may be gained."""
    combat = top_combat(draft)
    if not combat.classes:
        draft.top(step=WindowName.ADDITIONAL)
        open_window(draft, WindowName.ADDITIONAL)
        return
    name, *rest = combat.classes
    draft.top(classes=tuple(rest))
    strikers = [side for side in combat.sides if side.strike and side.strike.first == (name == "first")]
    _strike_together(draft, combat, strikers)
    if top_combat(draft).pending:
        draft.top(step=WindowName.DAMAGE)
        open_window(draft, WindowName.DAMAGE)
    elif all(draft.cards[side.minion].is_ready_minion for side in combat.sides):
        next_class(draft)
    else:
        break_off(draft)


def _strike_together(draft: Draft, combat: Combat, strikers: list[Combatant]) -> None:
    """Strikes of one class, simultaneously: what is stolen is measured before anything moves.

    Rule: COMBAT-18, COMBAT-19, COMBAT-24 to COMBAT-26.
    """
    effective = [side for side in strikers if _takes_effect(draft, combat, side)]
    stolen = [(side, _stolen(draft, combat, side)) for side in effective]
    for side, amount in stolen:
        _take_blood(draft, combat, side, amount)
    for side in effective:
        _apply_strike(draft, combat, side)
    for side in combat.sides:
        draft.drain(side.minion)
        burn_if_lifeless(draft, side.minion)


def _takes_effect(draft: Draft, combat: Combat, side: Combatant) -> bool:
    strike, opponent = side.strike, opponent_of(combat, side.minion)
    assert strike is not None
    if strike.kind in ANY_RANGE or strike.kind is StrikeKind.NONE:
        return False
    if combat.range == "long" and not strike.ranged:
        return False
    dodged = opponent.strike is not None and opponent.strike.kind is StrikeKind.DODGE
    at_retainer = strike.target in draft.cards and draft.cards[strike.target].kind is Kind.RETAINER
    return at_retainer or not dodged


def _stolen(draft: Draft, combat: Combat, side: Combatant) -> int:
    assert side.strike is not None
    if side.strike.kind is not StrikeKind.STEAL_BLOOD:
        return 0
    return min(side.strike.amount, draft.cards[opponent_of(combat, side.minion).minion].counters)


def _take_blood(draft: Draft, combat: Combat, side: Combatant, amount: int) -> None:
    """Blood or life moves to the striker; what an ally steals goes to the bank.

    Rule: COMBAT-30 to COMBAT-32.
    """
    victim = opponent_of(combat, side.minion).minion
    takes = draft.cards[side.minion].is_vampire
    draft.move(on(victim), on(side.minion) if takes else BANK, amount, "stolen")


def _apply_strike(draft: Draft, combat: Combat, side: Combatant) -> None:
    strike, victim = side.strike, opponent_of(combat, side.minion).minion
    assert strike is not None
    draft.note(Happening.STRIKE_RESOLVED, side.seat, side.minion, detail=strike.kind)
    if strike.kind is StrikeKind.DESTROY_EQUIPMENT:
        burn(draft, strike.target, "destroyed")
    elif strike.kind is StrikeKind.STEAL_EQUIPMENT:
        if draft.cards[strike.target].host == victim:
            attach(draft, strike.target, side.minion)
            draft.card(strike.target, stolen_in=combat.round)
    elif strike.kind is not StrikeKind.STEAL_BLOOD:
        _inflict_later(draft, side, strike, victim)
    apply_effects(draft, Actor(seat=side.seat, minion=side.minion, card=strike.source), strike.effects)


def _inflict_later(draft: Draft, side: Combatant, strike: Strike, victim: str) -> None:
    """Damage is inflicted now and handled in the damage step.

    Rule: COMBAT-26, GAP-28.
    """
    normal = strike.damage
    if strike.kind is StrikeKind.HAND and not strike.damage and not strike.aggravated:
        normal = draft.cards[side.minion].strength
    normal += side.bonus
    change_side(draft, side.minion, bonus=0)
    if normal + strike.aggravated > 0:
        draft.top(pending=(*top_combat(draft).pending, (strike.target or victim, max(0, normal), strike.aggravated)))
