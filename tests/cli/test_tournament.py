from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.exchange.test_results import FOLDER
from tests.spreadsheets import workbook
from toolkit.cli import cli
from toolkit.cli.tournament.ways_out import WAYS, WAYS_OF
from toolkit.cli.tournament_command import command as tournament
from toolkit.errors import ToolkitError, Unavailable
from toolkit.services.events.listing import newest
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.kernel.links import key_of, player_token

SIXTEEN = [f"Player {number}" for number in range(1, 17)]


class Line:
    """The command line in this process: what it prints, and its exit status."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        open_context(database_address(folder)).store.close()

    def __call__(self, *words: object, status: int = 0, stdin: str | bytes | None = None) -> str:
        command = ["tournament", *map(str, words), "--data", str(self.folder)]
        ran = CliRunner().invoke(cli, command, input=stdin, catch_exceptions=True)
        code, said = ran.exit_code, ran.output
        if isinstance(ran.exception, (ToolkitError, Unavailable)):
            ways = [f"  Go on with: {way}" for way in getattr(ran.exception, "__notes__", ())]
            code, said = 1, "\n".join([str(ran.exception), *ways])
        elif ran.exception is not None and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        assert code == status, said
        return said

    def json(self, *words: object) -> Any:
        return json.loads(self(*words, "--json"))


@pytest.fixture
def line(tmp_path: Path) -> Line:
    return Line(tmp_path)


@pytest.fixture
def event(line: Line) -> Line:
    line("new", "Praxis Seizure: Lyon", "--date", "2026-11-21")
    line("players", "add", "last", *SIXTEEN)
    return line


@pytest.fixture
def round_1(event: Line) -> Line:
    tables = [["--table", ",".join(str(first + seat) for seat in range(4))] for first in (1, 5, 9, 13)]
    event("seat", "last", "--publish", *[word for table in tables for word in table])
    return event


def test_all_links_are_replaced_once_the_question_is_answered(event: Line) -> None:
    assert "16 players’ cards" in event("replace-links", "last", stdin="n\n", status=1)
    context = open_context(database_address(event.folder))
    before = key_of(context, newest(context))
    assert before.generations == {}
    assert event("replace-links", "last", "--yes") == "All links of this event are replaced.\n"
    assert event.json("replace-links", "last", "--yes")["players"] == 16
    after = key_of(context, newest(context))
    assert player_token(after, "x", 1) != player_token(before, "x", 1)
    context.store.close()


# --- every command ---


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(tournament))


@pytest.fixture
def archon(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of Archon, without which its command does not exist."""
    monkeypatch.setenv("VTES_TOOLKIT_ARCHON_URL", "https://archon.example")


def test_every_command_says_what_it_does_and_where_the_data_lie(archon: None) -> None:
    for path, command in COMMANDS.items():
        shown = CliRunner().invoke(cli, ["tournament", *path, "--help"])
        assert shown.exit_code == 0, path
        assert command.help, path
        options = {option for parameter in command.params for option in parameter.opts}
        assert ("--data" in options) == (path != ("draws", "verify")), path  # which reads a file
        assert ("--json" in options) == (path != ("export",)), path


ARGUMENTS = {
    "to": "post",
    "round_number": "1",
    "table": "1",
    "kind": "caution",
    "number": "1",
    "minutes": "1",
    "position": "0",
    "status": "paid",
    "answer": "passed",
}
OPTIONS = {
    ("deck", "checks"): ["--round", "1"],
    ("round", "proxy"): ["--name", "Rosa"],
    ("limited", "draft", "replace"): ["--reason", "marked"],
    ("limited", "piles"): ["--crypt", "1", "--library", "1"],
    ("notify", "add"): ["--on", "round"],
    ("signup", "mail"): ["--subject", "News"],
}


