"""The log: a sequence that only grows, shared between the versions of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolkit.tournament.folding import Entry

# Longer chunks make an append dearer, shorter ones the undoing of an old entry.
CHUNK = 128


@dataclass(frozen=True, slots=True)
class Log:
    """Entries in chunks: an append copies the last chunk only."""

    chunks: tuple[tuple[Entry, ...], ...] = ()
    tail: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Log:
        """The log of these entries."""
        whole = len(entries) // CHUNK * CHUNK
        chunks = tuple(tuple(entries[first : first + CHUNK]) for first in range(0, whole, CHUNK))
        return cls(chunks, tuple(entries[whole:]))

    def __len__(self) -> int:
        return len(self.chunks) * CHUNK + len(self.tail)

    def __iter__(self) -> Iterator[Entry]:
        for chunk in self.chunks:
            yield from chunk
        yield from self.tail

    def with_entry(self, entry: Entry) -> Log:
        """The log with one entry more."""
        tail = (*self.tail, entry)
        return Log((*self.chunks, tail), ()) if len(tail) == CHUNK else Log(self.chunks, tail)

    def entry(self, number: int) -> Entry:
        """The entry of that number, from 1; the caller knows that it is there."""
        chunk, place = divmod(number - 1, CHUNK)
        return self.tail[place] if chunk == len(self.chunks) else self.chunks[chunk][place]

    def since(self, chunk: int) -> Iterator[Entry]:
        """Entries from the start of a chunk on."""
        for later in self.chunks[chunk:]:
            yield from later
        yield from self.tail
