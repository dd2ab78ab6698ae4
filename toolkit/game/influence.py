"""The influence phase: transfers, crypt draws, vampires that emerge or merge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.cards import GameCard, read_disciplines, read_title
from toolkit.game.contests import burn_self_contest, has_copy
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.phases import ENTER, LEAVE, has_bonus, phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState
from toolkit.game.vocabulary import CardFlag, CardKind, Phase, Zone
from toolkit.game.words import Names
from toolkit.game.zones import attach, make_ready
from toolkit.languages import Message

SCARCE_POOL = 3


def transfers_for(table: Table, seat: str) -> int:
    """Transfers at the start of this influence phase.

    Rule: TURN-INFL-01, TURN-INFL-02, PM-INTRO-50, PM-ADV-29, A-14.
    """
    bonus = 2 if has_bonus(table, seat, Phase.INFLUENCE) else 0
    turn, own = table.step.turn, table.seats[seat].influence_phases
    ramp = {
        "by_game_turn": min(4, turn),
        "by_methuselah": min(4, turn) if own == 0 else 4,
        "duel": min(4, turn + 2),
        "none": 4,
    }
    return ramp[table.options.influence_ramp] + bonus


def enter(draft: Draft, seat: str) -> None:
    """Transfers are fixed at the start of the phase.

    Rule: GAP-39, PM-INTRO-51.
    """
    methuselah = draft.seats[seat]
    draft.seat(seat, transfers=transfers_for(draft, seat), influence_phases=methuselah.influence_phases + 1)


def leave(draft: Draft, seat: str) -> None:
    """Transfers that were not used are lost; where vampires must emerge, those that can do.

    Rule: TURN-INFL-08, TURN-INFL-09.
    """
    draft.seat(seat, transfers=0)
    if draft.options.influence_emerge == "forced_at_end":
        for card in list(draft.cards.values()):
            if (
                _is_own(card, seat)
                and card.capacity
                and card.counters >= card.capacity
                and not scarce_price(draft, card)
            ):
                emerge(draft, card.id)


ENTER[Phase.INFLUENCE] = enter
LEAVE[Phase.INFLUENCE] = leave


def _is_own(card: GameCard | None, seat: str) -> bool:
    # An ally parked until the end of the turn waits in the uncontrolled region too, but takes no transfers.
    return (
        card is not None
        and card.zone is Zone.UNCONTROLLED
        and card.controller == seat
        and card.kind is not CardKind.ALLY
    )


def _influence_refusal(table: Table, seat: str, transfers: int, rule: str) -> Refusal | None:
    if refused := phase_refusal(table, seat, Phase.INFLUENCE, rule):
        return refused
    if table.seats[seat].transfers < transfers:
        left = table.seats[seat].transfers
        # The ramp of the opening is what runs out there, the four uses elsewhere.
        ramp = table.step.turn < 4 and not table.options.is_phased
        return Refusal(
            Code.LIMIT,
            "%(seat)s has %(left)s transfers left.",
            "TURN-INFL-01" if ramp else "TURN-INFL-03",
            seat=seat,
            left=left,
        )
    return None


def _pool_refusal(table: Table, seat: str, pool: int, rule: str) -> Refusal | None:
    if table.seats[seat].pool < pool:
        return Refusal(Code.COST, "%(seat)s has %(pool)s pool.", rule, seat=seat, pool=table.seats[seat].pool)
    return None


def _transfer_refusal(table: Table, seat: str, card: str, amount: int, transfers: int, rule: str) -> Refusal | None:
    if amount < 1:
        return Refusal(Code.AMOUNT, "Transfer at least one.", rule)
    return _influence_refusal(table, seat, transfers, rule) or _own_refusal(table, seat, card, rule)


def _own_refusal(table: Table, seat: str, card: str, rule: str) -> Refusal | None:
    if not _is_own(table.cards.get(card), seat):
        return Refusal(Code.TARGET, "%(card)s is not uncontrolled by %(seat)s.", rule, card=card, seat=seat)
    return None


@operation
class TransferBlood(Operation):
    """Move pool to one of your uncontrolled minions, one for each transfer."""

    seat: str
    card: str
    amount: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return _transfer_refusal(
            table, self.seat, self.card, self.amount, self.amount, "TURN-INFL-04"
        ) or _pool_refusal(table, self.seat, self.amount, "TURN-INFL-04")

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat, self.amount)
        draft.move(pool_of(self.seat), on(self.card), self.amount, "transfer")

    @override
    def told(self, names: Names) -> str:
        return Message("moves %(number)s pool to %(card)s", number=self.amount, card=names.card(self.card))


@operation
class TransferBack(Operation):
    """Move counters from one of your uncontrolled minions to your pool, one for two transfers."""

    seat: str
    card: str
    amount: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _transfer_refusal(table, self.seat, self.card, self.amount, 2 * self.amount, "TURN-INFL-05"):
            return refused
        if table.cards[self.card].counters < self.amount:
            return Refusal(Code.AMOUNT, "%(card)s has not so many counters.", "TURN-INFL-05", card=self.card)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat, 2 * self.amount)
        draft.move(on(self.card), pool_of(self.seat), self.amount, "transfer back")

    @override
    def told(self, names: Names) -> str:
        return Message("takes %(number)s back from %(card)s", number=self.amount, card=names.card(self.card))


@operation
class DrawCrypt(Operation):
    """Burn one pool and four transfers for the top card of your crypt."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if table.step.phase is not Phase.INFLUENCE:
            return phase_refusal(table, self.seat, Phase.INFLUENCE, "SETUP-28")
        if refused := _influence_refusal(table, self.seat, 4, "TURN-INFL-06"):
            return refused
        if table.seats[self.seat].crypt < 1:
            return Refusal(Code.TARGET, "The crypt is empty.", "TURN-INFL-06")
        return _pool_refusal(table, self.seat, 1, "TURN-INFL-06")

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat, 4)
        draft.move(pool_of(self.seat), BANK, 1, "crypt draw")
        deal_crypt(draft, self.seat)

    @override
    def told(self, names: Names) -> str:
        return Message("draws a crypt card")


