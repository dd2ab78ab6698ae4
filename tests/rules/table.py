"""The table that drives the tests of the rule rows: each row's cases, written as a game is recorded.

A block begins with `[ROW-ID]`. Its lines are:

    > EXAMPLE                the row's example: `start -> operation -> result`, REJ for what is refused
    table OPTION=VALUE ...   another table than the usual one: profile=, seats=, speed=, any option, setup=yes
    set CHANGE ...           a judge's correction (see `Correct`)
    A: verb ...              an operation, accepted
    ! A: verb ...            refused with this row, the state as it was; `!ROW` names another row
    ? A: verb ...            not even read
    on PHASE                 everybody ends one phase after the other until it is there; `on TURN` until that turn
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
from toolkit.game.draft import whole
from toolkit.game.engine import Applied, carry, in_force
from toolkit.game.rules import rules
from toolkit.game.state import Action, Combat, Diablerie, Referendum
from toolkit.game.view import ShownCard
from toolkit.views import json_values

ROWS = Path(__file__).parent / "rows"
DECK_ROWS = frozenset(row for row, rule in rules().items() if rule.module == "deck")


@dataclass(frozen=True)
class Row:
    """One row's cases."""

    id: str
    file: str
    line: int
    example: str
    cases: tuple[tuple[tuple[int, str], ...], ...]


def read_rows() -> Iterator[Row]:
    """Every block of every file, in order."""
    for path in sorted(ROWS.glob("*.txt")):
        yield from _blocks(path)


def _blocks(path: Path) -> Iterator[Row]:
    name, start, example, cases = "", 0, "", [[]]
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = text.strip()
        if match := re.fullmatch(r"\[([A-Z0-9-]+)\]", line):
            if name:
                yield _row(name, path, start, example, cases)
            name, start, example, cases = match[1], number, "", [[]]
        elif line.startswith(">"):
            example = line[1:].strip()
        elif line == "--":
            cases.append([])
        elif line and not line.startswith("#"):
            cases[-1].append((number, line))
    if name:
        yield _row(name, path, start, example, cases)


def _row(name: str, path: Path, start: int, example: str, cases: list[list[tuple[int, str]]]) -> Row:
    return Row(name, path.name, start, example, tuple(tuple(case) for case in cases if case))


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
            self.apply(game.Correct(changes=tuple(line.split()[1:])))
        elif line.startswith("="):
            value = eval(line[1:].strip(), self.names())
            assert value, f"it is {value!r}"
        elif line.startswith("!"):
            self.refuse(line)
        elif line.startswith("?"):
            with pytest.raises(game.BadRecord):
                game.parse_operation(line[1:].strip())
        elif line.startswith("on "):
            self.play_on(line[3:])
        else:
            self.apply(game.parse_operation(line))

    def apply(self, order: game.Operation) -> None:
        applied = carry(self.state, order)
        assert sum(whole(applied.state).values()) == 0, "counters were lost or made"
        self.happened.append(applied)
        self.state = applied.state

    def play_on(self, where: str) -> None:
        for _ in range(500):
            if where in (self.state.step.phase, str(self.state.step.turn)):
                return
            seat = self.state.step.seat
            if self.state.step.phase == "choose":
                left = game.view_for(self.state).phased.left
                self.apply(game.ChoosePhase(seat=seat, card=next(card for card in left if card != "cheat")))
            else:
                self.apply(game.NoPlays() if self.state.options.is_detailed else game.EndPhase(seat=seat))
        raise AssertionError("it never comes")

    def refuse(self, line: str) -> None:
        match = re.match(r"!([A-Z0-9-]+)?\s+(.*)", line)
        assert match
        wanted = match[1] or self.row
        refused = game.refusal(self.state, game.parse_operation(match[2]))
        assert refused is not None, "it is accepted"
        assert refused.rule == wanted, f"refused by {refused.rule}: {refused.message}"
        assert refused.rule in rules()
        before = self.state
        with pytest.raises(game.IllegalOperation) as error:
            game.apply(self.state, game.parse_operation(match[2]))
        assert error.value.rule == wanted
        assert self.state == before

    def names(self) -> dict[str, Any]:
        """What an expression may speak of: the table as a judge sees it, and what has happened."""
        now = self.state
        shown = game.view_for(now)
        happened = [applied for _, applied in in_force((None, applied) for applied in self.happened)]
        happenings = [event for applied in happened for event in applied.events]
        frames = {type(frame): frame for frame in now.frames}
        doing = {frame.frame: frame for frame in shown.frames}
        action, poll = doing.get("Action"), doing.get("Referendum")
        people = {one.name: one for one in shown.methuselahs}
        cards = dict(now.cards) | {card.id: card for card in shown.cards if isinstance(card, ShownCard)}
        known: dict[str, Any] = dict(now.seats) | {id: card for id, card in cards.items() if id.isidentifier()}
        return known | {
            "s": now,
            "shown": shown,
            "edge": now.edge,
            "phase": now.step.phase,
            "turn": now.step.turn,
            "active": now.step.seat,
            "card": cards,
            "window": shown.window.name if shown.window else None,
            "order": "".join(shown.window.order if shown.window else ()),
            "holder": shown.window.holder if shown.window else None,
            "frames": list(doing),
            "top": list(doing)[-1] if doing else None,
            "action": frames.get(Action),
            "fight": frames.get(Combat),
            "eaten": frames.get(Diablerie),
            "poll": frames.get(Referendum),
            "count": poll,
            "votes": lambda seat: sum(one.votes for one in poll.left if one.seat == seat and not one.is_ballot),
            "stealth": action.stealth if action else None,
            "intercept": action.intercept if action else None,
            "asked": list(action.asked) if action else None,
            "may_block": "".join(action.may_block) if action else None,
            "prey": lambda seat: people[seat].prey,
            "predator": lambda seat: people[seat].predator,
            "vp": lambda seat: people[seat].victory_points,
            "owed": lambda seat: people[seat].must_discard,
            "due": [one.what for one in shown.obligations],
            "legal": lambda seat: game.legal_operations(now, seat),
            "verbs": lambda seat: {type(order).__name__ for order in game.legal_operations(now, seat)},
            "seen": lambda seat: json_values(game.view_for(now, seat)),
            "happened": [event.kind for event in happenings],
            "happenings": happenings,
            "ledger": [line for applied in happened for line in applied.ledger],
            "points": lambda: game.points(now),
            "began": lambda *phases: "".join(
                event.seat for event in happenings if event.kind == "phase_began" and event.detail in phases
            ),
            "game": game,
            "scoring": scoring,
            "Random": Random,
            "Happening": game.Happening,
        }


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
    started, _ = game.apply(start, game.StartGame(first="A"))
    if options.is_phased:
        return started
    return game.apply(started, game.Correct(changes=(f"begin=A/{turn}", "phase=minion")))[0]
