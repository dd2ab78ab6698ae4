"""Archon by command: absent where it is not configured; read, checked, recorded and sent where it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.services.events.archon_site import EVENT, FOLDER, SECRET, SECRETS, ArchonSite, serving, shell
from toolkit.cli import cli


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[ArchonSite]:
    with serving(ArchonSite(EVENT)) as site:
        for name, value in site.settings.items():
            monkeypatch.setenv(name, value)
        yield site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def run(folder: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, [*words, "--data", str(folder)], input=typed, standalone_mode=False)


def said(result: Result) -> str:
    return result.output + str(result.exception or "")


def test_without_an_address_there_is_no_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VTES_TOOLKIT_ARCHON_URL", raising=False)
    assert "archon" not in CliRunner().invoke(cli, ["--help"]).output.split()
    assert "\n  archon" not in CliRunner().invoke(cli, ["tournament", "--help"]).output
    for words in (["archon", "check", "last"], ["archon", "secret"], ["tournament", "archon", "last"]):
        assert "No such command 'archon'" in said(run(folder, *words))


def test_an_event_is_read_checked_and_sent_to_an_empty_shell(folder: Path, site: ArchonSite) -> None:
    assert run(folder, "archon", "secret", typed=f"{SECRET}\n").output == "Kept.\n"
    read = run(folder, "archon", "import", "https://archon.vekn.net/t/99901")
    assert read.exit_code == 0, read.output
    assert "This event is here already" in said(run(folder, "archon", "import", "99901"))
    checked = run(folder, "archon", "check", "last")
    assert (checked.return_value, "No number needs a look." in checked.output) == (0, True)
    dry = run(folder, "tournament", "archon", "last", "--dry-run")
    assert dry.output.startswith("1. Open registration.\n   POST /api/tournaments/")
    site.event, site.valid = shell(), {"app.1", "m.7"}
    send = ["tournament", "archon", "last", "--token-stdin", "--penalty", "1=unsportsmanlike_conduct:Out in round 2."]
    sent = run(folder, *send, typed="m.7\n")
    assert (sent.return_value, site.event["state"]) == (1, "Playing")
    sent = run(folder, *send, "--finish", typed="m.7\n")
    assert (sent.return_value, site.event["state"], site.event["winner"]) == (0, "Finished", EVENT["winner"])
    assert "Result sent to Archon: event 99901." in sent.output
    assert "Nothing is left to be sent." in run(folder, *send, "--finish", typed="m.7\n").output
    for secret in (SECRET, "m.7"):
        assert not any(secret in one.output.split() for one in (read, checked, dry, sent))


def test_a_preview_says_what_would_be_imported_and_imports_nothing(folder: Path, site: ArchonSite) -> None:
    run(folder, "archon", "secret", typed=f"{SECRET}\n")
    shown = run(folder, "archon", "import", "99901", "--preview").stdout
    assert "Harbour Cup, 2026-09-12, Gdynia, Poland\n10 players, 2 rounds and a final.\nWinner: VEKN 9990009." in shown
    assert "choose the kind" in shown
    assert json.loads(run(folder, "tournament", "list", "--json").stdout or "[]") == []
    members = folder / "members.csv"
    members.write_text("VEKN,name\n9990009,Rasheed Olm\n", encoding="utf-8")
    options = ["--members", str(members), "--kind", "grand_prix", "--preview", "--json"]
    preview = json.loads(run(folder, "tournament", "import", str(FOLDER / "export.jsonl"), *options).stdout)
    assert (preview["winner"], preview["kind"], len(preview["unnamed"])) == ("Rasheed Olm", "grand_prix", 9)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "There is no player in that list."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture"),
        (b"Ana Lima\nBea Bo\n", "A members file is a CSV with the columns “VEKN” and “name”."),
        (b"VEKN,name\n9990009," + b"x" * 101, "on one line of at most 100 characters"),
    ],
)
def test_another_file_is_no_members_file(folder: Path, content: bytes, sentence: str) -> None:
    members = folder / "members.csv"
    members.write_bytes(content)
    refused = run(folder, "tournament", "import", str(FOLDER / "export.jsonl"), "--members", str(members))
    assert sentence in said(refused)
    assert json.loads(run(folder, "tournament", "list", "--json").stdout or "[]") == []


def test_an_event_without_seats_is_entered_by_its_results(folder: Path, site: ArchonSite) -> None:
    run(folder, "archon", "secret", typed=f"{SECRET}\n")
    site.event["rounds"] = []
    read = run(folder, "archon", "import", "99901", "--json")
    assert json.loads(read.stdout)["origin"] == "archon"


@pytest.mark.parametrize("kind", ["GET /v1/users", "GET /v1/decks"])
def test_a_list_that_was_cut_short_imports_nothing(folder: Path, site: ArchonSite, kind: str) -> None:
    run(folder, "archon", "secret", typed=f"{SECRET}\n")
    site.faults = [(kind, "cut")]
    read = run(folder, "archon", "import", "99901")
    assert (read.exit_code, "cut short: nothing of it is taken" in said(read)) == (1, True)
    assert json.loads(run(folder, "tournament", "list", "--json").stdout or "[]") == []


def test_a_record_has_no_token_no_name_and_no_real_number(folder: Path, site: ArchonSite) -> None:
    run(folder, "archon", "secret", typed=f"{SECRET}\n")
    site.event |= {"name": "Zoltan's Cup", "description": "Call Zoltan", "venue": "At Zoltan's"}
    site.members[0] |= {"name": "Zoltan", "email": "zoltan@x.example", "community_links": ["https://zoltan.example"]}
    for member in site.members:
        member["vekn_id"] = "32" + member["vekn_id"][2:]
    recorded = run(folder, "archon", "record", "99901").stdout
    for hidden in ("zoltan", *SECRETS, SECRET, *(f'"{member["vekn_id"]}"' for member in site.members), EVENT["uid"]):
        assert hidden not in recorded.casefold(), hidden
    answers = json.loads(recorded)
    assert answers[0]["answer"]["players"][0].keys() == EVENT["players"][0].keys()
    assert answers[0]["answer"]["state"] == "Finished"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tournament", "archon", "last", "--penalty", "x"], "is not NO=CATEGORY:WORDS"),
        (["archon", "import", "two words"], "Write its code, its uid or the address of its page"),
        (["archon", "secret"], "nothing was typed"),
        (["tournament", "import", str(FOLDER / "calls.json"), "--preview"], "not Archon's JSON: leave out"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_asked(
    folder: Path, site: ArchonSite, words: list[str], sentence: str
) -> None:
    refused = run(folder, *words)
    assert refused.exit_code != 0
    assert sentence in said(refused)
    assert site.calls == []
