from __future__ import annotations

import dataclasses
import datetime
import json
from typing import Any

import pytest

from tests.tournament.organizer import Organizer, ten
from toolkit.errors import ToolkitError
from toolkit.scoring import Level
from toolkit.tournament import Configuration, EventRuleSet, Room, TableName, event, fold
from toolkit.tournament.configuration import EventKind, FinalDeck, Official
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import TournamentCreated, fact_from_dict, fact_to_dict
from toolkit.tournament.forgetting import personal_texts
from toolkit.tournament.settings import SETTINGS, SettingGroup, changed, check_choices

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

OPEN = {"opens": None, "closes": None, "capacity": 40, "asks": ["vekn"], "offer_minutes": 1440}


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
        ("date", "20261130", "bad_setting"),
        ("date", "0206-11-30", "far_off"),
        ("date", "9999-12-31", "far_off"),
        ("sign_up", {**OPEN, "opens": "0001-01-01T00:00:00+00:00"}, "far_off"),
        ("last_day", "2026-W48-1", "bad_last_day"),
        ("rule_set", "highlander", "bad_setting"),
        ("minutes", -1, "bad_minutes"),
        ("boosters", 101, "bad_boosters"),
        ("rooms", [{"name": "A", "first": 1, "last": 4}, {"name": "B", "first": 4, "last": 5}], "bad_rooms"),
        ("table_names", [{"table": 0, "name": "A"}], "bad_table_names"),
        ("rooms", [{"name": "A"}], "bad_setting"),
        ("kind", "grand", "bad_kind"),
        ("assistants", "Ann Lee", "bad_assistants"),
        ("assistants", ["Ann Lee"], "bad_assistants"),
        ("assistants", [{"name": ""}], "bad_assistants"),
    ],
)
def test_settings_that_cannot_be_are_refused(name, value, code) -> None:
    with pytest.raises(BadValue) as refused:
        Organizer().configure({name: value})
    assert refused.value.code == code


def test_every_setting_has_its_row() -> None:
    assert SETTINGS.keys() == {field.name for field in dataclasses.fields(Configuration)}


def test_a_choice_without_words_is_found_when_the_settings_are_loaded() -> None:
    row = SETTINGS["final_deck"]
    for choices, values in (({FinalDeck.BEST_ROUND: "Best round"}, "free_choice"), ({}, "best_round, free_choice")):
        with pytest.raises(TypeError) as refused:
            check_choices({"final_deck": dataclasses.replace(row, choices=choices)})
        assert str(refused.value) == f"The setting final_deck: add words to `choices` for {values}."


@pytest.mark.parametrize("name", [name for name, row in SETTINGS.items() if row.example])
def test_a_setting_with_parts_that_is_badly_written_is_refused_with_an_example_that_can_be_used(name) -> None:
    with pytest.raises(BadValue) as refused:
        Organizer().configure({name: "Ann Lee"})
    assert str(refused.value) == f"The setting “{name}” is written like this: {SETTINGS[name].example}"
    before = Configuration(name="An event")
    assert changed(before, name, json.loads(SETTINGS[name].example)) != before


def test_a_judge_may_be_written_without_a_number_and_a_number_without_quotes() -> None:
    organizer = Organizer()
    organizer.configure({"assistants": [{"name": "Bo"}, {"name": "Cid", "vekn": 1234567}]})
    found = organizer.state.settings.assistants
    assert [(one.name, one.vekn) for one in found] == [("Bo", ""), ("Cid", "1234567")]


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
        ({"is_multideck": True, "kind": EventKind.NATIONAL_CHAMPIONSHIP}, "Several decks"),
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


