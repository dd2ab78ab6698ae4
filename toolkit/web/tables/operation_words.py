"""Operations as sentences for a trail, a log or a replay: "Anna: Bea bleeds Carl"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch
from typing import Any

from flask_babel import gettext, ngettext, pgettext
from flask_babel import lazy_gettext as _l

from toolkit.game.actions import Announce
from toolkit.game.blocking import AttemptBlock, DeclineBlock
from toolkit.game.contests import PayContest, YieldContest
from toolkit.game.diablerie import AcceptDiablerie, TakeDiscipline, TakeTrophy
from toolkit.game.ending import AnnounceWithdrawal, CallTime, Concede, Disqualify, PlaceEdge
from toolkit.game.hand import DiscardDown, ReplacePending
from toolkit.game.influence import DrawCrypt, Emerge, Merge, RevealCard, TransferBack, TransferBlood
from toolkit.game.judge import Correct, Note
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.new import StartGame
from toolkit.game.operation import Operation, seat_of, verb
from toolkit.game.phased import ChoosePhase
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.referendum import BurnForVote, CastBallot, CastVotes, SetTerms
from toolkit.game.state import Effect
from toolkit.game.strikes import ChooseStrike, CombatDraw
from toolkit.game.turns import DiscardAction, Recurse
from toolkit.game.unlock import BurnOption, ClaimEdgePool, RegisterEffect, UnlockInfernal
from toolkit.game.vocabulary import ActionKind, CardType, EffectKind, Phase, StrikeKind
from toolkit.game.windows import NoPlays, PassImpulse, SpeakUp
from toolkit.languages import N_
from toolkit.scoring import render_victory_points
from toolkit.web.tables.effect_words import effects_words, in_a_row, signed
from toolkit.web.tables.frames import source_words
from toolkit.web.tables.words import (
    KINDS,
    PHASE_CARDS,
    PHASES,
    TITLES,
    ZONES,
    Names,
    Words,
    card_said,
    contest_name,
    title_words,
)

# Actions as they are announced


def announce_words(order: Announce, names: Names) -> str:
    """An action: "Anna bleeds Bob with Govern the Unaligned (+2 bleed)"."""
    minion, card = names.card(order.minion), card_said(order.card)
    targets = ", ".join(names.target(target) for target in order.take or order.targets)
    words = _action(order.action, minion, targets, card)
    if card and not _ACTIONS[order.action][1]:
        words = gettext("%(words)s with %(card)s", words=words, card=card)
    figures = [
        gettext("%(change)s bleed", change=signed(order.bleed)) if order.bleed else "",
        gettext("%(change)s stealth", change=signed(order.stealth)) if order.stealth else "",
        effects_words(order.effects, names) if _says_more(order) else "",
    ]
    return with_figures(words, figures)


def _says_more(order: Announce) -> bool:
    """Whether its effects add anything to its kind."""
    return any(item.kind != "nothing" for item in order.effects)


def with_figures(words: str, figures: list[str]) -> str:
    """A sentence with what else is known, in brackets."""
    said = ", ".join(figure for figure in figures if figure)
    return gettext("%(words)s (%(figures)s)", words=words, figures=said) if said else words


def _action(kind: ActionKind, minion: str, target: str, card: str) -> str:
    """An action; where it is about a card, with the card's name if there is one."""
    # Equipment that is taken over is the card itself.
    card = target or card if kind is ActionKind.EQUIP else card
    alone, of_card = _ACTIONS[kind]
    if kind is ActionKind.OTHER and target:
        alone, of_card = _AIMED
    return gettext(of_card if of_card and card else alone, minion=minion, target=target, card=card)


