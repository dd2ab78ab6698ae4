"""A table with light tracking: what its plaques, cards, menu and bar offer."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from tests.web.pages import text_of
from tests.web.tables.conftest import Table, make_table
from tests.web.tables.test_orders import SET


def test_a_light_game_asks_for_a_contest(table: Table) -> None:
    for line in (
        "correct X=vampire@Bruno.ready.5/3,X.name=Anson,X.unique=yes",
        "Anna: reveal-card Anna1 Anson 5",
        "correct Anna1.counters=5,phase=influence",
        "Anna: emerge Anna1",
        "Anna: end-turn",
    ):
        table.do("host", line)
    asked = text_of(table.get("2", "?depth=light")).partition("Contest for Anson")[2]
    assert asked.startswith(" Pay 1 pool Yield")
    assert "Anson is contested" in text_of(table.get("3", "?depth=light"))
    table.do("2", "Bruno: yield-contest Anson")
    assert "Bruno's turn Bruno yields Anson" in text_of(table.get("3", "?depth=light"))


def test_a_light_game_names_a_vampire_on_its_card_in_every_phase(table: Table) -> None:
    sheet = table.get("1", "?depth=light").text.partition('id="sheet-card-Anna2"')[2].partition("</section>")[0]
    assert "Name an uncontrolled vampire" in sheet
    (line,) = re.findall(r'<button [^>]*value="(Anna: reveal-card Anna2 [^"]*)">Do it<', sheet)
    table.post("1", "/do?depth=light", choice="reveal", op=unescape(line), name="Anson", capacity="8")
    assert "Anson" in table.get("1", "?depth=light").text


def test_a_light_game_shows_a_withdrawal_from_its_announcement(table: Table) -> None:
    table.do("host", "correct Anna.library=0,Anna.hand=4,begin=Anna/6")
    table.do("1", "Anna: announce-withdrawal")
    page = table.get("3", "?depth=light")
    assert '<span class="c-relation">withdraws</span>' in page.text
    assert "Anna's turn announced a withdrawal" in text_of(page)
    for name in table.game.seats:
        table.do("host", f"{name}: end-turn")
    told = text_of(table.get("3", "?depth=light"))
    assert told.partition("Elena's turn")[2].startswith(" Anna withdraws from the game ↶")


def test_where_every_card_is_tracked_no_word_empties_a_library_that_has_cards(table: Table) -> None:
    announced = "Anna: announce-withdrawal exhausted=yes"
    refused = text_of(table.do("1", announced, 422))
    said = "The library was not exhausted with a short hand at turn start. Another choice is needed"
    assert said in refused
    assert "Announce a withdrawal" not in table.get("1", "?depth=light").text
    table.do("host", "correct Anna.library=0,Anna.hand=4,begin=Anna/6")
    table.do("1", announced)
    assert table.game.state.seats["Anna"].withdrawal is not None


def test_a_light_game_takes_a_players_word_that_the_library_is_empty(app: Flask) -> None:
    table = make_table(app, profile="vekn_event", depth="light")
    words = "Announce a withdrawal: the library is empty"
    before = table.game.state.seats["Anna"].library
    assert before
    for door in ("1", "host"):
        page = table.get(door, "?depth=light").text
        sheet = page.partition('id="sheet-1"')[2].partition("</section>")[0]
        assert words in sheet
        assert words in page.partition('id="c-menu"')[2]
    assert "Announce a withdrawal" not in table.get("2", "?depth=light").text
    asked = text_of(table.post("1", "/do?depth=light", 200, choice="withdraw"))
    assert "Anna announces a withdrawal: the library has 0 cards and the hand is short. Is that right?" in asked
    table.post("1", "/do?depth=light", choice="withdraw", sure="1")
    anna = table.game.state.seats["Anna"]
    assert (anna.library, anna.withdrawal is not None) == (0, True)
    undo = table.get("1", "?depth=light").text.partition('aria-label="Undo: ')[2].partition('"')[0]
    assert "announces a withdrawal: the library is empty" in undo
    table.post("1", "/undo")
    assert table.game.state.seats["Anna"].library == before
    table.do("1", "Anna: end-phase")
    assert words not in table.get("1", "?depth=light").text


def test_the_bar_of_a_light_game_holds_the_answers(table: Table) -> None:
    """What goes on scrolls; to block, to vote and to pass stand below it."""

    def bar(door: str) -> list[str]:
        _, _, text = table.get(door, "?depth=light").text.partition('class="c-bar"')
        return re.findall(r'id="offer-([\w-]+)"', text.partition("{# The sheets #}")[0].partition('id="sheet-1"')[0])

    for line in (SET, "correct Y.title=prince", "Anna: announce X political card=Vote"):
        table.do("host", line)
    assert bar("2") == ["block", "no-block"]
    assert 'data-mine-words="You may block."' in table.get("2", "?depth=light").text
    for line in ("Bruno: decline-block", "Elena: decline-block", "no-plays", "Anna: set-terms text=x"):
        table.do("host", line)
    assert [key.split("-")[0] for key in bar("2")] == ["vote"]


def bar_of(table: Table, door: str, below: str = "") -> list[str]:
    """The forms in the bar."""
    _, _, text = table.get(door, below).text.partition('class="c-bar"')
    return re.findall(r'id="offer-([\w-]+)"', re.split(r'id="sheet-\d"', text)[0])


def portion_of(table: Table, door: str) -> list[str]:
    """The forms of the phase that everybody performs, and of the phases that are left."""
    _, _, text = table.get(door, "?depth=light").text.partition('class="c-portion"')
    return re.findall(r'id="offer-([\w-]+)"', text.partition('class="c-last"')[0])


@pytest.fixture
def shared_turn(app: Flask) -> Table:
    """Three players of phased motion before the first phase of turn 1; B begins."""
    table = make_table(app, *"ABC", profile="pm_intro", depth="light")
    table.do("host", "correct X=vampire@A.ready.5/3,begin=B/2")
    return table


def test_what_ends_a_portion_stands_in_the_bar_of_the_full_depth(shared_turn: Table) -> None:
    assert bar_of(shared_turn, "host", "?depth=full") == ["end-phase"]
    assert (bar_of(shared_turn, "2", "?depth=light"), portion_of(shared_turn, "2")) == ([], ["phase"])
    assert portion_of(shared_turn, "1") == []


def test_a_light_shared_turn_passes_over_portions_by_itself(shared_turn: Table) -> None:
    """A phase is chosen in one tap, everybody says what they did in no order, and one tap ends the turn."""
    table = shared_turn
    table.post("2", "/do", choice="phase", op="B: choose-phase subterfuge")
    assert [portion_of(table, door) for door in "123"] == [
        ["quick-bleed"],
        ["quick-bleed"],
        ["quick-bleed", "phase", "cheat"],
    ]
    bleed = "B: use-effect burn_pool:C:1,edge:B once=bleed why=bleed"
    table.post("2", "/do", choice="quick-bleed", op=bleed, amount="2")
    table.post("3", "/do", choice="phase", op="C: choose-phase influence")
    card = re.findall(r"burn_pool:B:4,gain_blood:(\w+):4", table.get("2").text)[0]
    moved = f"B: use-effect burn_pool:B:4,gain_blood:{card}:4:uncontrolled once=transfer why=transfer"
    table.post("2", "/do", choice="quick-transfer", op=moved)
    assert portion_of(table, "2") == []
    said = [table.get(door, "?depth=light").text for door in ("1", "host")]
    assert ["You choose the next phase." in said[0], "A chooses the next phase." in said[1]] == [True, True]
    assert f"B bled C for 2, B has the Edge, 4 to {card}" in text_of(table.get("3"))
    for chosen in ("A: choose-phase supply", "B: choose-phase master", "C: choose-phase diplomacy"):
        door = str("ABC".index(chosen[0]) + 1)
        assert "end-turn" not in bar_of(table, door)
        table.post(door, "/do", choice="phase", op=chosen)
        assert ("phase" in portion_of(table, "host")) is not chosen.startswith("C")
    assert "The last phase of this turn." in table.get("2").text
    table.post("2", "/do", choice="end-turn", op="B: go-on")
    state = table.game.state
    assert (state.step.turn, state.step.phase, state.seats["B"].pool) == (3, "unlock", 26)
    table.post("2", "/undo")
    table.post("3", "/undo")
    assert table.game.state.step.phase == "master"


def asked_of(table: Table, door: str) -> list[str]:
    """The forms of what is owed."""
    _, _, text = table.get(door, "?depth=light").text.partition('class="c-asked"')
    return re.findall(r'id="offer-([\w-]+)"', text.partition("</section>")[0])


def test_an_empty_vampire_hunts_in_one_tap_before_the_turn_ends(app: Flask) -> None:
    table = make_table(app, *"ABC", depth="light")
    table.do("host", "correct X=vampire@A.ready.5/0,begin=A/5")
    assert (asked_of(table, "1"), asked_of(table, "2")) == (["owed-hunt"], [])
    assert bar_of(table, "1") == []
    table.post("1", "/do", choice="owed-hunt", op="A: use-effect gain_blood:X:1 why=other")
    assert (asked_of(table, "1"), table.game.state.cards["X"].counters) == ([], 1)
    assert bar_of(table, "1") == ["end-turn"]


def test_an_empty_vampire_hunts_in_one_tap_before_a_phase_is_chosen(shared_turn: Table) -> None:
    """In whosever unlock portion; later in the shared turn it need not."""
    table = shared_turn
    table.do("host", "correct C1.counters=0")
    there = [(asked_of(table, door), portion_of(table, door)) for door in ("2", "3", "host")]
    assert there == [([], []), (["owed-hunt"], []), (["owed-hunt"], [])]
    table.post("3", "/do", choice="owed-hunt", op="C: use-effect gain_blood:C1:1 why=other")
    assert [(asked_of(table, door), portion_of(table, door)) for door in "23"] == [([], ["phase"]), ([], [])]
    table.post("2", "/do", choice="phase", op="B: choose-phase master")
    table.do("host", "correct C1.counters=0")
    assert asked_of(table, "3") == []


def test_no_quick_transfer_takes_the_last_pool(shared_turn: Table) -> None:
    table = shared_turn
    table.do("host", "correct A.pool=3,C.pool=1")
    table.post("2", "/do", choice="phase", op="B: choose-phase influence")
    assert [portion_of(table, door) for door in "13"] == [["quick-transfer"], ["phase"]]
    assert set(re.findall(r"burn_pool:A:(\d),gain_blood:\w+:\d+:uncontrolled once", table.get("1").text)) == {"2"}


def after_a_research_phase(table: Table) -> int:
    """The turn after all five phases of turn 1, of which one was Research, are passed."""
    for card in ("research", "subterfuge", "master", "supply", "influence"):
        table.do("host", f"{table.game.state.step.seat}: go-on")
        table.do("host", f"{table.game.state.step.seat}: choose-phase {card}")
    table.do("host", f"{table.game.state.step.seat}: go-on")
    return table.game.state.step.turn


def test_a_light_shared_turn_asks_for_no_discard_of_hands_that_it_does_not_count(app: Flask) -> None:
    assert after_a_research_phase(make_table(app, *"ABC", profile="pm_advanced", depth="light")) == 2


def test_a_hand_check_names_who_discards(app: Flask) -> None:
    """In a game that was tracked in full before."""
    table = make_table(app, *"ABC", profile="pm_advanced", depth="full")
    assert after_a_research_phase(table) == 1
    assert [asked_of(table, door) for door in "12"] == [["discard-down"], ["discard-down"]]
    table.do("1", "A: discard-down 2")
    assert '<small class="play-now">Waiting for B and C.</small>' in table.get("1", "?depth=light").text


def test_a_contest_is_paid_before_a_phase_is_chosen(shared_turn: Table) -> None:
    """Its forms are there whosever unlock portion it is; until then the phase is not offered."""
    table = shared_turn
    (line,) = [
        unescape(found)
        for found in re.findall(r'value="(correct [^"]*)"', table.get("1", "?depth=light&open=contested").text)
        if "location@C" in found
    ]
    table.post("1", "/do", choice="contested", op=line, name="Haven, The", kind="equipment")
    assert [contest.key for contest in table.game.state.contests] == ["Haven, The"]
    assert [portion_of(table, door) for door in "123"] == [[], [], []]
    assert "Waiting for C." in table.get("2").text
    assert "Contest for Haven, The" in text_of(table.get("3"))
    table.post("3", "/do", choice="contest-card:Haven, The", op='C: pay-contest "card:Haven, The"')
    assert portion_of(table, "2") == []
    table.post("1", "/do", choice="contest-card:Haven, The", op='A: yield-contest "card:Haven, The"')
    assert (portion_of(table, "2"), table.game.state.seats["C"].pool) == (["phase"], 29)


def test_a_shared_turn_ends_in_one_tap_once_time_is_called(shared_turn: Table) -> None:
    """No phase can be chosen any more, and whoever is waited for needs no menu."""
    shared_turn.do("host", "call-time")
    assert [portion_of(shared_turn, "2"), bar_of(shared_turn, "2")] == [[], ["end-turn"]]
    shared_turn.post("2", "/do", choice="end-turn", op="B: go-on")
    assert shared_turn.game.state.stage == "finished"


def test_the_fights_of_a_card_stand_once_under_one_heading(shared_turn: Table) -> None:
    shared_turn.do("host", "correct Y=vampire@B.ready.5/3,Y.name=Anson")
    page = shared_turn.get("1", "?depth=light").text
    sheet = page.partition('id="fold-dip-combat-X"')[2].partition("</details>")[0]
    assert re.findall(r">\s*([^<>]*Anson[^<>]*?)\s*<", sheet) == ["Anson (B)"]
    assert '<legend class="visually-hidden">Follow a combat</legend>' in sheet
