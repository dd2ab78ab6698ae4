"""What the domain says in English, in the reader's language: each of its sentences is known here by its pattern.

The domain words its faults itself, with their figures, for every door alike. A page in another language finds the
pattern of the sentence among those below, and puts the same figures into the pattern's translation. A sentence that
no pattern fits is shown as it is; a test holds the patterns to what the domain really says.
"""

from __future__ import annotations

import re

import flask_babel
from flask_babel import gettext

from toolkit.languages import Sayable, words_of
from toolkit.languages.sentences import Sentences
from toolkit.web import door_sentences
from toolkit.web.i18n import language

PATTERNS = (
    *door_sentences.FRAMES,
    *door_sentences.PATTERNS,
)
# Figures that begin with a digit.
_COUNTS = ("cards", "others", "copies", "more", "number", "other", "date")
_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_DECIMAL = re.compile(r"(?P<whole>\d+)\.(?P<part>\d+)")
_SENTENCES = Sentences(PATTERNS, counts=_COUNTS)


def translated(sentence: str) -> str:
    """The sentence in the reader's language; as it is in English, or where no pattern fits."""
    if isinstance(sentence, Sayable):
        return sentence.said(words_of(language()))
    if language() == "en":
        return sentence
    said = _SENTENCES.translated(sentence, flask_babel, _figure)
    return sentence if said is None else said


def _figure(name: str, value: str) -> str:
    if name == "sentence":
        return translated(value)
    return _plain_figure(value)


def _plain_figure(value: str) -> str:
    """Days and decimals have their own signs, lists of numbers a word in them; not names that hold such a word."""
    if day := _DAY.fullmatch(value):
        return gettext("%(year)s-%(month)s-%(day)s", **day.groupdict())
    if decimal := _DECIMAL.fullmatch(value):
        return gettext("%(whole)s.%(part)s", **decimal.groupdict())
    return re.sub(r" and (?=\d)", lambda _: gettext(" and "), value)
