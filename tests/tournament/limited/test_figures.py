"""The tables of the description of limited events, as they stand there."""

from __future__ import annotations

import pytest

from toolkit.tournament.codec import decode, encode
from toolkit.tournament.draws import order_of
from toolkit.tournament.errors import BadValue
from toolkit.tournament.limited.facts import DraftTimes, LimitedFormat, LimitedPlan, ProductKind, ProductLine
from toolkit.tournament.limited.picks import (
    DraftStepKind,
    booster_steps,
    crypt_steps,
    laid_numbers,
    length,
    opener,
    pick_seconds,
    pile_packs,
    piles_of,
    table_order,
    table_steps,
)
from toolkit.tournament.limited.plan import (
    USUAL_TIMES,
    booster_sizes,
    check_plan,
    line_text,
    minimums_of,
    needs_of,
    parse_line,
)
from toolkit.tournament.limited.pods import pod_sizes, trade_sizes
from toolkit.tournament.limited.pools import kept_count

LIBRARY = [5, 10, 15, 20, 25, 30, 35, 40, 40, 40, 40, 40]
RECURSIONS = [11, 5, 3, 2, 1, 1, 1, 0, 0, 0, 0, 0]
# k -> boosters of 19 and of 12 cards that give it.
OF_19 = {2: 1, 3: 2, 5: 3, 7: 4, 9: 5, 10: 6, 12: 7}
OF_12 = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 7: 6, 8: 7, 9: 8, 10: 9, 11: 10, 12: 11}

PODS = """
    4: 1x4 9: 1x5+1x4 13: 1x7+1x6 15: 1x8+1x7 16: 2x8 17: 2x6+1x5 19: 1x7+2x6 23: 2x8+1x7 25: 1x7+3x6 28: 4x7
    31: 3x8+1x7 33: 3x7+2x6 39: 4x8+1x7 41: 5x7+1x6 44: 2x8+4x7 49: 7x7 55: 6x8+1x7 57: 1x8+7x7 60: 4x8+4x7
"""


def plan(boosters: int, size: int, **more: object) -> LimitedPlan:
    line = ProductLine(product="", kind=ProductKind.BOOSTER, per_player=boosters, size=size, drafted=True)
    return LimitedPlan(**{"format": LimitedFormat.BOOSTER, "lines": (line,), **more})


@pytest.mark.parametrize("count", range(1, 13))
def test_minimums_by_effective_boosters(count: int) -> None:
    least = minimums_of(plan(count, 11))
    assert (least.boosters, least.crypt, least.library, least.library_most) == (count, count, LIBRARY[count - 1], 90)
    assert least.recursions == RECURSIONS[count - 1]


@pytest.mark.parametrize(("size", "table"), [(19, OF_19), (12, OF_12)])
def test_boosters_of_other_sizes(size: int, table: dict[int, int]) -> None:
    assert {minimums_of(plan(boosters, size)).boosters: boosters for boosters in table.values()} == table


def test_a_mixed_product_counts_its_cards() -> None:
    lines = tuple(parse_line(text, is_draft=True) for text in ("3 VTES", "2 SW"))
    least = minimums_of(LimitedPlan(format=LimitedFormat.BOOSTER, lines=lines))
    assert (least.boosters, least.crypt, least.library, least.recursions) == (7, 7, 35, 1)


def test_any_starter_asks_for_12_and_40_and_gives_no_recursion() -> None:
    lines = tuple(parse_line(text, is_draft=True) for text in ("1 Gehenna starter: 89", "2 SW"))
    least = minimums_of(LimitedPlan(format=LimitedFormat.BOOSTER, lines=lines))
    assert (least.crypt, least.library, least.recursions) == (12, 40, 0)


def test_need_is_what_players_get_and_five_percent_rounded_up() -> None:
    (need,) = needs_of(plan(6, 11, box=36), 10)
    assert (need.for_players, need.spare, need.total, need.boxes) == (60, 3, 63, 2)


