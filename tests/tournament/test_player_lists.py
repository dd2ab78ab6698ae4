"""Who is on a list of players: pasted from anywhere, exported by a form or a registry, or in a workbook."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from importlib import resources

import pytest

from tests.spreadsheets import workbook
from toolkit.tournament.errors import BadValue
from toolkit.tournament.name_order import is_given_name
from toolkit.tournament.player_lists import open_list, read_csv, read_list, read_pasted
from toolkit.tournament.players import search_key


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


def test_signs_that_nobody_sees_are_no_part_of_a_line() -> None:
    ann, bo = read_pasted("\u200e\u202aAn\u00adn Bell\u202c\u200b 1000001\n\ufeffBo\u200d Dahl\n")
    assert (ann.name, ann.vekn, bo.name) == ("Ann Bell", "1000001", "Bo Dahl")
    assert read_csv("\ufeffNa\u00adme\nAn\u200bn Bell\n")[0].name == "Ann Bell"


def test_an_export_of_the_registry_is_read_and_names_what_is_not_kept() -> None:
    """Exchange 7: a members file; a state is nobody's name."""
    text = "veknid,firstname,lastname,city,statename,countryname\n0000012,Bo,Ek,Lund,Skåne,Sweden\n"
    left, read = read_csv(text)
    assert str(left.note) == "Columns that are not kept: statename."
    assert (read.name, read.vekn, read.city, read.country) == ("Bo Ek", "0000012", "Lund", "Sweden")


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


@pytest.mark.parametrize(
    "line",
    ["Ann Bell (VEKN 1000001)", "Ann Bell VEKN#: 1000001", "Ann Bell - vekn id 1000001", "VEKN 1000001 Ann Bell",
     "3 - Ann Bell (VEKN: 1000001)", "9: Ann Bell 1000001"],
)  # fmt: skip
def test_what_a_member_number_is_called_is_no_part_of_the_name(line: str) -> None:
    assert told(read_pasted(line)) == [("Ann Bell", "1000001", "")]


@pytest.mark.parametrize(
    ("line", "name", "note"),
    [
        ("Ann Bell (coming late)", "Ann Bell", "Not kept: (coming late)."),
        ("Ann Bell - late!", "Ann Bell", "Not kept: - late!."),
        ("Ann Bell +1", "Ann Bell", "Not kept: +1."),
        ("Ann Bell (paid) ?", "Ann Bell", "Not kept: (paid), ?."),
        ("Ann Bell 👍🏽", "Ann Bell", "Not kept: 👍🏽."),
        ("Ann Bell (maybe, 11 h)", "Ann Bell", "Not kept: (maybe, 11 h)."),
        ("[28.11., 14:02] Ann Bell: I'm in, too", "Ann Bell", "Not kept: I'm in, too."),
        ("[28/11/2026, 14:02:33] Ann Bell: me too!", "Ann Bell", "Not kept: me too!."),
        ("28/11/26, 2:05 pm - Ann Bell: count me in", "Ann Bell", "Not kept: count me in."),
        ("14:07 Ann Bell: yes", "Ann Bell", "Not kept: yes."),
        ("[28.11., 14:02] Jo: 4. Ann Bell", "Ann Bell", ""),
        ("Ann Bell (Annie)", "Ann Bell (Annie)", ""),
    ],
)
def test_what_is_said_beside_a_name_is_told_and_not_registered(line: str, name: str, note: str) -> None:
    (found,) = read_pasted(line)
    assert (found.name, found.note, found.city) == (name, note, "")


def test_what_stands_above_the_first_number_is_a_heading() -> None:
    found = read_pasted("Saturday so far\nin the usual hall\n\n1. Ann Bell\n2. Bo Cox\nCy Dee")
    assert [(line.line, line.name, line.note) for line in found] == [
        (1, "", "“Saturday so far” is a heading."),
        (2, "", "“in the usual hall” is a heading."),
        (4, "Ann Bell", ""),
        (5, "Bo Cox", ""),
        (6, "Cy Dee", ""),
    ]
    assert [line.name for line in read_pasted("Ann Bell\n3. Bo Cox\n4. Cy Dee")] == ["Ann Bell", "Bo Cox", "Cy Dee"]


