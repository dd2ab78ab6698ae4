"""The organizer's own workbook filled in: nothing but what is typed and computed changes, and every value is right."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.exchange.events import played, prague
from tests.exchange.template import PROTECTED, archon, unshared
from tests.soak import part
from toolkit.exchange.archon.model import SHEETS, Book, book_of
from toolkit.exchange.archon.reading import NoArchonWorkbook, read_book
from toolkit.exchange.archon.template import check_template, fill_template
from toolkit.exchange.archon.writing import write_book

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
# What the spec lets change beside the sheets that are filled in.
CHANGED = {"xl/workbook.xml", "xl/sharedStrings.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"}
UNTOUCHED_SHEETS = {1, 12, 13, 14}


@cache
def filled(book: Book) -> bytes:
    return fill_template(archon(), book, at=AT)


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@cache
def sheets(content: bytes, *, values: bool) -> dict[str, Worksheet]:
    file = openpyxl.load_workbook(io.BytesIO(content), data_only=values)
    return {sheet.title: sheet for sheet in file.worksheets}


@pytest.mark.walk
@pytest.mark.parametrize(("players", "rounds"), part([(13, 2), (33, 3)], of=2))
def test_what_is_typed_comes_back_and_the_chart_s_seats_are_gone(players: int, rounds: int) -> None:
    book = book_of(played(players, seed=players, rounds=rounds).state)
    assert read_book(filled(book)) == book
    formulas = sheets(filled(book), values=False)
    for number in (1, 2, 3):
        left = [cell.value for row in formulas[f"Round {number}"]["A7:A306"] for cell in row]
        assert [value for value in left if isinstance(value, str)] == []
        seats = sum(map(len, book.rounds[number - 1])) if number <= rounds else 0
        assert len([value for value in left if value]) == seats


def test_every_formula_is_kept_with_the_value_that_our_own_workbook_has_there() -> None:
    book = book_of(played(26, seed=3, rounds=3).state)
    ours, theirs = sheets(write_book(book, at=AT), values=True), sheets(filled(book), values=True)
    before, after = sheets(archon(), values=False), sheets(filled(book), values=False)
    compared = 0
    for name in ("Tournament Info", "Methuselahs", "Standings", "Round 1", "Round 3", "Final Round", "VEKN Report"):
        for row in before[name].iter_rows():
            for cell in row:
                formula = after[name][cell.coordinate].value
                if cell.data_type != "f" or not isinstance(formula, str) or not formula.startswith("="):
                    continue
                assert formula == cell.value, (name, cell.coordinate)
                mine = ours[name][cell.coordinate].value
                if mine is not None:
                    assert theirs[name][cell.coordinate].value == mine, (name, cell.coordinate)
                    compared += 1
    # Six hundred and more of the players alone, and each seat of two rounds with over twenty.
    assert compared > 26 * 20 + 2 * 26 * 20


def test_rows_without_a_player_come_to_nothing() -> None:
    values = sheets(filled(book_of(prague())), values=True)
    for name, cells in {"Methuselahs": "F20:L306", "Round 1": "F22:U306", "Round 3": "B7:D306"}.items():
        assert {cell.value for row in values[name][cells] for cell in row} <= {None, ""}, name
    assert values["Methuselahs"]["Q20"].value == -10
    assert values["Round 1"]["F16"].value in (None, ""), "the fifth seat of a table of four"


def test_all_other_parts_go_on_byte_for_byte() -> None:
    before, after = parts(archon()), parts(filled(book_of(prague())))
    sheets_changed = {f"xl/worksheets/sheet{n}.xml" for n in range(1, 15) if n not in UNTOUCHED_SHEETS}
    assert before.keys() - after.keys() == {"xl/calcChain.xml"}
    assert after.keys() - before.keys() == set()
    assert {name for name in after if after[name] != before[name]} == CHANGED | sheets_changed
    for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        assert b"calcChain" in before[name]
        assert b"calcChain" not in after[name]
    assert b'fullCalcOnLoad="1"' in after["xl/workbook.xml"]
    assert b"MPlayerNo" in after["xl/workbook.xml"]


def test_protection_validations_comments_and_looks_stay() -> None:
    after = sheets(filled(book_of(prague())), values=False)
    assert [name for name in SHEETS if after[name].protection.sheet] == [*PROTECTED]
    info, players = after["Tournament Info"], after["Methuselahs"]
    assert [str(one.sqref) for one in info.data_validations.dataValidation] == ["B8"]
    assert info["B3"].comment is not None
    assert info["B3"].comment.text == "As on the calendar"
    assert (info["B4"].number_format, info["B4"].value) == ("dd-mmm-yy", datetime(2026, 11, 21))
    assert players["A6"].font.b
    assert (players["E7"].number_format, players["E7"].value) == ("0000000", 1000001)
    assert not after["Round 1"]["A9"].protection.locked


def test_a_formula_shared_with_a_cell_that_is_typed_into_is_written_out() -> None:
    before = parts(archon())["xl/worksheets/sheet5.xml"]
    assert before.count(b't="shared"') == 301
    after = sheets(filled(book_of(prague())), values=False)["Round 1"]
    assert after["A310"].value == "='Optimal Seating 3R+F'!C312"


def test_the_same_event_gives_the_same_bytes() -> None:
    book = book_of(prague())
    assert fill_template(archon(), book, at=AT) == fill_template(archon(), book, at=AT)


def test_a_file_whose_texts_stand_in_their_cells_is_filled_in_too() -> None:
    book = book_of(prague())
    assert "xl/sharedStrings.xml" not in parts(unshared())
    assert read_book(fill_template(unshared(), book, at=AT)) == book


def test_a_name_is_a_text_whatever_it_looks_like() -> None:
    book, names = book_of(prague()), ["=SUM(A1)", "<b>&amp;", "a;b,c\"d'", "李", "x" * 70]
    odd = tuple(replace(one, last=text) for one, text in zip(book.players, names, strict=False))
    named = replace(book, players=(*odd, *book.players[len(odd) :]))
    assert read_book(filled(named)) == named
    assert sheets(filled(named), values=False)["Methuselahs"]["C7"].data_type == "s"


def with_part(name: str, content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, old in {**parts(archon()), name: content}.items():
            archive.writestr(part, old)
    return stream.getvalue()


def with_text(name: str, old: bytes, new: bytes) -> bytes:
    assert parts(archon())[name].count(old) == 1
    return with_part(name, parts(archon())[name].replace(old, new))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            lambda: with_text("xl/workbook.xml", b'name="Override"', b'name="Extra"'),
            "1.5l: sheet 9 is “Extra”, not “Override”.",
        ),
        (
            lambda: with_text("xl/sharedStrings.xml", b"<t>City:</t>", b"<t>Town:</t>"),
            "1.5l: Tournament Info A7 is “Town:”, not “City:”.",
        ),
        (lambda: with_part("xl/vbaProject.bin", b"\xd0\xcf"), "This workbook has macros: an Archon has none."),
        (lambda: with_part("xl/worksheets/sheet3.xml", b"<x"), "with a part that cannot be read, not an Archon"),
        (
            lambda: with_part("xl/worksheets/sheet3.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
            "declares a document type or",
        ),
        (lambda: with_part("xl/media/large.bin", bytes(21 * 1024 * 1024)), "too large when unpacked"),
        (lambda: b"%PDF-1.7", "This is a PDF document, not an Archon workbook."),
    ],
)
def test_what_cannot_be_filled_in_says_why(content: Callable[[], bytes], sentence: str) -> None:
    with pytest.raises(NoArchonWorkbook) as refused:
        check_template(content())
    assert sentence in str(refused.value)
