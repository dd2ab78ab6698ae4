"""Judge calls: one a table, taken by name, closed when it plays on; nothing else is disturbed by them."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, ten
from toolkit.tournament import calls, fold
from toolkit.tournament.errors import BadValue, Refused, UnknownCall, UnknownPlayer, UnknownRound, UnknownTable
from toolkit.tournament.history import last_change


def test_a_table_calls_once_until_the_call_is_closed() -> None:
    organizer = ten()
    organizer.call_judge(round_number=1, table=2, reason="  a  ruling ")
    assert organizer.call_judge(round_number=1, table=2, reason="still waiting") == []
    assert organizer.call_judge(player=6) == []  # sits there
    (call,) = organizer.state.calls.values()
    assert (call.number, call.round, call.table, call.reason, call.taken_by) == (1, 1, 2, "a ruling", "")
    organizer.take_call(1, judge="Jo")
    assert organizer.call_judge(round_number=1, table=2) == []
    assert organizer.state.call(1).taken_by == "Jo"
    organizer.close_call(1, note="rewound")
    assert organizer.state.calls == {}
    organizer.call_judge(round_number=1, table=2)
    assert list(organizer.state.calls) == [2]


def test_a_player_calls_from_the_seat_or_without_one() -> None:
    organizer = ten()
    organizer.add_player("Late")
    organizer.call_judge(player=1, reason="a card is missing")
    organizer.call_judge(player=11)
    assert [(c.round, c.table, c.player) for c in organizer.state.calls.values()] == [(1, 1, 1), (None, None, 11)]
    assert organizer.call_judge(player=11) == []
    assert calls.open_call(organizer.state, None, None, 10) is None


def test_another_judge_takes_over_and_the_same_says_it_once() -> None:
    organizer = ten()
    organizer.call_judge(player=1)
    organizer.take_call(1, judge="Jo")
    assert organizer.take_call(1, judge=" Jo ") == []
    organizer.take_call(1, judge="Kim")
    assert organizer.state.call(1).taken_by == "Kim"


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
    organizer = Organizer(rounds=1, has_final=False).with_players(5)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    with pytest.raises(Refused, match="not published"):
        organizer.call_judge(round_number=1, table=1)
    organizer.publish_round()
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    with pytest.raises(Refused, match="finished"):
        organizer.call_judge(player=1)


@pytest.mark.parametrize("operation", ["take_call", "close_call"])
def test_a_closed_call_is_unknown(operation) -> None:
    organizer = ten()
    organizer.call_judge(player=1)
    organizer.close_call(1)
    with pytest.raises(UnknownCall):
        getattr(organizer, operation)(1, **({"judge": "Jo"} if operation == "take_call" else {}))


def test_a_call_is_taken_by_somebody() -> None:
    organizer = ten()
    organizer.call_judge(player=1)
    with pytest.raises(BadValue):
        organizer.take_call(1, judge="  ")


def test_undoing_the_last_change_passes_over_calls() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.call_judge(round_number=1, table=2)
    organizer.take_call(1, judge="Jo")
    assert last_change(organizer.tournament)[0].fact.NAME == "result_entered"
    organizer.undo_last()
    assert organizer.state.round(1).scores == {}
    assert organizer.state.call(1).taken_by == "Jo"


def test_an_undone_call_keeps_its_number() -> None:
    organizer = ten()
    organizer.call_judge(player=1)
    organizer.undo([organizer.tournament.number])
    organizer.call_judge(player=1)
    assert list(organizer.state.calls) == [2]
    assert fold(organizer.tournament.log) == organizer.tournament


def test_the_log_tells_how_calls_were_answered() -> None:
    organizer = ten()
    organizer.call_judge(player=1, reason="one")
    organizer.call_judge(player=6, reason="two")
    organizer.take_call(2, judge="Jo")
    organizer.close_call(1)
    organizer.close_call(2, note="a warning")
    organizer.undo([organizer.tournament.number - 1])
    (closed,) = calls.closed_calls(organizer.tournament.log, organizer.tournament.undone)
    assert (closed.call.number, closed.call.taken_by, closed.note, closed.by) == (2, "Jo", "a warning", "Ann")
    assert list(organizer.state.calls) == [1]


def test_who_called_takes_it_back_and_nobody_else() -> None:
    organizer = ten()
    organizer.call_judge(player=1, reason="one")
    with pytest.raises(Refused, match="Another player called"):
        organizer.take_call_back(round_number=1, table=1, player=2)
    organizer.take_call(1, judge="Jo")
    organizer.take_call_back(round_number=1, table=1, player=1)
    assert organizer.state.calls == {}
    organizer.take_call_back(round_number=1, table=1, player=1)
    (closed,) = calls.closed_calls(organizer.tournament.log, organizer.tournament.undone)
    assert (closed.call.number, closed.was_taken_back) == (1, True)
    assert fold(organizer.tournament.log) == organizer.tournament
