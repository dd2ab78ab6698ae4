"""Languages: which ones the toolkit speaks, their catalogues, and how each writes figures and dates.

English is the source; the others come from `toolkit/translations`. Whoever says something in a language that was asked
for takes a `Words`: sheets and commands from `words_of(code)`, pages from the reader's own request.
"""

from toolkit.languages.words import ENGLISH, LANGUAGES, N_, UNBROKEN_SPACES, UnknownLanguage, Words, words_of

__all__ = ["ENGLISH", "LANGUAGES", "N_", "UNBROKEN_SPACES", "UnknownLanguage", "Words", "words_of"]
