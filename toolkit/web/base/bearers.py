"""Bearer tokens (RFC 6750): whose token a request shows. A wrong one is refused before anything else is looked at.

On a server it is a token of an account, without accounts the organizer's key. Some addresses take tokens of their own:
a game those of its links, `/metrics` the configured one. `Authorization` of another scheme, which a proxy may add, is
ignored.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable

from flask import Flask, current_app, request
from werkzeug.exceptions import Unauthorized

from toolkit.services.accounts import accounts
from toolkit.services.accounts.accounts import Account
from toolkit.services.kernel.roles import Scope
from toolkit.web.base.stores import current_context, current_entry_key
from toolkit.web.base.throttle import Rate, throttle

# The beginning of addresses that take tokens of their own -> whether the request shows one of them.
_OTHERS: dict[str, Callable[[str], bool]] = {}
# So many digits of a wrong token's hash tell those apart that are counted: a flood of tokens fills no memory.
_COUNTED_DIGITS = 4
# A token however it was written: behind a tab, "=" or ":", or in a second header, which is put behind the first.
_BEARER = re.compile(r"(?:^|,)\s*bearer(?![\w-])", re.IGNORECASE)
_ACCOUNT, _KEY = "toolkit.bearers.account", "toolkit.bearers.entry_key"


class WrongToken(Unauthorized):
    """A bearer token or key that opens nothing, or nothing any more."""

    name = "Invalid token"
    CHALLENGE = 'Bearer error="invalid_token"'

    def get_headers(self, *args: object, **more: object) -> list[tuple[str, str]]:
        """The headers, with the challenge of RFC 6750."""
        return [*super().get_headers(), ("WWW-Authenticate", self.CHALLENGE)]


def init_app(app: Flask) -> None:
    """Refuse wrong tokens at every address of `app`."""
    app.before_request(refuse_wrong)


def accept_others(prefix: str, is_right: Callable[[str], bool]) -> None:
    """Accept other tokens, and only these, at addresses that begin with `prefix`."""
    _OTHERS[prefix] = is_right


def shown_bearer() -> str | None:
    """The bearer token of the request, "" for one that cannot be read; None without one."""
    given = request.authorization
    if given is not None and given.type == "bearer":
        return given.token or ""
    return "" if _BEARER.search(request.headers.get("Authorization", "")) else None


def account_of_bearer() -> tuple[Account, Scope] | None:
    """The account whose token the request shows, and the token's scope."""
    owner: tuple[Account, Scope] | None = request.environ.get(_ACCOUNT)
    return owner


def is_organizers_key(token: str | None) -> bool:
    """Whether that is the organizer's key of an installation without accounts."""
    return bool(token) and hmac.compare_digest(str(token).encode("utf-8", "surrogatepass"), _entry_key().encode())


def _entry_key() -> str:
    if _KEY not in request.environ:
        request.environ[_KEY] = current_entry_key()
    return str(request.environ[_KEY])


def refuse_wrong() -> None:
    """Make sure that the request shows no bearer token, or one that opens something here.

    Raises:
        WrongToken: it opens nothing.
        TooManyRequests: it opens nothing, and was shown too often.
    """
    token = shown_bearer()
    if token is not None and not _is_right(token):
        throttle(Rate.WRONG_TOKEN, hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:_COUNTED_DIGITS])
        throttle(Rate.WRONG_TOKEN_ADDRESS)
        raise WrongToken


def _is_right(token: str) -> bool:
    is_right = next((check for prefix, check in _OTHERS.items() if request.path.startswith(prefix)), None)
    if is_right is not None:
        return is_right(token)
    if not current_app.config["ACCOUNTS"]:
        return is_organizers_key(token)
    owner = request.environ[_ACCOUNT] = accounts.account_of_token(current_context(), token)
    return owner is not None
