"""`tournament report`: the checklist, each report with its exit status, and what goes to which stream."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.exchange.events import ARCHONDATA, FILE
from tests.exchange.template import archon
from tests.services.events.vekn_site import PASSWORD, USER, Site, serving
from toolkit.cli import cli
from toolkit.cli.tournament.common import DIALECTS
from toolkit.exchange.result_text import Dialect
from toolkit.services.events.reports import ReportBlocked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert CliRunner().invoke(cli, ["tournament", "import", str(FILE), "--data", str(tmp_path)]).exit_code == 0
    return tmp_path


def ask(folder: Path, *words: object) -> Result:
    command = ["tournament", *map(str, words), "--data", str(folder)]
    return CliRunner().invoke(cli, command, standalone_mode=False)


def test_the_checklist_names_what_is_missing_and_the_day(folder: Path) -> None:
    answer = ask(folder, "report", "last")
    assert answer.return_value == 1
    assert answer.output.startswith("Due 2026-11-29: ")
    assert "post: blocked\n  - The settings do not say the event's number" in answer.output
    shown = json.loads(ask(folder, "report", "last", "--json").output)
    states = {one["to"]: one["state"] for one in shown["outputs"]}
    assert (shown["due"], states["archondata"], states["post"]) == ("2026-11-29", "warnings", "blocked")
    first, *others = next(one["problems"] for one in shown["outputs"] if one["to"] == "post")
    assert [(one["code"], one["severity"]) for one in others] == [("result_first", "warning")]
    assert first == {
        "code": "no_event_id",
        "severity": "error",
        "message": "The settings do not say the event's number on the VEKN's calendar.",
        "field": "vekn_event",
        "players": [],
    }


def test_every_report_and_every_dialect_of_the_text_can_be_asked_for(folder: Path) -> None:
    assert tuple(Dialect) == DIALECTS
    shown = ask(folder, "report", "last", "--to", "text", "--dialect", "markdown").stdout
    assert shown.startswith("**Prague Cup**")
    assert "https://" not in shown
    ask(folder, "config", "last", "vekn_event=13999")
    assert ask(folder, "report", "last", "--to", "text").stdout.endswith("/event-calendar/event/13999\n")


def test_archondata_goes_to_standard_output_alone(folder: Path) -> None:
    answer = ask(folder, "report", "last", "--to", "archondata")
    assert answer.stdout == ARCHONDATA + "\n"
    assert "calendar" in answer.stderr
    assert answer.return_value == 0


def test_a_blocked_report_writes_nothing_and_a_draft_says_so(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "post.txt"
    path.write_text("old")
    refused = ask(folder, "report", "last", "--to", "post", "-o", path)
    assert isinstance(refused.exception, ReportBlocked)
    assert path.read_text() == "old"
    draft = ask(folder, "report", "last", "--to", "post", "-o", path, "--draft")
    assert draft.stderr.startswith("DRAFT")
    assert "https://www.vekn.net/event-calendar/event/[event number]\n" in path.read_text(encoding="utf-8")
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".post")] == []


def test_another_programs_line_is_compared(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "theirs.txt"
    path.write_text(ARCHONDATA.replace("1000005§0§1§0§48", "1000005§0§1§0§54"), encoding="utf-8")
    answer = ask(folder, "report", "last", "--check", path)
    assert (answer.output, answer.return_value) == ("Player Nr5, tournament points: 54, here 48.\n", 1)
    path.write_text(ARCHONDATA, encoding="utf-8")
    assert ask(folder, "report", "last", "--check", path).return_value == 0


def test_a_workbook_goes_out_and_comes_back_as_an_event(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "archon.xlsx"
    assert ask(folder, "report", "last", "--to", "workbook", "-o", path).return_value == 0
    before = ask(folder, "standings", "last").output
    assert CliRunner().invoke(cli, ["tournament", "import", str(path), "--data", str(folder)]).exit_code == 0
    assert ask(folder, "standings", "last").output == before
    assert len(json.loads(ask(folder, "list", "--json").output)) == 2


def test_one_s_own_workbook_is_kept_until_it_is_not_wanted(folder: Path, tmp_path: Path) -> None:
    template, path = tmp_path / "own.xlsx", tmp_path / "archon.xlsx"
    template.write_bytes(archon())
    write = ("report", "last", "--to", "workbook", "-o", path)
    for more, is_own in ((("--template", template), True), ((), True), (("--template", "none"), False), ((), False)):
        assert ask(folder, *write, *more).return_value == 0
        assert (b"byte for byte" in _part(path, "docProps/custom.xml")) is is_own


def _part(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name) if name in archive.namelist() else b""


def test_a_dry_run_shows_what_would_be_sent_and_a_push_sends_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(folder, "reopen", "last", "--reason", "number")
    ask(folder, "config", "last", 'vekn_event="13999"')
    ask(folder, "finish", "last")
    with serving(Site()) as site:
        monkeypatch.setenv("VTES_TOOLKIT_VEKN_URL", site.url)
        push = ["tournament", "push", "last", "--user", USER, "--data", str(folder)]
        dry = CliRunner().invoke(cli, [*push, "--dry-run"], input=f"{PASSWORD}\n")
        assert dry.stdout.splitlines()[:2] == ["event 13999", ARCHONDATA]
        assert site.sent == []
        sent = CliRunner().invoke(cli, push, input=f"{PASSWORD}\n")
        assert "Result sent to vekn.net: event 13999." in sent.output
        assert site.sent == [ARCHONDATA]
        assert PASSWORD not in dry.output + sent.output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"%PDF-1.7",
            "This is a PDF document, not an export of a tournament or an Archon workbook. "
            "Choose the JSON file that the event was exported as, or its Archon workbook.",
        ),
        (ARCHONDATA.encode(), "Archondata does not say who sat where: import it as a list of players."),
        (
            b"name,vekn",
            "This is a text, not an export of a tournament. Choose the JSON file that the event was exported as.",
        ),
    ],
)
def test_what_is_no_event_is_called_what_it_is(folder: Path, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert str(ask(folder, "import", path).exception) == sentence


def test_archondata_registers_its_players_and_names_what_it_cannot_say(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text(ARCHONDATA + "\n", encoding="utf-8")
    ask(folder, "new", "Brno Cup")
    shown = ask(folder, "players", "import", "last", path, "--preview").output
    assert "Results in archondata are not kept" in shown
    assert ask(folder, "players", "import", "last", path).exception is None
    known = json.loads(ask(folder, "players", "list", "last", "--json").output)
    assert sorted((one["name"], one["vekn"]) for one in known) == sorted(
        (f"Player Nr{number}", str(1_000_000 + number)) for number in range(1, 14)
    )


def test_an_export_of_the_registry_registers_its_players(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "members.csv"
    path.write_text(
        "veknid,firstname,lastname,city,country\n3190001,Ana,Sá,Braga,PT\n0000012,Jo,,,\n", encoding="utf-8"
    )
    ask(folder, "new", "Brno Cup")
    assert ask(folder, "players", "import", "last", path).exception is None
    known = json.loads(ask(folder, "players", "list", "last", "--json").output)
    assert [(one["first"], one["last"], one["vekn"], one["city"]) for one in known] == [
        ("Ana", "Sá", "3190001", "Braga"),
        ("Jo", "", "0000012", ""),
    ]
