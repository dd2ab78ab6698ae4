"""What is to be said about a seating, in an organizer's words."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.seating.bounds import Bounds
from toolkit.seating.criteria import TITLES, Criteria, violations
from toolkit.seating.model import Player, Round, Seating, count_of

_COUNTS = {
    "r1": ("couple of predator and prey repeats", "couples of predator and prey repeat"),
    "r2": ("pair meets in every round", "pairs meet in every round"),
    "r4": ("pair meets more than once", "pairs meet more than once"),
    "r5": ("player has the fifth seat twice", "players have the fifth seat twice"),
    "r6": ("pair repeats a relative position", "pairs repeat a relative position"),
    "r7": ("player repeats a seat", "players repeat a seat"),
    "r9": ("pair repeats a position group", "pairs repeat a position group"),
}
_UNEVEN = {
    "r3": "table sizes differ by {figure:.3f} (they cannot all be equal)",
    "r8": "starting transfers differ by {figure:.3f} (seats do not share out evenly)",
}


def verdict(seating: Seating) -> str:
    """Whether the seating is optimal and why; else how far each criterion is from what is proven possible.

    >>> from toolkit.seating import seat
    >>> verdict(seat(range(25), 2))[:44]
    'Optimal: no seating of 25 players for 2 roun'
    """
    figures, bounds = seating.criteria.figures(), seating.bounds.figures()
    if seating.is_optimal:
        event = f"{count_of(_people(seating.rounds), 'player')} for {count_of(len(seating.rounds), 'round')}"
        on_top = ", given what has been played" if seating.played else ""
        remains = [_part(name, figure) for name, figure in figures.items() if figure]
        reason = (
            "Nothing repeats that need not, and all is even."
            if not remains
            else (f"What remains cannot be avoided with tables of four and five: {'; '.join(remains)}.")
        )
        return (
            f"Optimal: no seating of {event} can be better{on_top}. "
            f"Whatever would improve one criterion would make an earlier one worse. {reason}"
        )
    above = [
        f"{name.upper()} ({TITLES[name]}) is {_figure(figure)}"
        + (f", and nothing below {_figure(least)} is possible" if (least := bounds[name]) is not None else "")
        for name, figure in figures.items()
        if bounds[name] is None or figure > (bounds[name] or 0)
    ]
    if not above:
        return "Every criterion is at its bound, but a wish is not met."
    start = "The best that is known, not proven optimal" if not seating.played else "Not proven optimal"
    return f"{start}: {'; '.join(above)}. Everything else is as good as it can be."


def findings(rounds: Sequence[Round]) -> dict[str, list[str]]:
    """For each criterion, a sentence for everything behind its figure."""
    return {name: [violation.text for violation in found] for name, found in violations(rounds).items()}


def table_of_figures(found: Criteria, bounds: Bounds) -> list[tuple[str, str, str, str]]:
    """Rows for people: criterion, title, figure, least possible ("" where not known)."""
    least = bounds.figures()
    return [
        (name.upper(), TITLES[name], _figure(figure), "" if (bound := least[name]) is None else _figure(bound))
        for name, figure in found.figures().items()
    ]


def by_player(rounds: Sequence[Round]) -> list[tuple[Player, list[tuple[int, int] | None]]]:
    """Every player, by name, with (table, seat) for each round, from 1; None where they sit out."""
    places: dict[Player, list[tuple[int, int] | None]] = {}
    for number, tables in enumerate(rounds):
        for table, players in enumerate(tables, 1):
            for seat, player in enumerate(players, 1):
                places.setdefault(player, [None] * len(rounds))[number] = (table, seat)
    return sorted(places.items(), key=lambda item: natural(item[0]))


def natural(player: Player) -> tuple[int, int, str]:
    """A key that sorts names by letter and plain numbers by size."""
    text = str(player)
    return (0, int(text), "") if text.isdecimal() else (1, 0, text.casefold())


def _people(rounds: Sequence[Round]) -> int:
    return len({player for tables in rounds for table in tables for player in table})


def _part(name: str, figure: float) -> str:
    if name in _UNEVEN:
        return _UNEVEN[name].format(figure=figure)
    return f"{figure} {_COUNTS[name][0 if figure == 1 else 1]}"


def _figure(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) and value else f"{value:g}"
