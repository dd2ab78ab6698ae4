"""Where the texts of the rules differ or say nothing: how each point is read, and the option that reads it else."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from toolkit.game.rules import UnknownRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
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
def readings() -> dict[str, Reading]:
    """Every point by its ID, in order."""
    data = tomllib.loads(resources.files("toolkit.game").joinpath("readings.toml").read_text(encoding="utf-8"))
    return {
        point: Reading(
            id=point,
            rows=tuple(entry["rows"]),
            question=entry["question"],
            reading=entry["reading"],
            options=tuple(entry["options"]),
        )
        for point, entry in data.items()
    }


def reading(point: str) -> Reading:
    """The point of that ID.

    Raises:
        UnknownRule: there is none.
    """
    found = readings().get(point.upper())
    if found is None:
        raise UnknownRule(f"No point of the rules has the ID {point!r}.")
    return found
