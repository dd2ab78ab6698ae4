"""Who may change what: the one place that decides it.

Without accounts there is one organizer: whoever shows the key that was made with the store, as the cookie that the
organizer's link sets or as `Authorization: Bearer`. What is public can be read by everybody.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, Flask, abort, current_app, redirect, request
from werkzeug.wrappers import Response

from toolkit.web.csrf import csrf
from toolkit.web.stores import current_key

COOKIE = "organizer"
_YEAR = 365 * 24 * 3600

blueprint = Blueprint("access", __name__)


def init_app(app: Flask) -> None:
    """Let templates ask who is reading."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(is_organizer=is_organizer)


def is_organizer() -> bool:
    """Whether this request shows the organizer's key."""
    return any(_is_key(shown) for shown in (_bearer(), request.cookies.get(COOKIE)))


def organizer_required() -> None:
    """Go on only for the organizer; a cookie, which a browser sends by itself, also needs the form's token.

    Raises:
        Forbidden: anybody else.
    """
    if _is_key(_bearer()):
        return
    if not _is_key(request.cookies.get(COOKIE)):
        abort(403)
    if current_app.config["WTF_CSRF_ENABLED"]:
        csrf.protect()


def organizer_link(key: str) -> str:
    """The path that makes a browser the organizer's."""
    return f"/organizer/{key}"


@blueprint.get("/organizer/<key>")
def enter(key: str) -> Response:
    """Remember the key in a cookie and go to the tournaments; a wrong one is an unknown address."""
    if not _is_key(key):
        abort(404)
    answer = redirect("/tournaments", 303)
    answer.set_cookie(COOKIE, key, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    # The address holds the key: no other site may learn it, and no cache may keep it.
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _bearer() -> str | None:
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def _is_key(shown: str | None) -> bool:
    return bool(shown) and hmac.compare_digest(str(shown).encode(), current_key().encode())
