"""Which games count, which each player has played, and the one that an adjustment takes its victory point from."""

from __future__ import annotations

from collections import Counter

from toolkit.tournament.facts import FINAL, PenaltyGiven, SanctionKind
from toolkit.tournament.infractions import FIRST_EDITION
from toolkit.tournament.state import Round, State


def counted_rounds(state: State) -> tuple[Round, ...]:
    """The published rounds before the final that count; of an event that ended early those up to the first gap.

    Rule: JG 5.3.
    """
    if state.ended_early is not None:
        return whole_rounds(state)
    return tuple(round_ for round_ in state.rounds if round_.is_published and not round_.is_cancelled)


def whole_rounds(state: State) -> tuple[Round, ...]:
    """The rounds from the first on of which every table has its result."""
    whole: list[Round] = []
    for entry in state.rounds:
        if not entry.is_complete:
            break
        if not entry.is_cancelled:
            whole.append(entry)
    return tuple(whole)


def does_count(state: State, round_: Round) -> bool:
    """Whether a round, or the final, counts: all do, unless the event ended before they were whole.

    Rule: JG 5.3.
    """
    return not round_.is_cancelled and (state.ended_early is None or round_ in whole_rounds(state))


def played_in(state: State, round_: Round) -> frozenset[int]:
    """Whose game of a round this is; of round 1 of a limited event also who left before it was over, with product.

    Never seated, those have a loss in it.

    Rule: VEKN 7.2.6.
    """
    if round_.number != 1 or not state.limited.given:
        return round_.played_by
    left = (number for number, player in state.players.items() if player.left_after == 0)
    return round_.played_by | state.limited.given.intersection(left)


def counted_final(state: State) -> Round | None:
    """The final, once it is seated, unless the event ended early."""
    return state.final_round if state.ended_early is None else None


def last_round_seen(state: State) -> Round | None:
    """The final once it is seated, else the last round that players have seen."""
    if state.final_round is not None:
        return state.final_round
    return next((entry for entry in reversed(state.rounds) if entry.is_published), None)


def games_of(state: State, player: int) -> tuple[int, ...]:
    """The rounds that count in which the player sits or lost the seat to a proxy player; the final is the last."""
    final = counted_final(state)
    rounds = (*counted_rounds(state), *([final] if final else []))
    return tuple(entry.number for entry in rounds if player in entry.played_by)


def adjusted_game(
    state: State, player: int, *, round: int | None, table: int | None, is_earlier: bool, named: int | None = None
) -> int | None:
    """The game that an adjustment costs a point: the one being played when it was given, else the last one played.

    `round` and `table` are those of the moment. One given before the player's first game is taken from that; it is None
    while there is none. What happened before the final is never taken from it, unless the judge named it.

    Rule: JG 1.1.3.
    """
    games = games_of(state, player)
    if named is not None and named in games:
        return named
    before = [game for game in games if _is_by_then(game, round, is_seated=table is not None, is_earlier=is_earlier)]
    return before[-1] if before else next(iter(games), None)


def _is_by_then(game: int, moment: int | None, *, is_seated: bool, is_earlier: bool) -> bool:
    if moment is None:
        return False
    if game == FINAL:
        return moment == FINAL and is_seated and not is_earlier
    return moment == FINAL or (game <= moment if is_seated else game < moment)


def game_of(state: State, given: PenaltyGiven) -> int | None:
    """The game that a penalty costs a point, None for any that costs none."""
    if given.kind is not SanctionKind.ADJUSTMENT or given.player is None:
        return None
    if given.edition == FIRST_EDITION:
        return given.applies_to
    return adjusted_game(
        state,
        given.player,
        round=given.round,
        table=given.table,
        is_earlier=given.is_earlier,
        named=given.applies_to,
    )


def adjustments(state: State, round_number: int) -> Counter[int]:
    """How many adjustments each player has in the game of a round."""
    return Counter(
        given.player
        for given in state.sanctions.values()
        if given.player is not None and game_of(state, given) == round_number
    )
