"""Who belongs to a category of prizes: newcomers by earlier events of the server, clans by the lists."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from tests.exchange.events import prague
from tests.services.conftest import Clock
from tests.services.season.test_persons import kept
from tests.tournament.organizer import Organizer
from toolkit.cards import load
from toolkit.services.events.decks import submit_deck
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.season.categories import members_of
from toolkit.services.season.events import ask_about_new_events
from toolkit.services.season.leagues import count_event, merge_persons
from toolkit.storage import open_store
from toolkit.tournament import Tournament
from toolkit.tournament.prizes import Members

BAALI, MALKAVIAN = "9x Giotto Verducci\n3x Gilbert Duane\n", "5x Giotto Verducci\n7x Gilbert Duane\n"
TIED = "6x Giotto Verducci\n6x Gilbert Duane\n"


@pytest.fixture
def context(sqlite_url: str) -> Iterator[Context]:
    store = open_store(sqlite_url)
    yield Context(store, now=Clock(), seed=lambda: 7)
    store.close()


def coming(*prizes: str, known: int = 5, name: str = "Next") -> Tournament:
    """An event of so many numbers of the Prague Cup, then a number that is new, a namesake, and a new name."""
    one = Organizer(name=name, date=date(2026, 12, 5), rounds=2)
    for number in range(1, known + 1):
        one.add_player(f"Player Nr{number}", vekn=str(1_000_000 + number))
    one.add_player("Somebody", vekn="2000001")
    one.add_player("Player Nr9")
    one.add_player("Ada Neu")
    one.set_prizes(list(prizes))
    return one.tournament


def members(context: Context, id: str) -> dict[str, Members]:
    return dict(members_of(context, id, context.tournaments.look(id).state, load))


def test_newcomers_are_without_an_earlier_event_where_most_players_had_one(context: Context) -> None:
    kept(context, prague())
    id = kept(context, coming("Best newcomer: Pin"))
    # A namesake of a person with a number may be that person.
    assert members(context, id) == {"newcomer": Members(known=frozenset({6, 8}), doubtful=frozenset({7}))}
    merge_persons(context, "1000012", "2000001", by="Root")
    assert members(context, id)["newcomer"].known == {8}


def test_where_the_server_knows_too_little_any_player_may_be_a_newcomer(context: Context) -> None:
    everybody = Members(known=frozenset(), doubtful=frozenset(range(1, 9)))
    alone = kept(context, coming("Best newcomer: Pin"))
    assert members(context, alone) == {"newcomer": everybody}
    kept(context, prague())
    few = kept(context, coming("Best newcomer: Pin", known=3, name="Few"))
    assert not members(context, few)["newcomer"].known


def test_an_event_that_does_not_count_asks_about_no_number(context: Context) -> None:
    kept(context, prague())
    ask_about_new_events(context)
    id = kept(context, coming("Best newcomer: Pin"))
    assert not members(context, id)["newcomer"].known
    count_event(context, id, by="Root")
    assert members(context, id)["newcomer"].known == {6, 8}


def test_a_clan_is_known_by_the_crypts_and_a_tie_or_no_list_is_doubtful(context: Context) -> None:
    id = kept(context, coming("Best baali: Pin", "Best Belgium: Pin"))
    work = UnitOfWork(context=context, id=id, by="Test")
    for player, text in enumerate((BAALI, MALKAVIAN, TIED, f"{BAALI}2x Nobody Known\n", BAALI), start=1):
        submit_deck(work, player, text, load())
    assert members(context, id) == {"baali": Members(known=frozenset({1, 5}), doubtful=frozenset({3, 4, 6, 7, 8}))}
