"""Online sign-up, for the organizer: whether it is open, who came in, and who waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import quote

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import Listed, words_of
from toolkit.schemas import event_forms as forms
from toolkit.services.events import mail
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament import mailing, signup
from toolkit.tournament.configuration import SignUpField, SignUpRules
from toolkit.tournament.signup import SignupStage, place_in_line, seats_warning, stage
from toolkit.tournament.state import PlayerMail, SignUp, SignUpStatus, State
from toolkit.tournament.steps import Blocker, claimed_numbers
from toolkit.web.base.access import link_key
from toolkit.web.base.addresses import reachable_url, room_url
from toolkit.web.base.i18n import day_words, language, translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, page
from toolkit.web.events.notifying import mail_server_in_use

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
_MARKS = {SignUpStatus.REGISTERED: "good", SignUpStatus.OFFERED: "open"}


_ASKED = {
    SignUpField.VEKN: _l("VEKN number"),
    SignUpField.COUNTRY: _l("Country"),
    SignUpField.CONTACT: _l("Contact"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpLine:
    """A person who signed up, and the state of that; `place` in the line of those who wait, 0 for nobody's."""

    entry: SignUp
    status: LazyString
    mark: str
    place: int
    until: str
    is_live: bool

    @property
    def answers(self) -> list[str]:
        """The answers to the organizer's questions, each behind its question."""
        return [f"{question} {answer}" for question, answer in self.entry.answers.items()]


@dataclass(frozen=True)
class SignUpPage:
    """Online sign-up: whether it is open, who came in, and the form that sets it."""

    _console: Console

    @cached_property
    def _state(self) -> State:
        return signup.settled(self._console.tournament, current_context().steady())

    @property
    def is_on(self) -> bool:
        """Whether sign-up was switched on."""
        return self._state.settings.sign_up is not None

    @property
    def rules(self) -> SignUpRules:
        """The rules that the form begins with."""
        return self._state.settings.sign_up or SignUpRules()

    @property
    def stage_words(self) -> LazyString:
        """The stage of sign-up, in a sentence."""
        return STAGES[stage(self._state, current_context().now())]

    @property
    def taken(self) -> int:
        """The number of places that are taken or offered."""
        return len(self._state.active) + sum(
            sign_up.status is SignUpStatus.OFFERED for sign_up in self._state.sign_ups.values()
        )

    @property
    def seats(self) -> str:
        """The warning about numbers that make no tables; "" for none."""
        warning = seats_warning(self._state)
        return translated(warning) if warning and self.is_on else ""

    @property
    def people(self) -> list[SignUpLine]:
        """The people who signed up: offers first, then those who wait, in line."""
        return sorted((_line(self._state, sign_up) for sign_up in self._state.sign_ups.values()), key=_order)

    @property
    def claims(self) -> list[Blocker]:
        """The VEKN numbers that are claimed and not decided about."""
        return claimed_numbers(self._state)

    @property
    def opens(self) -> str:
        """The time at which sign-up opens, as its field begins."""
        return _local(self._state, self.rules.opens)

    @property
    def closes(self) -> str:
        """The time at which sign-up closes, as its field begins."""
        return _local(self._state, self.rules.closes)

    @property
    def link(self) -> str:
        """The address where people sign up."""
        return f"{room_url().rstrip('/')}{links.event_path(self._console.id)}/sign-up"

    @property
    def asks(self) -> list[tuple[str, LazyString, bool]]:
        """The fields that can be asked besides the name: name, word, and whether it is asked."""
        typed = self._console.form("set")
        ticked = typed.several("asks") if typed.values else self.rules.asks
        return [(field.value, word, field in ticked) for field, word in _ASKED.items()]

    @cached_property
    def _addresses(self) -> Mapping[int, str]:
        return mailing.addresses(self._state)

    def _each_address(self) -> list[str]:
        return list(dict.fromkeys(self._addresses.values()))

    @property
    def mailed(self) -> int:
        """The number of players who get a mail."""
        return len(self._addresses)

    @property
    def without_address(self) -> list[str]:
        """The names of the players who get no mail."""
        return [self._state.player(number).name for number in mailing.without_address(self._state)]

    @property
    def can_mail(self) -> bool:
        """Whether the installation sends mails."""
        return mail_server_in_use() is not None

    @property
    def mail_program(self) -> str:
        """The address that opens the organizer's mail program, with all as blind copies."""
        name = quote(self._state.settings.name)
        return f"mailto:?bcc={quote(','.join(self._each_address()), safe='@,')}&subject={name}"

    @property
    def address_list(self) -> str:
        """The addresses to copy."""
        return ", ".join(self._each_address())

    @property
    def has_links(self) -> bool:
        """Whether a mail can lead to a page: other devices reach this installation."""
        return reachable_url() is not None

    @property
    def mails(self) -> list[str]:
        """The mails so far, the newest first, in sentences."""
        return [_mail_words(self._state, one) for one in sorted(self._state.mails.values(), key=_newest)]


