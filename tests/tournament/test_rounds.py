from __future__ import annotations

import contextlib

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.errors import ToolkitError
from toolkit.scoring import ImpossibleScores
from toolkit.seating import ImpossibleSeating
from toolkit.tournament import fold, rounds, seats, standings
from toolkit.tournament.errors import BadValue, Refused, UnknownPlayer, UnknownRound
from toolkit.tournament.log import describe


def test_a_draft_is_not_published_and_can_be_drafted_again() -> None:
    organizer = Organizer().with_players(10)
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], seed=1)
    assert organizer.state.published == 0
    organizer.draft_round([[5, 4, 3, 2, 1], [6, 7, 8, 9, 10]], seed=2)
    organizer.publish_round()
    assert organizer.state.round(1).seats[1] == (1, 5)
    assert organizer.state.round(1).seed == 2


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ([], "no_tables"),
        ([[1, 2, 3]], "table_size"),
        ([[1, 2, 3, 4, 5, 6]], "table_size"),
        ([[1, 2, 3, 4], [4, 5, 6, 7]], "seated_twice"),
    ],
)
def test_tables_that_cannot_be_are_refused(tables, code) -> None:
    with pytest.raises(BadValue) as refused:
        Organizer().with_players(10).draft_round(tables)
    assert refused.value.code == code


def test_nobody_unknown_or_gone_is_seated() -> None:
    organizer = Organizer().with_players(5)
    with pytest.raises(UnknownPlayer):
        organizer.draft_round([[1, 2, 3, 99]])
    organizer.drop_player(5)
    with pytest.raises(Refused, match="has left"):
        organizer.draft_round([[1, 2, 3, 4, 5]])


def test_a_round_waits_for_the_results_of_the_one_before() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    with pytest.raises(Refused, match="table 2 has no result"):
        organizer.publish_round()
    organizer.result(2, 5, 0, 0, 0, 0, round=1)
    organizer.publish_round()


def test_a_draft_with_somebody_who_left_since_is_not_published() -> None:
    organizer = Organizer().with_players(10)
    organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    organizer.drop_player(3)
    with pytest.raises(Refused, match="Player 3 has left and is seated"):
        organizer.publish_round()


def test_the_announced_rounds_are_all_there_is() -> None:
    organizer = before_final()
    with pytest.raises(Refused) as refused:
        organizer.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert refused.value.code == "no_further_round"


def test_a_score_goes_with_its_player_when_seats_are_swapped() -> None:
    organizer = ten().result(1, 3, 2, 0, 0, 0).result(2, 3, 1, 1, 0, 0)
    organizer.swap_players(1, 1, 6, reason="they sat the other way round")
    assert organizer.state.round(1).seats[1] == (2, 1)
    assert organizer.state.round(1).unsettled == (1, 2)
    assert (organizer.row(1).victory_points, organizer.row(6).victory_points) == (6, 6)
    assert organizer.row(2).tournament_points == 48


def swapped_and_back() -> Organizer:
    """Players 1 and 5 change tables after both results, table 2 is entered, and they change back."""
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.result(1, 4, 0, 0, 0).result(2, 3, 1, 0, 0)
    organizer.swap_players(1, 1, 5)
    organizer.result(2, 2, 2, 0, 0)
    organizer.swap_players(1, 1, 5)
    return organizer


def test_a_table_whose_points_are_not_those_entered_asks_for_its_result() -> None:
    organizer = swapped_and_back()
    assert organizer.state.round(1).unsettled == (1, 2)
    for refused in (organizer.lock_result, lambda round_, table: organizer.confirm_result(round_, table, 2)):
        with pytest.raises(Refused) as error:
            refused(1, 1)
        assert error.value.code == "players_changed"
    organizer.result(1, 4, 0, 0, 0)
    assert organizer.state.round(1).unsettled == (2,)


def test_who_is_swapped_and_swapped_back_has_the_same_confirmed_result() -> None:
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.enter_result(1, 1, victory_points=[4, 0, 0, 0], by_player=1)
    organizer.confirm_result(1, 1, 2)
    before = organizer.state.round(1)
    organizer.swap_players(1, 1, 5)
    assert organizer.state.round(1).unsettled == (1, 2)
    organizer.swap_players(1, 1, 5)
    assert organizer.state.round(1) == before


