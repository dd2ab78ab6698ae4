"""A record step by step: the same states as the session's, undos included, wherever one jumps."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.game import Game, parse_record
from toolkit.game.judge import Note
from toolkit.game.record import GameRecord, RecordLine, Redo, Undo
from toolkit.game.timeline import MOST_OPERATIONS, SPACING, TooLong, line_of, timeline

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.txt"))
S1 = next(path for path in GAMES if path.stem == "s1_vekn_event")


def read(path: Path) -> GameRecord:
    return parse_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_step_is_the_session_s_state(path: Path) -> None:
    record = read(path)
    made = timeline(record)
    game = Game(record.start())
    assert made.state_at(0) == game.state
    for step, order in enumerate(record.operations, 1):
        game.push(order)
        assert made.state_at(step) == game.state
        assert made.moments[step].depth == len(game.done)
    assert (made.last, made.problem) == (len(record.operations), None)


def test_a_jump_forwards_and_back_collects_the_states_on_its_way() -> None:
    made = timeline(read(S1))
    assert made.last > 2 * SPACING
    near = {}
    late = made.state_at(SPACING + 7, near)
    assert made.state_at(SPACING + 5, near) == timeline(read(S1)).state_at(SPACING + 5)
    assert set(near) <= set(range(SPACING, SPACING + 8))
    assert made.state_at(SPACING + 7) == late


def test_undo_and_redo_lead_to_earlier_states() -> None:
    record = read(S1)
    plain = timeline(record)
    first = record.lines[:40]
    record.lines = [
        *first,
        RecordLine(operation=Undo(count=3)),
        RecordLine(operation=Redo()),
        RecordLine(operation=Undo()),
    ]
    made = timeline(record)
    done = len([line for line in first if line.operation])
    assert made.state_at(done + 1) == plain.state_at(done - 3)
    assert made.state_at(done + 2) == plain.state_at(done - 2)
    assert made.standing() == list(range(done - 2))
    assert made.applied_at(done + 1) is None


def test_who_left_is_scenario_s1() -> None:
    made = timeline(read(S1))
    assert [(one.seat, one.how, one.by) for one in made.departures] == [
        ("B", "ousted", "A"), ("C", "ousted", "A"), ("D", "withdrew", ""),
    ]  # fmt: skip
    assert made.moments[made.departures[0].step].pools == (18, 0, 7, 9, 8)


def test_an_oust_that_an_answer_takes_back_is_told_no_more() -> None:
    head = "vtes-toolkit game record 2\noption game.speed=table\nseat A\nseat B\nseat C\n\nstart-game A\nA: end-phase\n"
    played = "A: play-card master Haul effects=burn_pool:B:30\n"
    made = timeline(parse_record(f"{head}{played}note hm\nC: use-effect cancel why=card\n"))
    assert (made.last, made.problem, made.departures) == (5, None, [])
    assert made.state_at(5).seats["B"].pool == 30
    assert [one.seat for one in timeline(parse_record(head + played)).departures] == ["B"]
    undone = timeline(parse_record(f"{head}{played}C: use-effect cancel why=card\nundo\n"))
    assert [one.seat for one in undone.departures] == ["B"]


def test_an_oust_that_was_undone_is_not_told() -> None:
    record = read(S1)
    step = timeline(record).departures[0].step
    record.lines = [*[line for line in record.lines if line.operation][:step], RecordLine(operation=Undo())]
    assert timeline(record).departures == []


def test_a_refused_operation_ends_the_replay_there() -> None:
    record = read(S1)
    at = next(number for number, line in enumerate(record.lines) if line.operation)
    record.lines.insert(at + 1, record.lines[at])  # the game begins twice
    made = timeline(record)
    assert made.last == 1
    assert made.stopped == record.lines[at].operation
    assert made.problem is not None


def test_a_damaged_line_keeps_what_came_before() -> None:
    text = S1.read_text(encoding="utf-8").replace("A: announce A2 bleed", "A: announce A2 bled", 1)
    made = timeline(parse_record(text))
    assert getattr(made.problem, "line", 0) == 1 + text[: text.index("A2 bled")].count("\n")
    assert line_of(made.moments[made.last]) == "A: end-phase"


@pytest.mark.parametrize("orders", [[Undo()], [Redo()], [Undo(count=0)]])
def test_there_is_nothing_to_take_back(orders: list[Undo | Redo]) -> None:
    record = read(S1)
    record.lines = [RecordLine(operation=order) for order in orders]
    assert timeline(record).last == 0


def test_of_a_record_that_is_too_long_the_beginning_is_shown() -> None:
    record = read(S1)
    record.lines = [RecordLine(operation=Note(text="so"))] * (MOST_OPERATIONS + 1)
    made = timeline(record)
    assert made.last == MOST_OPERATIONS
    assert isinstance(made.problem, TooLong)
    assert (
        str(made.problem) == f"The record has {MOST_OPERATIONS + 1} operations: the first {MOST_OPERATIONS} are shown."
    )


def test_time_ends_a_replay_where_it_is() -> None:
    asked = iter([False, False, True])
    made = timeline(read(S1), is_late=lambda: next(asked))
    assert (made.last, str(made.problem)) == (2, "The record takes too long to replay: 2 operations are shown.")


@pytest.mark.parametrize(
    "line", ["use-effect aggravated:X:999999 why=card", "use-effect burn_pool:B:5000 why=card", "discard-down 70000"]
)
def test_figures_of_no_game_are_refused(line: str) -> None:
    head = S1.read_text(encoding="utf-8").split("\n\n")[0]
    made = timeline(parse_record(f"{head}\n\nstart-game A\ncorrect X=vampire@A.ready.5/3\nA: {line}\n"))
    assert made.last == 2
    assert "1000" in str(made.problem)
