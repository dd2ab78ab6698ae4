"""The rows of the game's rules, in our own words, and how each point is read where their texts differ."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from toolkit.errors import NotFound
from toolkit.languages import Message


class UnknownRule(NotFound):
    """No row has that ID."""

    code = "unknown_rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row: its ID ("ACT-48"), its section, the module that answers for it, the sentence."""

    id: str
    section: str
    module: str
    text: str


@cache
def rules() -> dict[str, Rule]:
    """Every row by its ID, in the order of the rules."""
    data = tomllib.loads(resources.files("toolkit.game").joinpath("rules.toml").read_text(encoding="utf-8"))
    return {
        row_id: Rule(id=row_id, section=row["section"], module=row["module"], text=row["rule"])
        for row_id, row in data.items()
    }


def rule(row_id: str) -> Rule:
    """The row of that ID.

    Raises:
        UnknownRule: there is none.
    """
    row = rules().get(row_id.upper())
    if row is None:
        raise UnknownRule(Message("No rule has the ID %(name)s.", name=repr(row_id)))
    return row


# Where the texts of the rules differ or say nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReading:
    """One point of the ambiguity register.

    Attributes:
        id: as docstrings name it ("A-09").
        rows: the rows that it touches.
        question: what differs or is not said.
        reading: what the engine does unless an option says otherwise.
        options: the options that read it otherwise, as they are written ("bleed.edge_on"); often none.
    """

    id: str
    rows: tuple[str, ...]
    question: str
    reading: str
    options: tuple[str, ...]


@cache
def readings() -> dict[str, RuleReading]:
    """Every point by its ID, in order."""
    data = tomllib.loads(resources.files("toolkit.game").joinpath("readings.toml").read_text(encoding="utf-8"))
    return {
        point: RuleReading(
            id=point,
            rows=tuple(entry["rows"]),
            question=entry["question"],
            reading=entry["reading"],
            options=tuple(entry["options"]),
        )
        for point, entry in data.items()
    }


def reading(point: str) -> RuleReading:
    """The point of that ID.

    Raises:
        UnknownRule: there is none.
    """
    point_row = readings().get(point.upper())
    if point_row is None:
        raise UnknownRule(Message("No point of the rules has the ID %(name)s.", name=repr(point)))
    return point_row
