"""The log of what was decided about something that lies over single events: facts by kind, and undoing."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFact:
    """What was decided: a kind, and what else there is to say, as JSON has it."""

    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntry:
    """A fact in the log, with its number from 1, when (aware UTC) and by whom."""

    number: int
    at: datetime.datetime
    by: str
    fact: SeasonFact


def undone_in(log: Iterable[SeasonEntry], kind: str) -> frozenset[int]:
    """Numbers of the entries that those of a kind undo; what is named twice counts again."""
    undone: set[int] = set()
    for entry in log:
        if entry.fact.kind == kind:
            undone ^= set(entry.fact.payload["entries"])
    return frozenset(undone)
