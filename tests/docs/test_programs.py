"""The programs of docs/programs are run as anybody would run them."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.docs import game
from tests.docs.test_building import names, organizer, results_entered
from tests.exchange.events import FILE as PRAGUE
from tests.tournament.organizer import Organizer
from tests.tournament.test_draws import EVENTS, SEED
from tests.web.api.test_api_tournaments import Api
from toolkit.api import leagues
from toolkit.exchange.tournament_json import render_tournament
from toolkit.game import outcome, parse_record

__all__ = ["names", "organizer"]

PROGRAMS = Path(__file__).parents[2] / "docs" / "programs"
WHOLE = ("chat_bot.py", "league_table.py", "results_bot.py", "seats.py", "overlay.py")

# B's last pool is bled away: a victory point for A (OUST-02), and half a one for each who is left in time (GAP-06).
RECORD = """vtes-toolkit game record 2
profile current
option game.speed=table
seat A library=60 crypt=12
seat B library=60 crypt=12
seat C library=60 crypt=12

start-game A
correct X=vampire@A.ready.5/3,B.pool=1,begin=A/4,phase=minion
A: announce X bleed target=B
no-plays
call-time
A: end-phase
"""


def run(program: str, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAMS / program), *words]
    return subprocess.run(command, input=answers, capture_output=True, encoding="utf-8", check=False)


def test_the_bot_plays_a_legal_game_to_its_end() -> None:
    made = run("bot.py", "3")
    assert made.stderr == ""
    record = parse_record(made.stdout)
    assert record.problem is None
    assert record.options.game_enforcement == "strict"
    assert outcome(record.replay().state) is not None


def test_the_lesson_stops_where_the_learner_must_choose() -> None:
    answers = ["Anna: transfer-blood Anna1", "dance", "Anna: announce Ada bleed target=Bob", *["1"] * 20]
    made = run("lesson.py", answers="\n".join(answers))
    assert made.stderr == ""
    asked, *rest = made.stdout.split("\nYou choose:\n")
    assert "Ada Ada vampire ready 3/5" in asked
    assert "No: This belongs to the influence phase; it is the minion phase. (" in rest[0]
    assert "No: Line 1: there is no operation 'dance'." in rest[1]
    assert "- Anna: Ada bleeds Bob\n" in rest[2]
    assert "- Bob: Bela tries to block\n" in made.stdout
    # The block stands, so that nobody is bled; both lose a blood to hands: ACT-06, COMBAT-20.
    assert made.stdout.rindex("turn 4, Anna influence") > made.stdout.rindex("You choose")
    assert "pool 30" in made.stdout.rpartition("  Bob  ")[2].splitlines()[0]
    assert "Bela Bela vampire ready 1/4 locked" in made.stdout.rpartition("\nturn 4")[2]


def test_the_lesson_takes_a_hunt_that_nobody_blocks() -> None:
    made = run("lesson.py", answers="\n".join(["Anna: announce Ada hunt", *["1"] * 20]))
    assert made.stdout.count("You choose:") >= 2
    assert "Ada Ada vampire ready" in made.stdout.rpartition("\nturn 4")[2]


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """A hundred: in half of them A goes first, in half C; one has an operation that is refused, one is no record."""
    for number in range(98):
        (tmp_path / f"{number:02}.txt").write_text(RECORD.replace("start-game A", f"start-game {'AC'[number % 2]}"))
    (tmp_path / "98.txt").write_text(RECORD.replace("call-time", "B: end-phase"))
    (tmp_path / "99.txt").write_text("a shopping list")
    return [str(path) for path in sorted(tmp_path.glob("*.txt"))]


def test_the_analyser_counts_a_hundred_records(records: list[str], tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    made = run("analyser.py", str(plot), *records)
    assert made.stderr == ""
    assert made.stdout.splitlines() == [
        "98 games; 2 not counted",
        "98.txt: Line 12: B has left the game. (OUST-04)",
        "99.txt: Line 1: this is not a game record.",
        "turns          4 to     4, median 4",
        "operations     6 to     6, median 6",
        "pool bled      1 to     1, median 1",
        "place  games  VP a game  ousts  ousted",
        "    1     98       1.00     49       0",
        "    2     98       0.75     49      49",
        "    3     98       0.25      0      49",
    ]
    drawn = plot.read_text("utf-8")
    assert [words in drawn for words in (">1.00</text>", ">0.75</text>", ">0.25</text>")] == [True] * 3
    assert drawn.count("<rect") == 4


def test_the_analyser_says_what_it_wants() -> None:
    assert run("analyser.py").stderr.startswith("usage: analyser.py plot.svg")


def test_the_page_names_every_program() -> None:
    named = game.HEAD + (PROGRAMS.parent / "draws.md").read_text("utf-8")
    others = [path.name for path in PROGRAMS.glob("*.py") if path.name not in WHOLE]
    assert [name for name in others if f"(programs/{name})" not in named] == []


@pytest.mark.parametrize("name", WHOLE)
def test_a_program_of_forty_lines_is_shown_whole(name: str) -> None:
    program = (PROGRAMS / name).read_text("utf-8")
    assert f"```python\n{program}```\n" in (PROGRAMS / "index.md").read_text("utf-8")
    assert len(list(filter(str.strip, program.splitlines()))) <= 40


def run_here(name: str, *words: str, monkeypatch: pytest.MonkeyPatch, answers: str = "") -> None:
    monkeypatch.setattr("sys.argv", [name, *words])
    monkeypatch.setattr("sys.stdin", StringIO(answers))
    runpy.run_path(str(PROGRAMS / name), run_name="__main__")


def test_the_chat_bot_answers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (
        "!card Villein\nhello\n!points 2 1 1 1 0\n!deck 12x Theo Bell (G6)\n!seat A, B, C\n!deck https://x.example/1\n"
    )
    run_here("chat_bot.py", answers=asked, monkeypatch=monkeypatch)
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == ["Villein (printed)", "D ousts E, C ousts D, B ousts C, A ousts B", "Not legal."]
    assert "a table takes at least four" in said[-2]
    assert "x.example" in said[-1]


def test_the_league_table_is_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "table.html"
    run_here("league_table.py", "<Prague>", str(PRAGUE.parent), str(output), monkeypatch=monkeypatch)
    shown, winner = output.read_text("utf-8"), leagues.table([PRAGUE]).lines[0]
    assert "<h1>&lt;Prague&gt;</h1>" in shown
    assert f"<tr><td>1<td>{winner.person.name}<td>{winner.points}<td>1<td>1\n" in shown


def test_the_analyser_of_seats_counts_records(
    records: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_here("seats.py", *records[-4:], monkeypatch=monkeypatch)
    said = capsys.readouterr()
    assert said.err.count("is not counted") == 2
    assert said.out.splitlines()[1:] == [
        "    1      2       1.00     0     1",
        "    2      2       0.75     1     1",
        "    3      2       0.25     1     0",
    ]


def test_the_results_bot_enters_a_line_and_says_why_not(
    organizer: Api, names: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", names["token"])
    server = names["event"].partition("/api/")[0]
    lines = "1 1 2 1 1 0\n1 2 3 3 3 3\n"
    run_here("results_bot.py", server, organizer.id, monkeypatch=monkeypatch, answers=lines)
    entered, refused = capsys.readouterr().out.splitlines()
    assert (entered, results_entered(organizer)) == ("1 1: entered", 1)
    assert refused == "1 2: A table of 4 has at most 4 victory points in all: these are 12."


def test_the_overlay_shows_the_standings(
    organizer: Api, names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer("PUT", "/rounds/1/tables/1/result", {"victory_points": [2, 1, 1, 0]})
    server, output = names["event"].partition("/api/")[0], tmp_path / "overlay.html"
    run_here("overlay.py", server, organizer.id, str(output), "0", monkeypatch=monkeypatch)
    assert "<h1>Praxis Seizure: Lyon: round 1</h1>" in output.read_text("utf-8")
    assert "<li>Player 1 1 GW 2 VP<li>" in output.read_text("utf-8")


@pytest.mark.parametrize(("make", "purposes"), EVENTS.values(), ids=EVENTS)
def test_thirty_lines_verify_every_draw_of_an_event(
    tmp_path: Path, make: Callable[[], Organizer], purposes: list[str]
) -> None:
    assert len((PROGRAMS / "draws.py").read_text("utf-8").splitlines()) <= 30
    export = tmp_path / "export.json"
    export.write_text(render_tournament(make().state), "utf-8")
    made = run("draws.py", str(export))
    assert made.stderr == ""
    assert made.stdout.split("\n") == [*(f"{purpose} holds" for purpose in purposes), ""]
    assert made.returncode == 0


@pytest.mark.parametrize(
    ("event", "fact", "change"),
    [
        ("played", "seed_revealed", {"seed": SEED[:-1] + "e"}),
        ("played", "seed_committed", {"event": "prague-cup"}),
        ("played", "draw_made", {"word": "x"}),
        ("played", "draw_made", {"order": [2, 1, 3, 4, 5, 6, 7, 8]}),
        ("played", "toss_made", {"players": [1, 2, 3, 4, 5, 6, 7, 8]}),
        ("played", "first_player_drawn", {"player": 99}),
        ("played", "tournament_created", {"version": 9}),
        ("raffled", "raffle_drawn", {"order": list(range(1, 10))}),
        ("six players", "structure_planned", {"rounds": [{"tables": [{"players": [1, 2, 3, 4]}]}]}),
        ("in pods", "pods_drawn", {"pods": [{"players": list(range(1, 12))}]}),
        ("swapped", "swap_drawn", {"given": [{"player": 1, "pool": 2}]}),
    ],
)
def test_the_thirty_lines_find_what_was_altered(
    tmp_path: Path, event: str, fact: str, change: dict[str, object]
) -> None:
    content = json.loads(render_tournament(EVENTS[event][0]().state))
    altered = next(entry for entry in content["entries"] if entry["fact"] == fact)
    altered.update(change)
    export = tmp_path / "export.json"
    export.write_text(json.dumps(content), "utf-8")
    assert run("draws.py", str(export)).returncode == 1
