"""Signing up, for the organizer: whether it is open, who came in, and who waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.services.kernel import links
from toolkit.tournament import signup
from toolkit.tournament.configuration import SignUpField, SignUpRules
from toolkit.tournament.signup import SignupStage, place_in_line, seats_warning, stage
from toolkit.tournament.state import SignUp, SignUpStatus, State
from toolkit.tournament.steps import Blocker, claimed_numbers
from toolkit.web.base.addresses import room_url
from toolkit.web.base.i18n import day_words, said
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, page

STATUSES = {
    SignUpStatus.REGISTERED: _l("registered"),
    SignUpStatus.WAITING: _l("waiting"),
    SignUpStatus.OFFERED: _l("offered a place"),
    SignUpStatus.DECLINED: _l("declined"),
    SignUpStatus.CANCELLED: _l("cancelled"),
}
STAGES = {
    SignupStage.OFF: _l("Signing up is off."),
    SignupStage.NOT_YET: _l("Signing up has not opened yet."),
    SignupStage.OPEN: _l("Signing up is open."),
    SignupStage.CLOSED: _l("Signing up is closed."),
}
_MARKS = {SignUpStatus.REGISTERED: "mark-good", SignUpStatus.OFFERED: "mark-open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSignUp:
    """Somebody who signed up, and how that stands; `place` in the line of those who wait, 0 for nobody's."""

    one: SignUp
    status: LazyString
    mark: str
    place: int
    until: str
    is_live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpPage:
    """Whether people can sign up, who did, and what the form begins with.

    Attributes:
        taken: places that somebody has or is offered; `seats` what makes no tables, "" for nothing.
        claims: VEKN numbers that are claimed and not decided about.
    """

    rules: SignUpRules
    is_on: bool
    told: LazyString
    taken: int
    seats: str
    people: list[ShownSignUp]
    claims: list[Blocker]
    opens: str
    closes: str
    link: str
    asks: list[tuple[str, LazyString, bool]]


@page("signup", "/sign-up", "events/signup.html")
def signup_page(console: Console) -> SignUpPage:
    """Whether people can sign up, and who did: those who are offered a place and who wait for one first."""
    state = signup.settled(console.tournament, current_context().steady())
    known = state.settings.sign_up
    rules = known or SignUpRules()
    shown = [_shown(state, one) for one in state.sign_ups.values()]
    asked = {
        SignUpField.VEKN: _l("VEKN number"),
        SignUpField.COUNTRY: _l("Country"),
        SignUpField.CONTACT: _l("Contact"),
    }
    ticked = typed.several("asks") if (typed := console.form("set")).values else rules.asks
    return SignUpPage(
        rules=rules,
        is_on=known is not None,
        told=STAGES[stage(state, current_context().now())],
        taken=len(state.active) + sum(one.one.status is SignUpStatus.OFFERED for one in shown),
        seats=said(told) if (told := seats_warning(state)) and known else "",
        people=sorted(shown, key=_order),
        claims=claimed_numbers(state),
        opens=_local(state, rules.opens),
        closes=_local(state, rules.closes),
        link=f"{room_url().rstrip('/')}{links.event_path(console.id)}/sign-up",
        asks=[(name.value, word, name in ticked) for name, word in asked.items()],
    )


def _order(one: ShownSignUp) -> tuple[bool, bool, bool, int, int]:
    is_offered = one.one.status is SignUpStatus.OFFERED
    return not is_offered, not one.place, not one.is_live, one.place, one.one.number


def _shown(state: State, one: SignUp) -> ShownSignUp:
    gone = one.status is SignUpStatus.REGISTERED and one.player not in state.players
    status = SignUpStatus.CANCELLED if gone else one.status
    return ShownSignUp(
        one=one,
        status=STATUSES[status],
        mark=_MARKS.get(status, ""),
        place=place_in_line(state, one.number),
        until=local_time(state, current_context().of_day(one.until)),
        is_live=status not in (SignUpStatus.DECLINED, SignUpStatus.CANCELLED),
    )


def _local(state: State, at: datetime | None) -> str:
    """A time as the field for it has it, in the event's time zone."""
    return at.astimezone(state.settings.zone).strftime("%Y-%m-%dT%H:%M") if at else ""


def local_time(state: State, at: datetime | None) -> str:
    """A time as people read it, with the zone it is in; "" for none."""
    if at is None:
        return ""
    there = at.astimezone(state.settings.zone)
    return f"{day_words(there)}, {there:%H:%M} ({state.settings.timezone or 'UTC'})"


_FIELDS = {"bad_opens": "opens", "bad_closes": "closes", "bad_capacity": "capacity", "bad_offer": "offer_hours"}


_RULES = ("opens", "closes", "capacity", "asks", "offer_hours")
signup_page.offer("set_sign_up", "/sign-up", "set", _FIELDS, only=_RULES)
signup_page.offer("set_sign_up", "/sign-up/off", "off", only=(), knows=lambda _: {"is_on": False})
signup_page.offer("decide_claim", "/sign-up/<int:sign_up>/claim", "claim", behind=("granted",))
signup_page.offer("cancel_sign_up", "/sign-up/<int:sign_up>/cancel", "cancel")
