"""Strikes: announcing them, what modifies them, additional ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.combat import (
    change_side,
    combat_of,
    opponent_of,
    side_of,
    top_combat,
)
from toolkit.game.costs import cost_refusal, hand_refusal, pay_cost
from toolkit.game.draft import Draft, Table
from toolkit.game.effects import Actor, effect, effects_refusal, window_refusal
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.ousting import settle_ousts
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import CardPlay, Combat, Combatant, Effect, GameState, Strike
from toolkit.game.vocabulary import Delay, EffectKind, Kind, StrikeKind, WindowName
from toolkit.game.windows import (
    PASS_HOOKS,
    Playable,
    close_window,
    declare,
    impulse_refusal,
    open_window,
    to_ash_heap,
    when_closed,
    window_name,
    window_of,
)

ON_EQUIPMENT = frozenset({StrikeKind.DESTROY_EQUIPMENT, StrikeKind.STEAL_EQUIPMENT})


def due_strikers(combat: Combat) -> list[Combatant]:
    """Who strikes in this exchange: both in the first, then whoever has additional strikes."""
    return [side for side in combat.sides if combat.exchange == 0 or side.additional or side.strike]


@when_closed(WindowName.BEFORE_STRIKES)
def open_strikes(draft: Draft) -> None:
    """Strikes are announced, the acting minion's first.

    Rule: COMBAT-15.
    """
    combat = top_combat(draft)
    for side in combat.sides:
        change_side(draft, side.minion, strike=None)
    draft.top(step=WindowName.STRIKES)
    order = tuple(side.seat for side in due_strikers(top_combat(draft)))
    open_window(draft, WindowName.STRIKES, order)


def _default_strike(draft: Draft, seat: str) -> None:
    """Who chooses nothing strikes with her hands.

    Rule: GAP-28.
    """
    for side in due_strikers(top_combat(draft)):
        if side.seat == seat and side.strike is None:
            change_side(draft, side.minion, strike=Strike())


PASS_HOOKS[WindowName.STRIKES] = _default_strike


@operation
class ChooseStrike(Playable):
    """Announce a strike.

    Attributes:
        damage, aggravated: its damage; a hand strike does the minion's strength.
        amount: blood stolen.
        source: the weapon, or nothing.
        target: a retainer or equipment of the opponent, or nothing for the opposing minion.
        card: the strike card, whose cost is `blood` and `pool`.
        effects: what else the strike does.
    """

    seat: str
    minion: str
    strike: StrikeKind = StrikeKind.HAND
    damage: int = 0
    aggravated: int = 0
    ranged: bool = False
    first: bool = False
    amount: int = 0
    source: str = ""
    target: str = ""
    card: str = ""
    blood: int = 0
    pool: int = 0
    effects: tuple[Effect, ...] = ()

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        combat = combat_of(table)
        if combat is None or window_name(table) is not WindowName.STRIKES:
            return Refusal(Code.WINDOW, "Strikes are announced in the strike step.", "COMBAT-15")
        side = side_of(combat, self.minion)
        if side is None or side.seat != self.seat:
            return Refusal(
                Code.ACTOR, "%(card)s does not strike for %(seat)s.", "COMBAT-05", card=self.minion, seat=self.seat
            )
        if side not in due_strikers(combat):
            return Refusal(Code.LIMIT, "%(card)s has no strike left.", "COMBAT-36", card=self.minion)
        if side.strike is not None:
            return Refusal(Code.REPEAT, "%(card)s has announced its strike.", "COMBAT-15", card=self.minion)
        first = next(item for item in due_strikers(combat) if item.strike is None)
        if first.minion != self.minion:
            return Refusal(Code.IMPULSE, "%(card)s announces first.", "COMBAT-15", card=first.minion)
        return (
            impulse_refusal(table, self.seat)
            or self._weapon_refusal(table, combat, side)
            or self._target_refusal(table, combat)
            or window_refusal(table, self.actor, self.effects)
            or effects_refusal(table, self.actor, self.effects)
            or self._card_refusal(table)
        )

    @property
    def actor(self) -> Actor:
        """Who strikes, and with what."""
        return Actor(seat=self.seat, minion=self.minion, card=self.source or self.card)

    def _weapon_refusal(self, table: Table, combat: Combat, side: Combatant) -> Refusal | None:
        if min(self.damage, self.aggravated, self.amount) < 0:
            return Refusal(Code.AMOUNT, "A strike is not negative.", "SEQ-16")
        named = self.source or self.card
        if side.maneuver_source and not side.struck and named != side.maneuver_source:
            return Refusal(
                Code.CHOICE, "%(card)s maneuvered: it strikes first.", "COMBAT-13", card=side.maneuver_source
            )
        if not self.source:
            return None
        weapon = table.cards.get(self.source)
        if weapon is None or not weapon.in_play or weapon.host != self.minion:
            return Refusal(
                Code.TARGET, "%(card)s does not have %(weapon)s.", "COMBAT-13", card=self.minion, weapon=self.source
            )
        if weapon.stolen_in == combat.round:
            return Refusal(Code.LIMIT, "%(card)s was stolen in this round.", "COMBAT-29", card=self.source)
        return None

    def _target_refusal(self, table: Table, combat: Combat) -> Refusal | None:
        opponent = opponent_of(combat, self.minion)
        target = table.cards.get(self.target)
        on_opponent = target is not None and target.in_play and target.host == opponent.minion
        if self.strike in ON_EQUIPMENT:
            if target is None or not on_opponent or target.kind is not Kind.EQUIPMENT:
                return Refusal(Code.TARGET, "Say which equipment of the opponent.", "COMBAT-27")
            return None
        if not self.target or self.target == opponent.minion:
            return None
        if target is None or not on_opponent or target.kind is not Kind.RETAINER:
            return Refusal(Code.TARGET, "A strike is aimed at the opponent or its retainer.", "COMBAT-16")
        if combat.range != "long" or not self.ranged:
            return Refusal(Code.RANGE, "A retainer is struck at long range, by a ranged strike.", "COMBAT-16")
        return None

    def _card_refusal(self, table: Table) -> Refusal | None:
        if self.card and (refused := hand_refusal(table, self.seat, Delay.NONE)):
            return refused
        return cost_refusal(table, self.seat, self.minion, pool=self.pool, blood=self.blood)

    @override
    def carry_out(self, draft: Draft) -> None:
        if self.card:
            combat = combat_of(draft)
            assert combat is not None
            target = opponent_of(combat, self.minion).minion
            frame = CardPlay(play=self, seat=self.seat, minion=self.minion, card=self.card, target=target)
            declare(draft, self, frame)
        else:
            self._settle_on(draft)

    @override
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """A strike card's cost is paid when it is played; its effect waits.

        Rule: SEQ-33 to SEQ-35.
        """
        to_ash_heap(draft, self.seat, self.card)
        self._settle_on(draft)

    @override
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """Another strike must be chosen.

        Rule: GAP-30.
        """
        to_ash_heap(draft, self.seat, self.card)
        if draft.options.cancel_cost == "current" and not frame.cost_waived:
            pay_cost(draft, self.seat, self.minion, pool=self.pool, blood=self.blood)
            settle_ousts(draft)

    def _settle_on(self, draft: Draft) -> None:
        pay_cost(draft, self.seat, self.minion, pool=self.pool, blood=self.blood)
        settle_ousts(draft)
        combat = combat_of(draft)
        if combat is None or window_of(draft) is None:
            return
        strike = Strike(
            kind=self.strike,
            damage=self.damage,
            aggravated=self.aggravated,
            ranged=self.ranged,
            first=self.first,
            amount=self.amount,
            source=self.source or self.card,
            target=self.target,
            effects=self.effects,
        )
        change_side(draft, self.minion, strike=strike)
        draft.note(Happening.STRIKE_CHOSEN, self.seat, self.minion, detail=self.strike)
        _count_as_passed(draft, self.seat)


def _count_as_passed(draft: Draft, seat: str) -> None:
    from dataclasses import replace

    window = window_of(draft)
    assert window is not None
    draft.top(window=replace(window, passed=(*window.passed, seat)))
    window = window_of(draft)
    if window is not None and not window.holder:
        close_window(draft)


# Effects of combat cards


def _own_side(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    combat = combat_of(table)
    if combat is None or side_of(combat, item.target or actor.minion) is None:
        return Refusal(Code.TARGET, "It is for a minion in combat.", "COMBAT-05")
    return None


@effect(
    EffectKind.STRIKE_DAMAGE,
    check=_own_side,
    windows=frozenset({WindowName.BEFORE_RANGE, WindowName.BEFORE_STRIKES, WindowName.STRIKES}),
)
def _strike_damage(draft: Draft, actor: Actor, item: Effect) -> None:
    """A strike modifier, no later than the announcement of strikes.

    Rule: COMBAT-17.
    """
    combat = combat_of(draft)
    side = side_of(combat, item.target or actor.minion) if combat else None
    if side is not None:
        change_side(draft, side.minion, bonus=side.bonus + item.amount)


def _additional_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """One limited source of additional strikes for each minion and round.

    Rule: COMBAT-35, GAP-29.
    """
    if refused := _own_side(table, actor, item):
        return refused
    combat = combat_of(table)
    side = side_of(combat, item.target or actor.minion) if combat else None
    if side is not None and actor.limited and side.limited_additional:
        return Refusal(Code.LIMIT, "One limited source of additional strikes a round.", "GAP-29")
    return None


@effect(EffectKind.ADDITIONAL, check=_additional_check, windows=frozenset({WindowName.ADDITIONAL}))
def _additional(draft: Draft, actor: Actor, item: Effect) -> None:
    combat = combat_of(draft)
    side = side_of(combat, item.target or actor.minion) if combat else None
    if side is not None:
        limited = side.limited_additional or actor.limited
        change_side(draft, side.minion, additional=side.additional + item.amount, limited_additional=limited)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Hand strikes, dodges, combat ends and what weapons do."""
    if window_name(state) is not WindowName.STRIKES:
        return
    combat = combat_of(state)
    assert combat is not None
    for side in due_strikers(combat):
        if side.seat == seat and side.strike is None:
            for kind in (StrikeKind.HAND, StrikeKind.DODGE, StrikeKind.COMBAT_ENDS, StrikeKind.NONE):
                yield ChooseStrike(seat=seat, minion=side.minion, strike=kind)
            yield ChooseStrike(seat=seat, minion=side.minion, strike=StrikeKind.STEAL_BLOOD, amount=2)
            yield ChooseStrike(seat=seat, minion=side.minion, strike=StrikeKind.DAMAGE, damage=2, first=True)
            yield ChooseStrike(seat=seat, minion=side.minion, strike=StrikeKind.DAMAGE, aggravated=1, ranged=True)
