"""Tables as spreadsheets and people write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit.decks.model import Reading

type Read = Callable[[str | bytes], Reading]


def copies(reading: Reading) -> dict[str, int]:
    return {entry.card.unique_name: entry.count for entry in reading.deck.entries}


QUOTED = {
    '"Inez "Nurse216" Villagrande",2': 'Inez "Nurse216" Villagrande',
    '"Scapelli, The Family "Mechanic"",2': 'Scapelli, The Family "Mechanic"',
    '"Scapelli, The Family ""Mechanic""",2': 'Scapelli, The Family "Mechanic"',
    '""Coach" Tyrone Soros",2': '"Coach" Tyrone Soros',
    '"Pier 13, Port of Baltimore", "2"': "Pier 13, Port of Baltimore",
    '.44 Magnum,"2"': ".44 Magnum",
}


@pytest.mark.parametrize(("row", "name"), QUOTED.items())
@pytest.mark.parametrize("other", ['"Fame",3', '"Felix "Fix" Hessian",3'])
def test_a_quoted_name_may_hold_bare_quotes(reading_of: Read, row: str, name: str, other: str) -> None:
    reading = reading_of(f'"Card Name","Number"\n{row}\n{other}\n')
    assert copies(reading) == {name: 2, other[1:].rpartition('"')[0]: 3}
    assert (reading.rewrites, reading.problems, reading.list_format) == ((), (), "csv")


def test_a_quote_that_nothing_closes_ends_no_table(reading_of: Read) -> None:
    reading = reading_of('Name,Count\n"Villein,2\nFame,3\nDodge,4\n')
    assert copies(reading) == {"Villein": 2, "Fame": 3, "Dodge": 4}
    assert (reading.lines.total, reading.lines.cards) == (4, 3)
