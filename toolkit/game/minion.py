"""Announcing actions: who may act, which actions there are, what each may aim at and costs."""

from __future__ import annotations

from typing import override

from toolkit.game.actions import (
    KINDS,
    ActionRule,
    action_defenders,
    announced_cost,
    classify,
    has_bonus_action,
    own_stealth,
)
from toolkit.game.bonuses import has_bonus
from toolkit.game.cards import Card
from toolkit.game.contests import has_copy
from toolkit.game.costs import cost_refusal, hand_refusal, requirement_refusal
from toolkit.game.draft import Draft, Table
from toolkit.game.effects import Actor, effects_refusal
from toolkit.game.events import Happening
from toolkit.game.hand import draw
from toolkit.game.operation import at_table, operation
from toolkit.game.phases import DUTIES
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, CardPlay, Effect
from toolkit.game.vocabulary import MINION_PHASES, ActionKind, ActionState, Delay, Flag, Phase, WindowName, Zone
from toolkit.game.windows import Playable, declare, open_window, to_ash_heap
from toolkit.game.zones import lock, unlock

# Mandatory actions


def owed_actions(card: Card) -> frozenset[ActionKind]:
    """The mandatory actions that a minion owes: an empty ready vampire must hunt.

    Rule: TURN-MINION-05.
    """
    if card.zone is not Zone.READY or not card.is_minion:
        return frozenset()
    owed = set()
    if card.is_vampire and card.counters == 0:
        owed.add(ActionKind.HUNT)
    if Flag.MUST_BLEED in card.flags and "bleed" not in card.used:
        owed.add(ActionKind.BLEED)
    return frozenset(owed)


def is_stuck(card: Card) -> bool:
    """Whether a minion cannot act: two different duties, or one that it cannot fulfil.

    Rule: TURN-MINION-06.
    """
    owed = owed_actions(card)
    return len(owed) > 1 or (ActionKind.HUNT in owed and Flag.CANNOT_HUNT in card.flags)


def dutiful(table: Table, seat: str) -> dict[str, ActionKind]:
    """The mandatory actions that this Methuselah's minions can take now.

    Rule: TURN-MINION-04, PM-INTRO-19.
    """
    return {
        card.id: next(iter(owed))
        for card in table.cards.values()
        if (not card.counters or card.flags)
        and card.controller == seat
        and card.zone is Zone.READY
        and (owed := owed_actions(card))
        and not card.locked
        and not is_stuck(card)
        and Flag.CANNOT_ACT not in card.flags
    }


def _duty(table: Table, seat: str) -> Refusal | None:
    for minion, kind in dutiful(table, seat).items():
        row = "PM-INTRO-19" if table.step.phase is Phase.MANDATORY else "TURN-MINION-04"
        if kind is ActionKind.HUNT:
            return Refusal(Code.MANDATORY, "%(card)s must hunt first.", row, card=minion)
        return Refusal(Code.MANDATORY, "%(card)s must bleed first.", row, card=minion)
    return None


DUTIES[Phase.MINION] = _duty
DUTIES[Phase.MANDATORY] = _duty


def _mandatory_refusal(table: Table, order: Announce, card: Card) -> Refusal | None:
    owed = owed_actions(card)
    if owed and is_stuck(card):
        return Refusal(Code.MANDATORY, "%(card)s is stuck: it cannot do what it must.", "TURN-MINION-06", card=card.id)
    phased = table.options.is_phased
    if owed and order.action not in owed:
        return Refusal(
            Code.MANDATORY,
            "%(card)s owes a mandatory action.",
            "PM-INTRO-21" if phased else "TURN-MINION-04",
            card=card.id,
        )
    if table.step.phase is Phase.MANDATORY and not owed:
        return Refusal(Code.MANDATORY, "Only mandatory actions are taken now.", "PM-INTRO-19")
    if not phased and not owed and dutiful(table, order.seat):
        return Refusal(Code.MANDATORY, "Mandatory actions come first.", "TURN-MINION-04")
    return None


