from __future__ import annotations

from typing import Any

import pytest
from flask import url_for
from werkzeug.routing import Rule

from toolkit.web import create_app


def test_nothing_is_compiled_before_an_address_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_now = Rule._compile_builder

    def counted(rule: Rule, append_unknown: bool = True) -> Any:
        compiled.append(rule.endpoint)
        return compile_now(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", counted)
    app = create_app({"TESTING": True})
    assert set(compiled) == {"static"}  # Flask's own, made before there is an app to give other rules
    compiled.clear()
    with app.test_request_context():
        for _ in range(2):
            url_for("room.event", id="bcdf")
    assert compiled == ["room.event"]


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
