"""The sources of the app: its own database and the card data, opened by the first request that needs them.

Pages without a database work without one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path

from flask import Flask, current_app, g

from toolkit.cards import CardDatabase
from toolkit.cards.texts import CardTexts
from toolkit.errors import Unavailable
from toolkit.services.accounts.second_factor import encrypt_secrets
from toolkit.services.kernel.cards import FollowedCards, FollowedTexts
from toolkit.services.kernel.context import (
    Context,
    database_address,
    entry_key,
    keep_time,
    link_secret,
    open_context,
    store_name,
)
from toolkit.services.kernel.data_folder import data_folder, usual_folder
from toolkit.services.lifecycle.forgetting import finish_forgetting
from toolkit.services.season.events import ask_about_new_events
from toolkit.services.season.leagues import moved_places
from toolkit.services.server.copies import CopyKeeper, copied_at, copies_folder, describe_copies
from toolkit.tournament import Tournament
from toolkit.tournament.log import LogEntry
from toolkit.web.base.security import secret_keys

_KEY = "vtes_toolkit_context"
_CARDS = "card_data"
_HEARS = "hears_changes"


class _Shelf:
    """One context per process, made once."""

    def __init__(
        self,
        address: str | None,
        folder: str | None,
        cards: Callable[[], CardDatabase],
        opened: Callable[[Context], None],
    ) -> None:
        self._address, self._cards, self._opened = address, cards, opened
        self._folder = folder
        self._lock = threading.Lock()
        self._looking, self._looked = threading.Lock(), -inf
        self._readiness: Readiness | None = None
        self.probe = _Question(lambda: self.context().store.probe())
        self.copied = _Question(lambda: copied_at(self.context()))
        self._forgetting, self._forgot = Future[None](), -inf
        self._forgetting.set_result(None)
        self._context: Context | None = None

    def address(self) -> str:
        if self._address is None:
            is_usual = self._folder is None or Path(self._folder) == usual_folder()
            self._address = database_address(None if is_usual else self._folder)
        return self._address

    def context(self) -> Context:
        with self._lock:
            if self._context is None:
                context = open_context(self.address(), self._cards)
                try:
                    self._opened(context)
                except Unavailable:
                    context.store.close()
                    raise
                self._context = context
            if self._forgetting.done() and time.monotonic() - self._forgot > _FORGET_AGAIN:
                self._forgot = time.monotonic()
                self._forgetting = _beside(partial(finish_forgetting, self._context))
            return self._context

    def readiness(self, look: Callable[[], Readiness]) -> Readiness:
        """The result of `look`, repeated only after some seconds: frequent questions write nothing."""
        with self._looking:
            if self._readiness is None or time.monotonic() - self._looked > _LOOK_AGAIN:
                self._readiness, self._looked = look(), time.monotonic()
            return self._readiness

    def close(self) -> None:
        with self._lock:
            if self._context is not None:
                wait([self._forgetting], _ANSWERS_WITHIN)
                self._context.store.close()
                self._context, self._forgot = None, -inf


class _Question[T]:
    """Something that is asked of the store in a thread of its own, which is left to itself when it hangs."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._asked: Future[T] | None = None

    def answer(self) -> T:
        """The result of the work.

        Raises:
            Unavailable: nothing does, or not in time: a frozen server answers no query, for ever.
        """
        if self._asked is None or self._asked.done():
            self._asked = _beside(self._work)
        try:
            return self._asked.result(_ANSWERS_WITHIN)
        except TimeoutError as error:
            raise Unavailable(f"The store has not answered for {_ANSWERS_WITHIN} seconds.") from error


def _beside[T](work: Callable[[], T]) -> Future[T]:
    """The future of work in a thread of its own, for which the end of the program does not wait."""
    future = Future[T]()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, name="beside", daemon=True).start()
    return future


def init_app(app: Flask) -> None:
    """Let `app` reach its database: `DATABASE_URL` of its configuration, else the one of `DATA_FOLDER`."""
    app.config.setdefault("DATABASE_URL", None)
    folder = app.config["DATA_FOLDER"]
    cards = app.extensions[_CARDS] = FollowedCards(Path(folder) if folder else None)
    keys = tuple(reversed(secret_keys(app)))

    def opened(context: Context) -> None:
        context.secret_keys = keys
        context.league_places = moved_places
        if app.config["ACCOUNTS"]:
            encrypt_secrets(context)
            ask_about_new_events(context)

    app.extensions[_KEY] = _Shelf(app.config["DATABASE_URL"], folder, cards.current, opened)


def current_context() -> Context:
    """The context of the app that answers this request.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    context = context_of(current_app)
    context.on_change = current_app.extensions.get(_HEARS)
    return context


type _ChangeListener = Callable[[str, Tournament, Sequence[LogEntry]], None]


def hear(app: Flask, listener: _ChangeListener) -> None:
    """Let `listener` hear of every change that the requests of `app` store, after those that hear already."""
    earlier: _ChangeListener = app.extensions.get(_HEARS, lambda *_: None)

    def tell(id: str, tournament: Tournament, entries: Sequence[LogEntry]) -> None:
        earlier(id, tournament, entries)
        listener(id, tournament, entries)

    app.extensions[_HEARS] = tell


def context_of(app: Flask) -> Context:
    """The context of `app`, outside of its requests.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    shelf: _Shelf = app.extensions[_KEY]
    return shelf.context()


