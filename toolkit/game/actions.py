"""Actions: the kinds there are and what each allows, aims at and costs; who may act, must, and announces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import override

from toolkit.game.cards import GameCard, has_title, is_anarch, is_younger
from toolkit.game.draft import Draft, Table, clockwise, minions_of, prey_of
from toolkit.game.effects import Actor, effects_refusal, effects_words, seat_refusal, target_refusal
from toolkit.game.events import Happening
from toolkit.game.hand import draw, to_ash_heap
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import DUTIES, has_bonus
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, CardPlay, GameState, Terms, Waiting
from toolkit.game.terms import cost_refusal, cut_frames, requirement_refusal, terms_refusal
from toolkit.game.vocabulary import (
    FIGHTS,
    MINION_PHASES,
    POLITICALS,
    ActionKind,
    ActionState,
    CardFlag,
    CardKind,
    EffectKind,
    Phase,
    WindowName,
    Zone,
)
from toolkit.game.windows import Playable, declare, impulse_refusal, open_window
from toolkit.game.words import Names, given_name, signed, with_figures
from toolkit.game.zones import lock, unlock
from toolkit.languages import N_, Listed, Message

type MinionCheck = Callable[[Announce, GameCard], Refusal | None]
type TargetCheck = Callable[[Table, Announce, GameCard], Refusal | None]


def _anyone(order: Announce, card: GameCard) -> Refusal | None:
    return None


def _anything(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    return _cards_in_play(table, order)


def _cards_in_play(table: Table, order: Announce) -> Refusal | None:
    for target in order.targets:
        if target in table.seats:
            if not table.seats[target].is_active:
                return Refusal(Code.TARGET, "%(seat)s has left the game.", "OUST-04", seat=target)
        elif refused := target_refusal(table, target):
            return refused
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRule:
    """One kind of action.

    Attributes:
        stealth: what the action has by itself; `undirected_only` if only when it is not directed.
        needs_source: the row that asks for a card, empty when none is needed.
        cost_row: the row of its own cost, if it has one.
    """

    stealth: int = 0
    undirected_only: bool = False
    needs_source: str = ""
    cost_row: str = ""
    minion_refusal: MinionCheck = _anyone
    target_refusal: TargetCheck = _anything


def _vampire(row: str) -> MinionCheck:
    def check(order: Announce, card: GameCard) -> Refusal | None:
        if not card.is_vampire:
            return Refusal(Code.ACTOR, "%(card)s is not a vampire.", row, card=card.id)
        return None

    return check


def _bleed_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if len(order.targets) != 1 or order.target not in table.seats:
        return Refusal(Code.TARGET, "A bleed is aimed at a Methuselah.", "ACT-44")
    if order.target == order.seat:
        return Refusal(Code.TARGET, "You cannot bleed yourself.", "ACT-02")
    if order.target != prey_of(table, order.seat) and not order.any_target:
        return Refusal(Code.TARGET, "A bleed targets the prey, %(prey)s.", "ACT-02", prey=prey_of(table, order.seat))
    return _cards_in_play(table, order)


def _no_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if order.targets:
        return Refusal(Code.TARGET, "This action has no target.", "ACT-44")
    return None


def _anarch_minion(order: Announce, card: GameCard) -> Refusal | None:
    if refused := _vampire("ACT-22")(order, card):
        return refused
    if has_title(card) or card.title is not None or is_anarch(card):
        return Refusal(Code.ACTOR, "%(card)s is titled or an anarch.", "ACT-23", card=card.id)
    return None


def _equip_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if order.take and order.card:
        return Refusal(Code.TERMS, "Equipment is taken from another minion or comes from hand, not both.", "ACT-08")
    for taken in order.take:
        item = table.cards.get(taken)
        host = table.cards.get(item.host) if item is not None else None
        if item is None or item.kind is not CardKind.EQUIPMENT or host is None or host.controller != order.seat:
            return Refusal(Code.TARGET, "%(card)s is not equipment on another minion of yours.", "ACT-08", card=taken)
        if host.id == card.id or item.host != table.cards[order.take[0]].host:
            return Refusal(Code.TARGET, "Equipment is taken from one other minion.", "ACT-11")
    if order.card and not order.enters:
        return Refusal(Code.TERMS, "Enter the name of the new card.", "ACT-44")
    return _no_target(table, order, card)


def _entering_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if not order.enters:
        return Refusal(Code.TERMS, "Enter the name of the new card.", "ACT-44")
    if order.life < 1:
        return Refusal(Code.TERMS, "Enter its starting life.", "ACT-44")
    return _no_target(table, order, card)


def _fight_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    """A minion that combat can be sought with.

    Rule: ACT-41, ACT-42, ACT-43.
    """
    target = table.cards.get(order.target)
    if target is None or not target.is_minion:
        return Refusal(Code.TARGET, "Choose the minion that is attacked.", "ACT-44")
    if CardFlag.INCAPACITATED in target.flags:
        return Refusal(Code.REGION, "%(card)s is incapacitated.", "ACT-42", card=target.id)
    if target.zone is Zone.TORPOR:
        return Refusal(Code.REGION, "%(card)s is in torpor.", "ACT-41", card=target.id)
    if target.controller == order.seat:
        return Refusal(Code.TARGET, "%(card)s is %(seat)s's own.", "ACT-43", card=target.id, seat=order.seat)
    return _cards_in_play(table, order)


def _red_list_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if refused := _fight_target(table, order, card):
        return refused
    if table.cards[order.target].marked_by != order.seat:
        return Refusal(Code.TARGET, "%(card)s is not marked by %(seat)s.", "ACT-27", card=order.target, seat=order.seat)
    return None


def _pm_rush_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if refused := _fight_target(table, order, card):
        return refused
    target = table.cards[order.target]
    if target.is_vampire and not is_younger(target, card):
        return Refusal(
            Code.TARGET, "%(target)s is not younger than %(card)s.", "PM-INTRO-42", target=target.id, card=card.id
        )
    return None


def _torpid_target(row: str) -> TargetCheck:
    def check(table: Table, order: Announce, card: GameCard) -> Refusal | None:
        target = table.cards.get(order.target)
        if not order.target:
            return Refusal(Code.TARGET, "Choose the card.", row)
        if target is None or not target.is_vampire or target.zone is not Zone.TORPOR:
            return Refusal(Code.TARGET, "%(card)s is not a vampire in torpor.", row, card=order.target)
        return None

    return check


# What is taken from who is diablerized when all its equipment is left to burn.
NOTHING_TAKEN = ("none",)


def _diablerie_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    return _torpid_target("ACT-36")(table, order, card) or _spoils_refusal(table, order, "DIAB-03")


def _spoils_refusal(table: Table, order: Announce, row: str) -> Refusal | None:
    """Why this cannot be taken from the target: it is not its equipment."""
    for taken in order.take if order.take != NOTHING_TAKEN else ():
        item = table.cards.get(taken)
        if item is None or item.kind is not CardKind.EQUIPMENT or item.host != order.target:
            return Refusal(Code.TARGET, "%(target)s has no equipment %(card)s.", row, target=order.target, card=taken)
    return None


def _incapacitated_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    """Another's imbued without life.

    Rule: GAP-49.
    """
    target = table.cards.get(order.target)
    if target is None or not target.in_play or CardFlag.INCAPACITATED not in target.flags:
        return Refusal(Code.TARGET, "%(card)s is not an incapacitated imbued.", "GAP-49", card=order.target)
    if target.controller == order.seat:
        return Refusal(Code.TARGET, "%(card)s is %(seat)s's own.", "GAP-49", card=target.id, seat=order.seat)
    return _spoils_refusal(table, order, "GAP-49")


def _rescue_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if refused := _torpid_target("ACT-33")(table, order, card):
        return refused
    if not 0 <= order.split <= 2:
        return Refusal(Code.TERMS, "Two blood are shared between the two.", "ACT-35")
    if card.counters < order.split or table.cards[order.target].counters < 2 - order.split:
        return Refusal(Code.COST, "The two cannot pay their shares.", "ACT-35")
    return None


def _diablerist(order: Announce, card: GameCard) -> Refusal | None:
    if not card.is_vampire or CardFlag.BLOOD_CURSED in card.flags:
        return Refusal(Code.ACTOR, "%(card)s cannot commit diablerie.", "GAP-36", card=card.id)
    return None


def _leaving(order: Announce, card: GameCard) -> Refusal | None:
    if not card.is_vampire or card.zone is not Zone.TORPOR:
        return Refusal(Code.REGION, "%(card)s is not a vampire in torpor.", "ACT-30", card=card.id)
    return None


def _other_target(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    if any(item.kind is EffectKind.COMBAT for item in order.effects):
        return _fight_target(table, order, card)
    return _cards_in_play(table, order)


KINDS: dict[ActionKind, ActionRule] = {
    ActionKind.BLEED: ActionRule(target_refusal=_bleed_target),  # ACT-01
    ActionKind.HUNT: ActionRule(stealth=1, minion_refusal=_vampire("ACT-05"), target_refusal=_no_target),
    ActionKind.EQUIP: ActionRule(stealth=1, needs_source="ACT-08", target_refusal=_equip_target),
    ActionKind.EMPLOY: ActionRule(stealth=1, needs_source="ACT-13", target_refusal=_entering_target),
    ActionKind.RECRUIT: ActionRule(stealth=1, needs_source="ACT-16", target_refusal=_entering_target),
    ActionKind.POLITICAL: ActionRule(  # CARD-43
        stealth=1, needs_source="ACT-20", minion_refusal=_vampire("ACT-19")
    ),
    ActionKind.ANARCH: ActionRule(
        stealth=1, cost_row="ACT-24", minion_refusal=_anarch_minion, target_refusal=_no_target
    ),
    ActionKind.RED_LIST: ActionRule(
        stealth=1, cost_row="ACT-28", minion_refusal=_vampire("ACT-27"), target_refusal=_red_list_target
    ),
    ActionKind.LEAVE_TORPOR: ActionRule(
        stealth=1, cost_row="ACT-31", minion_refusal=_leaving, target_refusal=_no_target
    ),
    ActionKind.RESCUE: ActionRule(
        stealth=1, undirected_only=True, minion_refusal=_vampire("ACT-33"), target_refusal=_rescue_target
    ),
    ActionKind.DIABLERIZE: ActionRule(
        stealth=1, undirected_only=True, minion_refusal=_diablerist, target_refusal=_diablerie_target
    ),
    ActionKind.RUSH: ActionRule(needs_source="ACT-38", target_refusal=_fight_target),
    ActionKind.BURN_IMBUED: ActionRule(target_refusal=_incapacitated_target),
    ActionKind.OTHER: ActionRule(needs_source="ACT-38", target_refusal=_other_target),
    ActionKind.PM_RUSH: ActionRule(
        cost_row="PM-INTRO-42", minion_refusal=_vampire("PM-INTRO-42"), target_refusal=_pm_rush_target
    ),
    ActionKind.PM_REFERENDUM: ActionRule(
        stealth=1, cost_row="PM-INTRO-46", minion_refusal=_vampire("PM-INTRO-45"), target_refusal=_no_target
    ),
}


# Actions by which equipment changes hands.
_TAKING = {ActionKind.EQUIP, ActionKind.DIABLERIZE, ActionKind.BURN_IMBUED}


def own_stealth(kind: ActionKind, defenders: tuple[str, ...]) -> int:
    """The stealth that an action of this kind has by itself, directed at these Methuselahs or undirected.

    Rule: ACT-09, ACT-39.
    """
    rule = KINDS[kind]
    return 0 if defenders and rule.undirected_only else rule.stealth


def announced_cost(table: Table, order: Announce) -> tuple[int, int]:
    """Pool and blood that the action will cost if it succeeds; what a rescue costs is shared separately.

    Rule: ACT-12, ACT-24, ACT-28, ACT-31, ACT-40, PM-INTRO-42, PM-INTRO-46.
    """
    blood = order.blood
    if order.action is ActionKind.ANARCH:
        friends = (
            card for card in minions_of(table, order.seat) if card.zone is Zone.READY and card.id != order.minion
        )
        blood = 1 if any(is_anarch(card) for card in friends) else 2
    elif order.action is ActionKind.LEAVE_TORPOR:
        blood = 2
    elif order.action in (ActionKind.RED_LIST, ActionKind.PM_RUSH, ActionKind.PM_REFERENDUM):
        blood = 1
    elif order.action is ActionKind.EQUIP and order.take:
        return 0, 0
    return order.pool, blood


def action_defenders(table: Table, order: Announce) -> tuple[str, ...]:
    """The Methuselahs at whom the action is directed, clockwise; none when it is undirected or political.

    Rule: ACT-34, ACT-48, SEQ-12.
    """
    if order.action in POLITICALS:
        return ()
    return defenders_of(table, order.seat, order.targets)


def defenders_of(table: Table, seat: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Who is aimed at, in person or through a card."""
    aimed = {target if target in table.seats else table.cards[target].controller for target in targets}
    return tuple(name for name in clockwise(table, seat) if name in aimed and name != seat)


