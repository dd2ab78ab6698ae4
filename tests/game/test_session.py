"""Enforcement, corrections, undo and redo, the two speeds, bad input: the door of the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.table import Table, usual_table
from toolkit.game import (
    Code,
    Game,
    GameState,
    IllegalOperation,
    Note,
    Operation,
    apply,
    engine,
    legal_operations,
    new_game,
    options_for,
    parse_state,
    refusal,
    render_state,
    seats_to_act,
)
from toolkit.game.engine import carry, outcome
from toolkit.game.events import Happening
from toolkit.game.judge import Correct
from toolkit.game.new import BadTable, DeckCounts, StartGame
from toolkit.game.record import Redo, Undo, parse_operation
from toolkit.game.rules import UnknownRule, rule, rules
from toolkit.game.windows import waited_for


def started(**options: str) -> Game:
    game = Game(new_game(list("ABC"), options_for("current", game_speed="table", **options)))
    game.push(StartGame(first="A"))
    return game


def push(game: Game, *lines: str) -> Game:
    for line in lines:
        game.push(parse_operation(line))
    return game


# Bad input: refused with code and row, the state untouched


@pytest.mark.parametrize(
    ("line", "code", "row"),
    [
        ("A: end-phase", Code.ACTOR, "OUST-04"),
        ("Z: end-phase", Code.ACTOR, "SETUP-13"),
        ("B: transfer-blood B1 amount=-1", Code.AMOUNT, "TURN-INFL-04"),
        ("B: use-effect burn_pool:C:-3 why=card", Code.AMOUNT, "SEQ-16"),
        ("B: use-effect lock:Nothing why=card", Code.TARGET, "SEQ-52"),
        ("B: choose-strike B1", Code.WINDOW, "COMBAT-15"),
        ("B: cast-votes B1 for", Code.WINDOW, "REF-07"),
        ("B: take-discipline dom D9", Code.WINDOW, "DIAB-06"),
        ("B: announce Nobody bleed target=C", Code.PHASE, "ACT-44"),
        ("correct Z.pool=3", Code.TERMS, "SEQ-16"),
        ("correct B.pool=-3", Code.TERMS, "SEQ-16"),
        ("correct B.pool=lots", Code.TERMS, "SEQ-16"),
        ("correct phase=choose", Code.TERMS, "SEQ-16"),
        ("undo count=0", Code.AMOUNT, "SEQ-16"),
        ("undo count=99", Code.AMOUNT, "SEQ-16"),
        ("redo", Code.AMOUNT, "SEQ-16"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(line: str, code: Code, row: str) -> None:
    game = push(started(), "C: use-effect burn_pool:A:30 why=card")
    before, log = game.state, list(game.log)
    with pytest.raises(IllegalOperation) as error:
        push(game, line)
    assert (error.value.refusal.code, error.value.rule) == (code, row)
    assert game.state is before
    assert game.log == log


def test_a_refusal_speaks_to_the_table() -> None:
    game = push(started(), "correct phase=minion")
    refused = refusal(game.state, parse_operation("A: transfer-blood A1"))
    assert refused is not None
    assert refused.message == "This belongs to the influence phase; it is the minion phase."
    assert rule(refused.rule).text


def test_a_refusal_reads_as_its_sentence() -> None:
    refused = refusal(new_game(list("AB")), parse_operation("A: end-phase"))
    assert str(refused) == "The game has not started."


@pytest.mark.parametrize(("given", "said"), [("", "corruption"), ("charge ice", "charge, ice")])
def test_counters_without_a_kind_are_refused_with_those_on_the_card(given: str, said: str) -> None:
    table = Table("GAP-48")
    table.step("set X=vampire@A.ready.5/3")
    for kind in given.split():
        table.step(f"A: use-effect counters:X:2:{kind} why=card")
    for detail in ("", ":a@b"):
        refused = refusal(table.state, parse_operation(f"A: use-effect counters:X:1{detail} why=card"))
        assert str(refused) == f"Enter the kind of counters, e.g. {said}."


def test_every_row_can_be_looked_up() -> None:
    assert len(rules()) == 586
    assert rule("act-48").section == "Performing an action"
    with pytest.raises(UnknownRule, match="XYZ-1"):
        rule("XYZ-1")


@pytest.mark.parametrize("names", [["A"], list("ABCDEFG"), ["A", "A"], ["A", ""], ["A", "bank"]])
def test_a_table_that_cannot_be(names: list[str]) -> None:
    with pytest.raises(BadTable):
        new_game(names)


def test_decks_too_small_to_deal_from() -> None:
    with pytest.raises(BadTable, match="7 library and 4 crypt"):
        new_game(["A", "B"], decks=[DeckCounts(), DeckCounts(library=6)])


# Enforcement


def test_an_advised_table_applies_and_logs_the_broken_row() -> None:
    game = push(started(game_enforcement="advise"), "correct phase=influence")
    applied = carry(game.state, parse_operation("A: transfer-blood A1 amount=3"))
    assert applied.broken is not None
    assert applied.broken.rule == "TURN-INFL-01"
    assert applied.state.cards["A1"].counters == 3
    assert [event.detail.split(":")[0] for event in applied.events if event.kind is Happening.RULE_BROKEN] == [
        "TURN-INFL-01"
    ]


def test_a_free_table_applies_without_a_word() -> None:
    game = push(started(game_enforcement="free"), "correct phase=influence")
    applied = carry(game.state, parse_operation("A: transfer-blood A1 amount=3"))
    assert applied.state.cards["A1"].counters == 3
    assert Happening.RULE_BROKEN not in [event.kind for event in applied.events]


@pytest.mark.parametrize("enforcement", ["advise", "free"])
@pytest.mark.parametrize(
    "line",
    [
        "A: use-effect lock:Nothing why=card",
        "A: transfer-blood Nothing",
        # The cost that is asked of nobody, and the hand that is empty, are looked at first.
        "A: announce X bleed target= blood=2 pay=A1:1,A2:1",
        "B: play-card reaction Any minion=Nothing",
        "A: use-effect intercept::1 even_if_not_needed=yes why=card",
    ],
)
def test_what_means_nothing_is_refused_everywhere(enforcement: str, line: str) -> None:
    game = push(started(game_enforcement=enforcement), FULL, "A: announce X hunt" if "intercept" in line else "note x")
    with pytest.raises(IllegalOperation):
        push(game, line)


def test_what_is_listed_is_legal_even_where_rules_may_be_broken() -> None:
    strict, free = started(), started(game_enforcement="free")
    assert legal_operations(free.state) == legal_operations(strict.state)


def test_a_correction_that_brings_a_card_twice_says_that_it_is_there() -> None:
    game = push(started(), "correct X=vampire@A.ready.5/3")
    with pytest.raises(IllegalOperation, match="X is on the table already"):
        push(game, "correct X=vampire@B.ready.5/3")
    push(game, "correct X=gone")
    push(game, "correct X=vampire@B.ready.5/3")


FULL = (
    "correct X=vampire@A.ready.5/3,E=equipment@A.on-X,Y=vampire@B.ready.6/4,R=retainer@B.on-Y.0/2,"
    "L=location@A.ready,L.name=Arch,L.unique=yes,M=location@B.ready,M.name=Arch,M.unique=yes,"
    "X.title=prince/paris,Y.title=prince/paris,begin=A/9,phase=minion"
)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("X=gone", "X has other cards on it"),
        ("E.host=nowhere", "nowhere is not in play"),
        ("E.host=E", "E is already on E"),
        ("X.host=E", "E is already on X"),
        ("F=equipment@A.on-nowhere", "nowhere is not in play"),
        ("F=equipment@A.contested", "not understood"),
        ("X.zone=attached", "not understood"),
        ("X.zone=contested", "not understood"),
        ("X.controller=nobody", "nobody is not a Methuselah"),
        ("X.controller=", "not understood"),
        ("edge=C", "C has left the game"),
        ("begin=C/9", "C has left the game"),
        ("begin=A/0", "not understood"),
        ("begin=A/" + "9" * 5000, "not understood"),
        ("A.pool=" + "9" * 5000, "not understood"),
        ("A.pool=20000", "not understood"),
        ("X.stealth=-20000", "not understood"),
        ("N=location@A.ready,N=location@B.ready", "N is on the table already"),
        ("E=gone,X=gone,Y=gone", "Y has other cards on it"),
    ],
)
def test_a_correction_to_what_cannot_be_is_refused(change: str, said: str) -> None:
    game = push(started(), FULL, "correct C.pool=0")
    with pytest.raises(IllegalOperation, match=said):
        push(game, f"correct {change}")


def test_a_card_that_takes_part_is_not_taken_out_of_the_game() -> None:
    game = push(started(), FULL, "correct E=gone", "A: announce X bleed target=B")
    with pytest.raises(IllegalOperation, match="X takes part in what is going on"):
        push(game, "correct X=gone")


def test_a_table_holds_no_more_cards_than_any_game() -> None:
    many = ",".join(f"L{number}=location@A.ready" for number in range(388))
    game = push(started(), f"correct {many}", "correct phase=master")
    assert len(game.state.cards) == 400
    for line in ("correct M=location@A.ready", "A: play-card master Hall enters=M kind=location"):
        with pytest.raises(IllegalOperation, match="more than 400 cards"):
            push(game, line)
    push(game, "correct L1.zone=ash_heap", "A: play-card master Hall enters=M kind=location")


def test_a_contest_ends_with_the_card_that_a_correction_takes_away() -> None:
    game = push(started(), FULL)
    assert {contest.key for contest in game.state.contests} == {"Arch", "city:paris"}
    state = push(game, "correct L=gone,E=gone,X=gone", "correct begin=B/10").state
    assert state.contests == ()
    assert (state.cards["M"].zone, state.cards["Y"].title.state) == ("ready", "held")


def test_what_lies_on_a_card_goes_where_a_correction_puts_it() -> None:
    """SEQ-54, CARD-28: nothing stays on an uncontrolled card, minion cards follow their minion's controller."""
    state = push(started(), FULL, "correct X.zone=uncontrolled,Y.controller=A").state
    assert (state.cards["E"].zone, state.seats["A"].ash_heap) == ("ash_heap", ("E",))
    assert {state.cards[one].controller for one in "YR"} == {"A"}
    assert {state.cards[one].owner for one in "YR"} == {"B"}
    again = push(started(), FULL, "correct E.zone=ash_heap", "correct E.host=Y").state
    assert (again.cards["E"].host, again.seats["A"].ash_heap) == ("Y", ())