def _newest(one: PlayerMail) -> int:
    return -one.number


def _mail_words(state: State, one: PlayerMail) -> str:
    time = local_time(state, current_context().of_day(one.at))
    if one.unsent is None:
        return gettext("%(time)s: it is not known how many of %(total)s were sent.", time=time, total=len(one.players))
    figures = {"time": time, "number": len(one.players) - len(one.unsent), "total": len(one.players)}
    sentence = gettext("%(time)s: sent to %(number)s of %(total)s.", **figures)
    if not one.unsent:
        return sentence
    names = Listed(state.player(number).name for number in one.unsent if number in state.players)
    return f"{sentence} {translated(mailing.not_sent(names))}"


signup_page = page("signup", "/sign-up", "events/signup.html")(SignUpPage)


def _order(line: SignUpLine) -> tuple[bool, bool, bool, int, int]:
    is_offered = line.entry.status is SignUpStatus.OFFERED
    return not is_offered, not line.place, not line.is_live, line.place, line.entry.number


def _line(state: State, sign_up: SignUp) -> SignUpLine:
    is_gone = sign_up.status is SignUpStatus.REGISTERED and sign_up.player not in state.players
    status = SignUpStatus.CANCELLED if is_gone else sign_up.status
    return SignUpLine(
        entry=sign_up,
        status=STATUSES[status],
        mark=_MARKS.get(status, ""),
        place=place_in_line(state, sign_up.number),
        until=local_time(state, current_context().of_day(sign_up.until)),
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


_FIELDS = {
    "bad_opens": "opens",
    "bad_closes": "closes",
    "bad_capacity": "capacity",
    "bad_offer": "offer_hours",
    "bad_questions": "questions",
}
_RULES = ("opens", "closes", "capacity", "asks", "offer_hours", "questions", "shows_names")


def mail_players(work: UnitOfWork, *, subject: str, text: str) -> Change:
    """Mail the players who gave an address by the installation's mail server, each with their own link.

    Raises:
        ToolkitError: what the mail server or the domain refuses with.
    """
    base = (reachable_url() or "").rstrip("/")
    return mail.mail_players(
        work,
        mail_server_in_use(),
        subject=subject,
        text=text,
        link=lambda player: base and base + links.player_path(work.id, player, link_key(work.id)),
        words=words_of(language()),
    )


@signup_page.action("/sign-up/mail", "mail", forms.MailForm)
def send_mails(console: Console, subject: str, text: str) -> None:
    """Mail the players who gave an address, one by one."""
    mail_players(console.work, subject=subject, text=text)


signup_page.offer("set_sign_up", "/sign-up", "set", _FIELDS, only=_RULES)
signup_page.offer("set_sign_up", "/sign-up/off", "off", only=(), knows=lambda _: {"is_on": False})
signup_page.offer("decide_claim", "/sign-up/<int:sign_up>/claim", "claim", behind=("granted",))
signup_page.offer("cancel_sign_up", "/sign-up/<int:sign_up>/cancel", "cancel")