def classify(table: Table, order: Announce) -> tuple[Phase | None, Callable[[Phase], str]]:
    """The phase of phased motion that the action belongs to, and the row that another phase cites.

    Rule: PM-INTRO-40 to PM-INTRO-48, A-32, A-33.
    """
    phase: Phase | None
    if order.action in POLITICALS:
        phase = Phase.DIPLOMACY
    elif order.action is ActionKind.BLEED:
        phase = Phase.SUBTERFUGE
    elif not action_defenders(table, order):
        phase = Phase.SUPPLY
    else:
        phase = _directed_phase(table, order)
    return (
        phase,
        lambda running: (
            _PHASE_ROWS.get(running, "PM-INTRO-48")
            if running != Phase.OPEN_AGGRESSION
            else ("PM-INTRO-41" if any(target in table.seats for target in order.targets) else "PM-INTRO-40")
        ),
    )


def _directed_phase(table: Table, order: Announce) -> Phase | None:
    seats = any(target in table.seats for target in order.targets)
    cards = any(target in table.cards for target in order.targets)
    if seats and cards:
        mixed = table.options.pm_mixed_target
        return None if mixed == "refuse" else Phase(mixed)
    return Phase.SUBTERFUGE if seats else Phase.OPEN_AGGRESSION


_PHASE_ROWS = {
    Phase.SUBTERFUGE: "PM-INTRO-43",
    Phase.DIPLOMACY: "PM-INTRO-45",
    Phase.SUPPLY: "PM-INTRO-48",
}


