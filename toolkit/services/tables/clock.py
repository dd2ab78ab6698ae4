"""A table's own clock: computed from times in the log, so that nothing has to tick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from toolkit.errors import Invalid
from toolkit.tournament.clock import LONGEST, Reading


class BadClock(Invalid):
    """This cannot be done to this clock."""

    code = "bad_clock"


class Hand(StrEnum):
    """What can be done to a clock."""

    START = "start"
    PAUSE = "pause"
    EXTEND = "extend"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClock:
    """A clock that runs down.

    Attributes:
        seconds: its whole length; 0 for a table without one.
        ran: seconds that it had run before it was started last.
        running_since: when it was started last; None while it stands.
    """

    seconds: int = 0
    ran: int = 0
    running_since: datetime | None = None

    @property
    def is_started(self) -> bool:
        """Whether it has run at all."""
        return self.ran > 0 or self.running_since is not None

    def elapsed(self, now: datetime) -> int:
        """Seconds that it has run."""
        return self.ran + (int((now - self.running_since).total_seconds()) if self.running_since else 0)

    def reading(self, now: datetime) -> Reading:
        """What it shows."""
        left = self.seconds - self.elapsed(now)
        return Reading(
            is_started=self.is_started,
            is_paused=self.is_started and self.running_since is None,
            is_stopped=False,
            seconds_left=max(0, left),
            over=max(0, -left),
            ends_at=now + timedelta(seconds=left) if self.running_since else None,
        )

    def turned(self, hand: Hand, now: datetime, minutes: int = 0) -> TableClock:
        """The clock after somebody has started, paused or extended it.

        Raises:
            BadClock: it runs already, stands already, or would be longer than a day.
        """
        match hand:
            case Hand.START:
                if self.running_since is not None:
                    raise BadClock("The clock is running.")
                if not self.seconds:
                    raise BadClock("The clock has no minutes yet: add some first.")
                return replace(self, running_since=now)
            case Hand.PAUSE:
                if self.running_since is None:
                    raise BadClock("The clock is not running.")
                return replace(self, ran=self.elapsed(now), running_since=None)
            case Hand.EXTEND:
                seconds = self.seconds + 60 * minutes
                if not minutes or not 0 <= seconds <= LONGEST:
                    raise BadClock("A clock has up to 24 hours.")
                return replace(self, seconds=seconds)
