"""Declared effects outside any particular flow: counters, locks, zones, titles, hands, budgets."""

from __future__ import annotations

from toolkit.game.cards import Title, scope_name
from toolkit.game.contests import burn_self_contest, gain_title, settle_contests
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.effects import (
    FIZZLING,
    Actor,
    card_target,
    effect,
    host_refusal,
    known_card,
    seat_refusal,
    seat_target,
)
from toolkit.game.ending import settle_ousts
from toolkit.game.hand import discard_from_hand, draw, follow_hand_sizes, replace_later
from toolkit.game.influence import emerge
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import CardPlay, Effect
from toolkit.game.vocabulary import CardFlag, EffectKind, TitleKind, WindowName, Zone
from toolkit.game.windows import close_window
from toolkit.game.words import FLAGS, Names, sect_words, signed, title_words
from toolkit.game.zones import (
    attach,
    bind,
    burn,
    burn_if_lifeless,
    change_control,
    give,
    lock,
    recover,
    remove,
    return_to_owner,
    to_ready,
    to_torpor,
    unlock,
)
from toolkit.languages import N_, Count, Message, Sense

FIZZLING |= {
    EffectKind.BURN_BLOOD, EffectKind.GAIN_BLOOD, EffectKind.MOVE_BLOOD, EffectKind.LOCK, EffectKind.UNLOCK,
    EffectKind.BURN, EffectKind.REMOVE, EffectKind.TORPOR, EffectKind.READY, EffectKind.STEAL, EffectKind.ATTACH,
    EffectKind.RETURN, EffectKind.EMERGE, EffectKind.CAPACITY, EffectKind.STRENGTH, EffectKind.STANDING_BLEED,
    EffectKind.STANDING_STEALTH, EffectKind.STANDING_INTERCEPT, EffectKind.TITLE, EffectKind.SECT, EffectKind.CLAN,
    EffectKind.DISCIPLINE, EffectKind.FLAG, EffectKind.UNFLAG, EffectKind.BURN_POOL, EffectKind.GAIN_POOL,
    EffectKind.HAND_SIZE, EffectKind.DRAW, EffectKind.DISCARD, EffectKind.RANDOM_DISCARD, EffectKind.TRANSFERS,
    EffectKind.MASTER_ACTIONS, EffectKind.MASTER_ACTIONS_PER_PHASE, EffectKind.DISCARD_ACTIONS, EffectKind.DAMAGE,
    EffectKind.AGGRAVATED, EffectKind.COMBAT, EffectKind.EDGE, EffectKind.REFERENDUM, EffectKind.DIABLERIZE,
    EffectKind.COUNTERS,
}  # fmt: skip


# Pool, blood, life


@effect(
    EffectKind.BURN_POOL,
    EffectKind.GAIN_POOL,
    check=seat_target,
    called={EffectKind.BURN_POOL: Message("Burn pool"), EffectKind.GAIN_POOL: Message("Gain pool")},
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


def _burned_words(item: Effect, target: str, names: Names) -> str:
    if names.is_alive(item.target):
        return Message("%(card)s loses %(number)s life", card=target, number=item.amount)
    return Message("%(card)s burns %(number)s blood", card=target, number=item.amount)


@effect(
    EffectKind.BURN_BLOOD,
    check=counters_target,
    called=Message("Burn blood or life"),
    told=_burned_words,
    details=["uncontrolled"],
)
def _burn_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(on(item.target), BANK, item.amount, actor.card or "effect")
    burn_if_lifeless(draft, item.target)


def _gained_words(item: Effect, target: str, names: Names) -> str:
    if names.is_alive(item.target):
        return Message("%(card)s gains %(number)s life", card=target, number=item.amount)
    return Message("%(card)s gains %(number)s blood", card=target, number=item.amount)


@effect(
    EffectKind.GAIN_BLOOD,
    check=counters_target,
    called=Message("Gain blood or life"),
    told=_gained_words,
    details=["uncontrolled"],
)
def _gain_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(BANK, on(item.target), item.amount, actor.card or "effect")
    draft.drain(item.target)


def _move_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if not item.detail:
        return Refusal(Code.TARGET, "Choose the card.", "SEQ-52")
    if item.detail not in table.cards or not table.cards[item.detail].in_play:
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=item.detail)
    return counters_target(table, actor, item)


def _moved_words(item: Effect, target: str, names: Names) -> str:
    place = names.target(item.detail)
    return Message("%(number)s blood from %(card)s to %(place)s", number=item.amount, card=target, place=place)


