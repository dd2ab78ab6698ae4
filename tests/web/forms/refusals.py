"""Everything that this app can refuse with, read from its code: which sentences name a rule, and which."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import toolkit
from toolkit.decks.model import Problem
from toolkit.errors import ToolkitError, Unavailable
from toolkit.game.refusals import IllegalOperation, Refusal
from toolkit.tournament.steps import Blocker

# What stands before a step, what is wrong with a deck, and what the flow of the game forbids are told as values.
VALUES = (Blocker, Problem, Refusal)
# The command line and the start of the server answer a terminal.
_TERMINAL = ("toolkit.cli", "toolkit.__main__", "toolkit.web.serving.server")


@dataclass(frozen=True)
class Site:
    """A place of the code that refuses something.

    Attributes:
        code: the code of the refusal, a pattern where it is put together, "" where another refusal is passed on.
        rule: the rule as the code has it: a name in quotes, something computed, or "" for none.
        kind: the class of the refusal.
    """

    module: str
    line: int
    code: str
    rule: str
    kind: type

    @property
    def key(self) -> str:
        return f"{self.module.removeprefix('toolkit.')} {self.code}"

    @property
    def named(self) -> tuple[str, ...]:
        """The rules that stand there word for word; none where the code finds the rule elsewhere."""
        return tuple(_words_of(ast.parse(self.rule, mode="eval").body)) if self.rule else ()


def _words_of(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp():
            yield from _words_of(node.body)
            yield from _words_of(node.orelse)


@cache
def sites() -> tuple[Site, ...]:
    """Every place, in the order of the modules."""
    return tuple(site for module in modules() for site in _sites_of(module))


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(toolkit.__path__, "toolkit."):
        if not found.name.startswith(_TERMINAL) and ".migrations" not in found.name:
            yield importlib.import_module(found.name)


def tree_of(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _sites_of(module: ModuleType) -> Iterator[Site]:
    for call in (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call)):
        kind = getattr(module, call.func.id, None) if isinstance(call.func, ast.Name) else None
        if not isinstance(kind, type) or not issubclass(kind, (ToolkitError, Unavailable, *VALUES)):
            continue
        given = {word.arg: word.value for word in call.keywords}
        if kind is Refusal:
            given |= dict(zip(("code", "message", "rule"), call.args, strict=False))
        # What the flow of the game forbids is raised with the refusal, whose row it names.
        passed_on = "refusal.rule" if issubclass(kind, IllegalOperation) else ""
        rule = ast.unparse(given["rule"]) if "rule" in given else passed_on
        for code in _codes(given.get("code"), str(getattr(kind, "code", ""))):
            yield Site(module.__name__, call.lineno, code, _value(module, rule), kind)


def _codes(node: ast.expr | None, usual: str) -> Iterator[str]:
    match node:
        case None:
            yield usual
        case ast.Constant():
            yield str(node.value)
        case ast.IfExp():
            yield from _codes(node.body, usual)
            yield from _codes(node.orelse, usual)
        case ast.JoinedStr():
            yield "".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values)
        case ast.Attribute(attr="code"):
            yield ""
        case ast.Attribute():
            yield node.attr.lower()
        case _:
            yield "*"


def _value(module: ModuleType, rule: str) -> str:
    known = getattr(module, rule, None) if rule.isidentifier() else None
    return repr(known) if isinstance(known, str) else rule