# What is said of each, and what instead where it names a card.
_ACTIONS: dict[ActionKind, tuple[str, str]] = {
    ActionKind.BLEED: (N_("%(minion)s bleeds %(target)s"), ""),
    ActionKind.HUNT: (N_("%(minion)s hunts"), ""),
    ActionKind.EQUIP: (
        N_("%(minion)s takes an action to equip"),
        N_("%(minion)s takes an action to equip: %(card)s"),
    ),
    ActionKind.EMPLOY: (
        N_("%(minion)s takes an action to employ a retainer"),
        N_("%(minion)s takes an action to employ a retainer: %(card)s"),
    ),
    ActionKind.RECRUIT: (
        N_("%(minion)s takes an action to recruit an ally"),
        N_("%(minion)s takes an action to recruit an ally: %(card)s"),
    ),
    ActionKind.POLITICAL: (
        N_("%(minion)s takes a political action"),
        N_("%(minion)s takes a political action: %(card)s"),
    ),
    ActionKind.ANARCH: (N_("%(minion)s takes an action to become anarch"), ""),
    ActionKind.RED_LIST: (N_("%(minion)s takes an action to fight %(target)s"), ""),
    ActionKind.LEAVE_TORPOR: (N_("%(minion)s takes an action to leave torpor"), ""),
    ActionKind.RESCUE: (N_("%(minion)s takes an action to rescue %(target)s"), ""),
    ActionKind.DIABLERIZE: (N_("%(minion)s takes an action to diablerize %(target)s"), ""),
    ActionKind.RUSH: (N_("%(minion)s takes an action to fight %(target)s"), ""),
    ActionKind.OTHER: (N_("%(minion)s takes an action"), N_("%(minion)s takes an action: %(card)s")),
    ActionKind.PM_RUSH: (N_("%(minion)s takes an action to fight %(target)s, without a card"), ""),
    ActionKind.PM_REFERENDUM: (N_("%(minion)s calls a referendum without a card"), ""),
}
# Of an action of any other kind that has a target.
_AIMED = (
    N_("%(minion)s takes an action aimed at %(target)s"),
    N_("%(minion)s takes an action: %(card)s, aimed at %(target)s"),
)

# Cards from hand

# What is said of a card that nobody named.
_PLAYED: Words = {
    CardType.MASTER: _l("plays a master card"),
    CardType.MODIFIER: _l("plays an action modifier"),
    CardType.REACTION: _l("plays a reaction"),
    CardType.COMBAT: _l("plays a combat card"),
    CardType.EVENT: _l("plays an event"),
    CardType.REFLEX: _l("plays a reflex"),
}


def play_words(order: PlayCard, names: Names) -> str:
    """A card from hand: "Anna plays Deflection: the new target is Carla"."""
    name = card_said(order.card)
    words = gettext("plays %(card)s", card=name) if name else str(_PLAYED.get(order.type, gettext("plays a card")))
    if order.out_of_turn:
        words = gettext("%(words)s out of turn", words=words)
    if order.minion:
        words = gettext("%(minion)s %(words)s", minion=names.card(order.minion), words=words)
    effects = effects_words([item for item in order.effects if item.kind != "nothing"], names)
    return gettext("%(words)s: %(more)s", words=words, more=effects) if effects else words


# Strikes


def strike_words(order: ChooseStrike, names: Names) -> str:
    """A strike: "Anna strikes with .44 Magnum (2 damage, ranged)"."""
    minion = names.card(order.minion)
    with_what = card_said(order.card) or (names.card(order.source) if order.source else "")
    words = _strike(order, minion, with_what, names)
    figures = [
        gettext("%(number)s damage", number=order.damage) if order.damage else "",
        gettext("%(number)s aggravated", number=order.aggravated) if order.aggravated else "",
        gettext("ranged") if order.ranged else "",
        gettext("first strike") if order.first else "",
        gettext("at %(card)s", card=names.card(order.target)) if order.target and not _is_named(order) else "",
    ]
    return with_figures(words, figures)


def _is_named(order: ChooseStrike) -> bool:
    """Whether the sentence itself names what the strike is aimed at."""
    return order.strike in (StrikeKind.DESTROY_EQUIPMENT, StrikeKind.STEAL_EQUIPMENT)


