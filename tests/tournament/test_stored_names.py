"""What a log holds is read, and written again byte for byte, for good.

`data/stored_names.toml` has each fact, and each value inside one by its class, with its fields as they are stored (`?`
behind one that a log may lack), and each enumeration with its values. What is new is added there, a further field of a
fact that is there already with a `?` (`later`); nothing is taken out or renamed.
"""

from __future__ import annotations

import json
import tomllib
import types
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from toolkit.tournament.facts import KINDS

FILE = "tests/tournament/data/stored_names.toml"
PINNED = tomllib.loads((Path(__file__).parent / "data/stored_names.toml").read_text(encoding="utf-8"))


def inside(hint: Any) -> Iterator[type]:
    """The dataclasses and enumerations that a type may hold."""
    if isinstance(hint, typing.TypeAliasType):
        yield from inside(hint.__value__)
    elif isinstance(hint, types.UnionType) or typing.get_origin(hint) is tuple:
        for part in typing.get_args(hint):
            yield from inside(part)
    elif isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, StrEnum)):
        yield hint
        if is_dataclass(hint):
            yield from of_fields(hint)


def of_fields(kind: type) -> Iterator[type]:
    for hint in typing.get_type_hints(kind).values():
        yield from inside(hint)


def names(kind: type) -> list[str]:
    if not is_dataclass(kind):
        return [member.value for member in typing.cast(type[StrEnum], kind)]
    return [f"{one.name}{'?' * ('since' in one.metadata)}" for one in fields(kind)]


@cache
def stored() -> dict[str, list[str]]:
    values = {part for kind in KINDS.values() for part in of_fields(kind)}
    assert len({part.__name__ for part in values}) == len(values)
    return {name: names(kind) for name, kind in KINDS.items()} | {part.__name__: names(part) for part in values}


def test_a_stored_name_stays() -> None:
    changed = {name: stored().get(name) for name in PINNED if stored().get(name) != PINNED[name]}
    assert changed == {}, f"{FILE} keeps these for good; only names with a `?` are added."


def test_what_is_stored_is_among_the_names_that_stay() -> None:
    lines = [f"{name} = {json.dumps(stored()[name])}" for name in stored() if name not in PINNED]
    assert lines == [], f"Add them to {FILE}."
