"""The same orders at table speed and at detailed speed, everybody passing in between: they end in the same state.

`SameOrders(seed).orders()` gives orders with every effect and term on a table full of cards, `.blocked()` effects on a
bleed that may be blocked, `.fight()` fights. Both tables pass what nobody answers; what they come to is compared once
nothing goes on any more.
"""

from __future__ import annotations

from dataclasses import replace

from tests.game.hurting import OVER, HurtingGame
from tests.game.random_games import effect_on_action
from toolkit.game import GameState, Operation, legal_operations, prey_of, refusal
from toolkit.game.actions import Announce
from toolkit.game.blocking import AttemptBlock
from toolkit.game.combat import combat_of, lapsed_combat
from toolkit.game.engine import carry
from toolkit.game.hand import DiscardDown, hand_debtors, must_discard
from toolkit.game.judge import Correct
from toolkit.game.operation import seat_of
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.record import parse_operation, render_operation
from toolkit.game.referendum import SetTerms
from toolkit.game.refusals import Code
from toolkit.game.state import Action, Combatant, Effect
from toolkit.game.strikes import ChooseStrike
from toolkit.game.vocabulary import (
    QUIET,
    ActionKind,
    CardType,
    EffectKind,
    Phase,
    Stage,
    StrikeKind,
    Timing,
    WindowName,
)
from toolkit.game.windows import NoPlays, PassImpulse, window_of

STRIKES = (StrikeKind.HAND, StrikeKind.HAND, StrikeKind.DAMAGE, StrikeKind.DAMAGE, StrikeKind.DODGE)
RARER_STRIKES = (StrikeKind.STEAL_BLOOD, StrikeKind.COMBAT_ENDS, StrikeKind.NONE)
# What a strike does besides, mostly.
WITH_A_STRIKE = (
    EffectKind.DAMAGE, EffectKind.AGGRAVATED, EffectKind.BURN_BLOOD, EffectKind.GAIN_BLOOD, EffectKind.BURN_POOL,
    EffectKind.TORPOR, EffectKind.STEAL, EffectKind.UNLOCK, EffectKind.BURN,
)  # fmt: skip

OF_A_CARD = (EffectKind.STRIKE_DAMAGE, EffectKind.DAMAGE, EffectKind.GAIN_BLOOD, EffectKind.RANGE)

# Where a fight waits at detailed speed while it waits for strikes at table speed.
BEFORE_STRIKES = frozenset({WindowName.BEFORE_RANGE, WindowName.RANGE, WindowName.BEFORE_STRIKES})
# Orders that belong to a window which a table passes over, and which go back to it there.
ANSWERS = {
    WindowName.AS_PLAYED: {EffectKind.CANCEL},
    WindowName.DAMAGE: {EffectKind.PREVENT},
    WindowName.ADDITIONAL: {EffectKind.ADDITIONAL},
    WindowName.PRESS: {EffectKind.PRESS},
}