def test_numbers_that_count_the_lines_are_no_part_of_names() -> None:
    assert told(read_pasted("Players:\n1 Ann Bell\n2 Bo Cox, 1000002\n3 Cy Dee"))[1:] == [
        ("Ann Bell", "", ""),
        ("Bo Cox", "1000002", ""),
        ("Cy Dee", "", ""),
    ]
    assert told(read_pasted("99 Luft\nAnn Bell")) == [("99 Luft", "", ""), ("Ann Bell", "", "")]


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


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ('"García, Ana"', ("Ana García", "", "")),
        ('"López Ruiz, Ana" 1000001', ("Ana López Ruiz", "1000001", "")),
        ('1000001 "García, Ana"', ("Ana García", "1000001", "")),
        ('"García, Ana";1000001;"Ávila, Castilla"', ("Ana García", "1000001", "Ávila, Castilla")),
        ("- “García, Ana” (1000001)", ("Ana García", "1000001", "")),
        ("„García, Ana“\t1000001\tÁvila", ("Ana García", "1000001", "Ávila")),
        ("« García, Ana », 1000001", ("Ana García", "1000001", "")),
        ("‘D’Angelo, Ugo’ 1000001", ("Ugo D’Angelo", "1000001", "")),
        ("'O'Neil, Ann' - 1000001", ("Ann O'Neil", "1000001", "")),
        ('"Ana García" 1000001', ("Ana García", "1000001", "")),
        ('"Ana ""Ani"" García",1000001', ('Ana "Ani" García', "1000001", "")),
        ('Ana "Ani" García', ('Ana "Ani" García', "", "")),
        ('"Ani" García, "Ávila"', ('"Ani" García', "", "Ávila")),
        ("'t Hooft Jan, Ávila", ("'t Hooft Jan", "", "Ávila")),
        ('"Ana García', ('"Ana García', "", "")),
        ('"García, Ana, Ávila"', ("Ana García", "", "Ávila")),
    ],
)
def test_quotation_marks_hold_a_name_together_and_are_no_part_of_it(line: str, read: tuple[str, str, str]) -> None:
    assert told(read_pasted(f"Bo Cox, Lyon\n{line}\nDi Day"))[1] == read


def test_a_list_in_quotation_marks_throughout_is_read_as_one_without() -> None:
    assert told(read_pasted('"Ann Bell, Ghent"\n"Bob Cole, Lyon"')) == [
        ("Ann Bell", "", "Ghent"),
        ("Bob Cole", "", "Lyon"),
    ]
    assert [name for name, _, _ in told(read_pasted('"García, Ana"\n"de la Cruz, Eva"\n"Bell, Ann"'))] == [
        "Ana García",
        "Eva de la Cruz",
        "Ann Bell",
    ]


def test_a_spreadsheet_of_one_column_may_mix_ways_to_write_a_name() -> None:
    file = open_list(workbook(Sheet=[["Bo Cox"], ["García, Ana"]]))
    assert told(read_list(file.text)) == [("Bo Cox", "", ""), ("Ana García", "", "")]


def test_the_given_names_are_written_as_names_are_compared() -> None:
    lines = (resources.files("toolkit.tournament") / "given_names.txt").read_text("utf-8").splitlines()
    assert lines == sorted({search_key(line) for line in lines})
    assert is_given_name("Łukasz")
    assert not is_given_name("Nowak")


@pytest.mark.parametrize(
    "headers",
    ["Apellidos;Nombre", "Cognome;Nome", "Nachname;Vorname", "Sobrenome;Nome", "Name;Vorname", "Nom;Prénom"],
)
def test_family_and_given_names_are_told_apart_in_six_languages(headers: str) -> None:
    (line,) = read_csv(f"{headers}\nGarcía;Ana\n")
    assert (line.name, line.first, line.last) == ("Ana García", "Ana", "García")