# What a report asks for: kind, days, place, officials


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("vekn_event", "12345", "12345"),
        ("vekn_event", 12345, "12345"),
        ("organizer_vekn", 3190001, "3190001"),
        ("head_judge_vekn", 3190001, "3190001"),
        ("vekn_event", "https://www.vekn.net/event-calendar/event/12345", "12345"),
        ("vekn_event", "vekn.net/event-calendar/event/12345-prague-cup?x=1", "12345"),
        ("start", "9:30", "09:30"),
        ("timezone", "Europe/Prague", "Europe/Prague"),
        ("country", "Tchéquie", "CZ"),
        ("country", "Bohemia", "Bohemia"),
        ("organizer_vekn", "#3200001", "3200001"),
        ("last_day", "2026-11-22", datetime.date(2026, 11, 22)),
    ],
)
def test_what_is_typed_is_kept_in_its_own_form(name: str, value: object, kept: object) -> None:
    organizer = Organizer()
    organizer.configure({name: value})
    assert getattr(organizer.state.settings, name) == kept
    assert fold(organizer.state.log).settings == organizer.state.settings


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("vekn_event", "1234567890", "bad_vekn_event"),
        ("vekn_event", "https://example.org/event/12345", "bad_vekn_event"),
        ("vekn_event", "https://evil.example/vekn.net/event/12345", "bad_vekn_event"),
        ("start", "24:00", "bad_start"),
        ("start", "soon", "bad_start"),
        ("timezone", "Europe/Nowhere", "bad_timezone"),
        ("timezone", "../../etc/passwd", "bad_timezone"),
        ("last_day", "2026-11-20", "bad_last_day"),
        ("last_day", "2026-12-22", "bad_last_day"),
        ("last_day", "tomorrow", "bad_last_day"),
        ("venue", "two\nlines", "bad_venue"),
        ("head_judge_vekn", "12a", "bad_vekn"),
        ("assistants", [{"name": f"J{number}", "vekn": ""} for number in range(10)], "bad_assistants"),
        ("assistants", "Ann", "bad_assistants"),
        ("kind", "highlander", "bad_kind"),
    ],
)
def test_what_an_event_cannot_have_is_refused_by_its_name(name: str, value: object, code: str) -> None:
    with pytest.raises(BadValue) as refused:
        Organizer().configure({name: value})
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("described", "kind"),
    [
        ({}, "standard_constructed"),
        ({"level": Level.NATIONAL}, "national_championship"),
        ({"level": Level.CONTINENTAL}, "continental_championship"),
        ({"rule_set": EventRuleSet.LIMITED}, "limited"),
        ({"rule_set": EventRuleSet.LIMITED, "level": Level.NATIONAL}, "limited_national"),
        ({"rule_set": EventRuleSet.LIMITED, "level": Level.CONTINENTAL}, "limited_continental"),
        ({"rule_set": EventRuleSet.V5}, "v5"),
        ({"is_sanctioned": False, "level": Level.NATIONAL}, "unsanctioned"),
    ],
)
def test_an_event_from_before_kinds_has_the_usual_one_and_is_written_as_it_was(
    described: dict[str, Any], kind: str
) -> None:
    configuration = Configuration(name="Old", **described)
    assert configuration.kind == kind
    written = fact_to_dict(TournamentCreated(configuration=configuration))
    assert (written["version"], "kind" in written["configuration"]) == (1, False)
    assert fact_from_dict(written) == TournamentCreated(configuration=configuration)


@pytest.mark.parametrize(
    ("kind", "number", "level", "is_sanctioned"),
    [
        ("demo", 1, "standard", False),
        ("continental_championship", 6, "continental", True),
        ("national_championship", 8, "national", True),
        ("unsanctioned", 12, "standard", False),
        ("limited_national", 13, "national", True),
        ("limited_continental", 14, "continental", True),
        ("grand_prix", 15, "standard", True),
        ("v5", 16, "standard", True),
    ],
)
def test_the_kind_decides_level_and_sanction(kind: str, number: int, level: str, is_sanctioned: bool) -> None:
    organizer = Organizer()
    organizer.configure({"level": "national"})
    organizer.configure({"kind": kind, "level": "continental"})
    settings = organizer.state.settings
    assert (settings.kind.number, settings.level, settings.is_sanctioned) == (number, level, is_sanctioned)
    assert fold(organizer.state.log).settings == settings


def test_a_sanction_given_back_brings_the_level_of_an_older_event_back() -> None:
    organizer = Organizer(level=Level.NATIONAL, is_sanctioned=False)
    organizer.configure({"is_sanctioned": True})
    assert organizer.state.settings.kind == "national_championship"


