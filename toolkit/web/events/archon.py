"""The event at Archon: consent, the calls that are left, and sending them; and players' numbers looked up there."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial

from flask import Flask, abort, current_app, flash, redirect, request, session, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.exchange.archon.sending import CATEGORIES, ArchonCall, PenaltyWords
from toolkit.schemas import event_forms as forms
from toolkit.services.events import archon, archon_numbers, archon_send
from toolkit.services.events.archon_read import fetch_event
from toolkit.services.kernel.switches import has_archon
from toolkit.tournament import Tournament
from toolkit.tournament.errors import Refused
from toolkit.tournament.event import configure
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.games import game_of
from toolkit.tournament.log import LogEntry
from toolkit.tournament.receivers import ResultWay
from toolkit.web.base import access
from toolkit.web.base.i18n import day_words, translated
from toolkit.web.base.stores import card_data, current_context, hear, own_folder
from toolkit.web.events.console import Console, page

# So many steps are sent by one press, so that no page is waited for too long; numbers are asked five a second.
_MOST_STEPS, _MOST_NUMBERS = 60, 20
_STATE = "archon_state"
_CHECKS = "number_checks"
_log = logging.getLogger(__name__)


def is_configured() -> bool:
    """Whether this installation is told where Archon is."""
    return has_archon(_environment())


def _environment() -> Mapping[str, str]:
    names = ("ARCHON_URL", "ARCHON_API_URL", "ARCHON_CLIENT")
    return {f"VTES_TOOLKIT_{name}": str(current_app.config[name] or "") for name in names}


def _new_client() -> archon.Archon:
    settings = archon.archon_settings(_environment())
    return archon.Archon(settings, own_folder(), is_offline=bool(current_app.config["OFFLINE"]))


@contextmanager
def _client() -> Iterator[archon.Archon]:
    with _new_client() as client:
        yield client


def fetched_event(code: str) -> bytes:
    """A finished event of Archon, as its export has it.

    Raises:
        BadCode, ArchonNotAllowed, ArchonRefused, ArchonUnreachable: there is none.
    """
    with _client() as client:
        return fetch_event(client, archon_send.archon_code(code))


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """A step, for a person and as the call that it is."""

    words: str
    call: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPenalty:
    """A penalty that needs words of its own for Archon, with what was typed."""

    number: int
    title: str
    category: str
    words: str


@dataclass(frozen=True)
class ArchonPage:
    """The event before it is sent to Archon: each call, and what stops it."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def _calls(self) -> tuple[list[ArchonCall], list[str]]:
        if self.is_compared:
            return self.at.typed.found, []
        try:
            return archon_send.dry_run(self._state, card_data), []
        except archon_send.NotSendable as blocked:
            return [], [translated(text) for text in blocked.problems]
        except Refused as error:
            return [], [translated(error.message)]

    @property
    def steps(self) -> list[StepLine]:
        """The calls that are left, as far as they are known without asking Archon."""
        return [
            StepLine(words=translated(call.words), call=f"POST {call.path} {json.dumps(call.body, ensure_ascii=False)}")
            for call in self._calls[0]
        ]

    @property
    def blocking(self) -> list[str]:
        """The problems that block it."""
        return self._calls[1]

    @property
    def is_compared(self) -> bool:
        """Whether Archon was asked what it has."""
        return isinstance(self.at.typed.found, list)

    @property
    def consent_url(self) -> str:
        """The address where consent is given, once it was asked for; "" before."""
        return self.at.typed.found if isinstance(self.at.typed.found, str) else ""

    @property
    def code(self) -> str:
        """Archon's id of the event, as far as it is known."""
        return self._state.archon_uid

    @property
    def has_consent(self) -> bool:
        """Whether a member's consent is kept."""
        return archon.kept_token(own_folder(), self.at.id, now=current_context().now().timestamp()) is not None

    @property
    def can_ask(self) -> bool:
        """Whether consent can be asked for: Archon leads back to a public address only."""
        has_client = bool(current_app.config["ARCHON_CLIENT"] and archon.kept_secret(own_folder()))
        return request.is_secure and has_client

    @property
    def penalties(self) -> list[TypedPenalty]:
        """The penalties that go with it."""
        return list(_penalties(self._state))

    @property
    def categories(self) -> list[tuple[str, str]]:
        """Archon's categories of penalties."""
        names = (gettext("Procedural error"), gettext("Tournament error"), gettext("Unsportsmanlike conduct"))
        return list(zip(CATEGORIES, names, strict=True))

    @property
    def looked_at(self) -> str:
        """The day on which Archon's calls were last looked at."""
        return day_words(ResultWay.ARCHON.looked_at)


