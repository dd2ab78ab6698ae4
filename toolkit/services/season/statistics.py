"""Statistics of the events of a store, and of exports of other installations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.errors import Invalid
from toolkit.exchange.spreadsheet import render_table
from toolkit.languages import Message
from toolkit.scoring import victory_points_number
from toolkit.season.events import NotFinished, source_of_file
from toolkit.season.statistics import (
    LEAST,
    DeckKind,
    EventGames,
    PlayedSeat,
    Statistics,
    games_of_event,
    kind_of,
    statistics_of,
)
from toolkit.services.kernel.context import Context
from toolkit.services.season import leagues as league_store
from toolkit.services.season.events import Running, finished_streams
from toolkit.tournament import Tournament
from toolkit.tournament.published import public_part

SEAT_HEADERS = (
    "event",
    "round",
    "table",
    "seat",
    "size",
    "clan",
    "predator_clan",
    "prey_clan",
    "vp",
    "gw",
    "outcome",
)
# So many events are looked at together where nobody names any: the latest ones.
MOST_EVENTS = 300


class TooManyEvents(Invalid):
    """More events than are looked at together."""

    code = "too_many_events"


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The events in a statistic: their games, and the events left out.

    Attributes:
        left_out: finished events before the latest ones.
        uncounted: events of leagues that are not over, or do not count by the league's rules.
    """

    events: tuple[EventGames, ...]
    left_out: int = 0
    uncounted: int = 0


def league_events(context: Context, id: str) -> tuple[list[str], int]:
    """The finished events that count in a league, the latest first; and how many of its events are not among them.

    Raises:
        StreamNotFound: there is no such league.
        NoEvent: it has no event.
        TwoVersions: two of its events are versions of one.
    """
    events = league_store.table_of(context, id, running=Running.PUBLIC).events
    chosen = [
        entry.event.id
        for entry in reversed(events)
        if entry.why_not is None and not entry.event.is_running and not entry.event.is_results_only
    ]
    return chosen, len(events) - len(chosen)


def finished_events(context: Context) -> list[tuple[str, str, str]]:
    """Every finished event that is no rehearsal as id, name and day ("" for none), the latest first."""
    listed = ((stream.id, stream.summary["name"], stream.summary["date"] or "") for stream in finished_streams(context))
    return sorted(listed, key=lambda entry: entry[2], reverse=True)


def look_at(
    context: Context,
    ids: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    *,
    leagues: Sequence[str] = (),
    cards: Callable[[], CardDatabase] | None = None,
    every_list: bool = False,
) -> Looked:
    """The games of the events of these ids, files and leagues; without any, of the latest finished ones of the store.

    Of leagues, too, only the latest events are taken where there are more than are looked at together.

    Of decks those count whose lists all may see; `every_list` takes all, for readers who have them anyway.

    Raises:
        StreamNotFound: no event, or no league, has such an id.
        NoEvent, TwoVersions: a league has no table.
        NotFinished: one is still being played.
        TooManyEvents: more are named than are looked at together.
        BadFile: a file cannot be read, or its event is not over; the sentence names it.
    """
    if len(ids) + len(files or {}) > MOST_EVENTS:
        raise TooManyEvents(Message("At most %(number)s events are looked at together.", number=MOST_EVENTS))
    chosen, left_out, uncounted = list(dict.fromkeys(ids)), 0, 0
    for league in dict.fromkeys(leagues):
        counting, others = league_events(context, league)
        chosen, uncounted = list(dict.fromkeys([*chosen, *counting])), uncounted + others
    if leagues:
        most = MOST_EVENTS - len(files or {})
        chosen, left_out = chosen[:most], max(len(chosen) - most, 0)
    elif not ids and not files:
        every = [id for id, _, _ in finished_events(context)]
        chosen, left_out = every[:MOST_EVENTS], max(len(every) - MOST_EVENTS, 0)
    data = cards or context.cards
    events = [counted_games(context, id, data, every_list=every_list) for id in chosen]
    sources = [source_of_file(name, content) for name, content in (files or {}).items()]
    events += [_games(source.tournament(), data, every_list=every_list) for source in sources if source.tournament]
    return Looked(events=tuple(events), left_out=left_out, uncounted=uncounted)


def counted_games(
    context: Context, id: str, cards: Callable[[], CardDatabase], *, every_list: bool = False
) -> EventGames:
    """The games of a finished event, the same ones while its log stays as it is.

    Raises:
        NotFinished: it is still being played.
    """
    head = context.tournaments.head(id)
    key = id, head, every_list
    games = context.event_games.get(key)
    if games is None:
        tournament = context.tournaments.look(id).state
        if not tournament.is_finished:
            raise NotFinished(Message("“%(name)s” is not finished.", name=tournament.settings.name))
        games = context.event_games.keep(key, _games(tournament, cards, every_list=every_list))
    return games


def _games(tournament: Tournament, cards: Callable[[], CardDatabase], *, every_list: bool) -> EventGames:
    lists = None if every_list else {player.number for player in public_part(tournament).lists}
    # What a card of today is called does not hang on the day of the event.
    return games_of_event(tournament, lambda text: _kind(text, cards), lists=lists)


def _kind(text: str, cards: Callable[[], CardDatabase]) -> DeckKind | None:
    deck = read(text, cards()).deck
    return kind_of(deck) if deck.crypt else None


def show_statistics(looked: Looked, *, least: int = LEAST) -> Statistics:
    """All figures of what was looked at."""
    return statistics_of(looked.events, least=least)


def seats_csv(looked: Looked, *, names: bool = False, with_numbers: bool = True) -> str:
    """One line a game and seat, for own calculations; with names only where they are asked for.

    `with_numbers` is for officials: people other than they see no VEKN numbers.
    """
    headers = (*SEAT_HEADERS, *(("name", "vekn") if names else ()))
    lines = (
        [*_cells(event, seat), *((seat.name, seat.vekn if with_numbers else "") if names else ())]
        for event in looked.events
        for seat in event.seats
    )
    return render_table(headers, lines)


def _cells(event: EventGames, seat: PlayedSeat) -> list[str | float]:
    kinds = [kind.clan if kind else "" for kind in (seat.kind, seat.predator, seat.prey)]
    return [
        event.name,
        "final" if seat.is_final else seat.round,
        seat.table,
        seat.seat,
        seat.size,
        *kinds,
        victory_points_number(seat.victory_points),
        seat.game_win,
        seat.fate.value if seat.fate else "",
    ]
