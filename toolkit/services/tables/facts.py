"""What a log of a table holds: the table as it was made, operations as a record writes them, clock, links, result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from toolkit.game import Operation, RulesOptions, options_for
from toolkit.game.new import DeckCounts
from toolkit.game.options import differences
from toolkit.game.record import render_operation


class Kind(StrEnum):
    """The kinds of fact."""

    CREATED = "table_created"
    OPERATION = "operation"
    CLOCK = "clock"
    LINKS = "links_issued"
    RESULT = "result_sent"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTable:
    """The table of an event that is followed: its players, in seat order."""

    tournament: str
    round: int
    table: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A table before its first operation.

    Attributes:
        decks: names in seating order, each with its deck as numbers.
        seconds: of its own clock; 0 for none, or where the event's clock counts.
        depth: how much the table tracks unless a browser asks for the other, "light" or "full".
    """

    title: str
    profile: str
    options: RulesOptions
    decks: dict[str, DeckCounts]
    seconds: int = 0
    depth: str = "full"
    event: EventTable | None = None


def render_setup(setup: Setup) -> dict[str, Any]:
    """The setup as a log keeps it."""
    event = setup.event
    return {
        "title": setup.title,
        "profile": setup.profile,
        "options": differences(setup.options, setup.profile),
        "seats": [
            {"name": name, "library": deck.library, "crypt": deck.crypt, "counted": deck.counted}
            for name, deck in setup.decks.items()
        ],
        "seconds": setup.seconds,
        "depth": setup.depth,
        "event": None
        if event is None
        else {
            "tournament": event.tournament,
            "round": event.round,
            "table": event.table,
            "players": list(event.players),
        },
    }


def read_setup(payload: dict[str, Any]) -> Setup:
    """The setup from a log; what `render_setup` wrote reads back the same."""
    event = payload["event"]
    return Setup(
        title=payload["title"],
        profile=payload["profile"],
        options=options_for(payload["profile"], **payload["options"]),
        decks={
            seat["name"]: DeckCounts(library=seat["library"], crypt=seat["crypt"], counted=seat["counted"])
            for seat in payload["seats"]
        },
        seconds=payload["seconds"],
        depth=payload["depth"],
        event=None
        if event is None
        else EventTable(
            tournament=event["tournament"],
            round=event["round"],
            table=event["table"],
            players=tuple(event["players"]),
        ),
    )


def render_order(order: Operation) -> dict[str, str]:
    """An operation as a log keeps it: the line that a record has."""
    return {"line": render_operation(order)}
