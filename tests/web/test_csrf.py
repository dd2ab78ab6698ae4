from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from toolkit.web import create_app


@pytest.fixture
def guarded() -> FlaskClient:
    return create_app({"TESTING": True}).test_client()


def test_a_form_without_its_token_is_refused_in_a_sentence(guarded: FlaskClient) -> None:
    answer = guarded.post("/preferences", data={"theme": "dark"})
    assert answer.status_code == 400
    assert "open for too long" in answer.text


def test_the_token_of_the_page_opens_the_form(guarded: FlaskClient) -> None:
    token = re.search(r'name="csrf_token" value="([^"]+)"', guarded.get("/help/").text)
    assert token is not None
    assert guarded.post("/preferences", data={"theme": "dark", "csrf_token": token[1]}).status_code == 303
