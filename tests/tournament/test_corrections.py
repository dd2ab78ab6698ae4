from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final
from toolkit.tournament import FINAL
from toolkit.tournament.corrections import ConsequenceKind, consequences, is_correction, moved_since_the_final
from toolkit.tournament.facts import Fact
from toolkit.tournament.results import clear_result, enter_result


def final_seated() -> Organizer:
    """The final of `before_final`, seeds 1 6 2 8 3, drawn: the first seed has won."""
    organizer = before_final()
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.record_first_player(1)
    organizer.enter_result(FINAL, 1, events="time")
    return organizer


def moved(organizer: Organizer, facts: list[Fact]) -> list[tuple[ConsequenceKind, str]]:
    after = organizer.tournament.with_facts(facts, at=organizer.now, by="Ann")
    return [(move.what, move.sentence) for move in consequences(organizer.state, after) if move.is_decisive]


def correct(
    organizer: Organizer, round_number: int, table: int, *victory_points: float
) -> list[tuple[ConsequenceKind, str]]:
    return moved(organizer, enter_result(organizer.state, round_number, table, victory_points=victory_points))


def test_a_correction_says_who_would_be_in_the_cut() -> None:
    assert correct(final_seated(), 1, 2, 0, 0, 0, 0, 5) == [
        (ConsequenceKind.CUT, "In the final would be Player 10, not Player 8."),
    ]


def test_a_correction_says_which_seeds_there_would_be() -> None:
    ((what, sentence),) = correct(final_seated(), 1, 2, 5, 0, 0, 0, 0)
    assert (what, sentence.startswith("The seeds would be: Player 6, Player 1")) == (ConsequenceKind.SEEDS, True)


def test_a_correction_of_the_final_says_who_would_win() -> None:
    organizer = final_seated()
    assert correct(organizer, FINAL, 1, 0, 5, 0, 0, 0) == [
        (ConsequenceKind.WINNER, "The winner would be Player 6, not Player 1."),
    ]
    assert moved(organizer, clear_result(organizer.state, FINAL, 1)) == [
        (ConsequenceKind.WINNER, "Player 1 would not be the winner."),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ((0, 0, 0, 0, 5), "In the final would be Player 10, not Player 8."),
        ((5, 0, 0, 0, 0), "The seeds would be: Player 6, Player 1"),
    ],
)
def test_a_finished_event_says_that_its_final_stays(line: tuple[float, ...], says: str) -> None:
    organizer = final_seated()
    organizer.finish()
    assert moved_since_the_final(organizer.tournament) == []
    organizer.reopen(reason="a wrong slip")
    organizer.enter_result(1, 2, victory_points=line)
    organizer.drop_player(8)
    organizer.finish()
    (sentence,) = moved_since_the_final(organizer.tournament)
    assert (says in sentence, sentence.endswith("The final stays as it is.")) == (True, True)


def test_places_that_move_are_listed_and_a_first_result_is_no_correction() -> None:
    organizer = before_final()
    facts = enter_result(organizer.state, 1, 1, victory_points=[2, 3, 0, 0, 0])
    after = organizer.tournament.with_facts(facts, at=organizer.now, by="Ann")
    places = {move.player: (move.before, move.after) for move in consequences(organizer.state, after)}
    assert places[1] == (1, 3)
    assert is_correction(organizer.state, facts)
    organizer.clear_result(1, 1)
    assert not is_correction(organizer.state, enter_result(organizer.state, 1, 1, victory_points=[2, 3, 0, 0, 0]))
