"""Operations as sentences for a trail, a log or a replay: "Anna: Bea bleeds Carl"."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l

from toolkit.game.blocking import AttemptBlock, DeclineBlock
from toolkit.game.combat import CombatDraw
from toolkit.game.contests import PayContest, YieldContest
from toolkit.game.diablerie import AcceptDiablerie, TakeDiscipline, TakeTrophy
from toolkit.game.discard import DiscardAction, Recurse
from toolkit.game.ending import CallTime, Concede, Disqualify
from toolkit.game.hand import DiscardDown, ReplacePending
from toolkit.game.influence import DrawCrypt, Emerge, Merge, RevealCard, TransferBack, TransferBlood
from toolkit.game.judge import Correct, Note
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.minion import Announce
from toolkit.game.new import StartGame
from toolkit.game.operation import Operation, seat_of, verb
from toolkit.game.ousting import PlaceEdge
from toolkit.game.phased import ChoosePhase
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.referendum import BurnForVote, CastBallot, CastVotes, SetTerms
from toolkit.game.state import Effect
from toolkit.game.strikes import ChooseStrike
from toolkit.game.unlock import BurnOption, ClaimEdgePool, RegisterEffect, UnlockInfernal
from toolkit.game.vocabulary import EffectKind, Phase
from toolkit.game.windows import NoPlays, PassImpulse, SpeakUp
from toolkit.game.withdrawal import AnnounceWithdrawal
from toolkit.web.tables.action_words import announce_words, play_words, strike_words, with_figures
from toolkit.web.tables.correction_words import correction_words
from toolkit.web.tables.effect_words import effects_words, in_a_row
from toolkit.web.tables.names import Names, contest_name
from toolkit.web.tables.polls import source_words
from toolkit.web.tables.words import PHASE_CARDS, Words

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
