from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from toolkit.web.base.shell import values_of


def test_a_choice_is_kept_and_leads_back(client: FlaskClient) -> None:
    answer = client.post("/preferences", data={"theme": "dark", "language": "fr", "next": "/help/?a=b"})
    assert (answer.status_code, answer.location) == (303, "/help/?a=b")
    page = client.get("/help/").text
    assert 'data-theme="dark"' in page
    assert '<html lang="fr"' in page


@pytest.mark.parametrize("field", ["theme", "language"])
def test_an_unknown_choice_is_refused(client: FlaskClient, field: str) -> None:
    answer = client.post("/preferences", data={field: "nonsense"})
    assert answer.status_code == 422
    assert "nonsense" not in "".join(answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "", "x"]
)
def test_it_never_leads_to_another_site(client: FlaskClient, target: str) -> None:
    assert client.post("/preferences", data={"theme": "dark", "next": target}).location == "/"


def test_wrong_method(client: FlaskClient) -> None:
    answer = client.get("/preferences")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("es-MX", "es"),
        ("it-CH,de;q=0.8", "it"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("vo,en;q=0.5", "en"),
        ("tlh", "en"),
        ("", "en"),
    ],
)
def test_the_browser_s_wish_is_heard(client: FlaskClient, wish: str, language: str) -> None:
    assert f'<html lang="{language}"' in client.get("/help/", headers={"Accept-Language": wish}).text


def test_a_forged_cookie_is_ignored(client: FlaskClient) -> None:
    client.set_cookie("language", '"><script>')
    client.set_cookie("theme", '"><script>')
    assert '<html lang="en" data-theme="auto">' in client.get("/help/").text


@dataclass(frozen=True)
class RoundPage:
    number: int
    _secret: str = "seed"

    @property
    def title(self) -> str:
        return f"Round {self.number}"

    @property
    def dear(self) -> str:
        raise AssertionError("nobody has asked")

    @cached_property
    def tables(self) -> list[int]:
        return [1, 2]

    @property
    def _own(self) -> str:
        return self._secret


def test_a_page_answers_what_its_template_asks_and_nothing_else(app: Flask) -> None:
    values = values_of(RoundPage(2))
    assert set(values) == {"number", "title", "tables", "dear"}
    asked = "{% set number = number + 1 %}{{ number }} {{ title }} {{ tables }}"
    with app.app_context():
        assert render_template_string(asked, **values) == "3 Round 2 [1, 2]"
