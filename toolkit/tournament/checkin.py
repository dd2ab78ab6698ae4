"""Check-in: opened and closed by an official, round by round.

A round that had none seats everybody, or, where an earlier round had one, those who were there last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from toolkit.languages import Message
from toolkit.tournament.errors import Refused
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import (
    CheckInClosed,
    CheckInOpened,
    Fact,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayersSeen,
)
from toolkit.tournament.log import LogEntry, folds
from toolkit.tournament.rounds import check_further_round, next_round_number, not_seen, players_to_seat, total_rounds
from toolkit.tournament.state import Player, State, evolve, round_title


class CheckIn(StrEnum):
    """How far the check-in for a round has come."""

    NEVER_OPENED = "never opened"
    OPEN = "open"
    CLOSED = "closed"


def stage(state: State) -> CheckIn:
    """How far the check-in for the next round has come."""
    if is_check_in_open(state):
        return CheckIn.OPEN
    return CheckIn.CLOSED if is_taken(state) else CheckIn.NEVER_OPENED


def is_check_in_open(state: State) -> bool:
    """Whether players may check themselves in for the next round now."""
    is_over = state.is_finished or state.final is not None or next_round_number(state) > total_rounds(state)
    return state.open_check_in == next_round_number(state) and not is_over


def is_taken(state: State) -> bool:
    """Whether the next round seats only those who are checked in: its check-in has been opened."""
    return next_round_number(state) in state.checked_in


def here(state: State) -> frozenset[int]:
    """The players checked in for the next round."""
    return state.checked_in.get(next_round_number(state), frozenset())


def expected(state: State) -> frozenset[int]:
    """The players known to be here for the next round: checked in, or, once a round was played, seated without that."""
    if is_taken(state) or not state.published:
        return here(state)
    return frozenset(player.number for player in players_to_seat(state))


def missing(state: State) -> tuple[Player, ...]:
    """The active players who are not checked in, once check-in was opened."""
    present = here(state)
    return tuple(player for player in state.active if player.number not in present) if is_taken(state) else ()


def open_check_in(state: State) -> list[Fact]:
    """Let players check in for the next round: from now on it seats those who are here.

    Raises:
        Refused: the event is finished, or there is no further round.
    """
    check_running(state)
    number = check_further_round(state)
    return [] if is_check_in_open(state) else [CheckInOpened(round=number)]


def close_check_in(state: State) -> list[Fact]:
    """Players may no longer check themselves in; an official still can, for whoever comes late."""
    return [CheckInClosed(round=next_round_number(state))] if is_check_in_open(state) else []


def check_in(state: State, players: Iterable[int], *, opens: bool = False) -> list[Fact]:
    """An official says who is here for the next round; who is checked in already is left out.

    `opens`: check-in is opened by this when it was not.

    Raises:
        UnknownPlayer: no such player.
        Refused: a player who has left, an event without a further round, or check-in was never opened: one tap by
            mistake would leave everybody else without a seat.
    """
    number = check_further_round(state)
    opened = open_check_in(state) if opens else []
    if not is_taken(state) and not opened:
        raise Refused(
            Message("Check-in for %(round)s has not been opened: open it first.", round=round_title(number)),
            code="check_in_closed",
        )
    new = []
    for player in (state.player(wanted) for wanted in dict.fromkeys(players)):
        if not player.is_active:
            raise Refused(
                Message("%(name)s has dropped. Reinstate them first.", name=player.name),
                code="has_left",
                rule="VEKN 3.1.4",
            )
        if player.number not in here(state):
            new.append(player.number)
    return [*opened, PlayersCheckedIn(round=number, players=tuple(new))] if new else opened


def check_in_oneself(state: State, number: int) -> list[Fact]:
    """A player is here for the next round.

    Raises:
        UnknownPlayer: no such player.
        Refused: check-in is not open, or the player has left.
    """
    if not is_check_in_open(state):
        raise Refused(Message("Check-in is not open."), code="check_in_closed")
    return check_in(state, (number,))


def check_out(state: State, players: Iterable[int]) -> list[Fact]:
    """Players are not here after all.

    Raises:
        UnknownPlayer: no such player.
    """
    gone = tuple(state.player(wanted).number for wanted in dict.fromkeys(players) if wanted in here(state))
    return [PlayersCheckedOut(round=next_round_number(state), players=gone)] if gone else []


def mark_away(state: State, players: Iterable[int]) -> list[Fact]:
    """Players are away for the next round, and stay in the event.

    Without a check-in everybody else who was to be seated is checked in by this.

    Raises:
        UnknownPlayer: no such player.
        Refused: the event is finished, or there is no further round.
    """
    away = {state.player(wanted).number for wanted in players}
    if is_taken(state) or not away:
        return check_out(state, away)
    number = check_further_round(state)
    others = tuple(player.number for player in players_to_seat(state) if player.number not in away)
    seen = [PlayersCheckedIn(round=number, players=others)] if others else []
    return [*open_check_in(state), *seen, CheckInClosed(round=number)]


def see_again(state: State, players: Iterable[int] | None = None) -> list[Fact]:
    """Players who missed the last round, or all of them, are here again: the next one seats them without a check-in.

    Raises:
        UnknownPlayer: no such player.
    """
    unseen = dict.fromkeys(player.number for player in not_seen(state))
    named = unseen if players is None else dict.fromkeys(players)
    back = tuple(state.player(wanted).number for wanted in named if wanted in unseen)
    return [PlayersSeen(players=back)] if back else []


def last_seen(state: State, player: Player) -> int:
    """The last round in which the player was there; the first for one who never was."""
    there = (round_.number for round_ in state.rounds if player.number in {*round_.seats, *round_.sitting_out})
    return max(there, default=1)


@folds(CheckInOpened, lambda _, fact: Message("Opened the check-in for %(round)s.", round=round_title(fact.round)))
def _opened(state: State, fact: CheckInOpened, entry: LogEntry) -> State:
    players = state.checked_in.get(fact.round, frozenset())
    return evolve(state, open_check_in=fact.round, checked_in={**state.checked_in, fact.round: players})


@folds(CheckInClosed, lambda _, fact: Message("Closed the check-in for %(round)s.", round=round_title(fact.round)))
def _closed(state: State, fact: CheckInClosed, entry: LogEntry) -> State:
    return evolve(state, open_check_in=None)


@folds(
    PlayersCheckedIn,
    lambda names, fact: Message(
        "Checked in for %(round)s: %(list)s.", round=round_title(fact.round), list=names.some(fact.players)
    ),
)
def _checked_in(state: State, fact: PlayersCheckedIn, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    present = state.checked_in.get(fact.round, frozenset()) | set(fact.players)
    return evolve(state, checked_in={**state.checked_in, fact.round: present})


@folds(
    PlayersCheckedOut,
    lambda names, fact: Message(
        "Not here for %(round)s: %(list)s.", round=round_title(fact.round), list=names.some(fact.players)
    ),
)
def _checked_out(state: State, fact: PlayersCheckedOut, entry: LogEntry) -> State:
    present = state.checked_in.get(fact.round, frozenset()) - set(fact.players)
    return evolve(state, checked_in={**state.checked_in, fact.round: present})


@folds(PlayersSeen, lambda names, fact: Message("Here again: %(list)s.", list=names.some(fact.players)))
def _seen(state: State, fact: PlayersSeen, entry: LogEntry) -> State:
    back = {number: replace(state.player(number), back_after=state.published) for number in fact.players}
    return evolve(state, players={**state.players, **back})
