"""Accounts on a server: signing up, in and out, the password, the second factor, passkeys, tokens for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from itsdangerous import BadSignature, URLSafeTimedSerializer
from marshmallow import ValidationError
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from toolkit.errors import ToolkitError
from toolkit.languages import Message
from toolkit.schemas import event_forms as forms
from toolkit.services.accounts import accounts, second_factor
from toolkit.services.accounts.accounts import Account
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.roles import TOKEN_DAYS, Scope
from toolkit.services.season import weekends
from toolkit.sheets.qr import qr_svg
from toolkit.web.base import access
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.security import secret_keys
from toolkit.web.base.shell import local_path
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, attempt, sender, throttle, wait_of
from toolkit.web.events.start import events_page

if TYPE_CHECKING:
    from toolkit.services.accounts.passkeys import PasskeyQuestion, Site

blueprint = Blueprint("accounts", __name__, url_prefix="/account")

_FIELDS = {
    "bad_name": "name",
    "name_taken": "name",
    "bad_password": "password",
    "wrong_old_password": "old",
}
_START = "/tournaments"
_LONGEST_LABEL = 60
_NO_PASSKEYS = Message("Passkeys need https and the name of this server in the address.")
# Seconds for which somebody whose password was right may look for their phone, or set it up.
_CODE_WITHIN = 600

SCOPES = {
    Scope.READ: _l("Look only"),
    Scope.RESULTS: _l("Check in and enter results"),
    Scope.ALL: _l("All that you can do"),
}


def init_app(app: Flask) -> None:
    """Let people sign in to `app`, where it is to have accounts."""
    app.register_blueprint(blueprint)
    if app.config["ACCOUNTS"]:
        # Flask-Login brings half a test client with it: a laptop starts without.
        from toolkit.web.accounts import sign_in

        sign_in.init_app(app)


@blueprint.before_request
def _only_with_accounts() -> None:
    if not access.has_accounts():
        abort(404)


@blueprint.get("/sign-in")
def sign_in() -> Response:
    """The form."""
    return _sign_in_form(Typed())


@blueprint.post("/sign-in")
def enter() -> Response:
    """Sign in, and go on to where the form was asked for."""
    typed = Typed(values=dict(request.form.items()))
    name, password = typed.values.get("name", ""), typed.values.pop("password", "")
    try:
        with attempt(*_counted(name)):
            account = accounts.sign_in(current_context(), name, password)
    except TooManyRequests as error:
        typed.refuse("", wait_of(error))
        return _waiting(_sign_in_form(typed, 429), error)
    except ToolkitError as error:
        typed.refused(error)
        return _sign_in_form(typed, 422)
    if second_factor.has_second_factor(current_context(), account):
        return _code_form(Typed(), _signer("code").dumps([account.id, account.epoch]), account)
    return _begin(account)


@blueprint.post("/sign-in/passkey")
def enter_passkey() -> Response:
    """Sign in by a passkey alone: no name and no password are typed."""
    from toolkit.services.accounts import passkeys

    typed, site = Typed(), _site()
    try:
        _, question = _asked_of("passkey")
        if site is None:
            raise passkeys.WrongPasskey(_NO_PASSKEYS)
        account = passkeys.sign_in(current_context(), site, question, request.form.get("credential", ""))
    except ToolkitError as error:
        throttle(Rate.PASSKEY)
        typed.refused(error)
        return _sign_in_form(typed, 422)
    return _begin(account)


@blueprint.post("/sign-in/code")
def enter_code() -> Response:
    """The second step: a code of the phone, or a recovery code."""
    word, typed = request.form.get("word", ""), Typed()
    account = _of_word(word)
    if account is None:
        typed.refuse("", gettext("That took too long: sign in again."))
        return _sign_in_form(typed, 422)
    try:
        with attempt(*_counted(account.name)):
            second_factor.check(current_context(), account, request.form.get("code", "")[:60])
    except TooManyRequests as error:
        typed.refuse("code", wait_of(error))
        return _waiting(_code_form(typed, word, account, 429), error)
    except ToolkitError as error:
        typed.refused(error, "code")
        return _code_form(typed, word, account, 422)
    return _begin(account)


def _of_word(word: str) -> Account | None:
    """Whose password was right a moment ago; None when the word says nothing, or nothing any more."""
    try:
        id, epoch = _signer("code").loads(word, max_age=_CODE_WITHIN)
    except BadSignature:
        return None
    account = accounts.account_of_id(current_context(), str(id))
    return account if account is not None and account.epoch == epoch else None


def _code_form(typed: Typed, word: str, account: Account, status: int = 200) -> Response:
    has_phone = second_factor.has_phone(current_context(), account)
    return _form("accounts/code.html", typed, status, password_proof=word, has_phone=has_phone, **_passkey_asked())


def _signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret_keys(current_app), salt=f"second factor: {purpose}")


def _counted(name: str) -> list[tuple[Rate, str | None]]:
    """The counters of an attempt at signing in by that name."""
    from toolkit.web.accounts.sign_in import known_as

    account, key = accounts.find_account(current_context(), name), accounts.name_key(name)
    browser = known_as(account) if account else None
    if browser:
        return [(Rate.SIGN_IN, browser), (Rate.SIGN_IN_NAME, browser)]
    return [(Rate.SIGN_IN, f"{sender()} {key}"), (Rate.SIGN_IN_NAME, key), (Rate.SIGN_IN_ADDRESS, None)]


@blueprint.get("/sign-up")
def sign_up() -> Response:
    """The form for a new account."""
    _open_sign_up()
    return _form("accounts/sign_up.html", Typed())


@blueprint.post("/sign-up")
def join() -> Response:
    """Make an account, and sign in with it."""
    _open_sign_up()
    typed = Typed(values=dict(request.form.items()))
    password = typed.values.pop("password", "")
    throttle(Rate.SIGN_UP)
    try:
        account = accounts.sign_up(current_context(), typed.values.get("name", ""), password)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
        return _form("accounts/sign_up.html", typed, 422)
    return _begin(account)


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """End the session, here and on the server."""
    from toolkit.web.accounts.sign_in import end_session

    end_session()
    return redirect("/", 303)


@blueprint.get("/settings")
def settings() -> Response:
    """Password, sessions and tokens."""
    return _settings(Typed())


@blueprint.post("/sessions/end")
def end_session() -> Response:
    """Sign one browser out, or all but this one."""
    digest = request.form.get("digest", "")[:64]
    if digest:
        accounts.remove_session(current_context(), _mine(), digest)
    else:
        accounts.end_other_sessions(current_context(), _mine(), word=_word())
    return redirect(url_for("accounts.settings"), 303)


@blueprint.post("/password")
def change_password() -> Response:
    """A new password; every other session and every token is over."""
    typed = Typed(form="password")
    try:
        with _own_attempt():
            account = accounts.change_password(
                current_context(), _mine(), request.form.get("old", ""), request.form.get("password", "")
            )
    except TooManyRequests as error:
        typed.refuse("old", wait_of(error))
        return _waiting(_settings(typed, 429), error)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
        return _settings(typed, 422)
    answer = _begin(account, url_for("accounts.settings"))
    flash(gettext("Your password is changed. Other devices have to sign in again."), "good")
    return answer


@blueprint.post("/second-factor")
def begin_second_factor() -> Response:
    """The code from which a phone makes codes; nothing is kept before it has shown one."""
    refused = _asked_password("factor")
    if refused is not None:
        return refused
    secret = second_factor.new_secret()
    return _factor_page(Typed(), secret)


@blueprint.post("/second-factor/confirm")
def confirm_second_factor() -> Response:
    """The phone shows a code: from now on one is asked for, and these are the recovery codes."""
    typed = Typed()
    try:
        id, secret = _signer("set up").loads(request.form.get("word", ""), max_age=_CODE_WITHIN)
    except BadSignature:
        id = secret = ""
    if id != _mine().id:
        typed.refuse("", gettext("That took too long: begin again."))
        return _settings(typed, 422)
    try:
        codes = second_factor.set_up(current_context(), _mine(), secret, request.form.get("code", "")[:60])
    except ToolkitError as error:
        typed.refused(error, "code")
        return _factor_page(typed, secret, 422)
    return _settings(Typed(), recovery_codes=codes)


@blueprint.post("/second-factor/remove")
def remove_second_factor() -> Response:
    """The password alone opens the account again."""
    refused = _asked_password("factor")
    if refused is not None:
        return refused
    second_factor.remove(current_context(), _mine())
    return redirect(url_for("accounts.settings"), 303)


@blueprint.post("/passkeys")
def begin_passkey() -> Response:
    """The options from which a browser makes a passkey; nothing is kept before it has made one."""
    refused = _asked_password("passkey")
    if refused is not None:
        return refused
    return _passkey_page(Typed(form="passkey"), request.form.get("label", "").strip()[:_LONGEST_LABEL])


@blueprint.post("/passkeys/confirm")
def confirm_passkey() -> Response:
    """The browser has made one: it signs in from now on."""
    from toolkit.services.accounts import passkeys

    typed, site = Typed(), _site()
    try:
        (id, label), question = _asked_of("new passkey")
        if site is None or id != _mine().id:
            raise passkeys.WrongPasskey(_NO_PASSKEYS)
        answer = request.form.get("credential", "")
        codes = passkeys.add(current_context(), _mine(), site, question, answer, label=label)
    except ToolkitError as error:
        typed.refused(error, "passkey")
        return _settings(typed, 422)
    return _settings(Typed(), recovery_codes=codes)


@blueprint.post("/passkeys/remove")
def remove_passkey() -> Response:
    """A passkey that opens nothing any more."""
    from toolkit.services.accounts import passkeys

    refused = _asked_password("passkey")
    if refused is not None:
        return refused
    passkeys.remove(current_context(), _mine(), request.form.get("digest", "")[:64])
    return redirect(url_for("accounts.settings"), 303)


def _passkey_page(typed: Typed, label: str) -> Response:
    from toolkit.services.accounts import passkeys

    site = _site()
    if site is None:
        typed.refused(passkeys.WrongPasskey(_NO_PASSKEYS), "passkey")
        return _settings(typed, 422)
    question = passkeys.new_question(current_context())
    page = render_template(
        "accounts/passkey.html",
        typed=typed,
        label=label,
        word=_signer("new passkey").dumps([[_mine().id, label], question.challenge, question.asked]),
        options=passkeys.to_make_one(current_context(), _mine(), site, question),
    )
    return _private(make_response(page))


def _site() -> Site | None:
    """Where passkeys are made and shown: at the address of this request, whose host is one of the configured names."""
    from toolkit.services.accounts import passkeys

    return passkeys.site_of(request.host_url.rstrip("/"))


def _asked_of(purpose: str) -> tuple[Sequence[str], PasskeyQuestion]:
    """The subject and the passkey's question that the signed word of a form carries.

    Raises:
        WrongPasskey: it says nothing, or nothing any more.
    """
    from toolkit.services.accounts import passkeys

    try:
        about, challenge, asked = _signer(purpose).loads(request.form.get("word", ""), max_age=_CODE_WITHIN)
    except BadSignature:
        raise passkeys.WrongPasskey(Message("That took too long: try again.")) from None
    return about, passkeys.PasskeyQuestion(challenge, asked)


def _asked_password(form: str) -> Response | None:
    """The page again where the password that came with a form is wrong, or may not be tried just now."""
    typed = Typed(form=form, values={"label": request.form.get("label", "")})
    try:
        with _own_attempt():
            accounts.confirm_password(_mine(), request.form.get("password", ""))
    except TooManyRequests as error:
        typed.refuse(form, wait_of(error))
        return _waiting(_settings(typed, 429), error)
    except ToolkitError as error:
        typed.refused(error, form)
        return _settings(typed, 422)
    return None


def _factor_page(typed: Typed, secret: str, status: int = 200) -> Response:
    address = second_factor.address_of(secret, _mine())
    page = render_template(
        "accounts/second_factor.html",
        typed=typed,
        word=_signer("set up").dumps([_mine().id, secret]),
        secret=secret,
        address=address,
        code=qr_svg(address, fills=True),
    )
    return _private(make_response(page, status))


@blueprint.post("/tokens")
def make_token() -> Response:
    """A token for programs, shown this once."""
    typed = Typed(form="token", values=dict(request.form.items()))
    try:
        loaded = load_form(forms.TokenForm, typed)
        token = accounts.make_token(
            current_context(), _mine(), loaded["label"], scope=Scope(loaded["scope"]), days=int(loaded["days"])
        )
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return _settings(typed, 422)
    except ToolkitError as error:
        typed.refused(error, "label")
        return _settings(typed, 422)
    return _settings(Typed(), token=token)


@blueprint.post("/tokens/remove")
def remove_token() -> Response:
    """A token that is not needed any more."""
    accounts.remove_token(current_context(), _mine(), request.form.get("digest", "")[:64])
    return redirect(url_for("accounts.settings"), 303)


@blueprint.post("/invitations/accept")
def accept_invitation() -> Response:
    """Be what one was asked to be at an event, and go to where one's work is there."""
    return _answered(accounts.accept_invitation, access.home)


