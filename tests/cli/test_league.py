"""`league`, `rating` and `person`: over files alone, and over the events of a data folder."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.exchange.events import FILE
from tests.season.events import event_b, event_c
from tests.season.test_leagues import PLACE, RTP
from tests.tournament.organizer import ten
from toolkit.cli import cli
from toolkit.exchange.tournament_json import render_tournament


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("season")
    texts = {"a": FILE.read_text(), "b": render_tournament(event_b()), "c": render_tournament(event_c())}
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(text)
    return {name: str(folder / f"{name}.json") for name in texts}


def ask(*words: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False)


def done(*words: object) -> str:
    answer = ask(*words)
    assert answer.exception is None, answer.exception
    return answer.stdout


def numbers(shown: dict) -> dict[int, tuple[float | None, int | None]]:
    lines = [*shown["standings"], *shown["below_minimum"]]
    return {int(line["person"]) - 1_000_000: (line["points"], line["rank"]) for line in lines}


def numbers_of_vekn(shown: dict) -> dict[int, float | None]:
    return {int(line["person"]): line["points"] for line in shown["standings"] if line["person"].isdigit()}


def test_a_table_of_files_by_points_and_by_place(files) -> None:
    rtp = numbers(json.loads(done("league", "score", "rtp", files["a"], files["b"], files["c"], "--json")))
    assert {number: rtp[number] for number in RTP} == RTP
    place = numbers(json.loads(done("league", "score", "grand-prix", *files.values(), "--json")))
    assert {number: (f"{place[number][0]:g}", place[number][1]) for number in PLACE} == PLACE


def test_the_same_files_in_another_order_give_the_same_bytes(files) -> None:
    for form in (("--json",), ("--csv",), ("--text", "discord"), ()):
        one = done("league", "score", "rtp", *files.values(), *form)
        assert one == done("league", "score", "rtp", *reversed(files.values()), files["b"], *form)


def test_rules_are_set_one_by_one_and_taken_from_a_file(files, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text("best = 2\nminimum_events = 2\n")
    by_file = json.loads(done("league", "score", rules, *files.values(), "--json"))
    typed = ("--set", "best=2", "--set", "minimum_events=2")
    assert (
        by_file["standings"]
        == json.loads(done("league", "score", "rtp", *typed, *files.values(), "--json"))["standings"]
    )
    assert numbers(by_file)[9] == (220, 1)
    assert numbers(by_file)[11] == (52, None)


def test_csv_has_a_column_an_event_and_no_rank_below_the_minimum(files) -> None:
    text = done("league", "score", "rtp", "--set", "minimum_events=2", *files.values(), "--csv")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    first, last = rows[0], next(row for row in rows if row["vekn"] == "1000011")
    assert (first["rank"], first["points"], first["1 Prague Cup"], first["3 Prague Cup III"]) == (
        "1",
        "229",
        "125",
        "95",
    )
    assert (last["rank"], last["points"], last["2 Prague Cup II"]) == ("", "52", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("rtp", "{altered}"),
            "altered.json: This export was changed after it was written: its log does not fit its checksum.",
        ),
        (("rtp", "{running}"), "running.json: “Test” is not finished."),
        (("rtp", "--set", "bets=4", "{a}"), "There is no rule “bets”."),
        (("rtp", "--set", "points=place", "{a}"), "Points by place need the points of each place."),
        (("rtp", "{a}", "{other}"), "are two versions of “Prague Cup”"),
    ],
)
def test_what_cannot_be_scored_is_named_in_one_line(files, tmp_path: Path, words, said) -> None:
    from tests.exchange.events import going_on, prague

    one = going_on(prague())
    one.add_note("one")
    other = going_on(prague())
    other.add_note("other")
    made = {
        "altered": FILE.read_text().replace("Player Nr9", "Player Nr7", 1),
        "running": render_tournament(ten().tournament),
        "a": render_tournament(one.tournament),
        "other": render_tournament(other.tournament),
    }
    for name, text in made.items():
        (tmp_path / f"{name}.json").write_text(text)
    answer = ask(
        "league", "score", *(word.format_map({name: tmp_path / f"{name}.json" for name in made}) for word in words)
    )
    assert said in str(answer.exception)
    assert "\n" not in str(answer.exception)


def test_an_event_that_runs_counts_where_one_asks_for_it(files, tmp_path: Path) -> None:
    running, data = tmp_path / "running.json", ("--data", tmp_path)
    running.write_text(render_tournament(ten().tournament))
    shown = json.loads(done("league", "score", "rtp", files["a"], running, "--running", "--json"))
    assert {one["name"]: one["running"] for one in shown["events"]} == {"Prague Cup": False, "Test": True}
    assert numbers_of_vekn(shown)[1_000_009] == 125
    event = done("tournament", "import", running, *data).strip()
    id = done("league", "new", "Prague", *data).strip()
    done("league", "add", id, event, files["a"], *data)
    assert "“Test” is not finished." in str(ask("league", "standings", id, *data).exception)
    stored = json.loads(done("league", "standings", id, "--running", *data, "--json"))
    assert stored["standings"] == shown["standings"]


def test_a_league_of_the_store_from_one_stored_event_and_two_files(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    done("tournament", "import", files["a"], *data)
    id = json.loads(done("league", "new", "Prague 2026", *data, "--json"))["id"]
    event = json.loads(done("tournament", "list", *data, "--json"))[0]["id"]
    assert "Added “Prague Cup”" in done("league", "add", id, event, files["c"], files["b"], *data)
    assert "Nothing to change." in done("league", "add", id, files["a"], *data)
    for name in ("prague 2026", "prag"):
        rtp = numbers(json.loads(done("league", "standings", name, *data, "--json")))
        assert {number: rtp[number] for number in RTP} == RTP
    done("league", "new", "Prague 2027", *data)
    assert "No league begins with 'prag'." in str(ask("league", "standings", "prag", *data).exception)
    assert len(json.loads(done("tournament", "list", *data, "--json"))) == 3


def test_what_was_decided_about_a_league_can_be_undone(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    id = done("league", "new", "Prague", *data).strip()
    done("league", "add", id, files["a"], files["b"], *data)
    done("league", "rules", id, "best=1", *data)
    assert numbers(json.loads(done("league", "standings", id, *data, "--json")))[9][0] == 125
    done("league", "undo", id, *data)
    assert numbers(json.loads(done("league", "standings", id, *data, "--json")))[9][0] == 134
    done("league", "delete", id, *data)
    assert json.loads(done("league", "list", *data, "--json")) == []
    done("league", "undo", id, *data)
    assert [one["name"] for one in json.loads(done("league", "list", *data, "--json"))] == ["Prague"]


def test_an_event_that_is_taken_out_of_a_league_is_named(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    id, event = done("league", "new", "Prague", *data).strip(), done("tournament", "import", files["b"], *data).strip()
    done("league", "add", id, event, *data)
    assert "Removed “Prague Cup II”." in done("league", "remove", id, event, *data)
    assert "Added “Prague Cup II”." in done("league", "show", id, *data)


def test_a_correction_that_moves_places_in_a_league_needs_sure(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    id, event = done("league", "new", "Prague", *data).strip(), done("tournament", "import", files["b"], *data).strip()
    done("league", "add", id, event, *data)
    correction = ("tournament", "result", "enter", event, 2, 1, 0, 0, 0, 0, 5, *data)
    assert "Prague: Player Nr7 on place 8, before 9." in str(ask(*correction).exception)
    assert "Prague: Player Nr7 on place 8, before 9." in done(*correction, "--sure")


def test_a_league_goes_to_another_machine_and_no_event_is_doubled(files, tmp_path: Path) -> None:
    here, there = ("--data", tmp_path / "here"), ("--data", tmp_path / "there")
    id = done("league", "new", "Prague", "--rules", "grand-prix", *here).strip()
    done("league", "add", id, *files.values(), *here)
    file = tmp_path / "league.json"
    done("league", "export", id, "-o", file, *here)
    done("tournament", "import", files["b"], *there)
    other = done("league", "import", file, *there).strip()
    one, copy = (
        json.loads(done("league", "standings", name, *at, "--json")) for name, at in ((id, here), (other, there))
    )
    assert one["standings"] == copy["standings"]
    assert len(json.loads(done("tournament", "list", *there, "--json"))) == 3
    file.write_text(file.read_text().replace("Player Nr9", "Player Nr7", 1))
    assert "does not fit its checksum" in str(ask("league", "import", file, *there).exception)
    file.write_text("[]")
    assert "not the export of a league. Choose the JSON file" in str(ask("league", "import", file, *there).exception)


def test_parts_that_are_rules_go_along_and_parts_that_are_leagues_are_named(files, tmp_path: Path) -> None:
    here, there, rules = ("--data", tmp_path / "here"), ("--data", tmp_path / "there"), tmp_path / "rules.json"
    rules.write_text('{"parts": [{"to": "2026-11-21"}, {"from": "2026-12-05"}]}')
    id = done("league", "new", "Prague", "--rules", rules, *here).strip()
    done("league", "add", id, *files.values(), *here)
    done("league", "export", id, "-o", tmp_path / "league.json", *here)
    other = done("league", "import", tmp_path / "league.json", *there).strip()
    copy = json.loads(done("league", "standings", other, *there, "--json"))
    assert [one["counts"] for one in copy["events"]] == [True, False, True]
    assert numbers(copy)[9] == (220, 1)
    part = done("league", "new", "Part", *here).strip()
    whole = done("league", "new", "Whole", "--set", f"parts={part}", *here).strip()
    assert "are rules, not ids of leagues" in str(ask("league", "export", whole, *here).exception)


def test_a_league_is_never_a_part_of_itself(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    part, whole = (done("league", "new", name, *data).strip() for name in ("Part", "Whole"))
    done("league", "add", part, *files.values(), *data)
    done("league", "rules", part, "to=2026-11-30", *data)
    assert "cannot be a part of itself" in str(ask("league", "rules", whole, f"parts={whole}", *data).exception)
    done("league", "rules", whole, f"parts={part}", *data)
    third = done("league", "new", "Third", *data).strip()
    assert "is a part of “Whole”" in str(ask("league", "rules", part, f"parts={third}", *data).exception)
    assert "two levels at most" in str(ask("league", "rules", third, f"parts={whole}", *data).exception)
    assert "two levels at most" in str(ask("league", "new", "Fourth", "--set", f"parts={whole}", *data).exception)
    assert "no league 'nowhere'" in str(ask("league", "new", "Fourth", "--set", "parts=nowhere", *data).exception)
    shown = json.loads(done("league", "standings", whole, *data, "--json"))
    assert [one["name"] for one in shown["events"]] == ["Prague Cup", "Prague Cup II"]
    assert numbers(shown)[9] == (134, 1)


def test_the_ratings_of_files_and_of_the_store(files, tmp_path: Path) -> None:
    on = ("--on", "2026-12-31")
    shown = json.loads(done("rating", *files.values(), *on, "--json"))
    found = {int(one["person"]) - 1_000_000: one["rating"] for one in shown["players"]}
    assert {number: found[number] for number in RTP} == {number: points for number, (points, _) in RTP.items()}
    for name in files:
        done("tournament", "import", files[name], "--data", tmp_path)
    stored = json.loads(done("rating", *on, "--json", "--data", tmp_path))
    assert [(one["name"], one["rating"]) for one in stored["players"]] == [
        (one["name"], one["rating"]) for one in shown["players"]
    ]
    assert ask("rating", "--list", "draft").exception.exit_code == 2
    assert ask("rating", "--on", "soon").exception.exit_code == 2


def test_a_rating_list_of_the_store_reads_the_events_of_its_window_alone(files, tmp_path: Path) -> None:
    for name in files:
        done("tournament", "import", files[name], "--data", tmp_path)
    shown = json.loads(done("rating", "--on", "2028-05-28", "--json", "--data", tmp_path))
    assert [one["name"] for one in shown["events"]] == ["Prague Cup III"], "the second is exactly eighteen months old"
    assert json.loads(done("rating", "--on", "2026-11-27", "--json", "--data", tmp_path))["players"][0]["rating"] == 125


def test_persons_are_merged_and_a_merge_is_taken_back(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    for name in "bc":
        done("tournament", "import", files[name], *data)
    assert "both played in “Prague Cup II”" in str(ask("person", "merge", "1000010", "1000003", *data).exception)
    done("person", "merge", "1000010", "1000011", *data)
    history = json.loads(done("person", "show", "1000011", *data, "--json"))
    assert (history["keys"], [one["place"] for one in history["events"]]) == (["1000010", "1000011"], [2])
    done("person", "undo", *data)
    assert "No player of “1000011”" in str(ask("person", "show", "1000011", *data).exception)


def test_a_history_says_whom_somebody_met(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    done("tournament", "import", files["c"], *data)
    shown = json.loads(done("person", "show", "1000009", *data, "--json"))
    (event,) = shown["events"]
    assert (event["place"], event["points"], event["rated"]) == (1, 95, True)
    assert [(one["round"], one["seats"]) for one in event["sat"]] == [(1, 4), (2, 5), (0, 5)]
    # With 6 5 8, then 4 8 7 5, then 6 3 7 8, as the lines of C have them.
    met = {int(one["person"]) - 1_000_000: one["games"] for one in shown["met"]}
    assert met == {8: 3, 5: 2, 6: 2, 7: 2, 4: 1, 3: 1}


def report_all(*data: object) -> None:
    """Tick the report of every event as sent."""
    for one in json.loads(done("tournament", "list", "--json", *data)):
        done("tournament", "tick", one["id"], "archondata", *data)


@pytest.mark.usefixtures("in_2026")
def test_a_person_is_forgotten_everywhere_and_the_figures_stay(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    id = done("league", "new", "Prague", *data).strip()
    done("league", "add", id, *files.values(), *data)
    before = sorted(one["points"] for one in json.loads(done("league", "standings", id, *data, "--json"))["standings"])
    done("person", "merge", "1000009", "2000001", *data)
    told = done("person", "forget", "1000009", *data)
    assert told.count("the report to the VEKN still names them") == 3
    report_all(*data)
    table = json.loads(done("league", "standings", id, *data, "--json"))
    assert "Player Nr9" not in json.dumps(table)
    assert sorted(one["points"] for one in table["standings"]) == before
    assert b"1000009" not in b"".join(path.read_bytes() for path in tmp_path.glob("vtes-toolkit.db*"))


def test_who_was_forgotten_is_forgotten_in_what_is_imported_later(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    done("tournament", "import", files["a"], *data)
    done("person", "forget", "1000009", *data)
    done("tournament", "import", files["b"], *data)
    id = done("league", "new", "Prague", *data).strip()
    for _ in range(2):  # the second time it is there already
        done("league", "add", id, *files.values(), *data)
    table = json.loads(done("league", "standings", id, *data, "--json"))
    assert len(table["events"]) == 3
    (line,) = (one for one in table["standings"] if one["name"].startswith("Withdrawn "))
    assert (line["points"], line["rank"]) == (229, 1)
    report_all(*data)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("vtes-toolkit.db*"))
    assert b"Player Nr9" not in kept
    assert b"1000009" not in kept
    assert b"Player Nr8" in kept
    assert "Forgotten in 3 events." in done("person", "forget", "1000009", *data)


def test_one_command_makes_examples_for_a_league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path / "data"))
    rehearsed = ("tournament", "rehearse", "--players", 5, "--rounds", 1)
    paths = done(*rehearsed, "--events", 2, "--export", tmp_path / "exports").splitlines()
    shown = json.loads(done("league", "score", "rtp", *paths, "--json"))
    assert [event["name"] for event in shown["events"]] == ["Rehearsal 1", "Rehearsal 2"]
    assert {line["events"] for line in shown["standings"]} == {2}
    assert [path.name for path in tmp_path.iterdir()] == ["exports"]


def test_an_event_comes_by_the_rule_with_a_weight_and_leaves(files, tmp_path: Path) -> None:
    data = ("--data", tmp_path)
    events = [done("tournament", "import", files[name], *data).strip() for name in "ab"]
    id = done("league", "new", "Prague", "--set", "takes=prague cup", *data).strip()
    assert "Points of “Prague Cup” × 1.5." in done("league", "weigh", id, events[0], "1.5", *data)
    assert "Event 1: Prague Cup, 2026-11-21, 13 players.  × 1.5" in done("league", "standings", id, *data)
    assert numbers(json.loads(done("league", "standings", id, *data, "--json")))[9][0] == 196.5
    assert f"{events[0]}  Prague Cup  × 1.5" in done("league", "show", id, *data)
    assert "A weight is a number above 0" in str(ask("league", "weigh", id, events[0], "0", *data).exception)
    done("league", "weigh", id, events[0], *data)
    assert "Removed “Prague Cup II”." in done("league", "remove", id, events[1], *data)
    assert numbers(json.loads(done("league", "standings", id, *data, "--json")))[9][0] == 125
