"""A phone that rings: a place is free, a round is seated, time is up, a pick or a review ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.halls import FINGER, TABLES, Hall
from toolkit.services.events import limited
from toolkit.services.kernel.links import pod_path, sign_up_path
from toolkit.tournament import clock, rounds, signup, steps
from toolkit.tournament.limited import phases
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase

# Whether the sound was fetched, which is half as heavy as the page.
SOUND = "() => performance.getEntriesByType('resource').some((one) => one.name.includes('bell.wav'))"


def switch_on(phone: Page, name: str) -> None:
    """Let the page ring, and note what it plays."""
    phone.evaluate(
        "() => { window.heard = [];"
        "HTMLMediaElement.prototype.play = function () { heard.push(this.src); return Promise.resolve(); }; }"
    )
    switch = phone.get_by_role("button", name=name)
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_who_waits_for_a_place_hears_that_one_is_free(hall: Hall) -> None:
    now = hall.context.now()
    hall.work.change(signup.set_sign_up, now, capacity=33)
    hall.work.change(signup.sign_up, now, name="Nico")
    phone = hall.window(sign_up_path(hall.id, 1, hall.key), **FINGER)
    switch_on(phone, "Ring when a place is free for you")
    hall.work.change(signup.set_sign_up, now, capacity=34)
    expect(phone.get_by_role("button", name="Take the place")).to_be_visible()
    phone.wait_for_function("() => heard.length === 2")


def test_a_players_own_page_rings_when_a_round_is_seated_and_when_time_is_up(hall: Hall) -> None:
    phone = hall.phone(14)
    phone.wait_for_load_state("load")
    assert not phone.evaluate(SOUND)
    switch_on(phone, "Ring when a round is seated")
    phone.wait_for_function(SOUND)
    expect(phone.get_by_text("Keep this page open and in front")).to_be_visible()
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    hall.work.change(steps.publish_round)
    expect(phone.locator(".place-big").first).to_have_text("1")
    phone.wait_for_function("() => heard.length === 2")
    hall.work.change(clock.start_clock, 1)
    hall.work.change(clock.extend_clock, 1, seconds=3 - 120 * 60)
    phone.wait_for_function("() => heard.length === 3")
    assert "/bell.wav" in phone.evaluate("heard[2]")


@pytest.mark.whole
def test_in_a_draft_the_pods_phone_and_a_players_page_ring_when_a_pick_and_a_review_end(hall: Hall) -> None:
    limited.plan_event(hall.work, format=LimitedFormat.BOOSTER, lines=["2 Cube: 1"], times=["last=4"])
    limited.draw_pods(hall.work, seed=7)
    player = hall.state.limited.pods[0][0]
    own, pod = hall.phone(player), hall.window(pod_path(hall.id, 1, hall.key), **FINGER)
    switch_on(own, "Ring when a round is seated")
    switch_on(pod, "Ring when the time of a pick is up")
    for page in (own, pod):
        page.evaluate("() => { window.shaken = 0; navigator.vibrate = () => { shaken += 1; return true; }; }")
    hall.work.change(phases.start_phase, LimitedPhase.DRAFT, reason="at once")

    def heard(strokes: int, now: str) -> None:
        for page in (own, pod):
            expect(page.locator("[data-course-what]").first).to_have_text(now)
            page.wait_for_function("most => heard.length === most && shaken === most - 1", arg=strokes)

    heard(1, "Open and count: 1 card")
    # To the pick, whose four seconds go by on the screens' own clocks.
    limited.step_draft(hall.work)
    heard(2, "Review your cards")
    limited.step_draft(hall.work)
    heard(3, "Open and count: 1 card")
