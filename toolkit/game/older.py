"""Records of older versions: orders are carried out wherever they still have a meaning, and differences are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolkit.game.actions import Announce
from toolkit.game.combat import combat_of
from toolkit.game.contests import SECOND_COPY
from toolkit.game.draft import DRAINED, copy_with, hand_bonuses, has_pending_damage
from toolkit.game.effects import DAMAGING
from toolkit.game.engine import ALWAYS, Applied, carry
from toolkit.game.events import Happening
from toolkit.game.hand import DiscardDown, hand_debtors, must_discard
from toolkit.game.judge import UNIQUE_KINDS, Correct, place_of
from toolkit.game.operation import Operation
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.refusals import IllegalOperation
from toolkit.game.rules import rule
from toolkit.game.state import GameState
from toolkit.game.strikes import ChooseStrike
from toolkit.game.vocabulary import LIVING, ActionKind, CardFlag, EffectKind, StrikeKind, WindowName
from toolkit.game.windows import NoPlays, window_name
from toolkit.languages import N_, Message


def carry_older(state: GameState, order: Operation) -> Applied:
    """An order that was accepted when it was given, carried out by the rules of today.

    Where it has no meaning any more it is left out: the state is the same, and `broken` says why.
    """
    if isinstance(order, EndPhase) and state.options.is_detailed:
        order = NoPlays()  # it asked no other player
    try:
        return carry(_without_debts(state, order), order, accepted=True)
    except IllegalOperation as error:
        return Applied(state=state, events=(), ledger=(), broken=error.refusal)


def _without_debts(state: GameState, order: Operation) -> GameState:
    """The state with the discards made that only the rules of today ask for: every order but a discard shows them."""
    if isinstance(order, (DiscardDown, *ALWAYS)):
        return state
    paid = state
    for seat in hand_debtors(state):
        paid = carry(paid, DiscardDown(seat=seat, count=must_discard(paid, seat)), accepted=True).state
    return copy_with(paid, sequence=state.sequence)


def is_left_out(before: GameState, applied: Applied) -> bool:
    """Whether an order given in that state had no meaning any more."""
    return applied.broken is not None and applied.state is before


@dataclass(frozen=True, slots=True)
class Remark:
    """How the rules of today treat an order of an older record otherwise, with the row that says so."""

    rule: str
    sentence: str


def remarks(before: GameState, order: Operation, applied: Applied) -> Iterator[Remark]:
    """Everything that is different today about an order of an older record; mostly nothing."""
    broken = applied.broken
    if broken is not None and is_left_out(before, applied):
        yield Remark(broken.rule, Message(LEFT_OUT, reason=broken.message, row=broken.rule))
        return
    if broken is not None and before.options.game_enforcement == "strict":
        yield Remark(broken.rule, Message(CARRIED_OUT, reason=broken.message, row=broken.rule))
    for row, is_touched in MENDED.items():
        if is_touched(before, order, applied):
            yield Remark(row, Message(MENDED_SINCE, rule=rule(row).text, row=row))


LEFT_OUT = N_("It is left out, for today's rules refuse it: %(reason)s (%(row)s)")
CARRIED_OUT = N_("It is carried out as recorded, though today's rules refuse it: %(reason)s (%(row)s)")
MENDED_SINCE = N_("The rule of today applies: %(rule)s (%(row)s)")


def _inflicts_among_others(before: GameState, order: Operation, applied: Applied) -> bool:
    """Damage beside another effect, beside a strike's own, or of a strike by which a combatant may have been lost."""
    effects = getattr(order, "effects", ())
    if any(item.kind in DAMAGING for item in effects) and (len(effects) > 1 or isinstance(order, ChooseStrike)):
        return True
    kinds = {event.kind for event in applied.events}
    is_hurt = Happening.DAMAGE_POINT in kinds or has_pending_damage(applied.state)
    is_lost = not kinds.isdisjoint(_GONE) or any(movement.why == "stolen" for movement in applied.ledger)
    return Happening.STRIKE_RESOLVED in kinds and is_hurt and is_lost


_GONE = frozenset({Happening.CARD_MOVED, Happening.CARD_BURNED, Happening.CARD_REMOVED})


def _drains_while_withdrawing(before: GameState, order: Operation, applied: Applied) -> bool:
    """Blood above capacity, of a Methuselah who has announced a withdrawal."""
    places = [movement.source.partition(":")[2] for movement in applied.ledger if movement.why == DRAINED]
    after = applied.state
    return any(after.seats[after.cards[card].controller].withdrawal for card in places)


