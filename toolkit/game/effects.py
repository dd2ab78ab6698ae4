"""Declared effects: what a card does, in the words of whoever plays it.

They are checked for what a flow can check, and applied; what a particular flow adds stands beside that flow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.game.cards import Title, scope_name
from toolkit.game.contests import burn_self_contest, gain_title, settle_contests
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.ending import settle_ousts
from toolkit.game.hand import draw, leave_hand
from toolkit.game.influence import emerge
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import CardPlay, Combat, Diablerie, Effect, Referendum
from toolkit.game.vocabulary import IN_PLAY, CardFlag, CardKind, EffectKind, Phase, Timing, TitleKind, WindowName, Zone
from toolkit.game.windows import close_window, window_name
from toolkit.game.words import FLAGS, Names, in_a_row, sect_words, signed, title_words
from toolkit.game.zones import attach, burn, change_control, lock, remove, to_ready, to_torpor, unlock
from toolkit.languages import N_, Count, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who uses an effect, and from where."""

    seat: str
    minion: str = ""
    card: str = ""
    timing: Timing = Timing.ANY
    even_if_not_needed: bool = False
    limited: bool = False


type Teller = Callable[[Effect, str, Names], str]
type Check = Callable[[Table, Actor, Effect], Refusal | None]
type Deed = Callable[[Draft, Actor, Effect], None]


@dataclass(frozen=True, slots=True)
class EffectRule:
    """How an effect of one kind is checked, applied and told, and in which windows alone it has a meaning.

    Attributes:
        told: what the table reads, a template of whom it happens to (`card`, `name`) and how much (`number`, with its
            sign `change`), or who says it.
    """

    check: Check
    do: Deed
    windows: frozenset[WindowName] | None
    told: str | Teller


EFFECTS: dict[EffectKind, EffectRule] = {}


def effect(
    *kinds: EffectKind,
    told: str | Teller | Mapping[EffectKind, str | Teller],
    check: Check | None = None,
    windows: frozenset[WindowName] | None = None,
) -> Callable[[Deed], Deed]:
    """Register how effects of these kinds are applied and told."""

    def register(deed: Deed) -> Deed:
        for kind in kinds:
            words = told[kind] if isinstance(told, Mapping) else told
            EFFECTS[kind] = EffectRule(check or _fine, deed, windows, words)
        return deed

    return register


def _fine(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return None


def effect_told(item: Effect, names: Names) -> str:
    """One effect in a few words: "Béla burns 2 pool", "Anna locks"."""
    target = names.target(item.target) if item.target else ""
    told = EFFECTS[item.kind].told
    if not isinstance(told, str):
        return told(item, target, names)
    return Message(told, card=target, name=target, number=item.amount, change=signed(item.amount))


def effects_told(effects: Sequence[Effect], names: Names) -> str:
    """Several effects in a row."""
    return in_a_row([effect_told(item, names) for item in effects])


def effects_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...]) -> Refusal | None:
    """The first reason why one of these effects cannot be used."""
    for item in effects:
        if item.amount < 0 and item.kind not in SIGNED:
            return Refusal(
                Code.AMOUNT, "%(effect)s cannot be %(amount)s.", "SEQ-16", effect=item.kind, amount=item.amount
            )
        if refused := EFFECTS[item.kind].check(table, actor, item):
            return refused
    return None


def apply_effects(draft: Draft, actor: Actor, effects: tuple[Effect, ...]) -> None:
    """Apply effects one after another; one whose target is no longer valid fizzles.

    Rule: SEQ-30.
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
# Effects on a target that may have gone by the time they are applied.
FIZZLING: set[EffectKind] = set()


def seat_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a Methuselah in the game; the bank never is one.

    Rule: SETUP-19.
    """
    if not item.target:
        return Refusal(Code.TARGET, "Say which Methuselah is meant.", "SETUP-19")
    if item.target not in table.seats:
        return Refusal(Code.TARGET, "%(seat)s is not a Methuselah at this table.", "SETUP-19", seat=item.target)
    if not table.seats[item.target].is_active:
        return Refusal(Code.TARGET, "%(seat)s has left the game.", "OUST-04", seat=item.target)
    return None


