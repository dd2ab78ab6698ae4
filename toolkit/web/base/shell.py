"""The frame of every page: the main navigation, and its reader's choice of language and theme.

A browser gets the whole page, the module that swaps it in only its content. Each area names its own entries of the
navigation, shown in the order of the areas. Language and theme are kept in two cookies of the reader's browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    after_this_request,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask_babel.speaklater import LazyString
from jinja2.runtime import Context
from jinja2.utils import missing
from werkzeug.wrappers import Response as AnyResponse

from toolkit.languages import LANGUAGES
from toolkit.web.base import i18n

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# By which the live module asks for the content of a page alone.
HEADER = "X-Fragment"
# By which the outbox follows an answer to a page that its reader opens afterwards.
_UNSEEN = "X-Unseen"


def wants_fragment() -> bool:
    """Whether the live module asks, and not a browser for a page."""
    return HEADER in request.headers


def shows_news() -> bool:
    """Whether a reader sees this page: neither its content alone, nor an answer that the outbox opens anew."""
    return not wants_fragment() and _UNSEEN not in request.headers


def shell() -> str:
    """The template that a page extends: the whole shell, or nothing around its content."""
    return "fragment.html" if wants_fragment() else "base.html"


class LazyValue:
    """A value of a page, worked out when a template first asks for it."""

    __slots__ = ("_name", "_page", "_value")

    def __init__(self, page: object, name: str) -> None:
        self._page, self._name, self._value = page, name, missing

    @property
    def value(self) -> Any:
        """The value."""
        if self._value is missing:
            self._value = getattr(self._page, self._name)
        return self._value


class AskingContext(Context):
    """The names that a template has, with the answers of a page in place of their values."""

    def resolve_or_missing(self, key: str) -> Any:
        """The value of a name."""
        value = super().resolve_or_missing(key)
        return value.value if isinstance(value, LazyValue) else value


def values_of(page: DataclassInstance) -> dict[str, object]:
    """A page's values, by the names that its template has for them: its fields and its properties, as answers."""
    return {name: LazyValue(page, name) for name in _names_of(type(page))}


@cache
def _names_of(kind: type[DataclassInstance]) -> tuple[str, ...]:
    every = (member for base in kind.__mro__ for member in vars(base).items())
    answers = (name for name, member in every if isinstance(member, property | cached_property))
    return tuple(name for name in (*(entry.name for entry in fields(kind)), *answers) if name[0] != "_")


def render_page(page: str, fragment: str, status: int = 200, **values: Any) -> Response:
    """The template `page`, or `fragment` alone where the live module asks for it, with the same values and status."""
    answer = make_response(render_template(fragment if wants_fragment() else page, **values), status)
    answer.vary.add(HEADER)
    return answer


THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
_YEAR = 365 * 24 * 3600

blueprint = Blueprint("preferences", __name__)


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A link of the main navigation.

    Attributes:
        endpoint: the view it leads to, one that needs no arguments.
        label: its word, translated when shown.
        icon: the name of a drawing in templates/macros/icons.html.
    """

    endpoint: str
    label: LazyString
    icon: str

    @property
    def is_current(self) -> bool:
        """Whether the page shown belongs to the same area."""
        return request.endpoint is not None and request.endpoint.split(".")[0] == self.endpoint.split(".")[0]


def init_app(app: Flask) -> None:
    """Let templates choose their frame, list the entries, and ask for the chosen theme."""
    entries: list[NavEntry] = []
    app.extensions["navigation"] = entries
    app.register_blueprint(blueprint)
    app.jinja_env.context_class = AskingContext
    app.jinja_env.globals.update(navigation=entries, theme=chosen_theme, shell=shell, shows_news=shows_news)


def add_entries(app: Flask, module: Any) -> None:
    """Append the entries that an area's `NAVIGATION` names, if it has one."""
    app.extensions["navigation"].extend(getattr(module, "NAVIGATION", ()))


def chosen_theme() -> str:
    """The theme asked for with the page, else the cookie's, else `auto`: the one that the reader's system asks for."""
    if "chosen_theme" in g:
        return str(g.chosen_theme)
    cookie = request.cookies.get(THEME_COOKIE, "")
    return cookie if cookie in THEMES else "auto"


def local_path(target: str) -> str:
    """`target` if it is a path on this site, else the front page: never a door to another host."""
    inside = target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable()
    return target if inside else "/"


@blueprint.post("/preferences")
def save() -> AnyResponse:
    """Keep what was chosen and go back to the page it was chosen on."""
    keep_preferences()
    return redirect(local_path(request.form.get("next", "/")), 303)


def keep_preferences() -> bool:
    """Keep the language and the theme that a form asks for, and answer it so; whether it asks for any."""
    language, theme = request.form.get("language"), request.form.get("theme")
    if language not in (None, *LANGUAGES) or theme not in (None, *THEMES):
        abort(422)
    if language:
        i18n.speak(language)
    if theme:
        g.chosen_theme = theme
    after_this_request(partial(_keep, {i18n.COOKIE: language, THEME_COOKIE: theme}))
    return bool(language or theme)


def _keep(chosen: Mapping[str, str | None], answer: Response) -> Response:
    for cookie, value in chosen.items():
        if value:
            answer.set_cookie(cookie, value, max_age=_YEAR, samesite="Lax", httponly=cookie == i18n.COOKIE)
    return answer