@blueprint.post("/invitations/decline")
def decline_invitation() -> Response:
    """Be nothing at an event to which one was asked."""
    return _answered(accounts.decline_invitation, lambda _: _START)


def _answered(give: Callable[[Context, Account, str], None], then: Callable[[str], str]) -> Response:
    context, event, typed = current_context(), request.form.get("event", "")[:40], Typed()
    try:
        give(context, _mine(), event)
    except ToolkitError as error:
        typed.refused(error)
        return events_page(typed, status_of(error))
    weekends.settle_rights_at(context, event)
    return redirect(then(event), 303)


def _mine() -> Account:
    account = access.current_account()
    assert account is not None  # toolkit.web.base.access lets nobody else here
    return account


def _word() -> str:
    from toolkit.web.accounts.sign_in import session_word

    return session_word()


def _own_attempt() -> AbstractContextManager[None]:
    from toolkit.web.accounts.sign_in import own_attempt

    return own_attempt(_mine())


def _open_sign_up() -> None:
    if not current_app.config["SIGN_UP"]:
        abort(404)


def _begin(account: Account, target: str | None = None) -> Response:
    from toolkit.web.accounts.sign_in import begin_session

    return begin_session(account, redirect(target or local_path(request.form.get("next", "") or _START), 303))


def _form(template: str, typed: Typed, status: int = 200, **more: str | bool) -> Response:
    target = local_path(request.values.get("next", "") or _START)
    return _private(make_response(render_template(template, typed=typed, target=target, **more), status))


