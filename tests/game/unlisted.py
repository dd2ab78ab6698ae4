"""What is not listed is refused: orders of every kind to try, and what holds of one that hides a choice.

Most orders choose among what lies on the table, so `legal_operations` lists each of them while it is legal. The others
hide a choice: a card from hand, its cost, its terms, an amount that is part of a listed one. `overreach` says what none
of these may do whatever the card says; it is written apart from the engine's own refusals.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import product
from random import Random

from toolkit.game import GameState, Operation
from toolkit.game.actions import Announce
from toolkit.game.blocking import AttemptBlock, DeclineBlock, PassAhead
from toolkit.game.contests import PayContest, YieldContest
from toolkit.game.diablerie import AcceptDiablerie, TakeDiscipline, TakeTrophy
from toolkit.game.draft import hand_size_of
from toolkit.game.ending import AnnounceWithdrawal, CallTime, Concede, Disqualify, PlaceEdge
from toolkit.game.hand import DiscardDown, ReplacePending
from toolkit.game.imbued import PlayConviction, Recover
from toolkit.game.influence import DrawCrypt, Emerge, Merge, RevealCard, TransferBack, TransferBlood
from toolkit.game.judge import CARD_FIELDS, SEAT_FIELDS, Correct, Note
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.new import StartGame
from toolkit.game.operation import REGISTRY, seat_of
from toolkit.game.phased import ChoosePhase, GoOn, PassResearch
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.record import Redo, Undo
from toolkit.game.referendum import BurnForVote, CastBallot, CastVotes, SetTerms
from toolkit.game.state import Action, CardPlay, Combat, Effect
from toolkit.game.strikes import ChooseStrike, CombatDraw
from toolkit.game.turns import DiscardAction, EndTurn, ReachPhase, Recurse
from toolkit.game.unlock import BurnOption, ClaimEdgePool, RegisterEffect, UnlockInfernal
from toolkit.game.vocabulary import (
    ActionKind,
    CardKind,
    CardType,
    EffectKind,
    Phase,
    PhaseCard,
    Stage,
    WindowName,
    Zone,
)
from toolkit.game.windows import NoPlays, PassImpulse, SpeakUp, window_of

KINDS = [kind for kind in REGISTRY.values() if kind not in (Undo, Redo)]
# What the table and the judge may always say; what an owner says of a face-down card.
TABLE = (Correct, Note, CallTime, Concede, Disqualify, RevealCard)
# Orders with a choice that the table does not see, or with an amount that may be less than the listed one; beside them
# stands a withdrawal of a player who says that her library is exhausted.
HIDDEN = (
    Announce, ChooseStrike, DiscardDown, PlaceEdge, PlayCard, Recurse, RegisterEffect, SetTerms, TakeDiscipline,
    TakeTrophy, UseEffect, PlayConviction, Recover,
)  # fmt: skip
MINION_PHASES = {"minion", "mandatory", "open_aggression", "subterfuge", "diplomacy", "supply"}
DECISIONS = {WindowName.TERMS, WindowName.OFFER, WindowName.DISCIPLINE}


def closed_operations(state: GameState) -> Iterator[Operation]:
    """Every order whose choices are all on the table, by whomever and on whatever."""
    seats, cards = list(state.seats), list(state.cards)
    yield NoPlays()
    yield from (StartGame(first=seat) for seat in seats)
    for seat in seats:
        yield from _orders_of(state, seat, cards)
    own = [card for card in state.cards.values() if card.is_minion or card.kind is CardKind.TROPHY]
    for card, other in product(own, cards):
        seat = card.controller
        yield Merge(seat=seat, card=card.id, onto=other)
        yield AwardTrophy(seat=seat, trophy=card.id, vampire=other)
        for kind in (ActionKind.RESCUE, ActionKind.DIABLERIZE, ActionKind.PM_RUSH, ActionKind.RED_LIST):
            yield Announce(seat=seat, minion=card.id, action=kind, target=other)
        yield Announce(seat=seat, minion=card.id, action=ActionKind.EQUIP, take=(other,))


def _orders_of(state: GameState, seat: str, cards: list[str]) -> Iterator[Operation]:
    for kind in (
        PassImpulse, EndPhase, DrawCrypt, ClaimEdgePool, DiscardAction, DeclineBlock, BurnOption, SpeakUp, CombatDraw,
        AnnounceWithdrawal, AcceptDiablerie, PassResearch,
    ):  # fmt: skip
        yield kind(seat=seat)
    for card in cards:
        yield from (TransferBlood(seat=seat, card=card, amount=n) for n in (1, 3, 5, 7))
        yield from (TransferBack(seat=seat, card=card, amount=n) for n in (1, 2, 3))
        yield from (kind(seat=seat, card=card) for kind in (Emerge, MarkRedList, UnlockInfernal))
        yield AttemptBlock(seat=seat, minion=card)
        for action in (ActionKind.HUNT, ActionKind.ANARCH, ActionKind.LEAVE_TORPOR, ActionKind.PM_REFERENDUM):
            yield Announce(seat=seat, minion=card, action=action)
        yield from (Announce(seat=seat, minion=card, action=ActionKind.BLEED, target=target) for target in state.seats)
    yield from (kind(seat=seat, contest=c.id) for kind, c in product((PayContest, YieldContest), state.contests))
    yield from (BurnForVote(seat=seat, what=what) for what in ("edge", "political_card"))
    for kind, source, side in product((CastVotes, CastBallot), [*cards, "edge", "calling_card"], ("for", "against")):
        yield kind(seat=seat, source=source, side=side)
    yield from (ReplacePending(seat=seat, card=card) for card in ("master", "rush"))
    yield from (ChoosePhase(seat=seat, card=card) for card in PhaseCard)
    yield from (ChoosePhase(seat=seat, card=PhaseCard.CHEAT, again=card) for card in PhaseCard)


# Orders that nobody would give


DETAILS = ["", "A", "B", "dom", "prince/paris", "infernal", "ended", "long", "weapon"]
# Values of corrections: a few for each field.
WORDS = [
    "",
    "0",
    "1",
    "5",
    "30",
    "-1",
    "yes",
    "no",
    "ready",
    "torpor",
    "ash_heap",
    "prince/paris",
    "dom:1",
    "infernal",
    "ally",
]


def wild_order(state: GameState, random: Random) -> Operation:
    """An order of any kind with every field drawn at random."""
    kind = random.choice(KINDS)
    values = {}
    for name, hint, is_needed in _fields_of(kind):
        if name == "seat":
            values["seat"] = random.choice(list(state.seats))
        elif is_needed or random.random() < 0.25:
            values[name] = _wild_value(hint, state, random)
    return kind(**values)


@cache
def _fields_of(kind: type[Operation]) -> list[tuple[str, object, bool]]:
    hints = typing.get_type_hints(kind)
    return [(item.name, hints[item.name], item.default is dataclasses.MISSING) for item in dataclasses.fields(kind)]


def _wild_value(hint: object, state: GameState, random: Random) -> object:
    names = [*state.seats, *list(state.cards)[:40], "", "x", "for", "edge", "political_card"]
    if typing.get_origin(hint) is tuple:
        return tuple(_wild_value(typing.get_args(hint)[0], state, random) for _ in range(random.choice([0, 1, 1, 2])))
    if hint is Effect:
        amount, detail = random.choice([-1, 0, 1, 2, 5]), random.choice([*DETAILS, *list(state.cards)[:5]])
        return Effect(random.choice(list(EffectKind)), random.choice(names), amount, detail)
    if hint is bool:
        return random.random() < 0.3
    if hint is int:
        return random.choice([-1, 0, 1, 1, 2, 5])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return random.choice(list(hint))
    if typing.get_origin(hint) is typing.Literal:
        return random.choice(typing.get_args(hint))
    return random.choice(names) if hint is str else None


def wild_correction(state: GameState, random: Random) -> Correct:
    """A correction of one or two facts, each to a word that may fit."""
    return Correct(changes=tuple(_wild_change(state, random) for _ in range(random.choice([1, 1, 2]))))


def _wild_change(state: GameState, random: Random) -> str:
    seats, cards = [*state.seats], [*state.cards]
    seat, card = random.choice([*seats, "x"]), random.choice([*cards, "x"])
    word = random.choice([*WORDS, *seats, card])
    zone = random.choice(["ready", "torpor", "uncontrolled", "ash_heap", "contested", f"on-{random.choice(cards)}"])
    return random.choice(
        [
            f"phase={random.choice(list(Phase))}",
            f"begin={seat}/{word}",
            f"edge={seat}",
            f"{seat}.{random.choice(list(SEAT_FIELDS))}={word}",
            f"{card}.{random.choice(list(CARD_FIELDS))}={word}",
            f"new{random.randrange(99)}={random.choice(list(CardKind))}@{seat}.{zone}.{random.choice(WORDS)}/3",
            f"{card}=gone",
        ]
    )


def likely_order(state: GameState, random: Random) -> Operation:
    """A play, an effect, an action or a strike by one's own minion, with terms drawn at random."""
    minions = [card for card in state.cards.values() if card.is_minion]
    card = random.choice(minions) if minions else None
    seat, minion = (card.controller, card.id) if card else (next(iter(state.seats)), "")
    some = random.choice([(), (Effect(EffectKind.NOTHING),), (Effect(random.choice(list(EffectKind)), minion, 1),)])
    terms: dict[str, int] = {"pool": random.choice([0, 0, 1, 40]), "blood": random.choice([0, 0, 1, 9])}
    chance = random.random()
    if chance < 0.3:
        kind = random.choice(list(CardType))
        by = "" if kind in (CardType.MASTER, CardType.EVENT) else minion
        out = kind is CardType.MASTER and random.random() < 0.5
        return PlayCard(seat=seat, type=kind, card="Any", minion=by, effects=some, out_of_turn=out, **terms)
    if chance < 0.5:
        return UseEffect(
            seat=seat, source=random.choice(["", minion]), lock=random.random() < 0.3, effects=some, why="card", **terms
        )
    if chance < 0.8:
        target = random.choice([*state.seats, *state.cards])
        return Announce(
            seat=seat, minion=minion, action=random.choice(list(ActionKind)), target=target, card="Any",
            enters="any", life=1, any_target=True, **terms,
        )  # fmt: skip
    return ChooseStrike(seat=seat, minion=minion, damage=random.choice([0, 3]), **terms)


