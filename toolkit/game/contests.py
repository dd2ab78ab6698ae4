"""Contested cards and titles: how a contest begins, what it costs, how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, override

from toolkit.game.cards import GameCard, is_dormant, title_key
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.phases import phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Claim, Contest, GameState
from toolkit.game.vocabulary import CardFlag, Phase, TitleKind, TitleState, Zone
from toolkit.game.words import Names
from toolkit.game.zones import burn, put
from toolkit.languages import Message

# How contests begin


def settle_contests(draft: Draft) -> None:
    """Begin the contests that cards and titles in play call for, and drop the claims of those that are gone.

    Rule: CONTEST-03 to CONTEST-05, GAP-26.
    """
    if not draft.unsettled:
        return
    draft.unsettled = False
    _drop_lost_claims(draft)
    _contest_names(draft)
    # A vampire that has just become a contested card is out of play, and its claim to a title with it.
    _drop_lost_claims(draft)
    _contest_titles(draft)


def _drop_lost_claims(draft: Draft) -> None:
    kept = []
    for contest in draft.contests:
        claims = tuple(claim for claim in contest.claims if _stands(draft, contest, claim))
        for claim in contest.claims if contest.is_title else ():
            if claim not in claims:
                _contest_no_more(draft, claim.card)
        if claims:
            kept.append(replace(contest, claims=claims) if claims != contest.claims else contest)
    draft.contests = tuple(kept)


def _contest_no_more(draft: Draft, card_id: str) -> None:
    """A title that cannot be claimed now, on a card out of play or dormant, is held, and contested anew when it can."""
    card = draft.cards[card_id]
    if card.title is not None and card.title.state is TitleState.CONTESTED:
        draft.card(card_id, title=replace(card.title, state=TitleState.HELD))


def _stands(draft: Draft, contest: Contest, claim: Claim) -> bool:
    card = draft.cards[claim.card]
    if not contest.is_title:
        return card.zone is Zone.CONTESTED
    return card.in_play and card.title is not None and not is_dormant(card) and title_key(card.title) == contest.key


def _contest_names(draft: Draft) -> None:
    """Two unique cards of a name in play are contested.

    Rule: CONTEST-01, CONTEST-02, CONTEST-15, CARD-02.
    """
    groups: dict[str, list[GameCard]] = {}
    for card in draft.cards.values():
        if card.unique and card.name and card.in_play:
            groups.setdefault(card.name, []).append(card)
    for name, cards in groups.items():
        running = next((item for item in draft.contests if not item.is_title and item.key == name), None)
        if running is not None or len(cards) > 1:
            _join(draft, running, Contest(id=f"card:{name}", is_title=False, key=name, claims=()), cards)
            for card in cards:
                _turn_down(draft, card.id)


def _contest_titles(draft: Draft) -> None:
    """Two claims to one title are contested; the vampires themselves stay as they are.

    Rule: CONTEST-16, CONTEST-17, CONTEST-19, CONTEST-20.
    """
    groups: dict[str, list[GameCard]] = {}
    for card in draft.cards.values():
        if card.title is not None and card.in_play and not is_dormant(card) and (key := title_key(card.title)):
            groups.setdefault(key, []).append(card)
    for key, cards in groups.items():
        running = next((item for item in draft.contests if item.is_title and item.key == key), None)
        claimed = {claim.card for claim in running.claims} if running else set()
        new = [card for card in cards if card.id not in claimed]
        if (running is not None and new) or (running is None and len(cards) > 1):
            _join(draft, running, Contest(id=f"title:{key}", is_title=True, key=key, claims=()), new)
            for card in new:
                assert card.title is not None
                draft.card(card.id, title=replace(card.title, state=TitleState.CONTESTED))


def _join(draft: Draft, running: Contest | None, fresh: Contest, cards: Iterable[GameCard]) -> None:
    base = running or fresh
    claims = (*base.claims, *(Claim(card=card.id) for card in cards))
    others = tuple(item for item in draft.contests if item.id != base.id)
    draft.contests = (*others, replace(base, claims=claims))
    draft.note(Happening.CONTEST_BEGAN, detail=base.key, amount=len(claims))


def _turn_down(draft: Draft, card_id: str) -> None:
    card = draft.cards[card_id]
    flags = card.flags | {CardFlag.TORPID} if card.zone is Zone.TORPOR else card.flags
    put(draft, card_id, Zone.CONTESTED, host=card.host, flags=flags)


def has_copy(table: Table, seat: str, name: str, but: str = "") -> bool:
    """Whether this Methuselah has a card of that unique name, in play or contested.

    Rule: CONTEST-12, CARD-01.
    """
    return any(
        card.name == name and card.unique and card.controller == seat and card.id != but
        for card in table.cards.values()
        if card.in_play or card.zone is Zone.CONTESTED
    )


# Why one's own second copy is burned.
SECOND_COPY = "second copy of a unique card"


def burn_self_contest(draft: Draft, card_id: str) -> None:
    """A copy that an effect or a correction forces on its own controller is burned.

    Rule: CONTEST-13, CONTEST-14, CONTEST-28.
    """
    card = draft.cards[card_id]
    if card.unique and card.name and has_copy(draft, card.controller, card.name, but=card_id):
        burn(draft, card_id, SECOND_COPY)


def gain_title(draft: Draft, card_id: str, title: Any) -> None:
    """A vampire gains a title and loses the one it had, which it yields if that was contested.

    Rule: REF-26, GAP-23, A-27.
    """
    if draft.options.title_self_contest == "newest_replaces" and title is not None and (key := title_key(title)):
        seat = draft.cards[card_id].controller
        for card in list(draft.cards.values()):
            if card.id != card_id and card.controller == seat and card.title and title_key(card.title) == key:
                draft.card(card.id, title=None)
    draft.card(card_id, title=title)
    draft.contests = tuple(
        replace(item, claims=tuple(claim for claim in item.claims if claim.card != card_id)) if item.is_title else item
        for item in draft.contests
    )
    draft.unsettled = True


# What a contest costs, and how it ends


def claims_of(table: Table, contest: Contest, seat: str) -> tuple[Claim, ...]:
    """The claims of a Methuselah in a contest: of the cards that she controls."""
    return tuple(claim for claim in contest.claims if table.cards[claim.card].controller == seat)


def undecided(table: Table, seat: str) -> list[Contest]:
    """Contests in which this Methuselah must still pay or yield in this unlock phase.

    Rule: TURN-UNLOCK-07, INV-12.
    """
    return [
        contest
        for contest in table.contests
        if any(_is_payable(table, contest, c) for c in _unpaid(table, contest, seat))
    ]


def _unpaid(table: Table, contest: Contest, seat: str) -> list[Claim]:
    if len(contest.claims) < 2:
        return []
    return [claim for claim in claims_of(table, contest, seat) if claim.paid_turn != table.step.turn]


def _is_payable(table: Table, contest: Contest, claim: Claim) -> bool:
    return pay_refusal(table, contest, claim) is None


def pay_refusal(table: Table, contest: Contest, claim: Claim) -> Refusal | None:
    """Why a claim cannot be paid for, so must be yielded.

    Rule: TURN-UNLOCK-08 to TURN-UNLOCK-11, CONTEST-22, CONTEST-24, CONTEST-25.
    """
    if not contest.is_title:
        return None
    card = table.cards[claim.card]
    if card.zone is not Zone.READY and table.options.title_contest_by == "ready":
        return Refusal(Code.REGION, "%(card)s is not ready: its title must be yielded.", "TURN-UNLOCK-10", card=card.id)
    if card.counters < title_price(table, contest, card):
        return Refusal(Code.CONTEST, "%(card)s has not the blood to contest its title.", "CONTEST-24", card=card.id)
    return None


def title_price(table: Table, contest: Contest, card: GameCard) -> int:
    """Blood that contesting the title costs this vampire.

    Rule: TURN-UNLOCK-09, TURN-UNLOCK-11, CONTEST-21.
    """
    if table.options.title_baron_surcharge == "off" or card.title is None or card.title.kind is not TitleKind.BARON:
        return 1
    rivals = [table.cards[claim.card].title for claim in contest.claims if claim.card != card.id]
    court = (TitleKind.PRINCE, TitleKind.ARCHBISHOP)
    return 2 if any(title is not None and title.kind in court for title in rivals) else 1


def take_won_contests(draft: Draft, seat: str) -> None:
    """Return what all others have yielded: the card unlocked and face up, the title to its vampire, at no cost.

    Rule: TURN-UNLOCK-04, CONTEST-11, CONTEST-27.
    """
    for contest in draft.contests:
        if len(contest.claims) == 1 and claims_of(draft, contest, seat):
            draft.contests = tuple(item for item in draft.contests if item.id != contest.id)
            _return(draft, contest, contest.claims[0].card)
            draft.note(Happening.CONTEST_WON, seat, contest.claims[0].card, detail=contest.key)


def _return(draft: Draft, contest: Contest, card_id: str) -> None:
    card = draft.cards[card_id]
    if contest.is_title:
        assert card.title is not None
        draft.card(card_id, title=replace(card.title, state=TitleState.HELD))
        return
    zone = Zone.ATTACHED if card.host else Zone.TORPOR if CardFlag.TORPID in card.flags else Zone.READY
    put(draft, card_id, zone, host=card.host, locked=False, flags=card.flags - {CardFlag.TORPID})


def give_up(draft: Draft, contest_id: str, card_id: str) -> None:
    """A claim is yielded: the card burns with all that is on it, the title is lost for good.

    Rule: TURN-UNLOCK-12, CONTEST-09, CONTEST-10, CONTEST-23, CONTEST-26, GAP-25.
    """
    contest = next(item for item in draft.contests if item.id == contest_id)
    draft.contests = without_claim(draft, contest, card_id)
    draft.note(Happening.CONTEST_YIELDED, draft.cards[card_id].controller, card_id, detail=contest.key)
    if contest.is_title:
        draft.card(card_id, title=None)
    else:
        burn(draft, card_id, "contest yielded")


def without_claim(table: Table, contest: Contest, card_id: str) -> tuple[Contest, ...]:
    """The contests with a card's claim taken out of one; a contest without claims is none."""
    claims = tuple(claim for claim in contest.claims if claim.card != card_id)
    if claims == contest.claims:
        return table.contests
    others = tuple(item for item in table.contests if item.id != contest.id)
    return (*others, replace(contest, claims=claims)) if claims else others


