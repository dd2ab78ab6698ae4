"""Cards that move: into play, to torpor, to the ash heap, out of the game, and what goes with them."""

from __future__ import annotations

from toolkit.game.cards import GameCard
from toolkit.game.draft import BANK, REMOVED, Draft, cards_on, on
from toolkit.game.events import Happening
from toolkit.game.vocabulary import LIVING, MINION_CARD_KINDS, CardFlag, Zone


def bring_in(draft: Draft, card: GameCard, *, counters: int = 0, why: str = "enters play") -> None:
    """A new card comes into play with counters from the bank.

    Rule: ACT-15, ACT-18, CARD-26.
    """
    draft.cards[card.id] = card
    draft.move(BANK, on(card.id), counters, why)
    draft.note(Happening.CARD_ENTERED, card.controller, card.id, detail=card.zone)
    draft.unsettled = True


def burn(draft: Draft, card_id: str, why: str = "burned") -> None:
    """A card goes to its owner's ash heap; its counters go to the bank, and what is on it burns too.

    Rule: TURN-UNLOCK-12, CARD-33, CARD-41, OUST-05.
    """
    card = draft.cards.get(card_id)
    if card is None or card.zone in (Zone.ASH_HEAP, Zone.REMOVED):
        return
    for attached in cards_on(draft, card_id):
        burn(draft, attached.id, f"{card_id} left play")
    if CardFlag.DRAWS_AHEAD in card.flags and card.counters:
        # Cards drawn ahead and not yet played must be given back (PM-ADV-10).
        draft.seat(card.controller, penalty=draft.seats[card.controller].penalty + card.counters)
    draft.move(on(card_id), BANK, card.counters, why)
    _leave(draft, card_id, Zone.ASH_HEAP)
    draft.seat(card.owner, ash_heap=(*draft.seats[card.owner].ash_heap, card.name or card_id))
    draft.note(Happening.CARD_BURNED, card.owner, card_id, detail=why)


def remove(draft: Draft, card_id: str, why: str = "removed from the game") -> None:
    """A card leaves the game with its counters and all that is on it.

    Rule: OUST-04, WD-10.
    """
    card = draft.cards.get(card_id)
    if card is None or card.zone is Zone.REMOVED:
        return
    for attached in cards_on(draft, card_id):
        remove(draft, attached.id, why)
    draft.move(on(card_id), REMOVED, card.counters, why)
    _leave(draft, card_id, Zone.REMOVED)
    draft.note(Happening.CARD_REMOVED, card.owner, card_id, detail=why)


def _leave(draft: Draft, card_id: str, zone: Zone) -> None:
    card = draft.cards[card_id]
    draft.card(card_id, zone=zone, host="", locked=False, controller=card.owner, marked_by="", used=frozenset())
    draft.unsettled = True


def to_torpor(draft: Draft, card_id: str, why: str = "sent to torpor") -> None:
    """A vampire goes to torpor; an ally that would is burned.

    Rule: DMG-11, CARD-38.
    """
    card = draft.cards[card_id]
    if card.kind in LIVING:
        burn(draft, card_id, why)
    elif card.zone is Zone.READY:
        draft.card(card_id, zone=Zone.TORPOR)
        draft.note(Happening.CARD_MOVED, card.controller, card_id, detail=Zone.TORPOR)
        draft.unsettled = True


def to_ready(draft: Draft, card_id: str) -> None:
    """A vampire leaves torpor; whether it is locked does not change.

    Rule: ACT-32, GAP-35.
    """
    if draft.cards[card_id].zone is Zone.TORPOR:
        draft.card(card_id, zone=Zone.READY)
        draft.note(Happening.CARD_MOVED, draft.cards[card_id].controller, card_id, detail=Zone.READY)


def lock(draft: Draft, card_id: str) -> None:
    """Lock a card."""
    if not draft.cards[card_id].locked:
        draft.card(card_id, locked=True)
        draft.note(Happening.CARD_LOCKED, draft.cards[card_id].controller, card_id)


def unlock(draft: Draft, card_id: str) -> None:
    """Unlock a card."""
    if draft.cards[card_id].locked:
        draft.card(card_id, locked=False)
        draft.note(Happening.CARD_UNLOCKED, draft.cards[card_id].controller, card_id)


def attach(draft: Draft, card_id: str, host: str) -> None:
    """Put a card on another; a minion card follows the controller of the minion.

    Rule: ACT-10, CARD-28, TURN-MASTER-17.
    """
    follows = draft.cards[card_id].kind in MINION_CARD_KINDS
    controller = draft.cards[host if follows else card_id].controller
    draft.card(card_id, zone=Zone.ATTACHED, host=host, controller=controller)
    draft.note(Happening.CARD_MOVED, controller, card_id, detail=f"on {host}")
    draft.unsettled = True


def change_control(draft: Draft, card_id: str, seat: str) -> None:
    """Another Methuselah takes control of a card and of the minion cards on it; its owner stays the owner.

    Rule: OUST-05, CARD-13, CARD-28.
    """
    draft.card(card_id, controller=seat)
    draft.note(Happening.CARD_MOVED, seat, card_id, detail="control")
    for attached in cards_on(draft, card_id):
        if attached.kind in MINION_CARD_KINDS:
            change_control(draft, attached.id, seat)
    draft.unsettled = True


def make_ready(draft: Draft, card_id: str, *, cannot_act: bool = False) -> None:
    """A card moves to the ready region, unlocked."""
    flags = draft.cards[card_id].flags
    draft.card(
        card_id,
        zone=Zone.READY,
        locked=False,
        flags=flags | {CardFlag.CANNOT_ACT} if cannot_act else flags - {CardFlag.CANNOT_ACT},
    )
    draft.note(Happening.CARD_ENTERED, draft.cards[card_id].controller, card_id, detail=Zone.READY)
    draft.unsettled = True
