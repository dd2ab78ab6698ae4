"""What is typed into the field of a station, or pressed beside it, carried out.

The meaning of a line is found in `toolkit.tournament.desk`; each is a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import flash, request
from flask_babel import gettext
from werkzeug.wrappers import Response

from toolkit.schemas import event_forms as forms
from toolkit.scoring import render_victory_points
from toolkit.services.commands import command_named
from toolkit.services.events import seatings
from toolkit.services.events.registrations import Registration
from toolkit.services.kernel.roles import Action
from toolkit.tournament import checkin
from toolkit.tournament.desk import (
    Dropping,
    GoTo,
    ListOnPaper,
    Meaning,
    Payment,
    Presence,
    ResultLine,
    Returning,
    RoundTable,
    Switch,
    TypedResult,
    is_scanned,
    meaning_of,
    not_after_all,
    removes,
    stands,
)
from toolkit.tournament.errors import UnknownPlayer
from toolkit.tournament.facts import FINAL, Fact, FeeStatus, ResultEntered
from toolkit.tournament.rounds import next_round_number, players_to_seat
from toolkit.tournament.state import State
from toolkit.web.base import access
from toolkit.web.base.security import own_key
from toolkit.web.events.console import Answering, Console, Forms
from toolkit.web.events.field import (
    NEW,
    SURE,
    asked_about,
    meaning_at,
    number_of,
    open_place,
    station_of,
    station_url,
)
from toolkit.web.events.players import players_page
from toolkit.web.events.rounds import round_page

# The buttons beside the field, as they are sent.
_OPEN, _UNDO = "open", "undo"


def _answer(console: Console, status: int, **_: Any) -> Response:
    """The page that the field is on, with what was refused."""
    number = number_of(station_of(console))
    if number is None:
        return players_page.answer(console, status)
    return round_page.answer(console, status, number=number)


desk_forms = Forms("desk", Answering(_answer, lambda console: _back(console)))


@desk_forms.action("/desk", "enter", forms.DeskForm)
def enter(console: Console, text: str, take: str, round: int | None, table: int | None, asked: str) -> str | Console:
    """Carry out what was typed, or what a button stands for."""
    place = open_place(console.tournament)
    # What a browser sends again has changed what it would mean now.
    if own_key() and (written := console.work.written()):
        is_result = any(isinstance(entry.fact, ResultEntered) for entry in written)
        return _back_at(console, None if is_result else place)
    console.is_sure, take = take.startswith(SURE), take.removeprefix(SURE)
    if take in (_OPEN, _UNDO):
        return _press(console, take)
    if take.startswith(NEW):
        return _welcome(console, take.removeprefix(NEW))
    if not (take or text).strip():
        return _back(console)
    pressed = _pressed(console, take, place)
    meaning = pressed or meaning_at(console, take or text, place, number_of(station_of(console)))
    if isinstance(meaning, GoTo):
        return _table_url(console, meaning)
    if isinstance(meaning, Presence | ListOnPaper | Payment) and not (pressed or is_scanned(text)):
        if asked == asked_about(meaning):
            meaning = not_after_all(meaning)
        elif _stood(console, meaning):
            return _back(console, typed=take or text, asked=asked_about(meaning))
    return _carry_out(console, meaning, place)


def _carry_out(console: Console, meaning: Meaning, place: RoundTable | None) -> str | Console:
    name, named, figures = _order(meaning)
    command = command_named(name)
    if not access.may(command.action, console.id) or (_removes(meaning) and not access.may(Action.JUDGE, console.id)):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    if isinstance(meaning, Presence) and not checkin.is_taken(console.tournament):
        console.work.change(_seen if meaning.is_here else checkin.mark_away, [meaning.player])
    else:
        command.carry_out(console.work, *named, **figures)
    is_about_player = isinstance(meaning, Presence | Dropping | Returning | ListOnPaper | Payment)
    return _back_at(console, place if is_about_player else None)


def _seen(state: State, numbers: list[int]) -> list[Fact]:
    """Players are here without a check-in: at the start of the event this opens it, later they are back."""
    if not state.published:
        return checkin.check_in(state, numbers, opens=True)
    return checkin.see_again(state, numbers)


def _table_url(console: Console, going: GoTo) -> str:
    """The row of a table, with the result that waits for a second Enter."""
    place = going.place
    if place.round == FINAL:
        return console.url("table", number=FINAL, table=place.table)
    at = {"round": place.round, "table": place.table, "typed": going.typed or None}
    return station_url(console, str(place.round), **at, _anchor=f"grid-{place.table}")


def _pressed(console: Console, button: str, place: RoundTable | None) -> Meaning | None:
    """The command of a button in the list of players: unlike what is typed, the same however it stands by then."""
    said_so, _, typed = button.partition(":")
    if said_so not in ("on", "off"):
        return None
    meaning = meaning_of(console.tournament, typed, event=console.id, at=place)
    if said_so == "off" and isinstance(meaning, Presence | ListOnPaper | Payment):
        return not_after_all(meaning)
    return meaning


def _stood(console: Console, meaning: Switch) -> bool:
    """Whether it is so already, and was when the page was drawn: what was sent twice or late means the same twice."""
    try:
        return all(stands(state, meaning) for state in (console.tournament, console.work.seen()))
    except UnknownPlayer:  # registered since
        return False


def _press(console: Console, button: str) -> str | Console:
    name = "undo" if button == _UNDO else "open_check_in"
    if not access.may(command_named(name).action, console.id):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    if button == _UNDO:
        command_named(name).carry_out(console.work, entries=[], reason="")
        return _back(console)
    command_named(name).carry_out(console.work)
    # Now it is those who are not here yet who are looked for.
    return _back(console, show="away")


def _welcome(console: Console, name: str) -> str | Console:
    """Register somebody who came late, and seat them in the next round."""
    if not console.may("players_add"):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    change = seatings.add_to_next_round(console.work, Registration(name=name))
    state = change.tournament
    late = state.player(max(state.players))
    if late in players_to_seat(state):
        figures = {"name": late.name, "number": next_round_number(state)}
        flash(gettext("%(name)s was added and will be seated in round %(number)s.", **figures), "good")
    return _back(console)


def _back(console: Console, **at: object) -> str:
    """The page that the field is on again, sorted as it was."""
    kept = {name: request.form[name] for name in ("show", "sort") if request.form.get(name)}
    return station_url(console, station_of(console), **{**kept, **at})


def _back_at(console: Console, place: RoundTable | None) -> str:
    return _back(console, round=place.round, table=place.table) if place else _back(console)


def _order(meaning: Meaning) -> tuple[str, tuple[int, ...], Mapping[str, object]]:
    """The command that does it, what its address names, and what is sent with it."""
    match meaning:
        case Presence(player=player, is_here=is_here):
            return "check_in" if is_here else "check_out", (), {"players": [player]}
        case Dropping(player=player):
            return "drop_player", (player,), {}
        case Returning(player=player):
            return "return_player", (player,), {}
        case ListOnPaper(player=player, deck_round=deck_round, is_here=is_here):
            return "take_paper_list", (player,), {"deck_round": deck_round, "is_here": is_here}
        case Payment(player=player, is_paid=is_paid):
            status = FeeStatus.PAID if is_paid else FeeStatus.UNPAID
            return "mark_fees", (), {"players": [player], "status": status.value}
        case ResultLine(place=place, victory_points=points):
            written = [render_victory_points(one) for one in points]
            return "enter_result", (place.round, place.table), {"victory_points": written}
        case TypedResult(place=place, events=events):
            return "enter_result", (place.round, place.table), {"events": events}
    raise AssertionError(meaning)


def _removes(meaning: Meaning) -> bool:
    return isinstance(meaning, TypedResult) and removes(meaning.events)
