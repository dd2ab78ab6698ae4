"""Penalties as the judges' guide has them: the ladder, the game of an adjustment, time, spectators."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.tournament import FINAL, SanctionKind, fold, games, sanctions, standings
from toolkit.tournament.errors import BadValue, Refused, UnknownSanction
from toolkit.tournament.facts import OldSanctionKind, SanctionGiven, fact_from_dict, fact_to_dict
from toolkit.tournament.infractions import Climbs, Ethics, find_infractions, infraction_named, infractions
from toolkit.tournament.log import describe

C, W, SA, DQ = SanctionKind.CAUTION, SanctionKind.WARNING, SanctionKind.ADJUSTMENT, SanctionKind.DISQUALIFICATION
NONE = SanctionKind.NONE
WRONG = "wrong advice by staff"


def points(organizer: Organizer, *numbers: int) -> list[tuple[int, float, int]]:
    rows = [organizer.row(number) for number in numbers]
    return [(row.game_wins, row.victory_points / 2, row.tournament_points) for row in rows]


def game(organizer: Organizer, number: int) -> int | None:
    return games.game_of(organizer.state, organizer.state.sanctions[number])


# The table of the guide, as the specification has it: number, what it calls for, whether it climbs, Ethics.
TABLE = """
    2.1 C,W yes -; 2.2 C yes -; 2.3 C,W yes -; 2.4 SA no -; 3.1.1 W,SA yes -; 3.1.2 SA yes -; 3.1.3 SA yes -;
    3.2 SA yes -; 3.3 C yes -; 3.4 C yes -; 3.5 W if_it_weighed -; 3.6 C yes -; 3.7 W,SA yes -; 3.8 W yes -;
    4.1 W yes -; 4.2 SA,DQ yes owed; 4.3 DQ yes may; 4.4 DQ yes owed; 4.5 DQ yes may; 4.6 DQ yes owed; 4.7 DQ yes owed;
    4.8 DQ yes owed; 4.9 DQ yes owed; 4.10 W yes -; 4.11 DQ yes may; 4.12 W,SA yes -
