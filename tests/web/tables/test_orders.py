from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from tests.web.pages import text_of
from tests.web.tables.conftest import Clock, Table, make_table
from toolkit.game import points
from toolkit.game.windows import window_name


def to_influence(table: Table, seat: str = "1") -> None:
    """On to the influence phase of the first turn."""
    name = table.game.seats[int(seat) - 1]
    for _ in range(3):
        table.do(seat, f"{name}: end-phase")


def test_an_operation_is_written_in_the_name_of_the_seat(table: Table) -> None:
    table.do("1", "Anna: end-phase", sequence=table.game.number)
    last = table.game.written[-1]
    assert (last.by, table.game.state.step.phase) == ("Anna", "master")


def test_a_refused_operation_says_why_and_names_its_rule(table: Table) -> None:
    to_influence(table)
    table.do("1", "Anna: transfer-blood Anna1")
    before = table.game.number
    answer = table.do("1", "Anna: transfer-blood Anna1", 422)
    assert "TURN-INFL-01" in text_of(answer)
    assert "Anna has 0 transfers left." in text_of(answer)
    assert table.game.number == before


def test_nobody_gives_the_operations_of_another_seat(table: Table) -> None:
    answer = table.do("2", "Anna: end-phase", 422)
    assert "This is for Anna to give." in text_of(answer)
    assert table.game.state.step.phase == "unlock"


def test_nobody_says_of_another_that_they_strike_with_hands(table: Table) -> None:
    table.do("host", "correct X=vampire@Anna.ready.5/3,Y=vampire@Bruno.ready.5/3,phase=minion")
    table.do("host", "Anna: use-effect combat:Y minion=X")
    for door in ("1", "2", "3"):
        assert 'id="offer-no-plays"' not in table.get(door).text
        assert "to give." in text_of(table.do(door, "no-plays", 422))
    assert "Hand strikes, continue" in table.get("host").text
    table.do("1", "Anna: choose-strike X")
    assert "This is for Bruno to give." in text_of(table.do("3", "no-plays", 422))
    table.do("2", "no-plays")
    assert not table.game.state.frames


def test_nobody_says_of_another_that_they_do_not_maneuver_or_press(table: Table) -> None:
    table.do("host", "correct X=vampire@Anna.ready.5/3,Y=vampire@Bruno.ready.5/3,phase=minion")
    table.do("1", "Anna: use-effect combat:Y minion=X")
    table.do("2", "Bruno: speak-up")
    for step in ("range", "damage", "additional", "press"):
        while window_name(table.game.state) != step:
            table.do("host", "no-plays")
        for door in ("1", "2", "3"):
            assert 'id="offer-no-plays"' not in table.get(door).text
            table.do(door, "no-plays", 422)
        table.do("1", "Anna: pass-impulse")
        table.do("3", "no-plays", 422)
        table.do("2", "no-plays")
        assert window_name(table.game.state) != step


# After these, who is waited for, first to last; each says so on their own phone, and the last of them goes on.
SET = "correct X=vampire@Anna.ready.5/3,Y=vampire@Bruno.ready.5/3,Z=vampire@Elena.ready.5/3,phase=minion"
BLEED = "Anna: announce X bleed target=Bruno"
WAITED = {
    "a bleed not blocked": ([BLEED, "Bruno: decline-block"], ["1", "2"], "3"),
    "who has said ahead that nothing comes": ([BLEED, "Bruno: pass-ahead"], ["1"], "2"),
    "who has said so of the step": ([BLEED, "Bruno: decline-block", "Bruno: pass-ahead until=step"], ["1"], "2"),
    "who has nobody to react with": (["correct Y.zone=torpor", BLEED], ["1"], "2"),
    "an attempt that stands": ([BLEED, "Bruno: attempt-block Y"], ["1"], "2"),
    "an attempt that fails": (
        [BLEED, "Bruno: attempt-block Y", "Anna: use-effect stealth:Anna:1 minion=X why=card"], ["2"], "1",
    ),
    "who can wake somebody": (
        ["correct Y.locked=yes", "Anna: announce X hunt", "Elena: decline-block"], ["1", "2"], "5",
    ),
    "who has votes": (
        ["correct Y.title=prince", "Anna: use-effect referendum why=card", "Anna: set-terms text=x"], ["2"], "1",
    ),
    "the combatants, where one has asked to stop": (
        ["Anna: use-effect combat:Y minion=X why=card", "Bruno: speak-up"], ["1", "2"], "5",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "waited", "other"), WAITED.values(), ids=WAITED.keys())