def _pays_all_pool(before: GameState, order: Operation, applied: Applied) -> bool:
    """A cost of all pool that there is, beside an effect."""
    paid = [movement for movement in applied.ledger if movement.why == "cost" and movement.source.startswith("pool:")]
    return any(before.seats[movement.source.partition(":")[2]].pool == movement.amount for movement in paid)


def _strikes_with_what_maneuvered(before: GameState, order: Operation, applied: Applied) -> bool:
    """A strike card that is named once for its maneuver and once for its strike."""
    combat = combat_of(before)
    named = {side.maneuver_source for side in combat.sides} if combat is not None else set()
    return isinstance(order, ChooseStrike) and bool(order.card) and order.card in named


def _is_between_strikes(before: GameState, order: Operation, applied: Applied) -> bool:
    """An effect between two announced strikes, after which the first had to be passed on again at table speed."""
    combat = combat_of(before)
    return (
        isinstance(order, PlayCard | UseEffect)
        and not before.options.is_detailed
        and combat is not None
        and window_name(before) is WindowName.STRIKES
        and any(side.strike is not None for side in combat.sides)
    )


def _steals_as_vampire(before: GameState, order: Operation, applied: Applied) -> bool:
    """An ally that strikes as a vampire to steal blood."""
    return isinstance(order, ChooseStrike) and order.as_vampire and order.strike is StrikeKind.STEAL_BLOOD


def _gives_with_a_card(before: GameState, order: Operation, applied: Applied) -> bool:
    """A card that comes into play and gives something for as long as it is there."""
    enters = getattr(order, "enters", "")
    return bool(enters) and any(item.kind in _GIVEN for item in getattr(order, "effects", ()))


def _must_bleed(before: GameState, order: Operation, applied: Applied) -> bool:
    """A bleed of a minion that must bleed, which is told from one before."""
    if not isinstance(order, Announce) or order.action is not ActionKind.BLEED:
        return False
    return CardFlag.MUST_BLEED in before.cards[order.minion].flags


def _names_a_unique_card(before: GameState, order: Operation, applied: Applied) -> bool:
    """A correction that names a vampire or imbued, or by which a second copy is burned."""
    if not isinstance(order, Correct):
        return False
    named = (card for card, field in map(place_of, order.changes) if field == "name" and card in applied.state.cards)
    is_burned = any(event.detail == SECOND_COPY for event in applied.events if event.kind is Happening.CARD_BURNED)
    return is_burned or any(applied.state.cards[card].kind in UNIQUE_KINDS for card in named)


def _loses_life_while_withdrawing(before: GameState, order: Operation, applied: Applied) -> bool:
    """Life of a card whose Methuselah is withdrawing, where the counters of all cards counted."""
    if before.options.withdraw_scope != "all_counters" or before.options.withdraw_count_life == "yes":
        return False
    lost = (before.cards.get(movement.source.removeprefix("on:")) for movement in applied.ledger)
    withdrawals = (before.seats[card.controller].withdrawal for card in lost if card and card.kind in LIVING)
    return any(announced and not announced.void for announced in withdrawals)


def _changes_hand_sizes(before: GameState, order: Operation, applied: Applied) -> bool:
    """A card that changes the hand size comes, goes or changes hands, where hands do not refill by themselves."""
    if not before.options.is_advanced or isinstance(order, Correct):
        return False
    return hand_bonuses(before) != hand_bonuses(applied.state)


_GIVEN = frozenset(
    {
        EffectKind.CAPACITY, EffectKind.STRENGTH, EffectKind.STANDING_BLEED, EffectKind.STANDING_STEALTH,
        EffectKind.STANDING_INTERCEPT, EffectKind.DISCIPLINE,
    }
)  # fmt: skip
# The rows that were mended since version 1, and whether an order is one that they are about.
MENDED: dict[str, Callable[[GameState, Operation, Applied], bool]] = {
    "DMG-13": _inflicts_among_others,
    "WD-08": _drains_while_withdrawing,
    "GAP-50": _pays_all_pool,
    "COMBAT-15": _is_between_strikes,
    "COMBAT-43": _strikes_with_what_maneuvered,
    "CARD-35": _steals_as_vampire,
    "CARD-46": _gives_with_a_card,
    "TURN-MINION-06": _must_bleed,
    "CONTEST-28": _names_a_unique_card,
    "WD-04": _loses_life_while_withdrawing,
    "PM-ADV-06": _changes_hand_sizes,
}
