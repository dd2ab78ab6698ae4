"""Judge calls: one a table, taken by name, closed when it plays on; nothing else is disturbed by them."""

from __future__ import annotations

import pytest

from tests.tournament.desk import Desk, ten
from toolkit.tournament import calls, fold
from toolkit.tournament.errors import BadValue, Refused, UnknownCall, UnknownPlayer, UnknownRound, UnknownTable
from toolkit.tournament.history import last_change


def test_a_table_calls_once_until_the_call_is_closed() -> None:
    desk = ten()
    desk.call_judge(round_number=1, table=2, reason="  a  ruling ")
    assert desk.call_judge(round_number=1, table=2, reason="still waiting") == []
    assert desk.call_judge(player=6) == []  # sits there
    (call,) = desk.state.calls.values()
    assert (call.number, call.round, call.table, call.reason, call.taken_by) == (1, 1, 2, "a ruling", "")
    desk.take_call(1, judge="Jo")
    assert desk.call_judge(round_number=1, table=2) == []
    assert desk.state.call(1).taken_by == "Jo"
    desk.close_call(1, note="rewound")
    assert desk.state.calls == {}
    desk.call_judge(round_number=1, table=2)
    assert list(desk.state.calls) == [2]


def test_a_player_calls_from_the_seat_or_without_one() -> None:
    desk = ten()
    desk.add_player("Late")
    desk.call_judge(player=1, reason="a card is missing")
    desk.call_judge(player=11)
    assert [(c.round, c.table, c.player) for c in desk.state.calls.values()] == [(1, 1, 1), (None, None, 11)]
    assert desk.call_judge(player=11) == []
    assert calls.open_call(desk.state, None, None, 10) is None


def test_another_judge_takes_over_and_the_same_says_it_once() -> None:
    desk = ten()
    desk.call_judge(player=1)
    desk.take_call(1, judge="Jo")
    assert desk.take_call(1, judge=" Jo ") == []
    desk.take_call(1, judge="Kim")
    assert desk.state.call(1).taken_by == "Kim"


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ({"round_number": 9, "table": 1}, UnknownRound),
        ({"round_number": 1, "table": 9}, UnknownTable),
        ({"player": 99}, UnknownPlayer),
        ({}, BadValue),
        ({"player": 1, "reason": "x" * 201}, BadValue),
    ],
)
def test_a_call_from_nowhere_is_refused(place, error) -> None:
    with pytest.raises(error):
        ten().call_judge(**place)


def test_nobody_calls_from_a_draft_or_after_the_end() -> None:
    desk = Desk(rounds=1, has_final=False).with_players(5)
    desk.draft_round([[1, 2, 3, 4, 5]])
    with pytest.raises(Refused, match="not published"):
        desk.call_judge(round_number=1, table=1)
    desk.publish_round()
    desk.result(1, 5, 0, 0, 0, 0)
    desk.finish()
    with pytest.raises(Refused, match="finished"):
        desk.call_judge(player=1)


@pytest.mark.parametrize("operation", ["take_call", "close_call"])
def test_a_closed_call_is_unknown(operation) -> None:
    desk = ten()
    desk.call_judge(player=1)
    desk.close_call(1)
    with pytest.raises(UnknownCall):
        getattr(desk, operation)(1, **({"judge": "Jo"} if operation == "take_call" else {}))


def test_a_call_is_taken_by_somebody() -> None:
    desk = ten()
    desk.call_judge(player=1)
    with pytest.raises(BadValue):
        desk.take_call(1, judge="  ")


def test_undoing_the_last_change_passes_over_calls() -> None:
    desk = ten().result(1, 5, 0, 0, 0, 0)
    desk.call_judge(round_number=1, table=2)
    desk.take_call(1, judge="Jo")
    assert last_change(desk.tournament).fact.NAME == "result_entered"
    desk.undo_last()
    assert desk.state.round(1).scores == {}
    assert desk.state.call(1).taken_by == "Jo"


def test_an_undone_call_keeps_its_number() -> None:
    desk = ten()
    desk.call_judge(player=1)
    desk.undo([desk.tournament.number])
    desk.call_judge(player=1)
    assert list(desk.state.calls) == [2]
    assert fold(desk.tournament.log) == desk.tournament


def test_the_log_tells_how_calls_were_answered() -> None:
    desk = ten()
    desk.call_judge(player=1, reason="one")
    desk.call_judge(player=6, reason="two")
    desk.take_call(2, judge="Jo")
    desk.close_call(1)
    desk.close_call(2, note="a warning")
    desk.undo([desk.tournament.number - 1])
    (closed,) = calls.closed_calls(desk.tournament.log, desk.tournament.undone)
    assert (closed.call.number, closed.call.taken_by, closed.note, closed.by) == (2, "Jo", "a warning", "Ann")
    assert list(desk.state.calls) == [1]


def test_who_called_takes_it_back_and_nobody_else() -> None:
    desk = ten()
    desk.call_judge(player=1, reason="one")
    with pytest.raises(Refused, match="Somebody else called"):
        desk.take_call_back(round_number=1, table=1, player=2)
    desk.take_call(1, judge="Jo")
    desk.take_call_back(round_number=1, table=1, player=1)
    assert desk.state.calls == {}
    desk.take_call_back(round_number=1, table=1, player=1)
    (closed,) = calls.closed_calls(desk.tournament.log, desk.tournament.undone)
    assert (closed.call.number, closed.was_taken_back) == (1, True)
    assert fold(desk.tournament.log) == desk.tournament
