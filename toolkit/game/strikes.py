"""Combatants' choices: strikes and their modifiers, maneuvers, presses, combat cards, draws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import override

from toolkit.game.combat import (
    change_side,
    combat_of,
    due_strikers,
    in_combat,
    is_range_open,
    is_round_new,
    lapsed_combat,
    opponent_of,
    side_of,
)
from toolkit.game.draft import Draft, Table, copy_with
from toolkit.game.effects import INTERRUPTING, Actor, effect, effects_refusal, window_refusal
from toolkit.game.ending import settle_ousts
from toolkit.game.events import Happening
from toolkit.game.hand import draw, to_ash_heap
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.playing import PlayCard, UseEffect, card_type
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import CardPlay, Combat, Combatant, Effect, GameState, Strike, Terms, Waiting
from toolkit.game.terms import cost_refusal, pay_cost, requirement_refusal, terms_refusal
from toolkit.game.vocabulary import CardKind, CardType, EffectKind, StrikeKind, WindowName, Zone
from toolkit.game.windows import (
    COULD_ACT,
    Playable,
    close_window,
    declare,
    impulse_refusal,
    window_name,
    window_of,
)
from toolkit.game.words import RANGES, Names, given_name, signed, with_figures
from toolkit.languages import N_, Count, Message

ON_EQUIPMENT = frozenset({StrikeKind.DESTROY_EQUIPMENT, StrikeKind.STEAL_EQUIPMENT})
# Maneuvers, presses, additional strikes and the prevention of damage are a combatant's own.
_COMBATANTS_OWN = (
    WindowName.BEFORE_RANGE,
    WindowName.RANGE,
    WindowName.BEFORE_STRIKES,
    WindowName.DAMAGE,
    WindowName.ADDITIONAL,
    WindowName.PRESS,
    WindowName.END_OF_ROUND,
)


@operation
class ChooseStrike(Terms, Playable):
    """Announce a strike.

    Attributes:
        damage, aggravated: its damage; a hand strike does the minion's strength.
        amount: blood stolen.
        source: the weapon, or nothing.
        target: a retainer or equipment of the opponent, or nothing for the opposing minion.
        card: the strike card: its cost is paid as it is announced.
        effects: what else the strike does when it resolves; the card enters play then.
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
            or self._ending_refusal()
            or window_refusal(table, self.actor, self.effects)
            or effects_refusal(table, self.actor, self.effects)
            or self._card_refusal(table)
        )

    @property
    def actor(self) -> Actor:
        """Who strikes, and with what."""
        return Actor(seat=self.seat, minion=self.minion, card=self.source or self.card, entering=self)

    def _weapon_refusal(self, table: Table, combat: Combat, side: Combatant) -> Refusal | None:
        if min(self.damage, self.aggravated, self.amount) < 0:
            return Refusal(Code.AMOUNT, "A strike is not negative.", "SEQ-16")
        if any(item.kind in INTERRUPTING for item in self.effects):
            return Refusal(Code.TERMS, "Nothing else begins while strikes resolve.", "COMBAT-18")
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
            if target is None or not on_opponent or target.kind is not CardKind.EQUIPMENT:
                return Refusal(Code.TARGET, "Choose the opponent's equipment.", "COMBAT-27")
            return None
        if not self.target or self.target == opponent.minion:
            return None
        if target is None or not on_opponent or target.kind is not CardKind.RETAINER:
            return Refusal(Code.TARGET, "A strike is aimed at the opponent or its retainer.", "COMBAT-16")
        if combat.range != "long" or not self.ranged:
            return Refusal(Code.RANGE, "A retainer is struck at long range, by a ranged strike.", "COMBAT-16")
        return None

    def _ending_refusal(self) -> Refusal | None:
        # Such a strike resolves before the others and leaves nothing after it: no mere effect of another strike does.
        if any(item.kind is EffectKind.END_COMBAT for item in self.effects):
            return Refusal(
                Code.TERMS, "A strike that ends combat is one of its own kind (strike=combat_ends).", "COMBAT-20"
            )
        return None

    def _card_refusal(self, table: Table) -> Refusal | None:
        if self.enters and not self.card:
            return Refusal(Code.TERMS, "Choose the card that enters play.", "SEQ-16")
        is_played = self._maneuvered_with(table) is not None
        return (
            terms_refusal(table, self.seat, "" if is_played else self.card, self)
            or requirement_refusal(table, table.cards[self.minion], self.requires, as_vampire=self.as_vampire)
            or (None if is_played else cost_refusal(table, self.seat, self.minion, self))
        )

    def _maneuvered_with(self, table: Table) -> Waiting | None:
        """The strike card if it has maneuvered in this round: it is played and paid for already.

        Rule: COMBAT-43.
        """
        combat = combat_of(table)
        limbo = combat.limbo if combat is not None and self.card else ()
        return next((item for item in limbo if (item.minion, item.card) == (self.minion, self.card)), None)

    @override
    def carry_out(self, draft: Draft) -> None:
        combat = combat_of(draft)
        assert combat is not None
        if (played := self._maneuvered_with(draft)) is not None:
            own = Waiting(seat=self.seat, card=self.card, minion=self.minion, terms=self)
            draft.frame_of(Combat, limbo=tuple(own if item is played else item for item in combat.limbo))
            self._settle_on(draft)
        elif self.card:
            target = opponent_of(combat, self.minion).minion
            frame = CardPlay(
                play=self,
                seat=self.seat,
                minion=self.minion,
                card=self.card,
                target=target,
                delay=self.delay,
                until=self.until,
            )
            declare(draft, self, frame)
        else:
            self._pay(draft)
            self._settle_on(draft)

    @override
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """A strike card's cost is paid when it is played; its effect waits, and so does the card, in limbo.

        Rule: SEQ-33 to SEQ-35.
        """
        combat = combat_of(draft)
        assert combat is not None
        waiting = Waiting(seat=self.seat, card=self.card, minion=self.minion, terms=self)
        draft.frame_of(Combat, limbo=(*combat.limbo, waiting))
        self._pay(draft)
        self._settle_on(draft)

    @override
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """Another strike must be chosen.

        Rule: GAP-30, PM-ADV-11.
        """
        draft.frame_of(Combat, under_way=True)
        to_ash_heap(draft, self.seat, self.card)
        if draft.options.cancel_cost == "current" and not frame.cost_waived:
            pay_cost(draft, self.seat, self.minion, self)
            settle_ousts(draft)

    def _pay(self, draft: Draft) -> None:
        pay_cost(draft, self.seat, self.minion, self)
        settle_ousts(draft)

    def _settle_on(self, draft: Draft) -> None:
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
            is_paid=bool(self.card or self.pool or self.blood or self.edge or self.cards or self.convictions),
            as_vampire=self.as_vampire,
        )
        change_side(draft, self.minion, strike=strike)
        draft.note(Happening.STRIKE_CHOSEN, self.seat, self.minion, detail=self.strike)
        _count_as_passed(draft, self.seat)

    @override
    def told(self, names: Names) -> str:
        """A strike: "Anna strikes with .44 Magnum (2 damage, ranged)"."""
        figures = [
            Message("%(number)s damage", number=self.damage) if self.damage else "",
            Message("%(number)s aggravated", number=self.aggravated) if self.aggravated else "",
            Message("ranged") if self.ranged else "",
            Message("first strike") if self.first else "",
            Message("at %(card)s", card=names.card(self.target))
            if self.target and self.strike not in ON_EQUIPMENT
            else "",
        ]
        return with_figures(self._struck(names), figures)

    def _struck(self, names: Names) -> str:
        minion = names.card(self.minion)
        with_what = given_name(self.card) or (names.card(self.source) if self.source else "")
        words: str = Message(
            _STRUCK.get(self.strike, _PLAINLY),
            minion=minion,
            number=self.amount,
            card=names.card(self.target) if self.target else "",
        )
        if with_what:
            words = Message("%(words)s with %(card)s", words=words, card=with_what)
        return Message("%(words)s: combat ends", words=words) if self.strike is StrikeKind.COMBAT_ENDS else words