def has_bonus_action(table: Table, seat: str) -> bool:
    """Whether a second minion of the chooser may act in Supply.

    Rule: PM-ADV-28.
    """
    return table.step.phase is Phase.SUPPLY and has_bonus(table, seat, Phase.SUPPLY)


# Announcing actions


# Mandatory actions


def owed_actions(card: GameCard) -> frozenset[ActionKind]:
    """The mandatory actions that a minion owes: an empty ready vampire must hunt.

    Rule: TURN-MINION-05.
    """
    if not card.is_ready_minion:
        return frozenset()
    owed = set()
    if card.is_vampire and card.counters == 0:
        owed.add(ActionKind.HUNT)
    if CardFlag.MUST_BLEED in card.flags and CardFlag.MUST_BLEED not in card.used:
        owed.add(ActionKind.BLEED)
    return frozenset(owed)


def is_stuck(card: GameCard) -> bool:
    """Whether a minion cannot act: two different duties, or one that it cannot fulfil, as it has bled before.

    Rule: TURN-MINION-06.
    """
    owed = owed_actions(card)
    cannot_hunt = ActionKind.HUNT in owed and CardFlag.CANNOT_HUNT in card.flags
    return len(owed) > 1 or cannot_hunt or (ActionKind.BLEED in owed and "bleed" in card.used)


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
        and CardFlag.CANNOT_ACT not in card.flags
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