def _strike(order: ChooseStrike, minion: str, with_what: str, names: Names) -> str:
    target = names.card(order.target) if order.target else ""
    words = {
        StrikeKind.HAND: lambda: gettext("%(minion)s strikes with hands", minion=minion),
        StrikeKind.DODGE: lambda: gettext("%(minion)s dodges", minion=minion),
        StrikeKind.NONE: lambda: gettext("%(minion)s does not strike", minion=minion),
        StrikeKind.STEAL_BLOOD: lambda: gettext(
            "%(minion)s strikes to steal %(number)s blood", minion=minion, number=order.amount
        ),
        StrikeKind.DESTROY_EQUIPMENT: lambda: gettext(
            "%(minion)s strikes to destroy %(card)s", minion=minion, card=target
        ),
        StrikeKind.STEAL_EQUIPMENT: lambda: gettext("%(minion)s strikes to steal %(card)s", minion=minion, card=target),
    }
    if order.strike not in words:
        plain = gettext("%(minion)s strikes", minion=minion)
        said = gettext("%(words)s with %(card)s", words=plain, card=with_what) if with_what else plain
        return gettext("%(words)s: combat ends", words=said) if order.strike is StrikeKind.COMBAT_ENDS else said
    said = words[order.strike]()
    return gettext("%(words)s with %(card)s", words=said, card=with_what) if with_what else said


# What a correction sets: "A: pool 12", "Anna: locked", "the Edge: nobody"

# The numbers of a Methuselah and of a card that can be set.
SEAT_NUMBERS: Words = {
    "pool": _l("pool"),
    "hand": _l("cards in hand"),
    "library": _l("cards in the library"),
    "crypt": _l("cards in the crypt"),
    "hand_size": _l("hand size"),
    "half_points": _l("half victory points"),
    "transfers": _l("transfers"),
    "master_actions": _l("master phase actions"),
    "discard_actions": _l("discard phase actions"),
}
CARD_NUMBERS: Words = {
    "counters": _l("blood, life or counters"),
    "capacity": _l("capacity"),
    "strength": _l("strength"),
    "bleed": _l("bleed"),
}


def correction_words(change: str, names: Names) -> str:
    """One change; what has no words of its own stays as a record writes it."""
    place, _, value = change.partition("=")
    thing, _, field = place.rpartition(".")
    if place in _STEPS:
        return _STEPS[place](value)
    if not thing:
        return _card(place, value, names)
    name = names.target(thing)
    if field == "half_points" and value.isdecimal():
        return gettext("%(who)s: %(points)s VP", who=name, points=render_victory_points(int(value)))
    if known := SEAT_NUMBERS.get(field) or CARD_NUMBERS.get(field):
        return gettext("%(name)s: %(what)s %(number)s", name=name, what=known, number=value)
    if field == "locked":
        return gettext("%(name)s: %(what)s", name=name, what=_lock(value))
    if field == "name":
        return gettext("%(card)s is called %(name)s", card=name, name=value)
    if field == "title" and value.partition("/")[0] in TITLES:
        kind, _, scope = value.partition("/")
        title = title_words({"kind": kind, "scope": "" if scope.isdecimal() else scope})
        return gettext("%(name)s: %(what)s", name=name, what=title)
    if field == "zone" and value in ZONES:
        return gettext("%(name)s: %(what)s", name=name, what=ZONES[value])
    return change


def _lock(value: str) -> str:
    return pgettext("card", "locked") if value == "yes" else gettext("unlocked")


def _card(card: str, value: str, names: Names) -> str:
    """A card that was not known, or one that is not there."""
    if value == "gone":
        return gettext("%(card)s is not in the game", card=names.card(card))
    kind, _, rest = value.partition("@")
    if kind not in KINDS:
        return f"{card}={value}"
    return gettext("new: %(kind)s of %(name)s", kind=KINDS[kind], name=rest.partition(".")[0])


