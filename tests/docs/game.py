"""The page of the engine's operations and effects, from the code: `python -m tests.docs.game` renews docs/game.md.

The examples are lines of the rules' tests, where each of them is carried out.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from tests.rules.table import read_rows
from toolkit.game import Effect, Operation, parse_operation
from toolkit.game.adjust import counters_target
from toolkit.game.combat import in_combat
from toolkit.game.effects import EFFECTS, Check, EffectRule, card_target, known_card, seat_target
from toolkit.game.operation import REGISTRY, verb
from toolkit.game.vocabulary import EffectKind

PAGE = Path(__file__).parents[2] / "docs" / "game.md"

HEAD = """# The engine's operations and effects

What `toolkit.game` exports for programs, from the code itself. An operation is an object (`Announce(seat="A", ...)`)
and a line of a record (`A: announce ...`): `parse_operation` and `render_operation` go from one to the other,
`refusal(state, operation)` says why not, `apply(state, operation)` carries it out, `legal_operations(state)` lists what
would be accepted in its plainest form. The tables give each field's name, type and what it is if it is left out; in a
line, the fields that must be given stand in this order, the others as `name=value`, several values with commas
between them.

A bot that plays a legal game to its end:

```python
import random

from toolkit.game import CallTime, StartGame, apply, legal_operations, new_game, outcome

state = new_game(["Anna", "Bob", "Carla", "Dan"])
state, _ = apply(state, StartGame(first="Anna"))
die = random.Random(7)
for _ in range(200):
    state, _ = apply(state, die.choice(legal_operations(state)))
    if outcome(state):
        break
else:
    state, _ = apply(state, CallTime())
```
"""
EFFECTS_HEAD = """## Effects

An effect is `Effect(kind, target, amount, detail)`, in a line `kind:target:amount:detail`. *At* says what the target
is, *detail* the words that stand there, *in* the windows in which alone it has a meaning.

| kind | at | detail | in | for example |
|---|---|---|---|---|
"""
# What a check asks of the target.
TARGETS: dict[Check, str] = {
    seat_target: "a Methuselah",
    card_target: "a card in play",
    counters_target: "a card in play",
    known_card: "a card",
    in_combat: "the combat",
}


def examples() -> dict[str, str]:
    """For each name of an operation, and each kind of effect, the shortest line that the rules' tests carry out."""
    found: dict[str, str] = {}
    lines = [line for row in read_rows() for case in row.cases for _, line in case]
    for line in sorted(lines, key=len):
        if line.startswith(("!", "?", "=", "table ", "set ", "on ")):
            continue
        order = parse_operation(line)
        found.setdefault(verb(type(order)), line)
        for item in getattr(order, "effects", ()):
            found.setdefault(item.kind, line)
    return found


def type_said(hint: Any) -> str:
    """A type as the table names it: "ActionKind", "names", "yes or no"."""
    if get_origin(hint) is tuple:
        return f"several: {type_said(get_args(hint)[0])}"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return f"`{hint.__name__}`"
    if get_origin(hint) is not None or isinstance(hint, UnionType):
        return " or ".join(type_said(one) for one in get_args(hint))
    return {bool: "yes or no", int: "number", str: "name", Effect: "effect", NoneType: "nothing"}[hint]


def default_said(value: Any) -> str:
    if value is MISSING:
        return "must be given"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if value not in ("", ()) else "nothing"


def meanings(kind: type[Operation]) -> dict[str, str]:
    """What the docstrings of an operation and of the terms that it carries say of its fields."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        _, _, listed = inspect.cleandoc(one.__doc__ or "").partition("Attributes:\n")
        for entry in re.split(r"\n(?=    \S)", listed):
            for sentence in re.split(r"; (?=`\w+` )", " ".join(entry.split())):
                names, _, text = sentence.partition(": ")
                if another := re.match(r"`(\w+)` (.*)", sentence):
                    found[another[1]] = another[2]
                else:
                    found |= {name.strip(): text.split("; `")[0] for name in names.split(",")}
    return found


def operation_said(kind: type[Operation], example: str) -> Iterator[str]:
    doc = (kind.__doc__ or "").split("\n\n")[0].strip()
    yield f"### {kind.__name__}\n\n{' '.join(doc.split())}\n"
    hints, own, said = get_type_hints(kind), kind.__annotations__, meanings(kind)
    rows = sorted(fields(kind), key=lambda item: item.name not in own)
    rows = [item for item in rows if item.name != "seat"]
    if rows:
        yield "| field | type | if left out | is |\n|---|---|---|---|\n" + "".join(
            f"| `{item.name}` | {type_said(hints[item.name])} | {default_said(item.default)} "
            f"| {said.get(item.name, '')} |\n"
            for item in rows
        )
    if example:
        yield f"    {example}\n"


def effect_said(kind: EffectKind, rule: EffectRule, example: str) -> str:
    target = TARGETS.get(rule.check, "what it says")
    detail = "named" if rule.details is None else ", ".join(f"`{word}`" for word in sorted(rule.details))
    windows = ", ".join(sorted(rule.windows)) if rule.windows else "any"
    line = re.sub(r"\|", r"\\|", example)
    return f"| `{kind}` | {target} | {detail} | {windows} | {f'`{line}`' if line else ''} |\n"


def render() -> str:
    """The whole page."""
    known = examples()
    parts = [HEAD, "## Operations\n"]
    for name, kind in sorted(REGISTRY.items()):
        parts += operation_said(kind, known.get(name, ""))
    parts.append(EFFECTS_HEAD + "".join(effect_said(kind, EFFECTS[kind], known.get(kind, "")) for kind in EffectKind))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
