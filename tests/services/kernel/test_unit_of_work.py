from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from toolkit.errors import ToolkitError
from toolkit.languages import say, words_of
from toolkit.scoring import ImpossibleScores
from toolkit.services.events.listing import list_tournaments
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import ChangedMeanwhile, UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.storage.log import ReusedKey, StreamNotFound, UnknownSequence
from toolkit.tournament import (
    SanctionKind,
    announcements,
    calls,
    clock,
    event,
    fees,
    history,
    players,
    results,
    rounds,
    sanctions,
    steps,
    tournament,
)
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import FeeStatus
from toolkit.tournament.limited import plan
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPlan
from toolkit.tournament.tournament import fold

TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


@pytest.fixture
def round_1(work: UnitOfWork) -> UnitOfWork:
    work.change(rounds.draft_round, TABLES, seed=1)
    work.change(steps.publish_round)
    return work


def scores(work: UnitOfWork, table: int) -> list[int]:
    entry = work.look().round(1)
    return [entry.scores[player].victory_points for player in entry.table(table)]


def test_a_change_is_kept_with_its_author_and_moment(work: UnitOfWork) -> None:
    change = work.change(players.drop_player, 3, reason="train")
    (entry,) = change.entries
    assert (entry.number, entry.by, entry.fact.NAME) == (14, "Odile", "player_dropped")
    assert change.tournament.number == 14
    assert work.look() == change.tournament


def test_what_is_stored_folds_to_what_was_answered(work: UnitOfWork, other_context: Context) -> None:
    mine = work.change(players.drop_player, 3).tournament
    assert replace(work, context=other_context).look() == mine
    assert fold(mine.log) == mine