def _mandatory_refusal(table: Table, order: Announce, card: GameCard) -> Refusal | None:
    """Who owes an action in a shared turn may do nothing else, and need not do it; others may act.

    Rule: PM-INTRO-21, PM-INTRO-22.
    """
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
class Announce(Terms, Playable):
    """Announce an action with one of your minions.

    Attributes:
        target: what it is aimed at, a Methuselah or a card; `others` if it is aimed at more than one.
        card: the card from hand that gives the action; `source` a card in play that does.
        stealth, bleed: what the action's card adds.
        effects: what happens if it succeeds; the cost is paid then, and the card enters play then.
        take: equipment taken from your other minions, or from who is diablerized: `none` leaves it all.
        split: rescue, the blood that the rescuer pays of the two.
        life: what a retainer or an ally enters play with.
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
    take: tuple[str, ...] = ()
    split: int = 2
    life: int = 0
    any_target: bool = False
    may_block: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """All that it is aimed at."""
        return (self.target, *self.others) if self.target else self.others

    @property
    def actor(self) -> Actor:
        """Who acts."""
        card = self.card or self.source or self.action
        return Actor(seat=self.seat, minion=self.minion, card=card, entering=self)

    @override
    def refusal(self, table: Table) -> Refusal | None:
        refused = self._time_refusal(table) or self._minion_refusal(table)
        if refused:
            return refused
        card = table.cards[self.minion]
        rule = KINDS[self.action]
        if self.take and self.action not in _TAKING:
            return Refusal(Code.TERMS, "Nothing is taken by this action.", "SEQ-16")
        return (
            _mandatory_refusal(table, self, card)
            or rule.minion_refusal(self, card)
            or self._repeat_refusal(card)
            or self._source_refusal(table, rule)
            or rule.target_refusal(table, self, card)
            or self.phased_refusal(table)
            or self._portion_refusal(table)
            or terms_refusal(table, self.seat, self.card, self, announces=True)
            or next(filter(None, (seat_refusal(table, seat) for seat in self.may_block)), None)
            or requirement_refusal(table, card, self.requires, as_vampire=self.as_vampire)
            or (self._effects_refusal(table) if self.effects else None)
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
        return impulse_refusal(table, self.seat)

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
        if CardFlag.CANNOT_ACT in card.flags or CardFlag.INCAPACITATED in card.flags:
            return Refusal(Code.LIMIT, "%(card)s cannot act this turn.", "ACT-17", card=self.minion)
        return None

    def repeat_keys(self) -> frozenset[str]:
        """The keys of the actions that this minion cannot repeat this turn after this one.

        Rule: ACT-60, GAP-37.
        """
        keys = set()
        if self.action in (ActionKind.BLEED, ActionKind.RED_LIST):
            keys.add(str(self.action))
        if self.action in POLITICALS:
            keys.add("political")
        if self.card:
            keys.add(f"card:{self.card}")
        if self.source:
            keys.add(f"play:{self.source}")
        return frozenset(keys)

    def _duty_done(self, card: GameCard) -> frozenset[str]:
        """The required action that a bleed meets: an earlier bleed meets none."""
        is_due = self.action is ActionKind.BLEED and CardFlag.MUST_BLEED in card.flags
        return frozenset({CardFlag.MUST_BLEED.value}) if is_due else frozenset()

    def _repeat_refusal(self, card: GameCard) -> Refusal | None:
        if card.used and (again := sorted(self.repeat_keys() & card.used)):
            row = "GAP-37" if "red_list" in again else "ACT-60"
            done = ActionKind(again[0]) if again[0] in ActionKind else again[0].partition(":")[2]
            return Refusal(Code.REPEAT, "%(card)s has done that this turn: %(done)s.", row, card=self.minion, done=done)
        return None

    def _source_refusal(self, table: Table, rule: ActionRule) -> Refusal | None:
        if rule.needs_source and not (self.card or self.source or self.take):
            return Refusal(Code.TERMS, "Choose the card that gives the action.", rule.needs_source)
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

    def _effects_refusal(self, table: Table) -> Refusal | None:
        """Why the effects cannot be declared: some actions bring about a combat, referendum or diablerie already."""
        if self.action in POLITICALS:
            return Refusal(Code.TERMS, "The terms of a referendum state its effect.", "REF-02")
        interrupts = self.action in FIGHTS or self.action is ActionKind.DIABLERIZE
        return effects_refusal(table, self.actor, self.effects, interrupts=interrupts)

    def _cost_refusal(self, table: Table, card: GameCard, rule: ActionRule) -> Refusal | None:
        pool, blood = announced_cost(table, self)
        if self.stealth < 0 or self.life < 0:
            return Refusal(Code.AMOUNT, "Stealth and life are not negative.", "SEQ-16")
        refused = cost_refusal(table, self.seat, self.minion, self, pool=pool, blood=blood)
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
        edge_bonus = has_bonus(draft, self.seat, Phase.SUBTERFUGE) and draft.edge == self.seat  # PM-ADV-26
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
            terms=self,
            take=self.take,
            life=self.life,
            from_torpor=self.action is ActionKind.LEAVE_TORPOR,
            repeat=self.repeat_keys() | self._duty_done(draft.cards[self.minion]),
            may_block=self.may_block,
            state=ActionState.ANNOUNCE,
        )

    @override
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """The card waits in limbo for the outcome of its action.

        Rule: SEQ-32, CARD-27.
        """
        self._bonus_draw(draft)
        action = draft.frames[-1]
        assert isinstance(action, Action)
        own = Waiting(seat=self.seat, card=self.card, minion=self.minion, terms=self)
        draft.top(limbo=(*action.limbo, own))
        open_window(draft, WindowName.ANNOUNCE)

    @override
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """The minion unlocks, nothing is paid, the same action may be tried again.

        Rule: GAP-17, ACT-45.
        """
        if draft.options.pm_oa_draw_on_cancel == "yes":
            self._bonus_draw(draft)
        to_ash_heap(draft, self.seat, self.card)
        cut_frames(draft, len(draft.frames) - 1)
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

    @override
    def told(self, names: Names) -> str:
        """An action: "Anna bleeds Bob with Govern the Unaligned (+2 bleed)"."""
        minion, card = names.card(self.minion), given_name(self.card)
        aimed = self.take if self.action is ActionKind.EQUIP and self.take else self.targets
        targets = Listed([names.target(target) for target in aimed])
        words = _action_words(self.action, minion, targets, card)
        if card and not _ACTION_WORDS[self.action][1]:
            words = Message("%(words)s with %(card)s", words=words, card=card)
        figures = [
            Message("%(change)s bleed", change=signed(self.bleed)) if self.bleed else "",
            Message("%(change)s stealth", change=signed(self.stealth)) if self.stealth else "",
            effects_words(self.effects, names)
            if any(item.kind is not EffectKind.NOTHING for item in self.effects)
            else "",
        ]
        return with_figures(words, figures)


# The words of an announcement


def _action_words(kind: ActionKind, minion: str, target: str, card: str) -> str:
    """An action; where it is about a card, with the card's name if there is one."""
    # Equipment that is taken over is the card itself.
    card = target or card if kind is ActionKind.EQUIP else card
    alone, of_card = _AIMED if kind is ActionKind.OTHER and target else _ACTION_WORDS[kind]
    return Message(of_card if of_card and card else alone, minion=minion, target=target, card=card)


