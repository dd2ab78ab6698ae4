"""The thirteen kinds of action and the two cardless ones of phased motion: what each allows, aims at and costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.game.bonuses import has_bonus
from toolkit.game.cards import Card, has_title, is_anarch, is_younger
from toolkit.game.draft import Table, clockwise, minions_of, prey_of
from toolkit.game.effects import target_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.vocabulary import ActionKind, EffectKind, Flag, Kind, Phase, Zone

if TYPE_CHECKING:
    from toolkit.game.minion import Announce

type MinionCheck = Callable[[Announce, Card], Refusal | None]
type TargetCheck = Callable[[Table, Announce, Card], Refusal | None]


def _anyone(order: Announce, card: Card) -> Refusal | None:
    return None


def _anything(table: Table, order: Announce, card: Card) -> Refusal | None:
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
    def check(order: Announce, card: Card) -> Refusal | None:
        if not card.is_vampire:
            return Refusal(Code.ACTOR, "%(card)s is not a vampire.", row, card=card.id)
        return None

    return check


def _bleed_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if len(order.targets) != 1 or order.target not in table.seats:
        return Refusal(Code.TARGET, "A bleed is aimed at a Methuselah.", "ACT-44")
    if order.target == order.seat:
        return Refusal(Code.TARGET, "Nobody bleeds herself.", "ACT-02")
    if order.target != prey_of(table, order.seat) and not order.any_target:
        return Refusal(Code.TARGET, "A bleed targets the prey, %(prey)s.", "ACT-02", prey=prey_of(table, order.seat))
    return _cards_in_play(table, order)


def _no_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if order.targets:
        return Refusal(Code.TARGET, "This action has no target.", "ACT-44")
    return None


def _anarch_minion(order: Announce, card: Card) -> Refusal | None:
    if refused := _vampire("ACT-22")(order, card):
        return refused
    if has_title(card) or card.title is not None or is_anarch(card):
        return Refusal(Code.ACTOR, "%(card)s is titled or an anarch.", "ACT-23", card=card.id)
    return None


def _equip_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    for taken in order.take:
        item = table.cards.get(taken)
        host = table.cards.get(item.host) if item is not None else None
        if item is None or item.kind is not Kind.EQUIPMENT or host is None or host.controller != order.seat:
            return Refusal(Code.TARGET, "%(card)s is not equipment on another minion of yours.", "ACT-08", card=taken)
        if host.id == card.id or item.host != table.cards[order.take[0]].host:
            return Refusal(Code.TARGET, "Equipment is taken from one other minion.", "ACT-11")
    if order.card and not order.enters:
        return Refusal(Code.TERMS, "Say what the new card is called.", "ACT-44")
    return _no_target(table, order, card)


def _entering_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if not order.enters:
        return Refusal(Code.TERMS, "Say what the new card is called.", "ACT-44")
    if order.life < 1:
        return Refusal(Code.TERMS, "Say with how much life it starts.", "ACT-44")
    return _no_target(table, order, card)


def _fight_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    """A minion that combat can be sought with.

    Rule: ACT-41, ACT-42, ACT-43.
    """
    target = table.cards.get(order.target)
    if target is None or not target.is_minion:
        return Refusal(Code.TARGET, "Say which minion is attacked.", "ACT-44")
    if Flag.INCAPACITATED in target.flags:
        return Refusal(Code.REGION, "%(card)s is incapacitated.", "ACT-42", card=target.id)
    if target.zone is Zone.TORPOR:
        return Refusal(Code.REGION, "%(card)s is in torpor.", "ACT-41", card=target.id)
    if target.controller == order.seat:
        return Refusal(Code.TARGET, "%(card)s is %(seat)s's own.", "ACT-43", card=target.id, seat=order.seat)
    return _cards_in_play(table, order)


def _red_list_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if refused := _fight_target(table, order, card):
        return refused
    if table.cards[order.target].marked_by != order.seat:
        return Refusal(Code.TARGET, "%(card)s is not marked by %(seat)s.", "ACT-27", card=order.target, seat=order.seat)
    return None


def _pm_rush_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if refused := _fight_target(table, order, card):
        return refused
    target = table.cards[order.target]
    if target.is_vampire and not is_younger(target, card):
        return Refusal(
            Code.TARGET, "%(target)s is not younger than %(card)s.", "PM-INTRO-42", target=target.id, card=card.id
        )
    return None


def _torpid_target(row: str) -> TargetCheck:
    def check(table: Table, order: Announce, card: Card) -> Refusal | None:
        target = table.cards.get(order.target)
        if not order.target:
            return Refusal(Code.TARGET, "Say which card is meant.", row)
        if target is None or not target.is_vampire or target.zone is not Zone.TORPOR:
            return Refusal(Code.TARGET, "%(card)s is not a vampire in torpor.", row, card=order.target)
        return None

    return check


def _rescue_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if refused := _torpid_target("ACT-33")(table, order, card):
        return refused
    if not 0 <= order.split <= 2:
        return Refusal(Code.TERMS, "Two blood are shared between the two.", "ACT-35")
    if card.counters < order.split or table.cards[order.target].counters < 2 - order.split:
        return Refusal(Code.COST, "The two cannot pay their shares.", "ACT-35")
    return None


def _diablerist(order: Announce, card: Card) -> Refusal | None:
    if not card.is_vampire or Flag.BLOOD_CURSED in card.flags:
        return Refusal(Code.ACTOR, "%(card)s cannot commit diablerie.", "GAP-36", card=card.id)
    return None


def _leaving(order: Announce, card: Card) -> Refusal | None:
    if not card.is_vampire or card.zone is not Zone.TORPOR:
        return Refusal(Code.REGION, "%(card)s is not a vampire in torpor.", "ACT-30", card=card.id)
    return None


def _other_target(table: Table, order: Announce, card: Card) -> Refusal | None:
    if any(item.kind is EffectKind.COMBAT for item in order.effects):
        return _fight_target(table, order, card)
    return _cards_in_play(table, order)


KINDS: dict[ActionKind, ActionRule] = {
    ActionKind.BLEED: ActionRule(target_refusal=_bleed_target),
    ActionKind.HUNT: ActionRule(stealth=1, minion_refusal=_vampire("ACT-05"), target_refusal=_no_target),
    ActionKind.EQUIP: ActionRule(stealth=1, needs_source="ACT-08", target_refusal=_equip_target),
    ActionKind.EMPLOY: ActionRule(stealth=1, needs_source="ACT-13", target_refusal=_entering_target),
    ActionKind.RECRUIT: ActionRule(stealth=1, needs_source="ACT-16", target_refusal=_entering_target),
    ActionKind.POLITICAL: ActionRule(stealth=1, needs_source="ACT-20", minion_refusal=_vampire("ACT-19")),
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
        stealth=1, undirected_only=True, minion_refusal=_diablerist, target_refusal=_torpid_target("ACT-36")
    ),
    ActionKind.RUSH: ActionRule(needs_source="ACT-38", target_refusal=_fight_target),
    ActionKind.OTHER: ActionRule(needs_source="ACT-38", target_refusal=_other_target),
    ActionKind.PM_RUSH: ActionRule(
        cost_row="PM-INTRO-42", minion_refusal=_vampire("PM-INTRO-42"), target_refusal=_pm_rush_target
    ),
    ActionKind.PM_REFERENDUM: ActionRule(
        stealth=1, cost_row="PM-INTRO-46", minion_refusal=_vampire("PM-INTRO-45"), target_refusal=_no_target
    ),
}


def own_stealth(kind: ActionKind, defenders: tuple[str, ...]) -> int:
    """The stealth that an action of this kind has by itself, directed at these Methuselahs or at nobody."""
    rule = KINDS[kind]
    return 0 if defenders and rule.undirected_only else rule.stealth


POLITICALS = frozenset({ActionKind.POLITICAL, ActionKind.PM_REFERENDUM})


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
    """The Methuselahs at whom the action is directed, clockwise; nobody when it is undirected or political.

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
