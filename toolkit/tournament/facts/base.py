"""The base of every fact, and its stored form: its name, its version, then its fields, read strictly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from toolkit.tournament.codec import decode, encode
from toolkit.tournament.errors import DamagedFact, NewerFact

# The final is played after the rounds, which are numbered from 1; where a round is named, 0 names the final.
FINAL = 0

KINDS: dict[str, type[Fact]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The base of every fact."""

    VERSION: ClassVar[int] = 1
    NAME: ClassVar[str] = ""


def stored[F: Fact](kind: type[F]) -> type[F]:
    """Give a fact its stored name, taken from the class."""
    kind.NAME = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    KINDS[kind.NAME] = kind
    return kind


def fact_to_dict(fact: Fact) -> dict[str, Any]:
    """The stored form: its name, its version, then its fields, as JSON values."""
    return {"fact": fact.NAME, "version": fact.VERSION, **encode(fact)}


def fact_from_dict(value: Any) -> Fact:
    """The fact of a stored form.

    Raises:
        DamagedFact: not a fact, or not exactly its fields.
        NewerFact: of a kind or version that this program does not know.
    """
    if not isinstance(value, dict) or not isinstance(value.get("fact"), str) or type(value.get("version")) is not int:
        raise DamagedFact("A fact has a name and a version.")
    kind = KINDS.get(value["fact"])
    if kind is None or value["version"] > kind.VERSION:
        raise NewerFact(f"This program does not know “{value['fact'][:40]}” of version {value['version']}: update it.")
    if value["version"] != kind.VERSION:
        raise DamagedFact(f"“{kind.NAME}” never had a version {value['version']}.")
    return decode(kind, {name: part for name, part in value.items() if name not in ("fact", "version")})
