"""Check-in is opened and closed by an official; a round whose check-in was never opened seats everybody."""

from __future__ import annotations

import pytest

from tests.tournament.desk import Desk
from toolkit.tournament import checkin, rounds
from toolkit.tournament.blockers import blockers
from toolkit.tournament.checkin import CheckIn
from toolkit.tournament.errors import Refused, UnknownPlayer


def to_seat(desk: Desk) -> list[int]:
    return [player.number for player in rounds.players_to_seat(desk.state)]


def warnings(desk: Desk) -> list[str]:
    return [blocker.message for blocker in blockers(desk.state) if blocker.code == "not_here"]


def opened(players: int = 6) -> Desk:
    desk = Desk().with_players(players)
    desk.open_check_in()
    return desk


def test_never_opened_means_that_everybody_is_seated() -> None:
    desk = Desk().with_players(6)
    assert (to_seat(desk), checkin.stage(desk.state), warnings(desk)) == ([1, 2, 3, 4, 5, 6], CheckIn.NEVER_OPENED, [])


@pytest.mark.parametrize("who", ["check_in_oneself", "check_in"])
def test_a_tap_before_it_is_opened_changes_nothing(who: str) -> None:
    desk = Desk().with_players(6)
    with pytest.raises(Refused) as refused:
        getattr(desk, who)(3 if who == "check_in_oneself" else [3])
    assert (refused.value.code, to_seat(desk)) == ("check_in_closed", [1, 2, 3, 4, 5, 6])


def test_once_opened_a_round_seats_those_who_are_here() -> None:
    desk = opened()
    assert to_seat(desk) == []
    desk.check_in_oneself(2)
    desk.check_in([1, 3, 4, 5])
    assert desk.check_in([1]) == desk.check_in_oneself(2) == []
    desk.check_out([5])
    assert to_seat(desk) == [1, 2, 3, 4]


def test_who_is_missing_is_named_before_the_round_is_seated() -> None:
    desk = opened()
    desk.check_in([1, 2, 3, 4])
    assert warnings(desk) == ["Not checked in, and so not seated: Player 5, Player 6."]
    desk.draft_round([[1, 2, 3, 4]])
    assert warnings(desk) == ["Not checked in, and so not seated: Player 5, Player 6."]
    desk.publish_round()


def test_of_many_who_are_missing_the_first_are_named() -> None:
    (warning,) = warnings(opened(30))
    assert warning.endswith("Player 11, Player 12 and 18 more.")


def test_a_seat_of_somebody_who_is_not_here_and_somebody_here_without_one_are_warned_of() -> None:
    desk = opened()
    desk.check_in([1, 2, 3, 4])
    desk.draft_round([[1, 2, 3, 5]])
    assert set(desk.blocking()) == {"not_checked_in", "not_seated", "not_here"}


def test_closed_an_official_still_checks_in_and_a_player_does_not() -> None:
    desk = opened()
    desk.close_check_in()
    assert checkin.stage(desk.state) is CheckIn.CLOSED
    desk.check_in([1])
    with pytest.raises(Refused, match="not open"):
        desk.check_in_oneself(2)
    assert desk.close_check_in() == []
    desk.open_check_in()
    desk.check_in_oneself(2)
    assert to_seat(desk) == [1, 2]


def test_each_round_is_opened_anew() -> None:
    desk = opened(4)
    desk.check_in([1, 2, 3, 4])
    desk.seated([1, 2, 3, 4])
    assert (checkin.stage(desk.state), to_seat(desk)) == (CheckIn.NEVER_OPENED, [1, 2, 3, 4])
    desk.open_check_in()
    desk.check_in([1, 2, 3])
    desk.cancel_round(1, reason="again")
    assert (checkin.stage(desk.state), to_seat(desk)) == (CheckIn.CLOSED, [1, 2, 3, 4])
    desk.seated([1, 2, 3, 4])
    assert checkin.stage(desk.state) is CheckIn.NEVER_OPENED


def test_an_opening_by_mistake_is_undone() -> None:
    desk = opened()
    desk.undo_last()
    assert (to_seat(desk), checkin.stage(desk.state)) == ([1, 2, 3, 4, 5, 6], CheckIn.NEVER_OPENED)


def test_it_is_opened_with_the_first_who_are_here_where_that_is_asked_for() -> None:
    desk = Desk().with_players(5)
    desk.check_in([1, 2], opens=True)
    assert (to_seat(desk), checkin.is_check_in_open(desk.state)) == ([1, 2], True)


def test_nobody_unknown_or_gone_is_checked_in() -> None:
    desk = opened()
    with pytest.raises(UnknownPlayer):
        desk.check_in([99])
    desk.drop_player(5)
    with pytest.raises(Refused, match="let them return first"):
        desk.check_in_oneself(5)


def test_after_the_last_round_nothing_is_opened() -> None:
    desk = Desk(rounds=1).with_players(4).seated([1, 2, 3, 4])
    with pytest.raises(Refused) as refused:
        desk.open_check_in()
    assert refused.value.code == "no_further_round"
