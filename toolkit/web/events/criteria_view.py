"""The nine criteria of an event's rounds in words: each figure, the least possible, and who is behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.seating import Criteria, Violation, criteria, event_bounds, violations
from toolkit.seating.bounds import Bounds
from toolkit.tournament.seats import labels
from toolkit.tournament.state import State
from toolkit.web.seating_view import SHOWN, TITLES, CriterionFigure, figure_words, sentences_of

# Two figures computed in two ways are equal this far.
_ROUNDING = 1e-9

type _Found = tuple[Criteria, Bounds | None, Mapping[str, Sequence[Violation]]]


def criteria_view(state: State, number: int) -> tuple[CriterionFigure, ...]:
    """The criteria of the rounds up to `number`; bounds only where the same players play all of them."""
    kept: _Found | None = state.memo.get(f"criteria {number}")
    if kept is None:
        kept = state.memo[f"criteria {number}"] = _figures(state, number)
    found, bounds, behind = kept
    least = bounds.figures() if bounds else {}
    return tuple(
        CriterionFigure(
            code=name.upper(),
            title=str(TITLES[name]),
            value=figure_words(value),
            least="" if (bound := least.get(name)) is None else figure_words(bound),
            at_best=value == 0 or (bound is not None and value <= bound + _ROUNDING),
            sentences=sentences_of(behind[name]),
            more=max(0, len(behind[name]) - SHOWN),
        )
        for name, value in found.figures().items()
    )


def _figures(state: State, number: int) -> _Found:
    rounds = state.rounds[:number]
    named_as = labels(state)
    named = [tuple(tuple(named_as[player] for player in table) for table in round_.tables) for round_ in rounds]
    people = {frozenset(round_.seats) for round_ in rounds}
    bounds = event_bounds(len(next(iter(people))), len(rounds)) if len(people) == 1 else None
    return criteria(named), bounds, violations(named)
