from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.scoring import oracle
from toolkit.scoring import LineKind, legal_lines, outcome, table_verdict

SIZES = [(4, 35, 107, 148, 44), (5, 126, 546, 777, 225)]


def lines_up_to(size: int, *kinds: LineKind) -> set[tuple[Fraction, ...]]:
    lines = legal_lines(size)
    return {tuple(Fraction(points, 2) for points in line) for line, story in lines.items() if story.kind in kinds}


@pytest.mark.parametrize(("size", "plain", "withdrawals", "everything", "impossible"), SIZES)
def test_the_sets_have_the_printed_sizes(size, plain, withdrawals, everything, impossible) -> None:
    assert len(oracle.plain(size)) == plain == len(lines_up_to(size, LineKind.PLAIN))
    assert (
        len(oracle.with_withdrawals(size)) == withdrawals == len(lines_up_to(size, LineKind.PLAIN, LineKind.WITHDRAWAL))
    )
    assert len(oracle.everything(size)) == everything == len(legal_lines(size))
    right_total = [
        line for line in product(range(2 * size + 1), repeat=size) if sum((points + 1) // 2 for points in line) == size
    ]
    verdicts = [table_verdict(Fraction(points, 2) for points in line) for line in right_total]
    assert sum(not verdict.is_possible for verdict in verdicts) == impossible


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_sets_are_those_of_all_games(size) -> None:
    assert lines_up_to(size, LineKind.PLAIN) == oracle.plain(size)
    assert lines_up_to(size, LineKind.PLAIN, LineKind.WITHDRAWAL) == oracle.with_withdrawals(size)
    assert lines_up_to(size, *LineKind) == oracle.everything(size)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_history_ends_with_its_line(size) -> None:
    for line, story in legal_lines(size).items():
        assert outcome(size, story.events).victory_points == line


@pytest.mark.parametrize("size", [3, 4, 5])
def test_an_ending_at_the_same_moment_is_told_in_the_fewest_events(size) -> None:
    fewest = oracle.fewest_events(size, withdraw=True, together=True)
    for line, story in legal_lines(size).items():
        if story.kind is LineKind.SIMULTANEOUS:
            assert len(story.events) == fewest[tuple(Fraction(points, 2) for points in line)], line


def test_a_removed_seat_leaves_the_ring_of_the_others() -> None:
    kept = {line for line in legal_lines(5, frozenset({2})) if line[2] == 0}
    rings = {line[:2] + line[3:] for line in kept}
    four = {tuple(int(points * 2) for points in line) for line in oracle.everything(4)}
    assert four <= rings
    # Struck points lower the others' total: these are the lines beyond an ordinary table of four.
    assert all(sum((points + 1) // 2 for points in ring) < 4 for ring in rings - four)
