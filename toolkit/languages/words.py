"""The words of one language: the catalogue's, its way with figures and dates, and the order of names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from gettext import NullTranslations, translation
from typing import cast

from anyascii import anyascii

from toolkit import paths
from toolkit.errors import Invalid

# Spaces that do not break: French sets them before its signs.
UNBROKEN_SPACES = "\u00a0\u202f"
# Code -> the language's name in itself.
LANGUAGES = {"en": "English", "fr": "Français", "es": "Español", "pt": "Português", "it": "Italiano"}


class UnknownLanguage(Invalid):
    """Nothing is said in that language."""

    code = "unknown_language"


# A figure that a sentence's stop follows.
_STOPPED = re.compile(r"%\((\w+)\)s\.(?=[\s\"”»)]|$)")
# On a page a name at the end may be a link.
_LINK_END = "</a>"


def filled[Text: str](template: Text, figures: Mapping[str, object]) -> Text:
    """The template with its figures; the stop behind one that ends with a stop is left out.

    >>> filled("%(name)s is seated beside %(other)s.", {"name": "Luc Jr.", "other": "Roy Sr."})
    'Luc Jr. is seated beside Roy Sr.'
    """
    sentence = cast("Text", template % figures)
    if ".." not in sentence and f".{_LINK_END}." not in sentence:
        return sentence

    def closed(found: re.Match[str]) -> str:
        return found[0][:-1] if str(figures[found[1]]).removesuffix(_LINK_END).endswith(".") else found[0]

    # As a part of a page (`Markup`) a template stays one, so that its figures are escaped.
    return cast("Text", type(template)(_STOPPED.sub(closed, template)) % figures)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language for an English text, a figure and a day.

    Attributes:
        language: its code.
        catalogue: its messages; none for English, which is what the source is written in.
        is_on_page: whether sentences are for a page. There a day has the month's name, and a mark stands behind names
            that are read from right to left.
    """

    language: str
    catalogue: NullTranslations
    is_on_page: bool = False

    def gettext(self, text: str, /, **figures: object) -> str:
        """The text in this language, with its figures filled in."""
        # The empty text is a catalogue's own header.
        translation = self.catalogue.gettext(text) if text else ""
        return filled(translation, figures) if figures else translation

    def ngettext(self, one: str, many: str, number: int, /, **figures: object) -> str:
        """The form that belongs to `number`, which is also the figure `num`."""
        return filled(self.catalogue.ngettext(one, many, number), {"num": number, **figures})

    def pgettext(self, context: str, text: str, /) -> str:
        """A text that means several things, in the sense that `context` says."""
        return self.catalogue.pgettext(context, text)

    def name(self, name: str, of: object) -> str:
        """The name of something, as it is; words of a page may make it a link to `of`."""
        return name

    def day(self, day: date) -> str:
        """A day in words: "22 November 2026", "22 de noviembre de 2026"."""
        if self.language == "en":
            return f"{day.day} {day:%B %Y}"
        # The calendars of all languages are heavy: only for whoever needs one.
        from babel.dates import format_date

        return format_date(day, "long", self.language)

    def short_day(self, day: date) -> str:
        """A day in figures, the year with all of its own: "2026-11-22", "22/11/2026"."""
        return self.gettext("%(year)s-%(month)s-%(day)s", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")

    def number(self, value: float) -> str:
        """A figure with at most four that count: "0.125", "0,125"."""
        whole, sign, part = f"{value:.4g}".partition(".")
        return self.decimal(whole, part) if sign else whole

    def whole(self, value: int) -> str:
        """A whole number with its thousands apart: "20,000", "20.000"."""
        if self.language == "en" or abs(value) < 1_000:
            return f"{value:,}"
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.language)

    def ordinal(self, number: int) -> str:
        """A place in a row: "3rd", "3e", "3.º"."""
        if self.language == "en":
            teens = number % 100 in (11, 12, 13)
            return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
        return f"{number}{'er' if self.language == 'fr' and number == 1 else _ORDINALS.get(self.language, '.')}"

    def halves(self, points: int) -> str:
        """Victory points counted in halves, as people write them: 5 -> "2.5", "2,5"; 4 -> "2"; -1 -> "-0.5"."""
        sign = "-" if points < 0 else ""
        whole, half = divmod(abs(points), 2)
        return f"{sign}{self.decimal(str(whole), '5') if half else whole}"

    def decimal(self, whole: str, part: str) -> str:
        """A figure by the digits before and behind its decimal sign."""
        return self.gettext("%(whole)s.%(part)s", whole=whole, part=part)


_ORDINALS = {"fr": "e", "es": ".º", "pt": ".º", "it": "º"}

ENGLISH = Words("en", NullTranslations())


def words_of(language: str) -> Words:
    """The words of the language with that code.

    Raises:
        UnknownLanguage: there is no catalogue of it.
    """
    if language == "en":
        return ENGLISH
    if language not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        raise UnknownLanguage(f"There is no language called “{language[:20]}”; there are: {names}.")
    return Words(language, catalogue_of(language))


@cache
def catalogue_of(language: str) -> NullTranslations:
    """The messages of a language, read once."""
    return translation("messages", paths.TRANSLATIONS, languages=[language])


# Names as people paste them and as a crowd looks for them

# Soft hyphens, marks of direction and other signs of format, which no page shows.
_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
# They shape the letters beside them in Persian and in India, and join emoji; in Latin letters nobody sees them.
JOINERS = "\u200c\u200d"


def without_invisible(text: str) -> str:
    """The text without invisible signs of format; a joiner stays only between signs that it shapes.

    >>> without_invisible("An\u00adna\u200d Bell\u200b")
    'Anna Bell'
    """
    if text.isascii():
        return text
    kept = _INVISIBLE.sub("", text)
    if not any(joiner in kept for joiner in JOINERS):
        return kept
    places = enumerate(kept)
    return "".join(sign for at, sign in places if sign not in JOINERS or all(map(_is_shaped, _beside(kept, at))))


def _beside(text: str, at: int) -> tuple[str, str]:
    return text[at - 1 : at], text[at + 1 : at + 2]


def _is_shaped(sign: str) -> bool:
    is_latin = unicodedata.name(sign, "").startswith(("LATIN", "COMBINING")) if sign else True
    return not is_latin and unicodedata.category(sign)[0] in "LMS"


def tidy_line(text: str) -> str:
    """The text on one line, one blank between words, without invisible signs."""
    return " ".join(without_invisible(text).split())


def sort_key(name: str) -> str:
    """Alphabetical as a reader expects it: case and accents aside, Ł beside L; then Greek, then Cyrillic.

    What no font shows stands where its spelling in Latin letters belongs.
    """
    if name.isascii():
        return name.casefold().strip()
    plain = unicodedata.normalize("NFKD", without_invisible(name))
    return "".join(_plain_letter(c) for c in plain if not unicodedata.combining(c)).casefold().strip()


def natural_key(name: str) -> tuple[tuple[int, str], ...]:
    """The same as people count: "Player 2" before "Player 10".

    >>> sorted(["Player 10", "Player 2", "Élan"], key=natural_key)
    ['Élan', 'Player 2', 'Player 10']
    """
    # Figures that no number is that long are compared as text; a part that is none counts as no number.
    parts = re.split(r"([0-9]{1,9})", sort_key(name))
    return tuple((int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts))


def _plain_letter(character: str) -> str:
    if character.isascii() or unicodedata.name(character, "").startswith(("GREEK", "CYRILLIC")):
        return character
    return anyascii(character)
