"""`/api/`: every operation and every shape of the document is on a page, and every link on them leads somewhere."""

from __future__ import annotations

import html
import json
import re
from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.docs import api
from toolkit.web.base.document import SUBJECTS


@pytest.fixture(scope="module")
def pages(app: Flask) -> dict[str, str]:
    client = app.test_client()
    answers = {subject.slug: client.get(f"/api/{subject.slug}") for subject in SUBJECTS}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {slug: answer.text for slug, answer in answers.items()}


def test_every_operation_is_on_one_page(app: Flask, pages: dict[str, str]) -> None:
    document = app.test_client().get("/api/openapi.json").json
    named = [known[way]["operationId"] for known in document["paths"].values() for way in known if way != "parameters"]
    shown = Counter(name for text in pages.values() for name in re.findall(r'<section class="panel" id="(\w+)"', text))
    assert shown == Counter(named)


def test_every_link_to_a_shape_leads_to_it(pages: dict[str, str]) -> None:
    for slug, text in pages.items():
        links = set(re.findall(r'href="#(shape-\w+)"', text))
        assert links, slug
        assert links - set(re.findall(r'id="(shape-\w+)"', text)) == set()


def test_every_example_is_on_a_page(app: Flask, pages: dict[str, str]) -> None:
    items = app.test_client().get("/api/openapi.json").json["paths"].values()
    ways = [item[way] for item in items for way in item if way != "parameters"]
    parts = [part for way in ways for part in (way.get("requestBody", {}), *way["responses"].values())]
    contents = [content for part in parts for content in part.get("content", {}).values() if "example" in content]
    known = Counter(json.dumps(content["example"], ensure_ascii=False, indent=2) for content in contents)
    shown = (re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL) for page in pages.values())
    assert Counter(html.unescape(example) for examples in shown for example in examples) == known


def test_the_site_lists_every_operation(app: Flask) -> None:
    assert api.PAGE.read_text("utf-8") == api.render_all(app), "write it anew: python -m tests.docs.api"


def test_the_type_of_a_refusal_leads_to_its_kind(client: FlaskClient) -> None:
    page, _, kind = client.get("/api/v1/cards/1").json["type"].partition("#")
    assert f'id="{kind}"' in client.get(page).text


def test_an_unknown_subject_is_not_found(client: FlaskClient) -> None:
    assert client.get("/api/fax").status_code == 404