def card_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card in play: neither uncontrolled nor contested.

    Rule: SEQ-52, SEQ-53, SEQ-54.
    """
    return target_refusal(table, item.target)


def target_refusal(table: Table, card_id: str) -> Refusal | None:
    """Why a card cannot be aimed at."""
    if not card_id:
        return Refusal(Code.TARGET, "Say which card is meant.", "SEQ-52")
    card = table.cards.get(card_id)
    if card is None or card.zone in (Zone.ASH_HEAP, Zone.REMOVED, Zone.LIMBO):
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=card_id)
    if card.zone not in IN_PLAY:
        return Refusal(Code.TARGET, "%(card)s is %(zone)s, not in play.", "SEQ-54", card=card_id, zone=card.zone)
    return None


def known_card(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card that the table keeps track of, wherever it lies."""
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


# What effects do outside any particular flow


FIZZLING |= {
    EffectKind.BURN_BLOOD, EffectKind.GAIN_BLOOD, EffectKind.MOVE_BLOOD, EffectKind.LOCK, EffectKind.UNLOCK,
    EffectKind.BURN, EffectKind.REMOVE, EffectKind.TORPOR, EffectKind.READY, EffectKind.STEAL, EffectKind.ATTACH,
    EffectKind.CAPACITY, EffectKind.STRENGTH, EffectKind.TITLE, EffectKind.SECT, EffectKind.CLAN,
    EffectKind.DISCIPLINE, EffectKind.BURN_POOL, EffectKind.GAIN_POOL, EffectKind.DAMAGE, EffectKind.AGGRAVATED,
    EffectKind.COMBAT, EffectKind.EDGE,
}  # fmt: skip


# Pool, blood, life


@effect(
    EffectKind.BURN_POOL,
    EffectKind.GAIN_POOL,
    check=seat_target,
    told={
        EffectKind.BURN_POOL: N_("%(name)s burns %(number)s pool"),
        EffectKind.GAIN_POOL: N_("%(name)s gains %(number)s pool"),
    },
)
def _pool(draft: Draft, actor: Actor, item: Effect) -> None:
    if item.kind is EffectKind.GAIN_POOL:
        draft.move(BANK, pool_of(item.target), item.amount, actor.card or "effect")
    else:
        draft.move(pool_of(item.target), BANK, item.amount, actor.card or "effect")