def test_a_correction_hurts_nobody() -> None:
    table = Table("WD-03")
    for line in ("set A.library=0 A.hand=4 A.pool=9 begin=A/11", "A: announce-withdrawal", "set A.pool=3"):
        table.step(line)
    table.step("= A.pool == 3 and not A.withdrawal.void")
    assert Happening.CORRECTED in [event.kind for event in table.happened[-1].events]


# Undo and redo


def test_undo_and_redo_are_inverse() -> None:
    game = push(started(), "A: end-phase", "A: end-phase")
    after = game.state
    game.push(Undo(count=2))
    assert game.state.step.phase == "unlock"
    assert game.push(Redo(count=2)) == after


def test_a_new_operation_forgets_what_was_undone() -> None:
    game = push(started(), "A: end-phase", "undo", "note hello")
    with pytest.raises(IllegalOperation, match="only 0 operations"):
        push(game, "redo")


def test_the_log_keeps_undos_and_replays() -> None:
    game = push(started(), "A: end-phase", "undo", "redo", "A: end-phase", "undo")
    assert len(game.log) == 6
    assert Game.replay(game.start, game.log).state == game.state


# Two speeds


def bleed(speed: str) -> Game:
    table = usual_table({"speed": speed, "seats": "3"})
    game = Game(table)
    push(game, "correct X=vampire@A.ready.5/3", "A: announce X bleed target=B")
    while game.state.frames:
        push(game, "no-plays")
    return game