@pytest.mark.parametrize(
    "heading",
    [
        "Nombre y apellidos", "Apellidos y nombre", "Nombre completo", "Nom et prénom", "Prénom / Nom", "Nom complet",
        "Name and surname", "Surname, name", "First and last name", "What is your full name?", "Vor- und Nachname",
        "Name, Vorname", "Nome e cognome", "Cognome e nome", "Nome completo", "Nome e sobrenome", "Spieler",
        "Player name",
    ],
)  # fmt: skip
def test_a_heading_that_names_both_parts_of_a_name_is_one_of_full_names(heading: str) -> None:
    plain, turned = read_list(f'VEKN;"{heading}"\n1000001;Ana María López\n1000002;"García, Ana"\n')
    assert (plain.name, plain.first, plain.last, plain.vekn) == ("Ana María López", "", "", "1000001")
    assert (turned.name, turned.first, turned.last, turned.vekn) == ("Ana García", "Ana", "García", "1000002")


@pytest.mark.parametrize("heading", ["Family name", "What is your last name?", "Nom de famille", "Apellidos"])
def test_a_heading_of_a_part_of_a_name_stays_one(heading: str) -> None:
    (line,) = read_csv(f"First name;{heading}\nAna;García\n")
    assert (line.first, line.last) == ("Ana", "García")


@pytest.mark.parametrize("first", ["Player 1", "Name 0", "Gary Player", "Ana Nombrela García", "Roland Fischer"])
def test_the_first_of_a_pasted_list_is_somebody_whatever_the_name_holds(first: str) -> None:
    assert [line.name for line in read_list(f"{first}\nAnn Bell\n")] == [first, "Ann Bell"]


def test_a_number_in_the_first_line_is_no_heading() -> None:
    assert told(read_list("Gary Player;1000001\nAnn Bell;1000002\n")) == [
        ("Gary Player", "1000001", ""),
        ("Ann Bell", "1000002", ""),
    ]


def test_bullets_and_numbers_below_a_heading_are_no_part_of_names() -> None:
    read = read_list('Players:\n1. Ann Bell\n- Bo Cox, 1000002\n✅ Cy Dee (1000003)\n#4 Di Day, Ghent\n• "Fox, Eve"\n')
    assert told(read) == [
        ("", "", ""),
        ("Ann Bell", "", ""),
        ("Bo Cox", "1000002", ""),
        ("Cy Dee", "1000003", ""),
        ("Di Day", "", "Ghent"),
        ("Eve Fox", "", ""),
    ]
    assert [line.line for line in read] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("heading", ["Players", "Name", "Jugadores", "What is your name?", "Nombre y apellidos"])
def test_a_heading_above_a_pasted_list_is_nobody(heading: str) -> None:
    assert [line.name for line in read_list(f"{heading}\nAnn Bell\n") if line.name] == ["Ann Bell"]


def test_the_name_of_a_deck_is_nobodys() -> None:
    left, line = read_csv("What is your deck's name?,What is your name?,Discord username\nStealth,Ann Bell,annie\n")
    assert line.name == "Ann Bell"
    assert str(left.note) == "Columns that are not kept: What is your deck's name?, Discord username."


def test_a_cell_behind_the_last_heading_is_told() -> None:
    (line,) = read_csv("name,city\nAnn Bell,Ghent,late\n")
    assert str(line.note) == "Not kept: late."


