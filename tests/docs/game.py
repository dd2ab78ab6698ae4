"""The page of the engine's operations and effects, from the code: `python -m tests.docs.game` renews docs/game.md.

The examples are lines of the rules' tests, where each of them is carried out.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeAliasType, get_args, get_origin, get_type_hints

import toolkit.game
from tests.rules.table import read_rows
from toolkit.game import Effect, GameState, Operation, new_game, parse_operation, render_state
from toolkit.game.adjust import counters_target
from toolkit.game.combat import in_combat
from toolkit.game.effects import EFFECTS, EffectCheck, EffectRule, card_target, known_card, seat_target
from toolkit.game.operation import REGISTRY, verb
from toolkit.game.vocabulary import EffectKind

PAGE = Path(__file__).parents[2] / "docs" / "game.md"

HEAD = """# The game's engine as a library

`toolkit.game` is the engine for programs; this page is made from its code. An operation is an object
(`Announce(seat="A", ...)`) and a line of a record (`A: announce ...`).

| Function | Does |
|---|---|
| `parse_operation`, `render_operation` | convert between line and object |
| `refusal(state, operation)` | gives the reason why it is not legal, or None |
| `apply(state, operation)` | carries it out |
| `legal_operations(state)` | lists legal operations in their plainest form |

The tables below give each field's name, type and default. In a line, required fields stand in this order. The others
are `name=value`, several values with commas between them.

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

`parse_record(text).replay()` is a `Game` with its states, events and moved counters. An unreadable record has a
`problem`, a `BadRecord`. A refused line is a `RefusedLine`. Both name the line and keep the part before it.
`timeline(record)` has the state after each step, undos included.

New records are version 2. A record of version 1 opens too: an order that is refused today is carried out where it still
has a meaning, else left out. `timeline(record).remarks` names each such order with its rule.

At table speed, a card just played can still be canceled, and damage just handled prevented (`state.answerable`). An
effect of the end of a round is not too late either, nor is a combat card once the combat is over. The engine carries
the order out again up to that step. `Applied.replaces` numbers the operations that count no longer; `Game.events` and
`Game.ledger` leave them out.

Three programs to start from:

- [a bot](programs/bot.py) bleeds if it can and writes its record;
- [a lesson](programs/lesson.py) stops at each choice of the learner and explains refusals;
- [an analyser](programs/analyser.py) reads many records: length, bleeds, ousts, results by seat, and a plot.
"""
STATES_HEAD = """## States

A `GameState` never changes, and equal states are equal keys: `apply` returns a new one. `str(state)` draws its table,
`repr(state)` sums it up in a line. A state includes hidden cards; `view_for(state, seat)` is the view of one seat.

`render_state(state)` is a state as one line, complete and reversible: `parse_state` reads it back. Default fields are
left out. The others are `name:value`, pieces in round brackets, lists in square ones. Words with other characters than
letters, digits and `_ . / ' -` are quoted as in JSON.

`state_to_json` and `state_from_json` do the same with JSON values. An unreadable state is a `BadState`: a sentence, and
the `place` of the failure ("cards[3].zone"). A game of two before its start:

    {line}

If several kinds of piece are possible, `is` names the kind.
"""
OTHERS_HEAD = """## Everything else

"""
EFFECTS_HEAD = """## Effects

An effect is `Effect(kind, target, amount, detail)`, in a line `kind:target:amount:detail`. *At* is the kind of
target, *detail* the accepted words, *in* the only windows in which it has a meaning.

