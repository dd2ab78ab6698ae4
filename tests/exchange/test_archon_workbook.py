"""The Archon workbook: written and read back identically, and understood by readers made from their descriptions."""

from __future__ import annotations

import io
import random
import zipfile
from datetime import UTC, date, datetime
from functools import cache

import openpyxl
import pytest

from tests.exchange.events import announced, played, prague
from tests.soak import part
from tests.spreadsheets import workbook
from tests.tournament.organizer import Organizer
from toolkit.exchange.archon.events import tournament_of
from toolkit.exchange.archon.model import SHEETS, Book, BookPlayer, BookSeat, Override, book_of
from toolkit.exchange.archon.reading import NoArchonWorkbook, read_book
from toolkit.exchange.archon.writing import write_book
from toolkit.scoring import victory_points_number
from toolkit.tournament import PlayerStatus
from toolkit.tournament.configuration import EventKind, Official
from toolkit.tournament.standings import standings

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
type Grid = dict[str, list[tuple[object, ...]]]


@cache
def written(book: Book) -> bytes:
    return write_book(book, at=AT)


def grid(content: bytes) -> Grid:
    """The values that are kept in the file, as every reader of values sees them: rows and columns from 0."""
    file = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in file.worksheets}


def cell(values: Grid, sheet: str, row: int, column: int) -> object:
    rows = values[sheet]
    return rows[row - 1][column] if row <= len(rows) and column < len(rows[row - 1]) else None


@pytest.mark.walk
@pytest.mark.parametrize(
    ("players", "rounds"),
    part([(8, 2), (12, 3), (13, 2), (14, 3), (15, 2), (33, 3), (120, 2), (201, 3), (300, 2)], of=5),
)
def test_every_size_goes_into_a_workbook_and_back(players: int, rounds: int) -> None:
    book = book_of(played(players, seed=players, rounds=rounds).state)
    assert (len(book.players), len(book.rounds), len(book.final)) == (players, rounds, 5)
    assert read_book(written(book)) == book


