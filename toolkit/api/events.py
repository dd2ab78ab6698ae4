"""Events for programs: open a store, run an event by the table of commands, read it, write its export and reports."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from marshmallow import Schema, ValidationError

from toolkit.errors import Conflict, Invalid, NotFound, ToolkitError, Unavailable
from toolkit.exchange.tournament_json import StandingView, show_standings
from toolkit.languages import Listed, Message
from toolkit.schemas.commands import body_of
from toolkit.services.commands import COMMANDS, command_named
from toolkit.services.events import decks, listing, registrations, reports, seatings, views
from toolkit.services.events.listing import ListedView
from toolkit.services.events.registrations import Registration
from toolkit.services.events.reports import WrittenReport
from toolkit.services.events.views import (
    ChangeView,
    EntryView,
    FinalView,
    RegisteredView,
    RoundView,
    TournamentView,
)
from toolkit.services.kernel.cards import current_cards
from toolkit.services.kernel.context import Context, database_address, existing_address, open_context
from toolkit.services.kernel.fields import Body
from toolkit.services.kernel.links import LinkKey, key_of
from toolkit.services.kernel.unit_of_work import Change, ChangedMeanwhile, UnitOfWork
from toolkit.services.lifecycle import rehearsal, tournaments
from toolkit.services.lifecycle.forgetting import finish_forgetting
from toolkit.services.season.leagues import moved_places
from toolkit.tournament import Configuration, Tournament
from toolkit.tournament.players import find_player
from toolkit.tournament.settings import changed

__all__ = [
    "COMMAND_NAMES",
    "BadFigures",
    "ChangeView",
    "ChangedMeanwhile",
    "Conflict",
    "EntryView",
    "EventStore",
    "FinalView",
    "Invalid",
    "ListedView",
    "NotFound",
    "RegisteredView",
    "Registration",
    "RoundView",
    "StandingView",
    "StoredEvent",
    "ToolkitError",
    "TournamentView",
    "Unavailable",
    "UnknownCommand",
    "WrittenReport",
    "open",
]

COMMAND_NAMES = tuple(command.name for command in COMMANDS)


class UnknownCommand(NotFound):
    """No command of an event has that name."""

    code = "unknown_command"


class BadFigures(Invalid):
    """Figures that a command does not take.

    Attributes:
        errors: the sentences by figure.
    """

    code = "bad_figures"

    def __init__(self, command: str, errors: Mapping[str, Any]) -> None:
        names = Listed(sorted(map(str, errors)))
        super().__init__(Message("%(name)s: these values are wrong or missing: %(list)s.", name=command, list=names))
        self.errors = dict(errors)


def open(data: str | Path | None = None, *, new: bool = False, by: str = "program") -> EventStore:
    """The events of a data folder, to be closed by `with`.

    Args:
        data: the folder; what `DATABASE_URL` or `VTES_TOOLKIT_DATA_FOLDER` names unless given, else the usual one.
        new: make the folder and its store where there is none.
        by: the name that the log shows.

    Raises:
        Unavailable: there is no store, or it cannot be opened.
    """
    folder = None if data is None else Path(data)
    address = database_address(folder) if new else existing_address(folder)
    context = open_context(address, functools.partial(current_cards, folder))
    context.league_places = moved_places
    finish_forgetting(context)
    return EventStore(context, by)


@dataclass(frozen=True, slots=True)
class EventStore:
    """An open store."""

    context: Context
    by: str

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.context.store.close()

    def list(self) -> Sequence[ListedView]:
        """All events, newest first."""
        return listing.show_list(listing.list_tournaments(self.context))

    def event(self, id: str) -> StoredEvent:
        """The event of that id, or of a prefix of it; `last` is the newest.

        Raises:
            NotFound: there is none, or several begin so.
        """
        return StoredEvent(self, listing.newest(self.context) if id == "last" else self.context.tournaments.find(id))

    def new(self, name: str, *, key: str | None = None, **settings: object) -> StoredEvent:
        """A new event of today; other settings by name (`rounds=2`, `date="2026-11-21"`).

        Raises:
            Invalid: a setting that no event can have.
        """
        configuration = Configuration(name=name, date=date.today())
        for setting, value in settings.items():
            configuration = changed(configuration, setting, value)
        return self._of(tournaments.create(self.context, configuration, by=self.by, key=key))

    def load(self, export: bytes) -> StoredEvent:
        """An event from an export, an Archon workbook or Archon's JSON, under a new id.

        Raises:
            ToolkitError: the file cannot be read.
        """
        return self._of(tournaments.import_tournament(self.context, export))

    def rehearse(self, players: int = 8, rounds: int = 2, *, is_finished: bool = True) -> StoredEvent:
        """An invented event, played to its end.

        Raises:
            Invalid: so many players cannot be seated.
        """
        made = rehearsal.rehearse(self.context, players=players, rounds=rounds, is_finished=is_finished, by=self.by)
        return self._of(made)

    def _of(self, change: Change) -> StoredEvent:
        return StoredEvent(self, change.id)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of an open store; each answer is of its newest state."""

    store: EventStore
    id: str

    @property
    def tournament(self) -> Tournament:
        """The folded state, for questions that have no view."""
        return self._work().look()

    def show(self) -> TournamentView:
        """Progress, settings, and what blocks the next step."""
        return views.show_tournament(self.id, self.tournament)

    def players(self) -> Sequence[RegisteredView]:
        """All players, by number."""
        return views.show_players(self.tournament)

    def number(self, player: str) -> int:
        """The number of a player, who may be named by number, name, or `#` and VEKN number.

        Raises:
            Invalid: nobody is called so, or several players.
        """
        return find_player(self.tournament, player).number

    def round(self, number: int) -> RoundView:
        """A round with its tables, seats and results; 0 is the final.

        Raises:
            NotFound: there is no such round yet.
        """
        tournament = self.tournament
        return views.show_round(tournament, tournament.round(number))

    def final(self) -> FinalView:
        """The finalists, their seeds and the final's table."""
        return views.show_final(self.tournament)

    def standings(self) -> Sequence[StandingView]:
        """The standings, best first."""
        return show_standings(self.tournament)

    def log(self, *, after: int = 0) -> Sequence[EntryView]:
        """All changes after that entry, as sentences."""
        return views.show_log(self.tournament, after=after)

    def act(
        self, command: str, /, *, key: str | None = None, expected: int | None = None, **figures: object
    ) -> ChangeView:
        """Carry out a command of `COMMAND_NAMES` with its figures, named and shaped as in the API's document.

        Args:
            command: its name ("enter_result").
            key: your own for this change: sent again, it is not repeated.
            expected: the newest entry that you have seen; a later change of the same thing is then refused.
            figures: the parts of its address (`round`, `table`, `player`) and of its body.

        Raises:
            UnknownCommand: there is no such command.
            BadFigures: a figure is missing, unknown or of a wrong kind.
            ToolkitError: the event does not allow it; `code` says why.
        """
        figures = _read(command, figures)
        known = command_named(command)
        named = [figures.pop(name) for name in known.path_fields]
        return views.show_change(known.carry_out(self._work(key=key, expected=expected), *named, **figures))

    def configure(self, **settings: object) -> ChangeView:
        """Change settings by name.

        Raises:
            ToolkitError: a setting is unknown, wrong, or fixed by now.
        """
        context = self.store.context
        return views.show_change(decks.configure(self._work(), settings, context.cards))

    def add_players(self, *players: str | Registration) -> ChangeView:
        """Register players, all of them or none.

        Raises:
            ToolkitError: one of them cannot be registered.
        """
        added = [Registration(name=player) if isinstance(player, str) else player for player in players]
        return views.show_change(registrations.add_players(self._work(), added))

    def submit_deck(self, player: int, text: str) -> ChangeView:
        """Take a player's list.

        Raises:
            ToolkitError: the event takes none now.
        """
        return views.show_change(decks.submit_deck(self._work(), player, text, self.store.context.cards()))

    def draft_round(self, *, seconds: float = 1.0, seed: int | None = None, publish: bool = True) -> ChangeView:
        """Seat the next round, the best way that is found, and show it to the players.

        Raises:
            ToolkitError: no round can be seated now.
        """
        return views.show_change(seatings.draft_seating(self._work(), seconds=seconds, seed=seed, publish=publish))

    def export(self) -> str:
        """The whole event with its log as JSON, for leagues, ratings and other servers."""
        return tournaments.export_tournament(self.store.context, self.id)

    def report(self, to: str = "archondata", *, is_draft: bool = False) -> WrittenReport:
        """A report of a finished event: `archondata`, `workbook`, `post`, `decks`, `standings`, `text` or `calendar`.

        Raises:
            NotFound: there is no such report.
            Conflict: its receiver would refuse it, or the event is a rehearsal.
        """
        reporting = reports.Reporting(id=self.id, cards=self.store.context.cards)
        return reports.make_report(self.tournament, reports.output_named(to), reporting, is_draft=is_draft)

    def link_key(self) -> LinkKey:
        """The key of its links, for sheets with QR codes."""
        return key_of(self.store.context, self.id)

    def _work(self, *, key: str | None = None, expected: int | None = None) -> UnitOfWork:
        store = self.store
        return UnitOfWork(
            context=store.context, id=self.id, by=store.by, key=key, expected=expected, is_sure_of_leagues=True
        )


def _read(command: str, figures: Mapping[str, object]) -> dict[str, Any]:
    """The figures as the command takes them."""
    if command not in COMMAND_NAMES:
        near = Listed(get_close_matches(command, COMMAND_NAMES))
        raise UnknownCommand(Message("There is no command “%(name)s”. Similar: %(list)s.", name=command, list=near))
    try:
        read: dict[str, Any] = _schema(command).load(figures)
    except ValidationError as error:
        raise BadFigures(command, error.messages_dict) from error
    return read


@functools.cache
def _schema(command: str) -> Schema:
    return body_of(Body(command, command_named(command).fields))()
