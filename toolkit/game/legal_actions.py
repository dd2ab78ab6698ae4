"""Which actions a Methuselah could announce: the candidates that `legal_operations` asks the rules about."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.game.cards import Card
from toolkit.game.draft import clockwise, minions_of, prey_of
from toolkit.game.minion import Announce
from toolkit.game.operation import Operation, offers
from toolkit.game.playing import PlayCard
from toolkit.game.state import Effect, GameState
from toolkit.game.vocabulary import MINION_PHASES, ActionKind, CardType, EffectKind, Flag, Kind, WindowName, Zone
from toolkit.game.windows import window_name


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


def _can_be_aimed_at(card: Card, seat: str) -> bool:
    if card.zone is Zone.READY:
        return card.controller != seat and card.is_minion
    return card.zone is Zone.TORPOR or (card.kind is Kind.EQUIPMENT and card.controller == seat)


def _basic(state: GameState, seat: str, card: Card) -> Iterator[Operation]:
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


def _targeted(state: GameState, seat: str, card: Card, targets: list[Card]) -> Iterator[Operation]:
    prey = prey_of(state, seat)
    for other in targets:
        if other.id == card.id:
            continue
        if other.zone is Zone.TORPOR:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.RESCUE, target=other.id)
            yield Announce(seat=seat, minion=card.id, action=ActionKind.DIABLERIZE, target=other.id)
        elif other.kind is Kind.EQUIPMENT and other.controller == seat and other.host != card.id:
            yield Announce(seat=seat, minion=card.id, action=ActionKind.EQUIP, take=(other.id,))
        elif other.zone is Zone.READY and other.controller != seat and other.is_minion:
            if other.marked_by == seat:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.RED_LIST, target=other.id)
            if state.options.is_phased:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.PM_RUSH, target=other.id)
            elif card.is_vampire and Flag.CANNOT_ACT not in card.flags and other.controller == prey:
                yield Announce(seat=seat, minion=card.id, action=ActionKind.RUSH, card="rush", target=other.id)


@offers
def plays(state: GameState, seat: str) -> Iterator[Operation]:
    """A plain modifier or reaction for whoever could play one, and an oust-proof pool effect for none."""
    name = window_name(state)
    if name is WindowName.ATTEMPT:
        action = state.frames[-1]
        minion, blocker = getattr(action, "minion", ""), getattr(action, "blocker", "")
        if state.cards[minion].controller == seat:
            yield _card(seat, CardType.MODIFIER, "stealth", minion, Effect(EffectKind.STEALTH, "", 1))
        if state.cards[blocker].controller == seat:
            yield _card(seat, CardType.REACTION, "intercept", blocker, Effect(EffectKind.INTERCEPT, "", 1))
    elif name in (WindowName.ACTION, WindowName.UNBLOCKED):
        action = state.frames[-1]
        minion = getattr(action, "minion", "")
        if getattr(action, "kind", None) is ActionKind.BLEED and state.cards[minion].controller == seat:
            yield _card(seat, CardType.MODIFIER, "bleed", minion, Effect(EffectKind.BLEED, "", 1))
        elif name is WindowName.ACTION and seat in clockwise(state, seat):
            for card in minions_of(state, seat):
                if card.locked:
                    yield _card(seat, CardType.REACTION, "wake", card.id, Effect(EffectKind.WAKE, card.id))


def _card(seat: str, kind: CardType, name: str, minion: str, item: Effect) -> PlayCard:
    return PlayCard(seat=seat, type=kind, card=name, minion=minion, effects=(item,))