def test_every_command_answers_an_unknown_tournament_in_one_line(archon: None, line: Line, tmp_path: Path) -> None:
    list_of_names = tmp_path / "list.csv"
    list_of_names.write_text("name\nAda\n")
    for path, command in COMMANDS.items():
        asked = [
            parameter
            for parameter in command.params
            if isinstance(parameter, click.Argument)
            and (parameter.required or parameter.metavar == "ROUND")
            and parameter.name != "tournament"
        ]
        if "tournament" in {parameter.name for parameter in command.params}:
            arguments = [
                ARGUMENTS.get(
                    str(parameter.name), str(list_of_names) if getattr(parameter.type, "exists", False) else "1"
                )
                for parameter in asked
            ]
            said = line(*path, "nowhere", *arguments, *OPTIONS.get(path, []), status=1)
            assert "'nowhere'" in said, path
            assert "\n" not in said.strip(), path


def test_the_program_itself_prints_one_line_and_exits_with_1(line: Line) -> None:
    command = [sys.executable, "-m", "toolkit", "tournament", "show", "nowhere", "--data", line.folder]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "vtes-toolkit: No tournament begins with 'nowhere'.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("new",),
        ("show",),
        ("result", "enter", "last", "one", "1", "2"),
        ("result", "enter", "last", "1", "zero", "2"),
        ("result", "enter", "last", "1", "1", "--fates", "died"),
        ("config", "last", "minutes"),
        ("new", "Lyon", "--date", "tomorrow"),
        ("new", "Lyon", "--rounds", "99"),
        ("sanction", "give", "last", "1", "smile", "--rule", "x"),
        ("checkin", "last"),
        ("checkin", "last", "1", "--all"),
        ("checkin", "last", "--open", "--close"),
        ("checkin", "last", "1", "--close"),
        ("checkin", "last", "--out"),
        ("players", "add", "last", "A", "B", "--vekn", "1000001"),
        ("players", "import", "last", "/nowhere/at/all.csv"),
        ("no-such-command",),
    ],
)
def test_misuse_exits_with_2(event: Line, words: tuple[str, ...]) -> None:
    event(*words, status=2)
    assert event.json("show", "last")["sequence"] == 17