class SameOrders(HurtingGame):
    """A table at each speed, to which the same orders are given; `given_both` are those that both accepted."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        start = self.state
        phases = [Phase.OPEN_AGGRESSION, Phase.SUBTERFUGE, Phase.SUPPLY] if start.options.is_phased else [Phase.MINION]
        start = carry(start, Correct(changes=(f"phase={self.random.choice(phases)}",))).state
        self.state = at_speed(start, "table")
        self.slow = at_speed(start, "detailed")
        self.given_both: list[str] = []

    def orders(self) -> None:
        """One order in the middle of nothing, of an action or of a fight; then everybody passes."""
        self._begin()
        for _ in range(self.random.choice([1, 1, 2])):
            self._try([self._effect, self._effect, self._terms])
            self._answers()
        self.finish()

    def blocked(self) -> None:
        """A bleed, attempts to block it and effects on it, also in the combat that follows."""
        self._try([self._bleed], 12)
        for _ in range(self.random.choice([2, 3, 4])):
            self._try([self._block, self._on_action, self._on_action], 10)
            self._answers()
            action = self._running()
            is_tried = action is not None and action.blocker and combat_of(self.state) is None
            if is_tried and self.random.random() < 0.6:
                self.give(NoPlays())
            if combat_of(self.state) is not None:
                self._try([self._on_action], 4)
                self._round()
        self.finish()

    def fight(self) -> None:
        """A fight of some rounds, in which the combatants do what they can."""
        self._try([self._fight], 20)
        for _ in range(3):
            if combat_of(self.state) is None:
                break
            self._round()
        self.finish()

    def _effect(self) -> Operation:
        """Up to three effects of one order, every third of them damage."""
        card = self._minion()
        if card is None:
            return super()._effect()
        effects = tuple(self._harmful() for _ in range(self.random.choice([1, 2, 2, 3])))
        return UseEffect(seat=card.controller, minion=card.id, effects=effects)

    def _harmful(self) -> Effect:
        if self.random.random() > 0.35:
            return self._declared()
        kind = self.random.choice([EffectKind.DAMAGE, EffectKind.DAMAGE, EffectKind.AGGRAVATED])
        return Effect(kind, self.random.choice(self.in_play), self.random.choice([1, 2, 5]))

    def _begin(self) -> None:
        chance = self.random.random()
        if chance < 0.25:
            self._try([self._fight])
        elif chance < 0.55:
            self._try([self._action])

    def _action(self) -> Operation:
        card = self._minion()
        if card is None:
            return self._fight()
        kind = self.random.choice([ActionKind.BLEED, ActionKind.HUNT, ActionKind.OTHER, ActionKind.RUSH])
        target = {ActionKind.BLEED: prey_of(self.state, card.controller), ActionKind.HUNT: ""}.get(
            kind, self.random.choice(self.in_play)
        )
        source = f"{card.controller}l" if kind in (ActionKind.OTHER, ActionKind.RUSH) else ""
        effects = (self._declared(),) if self.random.random() < 0.6 else ()
        return Announce(
            seat=card.controller, minion=card.id, action=kind, target=target, source=source, effects=effects
        )

    def _running(self) -> Action | None:
        return next((frame for frame in self.state.frames if isinstance(frame, Action)), None)

    def _bleed(self) -> Operation:
        card = self.random.choice(self.minions)
        prey = prey_of(self.state, card.controller)
        return Announce(seat=card.controller, minion=card.id, action=ActionKind.BLEED, target=prey)

    def _block(self) -> Operation:
        card = self.random.choice(self.minions)
        return AttemptBlock(seat=card.controller, minion=card.id)

    def _on_action(self) -> Operation:
        """An effect on what goes on, now and then by a card."""
        order = effect_on_action(self.state, self.random)
        if order is None:
            return self._passing()
        if self.random.random() > 0.4:
            return order
        kind = CardType.COMBAT if combat_of(self.state) is not None else CardType.MODIFIER
        return PlayCard(seat=order.seat, type=kind, card="N", minion=order.minion, effects=order.effects)

    def _answers(self) -> None:
        """Cancel the card just played, or prevent damage just handled, now and then one after the other."""
        while self.state.answerable is not None and self.random.random() < 0.4:
            if not self._try([self._answer], 4):
                break

    def _round(self) -> None:
        combat = combat_of(self.state)
        assert combat is not None
        if self.random.random() < 0.5:
            self._try([self._combat_card], 4)
            self._answers()
        if self.random.random() < 0.4:
            self._try([self._maneuver], 4)
        for _ in range(2):
            self._try([self._strike], 12)
            self._answers()
        self._same_end(self.random.choice(combat.sides))
        while self.random.random() < 0.6 and lapsed_combat(self.state) is not None:
            self._try([self._after_strikes], 8)
            if combat_of(self.state) is not None:
                self._try([self._strike], 8)

    def _same_end(self, side: Combatant) -> None:
        """Where one table takes an effect of the end of a round, the other does."""
        effects = (Effect(EffectKind.NOTHING),)
        order = UseEffect(seat=side.seat, minion=side.minion, effects=effects, timing=Timing.END_OF_ROUND)
        is_slow, is_quick = passed_until(self.slow, order) is not None, refusal(self.state, order) is None
        assert is_slow == is_quick, "\n".join([*self.given_both, render_operation(order)])

    def _side(self) -> Combatant | None:
        combat = combat_of(self.state)
        return self.random.choice(combat.sides) if combat is not None else None

    def _combat_card(self) -> Operation:
        side = self._side()
        if side is None:
            return self._passing()
        kind = self.random.choice(
            [EffectKind.STRIKE_DAMAGE, EffectKind.DAMAGE, EffectKind.GAIN_BLOOD, EffectKind.RANGE]
        )
        detail = self.random.choice(["close", "long"]) if kind is EffectKind.RANGE else ""
        item = Effect(kind, side.minion if kind is not EffectKind.RANGE else "", 1, detail)
        effects = (item, self._declared()) if self.random.random() < 0.3 else (item,)
        return PlayCard(seat=side.seat, type=CardType.COMBAT, card="C", minion=side.minion, effects=effects)

    def _maneuver(self) -> Operation:
        side = self._side()
        if side is None:
            return self._passing()
        return UseEffect(seat=side.seat, minion=side.minion, effects=(Effect(EffectKind.MANEUVER),))

    def _strike(self) -> Operation:
        random, combat = self.random, combat_of(self.state)
        if combat is None:
            return self._passing()
        side = next((side for side in combat.sides if side.strike is None), combat.sides[0])
        kind = random.choice(RARER_STRIKES if random.random() < 0.2 else STRIKES)
        effects: tuple[Effect, ...] = ()
        while random.random() < 0.45:
            item = self._declared()
            if random.random() < 0.7:
                target = random.choice([one.minion for one in combat.sides] + self.in_play)
                detail = random.choice(self.seats) if item.kind is EffectKind.STEAL else ""
                item = Effect(random.choice(WITH_A_STRIKE), target, random.choice([1, 1, 2, 5]), detail)
            effects = (*effects, item)
        card: dict[str, object] = {}
        if random.random() < 0.3:
            card = {"card": f"N{random.randrange(1000)}"}
            card |= {
                key: self._term(key, card["card"], self.state.cards[side.minion])
                for key in ("pool", "blood", "enters")
                if random.random() < 0.3
            }
        return ChooseStrike(
            seat=side.seat, minion=side.minion, strike=kind, damage=random.choice([0, 1, 3]),
            aggravated=random.choice([0, 0, 1, 2]), amount=2, first=random.random() < 0.25,
            ranged=random.random() < 0.4, effects=effects, **card,
        )  # fmt: skip

    def _try(self, makers: list, times: int = 8) -> bool:
        """Give the first order of so many that both tables accept."""
        for _ in range(times):
            self._look()
            order = self.random.choice(makers)()
            if isinstance(order, OVER) or refusal(self.state, order) is not None:
                continue
            if parse_operation(render_operation(order)) == order and self.give(order):
                return True
        return False

    def give(self, order: Operation) -> bool:
        """Give an order at both speeds, where the slow table accepts it once everybody before it has passed."""
        slow = passed_until(self.slow, order)
        if slow is None:
            return False
        self.slow, self.state = carry(slow, order).state, carry(self.state, order).state
        if isinstance(order, EndPhase) and self.slow.step.passed:
            self.slow = carry(self.slow, NoPlays()).state  # the others, who are asked, pass
        self.given_both.append(render_operation(order))
        return True

    def finish(self) -> None:
        """Everybody passes until nothing goes on; then both tables are the same."""
        quick, slow = passed(self.state), passed(self.slow)
        assert comparable(quick) == comparable(slow), "\n".join(
            [*self.given_both, *differences(comparable(quick), comparable(slow))]
        )


def at_speed(state: GameState, speed: str) -> GameState:
    """The same table at another speed."""
    return replace(state, options=replace(state.options, game_speed=speed))


def passed_until(state: GameState, order: Operation) -> GameState | None:
    """The state once everybody has passed until this order is accepted; None if it never is.

    Only what a table passes over is passed, and the impulse to whoever gives the order.
    """
    kinds = {item.kind for item in getattr(order, "effects", ())}
    while (window := window_of(state)) is not None and window.name in QUIET - BEFORE_STRIKES:
        belongs = not kinds.isdisjoint(ANSWERS.get(window.name, ())) or window.name == getattr(order, "timing", "")
        if belongs and ((refused := refusal(state, order)) is None or refused.code is Code.IMPULSE):
            break
        if refusal(state, NoPlays()) is not None:  # somebody must discard first
            break
        state = carry(state, NoPlays()).state
    for _ in range(60):
        if refusal(state, order) is None:
            return state
        window = window_of(state)
        if window is None or not window.holder:
            return None
        if window.name not in QUIET and (window.holder == seat_of(order) or window.name is WindowName.STRIKES):
            return None
        if not state.frames:
            return (
                with_impulse(state, window.order, seat_of(order))
                if refusal(with_impulse(state, window.order, seat_of(order)), order) is None
                else None
            )
        passing = PassImpulse(seat=window.holder)
        if refusal(state, passing) is not None:
            return None
        state = carry(state, passing).state
    return None


def with_impulse(state: GameState, order: tuple[str, ...], seat: str) -> GameState:
    """Between actions: everybody in front of this seat has passed."""
    before = order[: order.index(seat)] if seat in order else ()
    return replace(state, step=replace(state.step, passed=before))


def passed(state: GameState) -> GameState:
    """The state once everybody has passed, and decided as little as possible, until nothing goes on."""
    for _ in range(400):
        debtors = hand_debtors(state)
        if state.stage is not Stage.RUNNING:
            return state
        if debtors:
            state = carry(state, DiscardDown(seat=debtors[0], count=must_discard(state, debtors[0]))).state
        elif not state.frames:
            return state
        else:
            state = carry(state, _least(state)).state
    raise AssertionError("it goes on for ever")


def _least(state: GameState) -> Operation:
    window = window_of(state)
    least: Operation = NoPlays()
    if window is not None and window.name is WindowName.TERMS:
        least = SetTerms(seat=window.holder, text="nothing")
    return least if refusal(state, least) is None else legal_operations(state)[0]


def comparable(state: GameState) -> GameState:
    """What must be the same at both speeds."""
    return replace(
        at_speed(state, "table"),
        sequence=0,
        lapsed=None,
        answerable=None,
        step=replace(state.step, passed=()),
        silent_once=frozenset(),
    )


def differences(one: GameState, other: GameState) -> list[str]:
    """The fields that differ, at table speed and at detailed speed."""
    found = []
    for name in ("stage", "edge", "step", "bank", "serial", "contests", "effects_used", "ending"):
        if getattr(one, name) != getattr(other, name):
            found.append(f"{name}: {getattr(one, name)} / {getattr(other, name)}")
    for mapping in ("seats", "cards"):
        here, there = getattr(one, mapping), getattr(other, mapping)
        for key in {**here, **there}:
            a, b = here.get(key), there.get(key)
            if a != b:
                names = [f for f in (a or b).__dataclass_fields__ if getattr(a, f, None) != getattr(b, f, None)]
                found.append(f"{key}: " + ", ".join(f"{f} {getattr(a, f, None)}/{getattr(b, f, None)}" for f in names))
    return found or ["in something else"]
