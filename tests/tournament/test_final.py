from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.scoring import IncompleteToss
from toolkit.tournament import FINAL, FinalDeck, SanctionKind, final, standings
from toolkit.tournament.errors import BadValue, Refused


def seated(organizer: Organizer | None = None) -> Organizer:
    """The final of `before_final`, seeds 1 6 2 8 3, seated in that order."""
    organizer = organizer or before_final()
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.record_first_player(organizer.state.final.finalists[0])
    return organizer


def test_the_five_best_are_cut() -> None:
    organizer = before_final()
    organizer.open_final()
    assert organizer.state.final.finalists == (1, 6, 2, 8, 3)
    with pytest.raises(Refused, match="open already"):
        organizer.open_final()


def test_the_cut_waits_for_rounds_and_results() -> None:
    organizer = ten()
    with pytest.raises(Refused, match="1 of 2 rounds"):
        organizer.open_final()
    late = before_final()
    late.clear_result(2, 2)
    with pytest.raises(Refused, match="lacks the result of table 2"):
        late.open_final()


def test_who_dropped_is_not_pulled_in() -> None:
    organizer = before_final()
    organizer.drop_player(6)
    organizer.open_final()
    assert organizer.state.final.finalists == (1, 2, 8, 3, 7)


def tied() -> Organizer:
    """Everybody has the same: half a point at time."""
    organizer = Organizer(rounds=1).with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    for table in (1, 2):
        organizer.enter_result(1, table, events="time")
    return organizer


def test_a_tie_needs_a_toss_and_its_record_is_kept() -> None:
    organizer = tied()
    assert organizer.blocking() == ["toss_needed"]
    with pytest.raises(Refused, match="a toss decides first"):
        organizer.open_final()
    (fact,) = organizer.toss(seed=11)
    assert fact.seed == 11
    assert organizer.blocking() == []
    organizer.open_final()
    assert organizer.state.final.finalists == fact.players[:5]
    assert organizer.order() == list(fact.players)


def test_the_same_seed_tosses_the_same() -> None:
    assert tied().toss(seed=3) == tied().toss(seed=3)


def test_a_toss_at_the_table_is_recorded_and_replaces_the_random_one() -> None:
    organizer = tied()
    organizer.toss(seed=1)
    for order in ([1, 2], []):
        with pytest.raises(IncompleteToss):
            organizer.record_toss(order)
    organizer.record_toss([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], how="dice")
    organizer.open_final()
    assert organizer.state.final.finalists == (10, 9, 8, 7, 6)


