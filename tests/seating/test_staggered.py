from __future__ import annotations

from collections import Counter

import pytest

from tests.seating.oracle import vector
from toolkit.seating import ImpossibleSeating, charts, criteria, seat, table_sizes
from toolkit.seating.model import into_tables, structures
from toolkit.seating.whole import search_event


def games_of(rounds):
    return Counter(player for tables in rounds for table in tables for player in table)


# Players, games each, fewest rounds and the sizes of crowds that are known to do it.
@pytest.mark.parametrize(
    ("players", "games", "rounds", "crowds"),
    [
        (6, 2, 3, {(4, 4, 4)}),
        (7, 2, 3, {(5, 5, 4)}),
        (11, 2, 3, {(9, 9, 4), (10, 8, 4), (9, 8, 5)}),
        (6, 3, 4, {(5, 5, 4, 4)}),
        (7, 3, 5, {(5, 4, 4, 4, 4)}),
        (11, 3, 4, None),
        (6, 4, 5, None),
        (7, 4, 6, None),
        (11, 4, 5, None),
    ],
)
def test_everybody_plays_equally_often_in_the_fewest_rounds(players, games, rounds, crowds):
    plan = seat(range(players), games, seed=2)
    assert len(plan.rounds) == rounds
    assert games_of(plan.rounds) == dict.fromkeys(range(players), games)
    found = tuple(sorted((sum(map(len, tables)) for tables in plan.rounds), reverse=True))
    if crowds:
        assert found in crowds
        assert set(structures(players * games, players, games)) == crowds
    for tables, out in zip(plan.rounds, plan.sitting_out, strict=True):
        here = [player for table in tables for player in table]
        assert tuple(map(len, tables)) == table_sizes(len(here))
        assert sorted([*here, *out]) == list(range(players))


def test_who_sits_out_is_drawn():
    out = Counter(name for seed in range(700) for name in seat(range(7), 2, seed=seed).sitting_out[0])
    total = sum(out.values())
    assert all(abs(out[name] - total / 7) < 60 for name in range(7))


@pytest.mark.parametrize(
    ("players", "instead"),
    [
        (6, "Find 2 more, leave out 1, or play 2 games each in 3 rounds of 4, 4 and 4 seats."),
        (7, "Find 1 more, leave out 2, or play 2 games each in 3 rounds of 5, 5 and 4 seats."),
        (11, "Find 1 more, leave out 1, or play 2 games each in 3 rounds of 10, 8 and 4 seats."),
    ],
)
def test_one_round_of_them_says_what_to_play_instead(players: int, instead: str) -> None:
    with pytest.raises(ImpossibleSeating) as refused:
        seat(range(players), 1)
    assert str(refused.value) == f"{players} players do not fill tables of four and five. {instead}"


def test_eleven_players_in_five_games_each_have_the_fifth_seat_once():
    """Eleven tables of five, five games each: by Hall's theorem each table can have its fifth seat for someone else.

    Turning a table changes who is fifth and leaves R1 to R4 as they are. Of all ways to share out eleven players so,
    counted one by one, none has fewer than 25 pairs that meet again.
    """
    chart = charts.chart(11, 5)
    assert sorted(table[4] for tables in chart for table in tables) == list(range(11))
    assert vector(chart)[:5] == (0, 0, 0, 25, 0)


def test_better_seats_are_found_while_groups_are_held():
    chart = charts.chart(7, 3)
    poor = tuple(tuple(tuple(sorted(table)) for table in tables) for tables in chart)
    found = search_event(7, 3, seconds=0.05, seed=1, groups=poor)
    assert criteria(found) < criteria(poor)
    for before, after in zip(poor, found, strict=True):
        assert list(map(set, before)) == list(map(set, after))


def test_an_event_that_drops_to_eleven_goes_on_staggered():
    first = into_tables(range(13))
    plan = seat(range(11), 3, history=[first], seconds=0.1, seed=1)
    games = games_of(plan.rounds)
    assert all(games[player] == 3 for player in range(11))
    assert criteria(plan.rounds) == plan.criteria


def test_a_staggered_event_is_taken_up_again_where_it_stands():
    plan = seat(range(7), 2, seed=3)
    again = seat(range(7), 2, history=plan.rounds[:1], seconds=0.1, seed=3)
    assert games_of(again.rounds) == dict.fromkeys(range(7), 2)