def _begin(value: str) -> str:
    seat, _, turn = value.partition("/")
    return gettext("turn %(number)s of %(name)s begins", number=turn, name=seat)


_STEPS: dict[str, Callable[[str], str]] = {
    "edge": lambda value: gettext("%(name)s has the Edge", name=value) if value else gettext("nobody has the Edge"),
    "phase": lambda value: str(PHASES.get(value, value)),
    "begin": _begin,
}


type View = dict[str, Any]

_ENDED: Words = {
    Phase.UNLOCK: _l("ends the unlock phase"),
    Phase.MASTER: _l("ends the master phase"),
    Phase.MINION: _l("ends the minion phase"),
    Phase.INFLUENCE: _l("ends the influence phase"),
    Phase.DISCARD: _l("ends the discard phase"),
    Phase.MANDATORY: _l("ends the mandatory actions"),
    Phase.CHOOSE: _l("ends the choice of a phase"),
    Phase.OPEN_AGGRESSION: _l("ends Open Aggression"),
    Phase.SUBTERFUGE: _l("ends Subterfuge"),
    Phase.DIPLOMACY: _l("ends Diplomacy"),
    Phase.SUPPLY: _l("ends Supply"),
    Phase.RESEARCH: _l("ends Research"),
    Phase.HAND_CHECK: _l("ends the hand check"),
}
# Every operation

# Why pool changes in a light game.
REASONS: Words = {
    "bleed": _l("a bleed"),
    "card": _l("a card"),
    "cost": _l("a cost"),
    "referendum": _l("a referendum"),
    "combat": _l("a combat"),
    "other": _l("something else"),
}


def sentence(order: Operation, view: View) -> str:
    """The operation in words, with only the names that this view shows; best the view before the operation."""
    words = _words(order, Names(view), view)
    seat = seat_of(order)
    return gettext("%(seat)s: %(words)s", seat=seat, words=words) if seat else words


@singledispatch
def _words(order: Operation, names: Names, view: View) -> str:
    return verb(type(order))


# The course of a turn


@_words.register
def _(order: StartGame, names: Names, view: View) -> str:
    return gettext("%(name)s goes first", name=order.first)


@_words.register
def _(order: EndPhase, names: Names, view: View) -> str:
    return str(_ENDED[view["phase"]])


@_words.register
def _(order: ChoosePhase, names: Names, view: View) -> str:
    if order.again is not None:
        return gettext("chooses Cheat and repeats %(phase)s", phase=PHASE_CARDS[order.again])
    return gettext("chooses %(phase)s", phase=PHASE_CARDS[order.card])


@_words.register
def _(order: ClaimEdgePool, names: Names, view: View) -> str:
    return gettext("gains 1 pool for the Edge")


@_words.register
def _(order: UnlockInfernal, names: Names, view: View) -> str:
    return gettext("pays 1 pool to unlock %(card)s", card=names.card(order.card))


@_words.register
def _(order: BurnOption, names: Names, view: View) -> str:
    return gettext("discards a card with a burn option")


@_words.register
def _(order: RegisterEffect, names: Names, view: View) -> str:
    if order.stage == "beginning":
        return gettext("announces that %(effect)s is due at the beginning of the unlock phase", effect=order.label)
    if order.stage == "end":
        return gettext("announces that %(effect)s is due at the end of the unlock phase", effect=order.label)
    return gettext("announces that %(effect)s is due in the unlock phase", effect=order.label)


@_words.register
def _(order: PayContest, names: Names, view: View) -> str:
    return gettext("pays for the contest: %(name)s", name=_contest(order.contest, view))


@_words.register
def _(order: YieldContest, names: Names, view: View) -> str:
    return gettext("yields the contest: %(name)s", name=_contest(order.contest, view))


def _contest(contest: str, view: View) -> str:
    key = next((item["key"] for item in view["contests"] if item["id"] == contest), contest)
    return contest_name(key)


@_words.register
def _(order: AnnounceWithdrawal, names: Names, view: View) -> str:
    return gettext("announces a withdrawal")


