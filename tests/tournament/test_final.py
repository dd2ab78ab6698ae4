from __future__ import annotations

import pytest

from tests.tournament.desk import Desk, before_final, ten
from toolkit.scoring import IncompleteToss
from toolkit.tournament import FINAL, FinalDeck, SanctionKind, final, standings
from toolkit.tournament.errors import BadValue, Refused


def seated(desk: Desk | None = None) -> Desk:
    """The final of `before_final`, seeds 1 6 2 8 3, seated in that order."""
    desk = desk or before_final()
    desk.open_final()
    desk.place_row(desk.state.final.finalists)
    desk.record_first_player(desk.state.final.finalists[0])
    return desk


def test_the_five_best_are_cut() -> None:
    desk = before_final()
    desk.open_final()
    assert desk.state.final.finalists == (1, 6, 2, 8, 3)
    with pytest.raises(Refused, match="open already"):
        desk.open_final()


def test_the_cut_waits_for_rounds_and_results() -> None:
    desk = ten()
    with pytest.raises(Refused, match="1 of 2 rounds"):
        desk.open_final()
    late = before_final()
    late.clear_result(2, 2)
    with pytest.raises(Refused, match="lacks the result of table 2"):
        late.open_final()


def test_who_dropped_is_not_pulled_in() -> None:
    desk = before_final()
    desk.drop_player(6)
    desk.open_final()
    assert desk.state.final.finalists == (1, 2, 8, 3, 7)


def tied() -> Desk:
    """Everybody has the same: half a point at time."""
    desk = Desk(rounds=1).with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    for table in (1, 2):
        desk.enter_result(1, table, events="time")
    return desk


def test_a_tie_needs_a_toss_and_its_record_is_kept() -> None:
    desk = tied()
    assert desk.blocking() == ["toss_needed"]
    with pytest.raises(Refused, match="a toss decides first"):
        desk.open_final()
    (fact,) = desk.toss(seed=11)
    assert fact.seed == 11
    assert desk.blocking() == []
    desk.open_final()
    assert desk.state.final.finalists == fact.players[:5]
    assert desk.order() == list(fact.players)


def test_the_same_seed_tosses_the_same() -> None:
    assert tied().toss(seed=3) == tied().toss(seed=3)


def test_a_toss_at_the_table_is_recorded_and_replaces_the_random_one() -> None:
    desk = tied()
    desk.toss(seed=1)
    with pytest.raises(IncompleteToss):
        desk.record_toss([1, 2])
    desk.record_toss([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], how="dice")
    desk.open_final()
    assert desk.state.final.finalists == (10, 9, 8, 7, 6)