def deal_crypt(draft: Draft, seat: str) -> None:
    """The top crypt card goes face down to the uncontrolled region, under the seat's next number.

    Rule: SETUP-27.
    """
    number = 1
    while f"{seat}{number}" in draft.cards:
        number += 1
    card_id = f"{seat}{number}"
    draft.cards[card_id] = GameCard(
        id=card_id, kind=CardKind.VAMPIRE, owner=seat, controller=seat, zone=Zone.UNCONTROLLED, unique=True
    )
    draft.seat(seat, crypt=draft.seats[seat].crypt - 1)


@operation
class Emerge(Operation):
    """Move an uncontrolled minion with enough counters to the ready region."""

    seat: str
    card: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _influence_refusal(table, self.seat, 0, "TURN-INFL-11"):
            return refused
        if refused := _own_refusal(table, self.seat, self.card, "TURN-INFL-11"):
            return refused
        card = table.cards[self.card]
        if not card.capacity:
            return Refusal(
                Code.TERMS, "Reveal %(card)s first: its capacity is not known.", "TURN-INFL-11", card=self.card
            )
        if card.counters < card.capacity:
            return Refusal(
                Code.COST,
                "%(card)s has %(counters)s of %(capacity)s.",
                "TURN-INFL-09",
                card=self.card,
                counters=card.counters,
                capacity=card.capacity,
            )
        if table.options.influence_emerge == "optional" and card.name and has_copy(table, self.seat, card.name):
            return Refusal(
                Code.CONTEST, "%(seat)s has %(name)s in play already.", "CARD-01", seat=self.seat, name=card.name
            )
        return _pool_refusal(table, self.seat, scarce_price(table, card), "GAP-38")

    @override
    def carry_out(self, draft: Draft) -> None:
        price = scarce_price(draft, draft.cards[self.card])
        draft.move(pool_of(self.seat), BANK, price, "scarce clan")
        emerge(draft, self.card)

    @override
    def told(self, names: Names) -> str:
        return Message("moves %(card)s to the ready region", card=names.card(self.card))


def scarce_price(table: Table, card: GameCard) -> int:
    """Pool that moving out a vampire of a scarce clan costs.

    Rule: GAP-38.
    """
    if CardFlag.SCARCE not in card.flags:
        return 0
    kin = [c for c in table.cards.values() if c.in_play and c.controller == card.controller and c.is_vampire]
    return SCARCE_POOL * sum(1 for other in kin if other.clan == card.clan)


def emerge(draft: Draft, card_id: str) -> None:
    """It comes into play unlocked, with its counters as blood; the excess drains off.

    Rule: TURN-INFL-09, TURN-INFL-10, TURN-INFL-12, CONTEST-13, CARD-14.
    """
    make_ready(draft, card_id)
    draft.drain(card_id)
    card = draft.cards[card_id]
    if card.kind is CardKind.IMBUED:
        draft.move(on(card_id), BANK, card.counters - card.capacity, "above capacity")
        draft.effects_used |= {f"{card.controller}/emerged-{card_id}"}
    burn_self_contest(draft, card_id)


