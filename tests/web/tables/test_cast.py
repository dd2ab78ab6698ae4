"""A table on a television: what everybody may see, without anything to tap, at the address of who watches."""

from __future__ import annotations

import re
from math import hypot

from flask import Flask

from tests.web.pages import text_of
from tests.web.tables.conftest import Table, make_table
from tests.web.tables.test_finished import finished


def test_a_television_has_ring_clock_trail_and_code(table: Table) -> None:
    answer = table.get("watch", "/cast")
    assert "Turn 1: Anna" in text_of(answer)
    assert answer.text.count('class="c-plaque') == 5
    assert "2:00:00" in text_of(answer)
    assert "Watch on your phone" in text_of(answer)


def test_a_turn_in_which_nothing_is_noted_says_no_more(table: Table) -> None:
    table.do("host", "Anna: end-turn")
    page = text_of(table.get("watch", "/cast"))
    assert "What happened Anna's turn Before the game : Anna goes first" in page


def test_nothing_on_it_changes_the_game(table: Table) -> None:
    page = table.get("watch", "/cast").text
    assert "<form" not in page
    assert "<button" not in page
    assert 'class="masthead"' not in page
    assert 'class="foot"' not in page


def test_its_address_is_that_of_who_watches(table: Table) -> None:
    for door in ("host", "1"):
        answer = table.get(door, "/cast", 303)
        assert answer.location == table.path("watch") + "/cast"
        assert table.path(door) not in answer.text


def test_it_asks_only_for_what_is_new(table: Table) -> None:
    path, ask = table.path("watch") + "/cast", {"X-Fragment": "table"}
    first = table.client.get(path, headers=ask)
    assert first.status_code == 200
    assert table.client.get(path, headers={**ask, "If-None-Match": first.headers["ETag"]}).status_code == 304
    table.do("host", "Anna: end-phase")
    assert table.client.get(path, headers={**ask, "If-None-Match": first.headers["ETag"]}).status_code == 200


def test_an_uncontrolled_vampire_stays_face_down(app: Flask) -> None:
    table = make_table(app, profile="vekn_event", changes={"setup_first_player": "seat_one", "game_speed": "table"})
    table.do("1", "Anna: reveal-card Anna1 Anson 8")
    assert "Anson" in table.get("1").text
    assert "Anson" not in table.get("watch", "/cast").text


def test_a_game_that_is_over_shows_its_points(app: Flask) -> None:
    table = finished(app)
    assert "Victory points A 1.5 B 0 C 0.5 D 0.5" in text_of(table.get("watch", "/cast"))
    spanish = table.client.get(table.path("watch") + "/cast", headers={"Accept-Language": "es"})
    assert "A 1,5 B 0 C 0,5 D 0,5" in text_of(spanish)


def test_no_plaque_covers_the_arrow_to_a_prey(table: Table) -> None:
    places = [(50, 90), (17.7, 62.4), (30, 17.6), (70, 17.6), (82.3, 62.4)]
    table.do("host", "correct Bruno.pool=0")
    page = table.get("watch", "/cast").text
    assert "plaque seat-2 out" in " ".join(page.split())
    arrows = [tuple(map(float, found)) for found in re.findall(r'"translate\(([\d.]+) ([\d.]+)\)', page)]
    assert len(arrows) == 4
    assert min(hypot(x - left, y - top) for x, y in arrows for left, top in places) > 15
