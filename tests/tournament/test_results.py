from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournament.organizer import Organizer, ten
from toolkit.scoring import Fate, ImpossibleScores, LineKind, legal_lines
from toolkit.tournament import results
from toolkit.tournament.errors import BadValue, Refused, UnknownRound, UnknownTable

L, W, O = Fate.LAST, Fate.WITHDREW, Fate.OUSTED  # noqa: E741 -- a row of fates reads as a word


def scores(organizer: Organizer, round_number: int = 1) -> dict[int, float]:
    return {player: score.victory_points / 2 for player, score in organizer.state.round(round_number).scores.items()}


def test_a_plain_line_is_taken_as_it_is() -> None:
    assert scores(ten().result(1, 2, 1, 1, 1, 0)) == {1: 2, 2: 1, 3: 1, 4: 1, 5: 0}


def test_events_give_the_points_and_are_kept() -> None:
    organizer = ten()
    organizer.enter_result(1, 1, events="B>C, D!, time")
    assert scores(organizer) == {1: 0.5, 2: 1.5, 3: 0, 4: 0.5, 5: 0.5}
    assert organizer.state.round(1).results[1].events == ("B>C", "D!", "time")
    assert organizer.state.round(1).scores[4].fate is Fate.WITHDREW


def test_a_line_that_needs_a_withdrawal_asks_for_it() -> None:
    organizer = ten()
    with pytest.raises(ImpossibleScores, match="Player 2 withdraws") as refused:
        organizer.result(1, 4, 0.5, 0, 0, 0)
    assert refused.value.code == "needs_outcome"
    organizer.enter_result(1, 1, victory_points=[4, 0.5, 0, 0, 0], fates=[L, W, O, O, O])
    assert scores(organizer)[2] == 0.5


def test_fates_that_do_not_go_with_the_points_are_refused() -> None:
    with pytest.raises(ImpossibleScores) as refused:
        ten().enter_result(1, 1, victory_points=[4, 0.5, 0, 0, 0], fates=[L, O, O, O, O])
    assert refused.value.code == "fates_disagree"


def test_an_impossible_line_is_told_why_and_what_is_near() -> None:
    with pytest.raises(ImpossibleScores, match=r"Nearest: Player 4 3\.5 → 4"):
        Organizer().with_players(4).seated([1, 2, 3, 4]).result(1, 0, 0, 0, 3.5)


def test_more_points_than_a_table_has_are_told_with_both_figures() -> None:
    with pytest.raises(ImpossibleScores, match=r"A table of 4 has at most 4 victory points in all: these are 22\.5"):
        Organizer().with_players(4).seated([1, 2, 3, 4]).result(1, 9, 9, 4.5, 0)


def test_an_official_overrides_with_a_reason_and_a_player_does_not() -> None:
    organizer = ten()
    with pytest.raises(BadValue) as refused:
        organizer.enter_result(1, 1, victory_points=[3.5, 0.5, 0, 0, 0], reason="a card", by_player=1)
    assert refused.value.code == "official_needed"
    organizer.enter_result(1, 1, victory_points=[3.5, 0.5, 0, 0, 0], reason="moved by a card", card="Life Boon")
    assert organizer.state.round(1).results[1].card == "Life Boon"
    assert organizer.row(1).victory_points == 7


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({}, "no_result"),
        ({"victory_points": [1, 1, 1, 1]}, "wrong_seats"),
        ({"victory_points": [1, 1, 1, 1, "x"]}, "impossible_scores"),
        ({"victory_points": [5, 0, 0, 0, -1]}, "impossible_scores"),
        ({"victory_points": [5, 5, 5, 5, 5], "reason": "why not"}, "impossible_scores"),
        ({"events": "A>C, time"}, "not_the_predator"),
        ({"events": "time", "victory_points": [1, 1, 1, 1, 1]}, "events_disagree"),
        ({"victory_points": [5, 0, 0, 0, 0], "fates": [L, O]}, "wrong_seats"),
    ],
)
def test_what_is_no_result_is_refused(what, code) -> None:
    with pytest.raises((BadValue, ImpossibleScores)) as refused:
        ten().enter_result(1, 1, **what)
    assert refused.value.code == code


