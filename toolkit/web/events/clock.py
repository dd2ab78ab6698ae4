"""The clock of a round: started, paused, extended, stopped; it is computed from times, so nothing here ticks."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from toolkit.schemas import event_forms as forms
from toolkit.tournament import clock
from toolkit.tournament.clock import Reading, read_clock
from toolkit.tournament.state import Round, State
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.events.steps import round_words
from toolkit.web.stores import current_context

_FIELDS = {"bad_minutes": "minutes", "bad_seconds": "extra", "unknown_table": "table"}


def clock_view(state: State, round_: Round) -> PageValues:
    """What the clock of a round shows now; before its start, what is announced."""
    reading = read_clock(round_, current_context().now())
    if not reading.is_started:
        reading = replace(reading, seconds_left=reading.seconds_left + 60 * minutes_of(state, round_))
    return shown(reading)


def minutes_of(state: State, round_: Round) -> int:
    """The announced minutes of a round, or of the final."""
    return state.settings.final_minutes if round_.is_final else state.settings.minutes


def shown(reading: Reading) -> PageValues:
    """A reading as a page shows it: hours, minutes and seconds, and when it is up."""
    seconds = reading.seconds_left or reading.over
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return {
        "text": f"+{text}" if reading.over and not reading.seconds_left else text,
        # Seconds since 1970: when it is up, while it runs, and the server's time now.
        "ends": reading.ends_at.timestamp() if reading.ends_at else None,
        "at": current_context().now().timestamp(),
        "is_started": reading.is_started,
        "is_paused": reading.is_paused,
        "is_stopped": reading.is_stopped,
        "is_over": reading.over > 0,
    }


@page("clock", "/rounds/<int:number>/clock", "events/clock.html")
def clock_page(console: Console, number: int) -> PageValues:
    """The clock of a round, and of the tables that have time of their own."""
    state = console.tournament
    round_ = state.round(number)
    own = sorted({*round_.clock.table_extensions, *(p.table for p in round_.clock.pauses if p.table is not None)})
    now = current_context().now()
    return {
        "number": number,
        "round": round_,
        "title": round_words(number),
        "clock": clock_view(state, round_),
        "tables": [(table, shown(read_clock(round_, now, table))) for table in own],
        "minutes": minutes_of(state, round_),
    }


@clock_page.action("/rounds/<int:number>/clock/start", "start", forms.ClockForm, _FIELDS)
def start(console: Console, number: int, minutes: int | None) -> str | None:
    """The round begins; whoever started it beside the results stays there."""
    console.work.change(clock.start_clock, number, minutes=minutes)
    return console.url("results", number=number) if "back" in request.form else None


@clock_page.action("/rounds/<int:number>/clock/pause", "pause")
def pause(console: Console, number: int) -> None:
    """The clock stands."""
    console.work.change(clock.pause_clock, number)


@clock_page.action("/rounds/<int:number>/clock/resume", "resume")
def resume(console: Console, number: int) -> None:
    """The clock runs again."""
    console.work.change(clock.resume_clock, number)


@clock_page.action("/rounds/<int:number>/clock/stop", "stop")
def stop(console: Console, number: int) -> None:
    """Time is called."""
    console.work.change(clock.stop_clock, number)


@clock_page.action("/rounds/<int:number>/clock/extend", "extend", forms.ExtensionForm, _FIELDS)
def extend(console: Console, number: int, extra: int, table: int | None, reason: str) -> None:
    """More minutes for all, or for one table."""
    console.work.change(clock.extend_clock, number, seconds=extra * 60, table=table, reason=reason)
