"""Staggered events say what they are: expected figures are the worked examples of the rules (VEKN 3.1.2)."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from tests.tournament.test_decks import ILLEGAL, LEGAL
from toolkit.seating import ImpossibleSeating
from toolkit.tournament import seats, staggered
from toolkit.tournament.errors import BadValue
from toolkit.tournament.rounds import does_plan_stand

# Seven players, two games each: players 5 and 6 sit out of round 1, 4 and 7 of round 2, 1, 2 and 3 of round 3.
PLAN = [[[1, 2, 3, 4, 7]], [[5, 6, 1, 2, 3]], [[4, 5, 6, 7]]]


def seven(**settings: object) -> Organizer:
    return Organizer(**{"rounds": 2, **settings}).with_players(7)


def planned(**settings: object) -> Organizer:
    organizer = seven(**settings)
    organizer.plan_structure(PLAN, seed=1)
    organizer.draft_planned()
    return organizer


def told(organizer: Organizer) -> list[str]:
    return list(staggered.plan_sentences(organizer.state))


@pytest.mark.parametrize(
    ("players", "games", "sentence"),
    [
        (6, 2, "2 games each in 3 rounds (4, 4 and 4 seats)."),
        (7, 2, "2 games each in 3 rounds (5, 5 and 4 seats)."),
        (6, 3, "3 games each in 4 rounds (5, 5, 4 and 4 seats)."),
        (7, 3, "3 games each in 5 rounds (5, 4, 4, 4 and 4 seats)."),
        (11, 2, "2 games each in 3 rounds (10, 8 and 4 seats)."),
    ],
)
def test_the_plan_is_told_before_it_is_made(players: int, games: int, sentence: str) -> None:
    organizer = Organizer(rounds=games).with_players(players)
    assert told(organizer) == [sentence]
    assert "staggered" in organizer.blocking()


@pytest.mark.parametrize("players", [6, 7, 11])
@pytest.mark.parametrize("games", [2, 3, 4, 5])
def test_the_plan_that_was_told_is_the_one_that_is_drafted(players: int, games: int) -> None:
    organizer = Organizer(rounds=games).with_players(players)
    (announced,) = told(organizer)
    organizer.enter(seats.seat_next_round(organizer.state, seed=5, seconds=0.01))
    assert told(organizer)[0] == announced
    plan = organizer.state.plan
    assert plan is not None
    sizes = [sum(len(table.players) for table in round_.tables) for round_ in plan.rounds]
    assert sizes == sorted(sizes, reverse=True)


def test_it_names_who_sits_out_of_which_round() -> None:
    organizer = planned()
    assert told(organizer) == [
        "2 games each in 3 rounds (5, 5 and 4 seats).",
        "Round 1: Player 5 and Player 6 sit out.",
        "Round 2: Player 4 and Player 7 sit out.",
        "Round 3: Player 1, Player 2 and Player 3 sit out.",
    ]
    assert staggered.to_seat_next(organizer.state) == 5
    assert staggered.rounds_of(organizer.state, 5) == (2, 3)


def test_who_comes_between_rounds_voids_the_plan_and_the_new_one_is_told() -> None:
    organizer = planned()
    organizer.publish_round()
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.drop_player(7)
    assert told(organizer) == ["6 players cannot all sit at once: with 2 more rounds, everyone plays 2 games."]
    assert staggered.to_seat_next(organizer.state) is None


def test_players_who_become_seven_later_are_planned_too() -> None:
    organizer = Organizer(rounds=3).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.result(1, 4, 0, 0, 0).result(2, 4, 0, 0, 0)
    organizer.drop_player(8)
    assert told(organizer) == ["7 players cannot all sit at once: with 3 more rounds, everyone plays 3 games."]
    assert staggered.how_all_play(organizer.state) == (
        "Everyone else sits if 2 players are away. With 1 more (a friend, or a judge who plays), all sit."
    )
    assert staggered.to_seat_next(organizer.state) is None
    organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
    # 14 games are owed: 5 + 5 + 4.
    assert staggered.rounds_to_play(organizer.state) == 4
    assert staggered.to_seat_next(organizer.state) == len(organizer.state.round(2).seats)


def eleven_in_round_2() -> Organizer:
    """Twelve players, of whom the last is away in round 2, which is drafted."""
    organizer = Organizer(rounds=3).with_players(12).seated([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])
    for table in (1, 2, 3):
        organizer.result(table, 4, 0, 0, 0)
    organizer.mark_away([12])
    organizer.enter(seats.seat_next_round(organizer.state, seed=1, seconds=0.01))
    return organizer


def test_a_plan_stands_for_those_who_are_here_while_another_is_away() -> None:
    organizer = eleven_in_round_2()
    assert does_plan_stand(organizer.state)
    assert told(organizer)[0].startswith("11 players now: 3 rounds of ")
    assert not staggered.would_seat_more(organizer.state)


def test_a_late_player_who_fills_the_tables_ends_the_plan_and_its_words() -> None:
    organizer = eleven_in_round_2()
    organizer.add_player("Late")
    organizer.check_in([13])
    assert (told(organizer), staggered.would_seat_more(organizer.state)) == ([], True)
    organizer.enter(seats.seat_next_round(organizer.state, seed=2, seconds=0.01))
    assert (told(organizer), staggered.would_seat_more(organizer.state)) == ([], False)
    assert [len(table) for table in organizer.state.round(2).tables] == [4, 4, 4]
    assert staggered.rounds_to_play(organizer.state) == 3


def test_where_no_plan_is_left_it_says_so_and_what_is_lost() -> None:
    """JG 5.1: a drop that leaves no legal tables."""
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.result(1, 4, 0, 0, 0).result(2, 4, 0, 0, 0)
    assert "no_legal_tables" not in organizer.blocking()
    organizer.drop_player(8)
    assert told(organizer) == ["7 players now, and no plan gives them equal games in the rounds left."]
    assert "no_legal_tables" in organizer.blocking()


@pytest.mark.parametrize("players", [5, 8, 12])
def test_other_events_have_no_plan(players: int) -> None:
    organizer = Organizer(rounds=2).with_players(players)
    assert (told(organizer), staggered.rounds_to_play(organizer.state)) == ([], 2)


def test_decks_are_for_the_rounds_that_a_player_plays() -> None:
    organizer = seven(is_multideck=True)
    organizer.submit_deck(5, "a list", ILLEGAL, deck_round=3)  # before the plan: any of its rounds
    with pytest.raises(BadValue, match="1 to 3"):
        organizer.submit_deck(5, "a list", LEGAL, deck_round=4)
    organizer.plan_structure(PLAN, seed=1)
    with pytest.raises(BadValue, match=r"Player 5 sits out round 1: no deck is needed\."):
        organizer.submit_deck(5, "a list", LEGAL, deck_round=1)
    organizer.submit_deck(5, "a list", LEGAL, deck_round=2)


def test_no_list_is_missing_for_a_round_that_a_player_sits_out() -> None:
    organizer = planned(is_multideck=True, requires_decks=True)
    for number in (1, 2, 3, 4, 7):
        organizer.submit_deck(number, "a list", LEGAL, deck_round=1)
    assert "deck_missing" not in organizer.blocking()
    organizer.publish_round()


@pytest.mark.parametrize(("players", "change"), [(6, "drop"), (7, "add"), (11, "drop"), (11, "add")])
def test_a_refusal_late_in_the_plan_counts_the_games_that_are_owed(players: int, change: str) -> None:
    organizer = Organizer(rounds=2).with_players(players)
    for number in (1, 2):
        organizer.enter(seats.seat_next_round(organizer.state, seed=5, seconds=0.01))
        organizer.publish_round()
        for table, seated in organizer.state.round(number).numbered():
            organizer.enter_result(number, table, victory_points=[len(seated), *[0] * (len(seated) - 1)])
    if change == "add":
        organizer.add_player("Late")
    else:
        organizer.drop_player(organizer.state.plan.rounds[2].tables[0].players[0])
    with pytest.raises(ImpossibleSeating, match=r"cannot all play equally often in [12] more games?:"):
        seats.seat_next_round(organizer.state, seed=5, seconds=0.01)
