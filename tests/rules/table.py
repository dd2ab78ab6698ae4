"""The table that drives the tests of the rule rows: each row's cases, written as a game is recorded.

A block begins with `[ROW-ID]`. Its lines are:

    table OPTION=VALUE ...   another table than the usual one: profile=, seats=, speed=, any option, setup=yes
    set CHANGE ...           a judge's correction (see `Correct`)
    A: verb ...              an operation, accepted
    ! A: verb ...            refused with this row, the state as it was; `!ROW` names another row
    = EXPRESSION             true of the state now
    --                       the next case starts on a fresh table

The usual table: five Methuselahs A to E with their opening pool, at table speed, A's minion phase of turn 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import toolkit.game as game
from toolkit import scoring
from toolkit.game import (
    actions,
    blocking,
    cards,
    combat,
    contests,
    damage,
    draft,
    ending,
    hand,
    influence,
    master,
    phased,
    phases,
    playing,
    referendum,
    terms,
    view,
    vocabulary,
    windows,
    zones,
)
from toolkit.game import new as setup
from toolkit.game.draft import whole
from toolkit.game.engine import Applied, carry
from toolkit.game.events import Happening
from toolkit.game.judge import Correct
from toolkit.game.new import StartGame
from toolkit.game.record import parse_operation, parse_record, render_record
from toolkit.game.rules import rules
from toolkit.game.state import Action, Combat, Diablerie, Referendum
from toolkit.views import json_values

ROWS = Path(__file__).parent / "rows"
DECK_ROWS = frozenset(row for row, rule in rules().items() if rule.module == "deck")


@dataclass(frozen=True)
class Row:
    """One row's cases."""

    id: str
    file: str
    line: int
    cases: tuple[tuple[tuple[int, str], ...], ...]


def read_rows() -> Iterator[Row]:
    """Every block of every file, in order."""
    for path in sorted(ROWS.glob("*.txt")):
        yield from _blocks(path)


def _blocks(path: Path) -> Iterator[Row]:
    name, start, cases = "", 0, [[]]
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = text.strip()
        if match := re.fullmatch(r"\[([A-Z0-9-]+)\]", line):
            if name:
                yield _row(name, path, start, cases)
            name, start, cases = match[1], number, [[]]
        elif line == "--":
            cases.append([])
        elif line and not line.startswith("#"):
            cases[-1].append((number, line))
    if name:
        yield _row(name, path, start, cases)


def _row(name: str, path: Path, start: int, cases: list[list[tuple[int, str]]]) -> Row:
    return Row(name, path.name, start, tuple(tuple(case) for case in cases if case))


def report() -> dict[str, list[str]]:
    """Rows without a test, deck rows apart; blocks that name no row or check nothing."""
    found = list(read_rows())
    tested = {row.id for row in found}
    return {
        "without a test": [row for row in rules() if row not in tested and row not in DECK_ROWS],
        "unknown": [row.id for row in found if row.id not in rules()],
        "checks nothing": [row.id for row in found if not all(_checks(case) for case in row.cases)],
        "twice": sorted({row.id for row in found if sum(other.id == row.id for other in found) > 1}),
        "deck side": sorted(DECK_ROWS),
    }


def _checks(case: tuple[tuple[int, str], ...]) -> bool:
    return any(line.startswith(("=", "!")) for _, line in case)


