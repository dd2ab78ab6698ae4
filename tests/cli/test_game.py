from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolkit.cli.game_command import command
from toolkit.errors import ToolkitError

FIVE = Path(__file__).parents[1] / "games" / "s1_vekn_event.txt"


def run(*args: str | Path, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(command, [str(arg) for arg in args], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit | ToolkitError):
        raise result.exception
    return result


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    args = ("new", "Ann", "Bo", "Cy", "--profile", "vekn_event", "--option", "game.speed=table", "-o", path)
    assert run(*args).exit_code == 0
    return path


def test_replay_prints_the_points_and_the_game_win() -> None:
    assert run("replay", FIVE).output.splitlines() == [
        "141 operations, turn 27: time",
        "A: 2.5 VP, game win, 60 tournament points",
        "B: 0 VP, 18 tournament points",
        "C: 0 VP, 18 tournament points",
        "D: 0.5 VP, 42 tournament points",
        "E: 0.5 VP, 42 tournament points",
    ]


def test_replay_as_data() -> None:
    data = json.loads(run("replay", FIVE, "--json").output)
    assert data["victory_points"] == [2.5, 0, 0, 0.5, 0.5]
    assert data["game_wins"] == [1, 0, 0, 0, 0]
    assert (data["ended"], data["verdict"], data["problem"]) == ("time", "plain", None)


def test_replay_part_of_a_record() -> None:
    assert run("replay", FIVE, "--to", "12").output.startswith("12 operations, turn 1: still going on")


def test_replay_reads_standard_input() -> None:
    assert "game win" in run("replay", "-", stdin=FIVE.read_text()).output


def test_a_refused_line_is_named_and_the_rest_counts(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(FIVE.read_text().replace("B: emerge B1", "B: emerge B2"))
    result = run("replay", path)
    assert result.exit_code == 1
    line = path.read_text().splitlines().index("B: emerge B2") + 1
    assert f"Line {line}, B: emerge B2: B2 has 0 of 7. (TURN-INFL-09)" in result.stderr
    assert result.stdout.startswith("22 operations, turn 2")


def test_an_unreadable_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(FIVE.read_text().replace("# turn 3", "C: fly"))
    result = run("replay", path)
    assert result.exit_code == 1
    assert "there is no operation 'fly'" in result.stderr


def test_new_writes_the_check_list_and_seat_one_starts(record: Path) -> None:
    text = record.read_text()
    assert text.startswith("vtes-toolkit game record 2\nprofile vekn_event\noption game.speed=table\nseat Ann ")
    assert "# Bo: shuffle library of Bo" in text
    assert text.endswith("start-game Ann\n")


def test_a_seating_can_be_drawn_again() -> None:
    args = ("new", *"ABCDE", "--shuffle", "--seed", "7")
    assert run(*args).output == run(*args).output
    assert [line for line in run(*args).output.splitlines() if line.startswith("seat ")] != [
        f"seat {n}" for n in "ABCDE"
    ]


def test_do_and_legal_and_show(record: Path) -> None:
    assert "Ann: end-phase" in run("legal", record, "--seat", "Ann").output
    done = run("do", record, "Ann: end-phase", "Ann: end-phase", "--comment", "quick")
    assert done.exit_code == 0
    assert "phase began Ann minion" in done.output
    assert record.read_text().endswith("Ann: end-phase  # quick\nAnn: end-phase\n")
    assert run("show", record).output.startswith("Turn 1, minion phase of Ann; the Edge: nobody")


def test_show_hides_what_a_seat_may_not_see(record: Path) -> None:
    run("do", record, "Ann: reveal-card Ann1 Nana 4")
    assert "Nana" in run("show", record, "--seat", "Ann", "--json").output
    assert "Nana" not in run("show", record, "--seat", "Bo", "--json").output
    assert "Nana" in run("show", record, "--json").output


def test_legal_as_data(record: Path) -> None:
    data = json.loads(run("legal", record, "--json").output)
    assert data["to_act"] == ["Ann"]
    assert "Ann: end-phase" in data["operations"]


def test_undo_is_an_operation_too(record: Path) -> None:
    run("do", record, "Ann: end-phase")
    run("do", record, "undo")
    assert "unlock phase of Ann" in run("show", record).output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("new", "A"), "2 to 6 players"),
        (("new", "A", "A"), "Every player needs a name of their own."),
        (("new", "A", "B", "--first", "C"), "No player at this table is called 'C'"),
        (("new", "A", "B", "--option", "no.such=1"), "There is no option"),
        (("new", "A", "B", "--option", "profile=current"), "There is no option 'profile'."),
        (("new", "A", "\udcff"), "a name or a comment is not text in UTF-8."),
        (("show", FIVE, "--seat", "Z"), "No player at this table is called 'Z'"),
        (("legal", FIVE, "--seat", "Z"), "No player at this table is called 'Z'"),
        (("do", FIVE, "A: fly"), "Operation 1, A: fly: there is no operation 'fly'."),
        (("rule", "ACT-999"), "No rule has the ID"),
    ],
)
def test_bad_input_is_one_sentence(args: tuple[str | Path, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 1
    said = str(result.exception) if isinstance(result.exception, ToolkitError) else result.stderr
    assert message in said
    assert said.count("\n") <= 1


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"vtes-toolkit game record 2\n\xff\xfe\n")
    result = run("replay", path)
    assert str(result.exception) == "Line 2: this is not text in UTF-8."


def test_misuse(record: Path) -> None:
    assert run("new", "A", "B", "--option", "nothing").exit_code == 2
    assert run("new", "A", "B", "--profile", "nothing").exit_code == 2
    unwritten = run("new", "A", "B", "-o", "/nowhere/game.txt")
    assert (unwritten.exit_code, "/nowhere/game.txt cannot be written: " in unwritten.stderr) == (2, True)


def test_a_rule_can_be_looked_up() -> None:
    assert run("rule", "ACT-48").output.startswith("ACT-48 (Performing an action): In a directed action")


def test_the_refused_one_of_several_operations_is_named(record: Path) -> None:
    before = record.read_text()
    result = run("do", record, "Ann: end-phase", "Bo: end-phase", "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["refused"] == {
        "operation": "Bo: end-phase", "code": "turn", "rule": "SETUP-15", "message": "Bo has no phase to end.",
    }  # fmt: skip
    assert result.stderr == "vtes-toolkit: Operation 2, Bo: end-phase: Bo has no phase to end. (SETUP-15)\n"
    assert record.read_text() == before


def test_a_record_with_a_refused_operation_says_which(record: Path) -> None:
    record.write_text(record.read_text() + "Ann: end-phase\nBo: end-phase\n")
    line = len(record.read_text().splitlines())
    assert f"Line {line}, Bo: end-phase: Bo has no phase to end." in run("show", record).stderr


def test_a_comment_of_two_lines_is_one(record: Path) -> None:
    run("do", record, "Ann: end-phase", "--comment", "late\nconcede Bo")
    assert record.read_text().endswith("Ann: end-phase  # late concede Bo\n")


def test_an_unclear_point_can_be_looked_up() -> None:
    lines = run("rule", "a-09").output.splitlines()
    assert lines[0].startswith("A-09 (ACT-04): Is the Edge won by the bleed amount")
    assert lines[1:] == ["Read as: By amount (current wording).", "Option: bleed.edge_on=amount|pool_burned"]
    assert json.loads(run("rule", "A-09", "--json").output)["options"] == ["bleed.edge_on"]


def test_a_deck_of_another_size_is_noted_in_the_record() -> None:
    text = run("new", "Ann", "Bo", "--library", "50").output
    assert "# Bo: the library has 50 cards, 60 to 90 by SETUP-06" in text
    assert "SETUP-06" not in run("new", "Ann", "Bo", "--library", "50", "--option", "deck.profile=limited").output


def test_an_advised_table_says_which_row_was_broken(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("new", "A", "B", "--option", "game.enforcement=advise", "--first", "A", "-o", path)
    passed = ["no-plays"] * 3
    data = json.loads(run("do", path, *passed, "A: transfer-blood A1 amount=3", "--json").output)
    assert data[-1]["broken"]["rule"] == "TURN-INFL-01"
