"""What a tournament rule refuses names the rule, and the rule is one tap away; for officials and for players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.forms.test_forms import Walk, walk_at
from tests.web.lists import WINNER
from toolkit.services import draws, links
from toolkit.services.desk import Desk
from toolkit.services.registrations import Registration, add_players
from toolkit.services.seatings import draft_seating
from toolkit.services.tournaments import create
from toolkit.tournament import Configuration, final, results
from toolkit.web import stores
from toolkit.web.access import organizer_link


class Event:
    """Ten players, one round; of two tables each winner has five points, the others are tied."""

    def __init__(self, walk: Walk) -> None:
        with walk.app.app_context():
            self.office, self.key = stores.current_office(), stores.current_key()
        self.id = create(self.office, Configuration(name="Lyon", rounds=1), by="Test").id
        self.desk = Desk(office=self.office, id=self.id, by="Test")
        self.organizer, self.anybody = walk.client, walk.app.test_client()
        self.organizer.get(organizer_link(self.key))
        add_players(self.desk, [Registration(name=f"Player {number}") for number in range(1, 11)])
        draft_seating(self.desk, seconds=0.1, publish=True)

    def settle(self) -> None:
        for table in (1, 2):
            self.desk.change(results.enter_result, 1, table, victory_points=("5", "0", "0", "0", "0"))

    def console(self, path: str, **form: str) -> str:
        return self.organizer.post(f"/tournaments/{self.id}/console{path}", data=form).text

    def player(self, path: str, **form: str) -> str:
        own = links.player_path(self.id, 1, links.key_of(self.office, self.id))
        return self.anybody.post(f"{own}{path}", data=form).text


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    walk = walk_at(tmp_path)
    yield Event(walk)
    stores.close(walk.app)


def link(rule: str) -> str:
    return f'<a class="rule" href="/help/rules#{rule.lower().replace(" ", "-").replace(".", "-")}">{rule}</a>'


POINTS = {f"vp{seat}": "2" for seat in range(1, 6)}


@pytest.mark.parametrize(
    ("path", "form", "rule"),
    [
        ("/rounds/1/tables/1/points", POINTS, "VEKN 3.7"),
        ("/settings", {"has_final": ""}, "VEKN 3.1.6"),
    ],
)
def test_an_organizer_gets_the_rule_during_a_round(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    if path == "/settings":
        form = {
            **dict.fromkeys(("final_deck", "level", "standings_seen_by", "lists_seen_by", "rule_set"), ""),
            **{"name": "Lyon", "rounds": "1", "minutes": "120", "final_minutes": "120"},
            **{"final_deck": "best_round", "level": "standard", "standings_seen_by": "everybody"},
            **{"lists_seen_by": "nobody", "rule_set": "constructed"},
        }
    assert link(rule) in event.console(path, **form)


@pytest.mark.parametrize(
    ("path", "form", "rule"),
    [("/final/open", {}, "VEKN 3.1"), ("/final/tossed", {"order": "1 2 3"}, "VEKN 3.1")],
)
def test_an_organizer_gets_the_rule_before_the_final(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    event.settle()
    assert link(rule) in event.console(path, **form)


def test_an_organizer_gets_the_rule_while_names_are_placed(event: Event) -> None:
    event.settle()
    draws.toss(event.desk)
    event.desk.change(final.open_final)
    last = str(event.desk.look().final.finalists[0])
    assert link("VEKN 3.1.3") in event.console("/final/place", player=last, position="0")
    assert link("VEKN 3.1.3") in event.console("/final/first", player=last)


@pytest.mark.parametrize(("path", "form", "rule"), [("/deck", {"text": WINNER}, "VEKN 3.1.5")])
def test_a_player_gets_the_rule(event: Event, path: str, form: dict[str, str], rule: str) -> None:
    assert link(rule) in event.player(path, **form)


def test_a_player_gets_the_rule_of_impossible_points(event: Event) -> None:
    assert link("VEKN 3.7") in event.player("/rounds/1/points", **POINTS)