def yield_unpayable(draft: Draft, seat: str) -> None:
    """Claims that cannot be paid for are yielded by themselves at the end of the unlock phase.

    Rule: CONTEST-24, CONTEST-25.
    """
    for contest in draft.contests:
        for claim in _unpaid(draft, contest, seat):
            if not _is_payable(draft, contest, claim):
                give_up(draft, contest.id, claim.card)


def _find(table: Table, seat: str, contest_id: str) -> tuple[Contest, list[Claim]] | None:
    contest = next((item for item in table.contests if contest_id in (item.id, item.key)), None)
    if contest is None or not claims_of(table, contest, seat):
        return None
    return contest, _unpaid(table, contest, seat)


def _decision_refusal(table: Table, seat: str, contest_id: str) -> Refusal | None:
    if refused := phase_refusal(table, seat, Phase.UNLOCK, "TURN-UNLOCK-07"):
        return refused
    owed = _find(table, seat, contest_id)
    if owed is None:
        return Refusal(
            Code.TARGET, "%(seat)s does not contest %(contest)s.", "TURN-UNLOCK-07", seat=seat, contest=contest_id
        )
    if not owed[1]:
        return Refusal(
            Code.CONTEST,
            "%(seat)s owes nothing for %(contest)s in this phase.",
            "CONTEST-07",
            seat=seat,
            contest=contest_id,
        )
    if any(item.stage == "beginning" for item in table.step.due) and table.options.contest_pay_timing == "any":
        return Refusal(Code.MANDATORY, "Effects of the beginning of the phase come first.", "TURN-UNLOCK-19")
    return None


