"""How a reader wants the pages: language and theme, kept in two cookies of their own browser."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, redirect, request
from werkzeug.wrappers import Response

from toolkit.languages import LANGUAGES
from toolkit.web import i18n

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
_YEAR = 365 * 24 * 3600

blueprint = Blueprint("preferences", __name__)


def init_app(app: Flask) -> None:
    """Let templates ask for the chosen theme."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(theme=chosen_theme)


def chosen_theme() -> str:
    """The cookie's theme, else `auto`: the one that the reader's system asks for."""
    cookie = request.cookies.get(THEME_COOKIE, "")
    return cookie if cookie in THEMES else "auto"


def local_path(target: str) -> str:
    """`target` if it is a path on this site, else the front page: never a door to another host."""
    inside = target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    return target if inside else "/"


@blueprint.post("/preferences")
def save() -> Response:
    """Keep what was chosen and go back to the page it was chosen on."""
    chosen = {
        i18n.COOKIE: (request.form.get("language"), LANGUAGES),
        THEME_COOKIE: (request.form.get("theme"), THEMES),
    }
    answer = redirect(local_path(request.form.get("next", "/")), 303)
    for cookie, (value, allowed) in chosen.items():
        if value is None:
            continue
        if value not in allowed:
            abort(422)
        answer.set_cookie(cookie, value, max_age=_YEAR, samesite="Lax", httponly=cookie == i18n.COOKIE)
    return answer
