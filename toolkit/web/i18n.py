"""Languages: English in the source, French and Spanish from the catalogues, as the reader or the browser asks."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_babel import Babel, get_locale

from toolkit import paths

# Code -> the language's name in itself.
LANGUAGES = {"en": "English", "fr": "Français", "es": "Español"}
COOKIE = "language"


def init_app(app: Flask) -> None:
    """Translate the pages of `app`, and let templates know the languages."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(paths.TRANSLATIONS))
    Babel(app, locale_selector=chosen_language)
    app.jinja_env.globals.update(languages=LANGUAGES, language=language)
    app.after_request(_vary)


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