def test_unknown_rounds_and_tables_and_drafts_are_refused() -> None:
    with pytest.raises(UnknownRound):
        ten().result(1, 5, 0, 0, 0, 0, round=2)
    with pytest.raises(UnknownTable, match="tables are 1 to 2"):
        ten().result(3, 5, 0, 0, 0, 0)
    organizer = Organizer().with_players(5)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    with pytest.raises(Refused, match="not published"):
        organizer.result(1, 5, 0, 0, 0, 0, round=1)


def test_a_player_enters_another_confirms_an_official_locks() -> None:
    organizer = ten()
    organizer.enter_result(1, 1, victory_points=[5, 0, 0, 0, 0], by_player=1)
    assert "unconfirmed" in organizer.blocking()
    with pytest.raises(Refused, match="another player"):
        organizer.confirm_result(1, 1, 1)
    with pytest.raises(Refused, match="not at table 1"):
        organizer.confirm_result(1, 1, 6)
    organizer.confirm_result(1, 1, 2)
    assert organizer.confirm_result(1, 1, 3) == []
    organizer.lock_result(1, 1)
    assert organizer.lock_result(1, 1) == []
    with pytest.raises(Refused, match="locked"):
        organizer.enter_result(1, 1, victory_points=[0, 5, 0, 0, 0], by_player=2)
    organizer.unlock_result(1, 1)
    organizer.enter_result(1, 1, victory_points=[0, 5, 0, 0, 0], by_player=2)
    assert organizer.state.round(1).results[1].confirmed_by is None


RAFA, OSCAR = [0, 0, 0.5, 0.5, 2.5], [0, 0, 0, 2, 3]


def two_results() -> Organizer:
    organizer = ten()
    organizer.enter_result(1, 1, victory_points=RAFA, by_player=1)
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=2)
    return organizer


def disputed_tables(organizer: Organizer) -> list[int]:
    return results.disputed(organizer.state.round(1))


def test_a_result_that_replaced_another_player_s_is_disputed() -> None:
    organizer = two_results()
    assert disputed_tables(organizer) == [1]
    assert "disputed" in organizer.blocking()
    assert "unconfirmed" not in organizer.blocking()
    disputes = organizer.state.round(1).results[1].disputes
    assert (disputes.by_player, [score.victory_points for score in disputes.scores]) == (1, [0, 0, 1, 1, 5])


@pytest.mark.parametrize(
    "settle",
    [
        lambda organizer: organizer.confirm_result(1, 1, 1),
        lambda organizer: organizer.confirm_result(1, 1, 3),
        lambda organizer: organizer.lock_result(1, 1),
        lambda organizer: organizer.enter_result(1, 1, victory_points=OSCAR),
        lambda organizer: organizer.enter_result(1, 1, victory_points=RAFA, by_player=2),
        lambda organizer: organizer.clear_result(1, 1),
    ],
)
def test_a_dispute_is_settled_by_another_player_an_official_or_who_gives_in(settle) -> None:
    organizer = two_results()
    settle(organizer)
    assert disputed_tables(organizer) == []


def test_a_dispute_lasts_while_the_two_correct_it() -> None:
    organizer = two_results()
    organizer.enter_result(1, 1, victory_points=[0, 0, 0, 0, 5], by_player=2)
    assert disputed_tables(organizer) == [1]
    organizer.enter_result(1, 1, victory_points=RAFA, by_player=1)
    assert disputed_tables(organizer) == [1]


def test_a_correction_of_one_s_own_result_is_no_dispute() -> None:
    organizer = ten()
    organizer.enter_result(1, 1, victory_points=RAFA, by_player=1)
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=1)
    assert disputed_tables(organizer) == []