def test_a_spreadsheet_is_read_as_the_table_that_it_is() -> None:
    rows = [["Apellidos", "Nombre", "VEKN", "Ciudad"], ["García", "Ana", 1000001, "Ávila"], [], ["Bell", "Ann\nMarie"]]
    file = open_list(workbook(Players=rows, Prices=[["Booster", 4]]))
    lines = [(line.name, line.last, line.vekn, line.city) for line in read_list(file.text)]
    assert lines == [("Ana García", "García", "1000001", "Ávila"), ("Ann Marie Bell", "Bell", "", "")]
    assert file.left_out == ("Prices",)


def test_headings_may_stand_below_a_title_and_on_another_sheet() -> None:
    rows = [["Players of Prague"], ["Name", "City"], ["Ann", "Ghent"]]
    file = open_list(workbook(Prices=[["Booster", 4]], List=rows))
    assert told(read_list(file.text)) == [("Ann", "", "Ghent")]
    assert file.left_out == ("Players of Prague", "Prices")


def test_a_spreadsheet_without_headings_is_read_as_if_it_were_pasted() -> None:
    file = open_list(workbook(Sheet=[["Ann Bell", 1000001], ["Bob Cole", 1000002]]))
    assert told(read_list(file.text)) == [("Ann Bell", "1000001", ""), ("Bob Cole", "1000002", "")]


def test_one_column_of_names_keeps_its_commas() -> None:
    file = open_list(workbook(Sheet=[["Name"], ["García, Ana"], ["Bell, Ann"]]))
    assert [line.name for line in read_list(file.text)] == ["Ana García", "Ann Bell"]


def test_of_an_archon_the_players_are_read() -> None:
    players = [["The Archon"]] * 5 + [["Num.", "First", "Last", "City", "V:EKN"]]
    players += [[1, "Ann", "Bell", "Ghent", 1000001], [2, "Bob", "Cole", "Lyon", 12], [3], [4]]
    file = open_list(workbook(Instructions=[["Name"], ["x"]], Methuselahs=players))
    assert told(read_list(file.text)) == [("Ann Bell", "1000001", "Ghent"), ("Bob Cole", "0000012", "Lyon")]


