"""Playing cards and using effects: what every play has in common, from the declaration to the card's last place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import override

from toolkit.game.damage import apply_effects
from toolkit.game.draft import Draft, Table, clockwise, minions_of
from toolkit.game.effects import Actor, effects_refusal, effects_words, target_refusal, window_refusal
from toolkit.game.ending import settle_ousts
from toolkit.game.hand import to_ash_heap
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import has_bonus
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, CardPlay, Combat, Costs, Effect, GameState, Referendum, Terms, Waiting
from toolkit.game.terms import cost_refusal, pay_cost, play_out, requirement_refusal, terms_refusal
from toolkit.game.unlock import settle_due, stage_refusal
from toolkit.game.vocabulary import (
    ACTION_CARDS,
    ActionKind,
    CardFlag,
    CardType,
    EffectKind,
    Timing,
    WindowName,
)
from toolkit.game.windows import Playable, declare, impulse_refusal, used, window_name
from toolkit.game.words import Names, given_name, with_figures
from toolkit.game.zones import lock
from toolkit.languages import Count, Message


@dataclass(frozen=True, slots=True)
class TypeRule:
    """The rule of a card type for a play: why not, its effects when it is declared, and once it is done."""

    check: Callable[[Table, PlayCard], Refusal | None]
    declared: Callable[[Draft, PlayCard], None]
    done: Callable[[Draft, PlayCard, bool], None]


TYPES: dict[CardType, TypeRule] = {}


def _nothing(draft: Draft, play: PlayCard) -> None:
    pass


def _done(draft: Draft, play: PlayCard, canceled: bool) -> None:
    pass


def card_type(
    *types: CardType,
    declared: Callable[[Draft, PlayCard], None] = _nothing,
    done: Callable[[Draft, PlayCard, bool], None] = _done,
) -> Callable[[Callable[[Table, PlayCard], Refusal | None]], Callable[[Table, PlayCard], Refusal | None]]:
    """Register the rule of one or more card types; the decorated function says why a card cannot be played."""

    def register(check: Callable[[Table, PlayCard], Refusal | None]) -> Callable[[Table, PlayCard], Refusal | None]:
        for kind in types:
            TYPES[kind] = TypeRule(check, declared, done)
        return check

    return register


@operation
class PlayCard(Terms, Playable):
    """Play a card from hand, saying all that it does.

    Attributes:
        card: its name.
        timing: when it says that it is used, where the window alone does not tell.
        mode: basic or superior, as the table calls it; both is refused.
        reducer: the card in play that locks to reduce its cost by `reduced` pool.
        by_other: a modifier meant for minions that are not acting, a combat card for minions that are not fighting.
        even_if_not_needed: it says that stealth or intercept may be added without need.
    """

    seat: str
    type: CardType
    card: str
    minion: str = ""
    target: str = ""
    mode: str = ""
    timing: Timing = Timing.ANY
    out_of_turn: bool = False
    trifle: bool = False
    limited: bool = False
    by_other: bool = False
    even_if_not_needed: bool = False
    reducer: str = ""
    reduced: int = 0

    @property
    def actor(self) -> Actor:
        """Who does what the card does."""
        return Actor(
            seat=self.seat,
            minion=self.minion,
            card=self.card,
            timing=self.timing,
            even_if_not_needed=self.even_if_not_needed,
            limited=self.limited,
            entering=self,
        )

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return (
            at_table(table, self.seat)
            or _in_action_card(table, self)
            or impulse_refusal(table, self.seat)
            or self._minion_refusal(table)
            or window_refusal(table, self.actor, self.effects)
            or TYPES[self.type].check(table, self)
            or stage_refusal(table, self.seat)
            or self._terms_refusal(table)
            or effects_refusal(table, self.actor, self.effects)
            or self._cost_refusal(table)
        )

    def _minion_refusal(self, table: Table) -> Refusal | None:
        if self.type in (CardType.MASTER, CardType.EVENT):
            if self.minion:
                return Refusal(Code.TERMS, "Master cards and events are played by a Methuselah.", "CARD-19")
            return None
        if not self.minion:
            return Refusal(Code.TERMS, "Choose the minion that plays the card.", "CARD-20")
        minion = table.cards.get(self.minion)
        if minion is None or not minion.in_play or not minion.is_minion:
            return Refusal(Code.ACTOR, "%(card)s is not a minion in play.", "SEQ-16", card=self.minion)
        if minion.controller != self.seat:
            return Refusal(
                Code.ACTOR, "%(seat)s does not control %(card)s.", "SEQ-46", seat=self.seat, card=self.minion
            )
        return requirement_refusal(table, minion, self.requires, as_vampire=self.as_vampire)

    def _terms_refusal(self, table: Table) -> Refusal | None:
        if self.mode == "both":
            return Refusal(Code.TERMS, "A card is played at the basic or at the superior level.", "CARD-10")
        if self.target and self.target not in table.seats and (refused := target_refusal(table, self.target)):
            return refused
        return terms_refusal(table, self.seat, self.card, self)

    def _cost_refusal(self, table: Table) -> Refusal | None:
        if self.reducer:
            card = table.cards.get(self.reducer)
            if card is None or not card.in_play or card.controller != self.seat or card.locked:
                return Refusal(Code.COST, "%(card)s cannot reduce the cost.", "SEQ-50", card=self.reducer)
        return cost_refusal(table, self.seat, self.minion, self, pool=max(0, self.pool - self.reduced))

    @override
    def carry_out(self, draft: Draft) -> None:
        TYPES[self.type].declared(draft, self)
        frame = CardPlay(
            play=self,
            seat=self.seat,
            minion=self.minion,
            card=self.card,
            target=self.target,
            delay=self.delay,
            until=self.until,
        )
        declare(draft, self, frame)

    @override
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """Pay for the card and do what it does; what a pool comes to by both counts.

        Rule: GAP-50.
        """
        self._pay(draft)
        play_out(draft, Waiting(seat=self.seat, card=self.card, minion=self.minion, terms=self))
        apply_effects(draft, self.actor, self.effects)
        TYPES[self.type].done(draft, self, False)
        used(draft)

    @override
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        if draft.options.cancel_cost == "current" and not frame.cost_waived:
            pay_cost(draft, self.seat, self.minion, self)
            settle_ousts(draft)
        to_ash_heap(draft, self.seat, self.card)
        TYPES[self.type].done(draft, self, True)
        used(draft)

    def _pay(self, draft: Draft) -> None:
        """Pay the cost; what reduces it is used only now.

        Rule: SEQ-36, SEQ-50, SEQ-51.
        """
        reduced = self.reduced
        if self.reducer:
            lock(draft, self.reducer)
        if self.type is CardType.MASTER:
            reduced += _master_discount(draft, self.seat, self.pool)
        pay_cost(draft, self.seat, self.minion, self, pool=max(0, self.pool - reduced))

    @override
    def told(self, names: Names) -> str:
        """A card from hand: "Anna plays Deflection: the new target is Carla"."""
        name = given_name(self.card)
        words = Message("plays %(card)s", card=name) if name else _PLAYED.get(self.type, Message("plays a card"))
        if self.out_of_turn:
            words = Message("%(words)s out of turn", words=words)
        if self.minion:
            words = Message("%(minion)s %(words)s", minion=names.card(self.minion), words=words)
        effects = effects_words([item for item in self.effects if item.kind is not EffectKind.NOTHING], names)
        return Message("%(words)s: %(more)s", words=words, more=effects) if effects else words


def _master_discount(draft: Draft, seat: str, pool: int) -> int:
    """The chooser of the Master phase pays one pool less for one master card.

    Rule: PM-ADV-24.
    """
    if pool < 1 or draft.seats[seat].discount_used or not has_bonus(draft, seat, "master"):
        return 0
    draft.seat(seat, discount_used=True)
    return 1


def _in_action_card(table: Table, play: PlayCard) -> Refusal | None:
    if play.type not in ACTION_CARDS:
        return None
    if any(isinstance(frame, Action) for frame in table.frames):
        return Refusal(Code.WINDOW, "An action card does not modify an action.", "ACT-77")
    return Refusal(Code.TERMS, "An action card is played by announcing its action.", "ACT-44")


@operation
class UseEffect(Costs, Operation):
    """Use an effect of a card in play, or of a rule, saying all that it does and costs.

    A strict table asks what brings it about: `source`, `minion`, `due` or `why`. A word in `why` is an answer: an
    effect may be of a card that lies nowhere by now, or of no card at all.

    Attributes:
        source: the card in play; `lock` locks it as a cost.
        once: a name, if it is used once each phase, `minion-phase:NAME` or `turn:NAME` if once in those.
        due: the name under which the effect was announced as due in the unlock phase.
        why: what the table calls it, where no card in play does it.
    """

    seat: str
    effects: tuple[Effect, ...]
    source: str = ""
    minion: str = ""
    lock: bool = False
    timing: Timing = Timing.ANY
    limited: bool = False
    even_if_not_needed: bool = False
    once: str = ""
    due: str = ""
    why: str = ""

    @property
    def actor(self) -> Actor:
        """Who uses the effect."""
        return Actor(
            seat=self.seat,
            minion=self.minion or self.source,
            card=self.source or self.why,
            timing=self.timing,
            even_if_not_needed=self.even_if_not_needed,
            limited=self.limited,
        )

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return (
            at_table(table, self.seat)
            or impulse_refusal(table, self.seat)
            or self._once_refusal(table)
            or self._source_refusal(table)
            or window_refusal(table, self.actor, self.effects)
            or stage_refusal(table, self.seat, self.due)
            or effects_refusal(table, self.actor, self.effects)
            or self._cost_refusal(table)
            or self._nameless_refusal(table)
        )

    def _nameless_refusal(self, table: Table) -> Refusal | None:
        """A strict table knows of each effect what brings it about: a card in play, what was due, or its name."""
        if table.options.game_enforcement == "strict" and self.is_nameless:
            return Refusal(Code.TERMS, "Choose the card that does this, or enter its name.", "SEQ-16")
        return None

    @property
    @override
    def says_who(self) -> bool:
        """Whose own pool or Edge it is that changes is named by that."""
        first = self.effects[0] if self.effects else None
        return (
            first is not None
            and first.target == self.seat
            and not (self.source or self.minion)
            and (first.kind in (EffectKind.BURN_POOL, EffectKind.GAIN_POOL, EffectKind.EDGE))
        )

    @property
    def is_nameless(self) -> bool:
        """Whether nothing says what brings it about."""
        return not (self.source or self.minion or self.due or self.why)

    def _once_refusal(self, table: Table) -> Refusal | None:
        """Once each phase; the minion phases of a shared turn are one.

        Rule: PM-INTRO-34, PM-INTRO-38.
        """
        if self.once and f"{self.seat}/{self.once}" in table.effects_used:
            row = "PM-INTRO-38" if self.once.startswith("minion-phase:") else "PM-INTRO-34"
            return Refusal(Code.REPEAT, "%(effect)s has been used.", row, effect=self.once)
        return None

    def _source_refusal(self, table: Table) -> Refusal | None:
        for name in filter(None, (self.source, self.minion)):
            card = table.cards.get(name)
            if card is None or not card.in_play or CardFlag.TORPID in card.flags:
                return Refusal(Code.ACTOR, "%(card)s is not in play.", "CONTEST-04", card=name)
            if card.controller != self.seat:
                return Refusal(Code.ACTOR, "%(seat)s does not control %(card)s.", "SEQ-46", seat=self.seat, card=name)
        for frame in table.frames:
            if isinstance(frame, Combat) and self.source and table.cards[self.source].stolen_in == frame.round:
                return Refusal(Code.LIMIT, "%(card)s was stolen in this round.", "COMBAT-29", card=self.source)
        return None

    def _cost_refusal(self, table: Table) -> Refusal | None:
        if self.lock and not self.source:
            return Refusal(Code.LOCKED, "Choose the card.", "SEQ-46")
        if self.lock and table.cards[self.source].locked:
            return Refusal(Code.LOCKED, "%(card)s cannot be locked.", "SEQ-46", card=self.source)
        return cost_refusal(table, self.seat, self.minion or self.source, self)

    @override
    def carry_out(self, draft: Draft) -> None:
        if self.lock:
            lock(draft, self.source)
        pay_cost(draft, self.seat, self.minion or self.source, self)
        settle_due(draft, self.seat, self.due)
        if self.once:
            draft.effects_used |= {f"{self.seat}/{self.once}"}
        apply_effects(draft, self.actor, self.effects)
        used(draft)

    @override
    def told(self, names: Names) -> str:
        """An effect that is used: "Anna: Bob burns 1 pool (a card)"."""
        if self.why == "bleed" and [item.kind for item in self.effects] == [EffectKind.BURN_POOL, EffectKind.EDGE]:
            pool, edge = self.effects
            figures = {"name": edge.target, "target": pool.target, "number": pool.amount}
            return Message("bleeds %(target)s for %(number)s and takes the Edge", **figures)
        if self.due and all(item.kind is EffectKind.NOTHING for item in self.effects):
            return Message("%(effect)s happens", effect=self.due)
        effects = effects_words([_with_fighter(item, self.minion) for item in self.effects], names)
        if self.minion and any(item.kind in _OF_MINION for item in self.effects):
            effects = Message("%(minion)s %(words)s", minion=names.card(self.minion), words=effects)
        costs = [
            Message("it locks") if self.lock else "",
            Message("the Edge is burned") if self.edge else "",
            Count(self.cards, "%(num)d card discarded", "%(num)d cards discarded") if self.cards else "",
        ]
        if self.source:
            return with_figures(
                Message("uses %(card)s: %(effects)s", card=names.card(self.source), effects=effects), costs
            )
        # "Something else" is a choice, and says nothing.
        reason = "" if self.why in ("other", "transfer") else REASONS.get(self.why, self.why)
        return with_figures(effects, [reason or self.due, *costs])


# What is said of a card that nobody named.
_PLAYED = {
    CardType.MASTER: Message("plays a master card"),
    CardType.MODIFIER: Message("plays an action modifier"),
    CardType.REACTION: Message("plays a reaction"),
    CardType.COMBAT: Message("plays a combat card"),
    CardType.EVENT: Message("plays an event"),
    CardType.REFLEX: Message("plays a reflex"),
}
# Why pool changes in a light game.
REASONS = {
    "bleed": Message("bleed"),
    "card": Message("card"),
    "cost": Message("cost"),
    "referendum": Message("referendum"),
    "combat": Message("combat"),
    "other": Message("something else"),
}
# What the minion that uses the effect does itself.
_OF_MINION = frozenset({EffectKind.MANEUVER, EffectKind.PRESS})


def _with_fighter(item: Effect, minion: str) -> Effect:
    """A combat with the minion that enters it, where the effect leaves it to its user."""
    return replace(item, detail=minion) if item.kind is EffectKind.COMBAT and not item.detail else item


def referendum_of(table: Table) -> Referendum | None:
    """The referendum going on, if any."""
    return next((frame for frame in reversed(table.frames) if isinstance(frame, Referendum)), None)


def cancels(effects: tuple[Effect, ...]) -> bool:
    """Whether one of the effects cancels a card as it is played."""
    return any(item.kind is EffectKind.CANCEL for item in effects)


# What could be played


@offers
def plays(state: GameState, seat: str) -> Iterator[Operation]:
    """A plain modifier or reaction for a seat that could play one, and an oust-proof pool effect for none."""
    name = window_name(state)
    if name is WindowName.ATTEMPT:
        action = state.frames[-1]
        minion, blocker = getattr(action, "minion", ""), getattr(action, "blocker", "")
        if state.cards[minion].controller == seat:
            yield _card(seat, CardType.MODIFIER, "stealth", minion, Effect(EffectKind.STEALTH, "", 1))
        if state.cards[blocker].controller == seat:
            yield _card(seat, CardType.REACTION, "intercept", blocker, Effect(EffectKind.INTERCEPT, "", 1))
    elif name in (WindowName.ACTION, WindowName.UNBLOCKED):
        action = state.frames[-1]
        minion = getattr(action, "minion", "")
        if getattr(action, "kind", None) is ActionKind.BLEED and state.cards[minion].controller == seat:
            yield _card(seat, CardType.MODIFIER, "bleed", minion, Effect(EffectKind.BLEED, "", 1))
        elif name is WindowName.ACTION and seat in clockwise(state, seat):
            for card in minions_of(state, seat):
                if card.locked:
                    yield _card(seat, CardType.REACTION, "wake", card.id, Effect(EffectKind.WAKE, card.id))


def _card(seat: str, kind: CardType, name: str, minion: str, item: Effect) -> PlayCard:
    return PlayCard(seat=seat, type=kind, card=name, minion=minion, effects=(item,))
