"""Whole limited events by the command line, from the product to the standings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolkit.cli import cli
from toolkit.tournament.limited.facts import LimitedFormat

FIGURES = {
    "effective_boosters": 6, "crypt_min": 6, "library_min": 30, "library_max": 90, "recursions": 1, "pods": [6, 5],
    "picks_each": 66, "draft_seconds": 3180, "directions": ["left", "right", "left", "right", "left", "right"],
}  # fmt: skip
# Phases between the product and the building of decks, and what they need.
WAY = {
    "sealed": ["phase"],
    "booster": [
        "pods --seed 7",
        "phase",
        "draft start",
        "draft pause",
        "draft resume",
        "draft next --pod 1",
        "draft late 1 2",
        "draft replace 3 --reason torn",
    ],
    "table": ["pods --seed 7", "phase", "draft start", "draft next", "draft late 1 1"],
    "michigan": ["phase", "phase", "prepare 1", "pods --seed 7", "phase", "phase", "trade 1 passed"],
    "elder": [
        "pods --seed 7",
        "phase",
        "phase",
        "piles 1 --crypt 12,11,13,12,12,12,12,9 --library 40,41,39,40,40,40,40,0",
        "draft start",
        "draft next --pod 1",
        "draft start --sure",
    ],
}
DRAFTING = ["product last", "phase last", "pods last --seed 7", "phase last", "draft start last"]
LINES = {"sealed": "6 SW", "booster": "6 SW", "table": "6 SW", "michigan": "8 SW", "elder": "6 SW"}


def run(*words: str, input: str | None = None) -> str:
    done = CliRunner().invoke(cli, list(words), input=input, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code != 0
    return done.output if isinstance(done.exception, SystemExit) else str(done.exception)


@pytest.fixture
def event(tmp_path: Path) -> tuple[str, ...]:
    data = ("--data", str(tmp_path))
    run("tournament", "new", "Limited", "--rounds", "2", "--set", "is_sanctioned=false", *data)
    run(
        "tournament",
        "players",
        "import",
        "last",
        "-",
        *data,
        input="name\n" + "".join(f"Player {n}\n" for n in range(1, 9)),
    )
    return data


def test_figures_without_an_event() -> None:
    assert json.loads(run("tournament", "limited", "plan", "--players", "11", "--boosters", "6", "--size", "11",
                          "--json")) == FIGURES  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--boosters", "40", "--players", "8"], "Boosters a player: 1 to 36."),
        (["--boosters", "6", "--size", "101", "--players", "8"], "Cards in a booster: 1 to 100."),
        (["--boosters", "6", "--players", "3"], "A draft needs 4 players: there are 3."),
        (["--boosters", "6", "--players", "11", "--most", "5"], "With at most 6 they do."),
        (["--boosters", "6", "--players", "11", "--most", "9"], "Players of a pod, at most: 4 to 8."),
        (["--players", "11"], "The plan has no product"),
        (["--boosters", "6", "--size", "0", "--players", "8"], "Cards in a booster: 1 to 100."),
        (["--size", "15", "--players", "8"], "Name the product by its lines, or by a number of boosters"),
        (["--boosters", "6", "--line", "6 SW", "--players", "8"], "Name the product by its lines, or by a number"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], said: str) -> None:
    assert said in refused("tournament", "limited", "plan", *words)


@pytest.mark.parametrize("format", [one.value for one in LimitedFormat])
def test_a_whole_event_of_each_format(format: str, event: tuple[str, ...]) -> None:
    def limited(words: str) -> str:
        *path, first = words.split(" ")[:2] if words.startswith(("draft", "pool")) else [words.split(" ")[0]]
        rest = words.split(" ")[len(path) + 1 :]
        return run("tournament", "limited", *path, first, "last", *rest, *event)

    run("tournament", "limited", "plan", "last", "--format", format, "--line", LINES[format],
        *(["--lists"] if format in ("sealed", "michigan") else []), *event)  # fmt: skip
    limited("product")
    limited("phase")
    for step in WAY[format]:
        limited(step)
    limited("build --minutes 30 --reason skipping --sure")
    limited("end")
    run("tournament", "seat", "last", "--seconds", "0", "--publish", *event)
    for table in ("1", "2"):
        run("tournament", "result", "enter", "last", "1", table, "2", "1", "1", "0", *event)
    assert "Player" in run("tournament", "standings", "last", *event)
    shown = json.loads(run("tournament", "limited", "plan", "last", "--json", *event))
    assert (shown["format"], shown["next_phase"]) == (format, None)


@pytest.mark.parametrize(
    ("format", "before", "words", "way"),
    [
        ("", [], "pods last", "plan last --format FORMAT --boosters NUMBER"),
        ("booster", [], "end last", "phase last"),
        ("booster", [], "move last 1 2", "pods last"),
        ("booster", ["pods last", "phase last"], "draft pause last --pod 1", "draft start last"),
        ("booster", DRAFTING, "draft resume last", "draft pause last"),
        ("booster", DRAFTING, "pods last", "move last FIRST SECOND"),
        ("booster", [*DRAFTING, "draft pause last"], "draft pause last", "draft resume last"),
        ("sealed", [], "pool confirm last 1", "pool enter last PLAYER FILE"),
        ("sealed", ["build last --reason skipping", "late last 1"], "late last 1", "built last PLAYER"),
        ("sealed", [], "built last 1", "late last PLAYER"),
        ("sealed", [], "pods last", ""),
    ],
)
def test_a_refusal_names_the_command_that_goes_on(
    format: str, before: list[str], words: str, way: str, event: tuple[str, ...]
) -> None:
    if format:
        run("tournament", "limited", "plan", "last", "--format", format, "--line", LINES[format], *event)
    for one in before:
        run("tournament", "limited", *one.split(), *event)
    done = CliRunner().invoke(cli, ["tournament", "limited", *words.split(), *event])
    ways = getattr(done.exception, "__notes__", [])
    go_on = f"vtes-toolkit tournament limited {way} {' '.join(event)}"
    assert ways[:1] == ([go_on] if way else []), (done.output, done.exception)


@pytest.mark.parametrize(
    ("pod", "crypt", "said"),
    [
        ("1", "12,11", "Pod 1 has 8 seats: a number for each."),
        ("1", "12,x", "“x” is no whole number."),
        ("1", "2001,0,0,0,0,0,0,0", "A pile has 0 to 2000 cards."),
        ("2", "0,0,0,0,0,0,0,0", "There is no pod 2: there are 1."),
    ],
)
def test_piles_that_cannot_be_are_refused(pod: str, crypt: str, said: str, event: tuple[str, ...]) -> None:
    run("tournament", "limited", "plan", "last", "--format", "elder", "--line", "6 SW", *event)
    run("tournament", "limited", "pods", "last", "--seed", "7", *event)
    counts = ("--crypt", crypt, "--library", "40,40,40,40,40,40,40,40")
    assert said in refused("tournament", "limited", "piles", "last", pod, *counts, *event)


def test_a_pool_from_a_file_is_what_the_list_is_judged_by(event: tuple[str, ...]) -> None:
    run("tournament", "limited", "plan", "last", "--format", "sealed", "--boosters", "1", *event)
    run("tournament", "limited", "pool", "enter", "last", "1", "-", *event,
        input="count,name\n1,Nana Buruku\n1,Deflection\n9,Govern the Unaligned\n")  # fmt: skip
    shown = json.loads(run("tournament", "limited", "pool", "show", "last", "1", "--json", *event))
    assert {one["name"]: one["count"] for one in shown["cards"]} == {
        "Nana Buruku": 1, "Deflection": 1, "Govern the Unaligned": 9,
    }  # fmt: skip
    deck = "1x Nana Buruku\n2x Deflection\n4x Govern the Unaligned\n"
    said = run("tournament", "deck", "submit", "last", "1", "-", *event, input=deck)
    assert "The deck has 2 Deflection; the registered pool has 1." in said
    corrected = run("tournament", "limited", "pool", "enter", "last", "1", "-", *event,
                    input="1 Nana Buruku\n2 Deflection\n8 Govern the Unaligned\n")  # fmt: skip
    assert "Legal now: Player 1" in corrected


def test_what_is_strange_in_a_pool_is_said_where_it_is_entered(event: tuple[str, ...]) -> None:
    run("tournament", "limited", "plan", "last", "--format", "sealed", "--line", "6 SW", *event)
    words = ["tournament", "limited", "pool", "enter", "last", "1", "-", *event]
    done = CliRunner().invoke(cli, words, input="64 Govern the Unaligned\n1 Nana Buruku\n")
    assert done.stderr.splitlines() == [
        "Note: 65 of 66 cards, 1 card short: count again, or note an abnormal booster.",
        "Note: Nana Buruku: Not printed in the sets of the plan.",
    ]


def test_a_line_that_names_no_card_is_named(event: tuple[str, ...]) -> None:
    run("tournament", "limited", "plan", "last", "--format", "sealed", "--boosters", "1", *event)
    done = CliRunner().invoke(
        cli, ["tournament", "limited", "pool", "enter", "last", "1", "-", *event], input="1 Nana Buruku\n2 Nosuchcrd\n"
    )
    assert done.exit_code == 1
    assert "2 Nosuchcrd" in str(done.exception)


def test_a_cube_becomes_packs_of_its_cards() -> None:
    words = ("tournament", "limited", "cube", "-", "--packs", "2", "--size", "5", "--seed", "7", "--json")
    cube = "6 Deflection\n6 Govern the Unaligned\n"
    shown = json.loads(run(*words, input=cube))
    assert len({json.loads(run(*words[:8], "--json", input=cube))["seed"] for _ in range(3)}) > 1
    dealt = [card for pack in shown["packs"] for card in pack["cards"]]
    assert len(dealt) == 10
    assert set(dealt) == {"Deflection", "Govern the Unaligned"}
    assert max(map(dealt.count, set(dealt))) <= 6
    assert (shown["left"], json.loads(run(*words, input=cube))) == (2, shown)
    places = {one["name"]: one["packs"] for one in shown["cards"]}
    assert places == {
        name: [pack["pack"] for pack in shown["packs"] for card in pack["cards"] if card == name] for name in set(dealt)
    }


def test_every_pack_of_a_cube_has_its_share_of_the_crypt() -> None:
    words = ("tournament", "limited", "cube", "-", "--packs", "6", "--size", "8", "--seed", "7", "--json")
    cube = "20 Nana Buruku\n30 Deflection\n"

    def crypts(*more: str) -> list[int]:
        return [pack["cards"].count("Nana Buruku") for pack in json.loads(run(*words, *more, input=cube))["packs"]]

    # 48 of the 50 cards are dealt: 19 of the 20 crypt cards.
    assert sorted(crypts()) == [3, 3, 3, 3, 3, 4]
    assert set(crypts("--packs", "9", "--size", "5")) == {2}
    assert len(set(crypts("--packs", "9", "--size", "5", "--by-chance"))) > 2


def test_the_packs_of_a_cube_are_printed_to_be_ticked_off(tmp_path: Path) -> None:
    made = tmp_path / "packs.pdf"
    words = ("tournament", "limited", "cube", "-", "--packs", "2", "--size", "5", "--language", "fr")
    run(*words, "--pdf", str(made), input="6 Deflection\n6 Govern the Unaligned\n")
    assert made.read_bytes().startswith(b"%PDF")