def counters_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Counters are put on and taken from cards in play, and from uncontrolled ones by effects that say so."""
    card = table.cards.get(item.target)
    if card is not None and card.zone is Zone.UNCONTROLLED and item.detail == "uncontrolled":
        return None
    return card_target(table, actor, item)


def _burned_told(item: Effect, target: str, names: Names) -> str:
    if names.is_alive(item.target):
        return Message("%(card)s loses %(number)s life", card=target, number=item.amount)
    return Message("%(card)s burns %(number)s blood", card=target, number=item.amount)


@effect(EffectKind.BURN_BLOOD, check=counters_target, told=_burned_told)
def _burn_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(on(item.target), BANK, item.amount, actor.card or "effect")
    burn_if_lifeless(draft, item.target)


def _gained_told(item: Effect, target: str, names: Names) -> str:
    if names.is_alive(item.target):
        return Message("%(card)s gains %(number)s life", card=target, number=item.amount)
    return Message("%(card)s gains %(number)s blood", card=target, number=item.amount)


@effect(EffectKind.GAIN_BLOOD, check=counters_target, told=_gained_told)
def _gain_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(BANK, on(item.target), item.amount, actor.card or "effect")
    draft.drain(item.target)


def _move_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if not item.detail:
        return Refusal(Code.TARGET, "Say which card is meant.", "SEQ-52")
    if item.detail not in table.cards or not table.cards[item.detail].in_play:
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=item.detail)
    return counters_target(table, actor, item)


def _moved_told(item: Effect, target: str, names: Names) -> str:
    place = names.target(item.detail)
    return Message("%(number)s blood from %(card)s to %(place)s", number=item.amount, card=target, place=place)


@effect(EffectKind.MOVE_BLOOD, check=_move_target, told=_moved_told)
def _move_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(on(item.target), on(item.detail), item.amount, actor.card or "effect")
    draft.drain(item.detail)
    burn_if_lifeless(draft, item.target)


def burn_if_lifeless(draft: Draft, card_id: str) -> None:
    """An ally or retainer without life is burned; an imbued is incapacitated.

    Rule: DMG-12, CARD-41.
    """
    card = draft.cards[card_id]
    if card.in_play and card.is_living and card.counters == 0:
        if card.kind is CardKind.IMBUED:
            draft.card(card_id, flags=card.flags | {CardFlag.INCAPACITATED})
        else:
            burn(draft, card_id, "no life left")


# Locks and places


@effect(
    EffectKind.LOCK,
    EffectKind.UNLOCK,
    check=card_target,
    told={EffectKind.LOCK: N_("%(card)s locks"), EffectKind.UNLOCK: N_("%(card)s unlocks")},
)
def _lock(draft: Draft, actor: Actor, item: Effect) -> None:
    (lock if item.kind is EffectKind.LOCK else unlock)(draft, item.target)


@effect(
    EffectKind.BURN,
    EffectKind.REMOVE,
    EffectKind.TORPOR,
    EffectKind.READY,
    check=card_target,
    told={
        EffectKind.BURN: N_("%(card)s is burned"),
        EffectKind.REMOVE: N_("%(card)s is removed from the game"),
        EffectKind.TORPOR: N_("%(card)s goes to torpor"),
        EffectKind.READY: N_("%(card)s leaves torpor"),
    },
)
def _place(draft: Draft, actor: Actor, item: Effect) -> None:
    deeds = {
        EffectKind.BURN: burn,
        EffectKind.REMOVE: remove,
        EffectKind.TORPOR: to_torpor,
        EffectKind.READY: to_ready,
    }
    deeds[item.kind](draft, item.target)


def _steal_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if not item.detail:
        return Refusal(Code.TARGET, "Say which Methuselah is meant.", "OUST-04")
    if item.detail not in table.seats or not table.seats[item.detail].is_active:
        return Refusal(Code.TARGET, "%(seat)s is not in the game.", "OUST-04", seat=item.detail)
    return card_target(table, actor, item)


def _steal_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(name)s takes control of %(card)s", name=item.detail, card=target)


@effect(EffectKind.STEAL, check=_steal_target, told=_steal_told)
def _steal(draft: Draft, actor: Actor, item: Effect) -> None:
    change_control(draft, item.target, item.detail)
    burn_self_contest(draft, item.target)


def _attach_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    host = table.cards.get(item.detail)
    if not item.detail:
        return Refusal(Code.TARGET, "Say which card is meant.", "SEQ-52")
    if host is None or not host.in_play or item.detail == item.target or host.host == item.target:
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=item.detail)
    return card_target(table, actor, item)


def _attach_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s is now on %(place)s", card=target, place=names.target(item.detail))


@effect(EffectKind.ATTACH, check=_attach_target, told=_attach_told)
def _attach(draft: Draft, actor: Actor, item: Effect) -> None:
    attach(draft, item.target, item.detail)


def _uncontrolled(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    card = table.cards.get(item.target)
    if not item.target:
        return Refusal(Code.TARGET, "Say which card is meant.", "SEQ-54")
    if card is None or card.zone is not Zone.UNCONTROLLED:
        return Refusal(Code.TARGET, "%(card)s is not uncontrolled.", "SEQ-54", card=item.target)
    if not card.capacity:
        return Refusal(Code.TERMS, "Reveal %(card)s first.", "TURN-INFL-11", card=item.target)
    return None


@effect(EffectKind.EMERGE, check=_uncontrolled, told=N_("%(card)s moves to the ready region"))
def _emerge(draft: Draft, actor: Actor, item: Effect) -> None:
    emerge(draft, item.target)


@effect(EffectKind.RETURN, check=card_target, told=N_("%(card)s moves to the uncontrolled region"))
def _return(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.card(item.target, zone=Zone.UNCONTROLLED, host="", locked=False)
    draft.unsettled = True


# What a card is


@effect(EffectKind.CAPACITY, check=card_target, told=N_("%(card)s: %(change)s capacity"))
def _capacity(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.card(item.target, capacity=max(1, draft.cards[item.target].capacity + item.amount))
    draft.drain(item.target)


@effect(EffectKind.STRENGTH, check=card_target, told=N_("%(card)s: %(change)s strength"))
def _strength(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.card(item.target, strength=max(0, draft.cards[item.target].strength + item.amount))


@effect(
    EffectKind.STANDING_BLEED,
    EffectKind.STANDING_STEALTH,
    EffectKind.STANDING_INTERCEPT,
    check=card_target,
    told={
        EffectKind.STANDING_BLEED: N_("%(card)s: %(change)s bleed"),
        EffectKind.STANDING_STEALTH: N_("%(card)s: %(change)s stealth"),
        EffectKind.STANDING_INTERCEPT: N_("%(card)s: %(change)s intercept"),
    },
)
def _standing(draft: Draft, actor: Actor, item: Effect) -> None:
    name = item.kind.value.removeprefix("standing_")
    draft.card(item.target, **{name: getattr(draft.cards[item.target], name) + item.amount})


def _sect_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s changes sect: %(sect)s", card=target, sect=sect_words(item.detail))


def _clan_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s changes clan: %(clan)s", card=target, clan=scope_name(item.detail))


@effect(
    EffectKind.SECT, EffectKind.CLAN, check=card_target, told={EffectKind.SECT: _sect_told, EffectKind.CLAN: _clan_told}
)
def _sect(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.card(item.target, **{item.kind.value: item.detail})
    if item.kind is EffectKind.SECT and item.detail != "anarch":
        # An anarch who changes sect is no longer anarch (ACT-26).
        draft.card(item.target, flags=draft.cards[item.target].flags - {CardFlag.ANARCH})
    draft.unsettled = True


def _title_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    kind = item.detail.partition("/")[0]
    if kind and kind not in TitleKind:
        return Refusal(Code.TERMS, "There is no title %(title)r.", "REF-25", title=kind)
    return card_target(table, actor, item)


def _title_told(item: Effect, target: str, names: Names) -> str:
    kind, _, scope = item.detail.partition("/")
    if kind not in TitleKind:
        return Message("%(card)s loses the title", card=target)
    title = title_words(Title(kind=TitleKind(kind), scope=scope))
    return Message("%(card)s gains the title %(title)s", card=target, title=title)


@effect(EffectKind.TITLE, check=_title_target, told=_title_told)
def _title(draft: Draft, actor: Actor, item: Effect) -> None:
    """`detail` is "prince/paris", or empty to lose the title; `amount` an independent title's votes."""
    kind, _, scope = item.detail.partition("/")
    gain_title(draft, item.target, Title(kind=TitleKind(kind), scope=scope, votes=item.amount) if kind else None)
    settle_contests(draft)


