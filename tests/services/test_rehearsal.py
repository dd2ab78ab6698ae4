"""A rehearsal: played to the end of its final at any size, and never reported."""

from __future__ import annotations

import random

import pytest

from toolkit.scoring import parse_victory_points
from toolkit.scoring.reachable import legal_lines
from toolkit.services.context import Context
from toolkit.services.rehearsal import invented, rehearse
from toolkit.services.reports import Reporting, make_report
from toolkit.services.season_events import finished_ids
from toolkit.services.tournaments import create, create_like, list_tournaments
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.tournament import Configuration, event, history, steps
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.receivers import Output
from toolkit.tournament.standings import winner


@pytest.mark.parametrize("players", [8, 21])
def test_it_is_played_to_the_end_of_its_final(context: Context, players: int) -> None:
    event = rehearse(context, players=players, by="Test").tournament
    assert (len(event.players), event.published) == (players, 2)
    assert winner(event) is not None
    assert event.settings.is_rehearsal


@pytest.mark.parametrize("players", [7, 11, 501])
def test_a_size_that_it_cannot_have_is_refused(context: Context, players: int) -> None:
    with pytest.raises(BadValue, match="not 11"):
        rehearse(context, players=players, by="Test")


def test_nothing_of_it_is_reported_and_an_event_like_it_is_none(context: Context) -> None:
    made = rehearse(context, players=8, by="Test")
    event = made.tournament.with_facts(steps.finish(made.tournament), at=context.now(), by="Test")
    with pytest.raises(Refused, match="nothing of it is reported"):
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
