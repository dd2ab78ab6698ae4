"""What is no decklist gets a sentence, never an exception, and nothing of it becomes a card."""

from __future__ import annotations

import io
import re
import time
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from tests.spreadsheets import wicked
from toolkit.decks.model import ProblemCode, Reading
from toolkit.decks.reading import ListFormat
from toolkit.decks.reading.forms.links import UnknownAddress, remote_deck

Read = Callable[[str | bytes], Reading]


def archive(name: str, content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr(name, content)
    return stream.getvalue()


BOMB = '<!DOCTYPE deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><deck><name>&b;</name></deck>'
OUTSIDE = '<!DOCTYPE deck [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><name>&x;</name></deck>'

NO_DECKS: list[tuple[str, str | bytes, str]] = [
    ("nothing", "", "empty"),
    ("no bytes", b"", "empty"),
    ("blanks", " \n\t\n\u00a0\n", "empty"),
    ("prose", "Hello there,\nthis is a letter.\n", "names a card"),
    ("a page", "<!DOCTYPE html><html><body><p>Hello</p></body></html>", "web page"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "picture"),
    ("a document", b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    ("a program", b"\x7fELF\x02\x01\x01\x00\x00", "program"),
    ("rich text", b"{\\rtf1\\ansi 2x Fame\\par}", "rich text"),
    ("rich text, pasted", "{\\rtf1\\ansi 2x Fame\\par}", "rich text"),
    ("binary", bytes(range(256)) * 4, "binary"),
    ("an unknown .fdb", b"FDB\x00\x01\x00\x00\x02\x10Govern the Unaligned\x00", "binary"),
    ("zeros in text", "2x Fame\x00\x00", "binary"),
    ("odd UTF-16", b"\xff\xfe2\x00x\x00 ", "UTF-16"),
    ("half a UTF-8", b"\xef\xbb\xbf2x Fame \xff\xff", "UTF-8"),
    ("an archive", archive("list.txt", b"2x Fame"), "archive"),
    ("a cut archive", b"PK\x03\x04" + b"\x00" * 50, "breaks off"),
    ("a false workbook", archive("xl/workbook.xml", b"<x>"), "cannot be read"),
    ("a workbook with entities", archive("xl/workbook.xml", BOMB.encode()), "entities"),
    ("a bomb", archive("xl/workbook.xml", b"\x00" * 9_000_000), "too large"),
    ("cut JSON", '{"cards": {"100009": 2', "wrong at line 1"),
    ("deep JSON", "[" * 100_000 + '"', "nested"),
    ("a JSON list", '[{"cards": {}}]', "not one deck"),
    ("other JSON", '{"hello": "world"}', "neither cards"),
    ("empty JSON", '{"name": "x", "cards": {}}', "no card"),
    ("cut XML", "<deck><crypt>", "breaks off"),
    ("XML with entities", BOMB, "entities"),
    ("XML with a file", OUTSIDE, "entities"),
    ("other XML", '<?xml version="1.0"?><rss></rss>', "not a deck"),
    ("a far address", "https://example.com/deck/1", "example.com"),
    ("a near address", "https://vdb.im/decks/0123456789abcdef0123456789abcdef", "Fetch it first"),
]


@pytest.mark.parametrize(("source", "said"), [row[1:] for row in NO_DECKS], ids=[row[0] for row in NO_DECKS])
def test_no_deck_gets_a_sentence(reading_of: Read, source: str | bytes, said: str) -> None:
    reading = reading_of(source)
    assert not list(reading.deck.entries)
    assert [problem.code for problem in reading.problems] == [ProblemCode.NOT_A_DECK]
    assert said in reading.problems[0].message
    assert reading.problems[0].message.endswith(".")


def workbook(rows: str, dimension: str = "A1") -> bytes:
    """A workbook of one sheet with those rows, whatever it declares about their size."""
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f'<dimension ref="{dimension}"/><sheetData>{rows}</sheetData></worksheet>'
    )
    whole, stream = io.BytesIO(), io.BytesIO()
    Workbook().save(whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else old.read(name))
    return stream.getvalue()


NUMBER = "<c><v>2</v></c>"


@pytest.mark.parametrize(
    "rows",
    [f"<row>{NUMBER * 400_000}</row>", f"<row>{NUMBER * 250}</row>" * 801, "<row>" + "<c/>" * 1_300_000 + "</row>"],
    ids=["in one row", "in many rows", "empty ones"],
)
def test_a_workbook_of_too_many_cells_is_refused_unread(
    reading_of: Read, monkeypatch: pytest.MonkeyPatch, rows: str
) -> None:
    source = workbook(rows)
    assert len(source) < 30_000
    monkeypatch.setattr("openpyxl.reader.excel.ExcelReader.read", pytest.fail)
    tracemalloc.start()
    problems = reading_of(source).problems
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [problem.message for problem in problems] == ["This workbook has more than 100,000 cells."]
    assert most < 32 * 1024 * 1024


@pytest.mark.parametrize(
    "rows", ["<row/>" * 401_000, '<mergeCell ref="A1:B1"/>' * 101_000], ids=["rows", "merged cells"]
)
def test_a_workbook_of_too_many_rows_or_other_tags_is_refused_unread(
    reading_of: Read, monkeypatch: pytest.MonkeyPatch, rows: str
) -> None:
    monkeypatch.setattr("openpyxl.reader.excel.ExcelReader.read", pytest.fail)
    (problem,) = reading_of(workbook(rows)).problems
    assert problem.message == "This workbook is too large when unpacked."


@pytest.mark.parametrize("name", wicked())
def test_no_small_workbook_takes_long(reading_of: Read, name: str) -> None:
    started = time.thread_time()
    (problem, *_) = reading_of(wicked()[name]).problems
    assert time.thread_time() - started < 3
    if name != "as many texts as are read":
        assert re.search("too large when unpacked|a part that cannot be read", problem.message)


# What is looked for between cards would be looked for at each blank, or each column, anew.
WIDE = {
    "blanks": "1x " + 250_000 * " " + "x",
    "tabs": "1x Fame" + 250_000 * "\t" + "x",
    "a page's blanks": "<html><pre>1x " + 200_000 * " " + "x</pre></html>",
    "bars": "1x " + 125_000 * "| " + "x",
    "columns": "Crypt\tLibrary\n" + 125_000 * "a\t",
    "blanks above a list": 50 * f"12{4_800 * ' '}x\n" + "Crypt\n12x Anson\nLibrary\n20x Fame\n20x Deny\n20x Vessel\n",
}


@pytest.mark.parametrize("name", WIDE)
def test_no_wide_line_takes_long(reading_of: Read, name: str) -> None:
    started = time.thread_time()
    reading_of(WIDE[name])
    assert time.thread_time() - started < 2


def test_a_workbook_may_declare_more_cells_than_it_has(reading_of: Read) -> None:
    rows = '<row r="1"><c><v>2</v></c><c t="inlineStr"><is><t>Fame</t></is></c></row>'
    reading = reading_of(workbook(rows, "A1:XFD1048576"))
    assert [(entry.card.name, entry.count) for entry in reading.deck.entries] == [("Fame", 2)]


TOO_LARGE: list[tuple[str, str | bytes, str]] = [
    ("text", "2x Fame\n" * 40_000, "320,000 characters"),
    ("bytes", b"2x Fame\n" * 70_000, "560,000 characters"),
    ("lines", "2x Fame\n" * 2_001, "2,001 lines"),
]


@pytest.mark.parametrize(("source", "said"), [row[1:] for row in TOO_LARGE], ids=[row[0] for row in TOO_LARGE])
def test_too_much_is_refused(reading_of: Read, source: str | bytes, said: str) -> None:
    reading = reading_of(source)
    assert not list(reading.deck.entries)
    assert [problem.code for problem in reading.problems] == [ProblemCode.TOO_LARGE]
    assert said in reading.problems[0].message


def test_a_line_of_401_characters_among_the_cards_is_a_fault(reading_of: Read) -> None:
    reading = reading_of(f"2x Fame\n2x {'a' * 398}\n1x Dodge\n")
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.TOO_LARGE, 2)]
    assert "401 characters" in reading.problems[0].message
    assert reading.deck.library_count == 3


