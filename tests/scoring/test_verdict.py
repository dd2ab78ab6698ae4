from __future__ import annotations

import pytest

from tests.scoring import oracle
from toolkit.scoring import (
    ImpossibleScores,
    LineKind,
    WrongTableSize,
    outcome,
    parse_victory_points,
    render_victory_points,
    table_verdict,
)


def test_the_printed_lines_get_the_printed_verdicts() -> None:
    printed = {
        LineKind.PLAIN: ["2 1 1 1 0", "1.5 0 1.5 0 .5", "2.5 0 0 .5", "5 0 0 0 0"],
        LineKind.WITHDRAWAL: ["4 .5 0 0 0", "0 0 0 2 2.5", "3 .5 0 0", "0 0 2 0 2.5"],
        LineKind.SIMULTANEOUS: ["1 1 1 1 1", "2 0 2 0"],
        LineKind.IMPOSSIBLE: ["3.5 .5 0 0 0", "0 0 0 3.5", "2.5 2 0 0 0", "3 1 .5 0", "0 0 2 0 2"],
    }
    judged = {
        kind: [line for line in lines if table_verdict(line.split()).kind is kind] for kind, lines in printed.items()
    }
    assert judged == printed


@pytest.mark.parametrize(
    ("line", "word"), [("3 1 .5 0", "Too many"), ("0 0 2 0 2", "Too few"), ("2.5 2 0 0 0", "total is right")]
)
def test_an_impossible_line_is_told_why(line, word) -> None:
    assert word in table_verdict(line.split()).reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 2 2 0 0", "Too many: 6 in all, and a table of 5 gives 5."),
        ("0 0 2 0 2", "Too few: 4 in all, and a table of 5 gives 5."),
        ("3 1 .5 0", "Too many: these points account for 5 players, and only 4 give points."),
        (
            "0 0 2 0 .5",
            "Too few: these points account for 3 of 5 players. "
            "A player who is ousted gives 1; a player still there at time, or withdrawn, gets 0.5.",
        ),
    ],
)
def test_only_halves_are_told_of_as_rounded(line, reason) -> None:
    assert str(table_verdict(line.split()).reason) == reason


@pytest.mark.parametrize("line", ["3.5 .5 0 0 0", "0 0 0 3.5", "2.5 2 0 0 0", "3 1 .5 0", "0 0 2 0 2", "9 9 9 9"])
def test_no_legal_line_is_nearer_than_the_nearest(line) -> None:
    verdict = table_verdict(line.split())

    def change(other):
        return sum(abs(2 * theirs - ours) for theirs, ours in zip(other, verdict.victory_points, strict=True))

    legal = oracle.everything(len(verdict.victory_points))
    least = min(map(change, legal))
    nearest = {near.victory_points for near in verdict.nearest}
    assert {tuple(2 * points for points in other) for other in legal if change(other) == least} <= nearest


def test_a_nearest_line_says_what_would_have_to_change() -> None:
    verdict = table_verdict([0, 0, 0, "3.5"])
    assert [near.change_from(verdict.victory_points, ["Ann", "Bob", "Cy", "Di"]) for near in verdict.nearest] == [
        "Di 3.5 → 4"
    ]


def test_two_seats_swapped_is_offered() -> None:
    offered = [near.change_from((8, 1, 0, 0, 0)) for near in table_verdict([3.5, 0.5, 0, 0, 0]).nearest]
    assert "A 4 → 0.5, B 0.5 → 3.5" in offered


def test_histories_are_the_shortest() -> None:
    assert table_verdict([5, 0, 0, 0, 0]).sentences() == ["A ousts B", "A ousts C", "A ousts D", "A ousts E"]
    assert table_verdict([0.5] * 5).sentences() == ["time is called"]
    assert table_verdict([1] * 5).sentences()[0].startswith("at the same moment")
    assert table_verdict([4, 0.5, 0, 0, 0]).sentences()[0] == "B withdraws"


def test_a_judge_removes_a_seat() -> None:
    assert not table_verdict([2, 1, 0, 1, 0]).is_possible
    verdict = table_verdict([2, 1, 0, 1, 0], removed=[2])
    assert verdict.kind is LineKind.PLAIN
    assert "a judge removes C" in verdict.sentences()


def test_a_removed_seat_keeps_or_loses_its_points() -> None:
    # C ousts D, then is removed; A ousts B and E and is the last one.
    kept, struck = table_verdict([3, 0, 1, 0, 0], removed=[2]), table_verdict([3, 0, 0, 0, 0], removed=[2])
    assert kept.kind is struck.kind is LineKind.PLAIN
    assert "a judge removes C and strikes the points" in struck.sentences()
    assert table_verdict([4, 0, 1, 0, 0], removed=[2]).kind is LineKind.IMPOSSIBLE


def test_three_seats_are_judged_and_marked() -> None:
    verdict = table_verdict([2, 1, 0])
    assert (verdict.kind, verdict.is_sanctioned, verdict.score.tournament_points) == (
        LineKind.PLAIN,
        False,
        (60, 36, 12),
    )


@pytest.mark.parametrize("size", [0, 1, 2, 6, 1000])
def test_other_sizes_are_refused(size) -> None:
    with pytest.raises(WrongTableSize, match=f"not {size}"):
        table_verdict([0] * size)


def test_a_removed_seat_must_be_at_the_table() -> None:
    with pytest.raises(ImpossibleScores, match="not at this table"):
        table_verdict([2, 1, 1, 0], removed=[4])


@pytest.mark.parametrize(
    ("text", "halves"), [("2.5", 5), ("2,5", 5), (".5", 1), ("2½", 5), ("-1", -2), (2, 4), (1.5, 3)]
)
def test_victory_points_are_read(text, halves) -> None:
    assert parse_victory_points(text) == halves


@pytest.mark.parametrize(
    "text",
    ["", "x", "0.3", "1/2", "nan", "inf", "1e9", "1_0", "9" * 10_000, float("nan"), float("inf"), 10**400, True, None],
)
def test_other_scores_are_refused(text) -> None:
    with pytest.raises(ImpossibleScores):
        parse_victory_points(text)


def test_a_game_told_gives_a_line_that_is_possible() -> None:
    scores = outcome(5, "B>C, D!, time")
    assert [render_victory_points(points) for points in scores.victory_points] == ["0.5", "1.5", "0", "0.5", "0.5"]
    assert table_verdict([0.5, 1.5, 0, 0.5, 0.5]).kind is LineKind.PLAIN  # half a point at time looks the same
