"""Damage: point by point, normal before aggravated, on vampires, allies and retainers; preventing it comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.game.draft import BANK, Draft, Table, on
from toolkit.game.effects import DAMAGING, INTERRUPTING, Actor, apply_each, card_target, effect, target_refusal
from toolkit.game.events import Happening
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Combat, Effect, Harm
from toolkit.game.vocabulary import EffectKind, WindowName, Zone
from toolkit.game.windows import open_window, resume, window_name
from toolkit.game.words import Names
from toolkit.game.zones import burn, burn_if_lifeless, to_torpor
from toolkit.languages import N_, Message


@dataclass(frozen=True, slots=True)
class Wounds:
    """Damage to a vampire: blood left, whether it is wounded, whether it is burned; each point's fate."""

    blood: int
    wounded: bool
    burned: bool
    points: tuple[str, ...]


def resolve_damage(blood: int, normal: int, aggravated: int, *, wounded: bool = False) -> Wounds:
    """Resolve damage on a vampire, each point in turn.

    Rule: DMG-02 to DMG-08, GAP-31.

    >>> resolve_damage(2, 0, 3)
    Wounds(blood=0, wounded=True, burned=False, points=('wounded', 'saved', 'saved'))
    """
    points = []
    for _ in range(normal):
        if blood:
            blood -= 1
            points.append("mended")
        else:
            wounded = True
            points.append("unmended")
    for _ in range(aggravated):
        if not wounded:
            wounded = True
            points.append("wounded")
        elif blood:
            blood -= 1
            points.append("saved")
        else:
            points.append("burned")
            return Wounds(blood, True, True, tuple(points))
    return Wounds(blood, wounded, False, tuple(points))


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The result of damage to a card: its fate ("ready", "torpor", "burned") and the blood or life left."""

    fate: str
    left: int


def foresee(table: Table, card_id: str, normal: int, aggravated: int) -> Foreseen:
    """The result of this damage to a card, if none is prevented.

    Rule: DMG-02 to DMG-12.
    """
    card = table.cards[card_id]
    torpid = card.zone is Zone.TORPOR
    if not card.is_vampire:
        left = max(0, card.counters - normal - aggravated)
        return Foreseen("ready" if left else "burned", left)
    wounds = resolve_damage(card.counters, normal, aggravated, wounded=torpid)
    if wounds.burned:
        return Foreseen("burned", 0)
    return Foreseen("torpor" if torpid or wounds.wounded else "ready", wounds.blood)


def inflict(draft: Draft, card_id: str, normal: int, aggravated: int) -> None:
    """Handle unprevented damage on a card.

    Rule: DMG-09 to DMG-12, GAP-31, GAP-32, GAP-33, CARD-38.
    """
    card = draft.cards[card_id]
    if not card.in_play or normal + aggravated < 1:
        return
    if not card.is_vampire:
        draft.move(on(card_id), BANK, normal + aggravated, "damage")
        draft.note(Happening.DAMAGE_POINT, card.controller, card_id, normal + aggravated, "life")
        burn_if_lifeless(draft, card_id)
        return
    wounds = resolve_damage(card.counters, normal, aggravated, wounded=card.zone is Zone.TORPOR)
    for point in wounds.points:
        draft.note(Happening.DAMAGE_POINT, card.controller, card_id, 1, point)
    draft.move(on(card_id), BANK, card.counters - wounds.blood, "damage")
    if wounds.burned:
        burn(draft, card_id, "burned by damage")
    elif wounds.wounded:
        draft.note(Happening.VAMPIRE_WOUNDED, card.controller, card_id)
        to_torpor(draft, card_id, "wounded")


# Preventing


type Pending = tuple[tuple[str, int, int], ...]


def pending_damage(table: Table) -> Pending:
    """Damage inflicted and not handled yet: (card, normal, aggravated)."""
    frame = table.frames[-1] if table.frames else None
    return frame.pending if isinstance(frame, Combat | Harm) else ()


def _prevent_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if window_name(table) is not WindowName.DAMAGE:
        return Refusal(Code.WINDOW, "There is no damage to prevent.", "COMBAT-34")
    target = item.target or actor.minion
    if all(card != target for card, _, _ in pending_damage(table)):
        return Refusal(Code.TARGET, "%(card)s takes no damage.", "COMBAT-34", card=target)
    return None


def _prevent_words(item: Effect, target: str, names: Names) -> str:
    if target:
        return Message("%(number)s damage to %(card)s is prevented", number=item.amount, card=target)
    return Message("%(number)s damage is prevented", number=item.amount)


@effect(
    EffectKind.PREVENT,
    check=_prevent_check,
    called=Message("Prevent damage"),
    told=_prevent_words,
    details=["normal", "aggravated"],
)
def _prevent(draft: Draft, actor: Actor, item: Effect) -> None:
    """Prevent points of damage: of the one kind that `detail` says, else aggravated first.

    Rule: DMG-01, COMBAT-34.
    """
    if not draft.frames or not isinstance(draft.frames[-1], Combat | Harm):
        return
    target, left = item.target or actor.minion, item.amount
    after = []
    for card, normal, aggravated in pending_damage(draft):
        if card == target:
            kinds = [item.detail] if item.detail else ["aggravated", "normal"]
            points = {"normal": normal, "aggravated": aggravated}
            for kind in kinds:
                stopped = min(left, points[kind])
                points[kind] -= stopped
                left -= stopped
            normal, aggravated = points["normal"], points["aggravated"]
        after.append((card, normal, aggravated))
    draft.note(Happening.DAMAGE_PREVENTED, actor.seat, target, item.amount - left)
    draft.top(pending=tuple(after))


# Damage that an order declares


def with_damage(pending: Pending, card: str, normal: int, aggravated: int) -> Pending:
    """Pending damage with some more: that of one card together, so that its normal damage comes first.

    Rule: COMBAT-34.
    """
    points = {name: (before, worse) for name, before, worse in pending}
    before, worse = points.get(card, (0, 0))
    points[card] = (before + normal, worse + aggravated)
    return tuple((name, *both) for name, both in points.items())


def with_declared(pending: Pending, effects: Iterable[Effect]) -> Pending:
    """Pending damage with that of these effects; other effects are passed over."""
    for item in effects:
        if item.kind is EffectKind.DAMAGE:
            pending = with_damage(pending, item.target, item.amount, 0)
        elif item.kind is EffectKind.AGGRAVATED:
            pending = with_damage(pending, item.target, 0, item.amount)
    return pending


_LATER = DAMAGING | INTERRUPTING


def apply_effects(draft: Draft, actor: Actor, effects: tuple[Effect, ...]) -> None:
    """Apply all effects of an order: its damage in one step after the others, then what begins something new.

    Rule: DMG-13.
    """
    # Between two effects of one order no window closes by itself.
    draft.stirred |= len(effects) > 1
    if all(item.kind not in _LATER for item in effects):
        apply_each(draft, actor, effects)
        return
    apply_each(draft, actor, (item for item in effects if item.kind not in _LATER))
    begins = tuple(item for item in effects if item.kind in INTERRUPTING)
    aimed = (item for item in effects if item.kind in DAMAGING and target_refusal(draft, item.target) is None)
    if pending := with_declared((), aimed):
        draft.push(Harm(seat=actor.seat, pending=pending, minion=actor.minion if begins else "", after=begins))
        open_window(draft, WindowName.DAMAGE)
    else:
        apply_each(draft, actor, begins)


@effect(
    EffectKind.DAMAGE,
    EffectKind.AGGRAVATED,
    check=card_target,
    called={EffectKind.DAMAGE: Message("Inflict damage"), EffectKind.AGGRAVATED: Message("Inflict aggravated damage")},
    told={
        EffectKind.DAMAGE: N_("%(number)s damage to %(card)s"),
        EffectKind.AGGRAVATED: N_("%(number)s aggravated damage to %(card)s"),
    },
)
def _harm(draft: Draft, actor: Actor, item: Effect) -> None:
    apply_effects(draft, actor, (item,))


def handle(draft: Draft, pending: Pending) -> None:
    """Handle damage that was not prevented, of one step."""
    for card, normal, aggravated in pending:
        inflict(draft, card, normal, aggravated)


def handle_harm(draft: Draft) -> None:
    """Handle the damage that was not prevented; what else its order does follows."""
    frame = draft.pop()
    assert isinstance(frame, Harm)
    handle(draft, frame.pending)
    apply_each(draft, Actor(seat=frame.seat, minion=frame.minion), frame.after)
    resume(draft)
