"""The record: what is written reads back; what is damaged is named and what came before is kept."""

from __future__ import annotations

import contextlib

import pytest

from tests.game.random_games import RandomGame
from tests.given import given, st
from toolkit.game import parse_record, render_record, timeline
from toolkit.game.judge import Note
from toolkit.game.new import DeckCounts
from toolkit.game.operation import REGISTRY
from toolkit.game.options import options_for
from toolkit.game.playing import UseEffect
from toolkit.game.record import BadRecord, GameRecord, RecordLine, RefusedLine, parse_operation, render_operation
from toolkit.game.state import Effect
from toolkit.game.vocabulary import EffectKind

GOOD = """vtes-toolkit game record 2
title "A game"
profile vekn_event
option score.withdraw_vp=1
seat "Ann O'Dea" library=70 crypt=12 tracked
seat Bo library=60 crypt=14 uncounted

# the start
start-game "Ann O'Dea"
"Ann O'Dea": end-phase  # nothing to do
note "it is \\"late\\" # really"
"""


def test_a_record_reads_back_the_same() -> None:
    record = parse_record(GOOD)
    assert record.problem is None
    assert record.seats == {
        "Ann O'Dea": DeckCounts(library=70, tracked=True),
        "Bo": DeckCounts(crypt=14, counted=False),
    }
    assert record.options == options_for("vekn_event", score_withdraw_vp="1")
    assert [line.comment for line in record.lines] == ["the start", "", "nothing to do", ""]
    assert record.operations[-1] == Note(text='it is "late" # really')
    assert render_record(record) == GOOD
    assert record.replay().state.step.passed == ("Ann O'Dea",)


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_reads_back_the_same(seed: int) -> None:
    game = RandomGame(seed, limit=40).play()
    record = GameRecord(options=game.start.options, seats=dict.fromkeys(game.start.seats, DeckCounts()))
    record.lines = [RecordLine(operation=order) for order in game.log]
    again = parse_record(render_record(record))
    assert again == record


TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from('\n\r\x0b\x85\u2028\\"#=:,%'), max_size=20)


SEAT = TEXT.filter(lambda name: name.strip() and name not in ("A", "table", "bank"))


@given(text=TEXT, seat=SEAT, amount=st.integers(-999, 999))
def test_any_text_survives(text: str, seat: str, amount: int) -> None:
    item = Effect(EffectKind.BURN_POOL, text, amount, text)
    for order in (Note(text=text), UseEffect(seat=seat, effects=(item, item), due=text, pay=(text, seat), why="card")):
        assert parse_operation(render_operation(order)) == order
        record = GameRecord(
            title=text, seats=dict.fromkeys(("A", seat), DeckCounts()), lines=[RecordLine(operation=order)]
        )
        assert parse_record(render_record(record)) == record


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A: fly", "Line 11: there is no operation 'fly'."),
        ("A: " + "fly" * 90, f"Line 11: there is no operation '{'fly' * 20}…'."),
        ("end-phase", "Line 11: end-phase is given by a Methuselah."),
        ("A: note x", "Line 11: note is given by the table."),
        ("A: transfer-blood", "Line 11: transfer-blood needs card."),
        ("A: transfer-blood X amount=many", "Line 11: amount: 'many' is not a number."),
        ("A: transfer-blood X speed=3", "Line 11: 'speed=3' is not understood."),
        ("A: transfer-blood X amount=1 amount=2", "Line 11: amount is given twice."),
        ("A: transfer-blood X amount=1001", "Line 11: amount: no game has a figure above 1000."),
        ('note "open', "Line 11: a quotation mark is not closed."),
        ("A: use-effect fly:B:1 why=card", "Line 11: effects: there is no effect 'fly'."),
        ("A: announce X hunt delay=soon", "Line 11: delay: 'soon' is not one of none, short, long."),
        ("\x00\x01", "Line 11: there is no operation '\\x00\\x01'."),
    ],
)
def test_a_damaged_line_is_named_and_what_came_before_is_kept(line: str, message: str) -> None:
    record = parse_record(GOOD.rsplit("note", 1)[0] + line + "\nnote after\n")
    assert str(record.problem) == message
    assert len(record.operations) == 2
    assert record.replay().state.sequence == 2


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "bad_record"),
        ("a decklist\n", 1, "bad_record"),
        ("vtes-toolkit game record 3\nseat A\nseat B\n\n", 1, "newer_version"),
        ("vtes-toolkit game record " + "9" * 5000 + "\nseat A\nseat B\n\n", 1, "bad_record"),
        ("vtes-toolkit game record 1\nprofile old\n", 2, "bad_record"),
        ("vtes-toolkit game record 1\nseat A\nseat B library=x\n", 3, "bad_record"),
        ("vtes-toolkit game record 1\nseat A\n\n", 3, "bad_record"),
        ("vtes-toolkit game record 1\noption no.such=1\nseat A\nseat B\n\n", 2, "bad_record"),
        ("vtes-toolkit game record 1\nseat A\noption game.speed=warp\nseat B\n\n", 3, "bad_record"),
        ("vtes-toolkit game record 1\noption profile=current\nseat A\nseat B\n\n", 2, "bad_record"),
        ("vtes-toolkit game record 1\nseat A\nseat B\nseat A\n\n", 4, "bad_record"),
        ("vtes-toolkit game record 1\ntitle \udcff\nseat A\nseat B\n\n", 2, "bad_record"),
    ],
)
def test_a_damaged_header_is_refused(text: str, line: int, code: str) -> None:
    with pytest.raises(BadRecord) as error:
        parse_record(text)
    assert (error.value.line, error.value.code) == (line, code)


