"""Raffles and prizes: who can be drawn, who gets what for a place, and what stays with whom."""

from __future__ import annotations

import hashlib

import pytest

from tests.tournament.organizer import Organizer, before_final
from tests.tournament.test_draws import SEED
from toolkit.languages import say, words_of
from toolkit.tournament.draw_record import DrawVerdict, verified_draws
from toolkit.tournament.draws import DrawSeed, commit_seed, identity, reveal_seed
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import FINAL, RaffleDrawn, RafflePool
from toolkit.tournament.prizes import Members, allocation, best_of, read_prizes, write_prize
from toolkit.tournament.raffle import RaffleWishes, candidates
from toolkit.tournament.standings import standings


def finished(*prizes: str) -> Organizer:
    """Ten players; the fourth seed wins the final of 1 6 2 8 3; then 7, then 9 and 10, then 4 and 5."""
    one = before_final()
    one.set_prizes(list(prizes))
    one.open_final()
    one.place_row(one.state.final.finalists)
    one.record_first_player(one.state.final.finalists[0])
    seats = one.state.final_round.table(1)
    one.enter_result(FINAL, 1, victory_points=[5 * (player == 8) for player in seats])
    return one


def pool(one: Organizer, name: RafflePool, **more: object) -> set[int]:
    return set(candidates(one.state, RaffleWishes(pool=name, **more)))


def got(one: Organizer, player: int) -> list[tuple[int, str]]:
    return [(gift.count, gift.name) for gift in allocation(one.state).given if gift.player == player]


def test_pools_are_what_they_are_called() -> None:
    one = finished()
    one.add_player("Late")
    cut = set(one.state.final.finalists)
    assert pool(one, RafflePool.EVERYBODY) == set(range(1, 11))
    assert pool(one, RafflePool.NOT_IN_FINAL) == set(range(1, 11)) - cut
    assert pool(one, RafflePool.GAME_WINNERS) == {1, 6, 8}  # 1 and 6 before the final, 8 in it
    assert pool(one, RafflePool.NO_GAME_WIN) == set(range(1, 11)) - {1, 6, 8}
    assert pool(one, RafflePool.NO_VICTORY_POINT) == {4, 5}
    assert pool(one, RafflePool.NAMED, players=(3, 11)) == {3, 11}


def test_officials_the_absent_and_earlier_winners_are_left_out_unless_they_are_asked_for() -> None:
    one = Organizer(organizer="player 1", head_judge="X", head_judge_vekn="3000002").with_players(10)
    one.open_check_in()
    one.check_in(range(1, 10))
    one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    one.draw_raffle(RaffleWishes(pool=RafflePool.NAMED, players=(3,)), seed=1)
    one.drop_player(4)
    assert pool(one, RafflePool.EVERYBODY) == {4, 5, 6, 7, 8, 9}
    assert pool(one, RafflePool.EVERYBODY, is_here=True) == {5, 6, 7, 8, 9}
    assert pool(one, RafflePool.EVERYBODY, is_again=True, with_officials=True) == set(range(1, 10))


def test_who_was_seated_by_hand_is_here_though_never_checked_in() -> None:
    one = Organizer().with_players(10)
    one.open_check_in()
    one.check_in(range(1, 9))
    one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9]).result(1, 5, 0, 0, 0, 0).result(2, 4, 0, 0, 0)
    assert pool(one, RafflePool.EVERYBODY, is_here=True) == set(range(1, 10))
    one.open_check_in()
    one.check_in([1, 2])
    assert pool(one, RafflePool.EVERYBODY, is_here=True) == {1, 2}


def test_nobody_who_is_disqualified_is_drawn() -> None:
    one = Organizer().with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    one.sanction_player(2, infraction="4.5")
    assert 2 not in pool(one, RafflePool.EVERYBODY, is_again=True, with_officials=True)


def test_a_draw_without_a_commitment_can_be_made_again_from_its_seed() -> None:
    one = finished("Raffle: 2 x Promo")
    one.draw_raffle(RaffleWishes(pool=RafflePool.NO_GAME_WIN), seed=7, prize="promo")
    able = sorted(set(range(1, 11)) - {1, 6, 8})
    order = sorted(able, key=lambda number: hashlib.sha256(f"7:raffle 1:{number}".encode()).hexdigest())
    assert one.state.raffles[0].winners == tuple(order[:2])
    with pytest.raises(Refused, match="given away already"):
        one.draw_raffle(RaffleWishes(), seed=8, prize="Promo")