def _penalties(state: Tournament) -> Iterator[TypedPenalty]:
    for number, given in sorted(state.sanctions.items()):
        is_out = given.kind is SanctionKind.DISQUALIFICATION
        if given.player is not None and (is_out or game_of(state, given) is not None):
            name = state.player(given.player).name
            title = gettext("Disqualification of %(name)s", name=name)
            if not is_out:
                title = gettext("Standings adjustment of %(name)s", name=name)
            yield TypedPenalty(
                number=number,
                title=title,
                category=request.form.get(f"category-{number}", ""),
                words=request.form.get(f"words-{number}", ""),
            )


def _page(console: Console) -> ArchonPage:
    if not is_configured():
        abort(404)
    return ArchonPage(console)


archon_page = page("archon", "/report/archon", "events/archon.html")(_page)


@archon_page.action("/report/archon", "do", forms.ArchonForm, {"bad_archon_code": "code"})
def exchange(console: Console, code: str, token: str, do: str) -> str | Console:
    """Ask for consent, compare with Archon, or send the calls that are left."""
    if not is_configured():
        abort(404)
    console.typed.values.pop("token", None)
    with _client() as client:
        if do == forms.ArchonStep.DISCONNECT:
            _act(client, console.id, "")
            client.hand_back()
            return console.url("archon")
        named = archon_send.archon_code(code or console.tournament.archon_uid)
        if do == forms.ArchonStep.CONSENT:
            console.typed.found = _consent_address(client, console, named)
            return console
        _act(client, console.id, token)
        if do == forms.ArchonStep.COMPARE:
            console.typed.found = archon_send.compare_with_archon(
                console.work, client, named, card_data, _typed_words(console.tournament, is_needed=False)
            )
            return console
        sent = archon_send.send_event(
            console.work,
            client,
            named,
            card_data,
            words=_typed_words(console.tournament, is_needed=True),
            with_end=do == forms.ArchonStep.FINISH,
            most=_MOST_STEPS,
        )
    flash(gettext("Steps sent: %(done)s. Left: %(left)s.", done=sent.steps, left=sent.left), "good")
    return console.url("archon")


def _act(client: archon.Archon, id: str, typed: str) -> None:
    if typed.strip():
        client.act_for(archon.MemberToken(access=typed.strip()))
    elif (token := archon.kept_token(client.folder, id, now=current_context().now().timestamp())) is not None:
        client.act_for(token, id)


def _typed_words(state: Tournament, *, is_needed: bool) -> dict[int, PenaltyWords]:
    return {
        line.number: archon_send.penalty_words(line.category, line.words)
        for line in _penalties(state)
        if is_needed or line.words.strip()
    }


# Consent: Archon leads back to this installation's public address


def _consent_address(client: archon.Archon, console: Console, code: str) -> str:
    uid = str(archon.lacking_nothing(client.event(code).values, "uid")["uid"])
    asked = archon.ask_consent(client.folder, console.id, uid, now=current_context().now().timestamp())
    # The browser that asked is the one that may answer.
    session[_STATE] = asked.state
    return client.consent_address(asked, redirect=url_for("archon_callback", _external=True))


def _answered() -> AnyResponse:
    """Keep the consent that was given, if this browser asked for it."""
    state, code = request.args.get("state", ""), request.args.get("code", "")
    if not is_configured() or not secrets.compare_digest(session.pop(_STATE, "-").encode(), state.encode()):
        abort(404)
    now = current_context().now().timestamp()
    asked = archon.asked_consent(own_folder(), state, now=now)
    if asked is None or not access.may_open("events.archon_do", asked.event):
        abort(404)
    archon.forget_asked(own_folder(), asked)
    if code:
        with _client() as client:
            token = client.consent(
                code=code,
                redirect=url_for("archon_callback", _external=True),
                verifier=asked.verifier,
                event=asked.uid,
                now=now,
            )
            archon.keep_token(client.folder, asked.event, token)
    return redirect(url_for("events.archon", id=asked.event), 303)


