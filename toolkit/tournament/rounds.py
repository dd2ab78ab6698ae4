"""Rounds: drafted, published, edited by hand, cancelled.

Seatings come from outside (`toolkit.seating`, or a person); here it is decided whether they can stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.scoring import LineKind, judge_line
from toolkit.tournament.configuration import changed_words
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import (
    FINAL,
    Fact,
    PlannedRound,
    ProxySeated,
    RoundCancelled,
    RoundDrafted,
    RoundPublished,
    SeatReportedEmpty,
    Seats,
    SeatsChanged,
    SeatTaken,
    StructurePlanned,
)
from toolkit.tournament.log import NAMED, LogEntry, PlayerNames, because, folds, where
from toolkit.tournament.players import FINAL_NEEDED_FROM, clean_name
from toolkit.tournament.results import carried
from toolkit.tournament.state import Player, Round, State, TableResult, evolve, round_heading, round_title, with_round

# Players by table, in seat order.
type Tables = Sequence[Sequence[int]]

UNSEATABLE = frozenset({1, 2, 3, 6, 7, 11})
STAGGERED = frozenset({6, 7, 11})


def total_rounds(state: State) -> int:
    """How many preliminary rounds the event has: those of its plan when it is staggered."""
    return len(state.plan.rounds) if state.plan else state.settings.rounds


def are_rounds_over(state: State) -> bool:
    """Whether every preliminary round has been played, with all of its results."""
    return state.published == total_rounds(state) and all(entry.is_complete for entry in state.rounds)


def next_round_number(state: State) -> int:
    """The round that is drafted or checked in for now."""
    return state.published + 1


def players_to_seat(state: State) -> tuple[Player, ...]:
    """The players to seat next: those who are checked in.

    Without a check-in for this round: everybody who has not left, as long as none was opened in the event; else those
    who were there last, and those who registered or came back since.
    """
    here, building = state.checked_in.get(next_round_number(state)), state.limited.building
    if here is not None:
        return tuple(player for player in state.active if player.number in here - building)
    unseen = {player.number for player in not_seen(state)} | building
    return tuple(player for player in state.active if player.number not in unseen)


def not_seen(state: State) -> tuple[Player, ...]:
    """The active players who missed the last round and are not marked as back.

    Empty where check-in is asked for the next round, or never was.
    """
    if not state.published or not state.checked_in or next_round_number(state) in state.checked_in:
        return ()
    last = next((entry for entry in reversed(state.rounds[: state.published]) if not entry.is_cancelled), None)
    return tuple(player for player in state.active if not _was_there(state, last, player)) if last else ()


def _was_there(state: State, last: Round, player: Player) -> bool:
    since = max(player.joined_after, player.back_after or 0)
    return player.number in last.seats or player.number in last.sitting_out or since >= state.published


def plan_structure(state: State, rounds: Sequence[Tables], *, seed: int) -> list[Fact]:
    """Plan all rounds of a staggered event (6, 7 or 11 players) at once: equal games for each player.

    Once rounds have been played, the plan begins with them and the rest is what the players who came or left allow.

    Raises:
        Refused: the rounds played are others.
        BadValue: a table or player that cannot be, or unequal games from the start.

    Rule: VEKN 3.1.2; who sits out is random and even.
    """
    check_running(state)
    played = [round_.tables for round_ in state.rounds[: state.published]]
    if [tuple(map(tuple, tables)) for tables in rounds[: state.published]] != played:
        raise Refused(Message("A plan begins with the rounds that have been played."), code="other_rounds")
    everybody = {player.number for player in players_to_seat(state)}
    planned = []
    for number, tables in enumerate(rounds, start=1):
        check_tables(state, tables, is_edit=number <= state.published)
        seated = {player for table in tables for player in table}
        planned.append(PlannedRound(tables=_seats(tables), sitting_out=tuple(sorted(everybody - seated))))
    games = {number: sum(number not in entry.sitting_out for entry in planned) for number in everybody}
    if not state.published and set(games.values()) != {state.settings.rounds}:
        raise BadValue(
            Message(
                "Each player plays %(number)s games, but this plan gives %(list)s.",
                number=state.settings.rounds,
                list=str(sorted(set(games.values()))),
            ),
            code="unequal_games",
            rule="VEKN 3.1.2",
        )
    return [StructurePlanned(rounds=tuple(planned), seed=seed)]


def does_plan_stand(state: State) -> bool:
    """Whether the rounds to come are planned for exactly those who play on or are here, and the next one for these."""
    if state.plan is None:
        return False
    to_come = [
        {player for table in planned.tables for player in table.players}
        for planned in state.plan.rounds[state.published :]
    ]
    seated = frozenset[int]().union(*to_come)
    planned_players = seated.union(*(planned.sitting_out for planned in state.plan.rounds))
    active = {player.number for player in state.active}
    here = {player.number for player in players_to_seat(state)}
    is_made_for_these = bool(to_come) and here == to_come[0].union(state.plan.rounds[state.published].sitting_out)
    if is_made_for_these and len(here) in STAGGERED:
        return True
    return seated <= active <= planned_players and (not to_come or to_come[0] <= here)


def draft_planned(state: State) -> list[Fact]:
    """Draft the next round of a staggered event.

    Raises:
        Refused: no structure was planned, or it is used up, or somebody in it has left.
    """
    number = check_further_round(state)
    if state.plan is None:
        raise Refused(Message("No structure was planned for this event."), code="no_plan")
    planned = state.plan.rounds[number - 1]
    return draft_round(state, [table.players for table in planned.tables], seed=state.plan.seed)


def draft_round(state: State, tables: Tables, *, seed: int | None = None) -> list[Fact]:
    """Draft the next round, or draft it anew; players do not see it yet.

    Who is to be seated and is at no table sits out.

    Raises:
        UnknownPlayer: no such player.
        Refused: no further round, the final has begun, or a player has left.
        BadValue: a player twice, or a table that is not of four or five.
    """
    check_running(state)
    number = check_further_round(state)
    seated = check_tables(state, tables)
    sitting_out = tuple(player.number for player in players_to_seat(state) if player.number not in seated)
    return [RoundDrafted(round=number, tables=_seats(tables), sitting_out=sitting_out, seed=seed)]


def has_same_seats(state: State) -> bool:
    """Whether the next round was cancelled after players had seen it, so that it can have the same seats."""
    return state.cancelled is not None and state.cancelled.number == next_round_number(state)


def draft_same(state: State) -> list[Fact]:
    """Draft the next round with the seats that it had when it was cancelled: a round that starts anew.

    Raises:
        Refused: it was not cancelled, or somebody who sat in it has left.

    Rule: JG 5.3.
    """
    if state.cancelled is None or not has_same_seats(state):
        raise Refused(
            Message("%(round)s was not cancelled: it has no seats yet.", round=round_heading(next_round_number(state))),
            code="not_cancelled",
            rule="JG 5.3",
        )
    return draft_round(state, state.cancelled.tables, seed=state.cancelled.seed)


def change_seats(state: State, number: int, tables: Tables, *, reason: str = "") -> list[Fact]:
    """Edit the seats of a draft or of any round, also one long played; every score stays with its player.

    What the edit does to the nine criteria is a question to ask before (`toolkit.tournament.seats`).

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        BadValue: a player twice, or a table of fewer than three or more than five.
    """
    round_ = state.round(number)
    _check_not_cancelled(round_)
    seated = check_tables(state, tables, smallest=3, is_edit=True)
    if number == FINAL and (len(tables) != 1 or seated != set(round_.tables[0])):
        raise BadValue(
            Message("The final keeps its players: only their order can be edited."),
            code="final_players",
            rule="VEKN 3.1.3",
        )
    everybody = {player for table in round_.tables for player in table} | set(round_.sitting_out)
    sitting_out = tuple(sorted(player for player in everybody - seated if state.player(player).is_active))
    if tuple(map(tuple, tables)) == round_.tables:
        return []
    return [SeatsChanged(round=number, tables=_seats(tables), sitting_out=sitting_out, reason=check_text(reason))]


def swap_players(state: State, number: int, first: int, second: int, *, reason: str = "") -> list[Fact]:
    """Two players of a round change places.

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        Refused: one of them is not seated in it.
    """
    round_ = state.round(number)
    for player in (first, second):
        if player not in round_.seats:
            raise Refused(
                Message("%(name)s is not seated in %(round)s.", name=state.player(player).name, round=round_.title),
                code="not_seated",
            )
    other = {first: second, second: first}
    tables = [[other.get(player, player) for player in table] for table in round_.tables]
    return change_seats(state, number, tables, reason=reason)


def report_empty(state: State, number: int, player: int) -> list[Fact]:
    """Report that a player is not in their seat: 15 minutes after the start the round is lost, without an oust.

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        Refused: not published, not seated there, or the table has its result.

    Rule: VEKN 3.3.
    """
    round_, name = state.round(number), state.player(player).name
    if not round_.is_published:
        raise Refused(Message("%(round)s is not published yet.", round=round_.heading), code="not_published")
    if player not in round_.seats:
        raise Refused(Message("%(name)s is not seated in %(round)s.", name=name, round=round_.title), code="not_seated")
    table, _ = round_.seats[player]
    if table in round_.results:
        raise Refused(
            Message("Table %(number)s has its result already.", number=table), code="has_result", rule="VEKN 3.3"
        )
    return [] if player in round_.empty else [SeatReportedEmpty(round=number, player=player)]


def report_taken(state: State, number: int, player: int) -> list[Fact]:
    """A player whose seat was reported empty has come.

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        Refused: nobody reported the seat empty.
    """
    round_, name = state.round(number), state.player(player).name
    if player not in round_.empty:
        raise Refused(Message("The seat of %(name)s was not reported empty.", name=name), code="not_empty")
    return [SeatTaken(round=number, player=player)]


def vacant_seats(state: State, round_: Round, table: int) -> tuple[int, ...]:
    """The seats that a proxy player could take: a left seat at a table of four, or any of one that lost a player.

    Rule: JG 5.1.
    """
    players = round_.table(table)
    if len(players) == _WITHOUT_PROXY and min(players) > 0:
        return tuple(range(1, len(players) + 2))
    left = tuple(seat for seat, player in enumerate(players, start=1) if not state.player(player).is_active)
    return left if len(players) == _WITHOUT_PROXY + 1 and len(left) == 1 else ()


# So many are left at a table of four.
_WITHOUT_PROXY = 3


def seat_proxy(state: State, number: int, table: int, *, seat: int, name: str) -> list[Fact]:
    """Seat an official in a vacant seat of a table of four; the player who left it has lost the game.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: the final, a draft, a table with a result, or no such seat is vacant.
        BadValue: no name.

    Rule: JG 5.1.1.
    """
    check_running(state)
    round_ = state.round(number)
    players = round_.table(table)
    if number == FINAL:
        raise Refused(
            Message("No proxy player sits in the final: the next in rank comes in."), code="is_final", rule="JG 5.1.1"
        )
    if not round_.is_published:
        raise Refused(Message("%(round)s is not published yet.", round=round_.heading), code="not_published")
    if table in round_.results:
        raise Refused(
            Message("Table %(number)s has its result already.", number=table), code="has_result", rule="JG 5.1"
        )
    vacant = vacant_seats(state, round_, table)
    if seat not in vacant:
        message = Message(
            "Table %(number)s has no seat for a proxy player: it is not a table of four that lost a player.",
            number=table,
        )
        if vacant:
            message = Message("Vacant at table %(number)s: seat %(list)s.", number=table, list=Listed(vacant))
        elif len(players) == _WITHOUT_PROXY + 1 and all(state.player(player).is_active for player in players):
            message = Message(
                "No player of table %(number)s has dropped. A proxy player takes the seat of a player who has.",
                number=table,
            )
            raise Refused(message, code="nobody_left", rule="JG 5.1.1")
        raise Refused(message, code="no_vacant_seat", rule="JG 5.1.1")
    return [
        ProxySeated(
            round=number,
            table=table,
            seat=seat,
            proxy=min(state.proxies, default=0) - 1,
            name=clean_name(name),
            instead_of=players[seat - 1] if len(players) > _WITHOUT_PROXY else None,
        )
    ]


def cancel_round(state: State, number: int, *, reason: str) -> list[Fact]:
    """Take a round back, published or not, with its results; the log keeps them.

    One that is not the last keeps its number: it counts for nothing, and later rounds are what they were.

    Raises:
        UnknownRound: no such round.
        Refused: the final, a draft or a plan for several rounds stands on it, or it was cancelled already.
        BadValue: no reason for a published round.
    """
    round_ = state.round(number)
    if number == FINAL:
        raise Refused(Message("The final is cancelled by its own command."), code="is_final")
    if _is_base(state, number):
        raise Refused(
            Message("Something depends on %(round)s. Cancel that first.", round=round_.title), code="not_the_last"
        )
    _check_not_cancelled(round_)
    reason = check_text(reason, is_required=round_.is_published)
    return [RoundCancelled(round=number, reason=reason, keeps_number=number < state.published)]


def can_be_cancelled(state: State, number: int) -> bool:
    """Whether `cancel_round` takes this round back."""
    return number != FINAL and not _is_base(state, number) and not state.round(number).is_cancelled


def _is_base(state: State, number: int) -> bool:
    """Whether a draft, a plan for several rounds or the final stands on a round."""
    is_before_draft = number < len(state.rounds) and number >= state.published
    return is_before_draft or state.final is not None or (number < state.published and state.plan is not None)


def _check_not_cancelled(round_: Round) -> None:
    if round_.is_cancelled:
        raise Refused(Message("%(round)s was cancelled.", round=round_.heading), code="cancelled")


def check_tables(state: State, tables: Tables, *, smallest: int = 4, is_edit: bool = False) -> set[int]:
    """Refuse impossible tables; the players who sit at them.

    Raises:
        UnknownPlayer: no such player.
        Refused: a player has left (an edit of an old round may keep them).
        BadValue: no table, one of a wrong size, or a player twice.

    Rule: VEKN 3.1.2.
    """
    if not tables:
        raise BadValue(Message("A round has at least one table."), code="no_tables")
    seated: set[int] = set()
    for number, table in enumerate(tables, start=1):
        if not smallest <= len(table) <= 5:
            raise BadValue(
                Message(
                    "Table %(number)s has %(other)s players: a table has four or five.", number=number, other=len(table)
                ),
                code="table_size",
                rule="VEKN 3.1.2",
            )
        for player in map(state.player, table):
            if player.number in seated:
                raise BadValue(Message("%(name)s is seated twice.", name=player.name), code="seated_twice")
            if not is_edit and not player.is_active:
                raise Refused(
                    Message("%(name)s has left and cannot be seated.", name=player.name),
                    code="has_left",
                    rule="VEKN 3.1.4",
                )
            seated.add(player.number)
    return seated


def check_further_round(state: State) -> int:
    """The number of the round to come.

    Raises:
        Refused: all rounds have been seated, or the final has been opened.
    """
    number = next_round_number(state)
    if state.final is not None:
        raise Refused(Message("The final has been opened: there is no further round."), code="final_opened")
    if number > total_rounds(state):
        raise Refused(
            Message("All %(number)s rounds have been seated.", number=total_rounds(state)), code="no_further_round"
        )
    return number


def check_final_announced(state: State, seated: int) -> None:
    """Refuse a round of eight or more in an event without a final.

    Raises:
        Refused: too many players.

    Rule: VEKN 3.1.6.
    """
    if not state.settings.has_final and seated >= FINAL_NEEDED_FROM:
        raise Refused(
            Message(
                "%(number)s players: an event without a final stays below %(other)s.",
                number=seated,
                other=FINAL_NEEDED_FROM,
            ),
            code="final_needed",
            rule="VEKN 3.1.6",
        )


def _seats(tables: Tables) -> tuple[Seats, ...]:
    return tuple(Seats(players=tuple(table)) for table in tables)


def _players(tables: Iterable[Seats]) -> tuple[tuple[int, ...], ...]:
    return tuple(table.players for table in tables)


def _drafted_sentence(names: PlayerNames, fact: RoundDrafted) -> Sayable:
    title, out = round_title(fact.round), names.some(fact.sitting_out)
    tables = Count(len(fact.tables), "%(num)d table", "%(num)d tables")
    if not fact.sitting_out:
        return Message("Drafted %(round)s: %(number)s.", round=title, number=tables)
    return Message("Drafted %(round)s: %(number)s, sitting out: %(list)s.", round=title, number=tables, list=out)


def _seats_sentence(names: PlayerNames, fact: SeatsChanged) -> Sayable:
    # What `unseat_player` writes of its own.
    missing = next((name for name in names.known.values() if fact.reason == f"{name} is missing"), None)
    reason = fact.reason if missing is None else Message("%(name)s is missing", name=missing)
    sentence = Message("Changed the seats of %(round)s.", round=round_title(fact.round))
    if moves := _moves(names, fact):
        sentence = Message("%(sentence)s %(list)s.", sentence=sentence, list=Listed(moves, most=NAMED, between="; "))
    return because(sentence, reason)


def _moves(names: PlayerNames, fact: SeatsChanged) -> list[Message]:
    """The players with another seat than before, or with none; empty where the seats before are not known."""
    before: RoundDrafted | SeatsChanged | None = names.before(fact, (RoundDrafted, SeatsChanged), "round")
    if before is None:
        return []
    old, new, nowhere = _places(before.tables), _places(fact.tables), Message("no seat")
    return [
        changed_words(names(player), new.get(player, nowhere), old.get(player, nowhere))
        for player in {**new, **old}
        if new.get(player) != old.get(player)
    ]


def _places(tables: Iterable[Seats]) -> dict[int, Message]:
    return {
        player: Message("table %(table)s, seat %(seat)s", table=number, seat=seat)
        for number, table in enumerate(tables, start=1)
        for seat, player in enumerate(table.players, start=1)
    }


@folds(StructurePlanned, lambda _, fact: Message("Planned %(number)s rounds.", number=len(fact.rounds)))
def _planned(state: State, fact: StructurePlanned, entry: LogEntry) -> State:
    for planned in fact.rounds:
        check_tables(state, _players(planned.tables), is_edit=True)
    return evolve(state, plan=fact)


@folds(RoundDrafted, _drafted_sentence)
def _drafted(state: State, fact: RoundDrafted, entry: LogEntry) -> State:
    if fact.round != state.published + 1 or state.final is not None:
        raise Refused(Message("Round %(number)s cannot be drafted now.", number=fact.round), code="not_the_next")
    tables = _players(fact.tables)
    check_tables(state, tables)
    drafted = Round(number=fact.round, tables=tables, sitting_out=fact.sitting_out, seed=fact.seed)
    return evolve(state, rounds=(*state.rounds[: fact.round - 1], drafted))


@folds(
    RoundPublished,
    lambda _, fact: because(Message("Published %(round)s.", round=round_title(fact.round)), fact.reason),
)
def _published(state: State, fact: RoundPublished, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    if round_.is_published:
        raise Refused(Message("%(round)s is published already.", round=round_.heading), code="published")
    check_final_announced(state, len(round_.seats))
    return with_round(evolve(state, open_check_in=None), evolve(round_, is_published=True))


@folds(SeatsChanged, _seats_sentence)
def _seats_changed(state: State, fact: SeatsChanged, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    _check_not_cancelled(round_)
    tables = _players(fact.tables)
    check_tables(state, tables, smallest=3, is_edit=True)
    changed = evolve(round_, tables=tables, sitting_out=fact.sitting_out)
    changed = evolve(changed, results=_results_on_record(round_, changed))
    return with_round(state, changed if state.rules_of else carried(_with_plain_lines(changed)))


def _results_on_record(before: Round, after: Round) -> dict[int, TableResult]:
    """The results by the tables of the edited round: each where its players sit in their order, else where it was."""
    same = {result.players: result for result in before.results.values()}
    return {
        table: result
        for table, players in after.numbered()
        if (result := same.get(players) or before.results.get(table)) is not None
    }


def _with_plain_lines(round_: Round) -> Round:
    """The edited round by the older rules: points that ousts and time alone give are the result of the new players."""
    results = dict(round_.results)
    for table, result in round_.results.items():
        players = round_.table(table)
        if result.players != players and all(player in round_.scores for player in players):
            scores = tuple(round_.scores[player] for player in players)
            if judge_line(tuple(score.victory_points for score in scores)).kind is LineKind.PLAIN:
                results[table] = replace(
                    result, scores=scores, events=(), confirmed_by=None, is_locked=False, is_carried=True
                )
    return evolve(round_, results=results)


def _empty_sentence(names: PlayerNames, fact: SeatReportedEmpty) -> Sayable:
    return Message(
        "The seat of %(name)s in %(round)s is empty.", name=names(fact.player), round=round_title(fact.round)
    )


@folds(SeatReportedEmpty, _empty_sentence)
def _reported_empty(state: State, fact: SeatReportedEmpty, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    return with_round(state, evolve(round_, empty=round_.empty | {state.player(fact.player).number}))


@folds(
    SeatTaken,
    lambda names, fact: Message(
        "%(name)s has come to their seat in %(round)s.", name=names(fact.player), round=round_title(fact.round)
    ),
)
def _taken(state: State, fact: SeatTaken, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    return with_round(state, evolve(round_, empty=round_.empty - {fact.player}))


def _proxy_sentence(names: PlayerNames, fact: ProxySeated) -> Sayable:
    at = where(fact.round, fact.table)
    if fact.instead_of is None:
        return Message(
            "%(name)s sits as a proxy player in seat %(seat)s of %(table)s.", name=fact.name, seat=fact.seat, table=at
        )
    return Message(
        "%(name)s sits as a proxy player in seat %(seat)s of %(table)s, for %(other)s.",
        name=fact.name,
        seat=fact.seat,
        table=at,
        other=names(fact.instead_of),
    )


@folds(ProxySeated, _proxy_sentence)
def _proxy_seated(state: State, fact: ProxySeated, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    if fact.seat not in vacant_seats(state, round_, fact.table) or fact.proxy in state.proxies or fact.proxy >= 0:
        raise Refused(Message("That seat is not vacant."), code="no_vacant_seat", rule="JG 5.1.1")
    players = [player for player in round_.table(fact.table) if player != fact.instead_of]
    players.insert(fact.seat - 1, fact.proxy)
    tables = list(round_.tables)
    tables[fact.table - 1] = tuple(players)
    replaced = round_.replaced | ({fact.instead_of} if fact.instead_of is not None else set())
    proxies = {**state.proxies, fact.proxy: Player(number=fact.proxy, name=fact.name)}
    return with_round(evolve(state, proxies=proxies), evolve(round_, tables=tuple(tables), replaced=replaced))


@folds(
    RoundCancelled, lambda _, fact: because(Message("Cancelled %(round)s.", round=round_title(fact.round)), fact.reason)
)
def _cancelled(state: State, fact: RoundCancelled, entry: LogEntry) -> State:
    if state.final is not None or (fact.round != len(state.rounds) and not fact.keeps_number):
        raise Refused(Message("Round %(number)s is not the last.", number=fact.round), code="not_the_last")
    if fact.keeps_number:
        state.round(fact.round)
        return with_round(state, Round(number=fact.round, tables=(), is_published=True, is_cancelled=True))
    checked_in = {number: here for number, here in state.checked_in.items() if number <= fact.round}
    opened = state.open_check_in if state.open_check_in in checked_in else None
    last = state.rounds[-1]
    return evolve(
        state,
        rounds=state.rounds[:-1],
        cancelled=last if last.is_published else state.cancelled,
        checked_in=checked_in,
        open_check_in=opened,
    )
