"""Drafts played with cards as objects, by their description alone: the program's order has to fit."""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise

import pytest

from toolkit.tournament.limited.picks import (
    DraftStepKind,
    booster_steps,
    crypt_steps,
    opener,
    pile_packs,
    piles_of,
    table_steps,
)


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("packs", range(1, 9))
def test_every_pack_goes_to_a_neighbour_and_is_picked_empty(players: int, packs: int) -> None:
    sizes = [(3 * pack) % 19 + 1 for pack in range(packs)]
    mine = [Counter() for _ in range(players)]
    for pack, size in enumerate(sizes, 1):
        # Real hands that are passed on: seat i is place i - 1, the left neighbour is the next place.
        hands = deque([seat + 1, [f"{pack}/{seat}/{card}" for card in range(size)]] for seat in range(players))
        for pick in range(1, size + 1):
            for seat, (opened, cards) in enumerate(hands, 1):
                assert opener(seat=seat, pack=pack, pick=pick, players=players) == opened
                mine[seat - 1][cards.pop()] += 1
            hands.rotate(1 if pack % 2 else -1)
        assert all(not cards for _, cards in hands)
    assert {cards.total() for cards in mine} == {sum(sizes)}
    assert set(sum(mine, Counter()).values()) == {1}


@pytest.mark.parametrize("size", range(1, 20))
def test_a_pack_of_so_many_cards_is_so_many_picks(size: int) -> None:
    steps = booster_steps([size, size])
    picks = [(step.pack, step.pick, step.cards) for step in steps if step.kind is DraftStepKind.PICK]
    assert picks == [(pack, pick, size - pick + 1) for pack in (1, 2) for pick in range(1, size + 1)]
    assert all(one.end == other.start for one, other in pairwise(steps))


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("size", [1, 2, 10, 11, 19])
def test_in_a_table_draft_each_seat_gets_as_many_cards_as_it_laid(players: int, size: int) -> None:
    picks = [step for step in table_steps([size, size], players) if step.kind is DraftStepKind.PICK]
    assert Counter(step.seat for step in picks) == dict.fromkeys(range(1, players + 1), 2 * size)
    assert len({(step.pack, step.set, step.pick) for step in picks}) == 2 * size * players
    for number in range(1, size // 2 + 1):
        of_set = Counter(step.seat for step in picks if (step.pack, step.set) == (1, number))
        assert set(of_set.values()) == {2}


def test_the_active_player_moves_on_over_all_packs() -> None:
    looks = [step.seat for step in table_steps([11, 11], 5) if step.kind is DraftStepKind.LOOK]
    assert looks == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2]


@pytest.mark.parametrize("piles", [[12, 9, 15, 11], [0, 3, 1, 8, 2], [1, 1, 1, 1], [20, 0, 0, 7]])
def test_unequal_crypts_are_drafted_to_the_last_card(piles: list[int]) -> None:
    picks = [step for step in crypt_steps(piles) if step.kind is DraftStepKind.PICK]
    assert len(picks) == sum(piles)


@pytest.mark.parametrize("libraries", [[35, 20, 5, 12], [22, 22, 22, 22, 22], [0, 11, 40, 3]])
def test_unequal_library_piles_are_drafted_to_the_last_card(libraries: list[int]) -> None:
    players, taken = len(libraries), 0
    for pack, size in enumerate(pile_packs(libraries, 11), 1):
        piles = [piles_of(cards, 11) for cards in libraries]
        left = [pile[pack - 1] if pack <= len(pile) else 0 for pile in piles]
        for pick in range(1, size + 1):
            for seat in range(1, players + 1):
                held = opener(seat=seat, pack=pack, pick=pick, players=players) - 1
                if left[held]:  # who holds none waits
                    left[held] -= 1
                    taken += 1
        assert not any(left)
    assert taken == sum(libraries)