def current_secret() -> str:
    """The secret of the links of the app that answers this request.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    return link_secret(current_context().store)


def current_entry_key() -> str:
    """The key in the organizer's link, as it is at this moment.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    return entry_key(current_context().store)


_OK = "ok"
_UNKNOWN = "The age of the last copy is not known."
# Seconds for which an answer about being ready is good.
_LOOK_AGAIN = 5
# Seconds in which a store says that it has taken a write: less than a container's health check waits.
_ANSWERS_WITHIN = 3
# Seconds after which it is looked again whether a forgetting that had to wait can be finished.
_FORGET_AGAIN = 3600
# Seconds by which a clock that is set back before the next start can lengthen a round.
_KEEP_TIME = 15


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether requests can be served.

    Attributes:
        store: which store is in use, without its password.
        checks: what was looked at: `ok`, or the code of what is wrong with it.
        copies: how old the last copy is; an old one is no reason to serve nobody.
    """

    store: str
    checks: Mapping[str, str]
    copies: str

    @property
    def is_ready(self) -> bool:
        """Whether nothing is wrong."""
        return set(self.checks.values()) == {_OK}


def readiness(app: Flask) -> Readiness:
    """Whether the store takes a write with tables of this version, and the cards are there."""
    shelf: _Shelf = app.extensions[_KEY]

    def look() -> Readiness:
        checks = {"store": _fault(shelf), "cards": _OK if len(card_data()) else "no_cards"}
        return Readiness(_name_of(shelf), checks, _copies(shelf) if checks["store"] == _OK else _UNKNOWN)

    return shelf.readiness(look)


def _copies(shelf: _Shelf) -> str:
    try:
        return describe_copies(shelf.copied.answer(), shelf.context().now())
    except Unavailable:
        return _UNKNOWN


def copy_age(app: Flask) -> float | None:
    """How many seconds old the last copy is, without end where there is none; None while the store does not say."""
    shelf: _Shelf = app.extensions[_KEY]
    try:
        copied = shelf.copied.answer()
        return inf if copied is None else (shelf.context().now() - copied).total_seconds()
    except Unavailable:
        return None


def _fault(shelf: _Shelf) -> str:
    try:
        shelf.probe.answer()
    except Unavailable as error:
        current_app.logger.error("%s", error.message)
        return error.code
    return _OK


def _name_of(shelf: _Shelf) -> str:
    try:
        return store_name(shelf.address())
    except Unavailable as error:
        return error.code


def check_place(app: Flask) -> None:
    """Make sure, before anything is served, that it is clear where the events of `app` are.

    Raises:
        TwoStores: two places are named.
    """
    shelf: _Shelf = app.extensions[_KEY]
    shelf.address()


def start_keeping_time(app: Flask) -> Callable[[], None]:
    """Keep what time it is in the data folder while `app` is served, now and again and again; returns what ends it."""
    stop = threading.Event()

    def run() -> None:
        while True:
            with suppress(Unavailable):
                keep_time(context_of(app))
            if stop.wait(_KEEP_TIME):
                return

    threading.Thread(target=run, name="time", daemon=True).start()
    return stop.set


def copies_of(app: Flask) -> Path | None:
    """Where copies of the store of `app` are kept while it is served; None for nowhere."""
    return None if app.config.get("DEMO") else copies_folder(app.config["COPIES"], app.config["DATA_FOLDER"])


def start_keeping_copies(app: Flask) -> Callable[[], None]:
    """Keep copies of the store while `app` is served, one now and one every 15 minutes; returns what ends it."""
    folder = copies_of(app)
    if folder is None:
        return lambda: None
    keeper = CopyKeeper(lambda: context_of(app), folder)
    keeper.start()
    return keeper.stop


def close(app: Flask) -> None:
    """Close the database of `app`, when it was opened."""
    shelf: _Shelf = app.extensions[_KEY]
    shelf.close()


# The card data

_TEXTS = "card_texts"


def card_data() -> CardDatabase:
    """Every card: the copy refreshed in the app's data folder, else the one that ships; the same for a whole request.

    An update of the folder is seen by the next request.
    """
    if _CARDS not in g:
        followed: FollowedCards = current_app.extensions[_CARDS]
        setattr(g, _CARDS, followed.current())
    cards: CardDatabase = g.get(_CARDS)
    return cards


def own_folder() -> Path:
    """The app's data folder.

    Raises:
        UnusableDataFolder: it cannot be made.
    """
    return data_folder(current_app.config["DATA_FOLDER"])


def card_texts() -> CardTexts | None:
    """The card texts of the app's data folder, as of its newest update; None where it has none."""
    if _TEXTS not in current_app.extensions:
        folder = current_app.config["DATA_FOLDER"]
        current_app.extensions[_TEXTS] = FollowedTexts(Path(folder) if folder else None)
    followed: FollowedTexts = current_app.extensions[_TEXTS]
    return followed.current()
