"""Results that others report: every form of one invented event gives the same, and what contradicts itself is named."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.exchange.archon.app_json import archon_results, read_archon
from toolkit.exchange.archondata import NoArchondata
from toolkit.exchange.results.model import BadResults, EventResults, problems_of, without_final
from toolkit.exchange.results.reading import head_of, read_csv, read_results, write_csv

FOLDER = Path(__file__).parent / "data" / "archon"
HEAD = head_of({"name": "Harbour Cup", "date": "2026-09-12"})


def sample(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def vekn_answer(**changes: object) -> bytes:
    calls = {call["name"]: call for call in json.loads(sample("calls.json"))["calls"]}
    answer = calls["vekn_event"]["answer"]["json"]
    answer["data"]["events"][0] |= changes
    return json.dumps(answer).encode()


def without_rounds(**changes: object) -> bytes:
    event = next(
        row["data"] for row in map(json.loads, sample("export.jsonl").splitlines()) if row["type"] == "tournament"
    )
    return json.dumps({**event, "rounds": [], **changes}).encode()


FORMS = {
    "csv": sample("results.csv"),
    "archondata": sample("archondata.txt"),
    "vekn.net": vekn_answer(),
    "archondata by line": sample("archondata.txt").rstrip(),
}
# As specified: place, number, game wins, halves of victory points, tournament points, halves of the final, toss.
ROWS = [
    (1, "9990009", 1, 11, 114, 5, 0),
    (2, "9990001", 2, 12, 120, 0, 0),
    (2, "9990003", 0, 4, 84, 0, 0),
    (2, "9990006", 0, 3, 72, 1, 0),
    (2, "9990005", 0, 2, 66, 1, 1),
    (6, "9990004", 0, 2, 66, None, 2),
    (7, "9990002", 0, 0, 42, None, 0),
    (7, "9990007", 0, 0, 42, None, 0),
    (9, "9990010", 0, 0, 36, None, 0),
]


def ranked(results: EventResults) -> list[tuple[object, ...]]:
    return [
        (
            *(row.place, row.vekn, row.game_wins, row.victory_points),
            *(row.tournament_points, row.final_victory_points, row.toss),
        )
        for row in results.rows
        if not row.out
    ]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_an_event_gives_the_same_results(form: str) -> None:
    results = read_results(FORMS[form], fallback=HEAD)
    assert ranked(results) == ROWS
    assert [(row.vekn, row.out) for row in results.rows if row.out] == [("9990008", "DQ")]
    assert (results.players, results.rounds, results.has_final) == (10, 2, True)
    assert (results.name, str(results.date)) == ("Harbour Cup", "2026-09-12")
    assert [row.vekn[-1] for row in results.finalists] == ["1", "9", "3", "6", "5"]
    assert list(problems_of(results)) == []


def test_who_withdrew_has_a_word_as_rank_in_archondata_too() -> None:
    line = sample("archondata.txt").rstrip() + "WD§Ann§Bo§§9990011§0§0.0§0.0§0§0§0§".encode()
    results = read_results(line, fallback=HEAD)
    assert [(row.vekn, row.place, row.out) for row in results.rows[-2:]] == [
        ("9990008", None, "DQ"),
        ("9990011", None, "WD"),
    ]


def test_archons_export_comes_to_the_same_results() -> None:
    results = archon_results(read_archon(sample("export.jsonl")))
    assert ranked(results) == ROWS
    assert (results.city, results.country, results.vekn_event) == ("Gdynia", "PL", "99901")


def test_an_event_of_archon_without_rounds_is_read_by_its_standings() -> None:
    results = read_results(without_rounds(max_rounds=2, reported_player_count=11))
    assert [(row.place, row.final_victory_points) for row in results.rows[:2]] == [(1, 5), (2, 0)]
    assert (results.players, results.rounds) == (11, 2)
    with pytest.raises(BadResults, match="who sat where: import it as an event"):
        read_results(sample("export.jsonl"))


def test_the_archives_yaml_fills_the_head_and_the_winners_row() -> None:
    results = read_results(sample("winner.yaml"))
    (winner,) = results.rows
    assert (winner.name, winner.vekn, winner.game_wins, winner.victory_points, winner.final_victory_points) == (
        *("Rasheed Olm", "9990009", 1, 11, 5),
    )
    assert (results.players, results.rounds, results.city, results.country) == (10, 2, "Gdynia", "PL")
    assert list(problems_of(results)) == []


def test_a_deck_of_krcgs_archive_fills_the_same_with_numbers_as_text() -> None:
    event = {"name": "Harbour Cup", "place": "Gdynia, Poland", "date": "2026-09-12", "rounds": "2"}
    event |= {"players_count": "10", "url": "https://www.vekn.net/event-calendar/event/99901"}
    score = {"round_gw": "1", "round_vp": "5.5", "finals_vp": "2.5"}
    read = read_results(json.dumps({"event": event, "player": "Rasheed Olm", "score": score}).encode())
    of_yaml = read_results(sample("winner.yaml"))
    assert read.rows == (replace(of_yaml.rows[0], vekn=""),)
    assert replace(read, rows=()) == replace(of_yaml, rows=())


def test_the_csv_is_read_back_and_a_name_may_stand_in_one_column() -> None:
    results = read_results(sample("results.csv"))
    assert "place,name,vekn" in write_csv(results)
    assert read_csv(write_csv(results)) == results
    assert read_csv(write_csv(results).replace(",", ";")).rows == results.rows


def test_a_venue_that_archon_made_up_is_no_place() -> None:
    results = read_results(vekn_answer(venue_id="9999", venue_country="AQ"))
    assert (results.city, results.country) == ("", "")


def test_nobody_is_a_finalist_without_a_point_of_the_final() -> None:
    content = vekn_answer().replace(b'"vpf": "2.5"', b'"vpf": "0"').replace(b'"vpf": "0.5"', b'"vpf": "0"')
    assert (read_results(content).has_final, read_results(content).finalists) == (False, ())


EVENT = read_results(sample("results.csv"))


def changed(row_at: int, **changes: object) -> EventResults:
    rows = [replace(row, **changes) if at == row_at else row for at, row in enumerate(EVENT.rows)]
    return replace(EVENT, rows=tuple(rows))


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        (replace(EVENT, name=""), "name is missing"),
        (replace(EVENT, date=None), "day is missing"),
        (replace(EVENT, rows=()), "no player in it"),
        (replace(EVENT, reported_players=9), "9 players are reported, and 10 rows played"),
        (changed(9, vekn="", name=""), "Row 10 has neither a name nor a VEKN number"),
        (changed(9, vekn="12345"), "“12345” is not a VEKN number"),
        (changed(9, vekn="9990009"), "Two rows have the VEKN number 9990009"),
        (changed(5, place=None), "Row 6 has no place"),
        (changed(1, place=1), "Place 1 is taken 2 times: Rasheed Olm, Ilva Brandt"),
        (changed(0, place=2), "No player has place 1"),
        (changed(5, place=2), "share place 2, and only they: Tomo Varga-Lind"),
        (changed(0, final_victory_points=0), "Petra Nilsen-Hay has the most victory points of the final"),
        (changed(4, final_victory_points=None, place=6), None),
        (
            replace(changed(0, victory_points=21), reported_players=20),
            "More than 5 victory points a round: Rasheed Olm",
        ),
        (changed(0, victory_points=50), "The final's seem to be counted twice"),
    ],
)
def test_what_no_event_can_have_is_named(results: EventResults, sentence: str | None) -> None:
    told = " ".join(map(str, problems_of(results)))
    assert sentence in told if sentence else told == ""


def test_the_finals_points_are_taken_off_where_they_were_counted_twice() -> None:
    assert without_final(changed(0, victory_points=16)).rows[0] == EVENT.rows[0]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7", "This is a PDF document, not the results of an event. Choose a CSV"),
        (b"Lackey\n4\tVillein\nCrypt:\n2\tAnson\n", "The first row needs the headings"),
        (b'{"deck": 1}', "This is JSON of something else, not the results of an event"),
        (b'{"data": {"events": [{"players": []}]}}', "vekn.net has no results of this event yet"),
        (b'{"data": ', "This is JSON that breaks off"),
        (b"[" * 100_000, "This is JSON that breaks off"),
        (b'{"uid": ' * 5_000, "This is JSON that breaks off"),
        (vekn_answer().replace(b'"vp": "5.5"', b'"vp": 1e999'), "A value in this file cannot be read"),
        (vekn_answer().replace(b'"gw": "1"', b'"gw": "1.5"'), "1.5 is not a whole number"),
        (sample("archondata.txt").replace(b"\xc2\xa41\xc2\xa7", b"\xc2\xa41.5\xc2\xa7"), "1.5 is not a whole number"),
        (without_rounds().replace(b'"gw": 2.0', b'"gw": 2.5'), "2.5 is not a whole number"),
        (b'name: "Harbour \\q"\nwinner: Ann\n', "A value in this file cannot be read"),
        (b"place,name,gw\n1,Ann,99999999\n", r"Line 2: “99999999” is not a number \(gw\)"),
        (b"place,name,vp\n1,Ann,two\n", r"Line 2: “two” is not a number \(vp\)"),
        (b"# date: yesterday\nplace,name\n1,Ann\n", "Invalid date “yesterday”. Use YYYY-MM-DD"),
        (b"# kind: party\nplace,name\n1,Ann\n", "“party” is not a kind of event"),
        (sample("export.jsonl")[:-40], "breaks off or is damaged"),
        (without_rounds(state="Playing"), "not finished at Archon"),
        (without_rounds()[:-1] + b', "x": 1', "This is JSON that breaks off"),
    ],
)
def test_a_file_of_something_else_says_what_it_is_and_what_to_do(content: bytes, sentence: str) -> None:
    with pytest.raises(BadResults, match=sentence):
        read_results(content)


@pytest.mark.parametrize("content", [*FORMS.values(), sample("winner.yaml"), without_rounds()])
def test_whatever_value_stands_in_a_file_it_is_read_or_refused(content: bytes) -> None:
    text = content.decode()
    for place in re.finditer(r'"[^"\n]*"|[^\s,:"{}\[\]§¤]+', text):
        for value in ("nan", "1.5", "1e999", '"\\q"', "²", "[]", ""):
            with suppress(BadResults, NoArchondata):
                read_results((text[: place.start()] + value + text[place.end() :]).encode())


def test_an_older_report_of_archon_has_places_and_no_names() -> None:
    rows = [("a", 2, 8, True), ("b", 1, 5, True), ("c", 1, 4.5, False), ("d", 0, 1, False), ("e", 0, 1, False)]
    report = {
        "tournament": {"name": "Pier Cup", "date": "2026-03-01T10:00", "format": "V5", "winner": "b"},
        "standings": [
            {"user_uid": uid, "gw": gw, "vp": vp, "tp": 60, "finalist": is_in} for uid, gw, vp, is_in in rows
        ],
    }
    read = read_results(json.dumps(report).encode())
    assert (read.name, str(read.date), read.kind.value, read.has_final) == ("Pier Cup", "2026-03-01", "v5", True)
    assert [(row.place, row.victory_points) for row in read.rows] == [(1, 10), (2, 16), (3, 9), (4, 2), (4, 2)]
    assert "Row 1 has neither a name nor a VEKN number." in map(str, problems_of(read))
