"""The context: an open store, the current tournaments in it, a clock and a die; and which store to open."""

from __future__ import annotations

import json
import math
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.cards import CardDatabase
from toolkit.errors import Unavailable
from toolkit.season.events import RatingList
from toolkit.services.kernel.cards import current_cards
from toolkit.services.kernel.data_folder import replace_file, usual_folder
from toolkit.services.kernel.recent import Recent
from toolkit.services.kernel.repository import KEPT, Repository
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.services.kernel.stored_problems import sayable
from toolkit.services.kernel.versions import Versions
from toolkit.storage import Draft, Entry, Store, folder_url, holds_events, open_store, parse_url
from toolkit.storage import store_name as store_name  # the doors say which store it is
from toolkit.storage.copies import COPIES
from toolkit.storage.database import StoreDamaged, file_url
from toolkit.tournament.errors import DamagedFact
from toolkit.tournament.facts import DRIFT, EntriesRedone, EntriesUndone, Fact, fact_to_dict
from toolkit.tournament.log import LogEntry as TournamentEntry
from toolkit.tournament.log import drift_of, drift_to_dict, entry_from_dict, moment_of
from toolkit.tournament.tournament import Tournament

if TYPE_CHECKING:
    from toolkit.season.league_log import League
    from toolkit.season.leagues import LeagueTable, LeagueWarning
    from toolkit.season.log import SeasonFact, SeasonFacts
    from toolkit.season.persons import PublicPerson
    from toolkit.season.ratings import RatingTable
    from toolkit.season.results_log import ReportedEvent
    from toolkit.season.statistics import EventGames
    from toolkit.season.weekend_log import Weekend
    from toolkit.services.kernel.season_logs import SeasonLogs
    from toolkit.tournament.corrections import Consequence

TOURNAMENT = "tournament"
GAME = "game"
LEAGUE = "league"
# The one log of who is one person in the whole store.
PERSONS = "persons"
WEEKEND = "weekend"
RESULTS = "results"

_HISTORY = (EntriesUndone.NAME, EntriesRedone.NAME)

# Without vowels and look-alikes: an id is read out across a room, and never spells a word.
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


# A day: no clock runs longer. So far ahead of the clock the time that was seen last may be, for the clock to be what is
# wrong; and only while a clock may run anything of before a start counts.
_DAY = timedelta(days=1)
# Seconds by which both clocks may differ before anybody is told, and after which a jump is one.
APART = 60
_JUMP = 1.0


def _wall() -> datetime:
    return datetime.now(UTC)


def _ticks() -> float:
    """Seconds of a clock that no person sets; a laptop's sleep counts too, where the system can."""
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class WatchedClock:
    """The time of day, and by how much it has jumped: what lasts goes by a clock that no jump moves.

    What a clock has jumped before a start is carried over (`drift`), and no earlier moment than those that were `seen`
    is shown, unless they are more than a day ahead: then the clock was wrong when they were.
    """

    def __init__(
        self,
        *seen: datetime | None,
        drift: int = 0,
        wall: Callable[[], datetime] | None = None,
        ticks: Callable[[], float] | None = None,
    ) -> None:
        self._wall, self._ticks, self._lock = wall or _wall, ticks or _ticks, threading.Lock()
        self._at, self._ticked, self._drift = self._wall(), self._ticks(), drift
        steady = self._at + timedelta(seconds=drift)
        self._floor = max([steady, *(last for last in seen if last is not None and last - steady < _DAY)])
        if (ahead := (self._floor - steady).total_seconds()) > APART:
            self._drift += math.ceil(ahead)

    def __call__(self) -> datetime:
        """The time of day, aware UTC."""
        return self._wall()

    def drift(self, at: datetime) -> int:
        """Seconds by which the clock of what lasts is ahead of `at`, the time of day just read."""
        with self._lock:
            ticks = self._ticks()
            jump = (at - self._at).total_seconds() - (ticks - self._ticked)
            self._at, self._ticked = at, ticks
            if abs(jump) >= _JUMP:
                self._drift -= round(jump)
            return max(self._drift, math.ceil((self._floor - at).total_seconds()))


def _seed() -> int:
    return secrets.randbelow(2**31)


def _id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


