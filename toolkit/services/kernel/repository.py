"""Logs folded into states: what was folded once is kept, and only what is new is folded again.

A state is kept by the number of the last entry in it. Any number of processes may write to the same log: before a state
is used the log is asked for whatever came after, so what is kept here never decides anything.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from toolkit.services.kernel.recent import Recent
from toolkit.storage import FORGETTING, Done, Draft, Entry, LogWriter, Request, Store, Stream, StreamNotFound

__all__ = ["Folded", "Repository", "Stream", "Turn"]  # of the storage, the head of a log is what the doors may hold

# States kept: as many events as one installation runs at a time, and then some.
KEPT = 64


@dataclass(frozen=True, slots=True)
class Folded[S]:
    """A state and the number of the last entry in it."""

    number: int
    state: S


class Turn[S]:
    """One writer's turn: the state as it is, and a log that no other can write to meanwhile."""

    def __init__(
        self,
        writer: LogWriter,
        folded: Folded[S],
        *,
        start: Callable[[], S],
        fold: Callable[[S, Sequence[Entry]], S],
        refold: Callable[[S, Sequence[Entry]], S],
    ) -> None:
        self._writer = writer
        self._start, self._fold, self._refold = start, fold, refold
        self.folded = folded

    @property
    def state(self) -> S:
        """The state, what was appended in this turn included."""
        return self.folded.state

    def expect(self, number: int | None) -> None:
        """Make sure that a writer who last saw entry `number` saw everything; None for one who does not say.

        Raises:
            StaleStream: carrying what came in between.
            UnknownSequence: the log never was that long.
        """
        self._writer.expect(number)

    def done(self, request: Request) -> Done | None:
        """The entries that the same request wrote when it came first; None when it is new.

        Raises:
            ReusedKey: its key was sent with something else.
        """
        return self._writer.done(request)

    def written_by(self, key: str) -> range:
        """The entries that the request with that key wrote, by number; none where there was no such request."""
        return self._writer.written_by(key)

    def append(self, drafts: Sequence[Draft], *, request: Request | None = None) -> S:
        """Write facts and fold them; if they cannot be folded, the turn ends with that error and nothing is kept."""
        entries = self._writer.append(drafts, request=request)
        self.folded = Folded(self._writer.head, self._fold(self.folded.state, entries))
        return self.folded.state

    def entries(self) -> list[Entry]:
        """The current log.

        Raises:
            StoreDamaged: an entry is missing or cannot be read.
        """
        return self._writer.entries()

    def forget(self, texts: Mapping[int, Mapping[str, str]]) -> S:
        """Take texts out of entries for good: by entry and place, what stands there instead; the state without them.

        The entries that follow have to say so, for readers with a folded log: one of the kind `FORGETTING`.
        """
        self._writer.forget(texts)
        self.folded = Folded(self._writer.head, self._refold(self._start(), self._writer.entries()))
        return self.folded.state

    def summarize(self, summary: Mapping[str, Any]) -> None:
        """Keep what lists show of this log."""
        self._writer.summarize(summary)

    def keep_digest(self, content: str | None) -> None:
        """Keep what was computed of this log as it is now; None for nothing, so that nothing older stays."""
        self._writer.keep_digest(content)