def test_both_speeds_end_alike() -> None:
    detailed, quick = bleed("detailed"), bleed("table")
    assert len(quick.log) < len(detailed.log)
    pools = [{name: seat.pool for name, seat in game.state.seats.items()} for game in (detailed, quick)]
    assert pools[0] == pools[1] == {"A": 30, "B": 29, "C": 30}
    assert quick.state.edge == detailed.state.edge == "A"


def test_at_table_speed_windows_open_when_somebody_speaks_up() -> None:
    game = push(Game(usual_table({"seats": "3"})), "correct X=vampire@A.ready.5/3", "B: speak-up")
    push(game, "A: announce X bleed target=B")
    assert game.state.frames[-1].window.name == "announce"
    for step in ("action", "unblocked", "after_action"):
        push(game, "no-plays")
        assert game.state.frames[-1].window.name == step
    push(game, "no-plays")
    assert game.state.speaking == ""


# Questions


def test_whose_move_it_is() -> None:
    game = started()
    assert seats_to_act(game.state) == ("A",)
    push(game, "correct B.hand=9")
    assert seats_to_act(game.state) == ("B",)


def test_the_outcome_of_a_finished_game() -> None:
    game = started()
    assert outcome(game.state) is None
    push(game, "A: use-effect burn_pool:B:30 why=card", "A: use-effect burn_pool:C:30 why=card")
    ended = outcome(game.state)
    assert ended is not None
    assert (ended.reason, ended.half_points) == ("last_standing", {"A": 6, "B": 0, "C": 0})
    assert legal_operations(game.state) == []
    assert seats_to_act(game.state) == ()


