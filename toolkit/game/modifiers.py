"""Action modifiers and reactions: by whom, on what, how often."""

from __future__ import annotations

from toolkit.game.blocking import action_of
from toolkit.game.cards import Card
from toolkit.game.draft import Draft, Table
from toolkit.game.playing import PlayCard, card_type, referendum_of
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Combat
from toolkit.game.vocabulary import ActionState, CardType, EffectKind
from toolkit.game.windows import window_name


def _common(table: Table, play: PlayCard, row: str) -> Refusal | None:
    referendum = referendum_of(table)
    if referendum is not None and referendum.is_blood_hunt:
        return Refusal(Code.WINDOW, "No modifiers or reactions in a blood hunt.", "REF-34")
    if any(isinstance(frame, Combat) for frame in table.frames):
        return Refusal(Code.WINDOW, "Only combat cards are played in combat.", "COMBAT-04")
    action = action_of(table)
    if action is None or (action.state in (ActionState.RESOLVING, ActionState.AFTER) and referendum is None):
        return Refusal(Code.WINDOW, "There is no action.", row)
    if window_name(table) is None:
        return Refusal(Code.WINDOW, "There is no window.", row)
    return None


def _played(draft: Draft, play: PlayCard) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, played=action.played | {(play.minion, play.card)}, modified=True)


@card_type(CardType.MODIFIER, declared=_played)
def modifier_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why an action modifier cannot be played.

    Rule: ACT-67 to ACT-70, COMBAT-04, REF-34.
    """
    if refused := _common(table, play, "ACT-67"):
        return refused
    action = action_of(table)
    assert action is not None
    if play.by_other:
        if play.seat != action.seat or play.minion == action.minion:
            return Refusal(Code.ACTOR, "It is for the acting Methuselah's other minions.", "ACT-68")
    elif play.minion != action.minion:
        return Refusal(Code.ACTOR, "Only the acting minion, %(card)s, plays modifiers.", "ACT-67", card=action.minion)
    if (play.minion, play.card) in action.played:
        return Refusal(
            Code.REPEAT, "%(minion)s has played %(card)s in this action.", "ACT-70", minion=play.minion, card=play.card
        )
    return None


@card_type(CardType.REACTION, declared=_played)
def reaction_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why a reaction cannot be played.

    Rule: ACT-72, ACT-73, REF-34.
    """
    if refused := _common(table, play, "ACT-72"):
        return refused
    action = action_of(table)
    assert action is not None
    if play.seat == action.seat:
        return Refusal(Code.ACTOR, "Reactions are for other Methuselahs' minions.", "ACT-72")
    minion = table.cards[play.minion]
    if not minion.is_ready_minion:
        return Refusal(Code.REGION, "%(card)s is not ready.", "ACT-72", card=play.minion)
    if minion.locked and not _is_awake(action, minion, play):
        return Refusal(Code.LOCKED, "%(card)s is locked.", "ACT-72", card=play.minion)
    if (play.minion, play.card) in action.played:
        return Refusal(
            Code.REPEAT, "%(minion)s has played %(card)s in this action.", "ACT-73", minion=play.minion, card=play.card
        )
    return None


def _is_awake(action: Action, minion: Card, play: PlayCard) -> bool:
    return minion.id in action.awake or any(item.kind is EffectKind.WAKE for item in play.effects)


@card_type(CardType.ACTION, CardType.POLITICAL, CardType.EQUIPMENT, CardType.RETAINER, CardType.ALLY)
def announced_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Cards that give an action are played by announcing it."""
    return Refusal(Code.TERMS, "An action card is played by announcing its action.", "ACT-44")
