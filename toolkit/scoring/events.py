"""Events that can happen to the seats of a table, and the short notation for them.

`B>C` B ousts C · `D!` D withdraws · `B>C&A>B` at the same moment · `concede:A` all others concede to A ·
`removed:D` a judge removes D, `removed:D=0` and strikes the points D had · `time` time is called, also `tiempo`,
`temps`, `tempo` · `draw` all agree
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.languages import Listed, Message, Sayable
from toolkit.scoring.points import ImpossibleScores

# Seats are counted from 0 in here, in play order; names are for people.
LETTERS = ("A", "B", "C", "D", "E")


@dataclass(frozen=True, slots=True)
class Oust:
    """`prey` is ousted and `predator` is paid."""

    predator: int
    prey: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """`seat` withdraws with half a point."""

    seat: int


@dataclass(frozen=True, slots=True)
class OustTogether:
    """Several seats are ousted at the same moment; each pays its predator of the moment before."""

    ousts: tuple[Oust, ...]


@dataclass(frozen=True, slots=True)
class Concede:
    """Everybody else still in concedes to `seat`: ousts in sequence."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A judge removes `seat`: no other seat is paid. `is_struck`: the points it had are taken away as well."""

    seat: int
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """Time is called, or everybody agrees on a draw: each seat still in gets half a point."""


# The end of time, as the languages of the pages say it, and an agreed draw.
TIME_CALLED = ("time", "draw", "tiempo", "temps", "tempo")

type Event = Oust | Withdraw | OustTogether | Concede | Remove | TimeCalled


def parse_events(text: str | Iterable[str], seats: Sequence[str] = LETTERS) -> tuple[Event, ...]:
    """Events from their notation: one text, parted by commas, semicolons or white space, or one text per event.

    A seat is named as in `seats`, or by its number from 1, as slips have it.

    Raises:
        ImpossibleScores: an event that cannot be read, or of a seat that is not at this table.
    """
    tokens = _split(text) if isinstance(text, str) else [token.strip() for token in text]
    by_name = {str(seat + 1): seat for seat in range(len(seats))}
    by_name |= {name.casefold(): seat for seat, name in enumerate(seats)}
    return tuple(_parse_event(token, by_name) for token in tokens if token)


def _split(text: str) -> list[str]:
    joined = re.sub(r"\s*([>&=:])\s*", r"\1", text)
    joined = re.sub(r"\b(concede|removed)\s+(?=\w)", r"\1:", joined, flags=re.IGNORECASE)
    return re.split(r"[\s,;]+", re.sub(r"\s+!", "!", joined))


def _parse_event(token: str, by_name: dict[str, int]) -> Event:
    word, _, rest = token.partition(":")
    match word.casefold():
        case called if called in TIME_CALLED and not rest:
            return TimeCalled()
        case "concede" if rest:
            return Concede(_seat(rest, by_name))
        case "removed" if rest:
            name, _, kept = rest.partition("=")
            if kept not in ("", "0"):
                raise _unreadable(token)
            return Remove(_seat(name, by_name), is_struck=kept == "0")
    if token.endswith("!"):
        return Withdraw(_seat(token[:-1], by_name))
    ousts = tuple(_parse_oust(part, token, by_name) for part in token.split("&"))
    return ousts[0] if len(ousts) == 1 else OustTogether(ousts)


def _parse_oust(part: str, token: str, by_name: dict[str, int]) -> Oust:
    predator, arrow, prey = part.partition(">")
    if not arrow:
        raise _unreadable(token)
    return Oust(_seat(predator, by_name), _seat(prey, by_name))


def _unreadable(token: str) -> ImpossibleScores:
    return ImpossibleScores(
        Message(
            "“%(written)s” is not an event: write B>C (B ousts C), %(what)s (D withdraws), B>C&A>B (at the same"
            " moment), concede:A, removed:D, time.",
            written=token[:40],
            what="D!",
        ),
        code="unknown_event",
    )


def _seat(name: str, by_name: dict[str, int]) -> int:
    seat = by_name.get(name.strip().casefold())
    if seat is None:
        raise ImpossibleScores(
            Message("There is no seat “%(name)s” at this table.", name=name[:40]), code="unknown_seat"
        )
    return seat


def render_event(event: Event, seats: Sequence[str] = LETTERS) -> str:
    """The notation of `event`; `parse_events` reads it back."""
    match event:
        case Oust():
            return f"{seats[event.predator]}>{seats[event.prey]}"
        case OustTogether():
            return "&".join(render_event(oust, seats) for oust in event.ousts)
        case Withdraw():
            return f"{seats[event.seat]}!"
        case Concede():
            return f"concede:{seats[event.seat]}"
        case Remove():
            return f"removed:{seats[event.seat]}{'=0' if event.is_struck else ''}"
        case TimeCalled():
            return "time"


def describe_event(event: Event, seats: Sequence[str] = LETTERS) -> Sayable:
    """A sentence without its full stop, for a history that a person reads."""
    match event:
        case Oust():
            return Message("%(one)s ousts %(two)s", one=seats[event.predator], two=seats[event.prey])
        case OustTogether():
            ousts = [describe_event(oust, seats) for oust in event.ousts]
            return Message("at the same moment: %(events)s", events=Listed(ousts, between=" · "))
        case Withdraw():
            return Message("%(name)s withdraws", name=seats[event.seat])
        case Concede():
            return Message("everyone else concedes to %(name)s", name=seats[event.seat])
        case Remove(is_struck=True):
            return Message("a judge removes %(name)s and strikes the points", name=seats[event.seat])
        case Remove():
            return Message("a judge removes %(name)s", name=seats[event.seat])
        case TimeCalled():
            return Message("time is called")