# What is said of each, and what instead where it names a card.
_ACTION_WORDS: dict[ActionKind, tuple[str, str]] = {
    ActionKind.BLEED: (N_("%(minion)s bleeds %(target)s"), ""),
    ActionKind.HUNT: (N_("%(minion)s hunts"), ""),
    ActionKind.EQUIP: (
        N_("%(minion)s equips"),
        N_("%(minion)s equips: %(card)s"),
    ),
    ActionKind.EMPLOY: (
        N_("%(minion)s employs a retainer"),
        N_("%(minion)s employs a retainer: %(card)s"),
    ),
    ActionKind.RECRUIT: (
        N_("%(minion)s recruits an ally"),
        N_("%(minion)s recruits an ally: %(card)s"),
    ),
    ActionKind.POLITICAL: (
        N_("%(minion)s calls a referendum"),
        N_("%(minion)s calls a referendum: %(card)s"),
    ),
    ActionKind.ANARCH: (N_("%(minion)s becomes anarch"), ""),
    ActionKind.RED_LIST: (N_("%(minion)s hunts down %(target)s"), ""),
    ActionKind.LEAVE_TORPOR: (N_("%(minion)s leaves torpor"), ""),
    ActionKind.RESCUE: (N_("%(minion)s rescues %(target)s"), ""),
    ActionKind.DIABLERIZE: (N_("%(minion)s diablerizes %(target)s"), ""),
    ActionKind.RUSH: (N_("%(minion)s hunts down %(target)s"), ""),
    ActionKind.BURN_IMBUED: (N_("%(minion)s takes an action to burn %(target)s"), ""),
    ActionKind.OTHER: (N_("%(minion)s takes an action"), N_("%(minion)s takes an action: %(card)s")),
    ActionKind.PM_RUSH: (N_("%(minion)s takes an action to fight %(target)s, without a card"), ""),
    ActionKind.PM_REFERENDUM: (N_("%(minion)s calls a referendum without a card"), ""),
}
# Of an action of any other kind that has a target.
_AIMED = (
    N_("%(minion)s takes an action aimed at %(target)s"),
    N_("%(minion)s takes an action: %(card)s, aimed at %(target)s"),
)


