"""`/guide/first-turn`: a guided turn, one button at a time; the address says how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from flask_babel import gettext

from toolkit.game import legal_operations
from toolkit.game.lessons import LEARNER, LESSONS, Done, LessonStep, lesson
from toolkit.game.operation import Operation, seat_of
from toolkit.game.view import as_dict, view_for
from toolkit.web.guide.lesson_words import PRESSES, TITLES, WORDS
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.operation_words import sentence
from toolkit.web.tables.trail import consequences

# Other legal operations that are named, so that a learner sees that there was a choice.
MOST_OTHERS = 10


@dataclass(frozen=True, slots=True)
class Told:
    """An operation since the last press, with what it brought about."""

    words: str
    more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """One step of a guided turn."""

    title: str
    heading: str
    what: str
    why: str
    number: int
    count: int
    happened: tuple[Told, ...]
    press: str
    next_url: str
    back_url: str
    others: tuple[str, ...]
    board: BoardView
    is_watching: bool


def register(blueprint: Blueprint) -> None:
    """Put the pages under the guide's addresses."""
    blueprint.add_url_rule("/first-turn/<variant>", "first_turn", show)


def show(variant: str) -> str:
    """A step of the guided turn."""
    if variant not in LESSONS:
        abort(404)
    steps = lesson(variant)
    text = request.args.get("step", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    at = min(number, len(steps) - 1)
    return render_template("guide/turn.html", variant=variant, view=_view(variant, steps, at))


def _view(variant: str, steps: tuple[LessonStep, ...], at: int) -> TurnView:
    step = steps[at]
    heading, what, why = WORDS[variant][step.key]
    return TurnView(
        title=str(TITLES[variant]),
        heading=str(heading),
        what=str(what),
        why=str(why),
        number=at,
        count=len(steps) - 1,
        happened=tuple(_told(done) for done in step.happened),
        press=_press(variant, step),
        next_url=url_for("guide.first_turn", variant=variant, step=at + 1) if step.press else "",
        back_url=url_for("guide.first_turn", variant=variant, step=at - 1) if at else "",
        others=tuple(_others(step)),
        board=board_view(step.state, LEARNER),
        is_watching=step.press is not None and seat_of(step.press) not in ("", LEARNER),
    )


def _press(variant: str, step: LessonStep) -> str:
    if step.press is None:
        return ""
    if step.key in PRESSES[variant]:
        return str(PRESSES[variant][step.key])
    return _words(step.press, step)


def _words(order: Operation, step: LessonStep) -> str:
    return str(sentence(order, as_dict(view_for(step.state, LEARNER))))


def _told(done: Done) -> Told:
    words = str(sentence(done.order, as_dict(view_for(done.before, LEARNER))))
    return Told(words, tuple(consequences(done.applied, done.before, LEARNER)))


def _others(step: LessonStep) -> list[str]:
    """What else the learner could do, in words."""
    found = [_words(order, step) for order in legal_operations(step.state, LEARNER) if order != step.press]
    more = len(found) - MOST_OTHERS
    return found[:MOST_OTHERS] + ([gettext("and %(number)s more", number=more)] if more > 0 else [])
