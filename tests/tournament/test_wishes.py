"""Keep apart, fixed seats and a table near the door are settings of a player inside an event."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import fold, seats
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import fact_to_dict


def drafted(organizer: Organizer) -> dict[int, tuple[int, int]]:
    organizer.enter(seats.seat_next_round(organizer.state, seed=3, seconds=0.05))
    return dict(organizer.state.rounds[-1].seats)


def test_players_kept_apart_share_no_table_in_any_round() -> None:
    organizer = Organizer(rounds=3).with_players(13)
    organizer.keep_apart(4, [1, 7])
    for number in range(1, 4):
        seated = drafted(organizer)
        assert seated[4][0] not in (seated[1][0], seated[7][0])
        organizer.publish_round()
        for table, _ in organizer.state.round(number).numbered():
            organizer.enter_result(number, table, events="time")


def test_keeping_apart_is_mutual_and_what_is_not_named_is_over() -> None:
    organizer = Organizer().with_players(6)
    organizer.keep_apart(1, [2, 3])
    organizer.keep_apart(3, [])
    apart = {number: set(player.apart) for number, player in organizer.state.players.items() if player.apart}
    assert apart == {1: {2}, 2: {1}}
    assert organizer.keep_apart(2, [1]) == []
    assert fold(list(organizer.tournament.log)).players == organizer.state.players
    with pytest.raises(BadValue, match="themselves"):
        organizer.keep_apart(1, [1])


def test_a_fixed_seat_and_a_table_near_the_door_are_kept() -> None:
    organizer = Organizer(rounds=2).with_players(14)
    organizer.fix_seat(5, None, seat=2)
    organizer.fix_seat(6, None, near_door=True)
    organizer.fix_seat(7, 3, seat=1)
    seated = drafted(organizer)
    assert (seated[5][1], seated[6][0], seated[7]) == (2, 1, (3, 1))


def test_a_seat_is_fixed_for_one_player() -> None:
    organizer = Organizer(rounds=2).with_players(10)
    organizer.fix_seat(7, 2, seat=1)
    with pytest.raises(Refused, match=organizer.state.player(7).name):
        organizer.fix_seat(5, 2, seat=1)
    organizer.fix_seat(7, None)
    organizer.fix_seat(5, 2, seat=1)


def test_more_than_a_table_holds_are_near_the_door_at_the_next_one() -> None:
    organizer = Organizer(rounds=1).with_players(10)
    for number in range(1, 6):
        organizer.fix_seat(number, None, near_door=True)
    assert sorted(table for player, (table, _) in drafted(organizer).items() if player < 6) == [1, 1, 1, 1, 2]


def test_which_tables_are_near_the_door_is_a_setting_of_the_event() -> None:
    organizer = Organizer(rounds=1, door_tables=(9, 3, 2)).with_players(15)
    for number in range(1, 7):
        organizer.fix_seat(number, None, near_door=True)
    assert sorted(table for player, (table, _) in drafted(organizer).items() if player < 7) == [2, 2, 3, 3, 3, 3]
    assert seats.cost_of_wishes(organizer.state, 1) == ["All wishes are met, and cost nothing."]


def test_who_does_not_sit_near_the_door_is_named() -> None:
    organizer = Organizer(rounds=1, door_tables=(2,)).with_players(10)
    organizer.fix_seat(1, None, near_door=True)
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert seats.cost_of_wishes(organizer.state, 1) == [
        "Player 1 sits at table 1 in round 1, which is not near the door."
    ]
    organizer.draft_round([[6, 7, 8, 9, 10], [1, 2, 3, 4, 5]])
    assert seats.cost_of_wishes(organizer.state, 1) == ["All wishes are met, and cost nothing."]


def test_a_table_near_the_door_that_a_round_lacks_keeps_nobody_from_being_seated() -> None:
    organizer = Organizer(rounds=1, door_tables=(7,)).with_players(5)
    organizer.fix_seat(1, None, near_door=True)
    drafted(organizer)
    assert seats.cost_of_wishes(organizer.state, 1) == [
        "Player 1 sits at table 1 in round 1, which is not near the door."
    ]


def test_two_who_are_kept_apart_or_want_the_same_seat_are_near_the_door_at_two_tables() -> None:
    organizer = Organizer(rounds=1).with_players(15)
    for number in (1, 2):
        organizer.fix_seat(number, None, near_door=True)
    for number in (3, 4):
        organizer.fix_seat(number, None, seat=3, near_door=True)
    organizer.keep_apart(1, [2])
    seated = drafted(organizer)
    assert {seated[1][0], seated[2][0]} == {seated[3][0], seated[4][0]} == {1, 2}
    assert (seated[3][1], seated[4][1]) == (3, 3)


@pytest.mark.parametrize("seat", [0, 6])
def test_no_table_has_that_seat(seat: int) -> None:
    with pytest.raises(BadValue, match="1 to 5"):
        Organizer().with_players(5).fix_seat(1, None, seat=seat)


def test_what_wishes_cost_is_said() -> None:
    organizer = Organizer(rounds=2).with_players(10)
    drafted(organizer)
    assert seats.cost_of_wishes(organizer.state, 1) == []
    organizer.keep_apart(1, [2])
    drafted(organizer)
    assert seats.cost_of_wishes(organizer.state, 1) == ["All wishes are met, and cost nothing."]


def test_a_wish_that_a_draft_does_not_meet_is_named() -> None:
    organizer = Organizer(rounds=2).with_players(10)
    organizer.keep_apart(1, [2])
    organizer.fix_seat(6, 1)
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert seats.cost_of_wishes(organizer.state, 1)[:2] == [
        "Player 1 and Player 2 share table 1 in round 1.",
        "Player 6 sits at table 2, seat 1 in round 1 instead of table 1.",
    ]


def test_a_table_that_a_round_lacks_keeps_nobody_from_being_seated_and_is_said() -> None:
    organizer = Organizer(rounds=1).with_players(5)
    organizer.fix_seat(1, 99, seat=2)
    assert drafted(organizer)[1] == (1, 2)
    assert seats.cost_of_wishes(organizer.state, 1) == [
        "Player 1 sits at table 1, seat 2 in round 1 instead of table 99, seat 2."
    ]


def test_a_fixed_table_of_an_older_log_is_written_as_it_was() -> None:
    (fact,) = Organizer().with_players(1).fix_seat(1, 3)
    assert fact_to_dict(fact) == {"fact": "seat_fixed", "version": 1, "player": 1, "table": 3}
