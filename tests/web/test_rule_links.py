"""Words that no page says, and rules that stand with their sentence."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.languages.catalogues import CATALOGUES, messages, originals
from toolkit import paths
from toolkit.game.rules import rules
from toolkit.web.base.rules import rule_link, with_rule

PRIVATE = re.compile(
    r"Lock all results|\bthe cut\b(?! stack)|Commit a seed|What it comes to|of %\(owed\)s reports"
    r"|[A-Z]{3,}-(?:[A-Z]+-)?\d\d\b",
    re.IGNORECASE,
)
SHOWN_ROW = re.compile(r"\{\{ \w+(?:\.rule|\.id) \}\}</span>|map\(attribute=\"id\"\)")


def test_no_sentence_has_a_private_word_or_a_row_of_the_rules() -> None:
    said = {text for message in messages(CATALOGUES[0]) for text in originals(message)}
    assert [text for text in said if PRIVATE.search(text)] == []


@pytest.mark.parametrize("row", ["GAP-02", "TURN-MINION-04"])
def test_a_row_of_the_rules_is_linked_by_a_word_with_its_sentence_at_hand(app: Flask, row: str) -> None:
    with app.test_request_context():
        link = with_rule("Not now.", row)
    assert row not in re.sub(r"<[^>]*>", "", link)
    assert f'title="{rules()[row].text[:20]}' in link
    assert f'href="/guide/rules/{row}"' in link


def test_a_rule_of_the_vekn_is_linked_by_its_number(app: Flask) -> None:
    with app.test_request_context():
        assert re.sub(r"<[^>]*>", "", rule_link("VEKN 3.7")) == "VEKN 3.7"
        assert rule_link(None) == rule_link("no rule") == ""


def test_a_template_that_shows_a_row_s_number_shows_its_sentence_before_it() -> None:
    for page in paths.TEMPLATES.rglob("*.html"):
        for line in page.read_text(encoding="utf-8").splitlines():
            assert not SHOWN_ROW.search(line) or ".text }}" in line, f"{page.name}: {line.strip()}"
