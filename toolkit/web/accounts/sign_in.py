"""Who is signed in, by Flask-Login: a session is good until it is ended on the server, or the password changes.

A browser that has signed in to an account also keeps a signed mark of it, beyond the session: its wrong passwords are
counted apart from everybody else's. The mark opens nothing.
"""

from __future__ import annotations

import re
import secrets
from contextlib import AbstractContextManager

from flask import Flask, current_app, request, session
from flask_login import LoginManager, UserMixin, current_user, login_user
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from toolkit.services.accounts import accounts
from toolkit.services.accounts.accounts import Account
from toolkit.web.base.access import SIGNED_IN
from toolkit.web.base.security import secret_keys
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, attempt

_MARKS = "known"
_MOST_MARKS = 5
_YEAR = 365 * 24 * 3600


class _User(UserMixin):  # type: ignore[misc]  # flask-login ships no types
    """An account as a session knows it, by the word that this browser keeps."""

    def __init__(self, account: Account, word: str) -> None:
        self.account = account
        self.word = word

    def get_id(self) -> str:
        """The session's word."""
        return self.word


def init_app(app: Flask) -> None:
    """Let people sign in to `app`."""
    # Templates ask `current_account`: flask-login's own way would ask the store for the page that says it is away.
    manager = LoginManager(app, add_context_processor=False)
    # A phone changes its address all day: that alone ends no session.
    manager.session_protection = None
    manager.user_loader(_load)
    app.extensions[SIGNED_IN] = signed_in


def _load(word: str) -> _User | None:
    account = accounts.account_of_session(current_context(), word)
    return None if account is None else _User(account, word)


def signed_in() -> Account | None:
    """The account of this request's session."""
    return current_user.account if current_user.is_authenticated else None


def session_word() -> str:
    """This browser's session word; empty when it has none."""
    return current_user.word if current_user.is_authenticated else ""


def begin_session(account: Account, answer: Response) -> Response:
    """A session of its own, nothing taken over from the one before, which could have been planted."""
    end_session()
    word = accounts.begin_session(current_context(), account, _browser())
    login_user(_User(account, word))
    session.permanent = True
    return _mark(account, answer)


def end_session() -> None:
    """Sign this browser out, on the server too: a copy of its cookie opens nothing any more."""
    accounts.end_session(current_context(), str(session.get("_user_id", "")))
    session.clear()


def own_attempt(account: Account) -> AbstractContextManager[None]:
    """An attempt at the password of a person who is signed in; it counts for their browser alone.

    Raises:
        TooManyRequests: there were too many wrong ones.
    """
    who = known_as(account) or session_word()
    return attempt((Rate.SIGN_IN, who), (Rate.SIGN_IN_NAME, who))


def _browser() -> str:
    """The browser's name, as far as its owner needs it to know it again: "Firefox, Android"."""
    agent = request.user_agent.string
    names = re.findall(r"Firefox|Edg|OPR|Chrome|Safari|curl|python", agent)[:1]
    systems = re.findall(r"Android|iPhone|iPad|Windows|Macintosh|Linux", agent)[:1]
    return ", ".join({"Edg": "Edge", "OPR": "Opera"}.get(name, name) for name in names + systems)


# The mark of a browser that is known


def known_as(account: Account) -> str | None:
    """The counter of this browser's wrong passwords for an account, if it has signed in to it before.

    Those that did so with an earlier password are counted together: whoever knew it may have signed in with many.
    """
    if account.id not in (marks := _marks()):
        return None
    epoch, mark = marks[account.id]
    return f"{account.id} {mark if epoch == account.epoch else 'earlier'}"


def _mark(account: Account, answer: Response) -> Response:
    marks = {id: mark for id, mark in _marks().items() if id != account.id}
    newest = {account.id: (account.epoch, secrets.token_urlsafe(12)), **marks}
    kept = _signer().dumps(dict(list(newest.items())[:_MOST_MARKS]))
    answer.set_cookie(_MARKS, kept, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _marks() -> dict[str, tuple[int, str]]:
    try:
        return {id: (epoch, mark) for id, (epoch, mark) in _signer().loads(request.cookies.get(_MARKS, "")).items()}
    except BadSignature:
        return {}


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_keys(current_app), salt="a browser that is known")