def _discipline_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s gains a level of %(discipline)s", card=target, discipline=item.detail.upper())


@effect(EffectKind.DISCIPLINE, check=card_target, told=_discipline_told)
def _discipline(draft: Draft, actor: Actor, item: Effect) -> None:
    """One level more of a Discipline, superior at most.

    Rule: TURN-MASTER-21.
    """
    levels = dict(draft.cards[item.target].disciplines)
    levels[item.detail] = min(2, levels.get(item.detail, 0) + 1)
    draft.card(item.target, disciplines=tuple(sorted(levels.items())))


def _flag_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if item.detail not in CardFlag:
        return Refusal(Code.TERMS, "There is no mark %(mark)r.", "SEQ-16", mark=item.detail)
    return known_card(table, actor, item)


def _flag_told(item: Effect, target: str, names: Names) -> str:
    mark = FLAGS.get(item.detail, item.detail)
    if item.kind is EffectKind.UNFLAG:
        return Message("%(card)s is no longer marked: %(mark)s", card=target, mark=mark)
    return Message("%(card)s is marked: %(mark)s", card=target, mark=mark)


@effect(EffectKind.FLAG, EffectKind.UNFLAG, check=_flag_target, told=_flag_told)
def _flag(draft: Draft, actor: Actor, item: Effect) -> None:
    flags, flag = draft.cards[item.target].flags, CardFlag(item.detail)
    draft.card(item.target, flags=flags | {flag} if item.kind is EffectKind.FLAG else flags - {flag})


# Hands and budgets


@effect(EffectKind.HAND_SIZE, check=seat_target, told=N_("%(name)s: hand size %(change)s"))
def _hand_size(draft: Draft, actor: Actor, item: Effect) -> None:
    """Hand size changes; in the advanced game of phased motion one draws or discards the difference.

    Rule: SEQ-43, PM-ADV-06.
    """
    methuselah = draft.seats[item.target]
    draft.seat(item.target, hand_size=max(0, methuselah.hand_size + item.amount))
    if draft.options.is_advanced:
        if item.amount > 0:
            draw(draft, item.target, item.amount)
        else:
            draft.seat(item.target, penalty=draft.seats[item.target].penalty - item.amount)


