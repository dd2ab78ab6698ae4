from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from toolkit.cli import cli
from toolkit.errors import ToolkitError


def run(*arguments, text=None):
    return CliRunner().invoke(cli, ["seating", *map(str, arguments)], input=text)


def answer(*arguments, text=None):
    result = run(*arguments, "--json", text=text)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_thirteen_players_as_json():
    found = answer("make", 13, "--rounds", 3)
    assert found["criteria"]["r3"] == pytest.approx(0.120, abs=5e-4)
    assert found["criteria"]["r4"] == 16
    assert all(found["criteria"][name] <= found["bounds"][name] for name in found["bounds"])
    assert found["optimal"] is True
    assert [[len(table) for table in tables] for tables in found["rounds"]] == [[5, 4, 4]] * 3


def test_the_shape_of_the_answer():
    found = answer("make", 8, "--rounds", 2, "--seed", 7)
    assert {"rounds", "sitting_out", "criteria", "bounds", "optimal", "seed", "seconds"} <= set(found)
    assert found["seed"] == 7
    assert list(found["criteria"]) == list(found["bounds"]) == [f"r{number}" for number in range(1, 10)]
    assert found["violations"]["r4"][0].endswith("share a table in rounds 1 and 2.")


def test_212_players_are_said_to_be_optimal():
    result = run("make", 212, "--rounds", 3)
    assert result.exit_code == 0
    assert "Optimal: no seating of 212 players for 3 rounds can be better." in result.output


def test_a_chart_is_shown_without_loading_the_compiler():
    script = (
        "import sys; from toolkit.cli import cli;"
        "cli.main(['seating', 'make', '13', '--rounds', '3', '--json'], standalone_mode=False);"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)


