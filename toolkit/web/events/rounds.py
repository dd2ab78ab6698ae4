"""Rounds: drafted, looked over, edited by tap or key, published, cancelled."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_babel import gettext

from toolkit.errors import ToolkitError
from toolkit.schemas import event_forms as forms
from toolkit.services import seatings
from toolkit.tournament import checkin, rounds, seats
from toolkit.tournament.facts import FINAL
from toolkit.tournament.rounds import next_round_number, players_to_seat, total_rounds
from toolkit.tournament.seats import SeatsPreview
from toolkit.tournament.state import Round, State
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.events.criteria_view import criteria_view
from toolkit.web.events.steps import hurdles, round_words
from toolkit.web.rules import told
from toolkit.web.sentences import translated

_FIELDS = {"reason_needed": "reason"}


@page("rounds", "/rounds", "events/rounds.html")
def rounds_page(console: Console) -> PageValues:
    """Every round so far, and the next one to be seated."""
    state = console.tournament
    number = next_round_number(state)
    can_draft = number <= total_rounds(state) and state.final is None and not state.is_finished
    return {
        "rounds": state.rounds,
        "next_number": number,
        "can_draft": can_draft,
        "to_seat": len(players_to_seat(state)),
        "is_checked_in": checkin.is_taken(state),
        "hurdles": [hurdle for hurdle in hurdles(state) if hurdle.endpoint != "final"],
        "round_words": round_words,
    }


@rounds_page.action("/rounds/draft", "draft", forms.DraftForm, {"impossible_seating": ""})
def draft(console: Console, seconds: int) -> str:
    """Seat the next round as well as can be; again, to see another."""
    change = seatings.draft_seating(console.work, seconds=seconds)
    return console.url("seats", number=change.tournament.rounds[-1].number)


@page("seats", "/rounds/<int:number>", "events/seats.html")
def seats_page(console: Console, number: int) -> PageValues:
    """A round's seats; with a player picked, where else they could sit; with a place picked, what that would change."""
    state = console.tournament
    round_ = state.round(number)
    asked = _asked(round_)
    preview, refusal = _preview(state, number, asked)
    return {
        "round": round_,
        "title": round_words(number),
        "state": state,
        "benched": _benched(state, round_),
        "pick": asked.get("player"),
        "asked": asked,
        "preview": preview,
        "refusal": refusal,
        "new_seats": _new_seats(state, round_, asked) if preview else [],
        "criteria": criteria_view(state, number) if number != FINAL else None,
        "hurdles": hurdles(state) if not round_.is_published else [],
        "is_last": number == len(state.rounds) and state.final is None,
        "translated": translated,
    }


def _asked(round_: Round) -> dict[str, int | None]:
    """The edit that the address, or a refused form, names."""
    source = request.form if "pick" in request.form else request.args

    def number(name: str) -> int | None:
        text = source.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None

    player = number("pick")
    if player is None:
        return {}
    return {"player": player, "other": number("other"), "table": number("table"), "out": number("out")}


def _preview(state: State, number: int, asked: dict[str, int | None]) -> tuple[SeatsPreview | None, str]:
    player, other, table = asked.get("player"), asked.get("other"), asked.get("table")
    if player is None:
        return None, ""
    state.player(player)
    if other is None and table is None and not asked.get("out"):
        return None, ""
    try:
        return seatings.preview_edit(state, number, player, other=other, table=table), ""
    except ToolkitError as error:
        return None, told(error)


def _new_seats(state: State, round_: Round, asked: dict[str, int | None]) -> list[tuple[int, tuple[str, ...]]]:
    """The tables that the edit changes, as they would be."""
    player = asked["player"]
    assert player is not None
    after = seatings.edited_tables(state, round_.number, player, other=asked.get("other"), table=asked.get("table"))
    before = dict(round_.numbered())
    return [
        (number, tuple(state.player(seated).name for seated in players))
        for number, players in enumerate(after, start=1)
        if tuple(players) != before.get(number)
    ]


def _benched(state: State, round_: Round) -> list[Any]:
    """Who could be seated and is not."""
    if round_.is_final:
        return []
    return [player for player in state.active if player.number not in round_.seats]


@seats_page.action("/rounds/<int:number>/seats", "edit", forms.SeatsForm, _FIELDS)
def edit(console: Console, number: int, pick: int, other: int | None, table: int | None, reason: str) -> None:
    """Make the edit that was looked at."""
    seatings.edit_seats(console.work, number, pick, other=other, table=table, reason=reason)


@seats_page.action("/rounds/<int:number>/missing", "missing", forms.SeatsForm)
def missing(console: Console, number: int, pick: int, reason: str, **_: Any) -> None:
    """A player is missing while seats are being taken."""
    console.work.change(seats.unseat_player, number, pick, reason=reason or gettext("missing"))


@seats_page.action("/rounds/<int:number>/publish", "publish")
def publish(console: Console, number: int) -> str:
    """Show the seating to the players."""
    console.work.change(rounds.publish_round)
    return console.url("results", number=number)


@seats_page.action("/rounds/<int:number>/again", "again", forms.DraftForm)
def again(console: Console, number: int, seconds: int) -> None:
    """Another draft, with another seed."""
    seatings.draft_seating(console.work, seconds=seconds)


@seats_page.action("/rounds/<int:number>/cancel", "cancel", forms.ReasonForm, _FIELDS)
def cancel(console: Console, number: int, reason: str) -> str:
    """Take the round back; the log keeps it."""
    console.work.change(rounds.cancel_round, number, reason=reason)
    return console.url("rounds")
