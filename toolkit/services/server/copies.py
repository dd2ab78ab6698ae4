"""Copies: made by hand or every few minutes, and brought back; each is one file that holds all events and accounts."""

from __future__ import annotations

import json
import logging
import os
import platform
import re
import secrets
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from toolkit.errors import ToolkitError, Unavailable
from toolkit.languages import Count, Listed
from toolkit.services.kernel.context import GAME, TOURNAMENT, Context, open_context
from toolkit.services.kernel.data_folder import usual_folder
from toolkit.services.kernel.switches import OFF
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.forgetting import FORGOTTEN, SALT, say_forgotten
from toolkit.services.server.verification import damage_of
from toolkit.storage import FORGETTING, folder_url, holds_events, parse_url
from toolkit.storage.copies import COPIES, CannotCopy
from toolkit.storage.integrity import forget_as, load_links, reading, remember_as
from toolkit.storage.store import restore_file
from toolkit.tournament import handover

__all__ = ["COPIES", "CannotCopy"]  # of the storage, what the doors may name

# Seconds between two automatic copies, and how many of them are kept: those of the last twelve hours.
EVERY = 15 * 60
KEPT = 48
# Of these seconds so much, for two clocks never agree.
_NEARLY = 0.9
# So old a copy is too old: the hourly one of a server's timer has failed, too.
OLD = timedelta(hours=2)
_SEE = "Look for `No copy was made` in the log, or run `vtes-toolkit backup`."

# What the store notes: whose turn it is to make copies, and of which moment there is one.
_TURN, _COPIED = "copies", "copied"

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
        """The counted content."""
        games = Count(self.games, "%(num)d game of the table companion", "%(num)d games of the table companion")
        return Listed((Count(self.events, "%(num)d event", "%(num)d events"), games))


def name_at(moment: datetime) -> str:
    """The name of a copy made at that moment; names in order are ages in order."""
    return f"vtes-toolkit-{moment:%Y%m%dT%H%M%SZ}.db"


def check_free(target: Path) -> None:
    """Make sure that a copy can be made there, before something is done that asks for one.

    Raises:
        CannotCopy: there is a file of that name, or no such folder.
    """
    # Unlike those of Path, these also take what is far too long to be a path.
    folder = target if os.path.isdir(target) else target.absolute().parent
    if os.path.isfile(target) or not os.path.isdir(folder):
        raise CannotCopy(f"{target} cannot be a new copy: name another file, in a folder that is there.")


def back_up(context: Context, target: Path, *, is_kept: bool = False) -> Copy:
    """Copy everything into a file, or into a folder under a name of the moment, while others may write.

    With `is_kept` the store notes that there is a copy.

    Raises:
        CannotCopy: the file is there already or cannot be written.
        StoreUnavailable: the store cannot be read.
    """
    now = context.now()
    path = target / name_at(now) if os.path.isdir(target) else target
    context.store.copy_to(path)
    if is_kept:
        _note_copied(context, now)
    return _told(context, path)


def copies_folder(named: str, folder: str | Path | None) -> Path | None:
    """The folder of a server's own copies: the named one, else in the data folder; None for no copies."""
    if named.casefold() in OFF:
        return None
    return Path(named) if named else Path(folder or usual_folder()) / COPIES


def restore(file: Path, address: str, *, newer: str | None = None, is_damaged: bool = False) -> Copy:
    """Make a copy the store at that address, which has nothing yet, with the tables of this version.

    What was forgotten since the copy was made is forgotten in it too, as far as it is known: by the store at the
    address `newer`, else by the one in whose folder of copies the file lies. With `is_damaged` a copy is taken as it is
    that is not what was copied.

    Raises:
        CannotCopy: the file is no whole copy, or not what was copied, or there is a store at the address.
        StoreUnavailable: it cannot be opened, or the newer one cannot be read.
    """
    source = newer or _store_beside(file)
    if newer is not None:
        with reading(parse_url(newer)):
            pass
    if not is_damaged and (faults := damage_of(file)):
        raise CannotCopy(_DAMAGED.format(file=file, what="; ".join(faults[:_NAMED]), more=_more(len(faults) - _NAMED)))
    with tempfile.TemporaryDirectory(prefix="vtes-toolkit-") as aside:
        restore_file(file, address, Path(aside))
    context = open_context(address)
    try:
        forgotten = None if source is None else _forget_as(context, source, is_asked=newer is not None)
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
        with reading(parse_url(newer)) as store, context.store.transaction() as connection:
            counts = forget_as(connection, store)
            remember_as(connection, store, salt=SALT, prefix=FORGOTTEN)
            entries = {id: [link for link in load_links(store, id) if link.kind == FORGETTING] for id in counts}
    except Unavailable:
        if is_asked:
            raise
        return None
    for event in context.tournaments.streams():
        if event.id in counts:
            with suppress(ToolkitError):  # a log that cannot be read says so on its own page
                say_forgotten(context, event.id, entries[event.id], by=_RESTORE)
    for game in context.store.streams(GAME):
        if game.id in counts:
            # A store without games does not load the engine.
            from toolkit.services.tables.folding import games
            from toolkit.services.tables.playing import summary

            with games(context).turn(game.id) as turn:
                turn.summarize(summary(turn.state))
    context.store.scrub()
    return sum(counts.values())


