from __future__ import annotations

import re
from pathlib import Path

import pytest

import toolkit
from tests.rules.table import Row, Table, read_rows, report
from toolkit.game.rules import rules


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in read_rows()])
def test_row(row: Row) -> None:
    for case in row.cases:
        Table(row.id).run(case)


@pytest.mark.parametrize("gap", ["without a test", "unknown", "checks nothing", "twice"])
def test_the_report_finds_nothing(gap: str) -> None:
    assert report()[gap] == []


def test_every_row_that_the_code_cites_exists() -> None:
    sections = "|".join(sorted({row.rpartition("-")[0] for row in rules()}, key=len, reverse=True))
    files = list(Path(toolkit.__file__).parent.rglob("*.py"))
    cited = {row for path in files for row in re.findall(rf"\b(?:{sections})-\d\d\b", path.read_text(encoding="utf-8"))}
    assert len(cited) > 400
    assert cited - set(rules()) == set()
