"""Seats of a round: searched for while others may write, laid by hand, and edited as an organizer does it.

An edit: two change places, one goes to a table, or out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from toolkit.languages import Message
from toolkit.seating.plan import DEFAULT_SECONDS
from toolkit.services.events.draws import seed_for
from toolkit.services.events.registrations import Registration
from toolkit.services.kernel.unit_of_work import UnitOfWork, as_given, use_case
from toolkit.tournament import Fact, Tournament, checkin, players, rounds, seats, steps
from toolkit.tournament.errors import BadValue
from toolkit.tournament.seats import SeatsPreview
from toolkit.tournament.state import State

type SeatedTables = list[list[int]]

# Players of a table that has no room.
_FULL = 5


@use_case(without=("progress", "search"), stands_for={"apart": as_given}, is_long=True)
def draft_seating(
    work: UnitOfWork,
    seen: Tournament,
    *,
    seconds: float = DEFAULT_SECONDS,
    seed: int | None = None,
    apart: Sequence[Sequence[int]] = (),
    publish: bool = False,
    only_better: bool = False,
    word: str = "",
    reason: str = "",
    progress: Callable[[float], None] | None = None,
    search: Callable[..., list[Fact]] = seats.seat_next_round,
) -> list[Fact]:
    """Draft the next round with the best seating that is found; `publish` shows it to the players at once.

    With `only_better` a draft of the same players stays unless the new one is better. Under a commitment another draft
    is a repetition of its draw, for a `reason`; `word` is what was said in the room. `search` is who looks.

    The search runs while others may write; if one of them touches the event meanwhile, this is told so and repeated.

    Raises:
        ToolkitError: what the domain refuses with.
        ChangedMeanwhile: players or rounds have changed since the search began.
    """
    chosen = seed_for(work, seen, seed, word=word, reason=reason)
    drafted = search(seen, seed=chosen, seconds=seconds, apart=apart, only_better=only_better, progress=progress)
    return _published(work, seen, drafted) if publish else drafted


@use_case()
def draft_by_hand(
    work: UnitOfWork, tournament: Tournament, tables: Sequence[Sequence[int]], *, publish: bool = False
) -> list[Fact]:
    """Draft the next round at these tables, players in seat order.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    drafted = rounds.draft_round(tournament, tables)
    return _published(work, tournament, drafted) if publish else drafted


@use_case()
def draft_same(work: UnitOfWork, tournament: Tournament, *, publish: bool = False) -> list[Fact]:
    """Draft a round that was cancelled with the seats that it had.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    drafted = rounds.draft_same(tournament)
    return _published(work, tournament, drafted) if publish else drafted


def _published(work: UnitOfWork, tournament: Tournament, drafted: list[Fact]) -> list[Fact]:
    after = tournament.with_facts(drafted, at=work.context.now(), by=work.by)
    return [*drafted, *steps.publish_round(after)]


def edited_tables(
    state: State, number: int, player: int, *, other: int | None = None, table: int | None = None
) -> SeatedTables:
    """The round's tables after one edit of `player`'s seat.

    With `other` the two change places (one of them may have no seat); with `table` the player goes to that table's
    last seat; with neither the player has no seat any more. A table that is left empty is gone.

    Raises:
        UnknownRound, UnknownPlayer, UnknownTable: no such round, player or table.
        BadValue: neither of the two has a seat, or nothing would change.
    """
    round_ = state.round(number)
    state.player(player)
    before = [list(seated) for seated in round_.tables]
    if other is not None:
        state.player(other)
        if player not in round_.seats and other not in round_.seats:
            raise BadValue(Message("Neither of the two has a seat in this round."), code="not_seated")
        return _swapped(before, player, other)
    without = [[seated for seated in players if seated != player] for players in before]
    if table is None:
        return [players for players in without if players]
    if table != len(before) + 1:
        round_.table(table)
        without[table - 1].append(player)
    else:
        without.append([player])
    return [players for players in without if players]


@use_case()
def add_to_next_round(work: UnitOfWork, tournament: Tournament, registration: Registration) -> list[Fact]:
    """Register a late player, for the next round: checked in where that is asked, seated where it is drafted.

    In a draft they take the last seat of the first of its smallest tables, if one has room.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    facts: list[Fact] = players.add_player(tournament, **asdict(registration))
    number = tournament.players_ever + 1
    for following in (_checked_in, _seated_in_draft):
        facts += following(tournament.with_facts(facts, at=work.context.now(), by=work.by), number)
    return facts


def _checked_in(tournament: Tournament, player: int) -> list[Fact]:
    return checkin.check_in(tournament, (player,)) if checkin.is_taken(tournament) else []


def _seated_in_draft(tournament: Tournament, player: int) -> list[Fact]:
    if len(tournament.rounds) == tournament.published:
        return []
    draft = tournament.rounds[-1]
    table, seated = min(draft.numbered(), key=lambda numbered: len(numbered[1]))
    if len(seated) == _FULL:
        return []
    return rounds.change_seats(tournament, draft.number, edited_tables(tournament, draft.number, player, table=table))


def _swapped(tables: Sequence[Sequence[int]], player: int, other: int) -> SeatedTables:
    places = {player: other, other: player}
    return [[places.get(seated, seated) for seated in players] for players in tables]


def preview_edit(
    state: State, number: int, player: int, *, other: int | None = None, table: int | None = None
) -> SeatsPreview:
    """The changes that an edit would make.

    Raises:
        ToolkitError: what the edit refuses with.
    """
    return seats.preview_seats(state, number, edited_tables(state, number, player, other=other, table=table))


@use_case()
def edit_seats(
    _: UnitOfWork,
    tournament: Tournament,
    number: int,
    player: int,
    *,
    other: int | None = None,
    table: int | None = None,
    reason: str = "",
) -> list[Fact]:
    """Make the edit.

    Raises:
        ToolkitError: what the edit refuses with.
    """
    tables = edited_tables(tournament, number, player, other=other, table=table)
    return rounds.change_seats(tournament, number, tables, reason=reason)
