"""The rows of the game's rules, in our own words: what a refusal cites can be looked up here."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from toolkit.errors import NotFound


class UnknownRule(NotFound):
    """No row has that ID."""

    code = "unknown_rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row: its ID ("ACT-48"), the section it stands in, the module that answers for it, the sentence."""

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
    found = rules().get(row_id.upper())
    if found is None:
        raise UnknownRule(f"No rule has the ID {row_id!r}.")
    return found
