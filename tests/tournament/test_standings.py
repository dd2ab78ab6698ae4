from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.scoring import Level
from toolkit.tournament import SanctionKind, sanctions, standings
from toolkit.tournament.errors import BadValue, Refused, UnknownRound, UnknownSanction

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


def test_who_left_before_playing_is_not_listed_and_who_played_is() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0).result(2, 5, 0, 0, 0, 0)
    organizer.add_player("Late")
    organizer.drop_player(11)
    organizer.drop_player(1)
    assert 11 not in organizer.order()
    assert organizer.order()[0] == 1
    assert standings.players_who_played(organizer.state) == 10


def test_an_adjustment_in_a_game_takes_the_point_of_that_game() -> None:
    organizer = ten()
    organizer.sanction_player(1, ADJUSTMENT, rule="JG 3.2")
    organizer.result(1, 3, 2, 0, 0, 0)
    assert points(organizer, 1, 2) == [(0, 2, 54), (0, 2, 54)]


def test_an_adjustment_on_nothing_goes_below_zero() -> None:
    organizer = ten().result(2, 5, 0, 0, 0, 0)
    organizer.sanction_player(5, ADJUSTMENT, rule="JG 3.2")
    organizer.result(1, 5, 0, 0, 0, 0)
    assert points(organizer, 1, 2, 5) == [(1, 5, 60), (0, 0, 36), (0, -1, 12)]


def test_an_adjustment_finds_its_game() -> None:
    before = Organizer(rounds=2).with_players(10)
    before.sanction_player(1, ADJUSTMENT, rule="JG 3.2")
    assert before.state.sanctions[1].applies_to == 1  # before round 1
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.sanction_player(1, ADJUSTMENT, rule="JG 3.2")
    assert organizer.state.sanctions[1].applies_to == 2  # its game is over: the next
    organizer.sanction_player(6, ADJUSTMENT, rule="JG 3.2")
    assert organizer.state.sanctions[2].applies_to == 1  # still playing: this one
    last = before_final()
    last.sanction_player(1, ADJUSTMENT, rule="JG 3.2")
    assert last.state.sanctions[1].applies_to == 2  # after the last: the previous
    last.open_final()
    last.sanction_player(6, ADJUSTMENT, rule="JG 3.2")
    assert last.state.sanctions[2].applies_to == 0  # before the final, in it: the final


DISQUALIFICATION = SanctionKind.DISQUALIFICATION
C, W, SA, DQ = CAUTION, WARNING, ADJUSTMENT, DISQUALIFICATION


@pytest.mark.parametrize(
    ("offences", "penalties"),
    [
        ([("3.3", C)] * 7, [C, C, W, W, SA, SA, DQ]),
        ([("3.8", W)] * 5, [W, W, SA, SA, DQ]),
        ([("3.2", SA)] * 3, [SA, SA, DQ]),
        ([("2.1", C), ("2.2", C), ("2.3", C), ("3.3", C), ("3.6", C)], [C] * 5),
        ([("2.1", C), ("2.1", C), ("2.1", W), ("2.1", W)], [C, C, W, W]),
        ([("3.7", SA), ("3.7", W)], [SA, SA]),
        ([("JG 3.3", C), ("jg 3.3 Slow Play", C), ("3.3", C)], [C, C, W]),
        ([("Slow  play", C), ("slow pläy", C), ("SLOW PLAY", C), ("Slow play again", C)], [C, C, W, C]),
    ],
)
def test_the_third_offence_of_the_same_infraction_climbs(offences, penalties) -> None:
    organizer = ten()
    became = [organizer.sanction_player(1, kind, rule=rule)[0].kind for rule, kind in offences]
    assert became == penalties
    assert (1 in organizer.order()) == (DQ not in penalties)


def test_offences_of_others_and_lifted_ones_do_not_count() -> None:
    organizer = ten()
    for player in (1, 1, 2, 2):
        organizer.sanction_player(player, CAUTION, rule="JG 3.3")
    organizer.lift_sanction(2, reason="another player")
    assert organizer.sanction_player(1, CAUTION, rule="JG 3.3")[0].kind is CAUTION
    assert organizer.sanction_player(2, CAUTION, rule="JG 3.3")[0].kind is WARNING


def test_what_a_judge_gives_exactly_counts_as_an_offence() -> None:
    organizer = ten()
    for _ in range(3):
        given = organizer.sanction_player(1, CAUTION, rule="JG 3.3", escalates=False)[0]
        assert (given.given, given.kind, given.round) == (CAUTION, CAUTION, 1)
    assert organizer.sanction_player(1, CAUTION, rule="JG 3.3")[0].kind is WARNING


def test_a_sanction_is_on_record_with_rule_round_time_and_judge() -> None:
    organizer = ten()
    organizer.sanction_player(3, WARNING, rule="JG 2.4", judge="Jo", note="looked at a hand")
    (record,) = sanctions.sanction_records(organizer.state, organizer.tournament.log)
    assert (record.at, record.by, record.sanction.judge) == (organizer.now, "Ann", "Jo")
    assert (record.sanction.rule, record.sanction.round, record.sanction.note) == ("JG 2.4", 1, "looked at a hand")
    with pytest.raises(BadValue, match="names the rule"):
        organizer.sanction_player(3, WARNING, rule=" ")
    with pytest.raises(UnknownRound):
        organizer.sanction_player(3, ADJUSTMENT, rule="JG 3.2", applies_to=9)


def test_a_lifted_disqualification_brings_the_player_back() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.sanction_player(1, SanctionKind.DISQUALIFICATION, rule="JG 1.1.4", judge="Jo", note="cheating")
    assert 1 not in organizer.order()
    assert standings.players_who_played(organizer.state) == 10
    with pytest.raises(Refused, match="disqualified already"):
        organizer.sanction_player(1, CAUTION, rule="JG 1.1")
    organizer.lift_sanction(1, reason="it was somebody else")
    assert points(organizer, 1) == [(1, 5, 60)]
    with pytest.raises(UnknownSanction):
        organizer.lift_sanction(1, reason="again")


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
