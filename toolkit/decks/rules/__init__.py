"""Judging a deck: one function per rule, each a generator of problems, and `validate()` that asks them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from toolkit.decks.formats import RuleSet
from toolkit.decks.model import Deck, OpenQuestion, Problem, Reading, Report, Severity, Step
from toolkit.decks.rules.cards import (
    banned,
    beyond_pool,
    not_yet_legal,
    outside_pool,
    tournament_note,
    unplayable_cards,
)
from toolkit.decks.rules.case import Case
from toolkit.decks.rules.deck import (
    crypt_groups,
    crypt_size,
    declared_counts,
    library_least,
    library_most,
    moved_cards,
    open_lines_note,
    wrong_section,
)
from toolkit.decks.rules.repair import repair_of, with_fixes
from toolkit.languages import Sayable

type DeckRule = Callable[[Case], Iterator[Problem]]
type DeckNote = Callable[[Case], Iterator[Sayable]]

RULES: tuple[DeckRule, ...] = (
    crypt_size,
    library_least,
    library_most,
    crypt_groups,
    banned,
    not_yet_legal,
    outside_pool,
    beyond_pool,
    wrong_section,
    moved_cards,
    declared_counts,
    unplayable_cards,
)
NOTES: tuple[DeckNote, ...] = (open_lines_note, tournament_note)


def validate(
    source: Reading | Deck, rules: RuleSet, on: date, *, card_data: date | None = None, pool: Deck | None = None
) -> Report:
    """A deck judged under a rule set as of a day: every fault at once, errors first, then by line, and its repair.

    Args:
        source: a list as read, or a deck that never was a text.
        rules: from `rule_set()`.
        on: bans, legality and pools are judged as of this day.
        card_data: the date of the card data in use, to be shown with the verdict.
        pool: the cards registered for the deck (limited): it may hold no other.
    """
    reading = source if isinstance(source, Reading) else Reading(deck=source)
    case = Case(reading, rules, on, pool)
    problems = list(reading.problems)
    steps, questions, spare = tuple[Step, ...](), tuple[OpenQuestion, ...](), None
    # What is no deck, or was not read at all, has no sizes or groups to be judged: the reader's sentence says it all.
    if not any(problem.is_refusal for problem in problems):
        problems += _judge(case)
        if any(problem.severity is Severity.ERROR for problem in problems):
            repair = repair_of(case, problems, _judge)
            steps, questions, spare = repair.steps, repair.questions, repair.spare
            problems = with_fixes(case, problems, repair)
    if len(problems) > 1:
        problems.sort(key=_order)
    notes = [sentence for note in NOTES for sentence in note(case)]
    return Report(reading, rules.code, on, card_data, tuple(problems), (*rules.notes, *notes), steps, questions, spare)


def _judge(case: Case) -> list[Problem]:
    return [problem for rule in RULES for problem in rule(case)]


def _order(problem: Problem) -> tuple[bool, int]:
    return problem.severity is not Severity.ERROR, problem.line or 0


__all__ = ["RULES", "DeckRule", "validate"]
