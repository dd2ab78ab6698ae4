"""Declared effects: what a card does, as its player declares it.

They are checked for what a flow can check, and applied; what a particular flow adds stands beside that flow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.game.cards import GameCard
from toolkit.game.draft import Draft, Table, copy_with
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Combat, Diablerie, Effect, FrozenMapping, Referendum, Terms
from toolkit.game.vocabulary import IN_PLAY, EffectKind, Phase, Timing, WindowName, Zone
from toolkit.game.windows import window_name
from toolkit.game.words import Names, in_a_row, signed
from toolkit.languages import Message, Sayable


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who uses an effect, and from where.

    Attributes:
        entering: the terms of the card that comes into play with it, if they say so.
    """

    seat: str
    minion: str = ""
    card: str = ""
    timing: Timing = Timing.ANY
    even_if_not_needed: bool = False
    limited: bool = False
    entering: Terms | None = None


type Teller = Callable[[Effect, str, Names], str]
type EffectCheck = Callable[[Table, Actor, Effect], Refusal | None]
type Application = Callable[[Draft, Actor, Effect], None]


@dataclass(frozen=True, slots=True)
class EffectRule:
    """How an effect of one kind is checked, applied, called and told, and in which windows alone it has a meaning.

    Attributes:
        called: what a form and a refusal call it: "Burn pool".
        told: what the table reads, a template of whom it happens to (`card`, `name`) and how much (`number`, with its
            sign `change`), or who says it.
        details: what `detail` may say besides nothing; None where it names something, which the check looks at.
    """

    check: EffectCheck
    do: Application
    windows: frozenset[WindowName] | None
    called: Sayable
    told: str | Teller
    details: frozenset[str] | None = frozenset()


EFFECTS: dict[EffectKind, EffectRule] = {}


def effect(
    *kinds: EffectKind,
    called: Sayable | Mapping[EffectKind, Sayable],
    told: str | Teller | Mapping[EffectKind, str | Teller],
    check: EffectCheck | None = None,
    windows: frozenset[WindowName] | None = None,
    details: Iterable[str] | None = (),
) -> Callable[[Application], Application]:
    """Register how effects of these kinds are applied, called and told."""

    def register(application: Application) -> Application:
        for kind in kinds:
            name = called[kind] if isinstance(called, Mapping) else called
            words = told[kind] if isinstance(told, Mapping) else told
            admitted = None if details is None else frozenset(details)
            EFFECTS[kind] = EffectRule(check or _fine, application, windows, name, words, admitted)
        return application

    return register


