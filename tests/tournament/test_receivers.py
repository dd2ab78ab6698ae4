"""What receivers refuse: for each row of the table an event that meets it, and one just short of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.exchange.events import announced, played
from tests.tournament.organizer import Organizer
from tests.tournament.test_staggered import planned
from toolkit.cards import load
from toolkit.decks import read
from toolkit.tournament import DeckVerdict, SanctionKind
from toolkit.tournament.configuration import EventKind, EventRuleSet
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import ConfigurationChanged, ReportedIdentity, SettingChange
from toolkit.tournament.log import describe
from toolkit.tournament.receivers import (
    CHECKS,
    CheckedEvent,
    Output,
    checklist,
    due_day,
    early_faults,
    known_faults,
    left_out_of_archive,
    output_state,
    owed,
    preliminary_rounds,
    winners_list,
)

LEGAL = DeckVerdict(is_legal=True)


def states(organizer: Organizer) -> dict[Output, set[str]]:
    """The codes that each output is told; those that block it with an exclamation mark."""
    deck = winners_list(organizer.state)
    reading = read(deck.text, load()) if deck else None
    return {
        one.to: {f"{fault.code}!" if one.to in fault.check.blocks else fault.code for fault in one.faults}
        for one in (output_state(CheckedEvent(state=organizer.state, reading=reading), output) for output in Output)
    }


def prague(**settings: object) -> Organizer:
    organizer = announced(**settings)
    organizer.finish()
    return organizer


def with_player(number: int = 1, **known: object) -> Organizer:
    organizer = announced()
    organizer.change_player(number, **known)
    organizer.finish()
    return organizer


def forgotten(reported: ReportedIdentity | None = None) -> Organizer:
    """Player 1 was forgotten, but for what the report needs."""
    organizer = with_player(vekn="")
    organizer.forget_player(1, reported=reported)
    return organizer


def with_list(change: Callable[[str], str], verdict: DeckVerdict = LEGAL) -> Organizer:
    organizer = announced()
    deck = winners_list(organizer.state)
    assert deck is not None
    organizer.submit_deck(9, change(deck.text), verdict, is_judge=True, reason="as played")
    organizer.finish()
    return organizer


def test_the_archive_is_owed_no_winner_of_a_limited_event() -> None:
    """The archive takes no limited winners (the specification of reports, `limited_name`)."""
    usual, limited = owed(announced().state), owed(announced(**LIMITED).state)
    assert {"archondata", "post", "decks", "standings", "text"} <= {*usual}
    assert {"workbook", "rounds", "calendar"}.isdisjoint(usual)
    assert [*limited] == [to for to in usual if to is not Output.POST]
    listed = [state.to for state in checklist(CheckedEvent(state=announced(**LIMITED).state))]
    assert listed == [to for to in Output if to is not Output.POST]


LIMITED = {"rule_set": EventRuleSet.LIMITED, "kind": EventKind.LIMITED}
ILLEGAL = DeckVerdict(is_legal=False, problems=("Two cards too few.",))
# Code, where it is told (blocking with "!"), an event that meets it, and one that nearly does.
ROWS: list[tuple[str, Output, Callable[[], Organizer], Callable[[], Organizer]]] = [
    ("not_finished!", Output.ARCHONDATA, announced, prague),
    ("no_vekn!", Output.ARCHONDATA, lambda: with_player(vekn=""), prague),
    ("no_vekn", Output.WORKBOOK, lambda: with_player(vekn=""), lambda: prague(kind="unsanctioned")),
    ("bad_vekn!", Output.ARCHONDATA, lambda: with_player(vekn="100001"), lambda: with_player(vekn="0000001")),
    ("double_vekn!", Output.ARCHONDATA, lambda: doubled("123"), lambda: doubled("124")),
    ("rounds_differ", Output.ARCHONDATA, lambda: on_calendar(rounds=4), lambda: on_calendar(rounds=3)),
    ("rounds_differ", Output.ARCHONDATA, lambda: on_calendar(rounds=4), lambda: on_calendar(rounds=0)),
    ("rounds_differ", Output.ARCHONDATA, lambda: on_calendar(rounds=4), lambda: on_calendar(rounds=4, event="14000")),
    ("day_differs", Output.POST, lambda: on_calendar(day="2026-11-22"), lambda: on_calendar(day="2026-11-21")),
    ("winner_vekn", Output.POST, lambda: with_player(9, vekn=""), lambda: with_player(1, vekn="")),
    ("result_first", Output.POST, prague, lambda: sent()),
    ("new_cards", Output.POST, lambda: prague(date="2020-12-29"), lambda: prague(date="2020-12-30")),
    ("no_event_id!", Output.POST, lambda: prague(vekn_event=""), prague),
    ("no_date!", Output.POST, lambda: prague(date=None), prague),
    ("no_date!", Output.CALENDAR, lambda: prague(date=None), prague),
    ("no_place!", Output.POST, lambda: prague(country=""), lambda: prague(country="", is_online=True)),
    ("no_place!", Output.POST, lambda: prague(place=""), lambda: prague(place="", venue="Slavia")),
    ("no_deck!", Output.POST, lambda: played(13, seed=1), prague),
    ("no_deck!", Output.POST, lambda: played(13, seed=1), lambda: played(13, seed=1, **LIMITED)),
    (
        "deck_unread!",
        Output.POST,
        lambda: with_list(lambda text: text.replace("Vessel", "Vesselorama Prime")),
        lambda: with_list(lambda text: text.replace("Blood Doll", "Minion Tap")),
    ),
    ("deck_unread!", Output.POST, lambda: with_list(lambda text: text.partition("Library")[0]), prague),
    ("deck_illegal", Output.POST, lambda: with_list(str, ILLEGAL), prague),
    ("not_rated", Output.ARCHONDATA, lambda: played(5, seed=1), lambda: played(8, seed=1)),
    ("not_rated", Output.ARCHONDATA, lambda: prague(sets=["V5"]), prague),
    ("forgotten", Output.ARCHONDATA, lambda: forgotten(), prague),
    (
        "forgotten_once_sent",
        Output.ARCHONDATA,
        lambda: forgotten(ReportedIdentity(name="Ada", vekn="1000001")),
        lambda: forgotten(),
    ),
    ("no_final", Output.POST, lambda: played(5, seed=1), lambda: played(8, seed=1)),
    ("few_for_archive", Output.POST, lambda: played(9, seed=1), lambda: played(10, seed=1)),
    ("few_for_archive", Output.POST, lambda: played(9, seed=1), lambda: Organizer().with_players(9)),
    ("limited_name", Output.POST, lambda: prague(name="Unlimited Cup"), lambda: prague(name="Unlimit Cup")),
    ("limited_name", Output.POST, lambda: prague(kind="limited"), prague),
    ("hash_in_header", Output.POST, lambda: prague(name="Cup #3"), lambda: prague(name="Cup No. 3")),
    (
        "crypt_in_description",
        Output.POST,
        lambda: with_list(lambda text: text.replace("\n\nCrypt", "\nCrypt: as it was in May\n\nCrypt", 1)),
        lambda: with_list(lambda text: text.replace("\n\nCrypt", "\nThe crypt (of May)\n\nCrypt", 1)),
    ),
    ("few_decks", Output.DECKS, prague, lambda: all_lists()),
    ("comma_in_cell", Output.WORKBOOK, lambda: with_player(name="Nr1, Player"), prague),
    ("workbook_rounds!", Output.WORKBOOK, lambda: played(8, seed=1, rounds=4), lambda: played(8, seed=1, rounds=3)),
    ("workbook_rounds!", Output.WORKBOOK, lambda: played(8, seed=1, rounds=1), lambda: played(8, seed=1, rounds=2)),
    ("workbook_rounds!", Output.WORKBOOK, lambda: Organizer(rounds=4), lambda: Organizer(rounds=3)),
    ("workbook_final!", Output.WORKBOOK, lambda: played(5, seed=1), lambda: played(8, seed=1)),
    ("workbook_players!", Output.WORKBOOK, lambda: played(301, seed=1), lambda: played(300, seed=1)),
    ("workbook_covered", Output.WORKBOOK, lambda: played(201, seed=1), lambda: played(200, seed=1)),
]


def on_calendar(*, event: str = "13999", day: str = "2026-11-21", rounds: int = 3) -> Organizer:
    """An event of two rounds and a final of which the calendar was asked."""
    organizer = prague()
    organizer.note_calendar(event=event, day=day, rounds=rounds)
    return organizer


def sent() -> Organizer:
    organizer = prague()
    organizer.note_sent(event="13999", checksum="")
    return organizer


def doubled(second: str) -> Organizer:
    """Two numbers that are one, zeros in front aside."""
    organizer = announced()
    organizer.change_player(1, vekn="0000123")
    organizer.change_player(2, vekn=second)
    organizer.finish()
    return organizer


def all_lists() -> Organizer:
    """The winner's list, which needs no consent, and everybody else's with it; with nobody left out."""
    organizer = announced()
    for player in organizer.state.players.values():
        if player.number != 9:
            organizer.submit_deck(player.number, "12 Lodin", LEGAL, is_judge=True, reason="late")
            organizer.change_player(player.number, agrees_to_archive=True)
    organizer.finish()
    return organizer


@pytest.mark.parametrize(("code", "to", "meets", "nearly"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS])
def test_a_row_is_met_and_nearly_met(
    code: str, to: Output, meets: Callable[[], Organizer], nearly: Callable[[], Organizer]
) -> None:
    assert code in states(meets())[to]
    assert code not in states(nearly())[to]


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (lambda: with_player(name="Nr1, Player"), "players"),
        (lambda: prague(place="Prague, Hall 2"), "place"),
        (lambda: prague(name="Cup, Part 2"), "name"),
    ],
)
def test_a_comma_is_mended_where_it_is(event: Callable[[], Organizer], field: str) -> None:
    case = CheckedEvent(state=event().state)
    faults = {fault.code: fault for output in checklist(case) for fault in output.faults}
    assert faults["comma_in_cell"].field == field


def test_every_row_has_its_events() -> None:
    shown = {code.rstrip("!") for code, *_ in ROWS}
    assert {check.code for check in CHECKS} - shown == {"workbook_staggered", "workbook_seats"}


def test_a_proxy_player_has_no_place_in_a_workbook() -> None:
    organizer = Organizer(rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    assert "workbook_seats!" not in states(organizer)[Output.WORKBOOK]
    organizer.drop_player(8)
    organizer.seat_proxy(1, 2, seat=4, name="Jo")
    assert "workbook_seats!" in states(organizer)[Output.WORKBOOK]


def test_a_staggered_event_has_no_workbook() -> None:
    organizer = planned(has_final=False)
    for number, line in enumerate([(3, 2, 0, 0, 0), (2, 1, 1, 1, 0), (3, 1, 0, 0)], start=1):
        if number > 1:
            organizer.draft_planned()
        organizer.publish_round()
        organizer.result(1, *line)
    organizer.finish()
    assert "workbook_staggered!" in states(organizer)[Output.WORKBOOK]
    # Each has played two games: that is what the calendar knows.
    assert preliminary_rounds(organizer.state) == 2


def early(organizer: Organizer) -> dict[str, str]:
    return {fault.code: str(fault.finding.message) for fault in early_faults(organizer.state)}


def known(organizer: Organizer) -> dict[str, str]:
    """What is told beside its field already: the codes, each with that field."""
    return {fault.code: fault.field for fault in known_faults(organizer.state)}


PLACED = {"date": date(2026, 11, 21), "place": "Prague", "country": "CZ"}


def test_what_can_be_known_as_players_register_is_told_where_it_is_mended() -> None:
    organizer = Organizer(vekn_event="13999", rounds=2, **PLACED)
    assert known(organizer) == {}
    organizer.with_players(7)
    assert (known(organizer), early(organizer)) == ({"not_rated": "players"}, {})
    organizer.change_player(1, vekn="", name="Nr1, Player")
    assert known(organizer) == {"no_vekn": "vekn", "not_rated": "players", "comma_in_cell": "players"}
    organizer.change_player(1, vekn="3000001", name="Player 1")
    organizer.add_player("Player 8", vekn="3000008")
    assert known(organizer) == {"few_for_archive": "players"}
    for number in (9, 10):
        organizer.add_player(f"Player {number}", vekn=f"30000{number:02}")
    assert known(organizer) == {}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"vekn_event": ""}, {"no_event_id": "vekn_event"}),
        ({"date": None}, {"no_date": "date"}),
        ({"place": ""}, {"no_place": "place"}),
        ({"country": ""}, {"no_place": "country"}),
        ({"name": "Unlimited Cup"}, {"limited_name": "name"}),
        ({"kind": "limited"}, {"limited_name": "kind"}),
        ({"place": "Prague #2"}, {"hash_in_header": "place"}),
        ({"name": "Cup, Part 2"}, {"comma_in_cell": "name"}),
        ({"sets": ["V5"]}, {"not_rated": "sets"}),
        ({"rounds": 4}, {"workbook_rounds": "rounds"}),
        ({"kind": "unsanctioned", "date": None, "vekn_event": ""}, {}),
        ({"date": None, "is_template": True}, {}),
    ],
)
def test_what_a_setting_will_cost_is_told_beside_it_from_the_beginning(
    settings: dict[str, object], told: dict[str, str]
) -> None:
    organizer = Organizer(vekn_event="13999", rounds=2, **PLACED)
    organizer.configure(settings)
    assert known(organizer) == told


def test_after_the_end_nothing_is_told_of_who_never_came() -> None:
    organizer = announced()
    organizer.add_player("Late", vekn="")
    assert known(organizer)["no_vekn"] == "vekn"
    organizer.finish()
    assert known(organizer) == {}


def test_too_few_players_are_told_before_round_1_without_a_check_in_too() -> None:
    organizer = Organizer(rounds=2).with_players(5)
    assert "not_rated" not in early(organizer)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    assert early(organizer)["not_rated"] == "5 players: the VEKN rates events of 8 or more."


def test_what_can_be_known_before_the_end_is_told_before_it() -> None:
    """Exchange 1: numbers and too few players from check-in on, the rounds once the calendar was asked."""
    organizer = Organizer(rounds=3, vekn_event="13999").with_players(7)
    organizer.change_player(1, vekn="")
    assert early(organizer) == {}
    organizer.open_check_in()
    organizer.check_in(tuple(range(1, 8)))
    organizer.note_calendar(event="13999", day="2026-11-21", rounds=3)
    assert early(organizer) == {
        "no_vekn": "Without a VEKN number: Player 1.",
        "not_rated": "7 players: the VEKN rates events of 8 or more.",
        "rounds_differ": "The calendar has 3 rounds with the final, the settings have 4: correct one of them.",
    }
    organizer.add_player("Player 8", vekn="3000008")
    organizer.check_in((8,))
    organizer.configure({"rounds": 2})
    organizer.change_player(1, vekn="3000001")
    assert early(organizer) == {}


def test_what_the_calendar_says_is_noted_once() -> None:
    organizer = on_calendar()
    assert organizer.note_calendar(event="13999", day="2026-11-21", rounds=3) == []


def test_standings_and_text_are_never_blocked() -> None:
    shown = states(announced(date=None, vekn_event="", country=""))
    assert not any(code.endswith("!") for to in (Output.STANDINGS, Output.ROUNDS, Output.TEXT) for code in shown[to])


def test_a_no_is_a_no_and_nobody_is_asked_twice() -> None:
    """Whose list goes in: by the organizer's setting and the player's answer."""
    going_in = {}
    for setting in ("nobody", "who_agreed", "everybody"):
        for answer in (True, False, None):
            organizer = announced()
            # As it was announced before round 1.
            organizer.enter([ConfigurationChanged(changes=(SettingChange.to("decks_in_archive", setting),))])
            organizer.submit_deck(1, "12 Lodin", LEGAL, is_judge=True, reason="late")
            organizer.change_player(1, agrees_to_archive=answer)
            state = organizer.state
            going_in[setting, answer] = left_out_of_archive(state, state.players[1]) is None
            assert left_out_of_archive(state, state.players[9]) is None
    assert [key for key, is_in in going_in.items() if is_in] == [
        ("who_agreed", True),
        ("everybody", True),
        ("everybody", None),
    ]


def test_whose_list_stays_out_of_the_archive_is_named_with_the_reason() -> None:
    organizer = all_lists()
    organizer.reopen("late")
    organizer.change_player(1, agrees_to_archive=False)
    organizer.change_player(2, agrees_to_archive=False)
    organizer.change_player(3, vekn="")
    organizer.sanction_player(4, SanctionKind.DISQUALIFICATION, rule="JG 3.9", judge="Jo")
    organizer.finish()
    faults = next(one.faults for one in checklist(CheckedEvent(state=organizer.state)) if one.to is Output.DECKS)
    told = {fault.code: str(fault.finding.message) for fault in faults}["few_decks"]
    assert told == (
        "9 of 13 lists will be in the archive of all decks. Without a VEKN number: Player Nr3. "
        "Without consent: Player Nr1, Player Nr2. Disqualified: Player Nr4."
    )


def test_the_result_is_owed_eight_days_after_the_last_one() -> None:
    assert due_day(Organizer(date=date(2026, 11, 21)).state) == date(2026, 11, 29)
    two_days = Organizer(date=date(2026, 11, 21), last_day=date(2026, 11, 22))
    assert due_day(two_days.state) == date(2026, 11, 22) + timedelta(days=8)
    assert due_day(Organizer(date=None).state) is None


RUN = {"uid": "u-1", "code": "99901", "checksum": "0" * 64}


def test_a_run_to_archon_is_noted_and_only_its_end_ticks_the_report() -> None:
    organizer = prague()
    organizer.note_archon(**RUN, steps=29, done=7, stopped="archon_unreachable")
    assert str(describe(organizer.state, organizer.state.entry(organizer.state.number).fact)) == (
        "Sending to Archon stopped after 7 of 29 steps: event 99901."
    )
    assert Output.ARCHONDATA.value not in organizer.state.reports_out
    organizer.note_archon(**RUN, steps=22, done=22)
    assert (
        str(describe(organizer.state, organizer.state.entry(organizer.state.number).fact))
        == "Result sent to Archon: event 99901."
    )
    assert Output.ARCHONDATA.value in organizer.state.reports_out
    assert organizer.note_archon(**RUN, steps=0, done=0) == []


@pytest.mark.parametrize("first", ["vekn", "archon"])
def test_a_result_goes_out_one_way_until_that_note_is_undone(first: str) -> None:
    organizer = prague()
    ways = {
        "vekn": lambda: organizer.note_sent(event="13999", checksum=""),
        "archon": lambda: organizer.note_archon(**RUN, steps=29, done=1, stopped="archon_refused"),
    }
    ways.pop(first)()
    (second,) = ways.values()
    with pytest.raises(Refused, match=r"went out the other way already: (vekn\.net|Archon)\."):
        second()
    organizer.undo([organizer.state.number])
    second()


def test_a_run_that_sent_nothing_takes_no_way() -> None:
    organizer = prague()
    organizer.note_archon(**RUN, steps=29, done=0, stopped="archon_refused")
    organizer.note_sent(event="13999", checksum="")
    assert organizer.state.archon_uid == "u-1"
