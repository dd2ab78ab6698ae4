"""Who is signed in, by Flask-Login: a session is good until its account's password changes."""

from __future__ import annotations

from flask import Flask, session
from flask_login import LoginManager, UserMixin, current_user, login_user

from toolkit.services import accounts
from toolkit.services.accounts import Account
from toolkit.web.stores import current_context


class _User(UserMixin):  # type: ignore[misc]  # flask-login ships no types
    """An account as a session knows it."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def get_id(self) -> str:
        """What the session keeps: it is good until the password changes."""
        return accounts.session_word(self.account)


def init_app(app: Flask) -> None:
    """Let people sign in to `app`."""
    # Templates ask `current_account`: flask-login's own way would ask the store for the page that says it is away.
    manager = LoginManager(app, add_context_processor=False)
    # A phone changes its address all day: that alone ends no session.
    manager.session_protection = None
    manager.user_loader(_load)


def _load(word: str) -> _User | None:
    account = accounts.account_of_session(current_context(), word)
    return None if account is None else _User(account)


def signed_in() -> Account | None:
    """The account of this request's session."""
    return current_user.account if current_user.is_authenticated else None


def begin_session(account: Account) -> None:
    """A session of its own, nothing taken over from the one before: nobody can have planted it."""
    session.clear()
    login_user(_User(account))
    session.permanent = True
