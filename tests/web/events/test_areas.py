"""The five areas: every page of the console belongs to one, and who may see little is shown little."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from toolkit.web.events.areas import shown_areas

from tests.web.events.conftest import Room, make_room
from tests.web.events.test_desk import official
from toolkit.services.kernel.roles import Role
from toolkit.tournament.configuration import EventRuleSet

NO_PAGES = {"start", "export", "penalties_table", "results_now"}


def pages_of(app: Flask) -> set[str]:
    rules = [rule for rule in app.url_map.iter_rules() if "/console" in rule.rule and "GET" in (rule.methods or ())]
    return {rule.endpoint.removeprefix("events.") for rule in rules if rule.endpoint.startswith("events.")} - NO_PAGES


def test_every_page_belongs_to_one_area(app: Flask) -> None:
    pages = pages_of(app)
    assert {"desk", "grid", "player", "overview", "checkin"} <= pages
    with app.test_request_context():
        for name in pages:
            areas = shown_areas(name, is_played=False, may=lambda _: True, url=str)
            assert len(areas) == 5
            assert [area.is_current for area in areas].count(True) == 1, name


@pytest.mark.parametrize(
    ("page", "area", "marked"),
    [
        ("report", "More", []),
        ("push", "More", []),
        ("clock", "Rounds", []),
        ("chances", "Standings and final", []),
        ("again", "More", []),
        ("laptops", "More", []),
        ("player", "People", ["Players"]),
        ("grid", "Rounds", ["Results"]),
    ],
)
def test_a_page_of_its_own_marks_its_area_and_no_other_page(
    app: Flask, page: str, area: str, marked: list[str]
) -> None:
    with app.test_request_context():
        (shown,) = [one for one in shown_areas(page, is_played=True, may=lambda _: True, url=str) if one.is_current]
    assert (shown.word, [one.word for one in shown.pages if one.is_current]) == (area, marked)


@pytest.mark.parametrize("path", ["/report", "/again", "/laptops", "/notifications", "/rounds/1/clock"])
def test_a_page_that_stands_in_no_row_leads_back_into_its_area(room: Room, path: str) -> None:
    room.seat()
    page = room.raw(path)
    (crumb,) = re.findall(r'<p class="crumbs"><a href="([^"]+)">', page)
    (current,) = re.findall(r'<nav class="tabs areas".*? aria-current="true">.*?<span>(.*?)</span>', page, re.DOTALL)
    (above,) = re.findall(
        r'<nav class="tabs areas".*? aria-current="true">.*?<span>(.*?)</span>', room.client.get(crumb).text, re.DOTALL
    )
    assert above == current


def test_every_page_is_headed_by_its_own_name_and_has_the_events_below(room: Room) -> None:
    page = room.raw("")
    assert "<h1>Overview</h1>" in page
    assert f'<p class="event-name"><a href="{room.base}">Praxis Seizure: Lyon</a>' in page


def areas_in(page: str) -> list[str]:
    found = re.search(r'<nav class="tabs areas".*?</nav>', page, re.DOTALL)
    assert found is not None
    return re.findall(r"<span>(.*?)</span>", found[0])


def test_a_scorekeeper_is_shown_the_areas_of_the_role(room: Room) -> None:
    assert areas_in(room.raw("/desk")) == ["Desk", "Rounds", "Standings and final", "People", "More"]
    page = official(room, Role.SCOREKEEPER).get(f"{room.base}/desk").text
    assert areas_in(page) == ["Desk", "Rounds", "Standings and final", "People", "More"]
    assert re.findall(r'href="[^"]*/console/([a-z]+)"', page.split("areas")[1].split("</nav>")[0]) == [
        "desk", "results", "standings", "checkin", "room",
    ]  # fmt: skip


def test_the_rounds_lead_to_what_is_done_there_now(room: Room) -> None:
    assert f'href="{room.base}/rounds"' in room.raw("/desk")
    room.seat()
    assert f'href="{room.base}/results"' in room.raw("/desk")


def test_an_event_with_constructed_decks_has_no_page_for_drafts(room: Room) -> None:
    assert f'href="{room.base}/limited"' not in room.raw("/rounds")
    limited = make_room(room.app, 8, rule_set=EventRuleSet.LIMITED, boosters=6)
    assert f'href="{limited.base}/limited"' in limited.raw("/rounds")
