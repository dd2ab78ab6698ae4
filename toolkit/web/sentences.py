"""What the domain says, in the language of whoever reads the page."""

from __future__ import annotations

from toolkit.languages import Sayable, words_of
from toolkit.web.i18n import language


def translated(sentence: str) -> str:
    """The sentence in the reader's language; what is no message is somebody's own words, and stays as it is."""
    return sentence.said(words_of(language())) if isinstance(sentence, Sayable) else sentence
