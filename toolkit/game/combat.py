"""Combat: its rounds and their steps, the strikes as they resolve, the damage that they inflict."""

from __future__ import annotations

from typing import Any

from toolkit.game.damage import apply_effects, handle, handle_harm, with_damage, with_declared
from toolkit.game.draft import BANK, Draft, PassedStep, Table, copy_with, on
from toolkit.game.effects import DAMAGING, Actor, apply_each, effect
from toolkit.game.events import Happening
from toolkit.game.operation import Operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Combat, Combatant, Effect, GameState, Harm, Strike, Waiting
from toolkit.game.terms import play_out, put_away
from toolkit.game.vocabulary import ANSWERED, CardKind, EffectKind, StrikeKind, WindowName
from toolkit.game.windows import (
    PASS_HOOKS,
    REOPENS,
    close_window,
    open_window,
    resume,
    when_closed,
    window_name,
)
from toolkit.game.words import Names
from toolkit.game.zones import attach, burn, burn_if_lifeless, unlock
from toolkit.languages import N_, Message


def combat_of(table: Table) -> Combat | None:
    """The combat going on, if any."""
    return next((frame for frame in reversed(table.frames) if isinstance(frame, Combat)), None)


def combat_refusal(table: Table, minion: str, opponent: str) -> Refusal | None:
    """Why two minions cannot fight.

    Rule: COMBAT-01, COMBAT-02.
    """
    cards = [table.cards.get(minion), table.cards.get(opponent)]
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
        first, second = (copy_with(side, **changes) if side.minion == minion else side for side in combat.sides)
        draft.frame_of(Combat, sides=(first, second))


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


def due_strikers(combat: Combat) -> list[Combatant]:
    """The combatants who strike in this exchange: both in the first, later those with additional strikes."""
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


def is_range_open(table: Table, combat: Combat, side: Combatant) -> bool:
    """Whether a combatant can still maneuver: at table speed until her own first strike.

    The other one's strike keeps her from it only where it was paid for: any other is announced anew.

    Rule: COMBAT-10.
    """
    if table.options.is_detailed or table.speaking or combat.step is not WindowName.STRIKES or combat.exchange > 0:
        return False
    other = opponent_of(combat, side.minion).strike
    return side.strike is None and (other is None or not other.is_paid)


def is_round_new(table: Table, combat: Combat) -> bool:
    """Whether a round of combat has only begun: at table speed until a maneuver or the first strike.

    Rule: PM-ADV-11.
    """
    if combat.step is WindowName.BEFORE_RANGE:
        return True
    has_maneuvered = any(side.maneuver for side in combat.sides)
    has_struck = any(side.strike is not None for side in combat.sides)
    goes_on = combat.under_way or has_maneuvered or has_struck
    return is_range_open(table, combat, combat.sides[0]) and not goes_on


def _back_to_range(draft: Draft) -> None:
    combat = top_combat(draft)
    if combat.exchange == 0 and all(side.strike is None for side in combat.sides):
        _step(draft, WindowName.RANGE)


REOPENS[WindowName.STRIKES] = _back_to_range


def _default_strike(draft: Draft, seat: str) -> None:
    """Who chooses nothing strikes with her hands.

    Rule: GAP-28.
    """
    for side in due_strikers(top_combat(draft)):
        if side.seat == seat and side.strike is None:
            change_side(draft, side.minion, strike=Strike())


PASS_HOOKS[WindowName.STRIKES] = _default_strike


# What comes after the strikes: at table speed nobody is asked, and who has something to play there goes back


AFTER_STRIKES = (WindowName.ADDITIONAL, WindowName.PRESS)
# Effects that go back to them.
GOES_BACK = (EffectKind.ADDITIONAL, EffectKind.PRESS)


def pass_over(draft: Draft) -> None:
    """At table speed a quiet window closes; of additional strikes and presses the game as it stood there is kept.

    Rule: COMBAT-35, COMBAT-38, SEQ-55.
    """
    name = window_name(draft)
    if name is WindowName.ADDITIONAL or (name is WindowName.PRESS and draft.lapsed is None):
        draft.lapsed = None
        draft.top(window=copy_with(top_combat(draft).window, is_quiet=False))
        draft.lapsed, draft.moved_before = draft.freeze(), len(draft.ledger)
    if name in ANSWERED:
        draft.passed_over |= {name}
        if draft.stops is not None:
            draft.stops.append(PassedStep(draft.freeze(), tuple(draft.events), tuple(draft.ledger)))
    close_window(draft)