def test_who_is_not_here_makes_room_for_the_next_and_undo_takes_it_back() -> None:
    one = finished()
    one.draw_raffle(RaffleWishes(pool=RafflePool.NAMED, players=(3, 4, 5)), seed=1, count=2)
    first, second, third = one.state.raffles[0].order
    one.pass_over(1, first)
    assert one.state.raffles[0].winners == (second, third)
    with pytest.raises(Refused, match="No player is left in raffle 1"):
        one.pass_over(1, second)
    one.undo_last()
    assert one.state.raffles[0].winners == (first, second)


def test_more_winners_than_candidates_are_refused_with_both_numbers() -> None:
    one = finished()
    with pytest.raises(Refused, match="11 are to be drawn, and only 10 can be"):
        one.draw_raffle(RaffleWishes(), seed=1, count=11)
    with pytest.raises(Refused, match="There are no players in this raffle"):
        one.draw_raffle(RaffleWishes(pool=RafflePool.NAMED), seed=1)
    with pytest.raises(Refused, match="The final has no players yet"):
        before_final().draw_raffle(RaffleWishes(pool=RafflePool.NOT_IN_FINAL), seed=1)


def committed() -> Organizer:
    one = Organizer(rounds=2).with_players(10)
    one.enter(commit_seed(one.state, SEED, event=identity(one.state.entry(1))))
    one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    one.draw_raffle(RaffleWishes(pool=RafflePool.EVERYBODY), seed=DrawSeed(seed=SEED, word="Anarch"), count=2)
    return one


def test_under_a_commitment_anybody_can_draw_it_again() -> None:
    one = committed()
    facts = [entry.fact for entry in one.tournament.log]
    text = f"vtes-draw-1:{identity(one.state.entry(1))}:{SEED}:Anarch:raffle 1:1,2,3,4,5,6,7,8,9,10"
    drawn = hashlib.sha256(text.encode()).hexdigest()
    order = sorted(range(1, 11), key=lambda number: hashlib.sha256(f"{drawn}:{number}".encode()).hexdigest())
    assert one.state.raffles[0].winners == tuple(order[:2])
    assert facts[-1].seed is None
    one.enter(reveal_seed(one.state, SEED))
    assert [draw.verdict for draw in verified_draws(one.tournament, version="")] == [
        DrawVerdict.UNVERIFIABLE,  # the seats, which were given by hand
        DrawVerdict.HOLDS,
    ]


def test_other_winners_than_the_seed_gives_are_found_out() -> None:
    one = committed()
    one.undo_last()
    true = one.tournament.entry(one.tournament.number - 1).fact
    assert isinstance(true, RaffleDrawn)
    lies = RaffleDrawn(raffle=1, pool=true.pool, order=true.order[::-1], count=2, seed=None)
    honest = Organizer(rounds=2).with_players(10)
    honest.enter(commit_seed(honest.state, SEED, event=identity(honest.state.entry(1))))
    honest.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    made = [entry.fact for entry in one.tournament.log if type(entry.fact).__name__ == "DrawMade"]
    honest.enter([*made, lies])
    honest.enter(reveal_seed(honest.state, SEED))
    assert verified_draws(honest.tournament, version="")[-1].verdict is DrawVerdict.FAILS


def test_drawn_again_after_an_undo_it_asks_why() -> None:
    one = committed()
    one.undo_last()
    with pytest.raises(BadValue, match="enter a reason"):
        one.draw_raffle(RaffleWishes(pool=RafflePool.NO_GAME_WIN), seed=DrawSeed(seed=SEED), count=2)


def test_prizes_go_to_places_and_those_of_equal_places_to_each() -> None:
    one = finished("1: Playmat", "2-5: 3 x Booster", "6: Promo")
    assert got(one, 8) == [(1, "Playmat")]
    assert [got(one, player) for player in (1, 2, 3, 6)] == [[(3, "Booster")]] * 4
    assert got(one, 7) == [(1, "Promo")]
    assert allocation(one.state).shared == ()


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "place 1"), ("es", "puesto 1"), ("it", "posizione 1"), ("pt", "colocação 1")]
)
def test_a_place_is_called_as_in_the_standings_and_not_as_a_seat(language: str, said: str) -> None:
    why = allocation(finished("1: Playmat").state).given[0].why
    assert say(why, words_of(language)) == said


def test_different_prizes_of_a_shared_place_are_named_and_decided_by_a_person() -> None:
    one = finished("2: Trophy", "3-4: Booster")
    (shared,) = allocation(one.state).shared
    assert (shared.first, shared.last, set(shared.players)) == (2, 5, {1, 2, 3, 6})
    assert shared.prizes == ((1, "Trophy"), (1, "Booster"), (1, "Booster"))
    with pytest.raises(Refused, match="all who share a place"):
        one.decide_prizes([3, 2])
    one.decide_prizes([3, 2, 6, 1])
    assert [got(one, player) for player in (3, 2, 6, 1)] == [[(1, "Trophy")], [(1, "Booster")], [(1, "Booster")], []]
    one.undo_last()
    assert len(allocation(one.state).shared) == 1


