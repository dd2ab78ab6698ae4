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


def test_leagues_are_read_again_only_after_one_of_them_has_changed(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_league(context, "Evenings", LeagueRules(), by="Ann")
    id = create(context, Configuration(name="Evening"), by="Ann").id
    read, streams = [], context.leagues.streams
    monkeypatch.setattr(context.leagues, "streams", lambda: read.append("leagues") or streams())
    for name in ("Mornings", "Nights"):
        for _ in range(3):
            assert is_reported(as_league_event(context, id, context.tournaments.look(id).state))
        new_league(context, name, LeagueRules(), by="Ann")
    assert len(read) == 2
