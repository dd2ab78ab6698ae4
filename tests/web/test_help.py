from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from toolkit import paths
from toolkit.web.base.rules import RULES, anchor

TOOLKIT = Path(__file__).parents[2] / "toolkit"
# What a refusal or a page names: "VEKN 3.1.2", "JG 1.1.4", "VEKN A.2".
HEADING = re.compile(r"<h2[^>]*>(.*?)</h2>")
NAMED = re.compile(r"\b(?:VEKN|JG) [0-9A](?:\.[0-9]+)+")


def sources() -> list[Path]:
    areas = [TOOLKIT / area for area in ("decks", "seating", "scoring", "tournament", "services", "web")]
    return [*(file for area in areas for file in area.rglob("*.py")), *paths.TEMPLATES.rglob("*.html")]


@pytest.mark.parametrize("page", ["", "players", "organizers", "judges", "limited", "rules"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "pt", "it"])
def test_every_page_of_help_opens(client: FlaskClient, page: str, language: str) -> None:
    answer = client.get(f"/help/{page}", headers={"Accept-Language": language})
    assert (answer.status_code, f'lang="{language}"' in answer.text) == (200, True)
    for picture in re.findall(r'<img class="shot[^>]+src="([^"]+)"', answer.text):
        with client.get(picture) as got:
            assert got.status_code == 200


def test_every_rule_that_is_named_is_explained(client: FlaskClient) -> None:
    named = {rule for file in sources() for rule in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert len(named) > 20
    assert named - set(RULES) == set()
    page = client.get("/help/rules").text
    assert [rule for rule in RULES if f'id="{anchor(rule)}"' not in page] == []


# A task of each reader, as its heading says it.
TASKS = {
    "player": ["Check in", "Find your seat", "Enter the result, and confirm it", "No network?", "Hand in your deck"],
    "organizer": [
        "Check in players",
        "Seat the round",
        "Follow the results",
        "The final",
        "The day is over",
        "Sealed and draft",
        "Leagues and ratings",
    ],
    "judge": ["A wrong list", "A penalty", "A disputed result"],
}


@pytest.mark.parametrize("reader", TASKS)
def test_every_task_is_at_most_two_links_from_the_first_page_of_help(client: FlaskClient, reader: str) -> None:
    near = {"/help/"}
    for _ in range(2):
        near |= {address for page in near for address in re.findall(r'href="(/help/[a-z]+)"', client.get(page).text)}
    headings = " ".join(
        re.sub("<[^>]+>", "", found) for page in near for found in HEADING.findall(client.get(page).text)
    )
    assert [task for task in TASKS[reader] if task not in headings] == []


def test_a_rule_beside_a_refusal_is_one_tap_away(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": "Crypt\n11x Giotto Verducci\nLibrary\n60x Govern the Unaligned\n"})
    assert '<a class="rule" href="/help/rules#vekn-6-2">VEKN 6.2</a>' in answer.text


def test_pages_are_only_read(client: FlaskClient) -> None:
    assert client.post("/help/players").status_code == 405
    assert client.get("/help/nothing").status_code == 404