def test_a_disqualified_players_place_goes_to_the_next_and_what_was_earned_stays() -> None:
    one = finished("1: Playmat", "6: Promo", "GW: Booster")
    one.draw_raffle(RaffleWishes(pool=RafflePool.NAMED, players=(8,)), seed=1, prize="Pin")
    one.sanction_player(8, infraction="4.5")
    assert got(one, 8) == [(1, "Booster"), (1, "Pin")]
    assert got(one, 7) == []  # the fifth place, now
    assert [gift.player for gift in allocation(one.state).given if gift.name == "Playmat"] != [8]


def test_who_climbed_to_a_disqualification_is_said_to_keep_what_was_earned() -> None:
    one = before_final()
    one.set_prizes(["1: Playmat", "GW: Booster"])
    for _ in range(7):
        one.sanction_player(6, infraction="3.3")
    one.sanction_player(2, infraction="cheating")
    assert [str(note) for note in allocation(one.state).notes] == [
        "Player 6 was disqualified by accumulation and keeps the prizes already earned (JG 1.2.1)."
    ]
    assert got(one, 6) == [(1, "Booster")]


@pytest.mark.parametrize("line", ["Playmat", "0: Playmat", "5-2: Playmat", "first: Playmat", "2: ", "2: 0 x Pin"])
def test_a_line_that_is_no_prize_is_refused(line: str) -> None:
    with pytest.raises(BadValue):
        Organizer().set_prizes([line])


def test_what_is_written_is_read_as_the_same() -> None:
    lines = ["1: Playmat", "2-5: 3 x Booster", "Raffle: 10 x Promo", "GW: Booster: the red one"]
    assert [write_prize(prize) for prize in read_prizes(lines)] == lines


def test_the_best_of_a_country_or_a_city_is_known_and_of_another_category_is_named() -> None:
    one = finished("Best France: Pin", "Best Ghent: 2 x Booster", "best newcomer: Playmat", "Best Ventrue: Promo")
    for player, changes in ((8, {"country": "FR"}), (1, {"city": "Ghent"}), (3, {"country": "FR", "city": "GHENT"})):
        one.change_player(player, **changes)
    ranked = [row.player.number for row in standings(one.state)]
    assert got(one, 8) == [(1, "Pin")]
    assert got(one, min((1, 3), key=ranked.index)) in ([(2, "Booster")], [])
    assert allocation(one.state).open_categories[-2:] == ("newcomer", "Ventrue")
    one.decide_category("Newcomer", 5)
    one.decide_category("ventrue", 5)
    assert got(one, 5) == [(1, "Playmat"), (1, "Promo")]
    assert [str(note) for note in allocation(one.state).notes if "name the player" in note] in (
        [], ["Best Ghent: name the player."]
    )  # fmt: skip
    with pytest.raises(BadValue, match="No prize is for the best “Toreador”"):
        one.decide_category("Toreador", 5)


def test_players_who_share_the_best_place_of_a_country_are_decided_about_by_a_person() -> None:
    one = finished("Best Belgium: Pin")
    for player in (4, 5):
        one.change_player(player, country="BE")
    assert allocation(one.state).open_categories == ("Belgium",)
    one.decide_category("Belgium", 4)
    assert got(one, 4) == [(1, "Pin")]


@pytest.mark.parametrize(
    ("known", "doubtful", "best"),
    [((7, 5), (), 7), ((7, 5), (4,), 7), ((7, 5), (1,), None), ((9,), (10,), None), ((), (), None), ((4, 5), (), None)],
)
def test_nobody_is_the_best_of_a_category_behind_a_player_who_may_be(known, doubtful, best) -> None:
    one = finished("Best Ventrue: Pin")
    members = {"ventrue": Members(known=frozenset(known), doubtful=frozenset(doubtful))}
    assert best_of(one.state, "Ventrue", members) == best
    one.decide_category("Ventrue", 3)
    assert best_of(one.state, "Ventrue", members) == 3


def test_a_category_is_written_as_it_is_read() -> None:
    for line in ("Best newcomer: Playmat", "Best São Paulo: 3 x Booster"):
        assert [write_prize(prize) for prize in read_prizes([line])] == [line]
    for line in ("Best : Pin", f"Best {'x' * 41}: Pin", "Worst player: Pin"):
        with pytest.raises(BadValue):
            read_prizes([line])
