"""What playing costs, who has paid, and what the treasurer counts."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import FeeStatus, PaidBy
from toolkit.tournament.fees import fee_line, fee_sentence, fee_totals, has_paid, read_amount, reduced_lines
from toolkit.tournament.steps import blockers_of_finish

PAID, UNPAID, WAIVED, REFUNDED = FeeStatus.PAID, FeeStatus.UNPAID, FeeStatus.WAIVED, FeeStatus.REFUNDED


def with_fee(amount: str = "12.00", players: int = 10, **more: object) -> Organizer:
    one = Organizer().with_players(players)
    one.set_fees(amount, **{"currency": "EUR", **more})
    return one


def sums(one: Organizer) -> tuple[int, int, int]:
    totals = fee_totals(one.state)
    return totals.expected, totals.received, totals.open


def test_the_worked_example_of_ten_players_comes_out_to_the_cent() -> None:
    one = with_fee()
    one.mark_fees(range(1, 8), PAID)
    one.mark_fees([8], PAID, paid_by=PaidBy.TRANSFER)
    one.mark_fees([9], WAIVED)
    totals = fee_totals(one.state)
    assert sums(one) == (108_00, 96_00, 12_00)
    assert totals.by_way == {PaidBy.CASH: 84_00, PaidBy.TRANSFER: 12_00, PaidBy.OTHER: 0}
    assert (totals.waived, totals.refunded) == (12_00, 0)


def test_who_played_and_has_not_paid_is_counted_before_the_event_is_closed() -> None:
    one = with_fee(players=11).seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    one.mark_fees(range(1, 7), PAID)
    one.mark_fees([7], WAIVED)

    def told() -> list[str]:
        return [str(found.message) for found in blockers_of_finish(one.state) if found.code == "unpaid"]

    assert told() == ["2 players have played and not paid: €24.00."]
    one.mark_fees([8], PAID)
    assert told() == ["1 player has played and not paid: €12.00."]
    one.mark_fees([9], PAID)
    assert told() == []


def test_what_is_given_back_is_neither_expected_nor_received() -> None:
    one = with_fee(players=3)
    one.mark_fees([1, 2], PAID)
    one.mark_fees([1], REFUNDED)
    assert sums(one) == (24_00, 12_00, 12_00)
    assert fee_totals(one.state).refunded == 12_00
    with pytest.raises(Refused, match="Player 3 has not paid"):
        one.mark_fees([3], REFUNDED)


def test_what_was_paid_stays_when_the_fee_changes() -> None:
    one = with_fee(players=2)
    one.mark_fees([1], PAID)
    one.set_fees("15", currency="EUR")
    assert sums(one) == (27_00, 12_00, 15_00)
    one.mark_fees([1], REFUNDED)
    assert fee_totals(one.state).refunded == 12_00


def test_what_was_noted_stays_until_something_else_is_noted() -> None:
    one = with_fee(players=1)
    one.mark_fees([1], UNPAID, note="brings it tomorrow")
    one.mark_fees([1], PAID)
    assert one.state.fees[1].note == "brings it tomorrow"
    one.mark_fees([1], PAID, note="")
    assert one.state.fees[1].note == ""


def test_a_reduced_fee_is_known_by_its_name() -> None:
    one = with_fee(players=2, reduced=["Students 8,50", "Helpers: 0"])
    one.mark_fees([1], UNPAID, rate="STUDENTS")
    one.mark_fees([2], UNPAID, rate="helpers")
    assert fee_line(one.state, 1).open == 8_50
    assert has_paid(one.state, 2)
    assert sums(one) == (8_50, 0, 8_50)
    with pytest.raises(BadValue, match="no reduced fee “Judges”"):
        one.mark_fees([1], PAID, rate="Judges")
    with pytest.raises(Refused, match="Player 1 has the reduced fee “Students”"):
        one.set_fees("12", currency="EUR", reduced=["Helpers 0"])


@pytest.mark.parametrize("line", ["8.50", "= 8.50", ": 8", "Students"])
def test_a_reduced_fee_has_a_name_and_an_amount(line: str) -> None:
    with pytest.raises(BadValue, match=f"“{line}” is not a reduced fee. Write a name and an amount.") as refused:
        with_fee(reduced=[line])
    assert refused.value.code == "bad_reduced"


def test_undoing_a_payment_opens_it_again() -> None:
    one = with_fee(players=1)
    one.mark_fees([1], PAID)
    one.undo_last()
    assert not has_paid(one.state, 1)
    assert one.mark_fees([1], UNPAID) == []


def test_whoever_has_paid_can_leave_and_not_vanish() -> None:
    one = with_fee(players=2)
    one.mark_fees([1], PAID)
    with pytest.raises(Refused, match="has paid"):
        one.remove_player(1)
    one.drop_player(1)
    one.remove_player(2)
    assert sums(one) == (12_00, 12_00, 0)


@pytest.mark.parametrize(
    ("amount", "currency", "says"),
    [
        ("-1", "EUR", "cannot be negative"),
        ("−1,50", "EUR", "cannot be negative"),
        ("12.001", "EUR", "at most 2 decimals"),
        ("12.5", "JPY", "at most 0 decimals"),
        ("12", "Gold", "“Gold” is not a currency"),
        ("12", "DEM", "“DEM” is not a currency"),
        ("1.200,00", "EUR", "written as 12.00"),
        ("9999999", "EUR", "at most €1,000,000.00"),
    ],
)
def test_what_no_fee_can_be_is_refused(amount: str, currency: str, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        Organizer().set_fees(amount, currency=currency)


def test_settings_of_a_program_are_held_to_the_same() -> None:
    for value in ({"amount": -5, "currency": "EUR", "reduced": []}, {"amount": 5, "currency": "eur", "reduced": []}):
        with pytest.raises(BadValue):
            Organizer().configure({"fees": value})


def test_amounts_are_read_as_people_write_them() -> None:
    assert [read_amount(text, "EUR") for text in ("12", "12.5", " 12,50 ", "0")] == [1200, 1250, 1250, 0]
    assert read_amount("1200", "JPY") == 120_000


def test_the_currency_stays_once_somebody_has_paid_in_it() -> None:
    one = with_fee(players=1)
    one.mark_fees([1], PAID)
    for amount, currency in (("12", "CZK"), ("", "")):
        with pytest.raises(Refused, match="paid in EUR"):
            one.set_fees(amount, currency=currency)


def test_without_a_fee_nobody_owes_anything() -> None:
    one = Organizer().with_players(1)
    assert has_paid(one.state, 1)
    assert fee_sentence(one.state, 1) is None
    with pytest.raises(Refused, match="no fee"):
        one.mark_fees([1], PAID)


def test_an_early_fee_is_that_of_the_day_of_registration() -> None:
    one = Organizer(date=date(2026, 11, 21), timezone="Europe/Vienna")
    one.set_fees("20", currency="EUR", reduced=["2026-11-10 17.50", "2026-11-01 15", "Students 8"])
    one.set_sign_up(datetime(2026, 10, 1, tzinfo=UTC), capacity=9)
    # The last minute of 1 November in Vienna, and the first one of the 2nd.
    for name, at in (
        ("Ada", datetime(2026, 11, 1, 22, 59, tzinfo=UTC)),
        ("Bea", datetime(2026, 11, 1, 23, tzinfo=UTC)),
    ):
        one.now = at
        one.sign_up(at, name=name)
    one.now = datetime(2026, 11, 20, tzinfo=UTC)
    one.add_player("Carl")
    assert [fee_line(one.state, number).due for number in (1, 2, 3)] == [15_00, 17_50, 20_00]
    one.mark_fees([1], PAID, rate="Students")
    one.mark_fees([2], PAID)
    assert [fee_line(one.state, number).due for number in (1, 2)] == [8_00, 17_50]
    assert reduced_lines(one.state.settings.fees) == ["2026-11-01 15.00", "2026-11-10 17.50", "Students 8.00"]


@pytest.mark.parametrize("lines", [["2026-11-31 15"], ["2026-11-01 15", "2026-11-01 12"], ["2026-11-01 -3"]])
def test_a_day_of_an_early_fee_exists_and_is_named_once(lines: list[str]) -> None:
    with pytest.raises(BadValue) as refused:
        with_fee(reduced=lines)
    assert refused.value.code == "bad_reduced"