class Table:
    """One case being run."""

    def __init__(self, row: str) -> None:
        self.row = row
        self.state = usual_table({})
        self.happened: list[Applied] = []

    def run(self, case: tuple[tuple[int, str], ...]) -> None:
        for number, line in case:
            try:
                self.step(line)
            except AssertionError as error:
                raise AssertionError(f"line {number}: {line}: {error}") from None
            except Exception as error:
                raise AssertionError(f"line {number}: {line}: {type(error).__name__}: {error}") from error

    def step(self, line: str) -> None:
        if line.startswith("table"):
            self.state = usual_table(dict(item.split("=", 1) for item in line.split()[1:]))
        elif line.startswith("set "):
            self.apply(Correct(changes=tuple(line.split()[1:])))
        elif line.startswith("="):
            value = eval(line[1:].strip(), self.names())
            assert value, f"it is {value!r}"
        elif line.startswith("!"):
            self.refuse(line)
        else:
            self.apply(parse_operation(line))

    def apply(self, order: game.Operation) -> None:
        applied = carry(self.state, order)
        assert sum(whole(applied.state).values()) == 0, "counters were lost or made"
        self.happened.append(applied)
        self.state = applied.state

    def refuse(self, line: str) -> None:
        match = re.match(r"!([A-Z0-9-]+)?\s+(.*)", line)
        assert match
        wanted = match[1] or self.row
        refused = game.refusal(self.state, parse_operation(match[2]))
        assert refused is not None, "it is accepted"
        assert refused.rule == wanted, f"refused by {refused.rule}: {refused.message}"
        assert refused.rule in rules()
        before = self.state
        with pytest.raises(game.IllegalOperation) as error:
            game.apply(self.state, parse_operation(match[2]))
        assert error.value.rule == wanted
        assert self.state == before

    def names(self) -> dict[str, Any]:
        now = self.state
        frames = {type(frame): frame for frame in now.frames}
        window = windows.window_of(now)
        poll = frames.get(Referendum)
        known: dict[str, Any] = dict(now.seats) | {k: v for k, v in now.cards.items() if k.isidentifier()}
        return known | {
            "s": now,
            "edge": now.edge,
            "phase": now.step.phase,
            "turn": now.step.turn,
            "active": now.step.seat,
            "card": now.cards,
            "window": window.name if window else None,
            "order": "".join(window.order if window else windows.order_for(now) if now.step.seat else ()),
            "holder": window.holder if window else None,
            "top": type(now.frames[-1]).__name__ if now.frames else None,
            "action": frames.get(Action),
            "fight": frames.get(Combat),
            "eaten": frames.get(Diablerie),
            "poll": poll,
            "count": referendum.tally(poll) if poll else None,
            "votes": lambda seat: sum(referendum.votes_available(now, seat).values()),
            "votes_by": referendum.votes_by,
            "stealth": blocking.stealth_of(now, frames[Action]) if Action in frames else None,
            "asked": blocking.asked_to_block(now, frames[Action]) if Action in frames else None,
            "prey": lambda seat: draft.prey_of(now, seat),
            "predator": lambda seat: draft.predator_of(now, seat),
            "legal": lambda seat: game.legal_operations(now, seat),
            "verbs": lambda seat: {type(order).__name__ for order in game.legal_operations(now, seat)},
            "seen": lambda seat: json_values(view.view_for(now, seat)),
            "happened": [event.kind for applied in self.happened for event in applied.events],
            "happenings": [event for applied in self.happened for event in applied.events],
            "ledger": [line for applied in self.happened for line in applied.ledger],
            "owed": lambda seat: hand.must_discard(now, seat),
            "points": lambda **kw: ending.points(now, **kw),
            "verdict": lambda: ending.verdict(now),
            "Random": Random,
            "Happening": Happening,
            **{
                module.__name__.rpartition(".")[2]: module
                for module in (
                    blocking, cards, combat, contests, damage, ending, hand, influence, master, actions,
                    phased, phases, draft, terms, windows, zones,
                )
            },
            "game": game,
            "shared_turn": lambda: shared_turn(now),
            "setup": setup,
            "scoring": scoring,
            "playing": playing,
            "vocabulary": vocabulary,
            "parse_record": parse_record,
            "render_record": render_record,
        }  # fmt: skip


def shared_turn(now: game.GameState) -> list[str]:
    """Play a shared turn in which nobody does anything: for each pick, who chose and who performed."""
    picks: list[str] = []
    turn = now.step.turn
    while now.step.turn == turn and now.step.phase not in ("discard", "hand_check"):
        seat = now.step.seat
        if now.step.phase == "choose":
            card = next(card for card in phased.unused_cards(now) if card != "cheat")
            now, _ = game.apply(now, phased.ChoosePhase(seat=seat, card=card))
            picks.append(f"{seat} ")
        else:
            if now.step.picks:
                picks[-1] += seat
            now, _ = game.apply(now, phases.EndPhase(seat=seat))
    return picks


def usual_table(changes: dict[str, str]) -> game.GameState:
    """The table on which a case starts."""
    names = "ABCDEF"[: int(changes.pop("seats", "5"))]
    options = {"game.speed": changes.pop("speed", "table")}
    fresh = changes.pop("setup", "") == "yes"
    turn = changes.pop("turn", "10")
    profile = changes.pop("profile", "current")
    options = game.options_for(profile, **options, **changes)
    start = game.new_game(list(names), options)
    if fresh:
        return start
    started, _ = game.apply(start, StartGame(first="A"))
    if options.is_phased:
        return started
    return game.apply(started, Correct(changes=(f"begin=A/{turn}", "phase=minion")))[0]
