from __future__ import annotations

import pytest

from toolkit.scoring import Fate, ImpossibleScores, LineKind, judge_line, outcome, parse_events, render_event


def victory_points(size, events):
    return [points / 2 for points in outcome(size, events).victory_points]


@pytest.mark.parametrize(
    ("size", "events", "expected"),
    [
        (5, "A>B A>C A>D A>E", [5, 0, 0, 0, 0]),  # the last one standing gets 1, not 1.5
        (5, "B>C, D!, time", [0.5, 1.5, 0, 0.5, 0.5]),  # a withdrawal pays half, its predator nothing
        (4, "A>B A>C D!", [3, 0, 0, 0.5]),  # the last one left gets 1 although the other withdrew
        (4, "A>B, C>D, A>C&C>A", [2, 0, 2, 0]),  # ousted at the same moment, both paid
        (5, "B>C&A>B, time", [1.5, 1, 0, 0.5, 0.5]),  # the predator is paid although ousted as well
        (5, "concede:C", [0, 0, 5, 0, 0]),
        (5, "A>B, concede C", [1, 0, 4, 0, 0]),
        (5, "draw", [0.5] * 5),
        (5, "removed:B, A>C, time", [1.5, 0, 0, 0.5, 0.5]),  # the ring closes over a removed seat
        (5, "B>C, removed:B, time", [0.5, 1, 0, 0.5, 0.5]),
        (5, "B>C, removed:B=0, time", [0.5, 0, 0, 0.5, 0.5]),
        (3, "A>B; A>C", [3, 0, 0]),
    ],
)
def test_events_pay(size, events, expected) -> None:
    assert victory_points(size, events) == expected


@pytest.mark.parametrize(
    ("events", "code", "reason"),
    [
        ("A>C, time", "not_the_predator", "B is, and gets the victory point"),
        ("A>B, B>C, time", "not_the_predator", "A is"),
        ("A>B, A>B, time", "already_left", "B has left the game already"),
        ("D!, D!, time", "already_left", "D has left the game already"),
        ("A>B&A>B, time", "already_left", "ousted twice"),
        ("time, A>B", "game_over", "nothing can happen after its end"),
        ("A>B A>C A>D A>E time", "game_over", "Event 5"),
        ("A>B, A>C", "not_over", "A, D and E are still in"),
        ("A>B, concede:B", "already_left", "B has left"),
        ("A>F, time", "unknown_seat", "no seat “F”"),
        ("A-B", "unknown_event", "write B>C"),
        ("concede", "unknown_event", "write B>C"),
        ("removed:B=1", "unknown_event", "write B>C"),
        ("", "not_over", "still in"),
    ],
)
def test_orders_that_cannot_be_are_refused_with_the_reason(events, code, reason) -> None:
    with pytest.raises(ImpossibleScores, match=reason) as refused:
        outcome(5, events)
    assert refused.value.code == code


def test_fates_and_points_are_told() -> None:
    scores = outcome(["Ann", "Bob", "Cy", "Di", "Eve"], "ann>bob, Di!, removed:Eve, Ann>Cy")
    assert scores.fates == (Fate.LAST, Fate.OUSTED, Fate.OUSTED, Fate.WITHDREW, Fate.REMOVED)
    assert (scores.score.game_wins, scores.removed) == ((1, 0, 0, 0, 0), {4})
    assert scores.sentences() == ["Ann ousts Bob", "Di withdraws", "a judge removes Eve", "Ann ousts Cy"]


def test_a_concession_is_plain() -> None:
    assert judge_line(outcome(5, "B>C, concede:E").victory_points).kind is LineKind.PLAIN


def test_names_with_spaces_come_as_single_events() -> None:
    assert outcome(["Ann B.", "Bob", "Cy", "Di"], ["Ann B.>Bob", "time"]).victory_points == (3, 0, 1, 1)


@pytest.mark.parametrize("word", ["time", "draw", "tiempo", "Temps", "tempo"])
def test_time_is_called_in_the_languages_of_the_pages(word: str) -> None:
    assert outcome(5, f"A>B {word}").victory_points == (3, 0, 1, 1, 1)


def test_two_seats_of_one_name_are_refused() -> None:
    with pytest.raises(ImpossibleScores, match="same name"):
        outcome(["Ann", "ann", "Cy", "Di"], "time")


def test_the_notation_reads_back() -> None:
    events = parse_events("A>B, C!, removed:D=0, removed:E, concede:A, A>B&B>A, time")
    assert parse_events([render_event(event) for event in events]) == events


def test_seats_are_named_by_number_as_slips_have_them() -> None:
    assert parse_events("1>2 3! 1>4&5>1 concede:1 time") == parse_events("A>B C! A>D&E>A concede:A time")
    with pytest.raises(ImpossibleScores, match="no seat “6”"):
        parse_events("6>1")


def test_a_long_text_is_refused_quickly() -> None:
    with pytest.raises(ImpossibleScores):
        outcome(5, "A>B " * 100_000)