def test_a_phone_passes_over_nobody_who_could_act(
    table: Table, lines: list[str], waited: list[str], other: str
) -> None:
    table.do("host", SET)
    for line in lines:
        table.do("host", line)
    assert 'id="offer-no-plays"' in table.get("host").text
    *before, last = waited
    names = [table.game.seats[int(door) - 1] for door in waited]
    assert f"Waiting for {' and '.join(names)}." in text_of(table.get("4"))
    for door in {other, *before}:
        assert 'id="offer-no-plays"' not in table.get(door).text
        assert "to give." in text_of(table.do(door, "no-plays", 422))
    for door in before:
        assert 'id="offer-pass"' in table.get(door).text
        table.do(door, f"{table.game.seats[int(door) - 1]}: pass-impulse")
    page = table.get(last).text
    assert ('id="offer-no-plays"' in page, 'id="offer-pass"' in page) == (True, False)
    was = window_name(table.game.state)
    table.do(last, "no-plays", sure="1")
    assert window_name(table.game.state) != was


def test_a_phone_says_of_a_step_that_nothing_comes_before_it_is_asked(table: Table) -> None:
    for line in (SET, BLEED):
        table.do("host", line)
    refused = text_of(table.do("2", "Bruno: pass-ahead until=step", 422))
    assert "This step waits for an answer: a block, a strike or terms." in refused
    table.do("2", "Bruno: decline-block")
    offering = [door for door in ("1", "2", "3", "4", "5") if 'id="offer-ahead-step"' in table.get(door).text]
    assert offering == ["2"]  # Anna passes by another button, and nobody waits for the others.
    table.post("2", "/do", choice="ahead-step", op="Bruno: pass-ahead until=step")
    refused = text_of(table.do("2", "Bruno: pass-ahead until=step", 422))
    assert "The game is not waiting for Bruno at this step." in refused
    assert "Waiting for Anna." in text_of(table.get("4"))
    assert 'id="offer-no-plays"' in table.get("1").text


def test_a_blocked_bleed_reaches_its_first_maneuver_in_four_taps(table: Table) -> None:
    """Each on the phone of whose right it is, on a button that stands there unfolded."""
    table.do("host", SET)
    taps = [("1", "announce-bleed", "X"), ("2", "block", "Y"), ("1", "no-plays", ""), ("2", "combat-maneuver", "Y")]
    for door, form, minion in taps:
        page = re.sub(r'<details class="more-terms".*?</details>', "", table.get(door).text, flags=re.S)
        unfolded = re.sub(r'<details\s+class="(?:offer-fold|choice-group)".*?</details>', "", page, flags=re.S)
        (found,) = re.findall(rf'<form\s[^>]*id="offer-{form}"\s*>(.*?)</form>', unfolded, flags=re.S)
        lines = [unescape(line) for line in re.findall(r'<button\s[^>]*name="op" value="([^"]*)"', found)]
        (line,) = [line for line in lines if not minion or minion in line.split() or f"minion={minion}" in line]
        table.post(door, "/do", choice=form, op=line)
    combat = table.game.state.frames[-1]
    assert (type(combat).__name__, combat.range) == ("Combat", "long")


