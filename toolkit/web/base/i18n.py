"""Languages: English in the source, the others from their catalogues, as the reader or the browser asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from flask import Flask, Response, current_app, g, has_app_context, request
from flask_babel import Babel, Domain, refresh
from markupsafe import Markup, escape

from toolkit import paths
from toolkit.languages import LANGUAGES, Listed, Words, filled, say, sort_key, words_of
from toolkit.languages.countries import Country, country_codes, country_of
from toolkit.scoring import Halves
from toolkit.tournament.log import author_name

COOKIE = "language"
_KEY = "catalogues"


def init_app(app: Flask) -> None:
    """Translate the pages of `app`, and let templates know the languages."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(paths.TRANSLATIONS))
    Babel(app, locale_selector=chosen_language)
    app.extensions[_KEY] = {}
    app.jinja_env.globals.update(languages=LANGUAGES, language=language, translated=translated)
    app.jinja_env.globals.update(_=marked, gettext=marked, ngettext=marked_count, pgettext=marked_sense)
    app.jinja_env.globals.update(country_names=country_names, name_link=name_link, listed_links=listed_links)
    app.jinja_env.filters.update(country=country_name, author=author_words, day=day_words)
    app.before_request(_speak)
    app.after_request(_vary)


class _Spoken(Domain):  # type: ignore[misc]  # flask-babel ships no types
    """The texts of flask-babel's functions and of the templates in one language: those of `Words`."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.gettext, self.ngettext, self.pgettext = words.gettext, words.ngettext, words.pgettext
        self._marked: dict[str, Markup] = {}

    def marked(self, string: str) -> Markup:
        """The words of a template as a part of a page, made once: there are as many as the templates hold."""
        markup = self._marked.get(string)
        if markup is None:
            markup = self._marked[string] = Markup(self.words.gettext(string))
        return markup


def marked(string: str, **variables: Any) -> Markup:
    """The words of a template in the reader's language, as a part of the page; what is filled in is escaped."""
    words = _spoken().marked(string)
    return filled(words, variables) if variables or "%" in words else words


def marked_count(singular: str, plural: str, number: int, **variables: Any) -> Markup:
    """The same for the form that belongs to `number`, which is also the figure `num`."""
    return filled(Markup(_spoken().words.catalogue.ngettext(singular, plural, number)), {"num": number, **variables})


def marked_sense(context: str, string: str, **variables: Any) -> Markup:
    """The same for words that mean several things, in the sense that `context` says."""
    return filled(Markup(_spoken().words.pgettext(context, string)), variables)


def _speak() -> None:
    _spoken().as_default()


def _spoken() -> _Spoken:
    """The catalogue of the reader's language, read once for all and looked for once for a page."""
    try:
        spoken: _Spoken = g.spoken
    except AttributeError:
        language, languages = chosen_language(), current_app.extensions[_KEY]
        if language not in languages:
            languages[language] = _Spoken(replace(words_of(language), is_on_page=True))
        spoken = g.spoken = languages[language]
    return spoken


def read_catalogues(app: Flask) -> None:
    """Read the catalogue of every language now, rather than for its first reader."""
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            _spoken()


def speak(language: str) -> None:
    """Answer this request in that language, whatever its cookie says."""
    g.chosen_language = language
    g.pop("spoken", None)
    refresh()
    _speak()


def chosen_language() -> str:
    """The language that was asked for with the page, the cookie's if it is one of ours, or the browser's favourite."""
    if "chosen_language" in g:
        return str(g.chosen_language)
    cookie = request.cookies.get(COOKIE, "")
    if cookie in LANGUAGES:
        return cookie
    return request.accept_languages.best_match(list(LANGUAGES), default="en")


def language() -> str:
    """The code of the language that this page is in; English where there is no page."""
    return _spoken().words.language if has_app_context() else "en"


def translated(sentence: str) -> str:
    """A sentence in the language of this page's reader; what no language says in its own way, as it is."""
    return say(sentence, _spoken().words)


@dataclass(frozen=True, kw_only=True)
class _LinkingWords(Words):
    """The words of a language for a part of a page: what is filled in is escaped, and names are links.

    Attributes:
        address_of: the address of what is named; "" without one.
    """

    address_of: Callable[[Any], str]

    def gettext(self, text: str, /, **figures: object) -> Markup:
        """The text in this language, as a part of a page."""
        words = Markup(Words.gettext(self, text))
        return filled(words, figures) if figures else words

    def ngettext(self, one: str, many: str, number: int, /, **figures: object) -> Markup:
        """The form that belongs to `number`, as a part of a page."""
        return filled(Markup(self.catalogue.ngettext(one, many, number)), {"num": number, **figures})

    def pgettext(self, context: str, text: str, /) -> Markup:
        """A text that means several things, as a part of a page."""
        return Markup(Words.pgettext(self, context, text))

    def name(self, name: str, of: object) -> Markup:
        """The name as a link to what is named."""
        return name_link(name, self.address_of(of))


def _own_address(named: object) -> str:
    return named if isinstance(named, str) else ""


def linked(sentence: str, address_of: Callable[[Any], str] = _own_address) -> Markup:
    """A sentence in the reader's language as a part of a page, in which a name (`NameOf`) is a link.

    `address_of` says where it leads, "" for nowhere; without it, names have their addresses with them.
    """
    words = _spoken().words
    linking = _LinkingWords(words.language, words.catalogue, words.is_on_page, address_of=address_of)
    return escape(say(sentence, linking))


def listed_links(names: Iterable[str]) -> Markup:
    """Names with their addresses (`NameOf`) in a row, as links."""
    return linked(Listed(names))


def name_link(name: str, address: str) -> Markup:
    """A name as a link to that address; plain without one."""
    # A page has hundreds: filling a template of markup takes three times as long.
    return Markup(f'<a href="{escape(address)}">{escape(name)}</a>') if address else escape(name)


def points_words(victory_points: Halves) -> str:
    """Victory points with the decimal sign of the language of this page."""
    return words_of(language()).halves(victory_points)


def day_words(day: date | str | None) -> str:
    """A day as every page says it: "22 November 2026"; "" for none.

    A stored one is an ISO text; what is no whole day ("2022") stays as it is.
    """
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            return str(day)
    return _spoken().words.day(day) if day else ""


def author_words(by: str) -> str:
    """Whom a log names, in the reader's language."""
    return translated(author_name(by))


def country_name(country: str) -> str:
    """A stored country as this page's reader calls it."""
    return translated(country_of(country))


def country_names() -> list[str]:
    """All countries as this page's reader calls them, in the order of their language."""
    return sorted((translated(Country(code)) for code in country_codes()), key=sort_key)


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
