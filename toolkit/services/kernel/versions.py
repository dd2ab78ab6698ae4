"""Versions of what the room sees: the number of the last entry that can have changed a page, rather than of the log.

A result changes the pages of its table and of those who sit there; two hundred others need not be drawn anew. Every
kind of fact that stands nowhere here changes every page: that is always true, and only slower.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from zlib import crc32

from toolkit.services.kernel.recent import Recent
from toolkit.services.kernel.repository import KEPT
from toolkit.tournament import facts as fact_types
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import PoolConfirmed, PoolEntered
from toolkit.tournament.published import standings_for
from toolkit.tournament.staggered import is_staggered
from toolkit.tournament.state import State
from toolkit.tournament.tournament import Tournament

# A part of an event that pages show: one of these, a table (its round and number), or a player.
type Part = Topic | tuple[str, int, int]


class Topic(StrEnum):
    """What many pages show at once."""

    ROOM = "room"
    RESULTS = "results"
    PLAYERS = "players"
    CLOCKS = "clocks"
    CALLS = "calls"
    OFFICIALS = "officials"


@dataclass(frozen=True, slots=True)
class View:
    """A page: whose it is, or which table's; the projector's and the public page show what all may see.

    Attributes:
        kind: "player", "table", "pod" (whose number is `table`), "public", one of the judges' lists, or "all", which
            changes with every entry.
    """

    kind: str
    round: int = 0
    table: int = 0
    player: int = 0

    @property
    def is_official(self) -> bool:
        """Whether only officials of the event see it."""
        return self.kind not in ("player", "table", "pod", "public")


PUBLIC = View("public")
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


_OFFICIALS_ONLY = (
    fact_types.NoteAdded,
    fact_types.SanctionGiven,
    fact_types.PenaltyGiven,
    fact_types.SanctionLifted,
    fact_types.DeckChecksDrawn,
    fact_types.DeckCheckNoted,
    fact_types.ReportTicked,
    fact_types.ResultSent,
    fact_types.CalendarRead,
    fact_types.PrizesDecided,
)
_TABLE_CLOCKS = (fact_types.ClockPaused, fact_types.ClockResumed, fact_types.ClockExtended)
_RESULTS = (
    fact_types.ResultEntered,
    fact_types.ResultConfirmed,
    fact_types.ResultLocked,
    fact_types.ResultUnlocked,
)
_CALLS = (fact_types.JudgeCallTaken, fact_types.JudgeCallTakenBack, fact_types.JudgeCallClosed)


def _table(round_number: int, table: int) -> Part:
    return ("table", round_number, table)


def _player(player: int) -> Part:
    return ("player", 0, player)


class _Index:
    """For each part of one event the last entry about it, up to an entry."""

    def __init__(self) -> None:
        self.number = 0
        self._last: dict[Part, int] = {}
        self._calls: dict[int, Part] = {}

    def advance(self, tournament: Tournament) -> None:
        """Take in what the log has more."""
        for number in range(self.number + 1, tournament.number + 1):
            for part in self._touched(tournament.entry(number).fact):
                self._last[part] = number
        self.number = max(self.number, tournament.number)

    def last(self, parts: Iterable[Part]) -> int:
        """The last entry about any of these."""
        return max((self._last.get(part, 0) for part in parts), default=0)

    def _touched(self, fact: Fact) -> Iterable[Part]:
        if isinstance(fact, _OFFICIALS_ONLY):
            return (Topic.OFFICIALS,)
        if isinstance(fact, _RESULTS):
            scored = fact.scores if isinstance(fact, fact_types.ResultEntered) else ()
            return (_table(fact.round, fact.table), Topic.RESULTS, *(_player(one.player) for one in scored))
        if isinstance(fact, _TABLE_CLOCKS) and fact.table is not None:
            return (_table(fact.round, fact.table), Topic.CLOCKS)
        if isinstance(fact, fact_types.JudgeCalled):
            at_table = fact.round is not None and fact.table is not None
            self._calls[fact.call] = _table(fact.round or 0, fact.table or 0) if at_table else _player(fact.player or 0)
            return (self._calls[fact.call], Topic.CALLS)
        if isinstance(fact, _CALLS):
            return (self._calls.get(fact.call, Topic.ROOM), Topic.CALLS)
        if isinstance(fact, fact_types.PlayersCheckedIn | fact_types.PlayersCheckedOut):
            return (*map(_player, fact.players), Topic.PLAYERS)
        if isinstance(fact, fact_types.FeeMarked):
            return (_player(fact.player),)
        if isinstance(fact, PoolEntered | PoolConfirmed):
            return (_player(fact.player), Topic.OFFICIALS)
        if isinstance(fact, fact_types.PlayerAdded | fact_types.DeckSubmitted):
            return (_player(fact.player), Topic.PLAYERS)
        return (Topic.ROOM,)


class Versions:
    """The versions of the pages of every event."""

    def __init__(self) -> None:
        self._indexes: Recent[str, _Index] = Recent(KEPT)
        self._lock = threading.Lock()

    def of(self, id: str, tournament: Tournament, view: View) -> str:
        """Which version of that page an event as it stands has: another one whenever it may show something else."""
        if view == ALL:
            return str(tournament.number)
        known = tournament.memo.once("versions", dict[View, str])
        if view not in known:
            # A round ends with the last of its results, and with it for everybody what was said of it.
            current = tournament.current_round
            round_number = "" if current is None else current.number
            known[view] = f"{self._last(id, tournament, view)}.{round_number}{_place(tournament, view)}"
        return known[view]

    def _last(self, id: str, tournament: Tournament, view: View) -> int:
        with self._lock:  # nobody takes in a later entry meanwhile
            index = self._indexes.get(id)
            if index is None or index.number > tournament.number:
                index = _Index()
            if index.number < tournament.number:
                index.advance(tournament)
                self._indexes.keep(id, index)
            return index.last(_parts(tournament, view))


def _place(state: State, view: View) -> str:
    """How a player stands, as their page shows it: another table's result seldom moves them."""
    rows = standings_for(state, view.player) if view.kind == "player" else ()
    mine = [
        [getattr(row, one.name) for one in fields(row) if one.name != "player"]
        for row in rows
        if row.player.number == view.player
    ]
    return f".{crc32(repr(mine).encode()):x}" if mine else ""


_OF_JUDGES: Mapping[View, Iterable[Topic]] = {
    CALLS: (),
    TABLES: (Topic.RESULTS, Topic.CLOCKS),
    PEOPLE: (Topic.PLAYERS,),
}


def _parts(state: State, view: View) -> Iterable[Part]:
    yield Topic.ROOM
    if view in _OF_JUDGES:
        yield from (Topic.CALLS, Topic.OFFICIALS, *_OF_JUDGES[view])
    elif view.kind == "table":
        yield _table(view.round, view.table)
    elif view.kind == "pod":
        for players in state.limited.pods[view.table - 1 : view.table]:
            yield from map(_player, players)
    elif view.kind == "player":
        yield _player(view.player)
        for round_ in (*state.rounds, *([state.final_round] if state.final_round else [])):
            if round_.is_published and view.player in round_.seats:
                yield _table(round_.number, round_.seats[view.player][0])
        if is_staggered(state):
            yield Topic.PLAYERS
        if state.settings.show_chances is ChancesSeenBy.EVERYBODY:
            yield from (Topic.RESULTS, Topic.PLAYERS)
    else:
        yield from (Topic.RESULTS, Topic.PLAYERS, Topic.CLOCKS)