def by_official() -> Organizer:
    return ten().result(1, *RAFA)


def by_two_players() -> Organizer:
    organizer = ten()
    organizer.enter_result(1, 1, victory_points=RAFA, by_player=1)
    organizer.confirm_result(1, 1, 3)
    return organizer


def of_an_earlier_round() -> Organizer:
    organizer = ten()
    organizer.enter_result(1, 1, victory_points=RAFA, by_player=2)
    return organizer.result(2, *RAFA).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])


@pytest.mark.parametrize("decided", [by_official, by_two_players, of_an_earlier_round])
def test_a_player_s_entry_where_the_right_has_ended_is_a_dispute_and_changes_no_points(decided) -> None:
    organizer = decided()
    before = scores(organizer)
    typed_at = organizer.now - timedelta(hours=1)
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=2, typed_at=typed_at)
    assert scores(organizer) == before
    assert disputed_tables(organizer) == [1]
    assert "disputed" in organizer.blocking()
    (sent,) = organizer.state.round(1).disputes[1]
    assert (sent.by_player, sent.typed_at, sent.sent_at) == (2, typed_at, organizer.now)
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=2)
    assert len(organizer.state.round(1).disputes[1]) == 1
    organizer.take_dispute(1, 1, 2)
    assert list(scores(organizer).values())[:5] == OSCAR
    assert (disputed_tables(organizer), organizer.state.round(1).results[1].by_player) == ([], None)


@pytest.mark.parametrize(
    "decide",
    [
        lambda organizer: organizer.drop_dispute(1, 1),
        lambda organizer: organizer.lock_result(1, 1),
        lambda organizer: organizer.result(1, *OSCAR, round=1),
        lambda organizer: organizer.confirm_result(1, 1, 2),
    ],
)
def test_an_official_decides_on_what_a_player_sent_or_the_player_gives_in(decide) -> None:
    organizer = by_official()
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=2)
    decide(organizer)
    assert disputed_tables(organizer) == []
    with pytest.raises(Refused) as refused:
        organizer.take_dispute(1, 1, 2)
    assert refused.value.code == "no_dispute"


def test_a_late_result_is_offered_where_the_table_has_none() -> None:
    organizer = of_an_earlier_round()
    organizer.clear_result(1, 1)
    organizer.enter_result(1, 1, events="A>B, time", by_player=1)
    assert organizer.state.round(1).unsettled == (1,)
    organizer.take_dispute(1, 1, 1)
    assert organizer.state.round(1).unsettled == ()
    assert organizer.state.round(1).results[1].events == ("A>B", "time")


def test_what_a_player_sent_is_decided_on_and_not_undone_as_the_last_change() -> None:
    organizer = by_official()
    organizer.enter_result(1, 1, victory_points=OSCAR, by_player=2)
    organizer.undo_last()
    assert organizer.state.round(1).unsettled == (1, 2)
    assert disputed_tables(organizer) == [1]


def test_all_results_are_locked_once_none_is_disputed() -> None:
    organizer = two_results()
    with pytest.raises(Refused, match="table 1") as refused:
        organizer.lock_round(1)
    assert refused.value.code == "disputed"
    organizer.lock_result(1, 1)
    organizer.lock_round(1)
    assert disputed_tables(organizer) == []


def test_nobody_from_another_table_enters_a_result() -> None:
    with pytest.raises(Refused) as refused:
        ten().enter_result(1, 1, victory_points=[5, 0, 0, 0, 0], by_player=6)
    assert refused.value.code == "not_at_table"


def test_an_official_corrects_a_locked_result_long_after() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0).result(2, 5, 0, 0, 0, 0)
    organizer.lock_round(1)
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    organizer.result(1, 0, 5, 0, 0, 0, round=1)
    assert (organizer.row(1).victory_points, organizer.row(2).victory_points) == (0, 10)


