"""Guided turns: prepared games, each a record with comments.

They say where a step begins, and which line the learner gives.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from toolkit.errors import NotFound
from toolkit.game.engine import Applied, carry
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.record import parse_record
from toolkit.game.state import GameState
from toolkit.languages import Message

LEARNER = "Ben"
LESSONS = ("phased-motion", "standard")


class UnknownLesson(NotFound):
    """No guided turn has that name."""

    code = "unknown_lesson"


@dataclass(frozen=True, slots=True)
class LessonOperation:
    """An operation of the lesson, with the state it was given in and what it brought about."""

    order: Operation
    before: GameState
    applied: Applied


@dataclass(slots=True)
class LessonStep:
    """One step: what happened since the last one, and the operation that the learner gives now.

    Attributes:
        key: its name, under which its words are found.
        happened: since the learner gave the operation before.
        state: as the learner finds it.
        press: the operation to give; None at the end.
    """

    key: str
    state: GameState
    happened: list[LessonOperation] = field(default_factory=list)
    press: Operation | None = None


@cache
def lesson(name: str) -> tuple[LessonStep, ...]:
    """The steps of a guided turn, played by the engine; how the table is set up for it is not told.

    Raises:
        UnknownLesson: there is none of that name.
    """
    if name not in LESSONS:
        raise UnknownLesson(Message("There is no guided turn called %(name)s.", name=repr(name[:40])))
    text = resources.files("toolkit.game.lessons").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.problem is None, record.problem
    state, steps, since = record.start(), [], []  # type: GameState, list[LessonStep], list[LessonOperation]
    for line in record.lines:
        if line.comment.startswith("step "):
            steps.append(LessonStep(line.comment.removeprefix("step "), state))
        if line.operation is None:
            continue
        if line.comment == "press":
            steps[-1].state, steps[-1].happened, since = state, since, []
            steps[-1].press = line.operation
        applied = carry(state, line.operation)
        if steps and not isinstance(line.operation, Correct):
            since.append(LessonOperation(line.operation, state, applied))
        state = applied.state
    steps[-1].state, steps[-1].happened = state, since
    return tuple(steps)