def test_a_toss_outlives_a_player_who_leaves_and_falls_with_the_tie() -> None:
    desk = tied()
    desk.record_toss([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    desk.drop_player(10)
    assert final.cut(desk.state) == (9, 8, 7, 6, 5)
    desk.result(1, 5, 0, 0, 0, 0)
    assert desk.order()[0] == 1
    assert final.tosses_needed(desk.state) == []


def test_an_old_toss_that_leaves_out_a_newly_tied_player_does_not_count() -> None:
    desk = tied()
    desk.drop_player(10)
    desk.record_toss([9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert final.tosses_needed(desk.state) == []
    desk.return_player(10)
    assert final.tosses_needed(desk.state) == [tuple(range(1, 11))]
    assert desk.row(9).toss == 0


def test_who_has_not_played_is_not_in_the_final() -> None:
    desk = Desk(rounds=1).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 2, 1, 1, 1, 0)
    desk.add_player("Too late")
    desk.drop_player(1)
    desk.toss(seed=1)
    desk.open_final()
    assert sorted(desk.state.final.finalists) == [2, 3, 4, 5]


def test_no_toss_where_nobody_is_tied() -> None:
    with pytest.raises(Refused, match="Nobody is tied"):
        before_final().toss(seed=1)


def test_the_next_moves_up_for_one_who_cannot_play() -> None:
    desk = before_final()
    desk.mark_unavailable(8, reason="a train")
    desk.open_final()
    assert desk.state.final.finalists == (1, 6, 2, 3, 7)
    desk.mark_available(8)
    assert desk.state.final.finalists == (1, 6, 2, 8, 3)
    with pytest.raises(Refused, match="not marked"):
        desk.mark_available(8)


def test_a_tie_for_moving_up_is_tossed_and_blocks_nothing() -> None:
    desk = before_final()
    desk.open_final()
    for number in (1, 6):
        desk.mark_unavailable(number)
    assert desk.state.final is None  # 9 and 10 are tied for the fifth place
    assert desk.blocking() == ["toss_needed"]
    desk.record_toss([10, 9])
    desk.open_final()
    assert desk.state.final.finalists == (2, 8, 3, 7, 10)
    assert desk.order()[:2] == [1, 6]


def test_a_final_of_four_when_there_are_no_more() -> None:
    desk = before_final()
    for number in (4, 5, 7, 9, 10, 3):
        desk.drop_player(number)
    desk.open_final()
    assert desk.state.final.finalists == (1, 6, 2, 8)
    desk.drop_player(8)
    with pytest.raises(Refused, match="Only 3"):
        desk.replace_finalists()
    desk.return_player(8)
    seated_four = desk
    seated_four.place_row([8, 2, 6, 1])
    seated_four.draw_first_player(seed=1)
    desk.enter_result(FINAL, 1, events="A>B, A>C, A>D")
    assert desk.row(3).rank == 5


def test_names_are_placed_from_the_lowest_seed_to_the_highest() -> None:
    desk = before_final()
    desk.open_final()
    with pytest.raises(Refused, match="turn of Player 3"):
        desk.place_finalist(1, 0)
    desk.place_finalist(3, 0)
    with pytest.raises(BadValue, match="0 to 1"):
        desk.place_finalist(8, 2)
    desk.place_finalist(8, 0)  # left end: 8 3
    desk.place_finalist(2, 1)  # between: 8 2 3
    desk.place_finalist(6, 3)  # right end: 8 2 3 6
    with pytest.raises(Refused, match="Player 1 has not placed"):
        desk.draw_first_player(seed=1)
    desk.place_finalist(1, 2)
    assert desk.state.final.row == (8, 2, 1, 3, 6)
    desk.record_first_player(1)
    assert desk.state.final_round.tables == ((1, 3, 6, 8, 2),)


def test_a_row_at_once_is_the_same_as_one_by_one() -> None:
    desk = before_final()
    desk.open_final()
    with pytest.raises(BadValue, match="every finalist once"):
        desk.place_row([8, 2, 1, 3, 3])
    desk.place_row([8, 2, 1, 3, 6])
    assert desk.state.final.row == (8, 2, 1, 3, 6)
    assert desk.state.final.placed == (3, 8, 2, 6, 1)


def test_the_first_player_is_drawn_from_the_seed() -> None:
    desk = before_final()
    desk.open_final()
    desk.place_row([1, 6, 2, 8, 3])
    (fact,) = desk.draw_first_player(seed=5)
    assert desk.state.final_round.tables[0][0] == fact.player == desk.state.final.first_player
    with pytest.raises(Refused, match="known already"):
        desk.draw_first_player(seed=6)


def test_three_crypt_cards_are_shown() -> None:
    desk = before_final()
    desk.open_final()
    crypt = [f"Vampire {number}" for number in range(12)]
    (fact,) = desk.show_crypt_cards(1, crypt, seed=3)
    assert len(set(fact.cards)) == 3
    assert set(fact.cards) <= set(crypt)
    desk.show_crypt_cards(6, ["A", "B", "C"])
    assert desk.state.final.crypt_cards[6] == ("A", "B", "C")
    with pytest.raises(BadValue):
        desk.show_crypt_cards(6, ["A", "B", "C", "D"])
    with pytest.raises(Refused, match="not in the final"):
        desk.show_crypt_cards(10, ["A", "B", "C"])


def test_the_most_points_win_whatever_the_seed() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="E>A, E>B, E>C, E>D")
    assert standings.winner(desk.state) == 3
    assert [desk.row(number).rank for number in (3, 1, 6, 2, 8, 7)] == [1, 2, 2, 2, 2, 6]
    assert desk.order()[0] == 3
    desk.finish()


def test_a_drawn_final_goes_to_the_first_seed() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="time")
    assert standings.winner(desk.state) == 1


def test_the_top_seed_can_lose_on_a_tie_break() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="B>C, D>E, time")
    assert standings.winner(desk.state) == 6  # seeds 2 and 4 have 1.5, seed 1 has 0.5


def test_an_adjustment_inside_the_final_takes_the_win() -> None:
    desk = seated()
    desk.sanction_player(6, SanctionKind.ADJUSTMENT, rule="JG 3.2")
    desk.enter_result(FINAL, 1, events="B>C, D>E, time")
    assert standings.winner(desk.state) == 8
    assert desk.row(6).final_victory_points == 1