# What none of them may do


def overreach(state: GameState, listed: list[Operation], order: Operation) -> str:
    """Why an order must be refused; empty when its hidden choice may make it legal."""
    if order in listed:
        return ""
    if isinstance(order, TABLE):
        return "the game is over" if state.stage is Stage.FINISHED and not isinstance(order, Note) else ""
    if isinstance(order, PassAhead):
        return _said_ahead(state, order)
    if isinstance(order, EndTurn | ReachPhase):
        return _passed_over(state, listed, order)
    if isinstance(order, GoOn):
        return _gone_on(state, listed, order)
    if not isinstance(order, HIDDEN) and not (isinstance(order, AnnounceWithdrawal) and order.exhausted):
        return "everything that it chooses is on the table, and it is not listed"
    if state.stage is not Stage.RUNNING:
        return "no game is going on"
    if isinstance(order, PlaceEdge | DiscardDown):
        return _owed(listed, order)
    seat = seat_of(order)
    if not state.seats[seat].is_active:
        return "she has left the game"
    if state.edge_unplaced or any(_must_discard(state, name) for name in state.seats):
        return "something is owed first"
    return _CHECKS[type(order)](state, listed, order)


def _said_ahead(state: GameState, order: PassAhead) -> str:
    """Whoever plays may say it where the table passes together, once; of an action, or a step, while there is one."""
    if state.stage is not Stage.RUNNING or not state.seats[order.seat].is_active or state.options.is_detailed:
        return "nobody is asked, or everybody in each window"
    if state.edge_unplaced or any(_must_discard(state, name) for name in state.seats):
        return "something is owed first"
    if order.until == "action" and not any(isinstance(frame, Action) for frame in state.frames):
        return "there is no action"
    if order.until == "step" and (window := window_of(state)) is None:
        return "there is no step"
    if order.until == "step" and (order.seat not in window.order or order.seat in window.passed):
        return "she is not asked, or has passed"
    return ""


