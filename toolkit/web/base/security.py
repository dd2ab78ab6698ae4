"""The protection of every request and answer: forms' tokens and keys, headers, the session's cookie, a body's size.

Forms that change something carry a token; an address that changes nothing may say that it needs none. Checking a deck,
for one, is a pure function of what is sent: nothing is kept, nobody is signed in, and a page left open for days must
still work. Such a view is marked `@csrf.exempt`; so is an API that no cookie opens.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

from flask import Blueprint, Flask, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from toolkit.web.base.addresses import NameOfOurs, SoundName, is_for_strangers, is_own_address

csrf = CSRFProtect()

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

# What no page here asks a browser for.
PERMISSIONS = ", ".join(f"{name}=()" for name in ("camera", "geolocation", "microphone", "payment", "usb"))
_SHOWS_SECRET = "vtes_toolkit_shows_secret"
# A browser that came by https goes on with it, for a year.
_HTTPS_ONLY = f"max-age={365 * 24 * 3600}"


class Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is marked `Secure` wherever the page itself came by https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may only go back over https."""
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Give a session's cookie with no answer that a cache may hand on to another reader."""
        if response.cache_control.public:
            return
        super().save_session(app, session, response)
        if "Set-Cookie" in response.headers and not response.cache_control.no_store:
            response.cache_control.private = True


def init_app(app: Flask) -> None:
    """Protect `app`; as many proxies in front as `PROXIES` says are believed."""
    app.session_interface = Sessions()
    app.config["TRUSTED_HOSTS"] = [name.lower() for name in _listed(app.config["TRUSTED_HOSTS"])] or None
    app.config["SECRET_KEY_FALLBACKS"] = _listed(app.config["SECRET_KEY_FALLBACKS"])
    app.config.setdefault("WTF_CSRF_SECRET_KEY", secret_keys(app))
    proxies = int(app.config["PROXIES"])
    if not proxies:
        app.wsgi_app = SoundName(NameOfOurs(app, app.wsgi_app))  # type: ignore[method-assign]  # as Flask's documentation has it
    else:
        # No port: the host has it, and a proxy that says none of its own would hand on a visitor's.
        app.wsgi_app = ProxyFix(SoundName(app.wsgi_app), x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]  # as Flask's documentation has it
    app.before_request(_refuse_unknown_name)
    app.before_request(_refuse_oversize)
    app.after_request(_add_headers)
    # An organizer's page stays open all day: a token is good for as long as its session.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    csrf.init_app(app)
    app.jinja_env.globals.update(new_key=new_key)


def _listed(setting: str | Sequence[object] | None) -> list[str]:
    if isinstance(setting, str):
        words = re.sub(r"^\s*\[(.*)\]\s*$", r"\1", setting)  # in a unit's file quotes are easily lost
        return [word for word in re.split(r"[\s,]+", words) if word]
    return [str(word) for word in setting or ()]


def secret_keys(app: Flask) -> list[str]:
    """The keys that what `app` has signed is read with, oldest first; it signs with the last."""
    return [*app.config["SECRET_KEY_FALLBACKS"], str(app.secret_key)]


def limit_body(size: int) -> None:
    """Refuse the current request if its body is longer than `size` bytes; what has no stated length is cut there."""
    request.max_content_length = request.max_form_memory_size = size
    _refuse_oversize()


def open_to_pages(api: Blueprint) -> None:
    """Let pages of any site ask this API: it changes nothing, and what it says no cookie and no key has opened."""

    @api.after_request
    def allow(response: Response) -> Response:
        response.headers["Access-Control-Allow-Origin"] = "*"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = str(24 * 3600)
        return response


_ANY_FRAME = "frame-ancestors *"


def let_frame(response: Response) -> Response:
    """Let pages of any site show this one in a frame: it has no form, and what it says everybody may see."""
    response.headers["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", _ANY_FRAME)
    return response


def _refuse_unknown_name() -> None:
    """On a server answer to the names that were configured, else to no name of the internet's.

    A laptop answers whatever it is called, and makes its links of its own address: `addresses.NameOfOurs`.
    """
    if current_app.config["TRUSTED_HOSTS"] or not is_for_strangers(current_app):
        return  # the names that are configured Flask itself looks at
    if not is_own_address(request.host):
        abort(400)


def _refuse_oversize() -> None:
    """Refuse a body by its stated length, before a byte of it is read, also where none is ever read."""
    limit = request.max_content_length
    if limit is not None and request.content_length is not None and request.content_length > limit:
        abort(413)


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if not response.headers["Content-Security-Policy"].endswith(_ANY_FRAME):
        response.headers.setdefault("X-Frame-Options", "DENY")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", _HTTPS_ONLY)
    return response


# A form that is sent again: after a lost answer, by a reload, or by a second tap


def mark_secret() -> None:
    """Note that the answer shows a link or key, on a page whose address is no secret."""
    g.setdefault(_SHOWS_SECRET, True)


def is_marked_secret() -> bool:
    """Whether the answer shows a link or key, as far as that was noted."""
    return _SHOWS_SECRET in g


def new_key() -> str:
    """A key for one form: sent again, it is answered and not carried out again."""
    return secrets.token_urlsafe(12)


_LONGEST_KEY = 64


def own_key() -> str | None:
    """The key of a form that its browser sends until it was acknowledged (outbox.js), or that was drawn with one."""
    key = request.form.get("key", "")
    return key if 0 < len(key) <= _LONGEST_KEY else None


_MOST_KEYS = 50


def keys_before() -> tuple[str, ...]:
    """The keys of what the same page has sent last before this form, and knows to be carried out."""
    keys = request.form.get("after", "")[-_MOST_KEYS * (_LONGEST_KEY + 1) :].split()[-_MOST_KEYS:]
    return tuple(key for key in keys if len(key) <= _LONGEST_KEY)


def form_key() -> str | None:
    """The key of one sending of a form: all its values, with the version or the key that it was drawn with.

    A page drawn anew carries another one, and so does a form that somebody went back to and changed: that is meant
    once more. A form without either has no such key. Of its token only whose browser it is counts: a fresh one of the
    same browser changes nothing.
    """
    if not (request.form.get("sequence") or request.form.get("key")):
        return None
    carried = sorted(pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token")
    sent = repr((request.path, session.get("csrf_token", ""), carried))
    return "form-" + hashlib.sha256(sent.encode("utf-8", "surrogatepass")).hexdigest()
