"""Fees: what playing costs, who has paid, by tick or one by one, and the treasurer's sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.languages.countries import country_code
from toolkit.languages.money import Money, currencies, plain_sum, usual_currency
from toolkit.schemas import event_forms as forms
from toolkit.schemas.event_forms import AS_IT_IS, FeeChange
from toolkit.services.commands import command_named
from toolkit.tournament import fees
from toolkit.tournament.facts import FeeStatus, PaidBy
from toolkit.tournament.players import search_words
from toolkit.tournament.state import Player
from toolkit.web.base.i18n import said
from toolkit.web.events.console import Console, page, sent_numbers
from toolkit.web.events.listing import PEOPLE, Listing, Sorting, listed

STATUSES = {status: _l(word) for status, word in fees.STATUSES.items()}
WAYS = {way: _l(word) for way, word in fees.WAYS.items()}
_MARKS = {FeeStatus.PAID: "mark-good", FeeStatus.UNPAID: "mark-open", FeeStatus.REFUNDED: "mark-bad"}
_CHANGES: Mapping[FeeChange, tuple[FeeStatus, PaidBy | None]] = {
    FeeChange.CASH: (FeeStatus.PAID, PaidBy.CASH),
    FeeChange.TRANSFER: (FeeStatus.PAID, PaidBy.TRANSFER),
    FeeChange.OTHER: (FeeStatus.PAID, PaidBy.OTHER),
    FeeChange.WAIVED: (FeeStatus.WAIVED, None),
    FeeChange.REFUNDED: (FeeStatus.REFUNDED, None),
    FeeChange.UNPAID: (FeeStatus.UNPAID, None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFee:
    """A player and how their fee stands, in words; `mark` is its colour."""

    player: Player
    is_open: bool
    status: LazyString
    mark: str
    due: str
    rate: str
    way: LazyString | None
    note: str
    at: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesPage:
    """Everybody's fee and the sums, or nothing yet where playing costs nothing.

    Attributes:
        sums: word, amount and a line below it, as tiles.
        rates: of the choice: its value, and what is shown.
        amount, currency, reduced: what the form begins with.
    """

    has_fees: bool
    listing: Listing[ShownFee]
    ticked: frozenset[int]
    unpaid: int
    sums: list[tuple[str, str, str]]
    rates: list[tuple[str, str]]
    amount: str
    currency: str
    reduced: str
    currencies: list[str]


@page("fees", "/fees", "events/fees.html")
def fees_page(console: Console) -> FeesPage:
    """Who has paid, and the sums."""
    state, known = console.tournament, console.tournament.settings.fees
    lines = [_line(console, player) for player in state.players.values()] if known else []
    reduced = [f"{one.name} {plain_sum(one.amount)}" for one in known.reduced] if known else []
    return FeesPage(
        has_fees=known is not None,
        listing=listed(
            lines,
            words=lambda line: search_words(line.player),
            anchor=lambda line: f"player-{line.player.number}",
            sorts={
                "status": Sorting(
                    word=_l("Status"),
                    key=lambda line: (not line.is_open, str(line.status), natural_key(line.player.name)),
                    place=lambda line: str(line.status),
                ),
                "name": _sort("name"),
                "number": _sort("number"),
            },
        ),
        ticked=frozenset(sent_numbers("player")),
        unpaid=sum(line.is_open for line in lines),
        sums=_sums(console) if known else [],
        rates=_rates(console),
        amount=plain_sum(known.amount) if known else "",
        currency=known.currency if known else usual_currency(country_code(state.settings.country)),
        reduced="\n".join(reduced),
        currencies=currencies(),
    )


def _sort(name: str) -> Sorting[ShownFee]:
    of = PEOPLE[name]
    return Sorting(word=of.word, key=lambda line: of.key(line.player), place=lambda line: of.place(line.player))


def _line(console: Console, player: Player) -> ShownFee:
    state = console.tournament
    line, known = fees.fee_line(state, player.number), state.settings.fees
    assert known is not None
    mark = line.mark
    amount = mark.amount if mark and line.status is not FeeStatus.UNPAID else line.due
    return ShownFee(
        player=player,
        is_open=line.open > 0,
        status=STATUSES[line.status],
        mark=_MARKS.get(line.status, ""),
        due=said(Money(amount, known.currency)),
        rate=line.rate,
        way=WAYS[mark.paid_by] if mark and mark.paid_by else None,
        note=mark.note if mark else "",
        at=mark.at.timestamp() if mark else None,
    )


def _sums(console: Console) -> list[tuple[str, str, str]]:
    totals = fees.fee_totals(console.tournament)

    def money(amount: int) -> str:
        return said(Money(amount, totals.currency))

    ways = [f"{WAYS[way]} {money(amount)}" for way, amount in totals.by_way.items() if amount]
    shown = [
        (gettext("Expected"), money(totals.expected), ""),
        (gettext("Received"), money(totals.received), " · ".join(ways)),
        (gettext("Still open"), money(totals.open), ""),
    ]
    more = [(gettext("Waived"), totals.waived), (gettext("Refunded"), totals.refunded)]
    return [*shown, *((word, money(amount), "") for word, amount in more if amount)]


def _rates(console: Console) -> list[tuple[str, str]]:
    known = console.tournament.settings.fees
    if known is None or not known.reduced:
        return []
    reduced = [(one.name, f"{one.name} ({said(Money(one.amount, known.currency))})") for one in known.reduced]
    whole = said(Money(known.amount, known.currency))
    return [(AS_IT_IS, gettext("As it is")), ("", gettext("The whole fee (%(amount)s)", amount=whole)), *reduced]


@fees_page.action("/fees/marks", "mark", forms.FeeMarksForm, {"unknown_rate": "rate"})
def mark(console: Console, do: str, one: int | None, player: int | None, rate: str, note: str) -> Console | None:
    """Say how fees stand: of the player whose button was pressed, or of all who are ticked."""
    chosen = [one] if one else sent_numbers("player")
    if not chosen:
        console.typed.refuse("", gettext("Tick at least one player first."))
        return console
    status, way = _CHANGES[FeeChange(do)]
    is_asked = one is None and "rate" in request.form
    command_named("mark_fees").carry_out(
        console.work,
        players=chosen,
        status=status.value,
        paid_by=way.value if way else None,
        rate=None if not is_asked or rate == AS_IT_IS else rate,
        note=None if one else note.strip() or None,
    )
    return None


_FIELDS = {"bad_amount": "amount", "bad_currency": "currency", "currency_in_use": "currency"}


fees_page.offer("set_fees", "/fees", "set", {**_FIELDS, "bad_reduced": "reduced", "rate_in_use": "reduced"})