def lapsed_combat(state: GameState) -> Combat | None:
    """The combat whose additional strikes or presses have just been passed over, as it stood there."""
    return combat_of(state.lapsed) if state.lapsed is not None else None


def reopened(state: GameState, order: Operation) -> GameState:
    """The state in which an order is given: a press or an additional strike goes back to what was passed over.

    A press comes after the additional strikes that have been gained.

    Rule: COMBAT-35, COMBAT-38.
    """
    combat = lapsed_combat(state)
    if state.lapsed is None or combat is None:
        return state
    kinds = {item.kind for item in getattr(order, "effects", ())}
    if kinds.isdisjoint(GOES_BACK):
        return state
    goes_on = combat.step is WindowName.ADDITIONAL and not any(side.additional for side in combat.sides)
    assert combat.window is not None
    there = copy_with(combat, window=copy_with(combat.window, is_quiet=True))
    if EffectKind.PRESS in kinds and goes_on:
        window = copy_with(combat.window, name=WindowName.PRESS, is_quiet=True)
        there = copy_with(combat, step=WindowName.PRESS, last="", window=window)
    return copy_with(state.lapsed, frames=(*state.lapsed.frames[:-1], there))


@when_closed(WindowName.ADDITIONAL)
def _after_exchange(draft: Draft) -> None:
    """Additional strikes are announced and resolved in turn; then comes the press step.

    Rule: COMBAT-35, COMBAT-36.
    """
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
    first, second = (Combatant(minion=side.minion, seat=side.seat) for side in combat.sides)
    draft.top(
        sides=(first, second),
        round=combat.round + 1,
        range="close",
        goes_on=False,
        exchange=0,
        classes=(),
        combat_drawn=frozenset(),
        under_way=False,
    )
    _begin_round(draft)


def end_combat(draft: Draft) -> None:
    """Combat is over; what was to follow it follows, another combat last.

    Rule: COMBAT-44.
    """
    combat = draft.pop()
    assert isinstance(combat, Combat)
    put_away(draft, *combat.limbo)
    draft.note(Happening.COMBAT_ENDED, combat.sides[0].seat)
    for card in list(draft.cards.values()):
        if card.stolen_in:
            draft.card(card.id, stolen_in=0)
    first, second = combat.sides
    again = (Effect(EffectKind.COMBAT, second.minion, detail=first.minion),) if combat.again else ()
    apply_effects(draft, Actor(seat=first.seat, minion=first.minion), (*combat.after_end, *again))
    resume(draft)


def break_off(draft: Draft) -> None:
    """Combat ends early: only the end-of-round step is left.

    Rule: COMBAT-03, COMBAT-20, COMBAT-40.
    """
    put_away(draft, *top_combat(draft).limbo)
    draft.top(over=True, classes=(), pending=(), limbo=())
    end_round(draft)


def cut_lost_combats(draft: Draft) -> None:
    """A combat with a combatant who is no longer ready, or has changed sides, ends early.

    Rule: COMBAT-03.
    """
    if not draft.frames or not isinstance(draft.frames[-1], Combat):
        return
    combat = top_combat(draft)
    if combat.step is WindowName.END_OF_ROUND or combat.pending:
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
    combat = top_combat(draft)
    draft.top(pending=())
    handle(draft, combat.pending)
    if all(_fights_on(draft, side) for side in top_combat(draft).sides):
        next_class(draft)
    else:
        break_off(draft)


# Effects that begin and end it