# --- bad input: a clear refusal, the store untouched ---


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("players", "drop", "last", "99"), "no player 99"),
        (("players", "drop", "last", "Nobody At All"), "not a player of this tournament"),
        (("players", "drop", "last", "Player"), "several players"),
        (("result", "enter", "last", "9", "1", "2", "1", "1", "0"), "no round 9"),
        (("result", "enter", "last", "1", "9", "2", "1", "1", "0"), "no table 9"),
        (("result", "enter", "last", "1", "1", "4", "1", "1", "0"), "impossible"),
        (("result", "enter", "last", "1", "1", "2", "1", "1"), "4 seats, not 3"),
        (("result", "enter", "last", "1", "1", "2", "1", "1", "x"), "not a number"),
        (("result", "enter", "last", "1", "1", "2", "1", "1", "0.25"), "halves"),
        (("result", "enter", "last", "1", "1", "--events", "A>C, time"), "A"),
        (("result", "enter", "last", "1", "1", "3", "0.5", "0", "0"), "Enter who left and how"),
        (("result", "confirm", "last", "1", "1", "1"), "no result"),
        (("round", "show", "last", "2"), "no round 2"),
        (("sanction", "give", "last", "1", "caution"), "names the rule"),
        (("sanction", "give", "last", "1", "game_loss", "--rule", "3.3"), "no game loss any more"),
        (("sanction", "give", "last", "1", "warning", "--infraction", "3.3"), "needs a reason"),
        (("sanction", "give", "last", "1", "--infraction", "9.9"), "has no infraction “9.9”"),
        (("sanction", "person", "last", "Zoe", "caution", "--infraction", "3.3"), "adjustment or a disqualification"),
        (("sanction", "propose", "last", "1", "nonsense"), "has no infraction “nonsense”"),
        (("sanction", "propose", "last", "1", "3.3", "--grade", "standings_adjustment"), "does not call for that"),
        (("sanction", "lift", "last", "3", "--reason", "x"), "no sanction 3"),
        (("undo", "last", "99"), "entries 1 to"),
        (("undo", "last", "1"), "cannot be undone"),
        (("final", "open", "last"), "rounds have been played"),
        (("config", "last", "colour=red"), "no setting"),
        (("config", "last", "minutes=soon"), "cannot take"),
        (("finish", "last"), "no result"),
        (("round", "cancel", "last", "1"), "reason"),
        (("deck", "show", "last", "1"), "no list"),
        (("clock", "pause", "last", "1"), "does not run"),
        (("players", "add", "last", "x" * 101), "at most 100"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(round_1: Line, words: tuple[str, ...], says: str) -> None:
    before = round_1("export", "last")
    assert says in round_1(*words, status=1)
    assert round_1("export", "last") == before


# --- a refusal names the way out ---


def play(event: Line, *, rounds: int = 1) -> None:
    """Seats for one round of 16, and at every table the first seat ousts the three others."""
    event("config", "last", f"rounds={rounds}")
    for table in range(1, 5):
        event("result", "enter", "last", 1, table, 4, 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "way"),
    [
        (("finish", "last"), "finish last --early --reason TEXT"),
        (("finish", "last"), "result enter last ROUND TABLE VP..."),
        (("final", "open", "last"), "seat last --publish"),
        (("final", "place", "last", "1", "0"), "final open last"),
        (("round", "publish", "last"), "result enter last ROUND TABLE VP..."),
        (("round", "cancel", "last", "1"), "round cancel last … --reason TEXT"),
        (("checkin", "last", "1"), "checkin last --open"),
        (("result", "confirm", "last", "1", "1", "1"), "result enter last ROUND TABLE VP..."),
        (("result", "enter", "last", "2", "1", "0", ".5", "1"), "result enter last ROUND TABLE VP..."),
        (("result", "enter", "last", "1", "1", "3", ".5", "0", "0"), "result enter last ROUND TABLE --events EVENTS"),
        (
            ("result", "enter", "last", "1", "1", "3.5", "0", "0", "0"),
            "result enter last ROUND TABLE VP... --reason TEXT --card CARD",
        ),
        (("sanction", "give", "last", "1"), "sanction infractions last WORD..."),
        (("clock", "pause", "last", "1"), "clock start last ROUND"),
        (("reopen", "last"), "finish last"),
        (("round", "proxy", "last", "1", "1", "2", "--name", "Rosa"), "players drop last PLAYER"),
    ],
)
def test_a_refusal_names_the_command_that_goes_on(round_1: Line, words: tuple[str, ...], way: str) -> None:
    _, *ways = round_1(*words, status=1).splitlines()
    assert f"  Go on with: vtes-toolkit tournament {way} --data {round_1.folder}" in ways


def test_a_round_marks_a_table_whose_players_changed_and_a_result_that_does_not_count(round_1: Line) -> None:
    play(round_1)
    round_1("round", "swap", "last", 1, 1, 5)
    marked = [line for line in round_1("round", "show", "last", 1).splitlines() if line.startswith("Table")]
    assert ["players or points changed: enter it again" in line for line in marked] == [True, True, False, False]
    round_1("result", "enter", "last", 1, 3, 0, 4, 0, 0, "--player", 10)
    shown = round_1("round", "show", "last", 1)
    assert "Table 3, disputed, entered by" in shown
    assert "  Player 10 sent 0 4 0 0 (typed at " in shown
    assert "result take last ROUND TABLE PLAYER" in round_1("result", "lock", "last", 1, status=1)
    round_1("result", "take", "last", 1, 3, 10)
    assert "disputed" not in round_1("round", "show", "last", 1)


