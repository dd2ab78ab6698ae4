"""The event itself: what it is called, its settings, its beginning and end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from toolkit.tournament.configuration import Configuration
from toolkit.tournament.errors import DamagedFact
from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Fact):
    """The first fact of every log."""

    configuration: Configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A setting and its new value; the value is JSON text, for it may be of any type."""

    name: str
    value: str

    @classmethod
    def to(cls, name: str, value: Any) -> Change:
        """The change of `name` to a JSON value."""
        return cls(name=name, value=json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def loaded(self) -> Any:
        """The JSON value.

        Raises:
            DamagedFact: not JSON.
        """
        try:
            return json.loads(self.value)
        except (ValueError, RecursionError) as error:
            raise DamagedFact(f"The value of “{self.name[:40]}” cannot be read.") from error


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationChanged(Fact):
    """Some settings of the event were changed."""

    changes: tuple[Change, ...]


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFinished(Fact):
    """The organizer closed the event; its result stands."""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentReopened(Fact):
    """The organizer opened the event again."""

    reason: str


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAdded(Fact):
    """A remark for the log."""

    text: str
