from __future__ import annotations

import re
from pathlib import Path

import pytest

import toolkit
from tests.rules.mutations import breaks, seen
from tests.rules.report import faults, thin
from tests.rules.table import ROWS, Row, Table, read_rows, report
from toolkit.game.rules import rules


@pytest.mark.parametrize("file", sorted(path.name for path in ROWS.glob("*.txt")))
def test_rows(file: str) -> None:
    rows = [row for row in read_rows() if row.file == file]
    assert rows
    assert {row.id: fault for row in rows if (fault := fault_of(row))} == {}


def fault_of(row: Row) -> str | None:
    """Why a row does not come true: the line that fails and its reason."""
    try:
        for case in row.cases:
            Table(row.id).run(case)
    except AssertionError as error:
        return str(error)
    return None


@pytest.mark.parametrize("gap", ["without a test", "unknown", "checks nothing", "twice"])
def test_the_report_finds_nothing(gap: str) -> None:
    assert report()[gap] == []


def test_no_row_is_thin() -> None:
    assert thin() == {}


ENOUGH = (
    "set X=vampire@A.ready.5/3",
    "A: announce X bleed target=B",
    "! A: announce X hunt",
    "= order == 'ABECD' and B.pool == 29",
)


@pytest.mark.parametrize(
    ("example", "lines", "said"),
    [
        ("X(5/3) acts: A,B,E,C,D -> B 29; twice -> REJ", ENOUGH, []),
        ("X(5/3)", ("set X=vampire@A.ready.5/3", "= X.counters == 3"), ["applies no operation"]),
        ("X(5/4)", ENOUGH, ["its example's 4 is not there"]),
        ("X(5/3) -> 5", ENOUGH, ["its example's 5 is not there"]),
        ("A,B,C,D,E", ENOUGH, ["its example's A,B,C,D,E is not there"]),
        ("A acts -> REJ", ENOUGH[:2], ["its example's REJ is not there"]),
        ("[bleed.edge_on=amount]", ENOUGH, ["its example's bleed.edge_on=amount is not there"]),
        ("X", (*ENOUGH, "= game.draft.prey_of(s, 'A') == 'B'"), ["asks game.draft"]),
        ("X", (*ENOUGH, "= s._facts"), ["asks s._facts"]),
        ("", ENOUGH, ["its example's text is not there"]),
        ("as SEQ-25", ENOUGH, ["its example's text is not there"]),
    ],
)
def test_the_report_sees_what_is_thin(example: str, lines: tuple[str, ...], said: list[str]) -> None:
    assert list(faults(Row("X-01", "", 1, example, (tuple(enumerate(lines)),)))) == said


def test_a_row_sees_its_refusal_taken_out_and_nothing_else() -> None:
    change = next(change for change in breaks("TURN-MINION-01") if change.takes_out and "locked" in change.what)
    assert (seen("TURN-MINION-01", change), seen("TURN-MINION-01"), seen("SETUP-16", change)) == (True, False, False)


def test_every_row_that_the_code_cites_exists() -> None:
    sections = "|".join(sorted({row.rpartition("-")[0] for row in rules()}, key=len, reverse=True))
    files = list(Path(toolkit.__file__).parent.rglob("*.py"))
    cited = {row for path in files for row in re.findall(rf"\b(?:{sections})-\d\d\b", path.read_text(encoding="utf-8"))}
    assert len(cited) > 400
    assert cited - set(rules()) == set()
