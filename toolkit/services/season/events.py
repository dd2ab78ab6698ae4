"""Events for a season: those of the store, each computed once, and those of files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from types import MappingProxyType

from toolkit.errors import ToolkitError
from toolkit.season.events import EventSource, SeasonEvent, digest_of, from_kept, season_event, source_of_file
from toolkit.season.results_log import results_source
from toolkit.services.kernel.context import RESULTS, TOURNAMENT, Context
from toolkit.storage import Stream
from toolkit.tournament.tournament import Tournament


def finished_ids(context: Context) -> list[str]:
    """The ids of all events that are over, rehearsals left out."""
    return [stream.id for stream in countable_streams(context)]


def finished_within(context: Context, after: date, until: date) -> list[Stream]:
    """The events that are over, rehearsals left out; those with a day only between the two days."""
    return [stream for stream in countable_streams(context) if _is_within(stream.summary.get("date"), after, until)]


def countable_streams(context: Context) -> list[Stream]:
    """All events that are over, and those by their results only; rehearsals left out, newest first."""
    reported = reported_streams(context)
    if not reported:
        return finished_streams(context)
    return sorted([*finished_streams(context), *reported], key=lambda stream: stream.created, reverse=True)


def reported_streams(context: Context) -> list[Stream]:
    """All events by their results only that were not removed, newest first."""
    return [stream for stream in context.store.streams(RESULTS) if stream.summary.get("stage") == "finished"]


# Where accounts are, who makes an event does not decide that it counts in the ratings of everybody.
_ASKED_SINCE = "ratings_ask_since"


def ask_about_new_events(context: Context) -> None:
    """Let the ratings count events made from now on only once the administrator says so; asked again, it stays so."""
    context.store.setting(_ASKED_SINCE, lambda: context.now().isoformat())


def asked_since(context: Context) -> datetime | None:
    """The time from which on the administrator decides which new events count; None where all do."""
    moment = context.store.known_setting(_ASKED_SINCE)
    return None if moment is None else datetime.fromisoformat(moment)


def finished_streams(context: Context) -> list[Stream]:
    """All events that are over, rehearsals left out, newest first."""
    return [
        stream
        for stream in context.store.streams(TOURNAMENT)
        if stream.summary.get("stage") == "finished" and not stream.summary.get("is_rehearsal")
    ]


def running_streams(context: Context) -> list[Stream]:
    """All events that are not over, rehearsals and templates left out, newest first."""
    left_out = ("is_rehearsal", "is_template")
    return [
        stream
        for stream in context.store.streams(TOURNAMENT)
        if stream.summary.get("stage") != "finished" and not any(stream.summary.get(name) for name in left_out)
    ]


def ids_with(context: Context, numbers: Iterable[str], *, ids: Sequence[str] | None = None) -> list[str]:
    """The ids of finished events, or of these, that may have one of these VEKN numbers, from what is kept of each.

    Whatever nothing is kept of, or only of an older state, is among them: it is read to find out.
    """
    ids = finished_ids(context) if ids is None else ids
    quoted = [json.dumps(number) for number in numbers]
    heads, kept = context.store.heads(ids), context.store.digests(ids)

    def may_have(id: str) -> bool:
        head, content = kept.get(id, (0, ""))
        return head != heads.get(id) or any(number in content for number in quoted)

    return [id for id in ids if may_have(id)]


def _is_within(day: str | None, after: date, until: date) -> bool:
    # ISO days are ordered as text is.
    return day is None or after.isoformat() < day <= until.isoformat()


class Running(StrEnum):
    """The part of an unfinished event that a season takes."""

    REFUSED = "refused"
    PUBLIC = "public"  # its whole rounds, where everybody may see its standings
    COUNTED = "counted"  # its whole rounds


def stored_sources(
    context: Context,
    ids: Sequence[str],
    *,
    running: Running = Running.REFUSED,
    instead: Mapping[str, Tournament] = MappingProxyType({}),
) -> list[EventSource]:
    """Events of the store by id, those that are over from what is kept of them.

    Some may be other states `instead`: that is asked within a unit of work, and nothing is kept of what is computed.

    Raises:
        NotFinished: one of them is not over, and such are refused.
        StreamNotFound: there is none of that id.
    """
    heads, kept = context.store.heads(ids), context.store.digests(ids)
    reported = _reported_sources(context, [id for id in ids if id not in kept])
    events: dict[str, SeasonEvent] = {}
    computed: dict[str, tuple[int, str]] = {}
    for id in dict.fromkeys(ids):
        if id in reported:
            continue
        head, content = kept.get(id, (0, ""))
        event = from_kept(json.loads(content)) if content and head == heads.get(id) else None
        if id in instead:
            event = season_event(instead[id], id=id, may_run=True)
        elif event is None:
            folded = context.tournaments.look(id)
            event = season_event(
                folded.state,
                id=id,
                may_run=running is not Running.REFUSED,
                is_public=running is Running.PUBLIC,
            )
            if folded.state.is_finished:
                computed[id] = (folded.number, digest_of(event))
        events[id] = event
    if not instead:
        context.store.keep_digests(computed)
    whole = [EventSource(event=event, name=id, tournament=_look(context, id)) for id, event in events.items()]
    return [*whole, *filter(None, reported.values())]


def _reported_sources(context: Context, ids: Sequence[str]) -> dict[str, EventSource | None]:
    """Those of these events that the store has by their results only; None for one that was removed."""
    known = {stream.id for stream in context.store.streams(RESULTS)} if ids else set()
    counting = {stream.id for stream in reported_streams(context)} if known else set()
    return {
        id: results_source(context.results.look(id).state, id=id) if id in counting else None
        for id in ids
        if id in known
    }


def _look(context: Context, id: str) -> Callable[[], Tournament]:
    return partial(_tournament, context, id)


def _tournament(context: Context, id: str) -> Tournament:
    return context.tournaments.look(id).state


def file_sources(
    files: Mapping[str, bytes] | Iterable[tuple[str, bytes]], *, may_run: bool = False
) -> list[EventSource]:
    """The events of export files, given by name.

    Raises:
        BadFile: one is damaged, newer, or not over; it is named.
    """
    pairs = files.items() if isinstance(files, Mapping) else files
    return [source_of_file(name, content, may_run=may_run) for name, content in pairs]


def season_of(
    context: Context, ids: Sequence[str] | None = None, *, running: Running = Running.REFUSED
) -> tuple[list[EventSource], list[ToolkitError]]:
    """All events of the store that are over, or these, each read on its own: what cannot be read is named.

    One event must not stop a view of many.
    """
    sources: list[EventSource] = []
    errors: list[ToolkitError] = []
    wanted = finished_ids(context) if ids is None else list(ids)
    try:
        return stored_sources(context, wanted, running=running), errors
    except ToolkitError:
        for id in wanted:
            try:
                sources += stored_sources(context, [id], running=running)
            except ToolkitError as error:
                errors.append(error)
        return sources, errors
