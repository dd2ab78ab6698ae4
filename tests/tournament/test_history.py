from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.desk import START, Desk, before_final, ten
from toolkit.tournament import Entry, Tournament, fold
from toolkit.tournament.errors import BadValue, CannotStand, Refused, StaleTournament, UnknownEntry
from toolkit.tournament.facts import EntriesUndone, NoteAdded
from toolkit.tournament.log import CHUNK


def find(desk: Desk, name: str, place: int = 0) -> int:
    return [entry.number for entry in desk.tournament.log if name == entry.fact.NAME][place]


def test_the_last_step_is_undone_and_redone() -> None:
    desk = ten().result(1, 5, 0, 0, 0, 0)
    before = desk.state.round(1).scores
    desk.undo_last(reason="wrong table")
    assert desk.state.round(1).scores == {}
    desk.undo_last()
    assert desk.state.published == 0
    desk.redo_last()
    desk.redo_last()
    assert desk.state.round(1).scores == before
    with pytest.raises(Refused, match="nothing to redo"):
        desk.redo_last()


def test_facts_of_one_operation_are_undone_together() -> None:
    desk = before_final()
    desk.open_final()
    desk.place_row([1, 6, 2, 8, 3])
    assert len(desk.undo_last()[0].entries) == 5
    assert desk.state.final.row == ()


def test_something_long_past_is_undone_and_everything_later_is_recomputed() -> None:
    desk = before_final()
    wrong = find(desk, "result_entered")
    desk.result(1, 0, 5, 0, 0, 0, round=1)
    desk.undo([wrong])
    assert desk.row(2).victory_points == 14  # the correction stands by itself
    desk.undo([find(desk, "result_entered", -1)])
    assert desk.blocking() == ["result_missing"]
    desk.redo([wrong])
    assert desk.row(1).victory_points == 10


def test_what_later_entries_build_on_is_not_undone() -> None:
    desk = ten().result(1, 5, 0, 0, 0, 0)
    with pytest.raises(CannotStand, match=rf"Entry {find(desk, 'round_drafted')} cannot stand: There is no player 3"):
        desk.undo([find(desk, "player_added", 2)])
    with pytest.raises(CannotStand):
        desk.undo([find(desk, "round_published")])
    both = [find(desk, "round_published"), find(desk, "result_entered")]
    desk.undo(both)
    assert desk.state.published == 0


def test_undoing_an_undoing_is_redoing() -> None:
    desk = ten().result(1, 5, 0, 0, 0, 0)
    desk.undo_last()
    desk.undo([desk.tournament.number])
    assert desk.state.round(1).scores[1].victory_points == 10
    desk.undo([desk.tournament.number])
    assert desk.state.round(1).scores == {}


def test_an_undone_player_keeps_the_number() -> None:
    desk = Desk().with_players(2)
    desk.undo_last()
    desk.add_player("Third")
    assert list(desk.state.players) == [1, 3]
    desk.redo_last()
    assert sorted(desk.state.players) == [1, 2, 3]


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
    desk = ten()
    desk.add_note("one")
    desk.undo([desk.tournament.number])
    with pytest.raises(Refused, match="undone already"):
        desk.undo([desk.tournament.number - 1])


def test_the_creation_stays() -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        Desk().undo_last()


def test_entries_follow_one_another() -> None:
    desk = ten()
    note = Entry(desk.tournament.number, START, "Bob", NoteAdded(text="late"))
    with pytest.raises(StaleTournament, match="somebody else wrote"):
        desk.tournament.with_entry(note)
    with pytest.raises(StaleTournament):
        desk.tournament.with_entry(replace(note, number=note.number + 5))
    with pytest.raises(StaleTournament, match="gap"):
        fold([entry for entry in desk.tournament.log if entry.number != 4])
    with pytest.raises(BadValue, match="UTC"):
        Entry(1, START.replace(tzinfo=None), "Bob", NoteAdded(text="when?"))


def test_a_log_that_undoes_what_is_not_there_is_refused() -> None:
    entries = [*Desk().tournament.log, Entry(2, START, "Bob", EntriesUndone(entries=(7,)))]
    with pytest.raises(UnknownEntry):
        fold(entries)
    with pytest.raises(UnknownEntry):
        Desk().tournament.with_entry(entries[1])


def test_a_fact_that_contradicts_the_log_is_refused_and_changes_nothing() -> None:
    empty = Tournament()
    with pytest.raises(CannotStand, match="Entry 1"):
        empty.with_entry(Entry(1, START, "Bob", NoteAdded(text="before the creation")))
    desk = ten()
    before = desk.tournament
    twice = next(entry.fact for entry in before.log if entry.fact.NAME == "player_added")
    with pytest.raises(CannotStand, match="player 1 already"):
        desk.enter([twice])
    assert desk.tournament is before


def test_a_long_log_folds_as_it_grew_and_undoes_across_its_chunks() -> None:
    desk = Desk().with_players(20)
    for number in range(3 * CHUNK):
        desk.add_note(f"note {number}")
    desk.drop_player(7)
    early = find(desk, "player_added", 4)
    desk.undo([early])
    assert 5 not in desk.state.players
    assert not desk.state.player(7).is_active
    assert fold(desk.tournament.log) == desk.tournament
    desk.redo([early])
    assert fold(desk.tournament.log) == desk.tournament
    assert [desk.tournament.entry(number).number for number in (1, CHUNK, CHUNK + 1, desk.tournament.number)]
