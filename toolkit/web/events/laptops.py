"""One event, two laptops: hand it over, take it over, compare it with the other copy."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Response, make_response, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import TooManyRequests

from toolkit.errors import NotFound, ToolkitError, Unavailable
from toolkit.languages import Message
from toolkit.schemas import event_forms as forms
from toolkit.services.accounts import accounts
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.services.server import copies, handover
from toolkit.services.server.handover import LogComparison
from toolkit.tournament import handover as operations
from toolkit.web.base import access
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, attempt, wait_of
from toolkit.web.events.console import Console, blueprint, page
from toolkit.web.serving import streams

_FIELDS = {"wrong_code": "code", "not_handed": "code", "other_log": "file", "damaged_export": "file"}
_LACKS = Message("The laptop that runs the event now lacks these entries:")
_CODE, _COMPARED = "shown_code", "compared"


@dataclass(frozen=True)
class LaptopsPage:
    """The laptop that runs the event, and how it comes to another one."""

    _console: Console

    @property
    def code(self) -> str:
        """The code of a hand-over, which is shown once."""
        return str(self._console.typed.values.get(_CODE, ""))

    @property
    def can_copy(self) -> bool:
        """Whether a copy of everything can be downloaded."""
        return access.may_administer()

    @property
    def _comparison(self) -> LogComparison | None:
        values: Mapping[str, Any] = self._console.typed.values
        return values.get(_COMPARED)

    @property
    def compared(self) -> str:
        """The outcome of a comparison, in a sentence."""
        if self._comparison is not None:
            return translated(handover.said_of(self._comparison))
        return translated(_LACKS) if self.lacking else ""

    @cached_property
    def lacking(self) -> list[tuple[int, str, str]]:
        """The entries that the laptop which goes on lacks: number, author, sentence."""
        comparison = self._comparison
        entries = comparison.lacking if comparison else handover.lacking_elsewhere(self._console.tournament)
        return [(entry.number, entry.by, translated(sentence)) for entry, sentence in entries]


laptops_page = page("laptops", "/laptops", "events/laptops.html")(LaptopsPage)


@laptops_page.action("/laptops/hand-over", "hand_over")
def hand_over(console: Console) -> Console:
    """Hand the event over: close it here, and show the code once."""
    change, code = handover.hand_over(console.work)
    console.tournament = change.tournament
    return _showing(console, _CODE, code)


@laptops_page.action("/laptops/take-over", "take_over", forms.TakeOverForm, _FIELDS)
def take_over(console: Console, code: str, is_lost: bool) -> None:
    """Take the event over, to continue it here."""
    with attempt((Rate.HAND_OVER, console.id)):
        console.work.change(operations.take_over, code=code, is_lost=is_lost)


@laptops_page.action("/laptops/compare", "compare", None, _FIELDS)
def compare(console: Console) -> Console:
    """Compare the log with the other laptop's export."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        console.typed.refuse("file", gettext("Choose a file first."))
        return console
    comparison = handover.compare(console.work, upload.stream.read())
    console.tournament = current_context().tournaments.look(console.id).state
    return _showing(console, _COMPARED, comparison)


# A laptop that was taken for lost and comes back, at the address where the other one now answers or at another port of
# it, is told so by the first phone that asks it for anything of the event.
_EPOCH = "epoch-"
_DAYS = 7 * 24 * 3600


@blueprint.before_app_request
def _hear() -> None:
    word = request.cookies.get(f"{_EPOCH}{(request.view_args or {}).get('id', '')}")
    if word:
        with suppress(NotFound, Unavailable):
            handover.hear(current_context(), str((request.view_args or {})["id"]), word)


@blueprint.after_app_request
def _tell(answer: Response) -> Response:
    event = streams.shown_event()
    word = handover.epoch_word(current_context(), event) if event else ""
    if word and request.cookies.get(f"{_EPOCH}{event}") != word:
        answer.set_cookie(
            f"{_EPOCH}{event}", word, max_age=_DAYS, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return answer


def _showing(console: Console, name: str, value: Any) -> Console:
    console.typed.values = {name: value}
    return console


@blueprint.get("/copy")
def copy() -> Response:
    """The form for a copy of everything, which asks for the password again where there are accounts."""
    return _copy_page(Typed())


@blueprint.post("/copy")
def download_copy() -> Response:
    """All events and accounts as one file, for another laptop to go on from."""
    typed = Typed()
    try:
        _confirm_password()
    except TooManyRequests as error:
        typed.refuse("password", wait_of(error))
        answer = _copy_page(typed, 429)
        answer.headers["Retry-After"] = str(error.retry_after)
        return answer
    except ToolkitError as error:
        typed.refused(error, "password")
        return _copy_page(typed, 422)
    return _whole_copy()


def _copy_page(typed: Typed, status: int = 200) -> Response:
    return make_response(render_template("events/copy.html", typed=typed), status)


def _confirm_password() -> None:
    account = access.current_account()
    if account is not None:  # a laptop has the organizer's cookie, and no password
        from toolkit.web.accounts.sign_in import own_attempt

        with own_attempt(account):
            accounts.confirm_password(account, request.form.get("password", ""))


def _whole_copy() -> Response:
    context, account = current_context(), access.current_account()
    record(SecurityEvent.COPY_TAKEN, account=account.name if account is not None else None)
    with tempfile.TemporaryDirectory(prefix="vtes-toolkit-") as folder:
        path = copies.back_up(context, Path(folder)).path
        answer = Response(path.read_bytes(), mimetype="application/octet-stream")
    answer.headers["Content-Disposition"] = f"attachment; filename={path.name}"
    return answer