def _passed_over(state: GameState, listed: list[Operation], order: EndTurn | ReachPhase) -> str:
    """The phases that are left can be passed over by whoever can end the one that it is, at table speed."""
    if EndPhase(seat=order.seat) not in listed or state.options.is_phased or state.options.is_detailed:
        return "she cannot end her phase, or others are asked in each"
    standard = ["unlock", "master", "minion", "influence", "discard"]
    if isinstance(order, ReachPhase) and order.phase not in standard[standard.index(state.step.phase) + 1 :]:
        return "that phase has been, or is none of this turn"
    return ""


def _gone_on(state: GameState, listed: list[Operation], order: GoOn) -> str:
    """Anybody may pass over the portions of a shared turn, where the one that it is can be ended."""
    if not state.options.is_phased or state.options.is_detailed or EndPhase(seat=state.step.seat) not in listed:
        return "no portion can be ended, or others are asked in each"
    if not state.seats[order.seat].is_active:
        return "she has left the game"
    return "that portion has been, or is none" if order.until and order.until not in state.step.waiting else ""


def _owed(listed: list[Operation], order: PlaceEdge | DiscardDown) -> str:
    same = [item for item in listed if type(item) is type(order) and seat_of(item) == seat_of(order)]
    if not same:
        return "nothing of the kind is owed"
    if isinstance(order, DiscardDown):
        return "" if any(0 < order.count <= getattr(item, "count", 0) for item in same) else "more than is owed"
    return ""


