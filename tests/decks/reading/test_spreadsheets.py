"""Tables as spreadsheets and people write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.spreadsheets import workbook
from toolkit.decks.model import Reading

type Read = Callable[[str | bytes], Reading]


def copies(reading: Reading) -> dict[str, int]:
    return {entry.card.unique_name: entry.count for entry in reading.deck.entries}


QUOTED = {
    '"Inez "Nurse216" Villagrande",2': 'Inez "Nurse216" Villagrande',
    '"Scapelli, The Family "Mechanic"",2': 'Scapelli, The Family "Mechanic"',
    '"Scapelli, The Family ""Mechanic""",2': 'Scapelli, The Family "Mechanic"',
    '""Coach" Tyrone Soros",2': '"Coach" Tyrone Soros',
    '"Pier 13, Port of Baltimore", "2"': "Pier 13, Port of Baltimore",
    '.44 Magnum,"2"': ".44 Magnum",
}


@pytest.mark.parametrize(("row", "name"), QUOTED.items())
@pytest.mark.parametrize("other", ['"Fame",3', '"Felix "Fix" Hessian",3'])
def test_a_quoted_name_may_hold_bare_quotes(reading_of: Read, row: str, name: str, other: str) -> None:
    reading = reading_of(f'"Card Name","Number"\n{row}\n{other}\n')
    assert copies(reading) == {name: 2, other[1:].rpartition('"')[0]: 3}
    assert (reading.rewrites, reading.problems, reading.list_format) == ((), (), "csv")


def test_a_quote_that_nothing_closes_ends_no_table(reading_of: Read) -> None:
    reading = reading_of('Name,Count\n"Villein,2\nFame,3\nDodge,4\n')
    assert copies(reading) == {"Villein": 2, "Fame": 3, "Dodge": 4}
    assert (reading.lines.total, reading.lines.cards) == (4, 3)


PIER = "Pier 13, Port of Baltimore"
ODD = {
    "a title above": "My deck\n\nName,Count\nFame,3\nVillein,4\n",
    "a title with separators": "My deck;;\n;;\nCount;Name;Type\n3;Fame;Master\n\n4;Villein;Master\n",
    "tabs below a title": "My deck\nQty\tCard\tType\n3\tFame\tMaster\n4\tVillein\tMaster\n",
    "copies behind, no header": "Fame,Master,3\nVillein,Master,4\n",
    "names behind, no header": "3,Master,Fame\n4,Master,Villein\n",
    "further columns": "Set,Name,Type,Discipline,Count,Notes\nJyhad,Fame,Master,,3,good\nAH,Villein,Master,,4,\n",
    "signs with the copies": "Count,Name\n3x,Fame\nx4,Villein\n",
    "numbered rows": "#,Name,Count\n1,Fame,3\n2,Villein,4\n",
    "numbered rows, no header": "1,Fame,3\n2,Villein,4\n3,Fame,0\n".replace("3,Fame,0\n", "3,Deny,2\n"),
    "empty rows": "Count,Name\n3,Fame\n,\n\n4,Villein\n,,\n",
    "a sum": "Count,Name\n3,Fame\n4,Villein\n7,Total\n",
    "headings between": "Count,Name\nMaster (7),\n3,Fame\nLibrary,\n4,Villein\n",
    "headers twice": "Library\nCount,Name\n3,Fame\n\nMaster\nName,Count\nVillein,4\n",
    "side by side": "Count,Name,Count,Name\n3,Fame,4,Villein\n",
    "side by side, no header": "3,Fame,4,Villein\n2,Deny,1,Dodge\n",
    "a sign behind the comma": "Fame,x3\nVillein,x4\n",
    "a French header": "Quantité;Nom\n3;Fame\n4;Villein\n",
}
MORE = {"numbered rows, no header": {"Deny": 2}, "side by side, no header": {"Deny": 2, "Dodge": 1}}


@pytest.mark.parametrize("form", ODD)
def test_every_row_of_an_odd_table_is_read(reading_of: Read, form: str) -> None:
    reading = reading_of(ODD[form])
    assert copies(reading) == {"Fame": 3, "Villein": 4} | MORE.get(form, {})
    assert (reading.unresolved, reading.ignored, reading.list_format) == ((), (), "csv")
    assert reading.lines.total + reading.lines.blank == ODD[form].count("\n")


