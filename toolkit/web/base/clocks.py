"""A round's clock as pages show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from flask_babel import gettext, ngettext

from toolkit.services.kernel.context import APART
from toolkit.tournament.clock import ClockReading, read_clock
from toolkit.tournament.state import Round, State
from toolkit.views import ViewOf
from toolkit.web.base.stores import current_context


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClock(ViewOf[ClockReading]):
    """A clock as a page shows it; `ends` (when it is up) and `at` (now) in seconds since 1970."""

    text: str
    ends: float | None
    at: float
    is_started: bool
    is_paused: bool
    is_stopped: bool
    is_over: bool
    is_own: bool = False
    has_minutes: bool = True


def clock_view(state: State, round_: Round) -> ShownClock:
    """The clock of a round now; before its start, the announced time."""
    reading = read_clock(round_, current_context().steady())
    if not reading.is_started:
        reading = replace(reading, seconds_left=reading.seconds_left + 60 * minutes_of(state, round_))
    return clock_of(reading)


def jump_words() -> str:
    """That this computer's clock has jumped by more than a minute, and what to do; "" where it has not."""
    context = current_context()
    drift = context.drift(context.now())
    if abs(drift) <= APART:
        return ""
    time = length_words(round(abs(drift) / 60))
    if drift < 0:
        return gettext(
            "This computer's clock was set forward by %(time)s. Running clocks ignore that. "
            "If its time is wrong now, set it right.",
            time=time,
        )
    return gettext(
        "This computer's clock was set back by %(time)s. Running clocks ignore that. "
        "If its time is wrong now, set it right.",
        time=time,
    )


def length_words(minutes: int) -> str:
    """So many minutes, as hours where it is one or more."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02} h" if hours else ngettext("%(num)d minute", "%(num)d minutes", rest)


def minutes_of(state: State, round_: Round) -> int:
    """The announced minutes of a round, or of the final."""
    return state.settings.final_minutes if round_.is_final else state.settings.minutes


def clock_of(reading: ClockReading, at: datetime | None = None) -> ShownClock:
    """A reading, now or at a moment, as a page shows it: hours, minutes and seconds, and when it is up."""
    seconds = reading.seconds_left or reading.over
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return ShownClock.of(
        reading,
        text=f"+{text}" if reading.over and not reading.seconds_left else text,
        ends=reading.ends_at.timestamp() if reading.ends_at else None,
        at=(at or current_context().steady()).timestamp(),
        is_over=reading.over > 0,
    )
