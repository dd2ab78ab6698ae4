"""Copies: made by hand or every few minutes, and brought back; each is one file that holds all events and accounts."""

from __future__ import annotations

import logging
import re
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from toolkit.errors import ToolkitError, Unavailable
from toolkit.languages import Count, Listed
from toolkit.services.context import GAME, TOURNAMENT, Context, open_context
from toolkit.services.forgetting import FORGOTTEN, SALT, say_forgotten
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.services.verification import damage_of
from toolkit.storage import FORGETTING, folder_url, holds_events, parse_url
from toolkit.storage.copies import COPIES, CannotCopy
from toolkit.storage.integrity import forget_as, load_links, reading, remember_as
from toolkit.storage.store import restore_file
from toolkit.tournament import handover

__all__ = ["COPIES", "CannotCopy"]  # of the storage, what the doors may name

# Seconds between two automatic copies, and how many of them are kept: those of the last twelve hours.
EVERY = 15 * 60
KEPT = 48

_RESTORE = "Restore"
# Of what differs in a damaged copy so much is named; `verify` names all of it.
_NAMED = 3
_DAMAGED = "{file} is not what was copied: {what}{more}. Take another copy, or add --damaged to restore it as it is."
_NAME = re.compile(r"vtes-toolkit-\d{8}T\d{6}Z\.db")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A copy: its file, and what is in it.

    Attributes:
        forgotten: entries of which something was forgotten that a newer store has forgotten; None where no newer
            store was read.
    """

    path: Path
    events: int
    games: int
    forgotten: int | None = 0

    @property
    def holds(self) -> Listed:
        """What is in it, counted."""
        games = Count(self.games, "%(num)d game of the table companion", "%(num)d games of the table companion")
        return Listed((Count(self.events, "%(num)d event", "%(num)d events"), games))


def name_at(moment: datetime) -> str:
    """What a copy made at that moment is called; sorted by name they are sorted by age."""
    return f"vtes-toolkit-{moment:%Y%m%dT%H%M%SZ}.db"


def check_free(target: Path) -> None:
    """Make sure that a copy can be made there, before something is done that asks for one.

    Raises:
        CannotCopy: there is a file of that name, or no such folder.
    """
    if target.is_file() or not (target if target.is_dir() else target.absolute().parent).is_dir():
        raise CannotCopy(f"{target} cannot be a new copy: name another file, in a folder that is there.")


def back_up(context: Context, target: Path) -> Copy:
    """Copy everything into a file, or into a folder under a name of the moment, while others may write.

    Raises:
        CannotCopy: the file is there already or cannot be written.
        StoreUnavailable: the store cannot be read.
    """
    path = target / name_at(context.now()) if target.is_dir() else target
    context.store.copy_to(path)
    return _told(context, path)


def restore(file: Path, address: str, *, newer: str | None = None, is_damaged: bool = False) -> Copy:
    """Make a copy the store at that address, which has nothing yet, with the tables of this version.

    What was forgotten since the copy was made is forgotten in it too, as far as it is known: by the store at the
    address `newer`, else by the one in whose folder of copies the file lies. With `is_damaged` a copy is taken as it is
    that is not what was copied.

    Raises:
        CannotCopy: the file is no whole copy, or not what was copied, or there is a store at the address.
        StoreUnavailable: it cannot be opened, or the newer one cannot be read.
    """
    known = newer or _store_beside(file)
    if newer is not None:
        with reading(parse_url(newer)):
            pass
    if not is_damaged and (found := damage_of(file)):
        raise CannotCopy(_DAMAGED.format(file=file, what="; ".join(found[:_NAMED]), more=_more(len(found) - _NAMED)))
    with tempfile.TemporaryDirectory(prefix="vtes-toolkit-") as aside:
        restore_file(file, address, Path(aside))
    context = open_context(address)
    try:
        forgotten = None if known is None else _forget_as(context, known, is_asked=newer is not None)
        _receive(context)
        return replace(_told(context, file), forgotten=forgotten)
    finally:
        context.store.close()


def _more(number: int) -> str:
    return f", and {number} more" if number > 0 else ""


def _receive(context: Context) -> None:
    """Let the code of each event that was handed over open it here."""
    for stream in context.tournaments.streams():
        with suppress(ToolkitError):  # a log that cannot be read says so on its own page
            UnitOfWork(context=context, id=stream.id, by=_RESTORE).change(handover.receive)


def _store_beside(copy: Path) -> str | None:
    """The store whose folder of copies a file lies in."""
    folder = copy.absolute().parent
    return str(folder_url(folder.parent)) if folder.name == COPIES and holds_events(folder.parent) else None


def _forget_as(context: Context, newer: str, *, is_asked: bool) -> int | None:
    """Forget what a newer store has forgotten: of how many entries; None where it cannot be read any more."""
    try:
        with reading(parse_url(newer)) as known, context.store.transaction() as connection:
            counts = forget_as(connection, known)
            remember_as(connection, known, salt=SALT, prefix=FORGOTTEN)
            said = {id: [link for link in load_links(known, id) if link.kind == FORGETTING] for id in counts}
    except Unavailable:
        if is_asked:
            raise
        return None
    for event in context.tournaments.streams():
        if event.id in counts:
            with suppress(ToolkitError):  # a log that cannot be read says so on its own page
                say_forgotten(context, event.id, said[event.id], by=_RESTORE)
    for game in context.games.streams():
        if game.id in counts:
            # Whoever only runs an event does not load the engine.
            from toolkit.services.tables.playing import summary

            with context.games.turn(game.id) as turn:
                turn.summarize(summary(turn.state))
    context.store.scrub()
    return sum(counts.values())


def _told(context: Context, path: Path) -> Copy:
    return Copy(path=path, events=len(context.store.streams(TOURNAMENT)), games=len(context.store.streams(GAME)))


class CopyKeeper:
    """Keeps the last so many copies of a store in a folder: one every so many seconds, if something was written."""

    def __init__(self, context: Context, folder: Path, *, every: float = EVERY, kept: int = KEPT) -> None:
        self._context, self._folder, self._every, self._kept = context, folder, every, kept
        self._mark: tuple[int, ...] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="copies")

    def turn(self) -> Path | None:
        """Make a copy, unless nothing was written since the last one; drop the oldest.

        Raises:
            CannotCopy: the folder cannot be written.
            StoreUnavailable: the store cannot be read.
        """
        mark = self._context.store.mark()
        if mark == self._mark or not any(mark):
            return None
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = back_up(self._context, self._folder).path
            made = sorted(path for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
            for old in made[: -self._kept]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise CannotCopy(f"No copy can be kept in {self._folder}: {error.strerror}.") from error
        self._mark = mark
        return path

    def start(self) -> None:
        """Keep copies beside everything else, the first one now."""
        self._thread.start()

    def stop(self) -> None:
        """Let a copy that is being made come to its end, and make no other."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                self.turn()
            except Unavailable as error:
                logging.getLogger(__name__).error("No copy was made: %s", error.message)
            if self._stop.wait(self._every):
                return
