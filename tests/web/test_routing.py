from __future__ import annotations

import pytest
from flask import url_for

from toolkit.web import create_app


@pytest.mark.parametrize(
    ("endpoint", "values", "address"),
    [
        ("room.event", {"id": "bcdf"}, "/tournaments/bcdf"),
        ("room.event", {"id": "bcdf", "q": "a b"}, "/tournaments/bcdf?q=a+b"),
        ("room.table", {"id": "b d", "number": "1", "table": "2"}, "/tournaments/b%20d/rounds/1/tables/2"),
    ],
)
def test_addresses_are_made_whenever_they_are_asked_for(endpoint: str, values: dict[str, str], address: str) -> None:
    with create_app({"TESTING": True}).test_request_context():
        assert [url_for(endpoint, **values) for _ in range(2)] == [address, address]