def test_apply_leaves_the_state_as_it_was() -> None:
    state = started().state
    kept = repr(state)
    after, events = apply(state, Correct(changes=("A.pool=3", "A1.counters=2")))
    assert repr(state) == kept
    assert after.seats["A"].pool == 3
    assert events


def test_uncounted_hands_are_left_alone() -> None:
    start = new_game(["A", "B"], options_for("current", game_speed="table"), [DeckCounts(counted=False), DeckCounts()])
    game = push(
        Game(start),
        "start-game A",
        "A: end-phase",
        "A: play-card master M",
        "correct phase=discard",
        "A: discard-action",
    )
    assert game.state.seats["A"].hand == 7


@pytest.mark.parametrize(
    ("deck", "row"),
    [
        (DeckCounts(tracked=True), "WD-01"),
        (DeckCounts(), None),  # as records and tables of before have it
        (DeckCounts(counted=False), None),
    ],
)
def test_a_word_that_the_library_is_empty_does_not_stand_against_every_card(deck: DeckCounts, row: str | None) -> None:
    options = options_for("current", game_speed="table")
    game = push(Game(new_game(["A", "B", "C"], options, [deck, DeckCounts(), DeckCounts()])), "start-game A")
    refused = refusal(game.state, parse_operation("A: announce-withdrawal exhausted=yes"))
    assert (refused.rule if refused else None) == row


# What could be done, as far as somebody asks


def test_whether_anything_can_be_done_is_answered_by_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state, asked = started().state, []

    def offers(state: GameState, seat: str) -> Iterator[Operation]:
        for number in range(3):
            asked.append(number)
            yield Note(text=f"{seat} {number}")

    monkeypatch.setattr(engine, "GENERATORS", [offers])
    found = legal_operations(state, "A")
    assert asked == []
    assert found
    assert any(isinstance(order, Note) for order in found)
    assert asked == [0]
    assert [order.text for order in found if isinstance(order, Note)] == ["A 0", "A 1", "A 2"]
    assert asked == [0, 1, 2]
    assert (len(found), found[1], found[-1:]) == (3, Note(text="A 1"), [Note(text="A 2")])


def test_nothing_can_be_done_by_who_has_left() -> None:
    game = push(started(), "C: use-effect burn_pool:A:30 why=card")
    assert not legal_operations(game.state, "A")
    assert legal_operations(game.state, "A") == []
    assert legal_operations(game.state, "B") != []


def test_what_an_answer_takes_back_counts_in_no_sum() -> None:
    game = push(started(), "A: end-phase", "A: play-card master Haul effects=burn_pool:B:3", "note hm")
    push(game, "C: use-effect cancel why=card")
    assert game.ledger == []
    named = ("noted", "taken_back", "card_played")
    assert [event.operation for event in game.events if event.kind in named] == [4, 3, 5]
    again = parse_state(render_state(game.state))
    assert again == game.state
    game.pop()
    assert [moved.amount for moved in game.ledger] == [3]
    assert apply(parse_state(render_state(game.state)), parse_operation("C: use-effect cancel why=card"))[0] == again


def test_what_happened_says_in_which_turn_and_by_which_operation() -> None:
    game = push(started(), "C: use-effect burn_pool:A:30 why=card", "B: end-phase")
    game.push(Undo(count=1))
    push(game, "correct begin=B/4", "note hello")
    told = [(event.kind, event.seat, event.turn, event.operation) for event in game.events]
    # The start is operation 1; A's oust ends A's first turn, so that B's begins: OUST-08.
    assert told[0] == (Happening.TURN_BEGAN, "A", 1, 1)
    assert (Happening.METHUSELAH_OUSTED, "A", 1, 2) in told
    assert (Happening.TURN_BEGAN, "B", 2, 2) in told
    assert (Happening.TURN_BEGAN, "B", 4, 3) in told
    assert told[-1] == (Happening.NOTED, "", 4, 4)


