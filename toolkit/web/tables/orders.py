"""Operations at a table; refused, the page says why and keeps the typed values."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Response, abort, make_response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.game import IllegalOperation, Operation
from toolkit.game.record import parse_operation, render_record
from toolkit.languages import Message
from toolkit.services.kernel.links import positive
from toolkit.services.tables import results
from toolkit.services.tables.folding import BadClock, Hand, TableGame
from toolkit.services.tables.playing import GameMovedOn, allowed
from toolkit.web.base.errors import status_of
from toolkit.web.base.i18n import author_words
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.stores import card_data
from toolkit.web.replay.pages import answer_record
from toolkit.web.tables.at import FRAME, LINK, At, blueprint, enter, enter_to_act
from toolkit.web.tables.choices import asked_before, operations_from_form
from toolkit.web.tables.page import answer_page, keep_secret, may_read_record, own_player
from toolkit.web.tables.trail import last_step, steps_to_throw_away
from toolkit.web.tables.words import listed

_MINUTES = re.compile(r"-?[0-9]{1,4}")


class Unsure(Exception):
    """An operation that asks a question before it is carried out, against accidents."""


@blueprint.post(f"{LINK}/do")
def do(id: str, word: str, token: str) -> AnyResponse:
    """One operation."""
    at = enter_to_act(id, word, token)
    form = {name: value for name, value in request.form.items() if name not in FRAME}

    def decide(table: TableGame) -> tuple[Operation, ...]:
        if "op" in form and "choice" not in form:
            orders: tuple[Operation, ...] = (parse_operation(form["op"][:2000]),)
        else:
            orders = operations_from_form(
                request.form, table.state, at.seat, at.depth,
                can_correct=at.is_official, speaks_for_all=at.link.is_host, cards=card_data(),
            )  # fmt: skip
            if "sure" not in form:
                _ask(asked_before(orders, table.state))
        # What a form offers is offered to this seat.
        is_official = at.is_official or "choice" in form
        return tuple(allowed(at.link, order, is_official=is_official, state=table.state) for order in orders)

    return carried_out(at, lambda: at.work().order(sorted(form.items()), decide))


def _ask(question: str) -> None:
    if question:
        raise Unsure(question)


@blueprint.post(f"{LINK}/undo")
def undo(id: str, word: str, token: str) -> AnyResponse:
    """Take back the last tap, or what was followed step by step up to now; another's is asked about first."""
    at = enter_to_act(id, word, token)
    count = steps_to_throw_away(at.table) if request.form.get("all") else max(1, len(at.table.last_tap))

    def take_back() -> None:
        is_fresh = not at.table.since(positive(request.form.get("sequence", "")) or at.table.number)
        if "sure" not in request.form and not at.link.is_host and is_fresh:
            _ask(_asked_before_undo(at, count))
        at.work().undo(count)

    return carried_out(at, take_back)


def _asked_before_undo(at: At, count: int) -> str:
    """The question before an undo of another person's operation."""
    by_number = {line.number: line for line in at.table.written}
    others = {by_number[number].by for number in at.table.in_force[-count:]} - {at.by}
    if not others:
        return ""
    what = last_step(at.table, at.reader)
    who = listed([author_words(author) for author in sorted(others)])
    return gettext("%(name)s did this: “%(what)s”. Take it back?", name=who, what=what)


@blueprint.post(f"{LINK}/redo")
def redo(id: str, word: str, token: str) -> AnyResponse:
    """Do again what was taken back."""
    at = enter_to_act(id, word, token)
    return carried_out(at, lambda: at.work().redo(at.table.next_redo))


@blueprint.post(f"{LINK}/clock")
def clock(id: str, word: str, token: str) -> AnyResponse:
    """Start, pause or extend the clock."""
    at = enter_to_act(id, word, token)

    def turn() -> TableGame:
        hand, minutes = request.form.get("hand", ""), request.form.get("minutes", "0")
        if at.table.made.event is not None:
            raise BadClock(Message("The event's clock counts at this table."))
        if hand not in list(Hand) or not _MINUTES.fullmatch(minutes):
            raise BadClock(Message("A clock has up to 24 hours."))
        return at.work().turn_clock(Hand(hand), int(minutes))

    return carried_out(at, turn)


def carried_out(at: At, act: Callable[[], object]) -> AnyResponse:
    """Do it and go back to the page, or show the page with what stood in the way or is asked before."""
    try:
        act()
    except GameMovedOn as error:
        at.moved, at.is_stale = error.written, True
        status = 409
    except IllegalOperation as error:
        at.refusal, status = error.refusal, 422
    except ToolkitError as error:
        at.sentence, status = refusal_words(error), status_of(error)
    except Unsure as unsure:
        at.question, at.asked_at, status = str(unsure), request.path, 200
    else:
        return redirect(at.here, 303)
    at.typed = dict(request.form.items())
    at.look_again()
    return answer_page(at, status)


# The end of a game


@blueprint.get(f"{LINK}/record.txt")
def record(id: str, word: str, token: str) -> Response:
    """The game as text, to keep, share and replay."""
    at = enter(id, word, token)
    if not may_read_record(at):
        abort(403)
    answer = make_response(render_record(at.table.record()))
    answer.mimetype = "text/plain"
    answer.headers["Content-Disposition"] = f"attachment; filename=game-{id}.txt"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get(f"{LINK}/replay")
def replay(id: str, word: str, token: str) -> Response:
    """The game step by step, with its plot of pools and ousts."""
    at = enter(id, word, token)
    if not may_read_record(at):
        abort(403)
    return keep_secret(
        answer_record(
            at.table.record(),
            title=at.table.made.title,
            address=lambda step: f"{at.path}/replay?step={step}",
            download=f"{at.path}/record.txt",
        )
    )


@blueprint.post(f"{LINK}/send")
def send(id: str, word: str, token: str) -> AnyResponse:
    """Send the result to the event, to be confirmed."""
    at = enter_to_act(id, word, token)
    return carried_out(at, lambda: results.send_result(at.work(), player=own_player(at), seen=_seen()))


@blueprint.post(f"{LINK}/confirm")
def confirm(id: str, word: str, token: str) -> AnyResponse:
    """Agree with the result that another player sent."""
    at = enter_to_act(id, word, token)
    player = own_player(at)
    if player is None:
        abort(403)
    return carried_out(at, lambda: results.confirm(at.work(), player=player, seen=_seen()))


def _seen() -> str:
    return request.form.get("seen", "")[:16]