# What could be announced: the candidates that `legal_operations` asks the rules about


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Actions of one's unlocked minions."""
    if state.step.seat != seat or state.step.phase not in MINION_PHASES or state.frames:
        return
    targets = [card for card in state.cards.values() if _can_be_aimed_at(card, seat)]
    for card in minions_of(state, seat):
        if card.locked:
            continue
        if card.zone is Zone.TORPOR:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.LEAVE_TORPOR)
            continue
        yield from _basic(state, seat, card)
        yield from _targeted(state, seat, card, targets)


def _can_be_aimed_at(card: GameCard, seat: str) -> bool:
    if card.zone is Zone.READY:
        return card.controller != seat and card.is_minion
    return card.zone is Zone.TORPOR or (card.kind is CardKind.EQUIPMENT and card.controller == seat)


def _basic(state: GameState, seat: str, card: GameCard) -> Iterator[Operation]:
    yield Announce(seat=seat, minion=card.id, action=ActionKind.BLEED, target=prey_of(state, seat))
    if card.is_vampire:
        yield Announce(seat=seat, minion=card.id, action=ActionKind.HUNT)
        yield Announce(seat=seat, minion=card.id, action=ActionKind.ANARCH)
        yield Announce(seat=seat, minion=card.id, action=ActionKind.POLITICAL, card="political action")
        if state.options.is_phased:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.PM_REFERENDUM)
    new = f"new-{state.sequence}"
    yield Announce(seat=seat, minion=card.id, action=ActionKind.EQUIP, card="equipment", enters=new)
    yield Announce(seat=seat, minion=card.id, action=ActionKind.EMPLOY, card="retainer", enters=new, life=1)
    yield Announce(seat=seat, minion=card.id, action=ActionKind.RECRUIT, card="ally", enters=new, life=2, pool=1)


def _targeted(state: GameState, seat: str, card: GameCard, targets: list[GameCard]) -> Iterator[Operation]:
    prey = prey_of(state, seat)
    for other in targets:
        if other.id == card.id:
            continue
        if other.zone is Zone.TORPOR:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.RESCUE, target=other.id)
            yield Announce(seat=seat, minion=card.id, action=ActionKind.DIABLERIZE, target=other.id)
        elif other.kind is CardKind.EQUIPMENT and other.controller == seat and other.host != card.id:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.EQUIP, take=(other.id,))
        elif CardFlag.INCAPACITATED in other.flags:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.BURN_IMBUED, target=other.id)
        elif other.zone is Zone.READY and other.controller != seat and other.is_minion:
            if other.marked_by == seat:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.RED_LIST, target=other.id)
            if state.options.is_phased:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.PM_RUSH, target=other.id)
            elif card.is_vampire and CardFlag.CANNOT_ACT not in card.flags and other.controller == prey:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.RUSH, card="rush", target=other.id)
