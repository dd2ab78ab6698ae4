"""Events for programs: by the table of commands, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from toolkit.api import events, leagues, seating, sheets


@pytest.fixture
def event(tmp_path: Path) -> Iterator[events.StoredEvent]:
    """An event of five in round 1."""
    with events.open(tmp_path / "data", new=True, by="Bot") as store:
        event = store.new("Friday", rounds=1)
        event.add_players("Ana", "Bruno", "Carla", "Dario", events.Registration(name="Elsa", vekn="2000001"))
        event.draft_round()
        yield event


def test_an_event_to_its_export_which_a_league_counts(event: events.StoredEvent, tmp_path: Path) -> None:
    event.act("enter_result", round=1, table=1, victory_points=[2, 1, 1, 1, 0])
    best = event.round(1).tables[0].seats[0].player
    event.act("toss", seed=1)
    event.act("open_final")
    event.act("place_row", players=[line.player for line in event.final().finalists])
    event.act("first_player", seed=1)
    event.act("enter_result", round=0, table=1, victory_points=[0.5, 0.5, 0.5, 0.5, 0.5])
    event.act("finish")
    assert (event.standings()[0].number, event.standings()[0].winner) == (best, True)
    (tmp_path / "event.json").write_text(event.export(), "utf-8")
    assert leagues.table([tmp_path / "event.json"]).lines[0].person.name == event.tournament.player(best).name
    assert event.report("standings").media_type.startswith("text/csv")
    assert {entry.by for entry in event.log()} == {"Bot"}


def test_each_command_of_the_table_can_be_given(event: events.StoredEvent) -> None:
    for command in events.COMMAND_NAMES:
        with pytest.raises(events.BadFigures) as refused:
            event.act(command, no_such_figure=1)
        assert "no_such_figure" in refused.value.errors


def test_wrong_figures_and_names_are_refused_before_anything_is_done(event: events.StoredEvent) -> None:
    with pytest.raises(events.BadFigures, match=r"enter_result: .*: table, victory_points\.") as refused:
        event.act("enter_result", round=1, victory_points="3")
    assert refused.value.errors["table"] == ["Missing data for required field."]
    with pytest.raises(events.UnknownCommand, match="Similar: enter_result"):
        event.act("enter_resul")
    with pytest.raises(events.ToolkitError) as forbidden:
        event.act("open_final")
    assert forbidden.value.code


def test_a_change_with_the_same_key_is_made_once(event: events.StoredEvent) -> None:
    before = event.act("add_note", key="one", text="Lunch.")
    again = event.act("add_note", key="one", text="Lunch.")
    assert (again.repeated, again.sequence) == (True, before.sequence)


def test_a_change_of_the_same_thing_meanwhile_is_refused(event: events.StoredEvent) -> None:
    seen = len(event.log())
    event.act("enter_result", round=1, table=1, victory_points=[2, 1, 1, 1, 0])
    with pytest.raises(events.ChangedMeanwhile):
        event.act("enter_result", expected=seen, round=1, table=1, victory_points=[5, 0, 0, 0, 0])


def test_a_folder_without_a_store_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(events.Unavailable, match="holds no events"):
        events.open(tmp_path / "typo")
    assert list(tmp_path.iterdir()) == []


def test_rounds_from_elsewhere_are_printed() -> None:
    assert sheets.of_rounds(seating.make(["Ana", "Bruno", "Carla", "Dario"], 2).rounds, "seating").startswith(b"%PDF")