def test_nobody_says_of_another_that_there_is_no_block(table: Table) -> None:
    for line in (SET, "Anna: announce X hunt"):
        table.do("host", line)
    for door in ("1", "2", "3", "5"):
        assert 'id="offer-no-plays"' not in table.get(door).text
    assert "This is for Elena to give." in text_of(table.do("2", "no-plays", 422))
    table.do("2", "Bruno: decline-block")
    table.do("5", "Elena: decline-block")
    assert window_name(table.game.state) == "unblocked"


def test_the_host_gives_everybodys(table: Table) -> None:
    table.do("host", "Anna: end-phase")
    assert (table.game.written[-1].by, table.game.state.step.phase) == ("Host", "master")


@pytest.mark.parametrize("line", ["correct Anna.pool=12 reason=miscounted", "disqualify Anna"])
def test_a_correction_is_the_hosts(table: Table, line: str) -> None:
    assert "Only the host or a judge does that." in text_of(table.do("1", line, 422))
    table.do("host", line)


def test_what_touches_the_same_is_not_carried_out_and_says_what_happened(table: Table) -> None:
    seen = table.game.number
    table.do("1", "Anna: use-effect burn_pool:Bruno:2 why=bleed", sequence=seen)
    answer = table.do("2", "Bruno: use-effect burn_pool:Bruno:1 why=card", 409, sequence=seen)
    assert "The same was changed just now" in text_of(answer)
    assert "Bruno burns 2 pool" in text_of(answer)
    assert table.game.state.seats["Bruno"].pool == 28
    assert f'name="sequence" value="{table.game.number}"' in answer.text


def test_what_touches_nothing_of_it_is_carried_out_on_top(table: Table) -> None:
    seen = table.game.number
    table.do("1", "Anna: end-turn", sequence=seen)
    table.do("3", "Carla: use-effect burn_pool:Carla:1 why=card", sequence=seen)
    table.do("4", "Dario: use-effect gain_pool:Dario:3 why=card", sequence=seen)
    seats = table.game.state.seats
    assert (table.game.state.step.seat, seats["Carla"].pool, seats["Dario"].pool) == ("Bruno", 29, 33)


def test_the_same_operation_from_two_screens_is_one(table: Table) -> None:
    seen = table.game.number
    for door in ("1", "host"):
        table.do(door, "Anna: end-phase", sequence=seen)
    assert (table.game.state.step.phase, table.game.number) == ("master", seen + 1)


def test_what_waited_on_one_phone_is_carried_out_one_after_the_other(table: Table) -> None:
    seen = table.game.number
    for tap in ("p1", "p2", "p2"):
        table.do("1", "Anna: use-effect burn_pool:Anna:1 why=card", sequence=seen, tap=tap)
    assert table.game.state.seats["Anna"].pool == 28


def test_what_waited_on_one_phone_answers_what_it_was_asked_alone(table: Table) -> None:
    """Without network the page still shows the step that the first tap has closed: it is no answer to the next one."""
    table.do("host", "correct X=vampire@Anna.ready.5/3,Y=vampire@Bruno.ready.5/3,phase=minion")
    for line in ("Bruno: speak-up", "Anna: announce X bleed target=Bruno"):
        table.do("host", line)
    seen = table.game.number
    table.do("host", "no-plays", sequence=seen, tap="p1")
    assert window_name(table.game.state) == "action"
    table.do("host", "no-plays", 409, sequence=seen, tap="p2")
    assert window_name(table.game.state) == "action"


def test_an_undo_takes_back_what_its_page_showed_and_nothing_else(table: Table) -> None:
    table.do("1", "Anna: end-phase")
    seen = table.game.number
    table.do("2", "Bruno: use-effect burn_pool:Bruno:1 why=card")
    assert "The same was changed just now" in text_of(table.post("1", "/undo", 409, sequence=seen))


