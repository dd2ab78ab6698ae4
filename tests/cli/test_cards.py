from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from toolkit.cards import UnknownCard
from toolkit.cards.texts import NOTICE, CardTexts, save_texts, texts_file
from toolkit.cli import cli
from toolkit.paths import CARD_DB
from toolkit.services.decks.card_refresh import ListUnreachable


@pytest.fixture(autouse=True)
def _no_data_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def cards(*words: str) -> Result:
    return CliRunner().invoke(cli, ["cards", *words], standalone_mode=False)


def test_show_answers_by_any_name() -> None:
    for name in ("Govern the Unaligned", "govern the unaligned", "GtU", "100845", "Regir a los no alineados"):
        answer = cards("show", name)
        assert answer.return_value == 0
        assert answer.output.startswith("Govern the Unaligned\n  Number         100845\n")


def test_show_shows_every_version() -> None:
    assert cards("show", "theo bell").output.count("Clan           Brujah") == 3
    assert cards("show", "Theo Bell (G6)").output.count("Theo Bell") == 1


def test_show_says_what_a_library_card_costs_and_needs() -> None:
    assert [line.split(maxsplit=1) for line in cards("show", "Alpha Glint").output.splitlines()[2:5]] == [
        ["Type", "Combat"],
        ["Cost", "1 blood"],
        ["Disciplines", "ani and for"],
    ]


def test_show_of_no_card_suggests() -> None:
    answer = cards("show", "Govrn the Unaligned")
    assert isinstance(answer.exception, UnknownCard)
    assert "Did you mean Govern the Unaligned?" in str(answer.exception)


def test_show_as_json_has_the_facts() -> None:
    (card,) = json.loads(cards("show", "Theo Bell (G6)", "--json").output)
    assert (card["kind"], card["group"], card["clan"], card["advanced"]) == ("crypt", 6, "Brujah", False)
    (card,) = json.loads(cards("show", "Gypsies", "--json").output)
    assert (card["kind"], card["banned"], card["group"]) == ("library", "2020-08-01", None)
    assert (card["cost"], card["clans"]) == ({"in": "pool", "amount": 3}, ["Gangrel"])
    assert {"code": "VTES", "released": "1995-09-15"} in card["sets"]


def test_search_lists_a_card_a_line() -> None:
    answer = cards("search", "victoria ash")
    assert answer.return_value == 0
    assert [line.split("  ")[:2] for line in answer.output.splitlines()] == [
        ["201444", "Victoria Ash (G2)"],
        ["201619", "Victoria Ash (G7)"],
    ]


def test_search_marks_what_is_banned() -> None:
    assert cards("search", "gypsies").output.rstrip().endswith("banned")


def test_search_without_a_hit_is_a_finding_with_a_suggestion() -> None:
    answer = cards("search", "Deflecton")
    assert answer.return_value == 1
    assert "Did you mean Deflection" in answer.stderr
    assert json.loads(cards("search", "zzzz", "--json").output) == []


def test_search_takes_what_a_card_is() -> None:
    assert cards("search", "--title", "regent").output.startswith("201270  Sha-Ennu")
    assert cards("search", "theo bell", "--group", "6").output.splitlines()[1:] == []
    many = cards("search", "--type", "Political Action", "--limit", "3")
    assert len(many.stdout.splitlines()) == 3
    assert "The first 3 of" in many.stderr
    assert cards("search", "--clan", "Ventrue", "--cost", "9").return_value == 1


def test_search_for_nothing_or_for_what_nothing_is_called_is_refused() -> None:
    assert isinstance(cards("search").exception, click.UsageError)
    assert "No clan is called" in str(cards("search", "--clan", "Tremeer").exception)


def test_info_says_which_data_and_how_old() -> None:
    answer = cards("info").output
    assert answer.startswith("4149 cards: 1785 crypt, 2364 library, 51 sets.\nNewest card 2026-02-28; ")
    assert "newest set New Blood III, 2026-02-28.\n" in answer
    assert "Complete up to 2026-09-26 (" in answer
    assert "Shipped with the program" in answer
    data = json.loads(cards("info", "--json").output)
    assert (data["date"], data["cards"], data["refreshed"], data["warning"]) == ("2026-09-26", 4149, False, None)


def test_info_warns_of_a_damaged_copy(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "SOURCE.toml").write_text("date = 2030-01-01")
    answer = cards("info", "--data", str(tmp_path))
    assert answer.return_value == 0
    assert "used instead" in answer.stderr


def keep_texts(data: Path) -> None:
    texts = {201035: {"en": "Invented: Nana sings. [ani]\nAnd dances."}}
    save_texts(data, CardTexts(origin="here", day=date(2026, 11, 22), etag="", texts=texts))


def test_a_text_is_shown_where_there_is_one_with_its_notice(tmp_path: Path) -> None:
    plain = cards("show", "Nana Buruku", "--data", str(tmp_path)).output
    keep_texts(tmp_path)
    assert cards("show", "Nana Buruku", "--data", str(tmp_path)).output == (
        f"{plain.rstrip()}\n\n  Invented: Nana sings. [ani]\n  And dances.\n\n{NOTICE}\n"
    )
    assert cards("show", "Fame", "--data", str(tmp_path)).output.endswith(f"\n{NOTICE}\n")


def test_info_says_whether_there_are_texts_and_of_which_day(tmp_path: Path) -> None:
    assert "No card texts: `cards update --text` fetches them." in cards("info", "--data", str(tmp_path)).output
    keep_texts(tmp_path)
    assert "Texts of 1 cards, fetched on 2026-11-22." in cards("info", "--data", str(tmp_path)).output
    data = json.loads(cards("info", "--json", "--data", str(tmp_path)).output)
    assert data["texts"] == {"date": "2026-11-22", "cards": 1}
    texts_file(tmp_path).write_text("x")
    answer = cards("info", "--data", str(tmp_path))
    assert (answer.return_value, "fetch them again" in answer.stderr) == (0, True)


@pytest.mark.parametrize("word", ["update", "check"])
def test_update_and_check_offline_are_one_sentence(tmp_path: Path, word: str) -> None:
    answer = cards(word, "--data", str(tmp_path), "--from", "http://127.0.0.1:1/")
    assert isinstance(answer.exception, ListUnreachable)
    assert "offline" in str(answer.exception)


def test_build_writes_what_is_committed(tmp_path: Path) -> None:
    answer = cards("build", "--to", str(tmp_path), "--date", "2026-09-26")
    assert answer.output == f"4149 cards written to {tmp_path}.\n"
    for name in ("cards.jsonl", "sets.jsonl", "plays.csv", "SOURCE.toml"):
        assert (tmp_path / name).read_bytes() == (CARD_DB / name).read_bytes()
    assert tomllib.loads((tmp_path / "SOURCE.toml").read_text())["version"] == "5.14"


def test_build_makes_the_archive_in_the_data_folder_and_nothing_else(tmp_path: Path) -> None:
    answer = cards("build", "--archive", "--data", str(tmp_path / "data"))
    assert answer.exit_code == 0
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["archive.jsonl.gz"]
    assert "archive.jsonl.gz written" in answer.output
