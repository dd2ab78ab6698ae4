"""A seating as the page shows it: tables, players, figures with who is behind them, a picture of who meets whom."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l

from toolkit.exchange.spreadsheet import text_cell
from toolkit.seating import Criteria, Player, Round, Seating, Violation, violations
from toolkit.seating.plan import SeatingQuality
from toolkit.seating.verdict import below_known
from toolkit.web.base.i18n import translated

TITLES = {
    "r1": _l("Same predator and prey again"),
    "r2": _l("Together in every round"),
    "r3": _l("Spread of available victory points"),
    "r4": _l("Together more than once"),
    "r5": _l("Fifth seat more than once"),
    "r6": _l("Same relative position again"),
    "r7": _l("Same seat again"),
    "r8": _l("Spread of starting transfers"),
    "r9": _l("Same position group again"),
}
_STANDINGS = {
    SeatingQuality.OPTIMAL: _l("This seating is optimal."),
    SeatingQuality.BEST_KNOWN: _l("This is the best seating known."),
    SeatingQuality.NOT_BEST_KNOWN: _l("A better seating is known."),
    SeatingQuality.SEARCHED: _l("This is the best seating that the search has found."),
    SeatingQuality.CONTINUED: _l("This is the best seating that the search has found."),
}
SHOWN = 60
# Beyond these numbers of players, names no longer fit beside the picture, and then the picture itself.
_NAMED = 48
_DRAWN = 200
_CELL = 12


@dataclass(frozen=True, slots=True)
class CriterionFigure:
    """One criterion: its figure, the least possible, whether it is there or still open, and who is behind it."""

    code: str
    title: str
    value: str
    least: str
    at_best: bool
    is_open: bool
    sentences: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The lower half of a square of players: an SVG path of cells for each number of meetings."""

    size: int
    margin: int
    names: tuple[tuple[str, int], ...]
    paths: tuple[tuple[int, str], ...]
    legend: tuple[tuple[int, str], ...]
    words: str


@dataclass(frozen=True, slots=True)
class SeatingView:
    """Everything that the page shows of a seating."""

    sentence: str
    reason: str
    optimal: bool
    basis: str
    rounds: tuple[Round, ...]
    sitting_out: tuple[tuple[str, ...], ...]
    players: list[tuple[str, list[str]]]
    figures: tuple[CriterionFigure, ...]
    unmet: tuple[str, ...]
    picture: Picture | None
    text: str
    table: str


def seating_view(seating: Seating) -> SeatingView:
    """The seating, ready for the template."""
    people = by_player(seating.rounds)
    figures = _figures(seating)
    return SeatingView(
        sentence=str(_STANDINGS[seating.standing]),
        reason=_reason(seating, figures),
        optimal=seating.is_optimal,
        basis=", ".join(
            (
                ngettext("%(num)d player", "%(num)d players", len(people)),
                ngettext("%(num)d round", "%(num)d rounds", len(seating.rounds)),
            )
        ),
        rounds=seating.rounds,
        sitting_out=tuple(tuple(map(str, out)) for out in seating.sitting_out),
        players=[(str(name), [_place(place) for place in places]) for name, places in people],
        figures=figures,
        unmet=tuple(map(translated, seating.unmet)),
        picture=_picture(seating.rounds),
        text=as_text(seating.rounds),
        table=as_csv(seating.rounds),
    )


def as_text(rounds: Sequence[Round]) -> str:
    """The rounds as lines to paste into a message."""
    lines = []
    for number, tables in enumerate(rounds, 1):
        lines.append(gettext("Round %(number)s", number=number))
        for place, table in enumerate(tables, 1):
            lines.append(f"{gettext('Table %(number)s', number=place)}: " + " → ".join(map(str, table)))
        lines.append("")
    return "\n".join(lines)


