"""Signing up on the public page, and the page that is the answer: its status, an offer to take, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Response, abort, redirect, request
from flask_babel import gettext
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.event_forms import SignUpForm
from toolkit.services.events import registrations
from toolkit.services.kernel import links
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.services.kernel.versions import PUBLIC
from toolkit.tournament import signup
from toolkit.tournament.configuration import SignUpField
from toolkit.tournament.signup import SignupStage, free_places, place_in_line, settled, stage, waiting_line
from toolkit.tournament.state import SignUp, SignUpStatus
from toolkit.web.base.access import link_key
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, throttle
from toolkit.web.events.signup import STAGES, STATUSES, local_time
from toolkit.web.room.devices import push_key
from toolkit.web.room.visit import Visit, blueprint, visit

_FIELDS = {
    "bad_name": "name",
    "is_it_you": "name",
    "bad_vekn": "vekn",
    "duplicate_vekn": "vekn",
    "bad_contact": "contact",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpFormPage:
    """The form, or why there is none.

    Attributes:
        left: places that are free, None without a limit; `waiting` how many wait for one.
        is_doubtful: somebody is called so, and it is asked whether that is another person.
        is_taken: somebody has the VEKN number, and it is asked whether it is claimed.
    """

    is_open: bool
    told: str
    left: int | None
    waiting: int
    asks: frozenset[str]
    is_doubtful: bool
    is_taken: bool


@blueprint.get("/<id>/sign-up")
def sign_up(id: str) -> Response:
    """The form for signing up."""
    return _form(visit(id, PUBLIC))


@blueprint.post("/<id>/sign-up")
def enter_sign_up(id: str) -> AnyResponse:
    """A player signs up; the answer is their own page."""
    at = visit(id, PUBLIC)
    at.typed = Typed(form="sign-up", values=dict(request.form.items()))
    at.typed.values.pop("key", None)
    try:
        asked = load_form(SignUpForm, at.typed)
        rules = at.tournament.settings.sign_up
        if rules and SignUpField.VEKN in rules.asks and not (asked["vekn"].strip() or asked["no_vekn"]):
            raise ValidationError({"vekn": [gettext("Enter your VEKN number, or say that you have none.")]})
        asked.pop("no_vekn")
        throttle(Rate.PLACE)
        now, by_day = current_context().steady(), current_context().now()
        change = at.work(asked["name"].strip()[:100]).change(
            lambda state, **sent: signup.sign_up(state, now, by_day=by_day, **sent), **asked
        )
    except ValidationError as error:
        at.typed.errors |= field_sentences(error.messages)
        return _form(at, 422)
    except ToolkitError as error:
        return _form(at, at.refuse(error, _FIELDS.get(error.code, "")), asks=error.code)
    number = max(getattr(entry.fact, "sign_up", 0) for entry in change.entries)
    return redirect(links.sign_up_path(id, number, link_key(id)), 303)


def _form(at: Visit, status: int = 200, *, asks: str = "") -> Response:
    """The form; `asks` is the code of a refusal that leads to a question."""
    state = settled(at.tournament, current_context().steady())
    current, rules = stage(state, current_context().now()), state.settings.sign_up
    page = SignUpFormPage(
        is_open=current is SignupStage.OPEN,
        told=str(STAGES[current]),
        left=free_places(state),
        waiting=len(waiting_line(state)),
        asks=frozenset(asked.value for asked in rules.asks) if rules else frozenset[SignUpField](),
        is_doubtful=asks == "is_it_you" or bool(at.typed.values.get("is_namesake")),
        is_taken=asks == "duplicate_vekn" or bool(at.typed.values.get("is_claim")),
    )
    return at.answer("room/signup.html", page, status)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedUpPage:
    """How a sign-up stands: until when an offer does, the place of who waits, the own page of who has a place.

    With `push_key` a browser asks to be told of an offer though the page is closed; "" where it cannot be.
    """

    one: SignUp
    status: str
    until: str
    place: int
    player_url: str
    is_live: bool
    push_key: str


_OWN = "/<id>/sign-ups/<sign_up>/<token>"


@blueprint.get(_OWN)
def signed_up(id: str, sign_up: str, token: str) -> Response:
    """The status of the sign-up that the link belongs to."""
    return _own(visit(id, PUBLIC), positive(sign_up))


@blueprint.post(f"{_OWN}/accept")
def accept_place(id: str, sign_up: str, token: str) -> AnyResponse:
    """Take the place that is offered."""
    return _act(id, sign_up, registrations.accept_place)


@blueprint.post(f"{_OWN}/decline")
def decline_place(id: str, sign_up: str, token: str) -> AnyResponse:
    """Leave it to the next in line."""
    return _act(id, sign_up, registrations.decline_place)


@blueprint.post(f"{_OWN}/cancel")
def cancel_place(id: str, sign_up: str, token: str) -> AnyResponse:
    """Do not come after all."""
    return _act(id, sign_up, registrations.cancel_place)


def _act(id: str, sign_up: str, act: Callable[[UnitOfWork, int], Change]) -> AnyResponse:
    at, number = visit(id, PUBLIC), positive(sign_up)
    at.here = links.sign_up_path(id, number, link_key(id))
    entry = at.tournament.sign_ups.get(number)
    try:
        act(at.work(entry.name if entry else "Sign-up"), number)
    except ToolkitError as error:
        return _own(at, number, at.refuse(error))
    return redirect(at.here, 303)


def _own(at: Visit, number: int, status: int = 200) -> Response:
    state = settled(at.tournament, current_context().steady())
    entry = state.sign_ups.get(number)
    if entry is None:
        abort(404)
    at.here = links.sign_up_path(at.id, number, link_key(at.id))
    has_place = entry.status is SignUpStatus.REGISTERED and entry.player in state.players
    is_gone = entry.status is SignUpStatus.REGISTERED and not has_place
    page = SignedUpPage(
        one=entry,
        status=str(STATUSES[SignUpStatus.CANCELLED if is_gone else entry.status]),
        until=local_time(state, current_context().of_day(entry.until)),
        place=place_in_line(state, number),
        player_url=links.player_path(at.id, entry.player, link_key(at.id)) if has_place and entry.player else "",
        is_live=not is_gone and entry.status not in (SignUpStatus.DECLINED, SignUpStatus.CANCELLED),
        push_key=push_key(),
    )
    return at.answer("room/signed_up.html", page, status, is_secret=True)
