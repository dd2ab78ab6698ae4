"""What becomes of a list of players in an event: who is added, completed, asked about or left out."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament.errors import BadValue
from toolkit.tournament.importing import ImportAction, import_players, preview_import
from toolkit.tournament.player_lists import ImportedPlayer, read_csv, read_pasted


def test_headings_and_numbers_that_are_none_of_the_vekn_are_told() -> None:
    preview = preview_import(Organizer().state, read_pasted("Players:\nAnn\nConfirmed (12)\nBob, 0612345678\n"))
    assert [(line.action.value, str(line.message)) for line in preview.lines] == [
        ("skip", "“Players:” is a heading."),
        ("add", "Will be registered."),
        ("skip", "“Confirmed (12)” is a heading."),
        ("add", "Will be registered. Not kept: 0612345678."),
    ]


def test_names_that_differ_in_their_figures_are_no_near_doubles() -> None:
    names = [f"Player {number}" for number in range(1, 14)]
    preview = preview_import(Organizer().state, read_pasted("\n".join(names)))
    assert {line.action for line in preview.lines} == {ImportAction.ADD}


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Garcia Ana", "Ana García"),
        ("ANA GARCÍA-LOPEZ", None),
        ("Ana Garzía", "Ana García"),
        ("Anna Garcia", "Ana García"),
        ("Una García", "Ana García"),
        ("Ana Carcía", "Ana García"),
        ("Uno Cruz", None),
    ],
)
def test_who_may_be_registered_already_is_asked_about_and_never_merged(name: str, near: str | None) -> None:
    organizer = Organizer()
    organizer.add_player("Ana García")
    (line,) = preview_import(organizer.state, read_pasted(name)).lines
    assert line.action is (ImportAction.ADD if near is None else ImportAction.DOUBT)
    assert (f"The same person as {near}?" in line.message) == (near is not None)
    assert (line.like.name if line.like else None) == near


@pytest.mark.parametrize(
    ("is_same", "action", "people"),
    [(None, ImportAction.DOUBT, 2), (False, ImportAction.ADD, 2), (True, ImportAction.UPDATE, 1)],
)
def test_who_is_alike_is_the_same_person_only_where_somebody_says_so(is_same, action, people) -> None:
    organizer = Organizer()
    organizer.add_player("Łukasz Wójcik")
    asked = ImportedPlayer(line=1, name="Lukasz Wojcik", vekn="3000001", is_same=is_same)
    preview = preview_import(organizer.state, [asked])
    assert preview.lines[0].action is action
    organizer.enter(import_players(organizer.state, preview))
    assert len(organizer.state.players) == people
    assert organizer.state.player(people).vekn == "3000001"


def test_a_namesake_is_another_person_where_somebody_says_so() -> None:
    organizer = Organizer()
    organizer.add_player("Ana García")
    preview = preview_import(organizer.state, [ImportedPlayer(line=1, name="Ana García", is_same=False)])
    organizer.enter(import_players(organizer.state, preview))
    assert [player.name for player in organizer.state.players.values()] == ["Ana García", "Ana García"]


def test_two_of_a_list_who_are_the_same_are_registered_once() -> None:
    organizer = Organizer()
    lines = [
        ImportedPlayer(line=1, name="Łukasz Wójcik"),
        ImportedPlayer(line=2, name="Wojcik Lukasz", is_same=True),
    ]
    preview = preview_import(organizer.state, lines)
    assert [line.action for line in preview.lines] == [ImportAction.ADD, ImportAction.SKIP]


def known() -> Organizer:
    organizer = Organizer()
    organizer.add_player("Ann", vekn="3200001")
    organizer.add_player("Bob")
    return organizer


def test_the_preview_says_what_will_happen_and_the_import_does_it() -> None:
    organizer = known()
    text = "Annie, 3200001\nbob, 3200002, Ghent\nCy\nCY\nDi, 111111111111\nEve, 3200003\nFay, 3200003\nAnn, 3200009"
    preview = preview_import(organizer.state, read_pasted(text))
    assert [line.action.value for line in preview.lines] == [
        "skip",
        "update",
        "add",
        "skip",
        "fault",
        "add",
        "skip",
        "add",
    ]
    assert "vekn, city will be added" in preview.lines[1].message
    organizer.enter(import_players(organizer.state, preview))
    assert [(p.name, p.vekn) for p in organizer.state.players.values()] == [
        ("Ann", "3200001"),
        ("Bob", "3200002"),
        ("Cy", ""),
        ("Eve", "3200003"),
        ("Ann", "3200009"),
    ]
    assert preview_import(organizer.state, read_pasted(text)).count(ImportAction.ADD) == 0


def test_the_preview_says_beside_a_line_that_the_vekn_will_not_know_its_number() -> None:
    organizer = known()
    told = [line.message for line in preview_import(organizer.state, read_csv("name,vekn\nCy,32\nbob,12\nDi,\n")).lines]
    assert told == [
        "Will be registered. A VEKN number has 7 digits: Cy (32).",
        "Bob is registered: vekn will be added. A VEKN number has 7 digits: bob (12).",
        "Will be registered.",
    ]
    organizer.configure({"kind": "unsanctioned"})
    assert "digits" not in preview_import(organizer.state, read_csv("name,vekn\nCy,32\n")).lines[0].message


def test_a_preview_of_other_players_is_not_used() -> None:
    organizer = known()
    preview = preview_import(organizer.state, read_pasted("Cy"))
    organizer.add_player("Cy")
    with pytest.raises(BadValue, match="look at the preview again"):
        import_players(organizer.state, preview)
