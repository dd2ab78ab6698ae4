from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.organizer import START, Organizer, before_final, ten
from toolkit.tournament import LogEntry, Tournament, fold, history
from toolkit.tournament.errors import BadValue, CannotStand, Refused, StaleTournament, UnknownEntry
from toolkit.tournament.facts import EntriesUndone, NoteAdded
from toolkit.tournament.log import CHUNK


def find(organizer: Organizer, name: str, place: int = 0) -> int:
    return [entry.number for entry in organizer.tournament.log if name == entry.fact.NAME][place]


def test_the_last_step_is_undone_and_redone() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    before = organizer.state.round(1).scores
    organizer.undo_last(reason="wrong table")
    assert organizer.state.round(1).scores == {}
    organizer.undo_last()
    assert organizer.state.published == 0
    organizer.redo_last()
    organizer.redo_last()
    assert organizer.state.round(1).scores == before
    with pytest.raises(Refused, match="nothing to redo"):
        organizer.redo_last()


def test_facts_of_one_operation_are_undone_together() -> None:
    organizer = before_final()
    organizer.open_final()
    organizer.place_row([1, 6, 2, 8, 3])
    assert len(history.last_change(organizer.tournament)) == 5
    assert len(organizer.undo_last()[0].entries) == 5
    assert organizer.state.final.row == ()


def test_something_long_past_is_undone_and_everything_later_is_recomputed() -> None:
    organizer = before_final()
    wrong = find(organizer, "result_entered")
    organizer.result(1, 0, 5, 0, 0, 0, round=1)
    organizer.undo([wrong])
    assert organizer.row(2).victory_points == 14  # the correction stands by itself
    organizer.undo([find(organizer, "result_entered", -1)])
    assert organizer.blocking() == ["result_missing"]
    organizer.redo([wrong])
    assert organizer.row(1).victory_points == 10


def test_what_later_entries_build_on_is_not_undone() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    with pytest.raises(
        CannotStand, match=rf"Entry {find(organizer, 'round_drafted')} is not possible: There is no player 3"
    ):
        organizer.undo([find(organizer, "player_added", 2)])
    with pytest.raises(CannotStand):
        organizer.undo([find(organizer, "round_published")])
    both = [find(organizer, "round_published"), find(organizer, "result_entered")]
    organizer.undo(both)
    assert organizer.state.published == 0


def test_undoing_an_undoing_is_redoing() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.undo_last()
    organizer.undo([organizer.tournament.number])
    assert organizer.state.round(1).scores[1].victory_points == 10
    organizer.undo([organizer.tournament.number])
    assert organizer.state.round(1).scores == {}


def test_an_undone_player_keeps_the_number() -> None:
    organizer = Organizer().with_players(2)
    organizer.undo_last()
    organizer.add_player("Third")
    assert list(organizer.state.players) == [1, 3]
    organizer.redo_last()
    assert sorted(organizer.state.players) == [1, 2, 3]


@pytest.mark.parametrize(
    ("operation", "numbers", "error"),
    [
        ("undo", [1], Refused),
        ("undo", [99], UnknownEntry),
        ("undo", [0], UnknownEntry),
        ("undo", [], Refused),
        ("redo", [3], Refused),
        ("redo", [99], UnknownEntry),
    ],
)
def test_what_cannot_be_undone_is_refused(operation, numbers, error) -> None:
    with pytest.raises(error):
        getattr(ten(), operation)(numbers)


def test_what_is_undone_is_not_undone_again() -> None:
    organizer = ten()
    organizer.add_note("one")
    organizer.undo([organizer.tournament.number])
    with pytest.raises(Refused, match="undone already"):
        organizer.undo([organizer.tournament.number - 1])


def test_the_creation_stays() -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        Organizer().undo_last()


def test_entries_follow_one_another() -> None:
    organizer = ten()
    note = LogEntry(organizer.tournament.number, START, "Bob", NoteAdded(text="late"))
    with pytest.raises(StaleTournament, match="the log was changed"):
        organizer.tournament.with_entry(note)
    with pytest.raises(StaleTournament):
        organizer.tournament.with_entry(replace(note, number=note.number + 5))
    with pytest.raises(StaleTournament, match="gap"):
        fold([entry for entry in organizer.tournament.log if entry.number != 4])
    with pytest.raises(BadValue, match="UTC"):
        LogEntry(1, START.replace(tzinfo=None), "Bob", NoteAdded(text="when?"))


def test_a_log_that_undoes_what_is_not_there_is_refused() -> None:
    entries = [*Organizer().tournament.log, LogEntry(2, START, "Bob", EntriesUndone(entries=(7,)))]
    with pytest.raises(UnknownEntry):
        fold(entries)
    with pytest.raises(UnknownEntry):
        Organizer().tournament.with_entry(entries[1])


def test_a_fact_that_contradicts_the_log_is_refused_and_changes_nothing() -> None:
    empty = Tournament()
    with pytest.raises(CannotStand, match="Entry 1"):
        empty.with_entry(LogEntry(1, START, "Bob", NoteAdded(text="before the creation")))
    organizer = ten()
    before = organizer.tournament
    twice = next(entry.fact for entry in before.log if entry.fact.NAME == "player_added")
    with pytest.raises(CannotStand, match="player 1 already"):
        organizer.enter([twice])
    assert organizer.tournament is before


def test_a_long_log_folds_as_it_grew_and_undoes_across_its_chunks() -> None:
    organizer = Organizer().with_players(20)
    for number in range(3 * CHUNK):
        organizer.add_note(f"note {number}")
    organizer.drop_player(7)
    early = find(organizer, "player_added", 4)
    organizer.undo([early])
    assert 5 not in organizer.state.players
    assert not organizer.state.player(7).is_active
    assert fold(organizer.tournament.log) == organizer.tournament
    organizer.redo([early])
    assert fold(organizer.tournament.log) == organizer.tournament
    assert [organizer.tournament.entry(number).number for number in (1, CHUNK, CHUNK + 1, organizer.tournament.number)]