def test_no_points_of_a_swap_count_twice() -> None:
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.result(1, 0, 4, 0, 0).result(2, 4, 0, 0, 0)
    organizer.swap_players(1, 1, 5)
    organizer.result(2, 4, 0, 0, 0)
    assert sum(row.victory_points for row in standings.standings(organizer.state)) == 2 * 4


def test_a_swap_that_no_game_explains_keeps_every_score_and_asks_for_the_result() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0).result(2, 0.5, 0.5, 0.5, 0.5, 0.5)
    organizer.swap_players(1, 1, 6)
    assert organizer.state.round(1).scores[1].victory_points == 10
    assert organizer.blocking()[:2] == ["players_changed", "players_changed"]
    assert organizer.row(1).victory_points == 10
    organizer.enter_result(1, 1, events="time")
    organizer.result(2, 5, 0, 0, 0, 0, round=1)
    assert organizer.state.round(1).unsettled == ()


def test_a_player_without_a_seat_keeps_the_score() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.change_seats(1, [[2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert organizer.state.round(1).scores[1].victory_points == 10
    organizer.change_seats(1, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert organizer.row(1).victory_points == 10


def test_the_preview_of_an_edit_says_what_it_does() -> None:
    organizer = before_final()
    preview = seats.preview_seats(organizer.state, 2, [[1, 2, 3, 4], [5, 6, 7, 8, 9]])
    assert preview.changes[:2] == ("R1 better: 10 → 6.", "Gone: Player 5 has Player 1 as prey in rounds 1 and 2.")
    assert "Player 10 no longer has a seat; the score stays with the player." in preview.warnings
    assert preview.reentered == (1, 2)
    three = seats.preview_seats(organizer.state, 2, [[1, 2, 3], [4, 5, 6, 7], [8, 9, 10]])
    assert any("3 players" in text for text in three.warnings)


def test_an_edit_names_tables_that_could_be() -> None:
    with pytest.raises(BadValue, match="2 players"):
        ten().change_seats(1, [[1, 2], [3, 4, 5, 6, 7], [8, 9, 10]])
    with pytest.raises(UnknownRound):
        ten().change_seats(2, [[1, 2, 3, 4]])
    with pytest.raises(Refused, match="not seated"):
        _with_eleventh().swap_players(1, 1, 11)


def _with_eleventh() -> Organizer:
    organizer = ten()
    organizer.add_player("Late")
    return organizer


def test_the_last_round_can_be_cancelled_with_a_reason() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    with pytest.raises(BadValue, match="reason"):
        organizer.cancel_round(1, reason="")
    organizer.cancel_round(1, reason="wrong list of players")
    assert organizer.state.rounds == ()
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert organizer.state.round(1).scores == {}


def test_a_round_that_is_not_the_last_keeps_its_number_and_counts_for_nothing() -> None:
    organizer = before_final()
    organizer.cancel_round(1, reason="the wrong decks")
    assert [(entry.number, len(entry.tables)) for entry in organizer.state.rounds] == [(1, 0), (2, 2)]
    assert (organizer.row(1).rounds, organizer.row(1).victory_points) == (1, 4)
    assert "result_missing" not in organizer.blocking()
    for again in (
        lambda: organizer.cancel_round(1, reason="again"),
        lambda: organizer.result(1, 5, 0, 0, 0, 0, round=1),
        lambda: organizer.change_seats(1, [[1, 2, 3, 4, 5]]),
    ):
        with pytest.raises(ToolkitError) as refused:
            again()
        assert refused.value.code == "cancelled"
    organizer.undo_last()
    assert organizer.row(1).rounds == 2


def test_the_next_round_is_seated_without_a_cancelled_one() -> None:
    organizer = Organizer(rounds=4).with_players(10)
    for _ in range(2):
        organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        organizer.result(1, 5, 0, 0, 0, 0).result(2, 5, 0, 0, 0, 0)
    organizer.cancel_round(1, reason="the wrong decks")
    organizer.seat_next_round(seed=1, seconds=0.05)
    assert organizer.state.rounds[-1].number == 3
    assert seats.criteria_so_far(organizer.state, 3).criteria.r1 == 0
    organizer.publish_round()
    organizer.cancel_round(3, reason="the last one")
    assert [entry.number for entry in organizer.state.rounds] == [1, 2]


def test_a_round_that_the_final_stands_on_is_not_cancelled() -> None:
    organizer = before_final()
    organizer.open_final()
    for number in (1, 2):
        with pytest.raises(Refused, match="Cancel that first"):
            organizer.cancel_round(number, reason="no")


def test_a_table_of_five_that_loses_a_player_plays_on_as_four() -> None:
    organizer = ten()
    organizer.enter(seats.unseat_player(organizer.state, 1, 3))
    assert organizer.state.round(1).tables == ((1, 2, 4, 5), (6, 7, 8, 9, 10))


def test_a_table_of_four_that_loses_a_player_is_shared_out() -> None:
    organizer = Organizer().with_players(16).seated([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])
    organizer.enter(seats.unseat_player(organizer.state, 1, 2))
    tables = organizer.state.round(1).tables
    assert [len(table) for table in tables] == [5, 5, 5]
    assert {player for table in tables for player in table} == set(range(1, 17)) - {2}


def test_a_table_with_a_result_is_left_alone_by_that() -> None:
    organizer = Organizer().with_players(16).seated([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])
    organizer.result(2, 4, 0, 0, 0)
    with pytest.raises(Refused) as refused:
        seats.unseat_player(organizer.state, 1, 5)
    assert refused.value.code == "has_result"
    with pytest.raises(Refused, match="cannot be shared out") as refused:
        seats.unseat_player(organizer.state, 1, 1)
    assert refused.value.rule == "JG 5.1"


@pytest.mark.parametrize(
    ("count", "games", "planned"),
    [(6, 2, 3), (7, 2, 3), (11, 2, 3), (6, 3, 4), (7, 3, 5), (11, 3, 4), (6, 4, 5), (7, 4, 6), (11, 4, 5)],
)
def test_six_seven_and_eleven_are_planned_at_once(count, games, planned) -> None:
    organizer = Organizer(rounds=games).with_players(count)
    assert organizer.blocking() == ["no_draft", "staggered"]
    organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
    assert rounds.total_rounds(organizer.state) == planned
    for number in range(1, planned + 1):
        if number > 1:
            organizer.enter(seats.seat_next_round(organizer.state, seed=1))
        organizer.publish_round()
        for table, players in organizer.state.round(number).numbered():
            organizer.enter_result(number, table, events="time")
            assert len(players) in (4, 5)
    assert {row.rounds for row in map(organizer.row, organizer.order())} == {games}


@pytest.mark.parametrize("count", [6, 7, 11])
def test_a_staggered_event_that_loses_or_gains_a_player_is_planned_anew(count) -> None:
    for change in (lambda organizer: organizer.drop_player(2), lambda organizer: organizer.add_player("Late")):
        organizer = Organizer(rounds=2).with_players(count)
        organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
        organizer.publish_round()
        for table, _ in organizer.state.round(1).numbered():
            organizer.enter_result(1, table, events="time")
        change(organizer)
        with contextlib.suppress(ImpossibleSeating):
            organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
        if len(organizer.state.rounds) == 1:  # no plan is even then: somebody sits out, and who is here is seated
            organizer.check_in([player.number for player in organizer.state.active][:5], opens=True)
            organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
        organizer.publish_round()
        assert all(organizer.state.player(number).is_active for number in organizer.state.round(2).seats)


def test_a_plan_gives_everybody_the_same_games() -> None:
    organizer = Organizer(rounds=2).with_players(6)
    with pytest.raises(BadValue) as refused:
        organizer.plan_structure([[[1, 2, 3, 4]], [[1, 2, 3, 4]], [[5, 6, 1, 2]]], seed=1)
    assert refused.value.code == "unequal_games"
    organizer.plan_structure([[[1, 2, 3, 4]], [[3, 4, 5, 6]], [[5, 6, 1, 2]]], seed=1)
    organizer.draft_planned()
    assert organizer.state.round(1).sitting_out == (5, 6)
    organizer.publish_round()


def test_the_optimiser_seats_a_round_and_keeps_a_fixed_table() -> None:
    organizer = Organizer(rounds=2).with_players(13)
    organizer.fix_seat(7, 2)
    organizer.enter(seats.seat_next_round(organizer.state, seed=4, seconds=0.05))
    organizer.publish_round()
    assert sorted(map(len, organizer.state.round(1).tables)) == [4, 4, 5]
    assert organizer.state.round(1).seats[7][0] == 2
    for table, _ in organizer.state.round(1).numbered():
        organizer.enter_result(1, table, events="time")
    again = seats.seat_next_round(organizer.state, seed=4, seconds=0.05)
    assert again == seats.seat_next_round(organizer.state, seed=4, seconds=0.05)
    organizer.enter(again)
    assert organizer.state.round(2).seats[7][0] == 2


def test_too_few_players_for_a_table_is_said() -> None:
    assert Organizer().with_players(3).blocking() == ["no_draft", "too_few_players", "no_legal_tables"]


def test_a_round_that_starts_anew_keeps_its_seats_and_has_a_fresh_clock() -> None:
    organizer = ten()
    organizer.start_clock(1, minutes=120)
    before = organizer.state.round(1).tables
    with pytest.raises(Refused, match="Round 2 was not cancelled"):
        organizer.draft_same()
    organizer.cancel_round(1, reason="the alarm went off")
    organizer.draft_same()
    organizer.publish_round()
    assert organizer.state.round(1).tables == before
    assert organizer.state.round(1).clock.started_at is None
    organizer.cancel_round(1, reason="again")
    organizer.drop_player(3)
    with pytest.raises(Refused, match="Player 3 has left"):
        organizer.draft_same()


def test_the_criteria_say_what_the_rounds_to_come_still_settle() -> None:
    organizer = Organizer(rounds=2).with_players(13)
    for number in (1, 2):
        organizer.enter(seats.seat_next_round(organizer.state, seed=3, seconds=0.05))
        organizer.publish_round()
        for table, _ in organizer.state.round(number).numbered():
            organizer.enter_result(number, table, events="time")
    first, last = (seats.criteria_so_far(organizer.state, number) for number in (1, 2))
    assert first.still_open == {"r2", "r3", "r8"}
    assert "The later rounds settle" in str(first.remark)
    # Nobody repeats anything in one round; sizes of 5, 4 and 4 are uneven, and may be evened out.
    assert first.is_at_best("r1")
    assert not first.is_at_best("r2")
    assert not first.is_at_best("r3")
    assert last.still_open == set()
    assert last.remark is None
    # 13 players for two rounds: four pairs must meet twice, and nothing below .288 is possible (proven).
    assert (last.criteria.r2, last.is_at_best("r2"), last.is_at_best("r3")) == (4, True, True)


def test_nothing_is_open_any_more_once_the_final_has_begun() -> None:
    organizer = before_final()
    assert seats.criteria_so_far(organizer.state, 1).still_open
    organizer.open_final()
    assert not seats.criteria_so_far(organizer.state, 1).still_open


def four_and_a_proxy() -> Organizer:
    """Ann, somebody who drops once the others have begun, Bo and Cy; a proxy player takes the seat."""
    organizer = Organizer(rounds=2)
    for name in ("Ann", "Dee", "Bo", "Cy", "Eva", "Flo", "Gil", "Hana"):
        organizer.add_player(name)
    organizer.seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.drop_player(2)
    organizer.seat_proxy(1, 1, seat=2, name="Rosa")
    return organizer


def test_a_proxy_player_retains_nothing_and_the_others_are_compared_with_the_points() -> None:
    organizer = four_and_a_proxy()
    told = describe(organizer.state, organizer.state.entry(organizer.state.number).fact)
    assert told == "Rosa sits as a proxy player in seat 2 of table 1 in round 1, for Dee."
    organizer.result(1, 2, 2, 0, 0)
    rows = {row.player.name: row for row in standings.standings(organizer.state)}
    figures = {name: (row.game_wins, row.victory_points // 2, row.tournament_points) for name, row in rows.items()}
    assert [figures[name] for name in ("Ann", "Bo", "Cy")] == [(0, 2, 54), (0, 0, 18), (0, 0, 18)]
    assert figures["Dee"] == (0, 0, 0)  # a loss, and a game
    assert (rows["Dee"].rounds, "Rosa" in rows) == (1, False)
    assert standings.players_who_played(organizer.state) == 8
    assert set(organizer.state.round(1).seats) == {1, 3, 4, 5, 6, 7, 8}
    assert organizer.state.round(1).player_tables[0] == (1, 3, 4)


def test_who_lost_the_seat_to_a_proxy_player_keeps_the_adjustment_of_that_game() -> None:
    """JG 1.1.3: who drops keeps it; a game that was lost by leaving is one."""
    organizer = four_and_a_proxy()
    organizer.sanction_player(2, infraction="3.2")
    assert organizer.row(2).victory_points / 2 == -1
    organizer.result(1, 2, 2, 0, 0)
    rows = {row.player.name: row for row in standings.standings(organizer.state)}
    assert [rows[name].victory_points / 2 for name in ("Ann", "Dee", "Bo")] == [2, -1, 0]


def test_the_line_with_a_proxy_player_is_a_possible_one() -> None:
    organizer = four_and_a_proxy()
    with pytest.raises(ImpossibleScores):
        organizer.result(1, 0, 0, 0, 3.5)


def test_a_proxy_player_takes_a_vacant_seat_of_a_table_of_four_only() -> None:
    organizer = Organizer(rounds=2).with_players(9).seated([1, 2, 3, 4], [5, 6, 7, 8, 9])
    with pytest.raises(Refused, match="No player of table 1 has dropped"):
        organizer.seat_proxy(1, 1, seat=2, name="Rosa")
    organizer.drop_player(3)
    with pytest.raises(Refused, match="Vacant at table 1: seat 3"):
        organizer.seat_proxy(1, 1, seat=2, name="Rosa")
    organizer.drop_player(5)
    with pytest.raises(Refused, match="not a table of four"):
        organizer.seat_proxy(1, 2, seat=1, name="Rosa")  # plays on as four
    with pytest.raises(BadValue):
        organizer.seat_proxy(1, 1, seat=3, name=" ")
    organizer.change_seats(1, [[1, 2, 4], [5, 6, 7, 8, 9]])
    organizer.seat_proxy(1, 1, seat=4, name="Rosa")
    assert organizer.state.round(1).table(1) == (1, 2, 4, -1)
    organizer.result(1, 4, 0, 0, 0).result(2, 0, 5, 0, 0, 0)
    with pytest.raises(Refused, match="has its result already"):
        organizer.seat_proxy(1, 1, seat=4, name="Rosa")
    assert fold(list(organizer.tournament.log)).rounds == organizer.state.rounds


def test_an_edit_beside_a_proxy_player_calls_it_no_table_of_three() -> None:
    organizer = four_and_a_proxy()
    preview = seats.preview_seats(organizer.state, 1, [[3, -1, 1, 4], [5, 6, 7, 8]])
    assert preview.warnings == ()
    without = seats.preview_seats(organizer.state, 1, [[3, 1, 4, 8], [5, 6, 7, 2]])
    assert "Rosa no longer has a seat." in without.warnings


def test_the_next_round_is_seated_as_if_there_had_been_no_proxy_player() -> None:
    organizer = four_and_a_proxy().result(1, 2, 2, 0, 0).result(2, 4, 0, 0, 0)
    organizer.add_player("Iris")
    organizer.seat_next_round(seed=1, seconds=0.05)
    assert set(organizer.state.round(2).seats) == {1, 3, 4, 5, 6, 7, 8, 9}


def test_a_round_in_which_three_sat_at_a_table_does_not_bar_the_next() -> None:
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.drop_player(4)
    organizer.add_player("Late")
    organizer.change_seats(1, [[1, 2, 3], [5, 6, 7, 8]])
    organizer.result(1, 3, 0, 0).result(2, 4, 0, 0, 0)
    organizer.seat_next_round(seed=1, seconds=0.05)
    assert set(organizer.state.round(2).seats) == {1, 2, 3, 5, 6, 7, 8, 9}
