from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from toolkit.cli import cli
from toolkit.errors import ToolkitError


def score(*words, text=None):
    return CliRunner().invoke(cli, ["score", *words], input=text, standalone_mode=False)


def test_a_plain_table_is_shown_with_its_points_and_history() -> None:
    answer = score("table", "2", "1", "1", "1", "0")
    assert answer.return_value == 0
    assert answer.output.splitlines()[:2] == ["plain: ousts and time only", "  A     2 VP  GW  60 TP"]
    assert "D ousts E" in answer.output


def test_an_impossible_table_is_a_finding_with_the_nearest_lines() -> None:
    answer = score("table", "0", "0", "0", "3.5")
    assert answer.return_value == 1
    assert "D 3.5 → 4" in answer.output


def test_the_json_has_the_shape_of_a_table_score() -> None:
    answer = json.loads(score("table", "4", ".5", "0", "0", "0", "--json").output)
    assert answer["verdict"] == "withdrawal"
    assert answer["victory_points"] == [4, 0.5, 0, 0, 0]
    assert (answer["game_wins"], answer["tournament_points"]) == ([1, 0, 0, 0, 0], [60, 48, 24, 24, 24])
    assert answer["history"][0] == "B withdraws"
    assert answer["nearest"] == []


def test_a_removed_seat() -> None:
    assert score("table", "2", "1", "0", "1", "0").return_value == 1
    assert score("table", "2", "1", "0", "1", "0", "--removed", "3").return_value == 0


def test_an_outcome_from_words_from_names_and_from_standard_input() -> None:
    expected = [0.5, 1.5, 0, 0.5, 0.5]
    assert json.loads(score("outcome", "B>C", "D!", "time", "--json").output)["victory_points"] == expected
    named = score("outcome", "Bob>Cy, Di!, time", "--seats", "Ann,Bob,Cy,Di,Eve", "--json")
    assert json.loads(named.output)["history"] == ["Bob ousts Cy", "Di withdraws", "time is called"]
    assert "Event" not in score("outcome", "-", text="B>C\nD!\ntime\n").output


def test_rating() -> None:
    assert score("rating", "9", "4", "--players", "50", "--finish", "winner", "--level", "national").output == "266\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["table", "1", "1"], "table_size"),
        (["table", "1", "x", "1", "1"], "impossible_scores"),
        (["outcome", "A>C", "time"], "not_the_predator"),
        (["outcome", "time", "--seats", "9"], "table_size"),
        (["rating", "x", "1", "--players", "9"], "impossible_scores"),
    ],
)
def test_bad_input_is_refused(words, code) -> None:
    answer = score(*words)
    assert isinstance(answer.exception, ToolkitError)
    assert answer.exception.code == code