def test_a_tie_for_the_final_names_the_toss_and_a_closed_event_how_it_is_opened(round_1: Line) -> None:
    play(round_1)
    refused = round_1("final", "open", "last", status=1)
    assert f"  Go on with: vtes-toolkit tournament final toss last --data {round_1.folder}" in refused
    round_1("final", "toss", "last")
    round_1("finish", "last", "--early", "--reason", "Fire alarm")
    refused = round_1("round", "proxy", "last", 1, 1, 1, "--name", "Rosa", status=1)
    assert f"  Go on with: vtes-toolkit tournament reopen last --reason TEXT --data {round_1.folder}" in refused
    assert "Go on with" not in round_1("finish", "last", status=1)


def test_every_way_out_is_a_command_with_its_options() -> None:
    known = dict(commands(tournament))
    for way in {way for ways in [*WAYS.values(), *WAYS_OF.values()] for way in ways}:
        words = tuple(re.findall(r"(?<!\S)[a-z][a-z-]*(?=\s)", f"{way.split(' ID')[0]} "))
        options = {option for parameter in known[words].params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", way)) <= options, way


def test_a_proxy_player_s_refusal_says_that_somebody_has_to_drop(round_1: Line) -> None:
    round_1("round", "empty", "last", 1, 2)
    said = round_1("round", "proxy", "last", 1, 1, 2, "--name", "Rosa", status=1)
    assert "No player of table 1 has dropped. A proxy player takes the seat of a player who has." in said
    round_1("players", "drop", "last", "2")
    round_1("round", "proxy", "last", 1, 1, 2, "--name", "Rosa")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("round", "show", "last"), "Say which round, by its number or final: … round show last ROUND"),
        (("round", "empty", "last", "Player 2"), "“Player 2” is no round. Its number, or final, comes first: … round"),
        (("result", "lock", "last"), "Say which round, by its number or final: … result lock last ROUND [TABLE]"),
        (("clock", "start", "last"), "Say which round, by its number or final: … clock start last ROUND"),
        (("result", "enter", "last"), "Say which round, by its number or final: … result enter last ROUND TABLE [VP]"),
    ],
)
def test_a_command_without_its_round_says_where_it_stands(round_1: Line, words: tuple[str, ...], says: str) -> None:
    assert says in round_1(*words, status=2)


def test_a_disputed_result_is_named_where_one_table_is_locked(round_1: Line) -> None:
    round_1("result", "enter", "last", 1, 1, 4, 0, 0, 0, "--player", "1")
    round_1("result", "enter", "last", 1, 1, 0, 4, 0, 0, "--player", "2")
    assert "Table 1, disputed, entered by organizer" in round_1("round", "show", "last", 1)
    said = round_1("result", "lock", "last", 1, status=1)
    assert f"  Go on with: vtes-toolkit tournament result lock last ROUND TABLE --data {round_1.folder}" in said
    said = round_1("result", "lock", "last", 1, 1)
    assert "Table 1 was disputed: Player 2 entered Player 1 0, Player 2 4, Player 3 0, Player 4 0." in said
    assert "That of Player 1 was Player 1 4, Player 2 0, Player 3 0, Player 4 0." in said
    assert "disputed" not in round_1("result", "lock", "last", 1, 1)


def test_a_corrected_name_says_nothing_of_the_consent(event: Line) -> None:
    def consent() -> object:
        return event.json("players", "list", "last")[0]["agrees_to_archive"]

    for words, answer in (
        (("--city", "Ghent"), None),
        (("--agrees",), True),
        (("--name", "Ann Lee"), True),
        (("--no-agrees",), False),
    ):
        event("players", "change", "last", "1", *words)
        assert consent() is answer