@pytest.mark.parametrize("seed", range(12))
def test_whatever_can_be_typed_comes_back(seed: int) -> None:
    dice = random.Random(seed)
    count = dice.randrange(8, 41)
    names = ["Élise", "O'Mor-Eau", "=SUM(A1)", "+1", "x" * 70, "Ana María", "李", 'a;b,c"d', "@x", "<b>&amp;"]
    numbers = list(range(1, count + 1))

    def table(size: int) -> tuple[BookSeat, ...]:
        return tuple(BookSeat(dice.choice(numbers), dice.randrange(-2, 11)) for _ in range(size))

    def tables() -> tuple[tuple[BookSeat, ...], ...]:
        dice.shuffle(numbers)
        seats = iter(numbers)
        sizes = [dice.choice((4, 5)) for _ in range(count // 5)]
        return tuple(tuple(BookSeat(next(seats), dice.randrange(-1, 11)) for _ in range(size)) for size in sizes)

    book = Book(
        name=dice.choice(names),
        date=dice.choice([None, date(2026, 2, 28)]),
        organizer=dice.choice(["", *names]),
        organizer_vekn=dice.choice(["", "0000012"]),
        city=dice.choice(names),
        is_limited=dice.random() < 0.5,
        warnings=dice.randrange(4),
        disqualifications=dice.randrange(2),
        judges=tuple(Official(name=dice.choice(names), vekn="3200009") for _ in range(dice.randrange(11))),
        players=tuple(
            BookPlayer(
                first=dice.choice(names),
                last=dice.choice(["", *names]),
                city=dice.choice(["", *names]),
                vekn=dice.choice(["", f"{number:07}"]),
                flag=dice.choice(["", "", "", "DQ", "Unavailable"]),
                toss=dice.choice([0, 0, 0, number]),
            )
            for number in range(1, count + 1)
        ),
        rounds=tuple(tables() for _ in range(dice.choice((2, 3)))),
        final=tuple(BookSeat(number, dice.randrange(0, 5)) for number in dice.sample(numbers, dice.choice((4, 5)))),
        overrides=tuple(Override(dice.choice("12F"), dice.randrange(1, 9), names[0]) for _ in range(dice.randrange(3))),
        notes=tuple(dice.choice(names) for _ in range(dice.randrange(4))),
    )
    assert read_book(written(book)) == book


def test_the_same_event_gives_the_same_bytes() -> None:
    book = book_of(prague())
    assert write_book.__wrapped__(book, at=AT) == write_book.__wrapped__(book, at=AT)


def test_the_sheets_are_those_of_the_archon_in_its_order() -> None:
    assert tuple(grid(written(book_of(prague())))) == SHEETS


def of_av(values: Grid) -> tuple[list[object], list[list[object]], list[list[tuple[object, object]]]]:
    """A reader of sheets by their position: players, seats until the first empty row, the final's points."""
    sheets = list(values.values())
    players = []
    for row in sheets[2][6:]:
        if row[0] is None:
            break
        players.append(row[:5])
    rounds = [[row[0] for row in sheet[6:] if row[0] is not None] for sheet in sheets[4:7]]
    final = [(sheets[7][row][0], sheets[7][row][5]) for row in range(13, 18) if row < len(sheets[7])]
    return players, rounds, [final]


def test_a_reader_by_position_finds_players_seats_and_final() -> None:
    players, rounds, (final,) = of_av(grid(written(book_of(prague()))))
    assert [row[4] for row in players] == list(range(1000001, 1000014))
    assert rounds[0] == [11, 8, 3, 12, 6, 2, 10, 13, 9, 4, 7, 1, 5]
    assert final == [(9, 3), (2, 1), (6, 1), (4, 0), (11, 0)]
    assert rounds[2] == []


def test_the_fifth_row_of_a_table_of_four_is_empty() -> None:
    values = grid(written(book_of(prague())))
    assert [cell(values, "Round 1", row, 0) for row in (12, 13, 14, 15, 16, 17)] == [2, 10, 13, 9, None, 4]
    assert cell(values, "Round 1", 17, 3) == 3


LABELS = {
    "Number of Players:": 13,
    "Number of Rounds (including final):": 3,
    "Number of Event Matches:": 7,
    "Event Name:": "Prague Cup",
    "Event Date (DD-MON-YY):": datetime(2026, 11, 21),
    "City:": "Prague",
}


def test_a_reader_of_labels_finds_their_values() -> None:
    values = grid(written(book_of(prague())))
    beside = {row[0]: row[1] for row in values["Tournament Info"] if row[0]}
    assert {label: beside[label] for label in LABELS} == LABELS


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_kept_values_are_those_of_our_standings(seed: int) -> None:
    organizer = played(26, seed=seed, rounds=3)
    values, state = grid(written(book_of(organizer.state))), organizer.state
    rows = {row.player.number: row for row in standings(state)}
    out = [one.number for one in state.players.values() if one.status is PlayerStatus.DISQUALIFIED]
    # Whoever gave up the final is last there, and all behind move up.
    has_gap = "Unavailable" in [row[6] for row in values["Methuselahs"]]
    for number, row in rows.items():
        r = number + 6
        assert cell(values, "Methuselahs", r, 7) == row.game_wins
        assert cell(values, "Methuselahs", r, 8) == victory_points_number(row.victory_points)
        assert cell(values, "Methuselahs", r, 9) == row.tournament_points
        if row.is_finalist or not has_gap:
            assert cell(values, "Methuselahs", r, 25) == row.rank
            assert abs(float(str(cell(values, "Methuselahs", r, 27))) - (row.rating_points or 0)) <= 0.5
    for number in out:
        assert cell(values, "Methuselahs", number + 6, 25) == "DQ"


def test_a_reader_of_the_standings_joins_players_and_finds_one_winner() -> None:
    """Below `Final Rank`: whole ranks, one of them 1; the target rank leads to a player's number and VEKN number."""
    values = grid(written(book_of(prague())))
    start = next(place for place, row in enumerate(values["Standings"]) if row[0] == "Final Rank") + 1
    rows = [row for row in values["Standings"][start:] if isinstance(row[0], int)]
    head = next(place for place, row in enumerate(values["Methuselahs"]) if row[0] == "Num.") + 1
    numbers = {row[0]: row[4] for row in values["Methuselahs"][head:] if isinstance(row[0], int)}
    assert [row[1] for row in rows] == list(range(1, 14))
    assert [row[0] for row in rows].count(1) == 1
    assert numbers[rows[0][2]] == 1000009
    assert sorted(str(numbers[row[2]]) for row in rows) == [str(1000000 + number) for number in range(1, 14)]


def test_no_value_of_a_formula_has_a_decimal_point_that_it_does_not_need() -> None:
    with zipfile.ZipFile(io.BytesIO(written(book_of(prague())))) as archive:
        for name in archive.namelist():
            if name.startswith("xl/worksheets/"):
                assert b".0</v>" not in archive.read(name), name


def same(one: Book, other: Book) -> bool:
    """Alike in all but what a log alone knows."""
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("name", "date", "city", "level", "judges", "players", "rounds", "final")
    )


@pytest.mark.parametrize(("players", "seed"), [(8, 1), (13, 2), (26, 3), (33, 4), (60, 5)])
def test_an_event_comes_back_from_its_workbook(players: int, seed: int) -> None:
    before = played(players, seed=seed, upsets=seed % 2 == 0, head_judge="Jo").state
    after = tournament_of(read_book(written(book_of(before))), at=AT, by="Ann")
    assert same(book_of(after), book_of(before))
    assert [(row.rank, row.player.name) for row in standings(after)] == [
        (row.rank, row.player.name) for row in standings(before)
    ]


def finished(organizer: Organizer) -> Organizer:
    """The event after its final."""
    if "toss_needed" in organizer.blocking():
        organizer.toss(seed=1)
    organizer.open_final()
    organizer.place_row(list(organizer.state.final.finalists))
    organizer.draw_first_player(seed=1)
    organizer.result(1, *([3, 2] + [0] * (len(organizer.state.final.finalists) - 2)), round=0)
    organizer.finish()
    return organizer


def test_a_table_that_the_archon_counts_comes_back_however_its_game_ended() -> None:
    organizer = Organizer(rounds=2, kind=EventKind.GRAND_PRIX).with_players(10)
    for number in (1, 2):
        organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        organizer.result(1, 3, 2, 0, 0, 0)
        organizer.enter_result(number, 2, victory_points=[0, 1, 3, 1, 0], reason="as seen")
    book = book_of(finished(organizer).state)
    assert (book.level, book.overrides) == ("Grand Prix", ())
    after = tournament_of(read_book(written(book)), at=AT, by="Ann")
    assert same(book_of(after), book)
    assert after.rounds[0].results[2].reason == "Archon"


def test_who_gave_up_the_final_stays_so() -> None:
    organizer = Organizer(rounds=2).with_players(10)
    for _ in range(2):
        organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        organizer.result(1, 3, 2, 0, 0, 0).result(2, 4, 1, 0, 0, 0)
    organizer.mark_unavailable(6)
    book = book_of(finished(organizer).state)
    assert [number for number, player in enumerate(book.players, 1) if player.flag == "Unavailable"] == [6]
    assert tournament_of(read_book(written(book)), at=AT, by="Ann").unavailable == {6}


def changed(content: bytes, sheet: str, **cells: object) -> bytes:
    """The file saved by another program, which drops what formulas came to, with cells typed over."""
    file = openpyxl.load_workbook(io.BytesIO(content))
    for name, value in cells.items():
        file[sheet][name] = value
    stream = io.BytesIO()
    file.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("sheet", "cells", "sentence"),
    [
        ("Round 1", {"A7": 77}, "Round 1 A7: there is no player 77."),
        ("Round 1", {"A8": 11}, "Round 1 A8: player 11 sits twice."),
        ("Round 2", {"E9": "two"}, "Round 2 E9: “two” is not a number of victory points."),
        ("Round 1", {"A9": "Bob"}, "Round 1 A9: “Bob” is not a player's number."),
        ("Round 1", {"A9": 3.5}, "Round 1 A9: “3.5” is not a player's number."),
        ("Round 2", {"A7": None}, "Round 2 E7: victory points, and no player's number beside them."),
        ("Final Round", {"A14": "Bob"}, "Final Round A14: “Bob” is not a player's number."),
        ("Methuselahs", {"A8": 1}, "Methuselahs A8: there is another player 1."),
        ("Methuselahs", {"A8": "two"}, "Methuselahs A8: “two” is not a player's number."),
        ("Methuselahs", {"E9": "100000l"}, "Methuselahs E9: “100000l” is not a VEKN number: it has digits only."),
        ("Methuselahs", {"E9": 1000001}, "Methuselahs E9: player 1 has this VEKN number too."),
        ("Methuselahs", {"B8": None, "C8": None}, "Methuselahs B8: a player without a name."),
        ("Methuselahs", {"M8": "heads"}, "Methuselahs M8: “heads” is not a place in a toss."),
        ("Tournament Info", {"B4": "soon"}, "Tournament Info B4: “soon” is not a date."),
        ("Tournament Info", {"B8": "Draft"}, "Tournament Info B8: “Draft” is none of Constructed, Limited."),
        ("Tournament Info", {"B11": "some"}, "Tournament Info B11: “some” is not a number of rounds."),
        (
            "Tournament Info",
            {"B11": 2},
            "Tournament Info B11: “2” leaves out round 2, which has seats and points.",
        ),
        (
            "Round 1",
            {f"{column}{row}": None for column in "AE" for row in range(7, 22)},
            "Round 1 has no seats and points, and round 2 has.",
        ),
    ],
)
def test_what_cannot_be_taken_names_its_cell(sheet: str, cells: dict[str, object], sentence: str) -> None:
    with pytest.raises(NoArchonWorkbook) as refused:
        read_book(changed(written(book_of(prague())), sheet, **cells))
    assert str(refused.value) == sentence


