from __future__ import annotations

import datetime

import pytest

from tests.tournament.organizer import Organizer, ten
from toolkit.errors import ToolkitError
from toolkit.scoring import Level
from toolkit.tournament import Configuration, EventRuleSet, Room, TableName, event
from toolkit.tournament.errors import BadValue, Refused

NEW = {
    "name": "Renamed",
    "date": "2026-12-24",
    "place": "Lyon",
    "rule_set": "phased-motion-advanced",
    "rounds": 4,
    "has_final": False,
    "minutes": 150,
    "final_minutes": 180,
    "is_multideck": True,
    "final_deck": "free_choice",
    "allows_proxies": True,
    "level": "national",
    "standings_seen_by": "nobody",
    "lists_seen_by": "everybody_after",
    "rooms": [{"name": "Attic", "first": 1, "last": 4}],
    "table_names": [{"table": 2, "name": "Window"}],
}


def test_every_setting_can_be_changed_and_says_so_once() -> None:
    organizer = Organizer()
    assert len(organizer.configure(NEW)[0].changes) == len(NEW)
    settings = organizer.state.settings
    assert (settings.date, settings.level) == (datetime.date(2026, 12, 24), Level.NATIONAL)
    assert settings.rule_set is EventRuleSet.PHASED_MOTION_ADVANCED
    assert settings.rule_set.deck_format == "phased-motion"
    assert settings.table_name(2) == "Window (Attic)"
    assert settings.table_name(5) == "5"
    assert organizer.configure(NEW) == []


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("colour", "red", "unknown_setting"),
        ("name", "", "no_name"),
        ("name", "x" * 201, "bad_name"),
        ("name", "two\nlines", "bad_name"),
        ("name", 7, "bad_setting"),
        ("rounds", 0, "bad_rounds"),
        ("rounds", 11, "bad_rounds"),
        ("rounds", "3", "bad_setting"),
        ("rounds", True, "bad_setting"),
        ("date", "yesterday", "bad_setting"),
        ("rule_set", "highlander", "bad_setting"),
        ("minutes", -1, "bad_minutes"),
        ("boosters", 101, "bad_boosters"),
        ("rooms", [{"name": "A", "first": 1, "last": 4}, {"name": "B", "first": 4, "last": 5}], "bad_rooms"),
        ("table_names", [{"table": 0, "name": "A"}], "bad_table_names"),
        ("rooms", [{"name": "A"}], "bad_setting"),
    ],
)
def test_settings_that_cannot_be_are_refused(name, value, code) -> None:
    with pytest.raises(BadValue) as refused:
        Organizer().configure({name: value})
    assert refused.value.code == code


def test_what_is_announced_before_round_1_cannot_change_after_it() -> None:
    with pytest.raises(Refused, match="before round 1"):
        ten().configure({"has_final": False})
    with pytest.raises(Refused, match="published already"):
        _both_rounds().configure({"rounds": 1})


def _both_rounds() -> Organizer:
    organizer = ten().result(1, 5, 0, 0, 0, 0).result(2, 5, 0, 0, 0, 0)
    return organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"minutes": 90}, "two hours"),
        ({"is_multideck": True, "level": Level.NATIONAL}, "Multi-deck"),
        ({"sets": ("Jyhad",)}, "no rating points"),
    ],
)
def test_what_costs_the_event_something_is_a_warning(settings, word) -> None:
    assert any(word in warning for warning in Configuration(name="X", **settings).warnings())
    assert Configuration(name="X", minutes=0).warnings() == []


def test_an_event_is_finished_only_when_all_is_played_and_can_be_opened_again() -> None:
    organizer = ten()
    with pytest.raises(Refused, match="table 1 has no result"):
        organizer.finish()
    small = _small()
    small.finish()
    assert small.row(1).is_winner
    with pytest.raises(Refused, match="finished"):
        small.add_player("Late")
    with pytest.raises(Refused, match="finished already"):
        small.finish()
    small.reopen("a wrong score")
    assert not small.state.is_finished


def _small() -> Organizer:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5])
    return organizer.result(1, 5, 0, 0, 0, 0)


def test_an_event_without_a_final_stays_below_eight() -> None:
    organizer = Organizer(rounds=2, has_final=False).with_players(8)
    organizer.draft_round([[1, 2, 3, 4], [5, 6, 7, 8]])
    with pytest.raises(Refused, match="below 8") as refused:
        organizer.publish_round()
    assert refused.value.rule == "VEKN 3.1.6"


def test_an_event_without_a_final_admits_nobody_who_would_make_eight() -> None:
    organizer = Organizer(rounds=2, has_final=False).with_players(7)
    organizer.check_in([1, 2, 3, 4, 5], opens=True)
    organizer.seated([1, 2, 3, 4, 5])
    with pytest.raises(Refused) as refused:
        organizer.add_player("The eighth")
    assert refused.value.code == "no_room"


def test_an_event_is_created_once_and_by_itself() -> None:
    organizer = Organizer()
    with pytest.raises(ToolkitError, match="created already"):
        organizer.enter(event.create(Configuration(name="Again")))
    with pytest.raises(BadValue, match="name"):
        event.create(Configuration(name=" "))
    assert Configuration(
        name="X", rooms=(Room(name="R", first=1, last=2),), table_names=(TableName(table=1, name="T"),)
    )


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_a_note_says_something(text) -> None:
    with pytest.raises(BadValue):
        Organizer().add_note(text)