def _told(context: Context, path: Path) -> Copy:
    return Copy(path=path, events=len(context.store.streams(TOURNAMENT)), games=len(context.store.streams(GAME)))


# When copies were made


def copied_at(context: Context) -> datetime | None:
    """The moment of which a copy holds everything that was written until then; None where none was made.

    Raises:
        StoreUnavailable: the store cannot be read.
    """
    try:
        return datetime.fromisoformat(context.store.noted(_COPIED) or "")
    except ValueError:
        return None


def describe_copies(copied: datetime | None, now: datetime) -> str:
    """The age of the last copy, and the remedy for an old one."""
    if copied is None:
        return f"No copy was made yet. {_SEE}"
    minutes = max(0, int((now - copied).total_seconds() // 60))
    age = f"{minutes} minutes" if minutes < 2 * 60 else f"{minutes // 60} hours"
    return f"The last copy is {age} old." + (f" {_SEE}" if now - copied > OLD else "")


def _note_copied(context: Context, moment: datetime) -> None:
    with suppress(Unavailable):
        _note(context, _COPIED, moment.isoformat(), instead=context.store.noted(_COPIED))


def _note(context: Context, name: str, value: str, *, instead: str | None) -> bool:
    """Note something, unless another process did. A store that takes no note is copied all the more."""
    try:
        return context.store.note(name, value, instead=instead)
    except Unavailable:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One keeper's turn at making copies, as all keepers of a store see it.

    Attributes:
        by: the keeper; empty once it has stopped.
        at: when the turn began.
        host, folder: where its copies are.
        file, mark: the last copy, and the store's mark then.
    """

    by: str
    at: datetime
    host: str
    folder: str
    file: str = ""
    mark: str = ""

    @property
    def text(self) -> str:
        return json.dumps({**asdict(self), "at": self.at.isoformat()})


def _read_turn(text: str | None) -> _Turn | None:
    try:
        turn = json.loads(text or "")
        return _Turn(**{**turn, "at": datetime.fromisoformat(turn["at"])})
    except (ValueError, TypeError, KeyError):
        return None


class CopyKeeper:
    """Keeps the last so many copies of a store in a folder: one every so many seconds, if something was written.

    Of several processes or machines with the same store one makes them: a turn is noted in the store when it begins.
    """

    def __init__(self, context: Callable[[], Context], folder: Path, *, every: float = EVERY, kept: int = KEPT) -> None:
        self._context, self._folder, self._every, self._kept = context, folder, every, kept
        self._name, self._host = secrets.token_hex(8), platform.node()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="copies")

    def turn(self) -> Path | None:
        """Make a copy, unless another keeper does or nothing was written since the last one; drop the oldest.

        Raises:
            CannotCopy: the folder cannot be written.
            StoreUnavailable: the store cannot be read.
        """
        context = self._context()
        mark, now, noted = context.store.mark(), context.now(), context.store.noted(_TURN)
        last = _read_turn(noted)
        if not mark or (last is not None and self._is_others(last, now)):
            return None
        here = str(self._folder.absolute())
        turn = _Turn(by=self._name, at=now, host=self._host, folder=here)
        if last is not None and (last.host, last.folder) == (self._host, here):
            turn = replace(turn, file=last.file, mark=last.mark)
        if not _note(context, _TURN, turn.text, instead=noted):
            return None
        made = None
        try:
            if turn.mark != mark or not (self._folder / turn.file).is_file():
                made = self._copy(context)
        except Unavailable:
            _note(context, _TURN, replace(turn, by="").text, instead=turn.text)
            raise
        _note_copied(context, now)
        if made is not None:
            _note(context, _TURN, replace(turn, file=made.name, mark=mark).text, instead=turn.text)
        return made

    def _is_others(self, last: _Turn, now: datetime) -> bool:
        """Whether another keeper has its turn, whose copies are as good as one here."""
        is_elsewhere = last.host == self._host and last.folder != str(self._folder.absolute())
        age = (now - last.at).total_seconds()
        return last.by not in ("", self._name) and not is_elsewhere and 0 <= age < self._every * _NEARLY

    def _copy(self, context: Context) -> Path:
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = back_up(context, self._folder).path
            made = sorted(path for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
            for old in made[: -self._kept]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise CannotCopy(f"No copy can be kept in {self._folder}: {error.strerror}.") from error
        return path

    def start(self) -> None:
        """Keep copies beside everything else, the first one now."""
        self._thread.start()

    def stop(self) -> None:
        """Let a copy that is being made come to its end, make no other, and leave the next turn to any keeper."""
        self._stop.set()
        self._thread.join()
        with suppress(Unavailable):
            store = self._context().store
            noted = store.noted(_TURN)
            last = _read_turn(noted)
            if last is not None and last.by == self._name:
                store.note(_TURN, replace(last, by="").text, instead=noted)

    def _run(self) -> None:
        while True:
            try:
                self.turn()
            except Unavailable as error:
                logging.getLogger(__name__).error("No copy was made: %s", error.message)
            if self._stop.wait(self._every):
                return
