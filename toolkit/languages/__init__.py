"""Languages of the toolkit: their catalogues, and each one's sentences, figures and dates.

English is the source; the others come from `toolkit/translations`. A sentence is a `Message`, made where its rule is;
whoever says it in a language that was asked for takes a `Words`: sheets and commands from `words_of(code)`, pages from
the reader's own request.
"""

from toolkit.languages.message import (
    AND,
    N_,
    OR,
    Count,
    Decimal,
    Listed,
    Message,
    NameOf,
    Ordinal,
    Points,
    Sayable,
    Sense,
    Whole,
    restored_sentence,
    say,
    stored_sentence,
)
from toolkit.languages.words import (
    ENGLISH,
    JOINERS,
    LANGUAGES,
    UNBROKEN_SPACES,
    UnknownLanguage,
    Words,
    filled,
    natural_key,
    sort_key,
    tidy_line,
    without_invisible,
    words_of,
)

__all__ = [
    "AND",
    "ENGLISH",
    "JOINERS",
    "LANGUAGES",
    "N_",
    "OR",
    "UNBROKEN_SPACES",
    "Count",
    "Decimal",
    "Listed",
    "Message",
    "NameOf",
    "Ordinal",
    "Points",
    "Sayable",
    "Sense",
    "UnknownLanguage",
    "Whole",
    "Words",
    "filled",
    "natural_key",
    "restored_sentence",
    "say",
    "sort_key",
    "stored_sentence",
    "tidy_line",
    "without_invisible",
    "words_of",
]
