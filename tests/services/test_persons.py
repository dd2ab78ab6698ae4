"""A person's history: only the events that name their number are read, and it is what all of them would give."""

from __future__ import annotations

import pytest

from tests.exchange.events import prague
from tests.season.events import event_b, event_c
from tests.tournament.organizer import Organizer
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services import persons
from toolkit.services.context import Context
from toolkit.services.leagues import merge_persons
from toolkit.services.persons import history_of
from toolkit.services.season_events import ids_with
from toolkit.services.tournaments import import_tournament
from toolkit.tournament import Tournament


def kept(context: Context, made: Tournament) -> str:
    return import_tournament(context, render_tournament(made).encode()).id


def without_numbers() -> Tournament:
    """A round of five whom nobody gave a number, and which ended early."""
    organizer = Organizer(name="Club night", has_final=False, rounds=1)
    for name in ("Player Nr13", "Ada", "Ben", "Cleo", "Dan"):
        organizer.add_player(name)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.finish()
    return organizer.tournament


def test_only_events_that_name_a_number_are_read(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c = (kept(context, one) for one in (prague(), event_b(), event_c()))
    assert ids_with(context, ["1000012"]) == [a]
    assert set(ids_with(context, ["1000010"])) == {a, b}
    read = history_of(context, "1000010")
    assert [one.name for one in read.events] == ["Prague Cup II", "Prague Cup"]
    monkeypatch.setattr(persons, "ids_with", lambda *_: [a, b, c])
    assert history_of(context, "1000010") == read
    monkeypatch.setattr(context.store, "digests", lambda _: {})
    assert set(ids_with(context, ["1000012"])) == {a, b, c}


def test_where_names_are_persons_every_event_is_read(context: Context) -> None:
    kept(context, prague()), kept(context, without_numbers())
    assert [one.name for one in history_of(context, "name:player nr13").events] == ["Club night"]
    assert len(history_of(context, "1000013").events) == 1
    merge_persons(context, "1000013", "name:player nr13", by="Ann")
    assert {one.name for one in history_of(context, "1000013").events} == {"Club night", "Prague Cup"}