@given(st.text(max_size=300))
def test_garbage_never_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(BadRecord):
        parse_record(text)
    parse_record(GOOD + text)


def test_a_refused_line_is_named_and_what_stood_before_is_kept() -> None:
    with pytest.raises(RefusedLine, match=r"Line 13: Bo has no phase to end\. \(SETUP-15\)") as refused:
        parse_record(GOOD + "# Bo is quick\nBo: end-phase\nnote more\n").replay()
    assert refused.value.line == 13
    assert refused.value.game.state == parse_record(GOOD).replay().state


def test_shares_of_a_cost_are_written_as_they_are_said() -> None:
    """Older records have the mark that parts them in code."""
    line = "A: play-card modifier M minion=X blood=2 pay=L:1,X:1"
    assert render_operation(parse_operation(line.replace("pay=L:1", "pay=L%3A1"))) == line
    odd = parse_operation(line.replace("L:1", "%2Ca%25"))
    assert parse_operation(render_operation(odd)) == odd


def test_an_operation_shows_what_is_not_as_usual() -> None:
    order = parse_operation("A: announce X bleed target=B")
    assert repr(order) == "Announce(seat='A', minion='X', action=<ActionKind.BLEED: 'bleed'>, target='B')"


def test_half_a_character_is_refused() -> None:
    with pytest.raises(BadRecord, match="not text"):
        parse_operation('note "\ud800"')


@given(TEXT)
def test_a_comment_stays_a_comment(text: str) -> None:
    record = GameRecord(
        seats=dict.fromkeys("AB", DeckCounts()), lines=[RecordLine(operation=Note(text="x"), comment=text)]
    )
    assert parse_record(render_record(record)).operations == [Note(text="x")]


def test_every_operation_can_be_written() -> None:
    assert len(REGISTRY) >= 45
    assert all(name == name.lower() and " " not in name for name in REGISTRY)


def test_an_older_record_need_not_say_what_brings_an_effect_about() -> None:
    text = "vtes-toolkit game record 1\nseat A library=60 crypt=12\nseat B library=60 crypt=12\n\n"
    game = parse_record(text + "start-game A\nA: use-effect burn_pool:B:2\n").replay()
    assert game.state.seats["B"].pool == 28


OLDER = """vtes-toolkit game record 1
option game.speed=table
seat A
seat B

start-game A
A: play-card master Hall
A: end-phase
A: end-phase
undo
A: announce X hunt
undo
A: use-effect burn_pool:B:2 why=card
"""


def test_an_older_record_goes_on_behind_an_order_that_is_refused_today() -> None:
    """Carried out where it has a meaning, left out where it has none; an undo counts both; the timeline names them."""
    game = parse_record(OLDER).replay()
    assert (game.state.step.phase, game.state.seats["B"].pool, game.state.seats["A"].hand) == ("master", 28, 7)
    said = timeline(parse_record(OLDER)).remarks
    assert {step: [one.rule for one in found] for step, found in said.items()} == {
        2: ["TURN-MASTER-12"],
        6: ["ACT-44"],
    }
    assert "left out" in said[6][0].sentence
    assert "carried out as recorded" in said[2][0].sentence


OLDER_ADVANCED = """vtes-toolkit game record 1
profile pm_advanced
seat A
seat B

start-game A
correct "L=location@A.ready,L.hand_size=1"
A: use-effect burn:L why=card
A: end-phase
"""


def test_a_discard_that_an_older_record_did_not_owe_is_made_before_its_next_order() -> None:
    """The debts of today keep no later order of it from being carried out."""
    record = parse_record(OLDER_ADVANCED)
    end = record.replay().state
    assert (end.seats["A"].hand, end.seats["A"].penalty, end.step.seat) == (6, 0, "B")
    said = timeline(record).remarks
    assert {step: [one.rule for one in found] for step, found in said.items()} == {3: ["PM-ADV-06"]}


OLDER_OUTLINE = """vtes-toolkit game record 1
profile outline_4_1
seat A
seat B

start-game A
correct "A.library=0,A.hand=4,K=ally@A.ready.0/3,begin=A/11"
A: announce-withdrawal
A: use-effect burn_blood:K:1 why=card
"""


def test_life_lost_in_an_older_withdrawal_is_named() -> None:
    said = timeline(parse_record(OLDER_OUTLINE)).remarks
    assert {step: [one.rule for one in found] for step, found in said.items()} == {4: ["WD-04"]}


def test_an_order_refused_today_is_refused_in_a_record_of_today() -> None:
    with pytest.raises(RefusedLine, match="TURN-MASTER-12"):
        parse_record(OLDER.replace("record 1", "record 2")).replay()
