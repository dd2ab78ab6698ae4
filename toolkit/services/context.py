"""The context: an open store, the tournaments in it as they stand, a clock and a die; and which store to open."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.services.data_folder import data_folder
from toolkit.services.repository import Repository
from toolkit.services.stored_problems import sayable
from toolkit.storage import Draft, Entry, Store, folder_url, open_store
from toolkit.tournament.facts import DeckSubmitted, Fact, fact_from_dict, fact_to_dict
from toolkit.tournament.log import LogEntry as TournamentEntry
from toolkit.tournament.tournament import Tournament

if TYPE_CHECKING:
    from toolkit.services.tables.folding import TableGame

TOURNAMENT = "tournament"
GAME = "game"

# Without vowels and look-alikes: an id is read out across a room, and never spells a word.
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


def _now() -> datetime:
    return datetime.now(UTC)


def _seed() -> int:
    return secrets.randbelow(2**31)


def _id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


@dataclass(slots=True)
class Context:
    """What every use case needs. A test puts in a clock and a die of its own.

    Attributes:
        store: the open database.
        now: the time, aware UTC.
        seed: a fresh seed for a draw; it is kept with whatever was drawn.
        new_id: an id for a new log.
    """

    store: Store
    now: Callable[[], datetime] = _now
    seed: Callable[[], int] = _seed
    new_id: Callable[[], str] = _id
    tournaments: Repository[Tournament] = field(init=False)
    games: Repository[TableGame] = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is folded yet."""
        self.tournaments = Repository(self.store, TOURNAMENT, start=Tournament, fold=_fold)
        self.games = Repository(self.store, GAME, start=_no_game, fold=_fold_game, refold=_refold_game)


def _no_game() -> TableGame:
    # Whoever only runs an event does not load the engine.
    from toolkit.services.tables.folding import TableGame

    return TableGame()


def _fold_game(table: TableGame, entries: Sequence[Entry]) -> TableGame:
    from toolkit.services.tables.folding import fold

    return fold(table, entries)


def _refold_game(table: TableGame, entries: Sequence[Entry]) -> TableGame:
    from toolkit.services.tables.folding import refold

    return refold(table, entries)


def _fold(tournament: Tournament, entries: Sequence[Entry]) -> Tournament:
    for entry in entries:
        known = as_tournament_entry(entry)
        if isinstance(known.fact, DeckSubmitted) and known.fact.verdict.problems:
            known = replace(known, fact=sayable(known.fact, tournament.settings))
        tournament = tournament.with_entry(known)
    return tournament


def as_tournament_entry(entry: Entry) -> TournamentEntry:
    """A stored entry with its fact."""
    return TournamentEntry(entry.number, entry.at, entry.by, fact_from_dict({"fact": entry.kind, **entry.payload}))


def as_draft(fact: Fact, *, at: datetime, by: str) -> Draft:
    """A fact as the store takes it."""
    payload: dict[str, Any] = fact_to_dict(fact)
    return Draft(at=at, by=by, kind=payload.pop("fact"), payload=payload)


# Which store to open: in the folder asked for, at `DATABASE_URL`, or in the person's own


def database_address(folder: Path | str | None = None, *, environment: Mapping[str, str] = os.environ) -> str:
    """The address of the database: in `folder` when one is named, else `DATABASE_URL`, else in the usual folder.

    Raises:
        UnusableDataFolder: the folder cannot be made.
    """
    named = environment.get("DATABASE_URL", "").strip()
    if folder is None and named:
        return named
    return folder_url(data_folder(folder or environment.get("VTES_TOOLKIT_DATA_FOLDER"))).render_as_string(
        hide_password=False
    )


def open_context(address: str) -> Context:
    """The context with the store at that address.

    Raises:
        StoreUnavailable: it cannot be opened.
    """
    return Context(open_store(address))


def organizer_key(store: Store) -> str:
    """The secret of whoever started this installation, made with the store: who shows it is the organizer."""
    return store.setting("organizer_key", lambda: secrets.token_urlsafe(24))