@pytest.mark.parametrize("cell", ["Round 1 A7", "Round 2 E8", "Final Round F14", "Methuselahs E8"])
def test_a_formula_without_a_value_typed_over_a_cell_is_named(cell: str) -> None:
    sheet, _, name = cell.rpartition(" ")
    with pytest.raises(NoArchonWorkbook, match=f"no results for the formulas in {cell}. Open it"):
        read_book(changed(written(book_of(prague())), sheet, **{name: "=1+1"}))


def test_seats_that_are_formulas_without_a_value_are_told() -> None:
    cells = {f"A{row}": f"=Methuselahs!A{row}" for row in range(7, 22)}
    with pytest.raises(NoArchonWorkbook, match="seats of round 2 are formulas without a value"):
        read_book(changed(written(book_of(prague())), "Round 2", **cells))


def test_figures_as_people_type_them() -> None:
    content = changed(written(book_of(prague())), "Methuselahs", E7="1000001.0", E8=" 1000002 ", E9=1000003.0)
    book = read_book(changed(content, "Tournament Info", B4="21-Nov-2026"))
    assert [player.vekn for player in book.players[:3]] == ["1000001", "1000002", "1000003"]
    assert book.date == date(2026, 11, 21)
    without = read_book(changed(written(book_of(prague())), "Methuselahs", E7="-", E8=0, E9="#1000003"))
    assert [player.vekn for player in without.players[:3]] == ["", "", "1000003"]
    blank = {f"A{row}": "#N/A" for row in range(290, 307)}
    assert read_book(changed(written(book_of(prague())), "Round 1", **blank)) == book_of(prague())
    points = read_book(changed(written(book_of(prague())), "Round 1", E7="2,5")).rounds[0][0][0]
    assert points == BookSeat(11, 5)
    typed = changed(
        written(book_of(prague())), "Tournament Info", B8="LIMITED", B9="national championship", B11="2r + F"
    )
    assert (read_book(typed).is_limited, read_book(typed).level) == (True, "National Championship")
    with pytest.raises(NoArchonWorkbook, match=r"B9: “Friendly” is none of Standard Constructed, .* Grand Prix"):
        read_book(changed(written(book_of(prague())), "Tournament Info", B9="Friendly"))