# Players' numbers


def number_lines(state: Tournament) -> list[str]:
    """The problems with the players' numbers, in words; nothing where Archon is not configured."""
    if not is_configured():
        return []
    findings = archon_numbers.number_findings(state, archon_numbers.kept_numbers(own_folder()))
    lines = [f"{state.player(found.player).name}: {translated(found.message)}" for found in findings]
    fault = archon_numbers.numbers_fault(own_folder()) if archon_numbers.checks_numbers(state) else None
    if fault is not None:
        lines.append(gettext("New VEKN numbers could not be checked: %(why)s", why=translated(fault)))
    return lines


@dataclass(frozen=True)
class NumbersPage:
    """The players' VEKN numbers, as Archon knows them."""

    at: Console

    @property
    def checked(self) -> archon_numbers.NumbersChecked | None:
        """The check just made; None before."""
        return self.at.typed.found

    @property
    def lines(self) -> list[str]:
        """The problems, by player."""
        if self.checked is None:
            return number_lines(self.at.tournament)
        names = self.at.tournament.player
        return [f"{names(found.player).name}: {translated(found.message)}" for found in self.checked.findings]

    @property
    def left(self) -> int:
        """How many numbers are still to be asked."""
        kept = archon_numbers.kept_numbers(own_folder())
        return len(archon_numbers.numbers_left(self.at.tournament, kept, current_context().now().date()))

    @property
    def is_by_itself(self) -> bool:
        """Whether new numbers are checked after each registration."""
        return archon_numbers.checks_numbers(self.at.tournament)


def _numbers(console: Console) -> NumbersPage:
    if not is_configured():
        abort(404)
    return NumbersPage(console)


numbers_page = page("numbers", "/players/numbers", "events/numbers.html")(_numbers)


@numbers_page.action("/players/numbers", "check")
def check_numbers(console: Console) -> Console:
    """Ask Archon for the next numbers that are not known yet."""
    if not is_configured():
        abort(404)
    today: date = current_context().now().date()
    with _client() as client:
        console.typed.found = archon_numbers.check_numbers(
            partial(_state_of, console.id), client, today=today, most=_MOST_NUMBERS
        )
    return console


@numbers_page.action("/players/numbers/each", "each", forms.NumbersForm)
def check_each(console: Console, checks_numbers: bool) -> None:
    """Check numbers after each registration from now on, or no longer."""
    if not is_configured():
        abort(404)
    console.work.change(configure, {"checks_numbers": checks_numbers})


def _state_of(id: str) -> Tournament:
    return current_context().tournaments.look(id).state


# In the background


def number_checks(app: Flask) -> archon_numbers.NumberChecks:
    """Checks of numbers after the registrations that `app` stores."""

    def inside[**P, T](function: Callable[P, T]) -> Callable[P, T]:
        def called(*args: P.args, **kwargs: P.kwargs) -> T:
            with app.app_context():
                return function(*args, **kwargs)

        return called

    return archon_numbers.NumberChecks(
        inside(own_folder),
        client=inside(_new_client),
        look=inside(_state_of),
        today=inside(lambda: current_context().now().date()),
    )


def _heard(id: str, event: Tournament, entries: Sequence[LogEntry]) -> None:
    try:
        if is_configured() and not current_app.config["OFFLINE"]:
            checks: archon_numbers.NumberChecks = current_app.extensions[_CHECKS]
            checks.hear(event, id, entries)
    except Exception as error:
        # The registration is stored: nothing that goes wrong here may reach the player.
        _log.warning("A check of VEKN numbers was not put aside: %s", type(error).__name__)


def init_app(app: Flask) -> None:
    """Add the address that Archon leads back to, and check new numbers where an event says so."""
    app.add_url_rule("/archon/callback", "archon_callback", _answered)
    app.extensions[_CHECKS] = number_checks(app)
    hear(app, _heard)
