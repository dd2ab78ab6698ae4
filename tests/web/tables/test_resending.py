"""A form of a table that arrives twice, because its answer was lost: it is carried out once."""

from __future__ import annotations

import pytest

from tests.web.tables.conftest import Table

FORMS = [
    ("/do", {"op": "Anna: end-phase"}),
    ("/undo", {}),
    ("/clock", {"hand": "extend", "minutes": "15"}),
    ("/clock", {"hand": "start"}),
]


@pytest.mark.parametrize(("below", "form"), FORMS)
def test_nothing_is_carried_out_twice(table: Table, below: str, form: dict[str, str]) -> None:
    table.do("host", "Anna: end-phase")
    drawn = {**form, "sequence": table.game.number, "csrf_token": "of this page"}
    table.post("host", below, **drawn)
    before = table.game.number
    table.post("host", below, **drawn)
    assert table.game.number == before


def test_the_same_operation_on_a_page_drawn_anew_is_meant_once_more(table: Table) -> None:
    for _ in range(2):
        table.do("host", "Anna: end-phase", sequence=table.game.number)
    assert table.game.state.step.phase == "minion"