def packed(**parts: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7", "This is a PDF document, not an Archon workbook. Choose"),
        (b"\xd0\xcf\x11\xe0" + bytes(99), "This is an old office document, not an Archon workbook."),
        (b"name,vekn\nAda,1", "This is a text, not an Archon workbook. Choose"),
        (
            packed(mimetype=b"x", content_xml=b"<x/>"),
            "This is an OpenDocument file, not an Archon workbook. Choose an Archon 1.5l, saved as XLSX.",
        ),
        (packed(readme=b"x"), "This is an archive, not an Archon workbook. Choose"),
        (packed(xl__workbook_xml=b"<x/>", xl__a_xml=bytes(21 * 1024 * 1024)), "too large when unpacked"),
        (
            packed(xl__workbook_xml=b"<x"),
            "This is a workbook with a part that cannot be read, not an Archon workbook. Open it in a",
        ),
        (
            packed(xl__workbook_xml=b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><x>&b;</x>'),
            "This is a workbook that declares a document type or entities, not an Archon workbook. Open it in a",
        ),
        (
            b"PK\x03\x04" + bytes(50),
            "This is an archive that breaks off or cannot be unpacked, not an Archon workbook. Copy or",
        ),
        (
            workbook(Players=[["Ann"]]),
            "This workbook is not an Archon: it has no sheet “Tournament Info”. Choose an Archon 1.5l, saved as XLSX.",
        ),
    ],
)
def test_what_is_something_else_is_called_what_it_is(content: bytes, sentence: str) -> None:
    with pytest.raises(NoArchonWorkbook, match=sentence):
        read_book(content)