@operation
class Announce(Playable):
    """Announce an action with one of your minions.

    Attributes:
        target: what it is aimed at, a Methuselah or a card; `others` if it is aimed at more than one.
        card: the card from hand that gives the action; `source` a card in play that does.
        stealth, bleed: what the action's card adds.
        effects: what happens if it succeeds.
        take: equipment taken from your other minions.
        split: rescue, the blood that the rescuer pays of the two.
        enters: the identifier under which a card comes into play, with `life` or capacity.
        any_target: the card says that another target may be chosen.
    """

    seat: str
    minion: str
    action: ActionKind
    target: str = ""
    others: tuple[str, ...] = ()
    card: str = ""
    source: str = ""
    stealth: int = 0
    bleed: int = 0
    pool: int = 0
    blood: int = 0
    effects: tuple[Effect, ...] = ()
    requires: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    split: int = 2
    enters: str = ""
    unique: bool = False
    life: int = 0
    delay: Delay = Delay.NONE
    until: str = "unlock"
    any_target: bool = False
    may_block: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """All that it is aimed at."""
        return (self.target, *self.others) if self.target else self.others

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return Actor(seat=self.seat, minion=self.minion, card=self.card or self.source or self.action)

    @override
    def refusal(self, table: Table) -> Refusal | None:
        refused = self._time_refusal(table) or self._minion_refusal(table)
        if refused:
            return refused
        card = table.cards[self.minion]
        rule = KINDS[self.action]
        return (
            _mandatory_refusal(table, self, card)
            or rule.minion_refusal(self, card)
            or self._repeat_refusal(card)
            or self._source_refusal(table, rule)
            or rule.target_refusal(table, self, card)
            or self.phased_refusal(table)
            or self._portion_refusal(table)
            or self._entering_refusal(table)
            or requirement_refusal(table, card, self.requires)
            or (effects_refusal(table, self.actor, self.effects) if self.effects else None)
            or self._cost_refusal(table, card, rule)
        )

    def _time_refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        if table.frames:
            if self.card and any(isinstance(frame, Action) for frame in table.frames):
                return Refusal(Code.WINDOW, "Only one action card is played for an action.", "ACT-77")
            return Refusal(Code.WINDOW, "An action is resolved before the next begins.", "TURN-MINION-02")
        if table.step.seat != self.seat:
            return Refusal(Code.TURN, "It is not %(seat)s's turn to act.", "ACT-44", seat=self.seat)
        if table.step.phase not in MINION_PHASES:
            return Refusal(Code.PHASE, "Actions are taken in the minion phase.", "ACT-44")
        return None

    def _minion_refusal(self, table: Table) -> Refusal | None:
        card = table.cards.get(self.minion)
        if card is None or not card.is_minion or card.controller != self.seat:
            return Refusal(
                Code.ACTOR, "%(seat)s controls no minion %(minion)s.", "ACT-44", seat=self.seat, minion=self.minion
            )
        if card.zone is Zone.TORPOR and self.action is not ActionKind.LEAVE_TORPOR:
            row = "ACT-76" if self.card else "TURN-MINION-03"
            return Refusal(Code.REGION, "%(card)s is in torpor.", row, card=self.minion)
        if card.zone not in (Zone.READY, Zone.TORPOR):
            return Refusal(Code.REGION, "%(card)s is %(zone)s.", "TURN-MINION-01", card=self.minion, zone=card.zone)
        if card.locked:
            return Refusal(Code.LOCKED, "%(card)s is locked.", "TURN-MINION-01", card=self.minion)
        if Flag.CANNOT_ACT in card.flags or Flag.INCAPACITATED in card.flags:
            return Refusal(Code.LIMIT, "%(card)s cannot act this turn.", "ACT-17", card=self.minion)
        return None

    def repeat_keys(self) -> frozenset[str]:
        """What this minion cannot do again this turn once it has done this.

        Rule: ACT-60, GAP-37.
        """
        keys = set()
        if self.action in (ActionKind.BLEED, ActionKind.RED_LIST):
            keys.add(str(self.action))
        if self.action in (ActionKind.POLITICAL, ActionKind.PM_REFERENDUM):
            keys.add("political")
        if self.card:
            keys.add(f"card:{self.card}")
        if self.source:
            keys.add(f"play:{self.source}")
        return frozenset(keys)

    def _repeat_refusal(self, card: Card) -> Refusal | None:
        if card.used and (again := sorted(self.repeat_keys() & card.used)):
            row = "GAP-37" if "red_list" in again else "ACT-60"
            done = ActionKind(again[0]) if again[0] in ActionKind else again[0].partition(":")[2]
            return Refusal(Code.REPEAT, "%(card)s has done that this turn: %(done)s.", row, card=self.minion, done=done)
        return None

    def _source_refusal(self, table: Table, rule: ActionRule) -> Refusal | None:
        if rule.needs_source and not (self.card or self.source or self.take):
            return Refusal(Code.TERMS, "Say which card gives the action.", rule.needs_source)
        if self.card and (refused := hand_refusal(table, self.seat, self.delay)):
            return refused
        if self.source:
            card = table.cards.get(self.source)
            if card is None or not card.in_play or card.controller != self.seat:
                return Refusal(
                    Code.TERMS, "%(seat)s has no %(card)s in play.", "ACT-38", seat=self.seat, card=self.source
                )
        return None

    def phased_refusal(self, table: Table) -> Refusal | None:
        """Why an action with these targets does not belong to the phase of phased motion.

        Rule: PM-INTRO-40 to PM-INTRO-48.
        """
        if not table.options.is_phased or table.step.phase is Phase.MANDATORY:
            return None
        fits, row = classify(table, self)
        if fits != table.step.phase:
            return Refusal(
                Code.CHOICE, "This action does not belong to %(phase)s.", row(table.step.phase), phase=table.step.phase
            )
        return None

    def _portion_refusal(self, table: Table) -> Refusal | None:
        if not table.options.is_phased or table.step.phase is Phase.MANDATORY:
            return None
        acted = table.seats[self.seat].acted
        if acted and not has_bonus_action(table, self.seat):
            return Refusal(Code.LIMIT, "One minion acts in this phase.", "PM-INTRO-40")
        if len(acted) > 1 or self.minion in acted:
            return Refusal(Code.LIMIT, "A second, different minion may act in this phase.", "PM-ADV-28")
        return None

    def _entering_refusal(self, table: Table) -> Refusal | None:
        if self.enters and self.enters in table.cards:
            return Refusal(Code.TERMS, "%(card)s is the name of another card.", "SEQ-16", card=self.enters)
        if self.unique and self.card and has_copy(table, self.seat, self.card):
            return Refusal(Code.CONTEST, "%(seat)s has %(card)s already.", "CONTEST-12", seat=self.seat, card=self.card)
        return None

    def _cost_refusal(self, table: Table, card: Card, rule: ActionRule) -> Refusal | None:
        pool, blood = announced_cost(table, self)
        if self.stealth < 0 or self.life < 0:
            return Refusal(Code.AMOUNT, "Stealth and life are not negative.", "SEQ-16")
        refused = cost_refusal(table, self.seat, self.minion, pool=pool, blood=blood)
        if refused and rule.cost_row and refused.code is Code.COST:
            return refused.citing(rule.cost_row)
        return refused

    @override
    def carry_out(self, draft: Draft) -> None:
        lock(draft, self.minion)
        draft.seat(self.seat, acted=(*draft.seats[self.seat].acted, self.minion))
        draft.push(self._frame(draft))
        draft.note(Happening.ACTION_ANNOUNCED, self.seat, self.minion, detail=self.action)
        if not self.card:
            open_window(draft, WindowName.ANNOUNCE)
            return
        bonus = has_bonus(draft, self.seat, Phase.OPEN_AGGRESSION)
        draft.top(bonus_draw=bonus)
        declare(
            draft,
            self,
            CardPlay(play=self, seat=self.seat, minion=self.minion, card=self.card, delay=self.delay, until=self.until),
        )

    def _frame(self, draft: Draft) -> Action:
        pool, blood = announced_cost(draft, self)
        defenders = action_defenders(draft, self)
        stealth = self.stealth + own_stealth(self.action, defenders)
        edge_bonus = has_bonus(draft, self.seat, Phase.SUBTERFUGE) and draft.edge == self.seat
        return Action(
            kind=self.action,
            seat=self.seat,
            minion=self.minion,
            targets=self.targets,
            defenders=defenders,
            source=self.source,
            card=self.card,
            cost_pool=pool,
            cost_blood=blood,
            split=self.split,
            stealth=stealth + edge_bonus,
            bleed=self.bleed,
            effects=self.effects,
            take=self.take,
            enters=self.enters,
            name=self.card,
            unique=self.unique,
            life=self.life,
            from_torpor=self.action is ActionKind.LEAVE_TORPOR,
            repeat=self.repeat_keys(),
            may_block=self.may_block,
            state=ActionState.ANNOUNCE,
        )

    @override
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        self._bonus_draw(draft)
        open_window(draft, WindowName.ANNOUNCE)

    @override
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """The minion unlocks, nothing is paid, the same action may be tried again.

        Rule: GAP-17, ACT-45.
        """
        if draft.options.pm_oa_draw_on_cancel == "yes":
            self._bonus_draw(draft)
        to_ash_heap(draft, self.seat, self.card)
        draft.pop()
        if self.minion in draft.cards:
            unlock(draft, self.minion)
        acted = draft.seats[self.seat].acted
        draft.seat(self.seat, acted=acted[:-1])

    def _bonus_draw(self, draft: Draft) -> None:
        """The chooser of Open Aggression draws for an action card played.

        Rule: PM-ADV-25.
        """
        action = draft.frames[-1]
        if isinstance(action, Action) and action.bonus_draw:
            draft.top(bonus_draw=False)
            draw(draft, self.seat, 1)