def test_a_toss_outlives_a_player_who_leaves_and_falls_with_the_tie() -> None:
    organizer = tied()
    organizer.record_toss([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    organizer.drop_player(10)
    assert final.cut(organizer.state) == (9, 8, 7, 6, 5)
    organizer.result(1, 5, 0, 0, 0, 0)
    assert organizer.order()[0] == 1
    assert final.tosses_needed(organizer.state) == []


def test_an_old_toss_that_leaves_out_a_newly_tied_player_does_not_count() -> None:
    organizer = tied()
    organizer.drop_player(10)
    organizer.record_toss([9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert final.tosses_needed(organizer.state) == []
    organizer.return_player(10)
    assert final.tosses_needed(organizer.state) == [tuple(range(1, 11))]
    assert organizer.row(9).toss == 0


def test_who_has_not_played_is_not_in_the_final() -> None:
    organizer = Organizer(rounds=1).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 2, 1, 1, 1, 0)
    organizer.add_player("Too late")
    organizer.drop_player(1)
    organizer.toss(seed=1)
    organizer.open_final()
    assert sorted(organizer.state.final.finalists) == [2, 3, 4, 5]


def test_no_toss_where_nobody_is_tied() -> None:
    with pytest.raises(Refused, match="No players are tied"):
        before_final().toss(seed=1)


def test_the_next_moves_up_for_one_who_cannot_play() -> None:
    organizer = before_final()
    organizer.mark_unavailable(8, reason="a train")
    organizer.open_final()
    assert organizer.state.final.finalists == (1, 6, 2, 3, 7)
    organizer.mark_available(8)
    assert organizer.state.final.finalists == (1, 6, 2, 8, 3)
    with pytest.raises(Refused, match="not marked"):
        organizer.mark_available(8)


def test_a_tie_for_moving_up_is_tossed_and_blocks_nothing() -> None:
    organizer = before_final()
    organizer.open_final()
    for number in (1, 6):
        organizer.mark_unavailable(number)
    assert organizer.state.final is None  # 9 and 10 are tied for the fifth place
    assert organizer.blocking() == ["toss_needed"]
    organizer.record_toss([10, 9])
    organizer.open_final()
    assert organizer.state.final.finalists == (2, 8, 3, 7, 10)
    assert organizer.order()[:2] == [1, 6]


def test_a_final_of_four_when_there_are_no_more() -> None:
    organizer = before_final()
    for number in (4, 5, 7, 9, 10, 3):
        organizer.drop_player(number)
    organizer.open_final()
    assert organizer.state.final.finalists == (1, 6, 2, 8)
    organizer.drop_player(8)
    with pytest.raises(Refused, match="Only 3"):
        organizer.replace_finalists()
    organizer.return_player(8)
    seated_four = organizer
    seated_four.place_row([8, 2, 6, 1])
    seated_four.draw_first_player(seed=1)
    organizer.enter_result(FINAL, 1, events="A>B, A>C, A>D")
    assert organizer.row(3).rank == 5


def test_names_are_placed_from_the_lowest_seed_to_the_highest() -> None:
    organizer = before_final()
    organizer.open_final()
    with pytest.raises(Refused, match="turn of Player 3"):
        organizer.place_finalist(1, 0)
    organizer.place_finalist(3, 0)
    with pytest.raises(BadValue, match="0 to 1"):
        organizer.place_finalist(8, 2)
    organizer.place_finalist(8, 0)  # left end: 8 3
    organizer.place_finalist(2, 1)  # between: 8 2 3
    organizer.place_finalist(6, 3)  # right end: 8 2 3 6
    with pytest.raises(Refused, match="Player 1 has not placed"):
        organizer.draw_first_player(seed=1)
    organizer.place_finalist(1, 2)
    assert organizer.state.final.row == (8, 2, 1, 3, 6)
    organizer.record_first_player(1)
    assert organizer.state.final_round.tables == ((1, 3, 6, 8, 2),)


def test_who_has_only_one_seat_to_take_is_placed_with_the_next() -> None:
    organizer = before_final()
    organizer.open_final()
    assert final.row_to_choose_in(organizer.state.final) == ((3, 8), 2)
    with pytest.raises(BadValue, match="0 to 2"):
        organizer.place_finalist(2, 3)
    organizer.place_finalist(2, 1)
    assert (organizer.state.final.row, organizer.state.final.placed) == ((3, 2, 8), (3, 8, 2))
    assert final.row_to_choose_in(organizer.state.final) == ((3, 2, 8), 6)


def test_a_row_at_once_is_the_same_as_one_by_one() -> None:
    organizer = before_final()
    organizer.open_final()
    with pytest.raises(BadValue, match="every finalist once"):
        organizer.place_row([8, 2, 1, 3, 3])
    organizer.place_row([8, 2, 1, 3, 6])
    assert organizer.state.final.row == (8, 2, 1, 3, 6)
    assert organizer.state.final.placed == (3, 8, 2, 6, 1)


def test_the_first_player_is_drawn_from_the_seed() -> None:
    organizer = before_final()
    organizer.open_final()
    organizer.place_row([1, 6, 2, 8, 3])
    (fact,) = organizer.draw_first_player(seed=5)
    assert organizer.state.final_round.tables[0][0] == fact.player == organizer.state.final.first_player
    with pytest.raises(Refused, match="known already"):
        organizer.draw_first_player(seed=6)


def test_three_crypt_cards_are_shown() -> None:
    organizer = before_final()
    organizer.open_final()
    crypt = [f"Vampire {number}" for number in range(12)]
    (fact,) = organizer.show_crypt_cards(1, crypt, seed=3)
    assert len(set(fact.cards)) == 3
    assert set(fact.cards) <= set(crypt)
    organizer.show_crypt_cards(6, ["A", "B", "C"])
    assert organizer.state.final.crypt_cards[6] == ("A", "B", "C")
    with pytest.raises(BadValue):
        organizer.show_crypt_cards(6, ["A", "B", "C", "D"])
    with pytest.raises(Refused, match="not in the final"):
        organizer.show_crypt_cards(10, ["A", "B", "C"])


def test_the_most_points_win_whatever_the_seed() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="E>A, E>B, E>C, E>D")
    assert standings.winner(organizer.state) == 3
    assert [organizer.row(number).rank for number in (3, 1, 6, 2, 8, 7)] == [1, 2, 2, 2, 2, 6]
    assert organizer.order()[0] == 3
    organizer.finish()


def test_a_drawn_final_goes_to_the_first_seed() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="time")
    assert standings.winner(organizer.state) == 1


def test_the_top_seed_can_lose_on_a_tie_break() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="B>C, D>E, time")
    assert standings.winner(organizer.state) == 6  # seeds 2 and 4 have 1.5, seed 1 has 0.5


