"""Which rows of the rules have a test, and which tests say too little: `python -m tests.rules.report`, `--thin`.

A row is thin if its test

- applies no operation: corrections (`set`) and a table's options are not operations;
- lacks a figure of its example: each number must stand in the row's lines, each of an outcome (behind `->`) where
  something is checked, each order of seats (A,C,B,D,E) in one piece, each option as `NAME=VALUE`; REJ wants a refusal;
- asks anything that a program could not ask: a private name, or a function that `toolkit.game` does not export.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from tests.rules.table import Row, read_rows, report
from toolkit import game

GAPS = ("without a test", "unknown", "checks nothing", "twice")
_ROW_OR_POINT = re.compile(r"\b(?:[A-Z]+-)+\d+\b")
_OPTION = re.compile(r"\[?(\b[a-z]+\.[a-z_]+=[a-z_.0-9]+)\]?")
_SEATS = re.compile(r"\b[A-F](?:,[A-F]){2,}\b")
_FIGURE = re.compile(r"\d+\.\d+|(?<![\w.])\.\d+|\d+")


def thin() -> dict[str, list[str]]:
    """What is wrong with the test of each row that says too little; rows whose tests do not are left out."""
    found = {row.id: list(faults(row)) for row in read_rows()}
    return {row: wrong for row, wrong in found.items() if wrong}


def faults(row: Row) -> Iterator[str]:
    """Each reason for which the row's test is thin."""
    lines = [line for case in row.cases for _, line in case]
    if not any(
        re.match(r"(![A-Z0-9-]*\s+)?([A-F]: )?[a-z]", line) and not line.startswith(("table", "set ")) for line in lines
    ):
        yield "applies no operation"
    yield from (f"its example's {figure} is not there" for figure in _missing(row.example, lines))
    for line in lines:
        if line.startswith("="):
            yield from (f"asks {name}" for name in _private(line[1:].strip()))


def _missing(example: str, lines: list[str]) -> Iterator[str]:
    if re.match(r"(as|see|same as)\b|->|$", example):
        yield "text"
    example = _ROW_OR_POINT.sub("", example)
    for option in _OPTION.findall(example):
        if not any(option in line for line in lines):
            yield option
    example = _OPTION.sub("", example)
    checks = [line for line in lines if line.startswith(("=", "!"))]
    letters = re.sub(r"[^A-F\n]", "", "\n".join(checks))
    yield from (seats for seats in _SEATS.findall(example) if seats.replace(",", "") not in letters)
    if "REJ" in example and not any(line.startswith("!") for line in lines):
        yield "REJ"
    for part in example.split(";"):
        before, arrow, outcome = part.rpartition("->")
        yield from _lacking(before, lines)
        yield from _lacking(outcome, checks if arrow else lines)


def _lacking(text: str, lines: list[str]) -> Iterator[str]:
    there = {float(figure) for line in lines for figure in _FIGURE.findall(line)}
    yield from (figure for figure in _FIGURE.findall(text) if float(figure) not in there)


def _private(expression: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.Name) and node.id.startswith("_"):
            yield node.id
        if isinstance(node, ast.Attribute):
            exported = game.__all__ if isinstance(node.value, ast.Name) and node.value.id == "game" else [node.attr]
            if node.attr.startswith("_") or node.attr not in exported:
                yield ast.unparse(node)


def main() -> int:
    """Print the report; 1 if a row has no test, or with `--thin` one that says too little."""
    found = report()
    print(f"{len(list(read_rows()))} rows have a test; {len(found['deck side'])} belong to the deck side.")
    for title in GAPS:
        print(f"{title}: {len(found[title])}" + "".join(f"\n  {row}" for row in found[title]))
    poor = thin() if "--thin" in sys.argv[1:] else {}
    if "--thin" in sys.argv[1:]:
        print(f"thin: {len(poor)}" + "".join(f"\n  {row}: {'; '.join(wrong)}" for row, wrong in poor.items()))
    return 1 if poor or any(found[title] for title in GAPS) else 0


if __name__ == "__main__":
    sys.exit(main())
