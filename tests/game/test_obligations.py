from __future__ import annotations

import pytest

from tests.rules.table import Table
from toolkit.game.engine import obligations


@pytest.mark.parametrize(
    ("lines", "owed"),
    [
        ([], []),
        (["set B.hand=9"], [("B", "discard 2", "SETUP-31")]),
        (["set X=vampire@A.ready.5/0"], [("A", "X must hunt", "TURN-MINION-04")]),
        (
            ["set L=location@A.ready L.name=L L.unique=yes M=location@B.ready M.name=L M.unique=yes begin=A/11"],
            [("A", "pay for or yield L", "TURN-UNLOCK-07")],
        ),
        (
            ["set X=vampire@A.ready.5/3", "A: announce X political card=Vote", "no-plays"],
            [("A", "set the terms", "REF-02")],
        ),
        (
            ["set X=vampire@A.ready.5/3 Y=vampire@B.ready.5/3", "A: use-effect combat:Y minion=X"],
            [("A", "announce a strike", "COMBAT-15")],
        ),
        (["table profile=pm_intro seats=2", "A: end-phase", "B: end-phase"], [("A", "choose a phase", "PM-INTRO-23")]),
    ],
)
def test_what_is_owed(lines: list[str], owed: list[tuple[str, str, str]]) -> None:
    table = Table("obligations")
    for line in lines:
        table.step(line)
    assert [(item.seat, item.what, item.rule) for item in obligations(table.state)] == owed
