"""The fees: the full one and the reduced ones, each player's payment, and the treasurer's totals.

Amounts are whole hundredths of the event's currency. What somebody paid stays what they paid when the fee changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from toolkit.languages import N_, Count, Listed, Message, Sayable
from toolkit.languages.days import no_day, read_day
from toolkit.languages.money import Money, currency_code, decimals_of, plain_sum
from toolkit.tournament.codec import encode
from toolkit.tournament.configuration import EarlyFee, Fees, ReducedFee
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text, configure
from toolkit.tournament.facts import Fact, FeeMarked, FeeStatus, PaidBy
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.questions import fees_of
from toolkit.tournament.state import FeeMark, State, evolve

STATUSES = {
    FeeStatus.UNPAID: N_("unpaid"),
    FeeStatus.PAID: N_("paid"),
    FeeStatus.WAIVED: N_("waived"),
    FeeStatus.REFUNDED: N_("refunded"),
}
WAYS = {PaidBy.CASH: N_("cash"), PaidBy.TRANSFER: N_("wire transfer"), PaidBy.OTHER: N_("another way")}


def read_amount(text: str, currency: str) -> int:
    """Hundredths of a currency from a typed amount: `12`, `12.5`, `12,50`.

    Raises:
        BadValue: no amount, a negative one, or more decimals than the currency has, at most two.
    """
    typed = text.strip()
    if re.fullmatch(r"[-−]\s*[0-9.,]+", typed):
        raise BadValue(Message("A fee cannot be negative."), code="bad_amount")
    match = re.fullmatch(r"([0-9]{1,7})(?:[.,]([0-9]+))?", typed)
    if match is None:
        raise BadValue(Message("An amount is written as 12.00."), code="bad_amount")
    decimals, most = match[2] or "", decimals_of(currency)
    if len(decimals) > 2 or decimals[most:].strip("0"):
        raise BadValue(
            Message(
                "An amount in %(currency)s has at most %(number)s decimals: “%(written)s” has more.",
                currency=currency,
                number=most,
                written=typed,
            ),
            code="bad_amount",
        )
    return int(match[1]) * 100 + int(decimals.ljust(2, "0"))


def set_fees(state: State, amount: str, *, currency: str, reduced: Sequence[str] = ()) -> list[Fact]:
    """Say what playing costs, and so that an entry fee is paid; an empty `amount` says that it costs nothing.

    Each of `reduced` is a name and an amount: `Students 8.00` or `Students=8`; or for players who register until a day
    the day and an amount: `2026-11-01 15.00`. The currency stays where none is named.

    Raises:
        BadValue: an amount, currency or day that there is not, a reduced fee without a name.
        Refused: players have paid in another currency, or a reduced fee that is left out is somebody's.
    """
    if not amount.strip():
        _check_kept(state, None)
        return configure(state, {"fees": None, **_answered(state, has_fees=False)})
    current = state.settings.fees
    code = currency_code(currency) if currency.strip() or current is None else current.currency
    if not code:
        raise BadValue(
            Message("“%(name)s” is not a currency. Write it like EUR.", name=currency.strip()[:20]),
            code="bad_currency",
        )
    named = list(_reduced(reduced, code))
    fees = Fees(
        amount=read_amount(amount, code),
        currency=code,
        reduced=tuple(fee for fee in named if isinstance(fee, ReducedFee)),
        early=tuple(sorted((fee for fee in named if isinstance(fee, EarlyFee)), key=lambda fee: fee.until)),
    )
    _check_kept(state, fees)
    return configure(state, {"fees": encode(fees), **_answered(state, has_fees=True)})


def _answered(state: State, *, has_fees: bool) -> dict[str, bool]:
    """The answer whether a fee is paid, where one was given that says otherwise."""
    return {} if state.settings.has_fees in (None, has_fees) else {"has_fees": has_fees}


_A_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _reduced(lines: Iterable[str], currency: str) -> Iterable[ReducedFee | EarlyFee]:
    for line in lines:
        if not line.strip():
            continue
        match = re.fullmatch(r"(.*?)(?:\s*[=:]\s*|\s+)(\S+)", line.strip())
        if match is None or not match[1]:
            raise BadValue(
                Message("“%(written)s” is not a reduced fee. Write a name and an amount.", written=line.strip()[:60]),
                code="bad_reduced",
            )
        try:
            amount = read_amount(match[2], currency)
        except BadValue as error:
            raise BadValue(error.message, code="bad_reduced") from error
        name = " ".join(match[1].split())
        yield (
            EarlyFee(until=_day(name), amount=amount)
            if _A_DAY.fullmatch(name)
            else ReducedFee(name=name, amount=amount)
        )


def _day(text: str) -> date:
    try:
        return read_day(text)
    except ValueError:
        raise BadValue(no_day(text), code="bad_reduced") from None


def reduced_lines(fees: Fees) -> list[str]:
    """The reduced and the early fees as they are written: what `set_fees` reads back."""
    early = [f"{fee.until.isoformat()} {plain_sum(fee.amount)}" for fee in fees.early]
    return [*early, *(f"{fee.name} {plain_sum(fee.amount)}" for fee in fees.reduced)]


def _check_kept(state: State, fees: Fees | None) -> None:
    paid = [mark for mark in state.fees.values() if mark.is_payment]
    current = state.settings.fees
    if paid and current is not None and (fees is None or fees.currency != current.currency):
        raise Refused(
            Message("Players have paid in %(currency)s already: the currency stays.", currency=current.currency),
            code="currency_in_use",
        )
    kept = {""} if fees is None else {"", *(fee.name for fee in fees.reduced)}
    for number, mark in state.fees.items():
        if mark.rate not in kept:
            raise Refused(
                Message("%(name)s has the reduced fee “%(rate)s”.", name=state.player(number).name, rate=mark.rate),
                code="rate_in_use",
            )


def mark_fees(
    state: State,
    players: Iterable[int],
    status: FeeStatus,
    *,
    rate: str | None = None,
    paid_by: PaidBy | None = None,
    note: str | None = None,
) -> list[Fact]:
    """Say how the fees of players stand; who stands so already is left out.

    `rate` is the reduced fee they have, "" the whole one, None what it was; `paid_by` is cash unless it is said.
    What was noted stays where `note` is None.

    Raises:
        UnknownPlayer: no such player.
        BadValue: no reduced fee is called so.
        Refused: the event has no fee, or somebody is to get back what they never paid.
    """
    fees = _needed(fees_of(state))
    rates = {fee.name.casefold(): fee.name for fee in fees.reduced} | {"": ""}
    if rate is not None and rate.strip().casefold() not in rates:
        raise BadValue(Message("There is no reduced fee “%(name)s”.", name=rate.strip()[:60]), code="unknown_rate")
    text, facts = None if note is None else check_text(note), list[Fact]()
    for number in dict.fromkeys(players):
        name, mark = state.player(number).name, state.fees.get(number)
        if status is FeeStatus.REFUNDED and not (mark and mark.is_payment):
            raise Refused(Message("%(name)s has not paid: nothing can be given back.", name=name), code="not_paid")
        chosen = (mark.rate if mark else "") if rate is None else rates[rate.strip().casefold()]
        fact = FeeMarked(
            player=number,
            status=status,
            rate=mark.rate if mark and status is FeeStatus.REFUNDED else chosen,
            amount=_amount(state, number, fees, status, chosen, mark),
            currency=fees.currency,
            paid_by=_way(status, paid_by, mark),
            note=(mark.note if mark else "") if text is None else text,
        )
        if any(getattr(fact, part) != getattr(mark or _UNMARKED, part) for part in _SAID):
            facts.append(fact)
    return facts


# What is said of a fee, by the names that both the fact and the mark have for it; and what is so of one never marked.
_SAID = ("status", "rate", "amount", "paid_by", "note")
_UNMARKED = FeeMarked(player=0, status=FeeStatus.UNPAID, currency="")


def _amount(state: State, number: int, fees: Fees, status: FeeStatus, rate: str, mark: FeeMark | None) -> int:
    if status is FeeStatus.UNPAID:
        return 0
    is_same = mark is not None and mark.is_payment and (status is FeeStatus.REFUNDED or mark.rate == rate)
    return mark.amount if mark and is_same and status is not FeeStatus.WAIVED else due_of(state, number, fees, rate)


def _way(status: FeeStatus, paid_by: PaidBy | None, mark: FeeMark | None) -> PaidBy | None:
    if status in (FeeStatus.UNPAID, FeeStatus.WAIVED):
        return None
    return paid_by or (mark.paid_by if mark else None) or PaidBy.CASH


def _kept_fees(state: State) -> Fees:
    """The fees that were set, paid now or not."""
    return _needed(state.settings.fees)


def _needed(fees: Fees | None) -> Fees:
    if fees is None:
        raise Refused(Message("This event has no fee: set one first."), code="no_fee")
    return fees


def due_of(state: State, number: int, fees: Fees, rate: str) -> int:
    """The fee of a player with that rate, in hundredths; "" is the whole fee, by the day on which they registered."""
    at = state.player(number).registered_at
    day = at.astimezone(state.settings.zone).date() if at is not None else date.max
    whole = next((fee.amount for fee in fees.early if day <= fee.until), fees.amount)
    return next((fee.amount for fee in fees.reduced if fee.name == rate), whole)


def has_paid(state: State, number: int) -> bool:
    """Whether nothing is open of a player: paid, waived, given back, or playing costs nothing."""
    fees, mark = fees_of(state), state.fees.get(number)
    if fees is None or (mark is not None and mark.status is not FeeStatus.UNPAID):
        return True
    return due_of(state, number, fees, mark.rate if mark else "") == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLine:
    """How a player's fee stands: `due` what they pay in all, in hundredths, `open` what of it is still to come."""

    player: int
    status: FeeStatus
    rate: str
    due: int
    open: int
    mark: FeeMark | None