def _must_discard(state: GameState, seat: str) -> bool:
    methuselah = state.seats[seat]
    if not methuselah.counted or not methuselah.is_active:
        return False
    if state.options.is_advanced:
        return bool(methuselah.penalty and methuselah.hand)
    in_limbo = sum(isinstance(frame, CardPlay) and frame.seat == seat for frame in state.frames)
    return methuselah.hand > max(0, hand_size_of(state, seat) - len(methuselah.pending) - in_limbo)


def _own_phase(state: GameState, seat: str, *phases: Phase) -> bool:
    return not state.frames and state.step.seat == seat and state.step.phase in phases


def _speaks_out_of_turn(state: GameState, seat: str) -> str:
    window = window_of(state)
    if window is not None and window.name in DECISIONS:
        return "a decision comes first"
    if window is not None and state.options.is_detailed and window.holder != seat:
        return "somebody else has the impulse"
    return ""


def _announce(state: GameState, listed: list[Operation], order: Operation) -> str:
    assert isinstance(order, Announce)
    minion, acted = state.cards.get(order.minion), state.seats[order.seat].acted
    if state.frames or state.step.seat != order.seat or state.step.phase not in MINION_PHASES:
        return "it is not her moment to act"
    if said := _speaks_out_of_turn(state, order.seat):
        return said
    if minion is None or not minion.is_minion or minion.controller != order.seat or minion.locked:
        return "it is no unlocked minion of hers"
    if minion.zone is not Zone.READY and (minion.zone, order.action) != (Zone.TORPOR, ActionKind.LEAVE_TORPOR):
        return "the minion is not ready"
    if state.options.is_phased and (order.minion in acted or len(acted) > (state.step.phase is Phase.SUPPLY)):
        return "her minion has acted in this phase" if state.step.phase is not Phase.MANDATORY else ""
    return _unpayable(state, order.seat, order.minion, order.pool, order.blood)


def _unpayable(state: GameState, seat: str, minion: str, pool: int, blood: int) -> str:
    if pool > state.seats[seat].pool:
        return "she has not so much pool"
    card = state.cards.get(minion)
    return "the minion has not so much blood" if blood > (card.counters if card else 0) else ""


def _play(state: GameState, listed: list[Operation], order: Operation) -> str:
    assert isinstance(order, PlayCard)
    window, methuselah, kinds = window_of(state), state.seats[order.seat], {item.kind for item in order.effects}
    if said := _speaks_out_of_turn(state, order.seat):
        return said
    if methuselah.counted and not methuselah.hand:
        return "her hand is empty"
    if window is not None and window.name is WindowName.AS_PLAYED and not kinds & {EffectKind.CANCEL, EffectKind.WAKE}:
        return "only a cancel or a wake is used as a card is played"
    if order.type is CardType.MASTER:
        if order.out_of_turn:
            return "not out of turn" if state.step.seat == order.seat or methuselah.out_of_turn_played else ""
        in_phase = _own_phase(state, order.seat, Phase.MASTER) and methuselah.master_actions
        return "" if in_phase else "no master phase action"
    if order.type is CardType.EVENT:
        in_phase = _own_phase(state, order.seat, Phase.DISCARD) and methuselah.discard_actions
        return "" if in_phase else "no discard phase action"
    if (said := _play_by_minion(state, order)) or order.pay or order.reduced:
        return said
    return _unpayable(state, order.seat, order.minion, order.pool, order.blood)


