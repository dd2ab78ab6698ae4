from __future__ import annotations

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.scoring import Level
from toolkit.tournament import SanctionKind, standings

ADJUSTMENT, CAUTION, WARNING = SanctionKind.ADJUSTMENT, SanctionKind.CAUTION, SanctionKind.WARNING


def points(organizer: Organizer, *numbers: int) -> list[tuple[int, float, int]]:
    rows = [organizer.row(number) for number in numbers]
    return [(row.game_wins, row.victory_points / 2, row.tournament_points) for row in rows]


def test_points_add_up_over_the_rounds() -> None:
    organizer = before_final()
    assert organizer.order() == [1, 6, 2, 8, 3, 7, 9, 10, 4, 5]
    assert points(organizer, 1, 6, 2) == [(1, 5, 114), (1, 4.5, 120), (0, 4, 102)]
    assert [organizer.row(number).rank for number in (9, 10, 4, 5)] == [7, 7, 9, 9]


def test_an_unfinished_table_counts_nothing_yet() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    assert points(organizer, 1, 6) == [(1, 5, 60), (0, 0, 0)]


def test_who_left_before_playing_has_no_rank_and_who_played_has() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0).result(2, 5, 0, 0, 0, 0)
    organizer.add_player("Late")
    organizer.drop_player(11)
    organizer.drop_player(1)
    assert (organizer.row(11).rank, organizer.order()[-1]) == (None, 11)
    assert organizer.order()[0] == 1
    assert standings.players_who_played(organizer.state) == 10


def test_an_adjustment_in_a_game_takes_the_point_of_that_game() -> None:
    organizer = ten()
    organizer.sanction_player(1, ADJUSTMENT, rule="JG 3.2")
    organizer.result(1, 3, 2, 0, 0, 0)
    assert points(organizer, 1, 2) == [(0, 2, 54), (0, 2, 54)]


def test_a_correction_of_round_1_moves_everything_later() -> None:
    organizer = before_final()
    organizer.result(1, 0, 5, 0, 0, 0, round=1)
    assert organizer.order()[0] == 2
    assert points(organizer, 2) == [(1, 7, 114)]


def test_rating_points_come_with_the_winner_only() -> None:
    organizer = Organizer(rounds=1, has_final=False, level=Level.NATIONAL).with_players(5).seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    assert organizer.row(1).rating_points is None
    organizer.finish()
    # 5 + 4 × 5 + 8 × 1; without a final there is neither a bonus nor a further game win
    assert organizer.row(1).rating_points == 33
    assert organizer.row(2).rating_points == 5
    unsanctioned = Organizer(rounds=1, has_final=False, is_sanctioned=False).with_players(5).seated([1, 2, 3, 4, 5])
    unsanctioned.result(1, 5, 0, 0, 0, 0).finish()
    assert unsanctioned.row(1).rating_points is None


def test_the_first_of_an_event_without_a_final_gets_no_bonus() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5])
    organizer.result(1, 4, 1, 0, 0, 0)
    organizer.finish()
    assert [row.rating_points for row in standings.standings(organizer.state)][:2] == [5 + 16 + 8, 5 + 4]


def thirteen() -> Organizer:
    """One round whose last table leaves three players tied for the seeds 5 to 7; a fourteenth never came."""
    organizer = Organizer(rounds=1).with_players(14)
    organizer.seated([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12, 13])
    return organizer.result(1, 4, 0, 0, 0).result(2, 3, 1, 0, 0)


def test_nobody_has_a_seed_before_the_last_round_is_whole() -> None:
    organizer = thirteen()
    assert {row.seed_words for row in standings.standings(organizer.state)} == {""}


def test_a_tie_at_the_line_is_told_and_not_cut() -> None:
    organizer = thirteen().result(3, 2, 1, 1, 1, 0)
    seeds = {row.player.number: str(row.seed_words) for row in standings.standings(organizer.state)}
    assert {number: words for number, words in seeds.items() if words} == {
        1: "1", 5: "2", 9: "3", 6: "4", **dict.fromkeys((10, 11, 12), "5-7, to be tossed")
    }  # fmt: skip
    organizer.record_toss([12, 10, 11])
    assert [organizer.row(number).seed for number in (12, 10, 11)] == [5, None, None]


def test_a_rank_needs_a_result() -> None:
    """VEKN A.2: a game counts with its result; whoever plays on keeps the rank of the game before."""
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8]).result(1, 2, 1, 1, 0)
    out = standings.not_ranked(organizer.state)
    assert ([one.number for one in out.awaited], out.players) == ([5, 6, 7, 8], ())
    assert {row.rank for row in standings.standings(organizer.state) if row.player.number > 4} == {None}
    assert [organizer.row(number).rank for number in (1, 2, 3, 4)] == [1, 2, 2, 4]
    organizer.result(2, 4, 0, 0, 0).seated([1, 3, 5, 7], [2, 4, 6, 8])
    assert standings.not_ranked(organizer.state).awaited == ()
    assert organizer.row(5).rank == 1


def test_who_did_not_play_and_who_was_disqualified_have_no_place() -> None:
    organizer = thirteen().result(3, 2, 1, 1, 1, 0)
    organizer.sanction_player(13, infraction="4.7")
    out = standings.not_ranked(organizer.state)
    assert (out.heading, [one.number for one in out.players]) == ("Did not play", [14])
    assert [one.number for one in out.disqualified] == [13]
    assert 13 not in organizer.order()


def test_without_a_whole_round_nobody_is_ranked() -> None:
    organizer = thirteen()
    organizer.finish(is_early=True, reason="a power cut")
    out = standings.not_ranked(organizer.state)
    assert (out.heading, len(out.players)) == ("No complete round: no player is ranked", 14)