@_words.register
def _(order: TransferBlood, names: Names, view: View) -> str:
    return gettext("moves %(number)s pool to %(card)s", number=order.amount, card=names.card(order.card))


@_words.register
def _(order: TransferBack, names: Names, view: View) -> str:
    return gettext("takes %(number)s back from %(card)s", number=order.amount, card=names.card(order.card))


@_words.register
def _(order: DrawCrypt, names: Names, view: View) -> str:
    return gettext("draws a crypt card")


@_words.register
def _(order: Emerge, names: Names, view: View) -> str:
    return gettext("moves %(card)s to the ready region", card=names.card(order.card))


@_words.register
def _(order: Merge, names: Names, view: View) -> str:
    return gettext("merges %(card)s", card=names.card(order.onto))


@_words.register
def _(order: RevealCard, names: Names, view: View) -> str:
    """What was said of a face-down card is for its owner alone."""
    if "kind" not in names.cards.get(order.card, {"kind": ""}):
        return gettext("notes what %(card)s is", card=order.card)
    return gettext(
        "notes what %(card)s is: %(name)s, capacity %(capacity)s",
        card=order.card,
        name=order.name or "–",
        capacity=order.capacity,
    )


@_words.register
def _(order: DiscardAction, names: Names, view: View) -> str:
    return gettext("discards a card")


@_words.register
def _(order: Recurse, names: Names, view: View) -> str:
    return gettext("turns the ash heap into a library: %(number)s cards", number=order.cards)


@_words.register
def _(order: DiscardDown, names: Names, view: View) -> str:
    return ngettext("discards %(num)d card", "discards %(num)d cards", order.count)


@_words.register
def _(order: ReplacePending, names: Names, view: View) -> str:
    return gettext("draws the replacement of %(card)s", card=order.card)


@_words.register
def _(order: PlaceEdge, names: Names, view: View) -> str:
    return gettext("%(name)s has the Edge", name=order.holder) if order.holder else gettext("Nobody has the Edge")


@_words.register
def _(order: MarkRedList, names: Names, view: View) -> str:
    return gettext("marks %(card)s", card=names.owned(order.card))


@_words.register
def _(order: AwardTrophy, names: Names, view: View) -> str:
    return gettext("awards %(card)s to %(minion)s", card=names.card(order.trophy), minion=names.owned(order.vampire))


# Windows


@_words.register
def _(order: PassImpulse, names: Names, view: View) -> str:
    return gettext("passes")


@_words.register
def _(order: NoPlays, names: Names, view: View) -> str:
    return gettext("Nobody plays anything")


@_words.register
def _(order: SpeakUp, names: Names, view: View) -> str:
    return gettext("asks to wait at every step")


# Actions and cards


@_words.register
def _(order: Announce, names: Names, view: View) -> str:
    return announce_words(order, names)


@_words.register
def _(order: AttemptBlock, names: Names, view: View) -> str:
    return gettext("%(minion)s tries to block", minion=names.card(order.minion))


@_words.register
def _(order: DeclineBlock, names: Names, view: View) -> str:
    return gettext("does not block")


@_words.register
def _(order: PlayCard, names: Names, view: View) -> str:
    return play_words(order, names)


@_words.register
def _(order: UseEffect, names: Names, view: View) -> str:
    if order.why == "bleed" and [item.kind for item in order.effects] == [EffectKind.BURN_POOL, EffectKind.EDGE]:
        pool, edge = order.effects
        figures = {"name": edge.target, "target": pool.target, "number": pool.amount}
        return gettext("bleeds %(target)s for %(number)s and takes the Edge", **figures)
    if order.due and all(item.kind is EffectKind.NOTHING for item in order.effects):
        return gettext("%(effect)s happens", effect=order.due)
    effects = effects_words([_with_fighter(item, order.minion) for item in order.effects], names)
    if order.minion and any(item.kind in _OF_MINION for item in order.effects):
        effects = gettext("%(minion)s %(words)s", minion=names.card(order.minion), words=effects)
    source = names.card(order.source) if order.source else str(REASONS.get(order.why, order.why)) or order.due
    costs = [
        gettext("it locks") if order.lock else "",
        gettext("the Edge is burned") if order.edge else "",
        ngettext("%(num)d card discarded", "%(num)d cards discarded", order.cards) if order.cards else "",
    ]
    words = (
        gettext("uses %(card)s: %(effects)s", card=source, effects=effects)
        if order.source
        else with_figures(effects, [source])
    )
    return with_figures(words, costs)


