"""Results: entered by a player of the table or an official, confirmed by another, locked, corrected at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from toolkit.languages import AND, Count, Listed, Message, Points, Sayable
from toolkit.scoring import (
    Fate,
    Halves,
    ImpossibleScores,
    LineKind,
    Verdict,
    Written,
    describe_event,
    judge_line,
    nearest_plain,
    outcome,
    parse_events,
    parse_victory_points,
    render_event,
    story_of,
)
from toolkit.tournament.disputes import (
    dispute_result,
    entered_before,
    has_right_to_enter,
    is_late,
    is_same,
    score_list,
    without_disputes,
)
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import (
    FINAL,
    Fact,
    ResultCleared,
    ResultConfirmed,
    ResultEntered,
    ResultLocked,
    ResultUnlocked,
    SeatScore,
)
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import OtherResult, Round, State, TableResult, evolve, round_title, with_round

# More than one game can pay, whatever card moved the points.
MOST_AT_A_TABLE: Halves = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReadResult:
    """A result as read: points, with fates and events if given."""

    victory_points: tuple[Halves, ...]
    fates: tuple[Fate | None, ...]
    events: tuple[str, ...] = ()


def enter_result(
    state: State,
    round_number: int,
    table: int,
    *,
    victory_points: Sequence[Written] | None = None,
    events: str | Iterable[str] | None = None,
    fates: Sequence[Fate] | None = None,
    by_player: int | None = None,
    reason: str = "",
    card: str = "",
    typed_at: datetime | None = None,
) -> list[Fact]:
    """Enter or correct a table's result, all in seat order.

    Give `events` (A is the first seat), or `victory_points`, alone when ousts and time suffice for them, with `fates`
    otherwise, or with a `reason` (and the `card`) when no game ends so and the judge rules it does. `by_player` is the
    player of the table who enters it; None for an official, who alone may override and correct what is locked.

    Where the player's right to enter it has ended, it is a dispute: the result there is counts until an official
    decides. `typed_at` is then when it was typed.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: not published, not at this table, locked.
        ImpossibleScores: `needs_outcome`, `impossible_scores`, `fates_disagree`, or an order of events that cannot be.
        BadValue: neither points nor events, or a player who overrides.

    Rule: VEKN 3.7.
    """
    round_ = state.round(round_number)
    players = round_.table(table)
    _check_seated(state, round_, table, by_player)
    if by_player is not None and not is_late(state, round_):
        check_unlocked(round_, table)
    if reason and by_player is not None:
        raise BadValue(Message("Only an official overrides what a game can end with."), code="official_needed")
    names = [state.player(player).name for player in players]
    result = _read(names, victory_points, events, fates)
    if not result.events and not reason:
        result = _checked(state, round_, players, result)
    scores = tuple(
        SeatScore(player=player, victory_points=points, fate=fate)
        for player, points, fate in zip(players, result.victory_points, result.fates, strict=True)
    )
    if by_player is not None and not has_right_to_enter(state, round_, table):
        return dispute_result(round_, table, scores, by_player=by_player, events=result.events, typed_at=typed_at)
    return [
        ResultEntered(
            round=round_number,
            table=table,
            scores=scores,
            events=result.events,
            by_player=by_player,
            reason=check_text(reason),
            card=check_text(card),
            before=entered_before(round_, table),
        )
    ]


def _check_seated(state: State, round_: Round, table: int, by_player: int | None) -> None:
    if not round_.is_published:
        raise Refused(Message("%(round)s is not published yet.", round=round_.heading), code="not_published")
    if by_player is None:
        return
    if by_player not in round_.table(table):
        raise Refused(
            Message("%(name)s is not at table %(number)s.", name=state.player(by_player).name, number=table),
            code="not_at_table",
        )


def check_unlocked(round_: Round, table: int) -> None:
    """Refuse a player's entry over a locked result.

    Raises:
        Refused: it is locked.
    """
    result = round_.results.get(table)
    if result is not None and result.is_locked:
        raise Refused(
            Message("The result of table %(number)s is locked: ask an official.", number=table), code="locked"
        )


def _read(
    names: Sequence[str],
    victory_points: Sequence[Written] | None,
    events: str | Iterable[str] | None,
    fates: Sequence[Fate] | None,
) -> _ReadResult:
    if events is not None:
        scores = outcome(len(names), events)
        notation = tuple(render_event(event) for event in scores.events)
        if victory_points is not None and _parse_line(names, victory_points) != scores.victory_points:
            raise ImpossibleScores(
                Message("The events give other victory points than those written."),
                code="events_disagree",
                rule="VEKN 3.7",
            )
        return _ReadResult(victory_points=scores.victory_points, fates=scores.fates, events=notation)
    if victory_points is None:
        raise BadValue(Message("Give the victory points, or who left and how."), code="no_result")
    line = _parse_line(names, victory_points)
    if fates is not None and len(fates) != len(names):
        raise BadValue(
            Message("The table has %(number)s seats, not %(other)s.", number=len(names), other=len(fates)),
            code="wrong_seats",
        )
    return _ReadResult(victory_points=line, fates=tuple(fates) if fates else (None,) * len(names))


def _parse_line(names: Sequence[str], victory_points: Sequence[Written]) -> tuple[Halves, ...]:
    if len(victory_points) != len(names):
        raise BadValue(
            Message("The table has %(number)s seats, not %(other)s.", number=len(names), other=len(victory_points)),
            code="wrong_seats",
        )
    line = tuple(map(_parse_seat, names, victory_points))
    if min(line) < 0:
        raise ImpossibleScores(
            Message("No table can end like that: enter a standings adjustment separately, as a sanction."),
            rule="VEKN 3.7",
        )
    if sum(line) > MOST_AT_A_TABLE:
        raise ImpossibleScores(
            Message(
                "A table of %(number)s has at most %(number)s victory points in all: these are %(points)s.",
                number=len(names),
                points=Points(sum(line)),
            ),
            rule="VEKN 3.7",
        )
    return line


def _parse_seat(name: str, written: Written) -> Halves:
    try:
        return parse_victory_points(written)
    except ImpossibleScores as error:
        sentence = Message("%(name)s: %(sentence)s", name=name, sentence=error.message)
        raise ImpossibleScores(sentence, rule=error.rule) from error


def _checked(state: State, round_: Round, players: tuple[int, ...], result: _ReadResult) -> _ReadResult:
    """The result, if a game can end so; a player who never came to their seat is noted as removed.

    A player who dropped during the round may have been removed, or not: where that decides, it is asked.

    Raises:
        ImpossibleScores: none can, or only with a seat removed that nobody said was.

    Rule: VEKN 3.1.4, 3.3.
    """
    fates = [fate for fate in result.fates if fate is not None]
    if fates:
        if story_of(result.victory_points, fates) is None:
            raise ImpossibleScores(
                Message("No game in which the seats leave so gives these points."),
                code="fates_disagree",
                rule="VEKN 3.7",
            )
        return result
    verdict = judge_line(result.victory_points)
    if verdict.kind is LineKind.PLAIN:
        return result
    left = {seat for seat, player in enumerate(players) if state.player(player).left_during == round_.number}
    empty = {seat for seat, player in enumerate(players) if player in round_.empty and not result.victory_points[seat]}
    names = [state.player(player).name for player in players]
    if empty and judge_line(result.victory_points, frozenset(empty)).kind is LineKind.PLAIN:
        return replace(result, fates=tuple(Fate.REMOVED if seat in empty else None for seat in range(len(players))))
    removed = judge_line(result.victory_points, frozenset(left | empty))
    if left - empty and removed.kind is LineKind.PLAIN:
        raise _removal_asked(removed, [names[seat] for seat in sorted(left - empty)], names)
    raise _line_refused(verdict, names)


def _removal_asked(removed: Verdict, dropped: Sequence[str], names: Sequence[str]) -> ImpossibleScores:
    """Whether the players who dropped were removed, with that story, or what is missing otherwise."""
    line = removed.victory_points
    return ImpossibleScores(
        Message(
            "%(written)s: was %(name)s removed, a Loss, or is a point missing? Removed: %(list)s. "
            "A point missing: %(changes)s. Enter who left and how.",
            written=Listed(map(Points, line), between=" "),
            name=Listed(dropped, AND),
            list=Listed(removed.sentences(names), between="; "),
            changes=Listed((near.change_from(line, names) for near in nearest_plain(line)[:3]), between="; "),
        ),
        code="needs_outcome",
        rule="VEKN 3.1.4",
    )


def _line_refused(verdict: Verdict, names: Sequence[str]) -> ImpossibleScores:
    points = Listed(map(Points, verdict.victory_points), between=" ")
    if verdict.is_possible:
        return ImpossibleScores(
            Message(
                "%(written)s: ousts and time alone cannot give this result. Possible: "
                "%(list)s. Enter who left and how.",
                written=points,
                list=Listed(verdict.sentences(names), between="; "),
            ),
            code="needs_outcome",
            rule="VEKN 3.7",
            brief=_asked_how(verdict, points),
        )
    changes = [near.change_from(verdict.victory_points, names) for near in verdict.nearest[:3]]
    return ImpossibleScores(
        Message(
            "%(written)s is impossible. %(sentence)s Nearest: %(list)s.",
            written=points,
            sentence=verdict.reason,
            list=Listed(changes, between="; "),
        ),
        rule="VEKN 3.7",
        brief=Message("%(written)s is impossible. %(sentence)s", written=points, sentence=verdict.reason),
    )


def _asked_how(verdict: Verdict, points: Sayable) -> Message:
    """The question that the offered games answer."""
    if verdict.kind is LineKind.SIMULTANEOUS:
        return Message("%(written)s: were there ousts at the same moment?", written=points)
    return Message("%(written)s: did a player leave the game?", written=points)


def confirm_result(state: State, round_number: int, table: int, player: int) -> list[Fact]:
    """Another player of the table agrees with the result.

    Raises:
        UnknownRound, UnknownTable, UnknownPlayer: no such round, table or player.
        Refused: no result, its players or points have changed since, not at this table, or the one who entered it.
    """
    round_, result = _settled(state, round_number, table)
    name = state.player(player).name
    if player not in round_.table(table):
        raise Refused(Message("%(name)s is not at table %(number)s.", name=name, number=table), code="not_at_table")
    if player == result.by_player:
        raise Refused(
            Message("%(name)s entered this result: another player of the table confirms it.", name=name),
            code="own_result",
        )
    gives_in = any(other.by_player == player for other in round_.disputes.get(table, ()))
    if result.confirmed_by is not None and not gives_in:
        return []
    return [ResultConfirmed(round=round_number, table=table, player=player)]


def lock_result(state: State, round_number: int, table: int) -> list[Fact]:
    """An official says that the result stands.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: no result, or its players or points have changed since.
    """
    _, result = _settled(state, round_number, table)
    return [] if result.is_locked else [ResultLocked(round=round_number, table=table)]


def lock_round(state: State, round_number: int) -> list[Fact]:
    """Lock every settled result of a round.

    Raises:
        UnknownRound: no such round.
        Refused: a result is disputed; it is looked at and locked by itself.
    """
    round_ = state.round(round_number)
    if tables := disputed(round_):
        raise Refused(
            Message(
                "Disputed: table %(list)s. Look at each, and lock or enter its result, first.",
                list=Listed(map(state.settings.table_name, tables)),
            ),
            code="disputed",
        )
    settled = [table for table, _ in round_.numbered() if round_.is_settled(table)]
    return [fact for table in settled for fact in lock_result(state, round_number, table)]


def unlock_result(state: State, round_number: int, table: int) -> list[Fact]:
    """Let the players change their result again.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: no result.
    """
    _, result = _result(state, round_number, table)
    return [ResultUnlocked(round=round_number, table=table)] if result.is_locked else []


def clear_result(state: State, round_number: int, table: int) -> list[Fact]:
    """Take a result back: the table has none.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: no result.
    """
    _result(state, round_number, table)
    return [ResultCleared(round=round_number, table=table)]


def _result(state: State, round_number: int, table: int) -> tuple[Round, TableResult]:
    round_ = state.round(round_number)
    round_.table(table)
    result = round_.results.get(table)
    if result is None:
        raise Refused(
            Message("Table %(number)s of %(round)s has no result yet.", number=table, round=round_.title),
            code="no_result",
        )
    return round_, result


def _settled(state: State, round_number: int, table: int) -> tuple[Round, TableResult]:
    round_, result = _result(state, round_number, table)
    if not round_.is_settled(table):
        raise Refused(
            Message("The players of table %(number)s have changed: enter its result again.", number=table),
            code="players_changed",
        )
    return round_, result


def _points(scores: Iterable[SeatScore]) -> list[Halves]:
    return [score.victory_points for score in scores]


def _story(names: PlayerNames, fact: ResultEntered) -> Listed:
    """The story of the game, in sentences: each oust in order."""
    seats = [names(score.player) for score in fact.scores]
    try:
        return Listed([describe_event(event, seats) for event in parse_events(fact.events)], between=" · ")
    except (ImpossibleScores, IndexError):
        # A log that somebody wrote by hand is told as it stands.
        return Listed(fact.events)


def _result_sentence(names: PlayerNames, fact: ResultEntered) -> Sayable:
    scores: Sayable = score_list(names, fact.scores)
    if fact.events:
        scores = Message("%(list)s (%(story)s)", list=scores, story=_story(names, fact))
    title = round_title(fact.round)
    if _points(fact.before) not in ([], _points(fact.scores)):
        scores = Message("%(list)s; before: %(before)s", list=scores, before=score_list(names, fact.before))
    by = "" if fact.by_player is None else names(fact.by_player)
    if fact.round == FINAL:
        # The final is one table.
        sentence = Message("Result of the final: %(list)s.", list=scores)
        if by:
            sentence = Message("Result of the final by %(name)s: %(list)s.", name=by, list=scores)
    elif by:
        sentence = Message(
            "Result of table %(number)s in %(round)s by %(name)s: %(list)s.",
            number=fact.table,
            round=title,
            name=by,
            list=scores,
        )
    else:
        sentence = Message(
            "Result of table %(number)s in %(round)s: %(list)s.", number=fact.table, round=title, list=scores
        )
    reasons = Listed(filter(None, (fact.reason, fact.card)))
    return because(sentence, Message("overridden: %(list)s", list=reasons) if fact.reason else "")


@folds(ResultEntered, _result_sentence)
def _entered(state: State, fact: ResultEntered, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    if {score.player for score in fact.scores} != set(round_.table(fact.table)):
        raise Refused(
            Message("Other players sit at table %(number)s of %(round)s.", number=fact.table, round=round_.title),
            code="players_changed",
        )
    _check_seated(state, round_, fact.table, fact.by_player)
    if fact.by_player is None:
        round_ = without_disputes(round_, fact.table)
    else:
        check_unlocked(round_, fact.table)
    result = TableResult(
        scores=fact.scores,
        events=fact.events,
        entered_by=entry.by,
        entered_at=entry.at,
        by_player=fact.by_player,
        reason=fact.reason,
        card=fact.card,
        disputes=_disputed_by(round_, fact),
    )
    scores = {**round_.scores, **{score.player: score for score in fact.scores}}
    entered = evolve(round_, scores=scores, results={**round_.results, fact.table: result})
    return with_round(state, entered if state.rules_of else carried(entered))


def carried(round_: Round) -> Round:
    """The round by the older rules: the result of a table counts if its players sit there again, whatever their points.

    Such a result is marked, so that a person looks at it.
    """
    results = {
        table: replace(result, scores=tuple(round_.scores[player] for player in result.players), is_carried=True)
        for table, result in round_.results.items()
        if table <= len(round_.tables)
        and result.players == round_.table(table)
        and not round_.is_settled(table)
        and all(player in round_.scores for player in result.players)
    }
    return evolve(round_, results={**round_.results, **results}) if results else round_


def _disputed_by(round_: Round, fact: ResultEntered) -> OtherResult | None:
    """The other result that a player of the table had entered, where a player enters this one."""
    before = round_.results.get(fact.table)
    if fact.by_player is None or before is None or before.by_player is None or not round_.is_settled(fact.table):
        return None
    stood = OtherResult(
        by_player=before.by_player, scores=tuple(round_.scores[player] for player in round_.table(fact.table))
    )
    other = before.disputes if before.by_player == fact.by_player else stood
    return None if other is None or is_same(other.scores, fact.scores) else other


def disputed(round_: Round) -> list[int]:
    """The tables of which players have sent different results, or one that came late: undecided so far."""
    return [table for table, _ in round_.numbered() if is_disputed(round_, table)]


def is_disputed(round_: Round, table: int) -> bool:
    """Whether that table is one of them."""
    return table in round_.disputes or (round_.is_settled(table) and round_.results[table].disputes is not None)


@folds(
    ResultConfirmed,
    lambda names, fact: Message(
        "%(name)s confirmed the result of table %(number)s in %(round)s.",
        name=names(fact.player),
        number=fact.table,
        round=round_title(fact.round),
    ),
)
def _confirmed(state: State, fact: ResultConfirmed, entry: LogEntry) -> State:
    round_, result = _result(state, fact.round, fact.table)
    round_ = without_disputes(round_, fact.table, of=fact.player)
    return _with_result(
        state, round_, fact.table, replace(result, confirmed_by=fact.player, is_unlocked=False, disputes=None)
    )


@folds(
    ResultLocked,
    lambda _, fact: Message(
        "Locked the result of table %(number)s in %(round)s.", number=fact.table, round=round_title(fact.round)
    ),
    several=lambda many: Count(many, "%(num)d result locked.", "%(num)d results locked."),
)
def _locked(state: State, fact: ResultLocked, entry: LogEntry) -> State:
    round_, result = _result(state, fact.round, fact.table)
    locked = replace(result, is_locked=True, is_unlocked=False, disputes=None, is_carried=False)
    return _with_result(state, without_disputes(round_, fact.table), fact.table, locked)


@folds(
    ResultUnlocked,
    lambda _, fact: Message(
        "Unlocked the result of table %(number)s in %(round)s.", number=fact.table, round=round_title(fact.round)
    ),
)
def _unlocked(state: State, fact: ResultUnlocked, entry: LogEntry) -> State:
    round_, result = _result(state, fact.round, fact.table)
    return _with_result(state, round_, fact.table, replace(result, is_locked=False, is_unlocked=True))


def _with_result(state: State, round_: Round, table: int, result: TableResult) -> State:
    return with_round(state, evolve(round_, results={**round_.results, table: result}))


def _cleared_sentence(names: PlayerNames, fact: ResultCleared) -> Sayable:
    title = round_title(fact.round)
    if entered := names.before(fact, (ResultEntered,), "round", "table"):
        return Message(
            "Cleared the result of table %(number)s in %(round)s; before: %(before)s.",
            number=fact.table,
            round=title,
            before=score_list(names, entered.scores),
        )
    return Message("Cleared the result of table %(number)s in %(round)s.", number=fact.table, round=title)


@folds(ResultCleared, _cleared_sentence)
def _cleared(state: State, fact: ResultCleared, entry: LogEntry) -> State:
    round_, result = _result(state, fact.round, fact.table)
    gone = set(result.players) & set(round_.table(fact.table))
    scores = {player: score for player, score in round_.scores.items() if player not in gone}
    results = {table: kept for table, kept in round_.results.items() if table != fact.table}
    return with_round(state, evolve(round_, scores=scores, results=results))
