"""The OpenAPI document, exercised: whatever it allows is answered as it says, and nothing is answered with 500."""

from __future__ import annotations

import pytest

from tests.soak import check, fiftieth
from tests.web.api.odd_requests import GAMES, TOURNAMENTS, operations


@pytest.mark.parametrize("numbers", fiftieth("api", parts=4))
def test_every_address_answers_as_the_document_says(numbers: range) -> None:
    check("api", numbers)


def test_every_address_is_asked() -> None:
    paths = [operation.path for operation in operations()]
    events, games = (sum(path.startswith(area) for path in paths) for area in (TOURNAMENTS, GAMES))
    assert (events >= 55, games >= 12, len(paths) - events - games >= 10) == (True, True, True)
    assert len(paths) <= sum(map(len, fiftieth("api"))), "ask more often: SOAKS in tests/soak.py"