def _draw_told(item: Effect, target: str, names: Names) -> str:
    return Count(item.amount, "%(name)s draws %(num)d card", "%(name)s draws %(num)d cards", name=target)


@effect(EffectKind.DRAW, check=seat_target, told=_draw_told)
def _draw(draft: Draft, actor: Actor, item: Effect) -> None:
    """Cards drawn by an effect; in the advanced game as many are discarded right after, unless the card keeps them.

    Rule: PM-ADV-07, PM-ADV-10.
    """
    drawn = draw(draft, item.target, item.amount)
    if draft.options.is_advanced and item.detail != "kept":
        draft.seat(item.target, penalty=draft.seats[item.target].penalty + drawn)


def _discard_told(item: Effect, target: str, names: Names) -> str:
    if item.kind is EffectKind.DISCARD:
        return Count(item.amount, "%(name)s discards %(num)d card", "%(name)s discards %(num)d cards", name=target)
    return Count(
        item.amount,
        "%(name)s discards %(num)d card at random",
        "%(name)s discards %(num)d cards at random",
        name=target,
    )


@effect(EffectKind.DISCARD, EffectKind.RANDOM_DISCARD, check=seat_target, told=_discard_told)
def _discard(draft: Draft, actor: Actor, item: Effect) -> None:
    """Cards discarded by an effect; `detail` "later" means that they are replaced later.

    Rule: PM-ADV-08, PM-ADV-09.
    """
    gone = leave_hand(draft, item.target, item.amount)
    if draft.options.is_advanced and item.detail != "later":
        draw(draft, item.target, gone)


@effect(
    EffectKind.TRANSFERS,
    EffectKind.MASTER_ACTIONS,
    EffectKind.MASTER_ACTIONS_PER_PHASE,
    EffectKind.DISCARD_ACTIONS,
    check=seat_target,
    told={
        EffectKind.TRANSFERS: N_("%(name)s: transfers %(change)s"),
        EffectKind.MASTER_ACTIONS: N_("%(name)s: master phase actions %(change)s"),
        EffectKind.MASTER_ACTIONS_PER_PHASE: N_("%(name)s: master phase actions each turn %(change)s"),
        EffectKind.DISCARD_ACTIONS: N_("%(name)s: discard phase actions %(change)s"),
    },
)
def _budget(draft: Draft, actor: Actor, item: Effect) -> None:
    name = item.kind.value
    if _is_running(draft, item):
        draft.seat(item.target, **{name: max(0, getattr(draft.seats[item.target], name) + item.amount)})


def _is_running(draft: Draft, item: Effect) -> bool:
    phases = {
        EffectKind.TRANSFERS: "influence",
        EffectKind.MASTER_ACTIONS: "master",
        EffectKind.DISCARD_ACTIONS: "discard",
    }
    phase = phases.get(item.kind)
    return phase is None or (draft.step.phase == phase and draft.step.seat == item.target)


def _edge_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return seat_target(table, actor, item) if item.target else None


def _edge_told(item: Effect, target: str, names: Names) -> str:
    return Message("%(name)s takes the Edge", name=target) if target else Message("nobody has the Edge")


@effect(EffectKind.EDGE, check=_edge_target, told=_edge_told)
def _edge(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.give_edge(item.target)


@effect(EffectKind.NOTHING, told=N_("nothing that is counted"))
def _nothing(draft: Draft, actor: Actor, item: Effect) -> None:
    pass


@effect(EffectKind.CANCEL, windows=frozenset({WindowName.AS_PLAYED}), told=N_("the card is canceled"))
def _cancel(draft: Draft, actor: Actor, item: Effect) -> None:
    """The card being played is canceled; `detail` "waive" spares its cost.

    Rule: SEQ-20, SEQ-23, GAP-17.
    """
    if not draft.frames or not isinstance(draft.frames[-1], CardPlay):
        return
    draft.top(canceled=True, cost_waived=item.detail == "waive")
    close_window(draft)
    settle_ousts(draft)
