"""Chances of the final: the figures of season.md 6, and an enumeration of its own in fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from tests.tournament.organizer import Organizer
from toolkit.scoring import legal_lines, score_table
from toolkit.tournament import odds
from toolkit.tournament.chances import chance_sentence
from toolkit.tournament.errors import Refused
from toolkit.tournament.odds import chances, weighted_lines
from toolkit.tournament.standings import totals

# Fixture A of season.md: 13 players, round 1 as played, the seats of round 2.
ROUND_1 = [11, 8, 3, 12, 6], [2, 10, 13, 9], [4, 7, 1, 5]
RESULTS_1 = (3, 1, 1, 0, 0), (2, 1, 1, 0), (2, 1, 1, 0)
ROUND_2 = [9, 3, 7, 2, 4], [12, 13, 5, 11], [6, 1, 10, 8]
SAID = {11: 99.7, 2: 96.0, 4: 95.5, 8: 29.7, 3: 25.9, 13: 25.6, 1: 24.4, 10: 22.9, 7: 19.3, 6: 16.4, 12: 16.2, 5: 15.7}


def after_round_1() -> Organizer:
    organizer = Organizer(rounds=2).with_players(13).seated(*ROUND_1)
    for table, line in enumerate(RESULTS_1, 1):
        organizer.result(table, *line)
    return organizer


def drafted(seed: int, players: int = 8) -> Organizer:
    """An event after a first round of random results, the second one drafted."""
    dice, people = random.Random(seed), list(range(1, players + 1))
    sizes = [5] * (players % 4) + [4] * (players // 4 - players % 4)
    organizer = Organizer(rounds=2).with_players(players)

    def tables() -> list[list[int]]:
        dice.shuffle(people)
        return [people[sum(sizes[:table]) :][:size] for table, size in enumerate(sizes)]

    organizer.seated(*tables())
    for table, size in enumerate(sizes, 1):
        organizer.result(table, *(halves / 2 for halves in dice.choice(list(weighted_lines(size)))))
    organizer.draft_round(tables())
    return organizer


def ranked(organizer: Organizer, lines: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, int, int], int]]:
    """Everybody's score once the drafted tables have these lines, the best first."""
    have = {total.player: list(total.score) for total in totals(organizer.state)}
    for players, line in zip(organizer.state.rounds[-1].tables, lines, strict=True):
        score = score_table(line)
        for seat, player in enumerate(players):
            gained = score.game_wins[seat], score.victory_points[seat], score.tournament_points[seat]
            have[player] = [one + more for one, more in zip(have[player], gained, strict=True)]
    return sorted(((tuple(score), player) for player, score in have.items()), reverse=True)


def shares(organizer: Organizer, lines: tuple[tuple[int, ...], ...]) -> dict[int, Fraction]:
    """Who is in the final then: k who are tied for j places each with j/k."""
    order = ranked(organizer, lines)
    fifth = order[4][0]
    above = sum(score > fifth for score, _ in order)
    level = sum(score == fifth for score, _ in order)
    return {
        player: Fraction(1) if score > fifth else Fraction(5 - above, level) if score == fifth else Fraction(0)
        for score, player in order
    }


def outcomes(organizer: Organizer, *, plain: bool) -> Iterator[tuple[Fraction, dict[int, Fraction]]]:
    sizes = [len(table) for table in organizer.state.rounds[-1].tables]
    for lines in product(*(weighted_lines(size) if plain else legal_lines(size) for size in sizes)):
        weight = Fraction(1)
        for size, line in zip(sizes, lines, strict=True):
            weight *= weighted_lines(size).get(line, Fraction(0))
        yield weight, shares(organizer, lines)


def test_the_thirteen_chances_of_the_worked_example() -> None:
    organizer = after_round_1()
    organizer.draft_round(ROUND_2)
    found = chances(organizer.state, seed=1, with_seats=True)
    assert (found.is_exact, found.combinations) == (True, 126 * 35 * 35)
    assert {one.player: round(100 * one.chance, 1) for one in found.players} == {**SAID, 9: 12.8}
    assert sum(one.exact for one in found.players if one.exact is not None) == 5


@pytest.mark.parametrize(("seats", "lines", "share"), [(4, 35, 63.45), (5, 126, 61.56)])
def test_the_model_has_the_plain_lines_and_their_game_wins(seats: int, lines: int, share: float) -> None:
    weights = weighted_lines(seats)
    won = sum(weight for line, weight in weights.items() if any(score_table(line).game_wins))
    assert (len(weights), sum(weights.values()), round(100 * float(won), 2)) == (lines, 1, share)


def test_a_game_of_two_ends_by_time_in_a_tenth_of_all_cases() -> None:
    assert weighted_lines(2) == {(1, 1): Fraction(1, 10), (4, 0): Fraction(9, 20), (0, 4): Fraction(9, 20)}


@pytest.mark.parametrize("seed", range(3))
def test_an_enumeration_in_fractions_comes_to_the_same(seed: int) -> None:
    organizer = drafted(seed)
    wanted = dict.fromkeys(organizer.state.players, Fraction(0))
    for weight, found in outcomes(organizer, plain=True):
        wanted = {player: so_far + weight * found[player] for player, so_far in wanted.items()}
    assert {one.player: one.exact for one in chances(organizer.state, seed=1, with_seats=True).players} == wanted


