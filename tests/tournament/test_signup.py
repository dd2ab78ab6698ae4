"""Signing oneself up: places, the waiting list, and offers that lapse, with the time given."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import PlaceOffered
from toolkit.tournament.fees import has_paid
from toolkit.tournament.forgetting import personal_texts
from toolkit.tournament.signup import coming, place_in_line, seats_warning, settled, waiting_line
from toolkit.tournament.state import SignUpStatus
from toolkit.tournament.steps import blockers, claimed_numbers

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def sign(one: Organizer, name: str, now: datetime = NOW, **more: object) -> int:
    one.sign_up(now, name=name, **more)
    return one.state.sign_ups_ever


def open_event(capacity: int = 8, **more: object) -> Organizer:
    one = Organizer(date=date(2026, 11, 21))
    one.set_sign_up(NOW, capacity=capacity, **more)
    return one


def ten(capacity: int = 8) -> Organizer:
    one = open_event(capacity)
    for number in range(1, 11):
        sign(one, f"Person {number}")
    return one


def status(one: Organizer, number: int, now: datetime = NOW) -> SignUpStatus:
    return settled(one.state, now).sign_ups[number].status


def test_the_worked_example_of_eight_places_and_ten_people() -> None:
    one = ten()
    assert len(one.state.players) == 8
    assert [(place_in_line(one.state, number), status(one, number)) for number in (8, 9, 10)] == [
        (0, SignUpStatus.REGISTERED),
        (1, SignUpStatus.WAITING),
        (2, SignUpStatus.WAITING),
    ]
    one.cancel(NOW + HOUR, 3)
    assert status(one, 9, NOW + HOUR) is SignUpStatus.OFFERED
    assert one.state.sign_ups[9].until == NOW + HOUR + DAY
    later = NOW + HOUR + DAY
    assert status(one, 10, later - timedelta(seconds=1)) is SignUpStatus.WAITING
    assert status(one, 10, later) is SignUpStatus.OFFERED
    assert status(one, 9, later) is SignUpStatus.WAITING
    one.accept(later, 10)
    assert one.state.player(one.state.sign_ups[10].player).name == "Person 10"
    assert [line.number for line in waiting_line(one.state)] == [9]


def test_who_waits_is_no_player_until_there_is_a_place() -> None:
    one = ten()
    assert {player.name for player in one.state.players.values()} == {f"Person {number}" for number in range(1, 9)}


def test_who_lets_an_offer_lapse_is_last_in_line() -> None:
    one = ten()
    one.cancel(NOW, 3)
    sign(one, "Person 11", NOW + HOUR)
    later = NOW + 2 * DAY
    assert status(one, 11, later) is SignUpStatus.OFFERED
    assert [line.number for line in waiting_line(settled(one.state, later))] == [9, 10]


def test_by_time_alone_a_place_is_passed_on_to_each_who_waits_once() -> None:
    one = ten()
    one.cancel(NOW, 3)
    sign(one, "Person 11", NOW)
    asked = []
    for days in range(1, 9):
        asked += [fact.sign_up for fact in one.pass_on(NOW + days * DAY) if isinstance(fact, PlaceOffered)]
    assert asked == [10, 11]
    assert status(one, 11, NOW + 2 * DAY) is SignUpStatus.OFFERED


def test_a_declined_offer_goes_to_the_next_at_once() -> None:
    one = ten()
    one.cancel(NOW, 3)
    one.decline(NOW + HOUR, 9)
    assert (status(one, 9), status(one, 10, NOW + HOUR)) == (SignUpStatus.DECLINED, SignUpStatus.OFFERED)
    with pytest.raises(Refused, match="No place is offered"):
        one.accept(NOW + HOUR, 9)


def test_further_places_are_offered_to_the_first_of_the_line() -> None:
    one = ten(capacity=6)
    one.set_sign_up(NOW + HOUR, capacity=8)
    assert [status(one, number, NOW + HOUR) for number in (7, 8, 9, 10)] == [
        SignUpStatus.OFFERED,
        SignUpStatus.OFFERED,
        SignUpStatus.WAITING,
        SignUpStatus.WAITING,
    ]


def test_nobody_passes_the_line_while_somebody_is_offered_a_place() -> None:
    one = ten()
    one.cancel(NOW, 3)
    late = sign(one, "Late", NOW)
    assert status(one, late) is SignUpStatus.WAITING


def test_a_player_whom_the_organizer_removes_makes_room_too() -> None:
    one = ten()
    one.remove_player(1)
    assert status(one, 9) is SignUpStatus.OFFERED


def test_on_the_day_an_offer_stands_for_fifteen_minutes() -> None:
    one = ten()
    morning = datetime(2026, 11, 21, 8, tzinfo=UTC)
    one.cancel(morning, 3)
    assert one.state.sign_ups[9].until == morning + timedelta(minutes=15)


def test_a_name_that_folds_equal_is_asked_about() -> None:
    one = open_event()
    sign(one, "Đorđe Łukasz", vekn="3000001", contact="+33 1 23")
    for name in ("dorde  lukasz", "Dorde Lukasz"):
        with pytest.raises(Refused, match="If that is you") as refused:
            sign(one, name)
        assert "+33" not in refused.value.message
    sign(one, "Dorde Lukasz", is_namesake=True)
    with pytest.raises(Refused, match="3000001 is signed up already"):
        sign(one, "Anna", vekn="3000001")


def test_it_opens_and_closes_at_its_time_in_the_zone_of_the_event() -> None:
    one = Organizer(timezone="Europe/Paris")
    one.set_sign_up(NOW, opens="2026-11-02 10:00", closes="2026-11-03T10:00")
    with pytest.raises(Refused, match="not opened yet"):
        sign(one, "Anna", datetime(2026, 11, 2, 8, 59, tzinfo=UTC))
    sign(one, "Anna", datetime(2026, 11, 2, 9, tzinfo=UTC))
    with pytest.raises(Refused, match="closed"):
        sign(one, "Bo", datetime(2026, 11, 3, 9, tzinfo=UTC))


def test_without_it_nobody_can_sign_up_nor_once_a_round_was_published() -> None:
    with pytest.raises(Refused, match="ask the organizer"):
        sign(Organizer(), "Anna")
    one = ten(capacity=0)
    one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    with pytest.raises(Refused, match="closed"):
        sign(one, "Late")


def test_what_cannot_be_is_refused_with_how_many_too_many() -> None:
    one = ten()
    with pytest.raises(Refused, match="8 players are registered already, 2 more than 6 places"):
        one.set_sign_up(NOW, capacity=6)
    with pytest.raises(BadValue, match="closes after it opens"):
        one.set_sign_up(NOW, opens="2026-11-03 18:00", closes="2026-11-02 18:00")
    with pytest.raises(BadValue, match="written as"):
        one.set_sign_up(NOW, opens="tomorrow")
    one.configure({"timezone": "Europe/Paris"})
    with pytest.raises(BadValue, match="written as"):
        one.set_sign_up(NOW, opens="0001-01-01 00:00")


def test_counts_that_make_no_tables_are_said_and_not_refused() -> None:
    one = open_event(capacity=11)
    for number in range(7):
        sign(one, f"Person {number}")
    assert seats_warning(one.state) == "7 players cannot be seated at tables of four and five."
    sign(one, "Person 8")
    assert seats_warning(one.state) is None


def test_who_has_paid_and_cancels_stays_in_the_books() -> None:
    one = ten()
    one.set_fees("12", currency="EUR")
    one.mark_fees([3], "paid")
    one.cancel(NOW, 3)
    assert not one.state.player(3).is_active
    assert has_paid(one.state, 3)


def test_a_forgotten_player_is_forgotten_as_who_signed_up() -> None:
    one = open_event()
    sign(one, "Anna Bell", vekn="3000001", contact="anna@example.org", country="BE")
    texts = personal_texts(one.tournament, 1)
    gone = {place[0] for entry, places in texts.items() for place in places if "Signed" in _kind(one, entry)}
    assert gone == {"name", "vekn", "country", "contact"}


def _kind(one: Organizer, entry: int) -> str:
    return type(one.tournament.entry(entry).fact).__name__


def test_a_claim_says_who_has_the_number_and_since_when() -> None:
    one = open_event(capacity=3)
    one.add_player("Max Thief", vekn="3000001")
    sign(one, "Ida Thief", vekn="3000002")
    for number, name in (("3000001", "Anna Bell"), ("3000002", "Bo Cox")):
        sign(one, name, vekn=number, is_claim=True)
    at = one.state.sign_ups[1].at.strftime("%Y-%m-%d %H:%M")
    assert [blocker.message for blocker in claimed_numbers(one.state)] == [
        f"Anna Bell (signed up {at}) claims the VEKN number 3000001 of Max Thief (registered by an official).",
        f"Bo Cox (signed up {at}) claims the VEKN number 3000002 of Ida Thief (signed up {at}).",
    ]
    assert {blocker.code for blocker in claimed_numbers(one.state)} < {blocker.code for blocker in blockers(one.state)}
    one.remove_player(1)
    said = str(claimed_numbers(one.state)[0].message)
    assert said.endswith("claims the VEKN number 3000001, which no player has now.")


def test_a_decision_is_undone_and_made_once() -> None:
    one = open_event()
    sign(one, "Max Thief", vekn="3000001")
    sign(one, "Anna Bell", vekn="3000001", is_claim=True)
    before = one.tournament.number
    one.decide_claim(2, is_granted=True)
    with pytest.raises(Refused, match="Anna Bell claims no VEKN number now"):
        one.decide_claim(2, is_granted=True)
    assert [one.state.player(number).vekn for number in (1, 2)] == ["", "3000001"]
    one.undo(range(before + 1, one.tournament.number + 1))
    assert [one.state.player(number).vekn for number in (1, 2)] == ["3000001", ""]
    assert len(claimed_numbers(one.state)) == 1


def test_own_questions_are_at_most_five_of_one_line_each_once() -> None:
    for questions in (["1?", "2?", "3?", "4?", "5?", "6?"], ["Veg?", "veg?"], ["x" * 101]):
        with pytest.raises(BadValue) as refused:
            open_event(questions=questions)
        assert refused.value.code == "bad_questions"
    one = open_event(questions=["Veg?"])
    with pytest.raises(BadValue, match="“Veg\\?”: an answer is one line of at most 200 characters"):
        sign(one, "Anna", answers=["y" * 201])


def test_a_forgotten_person_leaves_neither_answers_nor_a_name_among_those_who_come() -> None:
    one = open_event(questions=["Veg?"], shows_names=True)
    sign(one, "Anna", answers=["no nuts please"], shows_name=True)
    assert coming(one.state) == ["Anna"]
    texts = personal_texts(one.state, 1)
    assert any(place[0] == "answers" for found in texts.values() for place in found)
    one.drop_player(1)
    assert coming(one.state) == []


def test_opening_sign_up_announces_the_event_once() -> None:
    one = open_event()
    assert one.state.settings.is_announced
    one.configure({"is_announced": False})
    one.set_sign_up(NOW, capacity=9)
    assert not one.state.settings.is_announced