def test_a_table_says_which_part_a_row_is_in(reading_of: Read) -> None:
    for text in (
        "Count,Crypt,Count,Library\n12,Anson,3,Fame\n,,4,Villein\n",
        "Count,Name\nCrypt,\n12,Anson\nLibrary,\n3,Fame\n4,Villein\n",
        "Crypt\nCount,Name\n12,Anson\n\nLibrary\nCount,Name\n3,Fame\n4,Villein\n",
    ):
        reading = reading_of(text)
        assert [(entry.card.name, entry.count) for entry in reading.deck.crypt] == [("Anson", 12)]
        assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Fame", 3), ("Villein", 4)]
        assert (reading.unresolved, reading.ignored) == ((), ())


def test_a_comma_in_a_name_without_quotation_marks_parts_no_card(reading_of: Read) -> None:
    reading = reading_of(f"Set,Name,Type,Count\nJyhad,Fame,Master,3\nBlood Shadowed Court,{PIER},Master,4\n")
    assert copies(reading) == {"Fame": 3, PIER: 4}


TOLD = {
    "Count,Name\n3,Fame\n,Villein\n": ["Villein"],
    "Count,Name\n3,Fame\n2,Vilein\n": ["Vilein"],
    "Name,Count,Type\nFame,3,Master\n,,Villein\n": ["Villein"],
    "Villein,My deck\nName,Count\nFame,3\n": ["Villein"],
    "12x Nana Buruku, 3x Fame, 60, 2x Villein": ["60"],
}


@pytest.mark.parametrize(("text", "names"), TOLD.items())
def test_a_row_that_may_name_a_card_is_open(reading_of: Read, text: str, names: list[str]) -> None:
    reading = reading_of(text)
    assert [line.text for line in reading.unresolved] == names
    assert copies(reading)["Fame"] == 3


BOOKS: dict[str, dict[str, list[list[object]]]] = {
    "a title and a header": {
        "Deck": [["My deck"], [], ["Card", "Type", "Copies"], ["Fame", "Master", 3], [], [PIER, "", 4]]
    },
    "a title": {"Deck": [["My deck"], ["Fame", 3], [PIER, 4]]},
    "further columns": {"Library": [["Master", 3, "Fame", "AH"], ["Master", 4, PIER, ""]]},
    "two sheets": {"Library (3)": [[3, "Fame"]], "More": [["Copies", "Name"], [4, PIER]]},
    "side by side": {"Deck": [[3, "Fame", None, 4, PIER]]},
    "as a list": {"Deck": [["3x Fame"], [f"4x {PIER}"]]},
    "a sideboard": {"Deck": [[3, "Fame"], [4, PIER]], "Sideboard": [[2, "Deny"]]},
}


@pytest.mark.parametrize("sheets", BOOKS.values(), ids=BOOKS)
def test_every_row_of_an_odd_workbook_is_read(reading_of: Read, sheets: dict[str, list[list[object]]]) -> None:
    reading = reading_of(workbook(**sheets))
    assert copies(reading) == {"Fame": 3, PIER: 4}
    assert reading.unresolved == ()
    assert [line.text for line in reading.ignored] == (["2, Deny"] if "Sideboard" in sheets else [])


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[1, "Fame"]] * 2_001, "A list has at most 2,000 lines."),
        ([[3, "Fame"], [*[""] * 30, "4 Deflection"]], "A list has at most 30 columns."),
    ],
)
def test_what_is_too_large_a_table_is_refused_not_cut(reading_of: Read, rows: list[list[object]], told: str) -> None:
    assert [problem.message for problem in reading_of(workbook(Deck=rows)).problems] == [told]


def test_a_table_as_large_as_may_be_is_read_to_its_last_row(reading_of: Read) -> None:
    rows: list[list[object]] = [["", ""]] * 1_999 + [[3, "Fame", *[""] * 60]]
    assert copies(reading_of(workbook(Deck=rows))) == {"Fame": 3}


def test_a_row_that_sums_up_a_part_is_no_card(reading_of: Read) -> None:
    reading = reading_of("Qty\tCard\n12\tAnson\n12\tTotal crypt\n60\tVillein\n60\tTotal library\n2\tTotal Insanty\n")
    assert copies(reading) == {"Anson": 12, "Villein": 60}
    assert [line.text for line in reading.unresolved] == ["Total Insanty"]


def test_a_figure_with_several_minus_signs_is_no_number_and_no_crash(reading_of: Read) -> None:
    reading = reading_of('2,"Fame",100698\n----2,"Hand Contract",100880\n2,"Villein",102113\n')
    assert "Hand Contract" in " ".join(line.text for line in (*reading.unresolved, *reading.unread))