@dataclass(slots=True)
class Context:
    """The surroundings of every use case. A test puts in a clock and a die of its own.

    Attributes:
        store: the open database.
        now: the time of day, aware UTC.
        seed: a fresh seed for a draw; it is kept with whatever was drawn.
        new_id: an id for a new log.
        cards: the cards in use.
        on_change: is told of a change of a tournament once stored, by id, state and new entries; it must not fail.
        league_places: the places in leagues that a correction moves, by id, state before and after.
        secret_keys: of the installation, newest first; a command has none, and reads nothing that they encrypt.
        kept_events: events as they once were, by id, entry, and how many of their players were forgotten later.
        league_events: the events of all leagues, behind the number of entries in their logs.
        event_games: what statistics look at of events, by id, number of the last entry, and whether all lists count.
    """

    store: Store
    now: Callable[[], datetime] = field(default_factory=WatchedClock)
    seed: Callable[[], int] = _seed
    new_id: Callable[[], str] = _id
    cards: Callable[[], CardDatabase] = current_cards
    secret_keys: tuple[str, ...] = ()
    tournaments: Repository[Tournament] = field(init=False)
    league_tables: Recent[tuple[str, str], tuple[Any, LeagueTable]] = field(init=False)
    rating_tables: Recent[str, tuple[Any, tuple[RatingTable, tuple[LeagueWarning, ...]]]] = field(init=False)
    public_persons: Recent[str, tuple[Any, Mapping[str, PublicPerson]]] = field(init=False)
    league_events: tuple[int, frozenset[str]] | None = field(init=False, default=None)
    on_change: Callable[[str, Tournament, Sequence[TournamentEntry]], None] | None = None
    league_places: Callable[[Context, str, Tournament, Tournament], Iterable[Consequence]] | None = None
    versions: Versions = field(init=False, default_factory=Versions)
    kept_events: Recent[tuple[str, int, int], Tournament] = field(init=False, default_factory=lambda: Recent(16))
    event_games: Recent[tuple[str, int, bool], EventGames] = field(init=False, default_factory=lambda: Recent(512))
    _logs: dict[str, Repository[Any]] = field(init=False, default_factory=dict)
    _season_logs: SeasonLogs | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Nothing is folded yet."""
        self.tournaments = Repository(self.store, TOURNAMENT, start=Tournament, fold=self._fold, refold=self._refold)
        self.league_tables, self.rating_tables = Recent(KEPT), Recent(len(RatingList))
        self.public_persons = Recent(2)

    @property
    def _season(self) -> SeasonLogs:
        if self._season_logs is None:
            # Imported now: a command that asks about one event starts without it.
            from toolkit.services.kernel.season_logs import season_logs

            kinds = {"leagues": LEAGUE, "persons": PERSONS, "weekends": WEEKEND, "results": RESULTS}
            self._season_logs = season_logs(self.store, **kinds)
        return self._season_logs

    @property
    def leagues(self) -> Repository[League]:
        """The leagues."""
        return self._season.leagues

    @property
    def persons(self) -> Repository[League]:
        """Who is one person in the whole store."""
        return self._season.persons

    @property
    def weekends(self) -> Repository[Weekend]:
        """The weekends."""
        return self._season.weekends

    @property
    def results(self) -> Repository[ReportedEvent]:
        """The events by their results."""
        return self._season.results

    def logs[S](
        self,
        kind: str,
        *,
        start: Callable[[], S],
        fold: Callable[[S, Sequence[Entry]], S],
        refold: Callable[[S, Sequence[Entry]], S],
    ) -> Repository[S]:
        """The logs of a kind that this module does not fold itself; always the same repository."""
        if (repository := self._logs.get(kind)) is None:
            repository = self._logs.setdefault(
                kind, Repository(self.store, kind, start=start, fold=fold, refold=refold)
            )
        return repository

    def drift(self, at: datetime) -> int:
        """Seconds by which the clock of what lasts is ahead of `at`, the time of day just read; 0 without a jump."""
        return self.now.drift(at) if isinstance(self.now, WatchedClock) else 0

    def steady(self) -> datetime:
        """The moment by the clock of what lasts, which no jump of the computer's clock moves; aware UTC.

        Rounds, picks, calls and offers go by it, and the moments in a state (`LogEntry.moment`) are of it.
        """
        at = self.now()
        return moment_of(at, self.drift(at))

    def of_day[M: (datetime, datetime | None)](self, moment: M) -> M:
        """A moment of a state as the time of day that it is, or will be."""
        return moment if moment is None else moment_of(moment, -self.drift(self.now()))

    def _fold(self, tournament: Tournament, entries: Iterable[Entry]) -> Tournament:
        for entry in entries:
            logged = as_tournament_entry(entry)
            if (fact := sayable(logged.fact, tournament, self.cards)) is not logged.fact:
                logged = replace(logged, fact=fact)
            tournament = tournament.with_entry(logged)
        return tournament

    def _refold(self, tournament: Tournament, entries: Sequence[Entry]) -> Tournament:
        # Each undoing folds the log from what it undoes: those that follow each other do so once.
        for is_history, run in groupby(entries, lambda entry: entry.kind in _HISTORY):
            if is_history:
                tournament = tournament.with_history([as_tournament_entry(entry) for entry in run])
            else:
                tournament = self._fold(tournament, run)
        return tournament


def as_tournament_entry(entry: Entry) -> TournamentEntry:
    """A stored entry with its fact."""
    return entry_from_dict(entry.number, entry.at, entry.by, {"fact": entry.kind, **entry.payload})


def as_draft(fact: Fact, *, at: datetime, by: str, drift: int = 0) -> Draft:
    """A fact as the store takes it."""
    payload = _in_whole_characters(fact_to_dict(fact) | drift_to_dict(drift))
    return Draft(at=at, by=by, kind=payload.pop("fact"), payload=payload)


def as_season_draft(facts: SeasonFacts[Any], fact: SeasonFact, *, at: datetime, by: str) -> Draft:
    """A fact about a league, a weekend or an event by its results as the store takes it."""
    kind, payload = facts.stored(fact)
    return Draft(at=at, by=by, kind=kind, payload=_in_whole_characters(payload))


def _in_whole_characters(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload without halves of characters, which JSON may name: no page and no file can be written with one."""
    text = json.dumps(payload, ensure_ascii=False)
    whole = text.encode(errors="ignore")
    return payload if len(whole.decode()) == len(text) else dict(json.loads(whole))