def test_what_a_newer_event_says_is_of_a_newer_version_and_comes_back() -> None:
    organizer = Organizer(kind=EventKind.GRAND_PRIX, assistants=(Official(name="Jo", vekn="3200009"),))
    written = fact_to_dict(next(iter(organizer.state.log)).fact)
    assert (written["version"], written["configuration"]["kind"]) == (4, "grand_prix")
    assert fact_from_dict(written) == next(iter(organizer.state.log)).fact


def test_what_the_report_will_ask_for_is_told_from_round_1_on() -> None:
    organizer = Organizer(vekn_event="", date=None, country="", rounds=2).with_players(3)
    organizer.add_player("Without")
    organizer.add_player("Odd", vekn="12345")
    asked = {"no_vekn", "bad_vekn", "no_event_id", "no_date", "no_place"}
    assert asked.isdisjoint(organizer.blocking())
    organizer.seated([1, 2, 3, 4, 5])
    assert asked <= set(organizer.blocking())
    organizer.configure({"is_online": True})
    assert "no_place" not in organizer.blocking()
    organizer.configure({"kind": "unsanctioned"})
    assert asked.isdisjoint(organizer.blocking())


def test_a_registration_taken_back_after_check_in_is_asked_nothing() -> None:
    organizer = Organizer(rounds=2)
    organizer.add_player("Gone")
    organizer.open_check_in()
    organizer.check_in([1])
    organizer.remove_player(1)
    assert "no_vekn" not in organizer.blocking()


def test_a_template_has_no_day() -> None:
    with pytest.raises(BadValue, match="A template has no day"):
        Organizer().configure({"is_template": True, "date": "2026-11-21"})
    organizer = Organizer()
    organizer.configure({"is_template": True, "date": None})
    assert organizer.state.settings.is_template


def test_an_event_that_has_begun_is_no_template() -> None:
    with pytest.raises(Refused, match="An event that has begun"):
        ten().configure({"is_template": True, "date": None})


@pytest.mark.parametrize("was", [False, True])
def test_no_event_becomes_a_rehearsal_or_stops_being_one(was: bool) -> None:
    with pytest.raises(Refused, match="from its beginning"):
        Organizer(is_rehearsal=was).configure({"is_rehearsal": not was})


def test_that_all_lists_are_published_is_announced_before_round_1_and_can_be_taken_back_later() -> None:
    organizer = Organizer(rounds=2).with_players(5)
    organizer.configure({"decks_in_archive": "everybody"})
    organizer.seated([1, 2, 3, 4, 5])
    organizer.configure({"decks_in_archive": "who_agreed"})
    with pytest.raises(Refused, match="announced before round 1") as refused:
        organizer.configure({"decks_in_archive": "everybody"})
    assert refused.value.code == "not_announced"


@pytest.mark.parametrize(
    "championship",
    [{"kind": "national_championship"}, {"kind": "continental_championship"}, {"level": "national"}],
)
def test_the_vekn_has_no_v5_championship(championship: dict[str, str]) -> None:
    organizer = Organizer(rule_set=EventRuleSet.V5)
    with pytest.raises(BadValue) as refused:
        organizer.configure({**championship, "rule_set": "v5"})
    assert refused.value.code == "v5_championship"
    with pytest.raises(BadValue):
        Organizer(rule_set=EventRuleSet.V5, level=Level.NATIONAL)
    organizer.configure({"is_sanctioned": False, "name": "For fun"})


@pytest.mark.parametrize("name", [name for name, row in SETTINGS.items() if row.group is SettingGroup.OFFICIALS])
def test_who_is_forgotten_goes_from_every_setting_that_names_people(name: str) -> None:
    organizer = Organizer()
    organizer.add_player("Zoé Lambert", vekn="1234567")
    person = "1234567" if SETTINGS[name].is_digits else "Zoé Lambert"
    organizer.configure({name: [{"name": person, "vekn": ""}] if name == "assistants" else person})
    assert ("changes", 0, "value") in personal_texts(organizer.tournament, 1).get(organizer.tournament.number, {})
