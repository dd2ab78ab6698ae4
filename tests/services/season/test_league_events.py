"""Events of leagues: whether they are reported where nobody has answered."""

from __future__ import annotations

import pytest

from toolkit.season import league_log
from toolkit.season.rules import LeagueRules
from toolkit.services.kernel.context import Context
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.season.leagues import add_stored, as_league_event, new_league
from toolkit.services.season.work import LeagueWork
from toolkit.tournament import Configuration
from toolkit.tournament.questions import is_reported


def answers(context: Context, league: str, **settings: object) -> tuple[bool, bool]:
    """Whether an event is reported before and after the league has it."""
    id = create(context, Configuration(name="Evening", **settings), by="Ann").id

    def answer() -> bool:
        return is_reported(as_league_event(context, id, context.tournaments.look(id).state))

    before = answer()
    add_stored(context, league, id, by="Ann", is_own=True)
    assert is_reported(context.tournaments.look(id).state) is before  # for programs nothing changes
    return before, answer()


@pytest.mark.parametrize(
    ("settings", "reported"),
    [
        ({}, (True, False)),
        ({"vekn_event": "12345"}, (True, True)),
        ({"is_reported": True}, (True, True)),
        ({"is_reported": False}, (False, False)),
        ({"is_sanctioned": False}, (False, False)),
    ],
)
def test_a_league_s_event_without_a_number_is_not_reported(
    context: Context, settings: dict[str, object], reported: tuple[bool, bool]
) -> None:
    league = new_league(context, "Evenings", LeagueRules(), by="Ann")
    assert answers(context, league, **settings) == reported


def test_an_event_that_leaves_its_league_is_reported_again(context: Context) -> None:
    league = new_league(context, "Evenings", LeagueRules(), by="Ann")
    id = create(context, Configuration(name="Evening"), by="Ann").id
    for operation, reported in ((league_log.add_event, False), (league_log.remove_event, True)):
        LeagueWork(context=context, id=league, by="Ann").change(operation, id)
        assert is_reported(as_league_event(context, id, context.tournaments.look(id).state)) is reported


def test_however_many_leagues_there_are_their_heads_come_in_one_question(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Evenings", "Mornings", "Nights"):
        new_league(context, name, LeagueRules(), by="Ann")
    id = create(context, Configuration(name="Evening"), by="Ann").id
    asked: list[str] = []
    monkeypatch.setattr(context.leagues, "head", lambda stream: asked.append(stream) or 1)
    assert is_reported(as_league_event(context, id, context.tournaments.look(id).state))
    assert asked == []