def test_a_vekn_number_is_given_once(event: Line) -> None:
    event("players", "change", "last", "1", "--vekn", "1000001")
    assert "has the VEKN number 1000001 already" in event(
        "players", "add", "last", "Else", "--vekn", "1000001", status=1
    )
    assert "already" in event("players", "change", "last", "2", "--vekn", "#1000001", status=1)
    assert len(event.json("players", "list", "last")) == 16


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"name,vekn\n" + b"Ada,1\n" * 100_000, "at most 5,000 lines"),
        (b"name\n" + b"\xe9" * 5_000_000, "at most 2,000,000 are read"),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture, not a list of players."),
        (b"a,b\n1,2\n", "first line names the columns"),
        (b"name\n", "no player"),
        (b"", "first line names the columns"),
    ],
)
def test_a_player_list_that_cannot_be_read_is_refused(event: Line, content: bytes, says: str) -> None:
    assert says in event("players", "import", "last", "-", stdin=content, status=1)
    assert len(event.json("players", "list", "last")) == 16


def test_a_player_list_is_previewed_before_it_is_imported(event: Line) -> None:
    content = "Name;VEKN;Town\nZoé;1000050;Lyon\nPlayer 1;1000001;\nBad;x1;\n".encode()
    rows = json.loads(event("players", "import", "last", "-", "--preview", "--json", stdin=content))
    assert [row["action"] for row in rows] == ["add", "update", "fault"]
    assert len(event.json("players", "list", "last")) == 16
    said = event("players", "import", "last", "-", stdin=content)
    assert "Line 4 is left out" in said
    players = {player["name"]: player for player in event.json("players", "list", "last")}
    assert (players["Zoé"]["vekn"], players["Zoé"]["city"]) == ("1000050", "Lyon")
    assert players["Player 1"]["vekn"] == "1000001"


@pytest.mark.parametrize(("vekn", "status"), [("x1", 1), ("1000050", 0)])
def test_a_line_that_is_left_out_ends_with_a_status_of_its_own(event: Line, vekn: str, status: int) -> None:
    command = ["tournament", "players", "import", "last", "-", "--data", str(event.folder)]
    ran = CliRunner().invoke(cli, command, input=f"Name;VEKN\nZoé;{vekn}\nNew;\n", standalone_mode=False)
    assert ran.return_value == status
    assert event.json("players", "list", "last")[-1]["name"] == "New"


def test_results_only_are_imported_corrected_removed_and_restored(line: Line) -> None:
    cup = FOLDER / "results.csv"
    id = line("import-results", cup).strip()
    assert "here already by its results" in line("import-results", cup, status=1)
    assert line.json("reported", "show", id)["source"] == "results"
    text = line("reported", "show", id, "--csv")
    line("import-results", "-", "--correct", id, stdin=text.replace("Rasheed", "Rashid"))
    assert re.search(r"1 +Rashid Olm +9990009 +1 +5\.5 +114 +2\.5 +116\n", line("reported", "show", id))
    line("reported", "remove", id)
    assert line.json("reported", "list") == []
    line("reported", "undo", id)
    assert line.json("reported", "list") == [{"id": id, "name": "Harbour Cup", "date": "2026-09-12"}]


def test_an_event_that_is_here_already_is_said(line: Line) -> None:
    cup = FOLDER / "export.jsonl"
    id = line("import", cup).strip()
    assert f"This event is here already: “Harbour Cup” ({id})." in line("import", cup, status=1)
    assert "Legal." in line("deck", "show", id, "9")
    exported = line("export", id)
    assert f"The same event is here already: {id}." in line("import", "-", stdin=exported)
    assert "This event is here already" in line("import-results", FOLDER / "results.csv", status=1)


def test_results_that_lack_a_name_are_named_and_none_is_entered(line: Line) -> None:
    command = ["tournament", "import-results", FOLDER / "archondata.txt", "--data", line.folder]
    ran = CliRunner().invoke(cli, list(map(str, command)), standalone_mode=False)
    assert (ran.return_value, "day is missing" in ran.output) == (1, True)
    assert line.json("reported", "list") == []
    given = ("--name", "Harbour Cup", "--date", "2026-09-12", "--kind", "grand_prix")
    assert line.json("import-results", FOLDER / "archondata.txt", *given)["kind"] == "grand_prix"


