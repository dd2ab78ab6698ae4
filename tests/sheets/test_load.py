from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from toolkit.schemas.sheets import SheetOptionsSchema, SheetPackSchema, UnreadableSheetData, load_pack


def test_what_the_seating_command_prints_is_a_seating() -> None:
    text = json.dumps(
        {
            "rounds": [[["Ann", "Bo", "Cy", "Di"]]],
            "sitting_out": [["Eva"]],
            "criteria": {"r1": 0, "r3": 0.25},
            "bounds": {},
            "optimal": True,
            "seed": 7,
            "seconds": 0.1,
        }
    )
    pack = load_pack(text)
    assert [player.name for player in pack.rounds[0].tables[0].seats] == ["Ann", "Bo", "Cy", "Di"]
    assert [player.name for player in pack.rounds[0].sitting_out] == ["Eva"]
    assert pack.rounds[0].footer == ""
    assert [player.name for player in pack.players] == ["Ann", "Bo", "Cy", "Di", "Eva"]


def test_a_csv_file_is_a_seating_in_any_order_of_its_lines() -> None:
    pack = load_pack("Table,Seat,Name,Round\n2,1,Cy,1\n1,2,Bo,1\n1,1,Ann,1\n1,1,Di,2\n")
    assert [[p.name for p in table.seats] for table in pack.rounds[0].tables] == [["Ann", "Bo"], ["Cy"]]
    assert pack.rounds[1].tables[0].seats[0].name == "Di"


def test_a_csv_file_without_tables_is_a_list_of_players() -> None:
    pack = load_pack("\ufeffplayer,vekn\nAnn,1000001\n\nBo,\n")
    assert [(player.name, player.vekn) for player in pack.players] == [("Ann", "1000001"), ("Bo", "")]
    assert pack.rounds == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        ("  \n ,, \n", "The file is empty."),
        ("{", "This is not JSON"),
        ("[" * 100_000, "This is not JSON"),
        ('{"rounds": 3}', "rounds"),
        ('{"nonsense": 3}', "nonsense"),
        ('{"rounds": [[["a"], 7]]}', "rounds[0].tables[1]"),
        ('{"rounds": [[[]]]}', "rounds[0].tables[0]"),
        ('{"event": {"name": ""}}', "event.name"),
        ('{"event": {"name": "x", "date": "31.2.2026"}}', "event.date"),
        ('{"standings": [{"player": "a", "victory_points": 0.3}]}', "Victory points come in halves"),
        ('{"standings": [{"player": "a", "victory_points": 1e400}]}', "victory_points"),
        ('{"criteria": 5, "rounds": 7}', "rounds"),
        ('{"criteria": {}, "sitting_out": 5, "rounds": [[["a"]]]}', "sitting_out"),
        ("a,b\n1,2\n", "one of them “player”"),
        ("player,table\nAnn,x\n", "Line 2: “x” is not the number of a table."),
        ("player,table\nAnn,²\n", "Line 2"),
        ("player,table,seat\nAnn,1,1\nBo,1,1\n", "Line 3: seat 1 of table 1 is taken already."),
        ("player,table\n,1\n", "Line 2 names no player."),
        ('player\n"Ann', "This is neither JSON nor CSV"),
    ],
)
def test_a_file_that_cannot_be_printed_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableSheetData) as error:
        load_pack(text)
    assert sentence in error.value.message
    assert "\n" not in error.value.message


def test_a_spreadsheet_is_read_up_to_200000_cells() -> None:
    lines = ["player" + "," * 99, *("Ann" + "," * 99 for _ in range(1_999))]
    assert [player.name for player in load_pack("\n".join(lines)).players] == ["Ann"]
    for one_more in (",", "\n,"):
        with pytest.raises(UnreadableSheetData, match=r"the maximum is 200,000"):
            load_pack("\n".join(lines) + one_more)


def test_a_spreadsheet_has_at_most_40000_lines() -> None:
    assert [player.name for player in load_pack("player\n" + "Ann\n" * 40_000).players] == ["Ann"]
    with pytest.raises(UnreadableSheetData, match="40001 lines are more than any event has"):
        load_pack("player\n" + "Ann\n" * 40_001)


@pytest.mark.parametrize(
    ("place", "pack", "most"),
    [
        ("players", lambda number: {"players": ["Ann"] * number}, 2_000),
        ("rounds", lambda number: {"rounds": [[["Ann", "Bo"]]] * number}, 20),
        ("rounds", lambda number: {"rounds": [[["Ann", "Bo"]] * number]}, 2_000),
        ("standings", lambda number: {"standings": [{"player": "Ann", "victory_points": number}]}, 500),
    ],
    ids=["players", "rounds", "tables", "victory points"],
)
def test_a_pack_is_no_larger_than_an_event(place: str, pack: Callable[[int], dict[str, object]], most: int) -> None:
    assert SheetPackSchema().validate(pack(most)) == {}
    assert list(SheetPackSchema().validate(pack(most + 1))) == [place]


@pytest.mark.parametrize(("choice", "most"), [("round", 20), ("table", 2_000)])
def test_a_sheet_is_asked_for_within_an_event(choice: str, most: int) -> None:
    assert SheetOptionsSchema().validate({choice: most}) == {}
    assert list(SheetOptionsSchema().validate({choice: most + 1})) == [choice]


def test_cells_are_counted_before_the_rest_is_read() -> None:
    with pytest.raises(UnreadableSheetData, match="the maximum is 200,000"):
        load_pack("player\n" + "," * 200_000 + '\n"never closed')
