"""Whether a change may stand although its author had not seen the latest ones: only if they touch other things.

Two scorekeepers enter two tables of a round at the same moment; a late player signs up meanwhile. None of them should
be told to look again. Everything else (a seating, the final, a setting, an undoing) touches the whole event.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.tournament import facts as fact_types
from toolkit.tournament.facts import Fact
from toolkit.tournament.state import State

type Touched = frozenset[tuple[str, int, int]]

_TABLE = (
    fact_types.ResultEntered,
    fact_types.ResultConfirmed,
    fact_types.ResultLocked,
    fact_types.ResultUnlocked,
    fact_types.ResultCleared,
)
_CALL = (
    fact_types.JudgeCalled,
    fact_types.JudgeCallTaken,
    fact_types.JudgeCallTakenBack,
    fact_types.JudgeCallClosed,
)
_PLAYER = (
    fact_types.PlayerChanged,
    fact_types.PlayerDropped,
    fact_types.PlayerReturned,
    fact_types.PlayerDisqualified,
    fact_types.DeckSubmitted,
)


def stand_apart(state: State, mine: Iterable[Fact], theirs: Iterable[Fact]) -> bool:
    """Whether no fact of the one list touches what a fact of the other does."""
    ours = [touched(state, fact) for fact in mine]
    others = [touched(state, fact) for fact in theirs]
    return all(a is not None and b is not None and a.isdisjoint(b) for a in ours for b in others)


def touched(state: State, fact: Fact) -> Touched | None:
    """The tables and players that a fact is about; None for the whole event."""
    if isinstance(fact, fact_types.NoteAdded | fact_types.AnnouncementMade):
        return frozenset()
    if isinstance(fact, fact_types.AnnouncementWithdrawn):
        return frozenset({("announcement", 0, fact.announcement)})
    if isinstance(fact, _CALL):
        return frozenset({("call", 0, fact.call)})
    if isinstance(fact, fact_types.SanctionGiven):
        return frozenset({("player", 0, fact.player)})
    if isinstance(fact, fact_types.SanctionLifted):
        return frozenset({("sanction", 0, fact.sanction)})
    if isinstance(fact, fact_types.ClockExtended):
        return frozenset({("clock", fact.round, fact.table or 0)})
    if isinstance(fact, fact_types.PlayerAdded):
        return frozenset({("player", 0, fact.player)})
    if isinstance(fact, fact_types.CheckInOpened | fact_types.CheckInClosed):
        return frozenset({("check-in", fact.round, 0)})
    if isinstance(fact, fact_types.PlayersCheckedIn | fact_types.PlayersCheckedOut):
        return frozenset(("player", 0, player) for player in fact.players)
    if isinstance(fact, _TABLE):
        return frozenset({("table", fact.round, fact.table)})
    if isinstance(fact, _PLAYER):
        return frozenset({("player", 0, fact.player), *_table_of(state, fact.player)})
    return None


def _table_of(state: State, player: int) -> Touched:
    current = state.current_round
    if current is None or player not in current.seats:
        return frozenset()
    table, _seat = current.seats[player]
    return frozenset({("table", current.number, table)})
