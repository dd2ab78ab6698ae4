"""What the log says of itself: entries undone and done again."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesUndone(Fact):
    """Entries of the log no longer count; they stay readable."""

    entries: tuple[int, ...]
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesRedone(Fact):
    """Undone entries count again."""

    entries: tuple[int, ...]
    reason: str = ""