def test_a_result_can_be_taken_back() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.clear_result(1, 1)
    assert organizer.state.round(1).scores == {}
    with pytest.raises(Refused, match="no result yet"):
        organizer.clear_result(1, 1)
    with pytest.raises(Refused, match="no result yet"):
        organizer.lock_result(1, 1)


def test_a_dropped_player_scores_a_loss_without_an_oust() -> None:
    organizer = ten()
    organizer.drop_player(3)
    # The ring of the other four: all points are theirs, Player 3 paid nobody.
    organizer.enter_result(1, 1, victory_points=[2, 1, 0, 1, 0], fates=[L, O, Fate.REMOVED, O, O])
    with pytest.raises(ImpossibleScores):
        organizer.result(2, 2, 1, 0, 1, 0)


def test_a_line_after_all_five_played_is_still_taken() -> None:
    organizer = ten()
    organizer.drop_player(3, reason="after this game")
    organizer.result(1, 2, 1, 1, 1, 0)
    assert scores(organizer)[3] == 1


def test_who_never_comes_loses_the_round_without_an_oust_and_stays() -> None:
    organizer = ten()
    organizer.report_empty(1, 3)
    assert organizer.report_empty(1, 3) == []
    organizer.result(1, 2, 1, 0, 1, 0)  # the ring of the other four
    assert organizer.state.round(1).scores[3].fate is Fate.REMOVED
    assert organizer.state.player(3).is_active
    assert (organizer.row(3).rounds, organizer.row(3).victory_points) == (1, 0)
    with pytest.raises(Refused, match="has its result already"):
        organizer.report_empty(1, 4)


def test_who_comes_after_all_is_in_the_game() -> None:
    organizer = ten()
    with pytest.raises(Refused, match="was not reported empty"):
        organizer.report_taken(1, 3)
    organizer.report_empty(1, 3)
    organizer.report_taken(1, 3)
    with pytest.raises(ImpossibleScores):
        organizer.result(1, 2, 1, 0, 1, 0)
    organizer.add_player("Late")
    with pytest.raises(Refused, match="is not seated in round 1"):
        organizer.report_empty(1, 11)


def slips() -> list[tuple[tuple[int, ...], int]]:
    """Every plain line of five with a point too few in one seat, and another seat whose player dropped."""
    plain = {line for line, story in legal_lines(5).items() if story.kind is LineKind.PLAIN}
    lines = {
        (*line[:seat], line[seat] - 2, *line[seat + 1 :]): seat
        for line in sorted(plain)
        for seat in range(5)
        if line[seat] >= 2
    }
    return [(line, gone) for line, seat in lines.items() for gone in range(5) if gone != seat]


def test_a_missing_point_beside_a_player_who_dropped_is_always_asked_about() -> None:
    written = slips()
    assert len(written) == 560  # the 280 without half points, and as many with them
    of_seat = {}
    for gone in range(5):
        of_seat[gone] = Organizer(rounds=2).with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        of_seat[gone].drop_player(gone + 1)
    for line, gone in written:
        with pytest.raises(ImpossibleScores):
            results.enter_result(of_seat[gone].state, 1, 1, victory_points=[points / 2 for points in line])


def test_whether_a_player_who_dropped_was_removed_is_asked_with_both_stories() -> None:
    organizer = ten()
    organizer.drop_player(3)
    with pytest.raises(ImpossibleScores, match="was Player 3 removed, a Loss, or is a point missing") as refused:
        organizer.result(1, 4, 0, 0, 0, 0)
    assert "Removed: Player 1 ousts Player 2; a judge removes Player 3" in refused.value.message
    assert "A point missing: Player 1 4 → 5" in refused.value.message
    organizer.enter_result(1, 1, events="removed:C, A>B, A>D, A>E")
    assert scores(organizer)[1] == 4