@pytest.mark.parametrize("seed", range(2))
def test_what_is_certain_holds_for_every_result_that_a_game_can_have(seed: int) -> None:
    organizer = drafted(seed + 10)
    seen: dict[int, set[Fraction]] = {player: set() for player in organizer.state.players}
    for _, found in outcomes(organizer, plain=False):
        for player, share in found.items():
            seen[player].add(share)
    known = chances(organizer.state, seed=1, with_seats=True)
    assert known.is_certainty_known
    assert {one.player for one in known.players if one.is_in} == {one for one, has in seen.items() if has == {1}}
    assert {one.player for one in known.players if one.is_out} == {one for one, has in seen.items() if has == {0}}


def test_what_is_enough_for_one_is_enough_whatever_the_others_do() -> None:
    organizer = after_round_1()
    organizer.draft_round(ROUND_2)
    by_player = {one.player: one for one in chances(organizer.state, seed=1, with_seats=True).players}
    assert by_player[9].enough == (1, 7)
    assert (
        str(chance_sentence(by_player[9]))
        == "1 GW and 3.5 VP or more is enough, whatever happens at the other tables; at least 1 VP is needed."
    )
    assert all(one.chance == 1 for one in by_player[9].results if (one.game_wins, one.victory_points) >= (1, 7))
    assert all(one.chance == 0 for one in by_player[9].results if (one.game_wins, one.victory_points) < (0, 2))
    assert abs(sum(one.odds * one.chance for one in by_player[9].results) - by_player[9].chance) < 1e-12


def test_drawn_chances_are_within_four_standard_errors_of_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(50):
        organizer = drafted(seed, players=(8, 9)[seed % 2])
        exact = {one.player: one.chance for one in chances(organizer.state, seed=seed, with_seats=True).players}
        with monkeypatch.context() as patched:
            patched.setattr(odds, "MOST_COMBINATIONS", 0)
            drawn = chances(organizer.state, seed=seed + 1000, with_seats=True)
        assert not drawn.is_exact
        for one in drawn.players:
            chance = exact[one.player]
            error = (chance * (1 - chance) / drawn.combinations) ** 0.5
            assert abs(one.chance - chance) <= 4 * error + 1e-9, (seed, one.player)


def test_seats_that_nobody_was_shown_are_not_used_for_everybody() -> None:
    organizer = after_round_1()
    before = chances(organizer.state, seed=1, with_seats=False)
    organizer.draft_round(ROUND_2)
    after = chances(organizer.state, seed=1, with_seats=False)
    assert (after.is_exact, after.are_seats_known) == (False, False)
    assert [(one.player, one.chance) for one in after.players] == [(one.player, one.chance) for one in before.players]
    assert abs(sum(one.chance for one in after.players) - 5) < 1e-9


def test_two_rounds_to_go_are_drawn_and_sum_to_the_places() -> None:
    organizer = Organizer(rounds=3).with_players(13).seated(*ROUND_1)
    for table, line in enumerate(RESULTS_1, 1):
        organizer.result(table, *line)
    found = chances(organizer.state, seed=7, with_seats=True)
    assert (found.rounds_left, found.is_exact, found.seed) == (2, False, 7)
    assert abs(sum(one.chance for one in found.players) - 5) < 1e-9
    assert max(found.error(one.chance) for one in found.players) < 0.0071


def test_who_left_is_not_in_the_running() -> None:
    organizer = after_round_1()
    organizer.drop_player(11)
    assert 11 not in [one.player for one in chances(organizer.state, seed=1, with_seats=True).players]


def refusal(organizer: Organizer) -> str:
    with pytest.raises(Refused) as refused:
        chances(organizer.state, seed=1, with_seats=True)
    return str(refused.value)


WITHIN = "Chances are shown between rounds only (VEKN 4.8)."


def test_nothing_is_said_before_the_first_round_and_within_a_round() -> None:
    organizer = Organizer(rounds=2).with_players(13)
    assert refusal(organizer) == WITHIN
    organizer.seated(*ROUND_1).result(1, *RESULTS_1[0]).result(2, *RESULTS_1[1])
    assert refusal(organizer) == WITHIN
    organizer.result(3, *RESULTS_1[2]).seated(*ROUND_2)
    assert refusal(organizer) == WITHIN


def test_the_round_goes_on_until_its_last_result_is_confirmed() -> None:
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8]).result(1, 4, 0, 0, 0)
    organizer.enter_result(1, 2, victory_points=[4, 0, 0, 0], by_player=5)
    assert refusal(organizer) == WITHIN
    organizer.confirm_result(1, 2, 6)
    assert chances(organizer.state, seed=1, with_seats=True).players[0].chance > 0.5


def test_once_all_rounds_are_played_the_standings_say_it() -> None:
    organizer = after_round_1()
    organizer.seated(*ROUND_2).result(1, 5, 0, 0, 0, 0).result(2, 4, 0, 0, 0).result(3, 4, 0, 0, 0)
    assert "The standings show the finalists" in refusal(organizer)
    assert refusal(Organizer(rounds=2, has_final=False)) == "This event has no final."
