"""Cards in hand, as numbers: drawing, discarding, replacing what was played, and what must be put right at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.draft import Draft, Table, active_seats, hand_sizes, surplus, surpluses
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState, PendingCard
from toolkit.game.vocabulary import Delay
from toolkit.game.words import Names
from toolkit.languages import Count, Message


def draw(draft: Draft, seat: str, count: int) -> int:
    """Draw from the library as far as it goes; an empty one is no error.

    Rule: SEQ-39, SEQ-40.
    """
    methuselah = draft.seats[seat]
    if not methuselah.counted:
        return 0
    drawn = max(0, min(count, methuselah.library))
    if drawn:
        draft.seat(seat, hand=methuselah.hand + drawn, library=methuselah.library - drawn)
        draft.note(Happening.CARD_DRAWN, seat, amount=drawn)
    return drawn


def leave_hand(draft: Draft, seat: str, count: int = 1) -> int:
    """Cards leave the hand: for limbo, the ash heap or play."""
    methuselah = draft.seats[seat]
    if not methuselah.counted:
        return 0
    gone = max(0, min(count, methuselah.hand))
    draft.seat(seat, hand=methuselah.hand - gone)
    return gone


def to_ash_heap(draft: Draft, seat: str, *names: str) -> None:
    """Put cards into their owner's ash heap, each by its name, empty where none was given.

    Rule: CARD-25, SETUP-35.
    """
    draft.seat(seat, ash_heap=(*draft.seats[seat].ash_heap, *names))


def leave_ash_heap(draft: Draft, seat: str, name: str) -> None:
    """A card leaves the ash heap: the one of that name, else an unnamed one, else the last."""
    heap = list(draft.seats[seat].ash_heap)
    if heap:
        heap.remove(next((item for item in (name, "") if item in heap), heap[-1]))
        draft.seat(seat, ash_heap=tuple(heap))


def discard_from_hand(draft: Draft, seat: str, count: int) -> int:
    """Cards go from hand to the ash heap; returns how many there were.

    Rule: CARD-25, SEQ-48, TURN-DISC-03.
    """
    gone = leave_hand(draft, seat, count)
    if gone:
        to_ash_heap(draft, seat, *[""] * gone)
    return gone


def discard(draft: Draft, seat: str, count: int) -> int:
    """Discard cards; where hands do not refill by themselves, as many are drawn right after.

    Rule: TURN-DISC-03, PM-ADV-08.
    """
    gone = discard_from_hand(draft, seat, count)
    draft.note(Happening.CARD_DISCARDED, seat, amount=gone)
    if draft.options.is_advanced:
        draw(draft, seat, gone)
    return gone


def must_discard(table: Table, seat: str) -> int:
    """How many cards this Methuselah must discard before anything else happens.

    Rule: SETUP-31, SEQ-43, PM-ADV-04 to PM-ADV-07.
    """
    methuselah = table.seats[seat]
    if not methuselah.counted or not methuselah.is_active:
        return 0
    if table.options.is_advanced:
        return min(methuselah.penalty, methuselah.hand)
    return max(0, surplus(table, seat))


def hand_debtors(table: Table) -> list[str]:
    """Who must discard now."""
    if table.options.is_advanced:
        return [seat for seat in active_seats(table) if must_discard(table, seat)]
    return [name for name, over in surpluses(table).items() if over > 0 and _is_counted(table, name)]


def _is_counted(table: Table, seat: str) -> bool:
    return table.seats[seat].counted and table.seats[seat].is_active


def refill(draft: Draft) -> None:
    """Everybody draws up to hand size, where hands refill by themselves; else as it has changed.

    Rule: SETUP-31, SEQ-43, PM-ADV-03.
    """
    if draft.options.is_advanced:
        # A list in between: this is asked in every operation.
        if [card for card in draft.cards.values() if card.hand_size]:
            follow_hand_sizes(draft)
        return
    for seat, over in surpluses(draft).items():
        if over < 0 and _is_counted(draft, seat):
            draw(draft, seat, -over)


def follow_hand_sizes(draft: Draft) -> None:
    """Draw or owe the difference where a hand size changed, in the advanced game; a judge moves the cards alone.

    Rule: PM-ADV-06.
    """
    assert draft.sized is not None
    before, sizes = hand_sizes(draft.sized), hand_sizes(draft)
    if sizes == before or draft.correcting:
        return
    for seat, size in sizes.items():
        more = size - before[seat]
        if more > 0 and _is_counted(draft, seat):
            draw(draft, seat, more)
        elif more < 0 and _is_counted(draft, seat):
            draft.seat(seat, penalty=draft.seats[seat].penalty - more)
    draft.sized = draft.freeze()


def replace_played(draft: Draft, seat: str, card: str, delay: Delay, until: str) -> None:
    """A card has been played: it is replaced at once (by `refill`), later, or costs discards instead.

    Rule: SEQ-25, SEQ-26, PM-ADV-13, PM-ADV-14, PM-ADV-15.
    """
    if draft.options.is_advanced:
        penalty = {Delay.NONE: 0, Delay.SHORT: 1, Delay.LONG: 2}[delay]
        draft.seat(seat, penalty=draft.seats[seat].penalty + penalty)
    elif delay is not Delay.NONE:
        replace_later(draft, seat, card, until=until)


def replace_later(draft: Draft, seat: str, *cards: str, until: str = "unlock") -> None:
    """Each of these cards is replaced at an event.

    Rule: SEQ-26, PM-ADV-09.
    """
    waiting = tuple(PendingCard(card=card, until=until) for card in cards)
    draft.seat(seat, pending=(*draft.seats[seat].pending, *waiting))


def redeem(draft: Draft, seat: str, event: str) -> None:
    """Replace the cards that waited for this event.

    Rule: SEQ-26.
    """
    _replace(draft, seat, [item for item in draft.seats[seat].pending if item.until == event])


def _replace(draft: Draft, seat: str, due: list[PendingCard]) -> None:
    """Draw the replacements that are due: by `refill`, or here where hands do not refill automatically.

    Rule: SEQ-26, PM-ADV-09.
    """
    pending = list(draft.seats[seat].pending)
    for item in due:
        pending.remove(item)
    draft.seat(seat, pending=tuple(pending))
    if draft.options.is_advanced:
        draw(draft, seat, len(due))


@operation
class DiscardDown(Operation):
    """Discard what is over hand size, or what a card that is not replaced soon costs."""

    seat: str
    count: int

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        owed = must_discard(table, self.seat)
        if not owed:
            return Refusal(Code.CHOICE, "%(seat)s has nothing to discard down.", "SETUP-31", seat=self.seat)
        if not 0 < self.count <= owed:
            return Refusal(
                Code.AMOUNT,
                "%(seat)s must discard %(owed)s, not %(number)s.",
                "SETUP-31",
                seat=self.seat,
                owed=owed,
                number=self.count,
            )
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        discard_from_hand(draft, self.seat, self.count)
        draft.note(Happening.CARD_DISCARDED, self.seat, amount=self.count)
        if draft.options.is_advanced:
            draft.seat(self.seat, penalty=draft.seats[self.seat].penalty - self.count)

    @override
    def told(self, names: Names) -> str:
        return Count(self.count, "discards %(num)d card", "discards %(num)d cards")


@operation
class ReplacePending(Operation):
    """The event for which a played card's replacement waited has come."""

    seat: str
    card: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        if all(item.card != self.card for item in table.seats[self.seat].pending):
            return Refusal(Code.TARGET, "No replacement of %(card)s is pending.", "SEQ-26", card=self.card)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        _replace(draft, self.seat, [item for item in draft.seats[self.seat].pending if item.card == self.card][:1])

    @override
    def told(self, names: Names) -> str:
        return Message("draws the replacement of %(card)s", card=self.card)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Discards that are due, and replacements that wait."""
    if owed := must_discard(state, seat):
        yield DiscardDown(seat=seat, count=owed)
    for item in state.seats[seat].pending:
        yield ReplacePending(seat=seat, card=item.card)
