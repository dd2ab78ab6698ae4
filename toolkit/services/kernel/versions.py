"""Versions of what the room sees: the number of the last entry that can have changed a page, rather than of the log.

A result changes the pages of its table and of those who sit there; two hundred others need not be drawn anew. Every
fact declares who sees it (`toolkit.tournament.declarations`).

The version of a player's page has two halves, `own~shared`. The own half begins with what this player alone is
concerned by. The shared half has a word for each piece that is the same for all: another word, another piece. So has
the version of the event's own page while the event runs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from zlib import crc32

from toolkit.services.kernel.recent import Recent
from toolkit.services.kernel.repository import KEPT
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.declarations import (
    Part,
    Topic,
    call_of,
    calling_page,
    page_of,
    round_of,
    seats_of,
    table_page_of,
)
from toolkit.tournament.facts import EntriesRedone, EntriesUndone, Fact, JudgeCalled, RoundPublished
from toolkit.tournament.games import adjustments
from toolkit.tournament.published import public_part, seated_round, standings_for
from toolkit.tournament.results import disputed
from toolkit.tournament.staggered import is_staggered
from toolkit.tournament.standings import Standing, not_ranked
from toolkit.tournament.state import State
from toolkit.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class View:
    """A page: whose it is, or which table's; the projector's and the public page show what all may see.

    Attributes:
        kind: "player", "table", "pod" (whose number is `table`), "event", "public", one of the judges' lists, or "all",
            which changes with every entry.
    """

    kind: str
    round: int = 0
    table: int = 0
    player: int = 0

    @property
    def is_official(self) -> bool:
        """Whether only officials of the event see it."""
        return self.kind not in ("player", "table", "pod", "event", "public")

    @property
    def has_pieces(self) -> bool:
        """Whether its version has a shared half, whose pieces the page takes over."""
        return self.kind in ("player", "event")


PUBLIC = View("public")
# The event's own page while the event runs.
EVENT = View("event")
ALL = View("all")
# What judges keep open: the calls, and the notes; the tables of the round; everybody. Forms of these pages touch
# nothing but calls, notes and announcements, so that they may be sent from what is not drawn anew.
CALLS = View("calls")
TABLES = View("tables")
PEOPLE = View("people")


def player_view(player: int) -> View:
    """A player's own page."""
    return View("player", player=player)


def table_view(round_number: int, table: int) -> View:
    """The page of a table."""
    return View("table", round_number, table)


def pod_view(pod: int) -> View:
    """The phone on a pod's table."""
    return View("pod", table=pod)


class _Index:
    """For each part of one event the last entry about it, up to an entry."""

    def __init__(self) -> None:
        self.number = 0
        self._last: dict[Part, int] = {}
        # The parts that stand for others: a call for the page that it came from, a round once published for the room.
        self._meant: dict[Part, Part] = {}

    def advance(self, tournament: Tournament) -> None:
        """Take in what the log has more."""
        for number in range(self.number + 1, tournament.number + 1):
            fact = tournament.entry(number).fact
            for changed in _changed(tournament, fact):
                for part in changed.DECLARED.parts(changed):
                    self._last[self._meant.get(part, part)] = number
            if isinstance(fact, JudgeCalled):
                self._meant[call_of(fact.call)] = calling_page(fact)
            elif isinstance(fact, RoundPublished):
                self._meant[round_of(fact.round)] = Topic.ROOM
        self.number = max(self.number, tournament.number)

    def last(self, parts: Iterable[Part]) -> int:
        """The last entry about any of these."""
        return max((self._last.get(part, 0) for part in parts), default=0)


def _changed(tournament: Tournament, fact: Fact) -> Iterator[Fact]:
    """The fact; of one that undoes others, or redoes them, the others."""
    if isinstance(fact, EntriesUndone | EntriesRedone):
        for number in fact.entries:
            yield from _changed(tournament, tournament.entry(number).fact)
    else:
        yield fact


class Versions:
    """The versions of the pages of every event."""

    def __init__(self) -> None:
        self._indexes: Recent[str, _Index] = Recent(KEPT)
        self._lock = threading.Lock()

    def of(self, id: str, tournament: Tournament, view: View) -> str:
        """The current version of that page of an event: another one whenever the page may differ."""
        if view == ALL:
            return str(tournament.number)
        versions = tournament.memo.once("versions", dict[View, str])
        if view not in versions:
            # A round ends with the last of its results, and with it for everybody what was said of it.
            current = tournament.current_round
            round_number = "" if current is None else current.number
            lasts = ".".join(map(str, self._lasts(id, tournament, view)))
            own, shared = _halves(tournament, view) if view.has_pieces else (_disputes(tournament, view), "")
            versions[view] = f"{lasts}.{round_number}{_beyond_tables(tournament)}{own}{shared}"
        return versions[view]

    def _lasts(self, id: str, tournament: Tournament, view: View) -> list[int]:
        with self._lock:  # nobody takes in a later entry meanwhile
            index = self._indexes.get(id)
            if index is None or index.number > tournament.number:
                index = _Index()
            if index.number < tournament.number:
                index.advance(tournament)
                self._indexes.keep(id, index)
            return [index.last(parts) for parts in _parts(tournament, view)]


def pieces_of(state: State) -> dict[str, str]:
    """The version of each piece of players' pages that is the same for all, by the piece's name."""
    return state.memo.once("pieces", lambda: {name: _version(name, content) for name, content in _pieces(state)})


def ranks_of(state: State) -> dict[int, tuple[str, Standing]]:
    """Each player's line of the standings that everybody sees, and its word in the shared half of their page's version.

    The word has all that a line shows while rounds are played; what the last of them brings is of the own half.
    """
    return state.memo.once(
        "ranks",
        lambda: {
            row.player.number: (f"r{row.rank}-{row.game_wins}-{row.victory_points}-{row.tournament_points}", row)
            for row in public_part(state).ranked
        },
    )