def test_a_workbook_with_a_link_to_another_is_read_and_the_link_is_not_followed() -> None:
    book, kinds = book_of(prague()), "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    outside = (
        f'<Relationship Id="rId1" Type="{kinds}/externalLinkPath" Target="http://127.0.0.1:9/" TargetMode="External"/>'
    )
    link = f'<Relationship Id="rId99" Type="{kinds}/externalLink" Target="externalLinks/externalLink1.xml"/>'
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written(book))) as ours, zipfile.ZipFile(stream, "w") as linked:
        for name in ours.namelist():
            text = ours.read(name).decode()
            if name == "xl/workbook.xml":
                text = text.replace(
                    "</workbook>",
                    '<externalReferences><externalReference r:id="rId99"/></externalReferences></workbook>',
                )
            elif name == "xl/_rels/workbook.xml.rels":
                text = text.replace("</Relationships>", f"{link}</Relationships>")
            linked.writestr(name, text)
        linked.writestr("xl/externalLinks/externalLink1.xml", "<externalLink/>")
        linked.writestr("xl/externalLinks/_rels/externalLink1.xml.rels", f"<Relationships>{outside}</Relationships>")
    assert read_book(stream.getvalue()) == book


def test_a_workbook_with_macros_is_read_and_they_are_not() -> None:
    stream = io.BytesIO(written(book_of(announced().state)))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0 macros")
    assert read_book(stream.getvalue()).players == book_of(prague()).players