def test_who_takes_back_what_another_did_is_asked_first(table: Table) -> None:
    table.do("1", "Anna: end-phase")
    asked = table.post("2", "/undo", 200, sequence=table.game.number)
    assert "Anna did this: “Anna: ends the unlock phase”. Take it back?" in text_of(asked)
    assert table.game.state.step.phase == "master"
    table.post("2", "/undo", sequence=table.game.number, sure="1")
    assert table.game.state.step.phase == "unlock"


def test_an_oust_asks_before_it_is_carried_out(table: Table) -> None:
    form = {"choice": "pool-2", "op": "Anna: use-effect burn_pool:Bruno:1 why=other", "change": "-30", "why": "card"}
    asked = table.post("1", "/do?depth=light", 200, **form)
    assert "Bruno is ousted: Anna gains 1 VP and 6 pool. Is that right?" in text_of(asked)
    table.post("1", "/do?depth=light", **form, sure="1")
    assert (table.game.state.seats["Anna"].pool, len(table.game.written)) == (36, 2)


def test_a_clock_and_a_new_link_put_nobody_off(table: Table) -> None:
    seen = table.game.number
    table.post("2", "/clock", hand="start")
    table.post("host", "/links", door="5")
    table.do("1", "Anna: end-phase", sequence=seen)


def test_the_same_request_twice_is_carried_out_once(table: Table) -> None:
    for _ in range(2):
        table.do("1", "Anna: end-phase", key="one-and-the-same")
    assert table.game.state.step.phase == "master"


def test_conceding_asks_before_it_is_carried_out(table: Table) -> None:
    form = {"choice": "concede", "op": "concede Bruno", "sequence": table.game.number}
    assert table.post("1", "/do", 422, **form).status_code == 422
    asked = table.post("host", "/do", 200, **form)
    assert "Everyone concedes to Bruno and the game ends: is that what you want?" in text_of(asked)
    assert 'name="sure" value="1"' in asked.text
    assert (table.game.is_over, len(table.game.written)) == (False, 1)
    table.post("host", "/do", **form, sure="1")
    assert table.game.is_over


def test_stopping_stands_beside_calling_time_and_asks_first(table: Table) -> None:
    forms = re.findall(r'id="offer-(\w+)"', table.get("1").text)
    assert forms[forms.index("time") : forms.index("time") + 3] == ["time", "stop", "note"]
    form = {"choice": "stop", "op": "call-time now=yes", "sequence": table.game.number}
    asked = table.post("1", "/do", 200, **form)
    assert "The game ends here, with half a point for each who is left: is that what you want?" in text_of(asked)
    assert not table.game.is_over
    table.post("1", "/do", **form, sure="1")
    assert [one.half_points for one in points(table.game.state)] == [1, 1, 1, 1, 1]


def test_undo_leaves_a_trail_and_redo_brings_it_back(table: Table) -> None:
    table.do("1", "Anna: end-phase")
    table.post("2", "/undo", sure="1")
    assert table.game.state.step.phase == "unlock"
    page = text_of(table.get("3"))
    assert "Bruno undid: Anna: ends the unlock phase" in page
    assert "taken back" in page
    table.post("1", "/redo")
    assert table.game.state.step.phase == "master"
    assert "Anna restored: Anna: ends the unlock phase" in text_of(table.get("3"))


def test_an_undo_takes_one_tap_back_whole_and_says_whose_it_was(table: Table) -> None:
    """A light game goes on to the influence phase with the transfer that was tapped."""
    table.post("1", "/do?depth=light", choice="transfer", op="Anna: transfer-blood Anna1", amount="1")
    assert table.game.state.step.phase == "influence"
    table.post("1", "/undo")
    assert table.game.state.step.phase == "unlock"
    assert re.search(r"Anna undid: Anna: (?!goes on)", text_of(table.get("3")))
    table.post("1", "/redo")
    assert table.game.state.cards["Anna1"].counters == 1
    table.do("host", "Bruno: use-effect burn_pool:Bruno:1 why=card")
    assert {door: "Host: Bruno" in table.get(door).text for door in ("2", "host")} == {"2": True, "host": False}


