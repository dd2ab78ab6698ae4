from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament.errors import BadValue
from toolkit.tournament.importing import (
    ImportAction,
    ImportedPlayer,
    import_players,
    preview_import,
    read_csv,
    read_pasted,
)


def told(imported):
    return [(line.name, line.vekn, line.city) for line in imported]


def test_a_pasted_list_is_read_in_the_ways_people_write_it() -> None:
    text = "Ann Bell\n3200001 Bob\nCy, 3200002\nDi\t3200003\tGhent\n\nEve (3200004)\nFay; Lyon\n#3200005 Gus, Rome"
    assert told(read_pasted(text)) == [
        ("Ann Bell", "", ""),
        ("Bob", "3200001", ""),
        ("Cy", "3200002", ""),
        ("Di", "3200003", "Ghent"),
        ("Eve", "3200004", ""),
        ("Fay", "", "Lyon"),
        ("Gus", "3200005", "Rome"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "- Ann Bell", "* Ann Bell", "• Ann Bell", "– Ann Bell", "1. Ann Bell", "12) Ann Bell", "#1 Ann Bell",
        "1.Ann Bell",
        "[x] Ann Bell", "[ ] Ann Bell", "✓ Ann Bell", "✅ Ann Bell", "Ann Bell ✅", "> Ann Bell", "> > 3. Ann Bell",
        "Ann\u2009Bell", "Ann\u00a0Bell", "  Ann   Bell  ", "12. - Ann Bell",
    ],
)  # fmt: skip
def test_what_a_chat_puts_before_a_name_is_no_part_of_it(line: str) -> None:
    assert told(read_pasted(line)) == [("Ann Bell", "", "")]


@pytest.mark.parametrize(
    "line",
    ["Ann Bell - 1000001", "Ann Bell (1000001)", "1000001 Ann Bell", "Ann Bell #1000001", "3. Ann Bell, 1000001",
     "Ann Bell – 1000001", "Ann Bell\t1000001"],
)  # fmt: skip
def test_a_vekn_number_stands_before_or_behind_the_name(line: str) -> None:
    assert told(read_pasted(line)) == [("Ann Bell", "1000001", "")]


def test_a_city_stands_behind_a_stroke_too() -> None:
    assert told(read_pasted("Ann Bell / Ghent")) == [("Ann Bell", "", "Ghent")]


def test_a_list_of_surnames_first_is_turned_round_and_one_of_cities_is_not() -> None:
    turned = read_pasted("García, Ana\nLÓPEZ, José María\nde la Cruz, Eva\nCher\nSmith, Bob (1000001)")
    assert [(line.name, line.first, line.last) for line in turned] == [
        ("Ana García", "Ana", "García"),
        ("José María LÓPEZ", "José María", "LÓPEZ"),
        ("Eva de la Cruz", "Eva", "de la Cruz"),
        ("Cher", "", ""),
        ("Bob Smith", "Bob", "Smith"),
    ]
    assert told(read_pasted("Ann Bell, Ghent\nBob Cole, Lyon\nCy, Rome")) == [
        ("Ann Bell", "", "Ghent"),
        ("Bob Cole", "", "Lyon"),
        ("Cy", "", "Rome"),
    ]


def test_headings_and_numbers_that_are_none_of_the_vekn_are_told() -> None:
    preview = preview_import(Organizer().state, read_pasted("Players:\nAnn\nConfirmed (12)\nBob, 0612345678\n"))
    assert [(line.action.value, str(line.message)) for line in preview.lines] == [
        ("skip", "“Players:” is a heading."),
        ("add", "Will be registered."),
        ("skip", "“Confirmed (12)” is a heading."),
        ("add", "Will be registered. Not kept: 0612345678."),
    ]


@pytest.mark.parametrize(
    "headers",
    ["Apellidos;Nombre", "Cognome;Nome", "Nachname;Vorname", "Sobrenome;Nome", "Name;Vorname", "Nom;Prénom"],
)
def test_family_and_given_names_are_told_apart_in_six_languages(headers: str) -> None:
    (line,) = read_csv(f"{headers}\nGarcía;Ana\n".encode())
    assert (line.name, line.first, line.last) == ("Ana García", "Ana", "García")


def test_the_questions_of_a_form_are_understood_and_other_columns_told() -> None:
    content = "Timestamp,What is your full name?,What is your V:EKN number?,Vegetarian?\n1,Ann Bell,1000001,yes\n"
    left, line = read_csv(content.encode())
    assert (line.name, line.vekn) == ("Ann Bell", "1000001")
    assert (left.name, str(left.note)) == ("", "Columns that are not kept: Timestamp, Vegetarian?.")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Garcia Ana", "Ana García"),
        ("ANA GARCÍA-LOPEZ", None),
        ("Ana Garzía", "Ana García"),
        ("Anna Garcia", "Ana García"),
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


@pytest.mark.parametrize(
    "content",
    [
        "VEKN ID,City,Player\n3200001,Ghent,Ann Bell\n",
        "Name;Vekn;Ville\r\nAnn Bell;3200001;Ghent\r\n",
        "Prénom\tNom\tVEKN #\tVille\nAnn\tBell\t3200001\tGhent\n",
        'First Name,Last Name,"VEKN No.",Town\n"Ann","Bell",3200001,Ghent\n\n',
        "Nombre de pila,Apellidos,VEKN,Ciudad\nAnn Bell,,3200001,Ghent\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_columns_are_found_by_their_headers(content, encoding) -> None:
    (line,) = read_csv(content.encode(encoding))
    assert (line.name, line.vekn, line.city) == ("Ann Bell", "3200001", "Ghent")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("name\nJosé\n".encode("latin-1"), "wrong_encoding"),
        (b"name\nA\0B\n", "wrong_encoding"),
        (b"a,b\n1,2\n", "no_headers"),
        (b"", "no_headers"),
        (b"name\n", "nobody"),
        (b'name\n"Ann\n', "bad_csv"),
        (b"name\n" + b"Ann\n" * 100_000, "too_many_lines"),
        (b"name\n" + b"x" * 3_000_000, "too_many_lines"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(content, code) -> None:
    with pytest.raises(BadValue) as refused:
        read_csv(content)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "\n \n", "x\n" * 6000])
def test_a_pasted_list_that_is_none_is_refused(text) -> None:
    with pytest.raises(BadValue):
        read_pasted(text)


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


def test_a_preview_of_other_players_is_not_used() -> None:
    organizer = known()
    preview = preview_import(organizer.state, read_pasted("Cy"))
    organizer.add_player("Cy")
    with pytest.raises(BadValue, match="look at the preview again"):
        import_players(organizer.state, preview)