def _play_by_minion(state: GameState, order: PlayCard) -> str:
    minion = state.cards.get(order.minion)
    if minion is None or not minion.is_minion or minion.controller != order.seat or not minion.in_play:
        return "it is no minion of hers"
    action = next((frame for frame in reversed(state.frames) if isinstance(frame, Action)), None)
    combat = next((frame for frame in reversed(state.frames) if isinstance(frame, Combat)), None)
    if order.type is CardType.COMBAT:
        fighting = combat is not None and order.seat in [side.seat for side in combat.sides]
        return "" if fighting or (combat and order.by_other) else "there is no combat of hers"
    if order.type is CardType.REFLEX:
        return "" if window_of(state) else "nothing is played against the minion"
    if order.type not in (CardType.MODIFIER, CardType.REACTION):
        return "it is played by announcing an action"
    if action is None or combat is not None:
        return "there is no action to modify or react to"
    if order.type is CardType.MODIFIER:
        return "" if order.seat == action.seat else "the action is somebody else's"
    woken = minion.id in action.awake or any(item.kind is EffectKind.WAKE for item in order.effects)
    if order.seat == action.seat or minion.zone is not Zone.READY or (minion.locked and not woken):
        return "the minion cannot react"
    return ""


def _use(state: GameState, listed: list[Operation], order: Operation) -> str:
    assert isinstance(order, UseEffect)
    for name in filter(None, (order.source, order.minion)):
        card = state.cards.get(name)
        if card is None or not card.in_play or card.controller != order.seat:
            return "it is not hers to use"
    if order.lock and (not order.source or state.cards[order.source].locked):
        return "there is nothing to lock"
    if order.edge and state.edge != order.seat:
        return "she does not have the Edge"
    if said := _speaks_out_of_turn(state, order.seat):
        return said
    return "" if order.pay else _unpayable(state, order.seat, order.minion or order.source, order.pool, order.blood)


def _strike(state: GameState, listed: list[Operation], order: Operation) -> str:
    assert isinstance(order, ChooseStrike)
    same = [item for item in listed if isinstance(item, ChooseStrike) and item.seat == order.seat]
    if all(item.minion != order.minion for item in same):
        return "the minion does not strike now"
    return _unpayable(state, order.seat, order.minion, order.pool, order.blood)


def _withdrawal_on_her_word(state: GameState, listed: list[Operation], order: Operation) -> str:
    assert isinstance(order, AnnounceWithdrawal)
    if not _own_phase(state, order.seat, Phase.UNLOCK):
        return "it is not her unlock phase"
    methuselah = state.seats[order.seat]
    return "it is announced, or a recursion is left" if methuselah.withdrawal or methuselah.recursions else ""


def _like_the_listed(state: GameState, listed: list[Operation], order: Operation) -> str:
    same = any(type(item) is type(order) and seat_of(item) == seat_of(order) for item in listed)
    return "" if same else "nothing of the kind is listed"


def _register(state: GameState, listed: list[Operation], order: Operation) -> str:
    return "" if _own_phase(state, seat_of(order), Phase.UNLOCK) else "it is not her unlock phase"


_CHECKS = {
    Announce: _announce,
    AnnounceWithdrawal: _withdrawal_on_her_word,
    PlayCard: _play,
    UseEffect: _use,
    ChooseStrike: _strike,
    RegisterEffect: _register,
    Recurse: _like_the_listed,
    SetTerms: _like_the_listed,
    TakeDiscipline: _like_the_listed,
    TakeTrophy: _like_the_listed,
    PlayConviction: _like_the_listed,
    Recover: _like_the_listed,
}
