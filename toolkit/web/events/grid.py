"""The results of a round as a grid: tables down, seats across, each row entered by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request
from flask_babel import gettext

from toolkit.errors import ToolkitError
from toolkit.scoring import Halves, ImpossibleScores, parse_victory_points, render_victory_points
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import ChangedMeanwhile
from toolkit.tournament import results
from toolkit.tournament.desk import RoundTable, is_story, read_points, removes, unreadable
from toolkit.tournament.state import Call, Round, State
from toolkit.web.base import access
from toolkit.web.events.console import Console
from toolkit.web.events.results import Mend, TableState, offers, table_state

# Who left a table of five, written out.
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """A table of the grid: what stands in its fields, and why that was refused.

    Attributes:
        bad: the seats, from 1, whose fields have to be changed.
        offers: what may have been meant.
        is_question: it was refused only because the figures do not say which game ended so.
        is_changed: it was refused because others had entered something there since.
        calls: those for a judge that are open here.
        penalties: how many were given here.
    """

    table: TableState
    values: tuple[str, ...]
    refused: list[str]
    bad: frozenset[int]
    offers: list[OfferedRow]
    is_question: bool
    is_changed: bool
    calls: list[Call]
    penalties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedRow:
    """A result that may have been meant: in words, and as a button of the table sends it."""

    text: str
    take: str


def grid_rows(console: Console, round_: Round) -> list[GridRow]:
    """Every table of a round with a field for each seat."""
    return [_row(console, round_, table) for table, _ in round_.numbered()]


def _row(console: Console, round_: Round, table: int) -> GridRow:
    state, form = console.tournament, console.form("save")
    refused = form.errors.get(_place(table), [])
    entered = [round_.scores.get(player) for player in round_.table(table)]
    current = tuple(render_victory_points(score.victory_points) if score else "" for score in entered)
    typed = _typed(form.values, table, len(entered)) if refused else current
    written, players = [text or "0" for text in typed], round_.table(table)
    mends = offers(state, round_, table, written) if refused and not console.asks_first else []
    is_question = any(mend.is_typed for mend in mends)
    return GridRow(
        table=table_state(state, round_, table),
        values=typed,
        refused=refused,
        bad=_bad_seats(typed) if refused else frozenset(),
        offers=[_offer(table, mend) for mend in mends],
        is_question=is_question,
        is_changed=table in (form.found or ()),
        calls=[call for call in state.calls.values() if (call.round, call.table) == (round_.number, table)],
        penalties=sum(given.round == round_.number and given.player in players for given in state.sanctions.values()),
    )


def _bad_seats(typed: tuple[str, ...]) -> frozenset[int]:
    """The seats without a number of victory points; all of them where each has one."""
    bad = frozenset(seat for seat, text in enumerate(typed, start=1) if text and not _is_number(text))
    return bad or frozenset(range(1, len(typed) + 1))


def _is_number(text: str) -> bool:
    try:
        parse_victory_points(text)
    except ImpossibleScores:
        return False
    return True


def _offer(table: int, mend: Mend) -> OfferedRow:
    text = gettext("It was so: %(story)s", story=mend.text) if mend.events else mend.text
    return OfferedRow(text=text, take=f"{table}:{mend.events or ' '.join(mend.points)}")


def _place(table: int | str) -> str:
    return f"t{table}"


def _typed(values: dict[str, str], table: int, seats: int) -> tuple[str, ...]:
    """The fields of a table, each read as the desk does; a line of points in the first of them is a figure for each."""
    fields = tuple(values.get(f"{_place(table)}s{seat}", "").strip()[:_LONGEST] for seat in range(1, seats + 1))
    line = read_points(fields[0], seats) if _is_first_for_all(fields) else None
    if line is not None:
        return tuple(map(render_victory_points, line))
    read = [read_points(field, 1) for field in fields]
    return tuple(render_victory_points(one[0]) if one else field for one, field in zip(read, fields, strict=True))


def _is_first_for_all(fields: tuple[str, ...]) -> bool:
    """Whether the first field is meant for all seats, also where figures stand beside it."""
    return bool(fields[0]) and (not any(fields[1:]) or read_points(fields[0], 1) is None)


def save(console: Console, number: int) -> Console | None:
    """Enter every row that is other than what stands; one that cannot be stays as it was typed, with its reason.

    A button that was offered beside a row enters its result there, and nothing else.
    """
    round_ = console.tournament.round(number)
    taken, _, line = request.form.get("take", "").partition(":")
    only, values = taken or request.form.get("only", ""), console.typed.values
    if taken:
        values |= dict.fromkeys((name for name in values if name.startswith(f"{_place(taken)}s")), "")
        values[f"{_place(taken)}s1"] = line
    for table, players in round_.numbered():
        typed = _typed(values, table, len(players))
        if (only and only != str(table)) or not (any(typed) or (only and round_.is_settled(table))):
            continue
        try:
            _save_row(console, number, table, typed)
        except ToolkitError as error:
            console.typed.refused(error, _place(table))
            if isinstance(error, ChangedMeanwhile):
                console.typed.found = {*(console.typed.found or ()), table}
    return console if console.typed.errors else None


def _save_row(console: Console, number: int, table: int, typed: tuple[str, ...]) -> None:
    first, state = typed[0], console.tournament
    if _is_first_for_all(typed) and is_story(first):
        if removes(first) and not access.may(Action.JUDGE, console.id):
            console.typed.refuse(_place(table), gettext("Your role does not allow this: ask the organizer."))
        else:
            _enter(console, number, table, events=first)
    elif not any(typed) or _is_broken_line(typed):
        raise unreadable(state, RoundTable(number, table))
    elif _points(typed) != _entered(state, state.round(number), table):
        _enter(console, number, table, victory_points=tuple(text.replace(",", ".") or "0" for text in typed))


def _is_broken_line(typed: tuple[str, ...]) -> bool:
    """Whether the first field has neither its seat's figure nor a line: alone, or as a number beside other figures."""
    first = typed[0]
    return bool(first) and read_points(first, 1) is None and (not any(typed[1:]) or _is_number(first))


def _points(typed: tuple[str, ...]) -> tuple[Halves, ...] | None:
    """The figures of a row; None where one of them is no number."""
    try:
        return tuple(parse_victory_points(text or "0") for text in typed)
    except ImpossibleScores:
        return None


def _entered(state: State, round_: Round, table: int) -> tuple[Halves, ...]:
    if not round_.is_settled(table):
        return ()
    return tuple(round_.scores[player].victory_points for player in round_.table(table))


def _enter(
    console: Console,
    number: int,
    table: int,
    *,
    victory_points: tuple[str, ...] | None = None,
    events: str | None = None,
) -> None:
    work = console.work
    if work.key and not request.form.get("only"):
        # Rows that are sent together are things of their own: each has a key of its own.
        work = replace(work, key=f"{work.key}-{table}")
    change = work.change(results.enter_result, number, table, victory_points=victory_points, events=events)
    console.tournament = change.tournament