_PLAINLY = N_("%(minion)s strikes")
_STRUCK = {
    StrikeKind.HAND: N_("%(minion)s strikes with hands"),
    StrikeKind.DODGE: N_("%(minion)s dodges"),
    StrikeKind.NONE: N_("%(minion)s does not strike"),
    StrikeKind.STEAL_BLOOD: N_("%(minion)s strikes to steal %(number)s blood"),
    StrikeKind.DESTROY_EQUIPMENT: N_("%(minion)s strikes to destroy %(card)s"),
    StrikeKind.STEAL_EQUIPMENT: N_("%(minion)s strikes to steal %(card)s"),
}


def _count_as_passed(draft: Draft, seat: str) -> None:
    window = window_of(draft)
    assert window is not None
    draft.top(window=copy_with(window, passed=(*window.passed, seat)))
    window = window_of(draft)
    if window is not None and not window.holder:
        close_window(draft)


def _still_to_strike(table: Table) -> list[str]:
    combat = combat_of(table)
    return [side.seat for side in due_strikers(combat) if side.strike is None] if combat is not None else []


COULD_ACT[WindowName.STRIKES] = _still_to_strike


def _combatants(table: Table) -> list[str]:
    combat = combat_of(table)
    return [side.seat for side in combat.sides] if combat is not None else []