def test_a_long_description_is_read(reading_of: Read) -> None:
    reading = reading_of(f"Deck Name: X\nDescription: {'words ' * 100}\n\nCrypt (1)\n1x Zip\n\nLibrary (1)\n1x Fame\n")
    assert not reading.problems
    assert len(reading.deck.description) > 500


def test_more_than_200_copies_of_a_card_are_a_fault(reading_of: Read) -> None:
    assert not reading_of("99x Fame\n99x Fame\n2x Fame\n").problems
    reading = reading_of("99x Fame\n99x Fame\n3x Fame\n")
    assert [problem.code for problem in reading.problems] == [ProblemCode.TOO_LARGE]
    assert "201 copies of Fame" in reading.problems[0].message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"])
def test_an_encoding_is_found_out(reading_of: Read, encoding: str) -> None:
    text = "Crypt\n2x Gaël Pilet\n1x Dónal O'Connor (G6)\nLibrary\n3x Fame\n2x Rötschreck\n"
    reading = reading_of(text.encode(encoding))
    assert not reading.problems
    assert (reading.deck.crypt_count, reading.deck.library_count) == (3, 5)


def test_json_counts_that_cannot_be_are_faults(reading_of: Read) -> None:
    reading = reading_of(
        '{"crypt": [{"id": 200076, "number": 2.5}, {"id": 200076, "number": 999999999999}], "library": []}'
    )
    assert [problem.code for problem in reading.problems] == [ProblemCode.BAD_COUNT] * 2


