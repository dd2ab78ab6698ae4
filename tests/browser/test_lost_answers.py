"""What was sent arrives, and its answer does not: it is sent again by script, and entered once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import press
from tests.browser.halls import FINGER, Hall
from tests.browser.test_table_pages import sit_down
from tests.web.lists import WINNER
from toolkit.services.kernel.links import player_path
from toolkit.tournament.facts import DeckSubmitted, JudgeCalled, PenaltyGiven, ResultEntered, RoundDrafted


def lose_the_answer(page: Page, path: str) -> list[str]:
    """The next thing that is sent to such a path is carried out, and its answer is lost; what was answered."""
    answered: list[str] = []

    def lost(route: Route) -> None:
        answered.append(f"{route.request.method} {route.fetch(max_redirects=0).status}")
        route.abort("connectionreset")

    page.route(re.compile(path), lost, times=1)
    return answered


def test_a_result_of_the_console_is_entered_once(seated: Hall) -> None:
    laptop = seated.laptop("/rounds/1/tables/1")
    answered = lose_the_answer(laptop, "/points$")
    laptop.locator("#vp3").fill("5")
    laptop.get_by_role("button", name="Enter this result", exact=True).last.click()
    expect(laptop.get_by_text("Result of table 1 in round 1")).to_be_visible()
    expect(laptop.get_by_text("This changed in the meantime")).to_have_count(0)
    assert (answered, seated.line(1), seated.entries(ResultEntered)) == (["POST 303"], [0, 0, 10, 0, 0], 1)


def test_a_judge_sanctions_once(seated: Hall) -> None:
    judge = seated.laptop()
    judge.goto(f"/tournaments/{seated.id}/judge/players/14/penalty/3.3")
    answered = lose_the_answer(judge, "/penalty/3.3$")
    judge.get_by_role("button", name="Issue the penalty").click()
    expect(judge.locator(".sanctions li")).to_have_count(1)
    assert (answered, seated.entries(PenaltyGiven)) == (["POST 303"], 1)


def test_an_organizer_announces_once(seated: Hall) -> None:
    laptop = seated.laptop("/announcements")
    answered = lose_the_answer(laptop, "/announcements$")
    laptop.locator("#text").fill("Lunch at one")
    laptop.get_by_role("button", name="Announce", exact=True).click()
    expect(laptop.get_by_text("Sent at")).to_be_visible()
    expect(laptop.locator("[data-key^=announcement]")).to_have_count(1)
    assert answered == ["POST 303"]


def test_an_organizer_seats_a_round_once(hall: Hall) -> None:
    laptop = hall.laptop("/rounds/1")
    answered = lose_the_answer(laptop, "/rounds/draft$")
    laptop.get_by_role("button", name="Seat round 1").click()
    expect(laptop.get_by_role("button", name="Publish round 1").first).to_be_visible()
    assert (answered, hall.entries(RoundDrafted)) == (["POST 303"], 1)


def test_a_phone_hands_its_deck_in_once(hall: Hall) -> None:
    nils = hall.phone(14)
    press(nils.locator(".people a"))
    answered = lose_the_answer(nils, "/deck$")
    nils.locator("#text").fill(WINNER)
    nils.get_by_role("button", name="Hand in").click()
    expect(nils.get_by_text("This deck is legal.")).to_be_visible()
    assert (answered, hall.entries(DeckSubmitted)) == (["POST 303"], 1)


def test_a_phone_calls_a_judge_once(seated: Hall) -> None:
    nils = seated.window(player_path(seated.id, 14, seated.key), **FINGER)
    answered = lose_the_answer(nils, "/call$")
    nils.get_by_text("Call a judge").first.click()
    nils.get_by_role("button", name="Call a judge").click()
    expect(nils.get_by_text("A judge has been called.")).to_be_visible()
    assert (answered, seated.entries(JudgeCalled)) == (["POST 303"], 1)


def test_a_table_plays_an_operation_once(page: Page) -> None:
    page.goto(sit_down(page)["host"])
    told = page.locator(".trail > li").count()
    answered = lose_the_answer(page, "/do$")
    page.locator("#offer-end-phase button").click()
    expect(page.locator("#table")).to_contain_text("Master phase")
    expect(page.locator(".trail > li")).to_have_count(told + 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert answered == ["POST 303"]


def test_a_table_s_clock_gets_its_minutes_once(page: Page) -> None:
    page.goto(sit_down(page)["host"])
    page.locator("#c-menu-button").click()
    page.locator("#clock-tools summary").click()
    answered = lose_the_answer(page, "/clock$")
    page.get_by_role("button", name="+60 min").click()
    expect(page.locator(".clock-face").first).to_have_text("1:00:00")
    assert answered == ["POST 303"]