def test_an_adjustment_inside_the_final_takes_the_win() -> None:
    organizer = seated()
    organizer.sanction_player(6, SanctionKind.ADJUSTMENT, rule="JG 3.2")
    organizer.enter_result(FINAL, 1, events="B>C, D>E, time")
    assert standings.winner(organizer.state) == 8
    assert organizer.row(6).final_victory_points == 1


def test_the_final_adds_to_the_rating_and_not_to_the_standings() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="B>C, D>E, time")
    # 10 players: bonus 63 and 21. Winner 6: 5 + 4 × (4.5 + 1.5) + 8 × (1 + 1) + 63; finalist 1: 5 + 4 × 5.5 + 8 + 21.
    assert (organizer.row(6).rating_points, organizer.row(1).rating_points) == (108, 56)
    assert (organizer.row(6).victory_points, organizer.row(6).tournament_points, organizer.row(6).game_wins) == (
        9,
        120,
        1,
    )


def test_the_seeds_of_the_cut_stay_and_with_them_the_winner_of_a_drawn_final() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="time")
    assert standings.winner(organizer.state) == 1
    organizer.result(2, 5, 0, 0, 0, 0, round=1)  # player 6 had 3 there
    assert standings.winner(organizer.state) == 1
    assert (organizer.row(6).seed, organizer.row(1).seed) == (2, 1)


def test_a_correction_that_changes_who_is_cut_is_said() -> None:
    organizer = before_final()
    organizer.open_final()
    organizer.result(2, 0, 0, 0, 0, 5, round=1)
    assert "cut_changed" in organizer.blocking()
    organizer.replace_finalists()
    assert 10 in organizer.state.final.finalists
    assert "cut_changed" not in organizer.blocking()


def test_a_disqualified_winner_does_not_win() -> None:
    organizer = seated()
    organizer.enter_result(FINAL, 1, events="B>C, D>E, time")
    organizer.sanction_player(6, SanctionKind.DISQUALIFICATION, rule="JG 1.1.4")
    assert standings.winner(organizer.state) == 8
    assert 6 not in organizer.order()
    assert [organizer.row(number).rank for number in (8, 1, 7)] == [1, 2, 5]


def test_the_final_can_be_cancelled_and_cut_anew() -> None:
    organizer = seated()
    with pytest.raises(Refused, match="cancel it first"):
        organizer.mark_unavailable(1)
    with pytest.raises(BadValue):
        organizer.cancel_final(reason=" ")
    organizer.cancel_final(reason="one left")
    organizer.mark_unavailable(1)
    organizer.open_final()
    assert organizer.state.final.finalists == (6, 2, 8, 3, 7)


def test_a_finalist_disqualified_before_the_seats_is_replaced() -> None:
    organizer = before_final()
    organizer.open_final()
    with pytest.raises(Refused, match="stay the same"):
        organizer.replace_finalists()
    organizer.sanction_player(2, SanctionKind.DISQUALIFICATION, rule="JG 1.1.4")
    organizer.replace_finalists()
    assert organizer.state.final.finalists == (1, 6, 8, 3, 7)


def test_an_event_without_a_final_has_none() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 5, 0, 0, 0, 0)
    with pytest.raises(Refused, match="without a final"):
        organizer.open_final()


def multideck(method: FinalDeck) -> Organizer:
    organizer = Organizer(rounds=2, is_multideck=True, final_deck=method).with_players(5)
    organizer.seated([1, 2, 3, 4, 5]).result(1, 3, 2, 0, 0, 0).seated([1, 2, 3, 4, 5]).result(1, 3, 1, 1, 0, 0)
    organizer.toss(seed=1)
    organizer.open_final()
    return organizer


def test_the_deck_of_the_best_round_is_played() -> None:
    organizer = multideck(FinalDeck.BEST_ROUND)
    (first,) = organizer.decide_final_deck(1, seed=1)  # the same in both rounds: at random
    assert (first.tied, first.deck_round in (1, 2), first.seed) == ((1, 2), True, 1)
    (second,) = organizer.decide_final_deck(2, seed=1)  # 2 VP in round 1
    assert (second.deck_round, second.tied, second.seed) == (1, (), None)
    assert organizer.decide_final_deck(3, seed=1)[0].deck_round == 2
    with pytest.raises(Refused, match="do not choose"):
        organizer.choose_final_deck(1, 2)


def test_a_free_choice_is_any_round() -> None:
    organizer = multideck(FinalDeck.FREE_CHOICE)
    organizer.choose_final_deck(1, 2)
    assert organizer.state.final.deck_rounds == {1: 2}
    with pytest.raises(BadValue):
        organizer.choose_final_deck(1, 3)
    with pytest.raises(Refused, match="does not decide"):
        organizer.decide_final_deck(1, seed=1)
