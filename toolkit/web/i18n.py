"""Languages: English in the source, French and Spanish from the catalogues, as the reader or the browser asks."""

from __future__ import annotations

from typing import Any

from babel.support import Translations
from flask import Flask, Response, current_app, g, has_app_context, request
from flask_babel import Babel, Domain, get_translations
from markupsafe import Markup

from toolkit import paths
from toolkit.languages import LANGUAGES

COOKIE = "language"
_KEY = "catalogues"


def init_app(app: Flask) -> None:
    """Translate the pages of `app`, and let templates know the languages."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(paths.TRANSLATIONS))
    Babel(app, locale_selector=chosen_language)
    app.extensions[_KEY] = {}
    app.jinja_env.globals.update(languages=LANGUAGES, language=language, _=marked, gettext=marked)
    app.before_request(_speak)
    app.after_request(_vary)


class _Spoken(Domain):  # type: ignore[misc]  # flask-babel ships no types
    """The catalogue of one language: a page asks it for a thousand words."""

    def __init__(self, language: str, catalogue: Translations) -> None:
        super().__init__()
        self.language = language
        self._catalogue = catalogue
        self._marked: dict[str, Markup] = {}

    def get_translations(self) -> Translations:
        """The same for every word of the page."""
        return self._catalogue

    def marked(self, string: str) -> Markup:
        """The words of a template as a part of a page, made once: there are as many as the templates hold."""
        found = self._marked.get(string)
        if found is None:
            found = self._marked[string] = Markup(self._catalogue.ugettext(string))
        return found


def marked(string: str, **variables: Any) -> Markup:
    """The words of a template in the reader's language, as a part of the page; what is filled in is escaped."""
    words = _spoken().marked(string)
    return words % variables if variables or "%" in words else words


def _speak() -> None:
    _spoken().as_default()


def _spoken() -> _Spoken:
    """The catalogue of the reader's language, read once for all and looked for once for a page."""
    try:
        found: _Spoken = g.spoken
    except AttributeError:
        language, known = chosen_language(), current_app.extensions[_KEY]
        if language not in known:
            known[language] = _Spoken(language, get_translations())
        found = g.spoken = known[language]
    return found


def read_catalogues(app: Flask) -> None:
    """Read the catalogue of every language now, rather than for its first reader."""
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            _spoken()


def chosen_language() -> str:
    """The cookie's language if it is one of ours, else the best of those that the browser accepts."""
    cookie = request.cookies.get(COOKIE, "")
    if cookie in LANGUAGES:
        return cookie
    return request.accept_languages.best_match(list(LANGUAGES), default="en")


def language() -> str:
    """The code of the language that this page is in; English where there is no page."""
    return _spoken().language if has_app_context() else "en"


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