"""
GRADES = {"C": C, "W": W, "SA": SA, "DQ": DQ}


def test_the_table_is_the_guides() -> None:
    rows = {row.number: row for row in infractions().values()}
    expected = [line.split() for line in TABLE.replace("\n", " ").split(";")]
    assert list(rows) == [number for number, *_ in expected]
    for number, grades, climbs, ethics in expected:
        row = rows[number]
        assert row.grades == tuple(GRADES[grade] for grade in grades.split(",")), number
        assert (row.climbs, row.ethics) == (Climbs(climbs), Ethics(ethics.replace("-", "no"))), number
        assert len(row.cases) == (len(row.grades) if len(row.grades) > 1 else 0), number
        assert row.remedy, number


@pytest.mark.parametrize(
    ("looked_for", "numbers"),
    [
        ("shuffling", ["3.8"]),
        ("BARAJAR", ["3.8"]),
        ("melange", ["3.8"]),
        ("embaralhar", ["3.8"]),
        ("mescolare", ["3.8"]),
        ("3.3", ["3.3"]),
        ("slow", ["3.3", "4.6"]),
        ("rage", ["4.11"]),
        ("sleeves", ["3.7"]),
        ("unsports major", ["4.2"]),
        ("nonsense", []),
    ],
)
def test_an_infraction_is_found_by_any_word(looked_for: str, numbers: list[str]) -> None:
    assert [row.number for row in find_infractions(looked_for)] == numbers


@pytest.mark.parametrize("named", ["slow_play", "3.3", "JG 3.3", "jg 3.3 Slow Play", "Slow  play", "SLOW PLAY"])
def test_an_infraction_is_named_by_key_number_or_name(named: str) -> None:
    assert infraction_named(named).key == "slow_play"


@pytest.mark.parametrize(
    ("offences", "penalties"),
    [
        ([("3.3", C)] * 7, [C, C, W, W, SA, SA, DQ]),
        ([("3.8", W)] * 5, [W, W, SA, SA, DQ]),
        ([("3.2", SA)] * 3, [SA, SA, DQ]),
        ([("2.1", C), ("2.2", C), ("2.3", C), ("3.3", C), ("3.6", C)], [C] * 5),
        ([("2.1", C), ("2.1", C), ("2.1", W), ("2.1", W)], [C, C, W, W]),
        ([("2.4", SA)] * 4, [SA] * 4),
        ([("3.5", W)] * 4, [W] * 4),
        ([("3.7", SA), ("3.7", W)], [SA, SA]),
        ([("4.1", W), ("4.2", SA), ("3.1.1", W), ("3.1.2", SA), ("3.1.3", SA)], [W, SA, W, SA, SA]),
        ([("JG 3.3", C), ("jg 3.3 Slow Play", C), ("3.3", C)], [C, C, W]),
        ([("Loud  phone", C), ("loud phöne", C), ("LOUD PHONE", C), ("Loud phone again", C)], [C, C, W, C]),
    ],
)
def test_the_same_infraction_climbs_the_ladder(offences, penalties) -> None:
    organizer = ten()
    became = [organizer.sanction_player(1, kind, rule=rule)[0].kind for rule, kind in offences]
    assert became == penalties
    assert (1 in organizer.order()) == (DQ not in penalties)


def test_four_different_cautions_neither_climb_nor_disqualify() -> None:
    organizer = ten()
    for key in ("missed_mandatory_effect", "card_access_error", "slow_play", "obscuring_game_state"):
        organizer.sanction_player(1, infraction=key)
    assert [given.kind for given in organizer.state.sanctions.values()] == [C] * 4
    assert organizer.state.player(1).is_active


def test_what_weighed_on_the_game_climbs() -> None:
    organizer = ten()
    became = [organizer.sanction_player(1, infraction="3.5", has_weighed=True)[0].kind for _ in range(3)]
    assert became == [W, W, SA]


def test_a_lifted_one_gives_its_rung_back() -> None:
    organizer = ten()
    for _ in range(2):
        organizer.sanction_player(1, infraction="3.3")
    organizer.lift_sanction(1, reason="another player")
    assert organizer.sanction_player(1, infraction="3.3")[0].kind is C
    assert sanctions.propose(organizer.state, 1, infraction_named("3.3")).kind is W
    assert sanctions.propose(organizer.state, 2, infraction_named("3.3")).kind is C


def test_a_deviation_says_both_and_counts() -> None:
    organizer = ten()
    organizer.change_player(1, name="Ann")
    for _ in range(2):
        organizer.sanction_player(1, infraction="slow_play")
    with pytest.raises(BadValue, match=r"proposes a warning \(third offence\): another penalty needs a reason"):
        organizer.sanction_player(1, C, infraction="slow_play", escalates=False)
    (fact,) = organizer.sanction_player(1, C, infraction="slow_play", escalates=False, note=WRONG)
    assert describe(organizer.state, fact) == (
        "Ann: caution for 3.3 Slow Play; the ladder proposes a warning (third offence); reason: wrong advice by staff."
    )
    # It stands on the rung that was proposed, the third: the next one takes the fourth.
    proposal = sanctions.propose(organizer.state, 1, infraction_named("3.3"))
    assert (proposal.rung, proposal.kind, proposal.offence) == (4, W, 4)


def test_another_penalty_than_the_infraction_calls_for_needs_a_reason() -> None:
    organizer = ten()
    with pytest.raises(BadValue) as refused:
        organizer.sanction_player(1, DQ, infraction="slow_play")
    assert refused.value.code == "reason_needed"
    assert organizer.sanction_player(1, NONE, infraction="slow_play", note=WRONG)[0].kind is NONE
    assert sanctions.propose(organizer.state, 1, infraction_named("slow_play")).offence == 2


def test_who_climbed_to_a_disqualification_keeps_the_prizes() -> None:
    organizer = ten()
    given = [organizer.sanction_player(1, infraction="3.3")[0] for _ in range(7)][-1]
    assert (given.kind, sanctions.is_accumulated(given)) == (DQ, True)
    assert not sanctions.is_accumulated(organizer.sanction_player(2, infraction="cheating")[0])


# Which game: the worked example of the specification.


def second(organizer: Organizer) -> Organizer:
    return organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])


def both_rounds(organizer: Organizer) -> Organizer:
    return organizer.result(1, 2, 1, 1, 1, 0).result(2, 2, 1, 1, 1, 0)


def first_round() -> Organizer:
    return ten().result(1, 3, 2, 0, 0, 0).result(2, 2, 1, 1, 1, 0)


def test_between_the_rounds_it_is_the_game_played_last() -> None:
    organizer = first_round()
    organizer.sanction_player(1, infraction="3.2")
    assert game(organizer, 1) == 1
    both_rounds(second(organizer))
    assert points(organizer, 1) == [(1, 4, 114)]


def test_during_a_game_it_is_that_game() -> None:
    organizer = second(first_round())
    organizer.sanction_player(1, infraction="3.2")
    both_rounds(organizer)
    assert game(organizer, 1) == 2
    assert points(organizer, 1) == [(1, 4, 102)]


def test_who_drops_keeps_it() -> None:
    organizer = first_round()
    organizer.sanction_player(1, infraction="3.2")
    organizer.drop_player(1)
    assert points(organizer, 1) == [(0, 2, 54)]


def test_who_is_unseated_after_it_loses_the_point_of_the_game_before() -> None:
    organizer = second(first_round())
    organizer.sanction_player(1, infraction="3.2")
    assert game(organizer, 1) == 2
    organizer.unseat_player(2, 1)
    assert game(organizer, 1) == 1
    assert points(organizer, 1) == [(0, 2, 54)]


def test_after_the_cut_it_is_the_last_preliminary_game_and_the_page_says_who_would_be_in() -> None:
    organizer = before_final()
    organizer.open_final()
    for _ in range(2):
        organizer.sanction_player(3, infraction="3.2")  # the fifth
    assert {game(organizer, number) for number in (1, 2)} == {2}
    assert "cut_changed" in organizer.blocking()


def test_after_the_cut_the_second_seed_pays_as_during_the_last_game() -> None:
    organizer = second(ten().result(1, 3, 2, 0, 0, 0).result(2, 5, 0, 0, 0, 0))
    organizer.result(1, 2, 1, 1, 1, 0).result(2, 5, 0, 0, 0, 0)
    organizer.toss(seed=1)
    organizer.open_final()
    assert organizer.state.final.finalists[:2] == (6, 1)
    organizer.sanction_player(1, infraction="3.2")
    assert game(organizer, 1) == 2
    assert points(organizer, 1) == [(1, 4, 102)]


def test_before_the_first_game_it_is_that_one() -> None:
    organizer = Organizer(rounds=2).with_players(10)
    organizer.sanction_player(1, infraction="3.2")
    assert game(organizer, 1) is None
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]).result(1, 3, 2, 0, 0, 0)
    assert (game(organizer, 1), points(organizer, 1)) == (1, [(0, 2, 54)])


def test_a_late_arrival_pays_in_their_first_game_and_nobody_else_in_one_to_come() -> None:
    organizer = first_round()
    organizer.add_player("Late", vekn="3000099")
    organizer.sanction_player(11, infraction="3.2")
    organizer.sanction_player(1, infraction="3.2")
    organizer.drop_player(10)
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 11])
    assert (game(organizer, 1), game(organizer, 2)) == (2, 1)


def test_who_does_not_sit_in_the_round_being_played_pays_in_the_one_before() -> None:
    organizer = first_round().seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    organizer.sanction_player(10, infraction="3.2")
    assert game(organizer, 1) == 1


def finalists_seated() -> Organizer:
    organizer = before_final()
    organizer.open_final()
    organizer.place_row([8, 1, 6, 2, 3])
    organizer.record_first_player(8)
    return organizer


def test_in_the_final_it_is_the_final_unless_it_happened_before() -> None:
    organizer = finalists_seated()
    organizer.sanction_player(1, infraction="3.2")
    organizer.sanction_player(6, infraction="3.2", is_earlier=True)
    organizer.sanction_player(7, infraction="3.2")  # not in it
    assert [game(organizer, number) for number in (1, 2, 3)] == [FINAL, 2, 2]


def test_an_adjustment_in_the_final_finds_the_winner_anew() -> None:
    organizer = finalists_seated()
    organizer.enter_result(FINAL, 1, victory_points=[2, 1, 1, 1, 0])
    assert standings.winner(organizer.state) == 8
    organizer.sanction_player(8, infraction="3.2")
    assert standings.winner(organizer.state) == 1  # all have 1: the first seed


def test_once_the_final_has_begun_the_seeds_stay() -> None:
    organizer = finalists_seated()
    before = standings.finalists(organizer.state)
    for _ in range(2):
        organizer.sanction_player(1, infraction="3.2", is_earlier=True)
    assert organizer.row(1).victory_points == 2 * 3  # five before
    assert standings.finalists(organizer.state) == before


def test_a_judge_names_another_game_with_a_reason() -> None:
    organizer = second(first_round())
    with pytest.raises(BadValue, match="another game than the usual one needs a reason"):
        organizer.sanction_player(1, infraction="3.2", applies_to=1)
    organizer.sanction_player(1, infraction="3.2", applies_to=1, note="it happened in round 1")
    assert game(organizer, 1) == 1
    with pytest.raises(BadValue, match="Player 1 does not sit in the final, but in: round 1, round 2"):
        organizer.sanction_player(1, infraction="3.2", applies_to=FINAL, note="x")


def test_a_game_that_goes_below_zero_still_has_its_tournament_points() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.sanction_player(5, infraction="3.2")
    assert points(organizer, 1, 2, 5) == [(1, 5, 60), (0, 0, 36), (0, -1, 12)]


@pytest.mark.parametrize(
    ("line", "adjusted", "wins", "victory_points", "tournament_points"),
    [
        ((3, 2, 0, 0, 0), [1], (0, 0, 0, 0, 0), (2, 2, 0, 0, 0), (54, 54, 24, 24, 24)),
        ((5, 0, 0, 0, 0), [5], (1, 0, 0, 0, 0), (5, 0, 0, 0, -1), (60, 36, 36, 36, 12)),
        ((2, 1, 1, 1, 0), [1, 1], (0, 0, 0, 0, 0), (0, 1, 1, 1, 0), (18, 48, 48, 48, 18)),
    ],
)
def test_an_adjustment_counts_the_table_anew(line, adjusted, wins, victory_points, tournament_points) -> None:
    organizer = ten().result(1, *line)
    for number in adjusted:
        organizer.sanction_player(number, infraction="3.2")
    assert points(organizer, 1, 2, 3, 4, 5) == list(zip(wins, victory_points, tournament_points, strict=True))


def test_one_disqualified_moves_all_others_up_and_is_still_counted() -> None:
    organizer = Organizer(rounds=1).with_players(20)
    organizer.seated(*[list(range(first, first + 5)) for first in (1, 6, 11, 16)])
    for table, line in enumerate(([5, 0, 0, 0, 0], [4, 1, 0, 0, 0], [3, 2, 0, 0, 0], [2, 1, 1, 1, 0]), start=1):
        organizer.result(table, *line)
    fourth, fifth, sixth = organizer.order()[3:6]
    organizer.sanction_player(fourth, infraction="cheating")
    assert organizer.order()[3:5] == [fifth, sixth]
    assert (max(row.rank for row in standings.standings(organizer.state)) <= 19, len(organizer.order())) == (True, 19)
    assert standings.players_who_played(organizer.state) == 20


# What older programs wrote.


def test_an_older_sanction_keeps_what_was_imposed_and_reads_as_it_did() -> None:
    organizer = first_round()
    old = SanctionGiven(
        sanction=1,
        player=1,
        kind=OldSanctionKind.ADJUSTMENT,
        given=OldSanctionKind.CAUTION,
        rule="JG 3.3",
        round=1,
        applies_to=2,
    )
    stored = fact_to_dict(old)
    assert (stored["fact"], stored["version"], stored["kind"]) == ("sanction_given", 1, "score_adjustment")
    assert fact_from_dict(stored) == old
    organizer.enter([old])
    assert describe(organizer.state, old) == (
        "Player 1 got a caution for JG 3.3, which makes it a standings adjustment, taken from round 2."
    )
    organizer.drop_player(1)
    assert points(organizer, 1) == [(1, 3, 60)]  # the game of round 2 that it was put on
    assert sanctions.propose(organizer.state, 1, infraction_named("slow_play")).offence == 2
    assert fold(list(organizer.tournament.log)).sanctions == organizer.state.sanctions


# Time, people who do not play, and what is refused.


def test_a_penalty_gives_its_table_more_time() -> None:
    organizer = ten()
    organizer.sanction_player(7, infraction="slow_play", minutes=4)
    assert organizer.state.round(1).clock.table_extensions == {2: 240}
    told = [describe(organizer.state, entry.fact) for entry in list(organizer.tournament.log)[-2:]]
    assert told == ["Player 7: caution for 3.3 Slow Play.", "4:00 more for table 2 in round 1 (3.3 Slow Play)."]


def test_more_than_ten_minutes_ask_for_the_head_judge() -> None:
    organizer = ten()
    organizer.extend_clock(1, seconds=180, table=1)
    organizer.extend_clock(1, seconds=120, table=1)
    with pytest.raises(Refused, match="That makes 12 more minutes for this table in this round"):
        organizer.extend_clock(1, seconds=420, table=1)
    with pytest.raises(BadValue, match="A reason is needed"):
        organizer.extend_clock(1, seconds=420, table=1, is_allowed=True)
    organizer.extend_clock(1, seconds=420, table=1, is_allowed=True, reason="a fire alarm")
    organizer.extend_clock(1, seconds=900)  # the whole round
    assert organizer.state.round(1).clock.table_extensions == {1: 720}


def test_a_spectator_is_penalized_and_never_counted() -> None:
    organizer = ten()
    (fact,) = organizer.sanction_person("Zoe Spectator", SA, infraction="outside_assistance")
    assert describe(organizer.state, fact) == "Zoe Spectator: standings adjustment for 3.2 Outside Assistance."
    assert (len(organizer.state.players), len(organizer.state.active)) == (10, 10)
    with pytest.raises(BadValue, match="can only get a standings adjustment or a disqualification"):
        organizer.sanction_person("Zoe Spectator", C, infraction="3.3")


def test_a_sanction_is_on_record_with_rule_round_time_and_judge() -> None:
    organizer = ten()
    organizer.sanction_player(3, rule="2.4", judge="Jo", note="looked at a hand")
    (record,) = sanctions.sanction_records(organizer.state, organizer.tournament.log)
    assert (record.at, record.by, record.sanction.judge) == (organizer.now, "Ann", "Jo")
    assert (record.sanction.rule, record.sanction.round, record.sanction.note) == ("2.4", 1, "looked at a hand")
    assert (record.sanction.kind, record.sanction.edition) == (SA, "2026-newest")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rule": " "}, "rule_needed"),
        ({"infraction": "9.9"}, "unknown_infraction"),
        ({"rule": "a loud phone"}, "kind_needed"),
        ({"infraction": "3.3", "grade": DQ}, "bad_grade"),
        ({"infraction": "3.2", "applies_to": 9, "note": "x"}, "not_their_game"),
    ],
)
def test_what_cannot_be_given_is_refused(asked, code: str) -> None:
    organizer = ten()
    with pytest.raises(BadValue) as refused:
        organizer.sanction_player(3, **asked)
    assert refused.value.code == code
    assert not organizer.state.sanctions


def test_a_lifted_disqualification_brings_the_player_back() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.sanction_player(1, infraction="cheating", judge="Jo", note="a stacked deck")
    assert 1 not in organizer.order()
    assert standings.players_who_played(organizer.state) == 10
    with pytest.raises(Refused, match="disqualified already"):
        organizer.sanction_player(1, infraction="3.3")
    organizer.lift_sanction(1, reason="it was somebody else")
    assert points(organizer, 1) == [(1, 5, 60)]
    with pytest.raises(UnknownSanction):
        organizer.lift_sanction(1, reason="again")


def test_a_finished_event_takes_no_penalty() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    with pytest.raises(Refused, match="open it again first"):
        organizer.sanction_player(1, infraction="3.3")
