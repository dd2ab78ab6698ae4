from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from tests.given import given, st
from tests.scoring import oracle
from toolkit.scoring import (
    ImpossibleScores,
    Oust,
    OustTogether,
    Remove,
    Ring,
    TimeCalled,
    Withdraw,
    judge_line,
    outcome,
    render_event,
    table_verdict,
    tournament_points,
)


@st.composite
def games(draw):
    size = draw(st.integers(3, 5))
    ring, events = Ring.start(size), []
    while not ring.is_over:
        seats = st.sampled_from(ring.remaining)
        preys = draw(st.lists(seats, min_size=1, unique=True))
        ousts = tuple(Oust(ring.predator(prey), prey) for prey in preys)
        seat = draw(seats)
        choices = [
            ousts[0],
            Withdraw(seat),
            OustTogether(ousts),
            Remove(seat),
            Remove(seat, is_struck=True),
            TimeCalled(),
        ]
        events.append(draw(st.sampled_from(choices)))
        ring = ring.after(events[-1])
    return size, tuple(events)


@given(games())
def test_a_game_that_is_played_gets_a_verdict_that_allows_it(game) -> None:
    size, events = game
    scores = outcome(size, events)
    assert judge_line(scores.victory_points, scores.removed).is_possible


@given(games())
def test_a_game_reads_back_from_its_notation(game) -> None:
    size, events = game
    text = ", ".join(render_event(event) for event in events)
    assert outcome(size, text) == outcome(size, events) or any(
        isinstance(event, OustTogether) and len(event.ousts) == 1 for event in events
    )


@given(st.integers(3, 5).flatmap(lambda size: st.lists(st.integers(0, 10), min_size=size, max_size=size)))
def test_possible_is_what_some_game_ends_with(line) -> None:
    halves = [Fraction(points, 2) for points in line]
    assert table_verdict(halves).is_possible == (tuple(halves) in oracle.everything(len(line)))


@given(st.lists(st.integers(-4, 10), min_size=4, max_size=5))
def test_tournament_points_always_share_out_the_same_total(line) -> None:
    assert sum(tournament_points(line)) == (180 if len(line) == 5 else 144)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text) -> None:
    with suppress(ImpossibleScores):
        assert sum(outcome(5, text).victory_points) <= 10