def test_undoings_that_follow_each_other_are_folded_once(
    work: UnitOfWork, other_context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        work.change(history.undo, [5])
        work.change(history.redo, [5])
    folded: list[int] = []
    once = tournament._folded
    monkeypatch.setattr(tournament, "_folded", lambda *args: folded.append(1) or once(*args))
    assert other_context.tournaments.look(work.id).state == work.look()
    assert len(folded) == 1


def test_a_refusal_writes_nothing(work: UnitOfWork) -> None:
    with pytest.raises(Refused, match="VEKN number"):
        work.change(players.add_player, "Somebody", vekn="1000001")
    assert work.look().number == 13


def test_an_operation_that_has_nothing_to_say_writes_nothing(work: UnitOfWork) -> None:
    assert work.change(players.fix_seat, 1, None).entries == ()
    assert work.look().number == 13


def test_a_missing_tournament_is_not_found(context: Context) -> None:
    with pytest.raises(StreamNotFound):
        UnitOfWork(context=context, id="nowhere", by="Odile").change(steps.finish)


# --- two writers ---


def test_the_second_of_two_writers_is_told_what_changed(round_1: UnitOfWork, other_context: Context) -> None:
    seen = round_1.look().number
    theirs = replace(round_1, context=other_context, by="Paul", expected=seen)
    theirs.change(results.enter_result, 1, 2, victory_points=[2, 1, 1, 0])
    mine = replace(round_1, expected=seen)
    with pytest.raises(ChangedMeanwhile) as told:
        mine.change(results.enter_result, 1, 2, victory_points=[0, 2, 1, 1])
    assert [(entry.by, entry.fact.NAME) for entry in told.value.entries] == [("Paul", "result_entered")]
    assert told.value.number == seen + 1
    assert scores(mine, 2) == [4, 2, 2, 0]


def test_what_changed_is_told_in_the_reader_s_language(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    for points in ([2, 1, 1, 0], [0, 2, 1, 1], [1, 0, 2, 1], [1, 1, 0, 2], [2, 1, 1, 0]):
        round_1.change(results.enter_result, 1, 2, victory_points=points)
    with pytest.raises(ChangedMeanwhile) as told:
        replace(round_1, expected=seen).change(results.enter_result, 1, 2, victory_points=[0, 2, 1, 1])
    said = say(told.value.message, words_of("fr"))
    assert said.startswith("Entre-temps il y a eu 5 modifications, regardez de nouveau")
    assert said.endswith("et 2 de plus")
    assert said.count("Résultat de la table 2") == 3


def test_two_tables_of_a_round_do_not_disturb_each_other(round_1: UnitOfWork, other_context: Context) -> None:
    seen = round_1.look().number
    for context, table in ((other_context, 2), (round_1.context, 1)):
        work = replace(round_1, context=context, expected=seen)
        work.change(results.enter_result, 1, table, victory_points=[2, 1, 1, 0])
    assert scores(round_1, 1) == scores(round_1, 2) == [4, 2, 2, 0]


def test_a_late_player_does_not_disturb_a_result(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    round_1.change(players.add_player, "Latecomer")
    replace(round_1, expected=seen).change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])


def test_a_player_who_leaves_a_table_disturbs_its_result_only(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    round_1.change(players.drop_player, 1)
    old = replace(round_1, expected=seen)
    with pytest.raises(ChangedMeanwhile):
        old.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    old.change(results.enter_result, 1, 2, victory_points=[2, 1, 1, 0])


@pytest.mark.parametrize("change", ["seats", "settings"])
def test_a_change_of_the_whole_event_disturbs_everything(round_1: UnitOfWork, change: str) -> None:
    seen = round_1.look().number
    if change == "seats":
        round_1.change(rounds.swap_players, 1, 1, 5)
    else:
        round_1.change(event.configure, {"minutes": 150})
    with pytest.raises(ChangedMeanwhile):
        replace(round_1, expected=seen).change(results.enter_result, 1, 3, victory_points=[2, 1, 1, 0])


def test_a_refusal_by_what_came_in_between_says_so(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    round_1.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    round_1.change(results.lock_result, 1, 1)
    with pytest.raises(ChangedMeanwhile, match="2 changes"):
        replace(round_1, expected=seen).change(results.enter_result, 1, 1, victory_points=[0, 2, 1, 1], by_player=1)


def test_a_refusal_for_another_reason_is_told_as_such(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    round_1.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    with pytest.raises(ImpossibleScores, match="Too many"):
        replace(round_1, expected=seen).change(results.enter_result, 1, 1, victory_points=[5, 1, 1, 0])


def test_a_version_that_never_was_is_refused(work: UnitOfWork) -> None:
    with pytest.raises(UnknownSequence):
        replace(work, expected=99).change(players.drop_player, 1)


def test_many_writers_at_once_lose_and_double_nothing(round_1: UnitOfWork, other_context: Context) -> None:
    contexts = [round_1.context, other_context]
    refused: list[Exception] = []

    def write(name: int) -> None:
        for number in range(5):
            work = replace(round_1, context=contexts[name % 2], by=f"w{name}")
            try:
                work.change(players.add_player, f"Late {name} {number}")
            except Exception as error:
                refused.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == []
    added = [player for player in round_1.look().players.values() if player.name.startswith("Late")]
    assert sorted(player.number for player in added) == list(range(13, 43))
    assert len({player.name for player in added}) == 30


# --- the same request twice ---


def test_a_request_sent_again_is_answered_and_not_repeated(round_1: UnitOfWork, other_context: Context) -> None:
    first = replace(round_1, key="phone-1").change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    again = replace(round_1, key="phone-1", context=other_context, expected=1)
    second = again.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    assert second.is_repeat
    assert not first.is_repeat
    assert second.entries == first.entries
    assert round_1.look().number == first.tournament.number


def test_a_request_that_changed_nothing_is_remembered_too(work: UnitOfWork) -> None:
    keyed = replace(work, key="phone-1")
    assert keyed.change(players.fix_seat, 1, None).entries == ()
    work.change(players.fix_seat, 1, 4)
    assert keyed.change(players.fix_seat, 1, None).is_repeat
    assert work.look().player(1).fixed_table == 4


def test_a_refused_request_may_be_sent_again(work: UnitOfWork) -> None:
    keyed = replace(work, key="phone-1")
    with pytest.raises(ToolkitError):
        keyed.change(event.add_note, " ")
    assert len(keyed.change(event.add_note, "all fine").entries) == 1


@pytest.mark.parametrize("points", [[1, 2, 1, 0], ["2", "1", "1", "0"]])
def test_a_key_with_something_else_is_refused(round_1: UnitOfWork, points: list[int]) -> None:
    keyed = replace(round_1, key="phone-1")
    keyed.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    with pytest.raises(ReusedKey):
        keyed.change(results.enter_result, 1, 1, victory_points=points)


def test_a_seating_repeated_is_the_first_one(work: UnitOfWork, other_context: Context) -> None:
    keyed = replace(work, key="phone-1")
    first = draft_seating(keyed, seconds=0)
    again = draft_seating(replace(keyed, context=other_context), seconds=0)
    assert again.entries == first.entries
    assert again.is_repeat


# --- tournaments ---


def test_a_tournament_created_twice_with_one_key_is_one(context: Context) -> None:
    made = [create(context, Configuration(name="Lyon"), by="Odile", key="k") for _ in range(2)]
    assert made[0].id == made[1].id
    assert made[0].entries == made[1].entries
    assert len(list_tournaments(context)) == 1
    with pytest.raises(ReusedKey):
        create(context, Configuration(name="Paris"), by="Odile", key="k")


def test_somebody_else_with_the_same_key_makes_a_tournament_of_their_own(context: Context) -> None:
    made = [create(context, Configuration(name="Lyon"), by=by, key="k") for by in ("Odile", "Nana")]
    assert made[0].id != made[1].id
    assert not made[1].is_repeat


def test_the_list_shows_how_far_each_has_come(round_1: UnitOfWork) -> None:
    (listed,) = list_tournaments(round_1.context)
    assert listed.id == round_1.id
    assert listed.number == round_1.look().number
    shown = [getattr(listed.summary, name) for name in ("name", "date", "players", "stage")]
    assert shown == ["Praxis Seizure: Lyon", "2026-11-21", 12, "round 1"]


def test_a_judge_s_work_and_a_result_of_the_same_moment_both_stand(round_1: UnitOfWork) -> None:
    seen = round_1.look().number
    round_1.change(results.enter_result, 1, 1, victory_points=["4", "0", "0", "0"])
    judge = replace(round_1, by="Jo", expected=seen)
    judge.change(calls.call_judge, round_number=1, table=1)
    judge.change(clock.extend_clock, 1, seconds=300, table=1)
    judge.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="Slow play")
    judge.change(announcements.announce, "Lunch.")
    # Two judges who sanction one player do not see each other: the second looks again.
    with pytest.raises(ChangedMeanwhile):
        judge.change(sanctions.sanction_player, 1, SanctionKind.WARNING, rule="Foul language")
    with pytest.raises(ChangedMeanwhile):
        judge.change(clock.extend_clock, 1, seconds=300, table=1)


# --- a page that is one entry old ---


def _drafting_event(work: UnitOfWork) -> UnitOfWork:
    line = plan.parse_line("6 SW", is_draft=True)
    work.change(plan.plan_limited, LimitedPlan(format=LimitedFormat.BOOSTER, lines=(line,)))
    work.change(fees.set_fees, "5", currency="EUR")
    work.change(rounds.draft_round, TABLES, seed=1)
    work.change(steps.publish_round)
    return work


UNRELATED: dict[str, Callable[[UnitOfWork], object]] = {
    "settings": lambda work: work.change(event.configure, {"minutes": 150}),
    "a player": lambda work: work.change(players.drop_player, 9),
    "a fee": lambda work: work.change(fees.mark_fees, [9], FeeStatus.WAIVED),
    "a result": lambda work: work.change(results.enter_result, 1, 3, victory_points=[2, 1, 1, 0]),
    "a clock": lambda work: work.change(clock.start_clock, 1),
    "a note": lambda work: work.change(event.add_note, "Lunch."),
}


@pytest.mark.parametrize("change", UNRELATED)
def test_a_recursion_and_a_fixed_table_disturb_no_unrelated_change(work: UnitOfWork, change: str) -> None:
    seen = _drafting_event(work).look().number
    work.change(plan.use_recursion, 1, used=1)
    work.change(players.fix_seat, 2, 3)
    UNRELATED[change](replace(work, expected=seen))


def test_a_recursion_and_a_fixed_table_disturb_what_is_about_the_same(work: UnitOfWork) -> None:
    seen = _drafting_event(work).look().number
    work.change(plan.use_recursion, 1, used=1)
    work.change(players.fix_seat, 2, 3)
    old = replace(work, expected=seen)
    old.change(plan.use_recursion, 2, used=1)
    old.change(players.fix_seat, 3, 3)
    for same in (lambda: old.change(players.fix_seat, 2, 1), lambda: old.change(rounds.swap_players, 1, 1, 5)):
        with pytest.raises(ChangedMeanwhile):
            same()


def test_a_recursion_taken_back_from_an_old_page_is_refused(work: UnitOfWork) -> None:
    _drafting_event(work).change(plan.use_recursion, 1, used=1)
    seen = work.look().number
    work.change(plan.use_recursion, 1, used=0)
    work.change(plan.use_recursion, 1, used=1)
    with pytest.raises(ChangedMeanwhile):
        replace(work, expected=seen).change(plan.use_recursion, 1, used=0)


def test_a_note_or_a_judge_call_does_not_keep_a_round_from_being_published(work: UnitOfWork) -> None:
    work.change(rounds.draft_round, TABLES, seed=1)
    seen = work.look().number
    work.change(event.add_note, "Lunch.")
    work.change(calls.call_judge, player=1)
    replace(work, expected=seen).change(steps.publish_round)


def test_an_entry_is_undone_from_an_old_page_unless_what_it_did_was_touched(round_1: UnitOfWork) -> None:
    entered = round_1.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0]).entries
    seen = round_1.look().number
    round_1.change(results.enter_result, 1, 2, victory_points=[2, 1, 1, 0])
    numbers = [entry.number for entry in entered]
    replace(round_1, expected=seen).change(history.undo, numbers)
    round_1.change(history.redo, numbers)
    seen = round_1.look().number
    round_1.change(results.enter_result, 1, 1, victory_points=[0, 2, 1, 1])
    with pytest.raises(ChangedMeanwhile):
        replace(round_1, expected=seen).change(history.undo, numbers)


def test_the_last_change_is_not_undone_by_who_saw_another_one(round_1: UnitOfWork) -> None:
    round_1.change(results.enter_result, 1, 1, victory_points=[2, 1, 1, 0])
    seen = round_1.look().number
    round_1.change(event.add_note, "Lunch.")
    with pytest.raises(ChangedMeanwhile):
        replace(round_1, expected=seen).change(history.undo_last)
