from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import LONG
from tests.cards.updates import save_newer
from toolkit.cards import load
from toolkit.cli import cli
from toolkit.cli.deck_sources import Misuse
from toolkit.errors import ToolkitError

LEGAL = """Deck Name: Tributo

Crypt (12 cards, min=11, max=22, avg=4)
---------------------------------------
2x Nathan Turner      4  PRO ani                 Gangrel:6
2x Indira             3  PRO                     Gangrel:6
1x Casey Snyder       6  PRO ani cel for  baron  Gangrel:6
1x Martina Srnankova  6  FOR PRO ani             Gangrel:6
1x Dario Ziggler      5  FOR ani pro tha         Gangrel:6
1x Kamile Paukstys    5  PRO ani for             Gangrel:6
1x Hanna Nokelainen   4  ani for pro             Gangrel:6
1x Joaquín de Cádiz   3  for pro                 Gangrel:6
1x Joseph Fischer     3  PRO                     Gangrel antitribu:5
1x Ruslan Fedorenko   2  pro                     Gangrel:6

Library (60 cards)
Master (20)
10x Blood Doll
10x Vessel

Combat (40)
20x Earth Meld
20x Form of Mist
"""
TOO_LARGE = LEGAL.replace("Library (60 cards)", "Library (91 cards)").replace("20x Earth Meld", "51x Earth Meld")
UNSETTLED = LEGAL.replace("10x Vessel", "10x Vesel")


def deck(*words: object, text: str | bytes | None = None):
    return CliRunner().invoke(cli, ["deck", *map(str, words)], input=text, standalone_mode=False)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "legal.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "large.txt").write_text(TOO_LARGE, encoding="utf-8")
    (tmp_path / "open.txt").write_text(UNSETTLED, encoding="utf-8")
    return tmp_path


def test_a_legal_list_is_said_to_be_so_in_the_first_line(files):
    answer = deck("check", files / "legal.txt", "--date", "2026-11-21")
    assert answer.return_value == 0
    assert answer.output.splitlines()[0] == f"{files / 'legal.txt'}: legal for Constructed on 2026-11-21."
    assert "12 crypt cards of groups 5, 6, 60 library cards" in answer.output


def test_an_illegal_list_comes_with_rule_and_repair(files):
    answer = deck("check", files / "large.txt", "--date", "2026-11-21")
    assert answer.return_value == 1
    lines = answer.output.splitlines()
    assert lines[0].endswith("not legal for Constructed on 2026-11-21: 1 error and 1 warning.")
    at = lines.index("  error: The library has 91 cards; the maximum is 90. [VEKN 6.2]")
    assert lines[at + 1] == "      Remove 1 library card."
    assert "  warning, line 21: The heading Combat says 40; counted are 71." in lines


def test_the_repair_is_a_list_of_steps_in_order(files):
    short = LEGAL.replace("10x Blood Doll", "9x Blood Dol").replace("10x Vessel", "8x Vessel\n1x Dramatic Upheaval")
    lines = deck("check", "-", "--date", "2026-11-21", text=short).output.splitlines()
    at = lines.index("  Repair:")
    assert lines[at + 1 : at + 4] == [
        "    1. Line 18: write Blood Doll for “Blood Dol”.",
        "    2. Replace 1 Dramatic Upheaval.",
        "    3. Add 2 library cards.",
    ]


def test_a_legal_list_has_no_repair_and_no_deck_says_so(files):
    assert "epair" not in deck("check", files / "legal.txt").output
    assert "  No repair can be given before there is a decklist." in deck("check", "-", text="hello").output


def test_a_problem_shows_its_line_and_a_suggestion(files):
    answer = deck("check", files / "open.txt")
    assert answer.return_value == 1
    lines = answer.output.splitlines()
    at = lines.index("  error, line 19: No card is called “Vesel”.")
    assert "Vessel" in lines[at + 1]


def test_standard_input_and_a_verdict_as_of_a_day():
    answer = deck("check", "-", "--date", "2021-12-13", "--json", text=LEGAL)
    report = json.loads(answer.output)
    assert (answer.return_value, report["source"], report["date"]) == (1, "-", "2021-12-13")
    assert {problem["code"] for problem in report["problems"]} == {"not_yet_legal"}


