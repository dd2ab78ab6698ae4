"""The fees paid and the treasurer's sums, as every door shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolkit.languages import natural_key
from toolkit.languages.money import plain_sum
from toolkit.tournament import fees
from toolkit.tournament.facts import PaidBy
from toolkit.tournament.questions import fees_of
from toolkit.tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLineView:
    """The state of a player's fee; amounts are written with two decimals.

    Attributes:
        rate: name of the reduced fee; "" for the full fee.
        due: the player's full amount.
        paid_by: null if nothing was paid.
        open: the unpaid part of it.
        at: the time of the last mark (ISO, UTC); null without one.
    """

    player: int
    name: str
    status: str
    rate: str
    due: str
    open: str
    paid_by: str | None
    at: str | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeAccountsView:
    """The fees of an event, and what came in; sums are written with two decimals.

    Attributes:
        currency: null, like the sums, without fees.
        reduced: reduced fees by name.
        early: fees of players who registered until a day (ISO).
        received_by: amounts received, by payment method.
    """

    currency: str | None
    amount: str | None
    reduced: Mapping[str, str]
    early: Mapping[str, str]
    expected: str | None
    received: str | None
    received_by: Mapping[str, str]
    waived: str | None
    refunded: str | None
    open: str | None
    players: tuple[FeeLineView, ...]


def show_fees(state: State) -> FeeAccountsView:
    """The fee of each player by name, and the sums."""
    terms = fees_of(state)
    if terms is None:
        return FeeAccountsView(
            currency=None,
            amount=None,
            reduced={},
            early={},
            expected=None,
            received=None,
            received_by={},
            waived=None,
            refunded=None,
            open=None,
            players=(),
        )
    totals = fees.fee_totals(state)
    every = sorted(state.players.values(), key=lambda player: natural_key(player.name))
    return FeeAccountsView(
        currency=terms.currency,
        amount=plain_sum(terms.amount),
        reduced={fee.name: plain_sum(fee.amount) for fee in terms.reduced},
        early={fee.until.isoformat(): plain_sum(fee.amount) for fee in terms.early},
        expected=plain_sum(totals.expected),
        received=plain_sum(totals.received),
        received_by={way.value: plain_sum(totals.by_way[way]) for way in PaidBy},
        waived=plain_sum(totals.waived),
        refunded=plain_sum(totals.refunded),
        open=plain_sum(totals.open),
        players=tuple(_line(state, player.number, player.name) for player in every),
    )


def _line(state: State, number: int, name: str) -> FeeLineView:
    line = fees.fee_line(state, number)
    mark = line.mark
    return FeeLineView(
        player=number,
        name=name,
        status=line.status.value,
        rate=line.rate,
        due=plain_sum(line.due),
        open=plain_sum(line.open),
        paid_by=mark.paid_by.value if mark and mark.paid_by else None,
        at=mark.at.isoformat() if mark else None,
        note=mark.note if mark else "",
    )
