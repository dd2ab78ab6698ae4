"""Use cases of events by their results only: read a file, enter it, correct it, remove it, and show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Any

from toolkit.exchange.results.model import EventResults, ResultRow, problems_of, without_final
from toolkit.exchange.results.reading import read_results, write_csv
from toolkit.languages import Message, Sayable
from toolkit.scoring import victory_points_number
from toolkit.season import results_log
from toolkit.season.events import SeasonEvent
from toolkit.season.persons import keys_of
from toolkit.season.results_log import ReportedEvent, results_event
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import id_for
from toolkit.services.lifecycle.forgetting import withdrawn_name, withdrawn_number
from toolkit.services.lifecycle.tournaments import EventHere, here_already
from toolkit.services.season.events import finished_streams, ids_with, reported_streams, season_of
from toolkit.services.season.work import ResultsWork
from toolkit.storage import StreamNotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResults:
    """A file's results before they are entered.

    Attributes:
        text: as our own CSV, to be corrected by hand; `problems` all that stands in the way.
    """

    results: EventResults
    text: str
    problems: tuple[Message, ...]


def read_file(
    content: bytes,
    *,
    head: EventResults | None = None,
    highest_toss_first: bool = True,
    takes_final_off: bool = False,
) -> ReadResults:
    """The results in a file; `head` has what the file lacks, such as name and day.

    Raises:
        BadResults: the file is something else, or a line of it cannot be read.
    """
    read = read_results(content, highest_toss_first=highest_toss_first, fallback=head)
    results = without_final(read) if takes_final_off else read
    return ReadResults(results=results, text=write_csv(results), problems=tuple(problems_of(results)))


def enter_results(context: Context, results: EventResults, *, by: str, key: str | None = None) -> str:
    """Enter an event by its results only; its id. With the same key again it is the same one.

    A person whom the store was asked to forget is forgotten in it too.

    Raises:
        BadResults: the results contradict themselves.
        EventHere: the event is here already, whole or by its results.
    """
    id = context.new_id() if key is None else id_for(("results", by, key))
    if not _has(context, id):
        _check_new(context, results)
    work = ResultsWork(context=context, id=id, by=by, key=key)
    known = _without_forgotten(context, _named(context, results))
    work.create(("results", results), results_log.enter(known))
    return id


def _named(context: Context, results: EventResults) -> EventResults:
    """The results with the names of players of whom the file gives the number only, where another event has them."""
    if all(row.name for row in results.rows):
        return results
    sources, _ = season_of(context)
    names = {result.vekn: result.name for source in sources for result in source.event.results if result.vekn}
    return replace(results, rows=tuple(replace(row, name=row.name or names.get(row.vekn, "")) for row in results.rows))


def _has(context: Context, id: str) -> bool:
    try:
        context.results.look(id)
    except StreamNotFound:
        return False
    return True


def _check_new(context: Context, results: EventResults) -> None:
    if whole := whole_event(context, results.vekn_event):
        raise here_already(whole[1], whole[0])
    if id := _same_results(context, results):
        raise EventHere(Message("“%(name)s” is here already by its results: %(id)s.", name=results.name, id=id))


def _same_results(context: Context, results: EventResults) -> str | None:
    """The id of the same event by its results."""
    alike = (stream.id for stream in reported_streams(context) if _may_be(stream.summary, results))
    return next((id for id in alike if _is_same(look(context, id).results, results)), None)


def entered_or_here(context: Context, results: EventResults, *, by: str, key: str) -> str:
    """The id of an event that is here already, whole or by these results, or is entered by them.

    Raises:
        BadResults: the results contradict themselves.
    """
    whole = whole_event(context, results.vekn_event)
    id = whole[0] if whole else _same_results(context, results)
    return id or enter_results(context, results, by=by, key=key)


def _may_be(summary: Mapping[str, Any], results: EventResults) -> bool:
    numbers = {summary["vekn_event"], summary["archon_code"]} & {results.vekn_event, results.archon_code}
    return summary["name"] == results.name or bool(numbers - {""})


def _is_same(here: EventResults | None, other: EventResults) -> bool:
    if here is None:
        return False
    numbered = (here.vekn_event, other.vekn_event), (here.archon_code, other.archon_code)
    return replace(here, origin="") == replace(other, origin="") or any(one and one == two for one, two in numbered)


def whole_event(context: Context, vekn_event: str) -> tuple[str, str] | None:
    """The id and name of the finished event of a calendar number; None where there is none."""
    if not vekn_event:
        return None
    whole = [stream.id for stream in finished_streams(context)]
    sources, _ = season_of(context, ids_with(context, [vekn_event], ids=whole))
    return next(
        ((source.event.id, source.event.name) for source in sources if source.event.vekn_event == vekn_event), None
    )


def replaced_by(context: Context, vekn_event: str) -> str | None:
    """The id of the results that a whole event of that calendar number replaces; None without any."""
    ids = (stream.id for stream in reported_streams(context) if stream.summary["vekn_event"] == vekn_event)
    return next(ids, None) if vekn_event else None


def _without_forgotten(context: Context, results: EventResults) -> EventResults:
    return replace(results, rows=tuple(_known(context, row) for row in results.rows))


def _known(context: Context, row: ResultRow) -> ResultRow:
    numbers = (withdrawn_number(context, key) for key in keys_of(row.vekn, row.name, row.country))
    number = next(filter(None, numbers), None)
    return replace(row, name=withdrawn_name(number), vekn="", city="", country="") if number else row


def correct_results(context: Context, id: str, results: EventResults, *, by: str, key: str | None = None) -> None:
    """Enter other results of the event.

    Raises:
        StreamNotFound: there is no such event.
        ResultsRemoved: it was removed.
        BadResults: the results contradict themselves.
    """
    known = _without_forgotten(context, results)
    ResultsWork(context=context, id=id, by=by, key=key).change(results_log.correct, known)


def remove_results(context: Context, id: str, *, by: str, key: str | None = None) -> None:
    """Let the event count nowhere; that can be undone.

    Raises:
        StreamNotFound: there is no such event.
    """
    ResultsWork(context=context, id=id, by=by, key=key).change(results_log.remove)


def undo_results(context: Context, id: str, *, by: str, key: str | None = None) -> None:
    """Take the last correction or removal back.

    Raises:
        StreamNotFound: there is no such event.
        NoSuchEntry: there is nothing to take back.
    """
    ResultsWork(context=context, id=id, by=by, key=key).change(results_log.undo)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRowView:
    """A player's result in an event by its results; figures are of the preliminary rounds, null where unknown.

    Attributes:
        place: null for `out`, which is `DQ` or `WD`.
    """

    place: int | None
    out: str
    name: str
    vekn: str | None
    country: str
    game_wins: int | None
    victory_points: float | None
    tournament_points: int | None
    final_victory_points: float | None
    seed: int | None
    rating_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedEventView:
    """An event by its results only.

    Attributes:
        source: always `results`; seats and opponents are not known.
        origin: the form that was read.
        why: the reason why it is not rated; "" if it is.
        whole: the id of the whole event that replaces it; left out without one.
    """

    id: str
    source: str
    origin: str
    name: str
    date: str | None
    city: str
    country: str
    kind: str
    vekn_event: str
    rounds: int
    has_final: bool
    players: int
    rated: bool
    why: Sayable | str
    removed: bool
    results: tuple[ReportedRowView, ...]
    whole: str | EllipsisType = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedResults:
    """An event by its results as lists show it."""

    id: str
    name: str
    date: str | None


def list_results(context: Context) -> list[ListedResults]:
    """Every event by its results that counts, newest first."""
    return [
        ListedResults(id=stream.id, name=str(stream.summary["name"]), date=stream.summary["date"])
        for stream in reported_streams(context)
    ]


def look(context: Context, id: str) -> ReportedEvent:
    """An event by its results.

    Raises:
        StreamNotFound: there is none of that id.
    """
    return context.results.look(id).state


def show_results(context: Context, id: str, *, with_numbers: bool = True) -> ReportedEventView:
    """An event by its results as every door shows it.

    Raises:
        StreamNotFound: there is none of that id.
    """
    event = look(context, id)
    results, season = event.results, results_event(event, id=id)
    assert results is not None
    whole = whole_event(context, results.vekn_event)
    return ReportedEventView(
        id=id,
        source="results",
        origin=results.origin,
        name=results.name,
        date=results.date.isoformat() if results.date else None,
        city=results.city,
        country=results.country,
        kind=results.kind.value,
        vekn_event=results.vekn_event,
        rounds=results.rounds,
        has_final=results.has_final,
        players=results.players,
        rated=season.not_rated is None,
        why=season.not_rated.sentence if season.not_rated else "",
        removed=event.is_removed,
        results=tuple(_rows(results, season, with_numbers=with_numbers)),
        whole=whole[0] if whole else ...,
    )


def _rows(results: EventResults, season: SeasonEvent, *, with_numbers: bool) -> Iterator[ReportedRowView]:
    by_key = {result.vekn or result.name: result for result in season.results}
    for row in results.rows:
        result = by_key.get(row.vekn or row.name)
        yield ReportedRowView(
            place=row.place,
            out=row.out,
            name=row.name or (result.name if result else ""),
            vekn=row.vekn if with_numbers else None,
            country=row.country,
            game_wins=row.game_wins,
            victory_points=_number(row.victory_points),
            tournament_points=row.tournament_points,
            final_victory_points=_number(row.final_victory_points),
            seed=result.seed if result else None,
            rating_points=result.rating_points if result else 0,
        )


def _number(halves: int | None) -> float | None:
    return None if halves is None else victory_points_number(halves)


def log_lines(event: ReportedEvent) -> list[tuple[int, Sayable, str]]:
    """The number, sentence and author of every entry, newest first."""
    return [(entry.number, results_log.describe(event, entry.fact), entry.by) for entry in reversed(event.log)]