def test_several_lists_give_several_reports_and_a_sum(files):
    answer = deck("check", files / "legal.txt", files / "large.txt")
    assert answer.return_value == 1
    assert answer.output.splitlines()[-1] == "2 lists: 1 legal, 1 not."
    assert len(json.loads(deck("check", files / "legal.txt", files / "large.txt", "--json").output)) == 2


def test_a_folder_gives_a_list_of_reports_even_with_one_list_in_it(files):
    (files / "sub").mkdir()
    (files / "large.txt").rename(files / "sub" / "large.txt")
    (files / ".hidden.txt").write_text("x")
    (files / "picture.png").write_bytes(b"\x89PNG")
    assert len(json.loads(deck("check", files, "--json").output)) == 3
    assert len(json.loads(deck("check", files / "sub", "--json").output)) == 1
    (files / "sub" / "notes.txt").write_text("Bring the sleeves.\n")
    answer = deck("check", files / "sub", "--json")
    assert (len(json.loads(answer.stdout)), answer.stderr) == (1, "Files without a card, skipped: 1.\n")


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--format", "limited", "--boosters", "6"], 0),
        (["--format", "limited", "--starters"], 0),
        (["--format", "casual", "--players", "5"], 0),
        (["--format", "casual", "--players", "2"], 0),
        (["--format", "phased-motion"], 0),
        (["--format", "v5"], 1),
        (["--sets", "v5a"], 1),
        (["--legality", "30_days"], 0),
    ],
)
def test_every_rule_set_can_be_asked_for(files, options, status):
    assert deck("check", files / "legal.txt", *options).return_value == status


def test_the_recursions_of_a_limited_event_are_a_note(files):
    answer = deck("check", files / "legal.txt", "--format", "limited", "--boosters", "3")
    assert "  Note: 3 boosters: at least 15 library and 3 crypt cards; 3 recursions (VEKN 7.2.2)." in answer.output


def test_the_registered_pool_bounds_a_limited_deck(files):
    (files / "pool.txt").write_text(LEGAL.replace("20x Earth Meld", "19x Earth Meld"), encoding="utf-8")
    answer = deck("check", files / "legal.txt", "--format", "limited", "--boosters", 6, "--pool", files / "pool.txt")
    assert answer.return_value == 1
    assert "The deck has 20 Earth Meld; the registered pool has 19." in answer.output
    assert "    1. Remove 1 Earth Meld." in answer.output


def test_the_judge_sees_the_remedy(files):
    assert "Judge:" not in deck("check", files / "large.txt").output
    shown = deck("check", files / "large.txt", "--judge").output
    assert "down to the maximum. [JG 3.1.1]" in shown
    assert "  Judge: A warning; a standings adjustment if " in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["check", "nowhere.txt"], "There is no file or folder nowhere.txt."),
        (["check", "-", "--date", "yesterday"], "Invalid date “yesterday”."),
        (["check", "-", "--date", "2026-02-30"], "Invalid date “2026-02-30”."),
        (["check", "-", "--format", "modern"], "'modern' is not one of 'constructed'"),
        (["check", "-", "--format", "casual"], "needs the number of players"),
        (["check", "-", "--format", "casual", "--players", "1"], "1 cannot be: a game has 2 to 100 players."),
        (["check", "-", "--format", "casual", "--players", "9" * 12], "a game has 2 to 100 players."),
        (["check", "-", "--format", "limited", "--boosters", "9" * 12], "cannot be: 1 to 1000, unless starters"),
        (["check", "-", "--format", "limited", "--boosters", "6", "--booster-size", "101"], "has 1 to 100 cards."),
        (["check", "-", "--format", "limited"], "needs the number of boosters"),
        (["check", "-", "--format", "limited", "--boosters", "0"], "0 boosters cannot be"),
        (["check", "-", "--sets", "NOPE"], "No set has the code 'NOPE'"),
        (["check"], "Missing argument"),
        (["audit", "nowhere"], "There is no folder nowhere"),
        (["convert", "-", "--to", "docx"], "'docx' is not one of 'twd'"),
        (["diff", "-"], "Missing argument"),
        (["check", "-", "--date", ""], "Invalid date “”."),
        (["check", ""], "There is no file or folder without a name."),
        (["check", LEGAL], "There is no file or folder Deck Name: Tributo Crypt"),
        (["check", "x" * 5000], f"There is no file or folder {'x' * 200}…."),
        (["diff", "x" * 5000, "-"], "There is no file or folder xxx"),
        (["check", "-", "-"], "give - only once"),
        (["diff", "-", "-"], "give - only once"),
        (["diff", "tests", "-"], "tests is a folder; give one list."),
        (["diff", "-", "tests"], "tests is a folder; give one list."),
        (["check", "-", "--pool", "tests"], "tests is a folder; give one list."),
        (["audit", "README.md"], "a single list is for `deck check`"),
    ],
)
def test_misuse_is_a_sentence_and_status_two(words, says):
    answer = deck(*words, text=LEGAL)
    assert answer.exception.exit_code == 2
    assert says in answer.exception.format_message()


