"""Sentences about a seating, in an organizer's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.languages import N_, Count, Decimal, Listed, Message, Sayable
from toolkit.seating.criteria import TITLES, criteria, violations
from toolkit.seating.edits import Edit
from toolkit.seating.model import Round, count_players, count_rounds, everybody
from toolkit.seating.plan import Seating, SeatingQuality, bounds_of

# What remains, one thing after another.
_AND_THEN = N_("; ")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingReport:
    """A seating, what it is worth, and what is to be said about it.

    Attributes:
        rounds: every round in order, played ones first: tables of names in seat order.
        sitting_out: the players sitting out, per round.
        criteria: the nine criteria by name; R3 and R8 as standard deviations.
        bounds: the minimum possible value of each criterion, if known.
        optimal: whether it is proven that no seating is better.
        verdict: the same in words.
        violations: sentences explaining the figure of each criterion that is violated.
        unmet: wishes that are not met, one sentence each.
        played: how many of the rounds were given as history.
        seed: random seed of the draw.
        seconds: search budget.
        steps: moves tried by the search.
    """

    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    sitting_out: tuple[tuple[str, ...], ...]
    criteria: Mapping[str, int | float]
    bounds: Mapping[str, int | float | None]
    optimal: bool
    verdict: str
    violations: Mapping[str, tuple[str, ...]]
    unmet: tuple[str, ...]
    played: int
    seed: int
    seconds: float
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReport:
    """Rounds judged by the nine criteria, with who is behind each figure; fields as in `SeatingReport`."""

    players: int
    rounds: int
    criteria: Mapping[str, int | float]
    bounds: Mapping[str, int | float | None]
    optimal: bool
    violations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditReport:
    """A changed seating, and what the change does.

    Attributes:
        title: short description of the edit.
        rounds: all rounds after the edit.
        before: the criteria before the edit.
        after: the criteria after the edit.
        better: whether the criteria improve.
        moved: number of players with a different seat.
        changes: all that gets worse or better, one sentence each.
        warnings: problems that no tournament round should have, one sentence each.
    """

    title: str
    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    before: Mapping[str, int | float]
    after: Mapping[str, int | float]
    better: bool
    moved: int
    changes: tuple[str, ...]
    warnings: tuple[str, ...]


def seating_report(seating: Seating, *, seconds: float) -> SeatingReport:
    """Everything about a seating that was planned in so many seconds."""
    return SeatingReport(
        rounds=_names(seating.rounds),
        sitting_out=tuple(tuple(map(str, out)) for out in seating.sitting_out),
        criteria=seating.criteria.figures(),
        bounds=seating.bounds.figures(),
        optimal=seating.is_optimal,
        verdict=verdict(seating),
        violations=findings(seating.rounds),
        unmet=seating.unmet,
        played=seating.played,
        seed=seating.seed,
        seconds=seconds,
        steps=seating.steps,
    )


def score_report(rounds: Sequence[Round]) -> ScoreReport:
    """All figures and findings of these rounds."""
    figures, bounds = criteria(rounds), bounds_of(rounds)
    return ScoreReport(
        players=len(everybody(rounds)),
        rounds=len(rounds),
        criteria=figures.figures(),
        bounds=bounds.figures(),
        optimal=bounds.are_met_by(figures),
        violations=findings(rounds),
    )


def edit_report(edit: Edit) -> EditReport:
    """Everything about an edit."""
    return EditReport(
        title=edit.title,
        rounds=_names(edit.rounds),
        before=edit.before.figures(),
        after=edit.after.figures(),
        better=edit.is_better,
        moved=edit.moved,
        changes=edit.changes,
        warnings=edit.warnings,
    )


def _names(rounds: Sequence[Round]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(tuple(tuple(map(str, table)) for table in tables) for tables in rounds)


def verdict(seating: Seating) -> Message:
    """Whether the seating is optimal and why; else how far each criterion is from what is proven possible.

    >>> from toolkit.seating import seat
    >>> verdict(seat(range(25), 2))[:44]
    'Optimal: no seating of 25 players for 2 roun'
    """
    figures, bounds = seating.criteria.figures(), seating.bounds.figures()
    if seating.is_optimal:
        template = (
            N_(
                "Optimal: no seating of %(players)s for %(rounds)s can be better, given what has been played. "
                "Whatever would improve one criterion would make an earlier one worse. %(reason)s"
            )
            if seating.played
            else N_(
                "Optimal: no seating of %(players)s for %(rounds)s can be better. "
                "Whatever would improve one criterion would make an earlier one worse. %(reason)s"
            )
        )
        players, rounds = count_players(len(everybody(seating.rounds))), count_rounds(len(seating.rounds))
        return Message(template, players=players, rounds=rounds, reason=_reason(figures))
    above = [
        _above(name, figure, bounds[name])
        for name, figure in figures.items()
        if bounds[name] is None or figure > (bounds[name] or 0)
    ]
    if not above:
        return Message("Every criterion is at its bound, but a wish is not met.")
    listed = Listed(above, between=_AND_THEN)
    match seating.standing:
        case SeatingQuality.CONTINUED:
            return Message("Not proven optimal, given what has been played: %(list)s.", list=listed)
        case SeatingQuality.BEST_KNOWN:
            return Message(
                "The best that is known, not proven optimal: %(list)s. Everything else is as good as it can be.",
                list=listed,
            )
        case SeatingQuality.NOT_BEST_KNOWN:
            return below_known(seating)
        case _:
            return Message(
                "The best of this search (%(time)s), not proven optimal: %(list)s.",
                time=_time(seating.seconds),
                list=listed,
            )


def below_known(seating: Seating) -> Message:
    """The criterion in which the chart of such an event is better, and how to get there."""
    best = seating.best_known.figures() if seating.best_known else {}
    name, figure = next((name, figure) for name, figure in seating.criteria.figures().items() if figure != best[name])
    return Message(
        "Not the best known: %(name)s is %(figure)s, %(known)s is known. Search longer, or drop a wish.",
        name=name.upper(),
        figure=_figure(figure),
        known=_figure(best[name]),
    )


def _time(seconds: float) -> Sayable:
    if seconds == int(seconds):
        return Count(int(seconds), "%(num)d second", "%(num)d seconds")
    return Message("%(number)s seconds", number=Decimal(f"{seconds:g}"))


def _reason(figures: Mapping[str, int | float]) -> Message:
    remains = [_part(name, figure) for name, figure in figures.items() if figure]
    if not remains:
        return Message("Nothing repeats that need not, and all is even.")
    return Message(
        "Unavoidable with tables of four and five: %(list)s.",
        list=Listed(remains, between=_AND_THEN),
    )


def _part(name: str, figure: float) -> Sayable:
    number, spread = int(figure), Decimal(f"{figure:.3f}")
    match name:
        case "r1":
            return Count(
                number, "%(num)d couple of predator and prey repeats", "%(num)d couples of predator and prey repeat"
            )
        case "r2":
            return Count(number, "%(num)d pair meets in every round", "%(num)d pairs meet in every round")
        case "r3":
            return Message("table sizes differ by %(figure)s (they cannot all be equal)", figure=spread)
        case "r4":
            return Count(number, "%(num)d pair meets more than once", "%(num)d pairs meet more than once")
        case "r5":
            return Count(number, "%(num)d player has the fifth seat twice", "%(num)d players have the fifth seat twice")
        case "r6":
            return Count(number, "%(num)d pair repeats a relative position", "%(num)d pairs repeat a relative position")
        case "r7":
            return Count(number, "%(num)d player repeats a seat", "%(num)d players repeat a seat")
        case "r8":
            return Message("starting transfers differ by %(figure)s (seats do not share out evenly)", figure=spread)
        case _:
            return Count(number, "%(num)d pair repeats a position group", "%(num)d pairs repeat a position group")


def _above(name: str, figure: float, least: float | None) -> Message:
    figures = {"name": name.upper(), "title": Message(TITLES[name]), "figure": _figure(figure)}
    if least is None:
        return Message("%(name)s (%(title)s) is %(figure)s", **figures)
    return Message(
        "%(name)s (%(title)s) is %(figure)s, and nothing below %(least)s is possible", **figures, least=_figure(least)
    )


def findings(rounds: Sequence[Round]) -> dict[str, tuple[Message, ...]]:
    """Sentences explaining the figure of each criterion that is violated."""
    return {
        name: tuple(violation.text for violation in broken) for name, broken in violations(rounds).items() if broken
    }


def table_of_figures(report: SeatingReport | ScoreReport) -> list[tuple[str, str, str, str]]:
    """Rows for people: criterion, title, figure, least possible ("" where not known)."""
    return [
        (name.upper(), TITLES[name], _figure(figure), "" if (bound := report.bounds[name]) is None else _figure(bound))
        for name, figure in report.criteria.items()
    ]


def _figure(value: float) -> Decimal:
    return Decimal(f"{value:.3f}" if isinstance(value, float) and value else f"{value:g}")