COULD_ACT |= dict.fromkeys(_COMBATANTS_OWN, _combatants)


# Effects of combat cards


def _own_side(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    combat = combat_of(table)
    if combat is None or side_of(combat, item.target or actor.minion) is None:
        return Refusal(Code.TARGET, "It is for a minion in combat.", "COMBAT-05")
    return None


def _damage_words(item: Effect, target: str, names: Names) -> str:
    if target:
        return Message("%(card)s: %(change)s damage with the strike", card=target, change=signed(item.amount))
    return Message("%(change)s damage with the strike", change=signed(item.amount))


@effect(
    EffectKind.STRIKE_DAMAGE,
    check=_own_side,
    windows=frozenset({WindowName.BEFORE_RANGE, WindowName.BEFORE_STRIKES, WindowName.STRIKES}),
    called=Message("More damage with the strike"),
    told=_damage_words,
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


def _additional_words(item: Effect, target: str, names: Names) -> str:
    words = Count(item.amount, "%(num)d additional strike", "%(num)d additional strikes")
    return Message("%(name)s: %(words)s", name=target, words=words) if target else words


@effect(
    EffectKind.ADDITIONAL,
    check=_additional_check,
    windows=frozenset({WindowName.ADDITIONAL}),
    called=Message("Additional strikes"),
    told=_additional_words,
)
def _additional(draft: Draft, actor: Actor, item: Effect) -> None:
    combat = combat_of(draft)
    side = side_of(combat, item.target or actor.minion) if combat else None
    if side is not None:
        limited = side.limited_additional or actor.limited
        change_side(draft, side.minion, additional=side.additional + item.amount, limited_additional=limited)


# Maneuvers and presses


def _combatant(table: Table, actor: Actor) -> Combatant | None:
    combat = combat_of(table)
    card = table.cards.get(actor.minion)
    if combat is None or card is None:
        return None
    return side_of(combat, card.host if card.zone is Zone.ATTACHED else card.id)


def _maneuver_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Not two in a row, not in both directions, one weapon or strike card.

    Rule: COMBAT-10, COMBAT-11, COMBAT-14, A-19.
    """
    combat, side = combat_of(table), _combatant(table, actor)
    is_moment = window_name(table) in (WindowName.RANGE, WindowName.AS_PLAYED)
    if combat is None or side is None or not (is_moment or is_range_open(table, combat, side)):
        return Refusal(Code.WINDOW, "Maneuvers are used by the combatants to set the range.", "COMBAT-10")
    direction = "close" if combat.range == "long" else "long"
    if combat.last == side.minion or side.maneuver not in ("", direction):
        return Refusal(Code.RANGE, "%(card)s cannot maneuver again now.", "COMBAT-11", card=side.minion)
    if item.detail and side.maneuver_source:
        return Refusal(Code.LIMIT, "One weapon or strike card maneuvers in a round.", "COMBAT-14")
    return None


@effect(
    EffectKind.MANEUVER,
    check=_maneuver_check,
    windows=frozenset({WindowName.RANGE, WindowName.STRIKES}),
    called=Message("Maneuver"),
    told=N_("maneuvers"),
    details=["weapon", "strike"],
)
def _maneuver(draft: Draft, actor: Actor, item: Effect) -> None:
    """`detail` "weapon" or "strike" if it is a weapon's or strike card's own maneuver.

    Rule: COMBAT-12.
    """
    combat, side = combat_of(draft), _combatant(draft, actor)
    if combat is None or side is None:
        return
    direction = "close" if combat.range == "long" else "long"
    if combat.step is WindowName.STRIKES:
        # What was announced at the range before is announced anew.
        for other in combat.sides:
            change_side(draft, other.minion, strike=None)
    draft.frame_of(Combat, range=direction, last=side.minion)
    source = actor.card if item.detail else side.maneuver_source
    change_side(draft, side.minion, maneuver=direction, maneuver_source=source)


def _range_words(item: Effect, target: str, names: Names) -> str:
    return Message("now at %(range)s", range=RANGES.get(item.detail, item.detail))


@effect(
    EffectKind.RANGE, check=in_combat, called=Message("Set the range"), told=_range_words, details=["close", "long"]
)
def _set_range(draft: Draft, actor: Actor, item: Effect) -> None:
    """The range is set by an effect; where that changes it, who maneuvered where is cleared.

    Rule: COMBAT-11, A-19, PM-ADV-11.
    """
    combat = combat_of(draft)
    reached = "long" if item.detail == "long" else "close"
    if combat is None or combat.range == reached:  # without a combat, an effect declared in front of this one ended it
        return
    has_maneuvered = any(side.maneuver for side in combat.sides)
    draft.frame_of(Combat, range=reached, last="", under_way=combat.under_way or has_maneuvered)
    for side in combat.sides:
        change_side(draft, side.minion, maneuver="")


def _press_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """A press flips the outcome of the round; one direction for each minion.

    Rule: COMBAT-38, COMBAT-39, A-19.
    """
    combat, side = combat_of(table), _combatant(table, actor)
    if combat is None or side is None or window_name(table) is not WindowName.PRESS:
        return Refusal(Code.WINDOW, "Presses are used by the combatants at the end of a round.", "COMBAT-38")
    direction = "end" if combat.goes_on else "continue"
    if combat.last == side.minion or side.press not in ("", direction):
        return Refusal(Code.RANGE, "%(card)s cannot press again now.", "COMBAT-39", card=side.minion)
    if item.detail and item.detail != direction:
        if combat.goes_on:
            return Refusal(Code.CHOICE, "A press now would be to end.", "COMBAT-38")
        return Refusal(Code.CHOICE, "A press now would be to continue.", "COMBAT-38")
    return None


@effect(
    EffectKind.PRESS,
    check=_press_check,
    windows=frozenset({WindowName.PRESS}),
    called=Message("Press"),
    told=N_("presses"),
    details=["continue", "end"],
)
def _press(draft: Draft, actor: Actor, item: Effect) -> None:
    combat, side = combat_of(draft), _combatant(draft, actor)
    if combat is None or side is None:
        return
    change_side(draft, side.minion, press="end" if combat.goes_on else "continue")
    draft.frame_of(Combat, goes_on=not combat.goes_on, last=side.minion)


# Combat cards


def _done(draft: Draft, play: PlayCard, canceled: bool) -> None:
    """The round goes on after a maneuver that is canceled.

    Rule: PM-ADV-11.
    """
    if canceled and any(item.kind is EffectKind.MANEUVER for item in play.effects):
        draft.frame_of(Combat, under_way=True)


@card_type(CardType.COMBAT, done=_done)
def combat_card_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why a combat card cannot be played.

    Rule: CARD-44, COMBAT-05.
    """
    combat = combat_of(table)
    if combat is None:
        return Refusal(Code.WINDOW, "Combat cards are played in combat.", "CARD-44")
    if side_of(combat, play.minion) is None and not play.by_other:
        return Refusal(Code.ACTOR, "%(card)s is not in this combat.", "COMBAT-05", card=play.minion)
    return None


@card_type(CardType.REFLEX)
def reflex_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """A reflex cancels a card played against its own minion.

    Rule: CARD-45.
    """
    frame = table.frames[-1] if table.frames else None
    target = getattr(frame, "target", "") if window_name(table) is WindowName.AS_PLAYED else ""
    if target != play.minion:
        return Refusal(Code.WINDOW, "No card is being played against %(card)s.", "CARD-45", card=play.minion)
    return None


# Draws in combat (advanced phased motion)


@operation
class CombatDraw(Operation):
    """Draw a card as a round of combat starts, in the advanced game of phased motion."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        combat = combat_of(table)
        if not table.options.is_advanced or combat is None:
            return Refusal(Code.WINDOW, "Cards are drawn in combat in the advanced game alone.", "PM-ADV-11")
        if self.seat not in [side.seat for side in combat.sides]:
            return Refusal(Code.ACTOR, "%(seat)s has no minion in this combat.", "PM-ADV-11", seat=self.seat)
        if combat.from_block and combat.sides[1].seat == self.seat:
            return Refusal(Code.ACTOR, "The blocking side draws nothing.", "PM-ADV-12")
        if not is_round_new(table, combat):
            return Refusal(Code.PHASE, "The draw is taken as the round starts.", "PM-ADV-11")
        if self.seat in combat.combat_drawn:
            return Refusal(Code.LIMIT, "One draw each round.", "PM-ADV-11")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        combat = combat_of(draft)
        assert combat is not None
        draft.frame_of(Combat, combat_drawn=combat.combat_drawn | {self.seat})
        draw(draft, self.seat, 1)

    @override
    def told(self, names: Names) -> str:
        return Message("draws a card for this round of combat")


@offers
def moves(state: GameState, seat: str) -> Iterator[Operation]:
    """Maneuvers, presses and draws of the combatants."""
    lapsed = lapsed_combat(state)
    for side in lapsed.sides if lapsed is not None else ():
        if side.seat == seat:
            yield UseEffect(seat=seat, minion=side.minion, effects=(Effect(EffectKind.PRESS),))
    combat = combat_of(state)
    if combat is None:
        return
    if state.options.is_advanced:
        yield CombatDraw(seat=seat)
    for side in combat.sides:
        step = WindowName.RANGE if is_range_open(state, combat, side) else combat.step
        kind = {WindowName.RANGE: EffectKind.MANEUVER, WindowName.PRESS: EffectKind.PRESS}.get(step)
        if side.seat == seat and kind is not None:
            yield UseEffect(seat=seat, minion=side.minion, effects=(Effect(kind),))


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Hand strikes, dodges, combat ends and what weapons do; with what maneuvered, if something did.

    Rule: COMBAT-13, COMBAT-43.
    """
    if window_name(state) is not WindowName.STRIKES:
        return
    combat = combat_of(state)
    assert combat is not None
    for side in due_strikers(combat):
        if side.seat == seat and side.strike is None:
            named = "" if side.struck else side.maneuver_source
            source, card = (named, "") if named in state.cards else ("", named)
            strike = partial(ChooseStrike, seat=seat, minion=side.minion, source=source, card=card)
            for kind in (StrikeKind.HAND, StrikeKind.DODGE, StrikeKind.COMBAT_ENDS, StrikeKind.NONE):
                yield strike(strike=kind)
            yield strike(strike=StrikeKind.STEAL_BLOOD, amount=2)
            yield strike(strike=StrikeKind.DAMAGE, damage=2, first=True)
            yield strike(strike=StrikeKind.DAMAGE, aggravated=1, ranged=True)
