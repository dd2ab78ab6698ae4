"""Every legal operation is in exactly one form and comes back from it; what a form offers, the engine takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.game.random_games import RandomGame
from toolkit.game import PROFILES, GameState, Operation, legal_operations, refusal
from toolkit.game.state import active_seats
from toolkit.game.vocabulary import Stage
from toolkit.web.tables.choices import offers_for
from toolkit.web.tables.offers.offer import Offer
from toolkit.web.tables.offers.terms import Count, Pick

SEEDS = range(2 * len(PROFILES))


def positions(seed: int) -> Iterator[GameState]:
    """States along a random game."""
    playing = RandomGame(seed, limit=120)
    while playing.state.stage is not Stage.FINISHED:
        yield playing.state
        playing.step()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_operation_is_in_one_form_and_comes_back(seed: int) -> None:
    for at, state in enumerate(positions(seed)):
        if at % 5 == seed % 5:
            for seat in active_seats(state):
                check_listed(state, seat)


def check_listed(state: GameState, seat: str) -> None:
    found = offers_for(state, seat, "full")
    assert max(Counter(offer.key for offer in found).values(), default=1) == 1
    covered = [(order, offer) for offer in found for order in offer.covers]
    listed = legal_operations(state, seat)
    assert sorted(map(repr, listed)) == sorted(repr(order) for order, _ in covered)
    for order, offer in covered:
        assert offer.read(offer.form_of(order)) == order, offer.key


@pytest.mark.parametrize("depth", ["light", "full"])
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_a_form_shows_at_first_is_accepted(seed: int, depth: str) -> None:
    for at, state in enumerate(positions(seed)):
        if at % 9 == seed % 9:
            seat = active_seats(state)[at % len(active_seats(state))]
            for offer in offers_for(state, seat, depth, can_correct=True):
                for order in shown(offer):
                    assert refusal(state, order) is None, (offer.key, order)


def shown(offer: Offer) -> Iterator[Operation]:
    """What a form means with each of its variants, and with each value of each of its lists."""
    for variant in offer.variants:
        form = {"op": variant.line} | {term.name: term.default for term in offer.terms}
        yield offer.read(form)
    first = {"op": offer.variants[0].line} | {term.name: term.default for term in offer.terms}
    for term in offer.terms:
        if isinstance(term, Pick) and term.name in ("effect", "place"):
            for option in term.options:
                yield offer.read(first | {term.name: option.value})


@pytest.mark.parametrize("seed", range(len(PROFILES)))
def test_every_number_of_a_stepper_is_one_that_the_rules_accept(seed: int) -> None:
    for at, state in enumerate(positions(seed)):
        if at % 23 == 0:
            for seat in active_seats(state):
                for offer in offers_for(state, seat, "full"):
                    for term in offer.terms:
                        if isinstance(term, Count) and offer.covers:
                            check_ends(state, offer, term)


def check_ends(state: GameState, offer: Offer, term: Count) -> None:
    """The least and the most are accepted for one of the variants at least."""
    for number in (term.low, term.high):
        tried = [operation_from(offer, variant.line, term.name, number) for variant in offer.variants]
        assert any(refusal(state, order) is None for order in tried), (offer.key, term.name, number)


def operation_from(offer: Offer, line: str, name: str, number: int) -> Operation:
    return offer.read({"op": line} | {item.name: item.default for item in offer.terms} | {name: str(number)})