def test_the_final_adds_to_the_rating_and_not_to_the_standings() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="B>C, D>E, time")
    # 10 players: bonus 63 and 21. Winner 6: 5 + 4 × (4.5 + 1.5) + 8 × (1 + 1) + 63; finalist 1: 5 + 4 × 5.5 + 8 + 21.
    assert (desk.row(6).rating_points, desk.row(1).rating_points) == (108, 56)
    assert (desk.row(6).victory_points, desk.row(6).tournament_points, desk.row(6).game_wins) == (9, 120, 1)


def test_a_correction_after_the_final_changes_seeds_and_with_them_the_winner() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="time")
    assert standings.winner(desk.state) == 1
    desk.result(2, 5, 0, 0, 0, 0, round=1)  # player 6 had 3 there
    assert standings.winner(desk.state) == 6
    assert (desk.row(6).seed, desk.row(1).seed) == (1, 2)


def test_a_correction_that_changes_who_is_cut_is_said() -> None:
    desk = before_final()
    desk.open_final()
    desk.result(2, 0, 0, 0, 0, 5, round=1)
    assert "cut_changed" in desk.blocking()
    desk.replace_finalists()
    assert 10 in desk.state.final.finalists
    assert "cut_changed" not in desk.blocking()


def test_a_disqualified_winner_does_not_win() -> None:
    desk = seated()
    desk.enter_result(FINAL, 1, events="B>C, D>E, time")
    desk.sanction_player(6, SanctionKind.DISQUALIFICATION, rule="JG 1.1.4")
    assert standings.winner(desk.state) == 8
    assert 6 not in desk.order()
    assert [desk.row(number).rank for number in (8, 1, 7)] == [1, 2, 5]


def test_the_final_can_be_cancelled_and_cut_anew() -> None:
    desk = seated()
    with pytest.raises(Refused, match="cancel it first"):
        desk.mark_unavailable(1)
    with pytest.raises(BadValue):
        desk.cancel_final(reason=" ")
    desk.cancel_final(reason="one left")
    desk.mark_unavailable(1)
    desk.open_final()
    assert desk.state.final.finalists == (6, 2, 8, 3, 7)


def test_a_finalist_disqualified_before_the_seats_is_replaced() -> None:
    desk = before_final()
    desk.open_final()
    with pytest.raises(Refused, match="as it was"):
        desk.replace_finalists()
    desk.sanction_player(2, SanctionKind.DISQUALIFICATION, rule="JG 1.1.4")
    desk.replace_finalists()
    assert desk.state.final.finalists == (1, 6, 8, 3, 7)


def test_an_event_without_a_final_has_none() -> None:
    desk = Desk(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 5, 0, 0, 0, 0)
    with pytest.raises(Refused, match="without a final"):
        desk.open_final()


def multideck(method: FinalDeck) -> Desk:
    desk = Desk(rounds=2, is_multideck=True, final_deck=method).with_players(5)
    desk.seated([1, 2, 3, 4, 5]).result(1, 3, 2, 0, 0, 0).seated([1, 2, 3, 4, 5]).result(1, 3, 1, 1, 0, 0)
    desk.toss(seed=1)
    desk.open_final()
    return desk


def test_the_deck_of_the_best_round_is_played() -> None:
    desk = multideck(FinalDeck.BEST_ROUND)
    (first,) = desk.decide_final_deck(1, seed=1)  # the same in both rounds: at random
    assert (first.tied, first.deck_round in (1, 2), first.seed) == ((1, 2), True, 1)
    (second,) = desk.decide_final_deck(2, seed=1)  # 2 VP in round 1
    assert (second.deck_round, second.tied, second.seed) == (1, (), None)
    assert desk.decide_final_deck(3, seed=1)[0].deck_round == 2
    with pytest.raises(Refused, match="do not choose"):
        desk.choose_final_deck(1, 2)


def test_a_free_choice_is_any_round() -> None:
    desk = multideck(FinalDeck.FREE_CHOICE)
    desk.choose_final_deck(1, 2)
    assert desk.state.final.deck_rounds == {1: 2}
    with pytest.raises(BadValue):
        desk.choose_final_deck(1, 3)
    with pytest.raises(Refused, match="does not decide"):
        desk.decide_final_deck(1, seed=1)