def _fine(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return None


def effect_words(item: Effect, names: Names) -> str:
    """One effect in a few words: "Béla burns 2 pool", "Anna locks"."""
    target = names.target(item.target) if item.target else ""
    template = EFFECTS[item.kind].told
    if not isinstance(template, str):
        return template(item, target, names)
    return Message(template, card=target, name=target, number=item.amount, change=signed(item.amount))


def effects_words(effects: Sequence[Effect], names: Names) -> str:
    """Several effects in a row."""
    return in_a_row([effect_words(item, names) for item in effects])


def effects_refusal(
    table: Table, actor: Actor, effects: tuple[Effect, ...], *, interrupts: bool = False
) -> Refusal | None:
    """The first reason why one of these effects cannot be used; `interrupts` if what carries them begins a combat."""
    if interrupts + sum(item.kind in INTERRUPTING for item in effects) > 1:
        return Refusal(Code.TERMS, "One combat, referendum or diablerie at a time.", "SEQ-16")
    new = actor.entering.enters if actor.entering is not None else ""
    if new and any(new in (item.target, item.detail) for item in effects):
        table = _with_entering(table, actor.seat, actor.entering)
    for item in effects:
        if item.amount < 0 and item.kind not in SIGNED:
            return Refusal(
                Code.AMOUNT, "%(effect)s cannot be %(amount)s.", "SEQ-16", effect=item.kind, amount=item.amount
            )
        rule = EFFECTS[item.kind]
        if item.detail and rule.details is not None and item.detail not in rule.details:
            return Refusal(
                Code.TERMS, "%(effect)s %(detail)r is not understood.", "SEQ-16", effect=item.kind, detail=item.detail
            )
        if refused := rule.check(table, actor, item):
            return refused
    return None


def _with_entering(table: Table, seat: str, terms: Terms | None) -> Table:
    """The table as it will be once the card has come into play, whose effects speak of it.

    Rule: CARD-47.
    """
    assert terms is not None
    state = table.freeze() if isinstance(table, Draft) else table
    zone = Zone.ATTACHED if terms.host else Zone.READY
    card = GameCard(
        id=terms.enters,
        kind=terms.kind,
        owner=seat,
        controller=seat,
        zone=zone,
        host=terms.host,
        capacity=terms.capacity,
        counters=terms.counters,
    )
    return copy_with(state, cards=FrozenMapping({**state.cards, card.id: card}))


def apply_each(draft: Draft, actor: Actor, effects: Iterable[Effect]) -> None:
    """Apply effects one after another; one whose target is no longer valid fizzles. Damage: see `apply_effects`.

    Rule: SEQ-30, TURN-MASTER-20.
    """
    for item in effects:
        rule = EFFECTS[item.kind]
        if item.kind in FIZZLING and rule.check(draft, actor, item) is not None:
            continue
        rule.do(draft, actor, item)


# Amounts that may be negative.
SIGNED = frozenset(
    {
        EffectKind.CAPACITY,
        EffectKind.COUNTERS,
        EffectKind.STRENGTH,
        EffectKind.STANDING_BLEED,
        EffectKind.STANDING_STEALTH,
        EffectKind.STANDING_INTERCEPT,
        EffectKind.HAND_SIZE,
        EffectKind.BLEED,
        EffectKind.HUNT,
        EffectKind.STEALTH,
        EffectKind.INTERCEPT,
        EffectKind.STRIKE_DAMAGE,
        EffectKind.TRANSFERS,
        EffectKind.MASTER_ACTIONS,
    }
)
# What an order inflicts, all of it into one step.
DAMAGING = frozenset({EffectKind.DAMAGE, EffectKind.AGGRAVATED})
# What goes on at once, before anything else can.
INTERRUPTING = frozenset({EffectKind.COMBAT, EffectKind.REFERENDUM, EffectKind.DIABLERIZE})
# Effects on a target that may have gone by the time they are applied.
FIZZLING: set[EffectKind] = set()


def seat_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a Methuselah in the game; the bank never is one.

    Rule: SETUP-19.
    """
    return seat_refusal(table, item.target)


def seat_refusal(table: Table, seat: str) -> Refusal | None:
    """Why a name is not that of a Methuselah in the game.

    Rule: SETUP-19, OUST-04.
    """
    if not seat:
        return Refusal(Code.TARGET, "Choose the Methuselah.", "SETUP-19")
    if seat not in table.seats:
        return Refusal(Code.TARGET, "%(seat)s is not a Methuselah at this table.", "SETUP-19", seat=seat)
    if not table.seats[seat].is_active:
        return Refusal(Code.TARGET, "%(seat)s has left the game.", "OUST-04", seat=seat)
    return None


def card_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card in play: neither uncontrolled nor contested.

    Rule: SEQ-52, SEQ-53, SEQ-54.
    """
    return target_refusal(table, item.target)


def target_refusal(table: Table, card_id: str) -> Refusal | None:
    """Why a card cannot be aimed at; one in torpor can.

    Rule: SEQ-52 to SEQ-54.
    """
    if not card_id:
        return Refusal(Code.TARGET, "Choose the card.", "SEQ-52")
    card = table.cards.get(card_id)
    if card is None or card.zone in (Zone.ASH_HEAP, Zone.REMOVED, Zone.LIMBO):
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=card_id)
    if card.zone not in IN_PLAY:
        return Refusal(Code.TARGET, "%(card)s is %(zone)s, not in play.", "SEQ-54", card=card_id, zone=card.zone)
    return None


def host_refusal(table: Table, card: str, host: str, *, or_contested: bool = False) -> Refusal | None:
    """Why a card cannot lie on another: that is not in play (or contested), or lies on the card itself.

    Rule: SEQ-52, CARD-33.
    """
    there = table.cards.get(host)
    if not host:
        return Refusal(Code.TARGET, "Choose the card.", "SEQ-52")
    if there is None or not (there.in_play or (or_contested and there.zone is Zone.CONTESTED)):
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=host)
    while there is not None:
        if there.id == card:
            return Refusal(Code.TARGET, "%(card)s is already on %(target)s.", "SEQ-52", card=host, target=card)
        there = table.cards.get(there.host)
    return None