# What the minion that uses the effect does itself.
_OF_MINION = frozenset({EffectKind.MANEUVER, EffectKind.PRESS})


def _with_fighter(item: Effect, minion: str) -> Effect:
    """A combat with the minion that enters it, where the effect leaves it to its user."""
    return replace(item, detail=minion) if item.kind is EffectKind.COMBAT and not item.detail else item


# Combat and diablerie


@_words.register
def _(order: CombatDraw, names: Names, view: View) -> str:
    return gettext("draws a card for this round of combat")


@_words.register
def _(order: ChooseStrike, names: Names, view: View) -> str:
    return strike_words(order, names)


@_words.register
def _(order: AcceptDiablerie, names: Names, view: View) -> str:
    return gettext("commits diablerie")


@_words.register
def _(order: TakeDiscipline, names: Names, view: View) -> str:
    return gettext("takes a Discipline card: %(name)s", name=order.discipline.upper())


@_words.register
def _(order: TakeTrophy, names: Names, view: View) -> str:
    return gettext("takes the trophy %(name)s", name=order.trophy)


# Referendums


@_words.register
def _(order: SetTerms, names: Names, view: View) -> str:
    terms = [words for words in (effects_words(order.effects, names), order.text) if words]
    return gettext("sets the terms: %(terms)s", terms=in_a_row(terms) or gettext("nothing"))


@_words.register
def _(order: CastVotes, names: Names, view: View) -> str:
    source = source_words(order.source, names)
    if order.side == "for":
        return gettext("votes for (%(source)s)", source=source)
    return gettext("votes against (%(source)s)", source=source)


@_words.register
def _(order: CastBallot, names: Names, view: View) -> str:
    source = source_words(order.source, names)
    if order.side == "for":
        return gettext("casts a ballot for (%(source)s)", source=source)
    return gettext("casts a ballot against (%(source)s)", source=source)


@_words.register
def _(order: BurnForVote, names: Names, view: View) -> str:
    if order.what == "edge":
        return gettext("burns the Edge for a vote")
    return gettext("burns a political action card for a vote")


# The table and the judge


@_words.register
def _(order: CallTime, names: Names, view: View) -> str:
    return gettext("Time is called")


@_words.register
def _(order: Concede, names: Names, view: View) -> str:
    return gettext("All concede to %(name)s", name=order.to)


@_words.register
def _(order: Disqualify, names: Names, view: View) -> str:
    return gettext("%(name)s is disqualified", name=order.player)


@_words.register
def _(order: Note, names: Names, view: View) -> str:
    return gettext("Note: %(text)s", text=order.text)


@_words.register
def _(order: Correct, names: Names, view: View) -> str:
    """Only what the reader can see is named: a correction may say what lies face down."""
    known = {person["name"] for person in view["methuselahs"]} | {"edge", "phase", "begin"}
    known |= {card_id for card_id, card in names.cards.items() if "kind" in card}
    shown = [change for change in order.changes if _place_of(change) in known]
    said = in_a_row([correction_words(change, names) for change in shown])
    words = gettext("Corrected: %(changes)s", changes=said) if shown else gettext("Corrected")
    return f"{words} ({order.reason})" if order.reason else words


def _place_of(change: str) -> str:
    place = change.partition("=")[0]
    return place.rpartition(".")[0] or place