def test_there_is_no_undo_of_nothing(table: Table) -> None:
    table.post("host", "/undo")
    assert "There are only 0 operations to go." in text_of(table.post("1", "/undo", 422))


@pytest.mark.parametrize(
    "line",
    ["", "nonsense", "Anna:", "Zoe: end-phase", "Anna: transfer-blood", "Anna: end-phase x=1", 'note "', "x" * 3000,
     "note " + "x" * 1500, "Anna: transfer-blood Anna1 amount=" + "9" * 4000, "Anna: end-phase\x00"],
)  # fmt: skip
def test_what_is_no_operation_is_refused_with_a_sentence(table: Table, line: str) -> None:
    before = table.game.number
    answer = table.do("host", line, 422)
    assert "notice-bad" in answer.text
    assert table.game.number == before


@pytest.mark.parametrize("enforcement", ["advise", "free"])
def test_an_advised_table_may_do_it_all_the_same(app: Flask, enforcement: str) -> None:
    table = make_table(app, profile="vekn_event", changes={"game_speed": "table", "game_enforcement": enforcement})
    for _ in range(3):
        table.do("1", "Anna: end-phase")
    table.do("1", "Anna: transfer-blood Anna1 amount=3")
    assert table.game.state.seats["Anna"].pool == 27
    assert ("against the rules" in text_of(table.get("2"))) is (enforcement == "advise")


def test_a_seat_with_a_quotation_mark_in_its_name_plays(app: Flask) -> None:
    table = make_table(app, 'Ann "the #1" O=Neil: x', "Zoë\u2028Ünlü", profile="vekn_event")
    answer = table.get("1")
    assert answer.status_code == 200
    name = table.game.seats[0].replace("\\", "\\\\").replace('"', '\\"')
    table.do("1", f'"{name}": end-phase')
    assert table.game.state.step.phase == "master"


def test_the_clock_stops_with_the_game_and_has_run_on_when_that_is_undone(table: Table, clock: Clock) -> None:
    table.post("1", "/clock", hand="start")
    clock.pass_minutes(30)
    table.do("host", "concede Anna")
    clock.pass_minutes(40)
    assert "1:30:00" in table.get("1").text
    table.post("host", "/undo")
    assert "0:50:00" in table.get("1").text


def test_the_clock_runs_pauses_and_grows(table: Table, clock: Clock) -> None:
    table.post("1", "/clock", hand="start")
    clock.pass_minutes(30)
    assert "1:30:00" in table.get("2").text
    table.post("2", "/clock", hand="pause")
    clock.pass_minutes(30)
    assert "1:30:00" in table.get("2").text
    table.post("host", "/clock", hand="extend", minutes="5")
    assert "1:35:00" in table.get("watch").text


@pytest.mark.parametrize(
    "form",
    [{}, {"hand": "smash"}, {"hand": "pause"}, {"hand": "extend"}, {"hand": "extend", "minutes": "99999"},
     {"hand": "extend", "minutes": "x"}, {"hand": "extend", "minutes": "٣"}, {"hand": "extend", "minutes": "--5"}],
)  # fmt: skip
def test_what_no_clock_does_is_refused(table: Table, form: dict[str, str]) -> None:
    before = table.game.number
    table.post("1", "/clock", 422, **form)
    assert table.game.number == before


def test_closing_a_polling_asks_whether_everyone_has_voted(table: Table) -> None:
    table.do("1", "Anna: use-effect referendum why=card")
    table.do("1", "Anna: set-terms text=x")
    while window_name(table.game.state) != "polling":
        table.do("host", "no-plays")
    asked = table.post("host", "/do", 200, choice="no-plays", op="no-plays", sequence=table.game.number)
    assert "The polls close with 0 for and 0 against. Has everyone voted?" in text_of(asked)
    assert window_name(table.game.state) == "polling"
    table.do("host", "no-plays", sure="1")
    assert window_name(table.game.state) != "polling"
