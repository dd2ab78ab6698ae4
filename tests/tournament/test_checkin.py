"""Check-in is opened and closed by an official; a round whose check-in was never opened seats everybody."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import checkin, rounds
from toolkit.tournament.checkin import CheckIn
from toolkit.tournament.errors import Refused, UnknownPlayer
from toolkit.tournament.history import describe_change, last_change
from toolkit.tournament.steps import blockers


def to_seat(organizer: Organizer) -> list[int]:
    return [player.number for player in rounds.players_to_seat(organizer.state)]


def warnings(organizer: Organizer) -> list[str]:
    return [blocker.message for blocker in blockers(organizer.state) if blocker.code == "not_here"]


def opened(players: int = 6) -> Organizer:
    organizer = Organizer().with_players(players)
    organizer.open_check_in()
    return organizer


def test_never_opened_means_that_everybody_is_seated() -> None:
    organizer = Organizer().with_players(6)
    assert (to_seat(organizer), checkin.stage(organizer.state), warnings(organizer)) == (
        [1, 2, 3, 4, 5, 6],
        CheckIn.NEVER_OPENED,
        [],
    )


@pytest.mark.parametrize("who", ["check_in_oneself", "check_in"])
def test_a_tap_before_it_is_opened_changes_nothing(who: str) -> None:
    organizer = Organizer().with_players(6)
    with pytest.raises(Refused) as refused:
        getattr(organizer, who)(3 if who == "check_in_oneself" else [3])
    assert (refused.value.code, to_seat(organizer)) == ("check_in_closed", [1, 2, 3, 4, 5, 6])


def test_once_opened_a_round_seats_those_who_are_here() -> None:
    organizer = opened()
    assert to_seat(organizer) == []
    organizer.check_in_oneself(2)
    organizer.check_in([1, 3, 4, 5])
    assert organizer.check_in([1]) == organizer.check_in_oneself(2) == []
    organizer.check_out([5])
    assert to_seat(organizer) == [1, 2, 3, 4]


def test_who_is_missing_is_named_before_the_round_is_seated() -> None:
    organizer = opened()
    organizer.check_in([1, 2, 3, 4])
    assert warnings(organizer) == ["Not checked in, and so not seated: Player 5, Player 6."]
    organizer.draft_round([[1, 2, 3, 4]])
    assert warnings(organizer) == ["Not checked in, and so not seated: Player 5, Player 6."]
    organizer.publish_round()


def test_who_is_marked_away_is_said_quietly_and_as_one_change() -> None:
    organizer = Organizer().with_players(6)
    organizer.mark_away([6])
    (away,) = [blocker for blocker in blockers(organizer.state) if blocker.code in ("away", "not_here")]
    assert (away.code, away.message, away.is_warning) == ("away", "Away: Player 6.", True)
    told = describe_change(organizer.tournament, last_change(organizer.tournament))
    assert told == "Checked in for round 1: Player 1, Player 2, Player 3, Player 4, Player 5."


def test_of_many_who_are_missing_the_first_are_named() -> None:
    (warning,) = warnings(opened(30))
    assert warning.endswith("Player 11, Player 12 and 18 more.")


def test_a_seat_of_somebody_who_is_not_here_and_somebody_here_without_one_are_warned_of() -> None:
    organizer = opened()
    organizer.check_in([1, 2, 3, 4])
    organizer.draft_round([[1, 2, 3, 5]])
    assert set(organizer.blocking()) == {"not_checked_in", "not_seated", "not_here", "not_rated"}


def test_closed_an_official_still_checks_in_and_a_player_does_not() -> None:
    organizer = opened()
    organizer.close_check_in()
    assert checkin.stage(organizer.state) is CheckIn.CLOSED
    organizer.check_in([1])
    with pytest.raises(Refused, match="not open"):
        organizer.check_in_oneself(2)
    assert organizer.close_check_in() == []
    organizer.open_check_in()
    organizer.check_in_oneself(2)
    assert to_seat(organizer) == [1, 2]


def test_each_round_is_opened_anew() -> None:
    organizer = opened(4)
    organizer.check_in([1, 2, 3, 4])
    organizer.seated([1, 2, 3, 4])
    assert (checkin.stage(organizer.state), to_seat(organizer)) == (CheckIn.NEVER_OPENED, [1, 2, 3, 4])
    organizer.open_check_in()
    organizer.check_in([1, 2, 3])
    organizer.cancel_round(1, reason="again")
    assert (checkin.stage(organizer.state), to_seat(organizer)) == (CheckIn.CLOSED, [1, 2, 3, 4])
    organizer.seated([1, 2, 3, 4])
    assert checkin.stage(organizer.state) is CheckIn.NEVER_OPENED


def test_an_opening_by_mistake_is_undone() -> None:
    organizer = opened()
    organizer.undo_last()
    assert (to_seat(organizer), checkin.stage(organizer.state)) == ([1, 2, 3, 4, 5, 6], CheckIn.NEVER_OPENED)


def test_it_is_opened_with_the_first_who_are_here_where_that_is_asked_for() -> None:
    organizer = Organizer().with_players(5)
    organizer.check_in([1, 2], opens=True)
    assert (to_seat(organizer), checkin.is_check_in_open(organizer.state)) == ([1, 2], True)


def test_nobody_unknown_or_gone_is_checked_in() -> None:
    organizer = opened()
    with pytest.raises(UnknownPlayer):
        organizer.check_in([99])
    organizer.drop_player(5)
    with pytest.raises(Refused, match="Reinstate them first"):
        organizer.check_in_oneself(5)


def test_after_the_last_round_nothing_is_opened() -> None:
    organizer = Organizer(rounds=1).with_players(4).seated([1, 2, 3, 4])
    with pytest.raises(Refused) as refused:
        organizer.open_check_in()
    assert refused.value.code == "no_further_round"


def ten_and_one_away() -> Organizer:
    """Ten registered, nine checked in for round 1, whose results are in; round 2 has no check-in."""
    organizer = Organizer(rounds=3).with_players(9)
    organizer.add_player("Quim Roca", vekn="3000010")
    organizer.open_check_in()
    organizer.check_in(range(1, 10))
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    return organizer.result(1, 3, 2, 0, 0, 0).result(2, 2, 1, 1, 0)


def messages(organizer: Organizer, code: str) -> list[str]:
    return [blocker.message for blocker in blockers(organizer.state) if blocker.code == code]


def test_who_was_away_is_named_and_not_seated_where_check_in_is_not_opened_again() -> None:
    organizer = ten_and_one_away()
    assert to_seat(organizer) == list(range(1, 10))
    assert messages(organizer, "not_seen") == ["Not seen since round 1 and so not seated: Quim Roca."]
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9]])
    assert messages(organizer, "not_seen") == ["Not seen since round 1 and so not seated: Quim Roca."]
    assert messages(organizer, "not_seated") == []


def test_a_word_seats_who_was_away_and_a_round_without_them_is_their_absence_again() -> None:
    organizer = ten_and_one_away()
    organizer.see_again([10])
    assert (to_seat(organizer), messages(organizer, "not_seen")) == (list(range(1, 11)), [])
    assert organizer.see_again([10]) == []
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 10])
    assert (to_seat(organizer), messages(organizer, "not_seen")) == (
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],  # Player 9 sat out: here, and at no table
        [],
    )


def test_who_registered_or_came_back_since_is_seated_without_a_check_in() -> None:
    organizer = ten_and_one_away()
    organizer.add_player("Late Lou", vekn="3000011")
    organizer.drop_player(10)
    organizer.return_player(10)
    assert to_seat(organizer) == list(range(1, 12))


def test_nobody_is_away_where_no_check_in_was_ever_opened() -> None:
    organizer = Organizer(rounds=2).with_players(9).seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    organizer.add_player("Late Lou", vekn="3000011")
    assert to_seat(organizer) == list(range(1, 11))


def test_only_who_was_seen_is_said_to_be_here_and_not_seated() -> None:
    organizer = Organizer(rounds=2).with_players(9)
    organizer.draft_round([[1, 2, 3, 4], [5, 6, 7, 8]])
    assert messages(organizer, "not_seated") == ["Player 9 is not seated."]
    organizer.check_in(range(1, 10), opens=True)
    assert messages(organizer, "not_seated") == ["Player 9 is here and not seated."]