def in_combat(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Why an effect that belongs to combat cannot be used: there is none."""
    if combat_of(table) is None:
        return Refusal(Code.WINDOW, "There is no combat.", "CARD-44")
    return None


@effect(EffectKind.END_COMBAT, check=in_combat, called=Message("Combat ends"), told=N_("combat ends"))
def _end_combat(draft: Draft, actor: Actor, item: Effect) -> None:
    if draft.frames and isinstance(draft.frames[-1], Combat) and top_combat(draft).step is not WindowName.END_OF_ROUND:
        break_off(draft)


@effect(
    EffectKind.ANOTHER_COMBAT,
    check=in_combat,
    called=Message("Another combat follows"),
    told=N_("another combat follows"),
)
def _another_combat(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.frame_of(Combat, again=True)


def _combat_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if combat_of(table) is not None:
        return Refusal(Code.WINDOW, "A combat is going on.", "COMBAT-02")
    return combat_refusal(table, item.detail or actor.minion, item.target)


def _combat_words(item: Effect, target: str, names: Names) -> str:
    if item.detail:
        return Message("%(one)s fights %(two)s", one=names.target(item.detail), two=target)
    return Message("combat with %(card)s begins", card=target)


@effect(EffectKind.COMBAT, check=_combat_target, called=Message("Enter combat"), told=_combat_words, details=None)
def _combat(draft: Draft, actor: Actor, item: Effect) -> None:
    start_combat(draft, item.detail or actor.minion, item.target)


# Strikes resolve: class by class, simultaneously within one


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
    go_on_striking(draft)


def go_on_striking(draft: Draft) -> None:
    """Continue after a class of strikes: their damage, then the next class.

    Where an effect of a strike inflicted damage of its own, that comes first; one that ended the action ended this.

    Rule: COMBAT-26, COMBAT-34.
    """
    if not draft.frames or not isinstance(draft.frames[-1], Combat) or draft.frames[-1].window is not None:
        return
    combat = top_combat(draft)
    if combat.pending:
        draft.top(step=WindowName.DAMAGE)
        open_window(draft, WindowName.DAMAGE)
    elif all(draft.cards[side.minion].is_ready_minion for side in combat.sides):
        next_class(draft)
    else:
        break_off(draft)


def _strike_together(draft: Draft, combat: Combat, strikers: list[Combatant]) -> None:
    """Strikes of one class, simultaneously: what is stolen is measured before anything moves.

    Rule: COMBAT-18, COMBAT-19, COMBAT-24 to COMBAT-26, SEQ-35.
    """
    effective = [side for side in strikers if _takes_effect(draft, combat, side)]
    played = [waiting for waiting in combat.limbo if waiting.minion in {side.minion for side in strikers}]
    draft.top(limbo=tuple(waiting for waiting in combat.limbo if waiting not in played))
    stolen = [(side, _stolen(draft, combat, side)) for side in effective]
    for side, amount in stolen:
        _take_blood(draft, combat, side, amount)
    for side in effective:
        _apply_strike(draft, combat, side)
    hits = {side.minion for side in effective}
    for waiting in played:
        (_come_from_strike if waiting.minion in hits else put_away)(draft, waiting)
    draft.stirred |= any(side.strike is not None and side.strike.effects for side in effective)
    for side in effective:
        assert side.strike is not None
        entering = next((waiting.terms for waiting in played if waiting.minion == side.minion), None)
        actor = Actor(seat=side.seat, minion=side.minion, card=side.strike.source, entering=entering)
        apply_each(draft, actor, (item for item in side.strike.effects if item.kind not in DAMAGING))
    for side in combat.sides:
        draft.drain(side.minion)
        burn_if_lifeless(draft, side.minion)


def _come_from_strike(draft: Draft, waiting: Waiting) -> None:
    """A strike card has struck: if its strike was never announced, what it did before was all."""
    maneuvered = any(item.kind is EffectKind.MANEUVER for item in waiting.terms.effects)
    (put_away if maneuvered else play_out)(draft, waiting)


def _takes_effect(draft: Draft, combat: Combat, side: Combatant) -> bool:
    strike, opponent = side.strike, opponent_of(combat, side.minion)
    assert strike is not None
    if strike.kind in ANY_RANGE or strike.kind is StrikeKind.NONE:
        return False
    if combat.range == "long" and not strike.ranged:
        return False
    dodged = opponent.strike is not None and opponent.strike.kind is StrikeKind.DODGE
    at_retainer = strike.target in draft.cards and draft.cards[strike.target].kind is CardKind.RETAINER
    return at_retainer or not dodged


def _stolen(draft: Draft, combat: Combat, side: Combatant) -> int:
    assert side.strike is not None
    if side.strike.kind is not StrikeKind.STEAL_BLOOD:
        return 0
    return min(side.strike.amount, draft.cards[opponent_of(combat, side.minion).minion].counters)


def _take_blood(draft: Draft, combat: Combat, side: Combatant, amount: int) -> None:
    """Blood or life moves to the striker; what an ally steals goes to the bank, unless it strikes as a vampire.

    Rule: COMBAT-30 to COMBAT-32, CARD-35.
    """
    victim = opponent_of(combat, side.minion).minion
    takes = draft.cards[side.minion].is_vampire or (side.strike is not None and side.strike.as_vampire)
    draft.move(on(victim), on(side.minion) if takes else BANK, amount, "stolen")


def _apply_strike(draft: Draft, combat: Combat, side: Combatant) -> None:
    """Apply a strike by its kind.

    Rule: COMBAT-27, COMBAT-28, COMBAT-34.
    """
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
    draft.top(pending=with_declared(top_combat(draft).pending, strike.effects))


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
        before = top_combat(draft).pending
        draft.top(pending=with_damage(before, strike.target or victim, max(0, normal), strike.aggravated))