@operation
class PayContest(Operation):
    """Pay to keep a claim: one pool for a card, blood from the vampire for a title."""

    seat: str
    contest: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _decision_refusal(table, self.seat, self.contest):
            return refused
        owed = _find(table, self.seat, self.contest)
        assert owed is not None
        return pay_refusal(table, owed[0], owed[1][0])

    @override
    def carry_out(self, draft: Draft) -> None:
        owed = _find(draft, self.seat, self.contest)
        assert owed is not None
        contest, (claim, *_) = owed
        if contest.is_title:
            price = title_price(draft, contest, draft.cards[claim.card])
            draft.move(on(claim.card), BANK, price, "contest")
        else:
            draft.move(pool_of(self.seat), BANK, 1, "contest")
        paid = tuple(replace(c, paid_turn=draft.step.turn) if c == claim else c for c in contest.claims)
        draft.contests = tuple(replace(c, claims=paid) if c.id == contest.id else c for c in draft.contests)
        draft.note(Happening.CONTEST_PAID, self.seat, claim.card, detail=contest.key)

    @override
    def told(self, names: Names) -> str:
        return Message("pays for the contest: %(name)s", name=names.contest(self.contest))


@operation
class YieldContest(Operation):
    """Give a claim up."""

    seat: str
    contest: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return _decision_refusal(table, self.seat, self.contest)

    @override
    def carry_out(self, draft: Draft) -> None:
        owed = _find(draft, self.seat, self.contest)
        assert owed is not None
        give_up(draft, owed[0].id, owed[1][0].card)

    @override
    def told(self, names: Names) -> str:
        return Message("yields the contest: %(name)s", name=names.contest(self.contest))


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Paying for and yielding claims in one's unlock phase."""
    if state.step.phase is Phase.UNLOCK and state.step.seat == seat:
        for contest in state.contests:
            if claims_of(state, contest, seat):
                yield PayContest(seat=seat, contest=contest.id)
                yield YieldContest(seat=seat, contest=contest.id)
