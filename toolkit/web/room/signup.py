"""Signing up on the public page, and the page that is the answer: its status, an offer to take, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Response, abort, redirect, request
from flask_babel import gettext
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.event_forms import SignUpForm
from toolkit.services.events import registrations
from toolkit.services.kernel import links
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, digest
from toolkit.services.kernel.versions import PUBLIC
from toolkit.tournament import signup
from toolkit.tournament.configuration import MOST_QUESTIONS, SignUpField, SignUpRules, fees_words
from toolkit.tournament.questions import fees_of
from toolkit.tournament.signup import SignupStage, coming, free_places, place_in_line, settled, stage, waiting_line
from toolkit.tournament.state import SignUp, SignUpStatus, State
from toolkit.web.base.access import link_key
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import day_words, language, translated
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
_ANSWERS = [f"answer_{number}" for number in range(1, MOST_QUESTIONS + 1)]


@dataclass(frozen=True)
class SignUpFormPage:
    """The form, or the reason why there is none.

    Attributes:
        question: the code of a refusal that leads to a question.
    """

    at: Visit
    question: str

    @cached_property
    def _state(self) -> State:
        return settled(self.at.tournament, current_context().steady())

    @cached_property
    def _stage(self) -> SignupStage:
        return stage(self._state, current_context().now())

    @property
    def is_open(self) -> bool:
        """Whether people can sign up now."""
        return self._stage is SignupStage.OPEN

    @property
    def stage_words(self) -> str:
        """The stage of the sign-up, in a sentence."""
        return str(STAGES[self._stage])

    @property
    def left(self) -> int | None:
        """The free places, None without a limit."""
        return free_places(self._state)

    @property
    def waiting(self) -> int:
        """The number of people who wait for a place."""
        return len(waiting_line(self._state))

    @property
    def asks(self) -> frozenset[str]:
        """The fields that the organizer asks for."""
        rules = self._state.settings.sign_up
        return frozenset(asked.value for asked in rules.asks) if rules else frozenset()

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The organizer's own questions, each with the name of its field."""
        rules = self._state.settings.sign_up
        return list(zip(_ANSWERS, rules.questions, strict=False)) if rules else []

    @property
    def questions_digest(self) -> str:
        """The value by which the questions of this form are known again."""
        return _digest(self._state.settings.sign_up)

    @property
    def shows_names(self) -> bool:
        """Whether everybody sees who comes, of those who agree."""
        rules = self._state.settings.sign_up
        return rules is not None and rules.shows_names

    @property
    def fees(self) -> str:
        """The fees that can still be had, in words; "" where playing costs nothing."""
        terms = fees_of(self._state)
        if terms is None:
            return ""
        today = current_context().now().astimezone(self._state.settings.zone).date()
        early = tuple(fee for fee in terms.early if fee.until >= today)
        return translated(fees_words(replace(terms, early=early), day=day_words))

    @property
    def coming(self) -> list[str]:
        """The names of those who come."""
        return coming(self._state)

    @property
    def is_doubtful(self) -> bool:
        """Whether a player has this name, and the form asks about it."""
        return self.question == "is_it_you" or bool(self.at.typed.values.get("is_namesake"))

    @property
    def is_taken(self) -> bool:
        """Whether a player has this VEKN number, and the form asks about it."""
        return self.question == "duplicate_vekn" or bool(self.at.typed.values.get("is_claim"))


def _digest(rules: SignUpRules | None) -> str:
    return digest(rules.questions if rules else ())


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
        shown = asked.pop("questions")
        if rules and rules.questions and shown != _digest(rules):
            at.typed.values |= dict.fromkeys(_ANSWERS, "")
            raise ValidationError({"": [gettext("The organizer has changed the questions: answer them again.")]})
        answers = tuple(asked.pop(name) for name in _ANSWERS)
        throttle(Rate.PLACE)
        now, by_day, spoken = current_context().steady(), current_context().now(), language()
        change = at.work(asked["name"].strip()[:100]).change(
            lambda state, **sent: signup.sign_up(state, now, by_day=by_day, language=spoken, **sent),
            **asked,
            answers=answers,
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
    return at.answer("room/signup.html", SignUpFormPage(at, asks), status)


@dataclass(frozen=True)
class SignedUpPage:
    """A player's sign-up."""

    at: Visit
    state: State
    one: SignUp

    @property
    def _has_place(self) -> bool:
        return self.one.status is SignUpStatus.REGISTERED and self.one.player in self.state.players

    @property
    def _status(self) -> SignUpStatus:
        """Its status; a player who was removed since has cancelled."""
        is_gone = self.one.status is SignUpStatus.REGISTERED and not self._has_place
        return SignUpStatus.CANCELLED if is_gone else self.one.status

    @property
    def status(self) -> str:
        """Its status in words."""
        return str(STATUSES[self._status])

    @property
    def until(self) -> str:
        """The time until which a place is offered."""
        return local_time(self.state, current_context().of_day(self.one.until))

    @property
    def place(self) -> int:
        """Its place in line, 0 outside it."""
        return place_in_line(self.state, self.one.number)

    @property
    def player_url(self) -> str:
        """The address of the player's own page, once they have a place."""
        if not self._has_place or not self.one.player:
            return ""
        return links.player_path(self.at.id, self.one.player, link_key(self.at.id))

    @property
    def is_live(self) -> bool:
        """Whether it is not over yet."""
        return self._status not in (SignUpStatus.DECLINED, SignUpStatus.CANCELLED)

    @property
    def push_key(self) -> str:
        """The key by which a browser asks to be told of an offer though the page is closed; "" if it cannot be."""
        return push_key()


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
    return at.answer("room/signed_up.html", SignedUpPage(at, state, entry), status, is_secret=True)