def fee_line(state: State, number: int) -> FeeLine:
    """The fee of one player.

    Raises:
        UnknownPlayer: no such player.
        Refused: the event has no fee.
    """
    fees, mark = _kept_fees(state), state.fees.get(state.player(number).number)
    status, rate = (mark.status, mark.rate) if mark else (FeeStatus.UNPAID, "")
    is_open = status is FeeStatus.UNPAID
    due = due_of(state, number, fees, rate) if is_open else mark.amount if mark and status is FeeStatus.PAID else 0
    return FeeLine(player=number, status=status, rate=rate, due=due, open=due if is_open else 0, mark=mark)


def fee_sentence(state: State, number: int) -> Message | None:
    """A player's fee and whether it is paid, for the player; None where playing costs nothing."""
    fees = fees_of(state)
    if fees is None:
        return None
    line = fee_line(state, number)
    match line.status:
        case FeeStatus.PAID:
            return Message("Fee paid: %(amount)s.", amount=Money(line.due, fees.currency))
        case FeeStatus.WAIVED:
            return Message("You play without a fee.")
        case FeeStatus.REFUNDED:
            return Message("Your fee was given back.")
    return Message("Fee: %(amount)s, not paid yet.", amount=Money(line.due, fees.currency)) if line.due else None


def unpaid_count(state: State) -> Count | None:
    """How many have played and not paid, and what is open of them; None where nothing is."""
    fees = fees_of(state)
    if fees is None:
        return None
    played = {number for round_ in state.rounds if round_.is_published for number in round_.played_by}
    lines = [line for number in sorted(played & state.players.keys()) if (line := fee_line(state, number)).open]
    if not lines:
        return None
    return Count(
        len(lines),
        "%(num)d player has played and not paid: %(amount)s.",
        "%(num)d players have played and not paid: %(amount)s.",
        amount=Money(sum(line.open for line in lines), fees.currency),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeTotals:
    """The treasurer's sums, in hundredths.

    Attributes:
        expected: of all whose fee is neither waived nor given back; `received` of it, `open` the rest.
        by_way: amounts received, by payment method.
        waived, refunded: what was let off, and what went back.
    """

    currency: str
    expected: int
    received: int
    by_way: Mapping[PaidBy, int]
    waived: int
    refunded: int
    open: int


def fee_totals(state: State) -> FeeTotals:
    """The sums over all registered players.

    Raises:
        Refused: the event has no fee.
    """
    lines = [fee_line(state, number) for number in state.players]

    def of(status: FeeStatus, way: PaidBy | None = None) -> int:
        marks = [line.mark for line in lines if line.mark and line.status is status]
        return sum(mark.amount for mark in marks if way is None or mark.paid_by is way)

    return FeeTotals(
        currency=_kept_fees(state).currency,
        expected=sum(line.due for line in lines),
        received=of(FeeStatus.PAID),
        by_way={way: of(FeeStatus.PAID, way) for way in PaidBy},
        waived=of(FeeStatus.WAIVED),
        refunded=of(FeeStatus.REFUNDED),
        open=sum(line.open for line in lines),
    )


def _marked_sentence(names: PlayerNames, fact: FeeMarked) -> Sayable:
    name, status = names(fact.player), Message(STATUSES[fact.status])
    amount = Money(fact.amount, fact.currency)
    way = Message(WAYS[fact.paid_by]) if fact.paid_by else None
    if fact.status is FeeStatus.UNPAID:
        sentence = Message("%(name)s: fee %(status)s.", name=name, status=status)
    elif way is None:
        sentence = Message("%(name)s: fee %(status)s, %(amount)s.", name=name, status=status, amount=amount)
    else:
        sentence = Message(
            "%(name)s: fee %(status)s, %(amount)s, %(way)s.",
            name=name,
            status=status,
            amount=amount,
            way=way,
        )
    return because(sentence, Listed(filter(None, (fact.rate, fact.note))))


@folds(FeeMarked, _marked_sentence, several=lambda many: Count(many, "%(num)d fee marked.", "%(num)d fees marked."))
def _marked(state: State, fact: FeeMarked, entry: LogEntry) -> State:
    state.player(fact.player)
    mark = FeeMark(
        status=fact.status,
        rate=fact.rate,
        amount=fact.amount,
        paid_by=fact.paid_by,
        note=fact.note,
        at=entry.at,
    )
    return evolve(state, fees={**state.fees, fact.player: mark})