def test_a_number_of_no_card_is_named(reading_of: Read) -> None:
    reading = reading_of('{"cards": {"199999": 2, "100588": 1}}')
    assert [problem.code for problem in reading.problems] == [ProblemCode.UNKNOWN_CARD]
    assert "199999" in reading.problems[0].message


ADDRESSES = [
    (
        "https://vdb.im/decks/0123456789abcdef0123456789abcdef",
        "https://vdb.im/api/deck/0123456789abcdef0123456789abcdef",
    ),
    ("https://vdb.im/decks?id=abcdef123", "https://vdb.im/api/deck/abcdef123"),
    ("https://vdb.im/decks/V5L:PL", "https://vdb.im/api/deck/V5L:PL"),
    ("http://vdb.smeea.casa/decks/abcdef123", "https://vdb.im/api/deck/abcdef123"),
    ("https://vtesdecks.com/deck/some-deck-1", "https://api.vtesdecks.com/1.0/decks/some-deck-1"),
    ("https://amaranth.vtes.co.nz/#deck/0a-1b", "https://amaranth.vtes.co.nz/api/deck?id=0a-1b"),
    ("https://amaranth.vtes.co.nz/deck/0a-1b", "https://amaranth.vtes.co.nz/api/deck?id=0a-1b"),
]


@pytest.mark.parametrize(("address", "fetched"), ADDRESSES)
def test_an_address_tells_where_its_deck_is_fetched(address: str, fetched: str) -> None:
    assert remote_deck(address).fetch_url == fetched


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/decks/1",
        "https://vdb.im.example.com/decks/abc",
        "https://user@example.com:80/decks/abc",
        "https://vdb.im@example.com/decks/abc",
        "file:///etc/passwd",
        "ftp://vdb.im/decks/abc",
        "https://vdb.im/decks/../../admin",
        "https://vdb.im/decks/a%2fb",
        "https://vdb.im/decks/",
        "https://vdb.im/",
        "https://[vdb.im/decks/1",
        "https://vdb.im:99999/decks/1",
        "https://169.254.169.254/decks/1",
        "https://vdb.im/decks/" + "a" * 500,
    ],
)
def test_no_other_address_is_fetched(address: str) -> None:
    with pytest.raises(UnknownAddress):
        remote_deck(address)


def test_what_has_no_card_has_no_list_format(reading_of: Read) -> None:
    assert reading_of("hello").list_format is ListFormat.UNKNOWN


def test_a_page_of_too_many_lines_is_refused_and_empty_ones_do_not_count(reading_of: Read) -> None:
    cards = "<pre>Crypt\n12x Nathan Turner\nLibrary\n60x Deny\n</pre>"
    assert reading_of(f"{'<br>' * 3_000}{cards}").deck.library_count == 60
    (problem,) = reading_of(f"{'<p>word</p>' * 3_000}{cards}").problems
    assert problem.code is ProblemCode.TOO_LARGE


@pytest.mark.parametrize("source", [None, 7, ["2x Fame"]])
def test_what_is_neither_text_nor_bytes_is_the_callers_fault(reading_of: Read, source: object) -> None:
    with pytest.raises(TypeError, match="text or bytes"):
        reading_of(source)  # type: ignore[arg-type]


def test_a_version_that_never_was_above_the_cards_is_open(reading_of: Read) -> None:
    reading = reading_of("Nathan Turner (G1)\nsome words\n2x Fame\n")
    assert [line.text for line in reading.unresolved] == ["Nathan Turner (G1)"]