def test_sizes_are_rows_with_their_source_and_open_ones_are_typed() -> None:
    sizes = booster_sizes()
    assert [sizes[code].size for code in ("SW", "KoT", "Jyhad", "VTES", "AH")] == [11, 11, 19, 19, 12]
    assert all(row.source for row in sizes.values())
    with pytest.raises(BadValue, match="number of cards in “DS” is not known"):
        parse_line("6 DS", is_draft=True)


@pytest.mark.parametrize("text", ["6 SW drafted: 11", "3 Our cube sealed: 15", "1 Gehenna starter: 89"])
def test_a_line_reads_back(text: str) -> None:
    assert line_text(parse_line(text, is_draft=True)) == text


@pytest.mark.parametrize(
    ("boosters", "size", "said"),
    [(0, 11, "Boosters a player: 1 to 36"), (37, 11, "Boosters a player: 1 to 36"), (6, 0, "Cards in a booster: 1"),
     (6, 101, "Cards in a booster: 1 to 100")],
)  # fmt: skip
def test_figures_out_of_their_range(boosters: int, size: int, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        check_plan(plan(boosters, size))


def test_a_starter_is_never_drafted_and_a_plan_has_product() -> None:
    with pytest.raises(BadValue, match="A starter is always sealed"):
        check_plan(
            LimitedPlan(format=LimitedFormat.BOOSTER, lines=(parse_line("1 G starter drafted: 89", is_draft=True),))
        )
    starter = ProductLine(product="X", kind=ProductKind.STARTER, per_player=1, size=77, drafted=True)
    with pytest.raises(BadValue, match="A starter is always sealed"):
        check_plan(LimitedPlan(format=LimitedFormat.BOOSTER, lines=(starter,)))
    with pytest.raises(BadValue, match="The plan has no product"):
        check_plan(LimitedPlan(format=LimitedFormat.SEALED, lines=()))


def test_sizes_of_pods() -> None:
    for entry in PODS.strip().split("\n"):
        words = entry.split()
        for number, told in zip(words[::2], words[1::2], strict=True):
            sizes = tuple(
                int(size) for part in told.split("+") for size in part.split("x")[1:] * int(part.split("x")[0])
            )
            assert pod_sizes(int(number[:-1])) == sizes


def test_every_number_of_players_has_pods() -> None:
    pods = {players: pod_sizes(players) for players in range(4, 301)}
    assert [players for players, sizes in pods.items() if sum(sizes) != players] == []
    assert [players for players, sizes in pods.items() if max(sizes) - min(sizes) > 1] == []
    assert [players for players, sizes in pods.items() if not set(sizes) <= {4, 5, 6, 7, 8}] == []
    assert [players for players, sizes in pods.items() if list(sizes) != sorted(sizes, reverse=True)] == []


@pytest.mark.parametrize(("most", "fails"), [(8, []), (7, []), (6, [7]), (5, [6, 7, 11])])
def test_smaller_pods_fail_for_some_and_the_least_that_works_is_named(most: int, fails: list[int]) -> None:
    def works(players: int, most: int) -> bool:
        try:
            return bool(pod_sizes(players, most))
        except BadValue:
            return False

    assert [players for players in range(4, 61) if not works(players, most)] == fails


def test_pods_of_four_are_for_multiples_of_four() -> None:
    with pytest.raises(BadValue, match="With at most 5 they do"):
        pod_sizes(9, 4)
    with pytest.raises(BadValue, match="With at most 7 they do"):
        pod_sizes(7, 5)
    assert pod_sizes(12, 4) == (4, 4, 4)
    with pytest.raises(BadValue, match="A draft needs 4 players: there are 3"):
        pod_sizes(3)


def test_pods_of_a_trade_are_tables() -> None:
    assert [trade_sizes(players) for players in (4, 5, 8, 9, 10, 12, 13)] == [
        (4,), (5,), (4, 4), (5, 4), (5, 5), (4, 4, 4), (5, 4, 4),
    ]  # fmt: skip
    assert [trade_sizes(players) for players in (6, 7, 11)] == [(6,), (7,), (6, 5)]


def test_the_draw_of_pods_with_seed_7() -> None:
    order = order_of("7:pods", range(1, 12))
    assert (order[:6], order[6:]) == ((6, 4, 7, 5, 8, 10), (11, 1, 3, 9, 2))


def test_between_10_and_20_percent_keep_their_pool() -> None:
    wrong = [players for players in range(5, 301) if not players <= 10 * kept_count(players) <= 2 * players]
    assert wrong == []


def test_how_many_keep_their_pool() -> None:
    bounds = {1: (4, 9), 2: (10, 16), 3: (17, 23), 4: (24, 29)}
    assert all({kept_count(n) for n in range(first, last + 1)} == {r} for r, (first, last) in bounds.items())
    assert [kept_count(players) for players in (30, 40, 60)] == [5, 6, 9]


def test_whose_pack_a_seat_holds() -> None:
    held = [(1, 3), (2, 3), (1, 6)]
    assert [opener(seat=1, pack=pack, pick=pick, players=5) for pack, pick in held] == [4, 3, 1]


@pytest.mark.parametrize(
    ("cards", "picks", "pack", "packs"),
    [
        (10, 320, 395, [395, 850, 1305, 1760, 2215, 2670, 3125, 3580]),
        (11, 380, 460, [460, 980, 1500, 2020, 2540, 3060, 3580, 4100]),
        (12, 445, 530, [530, 1120, 1710, 2300, 2890, 3480, 4070, 4660]),
        (19, 965, 1085, [1085, 2230, 3375, 4520, 5665, 6810, 7955, 9100]),
    ],
)
def test_the_clock_of_a_booster_draft(cards: int, picks: int, pack: int, packs: list[int]) -> None:
    assert sum(pick_seconds(left) for left in range(cards, 0, -1)) == picks
    assert [length(booster_steps([cards] * number)) for number in range(1, 9)] == packs
    assert packs[0] == pack


def test_the_review_grows_from_the_second_pack_on() -> None:
    times = DraftTimes(review=60, later_review=90)
    for course in (booster_steps([11] * 4, times), table_steps([11] * 4, 5, times)):
        assert [step.seconds for step in course if step.kind is DraftStepKind.REVIEW] == [60, 90, 90]
    assert length(booster_steps([11] * 6, times)) == 3060 + 4 * 30
    assert times == USUAL_TIMES


def test_a_plan_of_before_has_one_review() -> None:
    stored = encode(DraftTimes(review=75))
    assert "later_review" not in stored
    course = booster_steps([11] * 4, decode(DraftTimes, stored))
    assert [step.seconds for step in course if step.kind is DraftStepKind.REVIEW] == [75, 75, 75]


def test_the_seconds_of_the_picks() -> None:
    assert [pick_seconds(left) for left in range(11, 0, -1)] == [60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 5]
    assert [pick_seconds(left) for left in range(19, 12, -1)] == [75, 75, 75, 75, 75, 75, 70]


def test_the_order_of_a_table_draft() -> None:
    assert table_order(5, 1) == (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)
    assert table_order(4, 3) == (3, 4, 1, 2, 2, 1, 4, 3)
    assert table_order(6, 6) == (6, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 6)


@pytest.mark.parametrize(("players", "seconds"), [(4, 780), (5, 945), (6, 1110), (7, 1275), (8, 1440)])
def test_the_clock_of_a_table_draft(players: int, seconds: int) -> None:
    assert length(table_steps([11], players)) == seconds


def test_the_cards_on_the_table_are_numbered_from_the_active_seat() -> None:
    assert [seat for _, seat in laid_numbers(4, 3)] == [3, 3, 4, 4, 1, 1, 2, 2]


def test_piles_of_a_mixed_draft() -> None:
    assert piles_of(35, 11) == (11, 11, 11, 2)
    assert pile_packs([35, 20, 5, 12], 11) == (11, 11, 11, 2)
    assert sum(step.pick > 0 for step in crypt_steps([5, 3, 0, 4])) == 12
