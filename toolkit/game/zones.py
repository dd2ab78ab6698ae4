"""Cards that move: into play, to torpor, to the ash heap, out of the game, and what goes with them."""

from __future__ import annotations

from typing import Any

from toolkit.game.cards import GameCard
from toolkit.game.draft import BANK, REMOVED, Draft, cards_on, on
from toolkit.game.events import Happening
from toolkit.game.vocabulary import IN_PLAY, LIVING, MINION_CARD_KINDS, CardFlag, CardKind, Zone

# Where a card takes along what is on it; out of the game each goes by itself, with its own counters.
KEPT_WITH_CARDS = IN_PLAY | {Zone.CONTESTED, Zone.REMOVED}


def put(draft: Draft, card_id: str, zone: Zone, *, host: str = "", controller: str = "", **changes: Any) -> None:
    """A card changes its place, its host or its controller: the one way for all of them, with what goes along.

    What leaves play leaves behind what it had done and who had marked it; what is on it follows it into a contest, and
    is burned when it is not controlled any more. The minion cards on it follow its controller. `changes` are other
    facts about the card that change at that moment.

    Rule: CARD-13, CARD-28, CARD-33, CONTEST-04, OUST-05.
    """
    card = draft.cards[card_id]
    seat = controller or card.controller
    if zone is Zone.ATTACHED and draft.cards[host].zone is Zone.CONTESTED:
        zone = Zone.CONTESTED
    if zone not in IN_PLAY:
        changes = {"marked_by": "", "used": frozenset(), "stolen_in": 0, "locked": False} | changes
    if zone not in KEPT_WITH_CARDS:
        for attached in cards_on(draft, card_id):
            burn(draft, attached.id, f"{card_id} left play")
    if zone not in KEPT_WITH_CARDS or zone is Zone.REMOVED:
        for kind, number in card.other_counters:
            draft.move(on(card_id, kind), REMOVED if zone is Zone.REMOVED else BANK, number, "left play")
    stays = card.in_play and zone in IN_PLAY and host == card.host
    if card.gives and not stays:
        _hand_out(draft, card, taken_back=True)
    draft.card(card_id, zone=zone, host=host, controller=seat, **changes)
    draft.unsettled = True
    if card.gives and not stays:
        _hand_out(draft, draft.cards[card_id])
    for attached in cards_on(draft, card_id):
        follows = attached.kind in MINION_CARD_KINDS
        place = Zone.CONTESTED if zone is Zone.CONTESTED else Zone.ATTACHED
        if attached.zone is not place or (follows and attached.controller != seat):
            put(draft, attached.id, place, host=card_id, controller=seat if follows else "")


# The least of each figure that a card can be given.
_LEAST = {"capacity": 1, "strength": 0}


def give(draft: Draft, card_id: str, name: str, amount: int) -> int:
    """Add to a figure of a card, "strength" or "discipline/dom"; returns how much was added.

    Rule: TURN-MASTER-21, TURN-MASTER-22.
    """
    card = draft.cards[card_id]
    figure, _, code = name.partition("/")
    if code:
        level = card.level(code)
        after = max(0, min(2, level + amount))
        levels = {**dict(card.disciplines), code: after}
        draft.card(card_id, disciplines=tuple(sorted(item for item in levels.items() if item[1])))
        return after - level
    before: int = getattr(card, figure)
    after = max(_LEAST[figure], before + amount) if figure in _LEAST else before + amount
    draft.card(card_id, **{figure: after})
    return after - before


def bind(draft: Draft, giver: str, card_id: str, name: str, amount: int) -> None:
    """Bind a given amount to the card in play that gives it.

    Rule: CARD-46.
    """
    card = draft.cards.get(giver)
    if amount and card is not None and card.in_play:
        place = name if card.host == card_id else f"{name}@{card_id}"
        draft.card(giver, gives=(*card.gives, (place, amount)))


def _hand_out(draft: Draft, card: GameCard, *, taken_back: bool = False) -> None:
    """Bring a card's gifts into play with it; they leave with it.

    Rule: CARD-46.
    """
    for place, amount in card.gives if card.in_play else ():
        name, _, other = place.partition("@")
        if (target := other or card.host) in draft.cards:
            give(draft, target, name, -amount if taken_back else amount)
            draft.drain(target)


def bring_in(draft: Draft, card: GameCard, *, counters: int = 0, why: str = "enters play") -> None:
    """A new card comes into play with counters from the bank.

    Rule: ACT-15, ACT-18, CARD-26.
    """
    draft.cards[card.id] = card
    draft.stirred = True
    draft.move(BANK, on(card.id), counters, why)
    draft.note(Happening.CARD_ENTERED, card.controller, card.id, detail=card.zone)
    draft.unsettled = True


