"""Results that players sent and that do not count: they came late, or another result counts. An official decides.

Rule: what a player enters counts while the round is the newest one, and until an official or another player of the
table has agreed with a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from toolkit.languages import Listed, Message, Points, Sayable
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import DisputeDropped, Fact, ResultDisputed, ResultEntered, SeatScore
from toolkit.tournament.games import last_round_seen
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.state import OtherResult, Round, State, evolve, round_title, with_round


def is_late(state: State, round_: Round) -> bool:
    """Whether another round has been published since, or the final seated: players no longer enter results of this."""
    newest = last_round_seen(state)
    return newest is not None and newest.number != round_.number


def has_right_to_enter(state: State, round_: Round, table: int) -> bool:
    """Whether a result that a player of the table enters counts."""
    result = round_.results.get(table)
    is_agreed = result is not None and result.is_confirmed and not result.is_unlocked and round_.is_settled(table)
    return not is_late(state, round_) and not is_agreed


def dispute_result(
    round_: Round,
    table: int,
    scores: Sequence[SeatScore],
    *,
    by_player: int,
    events: Sequence[str] = (),
    typed_at: datetime | None = None,
) -> list[Fact]:
    """A player's result beside the one that counts; nothing where it is the same."""
    if round_.is_settled(table) and is_same(scores, round_.results[table].scores):
        return []
    return [
        ResultDisputed(
            round=round_.number,
            table=table,
            scores=tuple(scores),
            events=tuple(events),
            by_player=by_player,
            typed_at=typed_at,
        )
    ]


def is_same(scores: Iterable[SeatScore], others: Iterable[SeatScore]) -> bool:
    """Whether two results give each player the same points."""
    first, second = ({score.player: score.victory_points for score in result} for result in (scores, others))
    return first == second


def take_dispute(state: State, round_number: int, table: int, player: int) -> list[Fact]:
    """Enter the result that a player sent: from now on it counts as an official's.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: the player sent none, or other players sit at the table since.
    """
    round_ = state.round(round_number)
    players = round_.table(table)
    sent = next((other for other in round_.disputes.get(table, ()) if other.by_player == player), None)
    if sent is None:
        raise Refused(
            Message("%(name)s sent no result of table %(number)s.", name=PlayerNames(state)(player), number=table),
            code="no_dispute",
        )
    if {score.player for score in sent.scores} != set(players):
        raise Refused(
            Message("The players of table %(number)s have changed: enter its result again.", number=table),
            code="players_changed",
        )
    return [
        ResultEntered(
            round=round_number,
            table=table,
            scores=sent.scores,
            events=sent.events,
            before=entered_before(round_, table),
        )
    ]


def drop_dispute(state: State, round_number: int, table: int) -> list[Fact]:
    """Drop the results that players sent: the one that was entered counts.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: no player sent one.
    """
    round_ = state.round(round_number)
    round_.table(table)
    if not round_.disputes.get(table):
        raise Refused(Message("No player sent another result of table %(number)s.", number=table), code="no_dispute")
    return [DisputeDropped(round=round_number, table=table)]


def entered_before(round_: Round, table: int) -> tuple[SeatScore, ...]:
    """The earlier result of the table for its present players: nothing where it has none."""
    if table not in round_.results:
        return ()
    return tuple(round_.scores[player] for player in round_.table(table) if player in round_.scores)


def score_list(names: PlayerNames, scores: Iterable[SeatScore]) -> Listed:
    """Each seat's name and victory points, in a row."""
    return Listed(Listed((names(score.player), Points(score.victory_points)), between=" ") for score in scores)


def without_disputes(round_: Round, table: int, *, of: int | None = None) -> Round:
    """The round without the results that players sent for a table, or without those of one player."""
    if table not in round_.disputes:
        return round_
    left = tuple(other for other in round_.disputes[table] if of is not None and other.by_player != of)
    others = {number: sent for number, sent in round_.disputes.items() if number != table}
    return evolve(round_, disputes={**others, table: left} if left else others)


def _disputed_sentence(names: PlayerNames, fact: ResultDisputed) -> Sayable:
    return Message(
        "%(name)s sent a result of table %(number)s in %(round)s that does not count: %(list)s.",
        name=names(fact.by_player),
        number=fact.table,
        round=round_title(fact.round),
        list=score_list(names, fact.scores),
    )


@folds(ResultDisputed, _disputed_sentence)
def _disputed(state: State, fact: ResultDisputed, entry: LogEntry) -> State:
    round_ = without_disputes(state.round(fact.round), fact.table, of=fact.by_player)
    round_.table(fact.table)
    sent = OtherResult(
        by_player=fact.by_player,
        scores=fact.scores,
        events=fact.events,
        typed_at=fact.typed_at,
        sent_at=entry.at,
    )
    here = (*round_.disputes.get(fact.table, ()), sent)
    return with_round(state, evolve(round_, disputes={**round_.disputes, fact.table: here}))


@folds(
    DisputeDropped,
    lambda _, fact: Message(
        "Dropped the results that players sent for table %(number)s in %(round)s.",
        number=fact.table,
        round=round_title(fact.round),
    ),
)
def _dropped(state: State, fact: DisputeDropped, entry: LogEntry) -> State:
    return with_round(state, without_disputes(state.round(fact.round), fact.table))