@operation
class Merge(Operation):
    """Burn one pool and four transfers to merge the base and the advanced version of a vampire."""

    seat: str
    card: str
    onto: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _influence_refusal(table, self.seat, 4, "TURN-INFL-07"):
            return refused
        if refused := _own_refusal(table, self.seat, self.card, "TURN-INFL-07"):
            return refused
        card, onto = table.cards[self.card], table.cards.get(self.onto)
        if onto is None or not onto.in_play or onto.controller != self.seat or not onto.is_minion:
            return Refusal(
                Code.TARGET, "%(seat)s does not control %(onto)s.", "TURN-INFL-07", seat=self.seat, onto=self.onto
            )
        versions = {CardFlag.ADVANCED in card.flags, CardFlag.ADVANCED in onto.flags}
        if not card.name or card.name != onto.name or versions != {True, False}:
            return Refusal(Code.TARGET, "Only the base and the advanced version of a vampire merge.", "TURN-INFL-07")
        return _pool_refusal(table, self.seat, 1, "TURN-INFL-07")

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat, 4)
        draft.move(pool_of(self.seat), BANK, 1, "merge")
        draft.move(on(self.card), BANK, draft.cards[self.card].counters, "merge")
        draft.card(self.onto, flags=draft.cards[self.onto].flags | {CardFlag.MERGED})
        draft.card(self.card, unique=False)
        attach(draft, self.card, self.onto)

    @override
    def told(self, names: Names) -> str:
        return Message("merges %(card)s", card=names.card(self.onto))


def _spend(draft: Draft, seat: str, transfers: int) -> None:
    draft.seat(seat, transfers=max(0, draft.seats[seat].transfers - transfers))


@operation
class RevealCard(Operation):
    """Its owner says what a face-down card is; needed before it emerges.

    Attributes:
        kind: a vampire or an imbued.
        title: as a correction writes it: "prince/paris", "independent/2".
        disciplines: each with its level: "dom:2".
    """

    seat: str
    card: str
    name: str
    capacity: int
    clan: str = ""
    group: int = 0
    sect: str = ""
    flags: tuple[CardFlag, ...] = ()
    title: str = ""
    disciplines: tuple[str, ...] = ()
    kind: CardKind = CardKind.VAMPIRE

    @override
    def refusal(self, table: Table) -> Refusal | None:
        card = table.cards.get(self.card)
        if card is None or card.zone is not Zone.UNCONTROLLED or card.controller != self.seat:
            return Refusal(
                Code.TARGET, "%(card)s is not uncontrolled by %(seat)s.", "SETUP-32", card=self.card, seat=self.seat
            )
        if self.kind not in (CardKind.VAMPIRE, CardKind.IMBUED):
            return Refusal(Code.TERMS, "A crypt card is a vampire or an imbued.", "CARD-17")
        if not 1 <= self.capacity <= 20 or self.group < 0:
            return Refusal(Code.AMOUNT, "A capacity is a number from 1 up.", "CARD-03")
        try:
            read_title(self.title)
        except ValueError:
            return Refusal(Code.TERMS, "There is no title %(title)r.", "REF-25", title=self.title)
        try:
            read_disciplines(self.disciplines)
        except ValueError:
            return Refusal(Code.TERMS, "The level of a Discipline is a number.", "CARD-10")
        if card.name and (card.name, card.capacity) != (self.name, self.capacity):
            return Refusal(
                Code.REPEAT, "%(card)s has been revealed as %(name)s.", "SETUP-32", card=self.card, name=card.name
            )
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.card(
            self.card,
            name=self.name,
            kind=self.kind,
            capacity=self.capacity,
            clan=self.clan,
            group=self.group,
            sect=self.sect,
            flags=draft.cards[self.card].flags | frozenset(self.flags),
            title=read_title(self.title),
            disciplines=read_disciplines(self.disciplines),
        )

    @override
    def told(self, names: Names) -> str:
        """The name given to a face-down card is for its owner alone."""
        if self.card in names.cards and not names.is_known(self.card):
            return Message("names a vampire")
        return Message("names a vampire: %(name)s (%(capacity)s)", name=self.name or self.card, capacity=self.capacity)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """The operations that spend transfers."""
    if state.step.phase is not Phase.INFLUENCE or state.step.seat != seat or state.frames:
        return
    transfers = state.seats[seat].transfers
    for card in state.cards.values():
        if card.zone is Zone.UNCONTROLLED and card.controller == seat:
            for amount in range(1, min(transfers, state.seats[seat].pool) + 1):
                yield TransferBlood(seat=seat, card=card.id, amount=amount)
            for amount in range(1, min(transfers // 2, card.counters) + 1):
                yield TransferBack(seat=seat, card=card.id, amount=amount)
            yield Emerge(seat=seat, card=card.id)
            if CardFlag.ADVANCED in card.flags or card.name:
                for onto in state.cards.values():
                    if onto.name == card.name and onto.id != card.id:
                        yield Merge(seat=seat, card=card.id, onto=onto.id)
    yield DrawCrypt(seat=seat)
