"""Staggered events: 6, 7 or 11 players in more rounds than each plays games; the plan, before and after it is made.

Rule: VEKN 3.1.2.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import AND, OR, Count, Listed, Message, Sayable
from toolkit.seating import ImpossibleSeating
from toolkit.seating.model import SIZES, can_be_seated, instead_of_one_round, structures, to_full_tables
from toolkit.seating.plan import staggered_seats
from toolkit.tournament.checkin import is_check_in_open, missing
from toolkit.tournament.facts import PlannedRound
from toolkit.tournament.rounds import STAGGERED, does_plan_stand, players_to_seat, total_rounds
from toolkit.tournament.state import State

# So many ways to share the games out are told.
_TOLD = 3


def is_staggered(state: State) -> bool:
    """Whether the event is planned as a whole, or would be if its first round were seated now."""
    return state.plan is not None or (not state.published and len(players_to_seat(state)) in STAGGERED)


def _becomes_staggered(state: State) -> bool:
    """Whether an event of which rounds have been played is planned as a whole from now on."""
    is_going_on = 0 < state.published < total_rounds(state)
    return state.plan is None and is_going_on and len(players_to_seat(state)) in STAGGERED


def has_no_plan(state: State) -> bool:
    """Whether those who are here cannot be seated at once, and no plan gives them equal games either."""
    if state.plan is not None and (does_plan_stand(state) or state.published >= len(state.plan.rounds)):
        return False
    return (is_staggered(state) or _becomes_staggered(state)) and not _ways(state)


def rounds_to_play(state: State) -> int:
    """How many preliminary rounds there will be: those of the plan, or of the plan that would be made."""
    ways = _ways(state) if state.plan is None and is_staggered(state) else ()
    return len(ways[0]) if ways else total_rounds(state)


def sits_out(state: State, player: int, round_number: int) -> bool:
    """Whether the plan lets the player sit out of that round."""
    if state.plan is None or not 1 <= round_number <= len(state.plan.rounds):
        return False
    if round_number <= state.published:
        return player in state.rounds[round_number - 1].sitting_out
    return player in state.plan.rounds[round_number - 1].sitting_out


def rounds_of(state: State, player: int) -> tuple[int, ...]:
    """The rounds that a player plays, as far as that is planned."""
    return tuple(number for number in range(1, rounds_to_play(state) + 1) if not sits_out(state, player, number))


def plan_sentences(state: State) -> list[Sayable]:
    """The plan of a staggered event: its rounds, and once it is made who sits out of which; nothing where all sit."""
    if not is_staggered(state):
        return [_new_plan_sentence(state)] if _becomes_staggered(state) else []
    if state.plan is None:
        players, games = len(players_to_seat(state)), state.settings.rounds
        seats = staggered_seats(players, games)
        ways = [seats] if seats else _ways(state)
        return [_planned(games, ways) if ways else instead_of_one_round(players)]
    to_come = state.plan.rounds[state.published :]
    if to_come and not does_plan_stand(state):
        return [_new_plan_sentence(state)] if len(players_to_seat(state)) in STAGGERED else []
    if to_come and not any(planned.sitting_out for planned in to_come):
        return []
    return [*_plan_lines(state, state.plan.rounds), *_sitting_out(state, state.plan.rounds)]


def shown_plan(state: State) -> list[Sayable]:
    """The plan as players see it: nothing while they check themselves in, as each of them makes another of it."""
    is_counting = state.plan is None and is_check_in_open(state) and missing(state)
    return [] if is_counting else plan_sentences(state)


def how_all_play(state: State) -> Sayable | None:
    """How all would play every round of an event that is to be planned; None where they do, or it is planned."""
    if has_no_plan(state) or to_seat_next(state) is not None:
        return None
    more, fewer = to_full_tables(len(players_to_seat(state)))
    if not state.published:
        return Message(
            "Some sit out in every round. With %(more)s more (a friend, or a judge who plays) or %(fewer)s "
            "fewer, no player does.",
            more=more,
            fewer=fewer,
        )
    return Count(
        fewer,
        "Everyone else sits if %(num)d player is away. With %(more)s more (a friend, or a judge who plays), all sit.",
        "Everyone else sits if %(num)d players are away. With %(more)s more (a friend, or a judge who plays), all sit.",
        more=more,
    )


def to_seat_next(state: State) -> int | None:
    """How many players the next round seats; None where that is decided by a plan that is yet to be made."""
    if state.plan is not None and does_plan_stand(state) and state.published < len(state.plan.rounds):
        return _seats(state.plan.rounds[state.published])
    here = len(players_to_seat(state))
    is_to_plan = here in STAGGERED and (is_staggered(state) or _becomes_staggered(state))
    return None if is_to_plan else here


def would_seat_more(state: State) -> bool:
    """Whether everyone would sit if the draft were seated again: one who is here has no seat, or a table has three."""
    here = {player.number for player in players_to_seat(state)}
    if len(state.rounds) == state.published or does_plan_stand(state) or not can_be_seated(len(here)):
        return False
    draft = state.rounds[-1]
    return not here <= draft.seats.keys() or min(map(len, draft.tables)) < SIZES[0]


def _seats(planned: PlannedRound) -> int:
    return sum(len(table.players) for table in planned.tables)


def _ways(state: State) -> tuple[tuple[int, ...], ...]:
    """The ways to share the games that are still owed out on rounds; none where there is no way."""
    played = [round_.seats for round_ in state.rounds[: state.published]]
    here = [player.number for player in players_to_seat(state)]
    owed = [max(0, state.settings.rounds - sum(number in seats for seats in played)) for number in here]
    try:
        return structures(sum(owed), len(here), max(owed, default=0))
    except ImpossibleSeating:
        return ()


def _planned(games: int, ways: Sequence[Sequence[int]]) -> Sayable:
    return Message(
        "%(games)s each in %(rounds)s (%(seats)s seats).",
        games=_games(games),
        rounds=_rounds(ways),
        seats=_sizes(ways),
    )


def _games(games: int) -> Count:
    return Count(games, "%(num)d game", "%(num)d games")


def _rounds(ways: Sequence[Sequence[int]]) -> Count:
    return Count(len(ways[0]), "%(num)d round", "%(num)d rounds")


def _sizes(ways: Sequence[Sequence[int]]) -> Listed:
    """The seats of the rounds: “5, 5 and 4”; of several ways each."""
    lists = [Listed(way, AND) for way in ways[:_TOLD]]
    return Listed(lists, OR, between="; ")


def _new_plan_sentence(state: State) -> Sayable:
    """A sentence on the plan that is yet to be made."""
    ways, here = _ways(state), len(players_to_seat(state))
    players = Count(here, "%(num)d player", "%(num)d players")
    if not ways:
        return Message("%(players)s now, and no plan gives them equal games in the rounds left.", players=players)
    return Message(
        "%(players)s cannot all sit at once: with %(rounds)s, everyone plays %(games)s.",
        players=players,
        rounds=Count(len(ways[0]), "%(num)d more round", "%(num)d more rounds"),
        games=_games(state.settings.rounds),
    )


def _plan_lines(state: State, planned: Sequence[PlannedRound]) -> list[Sayable]:
    """The plan that was made: all of it where all its rounds are for the same players, else its rounds to come."""
    crowds = {frozenset(one.sitting_out).union(*(table.players for table in one.tables)) for one in planned}
    sizes = list(map(_seats, planned))
    if len(crowds) == 1:
        return [_planned(state.settings.rounds, [sizes])]
    to_come = [sizes[state.published :]]
    here = Count(len(players_to_seat(state)), "%(num)d player", "%(num)d players")
    sentence = Message(
        "%(players)s now: %(rounds)s of %(seats)s seats to come.",
        players=here,
        rounds=_rounds(to_come),
        seats=_sizes(to_come),
    )
    return [sentence] if to_come[0] else []


def _sitting_out(state: State, planned: Sequence[PlannedRound]) -> list[Sayable]:
    sentences: list[Sayable] = []
    for number in range(max(1, state.published), len(planned) + 1):
        out = planned[number - 1].sitting_out
        if number <= state.published:
            out = state.rounds[number - 1].sitting_out
        names = [state.players[player].name for player in out if player in state.players]
        if names:
            sentences.append(
                Count(
                    len(names),
                    "Round %(number)s: %(list)s sits out.",
                    "Round %(number)s: %(list)s sit out.",
                    number=number,
                    list=Listed(names, AND),
                )
            )
    return sentences