# Which store to open: every door asks here


class TwoStores(Unavailable):
    """It is not clear which of two stores is meant: nothing was opened."""

    code = "two_stores"


class NoStore(Unavailable):
    """No events are kept where they were looked for: nothing was made."""

    code = "no_store"


def database_address(folder: Path | str | None = None, *, environment: Mapping[str, str] = os.environ) -> str:
    """The address of the events: what `DATABASE_URL` says, else the store in the data folder.

    Args:
        folder: the data folder, when one is named by hand; else the usual one.
        environment: where `DATABASE_URL` and the usual folder are named.

    Raises:
        TwoStores: a folder is named by hand although `DATABASE_URL` is set, or the data folder holds events of its own;
            or the address is given as a setting of the app, which only some of the doors would read.
    """
    if environment.get("VTES_TOOLKIT_DATABASE_URL", "").strip():
        raise TwoStores("DATABASE_URL alone says where the events are: name VTES_TOOLKIT_DATABASE_URL so, or unset it.")
    named = environment.get("DATABASE_URL", "").strip()
    if not named:
        return str(folder_url(Path(folder or usual_folder(environment))))
    if folder is not None:
        raise TwoStores(
            f"The events are either in the folder {folder} or where DATABASE_URL says ({store_name(named)}): "
            "leave --data out, or unset DATABASE_URL."
        )
    kept = usual_folder(environment)
    if holds_events(kept) and store_name(str(folder_url(kept))) != store_name(named):
        raise TwoStores(
            f"DATABASE_URL says that the events are in {store_name(named)}, and the data folder {kept} holds events of "
            "its own: unset DATABASE_URL, or name another folder with VTES_TOOLKIT_DATA_FOLDER."
        )
    return named


def existing_address(folder: Path | None = None) -> str:
    """The address of events that are there already: a look or a copy makes no new store.

    Raises:
        TwoStores: it is not clear where they are.
        NoStore: there are none.
    """
    address = database_address(folder)
    if parse_url(address).drivername == "sqlite" and not os.path.exists(file := Path(store_name(address))):
        raise NoStore(f"{file.parent} holds no events: there is no {file.name} in it.")
    return address


def store_address(place: str) -> str:
    """The address of the named store: a data folder, a file, or an address."""
    if "://" in place:
        return place
    path = Path(place)
    # Unlike Path.is_dir(), also for what is far too long to be a path.
    return str(folder_url(path)) if os.path.isdir(place) else file_url(path)