def rewritten(content: bytes, rewrite: Callable[[str], str]) -> bytes:
    """The workbook with each of its parts as another program writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, rewrite(old.read(part).decode()))
    return out.getvalue()


def calculated(content: bytes, *results: str) -> bytes:
    """The workbook with these results of its formulas, in their order, as a program writes them that calculates."""
    left = list(results)

    def known(text: str) -> str:
        pieces = re.split(r"<c r=\"(\w+)\"><f>(.*?)</f><v ?/?>(?:</v>)?</c>", text)
        whole = pieces[0]
        for cell, formula, rest in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            whole += f'<c r="{cell}" t="str"><f>{formula}</f><v>{left.pop(0)}</v></c>{rest}'
        return whole

    made = rewritten(content, known)
    assert not left
    return made


def repeated(content: bytes, times: int) -> bytes:
    """The workbook of one row with that row so many times, its cells without their names, as they may be."""

    def again(text: str) -> str:
        return re.sub(r"<row.*</row>", lambda row: re.sub(r' r="\w+"', "", row[0]) * times, text)

    return rewritten(content, again)


FORMULAS = [["Name", "VEKN", "City"], ["=C2&C3", 1000001, "Ghent"], ["Bob", "=B2+1", '=""'], ["=C4"]]


def test_a_formula_without_a_result_is_named_by_its_cell() -> None:
    file = open_list(workbook(Players=FORMULAS))
    assert str(file.unknown_sentence) == (
        "The file has no results for the formulas in A2, B3, C3, A4. Open it in a "
        "spreadsheet program, save it, and choose it again."
    )
    assert told(read_list(file.text)) == [("", "1000001", "Ghent"), ("Bob", "", "")]
    with pytest.raises(BadValue, match="no results for the formulas in A1, A2, A3, A4, A5, A6 and 3 more"):
        open_list(workbook(Players=[["=B1"]] * 9))


def test_formulas_with_their_results_are_read_as_these() -> None:
    file = open_list(calculated(workbook(Players=FORMULAS), "Ann", "1000002", "", "Cy"))
    assert file.unknown_sentence is None
    assert told(read_list(file.text)) == [("Ann", "1000001", "Ghent"), ("Bob", "1000002", ""), ("Cy", "", "")]


INSTEAD = "Choose a list saved as CSV, XLSX or plain text."


def archive(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as whole:
        for name, text in parts.items():
            whole.writestr(name.replace("_", "."), text)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7\n", f"This is a PDF document, not a list of players. {INSTEAD}"),
        (
            b'{\n "format": "vtes-toolkit tournament"',
            f"This is JSON of something else, not a list of players. {INSTEAD}",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"This is an old office document, not a list of players. {INSTEAD}"),
        (b"Ann\n" * 200 + b"\0", f"This is a binary file, not a list of players. {INSTEAD}"),
        (
            archive(mimetype="application/vnd.oasis.opendocument.spreadsheet", content_xml="<x/>"),
            "This is an OpenDocument file, not a list of players. Save it as XLSX or CSV.",
        ),
        (
            archive(players_csv="Name\nAnn\n"),
            "This is an archive, not a list of players. Unpack it and give the file inside.",
        ),
        (
            b"PK\x03\x04" + b"\0" * 50,
            "This is an archive that breaks off or cannot be unpacked, not a list of players. "
            "Copy or download it again, or save it again as XLSX in a spreadsheet program.",
        ),
        (lambda: workbook(Sheet=[]), "There is no player in that file."),
        (lambda: workbook(Sheet=[["Name"], *[["Ann"]] * 5_000]), "A list has at most 5,000 lines: this one has 5,001."),
        (lambda: workbook(Sheet=[["Name", *["x"] * 100]]), "A list has at most 100 columns."),
        (lambda: repeated(workbook(Sheet=[[1] * 101]), 1_000), "This workbook has more than 100,000 cells."),
        (b"name\n" + b"x" * 3_000_000, "The list has 3,000,005 characters; at most 2,000,000 are read."),
    ],
    ids=["pdf", "json", "xls", "binary", "ods", "zip", "cut", "empty", "long", "wide", "cells", "characters"],
)
def test_a_file_that_is_something_else_is_called_by_its_name(content: bytes | Callable[[], bytes], said: str) -> None:
    made = content() if callable(content) else content
    with pytest.raises(BadValue) as refused:
        read_list(open_list(made).text)
    assert str(refused.value.message) == said


def test_a_form_s_own_number_and_the_empty_name_of_an_account_are_no_player_s() -> None:
    content = "ID,Start time,Email,Name,Your name,VEKN number\n1,10:00,anonymous,,Ann Bell,1000001\n"
    left, line = read_csv(content)
    assert (line.name, line.vekn) == ("Ann Bell", "1000001")
    assert str(left.note) == "Columns that are not kept: ID, Start time, Email, Name."
    assert read_csv("Name,ID\nAnn Bell,1000001\n")[0].vekn == "1000001"


def test_the_questions_of_a_form_are_understood_and_other_columns_told() -> None:
    content = "Timestamp,What is your full name?,What is your V:EKN number?,Vegetarian?\n1,Ann Bell,1000001,yes\n"
    left, line = read_csv(content)
    assert (line.name, line.vekn) == ("Ann Bell", "1000001")
    assert (left.name, str(left.note)) == ("", "Columns that are not kept: Timestamp, Vegetarian?.")


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
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_columns_are_found_by_their_headers(content, encoding) -> None:
    (line,) = read_csv(open_list(content.encode(encoding)).text)
    assert (line.name, line.vekn, line.city) == ("Ann Bell", "3200001", "Ghent")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"%PDF-1.7", "wrong_encoding"),
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
        read_csv(open_list(content).text)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "\n \n", "x\n" * 6000])
def test_a_pasted_list_that_is_none_is_refused(text) -> None:
    with pytest.raises(BadValue):
        read_pasted(text)
