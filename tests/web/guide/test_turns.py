"""The guided turns: every step is the engine's, every button is legal, and the end is scenario S3's."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from toolkit.game import legal_operations, refusal
from toolkit.game.actions import Announce
from toolkit.game.judge import Correct
from toolkit.game.lessons import LEARNER, LESSONS, UnknownLesson, lesson
from toolkit.game.operation import seat_of
from toolkit.game.playing import PlayCard
from toolkit.game.referendum import SetTerms
from toolkit.web.guide.turns import PRESSES, WORDS

# What a list of candidates leaves to be said: the terms of cards and of a referendum.
OPEN_TERMS = (Announce, PlayCard, SetTerms)


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_has_its_words(name: str) -> None:
    keys = [step.key for step in lesson(name)]
    assert keys == list(WORDS[name])
    assert set(PRESSES[name]) <= set(keys)


@pytest.mark.parametrize("name", LESSONS)
def test_every_button_is_legal_when_it_is_shown(name: str) -> None:
    for step in lesson(name)[:-1]:
        assert step.press is not None
        assert refusal(step.state, step.press) is None, step.key
        if seat_of(step.press) == LEARNER and not isinstance(step.press, OPEN_TERMS):
            assert step.press in legal_operations(step.state, LEARNER), step.key


@pytest.mark.parametrize("name", LESSONS)
def test_no_step_tells_how_the_table_was_set_up(name: str) -> None:
    steps = lesson(name)
    assert not steps[0].happened
    assert not [done for step in steps for done in step.happened if isinstance(done.order, Correct)]


def test_the_shared_turn_is_scenario_s3() -> None:
    end = lesson("phased-motion")[-1].state
    assert {name: seat.pool for name, seat in end.seats.items()} == {"Ann": 28, "Ben": 24, "Cleo": 24, "Dan": 23}
    assert (end.edge, end.step.turn, end.step.first) == ("Dan", 2, "Dan")


def test_the_standard_turn_comes_to_the_hand_worked_figures() -> None:
    # Ben: 20, the Edge +1, a location -2, two transfers -2. Cleo: 12, one bleed of two goes through.
    end = lesson("standard")[-1].state
    assert {name: seat.pool for name, seat in end.seats.items()} == {"Ann": 22, "Ben": 17, "Cleo": 11, "Dan": 17}
    assert (end.edge, end.step.seat, end.step.turn) == ("Ben", "Cleo", 10)
    assert (end.cards["Marc"].counters, end.cards["Otto"].counters, end.cards["Ben1"].zone) == (2, 2, "ready")


def test_an_unknown_lesson() -> None:
    with pytest.raises(UnknownLesson):
        lesson("draft")


@pytest.mark.parametrize("name", LESSONS)
def test_the_buttons_lead_through_to_the_end(client: FlaskClient, name: str) -> None:
    address, seen = f"/guide/first-turn/{name}", 0
    while address:
        page = client.get(address).text
        heading = unescape(re.search(r'id="heading">([^<]*)<', page)[1])
        assert heading == str(WORDS[name][lesson(name)[seen].key][0])
        found = re.search(r'class="button primary" href="(/guide/[^"#]*)', page)
        address = found[1] if found else ""
        seen += 1
    assert seen == len(lesson(name))
    assert 'href="/tables?variant=' in page


def test_what_changed_is_said(client: FlaskClient) -> None:
    after_bleed = [step.key for step in lesson("phased-motion")].index("one-action")
    page = client.get(f"/guide/first-turn/phased-motion?step={after_bleed}").text
    assert "Cleo −1 pool" in page
    assert "Ben has the Edge" in page


def test_the_board_is_the_ring_of_a_light_table_and_ones_own_cards(client: FlaskClient) -> None:
    page = client.get("/guide/first-turn/standard?step=6").text
    board = page[page.index('class="turn-board"') : page.index('class="turn-more-board"')]
    assert re.findall(r'class="c-name">(\w+)', board) == ["Ben", "Cleo", "Dan", "Ann"]
    assert re.findall(r'class="c-card-name">(\w+)', board)[:3] == ["Livia", "Marc", "Nico"]
    assert "<button" not in board


@pytest.mark.parametrize("step", ["999", "x", "-1", "٣", ""])
def test_a_step_that_is_none_is_the_nearest(client: FlaskClient, step: str) -> None:
    assert client.get(f"/guide/first-turn/standard?step={step}").status_code == 200


def test_no_such_turn(client: FlaskClient) -> None:
    assert client.get("/guide/first-turn/draft").status_code == 404
    assert client.post("/guide/first-turn/standard").status_code == 405


def test_phased_motion_leads_to_a_table_of_its_variant(client: FlaskClient) -> None:
    page = client.get("/guide/phased-motion").text
    for variant in ("pm_intro", "pm_advanced"):
        assert f'href="/tables?variant={variant}"' in page
        assert re.search(rf'value="{variant}" checked', client.get(f"/tables?variant={variant}").text)