def _sign_in_form(typed: Typed, status: int = 200) -> Response:
    return _form("accounts/sign_in.html", typed, status, **_passkey_asked())


def _passkey_asked() -> dict[str, str]:
    """The question to a passkey on a page of signing in, where browsers have them."""
    site = _site()
    if site is None:
        return {}
    from toolkit.services.accounts import passkeys

    question = passkeys.new_question(current_context())
    word = _signer("passkey").dumps(["", question.challenge, question.asked])
    return {"passkey_proof": word, "passkey_options": passkeys.to_show_one(site, question)}


def _settings(typed: Typed, status: int = 200, token: str = "", recovery_codes: Sequence[str] = ()) -> Response:
    page = render_template(
        "accounts/settings.html",
        typed=typed,
        account=_mine(),
        sessions=accounts.sessions_of(current_context(), _mine(), word=_word()),
        tokens=accounts.tokens_of(current_context(), _mine()),
        token=token,
        has_factor=second_factor.has_second_factor(current_context(), _mine()),
        has_phone=second_factor.has_phone(current_context(), _mine()),
        passkeys=second_factor.passkeys_of(current_context(), _mine()),
        may_have_passkeys=_site() is not None,
        codes_left=second_factor.recovery_codes_left(current_context(), _mine()),
        recovery_codes=recovery_codes,
        scopes=SCOPES,
        days=[(days, str(days)) for days in TOKEN_DAYS],
    )
    return _private(make_response(page, status))


def _waiting(answer: Response, error: TooManyRequests) -> Response:
    answer.headers["Retry-After"] = str(error.retry_after)
    return answer


def _private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
