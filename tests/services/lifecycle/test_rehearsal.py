"""A rehearsal: played to the end of its final at any size, and never reported."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from toolkit.scoring import parse_victory_points
from toolkit.scoring.reachable import legal_lines
from toolkit.seating import ImpossibleSeating
from toolkit.services.events.listing import list_tournaments
from toolkit.services.events.reports import Reporting, make_report
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.rehearsal import invented, rehearse
from toolkit.services.lifecycle.tournaments import create, create_like
from toolkit.services.season.events import finished_ids
from toolkit.tournament import Configuration, event, history, steps
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.receivers import Output
from toolkit.tournament.standings import winner


@pytest.mark.parametrize(
    ("players", "rounds", "finalists"), [(4, 2, 4), (5, 2, 5), (6, 3, 5), (7, 3, 5), (11, 3, 5), (8, 2, 5), (21, 2, 5)]
)
def test_each_plays_two_rounds_and_the_best_the_final(
    context: Context, players: int, rounds: int, finalists: int
) -> None:
    """6, 7 and 11 need a third round for two games each."""
    event = rehearse(context, players=players, by="Test").tournament
    played = Counter(number for round_ in event.rounds for number in round_.seats)
    assert (event.published, set(played), set(played.values())) == (rounds, set(event.players), {2})
    assert event.final is not None
    assert len(event.final.finalists) == finalists
    assert winner(event) is not None
    assert event.settings.is_rehearsal


@pytest.mark.parametrize("players", [3, 501])
def test_a_size_that_it_cannot_have_is_refused_with_what_to_choose(context: Context, players: int) -> None:
    with pytest.raises(BadValue, match="4 to 500 players: choose 4 or 5 for one table, 8 or more for several"):
        rehearse(context, players=players, by="Test")


def test_one_round_of_six_is_refused_and_nothing_is_left_of_it(context: Context) -> None:
    with pytest.raises(ImpossibleSeating, match="play 2 games each"):
        rehearse(context, players=6, rounds=1, by="Test")
    assert list_tournaments(context) == []


def test_nothing_of_it_is_reported_and_an_event_like_it_is_none(context: Context) -> None:
    made = rehearse(context, players=8, by="Test")
    event = made.tournament.with_facts(steps.finish(made.tournament), at=context.now(), by="Test")
    with pytest.raises(Refused, match="its results are not reported"):
        make_report(event, Output.ARCHONDATA, Reporting(id=made.id, cards=lambda: pytest.fail("not asked")))
    assert steps.blockers(made.tournament) == []
    assert not create_like(context, made.id, by="Test").tournament.settings.is_rehearsal


@pytest.mark.parametrize("seats", [4, 5])
def test_invented_points_are_those_of_a_game_that_can_be(seats: int) -> None:
    dice = random.Random(1)
    for _ in range(200):
        line = tuple(parse_victory_points(points) for points in invented(seats, dice))
        assert line in legal_lines(seats)


def test_thrown_away_it_stands_in_no_list_until_that_is_undone(context: Context) -> None:
    work = UnitOfWork(context=context, id=rehearse(context, players=8, by="Test").id, by="Test")
    assert [(one.id, one.is_public) for one in list_tournaments(context)] == [(work.id, False)]
    work.change(event.throw_away)
    assert list_tournaments(context) == []
    work.change(history.undo_last)
    assert [one.id for one in list_tournaments(context)] == [work.id]


def test_only_a_rehearsal_can_be_thrown_away(context: Context) -> None:
    work = UnitOfWork(context=context, id=create(context, Configuration(name="Real"), by="Test").id, by="Test")
    with pytest.raises(BadValue, match="Only a rehearsal"):
        work.change(event.throw_away)


def test_a_finished_rehearsal_is_in_no_season(context: Context) -> None:
    made = rehearse(context, players=8, by="Test")
    UnitOfWork(context=context, id=made.id, by="Test").change(steps.finish)
    assert finished_ids(context) == []
