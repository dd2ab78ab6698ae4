"""Fees: the amounts, the players who have paid, by tick or one by one, and the treasurer's sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

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
from toolkit.tournament.configuration import Fees
from toolkit.tournament.facts import FeeStatus, PaidBy
from toolkit.tournament.fees import FeeTotals
from toolkit.tournament.players import search_words
from toolkit.tournament.state import Player, State
from toolkit.web.base.i18n import translated
from toolkit.web.events.console import Console, page, sent_numbers
from toolkit.web.events.listing import PEOPLE, Listing, Sorting, listed

STATUSES = {status: _l(word) for status, word in fees.STATUSES.items()}
WAYS = {way: _l(word) for way, word in fees.WAYS.items()}
_MARKS = {FeeStatus.PAID: "good", FeeStatus.UNPAID: "open", FeeStatus.REFUNDED: "bad"}
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
    """A player and the state of their fee in words; `mark` is the tone of its mark."""

    player: Player
    is_open: bool
    status: LazyString
    mark: str
    due: str
    rate: str
    way: LazyString | None
    note: str


def _by_player(name: str) -> Sorting[ShownFee]:
    sorting = PEOPLE[name]
    return Sorting(
        word=sorting.word,
        key=lambda line: sorting.key(line.player),
        place=lambda line: sorting.place(line.player),
    )


# Those who owe first, or players as everywhere.
_SORTS: Mapping[str, Sorting[ShownFee]] = {
    "status": Sorting(
        word=_l("Status"),
        key=lambda line: (not line.is_open, str(line.status), natural_key(line.player.name)),
        place=lambda line: str(line.status),
    ),
    "name": _by_player("name"),
    "number": _by_player("number"),
}


@dataclass(frozen=True)
class FeesPage:
    """The fees and the sums; only the form that sets a fee where playing costs nothing."""

    _console: Console

    @property
    def _fees(self) -> Fees | None:
        return self._console.tournament.settings.fees

    @property
    def has_fees(self) -> bool:
        """Whether playing costs something."""
        return self._fees is not None

    @cached_property
    def _lines(self) -> list[ShownFee]:
        state, known = self._console.tournament, self._fees
        return [_line(state, known, player) for player in state.players.values()] if known else []

    @property
    def listing(self) -> Listing[ShownFee]:
        """The players and their fees, as they are looked for."""
        return listed(
            self._lines,
            words=lambda line: search_words(line.player),
            anchor=lambda line: f"player-{line.player.number}",
            sorts=_SORTS,
        )

    @property
    def ticked(self) -> frozenset[int]:
        """The players who were ticked in a form that was refused."""
        return frozenset(sent_numbers("player"))

    @property
    def unpaid(self) -> int:
        """The number of players who owe something."""
        return sum(line.is_open for line in self._lines)

    @property
    def sums(self) -> list[tuple[str, str, str]]:
        """The sums as tiles: word, amount and a line below it."""
        return _sums(fees.fee_totals(self._console.tournament)) if self.has_fees else []

    @property
    def rates(self) -> list[tuple[str, str]]:
        """The choice of a fee for the ticked players: value and words; empty where there is only one."""
        known = self._fees
        if known is None or not known.reduced:
            return []
        reduced = [(rate.name, f"{rate.name} ({_money(rate.amount, known.currency)})") for rate in known.reduced]
        whole = gettext("The whole fee (%(amount)s)", amount=_money(known.amount, known.currency))
        return [(AS_IT_IS, gettext("As it is")), ("", whole), *reduced]

    @property
    def amount(self) -> str:
        """The fee, as its field begins."""
        return plain_sum(self._fees.amount) if self._fees else ""

    @property
    def currency(self) -> str:
        """The currency, as its field begins: that of the country where none is set."""
        if self._fees:
            return self._fees.currency
        return usual_currency(country_code(self._console.tournament.settings.country))

    @property
    def reduced(self) -> str:
        """The reduced fees, one per line, as their field begins."""
        return "\n".join(fees.reduced_lines(self._fees)) if self._fees else ""

    @property
    def currencies(self) -> list[str]:
        """The codes of currencies that the field proposes."""
        return currencies()


def _line(state: State, known: Fees, player: Player) -> ShownFee:
    line = fees.fee_line(state, player.number)
    mark = line.mark
    amount = mark.amount if mark and line.status is not FeeStatus.UNPAID else line.due
    return ShownFee(
        player=player,
        is_open=line.open > 0,
        status=STATUSES[line.status],
        mark=_MARKS.get(line.status, ""),
        due=_money(amount, known.currency),
        rate=line.rate,
        way=WAYS[mark.paid_by] if mark and mark.paid_by else None,
        note=mark.note if mark else "",
    )


def _money(amount: int, currency: str) -> str:
    return translated(Money(amount, currency))


def _sums(totals: FeeTotals) -> list[tuple[str, str, str]]:
    currency = totals.currency
    ways = [f"{WAYS[way]} {_money(amount, currency)}" for way, amount in totals.by_way.items() if amount]
    always = [
        (gettext("Expected"), _money(totals.expected, currency), ""),
        (gettext("Received"), _money(totals.received, currency), " · ".join(ways)),
        (gettext("Still open"), _money(totals.open, currency), ""),
    ]
    more = [(gettext("Waived"), totals.waived), (gettext("Refunded"), totals.refunded)]
    return [*always, *((word, _money(amount, currency), "") for word, amount in more if amount)]


fees_page = page("fees", "/fees", "events/fees.html")(FeesPage)


@fees_page.action("/fees/marks", "mark", forms.FeeMarksForm, {"unknown_rate": "rate"})
def mark(console: Console, do: str, one: int | None, player: int | None, rate: str, note: str) -> Console | None:
    """Mark the fee of the player whose button was pressed, or of all who are ticked."""
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


_FIELDS = {
    "bad_amount": "amount",
    "bad_currency": "currency",
    "currency_in_use": "currency",
    "bad_reduced": "reduced",
    "rate_in_use": "reduced",
}
fees_page.offer("set_fees", "/fees", "set", _FIELDS)
