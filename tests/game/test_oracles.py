"""Damage and referendums against oracles written apart, on all small inputs."""

from __future__ import annotations

from itertools import product

import pytest

from toolkit.game.damage import resolve_damage
from toolkit.game.referendum import tally
from toolkit.game.state import Ballot, Referendum


def closed_form(blood: int, normal: int, aggravated: int) -> tuple[int, bool, bool]:
    """INV-26: blood left, wounded, burned, of an unwounded vampire."""
    mended = min(blood, normal)
    wounded = normal > blood or aggravated > 0
    points = max(0, aggravated - (0 if normal > blood else 1)) if aggravated else 0
    burned = blood - mended < points
    return (0 if burned else blood - mended - points), wounded, burned


@pytest.mark.parametrize("blood", range(11))
def test_damage_is_the_closed_form(blood: int) -> None:
    for normal, aggravated in product(range(13), range(13)):
        result = resolve_damage(blood, normal, aggravated)
        assert (result.blood, result.wounded, result.burned) == closed_form(blood, normal, aggravated)


def rank(blood: int, normal: int, aggravated: int) -> tuple[bool, bool, int]:
    result = resolve_damage(blood, normal, aggravated)
    return (not result.burned, not result.wounded, result.blood)


def test_more_damage_never_leaves_a_better_state() -> None:
    for blood, normal, aggravated in product(range(8), range(8), range(8)):
        here = rank(blood, normal, aggravated)
        assert rank(blood, normal + 1, aggravated) <= here
        assert rank(blood, normal, aggravated + 1) <= here
        assert rank(blood + 1, normal, aggravated) >= here


@pytest.mark.parametrize(
    ("blood", "normal", "aggravated", "expected"),
    [
        (2, 0, 2, ("torpor", 1)),
        (0, 0, 2, ("burned", 0)),
        (1, 1, 1, ("torpor", 0)),
        (1, 2, 1, ("burned", 0)),
        (2, 0, 3, ("torpor", 0)),
        (2, 0, 4, ("burned", 0)),
        (3, 4, 0, ("torpor", 0)),
        (4, 4, 0, ("ready", 0)),
        (2, 0, 1, ("torpor", 2)),
    ],
)
def test_the_scenario_s_table(blood: int, normal: int, aggravated: int, expected: tuple[str, int]) -> None:
    result = resolve_damage(blood, normal, aggravated)
    fate = "burned" if result.burned else "torpor" if result.wounded else "ready"
    assert (fate, result.blood) == expected


def test_a_torpid_vampire_is_burned_by_its_second_aggravated_point() -> None:
    first = resolve_damage(1, 0, 1, wounded=True)
    assert (first.blood, first.burned) == (0, False)
    assert resolve_damage(first.blood, 0, 1, wounded=True).burned


def count_by_hand(votes: tuple[int, ...], ballots: tuple[int, ...]) -> tuple[int, int]:
    """Signed votes and ballots: for is positive."""
    votes_for = votes_against = 0
    for vote in votes:
        if vote > 0:
            votes_for += vote
        else:
            votes_against -= vote
    ballots_for = len([ballot for ballot in ballots if ballot > 0])
    ballots_against = len([ballot for ballot in ballots if ballot < 0])
    if ballots_for > ballots_against:
        votes_for += 3
    if ballots_against > ballots_for:
        votes_against += 3
    return votes_for, votes_against


@pytest.mark.parametrize("ballots", list(product((-1, 0, 1), repeat=3)))
def test_tally_is_the_count_by_hand(ballots: tuple[int, ...]) -> None:
    for votes in product((-3, -2, -1, 0, 1, 2, 4), repeat=3):
        poll = Referendum(
            seat="A",
            minion="X",
            cast=tuple(Ballot(seat="A", source=str(at), votes=abs(v), is_for=v > 0) for at, v in enumerate(votes)),
            ballots=tuple(Ballot(seat="A", source=str(at), votes=1, is_for=b > 0) for at, b in enumerate(ballots) if b),
        )
        count = tally(poll)
        assert (count.votes_for, count.votes_against) == count_by_hand(votes, ballots)
