"""Codes of persons' pages: what joins events there, and that no invented number finds its owner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.exchange.events import prague
from tests.services.conftest import Clock
from tests.services.season.test_persons import kept
from tests.tournament.organizer import Organizer
from toolkit.services.kernel.context import Context
from toolkit.services.season.events import ask_about_new_events
from toolkit.services.season.leagues import count_event
from toolkit.services.season.person_codes import PersonCodes, UnknownCode, find_person
from toolkit.storage import open_store
from toolkit.tournament import Tournament
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.draws import identity


@pytest.fixture
def context(sqlite_url: str) -> Iterator[Context]:
    store = open_store(sqlite_url)
    yield Context(store, now=Clock(), seed=lambda: 7)
    store.close()


def invented(name: str, vekn: str = "", *, seen_by: StandingsSeenBy | None = None) -> Tournament:
    """An event in which somebody of that name and number won; with `seen_by` it still runs."""
    organizer = Organizer(
        name=f"Of {name}", has_final=False, rounds=1, **({"standings_seen_by": seen_by} if seen_by else {})
    )
    organizer.add_player(name, vekn=vekn)
    for other in ("Ada", "Ben", "Cleo", "Dan"):
        organizer.add_player(other)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    if seen_by is None:
        organizer.finish()
    return organizer.tournament


def code_of(context: Context, id: str, number: int) -> str:
    return PersonCodes.of_store(context).of_players(context.tournaments.look(id).state)[number]


def events_at(context: Context, code: str) -> set[str]:
    return {id for id, _ in find_person(context, code).played}


def test_a_number_joins_only_events_that_count(context: Context) -> None:
    ask_about_new_events(context)
    a, other = kept(context, prague()), kept(context, invented("Nobody Known", "1000009"))
    count_event(context, a, by="Root")
    assert events_at(context, code_of(context, a, 9)) == {a}
    page = find_person(context, code_of(context, other, 1))
    assert (page.person.name, page.played) == ("Nobody Known", ((other, 1),))
    count_event(context, other, by="Root")
    assert events_at(context, code_of(context, other, 1)) == {a, other}
    assert events_at(context, page.code) == {a, other}


def test_a_name_joins_an_event_that_does_not_count(context: Context) -> None:
    ask_about_new_events(context)
    a, other = kept(context, prague()), kept(context, invented("Player Nr9"))
    count_event(context, a, by="Root")
    assert events_at(context, code_of(context, other, 1)) == {a, other}
    assert find_person(context, code_of(context, other, 1)) == find_person(context, code_of(context, a, 9))


def test_while_an_event_runs_its_number_finds_nobody_of_another_name(context: Context) -> None:
    a = kept(context, prague())
    own, other = (
        kept(context, invented(name, "1000009", seen_by=StandingsSeenBy.EVERYBODY)) for name in ("Player Nr9", "Eve")
    )
    assert events_at(context, code_of(context, own, 1)) == {a}
    assert events_at(context, code_of(context, other, 1)) == {other}


def test_while_standings_are_hidden_no_code_of_an_event_leads_anywhere(context: Context) -> None:
    running = kept(context, invented("Eve", seen_by=StandingsSeenBy.NOBODY))
    event, codes = context.tournaments.look(running).state, PersonCodes.of_store(context)
    assert codes.of_players(event) == {}
    with pytest.raises(UnknownCode):
        find_person(context, codes.of_key(f"{identity(event.entry(1))}/name:eve"))