def burn(draft: Draft, card_id: str, why: str = "burned") -> None:
    """A card goes to its owner's ash heap; its counters go to the bank, and what is on it burns too.

    Rule: TURN-UNLOCK-12, CARD-32, CARD-33, CARD-41, OUST-05, TURN-MASTER-19.
    """
    card = draft.cards.get(card_id)
    if card is None or card.zone in (Zone.ASH_HEAP, Zone.REMOVED):
        return
    if CardFlag.DRAWS_AHEAD in card.flags and card.counters:
        # Cards drawn ahead and not yet played must be given back (PM-ADV-10).
        draft.seat(card.controller, penalty=draft.seats[card.controller].penalty + card.counters)
    draft.move(on(card_id), BANK, card.counters, why)
    put(draft, card_id, Zone.ASH_HEAP, controller=card.owner)
    draft.seat(card.owner, ash_heap=(*draft.seats[card.owner].ash_heap, card.name or card_id))
    draft.note(Happening.CARD_BURNED, card.owner, card_id, detail=why)


def burn_if_lifeless(draft: Draft, card_id: str) -> None:
    """An ally or retainer without life is burned; an imbued is incapacitated.

    Rule: DMG-12, CARD-41.
    """
    card = draft.cards[card_id]
    if card.in_play and card.is_living and card.counters == 0:
        if card.kind is not CardKind.IMBUED:
            burn(draft, card_id, "no life left")
        elif CardFlag.INCAPACITATED not in card.flags:
            draft.card(card_id, flags=card.flags | {CardFlag.INCAPACITATED})


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
    put(draft, card_id, Zone.REMOVED, controller=card.owner)
    draft.note(Happening.CARD_REMOVED, card.owner, card_id, detail=why)


def to_torpor(draft: Draft, card_id: str, why: str = "sent to torpor") -> None:
    """A vampire goes to torpor; an ally that would is burned.

    Rule: DMG-11, CARD-38.
    """
    card = draft.cards[card_id]
    if card.kind in LIVING:
        burn(draft, card_id, why)
    elif card.zone is Zone.READY:
        put(draft, card_id, Zone.TORPOR)
        draft.note(Happening.CARD_MOVED, card.controller, card_id, detail=Zone.TORPOR)


def to_ready(draft: Draft, card_id: str) -> None:
    """A vampire leaves torpor; whether it is locked does not change.

    Rule: ACT-32, GAP-35.
    """
    if draft.cards[card_id].zone is Zone.TORPOR:
        put(draft, card_id, Zone.READY)
        draft.note(Happening.CARD_MOVED, draft.cards[card_id].controller, card_id, detail=Zone.READY)


def recover(draft: Draft, card_id: str) -> None:
    """An incapacitated imbued is ready again, with one life more unless it has all that it started with.

    Rule: GAP-47.
    """
    card = draft.cards[card_id]
    draft.card(card_id, flags=card.flags - {CardFlag.INCAPACITATED})
    if not card.capacity or card.counters < card.capacity:
        draft.move(BANK, on(card_id), 1, "recovers")


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
    put(draft, card_id, Zone.ATTACHED, host=host, controller=controller)
    draft.note(Happening.CARD_MOVED, controller, card_id, detail=f"on {host}")


def change_control(draft: Draft, card_id: str, seat: str) -> None:
    """Another Methuselah takes control of a card and of the minion cards on it; its owner stays the owner.

    Rule: OUST-05, CARD-13, CARD-28.
    """
    card = draft.cards[card_id]
    put(draft, card_id, card.zone, host=card.host, controller=seat)
    draft.note(Happening.CARD_MOVED, seat, card_id, detail="control")


def return_to_owner(draft: Draft, card_id: str) -> None:
    """A card goes back to its owner's uncontrolled region with its counters; nothing stays on it.

    Rule: SEQ-54.
    """
    card = draft.cards[card_id]
    owner = card.owner if draft.seats[card.owner].is_active else card.controller
    put(draft, card_id, Zone.UNCONTROLLED, controller=owner)
    draft.note(Happening.CARD_MOVED, owner, card_id, detail=Zone.UNCONTROLLED)


def make_ready(draft: Draft, card_id: str, *, cannot_act: bool = False) -> None:
    """A card moves to the ready region, unlocked."""
    flags = draft.cards[card_id].flags
    flags = flags | {CardFlag.CANNOT_ACT} if cannot_act else flags - {CardFlag.CANNOT_ACT}
    put(draft, card_id, Zone.READY, locked=False, flags=flags)
    draft.note(Happening.CARD_ENTERED, draft.cards[card_id].controller, card_id, detail=Zone.READY)