def as_csv(rounds: Sequence[Round]) -> str:
    """A row for every seat: round, table, seat, player. A name never becomes a formula of the spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["round", "table", "seat", "player"])
    for number, tables in enumerate(rounds, 1):
        for place, table in enumerate(tables, 1):
            for seat, player in enumerate(table, 1):
                writer.writerow([number, place, seat, text_cell(str(player))])
    return out.getvalue()


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


def _place(place: tuple[int, int] | None) -> str:
    return f"{place[0]} · {place[1]}" if place else "–"


def _figures(seating: Seating) -> tuple[CriterionFigure, ...]:
    figures = seating.criteria.figures()
    least = seating.bounds.figures()
    behind = violations(seating.rounds)
    return tuple(
        criterion_figure(name, value, least[name], behind[name], at_best=_is_at_best(seating, name))
        for name, value in figures.items()
    )


def criterion_figure(
    name: str, value: float, least: float | None, behind: Sequence[Violation], *, at_best: bool, is_open: bool = False
) -> CriterionFigure:
    """A criterion, by its name in `TITLES`; of those behind it, as many as there is room for."""
    return CriterionFigure(
        code=name.upper(),
        title=str(TITLES[name]),
        value=figure_words(value),
        least=figure_words(value) if at_best else "" if least is None else figure_words(least),
        at_best=at_best,
        is_open=is_open,
        sentences=tuple(translated(violation.text) for violation in behind[:SHOWN]),
        more=max(0, len(behind) - SHOWN),
    )


def _is_at_best(seating: Seating, name: str) -> bool:
    bound = getattr(seating.bounds, name)
    return bound is not None and getattr(seating.criteria, name) <= bound


def figure_words(value: float) -> str:
    """A figure as it is printed."""
    return f"{value:.3f}" if isinstance(value, float) and value else f"{value:g}"


def _reason(seating: Seating, figures: Sequence[CriterionFigure]) -> str:
    if seating.is_optimal:
        if _is_clean(seating.criteria):
            return gettext("Nothing repeats, and all is even.")
        return gettext(
            "No criterion can be improved without making an earlier one worse. Values above zero are "
            "unavoidable with tables of four and five."
        )
    if seating.standing is SeatingQuality.NOT_BEST_KNOWN:
        return translated(below_known(seating))
    above = ", ".join(f"{figure.code} ({figure.title})" for figure in figures if not figure.at_best)
    if not above:
        return gettext("Every criterion is at its bound, but a wish is not met.")
    return gettext("Not proven to be the best possible: %(criteria)s. All else cannot be better.", criteria=above)


def _is_clean(criteria: Criteria) -> bool:
    return not any(criteria.figures().values())


def _picture(rounds: Sequence[Round]) -> Picture | None:
    names = sorted({player for tables in rounds for table in tables for player in table}, key=natural)
    if len(names) > _DRAWN:
        return None
    place = {name: number for number, name in enumerate(names)}
    met: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table in tables:
            for at, player in enumerate(table):
                for other in table[:at]:
                    pair = (min(place[player], place[other]), max(place[player], place[other]))
                    met[pair] = met.get(pair, 0) + 1
    cells: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for (low, high), count in sorted(met.items()):
        cells[min(count, 3)].append(f"M{low * _CELL} {high * _CELL}h{_CELL - 1}v{_CELL - 1}h-{_CELL - 1}z")
    counts = {count: len(squares) for count, squares in cells.items() if squares}
    legend = tuple((count, _met_words(count, number)) for count, number in counts.items())
    return Picture(
        size=len(names) * _CELL,
        margin=110 if len(names) <= _NAMED else 0,
        names=tuple((str(name), number * _CELL) for name, number in place.items()) if len(names) <= _NAMED else (),
        paths=tuple((count, "".join(squares)) for count, squares in cells.items() if squares),
        legend=legend,
        words="; ".join(words for _, words in legend),
    )


def _met_words(times: int, pairs: int) -> str:
    if times == 1:
        return ngettext("%(num)d pair meets once", "%(num)d pairs meet once", pairs)
    if times == 2:
        return ngettext("%(num)d pair meets twice", "%(num)d pairs meet twice", pairs)
    return ngettext("%(num)d pair meets three times or more", "%(num)d pairs meet three times or more", pairs)
