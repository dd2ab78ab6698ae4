"""Whole recorded games, replayed move by move: comments say what is refused and what must hold at that point."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.table import Table
from tests.soak import part
from toolkit.game import Game, parse_record, render_record, view_for
from toolkit.game.view import SPECTATOR, ShownGame
from toolkit.schemas.derived import schema_of
from toolkit.views import json_values

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.problem is None
    assert record.options.game_enforcement == "strict"
    game = Game(record.start())
    checks = 0
    for number, line in enumerate(record.lines):
        try:
            if line.operation is not None:
                game.push(line.operation)
            table = Table(path.stem)
            table.state, table.happened = game.state, [applied for _, applied in game.done]
            if match := re.match(r"refused ([A-Z0-9-]+): (.*)", line.comment):
                table.step(f"!{match[1]} {match[2]}")
                checks += 1
            elif line.comment.startswith("expect "):
                table.step(f"= {line.comment.removeprefix('expect ')}")
                checks += 1
        except Exception as error:
            raise AssertionError(f"body line {number + 1}: {line}: {error}") from error
    assert checks, "a recorded game that checks nothing"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_record_reads_back_the_same(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    again = parse_record(render_record(record))
    assert again == record
    assert render_record(again) == render_record(record)


@pytest.mark.walk
@pytest.mark.parametrize("path", part(GAMES, of=4), ids=lambda path: path.stem)
def test_what_is_seen_of_it_is_as_the_api_describes_it(path: Path) -> None:
    game, described = parse_record(path.read_text(encoding="utf-8")).replay(), schema_of(ShownGame)()
    # Each state as one of the two sees it, in turn: a state and the next hardly differ.
    for number, (_, applied) in enumerate(game.done):
        seat = (None, SPECTATOR)[number % 2]
        assert described.validate(json_values(view_for(applied.state, seat))) == {}
