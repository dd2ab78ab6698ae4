"""Who asks, and whether they may: looked at before any view runs, for pages and API alike.

Without accounts there is one organizer: whoever shows the key that was made with the store, as the cookie that the
organizer's link sets or as `Authorization: Bearer`. Judges and scorekeepers come by links that the organizer made. Of
an event's own pages an outsider learns nothing, not even that they exist; an official who may look but not change is
told so.
"""

from __future__ import annotations

import hmac
from typing import Any

from flask import Blueprint, Flask, abort, current_app, redirect, request
from werkzeug.wrappers import Response

from toolkit.errors import NotFound
from toolkit.services import links
from toolkit.services.links import Link, LinkKey
from toolkit.services.roles import OFFICIALS, Action, Role, allowed, strongest
from toolkit.web.csrf import csrf
from toolkit.web.permissions import action_of
from toolkit.web.stores import current_key, current_office

COOKIE = "organizer"
OFFICIAL_COOKIE = "official_"
_YEAR = 365 * 24 * 3600
_MONTH = 31 * 24 * 3600
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

blueprint = Blueprint("access", __name__)


def init_app(app: Flask) -> None:
    """Ask before every view of `app`, and let templates ask too."""
    app.register_blueprint(blueprint)
    app.before_request(_enforce)
    app.jinja_env.globals.update(may=may, may_open=may_open, may_create=may_create, Action=Action)


def current_role(id: str) -> Role:
    """What whoever asks is at that event."""
    known: dict[str, Role] = _noted("roles")
    if id not in known:
        known[id] = _find_role(id)
    return known[id]


def may(action: Action | str, id: str) -> bool:
    """Whether whoever asks may do that at that event."""
    return allowed(current_role(id), Action(action))


def may_open(endpoint: str, id: str) -> bool:
    """Whether whoever asks may open, or send something to, that address of the event."""
    return may(action_of(endpoint), id)


def may_create() -> bool:
    """Whether whoever asks may make events."""
    return _holds_key()


def role_required(id: str, role: Role) -> None:
    """Go on only for somebody of that role or a stronger one.

    Raises:
        NotFound: no official of the event.
        Forbidden: one of a weaker role.
    """
    mine = current_role(id)
    if strongest(mine, role) is not mine:
        abort(403 if mine in OFFICIALS else 404)


def author(id: str) -> str:
    """What the log calls whoever asks."""
    role = current_role(id)
    link = _official_link(id)
    return link.label if link is not None and link.role == role else role.value.capitalize()


def author_of_new() -> str:
    """What the log of a new event calls whoever makes it."""
    return Role.ORGANIZER.value.capitalize()


def link_key(id: str) -> LinkKey:
    """What the tokens of the event's links are made with."""
    known: dict[str, LinkKey] = _noted("link_keys")
    if id not in known:
        known[id] = links.key_of(current_office(), id)
    return known[id]


def organizer_link(key: str) -> str:
    """The path that makes a browser the organizer's."""
    return f"/organizer/{key}"


@blueprint.get("/organizer/<key>")
def enter(key: str) -> Response:
    """Remember the key in a cookie and go to the tournaments; a wrong one is an unknown address."""
    if not _is_key(key):
        abort(404)
    return _remember(redirect("/tournaments", 303), COOKIE, key, _YEAR)


@blueprint.get("/tournaments/<id>/join/<number>/<token>")
def join(id: str, number: str, token: str) -> Response:
    """Remember an official's link in a cookie, and go to where their work is."""
    link = links.official_of(current_office(), id, links.positive(number), token)
    where = f"/tournaments/{id}/console" + ("" if link.role == Role.ORGANIZER else "/results")
    return _remember(redirect(where, 303), f"{OFFICIAL_COOKIE}{id}", f"{number}.{token}", _MONTH)


def _remember(answer: Response, cookie: str, value: str, seconds: int) -> Response:
    answer.set_cookie(cookie, value, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure)
    # The address holds the key: no other site may learn it, and no cache may keep it.
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _enforce() -> None:
    """Refuse what whoever asks may not do; a cookie, which a browser sends by itself, also needs the form's token."""
    if request.endpoint is None:
        return
    action = action_of(request.endpoint)
    path = request.view_args or {}
    if action is Action.SEE:
        return
    if action is Action.PLAY:
        player = links.positive(path["player"] if "player" in path else path["number"])
        links.check_player(link_key(path["id"]), path["id"], player, path["token"])
        return
    if action is Action.REPORT:
        number, table = links.round_number_of(path["number"]), links.positive(path["table"])
        links.check_table(link_key(path["id"]), path["id"], -1 if number is None else number, table, path["token"])
        return
    if not (may_create() if action is Action.CREATE else may(action, path["id"])):
        abort(_refusal(path.get("id")))
    if request.method not in _SAFE and not _holds_bearer() and current_app.config["WTF_CSRF_ENABLED"]:
        csrf.protect()


def _refusal(id: str | None) -> int:
    """403 for somebody who may look at what they may not change, 404 for an outsider."""
    if id is None or current_role(id) in OFFICIALS:
        return 403
    is_public = request.path.startswith("/api/") and request.method not in _SAFE
    return 403 if is_public else 404


def _find_role(id: str) -> Role:
    if _holds_key():
        return Role.ORGANIZER
    link = _official_link(id)
    return Role.PUBLIC if link is None else Role(link.role)


def _official_link(id: str) -> Link | None:
    """The official's link that this browser has opened, while it is good."""
    known: dict[str, Link | None] = _noted("official_links")
    if id not in known:
        number, _, token = request.cookies.get(f"{OFFICIAL_COOKIE}{id}", "").partition(".")
        try:
            known[id] = links.official_of(current_office(), id, links.positive(number), token) if token else None
        except NotFound:
            known[id] = None
    return known[id]


def _noted(what: str) -> dict[str, Any]:
    """What was found out for this request, so that nothing is asked twice."""
    noted: dict[str, Any] = request.environ.setdefault(f"toolkit.access.{what}", {})
    return noted


def _holds_key() -> bool:
    return _holds_bearer() or _is_key(request.cookies.get(COOKIE))


def _holds_bearer() -> bool:
    given = request.authorization
    return given is not None and given.type == "bearer" and _is_key(given.token)


def _is_key(shown: str | None) -> bool:
    return bool(shown) and hmac.compare_digest(str(shown).encode(), current_key().encode())
