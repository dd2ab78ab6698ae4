"""The board: what it says of a game, to whom, and that every seat has its place."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from toolkit.game import apply, new_game, options_for, view_for
from toolkit.game.new import StartGame
from toolkit.game.phased import ChoosePhase
from toolkit.game.record import parse_operation
from toolkit.game.refusals import Code
from toolkit.game.rules import rules
from toolkit.game.vocabulary import ActionKind, Phase, PhaseCard, StrikeKind, TitleKind, WindowName, Zone
from toolkit.game.windows import NoPlays
from toolkit.web.tables import words
from toolkit.web.tables.board import board_view
from toolkit.web.tables.refusals import refusal_view
from toolkit.web.tables.ring import HEIGHT, PLAQUE, WIDTH, ring_view
from toolkit.web.tables.words import names_in, sentence


@pytest.fixture
def table() -> Table:
    made = Table("SETUP-33")
    made.step("A: reveal-card A1 Secretive 4")
    made.step("set X=vampire@A.ready.5/3 X.name=Anna X.title=prince/paris Y=vampire@B.ready.4/0 Y.name=Bela edge=C")
    made.step("set begin=A/7 phase=minion")
    return made


@pytest.mark.parametrize("count", range(2, 7))
def test_every_seat_has_a_place_of_its_own_inside_the_drawing(count: int) -> None:
    ring = ring_view(view_for(new_game(list("ABCDEF"[:count]))), "B")
    assert [seat.face.name for seat in ring.plaques] == list(("ABCDEF"[:count])[1:] + "A")
    boxes = [(seat.x, seat.y) for seat in ring.plaques]
    for at, (x, y) in enumerate(boxes):
        assert 0 <= x <= WIDTH - PLAQUE[0]
        assert 0 <= y <= HEIGHT - PLAQUE[1]
        for other_x, other_y in boxes[at + 1 :]:
            assert abs(x - other_x) >= PLAQUE[0] or abs(y - other_y) >= PLAQUE[1]


def test_ones_prey_sits_to_the_left_and_the_predator_to_the_right(table: Table) -> None:
    ring = ring_view(view_for(table.state, "A"), "A")
    own, prey, predator = ring.plaques[0], ring.plaques[1], ring.plaques[-1]
    assert (own.face.name, prey.face.name, predator.face.name) == ("A", "B", "E")
    assert prey.x < own.x < predator.x
    assert (prey.relation, predator.relation) == ("prey", "predator")


def test_the_drawing_is_told_in_words(table: Table) -> None:
    told = {seat.face.name: seat.face.words for seat in ring_view(view_for(table.state, "A"), "A").plaques}
    assert told["C"] == "C: 30 pool, 7 cards in hand, 53 in the library, has the Edge, prey D."


def test_an_ousted_seat_keeps_its_place(table: Table) -> None:
    table.step("A: use-effect burn_pool:B:30 why=card")
    ring = ring_view(view_for(table.state, "A"), "A")
    assert [seat.face.name for seat in ring.plaques] == list("ABCDE")
    assert ring.plaques[1].face.status == "ousted"
    assert ring.plaques[1].face.words == "B: ousted, 0 VP."
    assert ring.plaques[2].relation == "prey"
    assert len(ring.arrows) == 4


@pytest.mark.parametrize(("reader", "sees"), [("A", True), ("B", False), ("", False), (None, True)])
def test_a_face_down_name_stays_with_its_owner(table: Table, reader: str | None, sees: bool) -> None:
    assert ("Secretive" in repr(board_view(table.state, reader))) is sees


def test_minions_show_blood_titles_and_what_they_owe(table: Table) -> None:
    board = board_view(table.state, "A")
    anna = board.seats[0].ready[0]
    assert (anna.name, anna.figure, anna.counters) == ("Anna", "3/5", "3 of 5 blood")
    assert (sum(anna.pips), len(anna.pips)) == (3, 5)
    assert anna.marks == ("Prince of Paris", "2 votes")
    assert board.seats[1].ready[0].marks == ("must hunt",)


def test_what_is_owed_is_said_with_its_rule(table: Table) -> None:
    table.step("set X.counters=0")
    (owed,) = board_view(table.state, "A").owed
    assert (owed.seat, owed.words, owed.rule, owed.is_own) == ("A", "Anna must hunt", "TURN-MINION-04", True)
    assert owed.text == rules()["TURN-MINION-04"].text


def test_an_action_shows_stealth_and_who_may_block(table: Table) -> None:
    table.step("set Y.counters=4")
    table.step("A: announce X bleed target=B bleed=2 stealth=1")
    (action,) = board_view(table.state, "B").frames
    assert action.title == "Anna (A): Bleed → B"
    assert {figure.name: figure.number for figure in action.figures} == {"Stealth": "1", "Bleed": "3"}
    assert "May block: B." in action.notes


def test_who_may_block_is_told_so(table: Table) -> None:
    table.step("set Y.counters=4")
    table.step("A: announce X bleed target=B")
    assert board_view(table.state, "B").now == "You may block."
    assert board_view(table.state, "B", is_shared=True).now == "Anyone may play a card now, A first."
    assert "You may block." not in {board_view(table.state, seat).now for seat in "ACDE"}
    table.step("B: decline-block")
    assert board_view(table.state, "B").now != "You may block."


def test_prey_and_predator_are_asked_in_their_order(table: Table) -> None:
    table.step("set Y.counters=4 XE=vampire@E.ready.4/4 X.counters=2")
    table.step("A: announce X hunt")
    assert [seat for seat in "ABCDE" if board_view(table.state, seat).now == "You may block."] == ["B"]
    table.step("B: decline-block")
    assert [seat for seat in "ABCDE" if board_view(table.state, seat).now == "You may block."] == ["E"]
    table.step("set XE.locked=yes")
    assert board_view(table.state, "E").now != "You may block."


@pytest.mark.parametrize("line", ["A: reveal-card A1 Secretive 4", "correct A1.name=Secretive", "A: emerge A1"])
def test_a_sentence_names_nothing_that_its_reader_may_not_see(table: Table, line: str) -> None:
    for reader in ("B", ""):
        assert "Secretive" not in sentence(parse_operation(line), view_for(table.state, reader))


def test_a_refusal_comes_with_its_row(table: Table) -> None:
    refused = parse_operation("A: announce X bleed target=C").refusal(table.state)
    assert refused is not None
    shown = refusal_view(refused, names_in(view_for(table.state, "A")))
    assert (shown.rule, shown.text) == ("ACT-02", rules()["ACT-02"].text)
    assert shown.kind == "Not a valid target"


def test_a_refusal_calls_cards_by_their_names(table: Table) -> None:
    table.step("set X.locked=yes")
    refused = parse_operation("A: announce X bleed target=B").refusal(table.state)
    assert refused is not None
    assert refused.message == "X is locked."
    assert refusal_view(refused, names_in(view_for(table.state, "A"))).message == "Anna is locked."


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (words.PHASES, Phase),
        (words.WINDOWS, WindowName),
        (words.ACTIONS, ActionKind),
        (words.STRIKES, StrikeKind),
        (words.TITLES, TitleKind),
        (words.ZONES, Zone),
        (words.CODES, Code),
    ],
)
def test_the_words_leave_nothing_out(said: dict[str, object], known: type[Phase]) -> None:
    assert list(said) == list(known)


def test_phased_motion_says_whose_choice_it_is_and_what_is_left() -> None:
    state, _ = apply(new_game(list("ABCD"), options_for("pm_intro")), StartGame(first="B"))
    while state.step.phase is not Phase.CHOOSE:
        state, _ = apply(state, NoPlays())
    menu = board_view(state, "B").menu
    assert menu is not None
    assert menu.portion == "B chooses a phase."
    assert [card.state for card in menu.cards] == ["left"] * 7
    state, _ = apply(state, ChoosePhase(seat="B", card=PhaseCard.SUPPLY))
    menu = board_view(state, "B").menu
    assert menu is not None
    assert [card.name for card in menu.cards if card.state == "now"] == ["Supply"]
    assert menu.performers == ("B", "C", "D", "A")