def open_context(address: str, cards: Callable[[], CardDatabase] = current_cards) -> Context:
    """The context with the store at that address, and with these cards; else with those of the usual data folder.

    Raises:
        StoreUnavailable: it cannot be opened.
    """
    store = open_store(address, copies_in=None if address.startswith("sqlite") else usual_folder() / COPIES)
    return Context(store, now=_clock_of(store), cards=cards)


# What begins something that lasts.
_BEGINNINGS = ("clock", "clock_started", "phase_started", "place_offered")


def _clock_of(store: Store) -> WatchedClock:
    """The clock as it was when the program ended, while anything of the last day may still go by it."""
    kept, drift = _kept_time(_time_file(store))
    clock = WatchedClock(kept, *_moments(lambda: store.last_entries((TOURNAMENT, GAME))), drift=drift)
    at = clock()
    drift = clock.drift(at)
    if not drift:
        return clock
    earliest = moment_of(at, drift) - _DAY
    begun = _moments(lambda: store.entries_since(min(at - _DAY, earliest), _BEGINNINGS))
    return clock if any(moment > earliest for moment in begun) else WatchedClock()


def _moments(load: Callable[[], Iterable[Entry]]) -> list[datetime]:
    try:
        return [moment_of(entry.at, drift_of(entry.payload)) for entry in load()]
    except (StoreDamaged, DamagedFact):  # said to whoever opens that log
        return []


def keep_time(context: Context) -> None:
    """Keep what time it is in the data folder, as the earliest one for the next start; nothing where that fails."""
    at = context.now()
    drift = context.drift(at)
    kept = f"{moment_of(at, drift).isoformat()} {drift}"
    with suppress(OSError):
        replace_file(_time_file(context.store), kept.encode("ascii"))


def _kept_time(file: Path) -> tuple[datetime | None, int]:
    """The moment that was kept last, and by how much it was ahead of the time of day."""
    try:
        moment, _, drift = file.read_text(encoding="ascii").partition(" ")
        return datetime.fromisoformat(moment).astimezone(UTC), drift_of({DRIFT: int(drift or 0)})
    except (OSError, ValueError, OverflowError, DamagedFact):
        return None, 0


def folder_of(store: Store) -> Path:
    """The data folder beside a store: that of its file, else the usual one."""
    return Path(str(store.url.database)).parent if store.url.drivername == "sqlite" else usual_folder()


def _time_file(store: Store) -> Path:
    return folder_of(store) / "time"


# The keys of an installation. Once one key was both, under the name that the links' secret has kept: a store of that
# time has it alone, and an older program that reads a store of today opens the links that were printed.
_LINK_SECRET, _ENTRY_KEY, _FRESH_LINK_SECRET = "organizer_key", "entry_key", "fresh_link_secret"


def link_secret(store: Store) -> str:
    """The secret that the tokens of all links are made of: those of events, tables and weekends."""
    secret = store.known_setting(_LINK_SECRET)
    return secret if secret is not None else _made(store, _LINK_SECRET)


def fresh_link_secret(store: Store) -> str:
    """The secret of the links of events whose links were all replaced.

    The other one was the organizer's key once: someone who had it could work out each link that is made of it.
    """
    return store.setting(_FRESH_LINK_SECRET, _new_key)


def entry_key(store: Store) -> str:
    """The key in the organizer's link, as it is at this moment: without accounts its holder is the organizer."""
    secret = store.latest_setting(_ENTRY_KEY)
    return secret if secret is not None else _made(store, _ENTRY_KEY)


def replace_entry_key(store: Store) -> str:
    """A new key for the organizer's link: the one before opens nothing any more, and no other link changes."""
    _made(store, _ENTRY_KEY)
    key = _new_key()
    store.replace_setting(_ENTRY_KEY, key)
    record(SecurityEvent.LINK_REPLACED, link="organizer")
    return key


def _made(store: Store, name: str) -> str:
    """One of the two keys of a store that lacks one; both are made, so that every copy of it has both."""
    shared = store.known_setting(_LINK_SECRET)
    # First: a store that has the secret alone is of the time when both were one.
    store.setting(_ENTRY_KEY, lambda: shared or _new_key())
    store.setting(_LINK_SECRET, _new_key)
    return store.setting(name, _new_key)


def _new_key() -> str:
    return secrets.token_urlsafe(24)