def seating_version(state: State) -> str:
    """The version of the list of all tables, which shows what players' pages find their seats in."""
    return f"l{pieces_of(state)['seats'][1:]}"


def standings_version(state: State) -> str:
    """The version of the standings that everybody sees, with all that a table of them shows; "" without any."""
    return state.memo.once("standings version", lambda: _standings_version(state))


def _standings_version(state: State) -> str:
    rows = [(row.player.number, row.player.name, row.player.status, _values(row)) for row in public_part(state).ranked]
    out = not_ranked(state)
    lists = [[player.number for player in players] for players in (out.awaited, out.players, out.disqualified)]
    return f"t{crc32(repr((rows, out.heading, lists)).encode()):x}" if rows else ""


def _version(name: str, content: object) -> str:
    return f"{name[0]}{crc32(repr(content).encode()):x}"


def _pieces(state: State) -> Iterator[tuple[str, object]]:
    """All that each piece may show; a published round is everybody's."""
    yield "announcements", state.announcements
    round_ = None if state.is_finished else seated_round(state)
    if round_ is None:
        yield from (("seats", None), ("clock", None))
        return
    tables = [(state.settings.table_name(table), players) for table, players in round_.numbered()]
    names = [state.player(number).name for _, players in tables for number in players]
    yield "seats", (round_.number, round_.sitting_out, tables, names)
    yield "clock", (round_.number, round_.clock)


def _halves(state: State, view: View) -> tuple[str, str]:
    """The standing in the own half of a version, and the shared half: another table's result seldom moves a player."""
    pieces, player = pieces_of(state), view.player
    if view == EVENT:
        standings = standings_version(state)
        words = filter(None, (pieces["announcements"], pieces["clock"], seating_version(state), standings))
        return _marked(bool(standings)), f"~{'.'.join(words)}"  # with the first of them come a heading and files
    shared = ".".join(pieces.values())
    plan = ".planned" if is_staggered(state) else ""  # with it goes a sentence, whoever ends it by coming
    if player in (ranks := ranks_of(state)):
        word, row = ranks[player]
        return f"{plan}{_marked([getattr(row, name) for name in _LATE])}", f"~{shared}.{word}"
    rows = [row for row in standings_for(state, player) if row.player.number == player]
    mine = [_values(row) for row in rows]
    return f"{plan}{_marked(mine) if mine else ''}", f"~{shared}"


def _beyond_tables(state: State) -> str:
    """What moves points at tables that no entry names: results of players who have moved, and adjustments.

    A result of a new table ends the whole result that waited; who loses points moves others of their table.
    """
    return state.memo.once("beyond tables", lambda: _points_moved(state))


def _points_moved(state: State) -> str:
    moved = [
        (round_.number, (*round_.waiting, *round_.carried), sorted(adjustments(state, round_.number).items()))
        for round_ in public_part(state).rounds
    ]
    return _marked(moved) if any(scores or taken for _, scores, taken in moved) else ""


def _disputes(state: State, view: View) -> str:
    """The disputed tables, which the calls' page marks whatever else their results are."""
    found = [(round_.number, disputed(round_)) for round_ in state.rounds] if view == CALLS else []
    return _marked(found) if any(tables for _, tables in found) else ""


# All values of a line of the standings but its player.
_values = attrgetter(*(field.name for field in fields(Standing) if field.name != "player"))


def _marked(values: object) -> str:
    return f".{crc32(repr(values).encode()):x}"


# What a line of the standings shows from the end of the last round on.
_LATE = ("seed", "tossed_for", "is_finalist", "is_winner", "final_victory_points")
# Shown by every page; by one with pieces, but for the first, in its shared half.
_EVERYWHERE = (Topic.ROOM, Topic.ANNOUNCEMENTS, Topic.CLOCK)
_OF_JUDGES: Mapping[View, Iterable[Topic]] = {
    CALLS: (),
    TABLES: (Topic.RESULTS, Topic.CLOCKS),
    PEOPLE: (Topic.PLAYERS,),
}


def _parts(state: State, view: View) -> Iterator[Iterable[Part]]:
    """The parts that a page shows; of a player's page first those that are about them, then those about all."""
    seats = [seats_of(round_.number) for round_ in public_part(state).rounds]
    if not view.has_pieces:
        yield (*_EVERYWHERE, *seats, *_parts_of(state, view))
        return
    if view == EVENT:
        yield (Topic.ROOM, Topic.PLAYERS, *seats)
        return
    yield _own_parts(state, view.player)
    shows_all = state.settings.show_chances is ChancesSeenBy.EVERYBODY
    shown = {
        Topic.ROOM: True,
        Topic.RESULTS: shows_all,
        Topic.PLAYERS: shows_all or is_staggered(state),
    }
    yield [*seats, *(topic for topic, is_shown in shown.items() if is_shown)]


def _parts_of(state: State, view: View) -> Iterable[Part]:
    if view in _OF_JUDGES:
        yield from (Topic.CALLS, Topic.OFFICIALS, *_OF_JUDGES[view])
    elif view.kind == "table":
        yield table_page_of(view.round, view.table)
    elif view.kind == "pod":
        for players in state.limited.pods[view.table - 1 : view.table]:
            yield from map(page_of, players)
    else:
        yield from (Topic.RESULTS, Topic.PLAYERS, Topic.CLOCKS)


def _own_parts(state: State, player: int) -> Iterable[Part]:
    yield page_of(player)
    for round_ in public_part(state).rounds:
        if player in round_.seats:
            yield table_page_of(round_.number, round_.seats[player][0])