| kind | at | detail | in | for example |
|---|---|---|---|---|
"""
# What a check asks of the target.
TARGETS: dict[EffectCheck, str] = {
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
    """A type as the table names it: "`ActionKind`", "several: name", "yes or no"."""
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeAliasType):
        return type_said(hint.__value__)
    if origin is tuple and inner[-1] is not ...:
        return " and ".join(type_said(one) for one in inner)
    if origin in (tuple, frozenset, list, Mapping, dict):
        return f"several: {type_said(inner[1] if origin in (Mapping, dict) else inner[0])}"
    if origin is Literal:
        return " or ".join(f"`{one}`" if one else "nothing" for one in inner)
    if origin is not None or isinstance(hint, UnionType):
        return " or ".join(type_said(one) for one in inner)
    if hint is Effect:
        return "effect"
    if issubclass(hint, StrEnum) or is_dataclass(hint):
        return f"`{hint.__name__}`"
    return {bool: "yes or no", int: "number", str: "name", NoneType: "nothing", object: "operation"}[hint]


def default_said(value: Any) -> str:
    if value is MISSING:
        return "must be given"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value):
        return "as usual"
    return f"`{value}`" if value or value == 0 else "nothing"


def table_said(kind: Any) -> str:
    """The fields of an operation, or of a piece of a state, its own before those that it has in common with others."""
    hints, own, said = get_type_hints(kind), kind.__annotations__, meanings(kind)
    rows = sorted(fields(kind), key=lambda item: item.name not in own)
    if issubclass(kind, Operation):
        rows = [item for item in rows if item.name != "seat"]
    if not rows:
        return ""
    return "| field | type | if left out | is |\n|---|---|---|---|\n" + "".join(
        f"| `{item.name}` | {type_said(hints[item.name])} "
        f"| {'nothing' if item.default_factory is not MISSING else default_said(item.default)} "
        f"| {said.get(item.name, '')} |\n"
        for item in rows
    )


def summary(thing: Any) -> str:
    """The first paragraph of what its docstring says."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


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
    yield f"### {kind.__name__}\n\n{summary(kind)}\n"
    if table := table_said(kind):
        yield table
    if example:
        yield f"    {example}\n"


def pieces(hint: Any) -> Iterator[Any]:
    """The classes of all that a state holds, itself first, but for its operations and effects."""
    if isinstance(hint, TypeAliasType):
        yield from pieces(hint.__value__)
    elif get_args(hint):
        for one in get_args(hint):
            yield from pieces(one)
    elif is_dataclass(hint) and hint is not Effect:
        yield hint
        for one in get_type_hints(hint).values():
            if GameState not in (one, *get_args(one)):  # a state may hold an earlier one
                yield from pieces(one)


def other_said(name: str, thing: Any) -> str:
    """A function with its arguments, an enum with its values as a list, a class with its fields."""
    if inspect.isfunction(thing):
        arguments = re.sub(r"'|<function (\w+) at \w+>", r"\1", str(inspect.signature(thing)))
        return f"- `{name}{arguments}`: {summary(thing)}\n"
    if isinstance(thing, str):
        return f"- `{name}`: `{thing!r}`.\n"
    if not isinstance(thing, type):
        return f"- `{name}`: {', '.join(f'`{one}`' for one in thing)}.\n"
    line = f"- `{name}`: {summary(thing)}"
    if issubclass(thing, StrEnum):
        return "\n".join([line, *(f"  - `{member.value}`" for member in thing)]) + "\n"
    if not is_dataclass(thing):
        return f"{line}\n"
    hints = get_type_hints(thing)
    named = [item.name for item in fields(thing) if not item.name.startswith("_")]
    return f"{line} {', '.join(f'`{field}` ({attribute_said(hints[field])})' for field in named)}".rstrip() + "\n"


def attribute_said(hint: Any) -> str:
    """A type as `type_said` names it; one that no state holds, in Python's own words."""
    try:
        return type_said(hint).replace("several: operation", "several: anything")
    except (KeyError, TypeError, IndexError):
        return f"`{getattr(hint, '__name__', hint)}`".replace("toolkit.game.", "")


def effect_said(kind: EffectKind, rule: EffectRule, example: str) -> str:
    target = TARGETS.get(rule.check, "what it says")
    detail = "named" if rule.details is None else ", ".join(f"`{word}`" for word in sorted(rule.details))
    windows = ", ".join(sorted(rule.windows)) if rule.windows else "any"
    line = re.sub(r"\|", r"\\|", example)
    return f"| `{kind}` | {target} | {detail} | {windows} | {f'`{line}`' if line else ''} |\n"


def render() -> str:
    """The whole page."""
    known = examples()
    parts = [HEAD, STATES_HEAD.format(line=render_state(new_game(["Anna", "Bob"])))]
    shown = list(dict.fromkeys(pieces(GameState)))
    parts += [f"### {kind.__name__}\n\n{summary(kind)}\n\n{table_said(kind)}" for kind in shown]
    parts.append("## Operations\n")
    for name, kind in sorted(REGISTRY.items()):
        parts += operation_said(kind, known.get(name, ""))
    parts.append(EFFECTS_HEAD + "".join(effect_said(kind, EFFECTS[kind], known.get(kind, "")) for kind in EffectKind))
    told = {kind.__name__ for kind in [*shown, *REGISTRY.values()]}
    others = sorted(set(toolkit.game.__all__) - told, key=lambda name: (name.lower(), name))
    parts.append(OTHERS_HEAD + "".join(other_said(name, getattr(toolkit.game, name)) for name in others))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