def test_who_says_ahead_that_nothing_comes_is_not_waited_for_and_may_still_block() -> None:
    game = started()
    changes = ("X=vampire@A.ready.5/3", "Y=vampire@B.ready.4/2", "begin=A/4", "phase=minion")
    game.push(Correct(changes=changes))
    push(game, "B: pass-ahead until=turn", "A: announce X bleed target=B")
    assert game.state.frames[-1].window.name == "unblocked"
    push(game, "B: attempt-block Y")
    assert game.state.frames[-1].window.name == "attempt"
    game.pop()
    push(game, "no-plays", "A: end-turn")
    assert (game.state.seats["B"].pool, game.state.silent) == (29, frozenset())


def test_who_says_so_of_one_action_is_asked_in_the_next() -> None:
    game = started()
    changes = ("W=vampire@A.ready.5/3", "X=vampire@A.ready.5/3", "Y=vampire@B.ready.4/2", "begin=A/4", "phase=minion")
    game.push(Correct(changes=changes))
    push(game, "A: announce X hunt")
    assert game.state.frames[-1].window.name == "action"
    push(game, "B: pass-ahead")
    assert game.state.frames[-1].window.name == "unblocked"
    push(game, "no-plays", "A: announce W hunt")
    assert game.state.frames[-1].window.name == "action"


def test_who_says_so_of_one_step_is_asked_at_the_next_and_once_something_is_played() -> None:
    game = started()
    changes = ("X=vampire@A.ready.5/3", "Y=vampire@B.ready.4/2", "begin=A/4", "phase=minion")
    game.push(Correct(changes=changes))
    push(game, "A: announce X bleed target=B", "B: decline-block", "B: pass-ahead until=step")
    assert waited_for(game.state) == ("A",)
    push(game, "A: use-effect bleed::1 minion=X why=card")
    assert waited_for(game.state) == ("A", "B")
    push(game, "B: pass-ahead until=step", "A: pass-ahead until=step")
    assert (game.state.seats["B"].pool, game.state.frames) == (28, ())


PASSED_OVER = {
    "what is owed in a phase that is left out": (
        "set X=vampire@A.ready.5/0 begin=A/4", "!TURN-MINION-04 A: end-turn",
        "!TURN-MINION-04 A: reach-phase influence", "A: reach-phase minion", "= phase == 'minion'",
    ),
    "the pool of the Edge": ("set edge=A begin=A/4", "A: end-turn", "= A.pool == 31", "= active == 'B'"),
    "another's turn": ("set begin=A/4", "!SETUP-15 B: end-turn", "!SETUP-15 B: reach-phase influence"),
    "a phase that has been": ("!SETUP-15 A: reach-phase master", "!SETUP-15 A: reach-phase minion"),
    "a phase of no such turn": ("!SETUP-15 A: reach-phase supply",),
    "what is going on": (
        "set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/2", "A: use-effect combat:Y minion=X why=card",
        "!ACT-66 A: end-turn",
    ),
    "where everybody is asked": ("table speed=detailed", "!SEQ-04 A: end-turn"),
    "the unlock portions of a shared turn, with the pool of the Edge": (
        "table profile=pm_intro seats=3", "set edge=B begin=A/2", "C: go-on", "= phase == 'choose'", "= B.pool == 31",
        "!PM-INTRO-25 C: go-on",
    ),
    "up to a portion": (
        "table profile=pm_intro seats=3", "C: go-on until=B", "= active == 'B'", "= phase == 'unlock'",
        "!PM-INTRO-25 C: go-on until=A",
    ),
    "up to what is owed": (
        "table profile=pm_intro seats=3", "set X=vampire@B.ready.5/0", "C: go-on", "= active == 'B'",
        "= phase == 'mandatory'", "!PM-INTRO-19 C: go-on", "B: use-effect gain_blood:X:1 why=card", "C: go-on",
        "= phase == 'choose'",
    ),
    "from the last phase to the next turn": (
        "table profile=pm_intro seats=2", "A: go-on", "A: choose-phase influence", "B: go-on", "B: choose-phase supply",
        "B: go-on", "A: choose-phase master", "A: go-on", "B: choose-phase diplomacy", "A: go-on",
        "A: choose-phase subterfuge", "B: go-on", "= turn == 2", "= phase == 'unlock'",
    ),
    "of no standard turn": ("!PM-INTRO-25 A: go-on",),
}  # fmt: skip


@pytest.mark.parametrize("steps", PASSED_OVER.values(), ids=PASSED_OVER.keys())
def test_phases_are_passed_over_where_nothing_is_owed_in_them(steps: tuple[str, ...]) -> None:
    table = Table("SETUP-33")
    for step in steps:
        table.step(step)