def known_card(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card that the table tracks, in any zone."""
    if item.target not in table.cards:
        return Refusal(Code.TARGET, "No card is called %(card)r.", "SEQ-52", card=item.target)
    return None


# Which effects a window admits, and when an effect may be used that says when it is used


AS_PLAYED_KINDS = frozenset({EffectKind.CANCEL, EffectKind.WAKE})

# Where an effect that names its moment may be used, and the row that says so.
MOMENTS: dict[Timing, tuple[frozenset[WindowName], str]] = {
    Timing.AS_PLAYED: (frozenset({WindowName.AS_PLAYED}), "SEQ-20"),
    Timing.AS_ANNOUNCED: (frozenset({WindowName.ANNOUNCE}), "ACT-46"),
    Timing.AS_COMBAT_ENTERED: (frozenset({WindowName.BEFORE_RANGE}), "COMBAT-07"),
    Timing.BEFORE_RANGE: (frozenset({WindowName.BEFORE_RANGE}), "COMBAT-08"),
    Timing.BEFORE_STRIKES: (frozenset({WindowName.BEFORE_STRIKES}), "GAP-27"),
    Timing.BEFORE_VOTES: (frozenset({WindowName.BEFORE_VOTES}), "REF-04"),
    Timing.POLITICAL: (frozenset({WindowName.BEFORE_VOTES, WindowName.POLLING}), "REF-07"),
    Timing.AFTER_REFERENDUM: (frozenset({WindowName.AFTER_REFERENDUM}), "REF-12"),
    Timing.END_OF_ROUND: (frozenset({WindowName.END_OF_ROUND}), "COMBAT-40"),
}
PHASE_MOMENTS: dict[Timing, tuple[Phase, str]] = {
    Timing.UNLOCK: (Phase.UNLOCK, "TURN-UNLOCK-17"),
    Timing.MASTER: (Phase.MASTER, "TURN-MASTER-08"),
    Timing.DISCARD: (Phase.DISCARD, "TURN-DISC-08"),
}
# The row broken by an effect that has no meaning in the open window.
WINDOW_ROWS = {
    EffectKind.CANCEL: "SEQ-20",
    EffectKind.STEALTH: "ACT-54",
    EffectKind.INTERCEPT: "ACT-53",
    EffectKind.BLEED: "ACT-71",
    EffectKind.HUNT: "ACT-71",
    EffectKind.RETARGET: "GAP-14",
    EffectKind.CANNOT_BLOCK: "ACT-79",
    EffectKind.BLOCK_FAILS: "ACT-81",
    EffectKind.VOTES: "REF-07",
    EffectKind.BALLOTS: "REF-07",
    EffectKind.AUTO_PASS: "REF-03",
    EffectKind.MANEUVER: "COMBAT-10",
    EffectKind.PRESS: "COMBAT-38",
    EffectKind.ADDITIONAL: "COMBAT-35",
    EffectKind.STRIKE_DAMAGE: "COMBAT-17",
    EffectKind.PREVENT: "COMBAT-34",
}


def window_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...]) -> Refusal | None:
    """Why these effects cannot be used in the open window.

    Rule: SEQ-20 to SEQ-22, ACT-46, COMBAT-07, COMBAT-08, REF-04, REF-07.
    """
    name = window_name(table)
    kinds = {item.kind for item in effects}
    if name is WindowName.AS_PLAYED and not (kinds and kinds <= AS_PLAYED_KINDS):
        return Refusal(Code.WINDOW, "Only a cancel or a wake is used as a card is played.", "SEQ-22")
    if name is WindowName.ANNOUNCE and actor.timing is not Timing.AS_ANNOUNCED:
        return Refusal(Code.WINDOW, "Effects as the action is announced come first.", "ACT-46")
    if refusal := decision_refusal(table):
        return refusal
    return _moment_refusal(table, actor.timing, name) or _kind_refusal(table, actor, effects, name)


def decision_refusal(table: Table) -> Refusal | None:
    """Why nothing at all can be used before something is decided: a referendum's terms, a diablerie.

    Rule: REF-02, GAP-36.
    """
    if window_name(table) in (WindowName.TERMS, WindowName.OFFER, WindowName.DISCIPLINE):
        return Refusal(Code.WINDOW, "A decision comes first.", "GAP-36" if _in_diablerie(table) else "REF-02")
    return None


def _in_diablerie(table: Table) -> bool:
    return bool(table.frames) and isinstance(table.frames[-1], Diablerie)


def _moment_refusal(table: Table, timing: Timing, name: WindowName | None) -> Refusal | None:
    """Why an effect does not belong to this window, or to this phase.

    Rule: TURN-UNLOCK-16, TURN-UNLOCK-17, TURN-MASTER-08, TURN-DISC-08.
    """
    if timing in MOMENTS:
        windows, row = MOMENTS[timing]
        if name not in windows:
            return Refusal(Code.WINDOW, "This belongs to another moment: %(timing)s.", row, timing=timing)
        frame = table.frames[-1]
        if timing is Timing.AS_COMBAT_ENTERED and isinstance(frame, Combat) and frame.round > 1:
            return Refusal(Code.WINDOW, "Combat was entered in an earlier round.", row)
        if timing is Timing.BEFORE_VOTES and isinstance(frame, Referendum) and (frame.cast or frame.ballots):
            return Refusal(Code.WINDOW, "Votes have been cast.", row)
    if timing in PHASE_MOMENTS and table.step.phase is not PHASE_MOMENTS[timing][0]:
        phase, row = PHASE_MOMENTS[timing]
        return Refusal(Code.PHASE, "This belongs to the %(phase)s phase.", row, phase=phase)
    return None


def _kind_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...], name: WindowName | None) -> Refusal | None:
    for item in effects:
        windows = EFFECTS[item.kind].windows
        if windows is not None and name not in windows:
            row = WINDOW_ROWS.get(item.kind, "SEQ-16")
            return Refusal(Code.WINDOW, "%(effect)s has no place here.", row, effect=item.kind)
    return None
