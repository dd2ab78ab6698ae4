"""Languages: English in the source, French and Spanish from the catalogues, as the reader or the browser asks."""

from __future__ import annotations

from babel.support import Translations
from flask import Flask, Response, current_app, request
from flask_babel import Babel, Domain, get_locale, get_translations

from toolkit import paths
from toolkit.languages import LANGUAGES

COOKIE = "language"
_KEY = "catalogues"


def init_app(app: Flask) -> None:
    """Translate the pages of `app`, and let templates know the languages."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(paths.TRANSLATIONS))
    Babel(app, locale_selector=chosen_language)
    app.extensions[_KEY] = {}
    app.jinja_env.globals.update(languages=LANGUAGES, language=language)
    app.before_request(_speak)
    app.after_request(_vary)


class _Spoken(Domain):  # type: ignore[misc]  # flask-babel ships no types
    """The catalogue of one language: a page asks it for a thousand words."""

    def __init__(self, catalogue: Translations) -> None:
        super().__init__()
        self._catalogue = catalogue

    def get_translations(self) -> Translations:
        """The same for every word of the page."""
        return self._catalogue


def _speak() -> None:
    _spoken(chosen_language()).as_default()


def _spoken(language: str) -> _Spoken:
    """The catalogue of a language, read once."""
    known: dict[str, _Spoken] = current_app.extensions[_KEY]
    if language not in known:
        known[language] = _Spoken(get_translations())
    return known[language]


def read_catalogues(app: Flask) -> None:
    """Read the catalogue of every language now, rather than for its first reader."""
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            _spoken(chosen_language())


def chosen_language() -> str:
    """The cookie's language if it is one of ours, else the best of those that the browser accepts."""
    cookie = request.cookies.get(COOKIE, "")
    if cookie in LANGUAGES:
        return cookie
    return request.accept_languages.best_match(list(LANGUAGES), default="en")


def language() -> str:
    """The code of the language that this page is in."""
    return str(get_locale() or "en")


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
