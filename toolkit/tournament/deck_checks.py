"""Random deck checks of a round: drawn from a seed, so that anybody can draw them again."""

from __future__ import annotations

import hashlib

from toolkit.languages import Message
from toolkit.tournament.decks import deck_for
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import DeckChecksDrawn, Fact
from toolkit.tournament.log import LogEntry, folds
from toolkit.tournament.state import State, evolve, round_title

# One in so many of those seated is checked, unless a number is asked for.
_SHARE = 10


def draw_deck_checks(
    state: State, round_number: int, *, seed: int, count: int | None = None, again: bool = False
) -> list[Fact]:
    """Draw whose decks are checked in a round: of those seated with a list, who was not checked before, or `again`.

    They are ordered by the SHA-256 of the text `seed:round:number`; the first are checked.

    Raises:
        UnknownRound: no such round.
        Refused: nobody is left to check.
        BadValue: fewer than one.

    Rule: VEKN 6.3.
    """
    check_running(state)
    round_ = state.round(round_number)
    if count is not None and count < 1:
        raise BadValue(Message("At least one deck is checked."), code="bad_count", rule="VEKN 6.3")
    able = [
        number
        for number in round_.seats
        if deck_for(state, state.player(number), round_number) is not None and (again or number not in state.checked)
    ]
    if not able:
        raise Refused(
            Message("Nobody in %(round)s has a list that was not checked before.", round=round_.title),
            code="nobody_to_check",
            rule="VEKN 6.3",
        )
    drawn = order_of(able, seed=seed, round_number=round_number)
    most = -(-len(round_.seats) // _SHARE) if count is None else count
    return [DeckChecksDrawn(round=round_number, players=tuple(drawn[:most]), seed=seed)]


def order_of(players: list[int], *, seed: int, round_number: int) -> list[int]:
    """The players in the order that the seed gives them.

    >>> order_of(list(range(1, 18)), seed=7, round_number=1)[:4]
    [9, 4, 16, 1]
    """
    return sorted(players, key=lambda number: hashlib.sha256(f"{seed}:{round_number}:{number}".encode()).hexdigest())


@folds(
    DeckChecksDrawn,
    lambda names, fact: Message(
        "Deck checks of %(round)s, seed %(seed)s: %(list)s.",
        round=round_title(fact.round),
        seed=fact.seed,
        list=names.all(fact.players),
    ),
)
def _drawn(state: State, fact: DeckChecksDrawn, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    return evolve(state, checked=state.checked | set(fact.players))
