"""Combat, step by step: before range, range, strikes, damage, additional strikes, press, end of round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, override

from toolkit.game.damage import handle_harm, inflict
from toolkit.game.draft import Draft, Table, copy_with
from toolkit.game.effects import Actor, apply_effects, effect
from toolkit.game.events import Happening
from toolkit.game.hand import draw
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.playing import PlayCard, UseEffect, card_type
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Combat, Combatant, Effect, GameState, Harm
from toolkit.game.vocabulary import CardType, EffectKind, WindowName, Zone
from toolkit.game.windows import open_window, resume, when_closed, window_name


def combat_of(table: Table) -> Combat | None:
    """The combat going on, if any."""
    return next((frame for frame in reversed(table.frames) if isinstance(frame, Combat)), None)


def combat_refusal(table: Table, one: str, other: str) -> Refusal | None:
    """Why two minions cannot fight.

    Rule: COMBAT-01, COMBAT-02.
    """
    cards = [table.cards.get(one), table.cards.get(other)]
    if any(card is None or not card.is_minion for card in cards):
        return Refusal(Code.TARGET, "Two minions fight.", "COMBAT-02")
    first, second = (card for card in cards if card is not None)
    if not first.is_ready_minion or not second.is_ready_minion:
        return Refusal(Code.REGION, "Only ready minions fight.", "COMBAT-02")
    if first.controller == second.controller:
        return Refusal(Code.TARGET, "Minions of the same Methuselah do not fight.", "COMBAT-01")
    return None


def start_combat(draft: Draft, acting: str, opposing: str, *, from_block: bool = False) -> None:
    """Two minions enter combat; withdrawals of both Methuselahs are void.

    Rule: WD-05, COMBAT-06.
    """
    if combat_refusal(draft, acting, opposing) is not None:
        resume(draft)
        return
    sides = tuple(Combatant(minion=name, seat=draft.cards[name].controller) for name in (acting, opposing))
    for side in sides:
        draft.void_withdrawal(side.seat, f"{side.minion} is in combat")
    draft.note(Happening.COMBAT_BEGAN, sides[0].seat, acting, detail=opposing)
    draft.push(Combat(sides=(sides[0], sides[1]), from_block=from_block))
    _begin_round(draft)


def top_combat(draft: Draft) -> Combat:
    """The combat that is the innermost frame."""
    frame = draft.frames[-1]
    assert isinstance(frame, Combat)
    return frame


def change_side(draft: Draft, minion: str, **changes: Any) -> None:
    """Change what one combatant has done."""
    combat = combat_of(draft)
    if combat is not None:
        one, two = (copy_with(side, **changes) if side.minion == minion else side for side in combat.sides)
        draft.frame_of(Combat, sides=(one, two))


def side_of(combat: Combat, minion: str) -> Combatant | None:
    """The side of a combatant; None for a minion that is not fighting."""
    return next((side for side in combat.sides if side.minion == minion), None)


def opponent_of(combat: Combat, minion: str) -> Combatant:
    """The other side."""
    return combat.sides[1] if combat.sides[0].minion == minion else combat.sides[0]


# The steps


def _begin_round(draft: Draft) -> None:
    combat = top_combat(draft)
    draft.note(Happening.ROUND_BEGAN, amount=combat.round)
    _step(draft, WindowName.BEFORE_RANGE)


def _step(draft: Draft, name: WindowName) -> None:
    draft.top(step=name, last="")
    open_window(draft, name)


@when_closed(WindowName.BEFORE_RANGE)
def _to_range(draft: Draft) -> None:
    _step(draft, WindowName.RANGE)


@when_closed(WindowName.RANGE)
def _to_strikes(draft: Draft) -> None:
    draft.note(Happening.RANGE_SET, detail=top_combat(draft).range)
    _step(draft, WindowName.BEFORE_STRIKES)


@when_closed(WindowName.ADDITIONAL)
def _after_exchange(draft: Draft) -> None:
    """Additional strikes are announced and resolved in turn; then comes the press step.

    Rule: COMBAT-35, COMBAT-36.
    """
    from toolkit.game.strikes import open_strikes

    combat = top_combat(draft)
    if any(side.additional for side in combat.sides):
        draft.top(exchange=combat.exchange + 1)
        open_strikes(draft)
    else:
        _step(draft, WindowName.PRESS)


@when_closed(WindowName.PRESS)
def end_round(draft: Draft) -> None:
    """Effects of the end of the round.

    Rule: COMBAT-40, A-50.
    """
    _step(draft, WindowName.END_OF_ROUND)


@when_closed(WindowName.END_OF_ROUND)
def _next_round(draft: Draft) -> None:
    """Another round begins at close range, or combat ends.

    Rule: COMBAT-09, COMBAT-37, COMBAT-41, COMBAT-42.
    """
    combat = top_combat(draft)
    ready = all(draft.cards[side.minion].is_ready_minion for side in combat.sides)
    if not combat.goes_on or combat.over or not ready:
        end_combat(draft)
        return
    one, two = (Combatant(minion=side.minion, seat=side.seat) for side in combat.sides)
    draft.top(
        sides=(one, two),
        round=combat.round + 1,
        range="close",
        goes_on=False,
        exchange=0,
        classes=(),
        combat_drawn=frozenset(),
    )
    _begin_round(draft)


def end_combat(draft: Draft) -> None:
    """Combat is over; what was to follow it follows."""
    combat = draft.pop()
    assert isinstance(combat, Combat)
    draft.note(Happening.COMBAT_ENDED, combat.sides[0].seat)
    for card in list(draft.cards.values()):
        if card.stolen_in:
            draft.card(card.id, stolen_in=0)
    if combat.after_end:
        side = combat.sides[0]
        apply_effects(draft, Actor(seat=side.seat, minion=side.minion), combat.after_end)
    resume(draft)


def break_off(draft: Draft) -> None:
    """Combat ends early: only the end-of-round step is left.

    Rule: COMBAT-03, COMBAT-20, COMBAT-40.
    """
    draft.top(over=True, classes=(), pending=())
    end_round(draft)


def cut_lost_combats(draft: Draft) -> None:
    """A combat with a combatant who is no longer ready, or has changed sides, ends early.

    Rule: COMBAT-03.
    """
    if not draft.frames or not isinstance(draft.frames[-1], Combat):
        return
    combat = top_combat(draft)
    if combat.step is WindowName.END_OF_ROUND:
        return
    if any(not _fights_on(draft, side) for side in combat.sides):
        break_off(draft)


def _fights_on(draft: Draft, side: Combatant) -> bool:
    card = draft.cards[side.minion]
    return card.is_ready_minion and card.controller == side.seat


@when_closed(WindowName.DAMAGE)
def _handle_damage(draft: Draft) -> None:
    """Unprevented damage is handled; the next strikes follow if both still stand.

    Rule: COMBAT-34, COMBAT-22.
    """
    if isinstance(draft.frames[-1], Harm):
        handle_harm(draft)
        return
    from toolkit.game.strike_resolution import next_class

    combat = top_combat(draft)
    draft.top(pending=())
    for card, normal, aggravated in combat.pending:
        inflict(draft, card, normal, aggravated)
    if all(_fights_on(draft, side) for side in top_combat(draft).sides):
        next_class(draft)
    else:
        break_off(draft)


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
    if combat is None or side is None or window_name(table) not in (WindowName.RANGE, WindowName.AS_PLAYED):
        return Refusal(Code.WINDOW, "Maneuvers are used by the combatants to set the range.", "COMBAT-10")
    direction = "close" if combat.range == "long" else "long"
    if combat.last == side.minion or side.maneuver not in ("", direction):
        return Refusal(Code.RANGE, "%(card)s cannot maneuver again now.", "COMBAT-11", card=side.minion)
    if item.detail and side.maneuver_source:
        return Refusal(Code.LIMIT, "One weapon or strike card maneuvers in a round.", "COMBAT-14")
    return None


@effect(EffectKind.MANEUVER, check=_maneuver_check, windows=frozenset({WindowName.RANGE}))
def _maneuver(draft: Draft, actor: Actor, item: Effect) -> None:
    """`detail` "weapon" or "strike" if it is a weapon's or strike card's own maneuver."""
    combat, side = combat_of(draft), _combatant(draft, actor)
    if combat is None or side is None:
        return
    direction = "close" if combat.range == "long" else "long"
    draft.frame_of(Combat, range=direction, last=side.minion)
    source = actor.card if item.detail else side.maneuver_source
    change_side(draft, side.minion, maneuver=direction, maneuver_source=source)


def _in_combat(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if combat_of(table) is None:
        return Refusal(Code.WINDOW, "There is no combat.", "CARD-44")
    return None


@effect(EffectKind.RANGE, check=_in_combat)
def _set_range(draft: Draft, actor: Actor, item: Effect) -> None:
    """The range is set by an effect, which clears who maneuvered where."""
    draft.frame_of(Combat, range="long" if item.detail == "long" else "close", last="")
    for side in draft.frames[-1].sides if isinstance(draft.frames[-1], Combat) else ():
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


@effect(EffectKind.PRESS, check=_press_check, windows=frozenset({WindowName.PRESS}))
def _press(draft: Draft, actor: Actor, item: Effect) -> None:
    combat, side = combat_of(draft), _combatant(draft, actor)
    if combat is None or side is None:
        return
    change_side(draft, side.minion, press="end" if combat.goes_on else "continue")
    draft.frame_of(Combat, goes_on=not combat.goes_on, last=side.minion)


@effect(EffectKind.END_COMBAT, check=_in_combat)
def _end_combat(draft: Draft, actor: Actor, item: Effect) -> None:
    if draft.frames and isinstance(draft.frames[-1], Combat) and top_combat(draft).step is not WindowName.END_OF_ROUND:
        break_off(draft)


def _combat_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if combat_of(table) is not None:
        return Refusal(Code.WINDOW, "A combat is going on.", "COMBAT-02")
    return combat_refusal(table, item.detail or actor.minion, item.target)


@effect(EffectKind.COMBAT, check=_combat_target)
def _combat(draft: Draft, actor: Actor, item: Effect) -> None:
    start_combat(draft, item.detail or actor.minion, item.target)


# Combat cards


@card_type(CardType.COMBAT)
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
        started = combat.step is not WindowName.BEFORE_RANGE
        if started and (table.options.is_detailed or combat.step is not WindowName.STRIKES):
            return Refusal(Code.WINDOW, "The draw is taken as the round starts.", "PM-ADV-11")
        if self.seat in combat.combat_drawn:
            return Refusal(Code.LIMIT, "One draw each round.", "PM-ADV-11")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        combat = combat_of(draft)
        assert combat is not None
        draft.frame_of(Combat, combat_drawn=combat.combat_drawn | {self.seat})
        draw(draft, self.seat, 1)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Maneuvers, presses and draws of the combatants."""
    combat = combat_of(state)
    if combat is None:
        return
    if state.options.is_advanced:
        yield CombatDraw(seat=seat)
    kind = {WindowName.RANGE: EffectKind.MANEUVER, WindowName.PRESS: EffectKind.PRESS}.get(combat.step)
    for side in combat.sides:
        if side.seat == seat and kind is not None:
            yield UseEffect(seat=seat, minion=side.minion, effects=(Effect(kind),))
