from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.sheets import paper
from toolkit.cli.print_command import command
from toolkit.cli.tournament_command import command as tournament
from toolkit.errors import ToolkitError
from toolkit.languages import LANGUAGES
from toolkit.sheets import SHEETS

SEATING = json.dumps({"event": {"name": "Lyon"}, "rounds": [[["Ann", "Bo", "Cy", "Di"], ["Ed", "Flo", "Gus", "Hal"]]]})


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(command, arguments, input=given)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A stored tournament of eight players with one published round."""
    folder = tmp_path / "data"

    def do(*arguments: str) -> None:
        result = CliRunner().invoke(tournament, [*arguments, "--data", str(folder)])
        assert result.exit_code == 0, result.output

    do("new", "Lyon", "--date", "2026-11-22")
    for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"):
        do("players", "add", "last", name)
    do("seat", "last", "--seed", "3", "--seconds", "0", "--publish")
    return folder


def test_the_help_has_every_sheet_in_one_line_or_two() -> None:
    shown = " ".join(run("--help").output.split())
    for name, kind in SHEETS.items():
        assert f"{name} {kind.title}: {kind.summary}" in shown


@pytest.mark.parametrize("sheet", ["seating", "names", "slips", "tents", "chart", "checkin"])
def test_a_sheet_of_a_file(sheet: str, tmp_path: Path) -> None:
    source, out = tmp_path / "seating.json", tmp_path / "out.pdf"
    source.write_text(SEATING)
    result = run(sheet, str(source), "-o", str(out), "--paper", "letter")
    assert (result.exit_code, result.output) == (0, "")
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("language", "table"), [("en", "Table 1"), ("fr", "Ronde 1"), ("es", "Mesa 1")])
def test_a_sheet_in_the_language_asked_for(language: str, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "es:fr")
    result = run("slips", "-", "-o", "-", "--language", language, given=SEATING)
    assert (result.exit_code, result.stderr) == (0, "")
    assert table in paper.text(result.stdout_bytes)
    if language == "en":
        assert run("slips", "-", "-o", "-", given=SEATING).stdout_bytes == result.stdout_bytes


def test_all_sheets_of_an_event_in_one_language(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    result = run("all", "-t", "last", "--data", str(data), "-o", str(folder), "--language", "es")
    assert result.exit_code == 0
    assert "Mesa 1" in paper.text((folder / "lyon-round-1-seating.pdf").read_bytes())
    assert "Jugador" in paper.text((folder / "lyon-checkin.pdf").read_bytes())


def test_a_decklist_in_another_language(tmp_path: Path) -> None:
    source, out = tmp_path / "deck.txt", tmp_path / "out.pdf"
    source.write_text("Crypt: (1)\n1x Gilbert Duane\nLibrary: (1)\n1x Govern the Unaligned\n")
    run("decklist", str(source), "--date", "2026-11-22", "-o", str(out), "--language", "fr")
    shown = " ".join(paper.text(out.read_bytes()).split())
    assert "La bibliothèque a 1 carte ; le minimum est 60." in shown
    assert "Construit, au 22/11/2026" in shown


def test_standard_input_to_standard_output() -> None:
    result = run("names", "-", "-o", "-", given=SEATING)
    assert result.stdout_bytes.startswith(b"%PDF")
    assert result.stderr == ""


@pytest.mark.parametrize("sheet", [name for name, kind in SHEETS.items() if kind.is_blank])
def test_a_blank_sheet_needs_no_event(sheet: str, tmp_path: Path) -> None:
    assert run(sheet, "-o", str(tmp_path / "out.pdf")).exit_code == 0


@pytest.mark.parametrize("sheet", ["seating", "slips", "chart", "checkin", "judges"])
def test_a_sheet_of_a_stored_tournament(sheet: str, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    result = run(sheet, "-t", "last", "--data", str(data), "-o", str(out), "--address", "http://10.0.0.2:8080")
    assert (result.exit_code, result.output) == (0, "")
    assert out.read_bytes().startswith(b"%PDF")


def test_all_sheets_at_once_with_the_reason_for_those_left_out(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    result = run("all", "-t", "last", "--data", str(data), "-o", str(folder))
    assert result.exit_code == 0
    names = {path.name for path in folder.iterdir()}
    assert {"lyon-round-1-seating.pdf", "lyon-round-1-slips.pdf", "lyon-checkin.pdf"} <= names
    assert not any("phase-cards" in name for name in names)
    assert "final: left out. The finalists are not known yet" in result.stderr
    assert "\r" not in result.output  # no progress bar in a pipe


def test_a_file_of_more_than_1000_players_is_refused(tmp_path: Path) -> None:
    crowd = "player,table\n" + "".join(f"Player {number},{number // 5 + 1}\n" for number in range(1_001))
    result = run("names", "-", "-o", str(tmp_path / "out.pdf"), given=crowd)
    assert isinstance(result.exception, ToolkitError)
    assert result.exception.message == "1,001 players: a sheet has room for up to 1,000."
    every = run("all", "-", "-o", str(tmp_path / "sheets"), given=crowd)
    assert "names: left out. 1,001 players: a sheet has room for up to 1,000." in every.stderr
    assert (tmp_path / "sheets" / "seating-registration.pdf").exists()


def test_a_decklist_of_a_file_is_judged_as_of_a_date(tmp_path: Path) -> None:
    source, out = tmp_path / "deck.txt", tmp_path / "out.pdf"
    source.write_text("Crypt: (1)\n1x Gilbert Duane\nLibrary: (1)\n1x Govern the Unaligned\n")
    result = run("decklist", str(source), "--player", "Ann", "--date", "2026-11-22", "-o", str(out))
    assert (result.exit_code, result.output) == (0, "")
    again = tmp_path / "again.pdf"
    run("decklist", str(source), "--player", "Ann", "--date", "2026-11-22", "-o", str(again))
    assert out.read_bytes() == again.read_bytes()


def test_a_name_that_no_font_can_show_is_reported_once(tmp_path: Path) -> None:
    odd = SEATING.replace("Bo", "Bo 山田" + "山\u200e")
    result = run("all", "-", "-o", str(tmp_path / "out"), given=odd)
    assert result.exit_code == 0
    said = [line for line in result.stderr.splitlines() if "font" in line]
    assert said == ["vtes-toolkit: no font has 山 田 U+200E: printed in Latin letters, as a box or not at all."]
    many = SEATING.replace("Bo", "".join(map(chr, range(0x5C71, 0x5C71 + 30))))
    result = run("names", "-", "-o", str(tmp_path / "out.pdf"), given=many)
    assert " and 10 more: printed" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nonsense", "-o", "x.pdf"), "'nonsense' is not one of"),
        (("seating", "-o", "x.pdf"), "Say what to print the sheet “seating” of"),
        (("seating", "x.json", "-t", "last", "-o", "x.pdf"), "not both"),
        (("slips", "-", "-o", "x.pdf", "--per-page", "3"), "'3' is not one of"),
        (("slips", "-", "-o", "x.pdf", "--round", "x"), "“x” is no round"),
        (("slips", "-", "-o", "x.pdf", "--language", "vo"), f"'vo' is not one of {', '.join(map(repr, LANGUAGES))}"),
    ],
)
def test_misuse_is_explained(arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "given", "sentence"),
    [
        (("seating", "-", "-o", "x.pdf", "--paper", "a3"), SEATING, "There is no paper size “a3”. Use a4 or letter."),
        (("seating", "-", "-o", "x.pdf"), '{"players": ["Ann"]}', "No round is seated yet"),
        (("seating", "-", "-o", "x.pdf", "--round", "5"), SEATING, "Round 5 is not seated. Seated rounds: Round 1."),
        (("seating", "-", "-o", "x.pdf", "--round", "final"), SEATING, "The final is not seated"),
        (("standings", "-", "-o", "x.pdf"), SEATING, "no result has been entered"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(arguments: tuple[str, ...], given: str | None, sentence: str) -> None:
    error = run(*arguments, given=given).exception
    assert isinstance(error, ToolkitError)
    assert sentence in error.message


@pytest.mark.parametrize("sheet", ["names", "all"])
def test_an_output_folder_that_does_not_exist(sheet: str, tmp_path: Path) -> None:
    result = run(sheet, "-", "-o", str(tmp_path / "none" / "such" / "out.pdf"), given=SEATING)
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    source = tmp_path / "x.json"
    source.write_bytes(b"\xff\xfe\x00")
    error = run("seating", str(source), "-o", "x.pdf").exception
    assert isinstance(error, ToolkitError)
    assert "is not UTF-8 text" in error.message


def test_without_o_the_file_is_called_like_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("phase-cards").output == "phase-cards.pdf\n"
    assert (tmp_path / "phase-cards.pdf").read_bytes().startswith(b"%PDF")
