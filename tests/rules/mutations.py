"""Whether the rows' tests see their rules broken: `python -m tests.rules.mutations --seed 1 --rows 60`.

What carries a row is where `toolkit/game` cites it: the condition of a refusal that names it, the function or entry of
a table whose docstring or comment does. That is broken in one place at a time (a condition, a comparison, a number
turned round, a step or a field left out), the engine is loaded anew in a process of its own, and the row's own test is
run. A break that leaves no table to play at counts for nothing. A test is weak if it sees no break at all; refusals
that can be taken out unseen are named besides.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from signal import SIGALRM, alarm
from types import CodeType
from typing import Any, NamedTuple

from tests.rules.table import read_rows
from toolkit import game

FOLDER = Path(game.__file__).parent
MOST = 12
OUT = ast.Constant(False)
_CITED = re.compile(r"\b((?:[A-Z]+-)+)(\d\d)(?: to \1(\d\d))?\b")
_TURNED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


class Break(NamedTuple):
    """A file with one place broken; `takes_out` if a refusal that names the row is never given."""

    path: Path
    what: str
    code: CodeType
    takes_out: bool


def cited(text: str) -> set[str]:
    """The rows that a text cites, those between ("ACT-48 to ACT-51") as well; a doctest cites none."""
    found = _CITED.findall(re.sub(r"(?m)^ *>>>.*", "", text))
    return {f"{rows}{number:02}" for rows, first, last in found for number in range(int(first), int(last or first) + 1)}


def breaks(row: str) -> Iterator[Break]:
    """Every way to break what carries the row."""
    for path in sorted(FOLDER.glob("*.py")):
        if row not in cited(source := path.read_text(encoding="utf-8")):
            continue
        tree = ast.parse(source)
        for carrier in carriers(tree, source.splitlines(), row):
            for above, field, new in changes(carrier):
                old = getattr(above, field)
                setattr(above, field, new)
                code = compile(ast.fix_missing_locations(tree), path, "exec")
                setattr(above, field, old)
                what = ast.unparse(above.test if isinstance(above, ast.If) else above).splitlines()[0]
                yield Break(path, f"{path.name}:{getattr(above, 'lineno', 0)} {field} of {what:.80}", code, new is OUT)


def carriers(tree: ast.Module, lines: list[str], row: str) -> list[ast.AST]:
    """What carries a row: statements that name it, entries of tables, definitions, statements below a comment."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and row in cited(str(node.value))]
    for number, line in enumerate(lines, start=1):
        if row in cited(line.partition("# ")[2]):
            later = [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.Call) and node.lineno >= number]
            named.append(min(later, key=lambda node: node.lineno))
    found = {}
    for node in named:
        entry, around = None, node
        while not isinstance(around, ast.stmt | ast.Module) or isinstance(around, ast.Return | ast.Expr):
            entry, around = around if isinstance(around, ast.Call) else entry, above[around]
        is_table = isinstance(around, ast.Assign | ast.AnnAssign) and isinstance(above[around], ast.Module)
        found[entry if is_table and entry else around] = None
    return list(found)


def changes(carrier: ast.AST) -> Iterator[tuple[ast.AST, str, Any]]:
    """Each change of a carrier: a node, the field to change, and what to put there."""
    if isinstance(carrier, ast.If):
        yield carrier, "test", OUT
        yield carrier, "test", ast.UnaryOp(ast.Not(), carrier.test)
    for field in carrier.keywords if isinstance(carrier, ast.Call) else ():
        yield carrier, "keywords", [other for other in carrier.keywords if other is not field]
    for node in ast.walk(carrier.test if isinstance(carrier, ast.If) else carrier):
        match node:
            case ast.Compare(ops=[op]) if type(op) in _TURNED:
                yield node, "ops", [_TURNED[type(op)]()]
            case ast.BoolOp() | ast.BinOp() | ast.AugAssign() if type(node.op) in _TURNED:
                yield node, "op", _TURNED[type(node.op)]()
            case ast.Constant(value=bool()):
                yield node, "value", not node.value
            case ast.Constant(value=int()):
                yield node, "value", node.value + 1
            case ast.Constant(value=""):
                yield node, "value", "A"
            case ast.If() | ast.IfExp() | ast.While():
                yield node, "test", ast.UnaryOp(ast.Not(), node.test)
            case ast.comprehension(ifs=[only]):
                yield node, "ifs", [ast.UnaryOp(ast.Not(), only)]
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant | ast.Call):
                yield node, "value", ast.UnaryOp(ast.Not(), value)
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
                yield node, "value", ast.Constant(None)


def seen(row: str, change: Break | None = None) -> bool | None:
    """Whether the row's test fails with this break; None if no table can be made with it."""
    if child := os.fork():
        return {0: False, 1: True, -SIGALRM: True}.get(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    alarm(60)
    whole, failed = SourceFileLoader.get_code, 2
    for name in [name for name in sys.modules if name.startswith(("toolkit.game", "tests.rules.table"))]:
        del sys.modules[name]
    if change is not None:
        SourceFileLoader.get_code = lambda at, name: change.code if at.path == str(change.path) else whole(at, name)
    try:
        table = import_module("tests.rules.table")
        table.usual_table({})
        failed = 1
        for case in next(one for one in table.read_rows() if one.id == row).cases:
            table.Table(row).run(case)
        failed = 0
    finally:
        os._exit(failed)


def main() -> int:
    """Print what each row's test sees; 1 if one is weak."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--only", nargs="*", help="these rows, in place of drawn ones")
    given = parser.parse_args()
    random, weak, open_doors = Random(given.seed), [], 0
    for row in given.only or sorted(random.sample([row.id for row in read_rows()], given.rows)):
        assert seen(row) is False, f"{row} fails with nothing broken"
        if not (every := list(breaks(row))):
            print(f"{row}: nothing carries it by itself")
            continue
        random.shuffle(every)
        every.sort(key=lambda change: not change.takes_out)
        results = {change: saw for change in every[:MOST] if (saw := seen(row, change)) is not None}
        print(f"{row}: {sum(results.values())} of {len(results)} seen", flush=True)
        weak += [] if any(results.values()) else [row]
        for change in (change for change, saw in results.items() if not saw and (row in weak or change.takes_out)):
            open_doors += change.takes_out
            print(f"    {change.what}")
    print(f"Tests that see no break of their row: {' '.join(weak) or 'none'}. Refusals taken out unseen: {open_doors}.")
    return bool(weak)


if __name__ == "__main__":
    sys.exit(main())