def test_a_folder_without_lists_is_misuse(tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    for words in (["check", tmp_path], ["audit", tmp_path], ["convert", tmp_path, "--to", "twd"]):
        error = deck(*words).exception
        assert isinstance(error, Misuse)
    assert "holds no decklist" in str(deck("audit", tmp_path).exception.format_message())


@pytest.mark.parametrize(
    "content",
    [b"", b"   \n\n", b"\x00\x01\x02", b"%PDF-1.7", b"\xff\xfe\x00", b"<html><body>Hello</body></html>", b"hello"],
)
def test_what_is_no_list_is_a_finding_with_a_sentence(content):
    answer = deck("check", "-", text=content)
    assert answer.exception is None
    assert answer.return_value == 1
    assert "  error" in answer.output


def test_a_file_of_megabytes_is_refused_at_once(tmp_path):
    (tmp_path / "huge.txt").write_bytes(b"1x Villein\n" * 1_000_000)
    answer = deck("check", tmp_path / "huge.txt")
    assert answer.return_value == 1
    assert "are read" in answer.output


def test_an_address_off_the_list_is_refused():
    error = deck("check", "https://example.com/deck/1").exception
    assert isinstance(error, ToolkitError)
    assert "example.com" in str(error)


def test_a_list_that_cannot_be_had_does_not_keep_the_others_back(files):
    off = "https://example.com/deck/1"
    for words in (["check", off, files / "legal.txt"], ["check", files / "legal.txt", off, "--json"]):
        answer = deck(*words)
        assert (answer.exception, answer.return_value) == (None, 1)
        assert f"vtes-toolkit: {off}: Decks are fetched from" in answer.stderr
        assert str(files / "legal.txt") in answer.stdout


def test_an_audit_passes_over_a_file_that_cannot_be_read(files, monkeypatch):
    opened = Path.open

    def refuse(path, *more, **options):
        if path.name == "large.txt":
            raise PermissionError(13, "Permission denied")
        return opened(path, *more, **options)

    monkeypatch.setattr(Path, "open", refuse)
    answer = deck("audit", files)
    assert (answer.exception, answer.return_value) == (None, 1)
    assert "large.txt cannot be read: Permission denied." in answer.stderr
    assert "2 lists for Constructed: 1 legal, 1 not." in answer.stdout


def test_a_link_that_carries_its_deck_needs_no_network():
    link = deck("convert", "-", "--to", "vdb", text=LEGAL).output.strip()
    answer = deck("check", link, "--json")
    assert (answer.return_value, json.loads(answer.output)["list_format"]) == (0, "deck-url")


@pytest.mark.parametrize("form", ["twd", "text", "jol", "lackey", "vdb", "json", "csv"])
def test_convert_to_any_form_and_back(files, form):
    target = files / f"out.{form}"
    assert deck("convert", files / "legal.txt", "--to", form, "-o", target).return_value == 0
    written = target.read_text(encoding="utf-8").strip() if form == "vdb" else target
    back = deck("diff", files / "legal.txt", target) if form != "vdb" else deck("diff", files / "legal.txt", written)
    assert (back.return_value, back.output) == (0, "The two lists hold the same cards.\n")


def test_convert_says_what_it_could_not_settle(files):
    answer = deck("convert", files / "open.txt", "--to", "jol")
    assert answer.return_value == 1
    assert "line 19: No card is called “Vesel”." in answer.stderr
    assert "10x Blood Doll" in answer.stdout


def test_convert_of_nothing_writes_nothing():
    answer = deck("convert", "-", "--to", "twd", text="hello")
    assert (answer.return_value, answer.stdout) == (1, "")


def test_diff_tells_each_card_with_both_counts(files):
    answer = deck("diff", files / "legal.txt", files / "large.txt")
    assert (answer.return_value, answer.output) == (1, "+31 Earth Meld (20 → 51)\n")
    (change,) = json.loads(deck("diff", files / "legal.txt", files / "large.txt", "--json").output)["changes"]
    assert (change["before"], change["after"]) == (20, 51)


def test_an_open_line_is_never_the_same(files):
    answer = deck("diff", files / "open.txt", files / "open.txt")
    assert answer.return_value == 1
    assert "“Vesel” could not be settled" in answer.output


def test_diff_calls_two_lists_that_cannot_be_read_not_the_same(tmp_path):
    for name, text in (
        ("empty", ""),
        ("prose", "hello"),
        ("two", f"{LEGAL}\n{LEGAL.replace('20', '19')}"),
        ("one", LEGAL),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for pair, said in {
        ("empty", "prose"): ["empty: The list is empty.", "prose: No line of this text names a card."],
        ("empty", "empty"): ["empty: The list is empty."],
        ("one", "prose"): ["prose: No line of this text names a card."],
        ("two", "one"): ["two: This text has 2 decks"],
    }.items():
        answer = deck("diff", *(tmp_path / name for name in pair))
        assert (answer.exception.exit_code, answer.stdout) == (2, ""), pair
        lines = answer.exception.format_message().splitlines()
        assert len(lines) == len(said)
        assert all(sentence in line for line, sentence in zip(lines, said, strict=True)), lines


def test_a_pool_that_cannot_be_read_is_no_empty_pool(files, tmp_path):
    (tmp_path / "pool").write_text("hello", encoding="utf-8")
    answer = deck("check", files / "legal.txt", "--pool", tmp_path / "pool")
    assert (answer.exception.exit_code, answer.stdout) == (2, "")
    assert "pool: No line of this text names a card." in answer.exception.format_message()


def archive_file(folder: Path, name: str, day: str, text: str = LEGAL) -> None:
    head = f"Event\nTown, Country\n{day}\n3R+F\n12 players\nWinner\n\n"
    (folder / name).write_text(head + text, encoding="utf-8")


def test_audit_judges_each_list_as_of_its_own_day(tmp_path):
    archive_file(tmp_path, "after.txt", "December 31st 2021")
    archive_file(tmp_path, "before.txt", "December 30th 2021")
    archive_file(tmp_path, "large.txt", "May 1st 2022", TOO_LARGE)
    (tmp_path / "undated.txt").write_text(LEGAL, encoding="utf-8")
    answer = deck("audit", tmp_path)
    assert answer.return_value == 1
    assert "4 lists for Constructed: 2 legal, 2 not." in answer.output
    assert "1 list without a day, judged as of today." in answer.output
    assert "  error not_yet_legal: 1" in answer.output
    assert deck("audit", tmp_path, "--date", "2026-11-21").output.count("not legal") == 1
    summary = json.loads(deck("audit", tmp_path, "--json").output)
    assert (summary["lists"], summary["legal"], summary["undated"], len(summary["illegal"])) == (4, 2, 1, 2)


def test_one_list_and_one_card_are_spoken_of_as_one(tmp_path):
    (tmp_path / "one.txt").write_text("Crypt\n1x Nathan Turner\nLibrary\n1x Villein\n", encoding="utf-8")
    assert "1 list for Constructed: 0 legal, 1 not." in deck("audit", tmp_path).output
    assert "  1 crypt card of group 6, 1 library card; read as" in deck("check", tmp_path).output


def test_audit_shows_all_lists_of_an_event_in_one_table(files):
    lines = deck("audit", files, "--date", "2026-11-21", "--table").output.splitlines()
    assert lines[0].split() == ["list", "crypt", "library", "groups", "verdict"]
    assert lines[1].split()[1:] == ["12", "91", "5-6", "NOT", "LEGAL,", "library_max,", "declared_count"]
    assert lines[2].split()[1:] == ["12", "60", "5-6", "legal"]


def test_a_list_of_another_day_is_told_how_to_be_judged_as_of_then(tmp_path):
    archive_file(tmp_path, "large.txt", "May 1st 2022", TOO_LARGE)
    archive_file(tmp_path, "legal.txt", "May 1st 2022")
    assert "--date 2022-05-01 judges it as of then" in deck("check", tmp_path / "large.txt").output
    assert "--date" not in deck("check", tmp_path / "legal.txt").output
    assert "--date" not in deck("check", tmp_path / "large.txt", "--date", "2022-05-01").output


def test_the_card_data_in_use_is_told(files):
    report = json.loads(deck("check", files / "legal.txt", "--json").output)
    assert report["card_data"] == load().source.day.isoformat()


@pytest.mark.parametrize("words", [["check"], ["audit"], ["convert", "--to", "twd"]])
def test_the_card_data_of_another_data_folder_is_used(files, tmp_path_factory, words):
    folder = tmp_path_factory.mktemp("data")
    save_newer(folder)
    (files / "new").mkdir()
    (files / "new" / "list.txt").write_text(
        LEGAL.replace("2x Nathan Turner ", "2x A Card of Tomorrow ").replace("PRO ani  ", "")
    )
    path = files / "new" / ("" if words == ["audit"] else "list.txt")
    assert "A Card of Tomorrow" in deck(*words, path).output
    assert "No card is called" not in deck(*words, path, "--data", folder).output


def test_lines_that_were_not_read_as_cards_are_counted_in_the_verdict_and_named(files):
    text = LEGAL.replace("10x Vessel", "10x Vessel\n-- one more would do\nThe two of them paid for everything I did.")
    answer = deck("check", "-", "--date", "2026-11-21", text=f"{text}Thanks to all who came.\n")
    first, *_, unread, comment, prose = answer.output.splitlines()
    assert first.endswith("legal for Constructed on 2026-11-21. 1 line was not read as a card.")
    assert unread.strip() == "Line 21 was not read as a card: “The two of them paid for everything I did.”"
    assert (comment.strip(), prose.strip()) == ("Passed over as comment: line 20.", "Passed over as prose: line 26.")


SEVERAL = (
    "Deck Name: Alpha\n\nCrypt\n12x Nana Buruku\n\nLibrary\n60x Villein\n\nCrypt\n12x Anson\n\nLibrary\n59x Fame\n"
)


def test_several_decks_are_listed_and_none_is_judged():
    answer = deck("check", "-", text=SEVERAL)
    assert answer.return_value == 1
    assert "This text has 2 decks: “Alpha” (lines 1 to 8), deck 2 (lines 9 to 13)." in answer.output
    assert "--deck 2" in answer.output
    report = json.loads(deck("check", "-", "--json", text=SEVERAL).output)
    assert [one["name"] for one in report["decks"]] == ["Alpha", ""]


def test_one_of_several_decks_is_asked_for_by_its_number():
    answer = deck("check", "-", "--deck", "1", text=SEVERAL)
    assert (answer.return_value, "60 library cards" in answer.output) == (0, True)
    assert deck("convert", "-", "--to", "jol", "--deck", "2", text=SEVERAL).output.split() == [
        "12x",
        "Anson",
        "59x",
        "Fame",
    ]


def test_a_deck_that_is_not_there_is_refused(files):
    answer = deck("check", "-", "--deck", "3", text=SEVERAL)
    assert isinstance(answer.exception, ToolkitError)
    answer = deck("check", files / "legal.txt", files / "large.txt", "--deck", "1")
    assert isinstance(answer.exception, Misuse)


def test_what_the_output_s_code_page_has_no_letter_for_is_spelled_out(tmp_path):
    """As into a file on Windows: a folder in Łódź, or a quotation mark, ended the command with a traceback."""
    (tmp_path / "Łódź.txt").write_text(UNSETTLED, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "toolkit", "deck", "check", tmp_path / "Łódź.txt"],
        env={**os.environ, "PYTHONIOENCODING": "cp437"},
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (told.returncode, told.stderr) == (1, b"")
    assert rb"\u0141\xf3d\u017a.txt" in told.stdout.replace("ó".encode("cp437"), rb"\xf3")
    assert rb"\u201cVesel\u201d" in told.stdout
