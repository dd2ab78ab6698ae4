"""What is to be said about a seating, in an organizer's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.languages import N_, Count, Decimal, Listed, Message, Sayable
from toolkit.seating.bounds import Bounds
from toolkit.seating.criteria import TITLES, Criteria, violations
from toolkit.seating.model import Round, count_players, count_rounds, everybody
from toolkit.seating.plan import Seating

# What remains, one thing after another.
_AND_THEN = N_("; ")


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
    template = (
        N_("Not proven optimal: %(list)s. Everything else is as good as it can be.")
        if seating.played
        else N_("The best that is known, not proven optimal: %(list)s. Everything else is as good as it can be.")
    )
    return Message(template, list=Listed(above, between=_AND_THEN))


def _reason(figures: Mapping[str, int | float]) -> Message:
    remains = [_part(name, figure) for name, figure in figures.items() if figure]
    if not remains:
        return Message("Nothing repeats that need not, and all is even.")
    return Message(
        "What remains cannot be avoided with tables of four and five: %(list)s.",
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
    said = {"name": name.upper(), "title": Message(TITLES[name]), "figure": _figure(figure)}
    if least is None:
        return Message("%(name)s (%(title)s) is %(figure)s", **said)
    return Message(
        "%(name)s (%(title)s) is %(figure)s, and nothing below %(least)s is possible", **said, least=_figure(least)
    )


def findings(rounds: Sequence[Round]) -> dict[str, list[Message]]:
    """For each criterion, a sentence for everything behind its figure."""
    return {name: [violation.text for violation in found] for name, found in violations(rounds).items()}


def table_of_figures(found: Criteria, bounds: Bounds) -> list[tuple[str, str, str, str]]:
    """Rows for people: criterion, title, figure, least possible ("" where not known)."""
    least = bounds.figures()
    return [
        (name.upper(), TITLES[name], _figure(figure), "" if (bound := least[name]) is None else _figure(bound))
        for name, figure in found.figures().items()
    ]


def _figure(value: float) -> Decimal:
    return Decimal(f"{value:.3f}" if isinstance(value, float) and value else f"{value:g}")
