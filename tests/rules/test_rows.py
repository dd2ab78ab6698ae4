from __future__ import annotations

import pytest

from tests.rules.table import Row, Table, read_rows, report


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in read_rows()])
def test_row(row: Row) -> None:
    for case in row.cases:
        Table(row.id).run(case)


@pytest.mark.parametrize("gap", ["without a test", "unknown", "checks nothing", "twice"])
def test_the_report_finds_nothing(gap: str) -> None:
    assert report()[gap] == []