class Repository[S]:
    """Every log of one kind in a store, with the states that they fold into.

    `fold` takes entries that are being written and may refuse them; `refold` those that stand in the log, which it must
    take as they are. Where it is not given `fold` takes both.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        *,
        start: Callable[[], S],
        fold: Callable[[S, Sequence[Entry]], S],
        refold: Callable[[S, Sequence[Entry]], S] | None = None,
    ) -> None:
        self._store = store
        self._kind = kind
        self._start = start
        self._fold = fold
        self._refold = refold or fold
        self._kept: OrderedDict[str, Folded[S]] = OrderedDict()
        self._streams: Recent[str, Stream] = Recent(KEPT)
        self._lock = threading.Lock()

    def streams(self) -> list[Stream]:
        """The heads of all logs, newest first."""
        return self._store.streams(self._kind)

    def count(self) -> int:
        """How many entries all logs have: another number once any of them has gone on."""
        return self._store.entry_count(self._kind)

    def head(self, stream: str) -> int:
        """The number of the last entry: the version that a page or a phone asks for.

        Raises:
            StreamNotFound: there is no such log.
        """
        return self._store.head(stream, self._kind)

    def stream(self, stream: str) -> Stream:
        """The head of a log with its summary, without folding anything.

        Raises:
            StreamNotFound: there is no such log.
        """
        kept = self._streams.get(stream)
        # Whoever writes a summary writes an entry with it.
        if kept is not None and kept.head == self.head(stream):
            return kept
        return self._streams.keep(stream, self._store.stream(stream, self._kind))

    def look(self, stream: str, head: int | None = None) -> Folded[S]:
        """The state as it is now; `head` is the number of the last entry, where it was asked for just before.

        Raises:
            StreamNotFound: there is no such log.
        """
        kept = self._known(stream)
        if kept.number:
            head = self.head(stream) if head is None else head
            if head == kept.number:
                return kept
            if head < kept.number:
                kept = self._forget(stream)
        folded = self._advance(stream, kept, lambda after: self._store.entries(stream, self._kind, after=after))
        self._keep(stream, folded)
        return folded

    @contextmanager
    def creating(self, stream: str, *, created: datetime) -> Iterator[Turn[S]]:
        """A new log, kept when the block ends without an error.

        Raises:
            StreamExists: the id is taken.
        """
        with self._store.creating(stream, self._kind, created=created) as writer:
            turn = self._turn(writer, self._nothing())
            yield turn
        self._keep(stream, turn.folded)

    @contextmanager
    def turn(self, stream: str) -> Iterator[Turn[S]]:
        """A turn at writing to a log; what is appended is kept when the block ends, or nothing is.

        Raises:
            StreamNotFound: there is no such log.
        """
        with self._store.writing(stream, self._kind) as writer:
            kept = self._known(stream)
            if writer.head < kept.number:
                kept = self._forget(stream)
            if writer.head > kept.number:
                kept = self._advance(stream, kept, lambda after: writer.entries(after=after))
            turn = self._turn(writer, kept)
            yield turn
        self._keep(stream, turn.folded)

    def fold(self, entries: Sequence[Entry]) -> S:
        """The state of a whole log; it is not kept."""
        return self._refold(self._start(), entries)

    def find(self, start: str) -> str:
        """The id that begins with `start`, when only one does.

        Raises:
            StreamNotFound: none does, or several do.
        """
        ids = [stream.id for stream in self.streams()]
        if start in ids:
            return start
        matches = [id for id in ids if start and id.startswith(start)]
        if len(matches) != 1:
            count = f"{len(matches)} {self._kind}s begin" if matches else f"No {self._kind} begins"
            raise StreamNotFound(f"{count} with {start!r}.")
        return matches[0]

    def _nothing(self) -> Folded[S]:
        return Folded(0, self._start())

    def _known(self, stream: str) -> Folded[S]:
        with self._lock:
            kept = self._kept.get(stream)
            if kept is not None:
                self._kept.move_to_end(stream)
        return kept or self._nothing()

    def _forget(self, stream: str) -> Folded[S]:
        # The log is not the one that was folded: put back to an older copy, or without what was forgotten.
        with self._lock:
            self._kept.pop(stream, None)
        return self._nothing()

    def _advance(self, stream: str, kept: Folded[S], load: Callable[[int], Sequence[Entry]]) -> Folded[S]:
        entries = load(kept.number)
        if kept.number and any(entry.kind == FORGETTING for entry in entries):
            # What is kept here still holds what was taken out of the log.
            kept = self._forget(stream)
            entries = load(0)
        return Folded(entries[-1].number, self._refold(kept.state, entries)) if entries else kept

    def _turn(self, writer: LogWriter, folded: Folded[S]) -> Turn[S]:
        return Turn(writer, folded, start=self._start, fold=self._fold, refold=self._refold)

    def _keep(self, stream: str, folded: Folded[S]) -> None:
        with self._lock:
            kept = self._kept.get(stream)
            # Of two threads that fold at once the slower may come with the older state.
            if kept is None or kept.number < folded.number:
                self._kept[stream] = folded
            self._kept.move_to_end(stream)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