def test_the_app_starts_without_loading_what_searches_calls_other_sites_or_sets_sheets():
    script = (
        "import sys, toolkit.web; sys.exit(', '.join({'numba', 'numpy', 'requests', 'typst'} & {*sys.modules}) or 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_names_come_from_a_file_or_standard_input(tmp_path):
    names = "# our players\nAnn\nBob\n\n  Cid \nDée\n"
    (tmp_path / "names.txt").write_text(names, "utf-8")
    from_file = answer("make", tmp_path / "names.txt", "--rounds", 1, "--seed", 1)
    assert sorted(from_file["rounds"][0][0]) == ["Ann", "Bob", "Cid", "Dée"]
    assert answer("make", "-", "--rounds", 1, "--seed", 1, text=names) == from_file


def test_the_next_round_is_planned_on_a_history(tmp_path):
    plan = answer("make", 9, "--rounds", 3, "--seed", 1)
    (tmp_path / "played.json").write_text(json.dumps({"rounds": plan["rounds"][:1]}))
    again = answer("make", 9, "--rounds", 3, "--history", tmp_path / "played.json", "--seconds", 0.05)
    assert again["rounds"][0] == plan["rounds"][0]
    assert again["played"] == 1
    shown = run("make", 9, "--rounds", 3, "--history", tmp_path / "played.json", "--seconds", 0.05).output
    assert "Round 1\n" not in shown
    assert "Round 2\n" in shown


def test_who_dropped_out_is_said_so_that_a_misspelt_name_is_found(tmp_path):
    (tmp_path / "played.json").write_text('[[["1","2","3","4","x"]]]')
    command = ["make", 4, "--rounds", 2, "--history", tmp_path / "played.json", "--seconds", 0.01]
    assert "The history names x, unknown here" in str(run(*command).exception)
    assert sorted(answer(*command, "--dropped", "x")["rounds"][1][0]) == ["1", "2", "3", "4"]


def test_wishes():
    found = answer("make", 12, "--rounds", 2, "--apart", "1,2", "--place", "3=2:1", "--place", "4=:2", "--seconds", 0.2)
    assert found["unmet"] == []
    for tables in found["rounds"]:
        assert tables[1][0] == "3"
        assert any(table[1] == "4" for table in tables)
        assert not any({"1", "2"} <= set(table) for table in tables)
    assert run("make", 12, "--rounds", 2, "--place", "3=x").exit_code == 2


def test_six_players_take_turns():
    result = run("make", 6, "--rounds", 2)
    assert result.output.count("Sitting out:") == 3


def test_a_seating_is_scored(tmp_path):
    plan = answer("make", 13, "--rounds", 3, "--seed", 3)
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    found = answer("score", path)
    assert found["criteria"] == plan["criteria"]
    assert found["optimal"] is True
    shown = run("score", path).output
    assert "R4  together more than once                16  (at least 16)" in shown
    assert answer("score", "-", text=json.dumps(plan["rounds"])) == found


def test_a_table_is_repaired(tmp_path):
    rounds = answer("make", 13, "--rounds", 3, "--seed", 3)["rounds"]
    rounds[2][0].reverse()
    (tmp_path / "plan.json").write_text(json.dumps(rounds))
    found = answer("fix", tmp_path / "plan.json", "--table", 1)
    assert found[0]["better"] is True
    shown = run("fix", tmp_path / "plan.json", "--table", 1)
    assert shown.exit_code == 0
    assert " better: " in shown.output


def test_nothing_to_repair(tmp_path):
    (tmp_path / "plan.json").write_text(json.dumps(answer("make", 25, "--rounds", 3)["rounds"]))
    assert "makes this seating better" in run("fix", tmp_path / "plan.json", "--table", 1, "--round", 2).output


def test_charts_are_counted_and_improved_in_a_copy(tmp_path):
    assert run("charts").output.startswith("1188 charts, ")
    result = run("charts", "--improve", 0, "--seconds", 0.1, "--file", tmp_path / "own.txt", "--seed", 1)
    assert result.output.startswith("4 players, 2 rounds: none → ")
    assert (tmp_path / "own.txt").read_text().splitlines()[-1].startswith("4 2 4 ")


@pytest.mark.parametrize(
    ("arguments", "text", "sentence"),
    [
        (["make", 3, "--rounds", 3], None, "3 players: a table takes at least four."),
        (["make", 0, "--rounds", 3], None, "0 players: a table takes at least four."),
        (["make", 13, "--rounds", 0], None, "0 rounds: an event has from 1 to 10 preliminary rounds."),
        (["make", 13, "--rounds", 50], None, "50 rounds: an event has from 1 to 10 preliminary rounds."),
        (["make", "-", "--rounds", 3], "Ann\nBob\nCid\nAnn\n", "Named more than once: Ann."),
        (["make", 100_000, "--rounds", 3], None, "100,000 players are more than the 20,000 that are seated at once."),
        (["make", 99_999_999_999], None, "99,999,999,999 players are more than the 20,000"),
        (["make", "--", "-5"], None, "-5 players: a table takes at least four."),
        (["make", "-", "--rounds", 3], "x" * 500, "Name 1 has 500 characters: at most 120 make a name."),
        (["make", 13, "--rounds", 3, "--history", "-"], "[[[1,2,3]]]", "Round 1, table 1 has 3 players"),
        (["make", 13, "--rounds", 3, "--history", "-"], '[[["1","2","3","x"]]]', "The history names x"),
        (["score", "-"], "nonsense", "This is not JSON"),
        (["score", "-"], "[" * 100_000, "This is not JSON"),
        (["score", "-"], '{"rounds": 3}', "Rounds are lists of tables"),
        (["score", "-"], '{"rounds": [[[null]]]}', "Rounds are lists of tables"),
        (["score", "-"], "[]", "There is no round to judge."),
        (["fix", "-", "--table", 5], "[[[1,2,3,4]]]", "Round 1 has no table 5: it has 1 table."),
        (["fix", "-", "--table", 1, "--round", 2], "[[[1,2,3,4]]]", "There is no round 2"),
        (["fix", "-", "--table", 1, "--round", 0], "[[[1,2,3,4]]]", "There is no round 0"),
    ],
)
def test_bad_input_is_a_sentence(arguments, text, sentence):
    result = run(*arguments, text=text)
    assert isinstance(result.exception, ToolkitError)
    assert str(result.exception).startswith(sentence)


def test_an_event_has_three_rounds_unless_said():
    assert len(json.loads(run("make", 13, "--seconds", 0, "--json").output)["rounds"]) == 3