def test_a_pasted_list_tells_what_was_guessed_changed_and_named_twice(event: Line) -> None:
    said = event(
        "players", "import", "last", "-", "--pasted", stdin="Müller, Jürgen\nZoé\nZOÉ\nWaiting list\n".encode()
    )
    assert "Line 1: Will be registered. “Müller, Jürgen” becomes “Jürgen Müller”." in said
    assert "it may also be Müller from Jürgen" in said
    assert "Line 3: Named twice in this list." in said
    assert "“Waiting list” is a heading." in said


def test_a_spreadsheet_is_imported_and_what_of_it_is_left_out_is_told(event: Line) -> None:
    content = workbook(Players=[["Nombre y apellidos", "VEKN", "Team"], ["Zoé Díaz", 1000050, "x"]], Prices=[["Box"]])
    said = event("players", "import", "last", "-", stdin=content)
    assert "Not kept: Prices." in said
    assert "Columns that are not kept: Team." in said
    assert event.json("players", "list", "last")[16]["name"] == "Zoé Díaz"


def damage(text: str) -> str:
    return text.replace("Player 3", "Player 4", 1)


def newer(text: str) -> str:
    return text.replace('"version": 1', '"version": 99', 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (damage, "checksum"),
        (newer, "newer version"),
        (lambda text: text[: len(text) // 2], "This is JSON that breaks off or is wrong at line "),
        (
            lambda text: "{}",
            "something else, not an export of a tournament. Choose the JSON file that the event was exported as.",
        ),
        (lambda text: "[" * 100_000, "not an export of a tournament. Choose"),
        (lambda text: "", "This is an empty file, not an export of a tournament. Choose"),
        (
            lambda text: "place,name\n1,Ana\n",
            "has the results of an event, not its log. It can be entered by its results",
        ),
    ],
)
def test_an_export_that_cannot_be_trusted_is_refused(round_1: Line, change: Callable[[str], str], says: str) -> None:
    export = round_1("export", "last")
    assert says in round_1("import", "-", stdin=change(export), status=1)
    assert len(round_1.json("list")) == 1


def without_chain(export: str) -> str:
    """Each log has a chain of its own; everything else comes back as it was."""
    content = json.loads(export)
    del content["chain"]
    return json.dumps(content)


def test_an_export_comes_back_byte_for_byte(round_1: Line, tmp_path: Path) -> None:
    round_1("result", "enter", "last", "1", "1", "2", "1", "1", "0")
    round_1("undo", "last", "--reason", "wrong table — “2”")
    export = round_1("export", "last")
    id, warning = round_1("import", "-", stdin=export).splitlines()
    assert warning.startswith("The same event is here already: ")
    assert without_chain(round_1("export", id)) == without_chain(export)
    round_1("redo", id)
    assert round_1.json("standings", id)[0]["victory_points"] == 2


def test_without_a_tournament_none_is_the_last(line: Line) -> None:
    assert "no tournament yet" in line("show", "last", status=1)


def test_a_beginning_names_one_tournament_only(line: Line) -> None:
    for number in range(2):
        line("new", f"Event {number}")
    assert "begins with" in line("show", "", status=1)


# --- what it does ---


def test_a_change_is_shown_as_a_sentence_and_as_json(event: Line) -> None:
    assert event("players", "drop", "last", "Player 3", "--reason", "train").split(maxsplit=1)[1].startswith("Player 3")
    change = event.json("players", "return", "last", "3")
    assert change["sequence"] == 19
    assert [entry["kind"] for entry in change["entries"]] == ["player_returned"]


def test_somebody_who_saw_too_little_is_told_what_changed(round_1: Line) -> None:
    seen = round_1.json("show", "last")["sequence"]
    round_1("result", "enter", "last", "1", "1", "2", "1", "1", "0", "--by", "Paul")
    said = round_1("result", "enter", "last", "1", "1", "0", "2", "1", "1", "--expect", seen, status=1)
    assert "Paul" in said
    assert "Player 1 2, Player 2 1, Player 3 1, Player 4 0" in said
    round_1("result", "enter", "last", "1", "2", "2", "1", "1", "0", "--expect", seen)


def test_a_change_with_a_key_is_made_once(round_1: Line) -> None:
    words = ("result", "enter", "last", "1", "1", "2", "1", "1", "0", "--key", "phone-7")
    round_1(*words)
    before = round_1("export", "last")
    assert "carried out before" in round_1(*words)
    assert round_1("export", "last") == before


def test_an_event_of_seven_is_planned_at_once(line: Line) -> None:
    line("new", "Small", "--rounds", "2")
    line("players", "add", "last", *SIXTEEN[:7])
    line("seat", "last", "--publish", "--seed", "3", "--seconds", "0")
    shown = line.json("show", "last")
    assert (shown["rounds"], shown["published"]) == (3, 1)
    assert len(line.json("round", "show", "last", "1")["sitting_out"]) in (2, 3)


def test_another_draft_replaces_the_one_there_is_only_where_it_is_better(event: Line) -> None:
    tables = [["--table", ",".join(str(first + seat) for seat in range(4))] for first in (1, 5, 9, 13)]
    event("seat", "last", *[word for table in tables for word in table], "--publish")
    event("seat", "last", *[word for table in tables for word in table])  # everybody meets the same three again
    assert "Drafted round 2" in event("seat", "last", "--seconds", "0")
    assert "not better, so yours is kept" in event("seat", "last", "--seconds", "0", status=1)
    assert "Drafted round 2" in event("seat", "last", "--seconds", "0", "--anyway")
    assert "Drafted round 2" in event("seat", "last", "--seconds", "0", "--seed", "5")


def test_a_decklist_is_judged_as_of_the_events_date(event: Line, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("4x Anson\n10x Blood Doll\n")
    event("deck", "submit", "last", "Player 1", tmp_path / "deck.txt")
    shown = event.json("deck", "show", "last", "Player 1")
    assert not shown["legal"]
    assert shown["date"] == "2026-11-21"
    assert any("12" in problem for problem in shown["problems"])


def test_an_optional_word_left_out_is_empty(event: Line, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("4x Theo Bell (G2)\n", encoding="utf-8")
    event("deck", "submit", "last", "1", tmp_path / "deck.txt")
    event("deck", "archetype", "last", "1", "Stealth bleed")
    (removed,) = event.json("deck", "archetype", "last", "1")["entries"]
    assert removed["fact"]["archetype"] == ""


def test_a_clock_runs_without_a_process(round_1: Line) -> None:
    round_1("clock", "start", "last", "1", "--minutes", "120")
    round_1("clock", "extend", "last", "1", "2.5", "--table", "3")
    whole, third = (
        round_1.json("clock", "show", "last", "1", *more)["seconds_left"] for more in ((), ("--table", "3"))
    )
    assert 7100 < whole <= 7200
    assert whole + 140 < third <= whole + 150


def test_settings_are_changed_by_name(event: Line) -> None:
    event("config", "last", "minutes=150", "name=Lyon II", 'rooms=[{"name":"Hall","first":1,"last":8}]')
    settings = event.json("config", "last")
    assert (settings["minutes"], settings["name"], settings["rooms"][0]["name"]) == (150, "Lyon II", "Hall")
    assert event.json("list")[0]["name"] == "Lyon II"


def test_a_setting_that_may_be_none_is_emptied(event: Line) -> None:
    id = event.json("list")[0]["id"]
    event("config", id, "is_template=true", "date=", "place=")
    settings = event.json("config", id)
    assert (settings["is_template"], settings["date"], settings["place"]) == (True, None, "")


def test_a_newer_store_is_refused(event: Line) -> None:
    import sqlite3

    connection = sqlite3.connect(event.folder / "vtes-toolkit.db")
    connection.execute("UPDATE vtes_toolkit_version SET version_num = '9001'")
    connection.commit()
    connection.close()
    assert "newer version" in event("list", status=1)


def test_a_cancelled_round_is_seated_the_same(round_1: Line) -> None:
    def seats() -> list[int]:
        shown = round_1.json("round", "show", "last", "1")
        assert shown["published"]
        return [seat["player"] for table in shown["tables"] for seat in table["seats"]]

    before = seats()
    assert "Round 2 was not cancelled" in round_1("seat", "last", "--same", status=1)
    round_1("round", "cancel", "last", "1", "--reason", "the alarm")
    round_1("seat", "last", "--same", "--publish")
    assert seats() == before
    assert "leave --table out" in round_1("seat", "last", "--same", "--table", "1,2,3,4", status=2)


def test_a_draft_says_what_wishes_come_to_and_a_result_what_was_entered(event: Line) -> None:
    event("players", "fix", "last", "1", "9")
    tables = [["--table", ",".join(str(first + seat) for seat in range(4))] for first in (1, 5, 9, 13)]
    event("seat", "last", *[word for table in tables for word in table])
    assert "sits at table 1, seat 1 in round 1 instead of table 9." in event("round", "show", "last", "1")
    event("round", "publish", "last")
    assert "instead of" not in event("round", "show", "last", "1")
    event("sanction", "give", "last", "1", "--infraction", "3.2")
    event("result", "enter", "last", "1", "1", "2", "1", "1", "0")
    assert "2 VP entered, 1 count" in event("round", "show", "last", "1")


def test_a_proxy_player_is_seated_and_scored(round_1: Line) -> None:
    round_1("players", "drop", "last", "2")
    assert "for Player 2" in round_1("round", "proxy", "last", "1", "1", "2", "--name", "Rosa")
    round_1("result", "enter", "last", "1", "1", "2", "2", "0", "0")
    assert "Rosa" in round_1("round", "show", "last", "1")
    first = round_1.json("standings", "last")[0]
    assert (first["player"], first["game_wins"], first["tournament_points"]) == ("Player 1", 0, 54)
    assert "Rosa" not in round_1("standings", "last")


def test_a_correction_behind_the_final_needs_sure_and_says_so(round_1: Line) -> None:
    round_1("config", "last", "rounds=1")
    for table in range(1, 5):
        round_1("result", "enter", "last", "1", table, "2", "1", "1", "0")
    round_1("final", "toss", "last")
    round_1("final", "open", "last")
    correction = ("result", "enter", "last", "1", "1", "0", "0", "0", "4")
    refused = round_1(*correction, status=1)
    assert "In the final would be" in refused
    assert "  Go on with: vtes-toolkit tournament result enter last … --sure" in refused
    assert "place " in round_1(*correction, "--sure")


def test_chances_of_the_final_between_rounds(round_1: Line) -> None:
    assert "its settings can turn them on" in round_1("chances", "last", status=1)
    round_1("config", "last", "show_chances=organizers", "rounds=2")
    assert "between rounds only (VEKN 4.8)" in round_1("chances", "last", status=1)
    for table in range(1, 5):
        round_1("result", "enter", "last", 1, table, 4, 0, 0, 0)
    said = round_1("chances", "last", "--seed", 5)
    assert "Drawn 20,000 times with the seed 5: within 0." in said
    assert {one.split(maxsplit=2)[2] for one in said.splitlines()[3:7]} == {f"{n} Player {n}" for n in (1, 5, 9, 13)}
    shown = round_1.json("chances", "last", "--seed", 5)
    assert (shown["seed"], round(sum(one["chance"] for one in shown["players"]), 6)) == (5, 5)
