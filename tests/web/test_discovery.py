"""Public pages as search engines find them, and what they are kept from."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.access.table import kind_of
from tests.web.pages import markup_of
from toolkit.languages import LANGUAGES
from toolkit.web import create_app
from toolkit.web.base.discovery import PUBLIC

PAGES = ("/", "/cards/", "/cards/100845", "/help/", "/guide/first-turn/standard", "/tournaments", "/leagues", "/api/")


def may_be_read(robots: str, address: str) -> bool:
    """What the longest fitting line says, as RFC 9309 has it."""
    lines = re.findall(r"(Allow|Disallow): (\S+)", robots)
    fitting = [
        (len(pattern), verb == "Allow")
        for verb, pattern in lines
        if re.match(re.escape(pattern).replace(r"\*", ".*").replace(r"\$", "$"), address)
    ]
    return max(fitting)[1]


@pytest.mark.parametrize("path", PAGES)
def test_a_public_page_has_words_and_an_address_in_each_language(client: FlaskClient, path: str) -> None:
    page = markup_of(client.get(f"{path}?q=x").text)
    described = re.search(r'<meta name="description" content="([^"]{20,160})">', page)
    assert described, page[:900]
    assert f'<link rel="canonical" href="http://localhost{path}">' in page
    for language in LANGUAGES:
        assert f'hreflang="{language}" href="http://localhost{path}?lang={language}"' in page
    assert "noindex" not in page


def test_an_address_s_language_is_for_that_page_alone(client: FlaskClient) -> None:
    answer = client.get("/help/?lang=fr")
    assert '<html lang="fr"' in answer.text
    assert '<link rel="canonical" href="http://localhost/help/?lang=fr">' in answer.text
    assert "language=" not in answer.headers.get("Set-Cookie", "")
    assert '<html lang="en"' in client.get("/help/").text
    assert '<html lang="en"' in client.get("/account/sign-in?lang=fr").text


def test_other_pages_are_not_listed(client: FlaskClient) -> None:
    for path in ("/help/keys", "/nowhere", "/deck/names"):
        assert "canonical" not in client.get(path).text


def test_robots_may_read_the_public_pages_and_nothing_private(app: Flask) -> None:
    robots = app.test_client().get("/robots.txt").text
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "static":
            address = re.sub(r"<[^>]+>", "aB3", rule.rule)
            if rule.endpoint in PUBLIC:
                assert may_be_read(robots, address), address
                assert may_be_read(robots, f"{address}?lang=fr"), address
            elif kind_of(rule.endpoint) != "everybody":
                assert not may_be_read(robots, address), address
    assert may_be_read(robots, "/static/app.css")


def test_the_sign_has_an_address_of_its_own(client: FlaskClient) -> None:
    with client.get("/favicon.ico", follow_redirects=True) as answer:
        assert (answer.status_code, answer.data[:4]) == (200, b"\0\0\1\0")


def test_a_weakness_is_reported_to_whom_the_server_names(client: FlaskClient) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    named = create_app({"TESTING": True, "SECURITY_CONTACT": "odile@example.org"}).test_client()
    said = named.get("/.well-known/security.txt").text
    assert "Contact: mailto:odile@example.org\n" in said
    assert re.search(r"Expires: 20\d\d-\d\d-\d\dT", said)