@effect(
    EffectKind.MOVE_BLOOD, check=_move_target, called=Message("Move blood or counters"), told=_moved_words, details=None
)
def _move_blood(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.move(on(item.target), on(item.detail), item.amount, actor.card or "effect")
    draft.drain(item.detail)
    burn_if_lifeless(draft, item.target)


def _counters_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The kind must have a name: one of those on the card, or a new one."""
    if refused := card_target(table, actor, item):
        return refused
    if not item.detail or "@" in item.detail:
        kinds = ", ".join(kind for kind, _ in table.cards[item.target].other_counters) or "corruption"
        return Refusal(Code.TERMS, "Enter the kind of counters, e.g. %(kinds)s.", "GAP-48", kinds=kinds)
    return None


def _counters_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s: counters %(kind)s %(change)s", card=target, kind=item.detail, change=signed(item.amount))


@effect(
    EffectKind.COUNTERS,
    check=_counters_check,
    called=Message("Counters of another kind"),
    told=_counters_words,
    details=None,
)
def _counters(draft: Draft, actor: Actor, item: Effect) -> None:
    """Counters of another kind than the card's own, which `detail` names, are put on a card or taken off it.

    Rule: GAP-48.
    """
    place, why = on(item.target, item.detail), actor.card or "effect"
    draft.move(*((BANK, place) if item.amount > 0 else (place, BANK)), abs(item.amount), why)


# Locks and places


@effect(
    EffectKind.LOCK,
    EffectKind.UNLOCK,
    check=card_target,
    called={EffectKind.LOCK: Sense("card", "Lock"), EffectKind.UNLOCK: Sense("card", "Unlock")},
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
    called={
        EffectKind.BURN: Message("Burn the card"),
        EffectKind.REMOVE: Message("Remove the card from the game"),
        EffectKind.TORPOR: Message("Send to torpor"),
        EffectKind.READY: Message("Move to the ready region"),
    },
    told={
        EffectKind.BURN: N_("%(card)s is burned"),
        EffectKind.REMOVE: N_("%(card)s is removed from the game"),
        EffectKind.TORPOR: N_("%(card)s goes to torpor"),
        EffectKind.READY: N_("%(card)s leaves torpor"),
    },
)
def _place(draft: Draft, actor: Actor, item: Effect) -> None:
    moves = {
        EffectKind.BURN: burn,
        EffectKind.REMOVE: remove,
        EffectKind.TORPOR: to_torpor,
        EffectKind.READY: to_ready,
    }
    moves[item.kind](draft, item.target)


def _steal_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return seat_refusal(table, item.detail) or card_target(table, actor, item)


def _steal_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(name)s takes control of %(card)s", name=item.detail, card=target)


@effect(EffectKind.STEAL, check=_steal_target, called=Message("Take control"), told=_steal_words, details=None)
def _steal(draft: Draft, actor: Actor, item: Effect) -> None:
    change_control(draft, item.target, item.detail)
    burn_self_contest(draft, item.target)


def _attach_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return host_refusal(table, item.target, item.detail) or card_target(table, actor, item)


def _attach_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s is now on %(place)s", card=target, place=names.target(item.detail))


@effect(
    EffectKind.ATTACH, check=_attach_target, called=Message("Put on another card"), told=_attach_words, details=None
)
def _attach(draft: Draft, actor: Actor, item: Effect) -> None:
    attach(draft, item.target, item.detail)


def _uncontrolled(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    card = table.cards.get(item.target)
    if not item.target:
        return Refusal(Code.TARGET, "Choose the card.", "SEQ-54")
    if card is None or card.zone is not Zone.UNCONTROLLED:
        return Refusal(Code.TARGET, "%(card)s is not uncontrolled.", "SEQ-54", card=item.target)
    if not card.capacity:
        return Refusal(Code.TERMS, "Reveal %(card)s first.", "TURN-INFL-11", card=item.target)
    return None


@effect(
    EffectKind.EMERGE,
    check=_uncontrolled,
    called=Message("Move out of the uncontrolled region"),
    told=N_("%(card)s moves to the ready region"),
)
def _emerge(draft: Draft, actor: Actor, item: Effect) -> None:
    emerge(draft, item.target)


@effect(
    EffectKind.RETURN,
    check=card_target,
    called=Message("Move to the uncontrolled region"),
    told=N_("%(card)s moves to the uncontrolled region"),
)
def _return(draft: Draft, actor: Actor, item: Effect) -> None:
    return_to_owner(draft, item.target)


# What a card is


@effect(
    EffectKind.CAPACITY, check=card_target, called=Message("Change capacity"), told=N_("%(card)s: %(change)s capacity")
)
def _capacity(draft: Draft, actor: Actor, item: Effect) -> None:
    """Capacity brings no blood, and what is above it drains.

    Rule: TURN-MASTER-22, TURN-MASTER-23.
    """
    _give(draft, actor, item, "capacity", item.amount)
    draft.drain(item.target)


def _give(draft: Draft, actor: Actor, item: Effect, name: str, amount: int) -> None:
    """Add an effect's amount to a figure; the card that comes into play with it gives it for as long as it is there.

    Rule: CARD-46.
    """
    given = give(draft, item.target, name, amount)
    if actor.entering is not None:
        bind(draft, actor.entering.enters, item.target, name, given)


@effect(
    EffectKind.STRENGTH, check=card_target, called=Message("Change strength"), told=N_("%(card)s: %(change)s strength")
)
def _strength(draft: Draft, actor: Actor, item: Effect) -> None:
    _give(draft, actor, item, "strength", item.amount)


@effect(
    EffectKind.STANDING_BLEED,
    EffectKind.STANDING_STEALTH,
    EffectKind.STANDING_INTERCEPT,
    check=card_target,
    called={
        EffectKind.STANDING_BLEED: Message("Change bleed"),
        EffectKind.STANDING_STEALTH: Message("Change stealth"),
        EffectKind.STANDING_INTERCEPT: Message("Change intercept"),
    },
    told={
        EffectKind.STANDING_BLEED: N_("%(card)s: %(change)s bleed"),
        EffectKind.STANDING_STEALTH: N_("%(card)s: %(change)s stealth"),
        EffectKind.STANDING_INTERCEPT: N_("%(card)s: %(change)s intercept"),
    },
)
def _lasting(draft: Draft, actor: Actor, item: Effect) -> None:
    _give(draft, actor, item, item.kind.value.removeprefix("standing_"), item.amount)


def _sect_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s changes sect: %(sect)s", card=target, sect=sect_words(item.detail))


def _clan_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s changes clan: %(clan)s", card=target, clan=scope_name(item.detail))


@effect(
    EffectKind.SECT,
    EffectKind.CLAN,
    check=card_target,
    called={EffectKind.SECT: Message("Change sect"), EffectKind.CLAN: Message("Change clan")},
    told={EffectKind.SECT: _sect_words, EffectKind.CLAN: _clan_words},
    details=None,
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
    card = table.cards.get(item.target)
    if kind and card is not None and not card.is_minion:
        return Refusal(Code.TARGET, "%(card)s is not a minion, so it cannot have a title.", "REF-25", card=item.target)
    return card_target(table, actor, item)


def _title_words(item: Effect, target: str, names: Names) -> str:
    kind, _, scope = item.detail.partition("/")
    if kind not in TitleKind:
        return Message("%(card)s loses the title", card=target)
    title = title_words(Title(kind=TitleKind(kind), scope=scope))
    return Message("%(card)s gains the title %(title)s", card=target, title=title)


@effect(EffectKind.TITLE, check=_title_target, called=Message("Change the title"), told=_title_words, details=None)
def _title(draft: Draft, actor: Actor, item: Effect) -> None:
    """`detail` is "prince/paris", or empty to lose the title; `amount` an independent title's votes."""
    kind, _, scope = item.detail.partition("/")
    gain_title(draft, item.target, Title(kind=TitleKind(kind), scope=scope, votes=item.amount) if kind else None)
    settle_contests(draft)


def _discipline_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s gains a level of %(discipline)s", card=target, discipline=item.detail.upper())


@effect(
    EffectKind.DISCIPLINE,
    check=card_target,
    called=Message("Gain a level of a Discipline"),
    told=_discipline_words,
    details=None,
)
def _discipline(draft: Draft, actor: Actor, item: Effect) -> None:
    """One level more of a Discipline, superior at most.

    Rule: TURN-MASTER-21.
    """
    if item.detail:
        _give(draft, actor, item, f"discipline/{item.detail}", 1)


def _flag_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if item.detail not in CardFlag:
        return Refusal(Code.TERMS, "There is no mark %(mark)r.", "SEQ-16", mark=item.detail)
    return known_card(table, actor, item)


def _flag_words(item: Effect, target: str, names: Names) -> str:
    mark = FLAGS.get(item.detail, item.detail)
    if item.kind is EffectKind.UNFLAG:
        return Message("%(card)s is no longer marked: %(mark)s", card=target, mark=mark)
    return Message("%(card)s is marked: %(mark)s", card=target, mark=mark)


@effect(
    EffectKind.FLAG,
    EffectKind.UNFLAG,
    check=_flag_target,
    called={EffectKind.FLAG: Message("Mark the card"), EffectKind.UNFLAG: Message("Take a mark away")},
    told=_flag_words,
    details=None,
)
def _flag(draft: Draft, actor: Actor, item: Effect) -> None:
    flags, flag = draft.cards[item.target].flags, CardFlag(item.detail)
    if item.kind is EffectKind.UNFLAG and flag is CardFlag.INCAPACITATED and flag in flags:
        recover(draft, item.target)
        return
    draft.card(item.target, flags=flags | {flag} if item.kind is EffectKind.FLAG else flags - {flag})


# Hands and budgets


@effect(
    EffectKind.HAND_SIZE,
    check=seat_target,
    called=Message("Change hand size"),
    told=N_("%(name)s: hand size %(change)s"),
)
def _hand_size(draft: Draft, actor: Actor, item: Effect) -> None:
    """Hand size changes; in the advanced game of phased motion one draws or discards the difference.

    Rule: SEQ-43, PM-ADV-06.
    """
    methuselah = draft.seats[item.target]
    draft.seat(item.target, hand_size=max(0, methuselah.hand_size + item.amount))
    if draft.options.is_advanced:
        follow_hand_sizes(draft)


def _draw_words(item: Effect, target: str, names: Names) -> str:
    return Count(item.amount, "%(name)s draws %(num)d card", "%(name)s draws %(num)d cards", name=target)


@effect(EffectKind.DRAW, check=seat_target, called=Message("Draw cards"), told=_draw_words, details=["kept"])
def _draw(draft: Draft, actor: Actor, item: Effect) -> None:
    """Cards drawn by an effect; in the advanced game as many are discarded right after, unless the card keeps them.

    Rule: PM-ADV-07, PM-ADV-10.
    """
    drawn = draw(draft, item.target, item.amount)
    if draft.options.is_advanced and item.detail != "kept":
        draft.seat(item.target, penalty=draft.seats[item.target].penalty + drawn)


def _discard_words(item: Effect, target: str, names: Names) -> str:
    if item.kind is EffectKind.DISCARD:
        return Count(item.amount, "%(name)s discards %(num)d card", "%(name)s discards %(num)d cards", name=target)
    return Count(
        item.amount,
        "%(name)s discards %(num)d card at random",
        "%(name)s discards %(num)d cards at random",
        name=target,
    )


@effect(
    EffectKind.DISCARD,
    EffectKind.RANDOM_DISCARD,
    check=seat_target,
    called={
        EffectKind.DISCARD: Message("Discard cards"),
        EffectKind.RANDOM_DISCARD: Message("Discard cards at random"),
    },
    told=_discard_words,
    details=["later"],
)
def _discard(draft: Draft, actor: Actor, item: Effect) -> None:
    """Cards discarded by an effect; `detail` "later" means that they are replaced in the next unlock phase.

    Rule: SEQ-26, PM-ADV-08, PM-ADV-09.
    """
    gone = discard_from_hand(draft, item.target, item.amount)
    if item.detail == "later":
        replace_later(draft, item.target, *[actor.card or item.kind.value] * gone)
    elif draft.options.is_advanced:
        draw(draft, item.target, gone)


@effect(
    EffectKind.TRANSFERS,
    EffectKind.MASTER_ACTIONS,
    EffectKind.MASTER_ACTIONS_PER_PHASE,
    EffectKind.DISCARD_ACTIONS,
    check=seat_target,
    called={
        EffectKind.TRANSFERS: Message("Change transfers"),
        EffectKind.MASTER_ACTIONS: Message("Change master phase actions"),
        EffectKind.MASTER_ACTIONS_PER_PHASE: Message("Change master phase actions each turn"),
        EffectKind.DISCARD_ACTIONS: Message("Change discard phase actions"),
    },
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


def _edge_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(name)s takes the Edge", name=target) if target else Message("no player has the Edge")


@effect(EffectKind.EDGE, check=_edge_target, called=Message("Take the Edge"), told=_edge_words)
def _edge(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.give_edge(item.target)


@effect(EffectKind.NOTHING, called=Message("Nothing that is counted"), told=N_("nothing that is counted"))
def _nothing(draft: Draft, actor: Actor, item: Effect) -> None:
    pass


@effect(
    EffectKind.CANCEL,
    windows=frozenset({WindowName.AS_PLAYED}),
    called=Message("Cancel the card"),
    told=N_("the card is canceled"),
    details=["waive"],
)
def _cancel(draft: Draft, actor: Actor, item: Effect) -> None:
    """The card being played is canceled; `detail` "waive" spares its cost.

    Rule: SEQ-20, SEQ-23, GAP-17.
    """
    if not draft.frames or not isinstance(draft.frames[-1], CardPlay):
        return
    draft.top(canceled=True, cost_waived=item.detail == "waive")
    close_window(draft)
    settle_ousts(draft)
