from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import url_for
from flask.testing import FlaskClient

from tests.web.pages import markup_of
from toolkit import paths


@pytest.mark.parametrize("path", ["/help/", "/nothing", "/healthz", "/api/v1/nothing", "/static/app.css"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))


def test_a_browser_that_came_by_https_is_told_to_stay_with_it(client: FlaskClient) -> None:
    assert "max-age=31536000" in client.get("/help/", base_url="https://localhost").headers["Strict-Transport-Security"]
    assert "Strict-Transport-Security" not in client.get("/help/").headers


def test_no_template_writes_inline_script_or_style() -> None:
    for template in paths.TEMPLATES.rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=\"|javascript:", text), template


def test_what_only_a_script_can_do_keeps_its_place_until_the_script_comes() -> None:
    """`tests/browser/test_looks.py` sees what moves; this sees what is folded away, too."""
    for template in paths.TEMPLATES.rglob("*.html"):
        for tag in re.findall(r"<(?:button|form)\b.*?>", template.read_text(encoding="utf-8"), re.DOTALL):
            assert not re.search(r'(?=.*type="button"|<form).*\shidden[\s>]', tag, re.DOTALL), (
                template,
                "data-scripted",
            )


def test_static_files_are_kept_for_a_year_under_an_address_of_their_content(client: FlaskClient) -> None:
    page = client.get("/help/").text
    address = re.search(r'href="(/static/app\.css\?v=\w+)"', page)
    assert address is not None
    assert "immutable" in client.get(address[1], buffered=True).headers["Cache-Control"]
    assert "immutable" not in client.get("/static/app.css", buffered=True).headers.get("Cache-Control", "")


def test_what_scripts_import_has_an_address_of_its_content_too(client: FlaskClient) -> None:
    # A browser asks for it on every page otherwise.
    imports = {
        found
        for script in Path(str(client.application.static_folder)).glob("*.js")
        for found in re.findall(r'(?:from|import) ?\(?"\./([^"]+)"', script.read_text(encoding="utf-8"))
    }
    with client.application.test_request_context():
        addresses = {url_for("static", filename=found.partition("?")[0]) for found in imports}
    assert {f"/static/{found}" for found in imports} == addresses
    assert imports


def test_a_page_asks_for_the_faces_its_style_names_and_nothing_moves_without_them(client: FlaskClient) -> None:
    style = " ".join(client.get("/static/app.css", buffered=True).text.split())
    faces = re.findall(r'font-display: (\w+); src: url\("([^"]+)"\)', style)
    asked = re.findall(r'rel="preload" href="/static/([^"]+)" as="font"', markup_of(client.get("/")))
    assert [address for _, address in faces] == asked
    assert {display for display, _ in faces} == {"optional"}
    for address in asked:
        face = client.get(f"/static/{address}", buffered=True)
        assert face.headers["Content-Type"] == "font/woff2"
        assert "immutable" in face.headers["Cache-Control"]
        assert len(face.data) <= 60_000
    assert "SIL OPEN FONT LICENSE" in client.get("/static/fonts/OFL.txt", buffered=True).text
